"""Actions beside attacks and movement: Search, Ready, Help for a check, potions, tasks, contests, lamps."""

from typing import Final

from mypy_extensions import i64

from encounter.engine.combatant import ACTION, BONUS, Combatant, Help, Readied
from encounter.engine.effect import INCAPACITATED
from encounter.engine.fight import Fight
from encounter.engine.intent import (
    ATTACK_WITH,
    ATTEMPT,
    CLOSE_DOOR,
    DOUSE,
    DRINK,
    HELP_CHECK,
    IN_RANGE,
    INTENT_NAMES,
    KINDLE,
    MOVE,
    OPEN_DOOR,
    OWN_CONTEST,
    READY,
    SEARCH,
    Intent,
)
from encounter.engine.rules.doors import judge_door, use_door
from encounter.engine.rules.lamps import tend_lamp
from encounter.engine.rules.legal import (
    ACTION_USED,
    IS_INCAPACITATED,
    LEGAL,
    NOT_POSSIBLE,
    REACH_OUT,
)
from encounter.engine.rules.seeking import first_sought, search
from encounter.engine.rules.things import attempt, hold_contest, judge_contest, judge_task
from encounter.engine.tables import POTIONS, SPELL

FIRST_DEED: Final = SEARCH


def perform_deed(f: Fight, c: Combatant, intent: Intent) -> i64:
    """Judge one of these actions and carry it out when it is legal."""
    kind = intent.kind
    if kind == DRINK:
        return _drink(f, c, intent)
    if kind == OPEN_DOOR or kind == CLOSE_DOOR:
        door = f.setup.doors[intent.item]
        judged = judge_door(f, c, door, kind == OPEN_DOOR)
        if judged == LEGAL:
            use_door(f, c, door, kind == OPEN_DOOR)
        return judged
    if kind == KINDLE or kind == DOUSE:
        return tend_lamp(f, c, intent)
    if not c.budget & ACTION:
        return ACTION_USED
    if kind == SEARCH:
        return _search(f, c, intent)
    if kind == READY:
        return _ready(f, c, intent)
    if kind == HELP_CHECK:
        return _help_check(f, c, intent)
    if kind == ATTEMPT:
        return _attempt(f, c, intent)
    if kind == OWN_CONTEST:
        return _contest(f, c, intent)
    return NOT_POSSIBLE


def _search(f: Fight, c: Combatant, intent: Intent) -> i64:
    t = f.combatants[intent.target] if intent.target >= 0 else first_sought(f, c)
    if t is None or not t.hidden_from & c.bit or not t.is_on_map:
        return NOT_POSSIBLE
    c.budget &= ~ACTION
    search(f, c, t)
    return LEGAL


def judge_readying(c: Combatant, readied: Readied) -> i64:
    """Whether something can be readied at all: an attack of its own, or a move for a trigger that says when."""
    if c.flags & INCAPACITATED:
        return IS_INCAPACITATED
    if readied.target == c.index:
        return NOT_POSSIBLE  # nobody waits for itself
    if readied.kind == ATTACK_WITH:
        return LEGAL if 0 <= readied.use < len(c.stat.uses) else NOT_POSSIBLE
    if readied.kind == MOVE:
        return LEGAL if readied.square >= 0 and readied.when != IN_RANGE else NOT_POSSIBLE
    return NOT_POSSIBLE


def _ready(f: Fight, c: Combatant, intent: Intent) -> i64:
    readied = Readied(MOVE if intent.use < 0 else ATTACK_WITH, intent.use, intent.when, intent.target, intent.square)
    judged = judge_readying(c, readied)
    if judged != LEGAL:
        return judged
    c.budget &= ~ACTION
    f.note("action", c, None, {"action": "ready", "cost": "action", "ally": None})
    if readied.kind == ATTACK_WITH and c.stat.uses[readied.use].flags & SPELL:
        readied.spell = c.stat.uses[readied.use].name  # a readied spell is held by concentration
        f.concentrate(c, readied.spell)
    f.ready(c, readied)
    return LEGAL


def _help_check(f: Fight, c: Combatant, intent: Intent) -> i64:
    """Help with a check: the next one of an ally with that skill. 5.2: a skill that the helper is proficient in."""
    if intent.ally < 0 or intent.ally == c.index or not (f.setup.allies[c.index] >> intent.ally) & 1:
        return NOT_POSSIBLE
    if f.setup.rules.help_needs_proficiency and intent.skill not in c.stat.trained:
        return NOT_POSSIBLE
    c.budget &= ~ACTION
    ally = f.combatants[intent.ally]
    f.note("action", c, None, {"action": "help check", "cost": "action", "ally": ally.name, "skill": intent.skill})
    f.helps.append(Help(c.index, intent.ally, -1, intent.skill))
    return LEGAL


def _attempt(f: Fight, c: Combatant, intent: Intent) -> i64:
    task = f.setup.tasks[intent.item]
    judged = judge_task(f, c, task)
    if judged == LEGAL:
        c.budget &= ~ACTION
        attempt(f, c, task)
    return judged


def _contest(f: Fight, c: Combatant, intent: Intent) -> i64:
    row = f.setup.contests[intent.item]
    judged = judge_contest(f, c, f.combatants[intent.target], row)
    if judged == LEGAL:
        c.budget &= ~ACTION
        hold_contest(f, c, f.combatants[intent.target], row)
    return judged


def _drink(f: Fight, c: Combatant, intent: Intent) -> i64:
    """Drink a potion, or give it to a creature within 5 ft: an action, in 5.2 a bonus action."""
    cost: i64 = BONUS if f.setup.rules.potion_is_bonus else ACTION
    if not c.budget & cost:
        return ACTION_USED
    kind = intent.item
    if kind < 0 or kind >= len(c.potions) or c.potions[kind] <= 0:
        return NOT_POSSIBLE
    t = f.combatants[intent.target] if intent.target >= 0 else c
    if not t.is_on_map or t.is_dead:
        return NOT_POSSIBLE
    if f.apart_ft(c, t) > 5:
        return REACH_OUT
    c.budget &= ~cost
    c.potions[kind] -= 1
    potion = POTIONS[kind]
    spent = "bonus" if cost == BONUS else "action"
    f.note("action", c, t, {"action": INTENT_NAMES[DRINK], "cost": spent, "ally": None, "potion": potion.name})
    if potion.dice > 0:
        f.gain_hp(t, f.dice.total(potion.dice, potion.sides) + potion.bonus)
    if potion.temp_hp > 0:
        f.gain_temp_hp(t, potion.temp_hp)
    return LEGAL
