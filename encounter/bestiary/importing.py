"""A file that somebody has, of whatever format: to creatures of a scenario file, with what was not understood."""

import json
import re
from collections.abc import Callable
from typing import Any, Final

from attrs import Factory, define

from encounter.bestiary import data_formats, tool_formats
from encounter.bestiary.assembling import BadStatBlock, Made, assemble
from encounter.bestiary.draft import Draft
from encounter.bestiary.fitting import Fitter
from encounter.bestiary.pasted import blocks
from encounter.bestiary.statblock import NoStatBlock, from_text
from encounter.bestiary.tool_formats import Unreadable

MOST_BYTES: Final = 20_000_000
MOST_CREATURES: Final = 2_000
ENCODINGS: Final = ("utf-8-sig", "utf-16", "cp1252")


@define
class Imported:
    """What a file gave. `format` is its name, `rules` the edition whose wording it has; `refused` names creatures that
    cannot be brought in, with the reason."""

    format: str
    rules: str
    creatures: list[Made] = Factory(list)
    ignored: list[str] = Factory(list)
    warnings: list[str] = Factory(list)
    refused: list[str] = Factory(list)


def decoded(data: bytes) -> tuple[str, str]:
    """The text of a file, and a warning where it is not in UTF-8.

    Raises Unreadable for what is no text.
    """
    if len(data) > MOST_BYTES:
        raise Unreadable(f"more than {MOST_BYTES // 1_000_000} MB are no file of creatures")
    if b"\x00" in data and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise Unreadable("the file is no text")
    for encoding in ENCODINGS:
        if encoding == "utf-16" and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
            continue
        try:
            return data.decode(encoding), "" if encoding.startswith("utf-8") else f"the file is read as {encoding}"
        except UnicodeDecodeError:
            continue
    raise Unreadable("the file is in no encoding that is known; save it as UTF-8")


def _no_constant(name: str) -> None:
    raise Unreadable(f"{name} is no number that a creature can have")


_READERS: Final[tuple[tuple[str, Callable[[Any], bool], Callable[[Any], Draft]], ...]] = (
    ("5e-bits", data_formats.is_5ebits, data_formats.from_5ebits),
    ("dndwright", data_formats.is_dndwright, data_formats.from_dndwright),
    ("Improved Initiative", tool_formats.is_improved_initiative, tool_formats.from_improved_initiative),
    ("Foundry actor", tool_formats.is_foundry, tool_formats.from_foundry),
    ("5etools", tool_formats.is_5etools, tool_formats.from_5etools),
)


def _tree(text: str) -> Any:
    """The value of JSON, or of the YAML that Foundry's packs are kept in; None when it is neither."""
    if text.lstrip().startswith(("{", "[")):
        try:
            return json.loads(text, parse_constant=_no_constant)
        except RecursionError:
            raise Unreadable("the JSON is nested too deeply") from None
        except json.JSONDecodeError as error:
            raise Unreadable(f"broken JSON in line {error.lineno}, column {error.colno}: {error.msg}") from None
    if re.search(r"^system:", text, re.MULTILINE) and re.search(r"^items:", text, re.MULTILINE):
        import yaml

        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        try:
            if any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(text, Loader=loader)):
                raise Unreadable("the YAML repeats parts of itself with aliases, which are not read")
            return yaml.load(text, Loader=loader)
        except yaml.YAMLError as error:
            raise Unreadable(f"broken YAML: {str(error).splitlines()[0]}") from None
    return None


_OWN_KEYS: Final = re.compile(r"^(?:rules|map|sides|creatures|include|legend|win|title|light):(?=\s|$)", re.MULTILINE)
_OWN_CREATURES: Final = re.compile(r"^creatures:[ \t]*(?:#.*)?\n(?:[ \t]*(?:#.*)?\n)*[ \t]+\S", re.MULTILINE)


def drafts_of(text: str) -> tuple[str, list[Draft]]:
    """The name of the format, and the creatures of a text.

    Raises Unreadable and NoStatBlock.
    """
    if text.lstrip().startswith("<"):
        drafts = tool_formats.from_fight_club(text)
        if not drafts:
            raise Unreadable("the XML has no <monster>")
        return "Fight Club", drafts
    if len(_OWN_KEYS.findall(text)) > 1 or _OWN_CREATURES.search(text):
        raise Unreadable("this is a scenario file already, or one of creatures: name it under `include` of a scenario")
    tree = _tree(text)
    if tree is None:
        return "text", [from_text(block) for block in blocks(text)]
    if data_formats.is_open5e(tree):
        try:
            return "open5e v2", data_formats.from_open5e(tree)
        except (AttributeError, TypeError, KeyError, IndexError) as error:
            raise Unreadable(f"not as open5e v2 writes it ({error})") from None
    values = tree if isinstance(tree, list) else [tree]
    if isinstance(tree, dict):
        values = next(
            (tree[key] for key in ("monster", "creatures", "results") if isinstance(tree.get(key), list)), values
        )
    if len(values) > MOST_CREATURES:
        raise Unreadable(f"{len(values)} creatures in one file; at most {MOST_CREATURES}")
    for name, fits, read in _READERS:
        if any(fits(one) for one in values):
            return name, [_read(name, read, one) for one in values if fits(one)]
    if values and all(data_formats.is_open5e(one) for one in values):
        return "open5e v2", [draft for one in values for draft in data_formats.from_open5e(one)]
    raise Unreadable(
        "no known format: neither 5e-bits, open5e v2, dndwright, Improved Initiative, Foundry, 5etools nor Fight Club"
    )


def _read(name: str, read: Callable[[Any], Draft], value: Any) -> Draft:
    """One creature; a key that holds something of another shape than the format has is refused with the creature."""
    try:
        return read(value)
    except (AttributeError, TypeError, KeyError, IndexError, ValueError) as error:
        called = value.get("name") or value.get("Name") or "a creature"
        raise Unreadable(f"{called}: not as {name} writes it ({error})") from None


def edition_of(drafts: list[Draft]) -> str:
    """The ruleset whose wording the prose has; srd-5.2 where none shows."""
    prose = " ".join(feature.text for draft in drafts for feature in draft.features)
    old = len(re.findall(r"(?:Weapon|Spell) Attack:|saving throw or |to hit\b", prose))
    new = len(re.findall(r"Attack Roll|Saving Throw: DC|Failure:|has the \w+ condition", prose))
    return "srd-5.1" if old > new else "srd-5.2"


def _number(draft: Draft, taken: set[str], made: Imported) -> None:
    """Give a creature whose name is taken a number behind it: no creature of a file stands for another one."""
    name, number = draft.name, 1
    while draft.name.casefold() in taken:
        number += 1
        draft.name = f"{name} {number}"
    taken.add(draft.name.casefold())
    if number > 1:
        made.warnings.append(f"{name}: a creature of this name came before; this one is called {draft.name}")


def import_text(text: str, rules: str | None = None) -> Imported:
    """Everything that a text holds, fitted to a ruleset: that of its wording, where none is given.

    Raises Unreadable and NoStatBlock when there is nothing to be had.
    """
    name, drafts = drafts_of(text)
    made = Imported(name, rules or edition_of(drafts))
    taken: set[str] = set()
    for draft in drafts:
        draft.name = " ".join(draft.name.split())[:80] or "creature"
        _number(draft, taken, made)
        try:
            creature = assemble(draft)
        except BadStatBlock as error:
            odd = [what for what in draft.ignored if what.endswith("is no number")]
            made.refused.append("; ".join([str(error), *odd]))
            continue
        fitted = Fitter({**creature.keys, "left_out": creature.left}, made.rules)
        odd = [f"{key} {creature.keys[key]}" for key in ("ac", "hp") if key not in fitted.keys]
        if odd:
            made.refused.append(f"{draft.name}: {' and '.join(odd)}: no creature has that")
            continue
        creature.facts["written"] = {**creature.keys, "left_out": creature.left}
        creature.keys, creature.left = fitted.keys, fitted.left
        made.creatures.append(creature)
        made.warnings += creature.warnings
        made.ignored += [f"{draft.name}: {what}" for what in draft.ignored]
    return made


__all__ = ["Imported", "NoStatBlock", "Unreadable", "decoded", "drafts_of", "import_text"]
