"""Areas of effect as creatures lay them (rules.md 165): aimed at a square, or wherever they would catch most.

What a laid area covers is the business of `encounter.engine.templates`, whose names can be had from here.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from encounter.engine.bits import bit_count
from encounter.engine.combatant import Combatant
from encounter.engine.fight import Fight
from encounter.engine.templates import (
    AREA_CLAUSES,
    AREA_COVER,
    CONE,
    CUBE,
    CYLINDER,
    EMANATION,
    LINE,
    SHAPE_NAMES,
    SPHERE,
    Placement,
    Template,
    bodies_in,
    caught,
    cover_of,
    told,
)

__all__ = [
    "AREA_CLAUSES",
    "AREA_COVER",
    "CONE",
    "CUBE",
    "CYLINDER",
    "EMANATION",
    "LINE",
    "SHAPE_NAMES",
    "SPHERE",
    "Placement",
    "Template",
    "candidates",
    "caught",
    "cover_of",
    "place_at",
    "told",
]

# The eight ways a cone or a line may be sent without aiming at anybody; the even ones run along the grid.
COMPASS_X: Final = (0, 1, 1, 1, 0, -1, -1, -1)
COMPASS_Y: Final = (-1, -1, 0, 1, 1, 1, 0, -1)

MOST_CANDIDATES: Final = 16  # placements that `candidates` answers with at most
MOST_JUDGED: Final = 48  # and those it looks at among the walls to find them
MOST_AIMED_AT: Final = 12  # of the creatures aimed at, the nearest so many are paired
_PLACES: Final = 1 << 20  # a draft's place in its list, below its rank in one number


def place_at(f: Fight, a: Combatant, template: Template, square: i64, range_ft: i64) -> Placement:
    """The area as `a` makes it, aimed at a square; without squares where it cannot be.

    A cone or a line starts on the edge of its space and points at the middle of the square. A cube of range 0 has a
    face against its space and holds the square. What has a point of origin at a distance lies about the corner of the
    square that catches most enemies and fewest others (a cube of an odd number of squares: about its middle); it must
    be within `range_ft` and in a straight line. An emanation is about `a` wherever it aims.
    """
    drafts: list[Placement] = []
    kind = template.kind
    column = f.board.xs[square]
    row = f.board.ys[square]
    if kind == EMANATION:
        drafts.append(_emanation(f, a, template))
    elif kind == CONE or kind == LINE:
        _aim(drafts, f, a, template, 2 * column + 1, 2 * row + 1, _middle_over(f, square))
    elif kind == CUBE and range_ft == 0:
        for draft in _against(f, a, template):
            if draft.covers(column, row):
                drafts.append(draft)
    else:
        for k in range(4):
            x, y = 2 * (column + (k & 1)), 2 * (row + (k >> 1))
            if _has_middle(template):
                x, y = 2 * column + 1, 2 * row + 1
            if _apart_ft(f, a, x, y, _feet_over(f, square)) <= range_ft:
                drafts.append(_about(f, a, template, x, y, _feet_over(f, square)))
    found = _best(f, a, drafts, f.setup.enemies[a.index], 1, False)
    if len(found) > 0:
        return found[0]
    nowhere = Placement(f, template, a.index, 2 * column + 1, 2 * row + 1, False)
    nowhere.is_possible = False
    return nowhere


def candidates(f: Fight, a: Combatant, template: Template, range_ft: i64, wanted: i64) -> list[Placement]:
    """The placements worth considering for `a`, best first, at most MOST_CANDIDATES.

    `wanted` is the mask of those it would catch: enemies for harm, allies for a boon. Each placement catches one of
    them at least and no two the same combatants; those that catch most of them and fewest others stand first.
    """
    drafts: list[Placement] = []
    kind = template.kind
    wanted &= f.present
    if kind == EMANATION:
        drafts.append(_emanation(f, a, template))
    elif kind == CONE or kind == LINE:
        _send(drafts, f, a, template, wanted)
    elif kind == CUBE and range_ft == 0:
        drafts = _against(f, a, template)
    else:
        _centre(drafts, f, a, template, range_ft, wanted)
    return _best(f, a, drafts, wanted, MOST_CANDIDATES, True)


def _about(f: Fight, a: Combatant, template: Template, x: i64, y: i64, level: i64) -> Placement:
    """A sphere, a cylinder or a cube about a point, in half squares, at a level."""
    placed = Placement(f, template, a.index, x, y, False)
    placed.z = 2 * level
    if template.kind == CUBE:
        side = _squares_of(template.size_ft)
        placed.west = (x - side) >> 1
        placed.north = (y - side) >> 1
        placed.east = placed.west + side
        placed.south = placed.north + side
    else:
        _bound(placed)
    return placed


def _bound(placed: Placement) -> None:
    """Set the rectangle in which an area of its size about its origin lies."""
    reach = _squares_of(placed.template.size_ft + placed.template.width_ft) + 1
    placed.west = placed.px - reach
    placed.north = placed.py - reach
    placed.east = placed.px + reach + 1
    placed.south = placed.py + reach + 1


def _emanation(f: Fight, a: Combatant, template: Template) -> Placement:
    """What extends from a creature's space; its origin is the middle of it."""
    placed = Placement(f, template, a.index, 2 * f.board.xs[a.square] + a.n, 2 * f.board.ys[a.square] + a.n, True)
    _bound(placed)
    placed.west -= a.n
    placed.north -= a.n
    placed.east += a.n
    placed.south += a.n
    return placed


def _against(f: Fight, a: Combatant, template: Template) -> list[Placement]:
    """Every cube with a face against the space of `a`, its origin in the middle of where they touch."""
    found: list[Placement] = []
    side = _squares_of(template.size_ft)
    left = f.board.xs[a.square]
    top = f.board.ys[a.square]
    for way in range(4):
        shift: i64 = 1 - side
        while shift < a.n:
            low = shift if shift > 0 else 0
            high = shift + side if shift + side < a.n else a.n
            middle = low + high  # in half squares
            west = left + shift
            north = top + shift
            x = 2 * left + middle
            y = 2 * top + middle
            if way == 0:
                north = top - side
                y = 2 * top
            elif way == 1:
                west = left + a.n
                x = 2 * west
            elif way == 2:
                north = top + a.n
                y = 2 * north
            else:
                west = left - side
                x = 2 * left
            placed = Placement(f, template, a.index, x, y, True)
            placed.z = 2 * a.level
            placed.west = west
            placed.north = north
            placed.east = west + side
            placed.south = north + side
            found.append(placed)
            shift += 1
    return found


def _pointed(f: Fight, a: Combatant, template: Template, x: i64, y: i64, dx: i64, dy: i64) -> Placement:
    """A cone or a line from a point of its maker's edge, in half squares, that way, half way up."""
    placed = Placement(f, template, a.index, x, y, True)
    placed.z = 2 * a.level + a.n if f.tall else 0
    placed.dx = dx
    placed.dy = dy
    _bound(placed)
    return placed


def _origins(f: Fight, a: Combatant, template: Template) -> vec[i64]:
    """The points of the edge of its space that a cone or line may start from: x and y in half squares in turn.

    The middles of its squares' sides and its outer corners; for a line an even number of squares wide, which from
    there would cover one square more, every corner of the grid on the edge.
    """
    points = vec[i64]([])
    left = 2 * f.board.xs[a.square]
    top = 2 * f.board.ys[a.square]
    span = 2 * a.n
    is_even = _is_even(template)
    down: i64 = 0
    while down <= span:
        across: i64 = 0
        while across <= span:
            on_side = across == 0 or across == span
            on_end = down == 0 or down == span
            odd = (across | down) & 1 == 1
            if (on_side or on_end) and (not odd if is_even else (odd or (on_side and on_end))):
                points = append(points, left + across)
                points = append(points, top + down)
            across += 1
        down += 1
    return points


def _aim(drafts: list[Placement], f: Fight, a: Combatant, template: Template, x: i64, y: i64, z: i64) -> None:
    """Add the cone or the line that is aimed at a point, in half squares; none where that is in the maker's own space.

    It starts where the straight line from the middle of the space to there leaves it, as near as an origin is to that
    line, and points at the point. A line an even number of squares wide runs beside that straight line instead, so
    that along the grid it covers whole rows.
    """
    left = 2 * f.board.xs[a.square]
    top = 2 * f.board.ys[a.square]
    if left <= x <= left + 2 * a.n and top <= y <= top + 2 * a.n:
        return
    points = _origins(f, a, template)
    dx = x - left - a.n
    dy = y - top - a.n
    best: i64 = 0
    nearest: i64 = -1
    at: i64 = 0
    while at < len(points):
        across = points[at] - left - a.n
        down = points[at + 1] - top - a.n
        aside = across * dy - down * dx
        if aside < 0:
            aside = -aside
        if across * dx + down * dy > 0 and (nearest < 0 or aside < nearest):
            nearest = aside
            best = at
        at += 2
    if not _is_even(template):
        dx = x - points[best]
        dy = y - points[best + 1]
    placed = _pointed(f, a, template, points[best], points[best + 1], dx, dy)
    if f.tall:
        placed.dz = z - placed.z
    drafts.append(placed)


def _send(drafts: list[Placement], f: Fight, a: Combatant, template: Template, wanted: i64) -> None:
    """Add cones or lines: at each of the nearest wanted, between every two of them, and along the compass."""
    nearest = _nearest(f, a, wanted)
    xs = f.board.xs
    ys = f.board.ys
    points = _origins(f, a, template)
    for place, t in enumerate(nearest):
        x = 2 * xs[t.square] + t.n
        y = 2 * ys[t.square] + t.n
        z = 2 * t.level + t.n
        _aim(drafts, f, a, template, x, y, z)
        for o in nearest[:place]:
            # Half way between the two; where that is no half square, the one to the northwest.
            between_x = (x + 2 * xs[o.square] + o.n) >> 1
            between_y = (y + 2 * ys[o.square] + o.n) >> 1
            _aim(drafts, f, a, template, between_x, between_y, (z + 2 * o.level + o.n) >> 1)
    left = 2 * xs[a.square]
    top = 2 * ys[a.square]
    span = 2 * a.n
    for way in range(8):
        dx: i64 = COMPASS_X[way]
        dy: i64 = COMPASS_Y[way]
        at: i64 = 0
        while at < len(points):
            across = points[at] - left
            down = points[at + 1] - top
            # The point is on the side, or at the corner, that faces that way.
            if (dx == 0 or across == (span if dx > 0 else 0)) and (dy == 0 or down == (span if dy > 0 else 0)):
                drafts.append(_pointed(f, a, template, points[at], points[at + 1], dx, dy))
            at += 2


def _nearest(f: Fight, a: Combatant, wanted: i64) -> list[Combatant]:
    """Those of a mask, the nearest first, of two as near the first in file order; at most MOST_AIMED_AT."""
    keys: list[int] = []
    for t in f.combatants:
        if t.bit & wanted and t.index != a.index:
            keys.append(f.apart_ft(a, t) * 64 + t.index)
    keys.sort()
    return [f.combatants[key % 64] for key in keys[:MOST_AIMED_AT]]


def _centre(drafts: list[Placement], f: Fight, a: Combatant, template: Template, range_ft: i64, wanted: i64) -> None:
    """Add areas about every point in range from which one of the wanted is inside, one for each set of bodies."""
    seen: dict[i64, bool] = {}
    odd: i64 = 1 if _has_middle(template) else 0
    reach: i64 = _squares_of(template.size_ft) + 1
    for t in f.combatants:
        if not t.bit & wanted:
            continue
        row = f.board.ys[t.square] - reach
        while row <= f.board.ys[t.square] + t.n + reach:
            column = f.board.xs[t.square] - reach
            while column <= f.board.xs[t.square] + t.n + reach:
                x = 2 * column + odd
                y = 2 * row + odd
                column += 1
                if not (0 <= x <= 2 * f.board.width and 0 <= y <= 2 * f.board.height):
                    continue
                if _apart_ft(f, a, x, y, t.level) > range_ft:
                    continue
                draft = _about(f, a, template, x, y, t.level)
                mask = bodies_in(f, draft)
                if mask & t.bit and mask not in seen:
                    seen[mask] = True
                    drafts.append(draft)
            row += 1


def _best(f: Fight, a: Combatant, drafts: list[Placement], wanted: i64, most: i64, must: bool) -> list[Placement]:
    """Look among the walls at the drafts that promise most, and answer with the best that catch different bodies.

    Where it must, only those that catch one of the wanted.
    """
    keys: list[int] = []
    at: i64 = 0
    for draft in drafts:
        mask = bodies_in(f, draft)
        if not must or mask & wanted:
            keys.append(_rank(mask, wanted) * _PLACES + at)
        at += 1
    keys.sort()
    ranked: list[int] = []
    judged: list[Placement] = []
    seen: dict[i64, bool] = {}
    for key in keys[:MOST_JUDGED]:
        placed = drafts[key % _PLACES]
        if not placed.is_held and not _is_reached(f, a, placed):
            continue
        mask = caught(f, placed)
        if mask in seen or (must and not mask & wanted):
            continue
        seen[mask] = True
        ranked.append(_rank(mask, wanted) * _PLACES + len(judged))
        judged.append(placed)
    ranked.sort()
    return [judged[key % _PLACES] for key in ranked[:most]]


def _rank(mask: i64, wanted: i64) -> i64:
    """Low for an area that catches many of the wanted and few others; of two alike the one with fewer others."""
    others = bit_count(mask & ~wanted)
    return 128 * (64 - bit_count(mask & wanted) + others) + others


def _is_reached(f: Fight, a: Combatant, placed: Placement) -> bool:
    """Whether a straight line that no wall blocks runs from the space of `a` to the point of origin."""
    y: i64 = placed.y >> 1
    while y <= (placed.y + 1) >> 1:
        x: i64 = placed.x >> 1
        while x <= (placed.x + 1) >> 1:
            if f.sight.reaches(a.square, a.n, x, y) and (
                not f.tall or f.relief.reaches(f.sight, a.square, a.n, a.level, x, y, placed.z >> 1)
            ):
                return True
            x += 1
        y += 1
    return False


def _feet_over(f: Fight, square: i64) -> i64:
    """The level that is meant on a square: of the feet of who is there, the first in file order, else of the ground."""
    if not f.tall:
        return 0
    for t in f.combatants:
        if t.bit & f.occupied[square]:
            return t.level
    return f.relief.elevation[square]


def _middle_over(f: Fight, square: i64) -> i64:
    """The height, in half levels, aimed at on a square: the middle of who is there, else just over the ground."""
    if not f.tall:
        return 0
    for t in f.combatants:
        if t.bit & f.occupied[square]:
            return 2 * t.level + t.n
    return 2 * i64(f.relief.elevation[square]) + 1


def _apart_ft(f: Fight, a: Combatant, x: i64, y: i64, level: i64) -> i64:
    """How far a point, in half squares, at a level is from the space of `a`: 0 on its edge, diagonals as everywhere."""
    across = _gap(2 * f.board.xs[a.square], 2 * a.n, x)
    down = _gap(2 * f.board.ys[a.square], 2 * a.n, y)
    up = _gap(2 * a.level, 2 * a.n, 2 * level) if f.tall else 0
    longer = across if across > down else down
    shorter = across + down - longer
    if up > longer:
        shorter = longer
        longer = up
    elif up > shorter:
        shorter = up
    if f.board.alternate:
        longer += shorter >> 1
    return 5 * longer


def _gap(start: i64, span: i64, at: i64) -> i64:
    """Whole squares from an edge of a space to a point on one axis, a half counted as one."""
    if at < start:
        return (start - at + 1) >> 1
    return (at - start - span + 1) >> 1 if at > start + span else 0


def _squares_of(size_ft: i64) -> i64:
    """How many squares in a row have their middle inside so many feet."""
    return (2 * size_ft + 5) // 10


def _is_even(template: Template) -> bool:
    """Whether it is a line an even number of squares wide."""
    return template.kind == LINE and (template.width_ft // 5) & 1 == 0


def _has_middle(template: Template) -> bool:
    """Whether the middle of the area is the middle of a square: a cube of an odd number of squares."""
    return template.kind == CUBE and _squares_of(template.size_ft) & 1 == 1
