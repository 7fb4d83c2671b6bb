"""Arms and armour: what weapons need and do, what armour and shields give and take."""

from typing import Any

from clauses import case, editions
from scenes import scene

ALL = ("srd-5.1", "srd-5.2", "reroll")


def armed(who: str = "Ada", **attacks: Any) -> dict[str, dict[str, Any]]:
    """Stat blocks in which somebody has these attacks, +5 and 5 ft unless they say otherwise."""
    return {who: {"attacks": {name.replace("_", " "): {"to_hit": 5, **attack} for name, attack in attacks.items()}}}


# --------------------------------------------------------------------------------------------------- nonmagical attacks

WIGHT = {"ac": 14, "hp": 45, "resist": ["bludgeoning, piercing, and slashing from nonmagical attacks"]}


@editions("srd-5.1")
@case("C148")
def test_resistance_to_nonmagical_attacks_is_no_resistance_to_magic_spells_or_falls(rules: str) -> None:
    """12 slashing of a plain sword are 6; of a +1 sword, of a spell and 12 bludgeoning of a fall they are 12."""
    sword = {"damage": "1d6+9 slashing"}
    blocks = armed(
        sword=sword,
        sword_1={**sword, "properties": ["magical"]},
        blades={"range": "60 ft", "damage": "1d6+9 slashing", "properties": ["spell"]},
    )
    table = scene("Ada A1, two attacks | Wight B1", rules, creatures={**blocks, "Wight": WIGHT}).table()

    dealt = []
    for use in ("sword", "sword 1"):
        dealt.append(table.attack("Ada", "Wight", use, dice=[15, 3]).damage)
    table.begin_turn("Ada")
    dealt.append(table.attack("Ada", "Wight", "blades", dice=[15, 14, 3]).damage)
    dealt.append(table.hurt("Wight", (12, "bludgeoning")).damage)

    assert [6, 12, 12, 12] == dealt


@editions(*ALL)
def test_immunity_may_be_to_nonmagical_attacks_too(rules: str) -> None:
    """Written type by type or in one sentence; other types are not meant."""
    blocks = armed(club={"damage": "1d4+3 bludgeoning"}, spear={"damage": "1d6+3 piercing"})
    blocks["Wight"] = {"immune": ["bludgeoning from nonmagical attacks", "poison"]}
    table = scene("Ada A1, two attacks | Wight B1", rules, creatures=blocks).table()

    dealt = [table.attack("Ada", "Wight", use, dice=[15, 3]).damage for use in ("club", "spear")]

    assert [0, 6] == dealt


@editions(*ALL)
def test_tactics_weigh_what_a_nonmagical_weapon_leaves(rules: str) -> None:
    """Against a wight the magical dagger is worth more than the plain greatsword."""
    blocks = armed(
        greatsword={"damage": "2d6+1 slashing"}, dagger={"damage": "1d4+4 piercing", "properties": ["magical"]}
    )
    table = scene("Ada A1 | Wight B1", rules, creatures={**blocks, "Wight": WIGHT}).table()

    assert "dagger" == table.take_turn("Ada", dice=[15, 3]).roll["attack"]
