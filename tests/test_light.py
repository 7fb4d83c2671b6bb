"""Light and what hides in the dark (rules.md 122 to 128, B.1, D-17)."""

from encounter.engine.board import FLOOR, WALL, Board
from encounter.engine.light import BRIGHT, DARK, DIM, light_levels
from encounter.engine.sight import Sight


def lit(board: Board, ambient: int, *sources: tuple[int, int, int]) -> list[int]:
    return list(light_levels(board, Sight(board), ambient, list(sources)))


def test_a_torch_lights_20_ft_brightly_and_20_more_dimly():
    assert lit(Board(10, 1, bytes(10)), DARK, (0, 20, 20)) == [BRIGHT] * 5 + [DIM] * 4 + [DARK]
    assert lit(Board(10, 1, bytes(10)), DIM, (0, 20, 20)) == [BRIGHT] * 5 + [DIM] * 5
    assert lit(Board(4, 1, bytes(4)), BRIGHT, (0, 0, 5)) == [BRIGHT] * 4


def test_of_two_lights_the_brighter_counts():
    assert lit(Board(5, 1, bytes(5)), DARK, (0, 5, 15), (4, 5, 0)) == [2, 2, 1, 2, 2]


def test_no_light_falls_behind_a_wall():
    board = Board(7, 3, bytes([FLOOR, FLOOR, FLOOR, WALL, FLOOR, FLOOR, FLOOR] * 3))

    assert lit(board, DARK, (8, 40, 0)) == [2, 2, 2, 2, 0, 0, 0] * 3


def test_light_measures_distance_as_the_board_does():
    board = Board(5, 5, bytes(25), True)

    assert lit(board, DARK, (0, 10, 0))[12] == DARK
    assert lit(board, DARK, (0, 15, 0))[12] == BRIGHT
