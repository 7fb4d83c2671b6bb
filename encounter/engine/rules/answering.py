"""Reactions that attack or affect whoever triggered them, taken once its intent has been carried out."""

from mypy_extensions import i64

from encounter.engine.combatant import Combatant
from encounter.engine.fight import Fight
from encounter.engine.rules.actions import carry_out, has_effect_on_others, is_ready, judge_target
from encounter.engine.rules.answers import may_answer, react_with
from encounter.engine.rules.attack import MAIN, resolve_attack
from encounter.engine.rules.legal import LEGAL, judge_attack
from encounter.engine.tables import OF_SELF, Deed


def answer_pending(f: Fight) -> None:
    """Let everybody react that was given cause to, in the order in which it was given."""
    while len(f.pending) > 0:
        waiting = f.take_pending()
        o = f.combatants[waiting.who]
        other = f.combatants[waiting.other]
        deed = o.stat.deeds[waiting.deed]
        if not is_ready(o, deed) or not may_answer(f, o, other) or other.is_dead or not other.is_on_map:
            continue
        if not _can(f, o, other, deed):
            continue
        if f.deciders[o.index].responds(f, o.index, deed.place, other.index, waiting.stake):
            _answer(f, o, other, deed)


def _can(f: Fight, o: Combatant, other: Combatant, deed: Deed) -> bool:
    """Whether the reaction can do anything: an attack that reaches whoever triggered it, or an effect on it or on
    the reacting creature itself."""
    if len(deed.options) > 0:
        return _use_for(f, o, other, deed, 0) >= 0
    if deed.shape >= 0 or not has_effect_on_others(deed):
        return False
    return deed.of == OF_SELF or judge_target(f, o, other, deed) == LEGAL


def _use_for(f: Fight, o: Combatant, other: Combatant, deed: Deed, at: i64) -> i64:
    """The use (place in Stat.uses) with which an attack of the reaction can be made; -1 for none."""
    sequence = o.stat.sequences[deed.options[0]]
    place: i64 = 0
    for use in o.stat.uses:
        if use.weapon_index == sequence.weapons[at] and judge_attack(f, o, other, use, f.facts) == LEGAL:
            return place
        place += 1
    return -1


def _answer(f: Fight, o: Combatant, other: Combatant, deed: Deed) -> None:
    react_with(f, o, deed, other)
    if has_effect_on_others(deed):
        carry_out(f, o, deed, o.bit if deed.of == OF_SELF else other.bit, None)
    if len(deed.options) == 0:
        return
    at: i64 = 0
    while at < o.stat.sequences[deed.options[0]].length and not other.is_dead and other.is_on_map and o.can_act:
        place = _use_for(f, o, other, deed, at)
        if place >= 0:
            judge_attack(f, o, other, o.stat.uses[place], f.facts)
            resolve_attack(f, o, other, o.stat.uses[place], MAIN)
        at += 1
