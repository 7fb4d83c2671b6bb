"""Turn creatures of another format into those of a scenario file.

The format is guessed: 5e-bits, open5e v2, dndwright, Improved Initiative, a Foundry actor, Fight Club XML, a 5etools
JSON of one's own, or a stat block pasted as text in English, Italian, French, Spanish or German. What is not understood
is named; a creature without armour class or hit points is refused.
"""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from encounter.cli.common import ANSWERED, Refused, add_common, emit, problem, refuse

if TYPE_CHECKING:
    from encounter.bestiary.importing import Imported


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`import FILE [-o FILE]`"""
    parser.add_argument("file", metavar="FILE", help="a file of creatures, or - for what is pasted on standard input")
    parser.add_argument("-o", dest="output", metavar="FILE", help="write the YAML there instead of printing it")
    add_common(parser)


def run(args: argparse.Namespace) -> int:
    """Print or write the creatures as YAML, and on stderr what was made of them; with --json all of it as one value."""
    from encounter.bestiary.importing import NoStatBlock, Unreadable, decoded, import_text

    name = "standard input" if args.file == "-" else args.file
    try:
        data = sys.stdin.buffer.read() if args.file == "-" else Path(args.file).read_bytes()
        text, odd = decoded(data)
        made = import_text(text, args.rules)
    except OSError as error:
        if error.filename is None:
            raise
        refuse(f"{error.strerror or error}", "unreadable", "name a file of creatures", name)
    except (Unreadable, NoStatBlock) as error:
        refuse(str(error), "unreadable", "encounter import --help names the formats", name)
    if odd:
        made.warnings.insert(0, odd)
    if not made.creatures:
        raise Refused(
            [problem(what, "missing-key", "nothing is made up: add it to the file", name) for what in made.refused]
        )
    made.warnings += [f"left out: {what}" for what in made.refused]
    if args.output is not None:
        _write(args.output, as_yaml(made))
    if args.json:
        emit(as_json(made))
    else:
        if args.output is None:
            print(as_yaml(made), end="")
        print(summary(made, args.output), file=sys.stderr)
    return ANSWERED


def _write(output: str, text: str) -> None:
    """Write a file, or say why that cannot be done."""
    try:
        Path(output).write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        refuse(f"cannot write {output}: {error.strerror or error}", "unwritable", "name a file in a folder there is")


def as_yaml(made: "Imported") -> str:
    """A file with the creatures; what of each is not simulated stands above it."""
    from encounter.bestiary.writing import creatures_file

    blocks = {creature.name: creature.keys for creature in made.creatures}
    comments = {creature.name: [f"left out: {what}" for what in creature.left] for creature in made.creatures}
    return f"# from {made.format}, for rules: {made.rules}\n" + creatures_file(blocks, comments)


def as_json(made: "Imported") -> dict[str, Any]:
    """The creatures in the keys of a scenario file, with what of them is simulated and what is not."""
    from encounter.bestiary.account import weigh
    from encounter.bestiary.writing import canonical

    creatures = []
    for one in made.creatures:
        weighed = weigh(one.name, one.facts["written"], made.rules)
        creatures.append(
            {
                **canonical(one.keys),
                "name": one.name,
                "cr": one.keys.get("cr"),
                "simulated": weighed.simulated,
                "not_simulated": weighed.not_simulated,
            }
        )
    return {"creatures": creatures, "ignored": made.ignored, "warnings": made.warnings}


def summary(made: "Imported", output: str | None) -> str:
    """What was understood and what was not, for people."""
    from encounter.report.words import printable

    lines = [
        f"{made.format}, wording of {made.rules}: {len(made.creatures)} creature(s)"
        + (f" -> {output}" if output else "")
    ]
    for one in made.creatures:
        attacks, actions = len(one.keys.get("attacks", {})), len(one.keys.get("actions", {}))
        lines.append(f"  {one.name}: {attacks} attack(s), {actions} other action(s), {len(one.left)} thing(s) left out")
    lines += [f"  ignored: {what}" for what in made.ignored]
    lines += [f"  warning: {what}" for what in made.warnings]
    return printable("\n".join(lines))
