"""What keeps a combatant in the air, and how it comes down (rules.md 140, 141).

Losing its hold makes nobody fall by itself: `Fight.falling` marks those for whom it has to be asked, and
`settle_falls` asks, wherever an intent, a reaction or a turn has had its effect.
"""

from typing import Final

from mypy_extensions import i64

from encounter.engine.bits import first_of
from encounter.engine.board import WATER
from encounter.engine.combatant import Combatant
from encounter.engine.creature import DAMAGE_TYPES
from encounter.engine.effect import CRAWLS, DEX, HELD, INCAPACITATED, STR, Ongoing
from encounter.engine.fight import Fight
from encounter.engine.rules.damage import Dealt, take
from encounter.engine.rules.saddle import come_off, room_beside, settle_saddle
from encounter.engine.rules.saves import check

BLUDGEONING: Final = DAMAGE_TYPES.index("bludgeoning")
FEET_A_DIE: Final = 10
MOST_DICE: Final = 20
WATER_DC: Final = 15

# What holds somebody up, or the number of the clause that brings it down.
UPHELD: Final = 0
UNSUPPORTED: Final = 1  # nothing is there to hold it
PRONE: Final = 2
STOPPED: Final = 3
INCAPABLE: Final = 4
WHY_FALLS: Final = ("", "", "fly.prone", "fly.speed-zero", "fly.incapacitated")


def settle_falls(f: Fight) -> None:
    """Let everybody fall whom nothing holds up any more."""
    while f.falling:
        c = f.combatants[first_of(f.falling)]
        f.falling &= ~c.bit
        if f.shaken & c.bit:
            settle_saddle(f, c)
        if c.is_on_map and not c.is_dead:
            why = why_it_falls(f, c)
            if why != UPHELD:
                fall(f, c, why)


def why_it_falls(f: Fight, c: Combatant) -> i64:
    """The clause that brings a combatant down from where it is; UPHELD when it stays.

    It stays on the ground, on its wings, on a wall that it climbs, or in the grip of somebody who stays up.
    """
    if c.level <= f.relief.grounds(c.n)[c.square] or clings(f, c, c.square, c.level):
        return UPHELD
    if f.riding & c.bit and c.mount >= 0:
        return UPHELD  # by its mount, with which it falls
    why: i64 = UNSUPPORTED
    if c.stat.fly_ft > 0:
        why = why_wings_fail(f, c)
        if why == UPHELD:
            return UPHELD
    for effect in c.ongoing:
        if effect.source >= 0 and effect.row.flags & HELD:
            holder = f.combatants[effect.source]
            if holder.level <= f.relief.grounds(holder.n)[holder.square]:
                continue  # who stands below does not hold it up
            if (holder.stat.fly_ft > 0 and why_wings_fail(f, holder) == UPHELD) or (
                clings(f, holder, holder.square, holder.level)
            ):
                return UPHELD
    return why


def why_wings_fail(f: Fight, c: Combatant) -> i64:
    """The clause under which a creature with a fly speed falls, UPHELD when it can stay in the air."""
    rules = f.setup.rules
    if c.stat.hovers:
        return UPHELD
    if c.flags & INCAPACITATED and rules.incapacitated_fall:
        return INCAPABLE
    if c.flags & CRAWLS and rules.prone_fall:
        return PRONE
    if c.fly_ft <= 0 and rules.stopped_fall:
        return STOPPED
    return UPHELD


def clings(f: Fight, c: Combatant, square: i64, level: i64) -> bool:
    """Whether a creature at a place beside higher ground has that to hold on to, as whoever climbs does."""
    if not f.relief.has_hills or c.flags & (CRAWLS | INCAPACITATED):
        return False
    board = f.board
    grounds = f.relief.grounds(c.n)
    x = board.xs[square]
    y = board.ys[square]
    if x > 0 and grounds[square - 1] > level:
        return True
    if x + c.n < board.width and grounds[square + 1] > level:
        return True
    if y > 0 and grounds[square - board.width] > level:
        return True
    return y + c.n < board.height and grounds[square + board.width] > level


def fall(f: Fight, c: Combatant, why: i64) -> None:
    """Fall to the ground, then take 1d6 for each 10 ft, at most 20d6, and lie prone if that hurts.

    Where somebody stands below, the body comes to lie on the nearest free square that is no higher. Over no floor there
    is no bottom: it is out of the fight.
    """
    square = landing(f, c)
    feet: i64 = 5 * (c.level - f.relief.grounds(c.n)[square])
    if _is_bottomless(f, c, square):
        f.land(c, square, feet, WHY_FALLS[why], [])
        f.leave(c, "over the edge")
        return
    held: i64 = 0
    if f.holds > 0:
        for o in f.combatants:
            if o.is_on_map and f.is_held_by(o, c):
                held |= o.bit
    dealt = Dealt()
    dice = feet // FEET_A_DIE if f.setup.rules.falls_hurt else 0
    if dice > 0:
        amount = f.dice.total(dice if dice < MOST_DICE else MOST_DICE, 6)
        dealt.add(c, BLUDGEONING, amount // 2 if _dives(f, c, square) else amount)
    lies = dealt.total > 0 and f.setup.rules.falls_prone and not f.has_effect(c, f.setup.prone)
    rider = f.combatants[c.rider] if f.riding & c.bit and c.rider >= 0 else None
    f.land(c, square, feet, WHY_FALLS[why], _applied(dice > 0, lies))
    f.falling |= held
    if dice > 0:
        take(f, c, dealt, None, "fall", False, False)
    if lies and not c.is_dead and not f.has_effect(c, f.setup.prone):
        f.impose(c, Ongoing(f.setup.prone, -1, 0))
    if rider is not None and dice > 0:
        _share_fall(f, rider, dice if dice < MOST_DICE else MOST_DICE)
    f.end_broken_holds()


def _share_fall(f: Fight, c: Combatant, dice: i64) -> None:
    """Whoever rides what falls is hurt by the fall as well, and then lies beside it."""
    dealt = Dealt()
    dealt.add(c, BLUDGEONING, f.dice.total(dice, 6))
    if c.mount >= 0 and dealt.total > 0 and f.setup.rules.falls_prone:
        m = f.combatants[c.mount]
        come_off(f, c, m, room_beside(f, c, m), "falls", 0, "", False)
    take(f, c, dealt, None, "fall", False, False)
    if dealt.total > 0 and f.setup.rules.falls_prone and not c.is_dead and not f.has_effect(c, f.setup.prone):
        f.impose(c, Ongoing(f.setup.prone, -1, 0))


def _applied(hurts: bool, lies: bool) -> list[object]:
    """The clauses that a fall ends with, as the event tells them."""
    applied: list[object] = []
    if hurts:
        applied.append({"clause": "fall.damage"})
    if lies:
        applied.append({"clause": "fall.prone"})
    return applied


def _dives(f: Fight, c: Combatant, square: i64) -> bool:
    """Whether it falls into water and a reaction and a check, Athletics or Acrobatics, halve what that does (5.2)."""
    if f.board.terrain[square] != WATER or not f.setup.rules.water_breaks_falls or not c.has_reaction or not c.can_act:
        return False
    c.has_reaction = False
    f.note("action", c, None, {"action": "dive", "cost": "reaction", "ally": None, "clause": "fall.water"})
    if c.stat.acrobatics > c.stat.athletics:
        return check(f, c, DEX, "acrobatics", c.stat.acrobatics, WATER_DC, "fall")
    return check(f, c, STR, "athletics", c.stat.athletics, WATER_DC, "fall")


def _is_bottomless(f: Fight, c: Combatant, square: i64) -> bool:
    """Whether there is no floor under any square of a body."""
    row: i64 = 0
    while row < c.n:
        column: i64 = 0
        while column < c.n:
            if not f.board.floorless[square + row * f.board.width + column]:
                return False
            column += 1
        row += 1
    return True


def landing(f: Fight, c: Combatant) -> i64:
    """The square that a falling body comes to lie on: the one below it, or the nearest free one that is no higher."""
    board = f.board
    if f.bodies_at(c, c.square) == 0:
        return c.square
    fits = board.fits(c.n)
    grounds = f.relief.grounds(c.n)
    best: i64 = c.square
    least: i64 = 1 << 30
    square: i64 = 0
    while square < board.size:
        if fits[square] and not board.floorless[square] and grounds[square] <= c.level:
            offset = _steps_between(f, square, c.square)
            if offset < least and f.bodies_at(c, square) == 0:
                best = square
                least = offset
        square += 1
    return best


def _steps_between(f: Fight, a: i64, b: i64) -> i64:
    """Squares from one to the other, the longer of the two ways along the axes."""
    across = f.board.xs[a] - f.board.xs[b]
    down = f.board.ys[a] - f.board.ys[b]
    across = across if across >= 0 else -across
    down = down if down >= 0 else -down
    return across if across > down else down
