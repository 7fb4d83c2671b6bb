"""Spells: slots, casting in a turn, and what each spell does (rules.md 51)."""

from typing import Any

import pytest

from clauses import clause, editions
from encounter.engine.rules.spellbook.srd_5_2 import SPELLS_5_2
from scenes import scene
from table import Table

ALL = ("srd-5.1", "srd-5.2", "reroll")
SRD = ("srd-5.1", "srd-5.2")
SLOTS = {"1": 4, "2": 3, "3": 3, "4": 3, "5": 2, "6": 1, "7": 1, "8": 1, "9": 1}


def caster(*spells: str, slots: dict[str, int] | None = None, level: int = 5, **more: Any) -> dict[str, Any]:
    """A caster with a modifier of +4, DC 15 and +7 to hit; `spells` are cantrips and what it has prepared."""
    cantrips = {spell.name for spell in SPELLS_5_2 if spell.level == 0}
    block = {
        "level": level,
        "at_will": [spell for spell in spells if spell in cantrips],
        "slots": SLOTS if slots is None else slots,
        "prepared": [spell for spell in spells if spell not in cantrips],
    }
    return {"abilities": {"int": 18}, "proficiency": 3, "spells": block, "hp": 60, "ac": 12, **more}


def table(rules: str, *spells: str, text: str = "Mage A1 | Gob C1, ac 13, hp 60", **more: Any) -> Table:
    """Mage casts these spells; the others are in `text`."""
    return scene(text, rules, creatures={"Mage": caster(*spells, **more)}).table()


# Slots and turns


@clause("slots.none")
def test_a_spell_takes_a_slot_of_its_level_and_without_one_it_is_not_cast(rules):
    t = table(rules, "burning hands", slots={"1": 1})

    t.cast("Mage", "burning hands", at="B1", dice=[1, 1, 1, 20])
    t.begin_turn("Mage")
    assert "slots.none" == t.refusal("cast", "Mage", "burning hands", at="B1")


@clause("slots.none")
def test_an_attack_spell_needs_its_slot_too(rules):
    t = table(rules, "scorching ray", slots={"2": 1})

    t.cast("Mage", "scorching ray", "Gob", dice=[2])
    t.cast("Mage", "scorching ray", "Gob", dice=[2])
    t.cast("Mage", "scorching ray", "Gob", dice=[2])
    t.begin_turn("Mage")
    assert "slots.none" == t.refusal("cast", "Mage", "scorching ray", "Gob")


@clause("slots.none")
def test_slots_that_are_gone_when_the_fight_begins(rules):
    file = scene(
        "Mage A1 | Gob C1",
        rules,
        creatures={"Mage": caster("burning hands", slots={"1": 2})},
        states={"Mage": {"used": {"slots": {"1": 2}}}},
    )

    assert "slots.none" == file.table().refusal("cast", "Mage", "burning hands", at="B1")


@clause("spell.one-slot", editions=["srd-5.2"])
def test_one_slot_a_turn_in_5_2(rules):
    """Healing Word as a bonus action bars a levelled spell as the action, not a cantrip."""
    t = table(rules, "healing word", "burning hands", "fire bolt")

    t.cast("Mage", "healing word", "Mage", dice=[1, 1])
    assert "spell.one-slot" == t.refusal("cast", "Mage", "burning hands", at="B1")
    t.cast("Mage", "fire bolt", "Gob", dice=[2])
    t.begin_turn("Gob")
    t.begin_turn("Mage")
    t.cast("Mage", "burning hands", at="B1", dice=[1, 1, 1, 20])


@clause("spell.bonus", editions=["srd-5.1", "reroll"])
def test_beside_a_bonus_action_spell_only_cantrips_in_5_1(rules):
    t = table(rules, "healing word", "burning hands", "fire bolt")

    t.cast("Mage", "healing word", "Mage", dice=[1])
    assert "spell.bonus" == t.refusal("cast", "Mage", "burning hands", at="B1")
    t.cast("Mage", "fire bolt", "Gob", dice=[2])


@clause("spell.bonus", editions=["srd-5.1", "reroll"])
def test_nor_a_bonus_action_spell_after_one_that_is_no_cantrip(rules):
    t = table(rules, "healing word", "burning hands")

    t.cast("Mage", "burning hands", at="B1", dice=[1, 1, 1, 20])
    assert "spell.bonus" == t.refusal("cast", "Mage", "healing word", "Mage")


@editions(*ALL)
def test_a_daily_spell_takes_no_slot_and_is_used_up(rules):
    block = {"spells": {"dc": 15, "daily": {"fireball at level 5": 1}}}
    t = scene("Mage A1 | Gob J1, hp 60", rules, creatures={"Mage": block}).table()

    assert 30 == t.cast("Mage", "fireball at level 5", at="J1", dice=[3] * 10 + [2]).damage
    t.begin_turn("Mage")
    assert "uses.none" == t.refusal("cast", "Mage", "fireball at level 5", at="J1")


# Cantrips


@editions(*ALL)
@pytest.mark.parametrize(("level", "dice"), [(1, 1), (5, 2), (11, 3), (17, 4)])
def test_a_cantrip_grows_with_its_caster(rules, level, dice):
    t = table(rules, "fire bolt", level=level)

    hit = t.cast("Mage", "fire bolt", "Gob", dice=[10] + [4] * dice)

    assert ("HIT 17", 4 * dice) == (hit.summary, hit.damage)


@clause("ray-of-frost")
def test_ray_of_frost_slows_until_its_casters_next_turn(rules):
    t = table(rules, "ray of frost")

    assert 7 == t.cast("Mage", "ray of frost", "Gob", dice=[10, 3, 4]).damage
    assert 20 == t["Gob"].speed_ft
    t.begin_turn("Mage")
    assert 30 == t["Gob"].speed_ft


@editions(*ALL)
def test_sacred_flame_asks_for_a_dexterity_save_or_nothing(rules):
    t = table(rules, "sacred flame")

    assert 9 == t.cast("Mage", "sacred flame", "Gob", dice=[4, 5, 14]).damage
    t.begin_turn("Mage")
    assert 0 == t.cast("Mage", "sacred flame", "Gob", dice=[4, 5, 15]).damage


# Level 1


@clause("bless")
def test_bless_is_cast_on_three_and_lasts_with_concentration(rules):
    t = table(rules, "bless", text="Mage A1; Bo A2, longsword; Cy A3 | Gob B2, ac 13")

    assert ["bless"] * 3 == t.cast("Mage", "bless", "Mage", "Bo", "Cy").gained
    assert "bless" == t["Mage"].concentrating
    assert "HIT 14" == t.attack("Bo", "Gob", "longsword", dice=[1 + 3, 5, 4]).summary
    t.fight.end_concentration(t["Mage"], "damage")
    assert [] == t.conditions("Bo")


@clause("bane")
def test_bane_is_saved_against_with_charisma(rules):
    t = table(rules, "bane", text="Mage A1 | Gob C1; Orc C2")

    done = t.cast("Mage", "bane", "Gob", "Orc", dice=[14, 15])

    assert ["bane"] == done.gained
    assert (["bane"], []) == (t.conditions("Gob"), t.conditions("Orc"))


@editions(*ALL)
def test_burning_hands_halves_for_who_saves_and_grows_with_its_slot(rules):
    t = table(rules, "burning hands", text="Mage A1 | Gob B1, hp 60; Orc C1, hp 60")

    done = t.cast("Mage", "burning hands at level 2", at="B1", dice=[6, 5, 4, 2, 14, 15])

    assert [17, 8] == [event["amount"] for event in done.all("damage")]
    assert (4, 2) == (t["Mage"].slots[1], t["Mage"].slots[2])


@pytest.mark.parametrize(("rules", "dice"), [("srd-5.1", 1), ("srd-5.2", 2)])
def test_cure_wounds_and_healing_word_heal_twice_as_much_in_5_2(rules, dice):
    t = table(rules, "cure wounds", "healing word", text="Mage A1; Bo A2, hp 30 | Gob H1")
    t.hurt("Bo", (25, "fire"))

    t.cast("Mage", "cure wounds", "Bo", dice=[3] * dice)
    assert 5 + 3 * dice + 4 == t.hp("Bo")
    t.begin_turn("Mage")
    t.cast("Mage", "healing word", "Bo", dice=[2] * dice)
    assert 5 + 3 * dice + 4 + 2 * dice + 4 == t.hp("Bo")
    t.begin_turn("Mage")
    t.cast("Mage", "cure wounds at level 2", "Bo", dice=[1] * (2 * dice))
    assert min(30, 17 + 7 * dice) == t.hp("Bo")


@editions(*ALL)
def test_healing_word_wakes_who_lies_at_0_hit_points(rules):
    t = scene(
        "Mage A1; Bo C1, character, hp 30 | Gob H1",
        rules,
        creatures={"Mage": caster("healing word")},
        states={"Bo": {"hp": 0}},
    ).table()

    t.cast("Mage", "healing word", "Bo", dice=[1] if rules != "srd-5.2" else [1, 1])
    assert "up" == t.status("Bo")


@clause("faerie-fire")
def test_faerie_fire_outlines_everybody_in_a_cube(rules):
    t = table(rules, "faerie fire", text="Mage A1, longsword | Gob B1, ac 13; Orc C1")

    t.cast("Mage", "faerie fire", at="D1", dice=[2, 2])
    t.begin_turn("Mage")
    assert ["faerie-fire"] == t.attack("Mage", "Gob", "longsword", dice=[2, 3]).advantage


@editions(*ALL)
def test_magic_missiles_always_strike_and_are_shared_out(rules):
    """Three darts: all at one; two at the first of two; four with a slot of level 2."""
    t = table(rules, "magic missile", text="Mage A1 | Gob C1, hp 60; Orc C2, hp 60")

    assert [9] == [e["amount"] for e in t.cast("Mage", "magic missile", "Gob", dice=[1, 2, 3]).all("damage")]
    t.begin_turn("Mage")
    assert [5, 4] == [e["amount"] for e in t.cast("Mage", "magic missile", "Gob", "Orc", dice=[1, 2, 3]).all("damage")]
    t.begin_turn("Mage")
    assert 8 == t.cast("Mage", "magic missile at level 2", "Orc", dice=[1, 1, 1, 1]).damage


@clause("shield")
def test_shield_turns_a_hit_into_a_miss_and_lasts_until_the_next_turn(rules):
    t = table(rules, "shield", text="Mage A1 | Gob B1, longsword, two attacks", slots={"1": 1})

    first = t.attack("Gob", "Mage", "longsword", dice=[11])
    assert ("MISS 16", 17) == (first.summary, first.roll["target_number"])
    assert (17, 0, False) == (t["Mage"].ac, t["Mage"].slots[1], t["Mage"].has_reaction)
    assert "MISS 16" == t.attack("Gob", "Mage", "longsword", dice=[11]).summary
    t.begin_turn("Mage")
    assert 12 == t["Mage"].ac


@editions(*ALL)
def test_shield_is_not_cast_against_a_hit_that_it_would_not_stop(rules):
    t = table(rules, "shield", text="Mage A1 | Gob B1, longsword")

    assert "HIT 17" == t.attack("Gob", "Mage", "longsword", dice=[12, 3]).summary
    assert 4 == t["Mage"].slots[1]


@clause("shield-of-faith")
def test_shield_of_faith_adds_2_to_ac_while_it_is_concentrated_on(rules):
    t = table(rules, "shield of faith", text="Mage A1; Bo A2, ac 15 | Gob B2, longsword")

    assert "bonus" == t.cast("Mage", "shield of faith", "Bo").one("action")["cost"]
    assert "MISS 16" == t.attack("Gob", "Bo", "longsword", dice=[11]).summary
    t.fight.end_concentration(t["Mage"], "damage")
    assert 15 == t["Bo"].ac


# Level 2


@editions(*ALL)
def test_hold_person_paralyses_until_a_save_at_the_end_of_a_turn(rules):
    t = table(rules, "hold person")

    assert ["paralyzed"] == t.cast("Mage", "hold person", "Gob", dice=[14]).gained
    assert [] == t.end_turn("Gob", dice=[14]).lost
    assert ["paralyzed"] == t.end_turn("Gob", dice=[15]).lost


@editions(*ALL)
def test_hold_person_reaches_one_more_for_each_level_of_its_slot(rules):
    t = table(rules, "hold person", text="Mage A1 | Gob C1; Orc C2")

    assert "action.impossible" == t.refusal("cast", "Mage", "hold person", "Gob", "Orc")
    assert ["paralyzed"] * 2 == t.cast("Mage", "hold person at level 3", "Gob", "Orc", dice=[2, 2]).gained


@editions(*ALL)
def test_scorching_rays_are_three_attacks_at_one_or_several(rules):
    t = table(rules, "scorching ray", text="Mage A1 | Gob C1, ac 13, hp 60; Orc C2, ac 13, hp 60")

    assert 7 == t.cast("Mage", "scorching ray", "Gob", dice=[10, 3, 4]).damage
    assert 6 == t.cast("Mage", "scorching ray", "Orc", dice=[10, 3, 3]).damage
    t.cast("Mage", "scorching ray", "Orc", dice=[2])
    assert "action.used" == t.refusal("cast", "Mage", "scorching ray", "Orc")
    assert 2 == t["Mage"].slots[2]


@editions(*ALL)
def test_the_ray_of_a_spell_is_no_attack_of_the_attack_action(rules):
    t = table(rules, "scorching ray")

    assert "action.used" == t.refusal("attack", "Mage", "Gob", "scorching ray")


# Level 3


@editions(*ALL)
def test_fireball_is_eight_dice_once_for_everybody_within_20_ft(rules):
    t = table(rules, "fireball", text="Mage A1 | Gob H1, hp 60; Orc L1, hp 60; Elf G8, hp 60", level=5)

    done = t.cast("Mage", "fireball", at="I1", dice=[3] * 8 + [14, 15])

    assert [24, 12] == [event["amount"] for event in done.all("damage")]


@editions(*ALL)
def test_lightning_bolt_is_a_line_of_100_ft(rules):
    t = table(rules, "lightning bolt", text="Mage A1 | Gob C1, hp 60; Orc L1, hp 60; Elf C3, hp 60")

    assert [24, 24] == [
        event["amount"] for event in t.cast("Mage", "lightning bolt", at="B1", dice=[3] * 8 + [2, 2]).all("damage")
    ]


# The file


@editions(*ALL)
def test_what_is_not_played_of_a_spell_is_named(rules):
    from encounter.scenario.compiler import compile

    made = scene("Mage A1 | Gob C1", rules, creatures={"Mage": caster("polymorph", "command")})

    assert {"Mage: spell polymorph", "Mage: spell command: words other than halt"} <= set(
        compile(made.scenario).not_simulated
    )


# Counterspell


def duel(rules: str, slots: dict[str, int] | None = None) -> Table:
    """Mage casts, Foil counters."""
    blocks = {"Mage": caster("fireball", "scorching ray", "fire bolt"), "Foil": caster("counterspell", slots=slots)}
    return scene("Mage A1 | Foil L1", rules, creatures=blocks).table()


@clause("counterspell", editions=["srd-5.1", "reroll"])
def test_counterspell_stops_what_its_slot_is_as_high_as_in_5_1(rules):
    """The slot of what is stopped is gone."""
    t = duel(rules)

    done = t.cast("Mage", "fireball", at="L1")

    assert ([], 60) == (done.all("damage"), t.hp("Foil"))
    assert (2, 2, False) == (t["Mage"].slots[3], t["Foil"].slots[3], t["Foil"].has_reaction)


@clause("counterspell", editions=["srd-5.1", "reroll"])
def test_counterspell_is_a_check_against_higher_spells_in_5_1(rules):
    """DC 10 and the level, with the ability alone: +4."""
    t = duel(rules, {"3": 2})

    assert [15] == [
        check["target_number"] for check in t.cast("Mage", "fireball at level 5", at="L1", dice=[11]).all("check")
    ]
    t.begin_turn("Mage")
    t.begin_turn("Foil")
    assert 0 < t.cast("Mage", "fireball at level 5", at="L1", dice=[10] + [1] * 10 + [2]).damage


@clause("counterspell", editions=["srd-5.2"])
def test_counterspell_asks_the_caster_for_a_save_in_5_2_and_spares_its_slot(rules):
    t = duel(rules)

    assert [] == t.cast("Mage", "fireball", at="L1", dice=[14]).all("damage")
    assert (3, 2) == (t["Mage"].slots[3], t["Foil"].slots[3])
    t.begin_turn("Mage")
    t.begin_turn("Foil")
    assert 0 < t.cast("Mage", "fireball", at="L1", dice=[15] + [1] * 8 + [2]).damage


@clause("counterspell", editions=["srd-5.1", "reroll"])
def test_the_rays_of_a_spell_that_is_stopped_are_not_shot(rules):
    t = duel(rules)

    assert [] == t.cast("Mage", "scorching ray", "Foil").all("attack")
    assert "action.used" == t.refusal("cast", "Mage", "scorching ray", "Foil")


# Spells in a Multiattack


def dragon(rules: str, *spells: str, foe: str = "Gob C1, ac 13, hp 90", **more: Any) -> Table:
    """A dragon with two claws, one of which each of these spells may replace."""
    block = {
        "attacks": {"claw": {"to_hit": 7, "reach": "10 ft", "damage": "1d6+24 slashing"}},
        "multiattack": [["claw", "claw"], *(["claw", spell] for spell in spells)],
        "spells": {"dc": 15, "attack": 7, "at_will": list(spells), **more},
        "hp": 90,
    }
    return scene(f"Drake A1 | {foe}", rules, creatures={"Drake": block}).table()


@editions(*ALL)
def test_each_ray_of_a_spell_in_a_multiattack_is_an_attack_and_the_first_casts_it(rules):
    t = dragon(rules, "scorching ray")

    t.attack("Drake", "Gob", "claw", multiattack=True, dice=[10, 3])
    option = next(place for place, one in enumerate(t["Drake"].stat.sequences) if one.has_spells)
    t["Drake"].sequence = option
    casts = [
        t.attack("Drake", "Gob", "scorching ray", multiattack=True, dice=[10, 1, 1]).all("action") for _ in range(3)
    ]
    assert ["scorching ray", None, None] == [cast[0]["spell"] if cast else None for cast in casts]
    assert "action.used" == t.refusal("attack", "Drake", "Gob", "scorching ray", multiattack=True)


@editions(*ALL)
def test_a_spell_with_a_save_takes_a_place_in_a_multiattack(rules):
    t = dragon(rules, "shatter")

    assert 3 == t.use_action("Drake", "shatter", at="C1", multiattack=True, dice=[1, 1, 1, 2]).damage
    assert 27 == t.attack("Drake", "Gob", "claw", multiattack=True, dice=[10, 3]).damage
    assert "action.used" == t.refusal("attack", "Drake", "Gob", "claw", multiattack=True)


@editions(*ALL)
def test_a_spell_in_a_multiattack_is_used_up_as_elsewhere(rules):
    t = dragon(rules, "guiding bolt", at_will=[], daily={"guiding bolt": 1})
    option = next(place for place, one in enumerate(t["Drake"].stat.sequences) if one.has_spells)

    t["Drake"].sequence = option
    t.attack("Drake", "Gob", "guiding bolt", multiattack=True, dice=[10, 1, 1, 1, 1])
    assert 0 == t["Drake"].deed_uses[0]
    t.begin_turn("Drake")
    t["Drake"].sequence = option
    assert "action.used" == t.refusal("attack", "Drake", "Gob", "guiding bolt", multiattack=True)


@editions(*ALL)
def test_a_dragon_claws_twice_and_casts_at_whom_it_does_not_reach(rules):
    near, far = dragon(rules, "scorching ray"), dragon(rules, "scorching ray", foe="Gob L1, ac 13, hp 90")
    far["Drake"].speed_ft = 0

    assert ["claw", "claw"] == [e["attack"] for e in near.take_turn("Drake", dice=[10, 3, 10, 3]).all("attack")]
    assert ["scorching ray"] * 3 == [e["attack"] for e in far.take_turn("Drake", dice=[10, 1, 1] * 3).all("attack")]


@editions(*ALL)
def test_a_multiattack_with_a_spell_that_is_not_played_is_left_out(rules):
    from encounter.scenario.compiler import compile

    block = {
        "attacks": {"claw": {"to_hit": 7, "damage": "1d6+4 slashing"}},
        "multiattack": [["claw", "claw"], ["claw", "polymorph"]],
        "spells": {"dc": 15, "at_will": ["polymorph"]},
    }
    made = compile(scene("Drake A1 | Gob B1", rules, creatures={"Drake": block}).scenario)

    assert ["Drake: spell polymorph"] == [one for one in made.not_simulated if "polymorph" in one]
    assert [2, 1] == [int(sequence.length) for sequence in made.new_fight().combatants[0].stat.sequences]
