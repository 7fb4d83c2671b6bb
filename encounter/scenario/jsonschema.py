"""The scenario file as JSON Schema, draft 7, for editors."""

from typing import Any

from encounter.scenario.keys import SCENARIO
from encounter.scenario.traits import LISTED, SIMULATED, is_simulated, names_of


def schema() -> dict[str, Any]:
    """The schema of a scenario file; `definitions` lists the traits of each ruleset, the simulated ones first."""
    made = SCENARIO.schema()
    # A file that others include has creatures only: a map and sides are needed together or not at all.
    del made["required"]
    made["dependencies"] = {"map": ["sides"], "sides": ["map"]}
    traits: dict[str, Any] = {}
    for ruleset in ("srd-5.1", "srd-5.2", "reroll"):
        traits[f"traits of {ruleset}"] = {
            "enum": names_of(ruleset),
            "description": "simulated: " + ", ".join(name for name in SIMULATED if is_simulated(name, ruleset)),
        }
    written = made["properties"]["creatures"]["additionalProperties"]["properties"]["traits"]
    # Dice may follow a trait's name, so editors offer the names and accept other text.
    written["items"] = {"anyOf": [{"enum": [*SIMULATED, *LISTED]}, {"type": "string"}]}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "A combat encounter",
        "definitions": traits,
        **made,
    }
