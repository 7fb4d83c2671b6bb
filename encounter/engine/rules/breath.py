"""Breath: who cannot breathe where it is, how long it holds out, and what comes then (SRD: Suffocating).

Whoever is wholly under water breathes there by a trait alone; whoever breathes water alone, in water alone. A breath
held lasts 1 + CON minutes, of ten rounds, at least half a minute, and longer than a fight where Hold Breath says so.
Fights without water and without such creatures pay one test a turn (`Setup.has_breath`).
"""

from typing import Final

from mypy_extensions import i64

from encounter.engine.board import WATER
from encounter.engine.combatant import Combatant
from encounter.engine.effect import (
    CON,
    TRAIT_AMPHIBIOUS,
    TRAIT_BREATHES_WATER,
    TRAIT_HOLDS_BREATH,
    TRAIT_NEEDS_NO_AIR,
    Ongoing,
)
from encounter.engine.fight import Fight
from encounter.engine.rules.damage import drop

AIR_CLAUSES: Final = (
    (TRAIT_NEEDS_NO_AIR, "no-air"),
    (TRAIT_AMPHIBIOUS, "amphibious"),
    (TRAIT_BREATHES_WATER, "water-breathing"),
    (TRAIT_HOLDS_BREATH, "hold-breath"),
)


def is_in_water(f: Fight, c: Combatant) -> bool:
    """Whether any of its space is water, under it or at its surface."""
    if c.is_immersed:
        return True
    n = c.n
    row: i64 = 0
    while row < n:
        column: i64 = 0
        while column < n:
            if f.board.terrain[c.square + row * f.board.width + column] == WATER:
                return True
            column += 1
        row += 1
    return False


def spared_by(c: Combatant) -> str:
    """The clause by which somebody breathes where most suffocate, or need not; empty where none is called for."""
    if c.is_immersed:
        for flag, clause in AIR_CLAUSES:
            if c.flags & flag:
                return clause
    return ""


def is_choking(f: Fight, c: Combatant) -> bool:
    """Whether somebody holds its breath where it is."""
    if c.flags & (TRAIT_NEEDS_NO_AIR | TRAIT_AMPHIBIOUS | TRAIT_HOLDS_BREATH):
        return False
    if c.flags & TRAIT_BREATHES_WATER:
        return not is_in_water(f, c)
    return c.is_immersed


def breathe(f: Fight, c: Combatant) -> None:
    """The end of a turn: a round of breath is gone, or it suffocates, or it breathes again."""
    if not c.is_on_map or c.is_dead:
        return
    if not is_choking(f, c):
        _breathe_again(f, c)
        return
    if c.breath > 0:
        f.hold_breath(c, c.breath - 1)
        if c.breath == 0:
            f.note("breath", None, c, {"change": "out", "clause": "suffocation"})
        return
    if not f.setup.rules.suffocates:
        return
    f.hold_breath(c, c.breath - 1)
    if f.setup.rules.suffocation_exhausts:
        if f.impose(c, Ongoing(f.setup.exhaustion, -1, 1)):
            f.choke(c, c.choked + 1)


def _breathe_again(f: Fight, c: Combatant) -> None:
    if c.breath < c.stat.breath:
        f.hold_breath(c, c.stat.breath)
    elif not c.has_told_breath:
        clause = spared_by(c)
        if clause != "":
            f.tell_breath(c, clause)
    if c.choked > 0:
        f.recover_breath(c)


def suffocate(f: Fight, c: Combatant) -> None:
    """The start of a turn, 5.1: whoever has been out of breath for CON rounds, at least one, drops to 0 hit points."""
    if f.setup.rules.suffocation_exhausts or c.breath >= 0 or not c.is_in or not is_choking(f, c):
        return
    rounds = c.stat.modifiers[CON]
    if -c.breath >= (rounds if rounds > 1 else 1):
        f.note("breath", None, c, {"change": "suffocates", "clause": "suffocation"})
        f.set_hp(c, 0)
        drop(f, c, 0, False)
