"""The spells of a creature as a file writes them: `spells: {dc: 15, slots: {1: 4}, prepared: [bless]}`."""

import re
from typing import Any, Final

from attrs import frozen

from encounter.engine.effect import ABILITIES
from encounter.engine.rules.editions import RULESETS
from encounter.engine.rules.spellbook.others import NOT_PLAYED
from encounter.engine.tables import MOST_SLOT
from encounter.scenario.idle_spells import IDLE_SPELLS
from encounter.scenario.nodes import Node, Scalar
from encounter.scenario.source import folded, suggestion
from encounter.scenario.values import BAD, Choice, Custom, Field, Integer, ListOf, MapOf, Reading, Record, Word

LEVELS: Final = tuple(str(level) for level in range(1, MOST_SLOT + 1))


@frozen
class Known:
    """A spell that a creature can cast: its name, the level it is always cast at (0: its own), where it is written."""

    name: str
    at_level: int
    word: Word


def known_spell(text: str, ruleset: str) -> tuple[str, int] | None:
    """The name and the level of `fireball at level 5`; None when there is no such spell.

    >>> known_spell("Fireball at level 5", "srd-5.1"), known_spell("fire bolt", "srd-5.2")
    (('fireball', 5), ('fire bolt', 0))
    """
    form = folded(text)
    found = re.fullmatch(r"(.+?) at level ([1-9])", form)
    name, level = (found.group(1), int(found.group(2))) if found else (form, 0)
    spell = RULESETS[ruleset].spell(name)
    if spell is not None and spell.can_be_cast:
        return (name, level) if level == 0 or 0 < spell.level <= level else None
    return (name, level) if name in NOT_PLAYED or name in IDLE_SPELLS else None


def names_of(ruleset: str) -> list[str]:
    """The spells that a file may name under a ruleset."""
    return [*(spell.name for spell in RULESETS[ruleset].spells if spell.can_be_cast), *NOT_PLAYED, *IDLE_SPELLS]


def _spell(node: Node, reading: Reading, kind: Custom) -> Any:
    if not isinstance(node, Scalar) or not node.text.strip():
        return kind.wrong(node, reading)
    word = Word(" ".join(node.text.split()), node.place)
    return _checked(word, reading)


def _checked(word: Word, reading: Reading) -> Any:
    found = known_spell(word, reading.ruleset)
    if found is None:
        name = folded(word).split(" at level ")[0]
        spell = RULESETS[reading.ruleset].spell(name)
        if spell is not None and spell.can_be_cast:
            hint = (
                f"`{name}` is of level {spell.level}" if spell.level else f"`{name}` is a cantrip, which has no level"
            )
            return reading.error(word.place, "bad-value", f"`{word[:60]}` is cast at no such level", hint)
        hint = suggestion(name, names_of(reading.ruleset), "spell")
        return reading.error(word.place, "unknown-name", f"`{word[:60]}` is no spell that is known", hint)
    return Known(found[0], found[1], word)


class _Daily(MapOf):
    """Spells with how often each can be cast."""

    def read(self, node: Node, reading: Reading) -> Any:
        values = super().read(node, reading)
        for word in list(values) if values is not BAD else ():
            if _checked(word, reading) is BAD:
                values.bad.add(word)
        return values


SPELL: Final = Custom("a spell such as fireball, or fireball at level 5", _spell, {"type": "string"})
SPELLS: Final = Record(
    "the spells of a creature",
    {
        "ability": Field(Choice("ability", ABILITIES), "its spellcasting ability; usually the best of its mind"),
        "dc": Field(Integer(1, 40), "DC of saves against its spells; usually 8, proficiency and that ability"),
        "attack": Field(Integer(-10, 40), "bonus of its spell attacks; usually proficiency and that ability"),
        "level": Field(Integer(1, 20), "its level as a caster, by which cantrips grow"),
        "at_will": Field(ListOf(SPELL), "cantrips, and what it casts as often as it likes"),
        "slots": Field(MapOf("level", Integer(0, 20), LEVELS), "spell slots by level: {1: 4, 2: 3}"),
        "prepared": Field(ListOf(SPELL), "spells that it casts with slots"),
        "daily": Field(_Daily("spell", Integer(1, 20)), "spells without slots, with their uses: {fireball: 3}"),
    },
    {
        "cantrips": "did you mean `at_will`?",
        "spells": "did you mean `prepared`?",
        "known": "did you mean `prepared`?",
        "save": "did you mean `dc`?",
        "to_hit": "did you mean `attack`?",
    },
)
