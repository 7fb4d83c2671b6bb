"""Cover and line of sight, past walls and fog (rules.md 117 to 123, D-16, D-17, D-22), against a slow reading."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import pairwise, product

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from encounter.engine.board import FLOOR, WALL, Board
from encounter.engine.fog import Fog
from encounter.engine.sight import (
    ANY_SIDE,
    HALF,
    NONE,
    THREE_QUARTERS,
    TOTAL,
    Sight,
)

Point = tuple[int, int]
ATTACKER, TARGET, SOMEBODY = 1, 2, 4


class Scene:
    """Walls, fog and bodies by square, the attacker's and the target's footprints, and both engines' questions."""

    def __init__(
        self,
        width: int,
        height: int,
        walls: set[Point] = frozenset(),
        fog: set[Point] = frozenset(),
        bodies: set[Point] = frozenset(),
    ) -> None:
        self.width, self.height = width, height
        self.walls, self.fog, self.bodies = set(walls), set(fog), set(bodies)
        self.outside = outside(self.walls, width, height)
        squares = [(x, y) for y in range(height) for x in range(width)]
        self.board = Board(width, height, bytes(WALL if square in self.walls else FLOOR for square in squares))
        self.sight = Sight(self.board)
        self.haze = Fog(self.board, bytes(square in self.fog for square in squares))

    def at(self, x: int, y: int) -> int:
        return y * self.width + x

    def occupied(self, a: Point = (0, 0), na: int = 0, t: Point = (0, 0), nt: int = 0) -> vec[i64]:
        bodies = [SOMEBODY * ((square % self.width, square // self.width) in self.bodies) for square in self.squares()]
        for x, y in footprint(a, na):
            bodies[self.at(x, y)] |= ATTACKER
        for x, y in footprint(t, nt):
            bodies[self.at(x, y)] |= TARGET
        return vec[i64](bodies)

    def squares(self) -> range:
        return range(self.width * self.height)

    def cover(self, a: Point, t: Point, na: int = 1, nt: int = 1) -> int:
        return self.sight.cover(self.at(*a), na, self.at(*t), nt, self.occupied(a, na, t, nt), ATTACKER | TARGET)

    def cover_from_point(self, p: Point, t: Point, nt: int = 1) -> int:
        return self.sight.cover_from_point(*p, ANY_SIDE, self.at(*t), nt, self.occupied(t=t, nt=nt), TARGET)

    def los(self, a: Point, b: Point, na: int = 1, nb: int = 1) -> bool:
        free = self.sight.los(self.at(*a), na, self.at(*b), nb)
        seen = self.haze.los(self.sight, self.at(*a), na, self.at(*b), nb)
        assert free == seen or self.fog, "without fog walls alone decide"
        return seen


# The slow reading: fractions, one line after another, nothing remembered


def footprint(square: Point, n: int) -> list[Point]:
    return [(square[0] + column, square[1] + row) for row in range(n) for column in range(n)]


def corners(square: Point) -> list[Point]:
    x, y = square
    return [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)]


def outer_corners(square: Point, n: int) -> list[tuple[Point, Point]]:
    """The four corners of a footprint, each with the square of the footprint that it belongs to."""
    x, y = square
    return [((x + i * n, y + j * n), (x + i * (n - 1), y + j * (n - 1))) for j in (0, 1) for i in (0, 1)]


def squares_at(x: Fraction, y: Fraction) -> list[Point]:
    """The squares that touch a point, their borders included: one, two beside an edge, four about a corner."""
    columns = [int(x) - 1, int(x)] if x.denominator == 1 else [x.numerator // x.denominator]
    rows = [int(y) - 1, int(y)] if y.denominator == 1 else [y.numerator // y.denominator]
    return [(column, row) for row in rows for column in columns]


def runs_inside(p: Point, q: Point, solid: set[Point]) -> bool:
    """Whether a part of positive length lies inside the union: between two grid lines the middle speaks for all."""
    cuts = {Fraction(0), Fraction(1)}
    for start, end in zip(p, q, strict=True):
        if start != end:
            cuts |= {Fraction(line - start, end - start) for line in range(min(p + q), max(p + q) + 1)}
    times = sorted(time for time in cuts if 0 <= time <= 1)
    for before, after in pairwise(times):
        middle = (before + after) / 2
        x, y = (start + middle * (end - start) for start, end in zip(p, q, strict=True))
        if all(square in solid for square in squares_at(x, y)):
            return True
    return False


def touches(p: Point, q: Point, fog: set[Point]) -> bool:
    """Whether a square of fog, its border included, meets the line between its two ends."""
    cuts = {Fraction(0), Fraction(1)}
    for start, end in zip(p, q, strict=True):
        if start != end:
            cuts |= {Fraction(line - start, end - start) for line in range(min(p + q), max(p + q) + 1)}
    times = sorted(time for time in cuts if 0 <= time <= 1)
    middles = [(before + after) / 2 for before, after in pairwise(times)]
    for time in (*times[1:-1], *middles):
        x, y = (start + time * (end - start) for start, end in zip(p, q, strict=True))
        if fog & set(squares_at(x, y)):
            return True
    return False


def outside(walls: set[Point], width: int, height: int) -> set[Point]:
    """The squares beyond the border that count as solid: beside a wall that joins two borders of the map."""
    left = set(walls)
    beyond: set[Point] = set()
    while left:
        wall = {left.pop()}
        while more := {
            square for square in left if any(max(abs(square[0] - x), abs(square[1] - y)) == 1 for x, y in wall)
        }:
            wall |= more
            left -= more
        sides = [[(x, -1) for x, y in wall if y == 0], [(x, height) for x, y in wall if y == height - 1]]
        sides += [[(-1, y) for x, y in wall if x == 0], [(width, y) for x, y in wall if x == width - 1]]
        north, south, west, east = map(bool, sides)
        if (north and south) or (west and east) or (len(wall) > 1 and north + south + west + east > 1):
            beyond |= {square for side in sides for square in side}
    return beyond


def is_closed(corner: Point, walls: set[Point]) -> bool:
    northwest, northeast, southwest, southeast = (
        square in walls for square in squares_at(Fraction(corner[0]), Fraction(corner[1]))
    )
    return northwest == southeast and northeast == southwest and northwest != northeast


def open_side(corner: Point, towards: Point, walls: set[Point]) -> Point | None:
    """The open square about a closed corner in which, or along whose edge, a line from it sets out."""
    near = [c + Fraction(t - c, 1000) for c, t in zip(corner, towards, strict=True)]
    about = squares_at(Fraction(corner[0]), Fraction(corner[1]))
    beside = [square for square in squares_at(*near) if square in about and square not in walls]
    assert len(beside) <= 1
    return beside[0] if beside else None


def walls_block(p: Point, body: Point | None, q: Point, square: Point, walls: set[Point], outside: set[Point]) -> bool:
    if p == q:
        return is_closed(p, walls) and body is not None and body != square
    if runs_inside(p, q, walls | outside):
        return True
    if body is not None and is_closed(p, walls) and open_side(p, q, walls) != body:
        return True
    if is_closed(q, walls) and open_side(q, p, walls) != square:
        return True
    steps = max(abs(q[0] - p[0]), abs(q[1] - p[1]))
    for step in range(1, steps):
        x, y = (start + Fraction(step, steps) * (end - start) for start, end in zip(p, q, strict=True))
        if x.denominator == y.denominator == 1 and is_closed((int(x), int(y)), walls):
            return True
    return False


def slow_cover(scene: Scene, origins: list[tuple[Point, Point | None]], t: Point, nt: int) -> int:
    counts = [
        (
            sum(walls_block(p, body, q, square, scene.walls, scene.outside) for q in corners(square)),
            sum(runs_inside(p, q, scene.bodies) for q in corners(square)),
        )
        for p, body in origins
        for square in footprint(t, nt)
    ]
    if all(by_walls == 4 for by_walls, _ in counts):
        return TOTAL
    degree = [NONE, HALF, HALF, THREE_QUARTERS, THREE_QUARTERS]
    return min(max(degree[by_walls], HALF if by_bodies else NONE) for by_walls, by_bodies in counts)


def slow_los(scene: Scene, a: Point, na: int, b: Point, nb: int) -> bool:
    if scene.fog & {*footprint(a, na), *footprint(b, nb)}:
        return False
    return any(
        not walls_block(p, body, q, square, scene.walls, scene.outside) and (p == q or not touches(p, q, scene.fog))
        for p, body in outer_corners(a, na)
        for square in footprint(b, nb)
        for q in corners(square)
    )


def random_scene(rng: random.Random, fog_in_20: int = 0) -> tuple[Scene, Point, int, Point, int]:
    """A small scene, thinly or thickly walled, with two footprints that overlap nothing."""
    while True:
        width, height = rng.randint(2, 7), rng.randint(2, 7)
        walls_in_20 = rng.choice((0, 2, 4, 8))
        na, nt = rng.choice((1, 1, 1, 2, 3)), rng.choice((1, 1, 1, 2, 3))
        if max(na, nt) > min(width, height):
            continue
        a = (rng.randint(0, width - na), rng.randint(0, height - na))
        t = (rng.randint(0, width - nt), rng.randint(0, height - nt))
        mine = {*footprint(a, na), *footprint(t, nt)}
        if len(mine) < na * na + nt * nt:
            continue
        kinds: list[set[Point]] = [set(), set(), set()]
        for square in product(range(width), range(height)):
            drawn = rng.randrange(20)
            if square in mine:
                continue
            if drawn < walls_in_20:
                kinds[0].add(square)
            elif drawn < walls_in_20 + fog_in_20:
                kinds[1].add(square)
            elif rng.randrange(20) < 3:
                kinds[2].add(square)
        return Scene(width, height, *kinds), a, na, t, nt


@pytest.mark.parametrize("seed", range(6))
def test_cover_is_what_the_slow_reading_says(seed):
    rng = random.Random(119_000 + seed)
    for _ in range(60):
        scene, a, na, t, nt = random_scene(rng)
        expected = slow_cover(scene, outer_corners(a, na), t, nt)
        assert expected == scene.cover(a, t, na, nt) == scene.cover(a, t, na, nt), (scene.walls, scene.bodies, a, t)


def test_cover_from_a_point_is_what_the_slow_reading_says():
    rng = random.Random(119)
    for _ in range(120):
        scene, _, _, t, nt = random_scene(rng)
        p = (rng.randint(0, scene.width), rng.randint(0, scene.height))
        assert slow_cover(scene, [(p, None)], t, nt) == scene.cover_from_point(p, t, nt), (scene.walls, p, t)


@pytest.mark.parametrize("fog_in_20", [0, 1, 4])
def test_line_of_sight_is_what_the_slow_reading_says(fog_in_20):
    rng = random.Random(123_000 + fog_in_20)
    for _ in range(120):
        scene, a, na, b, nb = random_scene(rng, fog_in_20)
        assert slow_los(scene, a, na, b, nb) == scene.los(a, b, na, nb) == scene.los(a, b, na, nb)


def test_each_line_that_walls_block_is_what_the_slow_reading_says():
    rng = random.Random(118)
    for _ in range(60):
        scene, a, na, t, _ = random_scene(rng)
        for p, body in outer_corners(a, na):
            about = squares_at(Fraction(p[0]), Fraction(p[1]))
            lines = scene.sight.blocked_lines(*p, about.index(body), scene.at(*t))
            assert [walls_block(p, body, q, t, scene.walls, scene.outside) for q in corners(t)] == [
                lines >> j & 1 for j in range(4)
            ]
            lines = scene.sight.blocked_lines(*p, ANY_SIDE, scene.at(*t))
            assert [walls_block(p, None, q, t, scene.walls, scene.outside) for q in corners(t)] == [
                lines >> j & 1 for j in range(4)
            ]


# Cover: the oracles, one row further down where one of them needs a row above row 0


def test_cov_open_nothing_between_is_no_cover():
    assert Scene(8, 8).cover((0, 0), (5, 0)) == NONE


def test_cov_ally_adjrow_a_body_in_the_next_row_is_no_cover():
    assert Scene(8, 8, bodies={(3, 1)}).cover((0, 0), (5, 0)) == NONE


def test_cov_wall_1_one_wall_square_in_line_is_half_cover():
    assert Scene(8, 8, walls={(3, 0)}).cover((0, 0), (5, 0)) == HALF


def test_cov_wall_3_a_wall_three_squares_wide_is_total_cover():
    assert Scene(8, 8, walls={(3, 0), (3, 1), (3, 2)}).cover((0, 1), (5, 1)) == TOTAL


def test_cov_corner_a_diagonal_neighbour_past_one_wall_corner_has_no_cover():
    assert Scene(8, 8, walls={(2, 1)}).cover((1, 1), (2, 0)) == NONE


def test_cov_large_between_a_large_body_in_line_is_half_cover():
    assert Scene(8, 8, bodies={(2, 0), (3, 0), (2, 1), (3, 1)}).cover((0, 0), (5, 0)) == HALF


def test_cov_diag_wall_one_wall_square_on_the_exact_diagonal_is_three_quarters_cover():
    assert Scene(8, 8, walls={(1, 1)}).cover((0, 0), (3, 3)) == THREE_QUARTERS


# Cover: scenes of rules.md D


def test_walls_that_touch_at_a_corner_leave_no_gap():
    """Case N012: walls on (1,0) and (0,1), Ada on (0,0), Gob on (1,1)."""
    sealed = Scene(20, 10, walls={(1, 0), (0, 1)})

    assert sealed.cover((0, 0), (1, 1)) == TOTAL
    assert not sealed.los((0, 0), (1, 1))
    assert [sealed.sight.blocked_lines(x, y, q, sealed.at(1, 1)) for x, y, q in [(0, 0, 3), (1, 1, 0)]] == [15, 15]


def test_a_reach_attack_past_a_friend_meets_half_cover_unless_a_corner_has_four_free_lines():
    """rules.md D 30: T on (2,0), the friend on (1,0)."""
    friend = Scene(6, 6, bodies={(1, 0)})

    assert friend.cover((0, 0), (2, 0)) == HALF
    assert friend.cover((0, 1), (2, 0)) == HALF
    assert friend.cover((2, 2), (2, 0)) == NONE


def test_an_attack_past_the_corner_that_no_step_may_cut_meets_no_cover():
    """rules.md D 65."""
    assert Scene(3, 3, walls={(1, 0)}).cover((0, 0), (1, 1)) == NONE


def test_bodies_never_give_more_than_half_cover_where_walls_would():
    """rules.md D 66, D-16: the diagonal, and three abreast."""
    assert Scene(8, 8, bodies={(1, 1)}).cover((0, 0), (3, 3)) == HALF
    assert Scene(8, 8, bodies={(3, 0), (3, 1), (3, 2)}).cover((0, 1), (5, 1)) == HALF
    assert Scene(8, 8, bodies={(3, 0)}).cover((0, 0), (5, 0)) == HALF


def test_of_walls_and_bodies_the_better_degree_counts_never_their_sum():
    """rules.md D 66."""
    assert Scene(8, 8, walls={(1, 1)}, bodies={(2, 2)}).cover((0, 0), (3, 3)) == THREE_QUARTERS
    assert Scene(8, 8, walls={(3, 0)}, bodies={(2, 0), (4, 0)}).cover((0, 0), (5, 0)) == HALF


def test_neighbours_have_no_cover_from_each_other():
    """rules.md D 28: a Large attacker and the diagonal square beside it."""
    crowd = Scene(6, 6, bodies={(2, 0), (2, 1), (0, 2), (1, 2), (3, 3)})

    assert crowd.cover((0, 0), (2, 2), na=2) == NONE
    assert crowd.cover((4, 4), (5, 4)) == NONE


def test_attacker_and_target_are_no_obstacles_but_whoever_else_is_there_is():
    crowded = Scene(6, 1, bodies={(2, 0)})
    occupied = crowded.occupied()

    assert crowded.sight.cover(0, 1, 4, 1, occupied, SOMEBODY) == NONE
    assert crowded.sight.cover(0, 1, 4, 1, occupied, ATTACKER | TARGET) == HALF


def test_two_bodies_abreast_of_a_line_along_the_grid_give_half_cover_down_the_map_as_across():
    bodies = {(0, 2), (1, 2), (2, 2)}

    assert Scene(3, 6, bodies=bodies).cover((1, 0), (1, 5)) == HALF
    assert Scene(6, 3, bodies={(y, x) for x, y in bodies}).cover((0, 1), (5, 1)) == HALF


def test_a_third_body_in_the_targets_own_square_gives_half_cover():
    assert Scene(6, 3, bodies={(4, 1)}).cover((0, 1), (4, 1)) == HALF
    assert Scene(6, 3, bodies={(1, 1)}).cover((0, 1), (1, 1)) == HALF


def test_a_line_along_the_edge_between_two_solid_squares_is_blocked_and_beside_one_is_not():
    beside, between = Scene(4, 2, walls={(1, 0)}), Scene(4, 2, walls={(1, 0), (1, 1)})

    assert beside.sight.blocked_lines(0, 1, 1, beside.at(2, 0)) == 0b0011
    assert between.sight.blocked_lines(0, 1, 1, between.at(2, 0)) == 0b1111


def test_the_border_of_the_map_is_no_wall():
    """A line along the border has a wall on one side only, where the wall just ends there."""
    assert Scene(5, 3, walls={(2, 0)}).cover((0, 0), (4, 0)) == HALF
    assert Scene(3, 5, walls={(0, 2)}).cover((0, 4), (0, 0)) == HALF


def test_nothing_slips_past_the_end_of_a_wall_that_divides_the_map():
    corridor = Scene(5, 1, walls={(2, 0)})

    assert corridor.cover((0, 0), (4, 0)) == TOTAL
    assert not corridor.los((0, 0), (4, 0))
    assert Scene(5, 3, walls={(2, 0), (2, 1), (3, 2)}).cover((0, 0), (4, 0)) == TOTAL, "joined at a corner"
    assert Scene(5, 5, walls={(2, 0), (1, 1), (0, 2)}).cover((0, 0), (4, 0)) == TOTAL, "a corner cut off"
    assert Scene(5, 3, walls={(0, 0)}).los((0, 1), (2, 0)), "a square in the corner divides nothing"


def test_an_area_spreads_from_its_point_to_both_sides_of_a_closed_corner_but_not_through_one():
    sealed = Scene(4, 4, walls={(1, 0), (0, 1)})

    assert sealed.cover_from_point((1, 1), (0, 0)) == NONE
    assert sealed.cover_from_point((1, 1), (1, 1)) == NONE
    assert sealed.cover_from_point((0, 0), (1, 1)) == TOTAL
    assert sealed.cover_from_point((2, 2), (0, 0)) == TOTAL


def test_a_body_between_the_point_of_an_area_and_the_target_gives_half_cover():
    assert Scene(6, 2, bodies={(2, 0)}).cover_from_point((1, 0), (4, 0)) == HALF
    assert Scene(6, 2, bodies={(2, 1)}).cover_from_point((1, 0), (4, 0)) == NONE


# Line of sight


def test_fog_hides_what_is_in_it_from_neighbours_and_from_outside_and_blocks_what_is_beyond():
    """D-17."""
    foggy = Scene(7, 1, fog={(2, 0), (3, 0)})

    assert not foggy.los((2, 0), (3, 0))
    assert not foggy.los((1, 0), (2, 0))
    assert not foggy.los((2, 0), (1, 0))
    assert foggy.los((0, 0), (1, 0))
    assert not foggy.los((1, 0), (4, 0)), "no line along the border of the map looks past it"
    assert not Scene(7, 2, fog={(2, 0), (3, 0)}).los((1, 0), (5, 0))
    assert Scene(7, 2, fog={(2, 0), (3, 0)}).los((1, 1), (5, 1))


def test_nobody_sees_across_a_bank_of_fog():
    bank = Scene(7, 3, fog={(3, 0), (3, 1), (3, 2)})

    assert not bank.los((1, 1), (5, 1))
    assert bank.los((1, 1), (2, 2))
    assert bank.cover((1, 1), (5, 1)) == NONE, "fog is no obstacle to an arrow"


def test_a_large_creature_with_one_square_in_fog_is_not_seen():
    edge = Scene(6, 3, fog={(4, 1)})

    assert not edge.los((0, 0), (3, 0), nb=2)
    assert edge.los((0, 0), (3, 0))


def test_diagonal_neighbours_see_each_other_between_two_squares_of_fog():
    """No line is needed where they touch; one that touches fog on its way is blocked by it."""
    assert Scene(2, 2, fog={(1, 0), (0, 1)}).los((0, 0), (1, 1))
    assert not Scene(4, 4, fog={(2, 1), (1, 2)}).los((0, 0), (3, 3))


def test_who_sees_is_seen_among_creatures_of_one_square():
    rng = random.Random(17)
    for _ in range(40):
        scene, *_ = random_scene(rng, fog_in_20=2)
        open_squares = [scene.at(*s) for s in product(range(scene.width), range(scene.height)) if s not in scene.walls]
        for a, b in product(open_squares, repeat=2):
            assert scene.haze.los(scene.sight, a, 1, b, 1) == scene.haze.los(scene.sight, b, 1, a, 1)


def test_a_large_creature_may_be_seen_by_what_it_cannot_see():
    """rules.md B.1 looks from the corners of the footprint to those of every square: fewer look out than are seen."""
    narrow = Scene(4, 4, walls={(0, 2), (2, 0), (2, 2)})

    assert not narrow.los((0, 0), (3, 3), na=2)
    assert narrow.los((3, 3), (0, 0), nb=2)


def test_bodies_hide_nothing():
    assert Scene(5, 1, bodies={(1, 0), (2, 0), (3, 0)}).los((0, 0), (4, 0))


# Large boards


def test_a_board_above_64_by_64_answers_without_a_table_of_pairs():
    wide = Scene(200, 200, walls={(100, y) for y in range(10)})

    assert len(wide.sight.rows) == 0
    assert wide.cover((98, 3), (102, 3)) == TOTAL
    assert wide.cover((98, 30), (102, 30)) == NONE
    assert not wide.los((98, 3), (102, 3))
    assert wide.los((0, 199), (199, 0)) == wide.los((199, 0), (0, 199))


def test_fog_of_the_wrong_size_is_refused():
    with pytest.raises(ValueError, match="3 squares of fog for a board of 4"):
        Fog(Board(2, 2, bytes(4)), bytes(3))
