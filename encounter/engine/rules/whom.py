"""Whom an attack, a rider or an action is for: some types of creature alone, or those in some state (`only:`)."""

from mypy_extensions import i64

from encounter.engine.combatant import Combatant
from encounter.engine.effect import INCAPACITATED
from encounter.engine.fight import Fight
from encounter.engine.tables import Whom


def fits(f: Fight, c: Combatant, t: Combatant, whom: Whom) -> bool:
    """Whether `t` is of those that something of `c` is for: none of the types it spares, and one of its terms.

    Without any term but spared types everybody else fits.
    """
    types: i64 = t.stat.types
    if types & whom.spared:
        return False
    if types & whom.types or (whom.hurt and t.hp < t.max_hp) or (whom.first_round and f.round <= 1):
        return True
    if whom.is_anybody:
        return True
    at: i64 = 0
    for row in whom.rows:
        mine = whom.mine[at]
        at += 1
        if row.flags == INCAPACITATED and t.flags & INCAPACITATED and not mine:
            return True  # other conditions include it
        for effect in t.ongoing:
            if effect.row.index == row.index and (not mine or effect.source == c.index):
                return True
    return False
