"""Inspiration (rules.md 14): advantage that is declared before the roll, or one die of a failed roll rolled again."""

from mypy_extensions import i64

from encounter.engine.combatant import Combatant
from encounter.engine.effect import TRAIT_ELUSIVE
from encounter.engine.facts import Facts
from encounter.engine.fight import Fight
from encounter.engine.rules.reasons import combine


def declare_inspiration(f: Fight, c: Combatant, t: Combatant | None, kind: i64, facts: Facts) -> None:
    """Spend inspiration on a roll that is derived and not yet made, where that betters it and its owner wants to."""
    bit = f.setup.core.inspiration
    if bit == 0 or facts.automatic != 0:
        return
    if t is not None and t.flags & TRAIT_ELUSIVE and t.can_act:
        return  # no attack on it has advantage
    before = facts.net
    facts.advantage |= bit
    combine(f, facts)
    if facts.net > before and f.deciders[c.index].spends_inspiration(f, c.index, kind):
        f.spend_inspiration(c)
        return
    facts.advantage &= ~bit
    combine(f, facts)
