"""The spells of SRD 5.1 (Spell Descriptions)."""

from typing import Final

from encounter.engine.rules.spellbook.high import HIGH
from encounter.engine.rules.spellbook.highest import TOP
from encounter.engine.rules.spellbook.low import CANTRIPS, FIRST, SECOND
from encounter.engine.rules.spellbook.spell import Spell

SPELLS_5_1: Final[tuple[Spell, ...]] = (*CANTRIPS, *FIRST, *SECOND, *HIGH, *TOP)
