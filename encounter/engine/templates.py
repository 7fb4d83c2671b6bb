"""What an area of effect covers where it lies: squares and bodies, and how much cover from its point of origin.

A square is inside where its centre is, the border of the shape included. What the point of origin cannot reach by a
straight line, because walls block all four lines to the square, is left out; nothing spreads around a corner.

Points of origin are counted in half squares from the top left, so that a corner of the grid has two even numbers.
A cone or a line starts on the edge of its maker's space: in the middle of one side of a square, or at a corner. An
origin that is no corner of the grid looks out from the corners next to it, and the best of them counts.
All arithmetic is on integers and exact: distances in half feet, directions as integers of any length.

Where heights count (`Fight.tall`) a square's middle becomes that of a cube of 5 ft: spheres, cones and lines are round
about, cubes and cylinders as high as they say, upwards from their point of origin. A cone or a line starts half way up
its maker; any other origin is at the feet of whoever it is meant for, or on the ground.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

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

_COVER_NAMES: Final = ("none", "half", "three-quarters", "total")


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

    `x`, `y` and `z` give the point of origin in half squares and half levels (0 where heights do not count), `px` and
    `py` the corner of the grid at it or next to it to the northwest. `source` is who makes it;
    `is_held` says that the origin is on the edge of the maker's space, `is_possible` that it can be placed so at all.
    """

    def __init__(self, fight: Fight, template: Template, source: i64, x: i64, y: i64, is_held: bool) -> None:
        self.fight = fight
        self.template = template
        self.source = source
        self.x = x
        self.y = y
        self.px: i64 = x >> 1
        self.py: i64 = y >> 1
        self.z: i64 = 0
        self.is_held = is_held
        self.dx: i64 = 0  # the way a cone or a line points
        self.dy: i64 = 0
        self.dz: i64 = 0
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

    def covers_cube(self, column: i64, row: i64, level: i64) -> bool:
        """Whether the middle of the cube of 5 ft over a square, its floor at a level, is inside the shape."""
        if column < self.west or column >= self.east or row < self.north or row >= self.south:
            return False
        kind = self.template.kind
        if kind == EMANATION:
            return True
        up: i64 = 5 * (2 * level + 1 - self.z)
        if kind == CUBE:
            return 0 < up < 2 * self.template.size_ft
        if kind == CYLINDER:
            return 0 < up < 2 * self.template.height_ft and self.covers(column, row)
        across: i64 = 5 * (2 * column + 1 - self.x)
        down: i64 = 5 * (2 * row + 1 - self.y)
        apart = across * across + down * down + up * up
        size = 2 * self.template.size_ft
        if kind == SPHERE:
            return apart <= size * size
        along = across * self.dx + down * self.dy + up * self.dz
        length = self.dx * self.dx + self.dy * self.dy + self.dz * self.dz
        if along <= 0 or along * along > size * size * length:
            return False
        aside = apart * length - along * along  # squared, and `length` times as much
        if kind == LINE:
            return aside <= self.template.width_ft * self.template.width_ft * length
        return 4 * aside <= along * along


def caught(f: Fight, placement: Placement) -> i64:
    """Mask of the living bodies with a square inside; the maker of an emanation is not in it."""
    if not placement.is_possible:
        return 0
    mask = bodies_in(f, placement)
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
    return _degree(f, placement, t, a.bit | t.bit)


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


def bodies_in(f: Fight, placed: Placement) -> i64:
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
            if _covers_body_over(f, placed, t, left + place % t.n, top + place // t.n):
                mask |= t.bit
                break
    return mask


def _covers_body_over(f: Fight, placed: Placement, t: Combatant, column: i64, row: i64) -> bool:
    """Whether the part of a body over one square has a cube inside the shape; on flat ground, whether the square is."""
    if not f.tall:
        return placed.covers(column, row)
    for up in range(t.n):
        if placed.covers_cube(column, row, t.level + up):
            return True
    return False


def _catches(f: Fight, placed: Placement, t: Combatant) -> bool:
    """Whether one of its squares at least is inside and in a straight line from the origin."""
    if placed.template.kind == EMANATION and t.index == placed.source:
        return False
    if f.tall and placed.template.kind == EMANATION:
        a = f.combatants[placed.source]
        return f.apart_ft(a, t) <= placed.template.size_ft and f.cover(a, t) != TOTAL
    for place in range(t.n * t.n):
        square = t.square + place // t.n * f.board.width + place % t.n
        column = f.board.xs[square]
        row = f.board.ys[square]
        if not f.tall:
            if placed.covers(column, row) and _extends_to(f, placed, square, 0):
                return True
            continue
        for up in range(t.n):
            if placed.covers_cube(column, row, t.level + up) and _extends_to(f, placed, square, t.level + up):
                return True
    return False


def _is_shielded(f: Fight, placed: Placement, t: Combatant) -> bool:
    """Whether it is inside the shape and not caught, because walls stand between."""
    if not placed.is_possible or not t.bit & bodies_in(f, placed):
        return False
    if placed.template.kind != EMANATION:
        return True
    a = f.combatants[placed.source]
    return t.index != a.index and f.apart_ft(a, t) <= placed.template.size_ft


def _squares_inside(f: Fight, placed: Placement) -> vec[i64]:
    """The squares of the map inside the shape that no wall fills and a straight line from the origin reaches."""
    board = f.board
    squares = vec[i64]([])
    row = placed.north if placed.north > 0 else 0
    while row < placed.south and row < board.height:
        column = placed.west if placed.west > 0 else 0
        while column < placed.east and column < board.width:
            square = row * board.width + column
            level: i64 = f.relief.elevation[square] if f.tall else 0
            is_inside = placed.covers_cube(column, row, level) if f.tall else placed.covers(column, row)
            if is_inside and not board.blocks_lines[square] and _extends_to(f, placed, square, level):
                squares = append(squares, square)
            column += 1
        row += 1
    return squares


def _extends_to(f: Fight, placed: Placement, square: i64, level: i64) -> bool:
    """Whether an area reaches a square inside its shape, at a level: a line from its origin is free of walls.

    A cone or a line leaves out its maker's space. What an emanation comes from is the space itself, corner by corner.
    """
    a = f.combatants[placed.source]
    kind = placed.template.kind
    if kind == CONE or kind == LINE:
        own = f.board.distance_ft(a.square, a.n, square, 1) == 0 and (not f.tall or a.level <= level < a.level + a.n)
        return not own and _is_open(f, placed, square, level)
    if kind == EMANATION:
        apart_ft = f.apart_from_ft(a, square)
        if apart_ft > placed.template.size_ft:
            return False
        return apart_ft == 0 or f.cover_of_square(a, square) != TOTAL
    return _is_open(f, placed, square, level)


def _is_open(f: Fight, placed: Placement, square: i64, level: i64) -> bool:
    """Whether some line from the origin to a square, or to the cube over it at a level, is free of walls."""
    y: i64 = placed.y >> 1
    while y <= (placed.y + 1) >> 1:
        x: i64 = placed.x >> 1
        while x <= (placed.x + 1) >> 1:
            side = _side_of(f, placed, x, y)
            if not f.tall or not f.relief.has_hills:
                if f.sight.blocked_lines(x, y, side, square) != 0xF:
                    return True
            elif _degree_in_space(f, placed, x, y, square, 1, level, -1) != TOTAL:
                return True
            x += 1
        y += 1
    return False


def _degree(f: Fight, placed: Placement, t: Combatant, ignore: i64) -> i64:
    """Degree of cover of a body from the corners that the origin looks out from, the best of them."""
    best: i64 = TOTAL
    y: i64 = placed.y >> 1
    while y <= (placed.y + 1) >> 1 and best != NONE:
        x: i64 = placed.x >> 1
        while x <= (placed.x + 1) >> 1 and best != NONE:
            side = _side_of(f, placed, x, y)
            degree: i64 = TOTAL
            if f.tall:
                degree = _degree_in_space(f, placed, x, y, t.square, t.n, t.level, ignore)
            else:
                degree = f.sight.cover_from_point(x, y, side, t.square, t.n, f.occupied, ignore)
            if degree < best:
                best = degree
            x += 1
        y += 1
    return best


def _degree_in_space(f: Fight, placed: Placement, x: i64, y: i64, square: i64, n: i64, level: i64, ignore: i64) -> i64:
    """The same of a cube from one corner of the plan, at the height of the origin or just under and over it."""
    side = _side_of(f, placed, x, y)
    best: i64 = TOTAL
    z: i64 = placed.z >> 1
    while z <= (placed.z + 1) >> 1:
        degree = f.relief.cover_from_point(f.sight, x, y, z, side, square, n, level, f.occupied, f.bodies, ignore)
        if degree < best:
            best = degree
        z += 1
    return best


def _side_of(f: Fight, placed: Placement, x: i64, y: i64) -> i64:
    """On which side of a corner its maker stands, where the origin is on the edge of its space."""
    if not placed.is_held:
        return ANY_SIDE
    a = f.combatants[placed.source]
    east: i64 = 1 if x == f.board.xs[a.square] else 0
    south: i64 = 1 if y == f.board.ys[a.square] else 0
    return east + 2 * south
