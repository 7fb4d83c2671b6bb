"""What of a hero is simulated under a ruleset, by name, and what is not."""

from typing import Any

from encounter.bestiary.account import Account, pieces
from encounter.bestiary.fitting import Fitter, node_of
from encounter.scenario.building import Builder, Scope
from encounter.scenario.keys import CREATURE
from encounter.scenario.source import Place, Problems, Source
from encounter.scenario.values import Reading, Values, Word


def account(name: str, keys: dict[str, Any], ruleset: str) -> Account:
    """What of the keys of a hero is played out. ValueError when they cannot be read, a fault of the class tables."""
    place = Place(Source(f"hero/{name}", ""))
    fitted = Fitter(keys, ruleset, place)
    reading = Reading(Problems(), ruleset=ruleset)
    values: Values = CREATURE.read(node_of(fitted.keys, place), reading)
    builder = Builder(reading)
    creature = builder.creature(Scope(), Word(name, place), values)
    if creature is None:
        raise ValueError("; ".join(problem.message for problem in reading.problems.errors))
    left = list(dict.fromkeys([*fitted.left, *builder.left_out[id(creature)]]))
    return Account(creature, fitted.keys, [piece for piece in pieces(fitted.keys) if piece not in left], left)
