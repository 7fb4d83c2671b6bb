"""The bestiaries as they lie on disk: an index, and the creatures of each first letter in a file of YAML.

One creature is cut out of its file and read alone, which takes a few milliseconds.
"""

import csv
import re
from functools import cache
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from encounter.bestiary.names import ALIASES, OTHER_LANGUAGES
from encounter.scenario.source import folded

DATA: Final = Path(__file__).resolve().parent / "data"
RULES: Final = ("srd-5.1", "srd-5.2")


@frozen
class Entry:
    """One line of an index: name, challenge rating as printed, experience points and type; "" or None if unknown."""

    name: str
    cr: str
    xp: int | None
    type: str


@frozen
class Beast:
    """A creature as the bestiary has it: its keys, with `left_out` for what its stat block says beside them."""

    entry: Entry
    rules: str
    keys: dict[str, Any]

    @property
    def source(self) -> str:
        """What stands where a file's name would stand."""
        return f"bestiary/{self.rules}"


def bestiary_of(ruleset: str) -> str:
    """The bestiary that a ruleset uses: its own, and that of SRD 5.1 under `reroll`."""
    return ruleset if ruleset in RULES else "srd-5.1"


@cache
def index(rules: str) -> tuple[Entry, ...]:
    """Every creature of a bestiary, by name."""
    with (DATA / rules / "index.csv").open(encoding="utf-8", newline="") as file:
        return tuple(
            Entry(row["name"], row["cr"], int(row["xp"]) if row["xp"] else None, row["type"])
            for row in csv.DictReader(file)
        )


def _form(name: str) -> str:
    """A name as it is compared: without case, and with one kind of apostrophe."""
    return folded(name.replace("\u2019", "'"))


@cache
def _by_form(rules: str) -> dict[str, Entry]:
    made = {_form(entry.name): entry for entry in index(rules)}
    for alias, meant in ALIASES[rules].items():
        made.setdefault(_form(alias), made[_form(meant)])
    for word, english in OTHER_LANGUAGES.items():
        if _form(english) in made:
            made.setdefault(_form(word), made[_form(english)])
    return made


def named(name: str, ruleset: str) -> Entry | None:
    """The creature of a ruleset's bestiary that a name, an alias or a name in another language means."""
    return _by_form(bestiary_of(ruleset)).get(_form(name))


def names(ruleset: str) -> list[str]:
    """Every name that is understood, aliases after names."""
    rules = bestiary_of(ruleset)
    return list(dict.fromkeys([*(entry.name for entry in index(rules)), *ALIASES[rules], *OTHER_LANGUAGES]))


def search(part: str, ruleset: str) -> list[Entry]:
    """Creatures in whose name, alias or type a text occurs, in the order of the index."""
    form = _form(part)
    meant = {entry.name for known, entry in _by_form(bestiary_of(ruleset)).items() if form in known}
    return [
        entry for entry in index(bestiary_of(ruleset)) if entry.name in meant or form == entry.type.partition(" (")[0]
    ]


@cache
def _text(rules: str, letter: str) -> str:
    return (DATA / rules / f"{letter}.yaml").read_text(encoding="utf-8")


def read(entry: Entry, rules: str) -> Beast:
    """A creature with everything that its file says."""
    import yaml

    text = _text(rules, entry.name[0].lower())
    found = re.search(
        rf"^(?:{re.escape(entry.name)}|'{re.escape(entry.name)}'):\n((?:[ ].*\n?|\n)*)", text, re.MULTILINE
    )
    if found is None:
        raise ValueError(f"the index of {rules} names {entry.name!r}, its file does not")
    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    keys = yaml.load(found.group(1), Loader=loader)
    return Beast(entry, rules, {"type": entry.type, **keys} if entry.type else keys)


def find(name: str, ruleset: str) -> Beast | None:
    """A creature of a ruleset's bestiary by name, None when there is none such."""
    entry = named(name, ruleset)
    return None if entry is None else read(entry, bestiary_of(ruleset))
