"""Light: its levels, and how far sources of light reach (rules.md 124)."""

from __future__ import annotations

from typing import Final

from encounter.engine.board import Board
from encounter.engine.sight import Sight

# Levels of light.
DARK: Final = 0
DIM: Final = 1
BRIGHT: Final = 2


def light_levels(board: Board, sight: Sight, ambient: int, sources: list[tuple[int, int, int]]) -> bytes:
    """Give the light on each square: DARK, DIM or BRIGHT (rules.md 124).

    `ambient` is the level everywhere; a source is (square, bright_ft, dim_ft): bright within bright_ft of its square,
    then dim for the next dim_ft, where a line that no wall blocks runs there from its square.

    >>> board = Board(5, 1, bytes(5))
    >>> list(light_levels(board, Sight(board), DARK, [(0, 5, 10)]))
    [2, 2, 1, 1, 0]
    """
    levels = bytearray([ambient]) * board.size
    for source, bright_ft, dim_ft in sources:
        for square in range(board.size):
            distance_ft = board.distance_ft(source, 1, square, 1)
            level = BRIGHT if distance_ft <= bright_ft else DIM
            if distance_ft <= bright_ft + dim_ft and level > levels[square] and sight.los(source, 1, square, 1):
                levels[square] = level
    return bytes(levels)
