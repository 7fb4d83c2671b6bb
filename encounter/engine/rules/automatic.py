"""Traits that act by themselves: stenches, burning auras, bursts at death, hides that hurt whoever touches them.

Each is an action of the stat block that nobody takes: `moment` says when it happens, and no reaction is spent. A fight
without any pays one test where each could be (`Setup.automatic`, `Setup.touching`, `Fight.bursting`).
"""

from typing import Final

from mypy_extensions import i64

from encounter.engine.bits import bit_of
from encounter.engine.combatant import Combatant
from encounter.engine.fight import Fight
from encounter.engine.rules.actions import carry_out, eligible, is_beyond, is_ready, note_use
from encounter.engine.rules.swallowing import spit_all
from encounter.engine.sight import TOTAL
from encounter.engine.tables import (
    A_REACTION,
    A_TRAIT,
    AT_DEATH,
    AT_HIT,
    AT_OWN_END,
    AT_OWN_START,
    AT_TOUCH,
    NEAR_AT_END,
    NEAR_AT_START,
    OF_GRAPPLERS,
    OF_GRAPPLING,
    OF_SELF,
    Deed,
)

# The clause by which each moment works, in the order of creature.MOMENTS.
MOMENT_CLAUSES: Final = (
    "trait.turn-near",
    "trait.turn-near",
    "trait.own-turn",
    "trait.own-turn",
    "trait.dies",
    "trait.touched",
    "trait.touched",
)
TOUCH_FT: Final = 5


def at_turn(f: Fight, c: Combatant, starts: bool) -> None:
    """The start, or the end, of a turn of `c`: what others' traits do to it, and its own to those about it."""
    near: i64 = NEAR_AT_START if starts else NEAR_AT_END
    own: i64 = AT_OWN_START if starts else AT_OWN_END
    for o in f.combatants:
        if o.stat.automatic == 0 or o.is_dead or not o.is_on_map:
            continue
        for deed in o.stat.deeds:
            if c.is_dead or not c.is_on_map:
                return
            if (deed.cost != A_TRAIT and deed.cost != A_REACTION) or not (o.stat.automatic >> deed.moment) & 1:
                continue
            if o.index == c.index and deed.moment == own:
                act(f, o, deed, reached(f, o, deed))
            elif o.index != c.index and deed.moment == near and is_reached(f, o, c, deed.range_ft):
                act(f, o, deed, c.bit)


def is_reached(f: Fight, o: Combatant, t: Combatant, within_ft: i64) -> bool:
    """Whether a trait of `o` reaches so far as `t`, with no total cover between."""
    return t.is_on_map and f.apart_ft(o, t) <= within_ft and f.cover(o, t) != TOTAL


def reached(f: Fight, o: Combatant, deed: Deed) -> i64:
    """Mask of those whom a trait reaches that bears on everybody about its owner, or on whoever it names."""
    if deed.of == OF_SELF or deed.of == OF_GRAPPLERS or deed.of == OF_GRAPPLING:
        return eligible(f, o, deed)
    mask: i64 = 0
    for t in f.combatants:
        if t.index != o.index and not t.is_dead and is_reached(f, o, t, deed.size_ft):
            mask |= t.bit
    return mask


def act(f: Fight, o: Combatant, deed: Deed, mask: i64) -> None:
    """Let a trait do to those of the mask whom it is for what it does; nothing is told where there are none."""
    if (deed.needs_wits and not o.can_act) or not is_ready(o, deed):
        return
    if deed.cost == A_REACTION and (not o.has_reaction or not o.can_act or not o.is_in):
        return
    mask &= eligible(f, o, deed)
    for t in f.combatants:
        if mask & t.bit and (t.is_dead or is_beyond(f, o, t, deed)):
            mask &= ~t.bit
    if mask == 0:
        return
    f.spend_deed(o, deed.place)
    if deed.cost == A_REACTION:
        o.has_reaction = False
    note_use(f, o, deed, mask, None, MOMENT_CLAUSES[deed.moment])
    carry_out(f, o, deed, mask, None)


def burst(f: Fight) -> None:
    """Everybody who has just died with something that happens then: it happens, and perhaps kills the next one."""
    while f.bursting:
        for o in f.combatants:
            if f.bursting & o.bit:
                f.has_burst(o)
                if f.swallowed:
                    spit_all(f, o)
                for deed in o.stat.deeds:
                    if deed.cost == A_TRAIT and deed.moment == AT_DEATH:
                        act(f, o, deed, reached(f, o, deed))


def touch(f: Fight, a: Combatant, t: Combatant, is_hit: bool) -> None:
    """`a` has hit `t` in melee (`is_hit`), or has laid hands on it: what the skin of `t` does to it."""
    if a.is_dead:
        return
    is_near = f.apart_ft(a, t) <= TOUCH_FT
    for deed in t.stat.deeds:
        if deed.cost == A_TRAIT and (t.stat.automatic >> deed.moment) & 1:
            if (deed.moment == AT_TOUCH and is_near) or (deed.moment == AT_HIT and is_hit):
                act(f, t, deed, a.bit)


def touches(automatic: i64) -> bool:
    """Whether the moments of a stat block, as bits, hold one that `touch` looks for."""
    return automatic & (bit_of(AT_TOUCH) | bit_of(AT_HIT)) != 0
