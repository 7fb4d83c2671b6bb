"""A scenario's map that another program drew: `map: {file: cave.dd2vtt}`, and who stands where on it."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from encounter.engine.board import BLOCKS_MOVEMENT, PROPERTIES, square_name
from encounter.maps.mapfile import MapError, MapFile, MapLight, Token
from encounter.scenario import files
from encounter.scenario.model import Light, Scenario, Terrain
from encounter.scenario.source import Problems, folded
from encounter.scenario.terrain import Drawing
from encounter.scenario.values import Values, Word

if TYPE_CHECKING:
    from encounter.scenario.loader import Member


@frozen
class Imported:
    """A map file that could be read, and where the scenario names it."""

    file: MapFile
    name: Word


def import_map(block: Values, folder: Path, problems: Problems) -> Imported | None:
    """The map that a scenario names; paths are relative to the scenario's folder. None when it cannot be used."""
    from encounter.maps.reading import read_map_file

    if "file" not in block:
        return None
    name: Word = block["file"]
    try:
        found = read_map_file(files.find(str(name), folder))
    except MapError as error:
        where = f"{name}:{error.line + 1}:{error.column + 1}: " if error.line or error.column else f"{name}: "
        message = error.message if error.code == "no-file" else where + error.message
        problems.error(name.place, error.code, message, error.hint)
        return None
    for warning in found.warnings:
        problems.warn(name.place, "map-file", f"{name}: {warning}", "`encounter map` shows what was read")
    return Imported(found, name)


def drawing_of(imported: Imported, rows: Drawing | None, problems: Problems) -> Drawing:
    """The squares of a map file, and over them the rows that the scenario draws, wherever these are not floor."""
    found = imported.file
    terrain = Terrain(found.width, found.height, found.terrain, found.rows)
    if rows is None:
        return Drawing(terrain, {}, {})
    if (rows.terrain.width, rows.terrain.height) != (found.width, found.height):
        message = f"the rows are {rows.terrain.width} x {rows.terrain.height} squares, "
        message += f"{imported.name} is {found.width} x {found.height}"
        problems.error(imported.name.place, "map-row", message, "draw the rows as large as the map, or leave them out")
        return evolve(rows, whole=False)
    laid = bytes(over or under for over, under in zip(rows.terrain.terrain, found.terrain, strict=True))
    glyphs = tuple(
        "".join(over if over != "." else under for over, under in zip(drawn, below, strict=True))
        for drawn, below in zip(rows.terrain.glyphs, found.rows, strict=True)
    )
    return evolve(rows, terrain=evolve(terrain, terrain=laid, glyphs=glyphs))


def lights_of(imported: Imported, terrain: Terrain, problems: Problems) -> list[Light]:
    """The lights of the file; one inside a wall lights nothing, which is told."""
    made = []
    for light in imported.file.lights:
        x, y = light.square
        if PROPERTIES[terrain.terrain[y * terrain.width + x]] & BLOCKS_MOVEMENT:
            where = square_name(terrain.width, y * terrain.width + x)
            message = f"the light of {imported.name} at {where} is inside a wall"
            problems.warn(imported.name.place, "in-wall", message, "it is left out")
        else:
            made.append(Light("", light.square, light.bright_ft, light.dim_ft))
    return made


def place_tokens(imported: Imported, members: Iterable["Member"], problems: Problems) -> None:
    """Put whoever has neither `at` nor `letter` where the map has an object with its name, or else its creature's.

    Several of a creature take theirs in the order of the file. An object that nobody takes is told.
    """
    left = list(imported.file.tokens)
    waiting = [member for member in members if not {"at", "letter"} & (set(member.entry) | member.entry.bad)]
    for by_name in (True, False):
        for member in waiting:
            token = None if member.at is not None else _token_for(member, left, by_name)
            if token is not None:
                left.remove(token)
                member.at, member.at_place = token.square, imported.name.place
    for token in left:
        where = square_name(imported.file.width, token.square[1] * imported.file.width + token.square[0])
        message = f"nobody is `{token.name or token.kind}`, which {imported.name} has at {where}"
        hint = "give a combatant this name, or leave the object out"
        problems.warn(imported.name.place, "map-token", message, hint)


def _token_for(member: "Member", tokens: list[Token], by_name: bool) -> Token | None:
    """The first object that means this combatant, by its own name or by its creature's."""
    if by_name:
        return next((token for token in tokens if folded(token.name) == folded(member.name)), None)
    kind = folded(member.kind_name)
    return next((token for token in tokens if kind and kind in (folded(token.kind), folded(token.name))), None)


def map_of(scenario: Scenario) -> MapFile:
    """The map of a scenario as if it had come from a file, everybody on it a token."""
    terrain = scenario.map
    lights = [MapLight(light.at, light.bright_ft, light.dim_ft) for light in scenario.lights]
    tokens = [Token(entry.name, "", entry.at) for entry in scenario.entries if entry.at is not None]
    return MapFile(
        "scenario",
        terrain.width,
        terrain.height,
        terrain.terrain,
        scenario.edges,
        tuple(lights),
        scenario.light,
        tuple(tokens),
        (),
        scenario.warnings,
    )
