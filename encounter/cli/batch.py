"""Play many fights: who wins, how surely, how bloodily.

Ctrl-C stops it with what it has. The result does not depend on the number of workers.
"""

import argparse
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from encounter.cli.common import (
    ANSWERED,
    INTERRUPTED,
    add_common,
    add_places,
    compiled,
    emit,
    load_scenario,
    output,
    refuse,
    whole_number,
    words_for,
)

if TYPE_CHECKING:
    from encounter.report.words import Words
    from encounter.scenario.model import Scenario
    from encounter.trials import Estimate
    from encounter.trials.executors import Progress


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`batch FILE -n INT --workers INT`"""
    parser.add_argument("file", metavar="FILE", help="the scenario file")
    parser.add_argument(
        "-n", type=whole_number(1), default=2000, dest="fights", metavar="INT", help="how many fights (default: 2000)"
    )
    add_places(parser)
    parser.add_argument(
        "--workers", type=whole_number(1, 1000), metavar="INT", help="processes (default: one for each core)"
    )
    add_common(parser)


def run(args: argparse.Namespace) -> int:
    """Fight them all, and print the table or the JSON."""
    from encounter import __version__
    from encounter.bestiary.difficulty import difficulty
    from encounter.engine import form
    from encounter.trials import BatchError, batch

    scenario = load_scenario(args, warns=True)
    compiled(args, scenario)  # what is wrong with it is said here, not by a worker
    words = words_for(args, scenario)
    try:
        with progress_bar(args, scenario, words) as progress:
            estimate = batch(scenario, fights=args.fights, seed=args.seed, workers=args.workers, progress=progress)
    except BatchError as error:
        refuse(str(error), "batch", file=str(args.file))
    result = estimate.as_json(engine=form(), version=__version__, scenario=str(args.file))
    result["difficulty"] = difficulty(scenario).as_json()
    if args.json:
        emit(result)
    else:
        from rich.text import Text

        from encounter.report.console import is_ascii
        from encounter.report.tables import batch_tables

        table = {**result, "combatants": with_hp_left(result["combatants"], estimate)}
        console = output(args)
        for part in batch_tables(table, words, command_for(args), is_ascii(console)):
            console.print(part, soft_wrap=isinstance(part, Text))  # a command line is never cut
            console.print()
    return INTERRUPTED if estimate.interrupted else ANSWERED


def with_hp_left(combatants: Any, estimate: "Estimate") -> list[dict[str, Any]]:
    """The combatants of the JSON with the share of HP each has left, which only the table shows."""
    left = [one.hp_left if estimate.fights else None for one in estimate.combatants]
    return [{**told, "hp_left": hp_left} for told, hp_left in zip(combatants, left, strict=True)]


def command_for(args: argparse.Namespace) -> str:
    """The command line that tells a fight of this batch, all but its number."""
    parts = ["encounter", "run", str(args.file)]
    if args.seed:
        parts.extend(("--seed", str(args.seed)))
    if args.rules:
        parts.extend(("--rules", args.rules))
    for one in args.sets:
        parts.extend(("--set", one))
    for one in args.places:
        parts.extend(("--place", one))
    if args.allow_code:
        parts.append("--allow-code")
    return shlex.join(parts)


@contextmanager
def progress_bar(args: argparse.Namespace, scenario: "Scenario", words: "Words") -> Iterator["Progress | None"]:
    """A bar with the win rate so far, on stderr where a person looks at it."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from encounter.report.console import console_on
    from encounter.report.words import printable

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}", markup=False), TimeRemainingColumn())
    with Progress(*columns, console=console_on(sys.stderr, args.no_color), transient=True) as bar:
        task = bar.add_task("", total=args.fights)

        def progress(done: int, wins: dict[str, int]) -> None:
            told = [
                words.label("progress", side=side, rate=words.percent(wins.get(side, 0) / done))
                for side in scenario.sides
                if done
            ]
            bar.update(task, completed=done, description=printable(words.say("comma").join(told)))

        yield progress
