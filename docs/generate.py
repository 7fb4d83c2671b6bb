"""Write what in these pages is made from data: parts of the reference, and the output shown below commands.

    python docs/generate.py             writes the pages of PAGES anew and refreshes all shown output
    python docs/generate.py --check     writes nothing and fails when something is out of date
    python docs/generate.py --no-batch  leaves the output of batches alone, for which the pure engine takes minutes
    python docs/generate.py PAGE...     only these

Blocks of a page are played in order in an empty folder of the page's own:

* a block below `<!-- file: NAME -->` is written to that file;
* a `console` block is played by a shell, command by command (lines that begin with `$`); what a command prints stands
  below it, and what it takes and which engine it was is not compared;
* a `python` block is executed, the blocks of a page one after the other in one namespace;
* other blocks are only shown.
"""

import argparse
import contextlib
import doctest
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from attrs import frozen

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent

# ------------------------------------------------------------------------------------------------- blocks of pages

FENCE = re.compile(
    r"(?:<!-- file: (?P<file>\S+) -->\n)?^(?P<fence>```+)(?P<language>[\w{}-]*)[^\n]*\n(?P<body>.*?)^(?P=fence)$",
    re.MULTILINE | re.DOTALL,
)
VARYING = (
    (re.compile(r"[\d.,]+ (?:ms|s|min), [\d,.]+ fights? a second, (?:pure|compiled) engine"), "<speed>"),
    (re.compile(r"\(engine: (?:pure|compiled)\)"), "<engine>"),
    (re.compile(r'"(elapsed_s|fights_per_second)": [\d.]+'), r'"\1": <number>'),
)


@frozen
class Block:
    """A fenced block of a page: `start` and `end` are the places of its body."""

    language: str
    file: str
    body: str
    start: int
    end: int


def blocks(text: str) -> list[Block]:
    """The fenced blocks of a page, in order."""
    return [
        Block(found["language"], found["file"] or "", found["body"], found.start("body"), found.end("body"))
        for found in FENCE.finditer(text)
    ]


def steady(text: str) -> str:
    """Text without what changes from run to run."""
    for pattern, replacement in VARYING:
        text = pattern.sub(replacement, text)
    return text


def is_played(text: str) -> bool:
    """Whether a page has blocks that are played."""
    return any(block.language == "console" or (block.language == "python" and not block.file) for block in blocks(text))


class Shell:
    """Plays the blocks of one page in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.names: dict[str, Any] = {"__name__": "page"}
        programs = folder / ".programs"
        programs.mkdir()
        for name, arguments in (("encounter", "-m encounter"), ("python", "")):
            program = programs / name
            program.write_text(f'#!/bin/sh\nexec "{sys.executable}" {arguments} "$@"\n')
            program.chmod(0o755)
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "COV"))},
            "PATH": f"{programs}{os.pathsep}{os.environ.get('PATH', '')}",
            "COLUMNS": "80",
            "NO_COLOR": "1",
            "PYTHONUTF8": "1",
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        import encounter

        package = Path(str(encounter.__file__)).resolve().parent
        if package.parent == ROOT:  # the source is what is shown, and the shell must find it
            self.environment["PYTHONPATH"] = str(ROOT)

    def command(self, line: str) -> str:
        """What a command prints, both streams together."""
        done = subprocess.run(
            ["sh", "-c", line],
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            timeout=600,
            check=False,
        )
        return "".join(f"{one.rstrip()}\n" for one in done.stdout.splitlines())

    def console(self, body: str, kept: Callable[[str], bool]) -> str:
        """A console block with what its commands print now; commands that `kept` names are left as they are."""
        made: list[str] = []
        for part in re.split(r"^(?=\$ )", body, flags=re.MULTILINE):
            if not part.startswith("$ "):
                made.append(part)
                continue
            lines = part.splitlines(keepends=True)
            count = 1
            while lines[count - 1].endswith("\\\n"):
                count += 1
            written, shown = "".join(lines[:count]), "".join(lines[count:])
            line = written.removeprefix("$ ").replace("\\\n", " ").strip()
            if kept(line):
                made.append(part)
                continue
            printed = self.command(line)
            made.append(written + (shown if steady(shown) == steady(printed) else printed))
        return "".join(made)

    def python(self, body: str, page: str) -> None:
        """Execute a block: statements, or a session with prompts whose answers must be right."""
        with contextlib.chdir(self.folder), _importing_from(self.folder):
            if ">>>" not in body:
                exec(compile(body, page, "exec"), self.names)
                return
            test = doctest.DocTestParser().get_doctest(body, self.names, page, page, 0)
            said: list[str] = []
            runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.NORMALIZE_WHITESPACE)
            runner.run(test, out=said.append, clear_globs=False)
            self.names.update(test.globs)
            if runner.failures:
                raise AssertionError("".join(said))


@contextlib.contextmanager
def _importing_from(folder: Path) -> Iterator[None]:
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))


def never(line: str) -> bool:
    """No command keeps its output."""
    return False


def is_batch(line: str) -> bool:
    """Whether a command fights a batch, or reads what one has printed."""
    return "encounter batch" in line or ".json" in line


def refreshed(text: str, page: str, kept: Callable[[str], bool] = never) -> str:
    """A page with its blocks played and the output below its commands as it is now."""
    made: list[str] = []
    at = 0
    with tempfile.TemporaryDirectory() as name:
        shell = Shell(Path(name).resolve())
        for block in blocks(text):
            made.append(text[at : block.start])
            at = block.end
            body = block.body
            if block.file:
                (shell.folder / block.file).write_text(body, encoding="utf-8")
            elif block.language == "console":
                body = shell.console(body, kept)
            elif block.language == "python":
                shell.python(body, page)
            made.append(body)
    return "".join([*made, text[at:]])


# --------------------------------------------------------------------------------------------------- small Markdown


def table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """A Markdown table."""
    lines = [head, tuple("---" for _ in head), *rows]
    return "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |\n" for line in lines)


def code(text: str) -> str:
    """A word in the type of code; nothing stays nothing."""
    return f"`{text}`" if text else ""


def words(names: tuple[str, ...] | list[str]) -> str:
    """Names in the type of code, with commas."""
    return ", ".join(code(name) for name in names)


GENERATED = "<!-- made by docs/generate.py: change the data, not this page -->\n\n"

# ------------------------------------------------------------------------------------------------ the scenario file


def value_of(kind: Any) -> str:
    """What may be written for a key, in words."""
    from encounter.scenario import keys, specials, values

    if isinstance(kind, values.NotYet):
        return "*not simulated yet*"
    if isinstance(kind, keys._OnlyFalse):
        return "no"
    if isinstance(kind, specials.RerollOnly):
        return f"{value_of(kind.kind)}; only under `reroll`"
    if isinstance(kind, values.Boolean):
        return "yes or no"
    if isinstance(kind, keys._Tactic):
        return f"{words(kind.words)} or module:Class"
    if isinstance(kind, values.Choice):
        return words(kind.words)
    if isinstance(kind, values.Record):
        return f"[{kind.what}](#{anchor(kind)})"
    if isinstance(kind, values.Either):
        return f"{value_of(kind.other)}, or {value_of(kind.record)}"
    if isinstance(kind, values.ListOf):
        one = value_of(kind.item)
        return f"{one}, or a list of them" if kind.or_one else f"a list of: {one}"
    if isinstance(kind, values.MapOf):
        names = f" ({words(kind.names)})" if kind.names else ""
        return f"a mapping, {kind.what}{names}: {value_of(kind.value)}"
    if isinstance(kind, keys._Entry):
        return value_of(keys.ENTRY)
    if isinstance(kind, keys._Skills):
        return f"{value_of(kind.plain)}; under `reroll` also {value_of(specials.SKILL)}"
    return str(kind.wanted)


def anchor(record: Any) -> str:
    return str(record.what).replace(" ", "-")


def inner(kind: Any) -> list[Any]:
    """The kinds that a kind is made of."""
    from encounter.scenario import keys, specials

    if isinstance(kind, keys._Entry):
        return [keys.ENTRY]
    if isinstance(kind, keys._Skills):
        return [kind.plain, specials.SKILL]
    if hasattr(kind, "fields"):
        return [field.kind for field in kind.fields.values()]
    parts = [getattr(kind, name, None) for name in ("item", "value", "other", "record", "kind", "plain")]
    return [part for part in parts if part is not None]


def records(kind: Any, found: list[Any]) -> list[Any]:
    """Every record below a kind, each once, in the order met."""
    from encounter.scenario.phrases import RIDER, RIDER_KEYS
    from encounter.scenario.values import Record

    if kind is RIDER:
        return records(RIDER_KEYS, found)
    if isinstance(kind, Record):
        if any(one is kind for one in found):
            return found
        found.append(kind)
    for part in inner(kind):
        records(part, found)
    return found


SCENARIO_FILE = """# Scenario files

A scenario is one YAML file, in UTF-8. `encounter check FILE` says what is wrong with it, `encounter schema` prints its
JSON Schema for editors, and `encounter new` writes examples. Keys are English and in lower case.

* **Names** of creatures, combatants and sides are compared without case. `count: 3` without a `name` makes "Goblin 1",
  "Goblin 2" and "Goblin 3", numbered through the whole file.
* **Lengths** are `30 ft`, `9 m`, `6 squares`, or a bare number in `units`; a square is 5 ft or 1.5 m, and lengths are
  whole squares.
* **Squares** are named by column and row, `A1` at the top left; after `Z` comes `AA`. A creature on several squares
  is named by its top-left one.
* **Dice** are `2d6+3`, with a type where they are damage: `2d6+3 slashing`.
* Where **yes or no** is wanted, `true` and `false` will do; elsewhere they are text.

## The map

One character a square, one row a line, no row longer than another:

{glyphs}
Any other letter is that of a combatant, who stands on floor; a big creature is one letter, at its top-left square.
`legend` gives other characters to terrain: {terrain}. `#` in a legend needs quotes, for YAML takes it for a comment.

What stands on the lines between squares is written under `edges`, see
[Put walls, doors and windows between squares](../how-to/doors.md).

`map: {{file: cave.dd2vtt}}` takes a map that another program drew, see [Use a map](../how-to/maps.md).

## Words

Damage types: {damage}.

Conditions: {conditions}. In a state they may say more: `grappled by Ogre`, `frightened of Ogre`, `exhaustion 2`,
`poisoned for 3 rounds`.

"""


def scenario_file() -> str:
    """reference/scenario-file.md"""
    from encounter.engine.board import GLYPHS, TERRAIN_NAMES
    from encounter.engine.creature import DAMAGE_TYPES
    from encounter.scenario import keys, specials
    from encounter.scenario.phrases import CONDITIONS

    by_number = {number: name for name, number in TERRAIN_NAMES.items()}
    glyphs = table(("glyph", "terrain"), [(code(glyph), by_number[number]) for glyph, number in GLYPHS.items()])
    text = GENERATED + SCENARIO_FILE.format(
        glyphs=glyphs,
        terrain=words([*TERRAIN_NAMES]),
        damage=words(DAMAGE_TYPES),
        conditions=words(CONDITIONS),
    )
    for record in [*records(keys.SCENARIO, []), specials.REROLL, keys.INCLUDED]:
        rows = [
            (code(name), value_of(field.kind), field.about + (" **(required)**" if field.required else ""))
            for name, field in record.fields.items()
        ]
        text += f"## {record.what.capitalize()}\n\n{table(('key', 'value', 'what for'), rows)}\n"
    return text


# ------------------------------------------------------------------------------------------------ what is left out

NOT_SIMULATED = """# Not simulated yet

The file format is larger than what fights play out so far. What it knows and the simulation does not is refused by
name, so that no result silently leaves it out:

```text
fight.yaml:12:34: error: `altitude` is not simulated yet (in Ada.state.altitude)
```

Traits, special movement and senses of a stat block are no errors, since a fight makes sense without them: they are
named in every result under "not simulated".

"""


def not_simulated() -> str:
    """reference/not-simulated.md"""
    from encounter.cli import NOT_YET
    from encounter.engine.board import NOT_SIMULATED_TERRAIN
    from encounter.engine.rules.editions import RULESETS
    from encounter.scenario import keys, values
    from encounter.scenario.idle_spells import IDLE_SPELLS
    from encounter.scenario.idle_traits import IDLE_TRAITS

    rows: list[tuple[str, ...]] = []
    for record in records(keys.SCENARIO, []):
        for name, field in record.fields.items():
            if isinstance(field.kind, values.NotYet):
                rows.append((record.what, code(name), field.about))
            elif isinstance(field.kind, keys._OnlyFalse):
                rows.append((record.what, f"`{name}: yes`", field.about))
            elif isinstance(field.kind, values.Choice) and field.kind.later:
                rows.append((record.what, f"`{name}:` {words(field.kind.later)}", ""))
    if NOT_SIMULATED_TERRAIN:
        rows.append(("a scenario", "`legend:` " + words(sorted(NOT_SIMULATED_TERRAIN)), "terrain"))
    text = GENERATED + NOT_SIMULATED + "## Keys and values\n\n" + table(("in", "what", "which is"), rows)
    text += "\n## Traits\n\nPlayed out are, by ruleset:\n\n"
    text += table(("ruleset", "traits"), [(name, words(rules.trait_names())) for name, rules in RULESETS.items()])
    text += "\nThese change nothing in a fight, and are neither played out nor missed:\n\n"
    text += table(("trait", "why"), [(code(name), reason) for name, reason in sorted(IDLE_TRAITS.items())])
    text += "\nAny other trait of the SRD may be written and is left out. So are `burrow` speeds."
    text += "\n\n## Actions\n\nNot played out are Influence, Study, Utilize "
    text += "(potions apart).\n\n## Spells\n\n"
    text += "Cast from `spells:`, or held by `concentrating` when the fight starts, these are played out; what of one "
    text += "is not stands in each result:\n\n"
    spells = [(name, words([spell.name for spell in rules.spells])) for name, rules in RULESETS.items()]
    text += table(("ruleset", "spells"), spells)
    text += "\nThese change nothing in a fight, and are neither cast nor missed:\n\n"
    text += table(("spell", "why"), [(code(name), reason) for name, reason in sorted(IDLE_SPELLS.items())])
    text += "\n## Commands\n\nNot there yet: " + words(NOT_YET) + ".\n"
    return text


# ------------------------------------------------------------------------------------------------------ commands

COMMANDS = """# Commands

`encounter COMMAND --help` says the same. `encounter --version` prints the version and the form of the engine. Both
print text, with `--json` too.

| exit code | means |
| --- | --- |
| 0 | answered; an `explain` whose answer is "that is not allowed" is one |
| 1 | `check` found errors |
| 2 | wrong usage, a file that cannot be used, or an output that cannot be written |
| 130 | interrupted; `batch` has printed what was finished |

With `--json` there is one JSON value on the standard output whatever happens: the answer, or
`{"ok": false, "errors": [...]}` with `file`, `line`, `column`, `code`, `message` and `hint` of each error. A key that
does not apply is null and never left out; names and squares are as in the file, lengths in feet.

"""


def commands() -> str:
    """reference/commands.md"""
    from importlib import import_module

    from encounter.cli import COMMANDS as NAMES
    from encounter.cli import MODULES
    from encounter.cli.common import Parser

    text = GENERATED + COMMANDS
    common: list[tuple[str, ...]] = []
    for name, does in NAMES.items():
        module = import_module(f"encounter.cli.{MODULES.get(name, name)}")
        parser = Parser(f"encounter {name}", does)
        module.add_arguments(parser)
        rows: list[tuple[str, ...]] = []
        for group in parser._action_groups:
            shown: list[tuple[str, ...]] = [
                option(action) for action in group._group_actions if "--help" not in action.option_strings
            ]
            if group.title == "common options":
                common = common or shown
            else:
                rows += shown
        _, _, more = (module.__doc__ or "").partition("\n\n")
        text += f"## encounter {name}\n\n{does[0].upper()}{does[1:]}. {' '.join(more.split())}".rstrip() + "\n\n"
        text += table(("argument", "what it is"), rows) + "\n" if rows else ""
    return text + "## Options of every command\n\n" + table(("option", "what it is"), common)


def option(action: argparse.Action) -> tuple[str, ...]:
    """An argument of a command: how it is written, what it is."""
    metavar = action.metavar if isinstance(action.metavar, str) else ""
    if not action.option_strings:
        written = f"{metavar}..." if action.nargs == "+" else f"[{metavar}]" if action.nargs == "?" else metavar
    else:
        written = " ".join([", ".join(action.option_strings), *([metavar] if metavar else [])])
    return code(written), action.help or ""


# ----------------------------------------------------------------------------------------------------------- rulesets

# What each field of a ruleset's record means, as a question that its value answers.
QUESTIONS = {
    "rerolls_stack": "Are causes counted, and cancelled one for one? (else any of each gives neither)",
    "natural_20_hits": "Does a natural 20 hit, and is it a critical hit?",
    "natural_1_misses": "Does a natural 1 on an attack miss?",
    "critical_on": "From which natural number on is a hit critical? (0: none)",
    "minor_on": "Which natural number brings a minor effect? (0: none)",
    "major_on": "Which natural number brings a major effect? (0: none)",
    "fumbles_on": "Which natural number fumbles, on every roll? (0: none)",
    "tie_to_actor": "Does an opposed roll that ties go to whoever acts? (else nothing changes)",
    "surprise_costs_turn": "Does surprise cost the first turn? (else: disadvantage on initiative)",
    "help_names_ally": "Does Help serve one named ally? (else the next attack of any ally)",
    "help_needs_proficiency": "Must whoever helps with a check be proficient in the skill?",
    "search_tie_finds": "Does a Search that equals the Stealth total find? (else it must be higher)",
    "passive_finds": "Is a hider found by a passive Perception that reaches its Stealth total?",
    "suffocation_exhausts": "Does whoever suffocates gain exhaustion? (else it drops to 0 hit points)",
    "kindling_is_bonus": "Is lighting a candle, lamp or torch a bonus action? (else an action)",
    "potion_is_bonus": "Is drinking or giving a potion a bonus action? (else an action)",
    "hide_dc": "What is the DC to hide? (0: the passive Perception of each enemy)",
    "hide_needs_cover": "Does hiding need heavy obscurement or three-quarters cover? (else: not to be seen clearly)",
    "hidden_is_invisible": "Does a hidden creature have the Invisible condition?",
    "grapple_is_save": "Are grapple and shove a saving throw of the target? (else a contest)",
    "opportunity_unarmed_options": "May an opportunity attack grapple or shove?",
    "multiattack_is_attack": "Is Multiattack part of the Attack action? (else an action of its own)",
    "light_needs_melee": "Must both weapons of two-weapon fighting be melee weapons?",
    "draws_with_attack": "May each attack draw its weapon? (else one free interaction a turn does)",
    "heavy_asks_size": "Do heavy weapons trouble Small creatures? (else those with a score below 13)",
    "lance_near": "Has the lance disadvantage within 5 ft?",
    "net_is_save": "Does the target of a net make a saving throw? (else a net is one attack roll an action)",
    "untrained_shield_hinders": "Does a shield hinder whoever is not trained with it? (else it adds no AC)",
    "drag_halves_speed": "Does dragging halve the Speed? (else each foot costs one more)",
    "drag_free_tiny": "Is a Tiny creature dragged for nothing?",
    "ally_space_slows": "Is an ally's space difficult terrain?",
    "tiny_space_free": "Is a Tiny creature's space free to pass?",
    "pass_incapacitated": "May one pass through an incapacitated enemy's space?",
    "end_in_space_prone": "Does whoever ends its turn in another's space fall prone?",
    "squeezing_costs": "Does squeezing cost as much again by itself? (else the narrow space is difficult terrain)",
    "run_is_on_foot": "Must the run-up of a long jump be on foot? (else any movement will do)",
    "wet_unarmed": "Does water hamper unarmed strikes?",
    "knock_out_hp": "With how many HP does a knocked-out creature stay?",
    "concentration_cap": "What is the highest DC of a concentration save? (0: none)",
    "invisible_needs_unseen": "Does Invisible help only against who cannot see its bearer?",
}


def editions() -> str:
    """reference/editions.md"""
    from attrs import fields

    from encounter.engine.rules.editions import RULESETS
    from encounter.engine.rules.ruleset import Ruleset

    first = next(iter(RULESETS.values()))
    names = [field.name for field in fields(Ruleset) if isinstance(getattr(first, field.name), (bool, int))]
    text = GENERATED + "# Rulesets and their differences\n\n"
    text += "What is not in these tables is the same in all of them. "
    text += "`reroll` is SRD 5.1 with another way to roll a d20.\n\n## Procedures\n\n"
    rows: list[tuple[str, ...]] = []
    for name in names:
        answers = [getattr(ruleset, name) for ruleset in RULESETS.values()]
        told = tuple(("yes" if one else "no") if isinstance(one, bool) else str(one) for one in answers)
        rows.append((question(name), *told))
    text += table(("question", *RULESETS), rows) + "\n## Conditions\n\n"
    text += "The clauses that each condition's row carries; a dash where the ruleset has none of them.\n\n"
    text += rows_of("condition", [ruleset.effects for ruleset in RULESETS.values()], tuple(RULESETS))
    text += "\n## Traits\n\n" + rows_of("trait", [r.traits for r in RULESETS.values()], tuple(RULESETS))
    every = sorted(set().union(*(ruleset.clauses for ruleset in RULESETS.values())))
    rows = [
        (code(clause), *("yes" if clause in ruleset.clauses else "no" for ruleset in RULESETS.values()))
        for clause in every
    ]
    text += "\n## Clauses of procedures\n\n" + table(("clause", *RULESETS), rows)
    for ruleset in RULESETS.values():
        if ruleset.parent:
            text += f"\n## What {ruleset.name} changes against {ruleset.parent}\n\n"
            text += "".join(f"* {change}\n" for change in changes(ruleset, RULESETS[ruleset.parent]))
    return text


def changes(own: Any, parent: Any) -> list[str]:
    """What a ruleset's record has that its parent's has not, and the other way round."""
    from attrs import fields

    made = []
    for field in fields(type(own)):
        before, now = getattr(parent, field.name), getattr(own, field.name)
        if isinstance(now, (bool, int)) and now != before:
            told = ["yes" if one is True else "no" if one is False else str(one) for one in (before, now)]
            made.append(f"{question(field.name)} **{told[1]}**, not {told[0]}.")
    for what, rows, others in (("condition", own.effects, parent.effects), ("trait", own.traits, parent.traits)):
        there, were = {row.name: row for row in rows}, {row.name: row for row in others}
        made += [f"The {what} {code(name)} is new." for name in there if name not in were]
        made += [f"There is no {what} {code(name)}." for name in were if name not in there]
        for name in there:
            if name in were and there[name] != were[name]:
                made.append(f"The {what} {code(name)} is another one{gains(there[name], were[name])}.")
    made += [f"Procedures apply {code(id)}." for id in sorted(own.clauses - parent.clauses)]
    made += [f"Procedures do not apply {code(id)}." for id in sorted(parent.clauses - own.clauses)]
    return made


def gains(row: Any, before: Any) -> str:
    """The clauses that a row has gained and lost; nothing when it differs in flags and numbers only."""
    now, then = row.clause_ids(), before.clause_ids()
    told = [("with", [id for id in now if id not in then]), ("without", [id for id in then if id not in now])]
    parts = [f"{word} {words(ids)}" for word, ids in told if ids]
    return ", " + " and ".join(parts) if parts else ", with the same clauses"


# ---------------------------------------------------------------------------------------------------------- clauses

CLAUSES = """# Clauses

Every rule that the engine can name: in the reasons of a roll, as the ground of a refusal, or as the reason why a step
does not provoke. Numbers are rows of the rules specification of this project, `B.n` its sections; the text itself
stands in the source named behind them. The tests named play the rule, and at least one of them fails when the clause is
taken out of its ruleset.

"""


def clauses() -> str:
    """reference/clauses.md"""
    sys.path.insert(0, str(ROOT / "tests"))
    import claims
    from clauses import CLAIMS
    from encounter.engine.rules.clauses import REGISTER, kinds_of, rulesets_of

    claims.load()
    rows = []
    for entry in REGISTER:
        where = sorted({claims.file_of(claimant) for claimant in CLAIMS.get(entry.id, ())})
        what = ", ".join(kinds_of(entry.id))
        rows.append((code(entry.id), entry.title, what, words(rulesets_of(entry.id)), entry.place, words(where)))
    head = ("clause", "when", "does", "rulesets", "where it stands", "tests")
    return GENERATED + CLAUSES + table(head, rows)


def question(name: str) -> str:
    """What a field of a ruleset answers: in words of its own, else by its name and the comment beside it."""
    if name in QUESTIONS:
        return QUESTIONS[name]
    source = (ROOT / "encounter/engine/rules/ruleset.py").read_text(encoding="utf-8")
    found = re.search(rf"^    {name}: \w+(?: = \w+)?(?:  # (.*))?$", source, re.MULTILINE)
    comment = found[1] if found is not None else None
    return f"{name.replace('_', ' ').capitalize()}?" + (f" ({comment})" if comment else "")


def rows_of(what: str, tables: list[tuple[Any, ...]], names: tuple[str, ...]) -> str:
    """Conditions or traits with the clauses of each ruleset's row."""
    found = list(dict.fromkeys(row.name for rows in tables for row in rows))
    made: list[tuple[str, ...]] = []
    for name in found:
        cells = []
        for rows in tables:
            row = next((row for row in rows if row.name == name), None)
            cells.append("is not there" if row is None else words(row.clause_ids()) or "–")
        made.append((name, *cells))
    return table((what, *names), made)


# ------------------------------------------------------------------------------------------------------ the program

PAGES: dict[str, Callable[[], str]] = {
    "reference/scenario-file.md": scenario_file,
    "reference/commands.md": commands,
    "reference/clauses.md": clauses,
    "reference/editions.md": editions,
    "reference/not-simulated.md": not_simulated,
}


def pages() -> list[str]:
    """Every page, by its path in docs/."""
    files = (file.relative_to(DOCS) for file in DOCS.rglob("*.md"))
    return sorted(file.as_posix() for file in files if not file.as_posix().startswith("_build"))


def current(page: str, kept: Callable[[str], bool] = never) -> str:
    """A page as it should be now; commands that `kept` names keep their output."""
    if page in PAGES:
        return PAGES[page]()
    text = (DOCS / page).read_text(encoding="utf-8")
    return refreshed(text, page, kept) if is_played(text) else text


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Write what in the documentation is made from data.")
    parser.add_argument("pages", nargs="*", metavar="PAGE", help="a page below docs/, such as tutorial/index.md")
    parser.add_argument("--check", action="store_true", help="write nothing, fail when a page is out of date")
    parser.add_argument("--no-batch", action="store_true", help="leave the output of batches alone")
    arguments = parser.parse_args(argv)
    stale = []
    for page in arguments.pages or sorted({*pages(), *PAGES}):
        file = DOCS / page
        made = current(page, is_batch if arguments.no_batch else never)
        if not file.exists() or steady(file.read_text(encoding="utf-8")) != steady(made):
            stale.append(page)
            if not arguments.check:
                file.write_text(made, encoding="utf-8")
    for page in stale:
        print(f"{page} {'is out of date' if arguments.check else 'written'}")
    return 1 if stale and arguments.check else 0


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.exit(main(sys.argv[1:]))
