"""What of a creature is simulated under a ruleset, by name, and what is not."""

from typing import Any

from attrs import frozen

from encounter.bestiary.fitting import Fitter
from encounter.bestiary.shelf import Beast
from encounter.engine.creature import Creature
from encounter.scenario.beasts import Shelf
from encounter.scenario.building import Builder, Scope
from encounter.scenario.source import Problems
from encounter.scenario.values import Reading


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
    """Every piece of a stat block by name."""
    made = [f"attack {name}" for name in keys.get("attacks", {})]
    made += [f"action {name}" for name in keys.get("actions", {})]
    made += [f"trait {name}" for name in keys.get("traits", ())]
    made += ["multiattack"] if "multiattack" in keys else []
    return made + [key.replace("_", " ") for key in ("legendary", "legendary_resistance") if key in keys]


def account(beast: Beast, ruleset: str) -> Account:
    """What of a creature of the bestiary is played out.

    Raises ValueError when it cannot be read, which is a fault of the bestiary.
    """
    reading = Reading(Problems(), ruleset=ruleset)
    shelf = Shelf(reading)
    builder = Builder(reading)
    found = shelf.find(beast.entry.name)
    assert found is not None
    creature = builder.creature(Scope(shelf=shelf), *found)
    if creature is None:
        raise ValueError("; ".join(problem.message for problem in reading.problems.errors))
    left = list(dict.fromkeys(builder.left_out[id(creature)]))
    whole = {name.split(": ")[0] for name in left if ": " not in name}
    simulated = [name for name in pieces(beast.keys) if name not in whole and not _is_left(name, whole)]
    return Account(creature, Fitter(beast.keys, ruleset).keys, simulated, left)


def _is_left(name: str, left: set[str]) -> bool:
    """Whether a trait is left out under its name without figures."""
    return name.startswith("trait ") and any(name.startswith(f"{one} ") for one in left if one.startswith("trait "))
