"""Whom something is for, as a file says it: `humanoid`, `not undead`, `prone`, `grappled by me`, `hurt`."""

import re
from collections.abc import Iterable
from typing import Any, Final

from encounter.engine.effect import CONDITION_NAMES
from encounter.engine.tables import Setup, Whom
from encounter.scenario.nodes import Node, Scalar
from encounter.scenario.source import folded, suggestion
from encounter.scenario.values import Custom, ListOf, Reading

CREATURE_TYPES: Final = (
    "aberration",
    "beast",
    "celestial",
    "construct",
    "dragon",
    "elemental",
    "fey",
    "fiend",
    "giant",
    "humanoid",
    "monstrosity",
    "ooze",
    "plant",
    "undead",
)
TAGS: Final = (  # what may stand behind a type in brackets and is asked for
    *("demon", "devil", "dwarf", "elf", "gnome", "goblinoid", "halfling", "human", "orc", "shapechanger"),
)
PLURALS: Final = {"monstrosities": "monstrosity", "fey": "fey", "undead": "undead", "elves": "elf", "dwarves": "dwarf"}
HURT: Final = "hurt"
FIRST_ROUND: Final = "first round"
NOT: Final = "not "
_SWARM: Final = re.compile(r"swarm of \w+ (\w+)")
_TYPE: Final = re.compile(r"([a-z ]+?)(?: ?\(([^()]*)\))?")


def singular(word: str) -> str:
    """A type of creature in the singular: `beasts` is `beast`."""
    if word in PLURALS:
        return PLURALS[word]
    return word if word in (*CREATURE_TYPES, *TAGS) else word.removesuffix("s")


def types_of(text: str) -> tuple[str, ...]:
    """The type and the tags of a creature; () when the text is none.

    >>> types_of("humanoid (elf, shapechanger)"), types_of("swarm of Tiny beasts"), types_of("table")
    (('humanoid', 'elf', 'shapechanger'), ('beast', 'swarm'), ())
    """
    swarm = _SWARM.fullmatch(folded(text))
    if swarm is not None and singular(swarm.group(1)) in CREATURE_TYPES:
        return (singular(swarm.group(1)), "swarm")
    found = _TYPE.fullmatch(folded(text))
    if found is None or found.group(1) not in CREATURE_TYPES:
        return ()
    tags = [tag.strip() for tag in (found.group(2) or "").split(",")]
    return (found.group(1), *(tag for tag in tags if tag))


def _type(node: Node, reading: Reading, kind: Custom) -> Any:
    if not isinstance(node, Scalar) or not node.text.strip():
        return kind.wrong(node, reading)
    made = types_of(node.text)
    if not made:
        message = f"`{node.text.strip()[:60]}` is no type of creature"
        hint = suggestion(folded(node.text), CREATURE_TYPES, "type")
        return reading.error(node.place, "unknown-name", message, hint)
    return made


TYPE: Final = Custom("a type of creature such as humanoid or fiend (devil)", _type, {"type": "string"})


def _only(node: Node, reading: Reading, kind: Custom) -> Any:
    """(term, whether the creature itself must have brought it): `prone`, `grappled by me`, `not undead`."""
    if not isinstance(node, Scalar) or not node.text.strip():
        return kind.wrong(node, reading)
    text = folded(node.text)
    spares = text.startswith(NOT)
    name, by, whose = text.removeprefix(NOT).partition(" by ")
    type_ = singular(name)
    if type_ in (*CREATURE_TYPES, *TAGS) and not by:
        return (f"{NOT if spares else ''}{type_}", False)
    if name in (HURT, FIRST_ROUND) and not by and not spares:
        return (name, False)
    if name not in CONDITION_NAMES or spares:
        known = CREATURE_TYPES if spares else (*CONDITION_NAMES, *CREATURE_TYPES)
        message = f"`{name[:60]}` is no type of creature" if spares else f"`{name[:60]}` is no condition"
        hint = suggestion(name, known, "type" if spares else "condition")
        return reading.error(node.place, "unknown-name", message, hint)
    if by and whose not in ("me", "it"):
        return reading.error(
            node.place, "bad-value", f"`{node.text[:60]}`: by whom?", f"write `{name} by me`, or `{name}`"
        )
    return (name, bool(by))


ONLY: Final = ListOf(
    Custom(
        "a condition such as prone or grappled by me, or a type such as humanoid or not undead",
        _only,
        {"type": "string"},
    ),
    or_one=True,
    least=1,
)


def kind_bits(names: Iterable[str], setup: Setup) -> int:
    """Mask of types and tags, each with a bit of its own in the encounter; tags that nothing asks for have none."""
    mask = 0
    for name in names:
        if name in CREATURE_TYPES or name in TAGS:
            mask |= 1 << setup.type_places.setdefault(name, len(setup.type_places))
    return mask


def whom(only: tuple[tuple[str, bool], ...], setup: Setup) -> Whom | None:
    """Whom something is for as a row, None where it is for anybody."""
    if not only:
        return None
    made = Whom()
    made.spared = kind_bits((term.removeprefix(NOT) for term, _ in only if term.startswith(NOT)), setup)
    made.types = kind_bits((term for term, _ in only), setup)
    made.hurt = any(term == HURT for term, _ in only)
    made.first_round = any(term == FIRST_ROUND for term, _ in only)
    conditions = [(term, mine) for term, mine in only if term in CONDITION_NAMES]
    made.rows = [setup.effect_named[term] for term, _ in conditions]
    made.mine = [mine for _, mine in conditions]
    made.is_anybody = all(term.startswith(NOT) for term, _ in only)
    return made
