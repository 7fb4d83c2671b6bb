"""The doors and windows of a map: those drawn on squares, then those on edges, and which of them a file means."""

from collections.abc import Iterable, Sequence

from attrs import evolve

from encounter.engine.board import EDGE_NAMES
from encounter.engine.doors import DOOR_KINDS, LOCKED, OPEN, Door
from encounter.scenario.model import Edge, Scenario, Terrain

Unit = tuple[int, int]  # an edge of one square: the square, and 1 for its east edge, 0 for its south edge


def units_of(line: Sequence[int], width: int, height: int) -> list[Unit]:
    """The unit edges of a line (x1, y1, x2, y2) of the grid, those on the border of the map left out.

    >>> units_of((2, 0, 2, 2), 4, 4), units_of((0, 1, 1, 1), 4, 4), units_of((0, 0, 0, 4), 4, 4)
    ([(1, 1), (5, 1)], [(0, 0)], [])
    """
    left, right = sorted((line[0], line[2]))
    top, bottom = sorted((line[1], line[3]))
    if left == right:
        return [(y * width + left - 1, 1) for y in range(top, bottom)] if 0 < left < width else []
    return [((top - 1) * width + x, 0) for x in range(left, right)] if 0 < top < height else []


def doors_of(terrain: Terrain, edges: Iterable[Edge]) -> list[Door]:
    """Every door and window, in the order of the squares, then of the edges. An edge is one door, however long."""
    width = terrain.width
    doors: list[Door] = []
    for square, kind in enumerate(terrain.terrain):
        if kind in DOOR_KINDS:
            doors.append(Door(len(doors), kind, square, [], width))
    written = list(edges)
    last: dict[Unit, int] = {}  # of edges on one another the last one counts
    for place, edge in enumerate(written):
        for unit in units_of((edge.x1, edge.y1, edge.x2, edge.y2), width, terrain.height):
            last[unit] = place
    owned: dict[int, list[Unit]] = {}
    for unit, owner in last.items():
        owned.setdefault(owner, []).append(unit)
    for place, edge in enumerate(written):
        units = owned.get(place, [])
        if units and EDGE_NAMES[edge.kind] in DOOR_KINDS:
            doors.append(Door(len(doors), EDGE_NAMES[edge.kind], -1, units, width))
    return doors


def with_doors_open(scenario: Scenario) -> Scenario:
    """The scenario with every door and window open that can be opened: a locked one by a task or as an object only."""
    terrain = scenario.map
    doors = doors_of(terrain, scenario.edges)
    meant = [thing.opens for thing in scenario.objects] + [task.opens for task in scenario.tasks]
    forced = {door_meant(doors, where, terrain) for where in meant if where is not None}
    squares = bytearray(terrain.terrain)
    edges = list(scenario.edges)
    for door in doors:
        if door.starts == LOCKED and door not in forced:
            continue
        if door.square >= 0:
            squares[door.square] = door.kind_when(OPEN)
            continue
        name = "open window" if door.is_window else "open door"
        for square, is_east in door.edges:
            x, y = square % terrain.width, square // terrain.width
            edges.append(Edge(name, x + 1, y, x + 1, y + 1) if is_east else Edge(name, x, y + 1, x + 1, y + 1))
    return evolve(scenario, map=evolve(terrain, terrain=bytes(squares)), edges=tuple(edges))


def door_meant(doors: Iterable[Door], where: Sequence[int], terrain: Terrain) -> Door | None:
    """The door on a square (x, y) or on a line (x1, y1, x2, y2) of the grid, None where there is none."""
    if len(where) == 2:
        square = where[1] * terrain.width + where[0]
        return next((door for door in doors if door.square == square), None)
    units = units_of(where, terrain.width, terrain.height)
    return next((door for door in doors if any(unit in door.edges for unit in units)), None)
