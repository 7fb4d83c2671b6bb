"""Maps made with Tiled: `.tmj` (JSON) and `.tmx` (XML), orthogonal ones, endless ones too.

A tile's property `terrain` says what its square is, and a property `terrain` of a layer what all its tiles are that do
not say it themselves; layers are laid over each other from the bottom up, hidden ones as well. Objects are combatants
(by name, or by class: a creature), lights (class `torch` or any other light's name, or `light` with the properties
`bright` and `dim` in feet), or walls, doors and windows on the lines between squares (class `wall`, `door` ...). The
map's property `light` is the light everywhere.
"""

from math import floor
from pathlib import Path
from typing import Any, Final

from encounter.engine.board import EDGE_NAMES, NOT_SIMULATED_TERRAIN, TERRAIN_NAMES
from encounter.maps.lines import FARTHEST, Lines
from encounter.maps.mapfile import (
    DOOR_STATES,
    MapError,
    MapFile,
    MapLight,
    Notes,
    Point,
    Token,
    check_size,
)
from encounter.maps.tiled_source import TiledSource, guarded, open_map
from encounter.scenario.model import Square
from encounter.scenario.source import folded, suggestion

FORMAT: Final = "tiled"
TILE: Final = 0x0FFFFFFF  # of a tile number; above are its flips and turns
MAX_TOKENS: Final = 1_000
AMBIENT: Final = ("bright", "dim", "dark")
ALSO_CALLED: Final = {"crates": "furniture"}


def read(raw: bytes, folder: Path) -> MapFile:
    """A map from the bytes of a file that stands in `folder`; MapError when they are none."""
    notes = Notes()
    source = open_map(raw, folder, notes)
    found: MapFile = guarded("the map", lambda: _Reader(source, notes).read())  # numbers in it may be anything
    return found


def terrain_number(name: object, where: str) -> int:
    """The engine's number of a terrain by name; MapError when there is none, or when it is not simulated."""
    form = folded(str(name))
    form = ALSO_CALLED.get(form, form)
    if form in TERRAIN_NAMES:
        return TERRAIN_NAMES[form]
    if form in NOT_SIMULATED_TERRAIN:
        raise MapError(f"the terrain `{form}` ({where}) is not simulated yet", "choose another", code="not-simulated")
    known = [*TERRAIN_NAMES, *ALSO_CALLED]
    raise MapError(f"there is no terrain `{str(name)[:40]}` ({where})", suggestion(form[:80], known, "terrain"))


class _Reader:
    """One map, from what pytiled-parser made of it."""

    def __init__(self, source: TiledSource, notes: Notes) -> None:
        self.source = source
        self.notes = notes
        self.tiles: list[Any] = []
        self.objects: list[Any] = []
        self._sort(source.layers)
        self.left, self.top, self.width, self.height = self._frame()
        check_size(self.width, self.height)
        self.lines = Lines(self.width, self.height)
        self.lights: list[MapLight] = []
        self.tokens: list[Token] = []
        self.doors: list[tuple[list[Point], str]] = []

    def read(self) -> MapFile:
        terrain = self._terrain()
        for layer in self.objects:
            for thing in layer.tiled_objects:
                self._object(thing)
        for points, kind in self.doors:  # doors go into walls, which are all there now
            if not self.lines.door(points, kind):
                self.notes.ignore("doors off the map")
        return MapFile(
            FORMAT,
            self.width,
            self.height,
            terrain,
            self.lines.edges(),
            tuple(self.lights),
            self._ambient(),
            tuple(self.tokens),
            self.notes.ignored(),
            tuple(self.notes.warnings),
        )

    def _sort(self, layers: list[Any]) -> None:
        """Layers by what they hold, the lowest first, groups opened."""
        for layer in layers:
            kind = type(layer).__name__
            if kind == "LayerGroup":
                self._sort(layer.layers or [])
            elif kind == "TileLayer":
                self.tiles.append(layer)
            elif kind == "ObjectLayer":
                self.objects.append(layer)
            else:
                self.notes.ignore("pictures")
            if kind != "LayerGroup" and (layer.offset.x or layer.offset.y):
                self.notes.ignore("offsets of layers")

    def _frame(self) -> tuple[int, int, int, int]:
        """Left, top, width and height in squares; an endless map is as large as what is on it."""
        chunks = [chunk for layer in self.tiles for chunk in layer.chunks or ()]
        if not chunks:
            return 0, 0, self.source.header.width, self.source.header.height
        used = [
            (floor(chunk.coordinates.x) + x, floor(chunk.coordinates.y) + y)
            for chunk in chunks
            for y, row in enumerate(chunk.data)
            for x, tile in enumerate(row)
            if tile & TILE
        ]
        if not used:
            raise MapError("no tile is on the map", "draw at least one")
        left, top = min(x for x, _ in used), min(y for _, y in used)
        return left, top, max(x for x, _ in used) - left + 1, max(y for _, y in used) - top + 1

    # ------------------------------------------------------------------------------------------------------ tiles

    def _terrain(self) -> bytes:
        known = {
            first + number: terrain_number(tile.properties["terrain"], f"tile {number} of `{tileset.name}`")
            for first, tileset in self.source.tilesets.items()
            for number, tile in (tileset.tiles or {}).items()
            if tile.properties and "terrain" in tile.properties
        }
        made = bytearray(self.width * self.height)
        for layer in self.tiles:
            usual = (layer.properties or {}).get("terrain")
            whole = None if usual is None else terrain_number(usual, f"layer `{layer.name}`")
            for left, top, rows in self._pieces(layer):
                self._lay(made, left, top, rows, known, whole)
        return bytes(made)

    def _pieces(self, layer: Any) -> list[tuple[int, int, list[list[int]]]]:
        """Left, top and rows of what a layer consists of."""
        if layer.chunks:
            return [
                (floor(chunk.coordinates.x) - self.left, floor(chunk.coordinates.y) - self.top, chunk.data)
                for chunk in layer.chunks
            ]
        return [(0, 0, layer.data or [])]

    def _lay(
        self, made: bytearray, left: int, top: int, rows: list[list[int]], known: dict[int, int], whole: int | None
    ) -> None:
        """Lay one piece of a layer over what is there."""
        silent = 0
        for row, tiles in enumerate(rows):
            y = top + row
            for column, tile in enumerate(tiles):
                number = known.get(tile & TILE, whole)
                x = left + column
                if not tile & TILE or not (0 <= x < self.width and 0 <= y < self.height):
                    continue
                if number is None:
                    silent += 1
                else:
                    made[y * self.width + x] = number
        self.notes.ignore("tiles whose terrain is not said", silent)

    # ---------------------------------------------------------------------------------------------------- objects

    def _object(self, thing: Any) -> None:
        """A combatant, a light, or something on the lines between squares."""
        from encounter.scenario.light_keys import LIGHT_RADII

        kind = folded(str(thing.class_ or ""))
        shape = type(thing).__name__
        if kind in EDGE_NAMES:
            self._edge(thing, shape, kind)
        elif shape in ("Polygon", "Polyline", "Text"):
            self.notes.ignore("texts" if shape == "Text" else "lines and polygons of no class that is known")
        elif kind == "light" or kind in LIGHT_RADII:
            self._light(thing, LIGHT_RADII.get(kind))
        elif thing.name or kind:
            self._token(thing)
        else:
            self.notes.ignore("objects with neither name nor class")

    def _square(self, thing: Any) -> Square | None:
        """The square of an object: that of a point, or the one whose corner is nearest to its own top-left one."""
        x, y = self._in_squares(thing.coordinates.x, thing.coordinates.y)
        if type(thing).__name__ == "Tile":  # its place is that of its bottom left corner
            y -= thing.size.height / self.source.header.tile_height
        if thing.size.width or thing.size.height:
            x, y = x + 0.5, y + 0.5
        square = floor(x), floor(y)
        return square if 0 <= square[0] < self.width and 0 <= square[1] < self.height else None

    def _in_squares(self, x: float, y: float) -> Point:
        header = self.source.header
        point = x / header.tile_width - self.left, y / header.tile_height - self.top
        if not all(-FARTHEST <= part <= FARTHEST for part in point):
            raise MapError("an object is nowhere near the map", "look at its x and y")
        return point

    def _token(self, thing: Any) -> None:
        square = self._square(thing)
        if square is None:
            self.notes.ignore("objects off the map")
            return
        if len(self.tokens) == MAX_TOKENS:
            raise MapError(f"more than {MAX_TOKENS} objects that could be combatants", "leave the others unnamed")
        self.tokens.append(Token(str(thing.name or "")[:200], str(thing.class_ or "")[:200], square))

    def _light(self, thing: Any, radii: tuple[int, int] | None) -> None:
        if radii is None:
            properties = thing.properties or {}
            written = [properties.get(key, 0) for key in ("bright", "dim")]
            if any(type(one) not in (int, float) or not 0 <= one <= 1000 for one in written) or not any(written):
                raise MapError("a light without radii", "give it the properties `bright` and `dim`, in feet")
            radii = (int(written[0]), int(written[1]))
        square = self._square(thing)
        if square is None:
            self.notes.ignore("lights off the map")
        else:
            self.lights.append(MapLight(square, *radii))

    def _edge(self, thing: Any, shape: str, kind: str) -> None:
        """A wall runs along its line or round its rectangle; a door lies in the middle of its rectangle, lengthwise."""
        x, y = self._in_squares(thing.coordinates.x, thing.coordinates.y)
        wide = thing.size.width / self.source.header.tile_width
        high = thing.size.height / self.source.header.tile_height
        if thing.rotation:
            self.notes.ignore("rotations")
        if shape in ("Polygon", "Polyline"):
            points = [self._in_squares(thing.coordinates.x + dx, thing.coordinates.y + dy) for dx, dy in thing.points]
            points += points[:1] if shape == "Polygon" else []
        elif kind in DOOR_STATES and wide >= high:
            points = [(x, y + high / 2), (x + wide, y + high / 2)]
        elif kind in DOOR_STATES:
            points = [(x + wide / 2, y), (x + wide / 2, y + high)]
        else:
            points = [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high), (x, y)]
        if kind in DOOR_STATES:
            self.doors.append((points, kind))
        elif not self.lines.wall(points, kind):
            self.notes.ignore("walls that lie between no two squares of the map")

    def _ambient(self) -> str | None:
        written = self.source.header.properties.get("light")
        if written is None or folded(str(written)) in AMBIENT:
            return None if written is None else folded(str(written))
        self.notes.warn(f"the map's property `light` is `{str(written)[:40]}`, which is none of {', '.join(AMBIENT)}")
        return None
