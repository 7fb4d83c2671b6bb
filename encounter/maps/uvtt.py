"""Universal VTT maps: `.dd2vtt`, `.uvtt`, `.df2vtt`, one JSON value each.

What is read: the size, walls (`line_of_sight`, `objects_line_of_sight`), doors (`portals`), lights, ambient light. All
positions are in squares; `map_origin` is taken off everywhere, because a map cut out of a larger one keeps the places
it had there. The format knows no terrain and no tokens, and the picture is left alone.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from math import cos, floor, isfinite, sin
from typing import Any, Final

from encounter.maps.lines import FARTHEST, Lines
from encounter.maps.mapfile import MapError, MapFile, MapLight, Notes, Point, check_size

FORMAT: Final = "universal-vtt"
MAX_TEXT: Final = 16_000_000  # bytes, the picture left out
MAX_POINTS: Final = 100_000
MAX_VALUES: Final = 1_000_000
MAX_LIGHTS: Final = 500
MAX_PORTALS: Final = 5_000
MOST_TOLD: Final = 40  # keys warned of, and characters of each
BRIGHT_FROM, DIM_FROM = 170, 85  # of 255: how light an ambient light must be

_PICTURE: Final = re.compile(rb'"image"\s*:\s*"')
_COLOUR: Final = re.compile(r"#?(?:[0-9a-f]{2})?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})", re.IGNORECASE)
_OPTIONAL: Final = ("line_of_sight", "objects_line_of_sight", "portals", "lights")


def read(raw: bytes) -> MapFile:
    """A map from the bytes of a file; MapError when they are none."""
    notes = Notes()
    root = _parsed(_without_picture(raw), notes)
    resolution = _mapping(root, "resolution")
    width, height = _size(_point(resolution.get("map_size"), "resolution.map_size"), notes)
    corner = _origin(resolution, notes)
    pixels = resolution.get("pixels_per_grid")
    if pixels is not None and _number(pixels, "resolution.pixels_per_grid") <= 0:
        notes.warn(f"`resolution.pixels_per_grid` is {pixels:g}: no square is that large; it is not used")
    for key in _OPTIONAL:
        if root.get(key) is None:
            notes.warn(f"the file has no `{key}`")
    walls = [_points(line, f"line_of_sight[{n}]") for n, line in enumerate(_list(root, "line_of_sight"))]
    objects = [
        _points(line, f"objects_line_of_sight[{n}]") for n, line in enumerate(_list(root, "objects_line_of_sight"))
    ]
    corner = _believed(corner, walls, width, height, notes)
    lines = Lines(width, height)
    for points, what in [*((line, "walls") for line in walls), *((line, "objects") for line in objects)]:
        if not lines.wall(_moved(points, corner)):
            notes.ignore(f"{what} that lie between no two squares of the map")
    _put_doors(root, corner, lines, notes)
    lights = _lights(root, corner, width, height, notes)
    notes.ignore("picture", int(_PICTURE.search(raw) is not None))
    return MapFile(
        FORMAT, width, height, bytes(width * height), lines.edges(), tuple(lights), _ambient(root, notes),
        ignored=notes.ignored(), warnings=tuple(notes.warnings),
    )  # fmt: skip


# ------------------------------------------------------------------------------------------------- JSON, with care


def _without_picture(raw: bytes) -> bytes:
    """The text with an empty picture: it is most of the file, and of no use here."""
    found = _PICTURE.search(raw)
    if found is None:
        return raw
    end = raw.find(b'"', found.end())
    return raw if end < 0 else raw[: found.end()] + raw[end:]


def _parsed(raw: bytes, notes: Notes) -> dict[str, Any]:
    if len(raw) > MAX_TEXT:
        raise MapError(f"{len(raw)} bytes beside the picture", f"at most {MAX_TEXT}", code="too-large")
    if raw.count(b'"x"') > MAX_POINTS or raw.count(b",") > MAX_VALUES:
        raise MapError(f"more than {MAX_POINTS} points", "draw the walls with fewer points", code="too-large")
    return parse_json(raw, notes)


def parse_json(raw: bytes, notes: Notes) -> dict[str, Any]:
    """A JSON object from bytes, with or without a byte order mark; MapError says where it is broken.

    Of a key that one object has twice the last value counts, with a warning.
    """
    twice: dict[str, None] = {}

    def kept(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) < len(pairs):
            counts = Counter(key for key, _ in pairs)
            twice.update((key, None) for key, count in counts.items() if count > 1)
        return made

    def refuse(word: str) -> None:
        raise MapError(f"`{word}` is no number", "write a number such as 12.5")

    if not raw.removeprefix(b"\xef\xbb\xbf").strip():
        raise MapError("the file is empty", "export the map again")
    try:
        root = json.loads(raw.decode("utf-8-sig"), parse_constant=refuse, object_pairs_hook=kept)
    except MapError:
        raise
    except UnicodeDecodeError as error:
        raise MapError(
            f"not UTF-8: the byte {raw[error.start]:#04x}", "export the map again", code="not-utf8"
        ) from None
    except json.JSONDecodeError as error:
        message = f"broken JSON: {error.msg}"
        raise MapError(message, "export the map again", error.lineno - 1, error.colno - 1) from None
    except (RecursionError, ValueError):
        raise MapError("nested too deep, or a number of thousands of digits", "export the map again") from None
    for key in list(twice)[:MOST_TOLD]:
        notes.warn(f"the key `{key[:MOST_TOLD]}` is written twice in one object: the last one counts")
    if not isinstance(root, dict):
        raise MapError(f"the file holds {_named(root)}", "a map is a JSON object: {...}")
    return root


def _named(value: object) -> str:
    """What a value is called in a message."""
    kinds = {dict: "an object", list: "a list", str: "a text", bool: "true or false", type(None): "nothing"}
    return kinds.get(type(value), "a number")


def _wrong(path: str, value: object, wanted: str) -> MapError:
    return MapError(f"`{path}` is {_named(value)}", f"expected {wanted}")


def _mapping(root: dict[str, Any], key: str) -> dict[str, Any]:
    value = root.get(key)
    if not isinstance(value, dict):
        raise _wrong(key, value, "an object with its keys")
    return value


def _list(root: dict[str, Any], key: str) -> list[Any]:
    value = root.get(key)
    if value is None:
        return []
    if not isinstance(value, list):
        raise _wrong(key, value, "a list")
    return value


def _number(value: object, path: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _wrong(path, value, "a number")
    if not -FARTHEST <= value <= FARTHEST:
        raise MapError(
            f"`{path}` is {value:.6g}" if isfinite(value) else f"`{path}` has no end", "positions are in squares"
        )
    return float(value)


def _point(value: object, path: str) -> Point:
    if not isinstance(value, dict):
        raise _wrong(path, value, "a point such as {x: 3, y: 4.5}")
    return _number(value.get("x"), f"{path}.x"), _number(value.get("y"), f"{path}.y")


def _points(value: object, path: str) -> list[Point]:
    if not isinstance(value, list):
        raise _wrong(path, value, "a list of points")
    return [_point(point, f"{path}[{number}]") for number, point in enumerate(value)]


def _moved(points: Sequence[Point], corner: Point) -> list[Point]:
    return [(x - corner[0], y - corner[1]) for x, y in points]


# ------------------------------------------------------------------------------------------------------- the parts


def _size(size: Point, notes: Notes) -> tuple[int, int]:
    width, height = (floor(length + 0.5) for length in size)
    check_size(width, height)
    for length, whole in zip(size, (width, height), strict=True):
        if abs(length - whole) > 0.05:
            notes.warn(f"the map is {size[0]:g} x {size[1]:g} squares: taken as {width} x {height}")
    return width, height


def _origin(resolution: dict[str, Any], notes: Notes) -> Point:
    """The corner of the map in the coordinates of the file; what is a hair off a grid line is on it."""
    if resolution.get("map_origin") is None:
        return 0.0, 0.0
    x, y = _point(resolution["map_origin"], "resolution.map_origin")
    near = float(floor(x + 0.5)), float(floor(y + 0.5))
    if abs(x - near[0]) > 0.02 or abs(y - near[1]) > 0.02:
        notes.warn(f"the map begins at {x:g}, {y:g}, between grid lines")
        return x, y
    return near


def _believed(corner: Point, walls: Sequence[Sequence[Point]], width: int, height: int, notes: Notes) -> Point:
    """The corner, or (0, 0) where the walls are counted from the map's own corner already."""

    def inside(at: Point) -> bool:
        return any(0 <= x - at[0] <= width and 0 <= y - at[1] <= height for points in walls for x, y in points)

    if corner != (0.0, 0.0) and walls and not inside(corner) and inside((0.0, 0.0)):
        notes.warn("`map_origin` does not fit the walls, which all lie off the map: they are read without it")
        return 0.0, 0.0
    return corner


def _put_doors(root: dict[str, Any], corner: Point, lines: Lines, notes: Notes) -> None:
    portals = _list(root, "portals")
    if len(portals) > MAX_PORTALS:
        raise MapError(f"{len(portals)} portals", f"at most {MAX_PORTALS}", code="too-large")
    for number, portal in enumerate(portals):
        path = f"portals[{number}]"
        if not isinstance(portal, dict):
            raise _wrong(path, portal, "an object with its keys")
        closed = portal.get("closed", True)
        if not isinstance(closed, bool):
            raise _wrong(f"{path}.closed", closed, "true or false")
        if not lines.door(_moved(_bounds(portal, path), corner), "door" if closed else "open door"):
            notes.ignore("doors off the map")


def _bounds(portal: dict[str, Any], path: str) -> list[Point]:
    """The two ends of a door; without `bounds` one square about its position, turned as it says."""
    bounds = portal.get("bounds")
    if bounds is not None:
        points = _points(bounds, f"{path}.bounds")
        if len(points) == 2:
            return points
        if portal.get("position") is None:
            raise MapError(f"`{path}.bounds` has {len(points)} points", "a door has two ends")
    x, y = _point(portal.get("position"), f"{path}.position")
    angle = _number(portal.get("rotation", 0), f"{path}.rotation")
    across, down = cos(angle) / 2, sin(angle) / 2
    return [(x - across, y - down), (x + across, y + down)]


def _lights(root: dict[str, Any], corner: Point, width: int, height: int, notes: Notes) -> Iterator[MapLight]:
    """The lights on the map: the inner half of their range is bright, the rest dim."""
    lights = _list(root, "lights")
    if len(lights) > MAX_LIGHTS:
        raise MapError(f"{len(lights)} lights", f"at most {MAX_LIGHTS}", code="too-large")
    for number, light in enumerate(lights):
        path = f"lights[{number}]"
        if not isinstance(light, dict):
            raise _wrong(path, light, "an object with its keys")
        x, y = _point(light.get("position"), f"{path}.position")
        reach = _number(light.get("range"), f"{path}.range")
        square = floor(x - corner[0]), floor(y - corner[1])
        if not (0 <= square[0] < width and 0 <= square[1] < height):
            notes.ignore("lights off the map")
        elif reach < 0.5:
            notes.ignore("lights that reach no square")
        else:
            whole = min(floor(reach + 0.5), 200)
            bright = (whole + 1) // 2
            yield MapLight(square, 5 * bright, 5 * (whole - bright))


def _ambient(root: dict[str, Any], notes: Notes) -> str | None:
    """bright, dim or dark, by how light the colour of the ambient light is; its alpha says nothing of that."""
    environment = root.get("environment")
    if environment is not None and not isinstance(environment, dict):
        raise _wrong("environment", environment, "an object with its keys")
    written = None if environment is None else environment.get("ambient_light")
    if written is None:
        notes.warn("the file has no `environment.ambient_light`")
        return None
    found = _COLOUR.fullmatch(written) if isinstance(written, str) else None
    if found is None:
        notes.warn("`environment.ambient_light` is no colour such as ff808080")
        return None
    red, green, blue = (int(part, 16) for part in found.groups())
    light = (299 * red + 587 * green + 114 * blue) // 1000
    return "bright" if light >= BRIGHT_FROM else "dim" if light >= DIM_FROM else "dark"
