"""Hands: what a weapon needs of them, and drawing it (rules.md 36, 67, 70).

Whoever has nothing written under `hands` has at hand whatever it fights with. Of the others it is known what they
hold; another weapon has to be drawn, and what it leaves no hand for is let go, which costs nothing.
"""

from mypy_extensions import i64

from encounter.engine.bits import bit_count, bit_of
from encounter.engine.combatant import Combatant
from encounter.engine.fight import Fight
from encounter.engine.tables import LANCE, MELEE_WEAPON, Use


def lacks_hands(f: Fight, a: Combatant, use: Use) -> bool:
    """Whether two hands are needed and not there, or the weapon is not in hand and cannot be drawn now."""
    if use.two_hands and 2 - use.hands_blocked - held_creatures(f, a) < (1 if is_couched(a, use) else 2):
        return True
    if not use.must_draw or (a.drawn >> use.weapon_index) & 1:
        return False
    if f.whose_turn >= 0 and f.whose_turn != a.index:
        return True  # the free interaction is one's own turn's
    return a.has_drawn and not f.setup.rules.draws_with_attack


def is_couched(a: Combatant, use: Use) -> bool:
    """Whether it is a lance in a rider's hand: mounted, one hand holds it (74)."""
    return a.mount >= 0 and use.flags & LANCE != 0


def held_creatures(f: Fight, a: Combatant) -> i64:
    """How many creatures it grapples, one a hand."""
    held: i64 = 0
    if f.holds > 0:
        for o in f.combatants:
            if f.is_held_by(o, a):
                held += 1
    return held


def wield(a: Combatant, use: Use) -> None:
    """An attack has been made: its weapon was drawn for it if it was not in hand, and a thrown one is gone from it."""
    bit = bit_of(use.weapon_index)
    if not a.drawn & bit:
        a.has_drawn = True
        others = 0 if use.two_hands else a.drawn & ~a.stat.two_handed
        if bit_count(others) >= a.stat.weapon_hands:
            others = 0
        a.drawn = others | bit
    if not use.is_melee and use.flags & MELEE_WEAPON and not a.stat.pairs & bit:
        a.drawn &= ~bit
