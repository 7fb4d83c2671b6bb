"""Squares, terrain, distances and steps (rules.md 0, 129 to 131; contracts.md, map glyphs)."""

from __future__ import annotations

import heapq
import random

import pytest

from encounter.engine.board import (
    DIRECTIONS,
    DOOR,
    EDGE_NAMES,
    FLOOR,
    GLYPHS,
    NO_FLOOR,
    NOT_SIMULATED_TERRAIN,
    OPEN_DOOR,
    RUBBLE,
    SHUT_WAY,
    STEP_X,
    STEP_Y,
    TERRAIN_KINDS,
    TERRAIN_NAMES,
    TREE,
    UNDERGROWTH,
    WALL,
    WATER,
    Board,
    parse_square,
    square_name,
)

EAST, WEST, SOUTH, NORTH, SOUTHEAST, NORTHWEST, SOUTHWEST, NORTHEAST = range(DIRECTIONS)


def board(*rows: str, alternate: bool = False) -> Board:
    return Board(len(rows[0]), len(rows), bytes(GLYPHS[glyph] for row in rows for glyph in row), alternate)


def open_floor(width: int, height: int, alternate: bool = False) -> Board:
    return Board(width, height, bytes(width * height), alternate)


def ways(of: Board, square: int, n: int = 1) -> set[int]:
    return {d for d in range(DIRECTIONS) if of.exits_of(n)[square] >> d & 1}


def at(of: Board, name: str) -> int:
    x, y = parse_square(name)
    return y * of.width + x


# Squares and terrain


def test_squares_are_named_by_column_and_row_from_the_top_left():
    assert [square_name(60, square) for square in (0, 25, 26, 51, 52, 60)] == ["A1", "Z1", "AA1", "AZ1", "BA1", "A2"]


def test_every_square_is_read_back_from_its_name():
    for square in range(800 * 3):
        x, y = parse_square(square_name(800, square))
        assert square == y * 800 + x


@pytest.mark.parametrize("name", ["", "7", "C", "C0", "C07", "7C", "C7 ", "C-1", "Ö1", "C٣", "C7D"])
def test_what_is_no_square_is_refused_by_name(name):
    with pytest.raises(ValueError, match="is not a square"):
        parse_square(name)


def test_every_kind_of_terrain_has_one_name_and_every_glyph_a_kind():
    assert set(range(TERRAIN_KINDS)) - {SHUT_WAY} == set(TERRAIN_NAMES.values())
    assert set(EDGE_NAMES.items()) <= set(TERRAIN_NAMES.items())
    assert {".", "#", ":", "%", "T", "~", "+", "/", "_"} == set(GLYPHS)
    assert not NOT_SIMULATED_TERRAIN & set(TERRAIN_NAMES)


def test_a_kind_of_terrain_does_what_the_map_says():
    mixed = Board(8, 1, bytes([FLOOR, WALL, UNDERGROWTH, TREE, WATER, DOOR, OPEN_DOOR, NO_FLOOR]))

    assert list(mixed.blocks_movement) == [0, 1, 0, 1, 0, 1, 0, 0]
    assert list(mixed.blocks_lines) == [0, 1, 0, 1, 0, 1, 0, 0]
    assert list(mixed.difficult) == [0, 0, 1, 0, 1, 0, 0, 0]
    assert list(mixed.lightly_obscured) == [0, 0, 1, 0, 0, 0, 0, 0]
    assert list(mixed.opaque) == [0, 0, 0, 0, 0, 0, 0, 0]
    assert list(mixed.floorless) == [0, 0, 0, 0, 0, 0, 0, 1]


def test_a_board_of_the_wrong_size_or_of_unknown_terrain_is_refused():
    with pytest.raises(ValueError, match="5 squares of terrain for a board of 2 x 3"):
        Board(2, 3, bytes(5))
    with pytest.raises(ValueError, match="0 squares of terrain for a board of 0 x 3"):
        Board(0, 3, b"")
    with pytest.raises(ValueError, match=f"unknown kind of terrain {TERRAIN_KINDS}"):
        Board(2, 1, bytes([FLOOR, TERRAIN_KINDS]))


# Distances


def test_dist_large_a_large_creature_is_15_ft_from_four_columns_to_its_right():
    """Oracle dist-large: cells (0,0)-(1,1) to a Medium creature at (4,3)."""
    assert open_floor(8, 8).distance_ft(0, 2, 3 * 8 + 4, 1) == 15


def test_an_ogre_reaches_the_diagonal_neighbour_but_not_the_second_column():
    """rules.md D 28: the Ogre on (0,0) to (1,1)."""
    field = open_floor(6, 6)

    assert field.distance_ft(0, 2, 2 * 6 + 2, 1) == 5
    assert field.distance_ft(0, 2, 3, 1) == 10


def test_two_squares_along_the_diagonal_are_10_ft_or_with_alternate_diagonals_15():
    """rules.md D 29."""
    assert open_floor(3, 3).distance_ft(0, 1, 8, 1) == 10
    assert open_floor(3, 3, alternate=True).distance_ft(0, 1, 8, 1) == 15


def test_footprints_that_overlap_are_0_ft_apart_and_neighbours_5():
    field = open_floor(6, 6)

    assert field.distance_ft(0, 3, 2 * 6 + 2, 1) == 0
    assert field.distance_ft(7, 1, 7, 1) == 0
    assert field.distance_ft(0, 3, 3, 1) == 5
    assert open_floor(6, 6, alternate=True).distance_ft(0, 3, 3 * 6 + 3, 1) == 5


@pytest.mark.parametrize("alternate", [False, True])
def test_the_distance_is_that_of_the_nearest_two_squares_either_way_round(alternate):
    field = open_floor(7, 6, alternate=alternate)

    def squares(square: int, n: int) -> list[tuple[int, int]]:
        return [(square % 7 + column, square // 7 + row) for row in range(n) for column in range(n)]

    rng = random.Random(129)
    for _ in range(400):
        na, nb = rng.randint(1, 4), rng.randint(1, 4)
        a = rng.randrange(7 - na) + 7 * rng.randrange(6 - na)
        b = rng.randrange(7 - nb) + 7 * rng.randrange(6 - nb)
        gaps = [(abs(x - u), abs(y - v)) for x, y in squares(a, na) for u, v in squares(b, nb)]
        expected = min(5 * (max(gap) + (min(gap) // 2 if alternate else 0)) for gap in gaps)
        assert expected == field.distance_ft(a, na, b, nb) == field.distance_ft(b, nb, a, na)


# Steps


def test_in_the_open_every_direction_is_free_and_the_border_is_the_end():
    field = open_floor(3, 3)

    assert set(range(DIRECTIONS)) == ways(field, 4)
    assert {EAST, SOUTH, SOUTHEAST} == ways(field, 0)
    assert {WEST, NORTH, NORTHWEST} == ways(field, 8)
    assert {WEST, SOUTH, SOUTHWEST} == ways(field, 2)
    assert {EAST, NORTH, NORTHEAST} == ways(field, 6)


def test_the_way_back_is_the_direction_with_the_last_bit_turned():
    for d in range(DIRECTIONS):
        assert (-STEP_X[d], -STEP_Y[d]) == (STEP_X[d ^ 1], STEP_Y[d ^ 1])
    assert list(open_floor(5, 5).deltas) == [1, -1, 5, -5, 6, -6, 4, -4]


def test_a_diagonal_step_may_not_cut_the_corner_of_a_wall():
    """rules.md D 65: wall at (1,0), no step from (0,0) to (1,1)."""
    assert {SOUTH} == ways(board(".#", ".."), 0)


def test_nobody_steps_through_two_walls_that_touch_at_a_corner():
    """Case N012."""
    assert set() == ways(board(".#.", "#..", "..."), 0)


def test_a_closed_door_stops_a_step_and_an_open_one_does_not():
    assert set() == ways(board(".+"), 0)
    assert {EAST} == ways(board("./"), 0)


def test_nobody_walks_where_there_is_no_floor_but_past_its_corner():
    assert {SOUTH, SOUTHEAST} == ways(board("._", ".."), 0)
    assert list(board("._").fits(1)) == [1, 1]


def test_a_large_creature_fits_where_all_of_it_fits():
    cave = board("...", "..#", "...")

    assert list(cave.fits(2)) == [1, 0, 0, 1, 0, 0, 0, 0, 0]
    assert list(cave.fits(4)) == [0] * 9


def test_a_large_creature_steps_where_all_of_it_can():
    cave = board("....", "....", "...#", "....")

    assert {EAST, SOUTH, SOUTHEAST} == ways(cave, 0, n=2)
    assert {EAST, WEST, SOUTH, SOUTHWEST} == ways(cave, 1, n=2)
    assert {WEST} == ways(cave, 2, n=2)


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_a_footprint_steps_just_where_every_square_of_it_could_alone(n):
    rng = random.Random(n)
    for _ in range(60):
        width, height = rng.randint(1, 7), rng.randint(1, 7)
        cave = board(*("".join(rng.choice("......#_") for _ in range(width)) for _ in range(height)))
        alone = cave.exits_of(1)
        for square in range(cave.size):
            x, y = square % width, square // width
            parts = [(y + row) * width + x + column for row in range(n) for column in range(n)]
            inside = x + n <= width and y + n <= height
            fits = inside and not any(cave.blocks_movement[part] for part in parts)
            assert fits == cave.fits(n)[square]
            for d in range(DIRECTIONS):
                expected = fits and all(alone[part] >> d & 1 for part in parts)
                assert expected == (cave.exits_of(n)[square] >> d & 1)


def test_a_step_costs_more_when_any_square_of_the_footprint_is_difficult():
    bog = board("....", "..:.", "....")

    assert list(bog.costs_of(1)) == [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]
    assert list(bog.costs_of(2)) == [0, 1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 0]
    assert list(Board(2, 1, bytes([RUBBLE, WATER])).costs_of(1)) == [1, 1]


# Walking distances


def test_a_walk_goes_round_walls_and_pays_twice_for_difficult_terrain():
    cave = board("..#.", ".:#.", "....")

    assert list(cave.path_distances(at(cave, "D3"), 1)) == [4, 4, -1, 2, 3, 3, -1, 1, 3, 2, 1, 0]
    assert list(cave.path_distances(at(cave, "A1"), 1)) == [0, 1, -1, 6, 1, 1, -1, 5, 2, 2, 3, 4]


def test_where_no_way_leads_the_distance_is_minus_one():
    cave = board(".#.", ".#.")

    assert list(cave.path_distances(0, 1)) == [0, -1, -1, 1, -1, -1]
    assert list(cave.path_distances(1, 1)) == [-1] * 6
    assert list(cave.path_distances(0, 2)) == [-1] * 6


def test_nobody_walks_into_a_pit_but_out_of_it():
    ledge = board("._.")

    assert list(ledge.path_distances(0, 1)) == [0, 1, -1]
    assert list(ledge.path_distances(1, 1)) == [-1, 0, -1]


def test_with_alternate_diagonals_every_second_one_of_a_walk_costs_two():
    field = open_floor(5, 5, alternate=True)

    assert [field.path_distances(24, 1)[6 * step] for step in range(5)] == [6, 4, 3, 1, 0]


def walk(of: Board, start: int, n: int) -> dict[int, int]:
    """What a walk from `start` costs to wherever it leads, counted as a walker does: forwards, diagonal by diagonal."""
    cheapest = {(start, 0): 0}
    edge = [(0, start, 0)]
    while edge:
        spent, square, odd = heapq.heappop(edge)
        for d in ways(of, square, n):
            to = square + STEP_Y[d] * of.width + STEP_X[d]
            diagonal = STEP_X[d] != 0 and STEP_Y[d] != 0
            step = 2 if diagonal and odd and of.alternate else 1
            cost = spent + step * (1 + of.costs_of(n)[to])
            state = (to, odd ^ diagonal)
            if cost < cheapest.get(state, 10**9):
                cheapest[state] = cost
                heapq.heappush(edge, (cost, *state))
    return {square: min(c for (s, _), c in cheapest.items() if s == square) for square, _ in cheapest}


@pytest.mark.parametrize("alternate", [False, True])
def test_a_table_of_walking_distances_says_what_a_walker_counts(alternate):
    rng = random.Random(130 + alternate)
    for _ in range(40):
        width, height, n = rng.randint(2, 7), rng.randint(2, 7), rng.randint(1, 2)
        rows = ["".join(rng.choice("....::#_") for _ in range(width)) for _ in range(height)]
        cave = board(*rows, alternate=alternate)
        goals = [square for square in range(cave.size) if cave.fits(n)[square]]
        for goal in rng.sample(goals, min(4, len(goals))):
            table = cave.path_distances(goal, n)
            for start in range(cave.size):
                assert walk(cave, start, n).get(goal, -1) == table[start]


def test_a_large_board_keeps_a_bounded_number_of_tables():
    hall = open_floor(1, 4097)
    for goal in range(257):
        hall.path_distances(goal, 1)

    assert len(hall._fields) == 1
    assert hall.path_distances(256, 1)[0] == 256
