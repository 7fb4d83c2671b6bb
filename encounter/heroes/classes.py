"""What the twelve classes are, as figures, in the order of levels (SRD 5.1 and 5.2, Classes).

Choices that a player would make are made as most would: the scores go where the class needs them, armour is the best
mundane suit of the time, subclasses are the one that each SRD has. What differs by edition is keyed by ruleset.
"""

from typing import Final

from attrs import frozen

_RAISES: Final = (4, 8, 12, 16, 19)

# What a class is to its spells.
FULL: Final = "full"
HALF: Final = "half"
PACT: Final = "pact"


@frozen
class HeroClass:
    """One class.

    `priority` are the abilities from the one that matters most; `raises` the levels of ability score improvements;
    `armour` what is worn from which level on, "" no armour; `arms` the weapons, the usual one first; `extra` the
    levels of Extra Attack. `features` are (level, name) of what matters in a fight, by edition.
    """

    hit_die: int
    saves: tuple[str, str]
    priority: tuple[str, ...]
    skills: tuple[str, ...]
    armour: tuple[tuple[int, str], ...]
    arms: tuple[str, ...]
    shield: bool = False
    ac_from: dict[str, str] | None = None  # by edition: another way to work out AC
    raises: tuple[int, ...] = _RAISES
    extra: tuple[int, ...] = ()
    casts: str = ""  # FULL, HALF or PACT
    spell_ability: str = ""
    style: dict[str, str] | None = None  # the fighting style, by edition
    style_from: int = 1
    masteries: bool = False
    features: dict[str, tuple[tuple[int, str], ...]] | None = None


CLASSES: Final[dict[str, HeroClass]] = {
    "barbarian": HeroClass(
        12,
        ("str", "con"),
        ("str", "con", "dex", "wis", "cha", "int"),
        ("athletics", "perception", "survival"),
        ((1, ""),),
        ("greataxe", "handaxe"),
        ac_from={"srd-5.1": "unarmored defense con", "srd-5.2": "unarmored defense con"},
        extra=(5,),
        masteries=True,
        features={
            "srd-5.1": (*((3, "frenzy"), (11, "relentless rage")),),
            "srd-5.2": (*((3, "frenzy"), (9, "brutal strike"), (11, "relentless rage")),),
        },
    ),
    "bard": HeroClass(
        8,
        ("dex", "cha"),
        ("cha", "dex", "con", "wis", "int", "str"),
        ("perception", "stealth", "persuasion", "acrobatics"),
        ((1, "leather"), (5, "studded leather")),
        ("rapier", "dagger"),
        casts=FULL,
        spell_ability="cha",
        features={
            "srd-5.1": ((3, "cutting words"), (6, "countercharm")),
            "srd-5.2": ((3, "cutting words"), (7, "countercharm")),
        },
    ),
    "cleric": HeroClass(
        8,
        ("wis", "cha"),
        ("wis", "str", "con", "dex", "cha", "int"),
        ("insight", "medicine", "religion"),
        ((1, "chain mail"),),
        ("mace",),
        shield=True,
        casts=FULL,
        spell_ability="wis",
        features={
            "srd-5.1": ((1, "disciple of life"), (2, "channel divinity"), (2, "preserve life"), (8, "divine strike")),
            "srd-5.2": ((2, "channel divinity"), (3, "disciple of life"), (3, "preserve life"), (7, "blessed strikes")),
        },
    ),
    "druid": HeroClass(
        8,
        ("int", "wis"),
        ("wis", "con", "dex", "int", "cha", "str"),
        ("perception", "nature", "survival"),
        ((1, "hide"),),
        ("quarterstaff",),
        shield=True,
        casts=FULL,
        spell_ability="wis",
        features={"srd-5.1": ((2, "wild shape"),), "srd-5.2": ((2, "wild shape"),)},
    ),
    "fighter": HeroClass(
        10,
        ("str", "con"),
        ("str", "con", "dex", "wis", "cha", "int"),
        ("athletics", "perception"),
        ((1, "chain mail"), (5, "plate")),
        ("longsword", "javelin"),
        shield=True,
        raises=(4, 6, 8, 12, 14, 16, 19),
        extra=(5, 11, 20),
        style={"srd-5.1": "dueling", "srd-5.2": "defense"},
        masteries=True,
    ),
    "monk": HeroClass(
        8,
        ("str", "dex"),
        ("dex", "wis", "con", "str", "int", "cha"),
        ("acrobatics", "stealth", "insight"),
        ((1, ""),),
        ("shortsword", "dagger"),
        ac_from={"srd-5.1": "unarmored defense wis", "srd-5.2": "unarmored defense wis"},
        extra=(5,),
        features={
            "srd-5.1": ((3, "deflect missiles"), (3, "open hand technique"), (5, "stunning strike")),
            "srd-5.2": ((3, "deflect attacks"), (3, "open hand technique"), (5, "stunning strike")),
        },
    ),
    "paladin": HeroClass(
        10,
        ("wis", "cha"),
        ("str", "cha", "con", "wis", "dex", "int"),
        ("athletics", "persuasion"),
        ((1, "chain mail"), (5, "plate")),
        ("longsword", "javelin"),
        shield=True,
        extra=(5,),
        casts=HALF,
        spell_ability="cha",
        style={"srd-5.1": "dueling", "srd-5.2": "defense"},
        style_from=2,
        masteries=True,
        features={
            "srd-5.1": ((3, "sacred weapon"),),
            "srd-5.2": ((3, "sacred weapon"),),
        },
    ),
    "ranger": HeroClass(
        10,
        ("str", "dex"),
        ("dex", "wis", "con", "str", "int", "cha"),
        ("perception", "stealth", "survival"),
        ((1, "leather"), (5, "studded leather")),
        ("longbow", "shortsword"),
        extra=(5,),
        casts=HALF,
        spell_ability="wis",
        style={"srd-5.1": "archery", "srd-5.2": "archery"},
        style_from=2,
        masteries=True,
        features={"srd-5.1": ((3, "colossus slayer"),), "srd-5.2": ((1, "favored enemy"), (3, "hunter's prey"))},
    ),
    "rogue": HeroClass(
        8,
        ("dex", "int"),
        ("dex", "con", "wis", "cha", "int", "str"),
        ("stealth", "perception", "acrobatics", "deception"),
        ((1, "leather"), (5, "studded leather")),
        ("shortsword", "shortbow"),
        raises=(4, 8, 10, 12, 16, 19),
        masteries=True,
        features={
            "srd-5.1": ((11, "reliable talent"), (20, "stroke of luck")),
            "srd-5.2": ((3, "steady aim"), (5, "cunning strike"), (20, "stroke of luck")),
        },
    ),
    "sorcerer": HeroClass(
        6,
        ("con", "cha"),
        ("cha", "con", "dex", "wis", "int", "str"),
        ("arcana", "persuasion"),
        ((1, ""),),
        ("dagger",),
        ac_from={"srd-5.1": "natural 13", "srd-5.2": "mage armor"},
        casts=FULL,
        spell_ability="cha",
        features={"srd-5.1": ((2, "metamagic"),), "srd-5.2": ((1, "innate sorcery"), (2, "metamagic"))},
    ),
    "warlock": HeroClass(
        8,
        ("wis", "cha"),
        ("cha", "con", "dex", "wis", "int", "str"),
        ("arcana", "deception"),
        ((1, "leather"), (5, "studded leather")),
        ("dagger",),
        casts=PACT,
        spell_ability="cha",
        features={"srd-5.1": ((1, "dark one's blessing"),), "srd-5.2": ((3, "dark one's blessing"),)},
    ),
    "wizard": HeroClass(
        6,
        ("int", "wis"),
        ("int", "con", "dex", "wis", "cha", "str"),
        ("arcana", "investigation"),
        ((1, ""),),
        ("dagger",),
        ac_from={"srd-5.1": "mage armor", "srd-5.2": "mage armor"},
        casts=FULL,
        spell_ability="int",
        features={
            "srd-5.1": ((2, "sculpt spells"), (10, "empowered evocation"), (14, "overchannel")),
            "srd-5.2": ((3, "potent cantrip"), (6, "sculpt spells"), (10, "empowered evocation"), (14, "overchannel")),
        },
    ),
}

# Spell slots by level of a full caster: of each spell level from 1 on.
SLOTS: Final[tuple[tuple[int, ...], ...]] = (
    (2,),
    (3,),
    (4, 2),
    (4, 3),
    (4, 3, 2),
    (4, 3, 3),
    (4, 3, 3, 1),
    (4, 3, 3, 2),
    (4, 3, 3, 3, 1),
    (4, 3, 3, 3, 2),
    (4, 3, 3, 3, 2, 1),
    (4, 3, 3, 3, 2, 1),
    (4, 3, 3, 3, 2, 1, 1),
    (4, 3, 3, 3, 2, 1, 1),
    (4, 3, 3, 3, 2, 1, 1, 1),
    (4, 3, 3, 3, 2, 1, 1, 1),
    (4, 3, 3, 3, 2, 1, 1, 1, 1),
    (4, 3, 3, 3, 3, 1, 1, 1, 1),
    (4, 3, 3, 3, 3, 2, 1, 1, 1),
    (4, 3, 3, 3, 3, 2, 2, 1, 1),
)


def slots_of(casts: str, level: int, edition: str) -> dict[int, int]:
    """Spell slots by spell level.

    >>> slots_of(FULL, 5, "srd-5.1"), slots_of(HALF, 5, "srd-5.1"), slots_of(PACT, 5, "srd-5.2")
    ({1: 4, 2: 3, 3: 2}, {1: 4, 2: 2}, {3: 2})
    >>> slots_of(HALF, 1, "srd-5.1"), slots_of(HALF, 1, "srd-5.2")
    ({}, {1: 2})
    """
    if casts == PACT:
        return {min(5, (level + 1) // 2): 1 if level == 1 else 2 if level < 11 else 3 if level < 17 else 4}
    if casts == HALF:
        if level == 1 and edition == "srd-5.1":
            return {}
        level = (level + 1) // 2
    if not casts:
        return {}
    return {number + 1: count for number, count in enumerate(SLOTS[level - 1])}
