"""What each spell does, one by one: damage, saves, conditions, what goes on (rules.md 51; SRD, Spell Descriptions)."""

import pytest

from clauses import clause, editions
from encounter.engine.effect import ABILITIES
from encounter.engine.intent import ATTACK_WITH
from encounter.engine.rules.act import perform
from encounter.engine.rules.editions import RULESETS
from encounter.engine.rules.legal import ACTION_USED, LEGAL
from rules.test_spells import caster, table
from scenes import scene

ALL = ("srd-5.1", "srd-5.2", "reroll")
SRD = ("srd-5.1", "srd-5.2")
OLD = ("srd-5.1", "reroll")

# Spell, edition, level, ability of the save, dice that all show 1, what a failed save and a successful one cost.
SAVES = (
    ("acid splash", "srd-5.1", 0, "dex", 2, 2, 0),
    ("acid splash", "srd-5.2", 0, "dex", 2, 2, 0),
    ("poison spray", "srd-5.1", 0, "con", 2, 2, 0),
    ("vicious mockery", "srd-5.1", 0, "wis", 2, 2, 0),
    ("thunderwave", "srd-5.1", 1, "con", 2, 2, 1),
    ("thunderwave", "srd-5.2", 3, "con", 4, 4, 2),
    ("inflict wounds", "srd-5.2", 1, "con", 2, 2, 1),
    ("inflict wounds", "srd-5.2", 3, "con", 4, 4, 2),
    ("shatter", "srd-5.1", 2, "con", 3, 3, 1),
    ("shatter", "srd-5.2", 4, "con", 5, 5, 2),
    ("moonbeam", "srd-5.2", 2, "con", 2, 2, 1),
    ("call lightning", "srd-5.1", 3, "dex", 3, 3, 1),
    ("call lightning", "srd-5.2", 5, "dex", 5, 5, 2),
    ("fireball", "srd-5.1", 5, "dex", 10, 10, 5),
    ("lightning bolt", "srd-5.2", 3, "dex", 8, 8, 4),
    ("blight", "srd-5.1", 4, "con", 8, 8, 4),
    ("ice storm", "srd-5.1", 5, "dex", 7, 7, 3),
    ("wall of fire", "srd-5.1", 4, "dex", 5, 5, 2),
    ("wall of fire", "srd-5.2", 6, "dex", 7, 7, 3),
    ("cone of cold", "srd-5.2", 5, "con", 8, 8, 4),
    ("flame strike", "srd-5.1", 6, "dex", 9, 9, 4),
    ("flame strike", "srd-5.2", 6, "dex", 12, 12, 6),
    ("insect plague", "srd-5.1", 5, "con", 4, 4, 2),
    ("chain lightning", "srd-5.2", 6, "dex", 10, 10, 5),
    ("circle of death", "srd-5.1", 7, "con", 10, 10, 5),
    ("circle of death", "srd-5.2", 6, "con", 8, 8, 4),
    ("disintegrate", "srd-5.1", 6, "dex", 10, 50, 0),
    ("disintegrate", "srd-5.2", 7, "dex", 13, 53, 0),
    ("harm", "srd-5.1", 6, "con", 14, 14, 7),
    ("finger of death", "srd-5.2", 7, "con", 7, 37, 18),
    ("dissonant whispers", "srd-5.2", 2, "wis", 4, 4, 2),
    ("mind spike", "srd-5.2", 3, "wis", 4, 4, 2),
    ("vitriolic sphere", "srd-5.2", 5, "dex", 12, 12, 6),
    ("phantasmal killer", "srd-5.2", 5, "wis", 5, 5, 2),
    ("black tentacles", "srd-5.2", 4, "str", 3, 3, 0),
    ("freezing sphere", "srd-5.1", 7, "con", 11, 11, 5),
    ("fire storm", "srd-5.1", 7, "dex", 7, 7, 3),
    ("sunbeam", "srd-5.2", 6, "con", 6, 6, 3),
    ("sunburst", "srd-5.1", 8, "con", 12, 12, 6),
    ("incendiary cloud", "srd-5.2", 8, "dex", 10, 10, 5),
    ("meteor swarm", "srd-5.1", 9, "dex", 40, 40, 20),
    ("weird", "srd-5.2", 9, "wis", 10, 10, 5),
)


@pytest.mark.parametrize(("spell", "rules", "level", "ability", "dice", "failed", "saved"), SAVES)
def test_damage_against_a_save(spell, rules, level, ability, dice, failed, saved):
    """Every die shows 1; the target has no bonus and the DC is 15."""
    record = RULESETS[rules].spell(spell)
    name = f"{spell} at level {level}" if level > record.level else spell
    for die, amount in ((14, failed), (15, saved)):
        far = spell in ("circle of death", "freezing sphere", "sunburst", "meteor swarm")
        square = "B1" if record.range_ft < 60 else "L1" if not far else "AA1"
        t = scene(f"Mage A1 | Gob {square}, hp 90", rules, size=(40, 8), creatures={"Mage": caster(spell)}).table()
        aimed = {"at": square} if record.area is not None else {}
        done = t.cast("Mage", name, *(() if aimed else ("Gob",)), **aimed, dice=[1] * dice + [die])
        assert ABILITIES.index(ability) == record.save
        assert amount == done.damage
        assert level == 0 or (t["Mage"].slots[level] < 4 and done.all("action")[0]["slot"] == level)


# Spell, edition, level, to be hit by it, dice that all show 1, what a hit costs.
ATTACKS = (
    ("chill touch", "srd-5.1", 0, 2, 2),
    ("chill touch", "srd-5.2", 0, 2, 2),
    ("poison spray", "srd-5.2", 0, 2, 2),
    ("produce flame", "srd-5.1", 0, 2, 2),
    ("shocking grasp", "srd-5.2", 0, 2, 2),
    ("starry wisp", "srd-5.2", 0, 2, 2),
    ("guiding bolt", "srd-5.1", 1, 4, 4),
    ("guiding bolt", "srd-5.2", 3, 6, 6),
    ("inflict wounds", "srd-5.1", 2, 4, 4),
    ("spiritual weapon", "srd-5.1", 2, 1, 5),
    ("spiritual weapon", "srd-5.1", 4, 2, 6),
    ("spiritual weapon", "srd-5.2", 4, 3, 7),
    ("vampiric touch", "srd-5.1", 3, 3, 3),
    ("vampiric touch", "srd-5.2", 4, 4, 4),
    ("sorcerous burst", "srd-5.2", 0, 2, 2),
    ("chromatic orb", "srd-5.2", 2, 4, 4),
    ("ray of sickness", "srd-5.2", 2, 3, 3),
    ("acid arrow", "srd-5.1", 3, 5, 5),
    ("arcane sword", "srd-5.1", 7, 3, 3),
    ("arcane sword", "srd-5.2", 7, 4, 8),
)


@pytest.mark.parametrize(("spell", "rules", "level", "dice", "amount"), ATTACKS)
def test_damage_of_a_spell_attack(spell, rules, level, dice, amount):
    record = RULESETS[rules].spell(spell)
    name = f"{spell} at level {level}" if level > record.level else spell
    is_melee = record.attack == "melee"
    t = table(rules, spell, text=f"Mage A1 | Gob {'B1' if is_melee else 'C1'}, ac 13, hp 90")

    done = t.cast("Mage", name, "Gob", dice=[10] + [1] * dice)

    assert ("HIT 17", amount) == (done.summary, done.damage)


# Cantrips


@editions(*ALL)
def test_eldritch_blast_is_a_beam_more_at_levels_5_11_and_17(rules):
    t = table(rules, "eldritch blast", level=11)

    for _ in range(3):
        assert 5 == t.cast("Mage", "eldritch blast", "Gob", dice=[10, 5]).damage
    assert "action.used" == t.refusal("cast", "Mage", "eldritch blast", "Gob")


@clause("chill-touch")
def test_chill_touch_keeps_hit_points_from_being_regained(rules):
    t = table(rules, "chill touch", text="Mage A1 | Gob B1, ac 13, hp 60")
    close = [10] if rules == "srd-5.2" else [10, 10]

    t.cast("Mage", "chill touch", "Gob", dice=[*close, 1, 1])
    t.heal("Gob", 5)
    assert 58 == t.hp("Gob")
    t.begin_turn("Mage")
    t.end_turn("Mage")
    t.heal("Gob", 1)
    assert 59 == t.hp("Gob")


@clause("shocking-grasp")
def test_shocking_grasp_takes_the_reaction_until_the_targets_turn(rules):
    t = table(rules, "shocking grasp", text="Mage A1 | Gob B1, ac 13, hp 60, longsword")

    t.cast("Mage", "shocking grasp", "Gob", dice=[10, 1, 1])
    assert ["move"] == t.move("Mage", "A2 A3").types
    t.begin_turn("Gob")
    assert t["Gob"].has_reaction


@clause("vicious-mockery")
def test_vicious_mockery_hampers_the_next_attack(rules):
    t = table(rules, "vicious mockery", text="Mage A1 | Gob B1, hp 60, longsword, two attacks")

    t.cast("Mage", "vicious mockery", "Gob", dice=[1, 1, 2])
    assert ["vicious-mockery"] == t.attack("Gob", "Mage", "longsword", dice=[2, 3]).disadvantage
    assert [] == t.attack("Gob", "Mage", "longsword", dice=[2]).disadvantage


@editions(*ALL)
def test_no_cover_helps_against_sacred_flame(rules):
    rows = ["............", "..........#.", "............"]
    t = scene("Mage A1 | Gob K3, hp 60", rules, map=rows, creatures={"Mage": caster("sacred flame")}).table()

    assert 0 == t.cast("Mage", "sacred flame", "Gob", dice=[1, 1, 15]).damage
    t.begin_turn("Mage")
    assert 2 == t.cast("Mage", "sacred flame", "Gob", dice=[1, 1, 14]).damage


@clause("starry-wisp", editions=["srd-5.2"])
def test_starry_wisp_shows_the_invisible(rules):
    t = table(rules, "starry wisp", text="Mage A1, longsword | Gob C1, ac 13, hp 60, invisible")

    assert ["invisible.target"] == t.cast("Mage", "starry wisp", "Gob", dice=[10, 10, 1, 1]).disadvantage
    t.begin_turn("Mage")
    assert [] == t.cast("Mage", "starry wisp", "Gob", dice=[10, 1, 1]).disadvantage


# Level 1


@clause("command")
def test_command_costs_the_next_turn(rules):
    t = table(rules, "command", text="Mage A1 | Gob B1, hp 60, longsword")

    assert ["command"] == t.cast("Mage", "command", "Gob", dice=[14]).gained
    t.take_turn("Gob")
    assert 60 == t.hp("Mage")
    assert [] == t.conditions("Gob")


@clause("divine-favor")
def test_divine_favor_adds_radiant_damage_to_hits_with_weapons(rules):
    t = table(rules, "divine favor", text="Mage A1, longsword | Gob B1, ac 13, hp 60")

    t.cast("Mage", "divine favor", "Mage")
    hit = t.attack("Mage", "Gob", "longsword", dice=[10, 5, 4])
    assert ("radiant", 4) == (hit.one("damage")["parts"][1]["type"], hit.one("damage")["parts"][1]["dealt"])
    assert ("" if rules == "srd-5.2" else "divine favor") == t["Mage"].concentrating


@editions(*ALL)
def test_entangle_restrains_and_leaves_difficult_ground(rules):
    t = table(rules, "entangle", text="Mage A1 | Gob G3; Orc H4")

    assert ["restrained"] == t.cast("Mage", "entangle", at="H3", dice=[14, 15]).gained
    assert t.fight.is_rough(t["Orc"].square, 1, 0)
    t.fight.end_concentration(t["Mage"], "damage")
    assert [] == t.conditions("Gob")
    assert not t.fight.is_rough(t["Orc"].square, 1, 0)


@editions(*ALL)
def test_fog_cloud_hides_and_grows_with_its_slot(rules):
    t = table(rules, "fog cloud", text="Mage A1 | Gob L8")

    small = t.cast("Mage", "fog cloud", at="I4").one("zone")
    t.begin_turn("Mage")
    wide = [
        event for event in t.cast("Mage", "fog cloud at level 2", at="I4").all("zone") if event["change"] == "begins"
    ]
    assert len(small["squares"]) < len(wide[0]["squares"])
    assert 1 == len(t.fight.zones.every)


@editions(*ALL)
def test_grease_makes_prone_at_once_and_at_the_end_of_turns(rules):
    t = table(rules, "grease", text="Mage A1 | Gob D1; Orc E1")

    assert ["prone"] == t.cast("Mage", "grease", at="E1", dice=[14, 15]).gained
    assert ["prone"] == t.end_turn("Orc", dice=[14]).gained


@clause("guiding-bolt")
def test_guiding_bolt_helps_the_next_attack_on_its_target(rules):
    t = table(rules, "guiding bolt", text="Mage A1; Bo D1, longsword, two attacks | Gob C1, ac 13, hp 60")

    t.cast("Mage", "guiding bolt", "Gob", dice=[10, 1, 1, 1, 1])
    assert ["guiding-bolt"] == t.attack("Bo", "Gob", "longsword", dice=[2, 3]).advantage
    assert [] == t.attack("Bo", "Gob", "longsword", dice=[2]).advantage


@editions(*ALL)
def test_heroism_leaves_nobody_frightened_and_gives_temporary_hit_points(rules):
    t = table(rules, "heroism", text="Mage A1; Bo A2 | Gob C1")

    t.cast("Mage", "heroism", "Bo")
    assert 4 == t["Bo"].temp_hp
    t.impose("Bo", "frightened", source="Gob")
    assert ["heroism"] == t.conditions("Bo")


@clause("hideous-laughter")
def test_hideous_laughter_is_prone_and_incapacitated_until_a_save(rules):
    t = table(rules, "hideous laughter")

    assert {"prone", "hideous laughter"} == set(t.cast("Mage", "hideous laughter", "Gob", dice=[14]).gained)
    assert "incapacitated" == t.refusal("dodge", "Gob")
    t.end_turn("Gob", dice=[15])
    assert ["prone"] == t.conditions("Gob")


@clause("hunters-mark")
def test_hunters_mark_adds_a_die_to_its_casters_hits_alone(rules):
    t = table(rules, "hunter's mark", text="Mage A1, longsword; Bo C1, longsword | Gob B1, ac 13, hp 60")

    t.cast("Mage", "hunter's mark", "Gob")
    hit = t.attack("Mage", "Gob", "longsword", dice=[10, 5, 6]).one("damage")
    types = [part["type"] for part in hit["parts"]]
    assert (["slashing", "force"] if rules == "srd-5.2" else ["slashing"]) == types
    plain = t.attack("Bo", "Gob", "longsword", dice=[10, 5]).one("damage")
    assert 6 == hit["amount"] - plain["amount"]


@clause("mage-armor")
def test_mage_armor_is_13_and_dexterity_where_that_is_more(rules):
    t = table(rules, "mage armor", abilities={"int": 18, "dex": 16})

    t.cast("Mage", "mage armor", "Mage")
    assert 16 == t["Mage"].ac
    t = table(rules, "mage armor", ac=17)
    t.cast("Mage", "mage armor", "Mage")
    assert 17 == t["Mage"].ac


@editions(*OLD)
def test_sleep_takes_the_weakest_first_as_far_as_its_dice_go_in_5_1(rules):
    """22 hit points: 5 and 9 sleep, 12 do not; damage wakes."""
    t = table(rules, "sleep", text="Mage A1 | Gob G3, hp 9; Orc H3, hp 12; Imp I3, hp 5")

    t.cast("Mage", "sleep", at="H3", dice=[4, 4, 4, 5, 5])
    assert [True, False, True] == [t["Gob"].flags & 1 > 0, t["Orc"].flags & 1 > 0, t["Imp"].flags & 1 > 0]
    t.hurt("Gob", (1, "fire"))
    assert ["prone"] == t.conditions("Gob")


@editions("srd-5.2")
def test_sleep_is_two_failed_saves_in_5_2(rules):
    t = table(rules, "sleep", text="Mage A1 | Gob H3")

    assert ["incapacitated"] == t.cast("Mage", "sleep", at="H3", dice=[14]).gained
    assert "unconscious" in t.end_turn("Gob", dice=[14]).gained
    t.hurt("Gob", (1, "fire"))
    assert ["prone"] == t.conditions("Gob")


@editions(*ALL)
def test_thunderwave_pushes_whoever_fails(rules):
    t = table(rules, "thunderwave", text="Mage A1 | Gob B1, hp 60; Orc B2, hp 60")

    t.cast("Mage", "thunderwave", at="B1", dice=[1, 1, 14, 15])
    assert ("D1", "B2") == (t.square("Gob"), t.square("Orc"))


# Level 2


@editions(*ALL)
def test_blindness_ends_with_a_save(rules):
    t = table(rules, "blindness/deafness")

    assert ["blinded"] == t.cast("Mage", "blindness/deafness", "Gob", dice=[14]).gained
    assert ["blinded"] == t.end_turn("Gob", dice=[15]).lost
    assert "" == t["Mage"].concentrating


@clause("blur")
def test_blur_hampers_attacks_by_whoever_sees(rules):
    t = table(rules, "blur", text="Mage A1 | Gob B1, longsword")

    t.cast("Mage", "blur", "Mage")
    assert ["blur"] == t.attack("Gob", "Mage", "longsword", dice=[2, 3]).disadvantage


@clause("unseen.target", editions=ALL)
def test_darkness_hides_those_in_it(rules):
    t = table(rules, "darkness", text="Mage A1, longbow | Gob G1")

    t.cast("Mage", "darkness", at="G1")
    t.begin_turn("Mage")
    assert "unseen.target" in t.attack("Mage", "Gob", "longbow", dice=[2]).roll["disadvantage"][0]["clause"]


@editions(*ALL)
def test_flaming_sphere_burns_at_the_end_of_turns_and_rams(rules):
    t = table(rules, "flaming sphere", text="Mage A1 | Gob E1, hp 60")

    assert [] == t.cast("Mage", "flaming sphere", at="E1").all("damage")
    assert 2 == t.end_turn("Gob", dice=[14, 1, 1]).damage
    t.begin_turn("Mage")
    assert 4 == t.cast("Mage", "flaming sphere (ram)", "Gob", dice=[2, 2, 14]).damage
    assert 2 == t["Mage"].slots[2]
    t.fight.end_concentration(t["Mage"], "damage")
    t.begin_turn("Mage")
    assert "uses.none" == t.refusal("cast", "Mage", "flaming sphere (ram)", "Gob")


@editions(*ALL)
def test_invisibility_ends_when_its_bearer_casts(rules):
    t = table(rules, "invisibility", "fireball", text="Mage A1 | Gob L1")

    t.cast("Mage", "invisibility", "Mage")
    assert ["invisible"] == t.conditions("Mage")
    t.begin_turn("Mage")
    t.cast("Mage", "fireball", at="L1", dice=[1] * 8 + [14])
    assert [] == t.conditions("Mage")


@editions(*ALL)
def test_lesser_restoration_ends_one_condition(rules):
    t = table(rules, "lesser restoration", text="Mage A1; Bo A2, poisoned, blinded | Gob L1")

    t.cast("Mage", "lesser restoration", "Bo")
    assert ["poisoned"] == t.conditions("Bo")


@clause("mirror-image", editions=["srd-5.1", "reroll"])
def test_mirror_images_draw_attacks_by_a_d20_in_5_1(rules):
    """Three images: 6 or more; their AC is 10 and DEX; struck, there are two, and 8 or more."""
    t = table(rules, "mirror image", text="Mage A1 | Gob B1, longsword, two attacks")
    t.cast("Mage", "mirror image", "Mage")

    assert 0 == t.attack("Gob", "Mage", "longsword", dice=[15, 6]).damage
    assert 0 < t.attack("Gob", "Mage", "longsword", dice=[15, 7, 4]).damage


@clause("mirror-image", editions=["srd-5.2"])
def test_mirror_images_take_hits_by_a_d6_each_in_5_2(rules):
    t = table(rules, "mirror image", text="Mage A1 | Gob B1, longsword, two attacks")
    t.cast("Mage", "mirror image", "Mage")

    assert 0 == t.attack("Gob", "Mage", "longsword", dice=[15, 1, 3, 1]).damage
    assert 0 < t.attack("Gob", "Mage", "longsword", dice=[15, 2, 2, 4]).damage


@pytest.mark.parametrize("rules", ALL)
def test_moonbeam_burns_once_a_turn_at_its_start_or_in_5_2_its_end(rules):
    t = table(rules, "moonbeam", text="Mage A1 | Gob E1, hp 60")

    t.cast("Mage", "moonbeam", at="E1", dice=[1, 1, 15] if rules == "srd-5.2" else ())
    begun = t.begin_turn("Gob", dice=() if rules == "srd-5.2" else [14, 3, 3])
    ended = t.end_turn("Gob", dice=[14, 3, 3] if rules == "srd-5.2" else ())
    assert [6, 0] == sorted([begun.damage, ended.damage], reverse=True)


@clause("ray-of-enfeeblement", editions=["srd-5.1", "reroll"])
def test_ray_of_enfeeblement_halves_what_weapons_deal(rules):
    t = table(rules, "ray of enfeeblement", text="Mage A1 | Gob C1, ac 13, hp 60, longbow")

    t.cast("Mage", "ray of enfeeblement", "Gob", dice=[10])
    whole = t["Gob"].stat.uses[0].parts[0].bonus + 8
    assert whole // 2 == t.attack("Gob", "Mage", "longbow", dice=[15, 8, 20]).damage
    assert ["ray of enfeeblement"] == t.end_turn("Gob", dice=[15]).lost


@editions(*ALL)
def test_spiritual_weapon_strikes_on_as_a_bonus_action(rules):
    t = table(rules, "spiritual weapon")

    assert "bonus" == t.cast("Mage", "spiritual weapon", "Gob", dice=[10, 1]).one("action")["cost"]
    assert "action.used" == t.refusal("cast", "Mage", "spiritual weapon (again)", "Gob")
    t.begin_turn("Mage")
    assert 6 == t.cast("Mage", "spiritual weapon (again)", "Gob", dice=[10, 2]).damage
    assert ("spiritual weapon" if rules == "srd-5.2" else "") == t["Mage"].concentrating
    assert 2 == t["Mage"].slots[2]


@editions(*ALL)
def test_web_restrains_at_the_start_of_a_turn_in_it(rules):
    t = table(rules, "web", text="Mage A1 | Gob G3")

    assert [] == t.cast("Mage", "web", at="H3").gained
    assert ["restrained"] == t.begin_turn("Gob", dice=[14]).gained
    assert t.fight.is_rough(t["Gob"].square, 1, 0)


# Level 3 and more


@editions(*ALL)
def test_call_lightning_strikes_again_without_a_slot(rules):
    t = table(rules, "call lightning", text="Mage A1 | Gob G1, hp 90")

    t.cast("Mage", "call lightning at level 4", at="G1", dice=[1, 1, 1, 1, 14])
    t.begin_turn("Mage")
    assert 8 == t.cast("Mage", "call lightning (again) at level 4", at="G1", dice=[2, 2, 2, 2, 14]).damage
    assert 2 == t["Mage"].slots[4]


@editions(*ALL)
def test_fear_frightens_in_a_cone(rules):
    t = table(rules, "fear", text="Mage A1 | Gob C1; Orc E1")

    assert ["frightened"] == t.cast("Mage", "fear", at="B1", dice=[14, 15]).gained


@clause("haste")
@clause("haste.save")
def test_haste_is_ac_speed_saves_and_one_attack_more_and_costs_a_turn_when_it_ends(rules):
    t = table(rules, "haste", text="Mage A1; Bo A2, ac 15, longsword | Gob B2, ac 13, hp 60")

    t.cast("Mage", "haste", "Bo")
    t.begin_turn("Bo")
    assert (17, 60) == (t["Bo"].ac, t["Bo"].speed_ft)
    assert ["haste.save"] == t.save("Bo", "dex", 10, dice=[2, 3]).advantage
    t.attack("Bo", "Gob", "longsword", dice=[2])
    t.dice.values.extend([3])
    more = t.intent(ATTACK_WITH, "Gob")
    more.use = t.use("Bo", "longsword")
    more.option = next(at for at, one in enumerate(t["Bo"].stat.sequences) if one.is_hasted)
    assert LEGAL == perform(t.fight, t["Bo"], more)
    assert ACTION_USED == perform(t.fight, t["Bo"], more)
    t.end_turn("Bo")
    lost = t.does(lambda: t.fight.end_concentration(t["Mage"], "damage"))
    assert ["lethargy"] == lost.gained


@clause("lethargy")
def test_lethargy_lasts_through_one_turn(rules):
    t = table(rules, "haste", text="Mage A1; Bo A2, ac 15, longsword | Gob B2, ac 13, hp 60, still")
    t.cast("Mage", "haste", "Bo")
    t.does(lambda: t.fight.end_concentration(t["Mage"], "damage"))

    t.take_turn("Bo")
    assert (60, []) == (t.hp("Gob"), t.conditions("Bo"))


@clause("hypnotic-pattern")
def test_hypnotic_pattern_stops_until_harm(rules):
    t = table(rules, "hypnotic pattern", text="Mage A1 | Gob G3, hp 60; Orc H3, hp 60")

    assert ["hypnotic pattern"] * 2 == t.cast("Mage", "hypnotic pattern", at="H3", dice=[14, 14]).gained
    assert 0 == t["Gob"].speed_ft
    t.hurt("Gob", (1, "fire"))
    assert ([], ["hypnotic pattern"]) == (t.conditions("Gob"), t.conditions("Orc"))


@pytest.mark.parametrize(("rules", "dice"), [("srd-5.1", 1), ("srd-5.2", 2)])
def test_mass_healing_word_and_mass_cure_wounds_heal_several(rules, dice):
    t = table(rules, "mass healing word", "mass cure wounds", text="Mage A1; Bo A2, hp 60; Cy A3, hp 60 | Gob L1")
    for name in ("Bo", "Cy"):
        t.hurt(name, (50, "fire"))

    t.cast("Mage", "mass healing word", "Bo", "Cy", dice=[1] * (2 * dice))
    assert [14 + dice] * 2 == [t.hp("Bo"), t.hp("Cy")]
    t.begin_turn("Mage")
    t.cast("Mage", "mass cure wounds", "Bo", dice=[1] * (2 * dice + 1))
    assert 14 + dice + 2 * dice + 1 + 4 == t.hp("Bo")


@clause("slow-spell")
def test_slow_takes_ac_speed_reactions_and_all_but_one_attack(rules):
    t = table(rules, "slow", text="Mage A1 | Gob F3, ac 13, hp 60, longsword, two attacks; Orc L8")

    t.cast("Mage", "slow", at="G3", dice=[14])
    assert (11, 15, -2, False) == (t["Gob"].ac, t["Gob"].speed_ft, t["Gob"].dex_saves, t["Gob"].has_reaction)
    t.begin_turn("Gob")
    assert not t["Gob"].has_reaction
    t.fight.relocate(t["Mage"], t.place("F2"))
    t.attack("Gob", "Mage", "longsword", dice=[2])
    assert "action.used" == t.refusal("attack", "Gob", "Mage", "longsword")
    assert ["slow (spell)"] == t.end_turn("Gob", dice=[15]).lost


@editions(*ALL)
def test_spirit_guardians_hurt_enemies_near_their_caster_once_a_turn(rules):
    t = table(rules, "spirit guardians", text="Mage A1; Bo A2 | Gob C1, hp 60")

    t.cast("Mage", "spirit guardians")
    begun = t.begin_turn("Gob", dice=() if rules == "srd-5.2" else [14, 1, 1, 1])
    ended = t.end_turn("Gob", dice=[14, 1, 1, 1] if rules == "srd-5.2" else ())
    assert 3 == begun.damage + ended.damage
    assert 0 == t.begin_turn("Bo").damage + t.end_turn("Bo").damage


@clause("stinking-cloud")
def test_stinking_cloud_costs_the_action(rules):
    t = table(rules, "stinking cloud", text="Mage A1; Bo H3, hp 60 | Gob G3, hp 60, longsword, still")

    t.cast("Mage", "stinking cloud", at="H3")
    turn = t.take_turn("Gob", dice=[14])
    assert "stinking cloud" in turn.gained
    assert ("poisoned" in turn.gained) == (rules == "srd-5.2")
    assert ([], []) == (turn.all("attack"), t.conditions("Gob"))


@editions(*ALL)
def test_vampiric_touch_gives_its_caster_half_the_damage_and_goes_on(rules):
    t = table(rules, "vampiric touch", text="Mage A1 | Gob B1, ac 13, hp 60")
    t.hurt("Mage", (20, "fire"))

    t.cast("Mage", "vampiric touch", "Gob", dice=[10, 3, 3, 3])
    assert 44 == t.hp("Mage")
    t.begin_turn("Mage")
    t.cast("Mage", "vampiric touch (again)", "Gob", dice=[10, 2, 2, 2])
    assert 47 == t.hp("Mage")


@editions(*ALL)
def test_greater_invisibility_outlasts_an_attack(rules):
    t = table(rules, "greater invisibility", text="Mage A1, longsword | Gob B1")

    t.cast("Mage", "greater invisibility", "Mage")
    t.begin_turn("Mage")
    t.attack("Mage", "Gob", "longsword", dice=[2, 3])
    assert ["invisible"] == t.conditions("Mage")


@editions(*ALL)
def test_cloudkill_hides_and_poisons_at_the_start_of_turns(rules):
    t = table(rules, "cloudkill", text="Mage A1 | Gob H3, hp 60")

    t.cast("Mage", "cloudkill", at="H3")
    assert 5 == t.begin_turn("Gob", dice=[14, 1, 1, 1, 1, 1]).damage


@editions(*ALL)
def test_insect_plague_bites_again_at_the_end_of_turns(rules):
    t = table(rules, "insect plague", text="Mage A1 | Gob H3, hp 90")

    t.cast("Mage", "insect plague", at="H3", dice=[1, 1, 1, 1, 14])
    assert 2 == t.end_turn("Gob", dice=[15, 1, 1, 1, 1]).damage
    assert t.fight.is_rough(t["Gob"].square, 1, 0)


@editions(*ALL)
def test_wall_of_fire_burns_without_a_save_at_the_end_of_turns(rules):
    t = table(rules, "wall of fire", text="Mage A1 | Gob H3, hp 90")

    t.cast("Mage", "wall of fire", at="H3", dice=[1, 1, 1, 1, 1, 15])
    assert 10 == t.end_turn("Gob", dice=[2, 2, 2, 2, 2]).damage


@editions(*ALL)
def test_hold_monster_paralyses(rules):
    t = table(rules, "hold monster")

    assert ["paralyzed"] == t.cast("Mage", "hold monster", "Gob", dice=[14]).gained


@editions(*ALL)
def test_heal_is_seventy_and_ends_blindness(rules):
    t = table(rules, "heal", text="Mage A1; Bo A2, hp 90, blinded | Gob L1")
    t.hurt("Bo", (85, "fire"))

    t.cast("Mage", "heal at level 7", "Bo")
    assert (85, []) == (t.hp("Bo"), t.conditions("Bo"))


@editions(*ALL)
def test_power_word_kill_and_stun_ask_for_hit_points(rules):
    t = table(
        rules, "power word kill", "power word stun", text="Mage A1 | Gob C1, hp 100; Orc C2, hp 151; Imp C3, hp 150"
    )

    t.cast("Mage", "power word kill", "Gob")
    assert "dead" == t.status("Gob")
    t.begin_turn("Mage")
    assert [] == t.cast("Mage", "power word stun", "Orc").gained
    t = table(rules, "power word stun", text="Mage A1 | Imp C3, hp 150")
    assert ["stunned"] == t.cast("Mage", "power word stun", "Imp").gained
    assert ["stunned"] == t.end_turn("Imp", dice=[15]).lost
