"""The ground under a mover: water, narrow passages, ground that harms (rules.md 131, 135, 136, 142, 145)."""

import pytest

from clauses import case, clause, editions
from encounter.engine.rules.forced import judge_teleport, teleport
from encounter.engine.rules.legal import ILLEGAL_NAMES
from encounter.scenario.source import ScenarioErrors
from scenes import reasons, scene

EVERYWHERE = ("srd-5.1", "srd-5.2", "reroll")
SHARK = {"speed": {"walk": 0, "swim": "40 ft"}}
PASSAGE = ["....######....", "..............", "....######...."]


def left_ft(t, who):
    """Feet of its walking speed left this turn."""
    return int(t[who].granted * t[who].speed_ft - t[who].spent_ft)


# Swimming (136, 142)


@editions(*EVERYWHERE)
def test_water_costs_5_ft_more_a_square_without_a_swimming_speed(rules):
    """Each foot swum costs one foot more."""
    t = scene("Ada A1 | Gob F1", rules, map=[".~~...", "......"]).table()

    assert 25 == t.move("Ada", "B1 C1 D1").one("move")["cost_ft"]


@editions(*EVERYWHERE)
def test_with_a_swimming_speed_water_costs_its_length(rules):
    """Whoever has a swimming speed ignores the extra cost."""
    swimmer = {"Croc": {"speed": {"walk": "20 ft", "swim": "30 ft"}}}
    t = scene("Croc A1 | Gob F2", rules, map=[".~~...", "......"], creatures=swimmer).table()

    assert 15 == t.move("Croc", "B1 C1 D1").one("move")["cost_ft"]


@editions(*EVERYWHERE)
def test_swimming_and_another_creatures_space_add_up(rules):
    """Reasons of different kinds: an ally's space, difficult in 5.1 alone, costs its 5 ft beside the swimming."""
    t = scene("Ada A1; Bo B1 | Orc F2", rules, map=["~~~...", "......"]).table()

    assert (20 if rules == "srd-5.2" else 25) == t.move("Ada", "B1 C1").one("move")["cost_ft"]


@editions(*EVERYWHERE)
def test_crawling_through_water_costs_15_ft_a_square(rules):
    """5 ft, 5 for swimming, 5 for crawling: they add up and never multiply."""
    t = scene("Ada A1, prone | Orc F2", rules, map=["~~~...", "......"]).table()

    assert 30 == t.move("Ada", "B1 C1").one("move")["cost_ft"]


@editions(*EVERYWHERE)
def test_what_was_walked_is_taken_off_the_swimming_speed(rules):
    """142: 20 ft walked of a Speed of 20 leave 10 of a swimming speed of 30: two squares of water, no third."""
    swimmer = {"Croc": {"speed": {"walk": "20 ft", "swim": "30 ft"}}}
    t = scene("Croc A1 | Gob I2", rules, map=["....~~~~.", "........."], creatures=swimmer).table()

    t.move("Croc", "B1 C1 D1")
    assert "speed.short" == t.refusal("move", "Croc", "E1 F1 G1 H1")
    t.move("Croc", "E1 F1 G1")
    assert 30 == t["Croc"].spent_ft
    assert "speed.short" == t.refusal("move", "Croc", "F2"), "its walking speed is long used up"


@editions(*EVERYWHERE)
def test_a_swimmer_out_of_swimming_goes_on_as_others_swim(rules):
    """142, 136: walking 40, swimming 10: after 10 ft of swimming the walking speed swims on at 10 ft a square."""
    swimmer = {"Otter": {"speed": {"walk": "40 ft", "swim": "10 ft"}}}
    t = scene("Otter A1 | Gob I2", rules, map=["~~~~~~~~.", "........."], creatures=swimmer).table()

    t.move("Otter", "B1 C1")
    assert 10 == t["Otter"].spent_ft
    assert 30 == t.move("Otter", "D1 E1 F1").one("move")["cost_ft"]
    assert "speed.short" == t.refusal("move", "Otter", "G1")


@editions(*EVERYWHERE)
def test_a_dash_adds_its_speed_to_each_of_the_speeds(rules):
    swimmer = {"Croc": {"speed": {"walk": "20 ft", "swim": "30 ft"}}}
    t = scene("Croc A1 | Gob L2", rules, map=["~" * 12, "." * 12], creatures=swimmer).table()

    t.dash("Croc")
    assert 55 == t.move("Croc", "B1 C1 D1 E1 F1 G1 H1 I1 J1 K1 L1").one("move")["cost_ft"]


@editions(*EVERYWHERE)
def test_what_slows_slows_every_speed_alike(rules):
    """142: exhaustion takes from the swimming speed what it takes from the walking speed."""
    swimmer = {"Croc": {"speed": {"walk": "20 ft", "swim": "30 ft"}}}
    t = scene("Croc A1, exhaustion 2 | Gob L2", rules, map=["~" * 12, "." * 12], creatures=swimmer).table()

    assert (10, 20 if rules == "srd-5.2" else 15) == (t["Croc"].speed_ft, t["Croc"].swim_ft)


@editions(*EVERYWHERE)
def test_what_has_no_speed_but_swimming_stays_in_the_water(rules):
    """A shark swims its 40 ft and comes on no land."""
    t = scene("Shark A1 | Gob F2", rules, map=["~~~~~~", "~~~..."], creatures={"Shark": SHARK}).table()

    assert "path.none" == t.refusal("move", "Shark", "B1 C1 D2")
    assert 25 == t.move("Shark", "B1 C1 D1 E1 F1").one("move")["cost_ft"]


@editions(*EVERYWHERE)
def test_a_shark_comes_as_near_to_a_foe_on_the_bank_as_water_leads(rules):
    """Its tactic makes for the water nearest to whom it hunts, and bites from there."""
    pool = ["~~~~~~~~", "~~~~~~~~", "........"]
    t = scene("Shark A1, longsword | Gob H3, still", rules, map=pool, creatures={"Shark": SHARK}).table()

    done = t.take_turn("Shark", dice=[2])

    assert "G2" == t.square("Shark")
    assert "Gob" == done.one("attack")["target"]


@editions(*EVERYWHERE)
def test_shallow_water_is_difficult_ground_for_swimmers_too(rules):
    """Water to the shins is waded through, at 5 ft more."""
    swimmer = {"Croc": {"speed": {"walk": "20 ft", "swim": "30 ft"}}}
    t = scene(
        "Croc A1 | Gob F2", rules, map=[".,,...", "......"], legend={"shallow water": ","}, creatures=swimmer
    ).table()

    assert 20 == t.move("Croc", "B1 C1").one("move")["cost_ft"]


@editions(*EVERYWHERE)
def test_who_ignores_a_kind_of_ground_is_not_slowed_by_it(rules):
    """Undergrowth costs a creature at home there nothing more; rubble does."""
    woods = {"Elf": {"ignores": ["undergrowth"]}}
    t = scene("Elf A1 | Gob F2", rules, map=[".%%:..", "......"], creatures=woods).table()

    assert 20 == t.move("Elf", "B1 C1 D1").one("move")["cost_ft"]


@editions(*EVERYWHERE)
def test_who_ignores_difficult_terrain_is_slowed_by_none_but_swims_all_the_same(rules):
    free = {"Elf": {"ignores": ["difficult terrain"]}}
    t = scene("Elf A1 | Gob F2", rules, map=[".%:~..", "......"], creatures=free).table()

    assert 20 == t.move("Elf", "B1 C1 D1").one("move")["cost_ft"]


# Squeezing (135)


@case("C111")
@clause("squeezing.attacker", editions=["srd-5.1"])
@clause("squeezing.target", editions=["srd-5.1"])
def test_who_squeezes_strikes_badly_and_is_struck_easily(rules):
    """A Large creature in a passage one square wide: disadvantage on its attacks, advantage on those against it."""
    s = scene("Ogre C1, large, hp 59, squeezing, club +4 1d4+2 | Ada D1, longsword", rules, map=["." * 10])

    assert ([], ["squeezing.attacker"]) == reasons(s.explain("Ogre", "Ada", attack="club"))
    assert (["squeezing.target"], []) == reasons(s.explain("Ada", "Ogre"))
    assert 10 == s.move("Ogre", "B1")["cost_ft"]


@editions("srd-5.2")
def test_a_narrow_opening_is_difficult_ground_and_no_more_in_5_2(rules):
    """5.2 knows no squeezing: 10 ft a square, and straight rolls."""
    s = scene("Ogre C1, large, hp 59, squeezing, club +4 1d4+2 | Ada D1, longsword", rules, map=["." * 10])

    assert ([], []) == reasons(s.explain("Ogre", "Ada", attack="club"))
    assert ([], []) == reasons(s.explain("Ada", "Ogre"))
    assert 10 == s.move("Ogre", "B1")["cost_ft"]


@clause("squeezing.save", editions=["srd-5.1", "reroll"])
@clause("squeezing.attacker", editions=["reroll"])
@clause("squeezing.target", editions=["reroll"])
def test_who_squeezes_has_disadvantage_on_dexterity_saves(rules):
    s = scene("Ogre C1, large, squeezing, club +4 1d4+2 | Ada D1, longsword", rules, map=["." * 10])
    t = s.table()

    assert ["squeezing.save"] == t.save("Ogre", "dex", 12, dice=[15, 4]).disadvantage
    assert [] == t.save("Ogre", "str", 12, dice=[15]).disadvantage
    assert ([], ["squeezing.attacker"]) == reasons(s.explain("Ogre", "Ada", attack="club"))
    assert (["squeezing.target"], []) == reasons(s.explain("Ada", "Ogre"))


@editions("srd-5.1", "reroll")
def test_a_big_creature_squeezes_into_a_passage_and_is_itself_again_behind_it(rules):
    """Ten squares of passage, one square wide: its footprint is 1 x 1 inside, 2 x 2 before and after."""
    t = scene("Ogre A1, large, speed 120 | Gob N3, reaction used", rules, map=PASSAGE).table()

    into = t.move("Ogre", "B1 C1 D2 E2")
    assert 30 == sum(event["cost_ft"] for event in into.all("move")), "two squares of 5 ft, two of 10"
    assert ["squeezing"] == into.gained
    assert (1, "E2") == (t["Ogre"].n, t.square("Ogre"))
    assert "path.none" == t.refusal("move", "Ogre", "E1")
    out = t.move("Ogre", "F2 G2 H2 I2 J2 K2")
    assert 55 == sum(event["cost_ft"] for event in out.all("move")), "five squares of 10 ft, one of 5"
    assert ["squeezing"] == out.lost
    assert 2 == t["Ogre"].n


@editions(*EVERYWHERE)
def test_the_default_tactic_squeezes_to_get_at_its_foe(rules):
    """The way leads through the passage alone: the ogre takes it, and the fight is fought."""
    outcome = scene(
        "Ogre A1, large, hp 90, greataxe | Gob M2, still, hp 9, club +2 1d4", rules, map=PASSAGE
    ).encounter.fight(0, 0)

    assert 0 == outcome.winner


@editions(*EVERYWHERE)
def test_nobody_is_pushed_into_a_space_too_small_for_it(rules):
    """Forced movement never makes a body smaller: a Large one is stopped at the mouth of the passage."""
    hit = {"hit": ["push 10 ft"], "to_hit": 9, "reach": "5 ft", "damage": "1 force"}
    t = scene(
        "Ada B2 | Ogre C1, large, hp 50", rules, map=PASSAGE, creatures={"Ada": {"attacks": {"blast": hit}}}
    ).table()

    t.attack("Ada", "Ogre", "blast", dice=[15])

    assert ("C1", 2) == (t.square("Ogre"), t["Ogre"].n)


def test_a_big_creature_in_a_narrow_place_must_be_said_to_squeeze():
    """The error names the state that allows it."""
    with pytest.raises(ScenarioErrors, match=r"does not fit at F2.*state: \{squeezing: true\}"):
        scene("Ogre F2, large | Ada D1", map=PASSAGE)


# Ground that harms


FIRE = {"fire": "f"}


@editions(*EVERYWHERE)
def test_fire_burns_whoever_enters_it_once_a_turn(rules):
    """1d6 fire on entering; a second burning square in the same turn does nothing more."""
    t = scene("Ada A1 | Gob F2", rules, map=[".ff...", "......"], legend=FIRE).table()

    burnt = t.move("Ada", "B1 C1 D1", dice=[4])

    assert ["move", "damage", "move"] == burnt.types
    assert (16, "fire") == (t.hp("Ada"), burnt.one("damage")["source"])
    assert 15 == sum(event["cost_ft"] for event in burnt.all("move"))


@editions(*EVERYWHERE)
def test_fire_burns_whoever_begins_a_turn_in_it(rules):
    t = scene("Ada B1 | Gob F2", rules, map=[".ff...", "......"], legend=FIRE).table()

    assert 3 == t.begin_turn("Ada", dice=[3]).damage
    assert 0 == t.move("Ada", "C1").damage, "in the same turn it burns no more"


@editions(*EVERYWHERE)
def test_the_scenario_says_what_its_ground_does(rules):
    """A save halves what the scenario's own fire deals; it burns at the start of a turn only."""
    burning = [{"terrain": "fire", "damage": "2d6 fire", "save": "dex 12", "half": True, "on": "start"}]
    t = scene("Ada A1 | Gob F2", rules, map=[".ff...", "......"], legend=FIRE, hazards=burning).table()

    assert 0 == t.move("Ada", "B1").damage
    assert 4 == t.begin_turn("Ada", dice=[14, 6, 3]).damage


@editions(*EVERYWHERE)
def test_who_is_pushed_into_fire_burns(rules):
    """Forced movement enters squares as any other does; what it passes through counts."""
    hit = {"hit": ["push 10 ft"], "to_hit": 9, "reach": "5 ft", "damage": "1 force"}
    t = scene(
        "Ada A1 | Gob B1, hp 20",
        rules,
        map=["..f...", "......"],
        legend=FIRE,
        creatures={"Ada": {"attacks": {"blast": hit}}},
    ).table()

    done = t.attack("Ada", "Gob", "blast", dice=[15, 5])

    assert (14, "D1") == (t.hp("Gob"), t.square("Gob"))
    assert [["C1"], ["D1"]] == [event["path"] for event in done.all("move")]


@editions(*EVERYWHERE)
def test_slippery_ice_may_trip_whoever_comes_on_it(rules):
    """Difficult ground; a Dexterity save of DC 10 or prone, and a walk ends where one falls."""
    t = scene("Ada A1 | Gob F2", rules, map=[".iii..", "......"], legend={"ice": "i"}).table()

    slipped = t.move("Ada", "B1 C1 D1", dice=[5])

    assert ("B1", ["prone"]) == (t.square("Ada"), t.conditions("Ada"))
    assert (10, "dex") == (slipped.one("move")["cost_ft"], slipped.one("save")["ability"])


@editions(*EVERYWHERE)
def test_who_ignores_the_ice_neither_slips_nor_is_slowed(rules):
    t = scene(
        "Yeti A1 | Gob F2", rules, map=[".iii..", "......"], legend={"ice": "i"}, creatures={"Yeti": {"ignores": "ice"}}
    ).table()

    assert 15 == t.move("Yeti", "B1 C1 D1").one("move")["cost_ft"]


@editions(*EVERYWHERE)
def test_spikes_pierce_on_entering_only(rules):
    t = scene("Ada B1 | Gob F2", rules, map=["..s...", "......"], legend={"spikes": "s"}).table()

    assert 2 == t.move("Ada", "C1", dice=[2]).damage
    assert 0 == t.begin_turn("Ada").damage


@editions(*EVERYWHERE)
def test_the_default_tactic_walks_round_fire(rules):
    """The straight way leads through the fire, another one does not: it takes that one."""
    room = ["......", ".ffff.", ".ffff.", "......"]
    t = scene("Ada A2, longsword | Gob F2, still, reaction used", rules, map=room, legend=FIRE).table()

    done = t.take_turn("Ada", dice=[2])

    assert ["B1", "C1", "D1", "E1"] == done.one("move")["path"]
    assert [] == done.all("damage")


@editions(*EVERYWHERE)
def test_what_feels_no_fire_walks_through_it(rules):
    """The way round is longer, and the fire costs an imp nothing."""
    room = ["..ff..", "..##..", "......"]
    t = scene("Imp A1, longsword, immune to fire | Gob F1, still, reaction used", rules, map=room, legend=FIRE).table()

    done = t.take_turn("Imp", dice=[1, 2])

    assert ["B1", "C1", "D1", "E1"] == [square for event in done.all("move") for square in event["path"]]
    assert 20 == t.hp("Imp")


@editions(*EVERYWHERE)
def test_where_no_other_way_leads_it_goes_through_the_fire(rules):
    wall = ["..f...", "..f..."]
    outcome = scene(
        "Ada A1, longsword, hp 60 | Gob F1, still, club +2 1d4", rules, map=wall, legend=FIRE
    ).encounter.fight(0, 0)

    assert 0 == outcome.winner


# Under water (145)


WATER = [{"kind": "underwater", "from": "A1", "to": "L8"}]


@case("C067")
@clause("underwater", editions=["srd-5.2"])
def test_under_water_every_shot_has_disadvantage_in_5_2(rules):
    """Within normal range a crossbow fares no better than a bow."""
    s = scene("Bolt A1, light crossbow, longbow | Fish L1, ac 12", rules, zones=WATER)

    assert ([], ["underwater"]) == reasons(s.explain("Bolt", "Fish", attack="light crossbow"))
    assert ([], ["underwater"]) == reasons(s.explain("Bolt", "Fish", attack="longbow"))


@editions("srd-5.1", "reroll")
def test_under_water_a_crossbow_shoots_straight_and_a_bow_does_not_in_5_1(rules):
    s = scene("Bolt A1, light crossbow, longbow | Fish L1, ac 12", rules, zones=WATER)

    assert ([], []) == reasons(s.explain("Bolt", "Fish", attack="light crossbow"))
    assert ([], ["underwater"]) == reasons(s.explain("Bolt", "Fish", attack="longbow"))


@case("C069")
@clause("underwater", editions=["srd-5.1", "reroll"])
def test_under_water_a_rapier_is_hampered_and_a_shortsword_is_not_in_5_1(rules):
    """5.1 names the weapons that water does not hamper; a rapier is not among them."""
    s = scene("Zan A1, rapier +6 1d8+4 piercing, shortsword | Fish B1, ac 12", rules, zones=WATER)

    assert ([], ["underwater"]) == reasons(s.explain("Zan", "Fish", attack="rapier"))
    assert ([], []) == reasons(s.explain("Zan", "Fish", attack="shortsword"))
    assert ([], ["underwater"]) == reasons(s.explain("Zan", "Fish", attack="unarmed strike"))


@editions("srd-5.2")
def test_under_water_what_pierces_strikes_straight_in_5_2(rules):
    s = scene("Zan A1, rapier +6 1d8+4 piercing, longsword | Fish B1, ac 12", rules, zones=WATER)

    assert ([], []) == reasons(s.explain("Zan", "Fish", attack="rapier"))
    assert ([], ["underwater"]) == reasons(s.explain("Zan", "Fish", attack="longsword"))
    assert ([], []) == reasons(s.explain("Zan", "Fish", attack="unarmed strike"))


@editions(*EVERYWHERE)
def test_a_swimmer_strikes_straight_under_water_and_a_spell_is_no_weapon(rules):
    swimmer = {"Triton": {"speed": {"walk": "30 ft", "swim": "30 ft"}}}
    s = scene("Triton A1, longsword, ray | Fish B1, ac 12, reaction used", rules, zones=WATER, creatures=swimmer)

    assert ([], []) == reasons(s.explain("Triton", "Fish", attack="longsword"))
    assert ([], ["close-combat"]) == reasons(s.explain("Triton", "Fish", attack="ray"))


@clause("underwater.miss", editions=["srd-5.1", "srd-5.2", "reroll"])
def test_under_water_a_shot_beyond_normal_range_misses(rules):
    """Whatever the die would show: it is not rolled."""
    s = scene("Bolt A1, hand crossbow | Fish L1, ac 12", rules, zones=WATER)

    told = s.explain("Bolt", "Fish")
    assert (0.0, "failure", "long") == (told["p_success"], told["automatic"], told["band"])
    done = s.table().attack("Bolt", "Fish", "hand crossbow", dice=[])
    assert ([], "failure", "failure") == (done.roll["dice"], done.roll["degree"], done.roll["automatic"])
    assert [{"clause": "underwater.miss"}] == done.roll["applied"]


@editions(*EVERYWHERE)
def test_fire_deals_half_to_whoever_is_under_water(rules):
    t = scene("Ada A1; Bo K1 | Gob L8", rules, zones=[{"kind": "underwater", "from": "A1", "to": "C3"}]).table()

    assert (3, 7) == (t.hurt("Ada", (7, "fire")).damage, t.hurt("Bo", (7, "fire")).damage)


@editions(*EVERYWHERE)
def test_under_water_every_square_is_swum(rules):
    t = scene("Ada A1 | Gob L8", rules, zones=WATER).table()

    assert 20 == t.move("Ada", "B1 C1").one("move")["cost_ft"]


# Pulls


@editions(*EVERYWHERE)
def test_a_pull_brings_its_target_nearer_until_it_is_beside(rules):
    """15 ft of pull from 15 ft away: two squares, and nobody is provoked."""
    hook = {"hit": ["pull 15 ft"], "to_hit": 9, "range": "30 ft", "damage": "1 force"}
    t = scene("Ada A1; Bo D2, longsword | Gob D1", rules, creatures={"Ada": {"attacks": {"hook": hook}}}).table()

    done = t.attack("Ada", "Gob", "hook", dice=[15])

    assert ["C1", "B1"] == done.one("move")["path"]
    assert (True, "Ada") == (done.one("move")["forced"], done.one("move")["by"])
    assert [] == done.all("opportunity-attack")


# Teleports (82)


@case("C078")
@clause("teleport", editions=["srd-5.1", "srd-5.2", "reroll"])
def test_a_teleport_provokes_nobody_and_enters_nothing_between(rules):
    """30 ft away past a ready guard: no reaction, and no fire between is entered."""
    s = scene("Mov E1 | Def F1, club +4 1d4+2", rules, map=["fff." + "." * 8, "." * 12], legend={"fire": "f"})

    told = s.move("Mov", "K1", teleport=True)
    assert (True, ["K1"], 0) == (told["legal"], told["path"], told["cost_ft"])
    assert ([], [("Def", "teleport")]) == (
        told["provokes"],
        [(spared["by"], spared["clause"]) for spared in told["does_not_provoke"]],
    )
    t = s.table()
    done = t.does(lambda: teleport(t.fight, t["Mov"], t.place("K1")))
    assert ["move"] == done.types
    assert (True, False, 0, ["K1"]) == tuple(
        done.one("move")[key] for key in ("teleports", "forced", "cost_ft", "path")
    )
    assert ("K1", 30) == (t.square("Mov"), left_ft(t, "Mov"))


@editions(*EVERYWHERE)
def test_who_teleports_into_fire_burns_and_a_grip_does_not_hold_it(rules):
    """It is out of the grappler's reach at once; the square it comes to is entered."""
    t = scene("Mov A2, grappled by Def | Def B2", rules, map=["....f.", "......"], legend=FIRE).table()

    done = t.does(lambda: teleport(t.fight, t["Mov"], t.place("E1")), dice=[4])

    assert (["grappled"], 4) == (done.lost, done.damage)


@editions(*EVERYWHERE)
def test_nobody_teleports_into_a_wall_onto_another_or_out_of_range(rules):
    s = scene("Mov A1 | Def C1", rules, map=["...#..", "......"])

    assert "path.none" == s.move("Mov", "D1", teleport=True)["illegal"]["clause"]
    assert "square.occupied" == s.move("Mov", "C1", teleport=True)["illegal"]["clause"]
    t = s.table()
    assert "range.out" == ILLEGAL_NAMES[judge_teleport(t.fight, t["Mov"], t.place("F2"), 20)]
