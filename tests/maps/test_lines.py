"""Walls of any shape on the lines between squares."""

import random
from collections import deque

import pytest

from encounter.maps.lines import CROSSINGS, Lines
from encounter.maps.mapfile import MapError
from encounter.scenario.model import Edge


def walled(width, height, *walls):
    lines = Lines(width, height)
    for points in walls:
        lines.wall(points)
    return lines


def reached(lines, start):
    """The squares that a walker reaches who steps across no edge, one square at a time and never aslant."""
    shut = set(lines.marks)
    seen, waiting = {start}, deque([start])
    while waiting:
        x, y = waiting.popleft()
        steps = {
            (x + 1, y): (x + 1, y, True),
            (x - 1, y): (x, y, True),
            (x, y + 1): (x, y + 1, False),
            (x, y - 1): (x, y, False),
        }
        for (to_x, to_y), edge in steps.items():
            inside = 0 <= to_x < lines.width and 0 <= to_y < lines.height
            if inside and edge not in shut and (to_x, to_y) not in seen:
                seen.add((to_x, to_y))
                waiting.append((to_x, to_y))
    return seen


def test_a_wall_on_a_grid_line_stays_where_it_is():
    assert (Edge("wall", 2, 2, 5, 2),) == walled(10, 10, [(2, 2), (5, 2)]).edges()


def test_a_wall_beside_a_grid_line_moves_onto_it():
    assert (Edge("wall", 2, 2, 5, 2),) == walled(10, 10, [(2.1, 2.3), (4.9, 1.8)]).edges()


def test_a_wall_aslant_becomes_a_staircase_that_nobody_gets_through():
    lines = walled(3, 3, [(0, 0), (3, 3)])

    assert {(2, 1), (1, 0), (2, 0)} == reached(lines, (2, 0)) - {(0, 0), (1, 1), (2, 2)}
    assert (0, 1) not in reached(lines, (2, 0))


@pytest.mark.parametrize("ends", [((0, 0), (4, 4)), ((4, 4), (0, 0)), ((0, 4), (4, 0)), ((4, 0), (0, 4))])
def test_the_diagonals_of_a_map_divide_it_whichever_way_they_are_drawn(ends):
    lines = walled(4, 4, list(ends))

    sides = reached(lines, (0, 0)), reached(lines, (3, 3)), reached(lines, (3, 0)), reached(lines, (0, 3))
    assert 2 == len({frozenset(side) for side in sides})
    assert 16 == len(frozenset().union(*sides))


def test_a_ring_of_walls_of_any_shape_stays_closed():
    """Half of the corners lie on middles of squares and on corners of them, where rounding could open a gap."""
    draws = random.Random(7)
    for _ in range(400):
        count = draws.randrange(3, 9)
        ring = [(draws.randrange(2, 18) / draws.choice((1, 2, 3.7)), draws.randrange(2, 18) / 2) for _ in range(count)]
        lines = walled(20, 20, [*ring, ring[0]])

        outside = reached(lines, (19, 19))
        middles = [(x, y) for x in range(20) for y in range(20)]
        assert (0, 19) in outside
        assert [] == [square for square in middles if square in outside and winds(ring, square)]


def winds(ring, square):
    """Whether a ring winds about the middle of a square, moved by a trace as the module does."""
    x, y = square[0] + 0.5 - 1e-7, square[1] + 0.5 - 1e-9
    turns = 0
    for (x1, y1), (x2, y2) in zip(ring, [*ring[1:], ring[0]], strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            turns += 1 if y2 > y1 else -1
    return turns != 0


def test_thousands_of_tiny_segments_become_one_edge():
    points = [(index / 1000, 3 + (index % 2) / 100) for index in range(5001)]

    assert (Edge("wall", 0, 3, 5, 3),) == walled(10, 10, points).edges()


def test_what_is_smaller_than_a_square_leaves_nothing():
    lines = Lines(10, 10)

    assert lines.wall([(4.6, 4.6), (5.4, 4.6), (5.4, 5.4), (4.6, 5.4), (4.6, 4.6)]) is False
    assert () == lines.edges()


def test_a_wall_off_the_map_is_cut_at_its_border():
    assert (Edge("wall", 0, 2, 10, 2),) == walled(10, 10, [(-900, 2), (900, 2)]).edges()


def test_a_door_takes_the_place_of_the_wall_it_stands_in():
    lines = walled(10, 10, [(5, 0), (5, 10)])
    lines.door([(5, 2), (5, 3)], "door")

    assert (
        Edge("wall", 5, 0, 5, 2),
        Edge("wall", 5, 3, 5, 10),
        Edge("door", 5, 2, 5, 3),
    ) == lines.edges()


def test_a_door_of_two_squares_is_one_door_and_two_doors_beside_each_other_are_two():
    lines = walled(10, 10, [(0, 4), (10, 4)])
    lines.door([(1, 4), (3, 4)], "door")
    lines.door([(5, 4), (6, 4)], "open door")
    lines.door([(6, 4), (7, 4)], "open door")

    assert [
        Edge("door", 1, 4, 3, 4),
        Edge("open door", 5, 4, 6, 4),
        Edge("open door", 6, 4, 7, 4),
    ] == [edge for edge in lines.edges() if edge.kind != "wall"]


def test_a_door_too_short_to_reach_the_middle_of_a_square_takes_the_nearest_edge():
    """It straddles rows 8 and 9; the wall goes on above it."""
    lines = walled(10, 10, [(5, 0), (5, 7.62)], [(5, 8.38), (5, 10)])
    lines.door([(5, 7.62), (5, 8.38)], "door")

    assert (
        Edge("wall", 5, 0, 5, 8),
        Edge("wall", 5, 9, 5, 10),
        Edge("door", 5, 8, 5, 9),
    ) == lines.edges()


def test_a_door_off_the_map_is_none():
    assert Lines(5, 5).door([(7, 7), (7, 7.4)], "door") is False


def test_walls_without_end_are_refused():
    to_and_fro = [(400 * (turn % 2), 1) for turn in range(CROSSINGS // 400 + 2)]
    with pytest.raises(MapError, match="longer than any map's") as refused:
        Lines(400, 400).wall(to_and_fro)

    assert f"at most {CROSSINGS} squares of wall altogether" == refused.value.hint
