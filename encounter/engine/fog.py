"""What fog hides: lines of sight that walls leave free and fog, foliage, smoke or magical darkness does not.

Fog blocks every line that touches one of its squares, their borders included, and whoever stands in it sees nobody and
is seen by nobody, not even a neighbour (rules.md 123, B.1; D-17). It gives no cover. Walls stand still and are the
business of `Sight`; fog may come, drift and go while a fight lasts, so what it hides is remembered apart and forgotten
whenever it changes.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from encounter.engine.board import Board
from encounter.engine.sight import CORNERS, Sight, crosses

LINES_KEPT: Final = 1_000_000  # pairs of squares remembered at most


class Fog:
    """Fog on one board: one byte a square, not 0 where it is thick. It belongs to one fight and changes with it.

    >>> board = Board(5, 2, bytes(10))
    >>> fog = Fog(board, bytes([0, 0, 1, 0, 0] + 5 * [0]))
    >>> fog.los(Sight(board), 0, 1, 4, 1), fog.los(Sight(board), 5, 1, 9, 1)
    (False, True)
    """

    def __init__(self, board: Board, thick: bytes) -> None:
        self.board = board
        self.width: i64 = board.width
        self.height: i64 = board.height
        self.size: i64 = board.size
        self.lines: dict[i64, i64] = {}  # of two squares, from which corners of the first one looks at the second
        self.thick: bytes = b""
        self.beside: bytes = b""
        self.is_anywhere: bool = False
        self.walls: Sight | None = None  # the walls that `lines` were looked along
        self.fill(thick)

    def fill(self, thick: bytes) -> None:
        """Let the fog lie on other squares."""
        if len(thick) != self.size:
            raise ValueError(f"{len(thick)} squares of fog for a board of {self.size}")
        if thick == self.thick:
            return
        self.thick = thick
        self.is_anywhere = any(thick)
        self.beside = _corners_beside(thick, self.width, self.height)
        self.lines.clear()

    def los(self, sight: Sight, a: i64, na: i64, b: i64, nb: i64) -> bool:
        """Say whether a line of sight runs from footprint (a, na) to (b, nb) past walls and fog.

        Some line from an outer corner of the one to a corner of a square of the other is free of both, and neither
        stands in fog, not with a single square.
        """
        if sight is not self.walls:  # a door has been opened or closed
            self.walls = sight
            self.lines.clear()
        if self._touches_footprint(a, na) or self._touches_footprint(b, nb) or not sight.los(a, na, b, nb):
            return False
        row: i64 = 0
        while row < nb:
            column: i64 = 0
            while column < nb:
                square = b + row * self.width + column
                k: i64 = 0
                while k < CORNERS:
                    from_square = a + ((k & 1) + (k >> 1) * self.width) * (na - 1)
                    if (self._corners_that_see(sight, from_square, square) >> k) & 1:
                        return True
                    k += 1
                column += 1
            row += 1
        return False

    def _touches_footprint(self, square: i64, n: i64) -> bool:
        if n == 1:
            return self.thick[square] != 0
        for row in range(n):
            for column in range(n):
                if self.thick[square + row * self.width + column]:
                    return True
        return False

    def _corners_that_see(self, sight: Sight, a: i64, t: i64) -> i64:
        """Bit k: from corner k of square `a` some line to a corner of square `t` is free of walls and fog."""
        key = a * self.size + t
        known = self.lines.get(key)
        if known is not None:
            return known
        is_free = sight.is_free_of_walls(a, t)
        x = self.board.xs[a]
        y = self.board.ys[a]
        seeing: i64 = 0
        k: i64 = 0
        while k < CORNERS:
            px = x + (k & 1)
            py = y + (k >> 1)
            blocked: i64 = 0 if is_free else sight.hidden_lines(px, py, 3 - k, t)
            if self._sees_past(px, py, t, blocked):
                seeing |= 1 << k
            k += 1
        if len(self.lines) >= LINES_KEPT:
            self.lines.clear()
        self.lines[key] = seeing
        return seeing

    def _sees_past(self, px: i64, py: i64, square: i64, blocked: i64) -> bool:
        """Say whether one of the lines that walls leave free is free of fog too: fog hides what a line only touches."""
        x = self.board.xs[square]
        y = self.board.ys[square]
        j: i64 = 0
        while j < CORNERS:
            if not (blocked >> j) & 1 and not self._touches_line(px, py, x + (j & 1), y + (j >> 1)):
                return True
            j += 1
        return False

    def _touches_line(self, px: i64, py: i64, qx: i64, qy: i64) -> bool:
        """Say whether the open segment from corner P to corner Q touches fog, the borders of its squares included."""
        thick = self.thick
        width = self.width
        height = self.height
        if py != qy and px != qx:
            return crosses(thick, self.beside, width, height, px, py, qx, qy)
        at: i64 = 0
        if py == qy:
            end = qx if qx > px else px
            at = px if px < qx else qx
            while at < end:
                if (py > 0 and thick[(py - 1) * width + at]) or (py < height and thick[py * width + at]):
                    return True
                at += 1
            return False
        end = qy if qy > py else py
        at = py if py < qy else qy
        while at < end:
            if (px > 0 and thick[at * width + px - 1]) or (px < width and thick[at * width + px]):
                return True
            at += 1
        return False


def _corners_beside(marks: bytes, width: int, height: int) -> bytes:
    """One byte a corner of the grid, not 0 where any of the squares about it is marked."""
    corners = bytearray((width + 1) * (height + 1))
    if any(marks):
        for square, mark in enumerate(marks):
            if mark:
                corner = square // width * (width + 1) + square % width
                for near in (corner, corner + 1, corner + width + 1, corner + width + 2):
                    corners[near] = 1
    return bytes(corners)
