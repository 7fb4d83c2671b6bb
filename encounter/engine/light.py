"""Light: its levels, what sheds it and how far it reaches (rules.md 124).

Light falls wherever a line that no wall blocks runs from its source, through fog as through air. What stands still for
a whole fight is worked out once, one level a square; what is carried, dropped or put out is a `Lamp`, asked when
somebody's light is. Nothing here is asked for in a fight without darkness.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from encounter.engine.board import Board
from encounter.engine.sight import Sight

# Levels of light. Sunlight is bright, and some creatures cannot bear it.
DARK: Final = 0
DIM: Final = 1
BRIGHT: Final = 2
SUNLIT: Final = 3


class LampStart:
    """A source of light as a fight begins: bright for `bright_ft`, then dim for the next `dim_ft`.

    `bearer` is the index of who carries it, or -1 for one that stands on `square`. It burns until the round `until`
    begins (0: for good). A cone shines one way only. `burns_on` says whether it goes on burning when it is dropped;
    an open flame is blown out by a strong wind.
    """

    def __init__(self, kind: str, bright_ft: i64, dim_ft: i64) -> None:
        self.kind = kind
        self.bright_ft = bright_ft
        self.dim_ft = dim_ft
        self.bearer: i64 = -1
        self.square: i64 = -1
        self.until: i64 = 0
        self.is_fixed: bool = False  # it stands on its square and shines all around
        self.heading_x: i64 = 1
        self.heading_y: i64 = 0
        self.is_lit: bool = True
        self.is_cone: bool = False
        self.is_flame: bool = False
        self.burns_on: bool = True
        self.is_own: bool = False  # the bearer itself sheds it, as long as it lives


class Lamp:
    """A source of light in a fight: with its bearer, or on a square where `bearer` is -1.

    `heading_x`, `heading_y` is the way that a cone shines, in half squares; the length of it does not matter.
    """

    def __init__(self, start: LampStart) -> None:
        self.start: LampStart = start
        self.kind: str = start.kind
        self.bright_ft: i64 = start.bright_ft
        self.dim_ft: i64 = start.dim_ft
        self.bearer: i64 = start.bearer
        self.square: i64 = start.square
        self.is_lit: bool = start.is_lit
        self.heading_x: i64 = start.heading_x
        self.heading_y: i64 = start.heading_y

    def level_at_ft(self, apart_ft: i64) -> i64:
        """The light that it sheds so far away, where nothing is in between."""
        if apart_ft <= self.bright_ft:
            return BRIGHT
        return DIM if apart_ft <= self.bright_ft + self.dim_ft else DARK

    def shines_towards(self, board: Board, from_square: i64, n: i64, square: i64) -> bool:
        """Whether a square lies in the cone: as far across as half its distance along, to either side, at most.

        The cone starts at the middle of the bearer's space, which it does not light.
        """
        if not self.start.is_cone:
            return True
        x = 2 * board.xs[square] + 1 - 2 * board.xs[from_square] - n
        y = 2 * board.ys[square] + 1 - 2 * board.ys[from_square] - n
        along = x * self.heading_x + y * self.heading_y
        across = x * self.heading_y - y * self.heading_x
        return along > 0 and 2 * (across if across >= 0 else -across) <= along


def light_levels(board: Board, sight: Sight, ambient: int, sources: list[tuple[int, int, int]]) -> bytes:
    """Give the light on each square: DARK, DIM, BRIGHT or SUNLIT (rules.md 124).

    `ambient` is the level everywhere; a source is (square, bright_ft, dim_ft): bright within bright_ft of its square,
    then dim for the next dim_ft, where a line that no wall blocks runs there from its square.

    >>> board = Board(5, 1, bytes(5))
    >>> list(light_levels(board, Sight(board), DARK, [(0, 5, 10)]))
    [2, 2, 1, 1, 0]
    """
    levels = bytearray([ambient]) * board.size
    for source, bright_ft, dim_ft in sources:
        reach = (bright_ft + dim_ft) // 5
        x = board.xs[source]
        y = board.ys[source]
        for row in range(max(0, y - reach), min(board.height, y + reach + 1)):
            for column in range(max(0, x - reach), min(board.width, x + reach + 1)):
                square = row * board.width + column
                distance_ft = board.distance_ft(source, 1, square, 1)
                level = BRIGHT if distance_ft <= bright_ft else DIM
                if distance_ft <= bright_ft + dim_ft and level > levels[square] and sight.los(source, 1, square, 1):
                    levels[square] = level
    return bytes(levels)
