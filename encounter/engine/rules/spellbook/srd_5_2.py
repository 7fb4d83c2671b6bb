"""The spells of SRD 5.2 (Spell Descriptions): where they differ from those of SRD 5.1."""

from typing import Final

from attrs import evolve

from encounter.engine.rules.spellbook.spell import Spell
from encounter.engine.rules.spellbook.srd_5_1 import SPELLS_5_1

_OF_5_1: Final = {spell.name: spell for spell in SPELLS_5_1}


def _differs(name: str, **what: object) -> Spell:
    return evolve(_OF_5_1[name], **what)  # type: ignore[arg-type]


DIFFERENT: Final[tuple[Spell, ...]] = (
    _differs("cure wounds", heal="2d8", more_heal="2d8"),
    _differs("entangle", breaks_with="athletics"),
    _differs("healing word", heal="2d4", more_heal="2d4"),
    _differs("web", breaks_with="athletics"),
)
_NEW: Final = {spell.name: spell for spell in DIFFERENT}
SPELLS_5_2: Final[tuple[Spell, ...]] = (
    *(_NEW.pop(spell.name, spell) for spell in SPELLS_5_1),
    *(spell for spell in DIFFERENT if spell.name not in _OF_5_1),
)
