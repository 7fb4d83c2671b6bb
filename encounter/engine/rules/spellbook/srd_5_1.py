"""The spells of SRD 5.1 (Spell Descriptions), by level, those of one level in order of the alphabet."""

from typing import Final

from encounter.engine.creature import Area
from encounter.engine.effect import (
    ATTACKER_SEES,
    ATTACKS_AGAINST,
    CON,
    DEX,
    HAS_NUMBERS,
    OUTLINED,
    WIS,
    Effect,
    advantage,
)
from encounter.engine.rules.spellbook.spell import Spell

MINUTE: Final = 10  # rounds
MY_START: Final = "start of my next turn"
MY_END: Final = "end of my next turn"

BLESS: Final[Effect] = Effect("bless", d20_die=4, boon=15, number_clause="bless")
BANE: Final[Effect] = Effect("bane", d20_die=-4, boon=-15, number_clause="bane")
FAERIE_FIRE: Final[Effect] = Effect(
    "faerie fire",
    (advantage("faerie-fire", ATTACKS_AGAINST, ATTACKER_SEES, "EFFECT:faerie fire"),),
    OUTLINED,
    boon=-25,
)
RAY_OF_FROST: Final[Effect] = Effect("ray of frost", speed_penalty_ft=10, boon=-3, number_clause="ray-of-frost")
SHIELD: Final[Effect] = Effect("shield", flags=HAS_NUMBERS, ac=5, number_clause="shield")
SHIELD_OF_FAITH: Final[Effect] = Effect(
    "shield of faith", flags=HAS_NUMBERS, ac=2, boon=10, number_clause="shield-of-faith"
)

CANTRIPS: Final[tuple[Spell, ...]] = (
    Spell("fire bolt", range_ft=120, attack="ranged", damage=("1d10 fire",)),
    Spell("ray of frost", range_ft=60, attack="ranged", damage=("1d8 cold",), effect=RAY_OF_FROST, until=MY_START),
    Spell("sacred flame", range_ft=60, save=DEX, damage=("1d8 radiant",)),
)
FIRST: Final[tuple[Spell, ...]] = (
    Spell(
        "bane",
        1,
        range_ft=30,
        targets=3,
        more_targets=1,
        save=5,
        effect=BANE,
        rounds=MINUTE,
        concentration=True,
    ),
    Spell(
        "bless",
        1,
        range_ft=30,
        targets=3,
        more_targets=1,
        of="allies",
        effect=BLESS,
        rounds=MINUTE,
        concentration=True,
    ),
    Spell("burning hands", 1, area=Area("cone", 15), save=DEX, damage=("3d6 fire",), more=("1d6 fire",), half=True),
    Spell("cure wounds", 1, range_ft=5, of="allies", heal="1d8", more_heal="1d8", adds_modifier=True),
    Spell(
        "faerie fire",
        1,
        range_ft=60,
        area=Area("cube", 20),
        of="all",
        save=DEX,
        effect=FAERIE_FIRE,
        rounds=MINUTE,
        concentration=True,
    ),
    Spell("healing word", 1, "bonus", range_ft=60, of="allies", heal="1d4", more_heal="1d4", adds_modifier=True),
    Spell("magic missile", 1, range_ft=120, targets=3, darts=3, more_darts=1, more_targets=1, damage=("1d4+1 force",)),
    Spell(
        "shield",
        1,
        "reaction",
        trigger="hit by attack",
        of="self",
        ac=5,
        effect=SHIELD,
        until=MY_START,
        left=("against magic missile",),
    ),
    Spell(
        "shield of faith",
        1,
        "bonus",
        range_ft=60,
        of="allies",
        effect=SHIELD_OF_FAITH,
        rounds=10 * MINUTE,
        concentration=True,
    ),
)
SECOND: Final[tuple[Spell, ...]] = (
    Spell(
        "hold person",
        2,
        range_ft=60,
        more_targets=1,
        save=WIS,
        conditions=("paralyzed",),
        save_ends=True,
        rounds=MINUTE,
        concentration=True,
        left=("for humanoids alone",),
    ),
    Spell("scorching ray", 2, range_ft=120, attack="ranged", rays=3, more_rays=1, damage=("2d6 fire",)),
    Spell(
        "shatter",
        2,
        range_ft=60,
        area=Area("sphere", 10),
        save=CON,
        damage=("3d8 thunder",),
        more=("1d8 thunder",),
        half=True,
    ),
)
THIRD: Final[tuple[Spell, ...]] = (
    Spell(
        "fireball",
        3,
        range_ft=150,
        area=Area("sphere", 20),
        save=DEX,
        damage=("8d6 fire",),
        more=("1d6 fire",),
        half=True,
    ),
    Spell(
        "lightning bolt",
        3,
        area=Area("line", 100),
        save=DEX,
        damage=("8d6 lightning",),
        more=("1d6 lightning",),
        half=True,
    ),
)
# Told from whoever is in them, until they are cast.
HELD: Final[tuple[Spell, ...]] = (
    Spell("entangle", 1, conditions=("restrained",), breaks_with="str", concentration=True, can_be_cast=False),
    Spell("web", 2, conditions=("restrained",), breaks_with="str", concentration=True, can_be_cast=False),
    Spell("invisibility", 2, conditions=("invisible",), ends_with_attack=True, concentration=True, can_be_cast=False),
    Spell("greater invisibility", 4, conditions=("invisible",), concentration=True, can_be_cast=False),
    Spell(
        "hold monster", 5, conditions=("paralyzed",), save=WIS, save_ends=True, concentration=True, can_be_cast=False
    ),
)
SPELLS_5_1: Final[tuple[Spell, ...]] = (*CANTRIPS, *FIRST, *SECOND, *THIRD, *HELD)
