"""What the commands share: options, the one JSON value on stdout, and errors told to whoever wrote the file."""

import argparse
import difflib
import json
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, NoReturn

if TYPE_CHECKING:
    from rich.console import Console

    from encounter.engine.encounter import Encounter
    from encounter.report.words import Words
    from encounter.scenario.model import Scenario

ANSWERED: Final = 0
FILE_HAS_ERRORS: Final = 1  # `check` only
BAD_INPUT: Final = 2
INTERRUPTED: Final = 130

ARGUMENT_HINT: Final = "\n"  # between the message of an argument's error and its hint

RULESETS: Final = ("srd-5.1", "srd-5.2", "reroll")

Options = argparse._ActionsContainer  # a parser or a group of its options
Problem = dict[str, Any]  # file, line, column, code, message, hint


class Refused(Exception):
    """The command cannot be answered: problems as `check` lists them, `excerpts` the offending lines of the file."""

    def __init__(self, problems: Sequence[Problem], excerpts: Sequence[str | None] = ()) -> None:
        super().__init__("; ".join(str(problem["message"]) for problem in problems))
        self.problems = list(problems)
        self.excerpts = [*excerpts, *[None] * (len(problems) - len(excerpts))]


def problem(message: str, code: str = "usage", hint: str | None = None, file: str | None = None) -> Problem:
    """A problem that has no place in a file."""
    return {"file": file, "line": None, "column": None, "code": code, "message": message, "hint": hint}


def refuse(message: str, code: str = "usage", hint: str | None = None, file: str | None = None) -> NoReturn:
    """Raise one problem."""
    raise Refused([problem(message, code, hint, file)])


def nearest(word: str, words: Iterable[str]) -> str | None:
    """A hint with the nearest valid word, if one is near.

    >>> nearest("btach", ["run", "batch"])
    'did you mean batch?'
    """
    near = difflib.get_close_matches(word.casefold(), list(words), n=1, cutoff=0.5)
    return f"did you mean {near[0]}?" if near else None


# ----------------------------------------------------------------------------------------------------------- options


class Parser(argparse.ArgumentParser):
    """An argument parser that raises `Refused` instead of leaving the program."""

    def __init__(self, prog: str, description: str, epilog: str | None = None) -> None:
        super().__init__(
            prog=prog, description=description, epilog=epilog, allow_abbrev=False, formatter_class=_formatter()
        )

    def error(self, message: str) -> NoReturn:
        options = [option for action in self._actions for option in action.option_strings]
        message, _, hint = message.partition(ARGUMENT_HINT)  # `one_of` has nothing but the message to put it in
        if message.startswith("unrecognized arguments: "):
            wrong = message.removeprefix("unrecognized arguments: ").split()[0].split("=")[0]
            hint = nearest(wrong, options) or ""
        refuse(message, hint=hint or f"{self.prog} --help")


def _formatter() -> type[argparse.HelpFormatter]:
    from rich_argparse import RichHelpFormatter

    class Formatter(RichHelpFormatter):
        help_markup = text_markup = usage_markup = False  # [prone] is a list of conditions, no style
        highlights: ClassVar[list[str]] = []
        styles: ClassVar = {**RichHelpFormatter.styles, "argparse.args": "bold cyan", "argparse.groups": "bold"}

    return Formatter


def one_of(kind: str, choices: Sequence[str]) -> Callable[[str], str]:
    """An option's type: one of a few words, the nearest named for any other."""

    def read(text: str) -> str:
        if text not in choices:
            near = nearest(text, choices)
            raise argparse.ArgumentTypeError(
                f"{text!r} is no {kind} ({', '.join(choices)})" + (f"{ARGUMENT_HINT}{near}" if near else "")
            )
        return text

    return read


def whole_number(least: int | None = None, most: int = 10**15) -> Callable[[str], int]:
    """An option's type: a whole number, not below `least` nor, where there is a least, above `most`."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None
        if least is not None and number < least:
            raise argparse.ArgumentTypeError(f"{number} is too small, the least is {least}")
        if least is not None and number > most:
            raise argparse.ArgumentTypeError(f"{text[:40]} is too large, the most is {most}")
        return number

    return read


def add_places(group: Options) -> None:
    """`--place NAME=SQUARE` of the commands that read a scenario."""
    group.add_argument(
        "--place", action="append", default=[], dest="places", metavar="NAME=SQUARE", help="put a combatant elsewhere"
    )


def add_common(parser: argparse.ArgumentParser) -> None:
    """The options that every command has."""
    from encounter.report.catalogue import LANGUAGES

    group = parser.add_argument_group("common options")
    group.add_argument("--json", action="store_true", help="print one JSON value instead of text")
    group.add_argument("--seed", type=whole_number(), default=0, metavar="INT", help="seed of the dice (default: 0)")
    group.add_argument(
        "--rules",
        type=one_of("ruleset", RULESETS),
        metavar="RULESET",
        help=f"ruleset in place of the file's: {', '.join(RULESETS)}",
    )
    group.add_argument(
        "--lang",
        type=one_of("language", tuple(LANGUAGES)),
        default="en",
        metavar="LANG",
        help=f"language of what is told: {', '.join(LANGUAGES)} (default: en)",
    )
    group.add_argument(
        "--units",
        type=one_of("unit", ("ft", "m", "squares")),
        metavar="UNIT",
        help="unit of lengths told: ft, m, squares (default: the file's)",
    )
    group.add_argument(
        "--set",
        action="append",
        default=[],
        dest="sets",
        metavar="PATH=VALUE",
        help="change one value of the file, such as goblins.count=8; may be repeated",
    )
    group.add_argument(
        "--allow-code", action="store_true", help="let the file name Python classes (module:Class) as tactics"
    )
    group.add_argument("--no-color", action="store_true", help="no colours (as the variable NO_COLOR)")


# ------------------------------------------------------------------------------------------------------------ output


def emit(value: object) -> None:
    """Print one JSON value on stdout; a stream that is not Unicode gets escapes, so that names survive."""
    encoding = (getattr(sys.stdout, "encoding", None) or "utf-8").casefold()
    text = json.dumps(value, ensure_ascii=not encoding.startswith("utf"), allow_nan=False, indent=2)
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def output(args: argparse.Namespace) -> "Console":
    """The console on stdout."""
    from encounter.report.console import console_on

    return console_on(sys.stdout, args.no_color)


def describe(problems: Sequence[Problem], excerpts: Sequence[str | None]) -> str:
    """Problems as text: place, message, the line of the file, the hint."""
    from encounter.report.words import printable

    lines: list[str] = []
    for one, excerpt in zip(problems, excerpts, strict=True):
        place = ":".join(str(part) for part in (one["file"], one["line"], one["column"]) if part is not None)
        lines.append(f"{place or 'encounter'}: {one['message']}")
        if excerpt:
            lines.extend(f"    {line}" for line in excerpt.splitlines())
        if one["hint"]:
            lines.append(f"    {one['hint']}")
    return printable("\n".join(lines))


def described(kind: str, found: Sequence[tuple[Problem, str | None]]) -> str:
    """Errors or warnings of the scenario package as text, each called what it is."""
    told = [{**one, "message": f"{kind}: {one['message']}"} for one, _ in found]
    return describe(told, [excerpt for _, excerpt in found])


def of_scenario(found: Any) -> tuple[Problem, str | None]:
    """A problem of the scenario package as the JSON knows it, and its excerpt."""
    keys = ("file", "line", "column", "code", "message", "hint")
    told = {key: getattr(found, key, None) for key in keys}
    if told["file"] is not None:
        told["file"] = str(told["file"])
    return told, getattr(found, "excerpt", None) or None


def refuse_file(problems: Iterable[Any]) -> NoReturn:
    """Raise the problems that the scenario package found."""
    pairs = [of_scenario(one) for one in problems]
    raise Refused([one for one, _ in pairs], [excerpt for _, excerpt in pairs])


# --------------------------------------------------------------------------------------------------------- scenarios


def load_scenario(args: argparse.Namespace, states: Sequence[str] = (), warns: bool = False) -> "Scenario":
    """The scenario of a command line, its file read with the options that change it.

    With `warns`, what `check` would warn of is told on stderr.
    """
    from encounter.scenario.checking import load_with_warnings
    from encounter.scenario.settings import Settings
    from encounter.scenario.source import ScenarioErrors

    settings = Settings(args.rules, tuple(args.sets), tuple(args.places), tuple(states), args.allow_code)
    try:
        scenario, warnings = load_with_warnings(args.file, settings)
    except ScenarioErrors as errors:
        refuse_file(errors.problems)
    if warns and warnings:
        print(described("warning", [of_scenario(one) for one in warnings]), file=sys.stderr)
    return scenario


def compiled(args: argparse.Namespace, scenario: "Scenario") -> "Encounter":
    """The scenario made ready to fight; what only this step can see is refused like an error of the file."""
    from encounter.scenario.compiler import compile

    try:
        return compile(scenario)
    except ValueError as error:
        if problems := getattr(error, "problems", None):
            refuse_file(problems)
        refuse(str(error), "scenario", file=str(args.file))


def words_for(args: argparse.Namespace, scenario: "Scenario") -> "Words":
    """The words of the command line's language, in its unit or the file's."""
    from encounter.report.words import Words

    return Words(args.lang, args.units or scenario.units, scenario.ruleset)
