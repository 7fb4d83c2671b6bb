"""The spells that SRD 5.2 has and SRD 5.1 has not, by level."""

from typing import Final

from encounter.engine.creature import Area
from encounter.engine.effect import DEX, WIS
from encounter.engine.rules.spellbook.low import HOURS, ITS_END, MY_END
from encounter.engine.rules.spellbook.spell import Spell

NEW_IN_5_2: Final[tuple[Spell, ...]] = (
    Spell(
        "sorcerous burst",
        range_ft=120,
        attack="ranged",
        damage=("1d8 fire",),
        left=("other damage than fire", "the dice more for each 8"),
    ),
    Spell(
        "chromatic orb",
        1,
        range_ft=90,
        attack="ranged",
        damage=("3d8 lightning",),
        more=("1d8 lightning",),
        left=("other damage than lightning", "that it leaps on"),
    ),
    Spell(
        "dissonant whispers",
        1,
        range_ft=60,
        save=WIS,
        damage=("3d6 psychic",),
        more=("1d6 psychic",),
        half=True,
        left=("that it flees with its reaction",),
    ),
    Spell(
        "ice knife",
        1,
        range_ft=60,
        attack="ranged",
        save=DEX,
        damage=("1d10 piercing",),
        burst=("2d6 cold",),
        more_burst=("1d6 cold",),
        burst_ft=5,
    ),
    Spell(
        "ray of sickness",
        1,
        range_ft=60,
        attack="ranged",
        damage=("2d8 poison",),
        more=("1d8 poison",),
        conditions=("poisoned",),
        until=MY_END,
    ),
    Spell(
        "mind spike",
        2,
        range_ft=120,
        save=WIS,
        damage=("3d8 psychic",),
        more=("1d8 psychic",),
        half=True,
        rounds=HOURS,
        concentration=True,
        left=("that its caster knows where the target is",),
    ),
    Spell(
        "charm monster",
        4,
        range_ft=30,
        more_targets=1,
        save=WIS,
        eased=True,
        conditions=("charmed",),
        ends_with_harm=True,
        rounds=HOURS,
    ),
    Spell(
        "vitriolic sphere",
        4,
        range_ft=150,
        area=Area("sphere", 20),
        of="all",
        save=DEX,
        damage=("10d4 acid",),
        more=("2d4 acid",),
        half=True,
        each_turn=("5d4 acid",),
        each_at_end=True,
        until=ITS_END,
    ),
)
