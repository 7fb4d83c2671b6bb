"""Heroes of a line: a class and a level, made into a stat block as the files' own are."""

from collections.abc import Callable
from typing import Any

from encounter.scenario.source import Place, Source
from encounter.scenario.values import Reading, Values, Word

Over = Callable[[Values, Values], Values]


def champion(called: Word, changes: Values | None, reading: Reading, over: Over) -> tuple[Values, list[str]] | None:
    """The checked keys of a hero, `changes` of its entry over them, and what of it cannot be played.

    None when something is wrong, which is then noted. Scores and the weapon are changed before anything is derived
    from them.
    """
    from encounter.bestiary.fitting import read_fitted
    from encounter.heroes.building import hero, parse

    name, level = parse(called)
    weapon = "" if changes is None else str(changes.get("weapon", ""))
    scores = {} if changes is None else {str(ability): score for ability, score in changes.get("abilities", {}).items()}
    try:
        keys: dict[str, Any] = hero(name, level, reading.ruleset, weapon.lower(), scores)
    except ValueError as error:
        assert changes is not None
        message, _, hint = str(error).partition("|")
        reading.error(changes.at("weapon"), "unknown-name", message, hint)
        return None
    if changes is not None and changes.get("shield") and "shield" not in keys and weapon:
        hint = "leave out `shield`, or choose a weapon for one hand"
        reading.error(changes.at("shield"), "bad-value", f"a {weapon} takes both hands, and a shield one", hint)
        return None
    place = Place(Source(f"hero/{called}", ""))
    fitted, values = read_fitted(keys, reading.ruleset, place, reading.problems)
    if changes is not None:
        values = over(values, changes)
        values.pop("weapon", None)
    return values, fitted.left
