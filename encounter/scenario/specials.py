"""What a file says of re-rolls, critical effects and fumbles under the ruleset `reroll`: values into records."""

import re
from typing import Any, Final

from encounter.engine.creature import CriticalEffect, Damage, FumbleEffect, Reroll, Rider, Specials
from encounter.engine.dice import Formula
from encounter.scenario.nodes import Mapping, Node, Scalar, Sequence
from encounter.scenario.phrases import CONDITIONS, CONSEQUENCE, DAMAGE, RIDER, ROLL, Phrase
from encounter.scenario.source import folded, suggestion
from encounter.scenario.values import (
    BAD,
    Choice,
    Custom,
    Field,
    Integer,
    Kind,
    ListOf,
    Reading,
    Record,
    Values,
    read_rolled,
)

KINDS: Final = ("principal", "secundaria", "other")
SEVERITIES: Final = ("1", "2", "3", "4")


class RerollOnly(Kind):
    """A key that only the ruleset `reroll` has."""

    def __init__(self, kind: Kind, instead: str = "leave it out, or choose `rules: reroll`") -> None:
        self.kind = kind
        self.instead = instead
        self.wanted = kind.wanted

    def read(self, node: Node, reading: Reading) -> Any:
        if reading.ruleset == "reroll":
            return self.kind.read(node, reading)
        return reading.error(node.place, "unknown-key", "only the ruleset `reroll` has this key", self.instead)

    def schema(self) -> dict[str, Any]:
        return self.kind.schema()


# ------------------------------------------------------------------------------------------------ critical effects

_MORE_DICE: Final = re.compile(r"\+ ?(\d{1,2}) ?(?:die|dice)")
_TIMES: Final = {"double dice": 2, "triple dice": 3}


class _Critical(Kind):
    """What a 19 or a 20 brings: none, more dice, dice doubled, damage, a condition, a push, with a save or without."""

    wanted = "a critical effect such as +1 die, double dice, prone, 1d6 fire or none"

    def read(self, node: Node, reading: Reading) -> Any:
        times, dice = 1, 0
        riders: list[Rider] = []
        for item in node.items if isinstance(node, Sequence) else [node]:
            text = folded(item.text) if isinstance(item, Scalar) else ""
            if text == "none":
                continue
            if text in _TIMES:
                times = _TIMES[text]
            elif found := _MORE_DICE.fullmatch(text):
                dice += int(found.group(1))
            else:
                rider = RIDER.read(_plain(item), reading)
                if rider is BAD:
                    return BAD
                riders.append(rider)
        return CriticalEffect(times, dice, tuple(riders))

    def schema(self) -> dict[str, Any]:
        one = {"anyOf": [{"type": "string"}, {"type": "object"}]}
        return {"anyOf": [*one["anyOf"], {"type": "array", "items": one}]}


def _plain(item: Node) -> Node:
    """`{condition: prone}` and `damage 1d6 fire` say what `prone` and `1d6 fire` say."""
    if isinstance(item, Mapping) and len(item.pairs) == 1 and item.pairs[0][0].text in ("condition", "damage"):
        return item.pairs[0][1]
    if isinstance(item, Scalar):
        found = re.fullmatch(r"(?:condition|damage):? (.+)", " ".join(item.text.split()), re.IGNORECASE)
        if found:
            return Scalar(item.place, found.group(1))
    return item


CRITICAL: Final = _Critical()

# ---------------------------------------------------------------------------------------------------------- fumbles

FUMBLE: Final = ListOf(Integer(1, 20), or_one=True)


def _fumble_effect(node: Node, reading: Reading) -> Any:
    """What one severity does to whoever fumbles; None for nothing."""
    drops = False
    damage: list[Any] = []
    conditions: list[Rider] = []
    for item in node.items if isinstance(node, Sequence) else [node]:
        pairs = item.pairs if isinstance(item, Mapping) else [(Scalar(item.place, ""), item)]
        for key, value in pairs:
            name, text = folded(key.text), folded(value.text) if isinstance(value, Scalar) else ""
            if (name, text) == ("drop", "weapon") or (name, text) == ("", "drop weapon"):
                drops = True
            elif (name, text) == ("", "none"):
                continue
            elif name == "damage":
                read = DAMAGE.read(value, reading)
                damage.append(read)
            elif name in ("", "condition") or (name in CONDITIONS and text in ("true", "yes")):
                read = CONSEQUENCE.read(Scalar(key.place, name) if name in CONDITIONS else value, reading)
                if isinstance(read, Phrase):
                    conditions.append(Rider(conditions=(read.name,), rounds=read.rounds, until=read.until))
                elif read is BAD or isinstance(read, Damage):
                    damage.append(read)
                else:
                    hint = "a fumble does damage at once, brings conditions, or drops the weapon"
                    return reading.error(value.place, "bad-value", "a fumble does nothing of the kind", hint)
            else:
                hint = suggestion(name, ["drop", "damage", "condition", *CONDITIONS])
                return reading.error(key.place, "unknown-key", f"a fumble has no `{key.text[:60]}`", hint)
    if any(not hasattr(read, "formula") for read in damage):
        return BAD
    return FumbleEffect(drops, tuple(damage), tuple(conditions))


class _Severity(Kind):
    """How fumbles end: `add` to the d4, and what each severity from 1 to 4 does."""

    wanted = "severities such as {add: 1} or {4: {drop: weapon}, 3: prone, 2: {damage: 1d4 slashing}}"

    def read(self, node: Node, reading: Reading) -> Any:
        if not isinstance(node, Mapping):
            return self.wrong(node, reading)
        added = 0
        effects: list[FumbleEffect | None] = [None, None, None, None]
        right = True
        for key, value in node.pairs:
            if key.text == "add":
                added = Integer(-3, 3).read(value, reading)
                right = right and added is not BAD
            elif key.text in SEVERITIES:
                effect = _fumble_effect(value, reading)
                right = right and effect is not BAD
                effects[int(key.text) - 1] = effect
            else:
                right = False
                hint = "severities are 1 to 4; `add` makes all of them worse"
                reading.error(key.place, "unknown-key", f"`{key.text[:60]}` is no severity", hint)
        return (added, tuple(effects) if any(effects) else ()) if right else BAD

    def schema(self) -> dict[str, Any]:
        one = {"anyOf": [{"type": "string"}, {"type": "object"}, {"type": "array"}]}
        properties = {"add": Integer(-3, 3).schema(), **dict.fromkeys(SEVERITIES, one)}
        return {"type": "object", "additionalProperties": False, "properties": properties}


SEVERITY: Final = _Severity()

# --------------------------------------------------------------------------------------------------------- re-rolls

_SIGNS: Final = ("positive", "negative", "neutral")
REROLL: Final = Record(
    "a re-roll",
    {
        "n": Field(Integer(1, 15), "how many repetitions; usually 1"),
        "sign": Field(Choice("sign", _SIGNS), "positive keeps the best, negative the worst, neutral may repeat"),
        "roll": Field(ROLL, "the rolls that its rule names: attack, check, save, stealth check, dex save ..."),
    },
)


def _reroll(node: Node, reading: Reading, kind: Custom) -> Any:
    values = REROLL.read(node, reading)
    if values is BAD or values.bad:
        return BAD
    return Reroll(str(values.get("roll", "")), values.get("n", 1), str(values.get("sign", "positive")))


REROLLS: Final = ListOf(Custom("{n: 2, sign: positive, roll: attack}", _reroll, REROLL.schema()), or_one=True)

# ----------------------------------------------------------------------------------------------------------- skills


def _dice(node: Node, reading: Reading, kind: Custom) -> Any:
    if not isinstance(node, Scalar) or not node.text.strip():
        return kind.wrong(node, reading)
    formula = read_rolled(node.text, node.place, reading)
    if isinstance(formula, Formula) and any(term.keep for term in formula.terms):
        return reading.error(node.place, "bad-dice", f"`{node.text}` keeps some dice", "re-rolls say which are kept")
    return formula if isinstance(formula, Formula) else BAD


SPECIAL_FIELDS: Final = {
    "fumble": Field(RerollOnly(FUMBLE), "reroll: natural numbers that fumble; [] never"),
    "severity": Field(RerollOnly(SEVERITY), "reroll: {add: 1}, and what severities do: {4: {drop: weapon}, 3: prone}"),
    "rerolls": Field(RerollOnly(REROLLS), "reroll: native re-rolls: [{n: 2, sign: positive, roll: attack}]"),
}
EFFECT_FIELDS: Final = {
    "minor": Field(RerollOnly(CRITICAL), "reroll: effect of a minor critical; usually +1 die"),
    "major": Field(RerollOnly(CRITICAL), "reroll: effect of a major critical; usually double dice"),
    "on_20": Field(
        RerollOnly(Choice("effect on a 20", ("major", "minor"))), "reroll: which one the owner takes; usually major"
    ),
}
SKILL: Final = Record(
    "a skill",
    {
        "total": Field(Integer(-30, 60), "its total, everything included", required=True),
        "kind": Field(Choice("kind of skill", KINDS), "19 and 20 are special on principal and secundaria only"),
        "dice": Field(Custom("dice such as 2d6", _dice, {"type": "string"}), "other dice than a d20"),
        **EFFECT_FIELDS,
        **SPECIAL_FIELDS,
    },
)


def specials_of(values: Values) -> Specials | None:
    """The special results that a block writes, None where it writes none."""
    if not {"fumble", "severity", "minor", "major", "on_20"} & set(values):
        return None
    added, effects = values.get("severity", (0, ()))
    return Specials(
        fumble=tuple(values["fumble"]) if "fumble" in values else None,
        severity=added,
        fumbles=effects,
        minor=values.get("minor"),
        major=values.get("major"),
        takes_minor=str(values.get("on_20", "major")) == "minor",
    )
