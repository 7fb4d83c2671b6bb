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
def test_danger_sense_needs_an_owner_that_can_act_and_in_the_older_edition_sees_and_hears(rules: str) -> None:
    free = scene("Bar A1, danger sense | Ogre B1", rules).table()
    held = scene("Bar A1, danger sense, incapacitated | Ogre B1", rules).table()
    blind = scene("Bar A1, danger sense, blinded | Ogre B1", rules).table()
    deaf = scene("Bar A1, danger sense, deafened | Ogre B1", rules).table()
    wanted = ["danger-sense"] if rules == "srd-5.2" else []
    dice = [9, 3] if wanted else [9]

    assert ["danger-sense"] == free.save("Bar", "dex", 10, dice=[9, 3]).advantage
    assert [] == held.save("Bar", "dex", 10, dice=[9]).advantage
    assert [wanted, wanted] == [t.save("Bar", "dex", 10, dice=dice).advantage for t in (blind, deaf)]


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


SMITE = {"Pal": {"traits": ["divine smite"], "spells": {"dc": 13, "attack": 5, "ability": "cha", "slots": {1: 2}}}}


@clause("divine-smite")
def test_a_smite_spends_a_slot_on_a_hit_in_melee(rules: str) -> None:
    """The trait divine smite: 1d12+3 and 2d8; 3d8 against the undead, twice as many dice on a critical hit."""
    t = scene(f"Pal A1, {AXE} | Ogre B1, ac 12, hp 60", rules, creatures=_armed(SMITE)).table()
    done = t.attack("Pal", "Ogre", "axe", dice=[10, 6, 5, 4])

    assert 18 == done.damage
    assert ("divine-smite", 1, 1) == (
        done.one("action")["clause"],
        done.one("action")["slot"],
        t["Pal"].slots[1],
    )
    undead = {**_armed(SMITE), "Ogre": {"ac": 12, "hp": 60, "type": "undead"}}
    bones = scene("Pal A1 | Ogre B1", rules, creatures=undead).table()
    assert 23 == bones.attack("Pal", "Ogre", "axe", dice=[10, 6, 5, 4, 5]).damage


@clause("divine-smite", ["srd-5.2"])
def test_a_smite_is_a_bonus_action_in_2024_and_no_second_slot_goes_with_it(rules: str) -> None:
    t = scene("Pal A1 | Ogre B1, ac 12, hp 60", rules, creatures=_armed(SMITE, attacks=2)).table()

    assert 1 == len(t.attack("Pal", "Ogre", "axe", dice=[10, 6, 5, 4]).all("action"))
    assert [] == t.attack("Pal", "Ogre", "axe", dice=[10, 6]).all("action")


@clause("divine-smite", ["srd-5.1"])
def test_a_paladin_of_2014_smites_as_often_as_it_has_slots(rules: str) -> None:
    t = scene("Pal A1 | Ogre B1, ac 12, hp 60", rules, creatures=_armed(SMITE, attacks=2)).table()

    assert 1 == len(t.attack("Pal", "Ogre", "axe", dice=[10, 6, 5, 4]).all("action"))
    assert 1 == len(t.attack("Pal", "Ogre", "axe", dice=[10, 6, 5, 4]).all("action"))


def _armed(keys: dict[str, dict[str, object]], attacks: int = 1) -> dict[str, dict[str, object]]:
    axe = {"axe": {"to_hit": 5, "damage": "1d12+3 slashing"}}
    return {name: {**told, "attacks": axe, "attacks_per_action": attacks} for name, told in keys.items()}


@clause("aura-of-protection")
def test_an_aura_of_protection_adds_to_the_saves_of_allies_within_10_ft(rules: str) -> None:
    """Two auras do not add up, and one whose bearer is incapacitated is none."""
    keys = {"Pal": {"traits": ["aura of protection 3"]}, "Bo": {"traits": ["aura of protection 2"]}}
    t = scene("Pal A1; Ada B3; Bo A2; Far H8 | Ogre L1", rules, creatures=keys).table()
    near = t.save("Ada", "wis", 13, dice=[10])

    assert [{"clause": "aura-of-protection", "value": 3}] == near.roll["modifiers"]
    assert 13 == near.roll["total"]
    assert [] == t.save("Far", "wis", 13, dice=[10]).roll["modifiers"]
    out = scene("Pal A1, stunned; Ada B3 | Ogre L1", rules, creatures=keys).table()
    assert [] == out.save("Ada", "wis", 13, dice=[10]).roll["modifiers"]


@editions("srd-5.1", "srd-5.2")
def test_brutal_criticals_roll_more_dice(rules: str) -> None:
    keys = {"Bar": {"traits": ["brutal critical 2"]}}
    t = scene("Bar A1 | Ogre B1, ac 15, hp 90", rules, creatures=_armed(keys)).table()

    assert 27 == t.attack("Bar", "Ogre", "axe", dice=[20, 6, 6, 6, 6]).damage


BARD = {
    "Bar": {
        "actions": {
            "bardic inspiration": {
                "cost": "bonus",
                "of": "allies",
                "target": "one",
                "range": "60 ft",
                "gives": "inspired d6 for 10 minutes",
                "uses": "3/rest",
            }
        }
    }
}


@clause("bardic-inspiration")
def test_a_bard_inspires_an_ally_whose_failed_attack_it_may_turn_into_a_hit(rules: str) -> None:
    """8 + 5 misses AC 15 by 2: a d6 that shows 4 makes it 17. What no d6 can mend is left alone."""
    t = scene(f"Bar A2; Ada A1, {AXE}, two attacks | Ogre B1, ac 15, hp 60", rules, creatures=BARD).table()

    assert "action.impossible" == t.refusal("use_action", "Bar", "bardic inspiration", "Bar")
    assert ["inspired d6"] == t.use_action("Bar", "bardic inspiration", "Ada").gained
    assert "MISS 8" == t.attack("Ada", "Ogre", "axe", dice=[3]).summary
    done = t.attack("Ada", "Ogre", "axe", dice=[8, 4, 6])
    assert ("HIT 17", ["inspired d6"]) == (done.summary, done.lost)
    assert [{"clause": "bardic-inspiration", "value": 4}] == done.roll["modifiers"]


@editions("srd-5.1", "srd-5.2", "reroll")
@pytest.mark.parametrize("sides", [6, 8, 10, 12])
def test_inspired_saves_add_the_die_that_was_given(rules: str, sides: int) -> None:
    """inspired d6, inspired d8, inspired d10, inspired d12: 5 and the whole die reach 5 + it."""
    t = scene("Ada A1 | Ogre B1", rules, states={"Ada": {"conditions": [f"inspired d{sides}"]}}).table()

    assert "HIT" == t.save("Ada", "wis", 5 + sides, dice=[5, sides]).summary[:3]
    assert "MISS" == t.save("Ada", "wis", 5 + sides, dice=[5]).summary[:4]


@clause("indomitable")
def test_the_indomitable_roll_a_failed_save_again_once(rules: str) -> None:
    """In 2024 the level is added to the second roll."""
    keys = {"Fig": {"traits": ["indomitable 1 level 9"]}}
    t = scene("Fig A1 | Ogre B1", rules, creatures=keys).table()
    done = t.save("Fig", "wis", 15, dice=[5, 16])

    assert [{"clause": "indomitable"}] == done.roll["applied"]
    assert (25 if rules == "srd-5.2" else 16) == done.roll["total"]
    assert "MISS 5" == t.save("Fig", "wis", 15, dice=[5]).summary
