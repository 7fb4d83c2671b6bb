"""The rulesets that ship, by name."""

from typing import Final

from encounter.engine.rules.reroll import REROLL
from encounter.engine.rules.ruleset import Ruleset
from encounter.engine.rules.srd_5_1 import SRD_5_1
from encounter.engine.rules.srd_5_2 import SRD_5_2

RULESETS: Final[dict[str, Ruleset]] = {ruleset.name: ruleset for ruleset in (SRD_5_1, SRD_5_2, REROLL)}
