"""Walls, openings and low walls on edges and squares: lines and steps, held against a slow reading (rules.md 119, 129).

The slow reading of a line: something thin gets along it from the square of the one body to the square of the other,
over edges and through squares that do not stop it. So it looks at every square that the line touches and at every edge
between two of them that it touches, with fractions, and asks whether the two squares hang together.
"""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import pairwise

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from encounter.engine.board import (
    ARROW_SLIT,
    DIRECTIONS,
    DOOR,
    FLOOR,
    HEIGHTS,
    LOCKED_DOOR,
    LOW_WALL,
    NO_FLOOR,
    OPEN_DOOR,
    OPEN_WINDOW,
    PILLAR,
    STEP_X,
    STEP_Y,
    WALL,
    WINDOW,
    Board,
    edge_tables,
)
from encounter.engine.sight import ANY_SIDE, HALF, NONE, THREE_QUARTERS, TOTAL, Sight

Point = tuple[int, int]
Edge = tuple[Point, Point]  # the two squares beside it, in order
GLASS_HEIGHT, SOLID_HEIGHT, SLIT_HEIGHT, LOW_HEIGHT = HEIGHTS[WINDOW], HEIGHTS[WALL], HEIGHTS[ARROW_SLIT], 1
SOMEBODY, ATTACKER, TARGET = 4, 1, 2


class Ground:
    """A small board of squares and edges, and the questions of both readings about it."""

    def __init__(self, width: int, height: int, squares: dict[Point, int], lines: list[tuple[int, ...]]) -> None:
        self.width, self.height = width, height
        terrain = bytes(squares.get((x, y), FLOOR) for y in range(height) for x in range(width))
        east, south = edge_tables(width, height, lines)
        self.board = Board(width, height, terrain, False, east, south)
        self.sight = Sight(self.board)
        self.squares = squares
        self.edges: dict[Edge, int] = {}
        for y in range(height):
            for x in range(width):
                if east and east[y * width + x]:
                    self.edges[(x, y), (x + 1, y)] = east[y * width + x]
                if south and south[y * width + x]:
                    self.edges[(x, y), (x, y + 1)] = south[y * width + x]
        self.bodies: set[Point] = set()
        self.beyond = self._beyond()

    def at(self, x: int, y: int) -> int:
        return y * self.width + x

    def cover(self, a: Point, t: Point, na: int = 1, nt: int = 1) -> int:
        taken = [SOMEBODY * ((s % self.width, s // self.width) in self.bodies) for s in range(self.board.size)]
        return self.sight.cover(self.at(*a), na, self.at(*t), nt, vec[i64](taken), 0)

    def los(self, a: Point, b: Point, na: int = 1, nb: int = 1) -> bool:
        return self.sight.los(self.at(*a), na, self.at(*b), nb)

    def cover_from_point(self, p: Point, t: Point, nt: int = 1) -> int:
        return self.sight.cover_from_point(*p, ANY_SIDE, self.at(*t), nt, vec[i64]([0] * self.board.size), 0)

    def _beyond(self) -> dict[Point, int]:
        """Heights of the squares beyond the border: beside a wall of squares and edges that joins two borders."""
        things = [{(x + i, y + j) for i in (0, 1) for j in (0, 1)} for x, y in self.squares if self._height((x, y))]
        things += [set(ends(edge)) for edge, kind in self.edges.items() if HEIGHTS[kind]]
        found: dict[Point, int] = {}
        while things:
            wall, count = things.pop(), 1
            while more := [thing for thing in things if thing & wall]:
                wall = wall.union(*more)
                count += len(more)
                things = [thing for thing in things if thing not in more]
            north, south = any(y == 0 for _, y in wall), any(y == self.height for _, y in wall)
            west, east = any(x == 0 for x, _ in wall), any(x == self.width for x, _ in wall)
            if (north and south) or (west and east) or (count > 1 and north + south + west + east > 1):
                for x, y in self.squares:
                    if (x, y) in wall and self._height((x, y)):
                        height = self._height((x, y))
                        out = [(x, -1)] * (y == 0) + [(x, self.height)] * (y == self.height - 1)
                        out += [(-1, y)] * (x == 0) + [(self.width, y)] * (x == self.width - 1)
                        found |= dict.fromkeys(out, height)
        return found

    def _height(self, square: Point) -> int:
        return HEIGHTS[self.squares.get(square, FLOOR)]

    def stops_square(self, square: Point, least: int, a: Point | None, t: Point) -> bool:
        if square in (a, t):
            return False
        height = self.beyond.get(square, 0) or self._height(square)
        if not height or height < least:
            return False
        looked_over = height <= SLIT_HEIGHT and a is not None and is_beside(a, square) and not is_beside(t, square)
        return not looked_over or square in self.beyond

    def stops_edge(self, edge: Edge, least: int, a: Point | None, t: Point) -> bool:
        inside = clamp(edge, self.width, self.height)
        height = HEIGHTS[self.edges.get(inside, FLOOR)]
        if not height or height < least:
            return False
        return not (height <= SLIT_HEIGHT and a in inside and t not in inside)


def ends(edge: Edge) -> list[Point]:
    (x, y), (to_x, _) = edge
    return [(x + 1, y), (x + 1, y + 1)] if to_x > x else [(x, y + 1), (x + 1, y + 1)]


def is_beside(one: Point, other: Point) -> bool:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


def clamp(edge: Edge, width: int, height: int) -> Edge:
    """The edge of the map that an edge beyond its border goes on from: a wall at the border has no free end there."""
    (x, y), (to_x, to_y) = edge
    if to_x > x:
        return (x, min(max(y, 0), height - 1)), (to_x, min(max(y, 0), height - 1))
    return (min(max(x, 0), width - 1), y), (min(max(x, 0), width - 1), to_y)


def corners(square: Point) -> list[Point]:
    x, y = square
    return [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)]


def footprint(square: Point, n: int) -> list[Point]:
    return [(square[0] + column, square[1] + row) for row in range(n) for column in range(n)]


def outer_corners(square: Point, n: int) -> list[tuple[Point, Point]]:
    x, y = square
    return [((x + i * n, y + j * n), (x + i * (n - 1), y + j * (n - 1))) for j in (0, 1) for i in (0, 1)]


def touches(p: Point, q: Point, left: int, right: int, top: int, bottom: int) -> bool:
    """Whether the segment from P to Q meets a closed rectangle, a unit edge of the grid being a flat one."""
    low, high = Fraction(0), Fraction(1)
    for start, end, least, most in ((p[0], q[0], left, right), (p[1], q[1], top, bottom)):
        if start == end:
            if not least <= start <= most:
                return False
            continue
        times = sorted((Fraction(least - start, end - start), Fraction(most - start, end - start)))
        low, high = max(low, times[0]), min(high, times[1])
    return low <= high


def is_free(ground: Ground, p: Point, body: Point | None, q: Point, square: Point, least: int) -> bool:
    near = [
        (x, y)
        for x in range(-1, ground.width + 1)
        for y in range(-1, ground.height + 1)
        if touches(p, q, x, x + 1, y, y + 1) and not ground.stops_square((x, y), least, body, square)
    ]
    reached = {body} if body is not None else {s for s in near if p in corners(s)}
    if p == q and body is None:
        return True
    while True:
        more = {
            other
            for one in reached
            for other in near
            if other not in reached and is_beside(one, other) and _open(ground, p, q, one, other, least, body, square)
        }
        if not more:
            return square in reached
        reached |= more


def _open(ground: Ground, p: Point, q: Point, one: Point, other: Point, least: int, a: Point | None, t: Point) -> bool:
    edge = (min(one, other), max(one, other))
    (x1, y1), (x2, y2) = ends(edge)
    return touches(p, q, x1, x2, y1, y2) and not ground.stops_edge(edge, least, a, t)


def slow_degree(ground: Ground, p: Point, body: Point | None, square: Point) -> int:
    degree = [NONE, HALF, HALF, THREE_QUARTERS, TOTAL]

    def count(least: int) -> int:
        return degree[sum(not is_free(ground, p, body, q, square, least) for q in corners(square))]

    return max(count(GLASS_HEIGHT), min(count(SLIT_HEIGHT), THREE_QUARTERS), min(count(LOW_HEIGHT), HALF))


def slow_cover(ground: Ground, origins: list[tuple[Point, Point | None]], t: Point, nt: int) -> int:
    return min(slow_degree(ground, p, body, square) for p, body in origins for square in footprint(t, nt))


def slow_los(ground: Ground, a: Point, na: int, b: Point, nb: int) -> bool:
    return any(
        is_free(ground, p, body, q, square, SOLID_HEIGHT)
        for p, body in outer_corners(a, na)
        for square in footprint(b, nb)
        for q in corners(square)
    )


KINDS = (WALL, WALL, WALL, DOOR, LOCKED_DOOR, OPEN_DOOR, WINDOW, OPEN_WINDOW, ARROW_SLIT, LOW_WALL)


def random_ground(rng: random.Random) -> tuple[Ground, Point, int, Point, int]:
    """A small board with things on squares and edges, and two footprints apart on squares that hold a body."""
    while True:
        width, height = rng.randint(2, 6), rng.randint(2, 6)
        kinds = rng.choice(((WALL,), (WALL, WINDOW), KINDS))
        many_squares, many_edges = rng.choice((0, 1, 3)), rng.choice((1, 3, 6))
        na, nt = rng.choice((1, 1, 1, 2)), rng.choice((1, 1, 1, 2))
        a = (rng.randint(0, width - na), rng.randint(0, height - na))
        t = (rng.randint(0, width - nt), rng.randint(0, height - nt))
        mine = {*footprint(a, na), *footprint(t, nt)}
        if len(mine) < na * na + nt * nt:
            continue
        squares: dict[Point, int] = {}
        lines: list[tuple[int, ...]] = []
        for y in range(height):
            for x in range(width):
                kind = rng.choice((*kinds, PILLAR))
                if rng.randrange(20) < many_squares and ((x, y) not in mine or kind in (OPEN_WINDOW, LOW_WALL)):
                    squares[x, y] = kind
                if rng.randrange(20) < many_edges:
                    lines.append((rng.choice(kinds), x, y, x + 1, y))
                if rng.randrange(20) < many_edges:
                    lines.append((rng.choice(kinds), x, y, x, y + 1))
        return Ground(width, height, squares, lines), a, na, t, nt


@pytest.mark.parametrize("seed", range(8))
def test_cover_and_sight_past_edges_are_what_the_slow_reading_says(seed: int) -> None:
    rng = random.Random(119_119 + seed)
    for _ in range(40):
        ground, a, na, t, nt = random_ground(rng)
        told = (ground.squares, ground.edges, a, na, t, nt)
        assert slow_cover(ground, outer_corners(a, na), t, nt) == ground.cover(a, t, na, nt), told
        assert slow_los(ground, a, na, t, nt) == ground.los(a, t, na, nt), told
        p = (rng.randint(0, ground.width), rng.randint(0, ground.height))
        reached = any(is_free(ground, p, None, q, square, GLASS_HEIGHT) for q, square in outer_corners(a, na))
        assert reached == ground.sight.reaches(ground.at(*a), na, *p), (told, p)
        assert slow_cover(ground, [(p, None)], t, nt) == ground.cover_from_point(p, t, nt), (told, p)


def test_where_only_solid_squares_stand_both_ways_to_judge_lines_agree() -> None:
    rng = random.Random(1190)
    for _ in range(60):
        width, height = rng.randint(2, 7), rng.randint(2, 7)
        squares = {(x, y): WALL for x in range(width) for y in range(height) if rng.randrange(20) < 5}
        ground = Ground(width, height, squares, [])
        assert ground.board.is_plain
        free = [(x, y) for x in range(width) for y in range(height) if (x, y) not in squares]
        for a in free[:4]:
            for t in free:
                for p, body in outer_corners(a, 1):
                    quadrant = 3 - corners(a).index(p)
                    fast = ground.sight.blocked_lines(*p, quadrant, ground.at(*t))
                    thin = ground.sight.lines.blocked(*p, quadrant, ground.at(*a), ground.at(*t), SOLID_HEIGHT)
                    assert fast == thin, (squares, a, t, p)
                    assert body == a


# ---------------------------------------------------------------------------------------------------------- lines


def test_a_wall_on_the_edge_from_border_to_border_is_total_cover_and_hides() -> None:
    sealed = Ground(6, 3, {}, [(WALL, 3, 0, 3, 3)])

    assert [TOTAL] * 3 == [sealed.cover((x, 1), (4, 1)) for x in (0, 1, 2)]
    assert TOTAL == sealed.cover((2, 0), (3, 0))
    assert not sealed.los((2, 1), (3, 1))


def test_a_line_past_the_free_end_of_a_wall_and_one_along_it_get_through() -> None:
    wall = Ground(6, 5, {}, [(WALL, 3, 2, 3, 5)])

    assert 0b0000 == wall.sight.blocked_lines(3, 2, 0, wall.at(3, 1))  # over its end, from NW of it to the NE
    assert 0b0000 == wall.sight.blocked_lines(3, 2, 2, wall.at(3, 2))  # round its end, from SW of it to the SE
    assert 0b1111 == wall.sight.blocked_lines(3, 4, 0, wall.at(4, 3))  # off a point of it to its other side
    assert 0b0000 == wall.sight.blocked_lines(3, 4, 1, wall.at(4, 3))  # off that point on one's own side
    assert 0b0000 == wall.sight.blocked_lines(3, 4, 0, wall.at(2, 2))  # along it


def test_two_walls_that_meet_diagonally_close_the_corner() -> None:
    """Segments on (1,2)-(2,2) and (2,1)-(2,2) leave NW of (2,2) a pocket; a pillar on one side does the same."""
    pocket = Ground(4, 4, {}, [(WALL, 1, 2, 2, 2), (WALL, 2, 1, 2, 2)])
    pillar = Ground(4, 4, {(2, 2): PILLAR}, [(WALL, 2, 1, 2, 2)])

    assert 0b1111 == pocket.sight.blocked_lines(2, 2, 0, pocket.at(2, 2))
    assert 0b1110 == pillar.sight.blocked_lines(2, 2, 0, pillar.at(2, 1))  # (2, 1) is the free end of the wall


def test_a_window_is_total_cover_and_seen_through() -> None:
    pane = Ground(7, 3, {}, [(WINDOW, 3, 0, 3, 3)])
    block = Ground(7, 3, {(3, y): WINDOW for y in range(3)}, [])

    for glass in (pane, block):
        assert TOTAL == glass.cover((0, 1), (6, 1))
        assert glass.los((0, 1), (6, 1))


def test_an_arrow_slit_and_an_open_window_give_three_quarters_and_hide_nothing() -> None:
    for kind in (ARROW_SLIT, OPEN_WINDOW):
        house = Ground(7, 3, {}, [(WALL, 3, 0, 3, 3), (kind, 3, 1, 3, 2)])
        tower = Ground(7, 3, {(3, 0): WALL, (3, 1): kind, (3, 2): WALL}, [])

        assert THREE_QUARTERS == house.cover((0, 1), (3, 1)) == tower.cover((0, 1), (4, 1))
        assert NONE == house.cover((2, 1), (6, 1)) == tower.cover((2, 1), (6, 1))  # through it from right beside it
        assert THREE_QUARTERS == house.cover((2, 1), (3, 1)) == tower.cover((2, 1), (4, 1))
        assert house.los((0, 1), (3, 1))


def test_a_low_wall_gives_half_cover_to_whoever_is_behind_it() -> None:
    edge = Ground(7, 3, {}, [(LOW_WALL, 3, 0, 3, 3)])
    square = Ground(7, 3, {(3, y): LOW_WALL for y in range(3)}, [])

    assert HALF == edge.cover((0, 1), (3, 1)) == square.cover((0, 1), (4, 1))
    assert HALF == edge.cover((2, 1), (3, 1)) == square.cover((2, 1), (4, 1))  # across it
    assert NONE == edge.cover((2, 1), (6, 1)) == square.cover((2, 1), (6, 1))  # over the one at one's own feet
    assert NONE == square.cover((0, 1), (3, 1))  # whoever stands on it is not behind it


def test_the_best_of_the_counts_is_taken_and_never_their_union() -> None:
    """A low wall that blocks four lines and a body that blocks some are half cover, not more."""
    ground = Ground(7, 1, {}, [(LOW_WALL, 5, 0, 5, 1)])
    ground.bodies = {(2, 0)}

    assert HALF == ground.cover((0, 0), (6, 0))


def test_a_large_creature_uses_its_best_corner_past_the_end_of_a_wall() -> None:
    wall = Ground(6, 4, {}, [(WALL, 3, 0, 3, 3)])

    assert TOTAL == wall.cover((2, 0), (4, 0))
    assert wall.cover((1, 2), (3, 2), na=2) == slow_cover(wall, outer_corners((1, 2), 2), (3, 2), 1) == NONE


# ---------------------------------------------------------------------------------------------------------- steps


def slow_step(ground: Ground, square: Point, d: int, n: int) -> bool:
    """A step is legal where the footprint stands on free squares before, after and, aslant, at either turn, and no
    edge that blocks lies inside it or is crossed by any of its squares on the way, in either order."""
    dx, dy = STEP_X[d], STEP_Y[d]
    ways = [[(dx, dy)]] if not (dx and dy) else [[(dx, 0), (dx, dy)], [(0, dy), (dx, dy)]]
    for way in ways:
        places = [square, *((square[0] + x, square[1] + y) for x, y in way)]
        if not all(_stands(ground, place, n) for place in places):
            return False
        for before, after in pairwise(places):
            for one, other in zip(footprint(before, n), footprint(after, n), strict=True):
                if _blocks(ground.edges.get((min(one, other), max(one, other)), FLOOR)):
                    return False
    return True


def _blocks(kind: int) -> bool:
    return kind in (WALL, PILLAR, DOOR, LOCKED_DOOR, WINDOW, ARROW_SLIT)


def _stands(ground: Ground, place: Point, n: int) -> bool:
    cells = footprint(place, n)
    if any(not (0 <= x < ground.width and 0 <= y < ground.height) for x, y in cells):
        return False
    inside = [e for e in ground.edges if e[0] in cells and e[1] in cells]
    return not any(_blocks(ground.squares.get(cell, FLOOR)) for cell in cells) and not any(
        _blocks(ground.edges[edge]) for edge in inside
    )


@pytest.mark.parametrize("n", [1, 2, 3])
def test_steps_are_those_that_cross_no_wall_and_cut_no_corner_of_one(n: int) -> None:
    rng = random.Random(129 + n)
    for _ in range(60):
        ground, *_ = random_ground(rng)
        ways = ground.board.ways_of(n)
        for square in range(ground.board.size):
            x, y = square % ground.width, square // ground.width
            expected = [d for d in range(DIRECTIONS) if slow_step(ground, (x, y), d, n)]
            assert expected == [d for d in range(DIRECTIONS) if ways[square] >> d & 1], (ground.edges, (x, y))


def test_a_diagonal_step_past_the_end_of_a_wall_would_cut_its_corner() -> None:
    wall = Ground(4, 4, {}, [(WALL, 2, 2, 2, 4)])

    assert not wall.board.exits_of(1)[wall.at(1, 1)] >> 4 & 1  # SE, past (2, 2)
    assert wall.board.exits_of(1)[wall.at(1, 1)] >> 0 & 1
    assert wall.board.exits_of(1)[wall.at(1, 2)] & 1 == 0


def test_a_large_creature_fits_on_no_edge_with_a_wall() -> None:
    wall = Ground(4, 4, {}, [(WALL, 2, 0, 2, 4)])

    assert [0, 2] == [x for x in range(3) if wall.board.fits(2)[wall.at(x, 0)]]


def test_a_low_wall_and_an_open_window_are_stepped_over_at_twice_the_cost_a_slit_and_a_window_not_at_all() -> None:
    for kind, cost in ((LOW_WALL, 2), (OPEN_WINDOW, 2), (OPEN_DOOR, 1), (WINDOW, -1), (ARROW_SLIT, -1), (DOOR, -1)):
        ground = Ground(4, 1, {}, [(kind, 2, 0, 2, 1)])
        assert cost == ground.board.path_distances(ground.at(2, 0), 1)[ground.at(1, 0)], kind
    past = Ground(4, 2, {}, [(LOW_WALL, 2, 0, 2, 1)])
    assert 1 == past.board.path_distances(past.at(2, 1), 1)[past.at(1, 0)]  # aslant, past its free end
    assert 2 == past.board.path_distances(past.at(2, 0), 1)[past.at(1, 0)]


def test_a_push_over_an_edge_needs_no_floor_beyond_it_but_no_wall_on_it() -> None:
    ledge = Ground(3, 1, {(2, 0): NO_FLOOR}, [(LOW_WALL, 2, 0, 2, 1)])
    fence = Ground(3, 1, {(2, 0): NO_FLOOR}, [(WALL, 2, 0, 2, 1)])

    assert ledge.board.ways_of(1)[1] & 1
    assert not ledge.board.exits_of(1)[1] & 1
    assert not fence.board.ways_of(1)[1] & 1


def test_lines_on_the_border_are_left_out_and_lines_off_the_grid_refused() -> None:
    assert (b"", b"") == edge_tables(3, 3, [(WALL, 0, 0, 3, 0), (WALL, 3, 0, 3, 3)])
    for line in [(WALL, 0, 0, 1, 1), (WALL, 1, 1, 1, 1), (WALL, 1, 0, 1, 4), (WALL, -1, 1, 1, 1)]:
        with pytest.raises(ValueError, match="is no line along the grid of 3 x 3 squares"):
            edge_tables(3, 3, [line])
    with pytest.raises(ValueError, match="4 and 0 edges for a board of 2 x 2"):
        Board(2, 2, bytes(4), False, bytes(4), b"")
