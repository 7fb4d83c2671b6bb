"""The command line. Each command is a module of this package, imported when it is called for."""

import contextlib
import errno
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType
from typing import Final, TextIO

COMMANDS: Final = {
    "run": "play one fight and tell it",
    "batch": "play many fights: who wins, how surely, how bloodily",
    "explain": "one roll or one move: what applies, and the odds",
    "check": "find the errors of scenario files",
    "map": "draw a map with the names of its squares",
    "schema": "print the JSON Schema of scenario files",
    "bestiary": "list, show and search the creatures of the SRD",
    "import": "turn creatures of another format into those of a scenario file",
    "hero": "print a typical hero of a class and level",
    "new": "write a shipped scenario to a folder",
}
MODULES: Final = {"import": "import_"}  # a command whose name is a word of Python
# Commands that the documentation of the file formats speaks of and that do not exist yet.
NOT_YET: Final = (
    "compare",
    "sweep",
    "tune",
    "day",
    "sensitivity",
    "odds",
    "replay",
    "play",
    "report",
)

# What a write to a closed descriptor, a full or broken disk, or beyond a quota ends in.
CANNOT_WRITE: Final = (errno.EBADF, errno.ENOSPC, errno.EIO, errno.EFBIG, errno.EDQUOT, errno.EINVAL)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line (sys.argv without it) and give the exit code.

    0 answered, 1 `check` found errors, 2 usage, bad input or an output that cannot be written, 130 interrupted.
    """
    from encounter.cli.common import ANSWERED, BAD_INPUT

    if sys.stderr is None:  # closed: what would be said there is said nowhere, and not on stdout
        sys.stderr = io.StringIO()
    try:
        if sys.stdout is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        return _guarded(sys.argv[1:] if argv is None else argv)
    except BrokenPipeError:
        _give_up(sys.stdout)
        return ANSWERED
    except OSError as error:
        with contextlib.suppress(OSError):
            print(f"encounter: the output cannot be written: {error.strerror or error}", file=sys.stderr)
        _give_up(sys.stdout)
        _give_up(sys.stderr)
        return BAD_INPUT


def _guarded(argv: Sequence[str]) -> int:
    """`main`, but for an output that cannot be written: that is raised, as an OSError."""
    from encounter.cli.common import BAD_INPUT, INTERRUPTED, Refused, describe, emit, problem
    from encounter.report.console import forgive

    arguments = list(argv)
    wants_json = "--json" in arguments
    forgive(sys.stdout)
    forgive(sys.stderr)
    try:
        code = _dispatch(arguments)
        sys.stdout.flush()
        return code
    except Refused as refused:
        if wants_json:
            emit({"ok": False, "errors": refused.problems})
        else:
            print(describe(refused.problems, refused.excerpts), file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        if wants_json:
            emit({"ok": False, "interrupted": True, "errors": []})
        else:
            print("interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        raise
    except Exception as error:  # a bug: told in full, and to a program still as one value
        if isinstance(error, OSError) and error.filename is None and error.errno in CANNOT_WRITE:
            raise
        import traceback

        traceback.print_exc()
        if wants_json:
            emit({"ok": False, "errors": [problem(f"{type(error).__name__}: {error}", "internal")]})
        return BAD_INPUT


def _give_up(stream: TextIO | None) -> None:
    """Nobody can read this stream any more; what is still buffered goes nowhere, without a complaint at exit."""
    if stream is None:
        return
    with contextlib.suppress(OSError, ValueError, AttributeError):  # it may be no file, or closed
        assert stream is not None
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _dispatch(arguments: list[str]) -> int:
    from encounter.cli.common import Parser, Refused, nearest, problem

    name = arguments[0] if arguments else "--help"
    if name in COMMANDS:
        module = import_module(f"encounter.cli.{MODULES.get(name, name)}")
        parser = Parser(f"encounter {name}", f"{COMMANDS[name][0].upper()}{COMMANDS[name][1:]}.", _epilog(module))
        module.add_arguments(parser)
        return _answer(parser, module, arguments[1:])
    if name in NOT_YET:
        raise Refused([problem(f"the command {name!r} is not there yet", "not-simulated", _commands())])
    if not name.startswith("-"):
        hint = nearest(name, COMMANDS)
        raise Refused([problem(f"there is no command {name!r}", hint=hint or _commands())])
    parser = Parser("encounter", "Plays tabletop d20 combat encounters: one told roll by roll, or thousands for odds.")
    parser.usage = "encounter COMMAND [...]"
    parser.add_argument("--version", action="store_true", help="print the version and the form of the engine")
    group = parser.add_argument_group("commands", "encounter COMMAND --help tells more.")
    for command, does in COMMANDS.items():
        group.add_argument(command, nargs="?", help=does)
    if "--version" in arguments:
        from encounter import __version__
        from encounter.engine import form

        print(f"encounter {__version__} (engine: {form()})")
        return 0
    if not arguments:
        parser.print_help()
        return 0
    others = [argument for argument in arguments if argument not in ("-h", "--help")]
    if len(others) == len(arguments):
        raise Refused([problem("the command comes first: encounter COMMAND [options]", hint=_commands())])
    parser.print_help()
    return 0


def _answer(parser: "object", module: ModuleType, arguments: list[str]) -> int:
    try:
        args = parser.parse_args(arguments)  # type: ignore[attr-defined]
    except SystemExit as left:  # --help
        return int(left.code or 0)
    return int(module.run(args))


def _epilog(module: ModuleType) -> str | None:
    """The second paragraph of a command's module, if it has one: what a reader of --help may want to know."""
    _, _, rest = (module.__doc__ or "").partition("\n\n")
    return " ".join(rest.split()) or None


def _commands() -> str:
    return "the commands are " + ", ".join(COMMANDS)
