"""The weapons of the SRD as figures (SRD 5.1 and 5.2, Equipment: Weapons; masteries of 5.2)."""

from typing import Final

from attrs import frozen


@frozen
class Weapon:
    """A weapon: damage, properties, ranges in feet, the die in two hands, and its mastery property in 5.2.

    `range` is None for what is neither shot nor thrown; `melee` is False for what is only shot.
    """

    damage: str
    type: str
    properties: tuple[str, ...] = ()
    range: tuple[int, int] | None = None
    melee: bool = True
    versatile: str = ""
    mastery: str = ""

    @property
    def reach_ft(self) -> int:
        return 10 if "reach" in self.properties else 5


_THROWN: Final = (20, 60)

WEAPONS: Final[dict[str, Weapon]] = {
    "club": Weapon("1d4", "bludgeoning", ("light",), mastery="slow"),
    "dagger": Weapon("1d4", "piercing", ("finesse", "light", "thrown"), _THROWN, mastery="nick"),
    "greatclub": Weapon("1d8", "bludgeoning", ("two-handed",), mastery="push"),
    "handaxe": Weapon("1d6", "slashing", ("light", "thrown"), _THROWN, mastery="vex"),
    "javelin": Weapon("1d6", "piercing", ("thrown",), (30, 120), mastery="slow"),
    "light hammer": Weapon("1d4", "bludgeoning", ("light", "thrown"), _THROWN, mastery="nick"),
    "mace": Weapon("1d6", "bludgeoning", mastery="sap"),
    "quarterstaff": Weapon("1d6", "bludgeoning", ("versatile",), versatile="1d8", mastery="topple"),
    "sickle": Weapon("1d4", "slashing", ("light",), mastery="nick"),
    "spear": Weapon("1d6", "piercing", ("thrown", "versatile"), _THROWN, versatile="1d8", mastery="sap"),
    "light crossbow": Weapon("1d8", "piercing", ("loading", "two-handed"), (80, 320), False, mastery="slow"),
    "shortbow": Weapon("1d6", "piercing", ("two-handed",), (80, 320), False, mastery="vex"),
    "sling": Weapon("1d4", "bludgeoning", (), (30, 120), False, mastery="slow"),
    "battleaxe": Weapon("1d8", "slashing", ("versatile",), versatile="1d10", mastery="topple"),
    "flail": Weapon("1d8", "bludgeoning", mastery="sap"),
    "glaive": Weapon("1d10", "slashing", ("heavy", "reach", "two-handed"), mastery="graze"),
    "greataxe": Weapon("1d12", "slashing", ("heavy", "two-handed"), mastery="cleave"),
    "greatsword": Weapon("2d6", "slashing", ("heavy", "two-handed"), mastery="graze"),
    "halberd": Weapon("1d10", "slashing", ("heavy", "reach", "two-handed"), mastery="cleave"),
    "longsword": Weapon("1d8", "slashing", ("versatile",), versatile="1d10", mastery="sap"),
    "maul": Weapon("2d6", "bludgeoning", ("heavy", "two-handed"), mastery="topple"),
    "morningstar": Weapon("1d8", "piercing", mastery="sap"),
    "pike": Weapon("1d10", "piercing", ("heavy", "reach", "two-handed"), mastery="push"),
    "rapier": Weapon("1d8", "piercing", ("finesse",), mastery="vex"),
    "scimitar": Weapon("1d6", "slashing", ("finesse", "light"), mastery="nick"),
    "shortsword": Weapon("1d6", "piercing", ("finesse", "light"), mastery="vex"),
    "trident": Weapon("1d6", "piercing", ("thrown", "versatile"), _THROWN, versatile="1d8", mastery="topple"),
    "warhammer": Weapon("1d8", "bludgeoning", ("versatile",), versatile="1d10", mastery="push"),
    "war pick": Weapon("1d8", "piercing", mastery="sap"),
    "whip": Weapon("1d4", "slashing", ("finesse", "reach"), mastery="slow"),
    "hand crossbow": Weapon("1d6", "piercing", ("light", "loading"), (30, 120), False, mastery="vex"),
    "heavy crossbow": Weapon("1d10", "piercing", ("heavy", "loading", "two-handed"), (100, 400), False, mastery="push"),
    "longbow": Weapon("1d8", "piercing", ("heavy", "two-handed"), (150, 600), False, mastery="slow"),
}
