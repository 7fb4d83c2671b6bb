"""Arms and armour: what weapons need and do, what armour and shields give and take."""

from typing import Any

import pytest

from clauses import case, clause, editions
from scenes import Scene, reasons, scene

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


# ---------------------------------------------------------------------------------------------------- armour class


def wearing(rules: str = "srd-5.2", **worn: Any) -> Scene:
    """A duel in which Ada, of DEX 16 and CON 18 unless told otherwise, wears and knows this."""
    block = {"abilities": {"str": 15, "dex": 16, "con": 18}, "attacks": SWORD, **worn}
    return scene("Ada A1 | Gob B1", rules, creatures={"Ada": block})


SWORD = {
    "sword": {"to_hit": 5, "damage": "1d8+3 slashing"},
    "ray": {"to_hit": 5, "range": "60 ft", "properties": ["spell"]},
}


def ac(rules: str = "srd-5.2", **worn: Any) -> int:
    return wearing(rules, **worn).scenario.entries[0].creature.ac


@editions(*ALL)
def test_one_base_armour_class_is_in_force_the_best_of_several(rules: str) -> None:
    """A barbarian of DEX +3 and CON +4 has 10 + 3 + 4 = 17; Mage Armor would give 13 + 3 = 16, never both."""
    barbarian, mage = "unarmored defense con", "mage armor"

    assert [17, 16, 17] == [ac(rules, ac_from=known) for known in ([barbarian], [mage], [barbarian, mage])]


@pytest.mark.parametrize(
    ("armour", "dex", "expected"),
    [
        ("leather", 16, 14),
        ("studded leather armor", 8, 11),
        ("chain shirt", 16, 15),
        ("half plate", 8, 14),
        ("chain mail", 16, 16),
        ("plate", 8, 18),
    ],
)
def test_armour_says_how_much_dexterity_counts(armour: str, dex: int, expected: int) -> None:
    """All of it in light armour, up to 2 in medium, none in heavy, a bad one neither."""
    assert expected == ac(armour=armour, abilities={"str": 15, "dex": dex})


@editions(*ALL)
def test_a_shield_and_other_bonuses_come_on_top_of_the_one_base(rules: str) -> None:
    """Whatever the base is; a monk's way goes with no shield, so that the plain one is better with it."""
    assert 19 == ac(rules, ac_from="unarmored defense con", shield=True)
    assert 15 == ac(rules, shield=True)
    assert 15 == ac(rules, ac_from="unarmored defense wis", shield=True)
    assert 18 == ac(rules, armour="chain shirt", shield=True, ac_bonus=1)


@editions(*ALL)
def test_in_armour_only_nature_has_another_way(rules: str) -> None:
    """Unarmored Defense and Mage Armor ask for no armour; a natural 13 + DEX is better than leather."""
    assert 14 == ac(rules, armour="leather", ac_from=["unarmored defense con", "mage armor"])
    assert 16 == ac(rules, armour="leather", ac_from=["natural 13"])


@editions(*ALL)
def test_an_armour_class_that_is_written_stands(rules: str) -> None:
    """The printed AC of a stat block has everything in it."""
    assert 15 == ac(rules, armour="plate", shield=True, ac=15)


def test_a_block_that_is_like_another_and_wears_other_armour_has_its_armour_class() -> None:
    blocks = {"Gob": {"ac": 13, "hp": 7}, "Ada": {"like": "Gob", "armour": "plate"}}

    assert 18 == scene("Ada A1 | Gob B1", creatures=blocks).scenario.entries[0].creature.ac


# ---------------------------------------------------------------------------------------------------- untrained armour


def clauses_against(answer: Any) -> list[str]:
    return reasons(answer)[1]


@clause("armour.attacks")
def test_untrained_armour_hinders_attacks_by_strength_and_dexterity(rules: str) -> None:
    """A spell goes by another ability."""
    untrained = wearing(rules, armour="plate", untrained="armour")

    assert ["armour.attacks"] == clauses_against(untrained.explain("Ada", "Gob", attack="sword"))
    assert "armour.attacks" not in clauses_against(untrained.explain("Ada", "Gob", attack="ray"))


@clause("armour.saves")
def test_untrained_armour_hinders_saves_of_strength_and_dexterity(rules: str) -> None:
    untrained = wearing(rules, armour="leather", untrained="armour")
    against = [
        clauses_against(untrained.explain("Ada", action="save", ability=ability, dc=12))
        for ability in ("str", "dex", "con")
    ]

    assert [["armour.saves"], ["armour.saves"], []] == against


@clause("armour.checks")
def test_untrained_armour_hinders_checks_of_strength_and_dexterity(rules: str) -> None:
    """Initiative is one of them."""
    untrained = wearing(rules, armour="leather", untrained="armour")
    asked: list[dict[str, Any]] = [
        {"action": "check", "skill": "athletics", "dc": 12},
        {"action": "initiative"},
        {"action": "check", "skill": "perception", "dc": 12},
    ]

    assert [["armour.checks"], ["armour.checks"], []] == [
        clauses_against(untrained.explain("Ada", **how)) for how in asked
    ]


@clause("armour.attacks", ["srd-5.1", "reroll"])
@editions(*ALL)
def test_an_untrained_shield_hinders_in_5_1_and_adds_nothing_in_5_2(rules: str) -> None:
    """5.1 counts the shield among armour; 5.2 takes its +2 away and nothing else."""
    untrained = wearing(rules, shield=True, untrained=["shield"])
    explained = untrained.explain("Ada", "Gob", attack="sword")

    expected = ([], 13) if rules == "srd-5.2" else (["armour.attacks"], 15)
    assert expected == (clauses_against(explained), untrained.scenario.entries[0].creature.ac)


@clause("armour.stealth")
def test_some_armour_hinders_stealth(rules: str) -> None:
    """Scale mail does, a breastplate does not; training does not matter."""
    stealth = {"action": "check", "skill": "stealth", "dc": 12}

    assert ["armour.stealth"] == clauses_against(wearing(rules, armour="scale mail").explain("Ada", **stealth))
    assert [] == clauses_against(wearing(rules, armour="breastplate").explain("Ada", **stealth))


@editions(*ALL)
def test_heavy_armour_slows_who_is_too_weak_for_it(rules: str) -> None:
    """10 ft with a Strength score below 13 in chain mail, below 15 in splint and plate."""
    speeds = [
        wearing(rules, armour=armour, abilities={"str": score}).table()["Ada"].speed_ft
        for armour, score in (("chain mail", 12), ("chain mail", 13), ("plate", 14), ("ring mail", 8))
    ]

    assert [20, 30, 20, 30] == speeds


@editions(*ALL)
def test_a_shield_takes_a_hand(rules: str) -> None:
    """With a sword in the other there is none to grab with."""
    table = wearing(rules, shield=True, hands=["sword"]).table()

    assert "hand.none" == table.refusal("grapple", "Ada", "Gob")
