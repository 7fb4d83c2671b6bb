"""Write a shipped scenario to a folder.

What it includes is written beside it. A file that is there already is left alone.
"""

import argparse

from encounter.cli.common import ANSWERED, add_common, emit, nearest, refuse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`new NAME [FOLDER]`, `new --list`"""
    parser.add_argument("name", nargs="?", metavar="NAME", help="name of the scenario")
    parser.add_argument("folder", nargs="?", default=".", metavar="FOLDER", help="where to (default: here)")
    parser.add_argument("--list", action="store_true", help="list the names")
    add_common(parser)


def run(args: argparse.Namespace) -> int:
    """List the shipped scenarios, or write one."""
    from encounter.scenario import shipped, write_shipped

    names = sorted(shipped())
    if args.list:
        if args.json:
            emit(names)
        else:
            print("\n".join(names))
        return ANSWERED
    if args.name is None:
        refuse("which scenario?", hint="encounter new --list")
    name = args.name.removesuffix(".yaml")
    if name not in names:
        hint = nearest(name, names) or f"there are {', '.join(names)}"
        refuse(f"no scenario {name!r} is shipped", "name", hint)
    try:
        written = write_shipped(name, args.folder)
    except OSError as error:
        where = str(error.filename or args.folder)
        why = "it is there already" if isinstance(error, FileExistsError) else (error.strerror or str(error))
        refuse(f"cannot write {where}: {why}", "file", file=where)
    paths = [str(path) for path in (written if isinstance(written, list | tuple) else [written])]
    if args.json:
        emit({"ok": True, "files": paths})
    else:
        print("\n".join(paths))
    return ANSWERED
