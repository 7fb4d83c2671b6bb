"""Whom to attack first, where a combatant's `targets` say so."""

from mypy_extensions import i64

from encounter.engine.combatant import Combatant
from encounter.engine.fight import Fight
from encounter.engine.tables import ANY_TARGET, NAMED, NEAREST, STRONGEST, WEAKEST


def rank_of(f: Fight, c: Combatant, t: Combatant) -> i64:
    """The smaller, the sooner: distance, HP, menace or the place in the list of names; 0 where nothing is said."""
    targets = c.start.targets
    if targets == ANY_TARGET:
        return 0
    if targets == NEAREST:
        return f.apart_ft(c, t)
    if targets == WEAKEST:
        return t.hp + t.temp_hp
    if targets == STRONGEST:
        return 1_000_000 - t.stat.menace
    if targets == NAMED:
        return c.start.target_order[t.index]
    return 0
