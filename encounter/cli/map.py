"""Draw a map with the names of its squares, and say what was found in it and what was ignored.

FILE is a scenario, a Universal VTT map (.dd2vtt, .uvtt, .df2vtt) or a map made with Tiled (.tmj, .tmx).
"""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from encounter.cli.common import ANSWERED, Refused, add_common, add_places, emit, load_scenario, output, problem

if TYPE_CHECKING:
    from encounter.maps.mapfile import MapFile
    from encounter.scenario.model import Scenario, Square


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`map FILE`"""
    parser.add_argument("file", metavar="FILE", help="a map, or a scenario")
    add_places(parser)
    add_common(parser)


def run(args: argparse.Namespace) -> int:
    """Draw it, or print the JSON."""
    from encounter.maps.reading import is_map
    from encounter.scenario.mapfiles import map_of

    scenario: Scenario | None = None
    if is_map(args.file):
        found = _map_file(args.file)
    else:
        scenario = load_scenario(args)
        found = map_of(scenario)
    if args.json:
        emit({"file": str(args.file), **map_as_json(found)})
    else:
        _draw(args, found, scenario)
    return ANSWERED


def _map_file(name: str) -> "MapFile":
    from encounter.maps.mapfile import MapError
    from encounter.maps.reading import read_map_file

    try:
        return read_map_file(Path(name))
    except MapError as error:
        told = problem(error.message, error.code, error.hint, name)
        if error.code != "no-file":
            told |= {"line": error.line + 1, "column": error.column + 1}
        raise Refused([told]) from None


def signs_of(scenario: "Scenario") -> "dict[Square, tuple[str, str]]":
    """A sign and its style for each square that somebody stands on."""
    from encounter.report.board import SIDE_STYLES, Stage

    return {
        square: (piece.mark[0], SIDE_STYLES[piece.side % len(SIDE_STYLES)])
        for piece in Stage.of(scenario).pieces.values()
        for square in piece.squares()
    }


def map_as_json(found: "MapFile") -> dict[str, Any]:
    """A map as the JSON has it; squares by name, lines as points of the grid."""
    from encounter.engine.board import square_name
    from encounter.maps.mapfile import DOOR_STATES, WALL

    def named(square: "Square") -> str:
        return square_name(found.width, square[1] * found.width + square[0])

    walls, doors, others = [], [], []
    for edge in found.edges:
        line = [edge.x1, edge.y1, edge.x2, edge.y2]
        if edge.kind == WALL:
            walls.append(line)
        elif edge.kind in DOOR_STATES:
            kind, state = DOOR_STATES[edge.kind]
            doors.append({"line": line, "kind": kind, "state": state})
        else:
            others.append({"line": line, "kind": edge.kind})
    return {
        "format": found.format,
        "width": found.width,
        "height": found.height,
        "rows": list(found.rows),
        "walls": walls,
        "doors": doors,
        "others": others,
        "lights": [
            {"square": named(light.square), "bright_ft": light.bright_ft, "dim_ft": light.dim_ft}
            for light in found.lights
        ],
        "ambient": found.ambient,
        "tokens": [
            {"name": token.name or None, "creature": token.kind or None, "square": named(token.square)}
            for token in found.tokens
        ],
        "ignored": [{"what": what, "count": count} for what, count in found.ignored],
        "warnings": list(found.warnings),
    }


def _draw(args: argparse.Namespace, found: "MapFile", scenario: "Scenario | None") -> None:
    from rich.text import Text

    from encounter.report.board import shades_of
    from encounter.report.console import is_ascii
    from encounter.report.maps import heights_told, map_lines, shown, told
    from encounter.report.words import Words

    console = output(args)
    cells = {token.square: ("@", "bold") for token in found.tokens}
    if scenario is not None:
        cells |= signs_of(scenario)
    room = console.width if console.is_terminal else 10_000  # what is piped is not cut
    shades = shades_of(found.rows, scenario.elevation if scenario is not None else ())
    for line in map_lines(found.rows, found.edges, cells, room, is_ascii(console), shades):
        console.print(shown(line, console.is_terminal), soft_wrap=True)
    words = Words(args.lang, args.units or "ft")
    for sentence in (*told(found, words), *(heights_told(scenario, words) if scenario is not None else [])):
        console.print(Text(sentence), soft_wrap=True)
