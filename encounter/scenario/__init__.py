"""Scenario files: reading and checking them, their JSON Schema, the shipped ones."""

from importlib import import_module
from typing import TYPE_CHECKING

# At once, because the module has the name of its function, which must be the one that stays.
from encounter.scenario.shipped import shipped, write_shipped

if TYPE_CHECKING:
    from encounter.engine.encounter import Encounter
    from encounter.engine.fight import Outcome
    from encounter.scenario.checking import Report, check, load
    from encounter.scenario.compiler import compile
    from encounter.scenario.jsonschema import schema
    from encounter.scenario.model import Scenario
    from encounter.scenario.source import Problem, ScenarioErrors

__all__ = [
    "load",
    "check",
    "compile",
    "schema",
    "shipped",
    "write_shipped",
    "Scenario",
    "Encounter",
    "Outcome",
    "Report",
    "Problem",
    "ScenarioErrors",
]

_HOMES = {
    "load": "encounter.scenario.checking",
    "check": "encounter.scenario.checking",
    "Report": "encounter.scenario.checking",
    "compile": "encounter.scenario.compiler",
    "schema": "encounter.scenario.jsonschema",
    "Scenario": "encounter.scenario.model",
    "Encounter": "encounter.engine.encounter",
    "Outcome": "encounter.engine.fight",
    "Problem": "encounter.scenario.source",
    "ScenarioErrors": "encounter.scenario.source",
}


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(home), name)
    globals()[name] = value  # the next use finds it without coming here
    return value
