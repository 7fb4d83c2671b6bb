"""Write a shipped scenario to a folder.

What it includes is written beside it. A file that is there already is left alone.
"""

import argparse
from pathlib import Path

from encounter.cli.common import ANSWERED, add_common, emit, refuse, refuse_file


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`new NAME [FOLDER]`, `new --list`"""
    parser.add_argument("name", nargs="?", metavar="NAME", help="name of the scenario")
    parser.add_argument(
        "folder", nargs="?", default=".", metavar="FOLDER", help="where to, made if it is missing (default: here)"
    )
    parser.add_argument("--list", action="store_true", help="list the names")
    add_common(parser)


def run(args: argparse.Namespace) -> int:
    """List the shipped scenarios, or write one."""
    from encounter.scenario.shipped import shipped, write_shipped
    from encounter.scenario.source import ScenarioErrors

    if args.list:
        names = sorted(shipped())
        if args.json:
            emit(names)
        else:
            print("\n".join(names))
        return ANSWERED
    if args.name is None:
        refuse("which scenario?", hint="encounter new --list")
    try:
        written = write_shipped(args.name, Path(args.folder))
    except ScenarioErrors as errors:
        refuse_file(errors.problems)
    paths = [str(path) for path in written]
    if args.json:
        emit({"ok": True, "files": paths})
    else:
        print("\n".join(paths))
    return ANSWERED
