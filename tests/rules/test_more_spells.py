"""What further spells do beside damage at once: what comes later, what lasts, what it is worth (rules.md 51)."""

from clauses import clause, editions
from rules.test_spells import caster, table
from scenes import scene

ALL = ("srd-5.1", "srd-5.2", "reroll")
OLD = ("srd-5.1", "reroll")
NEW = ("srd-5.2",)


# Damage that comes again


@editions(*ALL)
def test_acid_arrow_burns_on_at_the_end_of_the_next_turn(rules):
    t = table(rules, "acid arrow")

    assert 4 == t.cast("Mage", "acid arrow", "Gob", dice=[10, 1, 1, 1, 1]).damage
    t.begin_turn("Gob")
    assert 7 == t.end_turn("Gob", dice=[3, 4]).damage
    t.begin_turn("Gob")
    assert 0 == t.end_turn("Gob").damage


@editions(*ALL)
def test_acid_arrow_deals_half_when_it_misses_and_burns_no_further(rules):
    t = table(rules, "acid arrow")

    missed = t.cast("Mage", "acid arrow at level 3", "Gob", dice=[2, 3, 3, 3, 3, 3])
    assert ("MISS 9", 7) == (missed.summary, missed.damage)
    assert 0 == t.end_turn("Gob").damage


@editions(*NEW)
def test_vitriolic_sphere_burns_on_for_whoever_failed(rules):
    t = table(rules, "vitriolic sphere", text="Mage A1 | Gob L1, hp 90; Orc L2, hp 90")

    t.cast("Mage", "vitriolic sphere", at="L1", dice=[1] * 10 + [14, 15])
    assert (80, 85) == (t.hp("Gob"), t.hp("Orc"))
    assert (10, 0) == (t.end_turn("Gob", dice=[2] * 5).damage, t.end_turn("Orc").damage)


@editions(*OLD)
def test_phantasmal_killer_frightens_and_hurts_with_each_failed_save_in_5_1(rules):
    t = table(rules, "phantasmal killer")

    assert ["frightened"] == t.cast("Mage", "phantasmal killer at level 5", "Gob", dice=[14]).gained[:1]
    assert 15 == t.end_turn("Gob", dice=[14, 3, 3, 3, 3, 3]).damage
    ended = t.end_turn("Gob", dice=[15])
    assert (0, []) == (ended.damage, t.conditions("Gob"))


@clause("phantasmal-killer.attack", editions=["srd-5.2"])
@clause("phantasmal-killer.check", editions=["srd-5.2"])
def test_phantasmal_killer_hampers_attacks_and_checks_in_5_2(rules):
    t = table(rules, "phantasmal killer", text="Mage A1 | Gob B1, hp 90, longsword")

    assert 4 == t.cast("Mage", "phantasmal killer", "Gob", dice=[1] * 4 + [14]).damage
    assert ["phantasmal-killer.attack"] == t.attack("Gob", "Mage", "longsword", dice=[2, 3]).disadvantage
    assert ["phantasmal-killer.check"] == t.check("Gob", "athletics", 10, dice=[2, 3]).disadvantage
    assert 4 == t.end_turn("Gob", dice=[14, 1, 1, 1, 1]).damage
    assert ["phantasmal killer", "lasting damage"] == t.end_turn("Gob", dice=[15]).lost


@editions(*NEW)
def test_an_ice_knife_bursts_hit_or_miss_on_all_beside_its_target(rules):
    t = table(rules, "ice knife", text="Mage A1 | Gob C1, ac 13, hp 60; Orc D1, hp 60; Elf E1, hp 60")

    hit = t.cast("Mage", "ice knife", "Gob", dice=[10, 4, 14, 1, 1, 15])
    assert [4, 2] == [event["amount"] for event in hit.all("damage")]
    t.begin_turn("Mage")
    missed = t.cast("Mage", "ice knife at level 2", "Orc", dice=[2, 14, 1, 1, 1, 14, 1, 1, 1, 15])
    assert [("Gob", 3), ("Orc", 3)] == [(event["target"], event["amount"]) for event in missed.all("damage")]


@editions(*NEW)
def test_ray_of_sickness_poisons_until_the_end_of_its_casters_next_turn(rules):
    t = table(rules, "ray of sickness")

    t.begin_turn("Mage")
    assert ["poisoned"] == t.cast("Mage", "ray of sickness", "Gob", dice=[10, 1, 1]).gained
    t.end_turn("Mage")
    t.begin_turn("Mage")
    assert ["poisoned"] == t.end_turn("Mage").lost


# Reactions


@editions(*ALL)
def test_hellish_rebuke_answers_damage_with_fire(rules):
    t = table(rules, "hellish rebuke", text="Mage A1 | Gob B1, hp 60, longsword", slots={"1": 0, "2": 1})

    done = t.attack("Gob", "Mage", "longsword", dice=[15, 4, 1, 2, 3, 14])

    assert [("Mage", 7), ("Gob", 6)] == [(event["target"], event["amount"]) for event in done.all("damage")]
    assert (0, False) == (t["Mage"].slots[2], t["Mage"].has_reaction)


# Boons


@editions(*ALL)
def test_aid_raises_the_hit_points_of_three_and_their_maximum(rules):
    t = table(rules, "aid", text="Mage A1; Bo A2, hp 30; Cy A3, hp 20 | Gob H1")
    t.hurt("Bo", (10, "fire"))

    t.cast("Mage", "aid at level 3", "Mage", "Bo", "Cy")

    assert [(70, 70), (30, 40), (30, 30)] == [(int(t[who].hp), int(t[who].max_hp)) for who in ("Mage", "Bo", "Cy")]


@editions(*ALL)
def test_aid_brings_back_whoever_is_down(rules):
    t = scene(
        "Mage A1; Bo C1, character, hp 30 | Gob H1",
        rules,
        creatures={"Mage": caster("aid")},
        states={"Bo": {"hp": 0}},
    ).table()

    t.cast("Mage", "aid", "Bo")
    assert ("up", 5, 35) == (t.status("Bo"), t.hp("Bo"), t["Bo"].max_hp)


@clause("barkskin")
def test_barkskin_makes_ac_no_less_than_16_or_17(rules):
    t = table(rules, "barkskin", text="Mage A1; Bo A2, ac 13; Cy B1, ac 18 | Gob H1")

    done = t.cast("Mage", "barkskin", "Bo")
    is_new = rules == "srd-5.2"
    assert (17 if is_new else 16, "bonus" if is_new else "action") == (t["Bo"].ac, done.one("action")["cost"])
    assert ("" if is_new else "barkskin") == t["Mage"].concentrating
    t.begin_turn("Mage")
    t.cast("Mage", "barkskin", "Cy")
    assert 18 == t["Cy"].ac


@clause("longstrider")
def test_longstrider_adds_10_ft_of_speed(rules):
    t = table(rules, "longstrider", text="Mage A1; Bo A2 | Gob H1")

    t.cast("Mage", "longstrider", "Bo")
    assert (40, "") == (t["Bo"].speed_ft, t["Mage"].concentrating)


@clause("expeditious-retreat")
def test_expeditious_retreat_makes_dash_a_bonus_action(rules):
    t = table(rules, "expeditious retreat")

    t.cast("Mage", "expeditious retreat", "Mage")
    t.begin_turn("Mage")
    assert "bonus" == t.dash("Mage", bonus=True).one("action")["cost"]


@editions(*ALL)
def test_a_flame_blade_strikes_as_an_action_while_it_is_held(rules):
    t = table(rules, "flame blade", text="Mage A1 | Gob B1, ac 13, hp 60")

    assert "uses.none" == t.refusal("cast", "Mage", "flame blade (attack)", "Gob")
    t.cast("Mage", "flame blade", "Mage")
    amount = 10 if rules == "srd-5.2" else 6
    assert amount == t.cast("Mage", "flame blade (attack)", "Gob", dice=[10, 2, 2, 2]).damage
    t.fight.end_concentration(t["Mage"], "damage")
    t.begin_turn("Mage")
    assert "uses.none" == t.refusal("cast", "Mage", "flame blade (attack)", "Gob")


# Conditions and areas


@editions(*OLD)
def test_color_spray_blinds_from_the_lowest_hit_points_up_in_5_1(rules):
    t = table(rules, "color spray", text="Mage A1 | Gob B1, hp 7; Orc D1, hp 15; Elf C1, hp 10")

    t.begin_turn("Mage")
    t.cast("Mage", "color spray", at="C1", dice=[3, 3, 3, 3, 3, 3])
    assert (["blinded"], [], ["blinded"]) == (t.conditions("Gob"), t.conditions("Orc"), t.conditions("Elf"))
    t.end_turn("Mage")
    t.begin_turn("Mage")
    assert ["blinded"] * 2 == t.end_turn("Mage").lost


@editions(*NEW)
def test_color_spray_blinds_whoever_fails_a_save_in_5_2(rules):
    t = table(rules, "color spray", text="Mage A1 | Gob B1, hp 7; Orc C1, hp 15")

    assert ["blinded"] == t.cast("Mage", "color spray", at="C1", dice=[15, 14]).gained
    assert ["blinded"] == t.conditions("Orc")


@editions(*ALL)
def test_sleet_knocks_down_whoever_starts_a_turn_in_it(rules):
    t = table(rules, "sleet storm", text="Mage A1 | Gob K8")

    t.cast("Mage", "sleet storm", at="K8")
    assert ["prone"] == t.begin_turn("Gob", dice=[14]).gained
    assert t.fight.is_rough(t["Gob"].square, 1, 0)


@editions(*ALL)
def test_black_tentacles_hold_and_crush(rules):
    t = table(rules, "black tentacles", text="Mage A1 | Gob H3, hp 60")
    if rules == "srd-5.2":
        held = t.cast("Mage", "black tentacles", at="H3", dice=[1, 2, 3, 14])
    else:
        t.cast("Mage", "black tentacles", at="H3")
        held = t.begin_turn("Gob", dice=[14, 1, 2, 3])

    assert (["restrained"], 6) == (held.gained, held.damage)
    t.fight.end_concentration(t["Mage"], "damage")
    assert [] == t.conditions("Gob")


@editions(*ALL)
def test_spike_growth_pricks_for_every_5_ft(rules):
    t = table(rules, "spike growth", text="Mage A1 | Gob H1, hp 60")
    t.cast("Mage", "spike growth", at="K1")

    walked = t.move("Gob", "I1 J1", dice=[1, 1, 2, 2])
    assert [2, 4] == [event["amount"] for event in walked.all("damage")]
    assert 0 == t.begin_turn("Gob").damage


@editions(*ALL)
def test_sunburst_blinds_until_a_save(rules):
    t = scene("Mage A1 | Gob AA1, hp 90", rules, size=(40, 8), creatures={"Mage": caster("sunburst")}).table()

    assert ["blinded"] == t.cast("Mage", "sunburst", at="AA1", dice=[1] * 12 + [14]).gained
    assert ["blinded"] == t.end_turn("Gob", dice=[15]).lost


@editions(*ALL)
def test_a_sunbeam_blinds_and_shines_again_without_a_slot(rules):
    t = table(rules, "sunbeam")

    assert ["sunbeam", "blinded"] == t.cast("Mage", "sunbeam", at="C1", dice=[1] * 6 + [14]).gained
    assert ["blinded"] == t.begin_turn("Mage").lost
    assert 3 == t.cast("Mage", "sunbeam (again)", at="C1", dice=[1] * 6 + [15]).damage
    assert 0 == t["Mage"].slots[6]


@editions(*ALL)
def test_eyebite_puts_another_to_sleep_each_turn(rules):
    t = table(rules, "eyebite", text="Mage A1 | Gob C1; Orc C2")

    assert "unconscious" in t.cast("Mage", "eyebite", "Gob", dice=[14]).gained
    t.begin_turn("Mage")
    assert "unconscious" in t.cast("Mage", "eyebite (again)", "Orc", dice=[14]).gained
    t.hurt("Gob", (1, "fire"))
    assert ("unconscious" in t.conditions("Gob"), "unconscious" in t.conditions("Orc")) == (False, True)


@clause("irresistible-dance.attacker")
@clause("irresistible-dance.target")
@clause("irresistible-dance.save")
@clause("irresistible-dance.speed")
def test_the_irresistible_dance_hampers_and_exposes_the_dancer(rules):
    t = table(rules, "irresistible dance", text="Mage A1, longsword | Gob B1, hp 60, longsword")

    t.cast("Mage", "irresistible dance", "Gob", dice=[14] if rules == "srd-5.2" else [])
    assert ["irresistible-dance.attacker"] == t.attack("Gob", "Mage", "longsword", dice=[2, 3]).disadvantage
    assert ["irresistible-dance.save"] == t.save("Gob", "dex", 10, dice=[2, 3]).disadvantage
    assert 0 == t["Gob"].speed_ft
    t.begin_turn("Mage")
    assert ["irresistible-dance.target"] == t.attack("Mage", "Gob", "longsword", dice=[2, 3]).advantage
    assert ["irresistible dance"] == t.end_turn("Gob", dice=[15]).lost
    assert 30 == t["Gob"].speed_ft


# How the tactics take them


@editions(*ALL)
def test_a_mage_rebukes_and_no_more_than_once_a_round(rules):
    t = table(rules, "hellish rebuke", text="Mage A1 | Gob B1, hp 60, longsword, two attacks")

    t.attack("Gob", "Mage", "longsword", dice=[15, 4, 1, 2, 14])
    assert 7 == t.attack("Gob", "Mage", "longsword", dice=[15, 4]).damage
    assert (46, 57) == (t.hp("Mage"), t.hp("Gob"))


@editions(*NEW)
def test_a_mind_is_spiked_again_though_its_caster_concentrates_on_that(rules):
    t = table(rules, "mind spike", text="Mage A1 | Gob H1, hp 90", speed=0, slots={"2": 3})

    for _ in range(2):
        assert "mind spike" in [e["name"] for e in t.take_turn("Mage", dice=[1, 1, 1, 2]).all("action")]


# Charms, and whom spells are for


@clause("charm.fighting")
def test_a_charm_is_saved_against_with_advantage_and_ends_with_harm(rules):
    t = table(rules, "charm person", text="Mage A1 | Gob B1, longsword; Orc C1")

    cast = t.cast("Mage", "charm person at level 2", "Gob", "Orc", dice=[14, 13, 14, 15])
    assert (["charm.fighting"], ["charmed"]) == (cast.advantage, cast.gained)
    assert "charmed.attacker" == t.refusal("attack", "Gob", "Mage", "longsword")
    t.hurt("Gob", (1, "fire"))
    assert [] == t.conditions("Gob")


@editions(*NEW)
def test_charm_monster_charms_anybody_in_5_2(rules):
    t = scene(
        "Mage A1 | Gob B1",
        rules,
        creatures={"Mage": caster("charm monster", "charm person"), "Gob": {"type": "dragon"}},
    ).table()

    assert "action.impossible" == t.refusal("cast", "Mage", "charm person", "Gob")
    assert ["charmed"] == t.cast("Mage", "charm monster", "Gob", dice=[13, 14]).gained


@clause("action.only")
def test_spells_for_humanoids_and_those_that_spare_the_undead(rules):
    spells = caster("hold person", "hold monster", "sleep")
    t = scene("Mage A1 | Gob C1, hp 5", rules, creatures={"Mage": spells, "Gob": {"type": "undead"}}).table()

    assert "action.impossible" == t.refusal("cast", "Mage", "hold person", "Gob")
    assert "action.impossible" == t.refusal("cast", "Mage", "hold monster", "Gob")
    assert [] == t.cast("Mage", "sleep", at="C1", dice=[] if rules == "srd-5.2" else [8] * 5).gained


@editions(*ALL)
def test_what_changes_nothing_in_a_fight_is_not_missed(rules):
    from encounter.scenario.compiler import compile

    made = compile(scene("Mage A1 | Gob C1", rules, creatures={"Mage": caster("mage hand", "scrying")}).scenario)

    assert [] == [one for one in made.not_simulated if "spell" in one]


# Dispel Magic


@clause("dispel")
def test_dispel_magic_ends_what_its_slot_is_as_high_as_and_concentration_with_it(rules):
    spells = {"Mage": caster("dispel magic"), "Foil": caster("haste")}
    t = scene("Mage A1 | Foil D1; Orc E1", rules, creatures=spells).table()
    t.cast("Foil", "haste", "Orc")

    done = t.cast("Mage", "dispel magic", "Orc")

    assert ["haste"] == done.lost[:1]
    assert "dispel" == next(e["clause"] for e in done.all("action") if e["action"] == "dispel")
    assert ("", 2) == (t["Foil"].concentrating, t["Mage"].slots[3])


@editions(*ALL)
def test_dispel_magic_is_a_check_against_higher_spells(rules):
    """DC 10 and the level, +4 with the ability alone; with a slot as high it is sure."""
    for spell, dice, left in (
        ("dispel magic", [9], ["bless"]),
        ("dispel magic", [10], []),
        ("dispel magic at level 4", [], []),
    ):
        spells = {"Mage": caster("dispel magic"), "Foil": caster("bless", slots={"4": 1})}
        t = scene("Mage A1 | Foil D1; Orc E1", rules, creatures=spells).table()
        t.cast("Foil", "bless at level 4", "Orc")
        t.cast("Mage", spell, "Orc", dice=dice)
        assert left == t.conditions("Orc")


@editions(*ALL)
def test_a_mage_dispels_what_holds_an_ally(rules):
    spells = {"Mage": caster("dispel magic", slots={"3": 1}), "Foil": caster("hold person", slots={"2": 1})}
    bo = {"attacks": {"maul": {"to_hit": 9, "damage": "4d6+20 bludgeoning"}}}
    t = scene("Mage A1; Bo A2, hp 60 | Foil D1", rules, creatures={**spells, "Bo": bo}).table()
    t.cast("Foil", "hold person", "Bo", dice=[2])

    assert ["paralyzed"] == t.take_turn("Mage").lost
    assert [] == t.conditions("Bo")


# Confusion, Sanctuary, Ray of Enfeeblement


@clause("confusion")
def test_whoever_is_confused_rolls_for_each_turn(rules):
    t = table(rules, "confusion", text="Mage A1; Bo H1, hp 60 | Gob G1, hp 60, longsword")
    t.impose("Gob", "confusion", source="Mage")

    lost = t.take_turn("Gob", dice=[6])
    assert (6, []) == (next(e["die"] for e in lost.all("action")), lost.all("attack"))
    struck = t.take_turn("Gob", dice=[7, 10, 3])
    assert ["Bo"] == [event["target"] for event in struck.all("attack")]
    free = t.take_turn("Gob", dice=[9, 10, 3])
    assert 1 == len(free.all("attack"))


@editions(*ALL)
def test_confusion_seizes_all_in_a_sphere_until_a_save(rules):
    t = table(rules, "confusion", text="Mage A1 | Gob H1; Orc I1")

    assert ["confusion"] == t.cast("Mage", "confusion", at="H1", dice=[14, 15]).gained
    assert ["confusion"] == t.end_turn("Gob", dice=[15]).lost


@editions(*ALL)
def test_a_confused_creature_may_strike_its_friend(rules):
    t = table(rules, "confusion", text="Mage A1 | Gob H1, longsword; Orc I1, ac 10, hp 60")
    t.impose("Gob", "confusion", source="Mage")

    assert ["Orc"] == [event["target"] for event in t.take_turn("Gob", dice=[8, 10, 3]).all("attack")]


@clause("sanctuary")
def test_sanctuary_turns_attacks_away_until_its_bearer_attacks(rules):
    t = table(rules, "sanctuary", text="Mage A1, longsword | Gob B1, ac 10, hp 60, longsword, two attacks")
    t.cast("Mage", "sanctuary", "Mage")

    away = t.attack("Gob", "Mage", "longsword", dice=[14])
    assert ([], "sanctuary") == (away.all("attack"), away.one("action")["clause"])
    assert 1 == len(t.attack("Gob", "Mage", "longsword", dice=[15, 15, 3]).all("attack"))
    t.attack("Mage", "Gob", "longsword", dice=[2])
    assert [] == t.conditions("Mage")


@clause("enfeeblement", editions=["srd-5.2"])
@clause("enfeeblement.save", editions=["srd-5.2"])
def test_the_enfeebled_deal_a_d8_less_in_5_2(rules):
    t = table(rules, "ray of enfeeblement", text="Mage A1 | Gob B1, hp 60, longsword")

    assert ["ray of enfeeblement"] == t.cast("Mage", "ray of enfeeblement", "Gob", dice=[14]).gained
    assert 2 == t.attack("Gob", "Mage", "longsword", dice=[15, 15, 7, 8, 20]).damage
    assert ["enfeeblement.save"] == t.save("Gob", "str", 10, dice=[2, 3]).disadvantage
    assert ["ray of enfeeblement"] == t.end_turn("Gob", dice=[15]).lost


# Shield against darts


@clause("shield")
def test_shield_is_cast_against_magic_missile_and_keeps_the_darts_off(rules):
    spells = {"Mage": caster("magic missile"), "Foil": caster("shield", slots={"1": 1})}
    t = scene("Mage A1 | Foil D1; Orc E1, hp 60", rules, creatures=spells).table()

    done = t.cast("Mage", "magic missile", "Foil", "Orc", dice=[1])

    assert [("Orc", 2)] == [(event["target"], event["amount"]) for event in done.all("damage")]
    assert (0, False, 17) == (t["Foil"].slots[1], t["Foil"].has_reaction, t["Foil"].ac)
    t.begin_turn("Mage")
    assert 0 == t.cast("Mage", "magic missile", "Foil").damage
    t.begin_turn("Foil")
    t.begin_turn("Mage")
    assert 6 == t.cast("Mage", "magic missile", "Foil", dice=[1, 1, 1]).damage
