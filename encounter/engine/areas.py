"""Areas of effect: which squares one covers, whom it catches, and behind how much cover (rules.md 165, 119).

A square is inside where its centre is, the border of the shape included. What the point of origin cannot reach by a
straight line, because walls block all four lines to the square, is left out; nothing spreads around a corner.

Points of origin are counted in half squares from the top left, so that a corner of the grid has two even numbers.
A cone or a line starts on the edge of its maker's space: in the middle of one side of a square, or at a corner. An
origin that is no corner of the grid looks out from the corners next to it, and the best of them counts.
All arithmetic is on integers and exact: distances in half feet, directions as pairs of integers of any length.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from encounter.engine.bits import bit_count
from encounter.engine.combatant import Combatant
from encounter.engine.fight import Fight
from encounter.engine.journal import Data
from encounter.engine.sight import ANY_SIDE, NONE, TOTAL

# Shapes.
SPHERE: Final = 0
CUBE: Final = 1
CONE: Final = 2
CYLINDER: Final = 3
LINE: Final = 4
EMANATION: Final = 5
SHAPE_NAMES: Final = ("sphere", "cube", "cone", "cylinder", "line", "emanation")

# The clause of each shape, and that of total cover from the point of origin.
AREA_CLAUSES: Final = ("area.sphere", "area.cube", "area.cone", "area.cylinder", "area.line", "area.emanation")
AREA_COVER: Final = "area.cover"

# The eight ways a cone or a line may be sent without aiming at anybody; the even ones run along the grid.
COMPASS_X: Final = (0, 1, 1, 1, 0, -1, -1, -1)
COMPASS_Y: Final = (-1, -1, 0, 1, 1, 1, 0, -1)

MOST_CANDIDATES: Final = 16  # placements that `candidates` answers with at most
MOST_JUDGED: Final = 48  # and those it looks at among the walls to find them
MOST_AIMED_AT: Final = 12  # of the creatures aimed at, the nearest so many are paired
_COVER_NAMES: Final = ("none", "half", "three-quarters", "total")
_PLACES: Final = 1 << 20  # a draft's place in its list, below its rank in one number


class Template:
    """An area as it is written, wherever it may come to lie.

    `size_ft` is the radius of a sphere or a cylinder, the side of a cube, the length of a cone or a line, how far an
    emanation extends; `width_ft` the width of a line, `height_ft` the height of a cylinder, else 0.
    """

    def __init__(self, kind: i64, size_ft: i64, width_ft: i64 = 0, height_ft: i64 = 0) -> None:
        self.kind = kind
        self.size_ft = size_ft
        self.width_ft = width_ft
        self.height_ft = height_ft


class Placement:
    """An area where it lies.

    `x` and `y` give the point of origin in half squares, `px` and `py` the corner of the grid at it or next to it to
    the northwest, `level` its height in feet. `source` is who makes it; `is_held` says that the origin is on the edge
    of the maker's space, `is_possible` that it can be placed so at all.
    """

    def __init__(self, fight: Fight, template: Template, source: i64, x: i64, y: i64, is_held: bool) -> None:
        self.fight = fight
        self.template = template
        self.source = source
        self.x = x
        self.y = y
        self.px: i64 = x >> 1
        self.py: i64 = y >> 1
        self.level: i64 = 0
        self.is_held = is_held
        self.dx: i64 = 0  # the way a cone or a line points
        self.dy: i64 = 0
        self.west: i64 = 0  # the squares that may be inside: from here
        self.north: i64 = 0
        self.east: i64 = 0  # to before there
        self.south: i64 = 0
        self.is_possible: bool = True
        self.is_spread: bool = False
        self.spread: vec[i64] = vec[i64]([])

    @property
    def squares(self) -> vec[i64]:
        """The squares it covers, in order: inside the shape, and in a straight line from the origin.

        Found when first asked for, on the ground as it is then; none where it cannot be placed so.
        """
        if self.is_possible and not self.is_spread:
            self.spread = _squares_inside(self.fight, self)
            self.is_spread = True
        return self.spread

    def covers(self, column: i64, row: i64) -> bool:
        """Whether the centre of a square is inside the shape, walls aside."""
        if column < self.west or column >= self.east or row < self.north or row >= self.south:
            return False
        kind = self.template.kind
        if kind == CUBE or kind == EMANATION:
            return True
        across: i64 = 5 * (2 * column + 1 - self.x)
        down: i64 = 5 * (2 * row + 1 - self.y)
        size = 2 * self.template.size_ft
        if kind == SPHERE or kind == CYLINDER:
            return across * across + down * down <= size * size
        along = across * self.dx + down * self.dy
        length = self.dx * self.dx + self.dy * self.dy
        if along <= 0 or along * along > size * size * length:
            return False
        aside = across * self.dy - down * self.dx
        if kind == LINE:
            return aside * aside <= self.template.width_ft * self.template.width_ft * length
        return 2 * (aside if aside >= 0 else -aside) <= along


# ------------------------------------------------------------------------------------------------------ asked outside


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
        _aim(drafts, f, a, template, 2 * column + 1, 2 * row + 1)
    elif kind == CUBE and range_ft == 0:
        for draft in _against(f, a, template):
            if draft.covers(column, row):
                drafts.append(draft)
    else:
        for k in range(4):
            x, y = 2 * (column + (k & 1)), 2 * (row + (k >> 1))
            if _has_middle(template):
                x, y = 2 * column + 1, 2 * row + 1
            if _apart_ft(f, a, x, y) <= range_ft:
                drafts.append(_about(f, a, template, x, y))
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


def caught(f: Fight, placement: Placement) -> i64:
    """Mask of the living bodies with a square inside; the maker of an emanation is not in it."""
    if not placement.is_possible:
        return 0
    mask = _bodies_in(f, placement)
    for t in f.combatants:
        if t.bit & mask and not _catches(f, placement, t):
            mask &= ~t.bit
    return mask


def cover_of(f: Fight, placement: Placement, t: Combatant) -> i64:
    """Degree of cover (sight.NONE ...) that `t` has from the point of origin, for its Dexterity saving throw.

    The maker's body and its own are no obstacles. From an emanation it is the cover from its maker.
    """
    a = f.combatants[placement.source]
    if placement.template.kind == EMANATION:
        return f.cover(a, t)
    return _degree(f, placement, t.square, t.n, a.bit | t.bit)


def told(f: Fight, placement: Placement) -> Data:
    """An area as an event tells it: its shape's clause, who is caught with what cover, and whom total cover shields."""
    shape = AREA_CLAUSES[placement.template.kind]
    mask = caught(f, placement)
    inside: list[object] = []
    shielded: list[object] = []
    for t in f.combatants:
        if t.bit & mask:
            inside.append({"name": t.name, "cover": _COVER_NAMES[cover_of(f, placement, t)]})
        elif _is_shielded(f, placement, t):
            shielded.append({"name": t.name, "clause": AREA_COVER})
    return {"clause": shape, "caught": inside, "shielded": shielded}


# ------------------------------------------------------------------------------------------------------- where it lies


def _about(f: Fight, a: Combatant, template: Template, x: i64, y: i64) -> Placement:
    """A sphere, a cylinder or a cube about a point, in half squares."""
    placed = Placement(f, template, a.index, x, y, False)
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
            placed.west = west
            placed.north = north
            placed.east = west + side
            placed.south = north + side
            found.append(placed)
            shift += 1
    return found


def _pointed(f: Fight, a: Combatant, template: Template, x: i64, y: i64, dx: i64, dy: i64) -> Placement:
    """A cone or a line from a point of its maker's edge, in half squares, that way."""
    placed = Placement(f, template, a.index, x, y, True)
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


def _aim(drafts: list[Placement], f: Fight, a: Combatant, template: Template, x: i64, y: i64) -> None:
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
    drafts.append(_pointed(f, a, template, points[best], points[best + 1], dx, dy))


def _send(drafts: list[Placement], f: Fight, a: Combatant, template: Template, wanted: i64) -> None:
    """Add cones or lines: at each of the nearest wanted, between every two of them, and along the compass."""
    nearest = _nearest(f, a, wanted)
    xs = f.board.xs
    ys = f.board.ys
    points = _origins(f, a, template)
    for place, t in enumerate(nearest):
        x = 2 * xs[t.square] + t.n
        y = 2 * ys[t.square] + t.n
        _aim(drafts, f, a, template, x, y)
        for o in nearest[:place]:
            # Half way between the two; where that is no half square, the one to the northwest.
            _aim(drafts, f, a, template, (x + 2 * xs[o.square] + o.n) >> 1, (y + 2 * ys[o.square] + o.n) >> 1)
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
                if _apart_ft(f, a, x, y) > range_ft:
                    continue
                draft = _about(f, a, template, x, y)
                mask = _bodies_in(f, draft)
                if mask & t.bit and mask not in seen:
                    seen[mask] = True
                    drafts.append(draft)
            row += 1


# -------------------------------------------------------------------------------------------------- what it comes to


def _best(f: Fight, a: Combatant, drafts: list[Placement], wanted: i64, most: i64, must: bool) -> list[Placement]:
    """Look among the walls at the drafts that promise most, and answer with the best that catch different bodies.

    Where it must, only those that catch one of the wanted.
    """
    keys: list[int] = []
    at: i64 = 0
    for draft in drafts:
        mask = _bodies_in(f, draft)
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


def _bodies_in(f: Fight, placed: Placement) -> i64:
    """Mask of the bodies with a square inside, walls aside."""
    mask: i64 = 0
    xs = f.board.xs
    ys = f.board.ys
    for t in f.combatants:
        if not t.bit & f.present:
            continue
        left = xs[t.square]
        top = ys[t.square]
        if left + t.n <= placed.west or left >= placed.east or top + t.n <= placed.north or top >= placed.south:
            continue
        for place in range(t.n * t.n):
            if placed.covers(left + place % t.n, top + place // t.n):
                mask |= t.bit
                break
    return mask


def _squares_inside(f: Fight, placed: Placement) -> vec[i64]:
    """The squares of the map inside the shape that no wall fills and a straight line from the origin reaches."""
    board = f.board
    squares = vec[i64]([])
    row = placed.north if placed.north > 0 else 0
    while row < placed.south and row < board.height:
        column = placed.west if placed.west > 0 else 0
        while column < placed.east and column < board.width:
            square = row * board.width + column
            if placed.covers(column, row) and not board.blocks_lines[square] and _extends_to(f, placed, square):
                squares = append(squares, square)
            column += 1
        row += 1
    return squares


def _catches(f: Fight, placed: Placement, t: Combatant) -> bool:
    """Whether one of its squares at least is inside and in a straight line from the origin."""
    if placed.template.kind == EMANATION and t.index == placed.source:
        return False
    if f.tall and not _is_as_high(f, placed, t):
        return False
    for place in range(t.n * t.n):
        square = t.square + place // t.n * f.board.width + place % t.n
        if placed.covers(f.board.xs[square], f.board.ys[square]) and _extends_to(f, placed, square):
            return True
    return False


def _is_as_high(f: Fight, placed: Placement, t: Combatant) -> bool:
    """Whether what its maker sends out, aimed up or down, gets as high as somebody; what spreads from a point does."""
    kind = placed.template.kind
    if kind != CONE and kind != LINE and kind != EMANATION:
        return True
    return f.apart_ft(f.combatants[placed.source], t) <= placed.template.size_ft


def _is_shielded(f: Fight, placed: Placement, t: Combatant) -> bool:
    """Whether it is inside the shape and not caught, because walls stand between."""
    if not placed.is_possible or not t.bit & _bodies_in(f, placed):
        return False
    if placed.template.kind != EMANATION:
        return True
    a = f.combatants[placed.source]
    return t.index != a.index and f.apart_ft(a, t) <= placed.template.size_ft


def _extends_to(f: Fight, placed: Placement, square: i64) -> bool:
    """Whether an area reaches a square inside its shape: a line from its origin is free of walls.

    A cone or a line leaves out its maker's space. What an emanation comes from is the space itself, corner by corner.
    """
    a = f.combatants[placed.source]
    kind = placed.template.kind
    apart_ft = f.board.distance_ft(a.square, a.n, square, 1)  # on the plan: for heights see _is_as_high
    if kind == CONE or kind == LINE:
        return apart_ft > 0 and _is_open(f, placed, square)
    if kind == EMANATION:
        if apart_ft > placed.template.size_ft:
            return False
        return apart_ft == 0 or f.sight.cover(a.square, a.n, square, 1, f.occupied, -1) != TOTAL
    return _is_open(f, placed, square)


def _is_open(f: Fight, placed: Placement, square: i64) -> bool:
    """Whether some line from the origin to a square is free of walls."""
    y: i64 = placed.y >> 1
    while y <= (placed.y + 1) >> 1:
        x: i64 = placed.x >> 1
        while x <= (placed.x + 1) >> 1:
            if f.sight.blocked_lines(x, y, _side_of(f, placed, x, y), square) != 0xF:
                return True
            x += 1
        y += 1
    return False


def _degree(f: Fight, placed: Placement, square: i64, n: i64, ignore: i64) -> i64:
    """Degree of cover of a footprint from the corners that the origin looks out from, the best of them."""
    best: i64 = TOTAL
    y: i64 = placed.y >> 1
    while y <= (placed.y + 1) >> 1 and best != NONE:
        x: i64 = placed.x >> 1
        while x <= (placed.x + 1) >> 1 and best != NONE:
            degree = f.sight.cover_from_point(x, y, _side_of(f, placed, x, y), square, n, f.occupied, ignore)
            if degree < best:
                best = degree
            x += 1
        y += 1
    return best


def _side_of(f: Fight, placed: Placement, x: i64, y: i64) -> i64:
    """On which side of a corner its maker stands, where the origin is on the edge of its space."""
    if not placed.is_held:
        return ANY_SIDE
    a = f.combatants[placed.source]
    east: i64 = 1 if x == f.board.xs[a.square] else 0
    south: i64 = 1 if y == f.board.ys[a.square] else 0
    return east + 2 * south


def _is_reached(f: Fight, a: Combatant, placed: Placement) -> bool:
    """Whether a straight line that no wall blocks runs from the space of `a` to the point of origin."""
    y: i64 = placed.y >> 1
    while y <= (placed.y + 1) >> 1:
        x: i64 = placed.x >> 1
        while x <= (placed.x + 1) >> 1:
            if f.sight.reaches(a.square, a.n, x, y):
                return True
            x += 1
        y += 1
    return False


def _apart_ft(f: Fight, a: Combatant, x: i64, y: i64) -> i64:
    """How far a point, in half squares, is from the space of `a`: 0 on its edge, diagonals as everywhere."""
    across = _gap(2 * f.board.xs[a.square], 2 * a.n, x)
    down = _gap(2 * f.board.ys[a.square], 2 * a.n, y)
    longer = across if across > down else down
    shorter = across + down - longer
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
