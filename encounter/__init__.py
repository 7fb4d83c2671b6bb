"""The public Python interface; each name is imported from its home when it is first used, so that starting is cheap."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from encounter.engine.dice import ScriptedDice
    from encounter.explaining import explain
    from encounter.scenario import Encounter, Outcome, Scenario, compile, load
    from encounter.trials import Estimate, batch

__version__ = "0.1.0"

__all__ = [
    "load",
    "compile",
    "batch",
    "explain",
    "Scenario",
    "Encounter",
    "Outcome",
    "Estimate",
    "ScriptedDice",
    "__version__",
]

_HOMES = {
    "load": "encounter.scenario",
    "compile": "encounter.scenario",
    "batch": "encounter.trials",
    "explain": "encounter.explaining",
    "Scenario": "encounter.scenario",
    "Encounter": "encounter.scenario",
    "Outcome": "encounter.scenario",
    "Estimate": "encounter.trials",
    "ScriptedDice": "encounter.engine.dice",
}


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(home), name)
    globals()[name] = value  # the next use finds it without coming here
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
