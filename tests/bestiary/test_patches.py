"""Where a source of the bestiary is wrong, the bestiary is right: a test for each correction."""

import pytest

from encounter.bestiary import shelf
from encounter.bestiary.patches import PATCHES

FIVE_BITES = ["bite"] * 5
MULTIATTACKS = {
    ("srd-5.2", "Hydra"): [FIVE_BITES],
    ("srd-5.2", "Rust Monster"): [["bite"]],
    ("srd-5.1", "Hydra"): [FIVE_BITES],
    ("srd-5.1", "Medusa"): [["snake hair", "shortsword", "shortsword"], ["longbow", "longbow"]],
    ("srd-5.1", "Gladiator"): [["spear"] * 3, ["spear", "spear", "shield bash"], ["spear"] * 2],
    ("srd-5.1", "Lizardfolk"): [
        ["heavy club", "bite"],
        ["spiked shield", "bite"],
        ["heavy club", "spiked shield"],
        ["javelin", "bite"],
    ],
    ("srd-5.1", "Vampire, Vampire Form"): [["unarmed strike"] * 2, ["unarmed strike", "bite"]],
    ("srd-5.1", "Vampire Spawn"): [["claws"] * 2, ["claws", "bite"]],
    ("srd-5.1", "Werebear, Hybrid Form"): [["claw"] * 2, ["greataxe"] * 2],
    ("srd-5.1", "Wereboar, Hybrid Form"): [["maul"] * 2, ["maul", "tusks"]],
    ("srd-5.1", "Wererat, Hybrid Form"): [["shortsword"] * 2, ["shortsword", "bite"], ["hand crossbow"] * 2],
    ("srd-5.1", "Weretiger, Hybrid Form"): [["claw"] * 2, ["scimitar"] * 2, ["longbow"] * 2],
    ("srd-5.1", "Werewolf, Hybrid Form"): [["bite", "claws"]],
    ("srd-5.1", "Drider"): [
        ["longsword"] * 3,
        ["longbow"] * 3,
        ["longsword", "longsword", "bite"],
        ["longbow", "longbow", "bite"],
    ],
    ("srd-5.1", "Erinyes"): [["longsword"] * 3, ["longbow"] * 3],
    ("srd-5.1", "Oni"): [["claw"] * 2, ["glaive"] * 2],
}


def keys_of(name, rules):
    return shelf.find(name, rules).keys


@pytest.mark.parametrize(("rules", "name"), MULTIATTACKS)
def test_a_multiattack_names_what_the_creature_has_in_the_right_number(rules, name):
    written = keys_of(name, rules)["multiattack"]
    assert MULTIATTACKS[rules, name] == (written if isinstance(written[0], list) else [written])


def test_the_mace_of_the_pit_fiend_burns():
    assert ["2d6+8 bludgeoning", "6d6 fire"] == keys_of("Pit Fiend", "srd-5.1")["attacks"]["mace"]["damage"]


def test_a_bugbears_javelin_is_weaker_when_it_is_thrown():
    attacks = keys_of("Bugbear", "srd-5.1")["attacks"]
    assert {"to_hit": "4", "reach": "5 ft", "damage": "2d6+2 piercing"} == attacks["javelin"]
    assert {"to_hit": "4", "range": "30/120 ft", "damage": "1d6+2 piercing"} == attacks["javelin (thrown)"]


def test_the_claw_of_the_night_hag_is_an_attack_and_her_haunting_another_action():
    keys = keys_of("Night Hag", "srd-5.2")
    assert {"to_hit": "7", "reach": "5 ft", "damage": "2d8+4 slashing"} == keys["attacks"]["claw"]
    assert ["bonus action shape-shift", "action nightmare haunting"] == keys["without_effect"]


def test_a_wererat_has_a_hand_crossbow():
    attacks = keys_of("Wererat", "srd-5.2")["attacks"]
    assert {"to_hit": "5", "range": "30/120 ft", "damage": "1d6+3 piercing"} == attacks["hand crossbow"]
    assert {"to_hit": "5", "reach": "5 ft", "damage": "1d6+3 slashing"} == attacks["scratch"]


def test_a_half_dragon_is_one_of_fire_unless_somebody_chooses_another():
    keys = keys_of("Half-Dragon", "srd-5.2")
    assert ("8d6 fire", ["fire"]) == (keys["actions"]["dragon's breath"]["damage"], keys["resist"])
    assert ["1d4+4 slashing", "2d6 fire"] == keys["attacks"]["claw"]["damage"]


def test_the_giant_fly_is_there_and_flies():
    keys = keys_of("Giant Fly", "srd-5.2")
    assert ("11", "19 (3d10+3)", {"walk": "30 ft", "fly": "60 ft"}) == (keys["ac"], keys["hp"], keys["speed"])


def test_attacks_whose_text_is_out_of_order_are_read_all_the_same():
    rend = keys_of("Young Blue Dragon", "srd-5.2")["attacks"]["rend"]
    scimitar = keys_of("Goblin Boss", "srd-5.2")["attacks"]["scimitar"]
    assert {"to_hit": "9", "reach": "10 ft", "damage": ["2d6+5 slashing", "1d10 lightning"]} == rend
    assert ("4", "1d6+2 slashing", "1d4 slashing") == (
        scimitar["to_hit"],
        scimitar["damage"],
        scimitar["with_advantage"],
    )


def test_fixed_damage_in_feet_that_are_spelt_out_and_an_ink_cloud_are_no_obstacles():
    assert {"to_hit": "4", "reach": "5 ft", "damage": "1d4+2 slashing"} == keys_of("Eagle", "srd-5.2")["attacks"][
        "talons"
    ]
    assert "1 piercing" == keys_of("Badger", "srd-5.2")["attacks"]["bite"]["damage"]
    assert "120 ft" == keys_of("Djinni", "srd-5.2")["attacks"]["storm bolt"]["range"]
    assert ["tentacles"] == list(keys_of("Octopus", "srd-5.1")["attacks"])
    assert ["2d6+5 slashing", "1d6 lightning"] == keys_of("Djinni", "srd-5.1")["attacks"]["scimitar"]["damage"]


def test_no_text_ends_in_the_heading_of_the_next_group():
    assert "left_out" not in keys_of("Berserker", "srd-5.2")


@pytest.mark.parametrize(
    ("name", "uses"),
    [
        ("Adult Red Dragon", "3"),
        ("Ancient Red Dragon", "4"),
        ("Lich", "4"),
        ("Kraken", "4"),
        ("Tarrasque", "6"),
        ("Solar", "4"),
    ],
)
def test_legendary_resistance_has_its_number(name, uses):
    assert uses == keys_of(name, "srd-5.2")["legendary_resistance"]


@pytest.mark.parametrize(
    ("name", "size"),
    [("Bandit", "medium"), ("Werewolf", "medium"), ("Swarm of Bats", "large"), ("Goblin Minion", "small")],
)
def test_medium_or_small_is_medium_and_a_swarm_is_as_large_as_its_hit_dice_say(name, size):
    assert size == keys_of(name, "srd-5.2")["size"]


def test_every_patch_is_of_a_creature_that_a_test_above_names():
    tested = {name for _, name in MULTIATTACKS} | {"Pit Fiend", "Bugbear", "Night Hag", "Wererat", "Half-Dragon"}
    assert {patch.creature for patch in PATCHES} == tested
