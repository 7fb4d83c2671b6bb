"""Getting the text of a scenario file, or saying why there is none."""

import os
from pathlib import Path, PureWindowsPath
from typing import Final

from encounter.scenario.nodes import MAX_BYTES
from encounter.scenario.shipped import shipped
from encounter.scenario.source import Place, Problems, Source, nearest

_SUFFIXES: Final = (".yaml", ".yml")


def find(written: str, beside: Path) -> Path:
    """The file that a path names: relative ones stand beside a file, backslashes separate folders, too."""
    path = Path(written)
    if not path.is_absolute():
        path = beside / path
    if "\\" in written and not os.path.exists(path):
        return beside / written.replace("\\", "/")
    return path


def leaves(written: str, target: Path, folder: Path) -> bool:
    """Whether a path is absolute, of whatever system, or leads out of a folder by its `..`."""
    if Path(written).is_absolute() or PureWindowsPath(written).anchor:
        return True
    return os.path.relpath(target, folder).split(os.sep)[0] == os.pardir


def read_source(path: Path, name: str, problems: Problems, place: Place | None = None) -> Source | None:
    """The text of a file; `place` is where another file names it, else problems stand at its beginning."""
    here = place or Place(Source(name, ""))
    try:
        if path.is_dir():
            inside = sorted(file.name for file in path.iterdir() if file.suffix in _SUFFIXES)
            hint = f"name a file in it, such as {inside[0]}" if inside else "name a file"
            problems.error(here, "is-directory", f"{name} is a directory", hint)
            return None
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        problems.error(here, "no-file", f"there is no file {name}", _other_file(path))
        return None
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else "its name is no file name"
        problems.error(here, "no-file", f"{name} cannot be read: {why}", "look at its name and its permissions")
        return None
    if len(raw) > MAX_BYTES:
        problems.error(here, "too-large", f"{name} is larger than {MAX_BYTES} bytes", "a scenario is a short text")
        return None
    return decode(raw, name, problems)


def decode(raw: bytes, name: str, problems: Problems) -> Source | None:
    """UTF-8 bytes to a Source, with or without a byte order mark."""
    hint = "save the file as plain text in UTF-8"
    if b"\0" in raw:
        before = raw[: raw.index(b"\0")].decode("latin-1")
        lines = Source(name, before).lines
        place = Place(Source(name, ""), len(lines) - 1, len(lines[-1]))
        problems.error(place, "not-text", f"{name} is no text: it holds a zero byte", hint)
        return None
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        lines = Source(name, raw[: error.start].decode("utf-8-sig", "replace")).lines
        place = Place(Source(name, ""), len(lines) - 1, len(lines[-1]))
        byte = raw[error.start]
        problems.error(place, "not-utf8", f"{name} is not UTF-8: the byte {byte:#04x}", hint)
        return None
    return Source(name, text)


def _other_file(path: Path) -> str:
    """A hint for a file that is not there."""
    try:
        beside = [file.name for file in path.parent.iterdir() if file.suffix in _SUFFIXES]
    except OSError:
        beside = []
    near = nearest(path.name, beside)
    if near is not None:
        return f"did you mean `{path.with_name(near)}`?"
    name = nearest(path.stem, shipped())
    if name is not None:
        return f"`encounter new {name}` writes the shipped {name}.yaml"
    return (
        f"the folder {path.parent} has no such file"
        if os.path.isdir(path.parent)
        else f"no folder {path.parent} either"
    )
