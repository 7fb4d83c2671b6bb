"""The jumps that a map offers to a kind of mover: over what it cannot walk across, or not well.

Worked out once for each gait on each board and kept with its ground. A jump begins on one square of floor and ends on
another of the same height, in a straight line; what lies between begins and ends with a gap: no floor, water that
slows, ground that harms, or lower ground. Jumps longer than those from a stand begin two squares farther back, with
the run-up.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from encounter.engine.board import DIRECTIONS, FIRST_DIAGONAL, STEP_X, STEP_Y, Board, Shortcuts

HINDERS: Final = 2 | 8  # of the costs of a square (ground.SWUM, ground.HARMS): what one would rather jump over
RUN_UP: Final = 2  # squares


def packed(to: i64, squares: i64, d: i64, runs: bool) -> i64:
    """A jump as one number: where it ends, over how many squares of the map, in which direction, with a run-up."""
    return 2 * (8 * (32 * to + squares) + d) + (1 if runs else 0)


class Leaps(Shortcuts):
    """All jumps of a gait on a board, by the square where they or their run-ups begin, and by that where they end.

    `heights` is the level of the ground under a footprint, by square, b"" where it is all one.
    """

    def __init__(self, board: Board, n: i64, costs: bytes, modes: bytes, heights: bytes, far: i64, near: i64) -> None:
        self.board = board
        self.n = n
        self.costs = costs
        self.modes = modes
        self.heights = heights
        self.drops: bytes = board.any_of(board.floorless, n)
        self.far = far
        self.near = near
        self.is_any: bool = False
        nothing: vec[i64] = vec[i64]([])
        self.from_square: list[vec[i64]] = [nothing] * board.size
        self.to_square: list[vec[i64]] = [nothing] * board.size
        fits = board.fits(n)
        square: i64 = 0
        while square < board.size:
            if fits[square] and not self.drops[square]:
                d: i64 = 0
                while d < DIRECTIONS:
                    self._look(square, d)
                    d += 1
            square += 1

    def _height(self, square: i64) -> i64:
        height: i64 = self.heights[square] if len(self.heights) > 0 else 0
        return height

    def _is_gap(self, square: i64, level: i64) -> bool:
        """Whether a square is one to jump over, seen from a level of the ground."""
        return self.drops[square] != 0 or self.costs[square] & HINDERS != 0 or self._height(square) < level

    def _is_open(self, square: i64, d: i64, level: i64) -> bool:
        """Whether a body at a level can be moved on in a direction."""
        board = self.board
        if not (board.ways_of(self.n)[square] >> d) & 1 or self._height(square + board.deltas[d]) > level:
            return False
        if d < FIRST_DIAGONAL:
            return True
        beside = self._height(square + STEP_X[d])
        return beside <= level and self._height(square + STEP_Y[d] * board.width) <= level

    def _look(self, start: i64, d: i64) -> None:
        """Find the jumps from a square in a direction."""
        board = self.board
        level = self._height(start)
        at = start
        squares: i64 = 0
        was_gap = False
        while self._is_open(at, d, level):
            at += board.deltas[d]
            squares += 1
            if self.length(squares, d) > self.far:
                return
            is_gap = self._is_gap(at, level)
            if squares == 1 and not is_gap:
                return
            if was_gap and not is_gap and self._height(at) == level:
                self._keep(start, at, squares, d)
            was_gap = is_gap

    def put_back(self, square: i64, odd: i64, cost: i64, ring: list[list[i64]]) -> None:
        """Put where the jumps to a square begin among what waits, run-ups counted in."""
        for leap in self.to_square[square]:
            d: i64 = (leap >> 1) & 7
            units = self.length((leap >> 4) & 31, d)
            if leap & 1:
                units += self.length(RUN_UP, d)
            ring[(cost + units) % len(ring)].append(2 * (leap >> 9) + odd)

    def length(self, squares: i64, d: i64) -> i64:
        """Units that so many squares are long, the longer way where diagonals count in turns."""
        return squares + ((squares + 1) >> 1 if self.board.alternate and d >= FIRST_DIAGONAL else 0)

    def _keep(self, start: i64, to: i64, squares: i64, d: i64) -> None:
        runs = self.length(squares, d) > self.near
        origin = start
        if runs:
            origin = self._run_up(start, d)
            if origin < 0:
                return
        self.is_any = True
        self.from_square[origin] = append(self.from_square[origin], packed(to, squares, d, runs))
        self.to_square[to] = append(self.to_square[to], packed(origin, squares, d, runs))

    def _run_up(self, start: i64, d: i64) -> i64:
        """Where a straight run-up over plain ground begins, -1 where there is no room for it."""
        board = self.board
        level = self._height(start)
        at = start
        steps: i64 = 0
        while steps <= RUN_UP:
            plain = self.costs[at] == 0 and not self.drops[at] and self._height(at) == level
            if steps < RUN_UP and (not plain or (len(self.modes) > 0 and self.modes[at])):
                return -1
            if steps == RUN_UP:
                return at if not self.drops[at] and self._height(at) == level else -1
            x = board.xs[at] - STEP_X[d]
            y = board.ys[at] - STEP_Y[d]
            if not (0 <= x < board.width and 0 <= y < board.height):
                return -1
            before = y * board.width + x
            if not board.fits(self.n)[before] or not self._is_open(before, d, level):
                return -1
            if board.has_slow_edges and (board.slow_ways_of(self.n)[before] >> d) & 1:
                return -1
            at = before
            steps += 1
        return -1
