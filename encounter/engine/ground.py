"""The ground as one kind of mover finds it: where it fits, where it can step, what a step costs it.

Most movers find it alike: `Board` has their tables. Whoever swims, squeezes, lives in water only, is not slowed by
some kind of ground or is hurt by it has a `Gait` of its own, and a `Ground` with tables to match on each board. What
depends on nothing but the board and the gait is worked out when first asked and kept.
"""

from __future__ import annotations

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from encounter.engine.board import DIRECTIONS, PROPERTIES, SLOWS, TERRAIN_KINDS, WATER, Board, search_back
from encounter.engine.leaps import Leaps

# What a step costs beside its own length, one bit a reason (rules.md 131, 135, 136): each adds as much again.
DIFFICULT: Final = 1
SWUM: Final = 2  # through water without a swimming speed
TIGHT: Final = 4  # squeezing
HARMS: Final = 8  # no cost: whoever goes there is hurt

# Lengths more that a step takes, by these bits; and the same as a way is planned, where harm is worth a detour.
EXTRA: Final[bytes] = bytes((0, 1, 1, 2, 1, 2, 2, 3, 0, 1, 1, 2, 1, 2, 2, 3))
DETOUR: Final = 8
PLANNED: Final[bytes] = bytes(extra + (DETOUR if bits & HARMS else 0) for bits, extra in enumerate(EXTRA))

# No step is planned dearer: 5-10-5 counts a second diagonal twice.
DEAREST: Final = 2 * (1 + 3 + DETOUR)

# By which speed a square is entered.
ON_FOOT: Final = 0
SWIMMING: Final = 1


class Gait:
    """How a kind of mover gets about: `n` the edge of its footprint, `index` its number among those of an encounter.

    `ignores` has the bit of each kind of terrain that does not slow it, `harmed_by` of each that hurts it. Whoever
    `swims` has a swimming speed; a `water_bound` creature has no other. `squeezes` says that it can make itself one
    size smaller in a passage too narrow for it, and `pays_tight` whether that costs as much again by itself (5.1) or
    makes the passage difficult ground (5.2); neither for a `fluid` one.
    """

    def __init__(self, index: i64, n: i64) -> None:
        self.index = index
        self.n = n
        self.ignores: i64 = 0
        self.harmed_by: i64 = 0
        self.swims: bool = False
        self.water_bound: bool = False
        self.squeezes: bool = False
        self.pays_tight: bool = True
        self.fluid: bool = False
        self.far: i64 = 0  # squares that it jumps after a run-up and from a stand, 0 where nothing is there to jump
        self.near: i64 = 0

    def is_like(self, other: Gait) -> bool:
        """Whether two gaits are one, their numbers aside."""
        return (
            self.n == other.n
            and self.ignores == other.ignores
            and self.harmed_by == other.harmed_by
            and self.swims == other.swims
            and self.water_bound == other.water_bound
            and self.squeezes == other.squeezes
            and self.pays_tight == other.pays_tight
            and self.fluid == other.fluid
            and self.far == other.far
            and self.near == other.near
        )


class Ground:
    """A board as a gait finds it. All tables hold one byte a square, the top-left one of the footprint.

    `costs` has the bits DIFFICULT, SWUM, TIGHT and HARMS; bit d of `exits` says that a step in direction d is
    possible; `modes` is SWIMMING where the swimming speed counts; `edges` is the edge of the footprint there, 0 where
    it does not fit. `modes` and `edges` are empty where they would say nothing.
    """

    def __init__(self, board: Board, gait: Gait) -> None:
        self.board = board
        self.gait = gait
        self.n: i64 = gait.n
        self.squeezes: bool = gait.squeezes
        self.swims: bool = gait.swims
        self.edges: bytes = _edges(board, gait) if gait.squeezes else b""
        self.modes: bytes = _all_of_water(board, gait.n) if gait.swims else b""
        self.is_plain: bool = is_plain(board, gait)
        self.costs: bytes = board.costs_of(gait.n) if self.is_plain else self._build_costs()
        self.exits: bytes = board.exits_of(gait.n)
        if gait.squeezes or gait.water_bound:
            self.exits = self._build_exits()
        self._fields: dict[i64, vec[i64]] = {}
        self._leaps: Leaps | None = None

    def leaps(self, heights: bytes) -> Leaps:
        """The jumps that the board offers; `heights` by square are those of its ground, b"" where it is level."""
        known = self._leaps
        if known is None:
            gait = self.gait
            known = Leaps(self.board, self.n, self.costs, self.modes, heights, gait.far, gait.near)
            self._leaps = known
        return known

    def edge_at(self, square: i64) -> i64:
        """Edge of the footprint that the mover has at a square; its usual one where it does not fit."""
        if not self.squeezes or self.edges[square] == 0:
            return self.n
        return self.edges[square]

    def path_distances(self, goal: i64) -> vec[i64]:
        """Cost, in units of 5 ft, of going from every square to `goal`, -1 where no way leads (Board.path_distances).

        A way through what hurts the mover counts as a detour longer.
        """
        if self.is_plain:
            return self.board.path_distances(goal, self.n)
        if goal in self._fields:
            return self._fields[goal]
        if len(self._fields) >= self.board.fields_kept:
            self._fields.clear()
        field = self._build_field(goal)
        self._fields[goal] = field
        return field

    def _build_costs(self) -> bytes:
        board = self.board
        gait = self.gait
        slow: bytes = bytes(
            (1 if PROPERTIES[kind] & SLOWS and kind != WATER and not (gait.ignores >> kind) & 1 else 0)
            for kind in range(TERRAIN_KINDS)
        )
        harm: bytes = bytes((gait.harmed_by >> kind) & 1 for kind in range(TERRAIN_KINDS))
        difficult = _marked(board, slow)
        harms = _marked(board, harm)
        water = _marked(board, bytes(1 if kind == WATER else 0 for kind in range(TERRAIN_KINDS)))
        table = bytearray(board.size)
        tables: list[list[bytes]] = []
        for n in range(gait.n + 1):
            if n < gait.n - 1 or n == 0 or (n < gait.n and not gait.squeezes):
                tables.append([])
            else:
                tables.append([board.any_of(difficult, n), board.any_of(water, n), board.any_of(harms, n)])
        for square in range(board.size):
            n = self.edge_at(square)
            bits = 0
            if tables[n][0][square]:
                bits |= DIFFICULT
            if tables[n][1][square] and not gait.swims:
                bits |= SWUM
            if tables[n][2][square]:
                bits |= HARMS
            if n < gait.n and not gait.fluid:
                bits |= TIGHT if gait.pays_tight else DIFFICULT
            table[square] = bits
        return bytes(table)

    def _build_exits(self) -> bytes:
        """Steps between footprints that may differ: the smaller of the two must pass, and the larger have room."""
        board = self.board
        n = self.n
        whole = board.exits_of(n)
        reduced = board.exits_of(n - 1) if self.squeezes else whole
        drops = board.any_of(board.floorless, n)
        water = _all_of_water(board, n)
        table = bytearray(board.size)
        for square in range(board.size):
            if self.squeezes and self.edges[square] == 0:
                continue
            here = self.edge_at(square)
            ways = 0
            for d in range(DIRECTIONS):
                to: i64 = square + board.deltas[d]
                if to < 0 or to >= board.size or (self.squeezes and self.edges[to] == 0):
                    continue
                there = self.edge_at(to)
                passes = whole if here == n and there == n else reduced
                if not (passes[square] >> d) & 1 or (there > here and drops[to]):
                    continue
                if self.gait.water_bound and not water[to]:
                    continue
                ways |= 1 << d
            table[square] = ways
        return bytes(table)

    def _build_field(self, goal: i64) -> vec[i64]:
        """Search backwards as Board does, with every reason that a step costs more, and jumps."""
        board = self.board
        if (self.edges[goal] == 0) if self.squeezes else not board.fits(self.n)[goal]:
            return vec[i64]([-1] * board.size)
        slows = board.slow_ways_of(self.n)
        leaps = self.leaps(b"") if self.gait.far > 0 else None
        return search_back(board, goal, self.exits, self.costs, PLANNED, slows, DEAREST, leaps)


def ground_of(board: Board, gait: Gait) -> Ground:
    """The ground of a gait on a board, built once each."""
    while len(board.grounds) <= gait.index:
        board.grounds.append(None)
    known = board.grounds[gait.index]
    if known is None:
        made = Ground(board, gait)
        board.grounds[gait.index] = made
        return made
    return cast(Ground, known)


def is_plain(board: Board, gait: Gait) -> bool:
    """Whether the board's own tables say everything of this gait: nothing special about it, and no water to swim."""
    if gait.far or gait.swims or gait.squeezes or gait.water_bound or gait.harmed_by or gait.ignores:
        return False
    return WATER not in board.terrain


def tight_squares(board: Board, n: i64) -> bytes:
    """One byte a square: 1 where one can stand but no footprint n can, however it is turned about: it must squeeze."""
    fits = board.fits(n)
    roomy = bytearray(board.size)
    for square in range(board.size):
        if fits[square]:
            for row in range(n):
                for column in range(n):
                    roomy[square + row * board.width + column] = 1
    single = board.fits(1)
    return bytes(1 if single[square] and not roomy[square] else 0 for square in range(board.size))


def narrow_places(board: Board, n: i64) -> bytes:
    """One byte a square: 1 where a creature of footprint n can be only by making itself one square smaller."""
    holds_tight = board.any_of(tight_squares(board, n), n - 1)
    fits = board.fits(n - 1)
    return bytes(1 if holds_tight[square] and fits[square] else 0 for square in range(board.size))


def has_passages(board: Board, n: i64) -> bool:
    """Whether a creature of footprint n could get anywhere by squeezing that it cannot stand in otherwise."""
    return n > 1 and any(narrow_places(board, n))


def _edges(board: Board, gait: Gait) -> bytes:
    """Edge of the footprint by square: the usual one where there is room, one less in a passage and at its mouths."""
    n = gait.n
    narrow = narrow_places(board, n)
    fits = board.fits(n)
    smaller = board.fits(n - 1)
    table = bytearray(board.size)
    for square in range(board.size):
        if fits[square]:
            table[square] = n
        elif smaller[square] and _is_near(board, narrow, square):
            table[square] = n - 1
    return bytes(table)


def _is_near(board: Board, marks: bytes, square: i64) -> bool:
    """Whether a square or one of its neighbours is marked."""
    x = board.xs[square]
    y = board.ys[square]
    for beside_y in range(max(0, y - 1), min(board.height, y + 2)):
        for beside_x in range(max(0, x - 1), min(board.width, x + 2)):
            if marks[beside_y * board.width + beside_x]:
                return True
    return False


def _marked(board: Board, kinds: bytes) -> bytes:
    """One byte a square: what `kinds` says of its kind of terrain."""
    return bytes(kinds[kind] for kind in board.terrain)


def _all_of_water(board: Board, n: i64) -> bytes:
    """One byte a square: 1 where the whole footprint n is in water."""
    dry = board.any_of(bytes(0 if kind == WATER else 1 for kind in board.terrain), n)
    fits = board.fits(n)
    return bytes(1 if fits[square] and not dry[square] else 0 for square in range(board.size))
