"""Spellcasting in stat blocks: what is cast how often, by name."""

from encounter.bestiary import shelf


def spells_of(name, rules):
    return shelf.find(name, rules).keys["spells"]


def test_a_prepared_caster_of_the_older_edition_has_slots_and_a_list():
    found = spells_of("Acolyte", "srd-5.1")
    assert {
        "ability": "wis",
        "dc": "12",
        "attack": "4",
        "level": "1",
        "at_will": ["light", "sacred flame", "thaumaturgy"],
        "slots": {"1": "3"},
        "prepared": ["bless", "cure wounds", "sanctuary"],
    } == found


def test_an_innate_caster_has_uses_a_day_for_each_spell():
    assert {
        "ability": "cha",
        "dc": "21",
        "at_will": ["detect magic", "fireball"],
        "daily": {"hold monster": "3", "wall of fire": "3"},
    } == spells_of("Pit Fiend", "srd-5.1")


def test_a_spell_that_is_always_cast_at_a_higher_level_says_so():
    found = spells_of("Mage", "srd-5.2")
    assert {"fireball at level 4": "2", "invisibility": "2", "cone of cold": "1", "fly": "1"} == found["daily"]


def test_spells_that_are_cast_before_the_fight_carry_no_mark():
    assert "mage armor" in spells_of("Archmage", "srd-5.1")["prepared"]
    assert all("*" not in spell for spell in spells_of("Archmage", "srd-5.1")["prepared"])


def test_charges_of_the_older_edition_are_part_of_the_attack_that_they_help():
    claw = shelf.find("Lion", "srd-5.1").keys["attacks"]["claw"]
    assert {"run": "20 ft", "hit": [{"save": "str 13", "fail": ["prone"]}], "then": "bite"} == claw["charge"]
