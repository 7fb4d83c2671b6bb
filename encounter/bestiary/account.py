"""What of a creature is simulated under a ruleset, by name, and what is not."""

from typing import Any

from attrs import frozen

from encounter.bestiary.fitting import read_fitted
from encounter.bestiary.shelf import Beast
from encounter.engine.creature import Creature
from encounter.scenario.building import Builder, Scope
from encounter.scenario.idle_traits import IDLE_TRAITS
from encounter.scenario.source import Place, Problems, Source
from encounter.scenario.values import Reading, Word


@frozen
class Account:
    """`simulated` and `not_simulated` name pieces of a stat block: `attack bite`, `trait flyby`, `bite: burning`.

    `creature` is what fights, `keys` what a scenario file would say.
    """

    creature: Creature
    keys: dict[str, Any]
    simulated: list[str]
    not_simulated: list[str]


def pieces(keys: dict[str, Any]) -> list[str]:
    """Every piece of a stat block by name, traits that change nothing in a fight apart."""
    made = [f"attack {name}" for name in keys.get("attacks", {})]
    made += [f"{what_is(action)} {name}" for name, action in keys.get("actions", {}).items()]
    made += [f"trait {name}" for name in keys.get("traits", ()) if name not in IDLE_TRAITS]
    made += ["multiattack"] if "multiattack" in keys else []
    return made + [key.replace("_", " ") for key in ("legendary", "legendary_resistance") if key in keys]


def what_is(action: dict[str, Any]) -> str:
    """Whether one of the actions of a stat block is a trait, which nobody takes."""
    return "trait" if action.get("cost") == "trait" else "action"


def account(beast: Beast, ruleset: str) -> Account:
    """What of a creature of the bestiary is played out."""
    return weigh(beast.entry.name, beast.keys, ruleset)


def weigh(name: str, keys: dict[str, Any], ruleset: str) -> Account:
    """What of a creature is played out; `keys` may hold more than a scenario file takes, and `left_out`.

    Raises ValueError when no creature can be made of it.
    """
    reading = Reading(Problems(), ruleset=ruleset)
    place = Place(Source(name, ""))
    fitted, values = read_fitted(keys, ruleset, place, reading.problems)
    builder = Builder(reading)
    creature = builder.creature(Scope(), Word(name, place), values)
    if creature is None:
        raise ValueError("; ".join(problem.message for problem in reading.problems.errors))
    left = list(dict.fromkeys([*builder.left_out[id(creature)], *fitted.left]))
    whole = {one.split(": ")[0] for one in left if ": " not in one}
    simulated = [one for one in pieces(keys) if one not in whole and not _is_left(one, whole)]
    return Account(creature, fitted.keys, simulated, left)


def _is_left(name: str, left: set[str]) -> bool:
    """Whether a trait is left out under its name without figures."""
    return name.startswith("trait ") and any(name.startswith(f"{one} ") for one in left if one.startswith("trait "))
