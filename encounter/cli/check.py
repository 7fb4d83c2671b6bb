"""Find the errors of scenario files.

With --map it tells how the map of one file bears on the fight: sides that cannot meet, sealed rooms, choke points,
squares that creatures of a size cannot reach, and how far the sides are apart.
"""

import argparse
from typing import TYPE_CHECKING

from encounter.cli.common import (
    ANSWERED,
    FILE_HAS_ERRORS,
    add_common,
    add_places,
    described,
    emit,
    load_scenario,
    of_scenario,
    output,
    refuse,
    words_for,
)

if TYPE_CHECKING:
    from encounter.scenario.mapcheck import MapReport
    from encounter.scenario.model import Scenario


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`check FILE...`"""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a scenario file")
    parser.add_argument("--map", action="store_true", help="tell how the map of one file bears on the fight")
    add_places(parser)
    add_common(parser)


def run(args: argparse.Namespace) -> int:
    """Print every error and warning of the files."""
    from encounter.bestiary.difficulty import difficulty
    from encounter.report.tables import difficulty_told
    from encounter.scenario.checking import check

    if args.map and len(args.files) != 1:
        refuse("--map looks at one file at a time", hint=f"leave out all but {args.files[0]}")
    report = check(args.files, rules=args.rules, sets=args.sets, places=args.places, allow_code=args.allow_code)
    errors = [of_scenario(one) for one in report.errors]
    warnings = [of_scenario(one) for one in report.warnings]
    if args.json:
        found: dict[str, object] = {
            "ok": not errors,
            "errors": [one for one, _ in errors],
            "warnings": [one for one, _ in warnings],
            "fights": [{"file": one.source, **difficulty(one).as_json()} for one in report.scenarios],
        }
        if args.map:
            found["map"] = None if errors else _analysed(args)[1].as_json()
        emit(found)
    else:
        if args.map and not errors:
            _draw(args, *_analysed(args))
        for kind, problems in (("error", errors), ("warning", warnings)):
            if problems:
                print(described(kind, problems))
        for scenario in report.scenarios:
            for line in difficulty_told(difficulty(scenario).as_json(), words_for(args, scenario)):
                print(f"{scenario.source}: {line}")
        print(f"{len(args.files)} file(s), {len(errors)} error(s), {len(warnings)} warning(s)")
    return FILE_HAS_ERRORS if errors else ANSWERED


def _analysed(args: argparse.Namespace) -> "tuple[Scenario, MapReport]":
    from encounter.scenario.mapcheck import analyse

    args.file = args.files[0]
    scenario = load_scenario(args)
    return scenario, analyse(scenario)


def _draw(args: argparse.Namespace, scenario: "Scenario", report: "MapReport") -> None:
    """The map with what was found on it, and everybody."""
    from rich.text import Text

    from encounter.cli.map import signs_of
    from encounter.report.board import shades_of
    from encounter.report.console import is_ascii
    from encounter.report.maps import check_cells, check_told, heights_told, map_lines, shown

    console = output(args)
    cells = check_cells(report, scenario.map.width) | signs_of(scenario)
    room = console.width if console.is_terminal else 10_000
    shades = shades_of(scenario.map.glyphs, scenario.elevation)
    for line in map_lines(scenario.map.glyphs, scenario.edges, cells, room, is_ascii(console), shades):
        console.print(shown(line, console.is_terminal), soft_wrap=True)
    words = words_for(args, scenario)
    for sentence in (*heights_told(scenario, words), *check_told(report, words)):
        console.print(Text(sentence), soft_wrap=True)
