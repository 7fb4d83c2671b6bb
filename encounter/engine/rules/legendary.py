"""Legendary actions at the end of others' turns, lair actions on initiative 20 (rules.md 163, 164).

What such an action spends is no turn of its own: `Turn` keeps what is left of the owner's own turn meanwhile.
"""

from typing import Final

from mypy_extensions import i64

from encounter.engine.combatant import Combatant
from encounter.engine.fight import Fight
from encounter.engine.intent import ATTACK_WITH, MOVE, STAND, USE_ACTION, Intent
from encounter.engine.rules.act import perform
from encounter.engine.rules.actions import has_effect_on_others, is_ready, note_use
from encounter.engine.rules.legal import LEGAL
from encounter.engine.rules.pace import fastest_ft
from encounter.engine.rules.teleporting import judge_landing, land
from encounter.engine.tables import LAIR, LEGENDARY, Deed

LAIR_COUNT: Final = 20  # of initiative; a lair loses ties
MOST_INTENTS: Final = 16  # within one legendary action


class Turn:
    """What a creature has left of its own turn while it acts on another's."""

    def __init__(self, c: Combatant) -> None:
        self.budget = c.budget
        self.granted = c.granted
        self.spent_ft = c.spent_ft
        self.odd_diagonals = c.odd_diagonals
        self.has_dragged = c.has_dragged
        self.is_disengaged = c.is_disengaged
        self.sequence = c.sequence
        self.sequence_made = c.sequence_made

    def begin(self, c: Combatant, deed: Deed, option: i64) -> None:
        """Nothing but the attacks of one action, and the movement that it allows."""
        c.budget = 0
        fastest = fastest_ft(c)
        c.granted = 1 if deed.moves > 0 else 0
        c.spent_ft = fastest - fastest // 10 * 5 if deed.moves == 1 else fastest - deed.moves if deed.moves > 2 else 0
        c.odd_diagonals = 0
        c.has_dragged = False
        c.is_disengaged = not deed.provokes
        c.sequence = option
        c.sequence_made = 0

    def give_back(self, c: Combatant) -> None:
        """Its own turn is as it was."""
        c.budget = self.budget
        c.granted = self.granted
        c.spent_ft = self.spent_ft
        c.odd_diagonals = self.odd_diagonals
        c.has_dragged = self.has_dragged
        c.is_disengaged = self.is_disengaged
        c.sequence = self.sequence
        c.sequence_made = self.sequence_made


def can_afford(c: Combatant, deed: Deed) -> bool:
    """Whether a legendary action may be taken: enough of them are left, and it is ready; a lair action only that."""
    if not is_ready(c, deed):
        return False
    if deed.cost == LAIR:
        return c.last_lair != deed.place or _has_one_lair(c)
    return deed.cost == LEGENDARY and deed.price <= c.legendary_left


def _has_one_lair(c: Combatant) -> bool:
    count: i64 = 0
    for deed in c.stat.deeds:
        if deed.cost == LAIR:
            count += 1
    return count == 1


def may_act(c: Combatant) -> bool:
    """Whether a creature is up and able, as legendary and lair actions ask."""
    return c.is_in and c.can_act and c.is_on_map and not c.is_waiting


def after_turn(f: Fight, whose: Combatant) -> None:
    """At the end of a turn every other creature with legendary actions left may take one."""
    if not f.setup.rules.legendary_actions:
        return
    for c in f.order:
        if not f.setup.legends & c.bit or c.index == whose.index or c.legendary_left <= 0 or not may_act(c):
            continue
        if c.is_surprised and f.setup.rules.surprise_stops_legends:
            f.spend_legendary(c, 0, "legendary.surprised")
            continue
        intent = f.intent
        f.deciders[c.index].legend(f, c.index, whose.index, intent)
        if intent.kind == USE_ACTION:
            take_outside(f, c, intent, LEGENDARY, "legendary")
        if f.ends():
            return


def lair_turn(f: Fight) -> None:
    """On initiative count 20 the lairs act."""
    if not f.setup.rules.lair_actions:
        return
    for c in f.order:
        if not f.setup.lairs & c.bit or not may_act(c):
            continue
        if c.is_surprised and f.setup.rules.surprise_stops_legends:
            continue
        intent = f.intent
        f.deciders[c.index].lair(f, c.index, intent)
        if intent.kind == USE_ACTION:
            take_outside(f, c, intent, LAIR, "lair")
        if f.ends():
            return


def take_outside(f: Fight, c: Combatant, intent: Intent, cost: i64, clause: str) -> bool:
    """Take a legendary or lair action; False when it is not to be had."""
    if intent.item < 0 or intent.item >= len(c.stat.deeds):
        return False
    deed = c.stat.deeds[intent.item]
    if deed.cost != cost or not can_afford(c, deed):
        return False
    option = intent.option
    place = intent.square
    c.acting = deed.place
    judged: i64 = LEGAL
    if has_effect_on_others(deed) or (deed.teleport_ft > 0 and len(deed.options) == 0):
        intent.option = -1
        judged = perform(f, c, intent)
    elif option < 0 or option not in deed.options:
        judged = -1
    elif deed.teleport_ft > 0 and place >= 0:
        judged = judge_landing(f, c, deed, place)
    c.acting = -1
    if judged != LEGAL:
        return False
    if cost == LEGENDARY:
        f.spend_legendary(c, deed.price, clause)
    else:
        f.remember_lair(c, deed.place, clause)
    if option in deed.options:
        act_out(f, c, deed, option, place)
    return True


def act_out(f: Fight, c: Combatant, deed: Deed, option: i64, place: i64) -> None:
    """Make the attacks of a legendary action, moving between them as far as it allows, or teleporting before."""
    if not has_effect_on_others(deed):
        f.spend_deed(c, deed.place)
        note_use(f, c, deed, 0, None, "")
        land(f, c, deed, place)
    turn = Turn(c)
    turn.begin(c, deed, option)
    intent = f.intent
    decider = f.deciders[c.index]
    asked: i64 = 0
    while asked < MOST_INTENTS and c.is_in and c.can_act and not f.ends():
        asked += 1
        decider.decide(f, c.index, intent)
        if intent.kind != MOVE and intent.kind != ATTACK_WITH and intent.kind != STAND:
            break
        if perform(f, c, intent) != LEGAL:
            break
    turn.give_back(c)
