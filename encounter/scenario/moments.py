"""When a trait acts by itself, as a file says it: `a creature starts its turn within 10 ft`, `dies`, `touched`."""

import re
from typing import Any, Final

from attrs import frozen

from encounter.engine.creature import DEED_TRIGGERS, MOMENTS, SPURS
from encounter.scenario.nodes import Node, Scalar
from encounter.scenario.source import folded, suggestion
from encounter.scenario.values import Choice, Custom, Reading, parse_length

_NEAR: Final = re.compile(r"(a creature|an enemy) (starts|ends) its turn within (\d.*)")
_TRIGGER: Final = Choice(
    "trigger of a reaction",
    DEED_TRIGGERS,
    also={
        "an ally is hit": "ally hit",
        "i am damaged": "damaged",
        "i am hit": "hit by attack",
        "hit": "hit by attack",
        "hit by a melee attack": "hit by melee attack",
        "missed by a melee attack": "missed by melee attack",
        "an enemy enters reach": "enemy enters reach",
    },
)
_OWN: Final = MOMENTS[2:]
_NEVER_FAR: Final = 500


@frozen
class Moment:
    """One of creature.MOMENTS; how near the other is to be in feet, and whether only enemies are meant."""

    name: str
    within_ft: int = 0
    of: str = "all"


def _when(node: Node, reading: Reading, kind: Custom) -> Any:
    """What a reaction answers, a text; or when a trait acts, a Moment."""
    text = folded(node.text) if isinstance(node, Scalar) else ""
    found = _NEAR.fullmatch(text)
    if found is None:
        if text in _OWN:
            return Moment(text)
        if text in SPURS:
            return text
        if text.startswith(("a creature ", "an enemy ")) and " turn" in text:
            return kind.wrong(
                node, reading, suggestion(text, [f"{MOMENTS[0]} within 5 ft", f"{MOMENTS[1]} within 5 ft"])
            )
        return _TRIGGER.read(node, reading)
    try:
        feet = parse_length(found.group(3), reading.units)
    except ValueError as error:
        message, _, hint = str(error).partition("|")
        return reading.error(node.place, "bad-length", message, hint)
    if not 5 <= feet <= _NEVER_FAR:
        return reading.error(node.place, "bad-length", f"`{found.group(3)}` is no such distance", "5 to 500 ft")
    name = MOMENTS[0] if found.group(2) == "starts" else MOMENTS[1]
    return Moment(name, feet, "all" if found.group(1) == "a creature" else "enemies")


WHEN: Final = Custom(
    "a trigger such as hit by melee attack, or a moment such as a creature starts its turn within 5 ft",
    _when,
    {"type": "string"},
)


def wrong_moment(name: str, cost: str, when: Any, has_area: bool, of: str) -> tuple[str, str, str] | None:
    """(key, message, hint) where `when` of the action `name` does not go with its cost and its area."""
    if not isinstance(when, Moment):
        if cost != "trait":
            return None
        hint = f"write when: {MOMENTS[0]} within 5 ft, its turn starts, its turn ends, dies or touched"
        return ("cost", f"the trait `{name}` does not say when it acts", hint)
    if cost == "reaction" and when.name in MOMENTS[:2]:
        return None
    if cost != "trait":
        return ("when", f"`{name}` does not act by itself", "write cost: trait")
    if has_area and when.name not in MOMENTS[2:5]:
        return ("area", f"`{name}` bears on one creature at a time", "leave `area` out")
    if not has_area and when.name in MOMENTS[2:5] and of not in ("self", "grapplers", "grappling"):
        return ("when", f"`{name}` does not say how far it reaches", "write area: emanation 5 ft")
    return None
