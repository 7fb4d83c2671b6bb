"""What the built-in tactics do with spells, and that fights with them keep the laws of every fight."""

import pytest

from encounter.engine.journal import Journal
from encounter.scenario.compiler import compile
from invariants import watched
from rules.test_spells import caster
from scenes import Scene, scene

ROWS = ["...................."] * 6


def war(rules: str) -> Scene:
    """Two casters against two casters and a brute."""
    arcane = caster(
        "fire bolt", "magic missile", "shield", "web", "fireball", "counterspell", "haste", slots={"1": 2, "3": 2}
    )
    divine = caster("sacred flame", "bless", "healing word", "spirit guardians", "hold person", slots={"1": 3, "3": 2})
    return scene(
        "Mage C2, character; Cleric C4, character | Foil N2; Priest N4; Ogre M3",
        rules,
        map=ROWS,
        creatures={
            "Mage": arcane,
            "Foil": arcane,
            "Cleric": divine,
            "Priest": divine,
            "Ogre": {"hp": 59, "ac": 11, "attacks": {"club": {"to_hit": 6, "damage": "2d8+4 bludgeoning"}}},
        },
    )


@pytest.mark.parametrize("rules", ["srd-5.1", "srd-5.2"])
def test_fights_with_spells_keep_the_laws(rules):
    """Folding the journal over the start gives the end; nobody stands in another's space, and so on."""
    for index in range(2):
        watched(war(rules).encounter, 3, index)


def test_the_exhaustive_search_casts_the_same():
    scenario = war("srd-5.2").scenario
    told = []
    for exhaustive in (False, True):
        journal = Journal()
        compile(scenario, exhaustive=exhaustive).fight(7, 0, journal=journal)
        told.append([event.as_json() for event in journal.events])

    assert told[0] == told[1]


def test_a_fireball_goes_where_it_catches_most_enemies_and_no_ally():
    t = scene(
        "Mage A1; Bo J1, hp 60 | Gob N1, hp 30; Orc O1, hp 30; Imp N2, hp 30",
        "srd-5.2",
        map=ROWS,
        creatures={"Mage": caster("fireball", slots={"3": 1})},
    ).table()

    turn = t.take_turn("Mage", dice=[3] * 8 + [2] * 3)

    assert {"Gob", "Orc", "Imp"} == set(turn.one("action")["reaches"])


def test_healing_word_brings_the_fallen_back_first():
    t = scene(
        "Mage A1; Bo B1, character, hp 30 | Gob T6, hp 30",
        "srd-5.1",
        map=ROWS,
        creatures={"Mage": caster("healing word", slots={"1": 1})},
        states={"Bo": {"hp": 0}},
    ).table()

    turn = t.take_turn("Mage", dice=[2])

    assert ["healing word"] == [event["name"] for event in turn.all("action") if event["action"] == "use"]
    assert "up" == t.status("Bo")


def test_nobody_gives_up_a_spell_for_another():
    t = scene(
        "Mage A1, concentrating bless on Mage | Gob C1, hp 60; Orc C2, hp 60",
        "srd-5.2",
        map=ROWS,
        creatures={"Mage": caster("hold person", "bane", "fear")},
    ).table()

    turn = t.take_turn("Mage", dice=[1, 2])  # it strikes with its fist instead

    assert [] == [event for event in turn.all("action") if event["action"] == "use"]
    assert "bless" == t["Mage"].concentrating
