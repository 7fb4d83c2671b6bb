"""Flying, falling, climbing: rules.md 136, 140 to 142."""

from typing import Any

import pytest

from clauses import EDITIONS, case, clause, editions
from encounter.engine.rules.perception import is_touching_ground, located
from scenes import Scene, scene

TOWER = [{"from": "D1", "to": "H4", "height": "20 ft"}]
LEDGE = [{"from": "D1", "to": "H4", "height": "5 ft"}]


def flyer(text: str, rules: str = "srd-5.1", altitude: int = 30, **more: Any) -> Scene:
    """A scene in which Wyv flies, hovering where `hover` says so."""
    block: dict[str, Any] = {"speed": {"walk": "20 ft", "fly": "80 ft", "hover": more.pop("hover", False)}}
    block["hp"] = 110
    own = {"Wyv": block | more.pop("block", {})}
    return scene(text, rules, creatures=own, altitudes={"Wyv": altitude}, **more)


@case("C109")
@clause("fly.prone")
@clause("fall.damage")
def test_a_flyer_that_is_knocked_prone_falls(rules: str) -> None:
    """Falls if knocked prone; 1d6 bludgeoning damage for every 10 feet; lands prone."""
    table = flyer("Ada A1 | Wyv F6, large", rules).table()

    done = table.impose("Wyv", "prone", dice=[1, 2, 6])

    fallen = done.one("fall")
    assert (30, "F6", "fly.prone") == (fallen["feet"], fallen["square"], fallen["clause"])
    assert [9] == [event["amount"] for event in done.all("damage")]
    assert [("bludgeoning", 9)] == [(part["type"], part["dealt"]) for part in done.one("damage")["parts"]]
    assert (0, ["prone"]) == (table.altitude("Wyv"), table.conditions("Wyv"))


@clause("fly.speed-zero")
def test_a_flyer_whose_speed_becomes_0_falls(rules: str) -> None:
    """If a flying creature has its speed reduced to 0, the creature falls."""
    table = flyer("Ada A1 | Wyv F6, large", rules, altitude=20).table()

    done = table.impose("Wyv", "restrained", dice=[3, 4])

    assert ("fly.speed-zero", 20) == (done.one("fall")["clause"], done.one("fall")["feet"])
    assert 7 == done.damage
    assert ["restrained", "prone"] == table.conditions("Wyv")


@clause("fly.incapacitated", editions=["srd-5.2"])
def test_in_5_2_an_incapacitated_flyer_falls() -> None:
    """You fall if you have the Incapacitated condition, unless you can hover."""
    table = flyer("Ada A1 | Wyv F6, large", "srd-5.2", altitude=10).table()

    done = table.impose("Wyv", "incapacitated", dice=[5])

    assert "fly.incapacitated" == done.one("fall")["clause"]
    assert ["incapacitated", "prone"] == table.conditions("Wyv")


def test_in_5_1_being_incapacitated_alone_brings_no_flyer_down() -> None:
    """Only being knocked prone, a speed of 0 and being deprived of movement do."""
    table = flyer("Ada A1 | Wyv F6, large", "srd-5.1", altitude=10).table()

    assert "fall" not in table.impose("Wyv", "incapacitated").types
    assert 10 == table.altitude("Wyv")


@editions(*EDITIONS)
def test_whoever_hovers_stays_in_the_air(rules: str) -> None:
    """... unless it has the ability to hover."""
    table = flyer("Ada A1 | Wyv F6, large", rules, hover=True).table()

    done = table.impose("Wyv", "prone")

    assert "fall" not in done.types
    assert (30, ["prone"]) == (table.altitude("Wyv"), table.conditions("Wyv"))


@pytest.mark.parametrize(("altitude", "dice"), [(5, []), (15, [6]), (210, [1] * 20)])
def test_a_fall_is_a_d6_for_each_whole_10_feet_and_at_most_20(altitude: int, dice: list[int]) -> None:
    """A fall of less than 10 ft does no damage, and whoever takes none does not lie prone from it."""
    table = flyer("Ada A1 | Wyv F6, large", altitude=altitude).table()

    done = table.impose("Wyv", "restrained", dice=dice)

    assert sum(dice) == done.damage
    assert (["restrained", "prone"] if dice else ["restrained"]) == table.conditions("Wyv")


@clause("fall.prone")
def test_whoever_takes_no_damage_of_a_fall_lands_on_its_feet(rules: str) -> None:
    """When it lands, the creature has the Prone condition unless it avoids taking damage from the fall."""
    hardened = flyer("Ada A1 | Wyv F6, large", rules, block={"immune": ["bludgeoning"]}).table()
    plain = flyer("Ada A1 | Wyv F6, large", rules).table()

    assert 0 == hardened.impose("Wyv", "restrained", dice=[1, 2, 3]).damage
    assert ["restrained"] == hardened.conditions("Wyv")
    assert 6 == plain.impose("Wyv", "restrained", dice=[1, 2, 3]).damage
    assert ["restrained", "prone"] == plain.conditions("Wyv")


@clause("fall.water", editions=["srd-5.2"])
def test_in_5_2_a_reaction_and_a_check_halve_a_fall_into_water() -> None:
    """A creature that falls into water can use its Reaction to make a DC 15 Strength (Athletics) or Dexterity
    (Acrobatics) check to halve the damage."""
    rows = ["~" * 12] * 8
    table = flyer("Ada A1 | Wyv F6, large, athletics +5", "srd-5.2", map=rows).table()

    done = table.impose("Wyv", "restrained", dice=[6, 5, 4, 10])

    assert (7, "success") == (done.damage, done.one("check")["degree"])
    assert not table["Wyv"].has_reaction


@editions(*EDITIONS)
def test_a_flyer_is_out_of_melee_reach_above_it(rules: str) -> None:
    """Reach and range count the height."""
    above = flyer("Ada A1, longsword, longbow | Wyv B1", rules, altitude=10)
    near = flyer("Ada A1, longsword | Wyv B1", rules, altitude=5)

    assert "reach.out" == above.table().refusal("attack", "Ada", "Wyv", "longsword")
    assert 10 == above.explain("Ada", "Wyv", attack="longbow")["distance_ft"]
    assert 5 == near.explain("Ada", "Wyv", attack="longsword")["distance_ft"]


@pytest.mark.parametrize(("square", "altitude", "distance"), [("B1", 60, 60), ("D1", 60, 60), ("M1", 40, 60)])
def test_the_distance_is_the_greatest_of_the_three_ways(square: str, altitude: int, distance: int) -> None:
    """As on the map a diagonal counts 5 ft; of a cube the nearest part counts."""
    seen = flyer(f"Ada A1, longbow | Wyv {square}", altitude=altitude, size=(20, 4))

    assert distance == seen.explain("Ada", "Wyv", attack="longbow")["distance_ft"]


def test_under_5_10_5_every_second_step_along_two_axes_counts_double() -> None:
    """60 ft away and 40 ft up: 12 steps, 8 of them aslant, 4 of these twice as long."""
    options = {"diagonals": "5-10-5"}
    seen = flyer("Ada A1, longbow | Wyv M1", altitude=40, size=(20, 4), options=options)

    assert 80 == seen.explain("Ada", "Wyv", attack="longbow")["distance_ft"]


@editions(*EDITIONS)
def test_a_flyer_moves_through_the_air_by_its_fly_speed(rules: str) -> None:
    """A diagonal in space is one step of 5 ft; the event says how high each step ends."""
    table = flyer("Ada A8 | Wyv A1", rules, altitude=0).table()

    moved = table.move("Wyv", "B1@5 C1@10 D1@10 D1@15").one("move")

    assert (["B1", "C1", "D1", "D1"], [5, 10, 10, 15], 20) == (moved["path"], moved["altitudes"], moved["cost_ft"])
    assert 15 == table.altitude("Wyv")


@editions(*EDITIONS)
def test_what_was_moved_by_one_speed_counts_against_the_other(rules: str) -> None:
    """When you switch, you subtract the distance you have already moved from the new speed (rules.md 142)."""
    table = flyer("Ada A8 | Wyv A1, speed 20", rules, altitude=0, block={"speed": {"walk": "20 ft", "fly": "30 ft"}})
    flight = table.table()

    flight.move("Wyv", "B1@5 C1@10 D1@5 E1")

    assert 20 == flight["Wyv"].spent_ft
    flight.move("Wyv", "F1@5 G1")
    assert "speed.short" == flight.refusal("move", "Wyv", "H1")


@editions(*EDITIONS)
def test_flying_past_provokes_and_flying_above_the_reach_does_not(rules: str) -> None:
    """An opportunity attack needs a step out of reach, in whatever direction."""
    low = flyer("Ada C3, longsword, ac 10 | Wyv B2, ac 5", rules, altitude=0).table()
    high = flyer("Ada C3, longsword, ac 10 | Wyv B2, ac 5", rules, altitude=10).table()

    away = low.move("Wyv", "B2@5 B2@10", dice=[10, 3])
    over = high.move("Wyv", "C3@10 D4@10")

    assert ["move", "opportunity-attack", "damage", "move"] == away.types
    assert ["move"] == over.types


@editions(*EDITIONS)
def test_a_ledge_of_5_feet_costs_5_feet_more_to_step_onto_and_none_to_step_down(rules: str) -> None:
    """Climbing costs one more foot a foot."""
    table = scene("Ada C2 | Gob L8", rules, elevation=LEDGE).table()

    up = table.move("Ada", "D2").one("move")
    down = table.move("Ada", "C2").one("move")

    assert ([10, 5], [[0], [0]]) == ([up["cost_ft"], down["cost_ft"]], [up["altitudes"], down["altitudes"]])


@editions(*EDITIONS)
def test_higher_ground_is_climbed_along_its_side(rules: str) -> None:
    """20 ft up cost 40 ft of movement: three steps up beside it, the fourth onto it."""
    table = scene("Ada C2, speed 40 | Gob L8", rules, elevation=TOWER).table()

    up = table.move("Ada", "C2@5 C2@10 C2@15 D2").one("move")

    assert (40, [5, 10, 15, 0]) == (up["cost_ft"], up["altitudes"])
    assert "path.none" == scene("Ada C2 | Gob L8", rules, elevation=TOWER).table().refusal("move", "Ada", "D2")


@pytest.mark.parametrize("to", ["D2", "D1", "D3"])
def test_of_equal_ways_up_a_wall_the_straight_one_is_taken(to: str) -> None:
    """Whoever climbs changes no square between the foot of the wall and its top."""
    way = scene("Ada C2, speed 60 | Gob L8", elevation=TOWER).move("Ada", to)["path"]

    climbed = [place.split("@")[0] for place in way if "@" in place]
    assert (3, 1) == (len(climbed), len(set(climbed)))


@editions(*EDITIONS)
def test_whoever_climbs_holds_on_between_turns(rules: str) -> None:
    """A creature halfway up a wall stays there."""
    table = scene("Ada C2 | Gob L8", rules, elevation=TOWER).table()

    done = table.move("Ada", "C2@5 C2@10 C2@15")

    assert "fall" not in done.types
    assert 15 == table.altitude("Ada")


@editions(*EDITIONS)
def test_a_step_off_an_edge_is_a_fall(rules: str) -> None:
    """Nothing holds it up in the air beside the tower."""
    table = scene("Ada D2 | Gob L8", rules, elevation=TOWER).table()

    done = table.move("Ada", "C2@20", dice=[4, 2])

    assert ["move", "fall", "damage", "condition-on"] == done.types
    assert (20, "C2", None) == (done.one("fall")["feet"], done.one("fall")["square"], done.one("fall")["clause"])


def climber(text: str, rules: str, climb: int = 40, **more: Any) -> Scene:
    """A scene in which Ada has a climb speed."""
    own = {"Ada": {"speed": {"walk": "40 ft", "climb": f"{climb} ft"}, **more.pop("block", {})}}
    return scene(text, rules, creatures=own, elevation=TOWER, **more)


@editions(*EDITIONS)
def test_a_climb_speed_climbs_at_the_length_of_the_way(rules: str) -> None:
    """20 ft up cost 20 ft of movement, and the same down again."""
    table = climber("Ada C2 | Gob L8", rules).table()

    up = table.move("Ada", "C2@5 C2@10 C2@15 D2").one("move")
    down = table.move("Ada", "C2@15 C2@10 C2@5 C2").one("move")

    assert (20, 20) == (up["cost_ft"], down["cost_ft"])


@editions(*EDITIONS)
def test_a_climb_speed_that_is_used_up_leaves_climbing_as_others_do(rules: str) -> None:
    """10 ft by a climb speed of 10 ft, and two more steps on a walking speed of 40 ft for 10 ft each."""
    table = climber("Ada C2 | Gob L8", rules, climb=10).table()

    up = table.move("Ada", "C2@5 C2@10 C2@15 D2").one("move")

    assert (30, [5, 10, 15, 0]) == (up["cost_ft"], up["altitudes"])


@editions(*EDITIONS)
def test_what_was_walked_counts_against_a_climb_speed(rules: str) -> None:
    """10 ft on foot leave 5 ft of a climb speed of 15 ft: the first step of 5 ft, the others cost 10 ft each."""
    table = climber("Ada A2 | Gob L8", rules, climb=15).table()
    table.move("Ada", "B2 C2")

    assert 25 == table.move("Ada", "C2@5 C2@10 C2@15").one("move")["cost_ft"]


@editions(*EDITIONS)
def test_what_stops_every_speed_stops_a_climb_speed(rules: str) -> None:
    """A change to Speed applies to every speed alike."""
    table = climber("Ada C2 | Gob L8", rules).table()

    assert 40 == table["Ada"].climb_ft
    table.impose("Ada", "restrained")
    assert 0 == table["Ada"].climb_ft


@editions(*EDITIONS)
def test_no_result_says_that_a_climb_speed_is_left_out(rules: str) -> None:
    """It is played out where heights count; on level ground nothing is climbed."""
    assert () == climber("Ada C2 | Gob L8", rules).scenario.not_simulated


@editions(*EDITIONS)
@pytest.mark.parametrize(("feeler", "felt", "is_felt"), [(0, 0, True), (0, 20, False), (20, 0, False), (20, 20, False)])
def test_tremorsense_needs_both_on_the_ground(rules: str, feeler: int, felt: int, is_felt: bool) -> None:
    """It pinpoints creatures in contact with the same ground; whoever flies is not."""
    own = {name: {"speed": {"walk": "30 ft", "fly": "60 ft"}} for name in ("Ada", "Gob")}
    heights = {"Ada": feeler, "Gob": felt}
    table = scene("Ada A1, tremorsense 60 | Gob E1, hidden 25", rules, creatures=own, altitudes=heights).table()

    assert is_felt == located(table.fight, table["Ada"], table["Gob"])


def test_tremorsense_feels_whoever_hangs_on_a_wall() -> None:
    """The wall is ground, too."""
    table = climber("Ada C2 | Gob A8, tremorsense 60", "srd-5.1").table()
    table.move("Ada", "C2@5 C2@10 C2@15")

    assert is_touching_ground(table.fight, table["Ada"])


def test_a_shove_off_a_ledge_is_a_fall() -> None:
    """20 ft down: 2d6, and prone."""
    table = scene("Ada E2, athletics +5 | Gob D2", elevation=TOWER).table()

    done = table.shove("Ada", "Gob", "push", dice=[15, 5, 4, 2])

    assert 6 == done.damage
    assert ("C2", 0, ["prone"]) == (table.square("Gob"), table.altitude("Gob"), table.conditions("Gob"))


def test_nobody_is_pushed_up_a_ledge() -> None:
    """The push ends at the foot of the tower."""
    table = scene("Ada B2, athletics +5 | Gob C2", elevation=TOWER).table()

    assert "move" not in table.shove("Ada", "Gob", "push", dice=[15, 5]).types
    assert "C2" == table.square("Gob")


def test_a_grappled_flyer_comes_down() -> None:
    """Its speed is 0, and whoever holds it stands on the ground."""
    table = flyer("Ada A1, athletics +5 | Wyv B1", altitude=5).table()

    done = table.grapple("Ada", "Wyv", dice=[15, 5])

    assert 5 == done.one("fall")["feet"]
    assert (0, ["grappled"]) == (table.altitude("Wyv"), table.conditions("Wyv"))


def test_a_flyer_carries_whom_it_holds_and_lets_it_fall() -> None:
    """The held does not fall while it is held; let go, it does."""
    table = flyer("Ada B1 | Wyv A1, athletics +9", altitude=0).table()
    table.grapple("Wyv", "Ada", dice=[15, 5])

    carried = table.move("Wyv", "A1@5 A1@10 A1@15 A1@20")
    dropped = table.release("Wyv", "Ada", dice=[3, 3])

    assert "fall" not in carried.types
    assert (20, 6) == (dropped.one("fall")["feet"], dropped.damage)
    assert "condition-off" == dropped.types[0]


def test_a_pit_is_ground_below_the_level_of_the_map() -> None:
    """Heights are counted from the lowest ground."""
    table = scene("Ada E2, athletics +5 | Gob D2", elevation=[{"from": "A1", "to": "C4", "height": "-30 ft"}]).table()

    assert 30 == table.shove("Ada", "Gob", "push", dice=[15, 5, 1, 1, 1]).one("fall")["feet"]


def test_over_no_floor_there_is_no_bottom() -> None:
    """Whoever falls there is out of the fight."""
    rows = ["......______"] * 8
    table = flyer("Ada A1, ac 5 | Wyv F6", map=rows, altitude=30).table()
    table.move("Wyv", "G6@30 H6@30")

    done = table.impose("Wyv", "restrained")

    assert ["condition-on", "fall", "leave"] == done.types
    assert table["Wyv"].has_left
