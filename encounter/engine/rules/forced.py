"""Movement that is no walk: pushes and pulls, the dragged, teleports, the edge (rules.md 82, 95, 101; D-12, D-13)."""

from mypy_extensions import i64

from encounter.engine.board import DIRECTIONS, SQUARE_ORDER, STEP_X, STEP_Y
from encounter.engine.combatant import Combatant
from encounter.engine.fight import TELEPORTED, Fight
from encounter.engine.rules.falling import settle_falls
from encounter.engine.rules.footing import tread, treads
from encounter.engine.rules.legal import LEGAL, PATH_NONE, RANGE_OUT, SQUARE_OCCUPIED
from encounter.engine.rules.perception import reveal_in_plain_view
from encounter.engine.rules.saddle import apart_from_mount_ft, come_off, has_room, hold_on_to
from encounter.engine.sight import TOTAL
from encounter.engine.zones import HARMFUL


def neighbour(f: Fight, t: Combatant, d: i64) -> i64:
    """The square in direction d where `t` fits without cutting a corner, -1 if none; floor is not asked.

    Nobody is moved into a place that it would have to squeeze into, unless it squeezes already.
    """
    board = f.board
    square = t.square
    least = t.n if not t.squeezes else t.ground.n - 1
    if not (board.ways_of(least)[square] >> d) & 1:
        return -1
    to = square + board.deltas[d]
    if t.squeezes:
        there = t.n_at(to)
        if there < t.n or not (board.ways_of(t.n)[square] >> d) & 1 or not board.fits(there)[to]:
            return -1
    return to


def is_free(f: Fight, c: Combatant, square: i64) -> bool:
    """Whether a body fits where nobody else is, on its own level: no ground rises above its feet there."""
    if f.tall:
        return f.relief.grounds(c.n)[square] <= c.level and f.bodies_at(c, kept(f, c, square)) == 0
    width = f.board.width
    n = c.n_at(square)
    row: i64 = 0
    while row < n:
        column: i64 = 0
        while column < n:
            if f.occupied[square + row * width + column] & ~c.own:
                return False
            column += 1
        row += 1
    return True


def kept(f: Fight, c: Combatant, square: i64) -> i64:
    """The place over or on a square at the level at which a combatant is."""
    return square + c.level * f.board.size if f.tall else square


def has_floor(f: Fight, square: i64, n: i64) -> bool:
    """Whether any square under a footprint has a floor."""
    board = f.board
    row: i64 = 0
    while row < n:
        column: i64 = 0
        while column < n:
            if not board.floorless[square + row * board.width + column]:
                return True
            column += 1
        row += 1
    return False


def push_square(f: Fight, by: Combatant, t: Combatant) -> i64:
    """Where a 5-ft push away from `by` sends `t`, -1 when nowhere: along the line of centres, else the first free."""
    return _next_square(f, by, t, 1)


def _next_square(f: Fight, by: Combatant, t: Combatant, sign: i64) -> i64:
    board = f.board
    before = f.apart_ft(by, t)
    dx = 2 * board.xs[t.square] + t.n - 2 * board.xs[by.square] - by.n
    dy = 2 * board.ys[t.square] + t.n - 2 * board.ys[by.square] - by.n
    wide = dx if dx >= 0 else -dx
    high = dy if dy >= 0 else -dy
    step_x: i64 = 0
    step_y: i64 = 0
    if 2 * wide > high and dx != 0:
        step_x = sign if dx > 0 else -sign
    if 2 * high > wide and dy != 0:
        step_y = sign if dy > 0 else -sign
    d: i64 = 0
    while d < DIRECTIONS:
        if STEP_X[d] == step_x and STEP_Y[d] == step_y:
            to = neighbour(f, t, d)
            if to >= 0 and is_free(f, t, to) and sign * (f.apart_at_ft(t, kept(f, t, to), by) - before) > 0:
                return to
        d += 1
    at: i64 = 0
    while at < DIRECTIONS:
        to = neighbour(f, t, SQUARE_ORDER[at])
        if to >= 0 and is_free(f, t, to) and sign * (f.apart_at_ft(t, kept(f, t, to), by) - before) > 0:
            return to
        at += 1
    return -1


def push_away(f: Fight, by: Combatant, t: Combatant, feet: i64) -> i64:
    """Push `t` straight away, 5 ft at a time while there is room. Returns the feet moved; nothing is provoked."""
    return _shift(f, by, t, feet, 1)


def pull_near(f: Fight, by: Combatant, t: Combatant, feet: i64) -> i64:
    """Pull `t` straight towards `by`, 5 ft at a time until it is beside it. Returns the feet moved."""
    return _shift(f, by, t, feet, -1)


def _shift(f: Fight, by: Combatant, t: Combatant, feet: i64, sign: i64) -> i64:
    moved: i64 = 0
    if f.riding & t.bit and t.mount >= 0:
        moved = _drive_off(f, by, t, sign)
        if moved == 0:
            return 0
    start = t.square
    path: list[int] = []
    while moved + 5 <= feet:
        to = _next_square(f, by, t, sign)
        if to < 0:
            break
        place = kept(f, t, to)
        f.relocate(t, place)
        path.append(place)
        moved += 5
        if f.falling & t.bit or not has_floor(f, to, t.n):
            break
        if treads(f, t):
            f.note_move(t, path, 0, by.index, [])
            path = []
            tread(f, t)
            if t.is_dead or t.has_left:
                return moved
    if moved > 0:
        f.note_move(t, path, 0, by.index, [])
        after_displacement(f, t, start)
        if f.riding & t.bit:
            hold_on_to(f, t)
    return moved


def _drive_off(f: Fight, by: Combatant, t: Combatant, sign: i64) -> i64:
    """Push or pull a rider off its mount, onto the first square beside it that is farther off or nearer; feet moved."""
    m = f.combatants[t.mount]
    before = f.apart_ft(by, t)
    square: i64 = 0
    while square < f.board.size:
        if apart_from_mount_ft(f, t, m, square) == 5 and has_room(f, t, m, square):
            apart = f.board.distance_ft(square, t.stat.n, by.square, by.n)
            if sign * (apart - before) > 0:
                come_off(f, t, m, kept(f, t, square), "driven off", 0, "", False)
                return 5
        square += 1
    return 0


def after_displacement(f: Fight, t: Combatant, start: i64) -> None:
    """What follows a forced move from `start`: the edge, zones, broken grips, being seen."""
    if f.falling & t.bit:
        settle_falls(f)  # of somebody above the ground, floor or not
        if not t.is_on_map:
            return
    elif not has_floor(f, t.square, t.n):
        f.leave(t, "over the edge")
        return
    if f.zones.kinds & HARMFUL:
        from encounter.engine.rules.zones import enter_square  # a zone may push whoever enters it

        enter_square(f, t, start)
    f.end_broken_holds()
    if f.hidden:
        reveal_in_plain_view(f, t)


def drag_square(f: Fight, holder: Combatant, start: i64, to: i64, v: Combatant) -> i64:
    """Where the dragged creature goes when its holder steps from `start` to `to`, -1 when nowhere (D-12).

    It keeps its offset if that square is free, else takes the square left behind, else the nearest free one in reach.
    Where heights count, all of these are places, the nearest free one on the ground.
    """
    board = f.board
    size = board.size
    level = v.level + to // size - start // size
    from_square = start % size
    to_square = to % size
    x = board.xs[v.square] + board.xs[to_square] - board.xs[from_square]
    y = board.ys[v.square] + board.ys[to_square] - board.ys[from_square]
    if x >= 0 and y >= 0 and x < board.width and y < board.height:
        beside = y * board.width + x
        if f.tall and level >= f.relief.grounds(v.n)[beside]:
            beside += level * size
        if _may_lie(f, holder, to, v, beside):
            return f.raised(v, beside)
    if _may_lie(f, holder, to, v, start):
        return f.raised(v, start)
    best: i64 = -1
    least: i64 = 1000000
    reach: i64 = 5
    for effect in v.ongoing:
        if effect.source == holder.index and effect.hold_ft > reach:
            reach = effect.hold_ft
    square: i64 = 0
    while square < board.size:
        if f.apart_between_ft(holder, to, v, square) <= reach and _may_lie(f, holder, to, v, square):
            apart = f.apart_at_ft(v, square, v)
            if apart < least:
                least = apart
                best = f.raised(v, square)
        square += 1
    return best


def _is_walled_off(f: Fight, holder: Combatant, to: i64, v: Combatant, square: i64) -> bool:
    """Whether walls part the new square of the dragged from its holder's, or from where it was."""
    if f.sight.cover(to, holder.n, square, v.n, f.occupied, -1) == TOTAL:
        return True
    return square != v.square and f.sight.cover(v.square, v.n, square, v.n, f.occupied, -1) == TOTAL


def _may_lie(f: Fight, holder: Combatant, to: i64, v: Combatant, square: i64) -> bool:
    """Whether the dragged fits on a square, has floor there, and touches nobody once its holder stands on `to`."""
    board = f.board
    plan = square % board.size
    n = v.n_at(plan)
    if n < v.n or not board.fits(n)[plan] or not has_floor(f, plan, n):
        return False
    if f.apart_between_ft(holder, to, v, square) == 0:
        return False
    if board.has_edges and _is_walled_off(f, holder, to % board.size, v, square % board.size):
        return False
    if f.tall:
        return f.bodies_at(v, square) & ~holder.own == 0
    row: i64 = 0
    while row < n:
        column: i64 = 0
        while column < n:
            if f.occupied[square + row * board.width + column] & ~(v.own | holder.own):
                return False
            column += 1
        row += 1
    return True


def judge_teleport(f: Fight, c: Combatant, square: i64, range_ft: i64) -> i64:
    """Whether `c` can be teleported to a square: within range, with floor and room for all of it, and free."""
    n = c.n_at(square)
    if not f.board.fits(n)[square] or not has_floor(f, square, n):
        return PATH_NONE
    if f.apart_at_ft(c, square, c) > range_ft:
        return RANGE_OUT
    return LEGAL if is_free(f, c, square) else SQUARE_OCCUPIED


def teleport(f: Fight, c: Combatant, square: i64) -> None:
    """Be somewhere else, judged legal before: no square between is entered and nothing is provoked (rules.md 82)."""
    if f.riding & c.bit and c.mount >= 0:
        f.part(c)  # its mount stays behind
    start = c.square
    f.relocate(c, square)
    f.note_move(c, [square], 0, TELEPORTED, [])
    after_displacement(f, c, start)
    if c.is_on_map and treads(f, c):
        tread(f, c)
