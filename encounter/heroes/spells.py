"""The cantrips that heroes fight with, and the spells they have prepared, by class (SRD 5.1 and 5.2, Classes)."""

from typing import Any, Final


def dice_of(level: int) -> int:
    """How many dice a cantrip rolls: one, one more at levels 5, 11 and 17."""
    return 1 + sum(1 for at in (5, 11, 17) if at <= level)


def cantrip_of(
    name: str,
    level: int,
    edition: str,
    modifier: int,
    proficiency: int,
    keys: dict[str, Any],
    actions: dict[str, dict[str, Any]],
) -> None:
    """Put the cantrip that the class fights with among its attacks or actions."""
    dice = dice_of(level)
    dc = 8 + proficiency + modifier
    to_hit = proficiency + modifier
    ability = {"warlock": "cha", "sorcerer": "cha", "wizard": "int", "druid": "wis"}.get(name, "")
    if name in ("sorcerer", "wizard"):
        keys["attacks"]["fire bolt"] = _bolt(to_hit, "120 ft", f"{dice}d10 fire", ability)
    elif name == "druid":
        reach = "30 ft" if edition == "srd-5.1" else "60 ft"
        keys["attacks"]["produce flame"] = _bolt(to_hit, reach, f"{dice}d8 fire", ability)
    elif name == "warlock":
        force = f"1d10{modifier:+d} force" if level >= 2 else "1d10 force"  # Agonizing Blast
        keys["attacks"]["eldritch blast"] = _bolt(to_hit, "120 ft", force, ability)
        if dice > 1:
            keys["multiattack"] = ["eldritch blast"] * dice
    elif name == "cleric":
        actions["sacred flame"] = {
            "target": "one",
            "range": "60 ft",
            "save": f"dex {dc}",
            "damage": f"{dice}d8 radiant",
        }
    elif name == "bard":
        sides = 4 if edition == "srd-5.1" else 6
        actions["vicious mockery"] = {
            "target": "one",
            "range": "60 ft",
            "save": f"wis {dc}",
            "damage": f"{dice}d{sides} psychic",
        }


def _bolt(to_hit: int, range: str, damage: str, ability: str) -> dict[str, Any]:
    return {"to_hit": to_hit, "range": range, "damage": damage, "properties": ["spell"], "ability": ability}


# Spells by class and spell level, what most would have ready for a fight.
_PREPARED: Final[dict[str, dict[int, tuple[str, ...]]]] = {
    "bard": {
        1: ("healing word", "faerie fire", "thunderwave", "bane"),
        2: ("hold person", "invisibility", "shatter"),
        3: ("hypnotic pattern", "fear", "dispel magic"),
        4: ("greater invisibility", "confusion"),
        5: ("hold monster", "mass cure wounds"),
    },
    "cleric": {
        1: ("bless", "cure wounds", "guiding bolt", "healing word", "shield of faith"),
        2: ("hold person", "spiritual weapon", "lesser restoration"),
        3: ("spirit guardians", "mass healing word", "dispel magic"),
        4: ("banishment",),
        5: ("flame strike", "mass cure wounds"),
        6: ("heal", "harm"),
    },
    "druid": {
        1: ("cure wounds", "entangle", "faerie fire", "healing word", "thunderwave"),
        2: ("moonbeam", "flaming sphere", "hold person"),
        3: ("call lightning", "dispel magic"),
        4: ("ice storm", "confusion", "blight"),
        5: ("insect plague", "mass cure wounds"),
        6: ("heal",),
    },
    "paladin": {
        1: ("bless", "cure wounds", "shield of faith", "divine favor"),
        2: ("lesser restoration",),
        3: ("dispel magic",),
        4: ("banishment",),
        5: (),
    },
    "ranger": {1: ("hunter's mark", "cure wounds", "fog cloud"), 2: ("lesser restoration",), 3: (), 4: (), 5: ()},
    "sorcerer": {
        1: ("magic missile", "shield", "burning hands"),
        2: ("scorching ray", "misty step", "mirror image"),
        3: ("fireball", "haste", "counterspell"),
        4: ("greater invisibility", "ice storm"),
        5: ("cone of cold", "hold monster"),
        6: ("chain lightning", "disintegrate"),
        7: ("finger of death",),
    },
    "warlock": {
        1: ("charm person",),
        2: ("hold person", "misty step", "invisibility"),
        3: ("counterspell", "fear", "hypnotic pattern"),
        4: ("banishment", "blight"),
        5: ("hold monster",),
    },
    "wizard": {
        1: ("magic missile", "shield", "sleep", "burning hands"),
        2: ("scorching ray", "misty step", "web", "invisibility"),
        3: ("fireball", "counterspell", "haste", "slow"),
        4: ("greater invisibility", "ice storm", "wall of fire"),
        5: ("cone of cold", "hold monster"),
        6: ("chain lightning", "disintegrate"),
        7: ("finger of death",),
    },
}


def spells_of(name: str, highest: int, edition: str) -> list[str]:
    """The spells that a class has prepared up to a spell level."""
    return [spell for level, spells in _PREPARED[name].items() if level <= highest for spell in spells]
