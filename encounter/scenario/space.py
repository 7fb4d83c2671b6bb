"""The movement graph of a map, and what it says about the sides of a fight. networkx is imported when it is needed."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from attrs import evolve

from encounter.engine.board import DIRECTIONS, EDGE_NAMES, GLASS, HEIGHTS, Board, edge_tables
from encounter.engine.creature import FOOTPRINT, SIZES, Creature
from encounter.scenario.doorways import with_doors_open
from encounter.scenario.model import Edge, Entry, Scenario, Terrain
from encounter.scenario.underwater import flooded, immersed_squares

if TYPE_CHECKING:
    import networkx

FORWARD: Final = tuple(range(0, DIRECTIONS, 2))  # one of each two opposite directions


def board_of(scenario: Scenario) -> Board:
    """The board of a scenario's map and of what stands on its edges, under water where a zone says so."""
    terrain = evolve(scenario.map, terrain=flooded(scenario.map.terrain, immersed_squares(scenario)))
    return board_with(terrain, scenario.edges, scenario.options.diagonals == "5-10-5")


def board_with(terrain: Terrain, edges: Iterable[Edge], alternate: bool) -> Board:
    """The board of a map with what stands on its edges; `alternate` counts its diagonals 5-10-5."""
    lines = [(EDGE_NAMES[edge.kind], edge.x1, edge.y1, edge.x2, edge.y2) for edge in edges]
    east, south = edge_tables(terrain.width, terrain.height, lines)
    return Board(terrain.width, terrain.height, terrain.terrain, alternate, east, south)


def movement_graph(board: Board, footprint: int) -> networkx.Graph[int]:
    """Squares where a creature of this footprint (edge in squares, 1 to 4) can be, joined where it can step.

    A square is that of the top-left corner. Creatures are not looked at: it is the map alone. Undirected, because a
    step can always be taken back.
    """
    import networkx

    graph: networkx.Graph[int] = networkx.Graph()
    fits, exits, deltas = board.fits(footprint), board.exits_of(footprint), board.deltas
    falls = board.any_of(board.floorless, footprint) if any(board.floorless) else bytes(board.size)
    # Where there is no floor nobody is, though one could step away from there.
    graph.add_nodes_from(square for square in range(board.size) if fits[square] and not falls[square])
    for d in FORWARD:
        bit, delta = 1 << d, deltas[d]
        graph.add_edges_from((square, square + delta) for square in graph if exits[square] & bit)
    return graph


def longest_reach_ft(creature: Creature) -> int:
    """The longest melee reach of a creature, at least that of an unarmed strike."""
    return max([5, *(attack.reach_ft for attack in creature.attacks if attack.reach_ft is not None)])


class Ground:
    """Where each combatant of a scenario can walk, worked out once for each footprint."""

    def __init__(self, scenario: Scenario) -> None:
        self.board = board_of(with_doors_open(scenario))
        self.scenario = scenario
        self._regions: dict[int, dict[int, frozenset[int]]] = {}
        self._grown: dict[tuple[frozenset[int], int], frozenset[int]] = {}
        self._meetings: dict[tuple[frozenset[int], frozenset[int], int], bool] = {}
        self.hostile = [side for side in scenario.sides if side not in scenario.neutral]

    def region(self, entry: Entry) -> frozenset[int]:
        """Every square that a combatant's space can cover by walking from where it stands."""
        import networkx

        if entry.at is None:
            return frozenset()
        edge = FOOTPRINT[SIZES.index(entry.creature.size)]
        if edge not in self._regions:
            known: dict[int, frozenset[int]] = {}
            for component in networkx.connected_components(movement_graph(self.board, edge)):
                covered = frozenset(self._covered(component, edge))
                known.update(dict.fromkeys(component, covered))
            self._regions[edge] = known
        square = entry.at[1] * self.board.width + entry.at[0]
        return self._regions[edge].get(square, frozenset())

    def _covered(self, corners: Iterable[int], edge: int) -> Iterable[int]:
        for corner in corners:
            for row in range(edge):
                for column in range(edge):
                    yield corner + row * self.board.width + column

    def within_reach(self, region: frozenset[int], reach_ft: int) -> frozenset[int]:
        """The squares that can be struck from somewhere in a region, through what does not block lines."""
        key = (region, reach_ft)
        if key not in self._grown:
            reached = set(region)
            edge = set(region)
            for _ in range(reach_ft // 5):
                edge = {near for square in edge for near in self._around(square)} - reached
                reached |= edge
            self._grown[key] = frozenset(reached)
        return self._grown[key]

    def _around(self, square: int) -> Iterable[int]:
        x, y = square % self.board.width, square // self.board.width
        for to_y in range(max(0, y - 1), min(self.board.height, y + 2)):
            for to_x in range(max(0, x - 1), min(self.board.width, x + 2)):
                if not self._is_shut_off(x, y, to_x, to_y):
                    yield to_y * self.board.width + to_x

    def _is_shut_off(self, x: int, y: int, to_x: int, to_y: int) -> bool:
        """Whether a square is filled, or parted from its neighbour by what stands on the edges on either way there."""
        if self.board.blocks_lines[to_y * self.board.width + to_x]:
            return True
        if not self.board.has_edges:
            return False
        ways = ([(x, y), (to_x, y), (to_x, to_y)], [(x, y), (x, to_y), (to_x, to_y)])
        return all(any(self._is_walled(*one, *other) for one, other in pairwise(way)) for way in ways)

    def _is_walled(self, x: int, y: int, to_x: int, to_y: int) -> bool:
        edges = self.board.east if to_x != x else self.board.south
        kind = edges[min(y, to_y) * self.board.width + min(x, to_x)] if (x, y) != (to_x, to_y) else 0
        return HEIGHTS[kind] >= GLASS

    def can_meet(self, one: Entry, other: Entry) -> bool:
        """Whether two combatants can come within reach of each other, the reach of either."""
        reach = max(longest_reach_ft(one.creature), longest_reach_ft(other.creature))
        key = (self.region(one), self.region(other), reach)
        if key not in self._meetings:
            meet = not key[0].isdisjoint(key[1])
            self._meetings[key] = meet or not self.within_reach(key[0], reach).isdisjoint(key[1])
        return self._meetings[key]

    def apart(self) -> list[tuple[str, str]]:
        """The hostile sides of which nobody can ever meet anybody of the other."""
        pairs = [(one, other) for place, one in enumerate(self.hostile) for other in self.hostile[place + 1 :]]
        return [pair for pair in pairs if not self._any_meet(*pair)]

    def _any_meet(self, side: str, other: str) -> bool:
        of = {name: [entry for entry in self.scenario.entries if entry.side == name] for name in (side, other)}
        return any(self.can_meet(mine, theirs) for mine in of[side] for theirs in of[other])

    def cut_off(self) -> list[str]:
        """The combatants that can never meet any enemy, though others of their side can meet some."""
        fighting = [entry for entry in self.scenario.entries if entry.side in self.hostile]
        alone = [
            entry
            for entry in fighting
            if not any(self.can_meet(entry, other) for other in fighting if other.side != entry.side)
        ]
        whole = {side for side in self.hostile if all(entry in alone for entry in fighting if entry.side == side)}
        return [entry.name for entry in alone if entry.side not in whole]
