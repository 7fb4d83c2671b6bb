"""Zones: stretches of the map where something hides, blows, hurts or lights, for as long as they last.

A zone lies on squares, may follow a combatant, and is over after some turns or when a round begins. What zones do is
kept as one mask a square; `Zones.kinds` holds all of them, so that a fight without any asks nothing. `Fight.add_zone`,
`place_zone`, `move_zone` and `end_zone` change them and write the events; what happens to whoever steps into one is in
`encounter.engine.rules.zones`.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from encounter.engine.light import DARK
from encounter.engine.tables import RiderRow, ZoneStart

# What a zone does to its squares.
FOGGED: Final = 1  # heavily obscured and opaque
HAZY: Final = 2  # lightly obscured
MAGICALLY_DARK: Final = 4  # opaque to all but truesight, whatever shines there
WINDY: Final = 8  # a strong wind
SILENT: Final = 16  # nothing is heard there or from there
ROUGH: Final = 32  # difficult ground
HARMFUL: Final = 64  # has a consequence for whoever enters it, or starts or ends a turn in it
LIT: Final = 128  # has a level of light of its own
WEBBED: Final = 256  # difficult ground for whoever does not walk webs
SLOWING: Final = ROUGH | WEBBED

KINDS: Final[dict[str, int]] = {
    "fog": FOGGED,
    "foliage": FOGGED,
    "smoke": FOGGED,
    "light fog": HAZY,
    "light smoke": HAZY,
    "magical darkness": MAGICALLY_DARK,
    "wind": WINDY,
    "silence": SILENT,
    "light": LIT,
}


class Zone:
    """A zone of one kind. Fields are for whoever makes one; afterwards only the methods of Fight change it.

    `source` is the combatant behind it or -1. It ends at the start (or end, `ends_at_end`) of the turn of combatant
    `clock` when `rounds` of those turns have passed, or when round `until` begins; -1 and 0 last. One that follows a
    combatant lies on whatever is within `radius_ft` of it. `rider` falls on whoever enters (`on_enter`), starts
    (`on_start`) or ends (`on_end`) a turn there, once a turn; those in the mask `spares` are left alone.
    """

    def __init__(self, kind: str, squares: vec[i64], source: i64) -> None:
        self.kind = kind
        self.does: i64 = KINDS.get(kind, 0)
        self.squares = squares
        self.source = source
        self.level: i64 = DARK  # of a zone of light
        self.rounds: i64 = -1
        self.clock: i64 = -1
        self.ends_at_end: bool = False
        self.until: i64 = 0
        self.follows: i64 = -1
        self.radius_ft: i64 = 0
        self.difficult: bool = False
        self.rider: RiderRow | None = None
        self.on_enter: bool = False
        self.on_start: bool = False
        self.on_end: bool = False
        self.each_step: bool = False  # every step there brings its consequence, however often in a turn
        self.is_own: bool = False  # a trait of whoever it follows, which ends with it
        self.spares: i64 = 0
        self.spell: str = ""  # the spell that lays it, which lasts while `source` concentrates
        self.suffered: dict[i64, i64] = {}  # by combatant: the turn of the fight in which it last suffered the rider

    def everything(self) -> i64:
        """What it does, its difficult ground and its consequence included."""
        does = self.does
        if self.difficult:
            does |= WEBBED if self.kind == "web" else ROUGH
        if self.rider is not None:
            does |= HARMFUL
        return does

    def holds(self, square: i64) -> bool:
        """Whether a square lies in it."""
        for inside in self.squares:
            if inside == square:
                return True
        return False


class Zones:
    """The zones of one fight and what they come to on each square."""

    def __init__(self, size: i64) -> None:
        self.size = size
        self.every: list[Zone] = []
        self.kinds: i64 = 0  # what any of them does
        self.marks: vec[i64] = vec[i64]()  # what they do, square by square; empty while there is none
        self.followed: i64 = 0  # mask of the combatants that zones follow

    def recount(self) -> None:
        """Work out anew what the zones come to."""
        self.kinds = 0
        self.followed = 0
        if len(self.every) == 0:
            return
        if len(self.marks) == 0:
            self.marks = vec[i64]([0] * self.size)
        at: i64 = 0
        while at < self.size:
            self.marks[at] = 0
            at += 1
        for zone in self.every:
            does = zone.everything()
            self.kinds |= does
            if zone.follows >= 0:
                self.followed |= i64(1) << zone.follows
            for square in zone.squares:
                self.marks[square] |= does

    def at(self, square: i64) -> i64:
        """What the zones do on a square."""
        return self.marks[square] if self.kinds else 0

    def hidden_squares(self, base: bytes, does: i64) -> bytes:
        """One byte a square: `base`, and 1 where a zone does any of this."""
        if not self.kinds & does:
            return base
        thick = bytearray(base)
        for zone in self.every:
            if zone.does & does:
                for square in zone.squares:
                    thick[square] = 1
        return bytes(thick)

    def level_at(self, square: i64, level: i64) -> i64:
        """The light of a square by itself: that of the last zone of light there, else `level`."""
        if self.kinds & LIT and self.marks[square] & LIT:
            for zone in self.every:
                if zone.does & LIT and zone.holds(square):
                    level = zone.level
        return level

    def is_dark_somewhere(self) -> bool:
        """Whether a zone of light is one of darkness."""
        if self.kinds & LIT:
            for zone in self.every:
                if zone.does & LIT and zone.level == DARK and len(zone.squares) > 0:
                    return True
        return False


def begun(start: ZoneStart) -> Zone:
    """A zone of the scenario as the fight begins."""
    zone = Zone(start.kind, start.squares, -1)
    zone.level = start.level
    zone.until = start.until
    zone.follows = start.follows
    zone.difficult = start.difficult
    zone.is_own = start.is_own
    zone.radius_ft = start.radius_ft
    return zone


def squares_of(marked: list[int]) -> vec[i64]:
    """Squares as a zone holds them."""
    squares = vec[i64]()
    for square in marked:
        squares = append(squares, square)
    return squares
