"""Any map file, by what its name ends in, or by how it begins."""

from pathlib import Path
from typing import Final

from encounter.maps.mapfile import MapError, MapFile

UVTT: Final = (".dd2vtt", ".uvtt", ".df2vtt")
TILED: Final = (".tmj", ".tmx")
SUFFIXES: Final = (*UVTT, *TILED)
MAX_BYTES: Final = 128_000_000  # a picture in it and all


def is_map(name: str) -> bool:
    """Whether a file is a map by its name.

    >>> is_map("cave.dd2vtt"), is_map("cave.TMX"), is_map("cave.yaml")
    (True, True, False)
    """
    return Path(name).suffix.casefold() in SUFFIXES


def read_map_file(path: Path) -> MapFile:
    """The map in a file; MapError says what is wrong with it, or that it cannot be read."""
    raw = _bytes_of(path)
    suffix = path.suffix.casefold()
    if suffix in UVTT:
        from encounter.maps import uvtt

        return uvtt.read(raw)
    if suffix in TILED:
        from encounter.maps import tiled

        return tiled.read(raw, path.parent)
    raise MapError(f"`{path.name}` is no map that is known", f"maps end in {', '.join(SUFFIXES)}")


def _bytes_of(path: Path) -> bytes:
    try:
        if path.exists() and not path.is_file():
            raise MapError(f"{path} is no file", "name a map file", code="no-file")
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise MapError(f"there is no file {path}", _other_file(path), code="no-file") from None
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else "its name is no file name"
        if isinstance(error, MapError):
            raise
        raise MapError(
            f"{path} cannot be read: {why}", "look at its name and its permissions", code="no-file"
        ) from None
    if len(raw) > MAX_BYTES:
        raise MapError(f"{path} is larger than {MAX_BYTES} bytes", "export a smaller picture", code="too-large")
    return raw


def _other_file(path: Path) -> str:
    """A hint for a map that is not there: the one beside it with the nearest name."""
    from encounter.scenario.source import nearest

    try:
        beside = sorted(file.name for file in path.parent.iterdir() if is_map(file.name))
    except OSError:
        return f"no folder {path.parent} either"
    near = nearest(path.name, beside)
    return f"did you mean `{path.with_name(near)}`?" if near else f"the folder {path.parent} has no such file"
