"""The re-roll system: SRD 5.1 with another d20 core (D-1). Re-rolls stack and cancel one for one."""

from typing import Final

from attrs import evolve

from encounter.engine.rules import hero_traits
from encounter.engine.rules.ruleset import Ruleset
from encounter.engine.rules.srd_5_1 import SRD_5_1

REROLL: Final[Ruleset] = evolve(
    SRD_5_1,
    name="reroll",
    title="Re-roll system",
    parent="srd-5.1",
    traits=tuple(
        trait for trait in SRD_5_1.traits if trait.name not in hero_traits.NOT_IN_REROLL
    ),  # its criticals are others
    clauses=SRD_5_1.clauses - {"inspiration"} | {"reroll.native"},
    rerolls_stack=True,
    natural_20_hits=False,
    natural_1_misses=False,
    critical_on=0,
    minor_on=19,
    major_on=20,
    fumbles_on=1,
    passive_step=0,
    tie_to_actor=True,
    search_tie_finds=True,
)
