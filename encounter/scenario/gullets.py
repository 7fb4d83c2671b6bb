"""`swallows:` of a creature: what befalls those whom it has swallowed."""

import re
from typing import Any, Final

from encounter.engine.creature import Gullet
from encounter.engine.effect import CON, CONDITION_NAMES
from encounter.scenario.nodes import Node, Scalar
from encounter.scenario.phrases import DAMAGE, NAME, SAVE
from encounter.scenario.source import folded
from encounter.scenario.values import Boolean, Choice, Custom, Field, Integer, Length, ListOf, Reading, Record, Values


def _most(node: Node, reading: Reading, kind: Custom) -> Any:
    """A number, 0 for any."""
    text = folded(node.text) if isinstance(node, Scalar) else ""
    if text == "any":
        return 0
    return int(text) if re.fullmatch(r"[1-9]\d?", text) else kind.wrong(node, reading)


GULLET: Final = Record(
    "what it swallows with",
    {
        "most": Field(
            Custom("a number of creatures, or any", _most, {"type": ["string", "integer"]}),
            "how many it can have inside at a time: 1 (usual), or any",
        ),
        "conditions": Field(
            ListOf(Choice("condition", CONDITION_NAMES), or_one=True), "conditions of whoever is inside"
        ),
        "damage": Field(ListOf(DAMAGE, or_one=True), "what they take on each of its turns: 6d6 acid"),
        "at": Field(Choice("moment", ("start", "end")), "when on its turns that damage falls: start (usual) or end"),
        "once": Field(Boolean(), "it falls once, at the end of its next turn, and then they are out again"),
        "spits_after": Field(
            Integer(1, 500), "damage from inside in one turn that makes it save, at the turn's end, or give them up"
        ),
        "save": Field(SAVE, "that save: con 14"),
        "exit": Field(Length(0), "the movement it takes to get out of its corpse: 15 ft (usual)"),
        "bars": Field(ListOf(NAME, or_one=True), "attacks that it cannot make with somebody inside: bite"),
    },
)


def gullet_of(block: Values, attacks: dict[str, str], reading: Reading) -> Gullet | None:
    """The Gullet that a block writes, None when something is wrong with it, which is then noted."""
    if block.bad:
        return None
    if ("spits_after" in block) != ("save" in block):
        key = "spits_after" if "spits_after" in block else "save"
        reading.error(block.at(key), "missing-key", "how much it bears, and its save, belong together", "write both")
        return None
    ability, dc = block.get("save", (CON, 0))
    if ability != CON:
        reading.error(block.at("save"), "bad-value", "a stomach is saved with Constitution", f"write save: con {dc}")
        return None
    unknown = [name for name in block.get("bars", ()) if folded(name) not in attacks]
    if unknown:
        reading.error(block.at("bars"), "unknown-name", f"`{unknown[0]}` is no attack of this creature", "name one")
        return None
    return Gullet(
        most=block.get("most", 1),
        conditions=tuple(map(str, block.get("conditions", ()))),
        damage=tuple(block.get("damage", ())),
        at_end=block.get("at", "start") == "end" or block.get("once", False),
        once=block.get("once", False),
        spits_after=block.get("spits_after", 0),
        dc=dc,
        exit_ft=block.get("exit", 15),
        bars=tuple(attacks[folded(name)] for name in block.get("bars", ())),
    )
