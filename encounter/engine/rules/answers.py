"""Reactions of a stat block: Parry, halving a blow, hitting back, standing up for an ally.

What changes a roll or its damage happens on the spot; what attacks or affects the other creature waits in
Fight.pending until the intent that triggered it has been carried out (`answer_pending`).
"""

from mypy_extensions import i64

from encounter.engine.combatant import Combatant
from encounter.engine.d20 import CRITICAL, FAILURE, MAJOR
from encounter.engine.facts import Facts
from encounter.engine.fight import Fight, Pending
from encounter.engine.rules.actions import carry_out, is_ready, note_use
from encounter.engine.rules.damage import Dealt
from encounter.engine.rules.perception import sees
from encounter.engine.tables import (
    A_REACTION,
    WHEN_ALLY_HIT,
    WHEN_DAMAGED,
    WHEN_HIT,
    WHEN_HIT_IN_MELEE,
    WHEN_MISSED_IN_MELEE,
    Deed,
    Use,
)


def may_answer(f: Fight, o: Combatant, other: Combatant) -> bool:
    """Whether a creature can react to another one: it has its reaction, can act, and sees it."""
    if not o.has_reaction or not o.can_act or not o.is_in or not o.is_on_map or o.index == other.index:
        return False
    if o.is_surprised and f.setup.rules.surprise_costs_turn:
        return False
    return sees(f, o, other)


def _answers(deed: Deed, use: Use) -> bool:
    """Whether a reaction to being hit answers a hit with this use."""
    return deed.trigger == WHEN_HIT or (deed.trigger == WHEN_HIT_IN_MELEE and use.is_melee)


def parry(f: Fight, a: Combatant, t: Combatant, use: Use, facts: Facts) -> None:
    """Raise the AC against a hit in f.roll by a reaction of the target or of an ally beside it, where that makes it a
    miss; a critical hit is none."""
    roll = f.roll
    if roll.degree >= CRITICAL or roll.degree == MAJOR or not f.setup.rules.parries:
        return
    for o in f.combatants:
        if o.index != t.index and not f.setup.allies[t.index] & o.bit:
            continue
        if o.stat.reactions == 0 or not may_answer(f, o, a):
            continue
        for deed in o.stat.deeds:
            if deed.ac_bonus <= 0 or not is_ready(o, deed) or roll.total >= facts.target_number + deed.ac_bonus:
                continue
            if not _guards(f, o, t, use, deed):
                continue
            if f.deciders[o.index].responds(f, o.index, deed.place, a.index, use.mean):
                react_with(f, o, deed, a)
                if len(deed.gives) > 0:
                    carry_out(f, o, deed, o.bit, None)
                facts.target_number += deed.ac_bonus
                roll.target = facts.target_number
                roll.degree = FAILURE
                return


def _guards(f: Fight, o: Combatant, t: Combatant, use: Use, deed: Deed) -> bool:
    """Whether a reaction of `o` protects `t` against a hit: its own skin, or an ally within the action's range."""
    if o.index == t.index:
        return _answers(deed, use)
    return deed.trigger == WHEN_ALLY_HIT and o.is_on_map and f.apart_ft(o, t) <= deed.range_ft


def soften(f: Fight, a: Combatant, t: Combatant, use: Use, dealt: Dealt) -> None:
    """Halve the damage of a hit by a reaction of its target."""
    if dealt.total <= 0 or t.stat.reactions == 0 or not f.setup.rules.reactions_halve or not may_answer(f, t, a):
        return
    for deed in t.stat.deeds:
        if deed.halves and is_ready(t, deed) and (_answers(deed, use) or deed.trigger == WHEN_DAMAGED):
            if f.deciders[t.index].responds(f, t.index, deed.place, a.index, 1000 * dealt.total):
                react_with(f, t, deed, a)
                dealt.halve()
                return


def look_for_answers(f: Fight, a: Combatant, t: Combatant, use: Use, is_hit: bool, damage: i64) -> None:
    """Note the reactions that attack or affect the attacker: after a hit, after damage, after a miss in melee."""
    if t.stat.reactions == 0:
        return
    for deed in t.stat.deeds:
        if deed.cost != A_REACTION or deed.ac_bonus > 0 or deed.halves:
            continue
        fits = is_hit and (_answers(deed, use) or (deed.trigger == WHEN_DAMAGED and damage > 0))
        if not is_hit and use.is_melee and deed.trigger == WHEN_MISSED_IN_MELEE:
            fits = True
        if fits:
            f.await_answer(Pending(t.index, a.index, deed.place, 1000 * damage))


def react_with(f: Fight, o: Combatant, deed: Deed, other: Combatant) -> None:
    """Spend the reaction on an action of the stat block."""
    o.has_reaction = False
    f.spend_deed(o, deed.place)
    clause = "parry" if deed.ac_bonus > 0 else "reaction.halves" if deed.halves else ""
    clause = "reaction.redirects" if deed.redirects else clause
    note_use(f, o, deed, other.bit, None, clause)
