"""What a scenario puts beside the creatures: objects to strike, tasks, contests of its own (rules.md 168, 169)."""

from mypy_extensions import i64

from encounter.engine.bits import bit_of
from encounter.engine.combatant import Combatant
from encounter.engine.creature import DAMAGE_TYPES
from encounter.engine.d20 import ATTACK, CHECK, CRITICAL, MAJOR, MINOR, SKILL, SUCCESS
from encounter.engine.effect import (
    ATTACKS_BY,
    BY,
    BY_BLINDSIGHT,
    BY_NOT_AT_SOURCE,
    BY_SOURCE_IN_LINE,
    CHARMED,
    DEAFENED,
    HAS_LIGHT_CLAUSES,
    HELD,
    INCAPACITATED,
    SIGHTLESS,
    TRAIT_SIEGE,
)
from encounter.engine.facts import Facts
from encounter.engine.fight import Fight
from encounter.engine.light import DARK
from encounter.engine.rules.attack import critical_of, spend_weapon
from encounter.engine.rules.consequence import inflict
from encounter.engine.rules.contest import note_contest, opposed_rolls
from encounter.engine.rules.damage import roll_part
from encounter.engine.rules.doors import break_open, force, is_passable, reaches_door
from encounter.engine.rules.legal import (
    AMMUNITION_NONE,
    CHARMED_ATTACKER,
    COVER_TOTAL,
    IS_INCAPACITATED,
    LEGAL,
    LOADING_USED,
    NOT_POSSIBLE,
    RANGE_OUT,
    REACH_OUT,
    UNLOCATED,
    cover_bonus,
    is_charmed_by,
)
from encounter.engine.rules.perception import (
    IS_BLIND,
    IS_DEAF,
    MAY_NOTICE,
    enemy_in_close_combat,
    located,
)
from encounter.engine.rules.reasons import (
    add_native,
    apply_rulings,
    clear,
    combine,
    dazzled,
    is_windswept,
    source_in_line,
    spend_check_help,
)
from encounter.engine.rules.saves import (
    note_roll,
    prepare_check,
    prepare_contest,
    roll_prepared,
    settle_without_dice,
    success_chance,
)
from encounter.engine.sight import HALF, NONE, TOTAL
from encounter.engine.tables import LOADING, NEEDS_HEARING, NEEDS_SIGHT, ContestRow, Task, Thing, Use

# ------------------------------------------------------------------------------------------------------------ objects


def sees_square(f: Fight, a: Combatant, square: i64) -> bool:
    """Whether `a` sees what lies on a square: by blindsight, else by light and a free line."""
    apart = f.apart_from_ft(a, square)
    if apart <= a.blindsight_ft:
        return True
    if a.flags & SIGHTLESS or (a.stat.blind_beyond and apart > a.blindsight_ft):
        return False
    if not f.in_line_to(a, square):
        return False
    if f.is_clear or apart <= a.stat.truesight_ft or apart <= a.stat.darkvision_ft:
        return True
    return f.level_at(square) != DARK


def judge_strike(f: Fight, a: Combatant, thing: Thing, use: Use, facts: Facts) -> i64:
    """Whether an attack may be aimed at an object. Sets distance, cover and target number of `facts`."""
    square = nearest_square(f, a, thing)
    apart = f.apart_from_ft(a, square)
    if apart == 0 and thing.door >= 0:
        apart = 5  # a door on the edge of one's own square is as far away as the square beyond it
    facts.distance_ft = apart
    if apart > (use.reach_ft if use.is_melee else use.long_ft):
        return REACH_OUT if use.is_melee else RANGE_OUT
    cover = cover_of_thing(f, a, square)
    facts.cover = cover
    if cover == TOTAL:
        return COVER_TOTAL
    facts.target_number = thing.ac + cover_bonus(f, cover)
    if use.ammunition >= 0 and a.supplies[use.ammunition] <= 0:
        return AMMUNITION_NONE
    if use.flags & LOADING and (a.loading_used >> use.weapon_index) & 1:
        return LOADING_USED
    if a.flags & INCAPACITATED:
        return IS_INCAPACITATED
    return NOT_POSSIBLE if f.thing_hp[thing.index] <= 0 else LEGAL


def nearest_square(f: Fight, a: Combatant, thing: Thing) -> i64:
    """Where an object is struck: a door on an edge from whichever side one stands on, of equals with less cover."""
    if thing.door < 0:
        return thing.square
    best: i64 = -1
    least: i64 = 0
    for square in f.setup.doors[thing.door].squares:
        key = 4 * f.apart_from_ft(a, square) + cover_of_thing(f, a, square)
        if best < 0 or key < least:
            best = square
            least = key
    return best


def cover_of_thing(f: Fight, a: Combatant, square: i64) -> i64:
    """The cover of an object on a square; what fills the square, such as the door it is, does not cover it."""
    ignore = a.own | f.occupied[square]
    if f.board.blocks_lines[square]:
        return f.sight.cover_of_filled(a.square, a.n, square, f.occupied, ignore)
    return f.cover_of_square(a, square)


def derive_strike(f: Fight, a: Combatant, thing: Thing, use: Use, facts: Facts) -> None:
    """The reasons of an attack on an object, judged before: those of the attacker, of sight and of range."""
    apart = facts.distance_ft
    cover = facts.cover
    core = f.setup.core
    clear(facts)
    facts.cover = cover
    facts.advantage = a.masks[BY]
    dis = a.masks[BY + 1] | use.own_disadvantage
    if apart <= 5:
        dis |= use.lance_disadvantage
    if apart > a.blindsight_ft:
        dis |= a.masks[BY_BLINDSIGHT + 1]
    if not sees_square(f, a, nearest_square(f, a, thing)) and not dis & core.group_unseen_t:
        dis |= core.unseen_target
    for effect in a.ongoing:
        masks = effect.effective().masks
        dis |= masks[BY_NOT_AT_SOURCE + 1]
        if masks[BY_SOURCE_IN_LINE + 1] and source_in_line(f, a, effect.source):
            dis |= masks[BY_SOURCE_IN_LINE + 1]
    if not use.is_melee:
        if apart > use.normal_ft:
            dis |= core.range_long
        if core.close_combat and enemy_in_close_combat(f, a) >= 0:
            dis |= core.close_combat
        if f.is_windy and is_windswept(f, a, use):
            dis |= core.wind
    if a.flags & HAS_LIGHT_CLAUSES:
        dis |= dazzled(f, a, ATTACKS_BY)
    facts.disadvantage = dis
    if len(f.setup.rulings) > 0:
        apply_rulings(f, a, -1, ATTACK, -1, "", facts)
    if f.setup.has_specials:
        facts.special = use.special
        if use.has_rerolls:
            add_native(f, use.positive, use.negative, use.neutral, facts)
    facts.bonus = use.to_hit - a.d20_penalty + facts.modifier
    combine(f, facts)


def roll_strike(f: Fight, a: Combatant, thing: Thing, use: Use, degree: i64, parts: list[object]) -> i64:
    """Roll what a hit takes off an object: after immunities and the like, nothing below its damage threshold.

    What each part of it came to is added to `parts`, as in the event of damage.
    """
    total: i64 = 0
    for at in range(len(use.parts)):
        amount = roll_strike_part(f, use, degree, at)
        rolled: i64 = amount if amount > 0 else 0
        amount = endure(thing, a, use.parts[at].type, rolled)
        total += amount
        told: dict[str, object] = {"type": DAMAGE_TYPES[use.parts[at].type], "rolled": rolled, "dealt": amount}
        parts.append(told)
    return total if total >= thing.threshold else 0


def roll_strike_part(f: Fight, use: Use, degree: i64, at: i64) -> i64:
    """Roll one part of what a hit takes off an object: a sum of dice, and nothing else that is random."""
    part = use.parts[at]
    if degree < CRITICAL:
        return roll_part(f.dice, part, 1)
    critical = critical_of(use, degree)
    amount = roll_part(f.dice, part, critical.times)
    if at == 0 and critical.dice > 0 and part.terms > 0:
        amount += f.dice.total(critical.dice, part.sides[0])
    return amount


def endure(thing: Thing, a: Combatant, type: i64, amount: i64) -> i64:
    """What damage of one type takes off an object, a negative roll being none; its threshold is not looked at.

    A Siege Monster's counts twice.
    """
    bit = bit_of(type)
    if amount < 0 or thing.immune & bit:
        return 0
    if thing.resist & bit:
        amount //= 2
    if a.flags & TRAIT_SIEGE:
        amount *= 2
    return amount * 2 if thing.vulnerable & bit else amount


def strike_thing(f: Fight, a: Combatant, thing: Thing, use: Use) -> bool:
    """Attack an object, judged before (judge_strike into f.facts); True when it hits."""
    facts = f.facts
    derive_strike(f, a, thing, use, facts)
    roll_prepared(f, a, ATTACK, f.roll, facts)
    degree = f.roll.degree
    facts.besieges = a.flags & TRAIT_SIEGE != 0 and degree >= SUCCESS
    a.attacks_made += 1
    if f.journal is not None:
        band = "reach" if use.is_melee else "long" if facts.distance_ft > use.normal_ft else "normal"
        cover = "none" if facts.cover == NONE else "half" if facts.cover == HALF else "three-quarters"
        note_roll(
            f,
            "attack",
            ATTACK,
            a,
            None,
            f.roll,
            facts,
            {
                "attack": use.name,
                "object": thing.name,
                "distance_ft": facts.distance_ft,
                "band": band,
                "cover": cover,
                "critical": degree >= CRITICAL,
                "auto_critical": False,
            },
        )
    spend_weapon(a, use)
    if a.hidden_from:
        f.set_hidden(a, 0, 0)
    if f.minds:
        f.end_with_attack(a)
    if degree < SUCCESS:
        return False
    a.hits += 1
    if degree == CRITICAL or degree == MAJOR or degree == MINOR:
        a.criticals += 1
    parts: list[object] = []
    f.wear_down(thing, roll_strike(f, a, thing, use, degree, parts), parts, a, use.name)
    if thing.door >= 0 and f.thing_hp[thing.index] <= 0:
        break_open(f, f.setup.doors[thing.door], a)
    return True


# -------------------------------------------------------------------------------------------------------------- tasks


def judge_task(f: Fight, c: Combatant, task: Task) -> i64:
    """Whether a task can be tried: from within 5 ft of its square, while there is something to end."""
    if c.flags & INCAPACITATED:
        return IS_INCAPACITATED
    if not (task.by >> c.index) & 1 or (f.tasks_done >> task.index) & 1:
        return NOT_POSSIBLE
    if task.ends is not None and not f.has_effect(c, task.ends):
        return NOT_POSSIBLE
    if task.door >= 0:
        door = f.setup.doors[task.door]
        if is_passable(f.doors[door.index]):
            return NOT_POSSIBLE
        if task.square < 0 and not reaches_door(f, c, door):
            return REACH_OUT
    if task.square >= 0 and f.apart_from_ft(c, task.square) > 5:
        return REACH_OUT
    return LEGAL


def prepare_task(f: Fight, c: Combatant, task: Task, facts: Facts) -> None:
    """Derive the check of a task; it fails for whoever lacks the sense that it needs."""
    bonus = c.stat.modifiers[task.ability]
    if task.skill != "":
        bonus += c.stat.skills[task.skill] - c.stat.modifiers[task.usual]
    prepare_check(f, c, task.ability, task.called, bonus, -1, facts)
    facts.target_number = task.dc
    rules = f.setup.rules
    if task.needs == NEEDS_SIGHT and c.flags & SIGHTLESS and rules.blind_fail_sight_checks:
        facts.lacks = IS_BLIND
    elif task.needs == NEEDS_HEARING and c.flags & DEAFENED and rules.deaf_fail_hearing_checks:
        facts.lacks = IS_DEAF
    if facts.lacks != MAY_NOTICE:
        facts.automatic = -1


def attempt(f: Fight, c: Combatant, task: Task) -> bool:
    """Try a task: an ability check against its difficulty. A success is lasting, or ends a condition."""
    facts = f.facts
    prepare_task(f, c, task, facts)
    if facts.automatic < 0:
        settle_without_dice(f.roll, facts)
    else:
        roll_prepared(f, c, SKILL if task.skill != "" else CHECK, f.roll, facts)
    is_done = f.roll.degree >= SUCCESS
    if f.journal is not None:
        note_roll(
            f, "check", CHECK, c, None, f.roll, facts, {"skill": task.called, "purpose": "task", "task": task.name}
        )
    spend_check_help(f, c, task.called)
    if not is_done:
        return False
    if task.ends is None:
        f.tasks_done |= bit_of(task.index)
        if task.door >= 0:
            force(f, f.setup.doors[task.door], c)
        return True
    for effect in list(c.ongoing):
        if effect.row.index == task.ends.index and effect in c.ongoing:
            f.lift(c, effect, "escaped")
            if effect.row.flags & HELD:
                f.end_broken_holds()
    return True


# ----------------------------------------------------------------------------------------------------------- contests


def judge_contest(f: Fight, a: Combatant, t: Combatant, row: ContestRow) -> i64:
    """Whether a contest of the scenario's own may be begun with somebody."""
    if not t.is_on_map or t.is_dead or t.index == a.index or not (row.by >> a.index) & 1:
        return NOT_POSSIBLE
    if f.apart_ft(a, t) > row.range_ft:
        return REACH_OUT if row.range_ft <= 5 else RANGE_OUT
    if f.cover(a, t) == TOTAL:
        return COVER_TOTAL
    if a.flags & CHARMED and is_charmed_by(a, t):
        return CHARMED_ATTACKER
    if a.flags & INCAPACITATED:
        return IS_INCAPACITATED
    return UNLOCATED if t.hidden_from & a.bit and not located(f, a, t) else LEGAL


def best_answer(f: Fight, a: Combatant, t: Combatant, row: ContestRow) -> i64:
    """With which of the skills it may answer the other stands best; of equals the first that is written."""
    difficulty = f.facts.bonus + 11
    best: i64 = 0
    highest: i64 = -1
    place: i64 = 0
    while place < len(row.answers):
        skill = row.answers[place]
        prepare_contest(f, t, row.answer_abilities[place], skill, t.stat.skills[skill], a.index, f.opposed_facts)
        chance = success_chance(f, f.opposed_facts.bonus, difficulty, f.opposed_facts.net)
        if chance > highest:
            highest = chance
            best = place
        place += 1
    return best


def prepare_both(f: Fight, a: Combatant, t: Combatant, row: ContestRow) -> str:
    """Derive both sides of a contest; the skill that the other answers with."""
    prepare_contest(f, a, row.ability, row.skill, a.stat.skills[row.skill], t.index, f.facts)
    place = best_answer(f, a, t, row)
    answer = row.answers[place]
    prepare_contest(f, t, row.answer_abilities[place], answer, t.stat.skills[answer], a.index, f.opposed_facts)
    return answer


def hold_contest(f: Fight, a: Combatant, t: Combatant, row: ContestRow) -> bool:
    """A contest of the scenario's own; what it brings when the actor wins. A tie is as in every contest."""
    answer = prepare_both(f, a, t, row)
    won = opposed_rolls(f, a, t)
    if f.journal is not None:
        note_contest(f, a, t, row.skill, row.name, {"name": t.name, "skill": answer}, won)
    spend_check_help(f, a, row.skill)
    spend_check_help(f, t, answer)
    if a.hidden_from:
        f.set_hidden(a, 0, 0)
    if won:
        inflict(f, a, t, row.name, row.range_ft, row.brings, NONE)
    return won
