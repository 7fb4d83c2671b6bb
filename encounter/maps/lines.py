"""Walls of any shape, laid onto the lines between squares.

A wall stands between two neighbouring squares where it crosses the line from the middle of the one to the middle of
the other. So a wall at any angle becomes a staircase, walls that lie on grid lines stay where they are, thousands of
tiny segments become few edges, and a ring of walls stays closed. What crosses no such line (a statue smaller than a
square) separates no squares and leaves nothing.

Points are rounded to 1/4096 of a square, and from there on all is exact: a wall that runs through the middle of a
square passes it on one side, the same for all walls.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import floor
from typing import Final

from encounter.maps.mapfile import WALL, MapError, Point
from encounter.scenario.model import Edge

UNIT: Final = 4096  # a square's edge, in the whole numbers that points are rounded to
HALF: Final = UNIT // 2
FARTHEST: Final = 1_000_000  # squares: a point beyond is none
CROSSINGS: Final = 400_000  # of one file, at most

Side = tuple[int, int, bool]  # of a square: x and y of its top or left end, whether it runs down


def rounded(point: Point) -> tuple[int, int]:
    """A point in whole numbers, UNIT a square.

    >>> rounded((1.0, 2.5))
    (4096, 10240)
    """
    return floor(point[0] * UNIT + 0.5), floor(point[1] * UNIT + 0.5)


class Lines:
    """The edges of a map of `width` by `height` squares, filled wall by wall and door by door."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.kinds: list[str] = [WALL]
        self.walls: dict[str, int] = {WALL: 0}  # the places in `kinds` of walls; every door has one of its own
        self.marks: dict[Side, int] = {}  # edge: its place in `kinds`
        self.left = CROSSINGS

    def wall(self, points: Sequence[Point], kind: str = WALL) -> bool:
        """Lay a polyline. False when it comes to lie between no two squares of the map."""
        found = self._crossed(points)
        if kind not in self.walls:
            self.walls[kind] = len(self.kinds)
            self.kinds.append(kind)
        self.marks |= dict.fromkeys(found, self.walls[kind])
        return bool(found)

    def door(self, points: Sequence[Point], kind: str) -> bool:
        """Put a door or window into the wall that it stands in, or where there is none. False when it is off the map.

        It takes the edges that it crosses; one that is too short to cross any takes the edge nearest to its middle.
        """
        found = self._crossed(points)
        if not found:
            nearest = self._nearest(points[0], points[-1])
            found = [] if nearest is None else [nearest]
        self.marks |= dict.fromkeys(found, len(self.kinds))
        self.kinds.append(kind)
        return bool(found)

    def edges(self) -> tuple[Edge, ...]:
        """All edges as straight runs: walls first, then doors in the order in which they were put in."""
        found: list[list[Side]] = [[] for _ in self.kinds]
        for edge, place in self.marks.items():
            found[place].append(edge)
        return tuple(run for kind, edges in zip(self.kinds, found, strict=True) for run in _runs(edges, kind))

    def _crossed(self, points: Sequence[Point]) -> list[Side]:
        whole = [rounded(point) for point in points]
        found: dict[Side, None] = {}
        for (x1, y1), (x2, y2) in pairwise(whole):
            found |= dict.fromkeys(self._rows(x1, y1, x2, y2))
            found |= dict.fromkeys(self._columns(x1, y1, x2, y2))
        return list(found)

    def _rows(self, x1: int, y1: int, x2: int, y2: int) -> Iterator[Side]:
        """The edges that run down and that a segment crosses, on its way through the middle lines of rows.

        The middle of a square lies a trace to the left, and a trace of a trace above, of where it is: then no wall
        ever hits it, and both directions agree on which side a wall passes.
        """
        if y1 > y2:
            x1, y1, x2, y2 = x2, y2, x1, y1
        down = y2 - y1
        for row in self._between(y1, y2, self.height):
            middle = row * UNIT + HALF
            x = ((x1 + HALF) * down + (middle - y1) * (x2 - x1)) // (UNIT * down)
            if 0 <= x <= self.width:
                yield (x, row, True)

    def _columns(self, x1: int, y1: int, x2: int, y2: int) -> Iterator[Side]:
        """The edges that run across and that a segment crosses, on its way through the middle lines of columns."""
        if x1 > x2:
            x1, y1, x2, y2 = x2, y2, x1, y1
        across = x2 - x1
        for column in self._between(x1, x2, self.width):
            middle = column * UNIT + HALF
            y, rest = divmod((y1 + HALF) * across + (middle - x1) * (y2 - y1), UNIT * across)
            if rest == 0 and y2 > y1:
                y -= 1  # a trace to the left of here it passes above
            if 0 <= y <= self.height:
                yield (column, y, False)

    def _between(self, low: int, high: int, count: int) -> range:
        """The squares in a row or column whose middle lies after `low` and not after `high`."""
        first = max(0, (low - HALF) // UNIT + 1)
        last = min(count - 1, (high - HALF) // UNIT)
        self.left -= max(0, last - first + 1)
        if self.left < 0:
            raise MapError("the walls are longer than any map's", f"at most {CROSSINGS} squares of wall altogether")
        return range(first, last + 1)

    def _nearest(self, start: Point, end: Point) -> Side | None:
        """The edge nearest to the middle of a short line, of those that run as it does."""
        (x1, y1), (x2, y2) = rounded(start), rounded(end)
        runs_down = abs(y2 - y1) > abs(x2 - x1)
        x, y = (x1 + x2) // 2, (y1 + y2) // 2
        if runs_down:
            x, y = (x + HALF) // UNIT, y // UNIT
            inside = 0 <= x <= self.width and 0 <= y < self.height
        else:
            x, y = x // UNIT, (y + HALF) // UNIT
            inside = 0 <= x < self.width and 0 <= y <= self.height
        return (x, y, runs_down) if inside else None


def _runs(edges: Sequence[Side], kind: str) -> list[Edge]:
    """Edges joined to runs as long as they go: across first, then down."""
    made: list[Edge] = []
    across = sorted((y, x) for x, y, runs_down in edges if not runs_down)
    down = sorted((x, y) for x, y, runs_down in edges if runs_down)
    for line, start, end in _joined(across):
        made.append(Edge(kind, start, line, end, line))
    for line, start, end in _joined(down):
        made.append(Edge(kind, line, start, line, end))
    return made


def _joined(places: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int, int]]:
    """(line, start, end) of the runs of (line, place), which are sorted.

    >>> list(_joined([(0, 1), (0, 2), (0, 4), (1, 5)]))
    [(0, 1, 3), (0, 4, 5), (1, 5, 6)]
    """
    at = 0
    while at < len(places):
        line, start = places[at]
        end = start + 1
        at += 1
        while at < len(places) and places[at] == (line, end):
            end += 1
            at += 1
        yield (line, start, end)
