"""Spells that last by concentration, as rows: what they bring on those they are on (SRD, Spell Descriptions).

Nobody casts in a fight: a scenario says whose concentration holds which spell on whom when the fight starts. A spell
that stands in none of these rows is still concentrated on and lost; what it does is left out, and said to be.
"""

from typing import Final

from attrs import frozen

from encounter.engine.effect import ATTACKER_SEES, ATTACKS_AGAINST, OUTLINED, WIS, Effect, advantage


@frozen
class Spell:
    """What a spell brings on each creature it is on, while its caster concentrates.

    `effect` is a row of its own, `conditions` are conditions it imposes. `save` is the ability of a saving throw
    against the caster's spell save DC that ends it at the end of each of the bearer's turns, -1 none; `breaks_with` is
    the skill (or "str", Strength alone) of the check that ends it as an action, "" none. `ends_with_attack`: it ends
    for a bearer that attacks.
    """

    name: str
    effect: Effect | None = None
    conditions: tuple[str, ...] = ()
    save: int = -1
    breaks_with: str = ""
    ends_with_attack: bool = False


BLESS: Final[Effect] = Effect("bless", d20_die=4, number_clause="bless")
BANE: Final[Effect] = Effect("bane", d20_die=-4, number_clause="bane")
FAERIE_FIRE: Final[Effect] = Effect(
    "faerie fire",
    (advantage("faerie-fire", ATTACKS_AGAINST, ATTACKER_SEES, "EFFECT:faerie fire"),),
    OUTLINED,
)

# rules.md 160. A web or entangling plants are told from whoever is caught in them, not as squares.
SPELLS_5_1: Final[tuple[Spell, ...]] = (
    Spell("bane", BANE),
    Spell("bless", BLESS),
    Spell("entangle", conditions=("restrained",), breaks_with="str"),
    Spell("faerie fire", FAERIE_FIRE),
    Spell("greater invisibility", conditions=("invisible",)),
    Spell("hold monster", conditions=("paralyzed",), save=WIS),
    Spell("hold person", conditions=("paralyzed",), save=WIS),
    Spell("invisibility", conditions=("invisible",), ends_with_attack=True),
    Spell("web", conditions=("restrained",), breaks_with="str"),
)
SPELLS_5_2: Final[tuple[Spell, ...]] = (
    *(spell for spell in SPELLS_5_1 if spell.breaks_with == ""),
    Spell("entangle", conditions=("restrained",), breaks_with="athletics"),
    Spell("web", conditions=("restrained",), breaks_with="athletics"),
)
