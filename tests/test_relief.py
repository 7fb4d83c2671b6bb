"""Height on the board: distances and lines in three dimensions, against a slow version that is right by its looks."""

from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from encounter.engine.board import LOW_WALL, WALL, Board, edge_tables
from encounter.engine.relief import DEGREE_OF_EIGHT, Relief, gap
from encounter.engine.sight import ANY_SIDE, HALF, NONE, THREE_QUARTERS, TOTAL, Sight

Point = tuple[int, int, int]
WIDTH, HEIGHT = 6, 5


def random_ground(seed: int) -> tuple[Board, Sight, Relief]:
    """A small board with a few walls and ground of several levels."""
    draw = Random(seed)
    terrain = bytes(WALL if draw.random() < 0.12 else 0 for _ in range(WIDTH * HEIGHT))
    elevation = bytes(draw.choice((0, 0, 0, 1, 2, 4)) for _ in range(WIDTH * HEIGHT))
    board = Board(WIDTH, HEIGHT, terrain)
    return board, Sight(board), Relief(board, elevation)


def top(sight: Sight, relief: Relief, x: int, y: int) -> int:
    """Up to where a square is filled; walls have no end, and nothing is off the map."""
    if not (0 <= x < WIDTH and 0 <= y < HEIGHT):
        return 0
    return 1000 if sight.solid[y * WIDTH + x] else relief.elevation[y * WIDTH + x]


def crossings(p: Point, q: Point) -> list[Fraction]:
    """The parts of the way from P to Q at which its plan meets a line of the grid, ends included, in order."""
    found = {Fraction(0), Fraction(1)}
    for axis in (0, 1):
        low, high = sorted((p[axis], q[axis]))
        if low != high:
            found |= {Fraction(line - p[axis], q[axis] - p[axis]) for line in range(low, high + 1)}
    return sorted(found)


def at(p: Point, q: Point, part: Fraction) -> tuple[Fraction, Fraction, Fraction]:
    return tuple(p[axis] + part * (q[axis] - p[axis]) for axis in range(3))  # type: ignore[return-value]


def plainly_blocked(sight: Sight, relief: Relief, p: Point, q: Point) -> bool:
    """Whether ground blocks the line between two points, what lies at its ends aside."""
    parts = crossings(p, q)
    for before, after in pairwise(parts):
        x, y, _ = at(p, q, (before + after) / 2)
        lowest = min(at(p, q, before)[2], at(p, q, after)[2])
        # the squares that this piece runs through, or those on both sides where it runs between two
        columns = [int(x // 1)] if x.denominator > 1 else [int(x) - 1, int(x)]
        rows = [int(y // 1)] if y.denominator > 1 else [int(y) - 1, int(y)]
        if p[0] != q[0] and p[1] != q[1]:
            assert len(columns) == len(rows) == 1
        if all(lowest < top(sight, relief, column, row) for column in columns for row in rows):
            return True
    for part in parts[1:-1]:
        x, y, z = at(p, q, part)
        if x.denominator == y.denominator == 1:
            squares = [(int(x) - 1, int(y) - 1), (int(x), int(y)), (int(x), int(y) - 1), (int(x) - 1, int(y))]
            one, other, third, fourth = (z < top(sight, relief, *square) for square in squares)
            if (one and other) or (third and fourth):
                return True
    return False


@pytest.mark.parametrize("seed", range(60))
def test_a_line_over_the_ground_is_blocked_as_exact_fractions_say(seed: int) -> None:
    draw = Random(1000 + seed)
    _, sight, relief = random_ground(seed)
    for _ in range(60):
        p = (draw.randrange(WIDTH + 1), draw.randrange(HEIGHT + 1), draw.randrange(6))
        q = (draw.randrange(WIDTH + 1), draw.randrange(HEIGHT + 1), draw.randrange(6))
        if p[:2] != q[:2]:
            assert plainly_blocked(sight, relief, p, q) == relief.ground_blocks(sight, *p, *q), (p, q)


@pytest.mark.parametrize("seed", range(40))
def test_a_line_is_blocked_in_both_directions_or_in_none(seed: int) -> None:
    draw = Random(seed)
    _, sight, relief = random_ground(seed)
    for _ in range(60):
        p = (draw.randrange(WIDTH + 1), draw.randrange(HEIGHT + 1), draw.randrange(6))
        q = (draw.randrange(WIDTH + 1), draw.randrange(HEIGHT + 1), draw.randrange(6))
        if p[:2] != q[:2]:
            assert relief.ground_blocks(sight, *p, *q) == relief.ground_blocks(sight, *q, *p), (p, q)


@pytest.mark.parametrize("seed", range(30))
def test_on_one_level_cover_and_sight_are_those_of_the_plan(seed: int) -> None:
    """Walls have no end, and bodies on one level cover each other as they do on the map."""
    draw = Random(seed)
    board = Board(WIDTH, HEIGHT, bytes(WALL if draw.random() < 0.2 else 0 for _ in range(WIDTH * HEIGHT)))
    sight, relief = Sight(board), Relief(board, b"")
    level = draw.randrange(4)
    occupied = vec[i64]([draw.random() < 0.2 and 1 << draw.randrange(3) for _ in range(board.size)])
    bodies = vec[i64]([level, 1, level, 1, level, 1])
    for _ in range(80):
        a, t = draw.randrange(board.size), draw.randrange(board.size)
        plan = sight.cover(a, 1, t, 1, occupied, 0)
        assert plan == relief.cover(sight, a, 1, level, t, 1, level, occupied, bodies, 0), (a, t)
        assert sight.los(a, 1, t, 1) == relief.los(sight, a, 1, level, t, 1, level)


def along(*heights: int) -> tuple[Board, Sight, Relief]:
    """A strip of squares three wide, its ground of these levels from west to east."""
    board = Board(len(heights), 3, bytes(3 * len(heights)))
    return board, Sight(board), Relief(board, bytes(heights * 3))


def cover(ground: tuple[Board, Sight, Relief], a: int, la: int, t: int, lt: int, body: int = -1, lb: int = 0) -> int:
    """Cover of the square t of the middle row at a level from a; somebody may stand between them."""
    board, sight, relief = ground
    occupied = vec[i64]([0] * board.size)
    if body >= 0:
        occupied[board.width + body] = 1
    bodies = vec[i64]([lb, 1])
    return int(relief.cover(sight, board.width + a, 1, la, board.width + t, 1, lt, occupied, bodies, 0))


@pytest.mark.parametrize(
    ("heights", "a", "la", "t", "lt", "expected"),
    [
        ((4, 4, 0, 0, 0, 0), 1, 4, 5, 0, NONE),  # from the ledge down
        ((4, 4, 0, 0, 0, 0), 5, 0, 1, 4, HALF),  # up at the ledge: the feet are behind its edge
        ((4, 4, 4, 4, 0, 0), 5, 0, 0, 4, TOTAL),  # three squares back from the ledge nobody is seen from below
        ((4, 4, 4, 4, 0, 0), 0, 4, 5, 0, TOTAL),
        ((0, 0, 1, 0, 0), 0, 0, 4, 0, HALF),  # behind a ledge of 5 ft, from the ground
        ((0, 0, 2, 0, 0), 0, 0, 4, 0, TOTAL),  # behind one of 10 ft
        ((0, 0, 2, 0, 0), 0, 4, 4, 4, NONE),  # above it
        ((0, 0, 2, 0, 0), 0, 3, 4, 0, HALF),  # from above to the ground behind it
        ((0, 0, 2, 0, 0), 0, 6, 4, 0, NONE),  # from higher above
        ((4, 0, 4), 0, 4, 1, 0, NONE),  # into a gorge at one's feet
        ((4, 0, 0, 0, 4), 0, 4, 4, 4, NONE),  # across it
    ],
)
def test_ground_gives_cover_to_what_is_behind_and_below(
    heights: tuple[int, ...], a: int, la: int, t: int, lt: int, expected: int
) -> None:
    assert expected == cover(along(*heights), a, la, t, lt)


def test_a_body_gives_cover_on_its_own_level_and_none_to_what_flies_over_it() -> None:
    ground = along(0, 0, 0, 0, 0)

    assert HALF == cover(ground, 0, 0, 4, 0, body=2)
    assert NONE == cover(ground, 0, 0, 4, 4, body=2)
    assert HALF == cover(ground, 0, 0, 4, 4, body=2, lb=2)
    assert NONE == cover(ground, 0, 2, 4, 2, body=2)


def low_walls(seed: int, *, hilly: bool) -> tuple[Board, Sight, Relief]:
    """A small board with low walls on squares and edges."""
    draw = Random(seed)
    terrain = bytes(LOW_WALL if draw.random() < 0.1 else 0 for _ in range(WIDTH * HEIGHT))
    lines = [(LOW_WALL, x, y, x, y + 1) for x in range(1, WIDTH) for y in range(HEIGHT) if draw.random() < 0.2]
    lines += [(LOW_WALL, x, y, x + 1, y) for x in range(WIDTH) for y in range(1, HEIGHT) if draw.random() < 0.2]
    elevation = bytes(draw.choice((0, 0, 1, 2)) for _ in range(WIDTH * HEIGHT)) if hilly else b""
    board = Board(WIDTH, HEIGHT, terrain, False, *edge_tables(WIDTH, HEIGHT, lines))
    return board, Sight(board), Relief(board, elevation)


@pytest.mark.parametrize("seed", range(20))
def test_low_walls_on_level_ground_are_those_of_the_plan_for_whoever_stands_there_and_nothing_to_flyers(
    seed: int,
) -> None:
    """From the ground to the ground a wall of 5 ft hides feet, whoever is 5 ft up or more looks over it."""
    board, sight, relief = low_walls(seed, hilly=False)
    nobody = vec[i64]([0] * board.size)
    for a in range(board.size):
        for t in range(board.size):
            plan = sight.cover(a, 1, t, 1, nobody, 0)
            assert plan == relief.cover(sight, a, 1, 0, t, 1, 0, nobody, nobody, 0), (a, t)
            assert NONE == relief.cover(sight, a, 1, 1, t, 1, 1, nobody, nobody, 0), (a, t)


@pytest.mark.parametrize("seed", range(20))
def test_whoever_rises_has_never_more_cover_from_low_walls(seed: int) -> None:
    """The attacker from where it was, the target higher: what passed over passes over."""
    draw = Random(seed)
    board, sight, relief = low_walls(seed, hilly=True)
    for _ in range(80):
        x, y = draw.randrange(WIDTH + 1), draw.randrange(HEIGHT + 1)
        t, pz, feet = draw.randrange(board.size), draw.randrange(6), draw.randrange(6)
        low = sight.is_low_between(x, y, pz, ANY_SIDE, t, feet, relief.elevation)
        assert low or not sight.is_low_between(x, y, pz + 1, ANY_SIDE, t, feet, relief.elevation)
        assert low or not sight.is_low_between(x, y, pz, ANY_SIDE, t, feet + 1, relief.elevation)


@pytest.mark.parametrize(
    ("wall_ground", "a", "la", "t", "lt", "expected"),
    [
        (0, 0, 0, 7, 0, HALF),  # from the ground, from behind the wall
        (0, 0, 0, 7, 40, NONE),  # at a flyer
        (0, 7, 40, 0, 0, NONE),  # from it, at somebody three squares away from the wall
        (0, 7, 40, 3, 0, HALF),  # at somebody right behind it: the wall hides the feet
        (0, 0, 0, 7, 2, NONE),  # 10 ft up: from the head of the attacker the line to the feet passes over
        (2, 0, 2, 7, 2, HALF),  # the wall stands on higher ground, and so do both
        (2, 0, 3, 7, 3, NONE),  # 5 ft above it
    ],
)
def test_a_low_wall_ends_5_feet_above_its_ground(
    wall_ground: int, a: int, la: int, t: int, lt: int, expected: int
) -> None:
    """A strip of eight squares with a low wall across it, west of the fifth."""
    east, south = edge_tables(8, 3, [(LOW_WALL, 4, 0, 4, 3)])
    board = Board(8, 3, bytes(24), False, east, south)
    ground = board, Sight(board), Relief(board, bytes([wall_ground] * 24))

    assert expected == cover(ground, a, la, t, lt)


def test_half_of_eight_lines_is_half_cover_and_more_three_quarters() -> None:
    assert [NONE, *[HALF] * 4, *[THREE_QUARTERS] * 3, TOTAL] == list(DEGREE_OF_EIGHT)


@pytest.mark.parametrize("alternate", [False, True])
def test_the_distance_of_two_cubes_is_their_greatest_gap(alternate: bool) -> None:
    """Under 5-10-5 half of the second greatest comes on top."""
    board = Board(9, 9, bytes(81), alternate)
    relief = Relief(board, b"")
    draw = Random(7)
    for _ in range(300):
        na, nb = draw.randrange(1, 4), draw.randrange(1, 4)
        ax, ay, az, bx, by, bz = (draw.randrange(6) for _ in range(6))
        gaps = sorted(
            max(0, min(abs(p - q) for p in range(low, low + na) for q in range(high, high + nb)))
            for low, high in ((ax, bx), (ay, by), (az, bz))
        )
        expected = 5 * (gaps[2] + (gaps[1] // 2 if alternate else 0))
        assert expected == relief.distance_ft(board, ay * 9 + ax, na, az, by * 9 + bx, nb, bz)
    assert (0, 1, 4) == (gap(0, 2, 1, 1), gap(0, 2, 2, 1), gap(6, 1, 0, 3))
