"""The board: squares, terrain, footprints, distances and steps. Nothing here changes once it is built.

A square is the number `y * width + x`; (0, 0) is A1, the top-left one, and y grows downwards. A creature stands on a
footprint of n by n squares, n from 1 to 4, and its square is the top-left one of them (rules.md 0).

Terrain fills squares. Some of its kinds may also stand on the edge between two squares, where they take no room:
walls, doors, windows, arrow slits, low walls.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

# Kinds of terrain: what one byte of `Board.terrain` says.
FLOOR: Final = 0
WALL: Final = 1
DIFFICULT: Final = 2
UNDERGROWTH: Final = 3
TREE: Final = 4
WATER: Final = 5
DOOR: Final = 6
OPEN_DOOR: Final = 7
NO_FLOOR: Final = 8
PILLAR: Final = 9
FURNITURE: Final = 10
RUBBLE: Final = 11
LOCKED_DOOR: Final = 12
WINDOW: Final = 13
OPEN_WINDOW: Final = 14
ARROW_SLIT: Final = 15
LOW_WALL: Final = 16
SHUT_WAY: Final = 17  # a closed door in a search for ways that counts on opening it; on no map
SHALLOWS: Final = 18
ICE: Final = 19
FIRE: Final = 20
ACID: Final = 21
SPIKES: Final = 22
TERRAIN_KINDS: Final = 23

# What a kind of terrain does; one byte of PROPERTIES holds any of these bits.
BLOCKS_MOVEMENT: Final = 1
BLOCKS_LINES: Final = 2
SLOWS: Final = 4
HEAVILY_OBSCURES: Final = 8
LIGHTLY_OBSCURES: Final = 16
DROPS: Final = 32
SOLID: Final = 3  # BLOCKS_MOVEMENT and BLOCKS_LINES: a wall and whatever is like one

PROPERTIES: Final[bytes] = bytes(
    (
        0,  # floor
        SOLID,  # wall
        SLOWS,  # difficult
        SLOWS | LIGHTLY_OBSCURES,  # undergrowth
        SOLID,  # tree
        SLOWS,  # water
        SOLID,  # door, closed
        0,  # open door
        DROPS,  # no floor
        SOLID,  # pillar
        SLOWS,  # furniture
        SLOWS,  # rubble
        SOLID,  # locked door
        SOLID,  # window: it hides nothing, but nothing gets through
        SLOWS,  # open window
        BLOCKS_MOVEMENT,  # arrow slit
        SLOWS,  # low wall
        SLOWS,  # a closed door that is going to be opened
        SLOWS,  # shallow water
        SLOWS,  # ice
        0,  # fire
        0,  # acid
        SLOWS,  # spikes
    )
)

# How much of a line a kind of terrain stops: what stops it at one height lets pass what only looks over a lower one.
LOW: Final = 1  # half of whoever is behind it
SLIT: Final = 2  # three quarters
GLASS: Final = 3  # everything but sight
OPAQUE: Final = 4  # everything
HEIGHTS: Final[bytes] = bytes((0, 4, 0, 0, 4, 0, 4, 0, 0, 4, 0, 0, 4, 3, 2, 2, 1, 0))

TERRAIN_NAMES: Final[dict[str, int]] = {
    "floor": FLOOR,
    "wall": WALL,
    "difficult": DIFFICULT,
    "undergrowth": UNDERGROWTH,
    "tree": TREE,
    "water": WATER,
    "door": DOOR,
    "open door": OPEN_DOOR,
    "no floor": NO_FLOOR,
    "pillar": PILLAR,
    "furniture": FURNITURE,
    "rubble": RUBBLE,
    "locked door": LOCKED_DOOR,
    "window": WINDOW,
    "open window": OPEN_WINDOW,
    "arrow slit": ARROW_SLIT,
    "low wall": LOW_WALL,
    "shallow water": SHALLOWS,
    "ice": ICE,
    "fire": FIRE,
    "acid": ACID,
    "spikes": SPIKES,
}

# What may stand on the edge between two squares.
EDGE_NAMES: Final[dict[str, int]] = {
    "wall": WALL,
    "door": DOOR,
    "open door": OPEN_DOOR,
    "locked door": LOCKED_DOOR,
    "window": WINDOW,
    "open window": OPEN_WINDOW,
    "arrow slit": ARROW_SLIT,
    "low wall": LOW_WALL,
}

GLYPHS: Final[dict[str, int]] = {
    ".": FLOOR,
    "#": WALL,
    ":": DIFFICULT,
    "%": UNDERGROWTH,
    "T": TREE,
    "~": WATER,
    "+": DOOR,
    "/": OPEN_DOOR,
    "_": NO_FLOOR,
}

# Names that a scenario may know from the documentation; whoever reads one says that it is not simulated yet.
NOT_SIMULATED_TERRAIN: Final[frozenset[str]] = frozenset()

# Directions, by bit: E, W, S, N, SE, NW, SW, NE. The way back of direction d is d ^ 1; from 4 on they are diagonals.
DIRECTIONS: Final = 8
FIRST_DIAGONAL: Final = 4
STEP_X: Final[tuple[int, ...]] = (1, -1, 0, 0, 1, -1, -1, 1)
STEP_Y: Final[tuple[int, ...]] = (0, 0, 1, -1, 1, -1, 1, -1)

# Directions in the order of the squares they lead to: row, then column.
SQUARE_ORDER: Final[tuple[int, ...]] = (5, 3, 7, 1, 0, 6, 2, 4)

LARGEST_FOOTPRINT: Final = 4

# Distance fields kept, counted in squares altogether; a board above 64 x 64 keeps at most LARGE_BOARD_FIELDS of them.
FIELD_SQUARES_KEPT: Final = 4_000_000
LARGE_BOARD: Final = 4096
LARGE_BOARD_FIELDS: Final = 256

# Two units for a second diagonal of 5-10-5, twice that into difficult terrain: no step costs more.
DEAREST_STEP: Final = 4

# Lengths more that a step into a square takes, by its entry in a table of difficult ground.
ONCE_MORE: Final[bytes] = bytes((0, 1))


def square_name(width: int, square: int) -> str:
    """Name a square of a board `width` squares wide as the map does: columns A to Z, then AA; rows from 1.

    >>> square_name(20, 0), square_name(20, 122), square_name(40, 26)
    ('A1', 'C7', 'AA1')
    """
    column = square % width + 1
    letters = ""
    while column > 0:
        column, letter = divmod(column - 1, 26)
        letters = chr(65 + letter) + letters
    return f"{letters}{square // width + 1}"


def parse_square(name: str) -> tuple[int, int]:
    """Read the name of a square, in capitals or not, and give its column and row, both from 0.

    ValueError when it is no name of a square. Whether the board is that large is the caller's to ask.

    >>> parse_square("C7"), parse_square("aa1")
    ((2, 6), (26, 0))
    """
    x = 0
    length = 0
    for letter in name.upper():
        if not "A" <= letter <= "Z":
            break
        x = 26 * x + ord(letter) - 64
        length += 1
    row = name[length:]
    if length == 0 or not row.isascii() or not row.isdigit() or row[0] == "0":
        raise ValueError(f"{name!r} is not a square; squares are named like C7 or AA12")
    return x - 1, int(row) - 1


def _marked(terrain: bytes, bit: int) -> bytes:
    """Give one byte a square: 1 where the terrain has this property, else 0."""
    table = bytearray(256)
    for kind in range(TERRAIN_KINDS):
        if PROPERTIES[kind] & bit:
            table[kind] = 1
    return terrain.translate(bytes(table))


def edge_tables(width: int, height: int, lines: list[tuple[int, int, int, int, int]]) -> tuple[bytes, bytes]:
    """Give what stands on the east edge of each square and on the south edge, one kind of terrain a square.

    A line is (kind, x1, y1, x2, y2) along the grid, (0, 0) being the top-left corner of the map. Where lines lie on one
    another the last one counts. The border of the map is no edge between squares: what lies on it is left out. Both
    tables are b"" where nothing stands on any edge. ValueError for a line that is not along the grid or leaves the map.

    >>> [list(table) for table in edge_tables(3, 2, [(WALL, 1, 0, 1, 2), (DOOR, 1, 1, 1, 2)])]
    [[1, 0, 0, 6, 0, 0], [0, 0, 0, 0, 0, 0]]
    """
    east = bytearray(width * height)
    south = bytearray(width * height)
    for kind, x1, y1, x2, y2 in lines:
        left, right = min(x1, x2), max(x1, x2)
        top, bottom = min(y1, y2), max(y1, y2)
        if (left == right) == (top == bottom) or left < 0 or top < 0 or right > width or bottom > height:
            raise ValueError(f"({x1}, {y1}) to ({x2}, {y2}) is no line along the grid of {width} x {height} squares")
        if left == right and 0 < left < width:
            for y in range(top, bottom):
                east[y * width + left - 1] = kind
        elif top == bottom and 0 < top < height:
            for x in range(left, right):
                south[(top - 1) * width + x] = kind
    return (bytes(east), bytes(south)) if any(east) or any(south) else (b"", b"")


class Board:
    """A map of `width` by `height` squares, read-only.

    `terrain` holds one kind of terrain a square, row by row from the top left; `alternate` counts diagonals 5-10-5
    (rules.md 130) where it is true and 5-5-5 where it is not. `east` and `south` hold what stands on the east and the
    south edge of each square (`edge_tables`), b"" for nothing anywhere. ValueError when the sizes do not agree or a
    kind is unknown.

    Tables of one byte a square, 1 or 0: `blocks_movement`, `blocks_lines`, `difficult`, `opaque` (heavily obscured),
    `lightly_obscured`, `floorless`. `xs` and `ys` give column and row of a square, `deltas` the difference in number
    of a step in each direction.

    >>> pit = Board(3, 2, bytes([FLOOR, WALL, FLOOR, FLOOR, RUBBLE, NO_FLOOR]))
    >>> list(pit.blocks_lines), list(pit.difficult), list(pit.floorless)
    ([0, 1, 0, 0, 0, 0], [0, 0, 0, 0, 1, 0], [0, 0, 0, 0, 0, 1])
    """

    def __init__(
        self, width: i64, height: i64, terrain: bytes, alternate: bool = False, east: bytes = b"", south: bytes = b""
    ) -> None:
        if width < 1 or height < 1 or len(terrain) != width * height:
            raise ValueError(f"{len(terrain)} squares of terrain for a board of {width} x {height}")
        if len(east) != len(south) or (len(east) > 0 and len(east) != width * height):
            raise ValueError(f"{len(east)} and {len(south)} edges for a board of {width} x {height}")
        if max(terrain + east + south) >= TERRAIN_KINDS:
            raise ValueError(f"unknown kind of terrain {max(terrain + east + south)}")
        self.width: i64 = width
        self.height: i64 = height
        self.size: i64 = width * height
        self.terrain = terrain
        self.alternate = alternate
        self.east = east
        self.south = south
        self.has_edges: bool = len(east) > 0
        self.has_slow_edges: bool = bool({OPEN_WINDOW, LOW_WALL, SHUT_WAY} & {*east, *south})
        self.heights: bytes = terrain.translate(HEIGHTS + bytes(256 - len(HEIGHTS)))
        # Whether all that stops a line is solid and fills squares.
        self.is_plain: bool = not self.has_edges and not {LOW, SLIT, GLASS} & set(self.heights)
        self.xs: vec[i64] = vec[i64]([square % width for square in range(width * height)])
        self.ys: vec[i64] = vec[i64]([square // width for square in range(width * height)])
        self.deltas: vec[i64] = vec[i64]([STEP_Y[d] * width + STEP_X[d] for d in range(DIRECTIONS)])
        # The same with the direction in the lowest three bits, in the order of the squares the steps lead to.
        self.steps: vec[i64] = vec[i64]([8 * self.deltas[d] + d for d in SQUARE_ORDER])
        self.blocks_movement: bytes = _marked(terrain, BLOCKS_MOVEMENT)
        self.blocks_lines: bytes = _marked(terrain, BLOCKS_LINES)
        self.difficult: bytes = _marked(terrain, SLOWS)
        self.opaque: bytes = _marked(terrain, HEAVILY_OBSCURES)
        self.lightly_obscured: bytes = _marked(terrain, LIGHTLY_OBSCURES)
        self.floorless: bytes = _marked(terrain, DROPS)
        # Index n of each is the table for footprint n; b"" until somebody asks.
        self._fits: list[bytes] = [b""] * (LARGEST_FOOTPRINT + 1)
        self._ways: list[bytes] = [b""] * (LARGEST_FOOTPRINT + 1)
        self._exits: list[bytes] = [b""] * (LARGEST_FOOTPRINT + 1)
        self._slow_ways: list[bytes] = [b""] * (LARGEST_FOOTPRINT + 1)
        self._costs: list[bytes] = [b""] * (LARGEST_FOOTPRINT + 1)
        self._fields: dict[i64, vec[i64]] = {}
        self.grounds: list[object] = []  # by gait, what encounter.engine.ground makes of it; None until asked for
        self.fields_kept: i64 = LARGE_BOARD_FIELDS
        if self.size <= LARGE_BOARD:
            self.fields_kept = FIELD_SQUARES_KEPT // self.size

    def distance_ft(self, a: i64, na: i64, b: i64, nb: i64) -> i64:
        """Distance in feet between two footprints, from beside the one to inside the other (rules.md 0, 129, 130).

        Footprints that overlap are 0 ft apart, neighbours 5 ft.

        >>> open_floor = Board(5, 5, bytes(25))
        >>> open_floor.distance_ft(0, 1, 12, 1), open_floor.distance_ft(0, 2, 19, 1)
        (10, 15)
        >>> Board(5, 5, bytes(25), alternate=True).distance_ft(0, 1, 12, 1)
        15
        """
        xs = self.xs
        ys = self.ys
        ax = xs[a]
        bx = xs[b]
        ay = ys[a]
        by = ys[b]
        across: i64 = 0
        if bx > ax:
            across = bx - ax - na + 1
        else:
            across = ax - bx - nb + 1
        down: i64 = 0
        if by > ay:
            down = by - ay - na + 1
        else:
            down = ay - by - nb + 1
        longer = across
        shorter = down
        if longer < shorter:
            longer = down
            shorter = across
        if longer < 0:
            return 0
        if self.alternate and shorter > 0:
            longer += shorter >> 1
        return 5 * longer

    def apart_ft(self, a: i64, b: i64) -> i64:
        """`distance_ft` between two single squares."""
        xs = self.xs
        ys = self.ys
        across = xs[a] - xs[b]
        down = ys[a] - ys[b]
        if across < 0:
            across = -across
        if down < 0:
            down = -down
        longer = across if across > down else down
        if self.alternate:
            longer += (across + down - longer) >> 1
        return 5 * longer

    def fits(self, n: i64) -> bytes:
        """Give one byte a square: 1 where a footprint n lies on the map and on no square that blocks movement.

        No wall on an edge runs through it either.
        """
        table = self._fits[n]
        if len(table) == 0:
            table = self._build_fits(n)
            self._fits[n] = table
        return table

    def ways_of(self, n: i64) -> bytes:
        """Give one byte a square: bit d is set where a footprint n can be moved in direction d from there.

        Its whole footprint must fit where it goes; a diagonal step cuts no corner of what fills its space or stands on
        an edge, for any square of the footprint (rules.md 129). Neither floor nor creatures are looked at.
        """
        table = self._ways[n]
        if len(table) == 0:
            table = self._build_ways(n)
            self._ways[n] = table
        return table

    def exits_of(self, n: i64) -> bytes:
        """Give the same for a creature that walks: every square it comes to has floor."""
        table = self._exits[n]
        if len(table) == 0:
            table = self._build_exits(n)
            self._exits[n] = table
        return table

    def slow_ways_of(self, n: i64) -> bytes:
        """Give one byte a square: bit d is set where a step of footprint n in direction d costs as much again.

        That is, where it leads over what stands on an edge. b"" where nothing on the board is like that.
        """
        if not self.has_slow_edges:
            return b""
        table = self._slow_ways[n]
        if len(table) == 0:
            table = self._build_slow_ways(n)
            self._slow_ways[n] = table
        return table

    def costs_of(self, n: i64) -> bytes:
        """Give one byte a square: 1 where a step of footprint n to there costs as much again (difficult), else 0."""
        table = self._costs[n]
        if len(table) == 0:
            table = self.any_of(self.difficult, n)
            self._costs[n] = table
        return table

    def path_distances(self, goal: i64, n: i64) -> vec[i64]:
        """Give the cost, in units of 5 ft, of walking a footprint n from every square to `goal`; -1 where no way leads.

        Both squares are top-left ones. Creatures are ignored, difficult terrain doubles the step into it, and under
        5-10-5 a fresh walk is meant, whose second, fourth ... diagonal costs two units. The table is kept and shared:
        whoever gets it must not write to it.
        """
        key: i64 = goal * (LARGEST_FOOTPRINT + 1) + n
        if key in self._fields:
            return self._fields[key]
        field = self._build_field(goal, n)
        if len(self._fields) >= self.fields_kept:
            self._fields.clear()
        self._fields[key] = field
        return field

    def any_of(self, marks: bytes, n: i64) -> bytes:
        """Give one byte a square: 1 where the footprint n lies on the map and `marks` any of its squares."""
        table = bytearray(self.size)
        for y in range(self.height - n + 1):
            for x in range(self.width - n + 1):
                square = y * self.width + x
                for row in range(n):
                    for column in range(n):
                        if marks[square + row * self.width + column]:
                            table[square] = 1
        return bytes(table)

    def _build_fits(self, n: i64) -> bytes:
        blocked = self.any_of(self.blocks_movement, n)
        table = bytearray(self.size)
        for y in range(self.height - n + 1):
            for x in range(self.width - n + 1):
                square = y * self.width + x
                table[square] = 1 - blocked[square]
                if self.has_edges and n > 1 and self._is_divided(square, n):
                    table[square] = 0
        return bytes(table)

    def _is_divided(self, square: i64, n: i64) -> bool:
        """Say whether something that blocks movement stands on an edge inside a footprint."""
        for along in range(n):
            for across in range(n - 1):
                if PROPERTIES[self.east[square + along * self.width + across]] & BLOCKS_MOVEMENT:
                    return True
                if PROPERTIES[self.south[square + across * self.width + along]] & BLOCKS_MOVEMENT:
                    return True
        return False

    def _build_ways(self, n: i64) -> bytes:
        fits = self.fits(n)
        table = bytearray(self.size)
        for square in range(self.size):
            if not fits[square]:
                continue
            x = self.xs[square]
            y = self.ys[square]
            ways = 0
            for d in range(DIRECTIONS):
                to_x: i64 = x + STEP_X[d]
                to_y: i64 = y + STEP_Y[d]
                if not (0 <= to_x < self.width and 0 <= to_y < self.height):
                    continue
                if not fits[to_y * self.width + to_x]:
                    continue
                if self._edges_between(square, d, n, BLOCKS_MOVEMENT):
                    continue
                if d < FIRST_DIAGONAL or self._cuts_no_corner(x, y, to_x, to_y, n):
                    ways |= 1 << d
            table[square] = ways
        return bytes(table)

    def _build_exits(self, n: i64) -> bytes:
        ways = self.ways_of(n)
        if not any(self.floorless):
            return ways
        drops = self.any_of(self.floorless, n)
        table = bytearray(self.size)
        for square in range(self.size):
            for d in range(DIRECTIONS):
                if (ways[square] >> d) & 1 and not drops[square + self.deltas[d]]:
                    table[square] |= 1 << d
        return bytes(table)

    def _build_slow_ways(self, n: i64) -> bytes:
        ways = self.ways_of(n)
        table = bytearray(self.size)
        for square in range(self.size):
            for d in range(DIRECTIONS):
                if (ways[square] >> d) & 1 and self._edges_between(square, d, n, SLOWS):
                    table[square] |= 1 << d
        return bytes(table)

    def _cuts_no_corner(self, x: i64, y: i64, to_x: i64, to_y: i64, n: i64) -> bool:
        """Say whether no square of the footprint passes a corner of what blocks movement; both ends must fit."""
        fits = self.fits(n)
        return fits[y * self.width + to_x] != 0 and fits[to_y * self.width + x] != 0

    def _edges_between(self, square: i64, d: i64, n: i64, bit: int) -> bool:
        """Say whether a step of a footprint leads over edges with a property.

        A diagonal step is one along the row and one along the column. What blocks either order of them blocks it; what
        slows it must lie in the way of both, for past the end of a low wall one walks freely.
        """
        if not self.has_edges:
            return False
        if d < FIRST_DIAGONAL:
            return self._edges_crossed(square, d, n, bit)
        along: i64 = 0 if STEP_X[d] > 0 else 1
        down: i64 = 2 if STEP_Y[d] > 0 else 3
        row_first = self._edges_crossed(square, along, n, bit) or self._edges_crossed(
            square + self.deltas[along], down, n, bit
        )
        column_first = self._edges_crossed(square, down, n, bit) or self._edges_crossed(
            square + self.deltas[down], along, n, bit
        )
        return (row_first or column_first) if bit == BLOCKS_MOVEMENT else (row_first and column_first)

    def _edges_crossed(self, square: i64, d: i64, n: i64, bit: int) -> bool:
        """Say the same of a straight step: E, W, S or N."""
        edges = self.east if d < 2 else self.south
        front = square
        if d == 0:
            front = square + n - 1
        elif d == 1:
            front = square - 1
        elif d == 2:
            front = square + (n - 1) * self.width
        else:
            front = square - self.width
        stride: i64 = self.width if d < 2 else 1
        for place in range(n):
            if PROPERTIES[edges[front + place * stride]] & bit:
                return True
        return False

    def _build_field(self, goal: i64, n: i64) -> vec[i64]:
        if not self.fits(n)[goal]:
            return vec[i64]([-1] * self.size)
        exits, costs, slows = self.exits_of(n), self.costs_of(n), self.slow_ways_of(n)
        return search_back(self, goal, exits, costs, ONCE_MORE, slows, DEAREST_STEP, None)


class Shortcuts:
    """Ways between squares beside single steps, for `search_back`."""

    def put_back(self, square: i64, odd: i64, cost: i64, ring: list[list[i64]]) -> None:
        """Put the states that a shortcut to a square begins with among those of their cost."""


def search_back(
    board: Board,
    goal: i64,
    exits: bytes,
    costs: bytes,
    extra: bytes,
    slows: bytes,
    dearest: i64,
    shortcuts: Shortcuts | None,
) -> vec[i64]:
    """Give the cost, in units of 5 ft, of going from every square to `goal`, -1 where no way leads.

    Searched backwards from the goal, nearest first. `costs` holds bits a square and `extra` how many lengths more a
    step there takes by these bits. Bit 1 is difficult ground, as steps in the directions of `slows` are too (b"": there
    are none). No step costs more than `dearest`.

    A state is a square and whether an odd number of diagonals lies behind the walker, because under 5-10-5 the next
    one then costs two units; a fresh walk starts even. Under 5-5-5 every walk stays even. Open states wait in one list
    for each cost, used over again as in a ring: no step costs more than the ring has.
    """
    best: vec[i64] = vec[i64]([-1] * board.size)
    done = vec[i64]([0] * (2 * board.size))
    ring: list[list[i64]] = [[] for _ in range(dearest + 1)]
    ring[0].append(2 * goal)
    if board.alternate:
        ring[0].append(2 * goal + 1)
    cost: i64 = 0
    idle: i64 = 0
    while idle <= dearest:
        waiting = ring[cost % (dearest + 1)]
        ring[cost % (dearest + 1)] = []
        idle = idle + 1 if len(waiting) == 0 else 0
        for state in waiting:
            if done[state]:
                continue
            done[state] = 1
            square: i64 = state >> 1
            odd: i64 = state & 1
            if odd == 0:
                best[square] = cost
            for d in range(DIRECTIONS):
                before: i64 = square - board.deltas[d]
                if before < 0 or before >= board.size or not (exits[before] >> d) & 1:
                    continue
                units: i64 = 1
                parity: i64 = odd
                if board.alternate and d >= FIRST_DIAGONAL:
                    parity = 1 - odd
                    units = 1 + parity
                bits: i64 = costs[square]
                if slows and (slows[before] >> d) & 1:
                    bits |= 1
                units *= 1 + extra[bits]
                if not done[2 * before + parity]:
                    ring[(cost + units) % (dearest + 1)].append(2 * before + parity)
            if shortcuts is not None:
                shortcuts.put_back(square, odd, cost, ring)
        cost += 1
    return best
