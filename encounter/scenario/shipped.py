"""The scenarios that come with the program."""

import re
from errno import ENOTDIR
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from encounter.scenario.source import Place, Problem, Problems, ScenarioErrors, Source, suggestion

SUFFIXES: Final = (".yaml", ".dd2vtt", ".tmj")
_MAP: Final = re.compile(r"^map: \{file: ([^,}]+)", re.MULTILINE)


def _folder() -> Traversable:
    """In an installation the folder `scenarios` of the package, in a source tree the one at its root."""
    inside = files("encounter").joinpath("scenarios")
    if inside.is_dir():
        return inside
    return Path(__file__).resolve().parents[2] / "scenarios"


def all_files() -> dict[str, Traversable]:
    """Every shipped file by its file name, the included ones too."""
    folder = _folder()
    if not folder.is_dir():
        return {}
    found = {file.name: file for file in folder.iterdir() if Path(file.name).suffix in SUFFIXES}
    return dict(sorted(found.items()))


def all_scenarios() -> dict[str, Traversable]:
    """Every shipped scenario by name, without `.yaml`; files that others include, and maps, are none."""
    made: dict[str, Traversable] = {}
    for name, file in all_files().items():
        if not name.endswith(".yaml"):
            continue
        if any(line.startswith("sides:") for line in file.read_text(encoding="utf-8").splitlines()):
            made[name.removesuffix(".yaml")] = file
    return made


def shipped() -> dict[str, Traversable]:
    """The shipped scenarios that this installation can play: all, or without those that need an extra it lacks."""
    has_tiled = find_spec("pytiled_parser") is not None
    scenarios = all_scenarios()
    return {name: file for name, file in scenarios.items() if has_tiled or not _map_of(file).endswith((".tmj", ".tmx"))}


def _map_of(scenario: Traversable) -> str:
    """The map file that a shipped scenario names, empty when it draws its own."""
    found = _MAP.search(scenario.read_text(encoding="utf-8"))
    return found.group(1) if found else ""


def included_by(text: str) -> list[str]:
    """The file names of the `include:` line of a shipped scenario, and its map's."""
    line = next((line for line in text.splitlines() if line.startswith("include:")), "")
    names = [name.strip() for name in line.partition("[")[2].partition("]")[0].split(",") if name.strip()]
    return names + _MAP.findall(text)


def _make_folder(folder: Path) -> None:
    """Make a folder that is not there; OSError when something else has its name."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:  # what is in the way is a file; a *scenario* that is there is another matter
        raise NotADirectoryError(ENOTDIR, f"{folder} is no folder") from error


def write_shipped(name: str, folder: Path) -> list[Path]:
    """Write a shipped scenario, and the files it includes, to a folder, which is made where it is missing.

    Returns what was written, the scenario first. Nothing is overwritten: a scenario that is there already raises
    ScenarioErrors, as an unknown name does. An included file that is there already is used as it is.
    """
    scenarios = all_scenarios()
    plain = name.removesuffix(".yaml")
    if plain not in scenarios:
        hint = suggestion(plain, shipped(), "scenario")
        raise ScenarioErrors([Problem(name, 1, 1, "unknown-name", f"there is no shipped scenario `{name}`", hint)])
    text = scenarios[plain].read_text(encoding="utf-8")
    files_there = all_files()
    names = [f"{plain}.yaml", *included_by(text)]
    written: list[Path] = []
    for file in names:
        target = folder / file
        try:
            _make_folder(folder)
            with target.open("x", encoding="utf-8", newline="\n") as out:
                out.write(files_there[file].read_text(encoding="utf-8"))
            written.append(target)
        except FileExistsError:
            if file == names[0]:
                problems = Problems()
                message = f"{target} is already there and is not overwritten"
                problems.error(
                    Place(Source(str(target), "")), "file-exists", message, "move it away, or use it as it is"
                )
                raise ScenarioErrors(problems.errors) from None
        except OSError as error:
            problem = Problem(
                str(target), 1, 1, "no-file", f"cannot be written: {error.strerror}", "choose another folder"
            )
            raise ScenarioErrors([problem]) from None
    return written
