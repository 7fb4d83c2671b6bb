"""Features of heroes at work: rage, danger sense, a second action."""

import pytest

from clauses import clause, editions
from scenes import reasons, scene

AXE = "axe +5 1d12+3 slashing"
RAGE = {
    "Bar": {
        "attacks": {"axe": {"to_hit": 5, "damage": "1d12+3 slashing", "ability": "str"}},
        "traits": ["rage 2"],
        "actions": {"rage": {"cost": "bonus", "gives": "raging for 1 minute", "uses": "2/day"}},
    }
}
SURGE = {"Fig": {"actions": {"action surge": {"cost": "free", "does": "another action", "uses": "1/rest"}}}}


@clause("rage")
def test_a_rage_adds_to_blows_and_halves_those_it_takes(rules: str) -> None:
    """1d12+3 becomes 1d12+5; of 9 slashing 4 are left, of 9 fire all."""
    t = scene("Bar A1, hp 60 | Ogre B1, ac 10, hp 60", rules, creatures=RAGE).table()
    calm = t.attack("Bar", "Ogre", "axe", dice=[10, 6])
    done = t.use_action("Bar", "rage")
    t.begin_turn("Bar")
    raging = t.attack("Bar", "Ogre", "axe", dice=[10, 6])

    assert (9, 11) == (calm.damage, raging.damage)
    assert [{"clause": "rage"}] == raging.roll["applied"]
    assert "rage" == done.one("condition-on")["clause"]
    assert (4, 9) == (t.hurt("Bar", (9, "slashing")).damage, t.hurt("Bar", (9, "fire")).damage)
    assert ["rage"] == t.save("Bar", "str", 15, dice=[3, 18]).advantage
    assert [] == t.save("Bar", "dex", 15, dice=[3]).advantage


@clause("rage", ["srd-5.1", "srd-5.2"])
def test_the_odds_of_a_raging_blow_are_exact(rules: str) -> None:
    """AC 15, +5: 11 of 20 faces hit, each for 2 more."""
    calm, raging = (
        scene(f"Bar A1{state} | Ogre B1, ac 15, hp 200", rules, creatures=RAGE).explain("Bar", "Ogre")
        for state in ("", ", raging")
    )

    assert pytest.approx(0.55 * 2) == raging["expected_damage"] - calm["expected_damage"]
    assert [{"clause": "rage"}] == [{"clause": one["clause"]} for one in raging["applied"]]


@clause("rage", ["srd-5.1"])
def test_a_rage_ends_with_a_turn_without_attack_or_wound_in_2014(rules: str) -> None:
    t = scene("Bar A1, hp 60 | Ogre B1, ac 10, hp 60", rules, creatures=RAGE).table()
    t.use_action("Bar", "rage")
    t.hurt("Bar", (9, "slashing"))

    assert [] == t.end_turn("Bar").lost
    t.begin_turn("Bar")
    t.attack("Bar", "Ogre", "axe", dice=[10, 6])
    assert [] == t.end_turn("Bar").lost
    t.begin_turn("Bar")
    assert ["raging"] == t.end_turn("Bar").lost


@clause("rage", ["srd-5.2"])
def test_a_bonus_action_keeps_a_rage_alive_in_2024(rules: str) -> None:
    """Wounds do not feed it; the turn on which it began needs nothing."""
    t = scene("Bar A1, hp 60 | Ogre B1, ac 10, hp 60", rules, creatures=RAGE).table()
    t.use_action("Bar", "rage")
    assert [] == t.end_turn("Bar").types
    t.hurt("Bar", (9, "slashing"))
    t.begin_turn("Bar")

    assert "rage" == t.end_turn("Bar").one("action")["name"]
    t.begin_turn("Bar")
    t["Bar"].budget = 0
    assert ["raging"] == t.end_turn("Bar").lost


@editions("srd-5.1", "srd-5.2", "reroll")
def test_a_mindless_rage_is_neither_charmed_nor_frightened(rules: str) -> None:
    keys = {"Bar": {**RAGE["Bar"], "actions": {"rage": {"cost": "bonus", "gives": "mindless rage for 1 minute"}}}}
    t = scene("Bar A1, hp 60 | Ogre B1", rules, creatures=keys).table()
    t.use_action("Bar", "rage")
    frightened = t.fight.setup.effect_named["frightened"]

    assert (t["Bar"].immune_effects >> frightened.index) & 1 == 1


@clause("danger-sense")
def test_danger_sense_helps_dexterity_saves(rules: str) -> None:
    t = scene("Bar A1, danger sense | Ogre B1", rules).table()

    assert ["danger-sense"] == t.save("Bar", "dex", 12, dice=[3, 4]).advantage
    assert [] == t.save("Bar", "con", 12, dice=[3]).advantage


@clause("feral-instinct")
def test_feral_instinct_helps_initiative(rules: str) -> None:
    told = scene("Bar A1, feral instinct | Ogre B1", rules).explain("Bar", action="initiative")

    assert (["feral-instinct"], []) == reasons(told)


@clause("action-surge")
def test_an_action_surge_gives_a_second_action_once(rules: str) -> None:
    t = scene(f"Fig A1, {AXE} | Ogre B1, ac 20, hp 60", rules, creatures=SURGE).table()

    assert "action.used" == t.refusal("use_action", "Fig", "action surge")
    t.attack("Fig", "Ogre", "axe", dice=[4])
    assert "action.used" == t.refusal("attack", "Fig", "Ogre", "axe")
    assert "action-surge" == t.use_action("Fig", "action surge").one("action")["clause"]
    t.attack("Fig", "Ogre", "axe", dice=[4])
    assert "action.used" == t.refusal("attack", "Fig", "Ogre", "axe")
    t.begin_turn("Fig")
    t.attack("Fig", "Ogre", "axe", dice=[4])
    assert "uses.none" == t.refusal("use_action", "Fig", "action surge")


@editions("srd-5.1", "srd-5.2")
def test_the_tactics_surge_rage_and_dare_where_there_is_somebody_to_attack(rules: str) -> None:
    near = scene(f"Fig A1, {AXE} | Ogre B1, ac 12, hp 200", rules, creatures=SURGE).table()
    done = near.take_turn("Fig", dice=[9, 6, 9, 6])
    keys = {"Bar": {**RAGE["Bar"], "traits": ["rage 2", "reckless attack"]}}
    angry = scene("Bar A1, hp 60 | Ogre C1, ac 14, hp 200", rules, creatures=keys)
    far = scene("Bar A1, hp 60 | Ogre L8, ac 14, hp 200", rules, creatures=RAGE).table()

    assert ["action surge"] == [event["name"] for event in done.all("action")]
    assert 2 == len(done.all("attack"))
    assert "raging" in angry.table().take_turn("Bar", dice=[12, 9, 6]).gained
    assert [] == far.take_turn("Bar").gained
