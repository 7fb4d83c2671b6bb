"""Explanations: one roll or one move of a scenario's position, what bears on it, and its exact odds."""

from typing import Any

from encounter.engine.encounter import Encounter
from encounter.explaining.moves import explain_move
from encounter.explaining.rolls import explain_roll
from encounter.explaining.uses import explain_use
from encounter.scenario.model import Scenario

__all__ = ["explain", "explain_move", "explain_roll", "explain_use"]


def explain(
    encounter: Encounter | Scenario,
    who: str,
    target: str | None = None,
    *,
    to: str | None = None,
    use: str | None = None,
    **asked: Any,
) -> dict[str, Any]:
    """What applies to one roll of `who`, with `to` to its move there, with `use` to one of its actions that are no
    attack, and the odds: the JSON of `explain`.

    The position is that of the scenario, on the turn of `who` with its whole turn left. See `explain_roll` and
    `explain_move` for what else may be asked. ValueError for a name, a square or a combination that cannot be.
    """
    if use is not None:
        return explain_use(encounter, who, target, use, **asked)
    if to is None:
        return explain_roll(encounter, who, target, **asked)
    if target is not None:
        raise ValueError("a move has no target")
    return explain_move(encounter, who, to, **asked)
