"""What a map does to a fight: `encounter check --map`. Doors that are closed and not locked count as passable.

All of it is read off the movement graph of the map alone; creatures are in nobody's way.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from attrs import frozen

from encounter.engine.board import FIRST_DIAGONAL, square_name
from encounter.engine.creature import FOOTPRINT, SIZES
from encounter.scenario.model import Entry, Scenario
from encounter.scenario.space import Ground, longest_reach_ft, movement_graph

if TYPE_CHECKING:
    import networkx


@frozen
class MapReport:
    """What the movement graph says; squares are numbers of the map, sides and sizes names."""

    width: int
    cannot_meet: tuple[tuple[str, str], ...]  # hostile sides of which nobody can ever reach anybody of the other
    sealed: tuple[tuple[int, ...], ...]  # regions that nobody who fights can get into, on floor that could be walked
    choke_points: tuple[int, ...]  # single squares that every way between two hostile sides leads through
    unreachable: dict[str, tuple[int, ...]]  # by size: walkable squares that nobody of this size can get onto
    rounds_apart: dict[tuple[str, str], int | None]  # turns of walking until one can strike the other, None: never

    def as_json(self) -> dict[str, Any]:
        """The value of `map` in `check --map --json`; squares by name."""
        return {
            "cannot_meet": [list(pair) for pair in self.cannot_meet],
            "sealed": [self.named(region) for region in self.sealed],
            "choke_points": self.named(self.choke_points),
            "unreachable": {size: self.named(squares) for size, squares in self.unreachable.items()},
            "rounds_apart": {f"{one}/{other}": rounds for (one, other), rounds in self.rounds_apart.items()},
        }

    def named(self, squares: tuple[int, ...]) -> list[str]:
        """Squares by name."""
        return [square_name(self.width, square) for square in squares]


def analyse(scenario: Scenario) -> MapReport:
    """Look over the map of a scenario."""
    return _Analysis(scenario).report()


class _Analysis:
    """The movement graph for each footprint of the scenario, and for a single square, each built once."""

    def __init__(self, scenario: Scenario) -> None:
        self.ground = Ground(scenario)
        self.board = self.ground.board
        self.placed = [entry for entry in scenario.entries if entry.at is not None]
        self.hostile = self.ground.hostile
        self.graphs: dict[int, networkx.Graph[int]] = {}

    def graph(self, footprint: int) -> networkx.Graph[int]:
        """The squares where a footprint can be, joined where it can step."""
        if footprint not in self.graphs:
            self.graphs[footprint] = movement_graph(self.board, footprint)
        return self.graphs[footprint]

    def square(self, entry: Entry) -> int:
        assert entry.at is not None
        return entry.at[1] * self.board.width + entry.at[0]

    def report(self) -> MapReport:
        pairs = [(one, other) for at, one in enumerate(self.hostile) for other in self.hostile[at + 1 :]]
        chokes = {square for pair in pairs for square in self.choke_points(*pair)}
        return MapReport(
            width=self.board.width,
            cannot_meet=tuple(self.ground.apart()),
            sealed=self.sealed(),
            choke_points=tuple(sorted(chokes)),
            unreachable=self.unreachable(),
            rounds_apart={pair: self.rounds_apart(*pair) for pair in pairs},
        )

    # -------------------------------------------------------------------------------------------------- where to

    def sealed(self) -> tuple[tuple[int, ...], ...]:
        """The regions of single squares without anybody in them, from the top left on."""
        import networkx

        taken = {square for entry in self.placed for square in self._space(entry)}
        regions = networkx.connected_components(self.graph(1))
        return tuple(sorted(tuple(sorted(region)) for region in regions if taken.isdisjoint(region)))

    def _space(self, entry: Entry) -> list[int]:
        edge = FOOTPRINT[SIZES.index(entry.creature.size)]
        first = self.square(entry)
        return [first + row * self.board.width + column for row in range(edge) for column in range(edge)]

    def unreachable(self) -> dict[str, tuple[int, ...]]:
        """For each size that somebody has, the walkable squares that its bodies can never cover."""
        walkable = set(self.graph(1))
        found: dict[str, tuple[int, ...]] = {}
        for size in SIZES:
            entries = [entry for entry in self.placed if entry.creature.size == size]
            if entries:
                regions = {self.ground.region(entry) for entry in entries}
                found[size] = tuple(sorted(walkable.difference(*regions)))
        return found

    # ------------------------------------------------------------------------------------------------ between sides

    def choke_points(self, side: str, other: str) -> list[int]:
        """The squares that every way from anybody of one side to anybody of the other leads through.

        Each side is joined to a node of its own, so that the squares sought are those in which the way between the two
        nodes leaves one part of the graph that holds together without any single square, and enters the next. Squares
        where somebody stands at the start are none.
        """
        import networkx

        graph = self.graph(1).copy()
        start, goal = -1, -2
        squares = {name: [self.square(one) for one in self.placed if one.side == name] for name in (side, other)}
        for node, name in ((start, side), (goal, other)):
            graph.add_edges_from((node, square) for square in squares[name] if square in graph)
        if start not in graph or goal not in graph or not networkx.has_path(graph, start, goal):
            return []
        way = networkx.shortest_path(graph, start, goal)
        wanted = {frozenset(step): at for at, step in enumerate(pairwise(way))}
        part_of = [-1] * len(wanted)
        for number, edges in enumerate(networkx.biconnected_component_edges(graph)):
            for edge in edges:
                at = wanted.get(frozenset(edge), -1)
                if at >= 0:
                    part_of[at] = number
        stood_on = {*squares[side], *squares[other]}
        turns = [way[at] for at in range(1, len(way) - 1) if part_of[at - 1] != part_of[at]]
        return [square for square in turns if square not in stood_on]

    def rounds_apart(self, side: str, other: str) -> int | None:
        """The turns of walking after which the first of one side can strike one of the other, who waits for it."""
        counts = [self._rounds(side, other), self._rounds(other, side)]
        return min((count for count in counts if count is not None), default=None)

    def _rounds(self, side: str, other: str) -> int | None:
        """The same, with the one side walking. Those alike in speed, space and reach are looked at together."""
        alike: dict[tuple[int, int, int], list[Entry]] = {}
        for entry in self.placed:
            if entry.side == side and entry.creature.speeds.walk > 0:
                edge = FOOTPRINT[SIZES.index(entry.creature.size)]
                key = (entry.creature.speeds.walk, edge, longest_reach_ft(entry.creature))
                alike.setdefault(key, []).append(entry)
        best: int | None = None
        for (speed_ft, edge, reach_ft), entries in alike.items():
            away_ft = self._nearest_ft(entries, edge, reach_ft, [one for one in self.placed if one.side == other])
            if away_ft is not None:
                rounds = -(-away_ft // speed_ft)
                best = rounds if best is None or rounds < best else best
        return best

    def _nearest_ft(self, entries: list[Entry], edge: int, reach_ft: int, targets: list[Entry]) -> int | None:
        """How far the first of some has to walk until a target is in reach, difficult ground counted twice."""
        import networkx

        board, costs, graph = self.board, self.board.costs_of(edge), self.graph(edge)
        diagonals = set(board.deltas[FIRST_DIAGONAL:])
        starts = {self.square(entry) for entry in entries if self.square(entry) in graph}
        if not starts:
            return None

        def halves(start: int, end: int, _: object) -> int:
            """The cost of a step in halves of 5 ft: under 5-10-5 a diagonal costs one and a half."""
            dear = 3 if board.alternate and end - start in diagonals else 2
            return 2 * dear if costs[end] else dear

        away = networkx.multi_source_dijkstra_path_length(graph, starts, weight=halves)
        best = min(
            (int(away[square]) for square in self._reaching(targets, edge, reach_ft) if square in away), default=None
        )
        return None if best is None else 5 * (best // 2)

    def _reaching(self, targets: list[Entry], edge: int, reach_ft: int) -> set[int]:
        """The squares from where a footprint reaches one of some targets, past no wall."""
        struck: set[int] = set()
        for target in targets:
            struck |= self.ground.within_reach(frozenset(self._space(target)), reach_ft)
        offsets = [row * self.board.width + column for row in range(edge) for column in range(edge)]
        return {square - offset for square in struck for offset in offsets}
