"""What a map file says, whatever its format: squares, walls on the lines between them, lights, and where who stands."""

from typing import Final

from attrs import Factory, define, field, frozen

from encounter.engine.board import GLYPHS, TERRAIN_NAMES
from encounter.scenario.model import Edge, Square
from encounter.scenario.terrain import MAX_EDGE

Point = tuple[float, float]  # in squares, (0, 0) is the top-left corner of the map

# What doors and windows are, by what is said to stand on a line between squares (board.EDGE_NAMES).
DOOR_STATES: Final = {
    "door": ("door", "closed"),
    "open door": ("door", "open"),
    "locked door": ("door", "locked"),
    "window": ("window", "closed"),
    "open window": ("window", "open"),
}
WALL: Final = "wall"

# Signs for terrain that has no glyph of its own; none is a letter, which would be a combatant's.
SIGNS: Final = {
    "pillar": "*",
    "furniture": "=",
    "rubble": ";",
    "locked door": "&",
    "window": "|",
    "open window": "'",
    "arrow slit": '"',
    "low wall": "-",
    "ice": "^",
    "fire": "$",
    "shallow water": ",",
    "acid": "{",
    "spikes": "<",
}


class MapError(ValueError):
    """A map file that cannot be used: what is wrong with it, and what would be right. Line and column count from 0."""

    def __init__(self, message: str, hint: str, line: int = 0, column: int = 0, code: str = "bad-map") -> None:
        super().__init__(f"{message}; {hint}")
        self.message = message
        self.hint = hint
        self.line = line
        self.column = column
        self.code = code


@frozen
class MapLight:
    """A source of light on a square: bright for `bright_ft`, dim for `dim_ft` beyond that."""

    square: Square
    bright_ft: int
    dim_ft: int


@frozen
class Token:
    """Somebody on the map: a combatant's name, or (`kind`) a creature of which one stands here."""

    name: str
    kind: str
    square: Square


@frozen
class MapFile:
    """A map as read. `terrain` is one engine terrain number a square, row by row; `rows` draws it.

    `ambient` is bright, dim or dark, None where the file does not say. `ignored` counts what was left out, `warnings`
    tell of what was made up or looks wrong.
    """

    format: str
    width: int
    height: int
    terrain: bytes
    edges: tuple[Edge, ...] = ()
    lights: tuple[MapLight, ...] = ()
    ambient: str | None = None
    tokens: tuple[Token, ...] = ()
    ignored: tuple[tuple[str, int], ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def rows(self) -> tuple[str, ...]:
        """One string a row, one sign a square."""
        return drawn(self.width, self.terrain)


@define
class Notes:
    """Collects what a reader leaves out, and what it warns of: each once."""

    counts: dict[str, int] = Factory(dict)
    warnings: dict[str, None] = field(factory=dict)

    def ignore(self, what: str, count: int = 1) -> None:
        """Something of the file is not used."""
        if count > 0:
            self.counts[what] = self.counts.get(what, 0) + count

    def warn(self, message: str) -> None:
        """Something was made up, or looks wrong."""
        self.warnings[message] = None

    def ignored(self) -> tuple[tuple[str, int], ...]:
        """What was left out, with its count, in the order in which it was met."""
        return tuple(self.counts.items())


def sign_of(number: int) -> str:
    """The sign that a kind of terrain is drawn with.

    >>> sign_of(0), sign_of(1), sign_of(TERRAIN_NAMES["pillar"])
    ('.', '#', '*')
    """
    for glyph, kind in GLYPHS.items():
        if kind == number:
            return glyph
    return next((SIGNS[name] for name, kind in TERRAIN_NAMES.items() if kind == number and name in SIGNS), "?")


def drawn(width: int, terrain: bytes) -> tuple[str, ...]:
    """The rows of a map, from one terrain number a square.

    >>> drawn(2, bytes((0, 1, 5, 0)))
    ('.#', '~.')
    """
    signs = {kind: sign_of(kind) for kind in set(terrain)}
    text = "".join(signs[kind] for kind in terrain)
    return tuple(text[start : start + width] for start in range(0, len(text), width))


def check_size(width: int, height: int) -> None:
    """MapError unless a map of this size can be played on."""
    if width < 1 or height < 1:
        raise MapError(f"a map of {width} x {height} squares", "a map has at least one square")
    if width > MAX_EDGE or height > MAX_EDGE:
        raise MapError(f"a map of {width} x {height} squares", f"at most {MAX_EDGE} x {MAX_EDGE}")
