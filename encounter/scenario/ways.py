"""How each combatant of a scenario gets about on its map, with the gaits and heights that a fight would give it.

On foot it squeezes, swims, climbs and jumps as the engine has it; whoever flies goes over what has no floor. Doors that
can be opened are open, and bodies are in nobody's way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from heapq import heappop, heappush
from math import lcm
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from encounter.engine.board import DIRECTIONS, FIRST_DIAGONAL, STEP_X, STEP_Y
from encounter.engine.ground import DIFFICULT, EXTRA, ground_of
from encounter.engine.leaps import RUN_UP
from encounter.engine.relief import LEVEL_FT
from encounter.engine.tables import DEFAULT_TACTIC, MAX_COMBATANTS, TACTIC_NAMES, Start
from encounter.scenario.doorways import with_doors_open
from encounter.scenario.model import Entry, Scenario
from encounter.scenario.space import FORWARD, Ground

if TYPE_CHECKING:
    import networkx

STRAIGHT, SLANTED = 2, 3  # halves of 5 ft; a diagonal is so long only where diagonals count in turns


@frozen
class Mover:
    """What decides where somebody can go and how fast: its gait by number, and its speeds in feet."""

    gait: int
    edge: int
    walk_ft: int
    swim_ft: int
    fly_ft: int

    @property
    def goes(self) -> bool:
        """Whether it has a speed that counts on or in the ground."""
        return self.walk_ft > 0 or self.swim_ft > 0


class Ways(Ground):
    """Where each combatant can get to by all its ways of moving, and how far that is."""

    def __init__(self, scenario: Scenario) -> None:
        from encounter.scenario.compiler import compile

        super().__init__(scenario)
        opened = with_doors_open(scenario)
        calm = tuple(evolve(entry, tactic=TACTIC_NAMES[DEFAULT_TACTIC]) for entry in opened.entries)
        self.setup = compile(evolve(opened, entries=calm, objects=(), tasks=())).setup
        self.board = self.setup.board
        self._index = {entry.name: index for index, entry in enumerate(scenario.entries)}
        self._pieces: dict[tuple[int, bool], _Pieces] = {}

    def start(self, entry: Entry) -> Start:
        """How a combatant begins."""
        return self.setup.starts[self._index[entry.name]]

    def mover(self, entry: Entry) -> Mover:
        """What a combatant goes by: its own speeds, or those of what it rides."""
        start = self.start(entry)
        if start.mount >= 0:
            start = self.setup.starts[start.mount]
        speeds = self.scenario.entries[start.index].creature.speeds
        gait = start.stat.gait
        return Mover(int(gait.index), int(gait.n), speeds.walk, speeds.swim, speeds.fly)

    def levels(self, edge: int) -> bytes:
        """The level of the ground under a footprint, by square."""
        return self.setup.relief.grounds(edge)

    def level(self, entry: Entry) -> int:
        """The level that a combatant begins at."""
        start = self.start(entry)
        return int(self.levels(int(start.stat.n))[start.square]) + int(start.altitude_ft) // LEVEL_FT

    def pieces(self, mover: Mover) -> _Pieces:
        """The map as it falls apart for a mover."""
        key = (mover.gait, mover.fly_ft > 0)
        if key not in self._pieces:
            self._pieces[key] = _Pieces(self, mover)
        return self._pieces[key]

    def region(self, entry: Entry) -> frozenset[int]:
        """Every square that a combatant's space can cover by moving from where it stands."""
        return frozenset() if entry.at is None else self.pieces(self.mover(entry)).region(int(self.start(entry).square))

    def jumps(self, mover: Mover, square: int) -> list[tuple[int, int, int, int]]:
        """The jumps that begin on a square: where each ends, its squares, direction, and those of them for a run-up."""
        ground = ground_of(self.board, self.setup.gaits[mover.gait])
        if ground.gait.far == 0 or mover.walk_ft == 0 or not self.setup.rules.jumps_far:
            return []
        heights = b"" if self.setup.is_flat else self.levels(mover.edge)
        found = ground.leaps(heights).from_square[square]
        unpacked = [
            (int(leap) >> 9, int(leap) >> 4 & 31, int(leap) >> 1 & 7, RUN_UP * (int(leap) & 1)) for leap in found
        ]
        return [(to, squares + runs, d, runs) for to, squares, d, runs in unpacked]

    def away(self, mover: Mover, starts: set[int]) -> dict[int, int]:
        """What it costs to walk or swim to each square from the nearest of some.

        In halves of 5 ft, times what `turn_of` is to the speed used: so much is walked in a turn whatever the mode.
        """
        return _cheapest(starts, _Walk(self, mover).steps)

    def flown(self, mover: Mover, starts: set[int]) -> dict[int, int]:
        """The same in the air, on the plan: halves of 5 ft."""
        board, ways = self.board, self.board.ways_of(mover.edge)
        slows = board.slow_ways_of(mover.edge)

        def steps(square: int) -> Iterator[tuple[int, int]]:
            for d in range(DIRECTIONS):
                if ways[square] >> d & 1:
                    slowed = slows and slows[square] >> d & 1
                    yield square + int(board.deltas[d]), self.length(d) * (2 if slowed else 1)

        return _cheapest(starts, steps)

    def length(self, d: int) -> int:
        """Halves of 5 ft that a step in a direction is long: under 5-10-5 a diagonal is one and a half."""
        return SLANTED if self.board.alternate and d >= FIRST_DIAGONAL else STRAIGHT


def turn_of(mover: Mover) -> int:
    """What a turn on the ground is worth, in the measure of `Ways.away`: feet, for whoever has one speed."""
    return lcm(*(speed for speed in (mover.walk_ft, mover.swim_ft) if speed > 0))


def ways_of(scenario: Scenario) -> Ground:
    """The ways of a scenario; those on foot alone where it has more combatants than a fight can hold."""
    return Ways(scenario) if len(scenario.entries) <= MAX_COMBATANTS else Ground(scenario)


class _Pieces:
    """The parts of the map that hold together for a mover without a jump, and the jumps between them."""

    def __init__(self, ways: Ways, mover: Mover) -> None:
        import networkx

        self.ways = ways
        self.mover = mover
        flies = mover.fly_ft > 0
        board = ways.board
        self.ground = ground_of(board, ways.setup.gaits[mover.gait])
        self.nodes = board.fits(mover.edge) if flies else where_it_is(ways, mover)
        exits = board.ways_of(mover.edge) if flies else self.ground.exits
        graph: networkx.Graph[int] = networkx.Graph()
        graph.add_nodes_from(square for square in range(int(board.size)) if self.nodes[square])
        for d in FORWARD:
            delta = int(board.deltas[d])
            graph.add_edges_from(
                (square, square + delta)
                for square in range(int(board.size))
                if self.nodes[square] and exits[square] >> d & 1 and self.nodes[square + delta]
            )
        self.parts = [frozenset(part) for part in networkx.connected_components(graph)]
        self.part_of = {square: number for number, part in enumerate(self.parts) for square in part}
        self.jumps: dict[int, set[int]] = {}
        for square, number in [] if flies else self.part_of.items():
            for to, *_ in ways.jumps(mover, square):
                if self.part_of.get(to, number) != number:
                    self.jumps.setdefault(number, set()).add(self.part_of[to])
        self._regions: dict[int, frozenset[int]] = {}

    def region(self, square: int) -> frozenset[int]:
        """All that can be covered from a square, jumps counted."""
        first = self.part_of.get(square, -1)
        if first < 0:
            return self._region_beside(square)
        if first not in self._regions:
            parts, waiting = {first}, [first]
            while waiting:
                for number in self.jumps.get(waiting.pop(), ()):
                    if number not in parts:
                        parts.add(number)
                        waiting.append(number)
            self._regions[first] = frozenset(
                covered for number in parts for corner in self.parts[number] for covered in self._covers(corner)
            )
        return self._regions[first]

    def _region_beside(self, square: int) -> frozenset[int]:
        """All that can be covered by stepping away from where it cannot stay: a fish out of water, say."""
        deltas = [int(delta) for d, delta in enumerate(self.ways.board.deltas) if self.ground.exits[square] >> d & 1]
        beside = [square + delta for delta in deltas if square + delta in self.part_of]
        return frozenset(self._covers(square)).union(*(self.region(near) for near in beside))

    def _covers(self, corner: int) -> list[int]:
        edge, width = int(self.ground.edge_at(corner)), int(self.ways.board.width)
        return [corner + row * width + column for row in range(edge) for column in range(edge)]


def where_it_is(ways: Ways, mover: Mover) -> bytes:
    """One byte a square: 1 where a mover without wings can be, squeezed where it must, with floor under all of it."""
    board, ground = ways.board, ground_of(ways.board, ways.setup.gaits[mover.gait])
    if ground.gait.water_bound:
        return ground.modes
    drops = {edge: board.any_of(board.floorless, edge) for edge in range(max(1, mover.edge - 1), mover.edge + 1)}
    fits = ground.edges if ground.squeezes else board.fits(mover.edge)
    return bytes(
        1 if fits[square] and not drops[int(ground.edge_at(square))][square] else 0 for square in range(int(board.size))
    )


def _cheapest(starts: set[int], steps: Callable[[int], Iterable[tuple[int, int]]]) -> dict[int, int]:
    """What it costs to get from the nearest of some squares to each that can be reached; `steps` gives (to, cost)."""
    best = dict.fromkeys(starts, 0)
    waiting = [(0, square) for square in sorted(best)]
    while waiting:
        cost, square = heappop(waiting)
        if cost > best[square]:
            continue
        for to, more in steps(square):
            if to not in best or cost + more < best[to]:
                best[to] = cost + more
                heappush(waiting, (cost + more, to))
    return best


class _Walk:
    """The steps, climbs and jumps of a mover without wings, with what they cost."""

    def __init__(self, ways: Ways, mover: Mover) -> None:
        self.ways = ways
        self.mover = mover
        self.board = ways.board
        self.ground = ground_of(ways.board, ways.setup.gaits[mover.gait])
        self.nodes = where_it_is(ways, mover)
        self.levels = ways.levels(mover.edge)
        self.slows = self.board.slow_ways_of(mover.edge)
        turn = turn_of(mover)
        self.on_foot = turn // mover.walk_ft if mover.walk_ft else turn
        self.in_water = turn // mover.swim_ft if mover.swim_ft else self.on_foot

    def steps(self, square: int) -> list[tuple[int, int]]:
        """Where one step, climb or jump leads from a square, and its cost."""
        found = []
        for d in range(DIRECTIONS):
            if self.ground.exits[square] >> d & 1:
                to = square + int(self.board.deltas[d])
                cost = self._cost(square, to, d) if self.nodes[to] else 0
                if cost:
                    found.append((to, cost))
        for to, squares, d, _ in self.ways.jumps(self.mover, square):
            found.append((to, squares * self.ways.length(d) * self.on_foot))
        return found

    def _cost(self, square: int, to: int, d: int) -> int:
        """The cost of a step, 0 where it cuts a corner of higher ground."""
        rise = self.levels[to] - self.levels[square]
        if d >= FIRST_DIAGONAL and self.ways.setup.relief.has_hills:
            top = max(self.levels[square], self.levels[to])
            beside = self.levels[square + STEP_X[d]], self.levels[square + STEP_Y[d] * int(self.board.width)]
            if max(beside) > top or abs(rise) > 1:
                return 0
        bits = self.ground.costs[to] | (DIFFICULT if self.slows and self.slows[square] >> d & 1 else 0)
        climbed = abs(rise) - 1 if abs(rise) > 1 else 0  # levels up or down the wall, before the last of them
        times = 1 + EXTRA[bits] + (1 if rise > 0 or climbed else 0)
        speed = self.in_water if self.ground.modes and self.ground.modes[to] else self.on_foot
        return (self.ways.length(d) * times + climbed * 2 * STRAIGHT) * speed
