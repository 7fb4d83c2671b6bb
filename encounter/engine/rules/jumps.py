"""Jumping (rules.md 139): how far and how high, over what, what it costs, and the landing.

A way that goes from one square to another that is no neighbour of it jumps there: in a straight line along a row, a
column or a diagonal. With 10 ft of movement just before it a creature jumps as many feet as its Strength score, else
half as far; up onto higher ground beside it, 3 ft and its Strength modifier, else half as high. Each foot costs a foot
of movement. A jump leads over nobody: bodies are too high for that. It starts on the ground and ends on floor, and
where the ground there is lower, with a fall. Where heights count, places stand for squares.
"""

from typing import Final

from mypy_extensions import i64

from encounter.engine.board import DIRECTIONS, FIRST_DIAGONAL, STEP_X, STEP_Y, square_name
from encounter.engine.combatant import Combatant, has_no_speed
from encounter.engine.effect import CRAWLS, DEX, TRAIT_RUNNING_LEAP, TRAIT_STANDING_LEAP, Ongoing
from encounter.engine.fight import Fight
from encounter.engine.ground import DIFFICULT, SWIMMING, SWUM
from encounter.engine.rules.pace import length_units, slips_away
from encounter.engine.rules.reaction import strike_at_leaver, strikers_near
from encounter.engine.rules.saves import check

NO_JUMP: Final = -1
RUN_UP_FT: Final = 10
LANDING_DC: Final = 10
JUMPED: Final = 1 << 24  # added to the units of a step of a walk that is a jump


def line_between(f: Fight, start: i64, to: i64) -> i64:
    """The way in the plan from one place to another: 8 times its squares and its direction; -1 when not straight."""
    board = f.board
    start = start % board.size
    to = to % board.size
    dx = board.xs[to] - board.xs[start]
    dy = board.ys[to] - board.ys[start]
    if dx == 0 and dy == 0:
        return -1
    if dx != 0 and dy != 0 and dx != dy and dx != -dy:
        return -1
    along = dx if dx != 0 else dy
    squares = along if along > 0 else -along
    d: i64 = 0
    while d < DIRECTIONS:
        if start + squares * board.deltas[d] == to:
            across: i64 = STEP_X[d]
            if squares * across == dx:
                return 8 * squares + d
        d += 1
    return -1


def farthest_ft(c: Combatant, run_ft: i64) -> i64:
    """How far it jumps after so many feet of movement."""
    return c.stat.long_jump_ft if run_ft >= RUN_UP_FT else c.stat.standing_jump_ft


def highest_ft(c: Combatant, run_ft: i64) -> i64:
    """How high it jumps after so many feet of movement."""
    return c.stat.high_jump_ft if run_ft >= RUN_UP_FT else c.stat.standing_high_ft


def jump_units(f: Fight, c: Combatant, start: i64, to: i64, run_ft: i64, odd: i64) -> i64:
    """Units that a jump from one place to another costs, NO_JUMP when it cannot be made."""
    size = f.board.size
    line = line_between(f, start, to)
    if line < 0 or c.flags & CRAWLS or c.ground.gait.water_bound:
        return NO_JUMP
    rise: i64 = 0
    if f.tall:
        if start // size != f.relief.grounds(c.n)[start % size]:
            return NO_JUMP
        rise = f.height_at(c, to) - start // size
    if rise > 0:
        return _units_up(f, c, start, line, rise, run_ft, odd)
    if line < 16 or not f.setup.rules.jumps_far or _lacks_floor(f, c, to % size):
        return NO_JUMP
    units: i64 = 0
    d = line & 7
    at = start
    squares = line >> 3
    while squares > 0:
        if not may_pass(f, c, at, d, at // size):
            return NO_JUMP
        at += f.board.deltas[d]
        squares -= 1
        if squares > 0 and f.bodies_at(c, at):
            return NO_JUMP
        units += length_units(f, d, odd)
        if d >= FIRST_DIAGONAL:
            odd = 1 - odd
    return units if 5 * units <= farthest_ft(c, run_ft) else NO_JUMP


def _units_up(f: Fight, c: Combatant, start: i64, line: i64, rise: i64, run_ft: i64, odd: i64) -> i64:
    """Units of a jump up onto the higher ground of a neighbouring square."""
    size = f.board.size
    d = line & 7
    if line >= 16 or not f.setup.rules.jumps_high or 5 * rise > highest_ft(c, run_ft):
        return NO_JUMP
    to = start % size + f.board.deltas[d]
    ground: i64 = f.relief.grounds(c.n)[to]
    if ground != start // size + rise or _lacks_floor(f, c, to) or not may_pass(f, c, start, d, start // size + rise):
        return NO_JUMP
    return length_units(f, d, odd) + rise


def may_pass(f: Fight, c: Combatant, at: i64, d: i64, level: i64) -> bool:
    """Whether a body can be moved one square in a direction at a level, over whatever is lower."""
    board = f.board
    square = at % board.size
    if not (board.ways_of(c.n)[square] >> d) & 1:
        return False
    if not f.tall:
        return True
    grounds = f.relief.grounds(c.n)
    if grounds[square + board.deltas[d]] > level:
        return False
    if d < FIRST_DIAGONAL:
        return True
    return grounds[square + STEP_X[d]] <= level and grounds[square + STEP_Y[d] * board.width] <= level


def _lacks_floor(f: Fight, c: Combatant, square: i64) -> bool:
    """Whether there is no floor under any square of a body, or no room for it."""
    if not f.board.fits(c.n)[square]:
        return True
    row: i64 = 0
    while row < c.n:
        column: i64 = 0
        while column < c.n:
            if f.board.floorless[square + row * f.board.width + column]:
                return True
            column += 1
        row += 1
    return False


def runs_on(f: Fight, c: Combatant, place: i64) -> bool:
    """Whether a step to a place counts as run-up: on foot where the edition wants that, anyhow else."""
    if not f.setup.rules.run_is_on_foot:
        return True
    square = place % f.board.size
    if f.tall and f.height_at(c, place) > f.relief.grounds(c.n)[square]:
        return False
    if c.ground.swims and c.ground.modes[square] == SWIMMING:
        return False
    bits: i64 = c.ground.costs[square]
    return bits & SWUM == 0


def fly_over(f: Fight, c: Combatant, to: i64, units: i64, entered: list[int]) -> i64:
    """Make a jump that was judged; the units not yet written, -1 where it was stopped in mid-jump.

    Enemies whose reach it leaves strike as at any step; before they do the squares passed are written, the rest comes
    to `entered`.
    """
    board = f.board
    start = f.place_of(c)
    line = line_between(f, start, to)
    d = line & 7
    left = line >> 3
    rises = f.tall and f.height_at(c, to) > start // board.size
    if f.journal is not None:
        f.note("jump", c, None, _told(f, c, to, 5 * units, rises))
    at = start
    while left > 0:
        following = to if rises else at + board.deltas[d]
        left -= 1
        if not slips_away(c) and strikers_near(f, c, following, 0):
            f.falling &= ~c.bit  # carried by its leap
            f.note_move(c, entered, 5 * len(entered), -1, [])
            units -= len(entered)
            entered.clear()
            strike_at_leaver(f, c, at, following, 0)
            if not c.is_in or has_no_speed(c) or f.place_of(c) != at:
                return -1
        f.relocate(c, following)
        entered.append(following)
        if d >= FIRST_DIAGONAL:
            c.odd_diagonals = 1 - c.odd_diagonals
        at = following
    return units


def _told(f: Fight, c: Combatant, to: i64, feet: i64, rises: bool) -> dict[str, object]:
    applied: list[object] = []
    if f.setup.rules.landings_trip and _is_difficult(f, c, to):
        applied.append({"clause": "jump.landing"})
    if c.flags & TRAIT_STANDING_LEAP:
        applied.append({"clause": "standing-leap"})
    if c.flags & TRAIT_RUNNING_LEAP and c.run_ft >= RUN_UP_FT and not rises:
        applied.append({"clause": "running-leap"})
    return {
        "square": square_name(f.board.width, to % f.board.size),
        "feet": feet,
        "run_ft": c.run_ft,
        "clause": "jump.high" if rises else "jump.long",
        "applied": applied,
    }


def come_down(f: Fight, c: Combatant) -> None:
    """Whoever was stopped in mid-jump falls, where heights count or there is no floor."""
    if not c.is_on_map or c.is_dead:
        return
    if f.tall:
        f.falling |= c.bit
    elif _lacks_floor(f, c, c.square):
        f.leave(c, "over the edge")


def lands_well(f: Fight, c: Combatant) -> bool:
    """The check of whoever lands on difficult ground, against DC 10 to stay on its feet; whether it does."""
    if not f.setup.rules.landings_trip or not _is_difficult(f, c, c.square):
        return True
    if check(f, c, DEX, "acrobatics", c.stat.acrobatics, LANDING_DC, "landing"):
        return True
    if not f.has_effect(c, f.setup.prone):
        f.impose(c, Ongoing(f.setup.prone, -1, 0))
    return False


def _is_difficult(f: Fight, c: Combatant, place: i64) -> bool:
    """Whether the ground of a place is difficult."""
    square = place % f.board.size
    bits: i64 = c.ground.costs[square]
    return bits & DIFFICULT != 0 or f.is_rough(square, c.n, c.powers)
