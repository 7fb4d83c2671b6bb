"""Scenes in a few words, for tests: who stands where, with what, in which state.

    scene("Ada A1, longsword, poisoned | Gob B1, ac 13, prone")

A bar separates the sides (`heroes`, `foes`, `others`), a semicolon the combatants of a side, a comma what is said of
one. First come its name and its square, or what it rides (`Ada on Nag`); then, in any order,

* weapons from WEAPONS (+5 to hit and +3 damage unless given otherwise): `longsword`, `dagger` ..., or melee weapons of
  its own: `club +4 1d8+2`, `brand +4 1d8+2 fire`
* numbers: `ac 13`, `hp 20`, `hp 5 of 20`, `temp hp 4`, `speed 25`, `init +2`, `str 16`, `dex save +4`, `athletics +5`,
  `darkvision 60`, `blindsight 10`, `two attacks`
* sizes, `character`, tactics, `targets Bram and Ada` or `targets weakest`, traits
* `resists fire`, `vulnerable to fire`, `immune to fire`
* `holds longsword and shield`
* conditions: `prone`, `grappled by Ogre`, `frightened of Gob`, `exhaustion 3` ...
* other states: `hidden 17`, `dodging`, `surprised`, `disengaged`, `squeezing`, `reaction used`, `action used`,
  `inspiration`, `arrives round 3`, `concentrating bless on Ada and Bram`, `helped by Bram against Gob`,
  `helped by Bram on stealth`, `saves 1 2` (death saves: successes, failures)

What no word says is written as keys of the scenario file: `scene(text, creatures={"Ada": {...}}, light="dark")`.
The scene is loaded and compiled as a file is.
"""

import json
import re
import tempfile
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clauses import hear, ruleset_in_force
from encounter.engine.creature import DAMAGE_TYPES, SIZES, SKILLS
from encounter.engine.encounter import Encounter
from encounter.engine.rules.editions import RULESETS
from encounter.odds import Position
from encounter.scenario.checking import load
from encounter.scenario.compiler import compile
from encounter.scenario.model import Scenario

if TYPE_CHECKING:
    from table import Table

WEAPONS: dict[str, dict[str, Any]] = {
    "longsword": {"reach": "5 ft", "damage": "1d8+3 slashing", "properties": ["versatile"]},
    "shortsword": {"reach": "5 ft", "damage": "1d6+3 piercing", "properties": ["finesse", "light"]},
    "scimitar": {"to_hit": 4, "reach": "5 ft", "damage": "1d6+2 slashing", "properties": ["finesse", "light"]},
    "dagger": {"reach": "5 ft", "range": "20/60 ft", "damage": "1d4+3 piercing", "properties": ["finesse", "light"]},
    "handaxe": {"reach": "5 ft", "range": "20/60 ft", "damage": "1d6+3 slashing", "properties": ["light"]},
    "glaive": {"reach": "10 ft", "damage": "1d10+3 slashing", "properties": ["reach", "two-handed"]},
    "lance": {"reach": "10 ft", "damage": "1d12+3 piercing", "properties": ["lance", "reach"]},
    "greatsword": {"reach": "5 ft", "damage": "2d6+3 slashing", "properties": ["heavy", "two-handed"]},
    "greataxe": {"reach": "5 ft", "damage": "1d12+3 slashing", "properties": ["heavy", "two-handed"]},
    "shortbow": {"range": "80/320 ft", "damage": "1d6+3 piercing", "properties": ["two-handed"]},
    "longbow": {"range": "150/600 ft", "damage": "1d8+3 piercing", "properties": ["two-handed"]},
    "light crossbow": {"range": "80/320 ft", "damage": "1d8+3 piercing", "properties": ["loading", "two-handed"]},
    "hand crossbow": {"range": "30/120 ft", "damage": "1d6+3 piercing", "properties": ["light", "loading"]},
    "ray": {"range": "120 ft", "damage": "1d10 fire", "properties": ["spell"]},
}
ABILITIES = ("str", "dex", "con", "int", "wis", "cha")
SENSES = ("darkvision", "blindsight", "tremorsense", "truesight")
TACTICS = ("default", "brute", "archer", "skirmisher", "guard", "still")
SIDES = ("heroes", "foes", "others")
FLAGS = ("dodging", "surprised", "disengaged", "inspiration", "squeezing")
TRAITS = {trait.name for ruleset in RULESETS.values() for trait in ruleset.traits}
CONDITIONS = {effect.name for ruleset in RULESETS.values() for effect in ruleset.effects} | {"stable"}


class Scene:
    """A loaded scene: `explain` and `move` answer with the JSON of `encounter explain`."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.encounter: Encounter = compile(scenario, ruleset=ruleset_in_force(scenario.ruleset))

    @property
    def position(self) -> Position:
        """The fight before anybody has acted, for questions to the rules themselves."""
        return Position(self.encounter)

    def explain(self, attacker: str, target: str | None = None, **asked: Any) -> dict[str, Any]:
        """What applies to one roll, and its odds."""
        from encounter.explaining import explain_roll

        return self._heard(explain_roll(self.encounter, attacker, target, **asked))

    def move(self, mover: str, to: str, **asked: Any) -> dict[str, Any]:
        """A way, its cost, and whom it provokes."""
        from encounter.explaining import explain_move

        return self._heard(explain_move(self.encounter, mover, to, **asked))

    def table(self, dice: Sequence[int] = ()) -> "Table":
        """The fight on a table, to be played by script (see table.py)."""
        from table import Table

        return Table(self.encounter, dice)

    def _heard(self, said: dict[str, Any]) -> dict[str, Any]:
        hear(self.encounter.ruleset, said)
        return said

    def chance(self, attacker: str, target: str | None = None, **asked: Any) -> Fraction:
        """The chance of success as the fraction it is, the denominator up to a million."""
        return Fraction(self.explain(attacker, target, **asked)["p_success"]).limit_denominator(1_000_000)


def scene(
    text: str,
    rules: str = "srd-5.1",
    *,
    map: Sequence[str] | None = None,
    size: tuple[int, int] = (12, 8),
    creatures: Mapping[str, Mapping[str, Any]] | None = None,
    states: Mapping[str, Mapping[str, Any]] | None = None,
    altitudes: Mapping[str, int] | None = None,
    **keys: Any,
) -> Scene:
    """A scene from a few words; `map` rows or a `size` of open floor, the rest as a file's keys.

    `creatures` and `states` give keys of a stat block and of a state by name, `altitudes` how high somebody is in feet.
    """
    rows = list(map) if map is not None else ["." * size[0]] * size[1]
    blocks: dict[str, dict[str, Any]] = {}
    sides: dict[str, list[dict[str, Any]]] = {}
    for side, combatants in zip(SIDES, text.split("|"), strict=False):
        sides[side] = []
        for words in combatants.split(";"):
            first, *details = [word.strip() for word in words.split(",")]
            block: dict[str, Any] = {"ac": 15, "hp": 20}
            if " on " in first:
                name, mount = first.split(" on ")
                entry: dict[str, Any] = {"creature": name, "name": name, "state": {"mounted": mount}}
            else:
                name, square = first.rsplit(" ", 1)
                entry = {"creature": name, "name": name, "at": square}
            for detail in details:
                describe(block, entry, detail)
            own = (creatures or {}).get(name, {})
            if {"armour", "shield", "ac_from"} & set(own):
                del block["ac"]  # what it wears says what it is
            block.update(own)
            if name in (states or {}):
                entry.setdefault("state", {}).update((states or {})[name])
            if name in (altitudes or {}):
                entry.setdefault("state", {})["altitude"] = f"{(altitudes or {})[name]} ft"
            blocks[name] = block
            sides[side].append(entry)
    file = {"rules": rules, "map": "\n".join(rows) + "\n", "creatures": blocks, "sides": sides, **keys}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "scene.yaml"
        path.write_text(json.dumps(file), encoding="utf-8")  # JSON is YAML
        return Scene(load(path))


def describe(block: dict[str, Any], entry: dict[str, Any], detail: str) -> None:
    """Put one thing that is said of a combatant where a file has it."""
    state = entry.setdefault("state", {})
    first, _, rest = detail.partition(" ")
    if detail in WEAPONS:
        block.setdefault("attacks", {})[detail] = {"to_hit": 5, **WEAPONS[detail]}
    elif detail in SIZES:
        block["size"] = detail
    elif detail == "character":
        block["kind"] = "character"
    elif detail in TACTICS:
        entry["tactic"] = detail
    elif first == "arrives":
        entry["arrives"] = rest
    elif first == "targets":
        entry["targets"] = rest if rest in ("nearest", "weakest", "strongest") else rest.split(" and ")
    elif detail in FLAGS:
        state[detail] = True
    elif first in ("regeneration", "relentless") or detail in TRAITS or first + " " + rest.split(" ")[0] in TRAITS:
        block.setdefault("traits", []).append(detail)
    elif detail == "two attacks":
        block["attacks_per_action"] = 2
    elif detail == "reaction used":
        state["reaction"] = "used"
    elif detail == "action used":
        state["used"] = {"action": True}
    elif first == "holds":
        block["hands"] = rest.split(" and ")
    elif first == "helped":
        by, word, what = re.fullmatch(r"by (\S+) (against|on) (.+)", rest).groups()  # type: ignore[union-attr]
        state.setdefault("helped", []).append({"by": by, "against" if word == "against" else "check": what})
    elif first == "saves":
        successes, failures = rest.split()
        state["death_saves"] = {"successes": int(successes), "failures": int(failures)}
    elif first == "readied":
        action, when = rest.split(" when ")
        state["readied"] = {"action": action, "when": when}
    elif first == "concentrating":
        state["concentrating"] = rest
    elif first == "hidden":
        state["hidden"] = int(rest)
    elif first in CONDITIONS:
        state.setdefault("conditions", []).append(detail)
    elif first in ("resists", "vulnerable", "immune"):
        key = {"resists": "resist"}.get(first, first)
        block.setdefault(key, []).extend(rest.removeprefix("to ").split(" and "))
        assert all(kind in DAMAGE_TYPES or kind in CONDITIONS for kind in block[key]), detail
    else:
        number(block, state, detail)


def number(block: dict[str, Any], state: dict[str, Any], detail: str) -> None:
    """Put a number where a file has it."""
    name, _, value = detail.rpartition(" ")
    if found := re.fullmatch(r"(.+) ([+-]\d+) (\d+d\d+(?:[+-]\d+)?)(?: (\w+))?", detail):
        damage = f"{found[3]} {found[4] or 'slashing'}"
        block.setdefault("attacks", {})[found[1]] = {"to_hit": int(found[2]), "reach": "5 ft", "damage": damage}
    elif found := re.fullmatch(r"hp (\d+) of (\d+)", detail):
        state["hp"] = f"{found[1]} of {found[2]}"
        block["hp"] = int(found[2])
    elif name == "temp hp":
        state["temp_hp"] = int(value)
    elif name in ("ac", "hp", "proficiency"):
        block[name] = int(value)
    elif name == "init":
        block["initiative"] = int(value)
    elif name == "speed":
        block["speed"] = f"{value} ft"
    elif name in ABILITIES:
        block.setdefault("abilities", dict.fromkeys(ABILITIES, 10))[name] = int(value)
    elif name.endswith(" save"):
        block.setdefault("saves", {})[name.removesuffix(" save")] = int(value)
    elif name in SKILLS:
        block.setdefault("skills", {})[name] = int(value)
    elif name in SENSES:
        block.setdefault("senses", {})[name] = f"{value} ft"
    else:
        raise ValueError(f"a scene has no words for {detail!r}")


def reasons(answer: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    """The clause ids for advantage and for disadvantage, of an explanation or an event."""
    return (
        [reason["clause"] for reason in answer["advantage"]],
        [reason["clause"] for reason in answer["disadvantage"]],
    )
