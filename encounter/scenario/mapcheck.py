"""What a map does to a fight: `encounter check --map`. Doors that are closed and not locked count as passable.

All of it is read off the map alone, as each combatant gets about on it: on foot, squeezing, climbing, jumping, swimming
and flying. Creatures are in nobody's way.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from attrs import frozen

from encounter.engine.board import square_name
from encounter.engine.creature import FOOTPRINT, SIZES
from encounter.engine.relief import LEVEL_FT, gap
from encounter.scenario.model import Entry, Scenario
from encounter.scenario.space import FORWARD, longest_reach_ft, movement_graph
from encounter.scenario.ways import STRAIGHT, Mover, Ways, turn_of

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
    rounds_apart: dict[tuple[str, str], int | None]  # turns of moving until one can strike the other, None: never

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
        self.ground = Ways(scenario)
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
        taken.update(*{self.ground.region(entry) for entry in self.placed})
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

        graph = self._graph_with_jumps((side, other))
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

    def _graph_with_jumps(self, sides: tuple[str, str]) -> networkx.Graph[int]:
        """Single squares, joined by steps, by the jumps of two sides and, over what has no floor, by their fliers."""
        graph, board = self.graph(1).copy(), self.board
        movers = {self.ground.mover(entry) for entry in self.placed if entry.side in sides}
        for mover in sorted(movers, key=lambda one: (one.gait, one.edge, one.walk_ft, one.swim_ft, one.fly_ft)):
            if mover.fly_ft:
                ways = board.ways_of(1)
                steps = [(d, board.deltas[d]) for d in FORWARD]
                graph.add_edges_from(
                    (square, square + delta)
                    for square in range(board.size)
                    for d, delta in steps
                    if ways[square] >> d & 1
                )
                continue
            offsets = [row * board.width + column for row in range(mover.edge) for column in range(mover.edge)]
            for square in list(self.graph(1)):
                for to, _, d, runs in self.ground.jumps(mover, square):
                    begin = square + runs * board.deltas[d]
                    graph.add_edges_from((begin + offset, to + offset) for offset in offsets)
        return graph

    def rounds_apart(self, side: str, other: str) -> int | None:
        """The turns of walking after which the first of one side can strike one of the other, who waits for it."""
        counts = [self._rounds(side, other), self._rounds(other, side)]
        return min((count for count in counts if count is not None), default=None)

    def _rounds(self, side: str, other: str) -> int | None:
        """The same, with the one side moving. Those alike in speeds, space, reach and height are looked at together."""
        alike: dict[tuple[Mover, int, int], list[Entry]] = {}
        for entry in self.placed:
            if entry.side == side:
                key = (self.ground.mover(entry), longest_reach_ft(entry.creature), self.ground.level(entry))
                alike.setdefault(key, []).append(entry)
        targets = [one for one in self.placed if one.side == other]
        counts: list[int] = []
        for (mover, reach_ft, level), entries in alike.items():
            starts = {self.square(entry) for entry in entries}
            if mover.goes:
                halves = self._nearest(mover, starts, reach_ft, targets)
                counts += [] if halves is None else [-(-LEVEL_FT * (halves // 2) // turn_of(mover))]
            if mover.fly_ft:
                halves = self._flown(mover, starts, level, reach_ft, targets)
                counts += [] if halves is None else [-(-LEVEL_FT * (halves // 2) // mover.fly_ft)]
        return min(counts, default=None)

    def _nearest(self, mover: Mover, starts: set[int], reach_ft: int, targets: list[Entry]) -> int | None:
        """What it costs the first of some on the ground to come so close to a target that it can strike it.

        Whoever is too low climbs as far as it needs to, beside higher ground.
        """
        away, levels = self.ground.away(mover, starts), self.ground.levels(mover.edge)
        best: int | None = None
        for target in targets:
            edge, level = FOOTPRINT[SIZES.index(target.creature.size)], self.ground.level(target)
            for square in self._reaching(target, mover.edge, reach_ft):
                if square not in away:
                    continue
                short = gap(levels[square], mover.edge, level, edge) - reach_ft // LEVEL_FT
                if short > 0 and (level < levels[square] or not self._wall_beside(square, mover.edge, short)):
                    continue
                cost = away[square] + max(0, short) * 2 * STRAIGHT * (turn_of(mover) // (mover.walk_ft or 1))
                best = cost if best is None or cost < best else best
        return best

    def _wall_beside(self, square: int, edge: int, climbed: int) -> bool:
        """Whether a square lies beside ground that rises more than so many levels above it."""
        levels, width = self.ground.levels(edge), self.board.width
        x, y = square % width, square // width
        beside = ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
        return any(
            levels[to_y * width + to_x] > levels[square] + climbed
            for to_x, to_y in beside
            if 0 <= to_x <= width - edge and 0 <= to_y <= self.board.height - edge
        )

    def _flown(self, mover: Mover, starts: set[int], level: int, reach_ft: int, targets: list[Entry]) -> int | None:
        """The same in the air, where a step may go up or down as well as on."""
        away = self.ground.flown(mover, starts)
        best: int | None = None
        for target in targets:
            edge = FOOTPRINT[SIZES.index(target.creature.size)]
            rise = STRAIGHT * max(0, gap(level, mover.edge, self.ground.level(target), edge) - reach_ft // LEVEL_FT)
            for square in self._reaching(target, mover.edge, reach_ft):
                if square in away:
                    cost = max(away[square], rise)
                    best = cost if best is None or cost < best else best
        return best

    def _reaching(self, target: Entry, edge: int, reach_ft: int) -> set[int]:
        """The squares from where a footprint reaches a target on the plan, past no wall."""
        struck = self.ground.within_reach(frozenset(self._space(target)), reach_ft)
        offsets = [row * self.board.width + column for row in range(edge) for column in range(edge)]
        return {square - offset for square in struck for offset in offsets}
