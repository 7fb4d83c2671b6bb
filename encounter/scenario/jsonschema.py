"""The scenario file as JSON Schema, draft 7, for editors."""

from typing import Any

from encounter.engine.rules.editions import RULESETS
from encounter.scenario.keys import SCENARIO
from encounter.scenario.traits import names_of


def schema() -> dict[str, Any]:
    """The schema of a scenario file; `definitions` lists the traits of each ruleset, the simulated ones first."""
    made = SCENARIO.schema()
    # A file that others include has creatures only: a map and sides are needed together or not at all.
    del made["required"]
    made["dependencies"] = {"map": ["sides"], "sides": ["map"]}
    traits: dict[str, Any] = {}
    for name, ruleset in RULESETS.items():
        simulated = ", ".join(ruleset.trait_names())
        traits[f"traits of {name}"] = {"enum": names_of(name), "description": f"simulated: {simulated}"}
    written = made["properties"]["creatures"]["additionalProperties"]["properties"]["traits"]
    known = list(dict.fromkeys(trait for name in RULESETS for trait in names_of(name)))
    # Dice may follow a trait's name, so editors offer the names and accept other text.
    written["items"] = {"anyOf": [{"enum": known}, {"type": "string"}]}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "A combat encounter",
        "definitions": traits,
        **made,
    }
