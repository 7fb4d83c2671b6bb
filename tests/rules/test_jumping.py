"""Jumping: how far, how high, over what, and the landing (rules.md 139)."""

import pytest

from clauses import EDITIONS, clause, editions
from encounter.engine.tactic import jump
from scenes import scene

GAP = ["......_......"] * 2  # 5 ft of nothing under G
CHASM = [".....__......"] * 2  # 10 ft of it, F and G
TOWER = [{"from": "F1", "to": "H2", "height": "10 ft"}]
GORGE = [{"from": "E1", "to": "E2", "height": "-20 ft"}]
FLOOR = ["............"] * 2


@clause("jump.long")
def test_after_10_ft_of_movement_a_long_jump_goes_as_many_feet_as_the_strength_score(rules: str) -> None:
    """Strength 15: 15 ft, which clear two squares and end on the third; each foot costs a foot."""
    table = scene("Ada C1, str 15 | Gob L2", rules, map=CHASM).table()

    done = table.move("Ada", "D1 E1 H1")

    jump = done.one("jump")
    assert ("H1", 15, 10, "jump.long") == (jump["square"], jump["feet"], jump["run_ft"], jump["clause"])
    assert [["D1", "E1"], ["F1", "G1", "H1"]] == [move["path"] for move in done.all("move")]
    assert [10, 15] == [move["cost_ft"] for move in done.all("move")]
    assert "H1" == table.square("Ada")


@editions(*EDITIONS)
def test_a_strength_of_14_falls_a_foot_short_of_15(rules: str) -> None:
    table = scene("Ada C1, str 14 | Gob L2", rules, map=CHASM).table()

    assert "path.none" == table.refusal("move", "Ada", "D1 E1 H1")


@editions(*EDITIONS)
def test_a_standing_long_jump_goes_half_as_far(rules: str) -> None:
    """Strength 20: 10 ft from a stand, and after 5 ft of movement no more than that."""
    strong = scene("Ada F1, str 20 | Gob L2", rules, map=GAP).table()
    weak = scene("Ada F1, str 19 | Gob L2", rules, map=GAP).table()
    stepping = scene("Ada E1, str 19 | Gob L2", rules, map=GAP).table()

    assert 10 == strong.move("Ada", "H1").one("jump")["feet"]
    assert "path.none" == weak.refusal("move", "Ada", "H1")
    assert "path.none" == stepping.refusal("move", "Ada", "F1 H1")


@editions(*EDITIONS)
def test_a_run_up_is_the_movement_just_before(rules: str) -> None:
    """Two moves in a row are one run-up; an action between them ends it."""
    going_on = scene("Ada D1 | Gob L2", rules, map=GAP).table()
    dodging = scene("Ada D1 | Gob L2", rules, map=GAP).table()

    going_on.move("Ada", "E1 F1")
    dodging.move("Ada", "E1 F1")
    dodging.dodge("Ada")

    assert 10 == going_on.move("Ada", "H1").one("jump")["run_ft"]
    assert "path.none" == dodging.refusal("move", "Ada", "H1")


@editions("srd-5.1", "srd-5.2")
def test_in_5_1_the_run_up_is_on_foot(rules: str) -> None:
    """Wading does not count there; in 5.2 any movement does."""
    table = scene("Ada D1 | Gob L2", rules, map=["....~~_......"] * 2).table()

    if rules == "srd-5.1":
        assert "path.none" == table.refusal("move", "Ada", "E1 F1 H1")
    else:
        assert "H1" == table.move("Ada", "E1 F1 H1").one("jump")["square"]


@editions(*EDITIONS)
def test_a_jump_needs_the_movement_for_it(rules: str) -> None:
    table = scene("Ada B1, speed 20 | Gob L2", rules, map=GAP).table()

    assert "speed.short" == table.refusal("move", "Ada", "C1 D1 E1 F1 H1")


@editions(*EDITIONS)
def test_no_jump_leads_over_a_body_or_through_a_wall(rules: str) -> None:
    """Nor does one lead round a corner, or end where there is no floor."""
    body = scene("Ada B1, str 20; Bo E1 | Gob L2", rules, map=CHASM).table()
    wall = scene("Ada D1, str 20 | Gob L2", rules, map=["....._#......", "....._......."]).table()
    bent = scene("Ada D1, str 20 | Gob L2", rules, map=CHASM).table()

    assert "path.none" == body.refusal("move", "Ada", "C1 D1 F1")
    assert "path.none" == wall.refusal("move", "Ada", "E1 H1")
    assert "path.none" == bent.refusal("move", "Ada", "E1 H2")
    assert "path.none" == bent.refusal("move", "Ada", "E1 G1")


@editions(*EDITIONS)
def test_nobody_jumps_while_prone_or_holding_somebody(rules: str) -> None:
    prone = scene("Ada E1, str 20, prone | Gob L2", rules, map=FLOOR).table()
    holding = scene("Ada E1, str 20 | Gob E2, grappled by Ada", rules, map=FLOOR).table()

    assert "path.none" == prone.refusal("move", "Ada", "G1")
    assert "path.none" == holding.refusal("move", "Ada", "G1")


@clause("jump.landing")
def test_landing_on_difficult_ground_takes_a_check_or_ends_prone(rules: str) -> None:
    """DC 10, Dexterity (Acrobatics)."""
    well = scene("Ada F1, str 20 | Gob L2", rules, map=["......_:....."] * 2).table()
    badly = scene("Ada F1, str 20 | Gob L2", rules, map=["......_:....."] * 2).table()

    kept = well.move("Ada", "H1", dice=[10])
    fallen = badly.move("Ada", "H1 I1", dice=[9])

    assert [{"clause": "jump.landing"}] == kept.one("jump")["applied"]
    assert ("acrobatics", "landing") == (kept.one("check")["skill"], kept.one("check")["purpose"])
    assert [] == well.conditions("Ada")
    assert (["prone"], "H1") == (badly.conditions("Ada"), badly.square("Ada")), "and goes no farther"
    assert "check" in fallen.types


@editions(*EDITIONS)
def test_landing_on_plain_ground_takes_no_check(rules: str) -> None:
    table = scene("Ada F1, str 20 | Gob L2", rules, map=GAP).table()

    assert "check" not in table.move("Ada", "H1").types


@clause("jump.high")
def test_a_high_jump_goes_up_onto_a_ledge(rules: str) -> None:
    """3 ft and the Strength modifier: with +7 up to 10 ft, half of that from a stand."""
    running = scene("Ada C1, str 24 | Gob L2", rules, map=FLOOR, elevation=TOWER).table()
    standing = scene("Ada E1, str 24 | Gob L2", rules, map=FLOOR, elevation=TOWER).table()
    weaker = scene("Ada C1, str 22 | Gob L2", rules, map=FLOOR, elevation=TOWER).table()

    jump = running.move("Ada", "D1 E1 F1").one("jump")

    assert ("F1", 15, "jump.high") == (jump["square"], jump["feet"], jump["clause"])
    assert ("F1", 0) == (running.square("Ada"), running.altitude("Ada"))
    assert "path.none" == standing.refusal("move", "Ada", "F1")
    assert "path.none" == weaker.refusal("move", "Ada", "D1 E1 F1")


@editions(*EDITIONS)
def test_a_gorge_is_jumped_over_and_jumped_into(rules: str) -> None:
    """From edge to edge nothing happens; whoever ends over lower ground falls, 20 ft: 2d6."""
    over = scene("Ada D1, str 20 | Gob L2", rules, map=FLOOR, elevation=GORGE).table()
    wide = [{"from": "E1", "to": "H2", "height": "-20 ft"}]
    into = scene("Ada D1, str 20, hp 30 | Gob L2", rules, map=FLOOR, elevation=wide).table()

    assert "fall" not in over.move("Ada", "F1").types
    done = into.move("Ada", "F1@20", dice=[3, 4])

    assert (20, 7) == (done.one("fall")["feet"], done.damage)


@editions(*EDITIONS)
def test_a_jump_out_of_reach_provokes(rules: str) -> None:
    """It is movement: whoever is stopped by the strike stays where it is."""
    table = scene("Ada F1, str 20, hp 3 | Gob E1, shortsword", rules, map=GAP).table()

    done = table.move("Ada", "H1", dice=[20, 6, 6])

    assert "opportunity-attack" in done.types
    assert "F1" == table.square("Ada")


@editions(*EDITIONS)
def test_whoever_is_stopped_over_nothing_is_out_of_the_fight(rules: str) -> None:
    """The reach of a glaive ends in mid-air here."""
    strong = scene(
        "Ada D1, str 30, hp 3 of 30, character; Bo A2 | Gob C1, glaive", rules, map=["....__......"] * 2
    ).table()

    done = strong.move("Ada", "G1", dice=[20, 10, 10])

    assert "opportunity-attack" in done.types
    assert "over the edge" == done.one("leave")["because"]


@editions(*EDITIONS)
def test_tactics_jump_where_the_way_leads_over_a_gap(rules: str) -> None:
    """The gap parts the map; it runs up and jumps."""
    table = scene("Ada C1, longsword | Gob L2, ac 13", rules, map=GAP).table()

    done = table.take_turn("Ada")

    assert "jump" in done.types
    assert "H1" <= str(table.square("Ada"))[0:2]


@editions(*EDITIONS)
def test_tactics_go_back_for_a_run_up(rules: str) -> None:
    """From the very edge: two squares back, forward again, and over: 30 ft in all."""
    far = scene("Ada F1, longsword, str 10 | Gob I1, ac 13", rules, map=GAP).table()
    jumped = far.take_turn("Ada", dice=[2])
    assert (["E1", "D1", "E1", "F1"], ["G1", "H1"]) == tuple(move["path"] for move in jumped.all("move"))
    assert 1 == len(jumped.all("attack"))


def test_a_tactic_of_ones_own_jumps_where_it_says() -> None:
    """Its choice is a way of one square."""
    assert (["H1"], True) == (jump("H1").path, jump("H1").is_whole_way)


@editions(*EDITIONS)
def test_explain_tells_a_jump_where_the_way_needs_one(rules: str) -> None:
    """The way with its run-up, and the square that is jumped to."""
    told = scene("Ada D1 | Gob L1", rules, map=["......_......"]).move("Ada", "I1")

    assert (["E1", "F1", "H1", "I1"], ["H1"], 25, True) == (
        told["path"],
        told["jumps"],
        told["cost_ft"],
        told["legal"],
    )


@editions(*EDITIONS)
def test_explain_tells_of_places_in_the_air(rules: str) -> None:
    """Up and over: each step of a flight goes up at most 5 ft, and a path names how high it is."""
    wings = {"Gull": {"speed": {"walk": "10 ft", "fly": "60 ft"}}}
    told = scene("Gull A1 | Gob L2", rules, creatures=wings).move("Gull", "C1@15")

    assert ("C1@15", 15, True) == (told["to"], told["cost_ft"], told["legal"])
    assert "C1@15" == told["path"][-1]
    assert 3 == len(told["path"])
    assert "jumps" not in told


def test_explain_counts_what_a_climb_costs() -> None:
    """To a ledge 5 ft up: 10 ft for that step."""
    ledge = [{"from": "C1", "to": "E2", "height": "5 ft"}]
    told = scene("Ada A1 | Gob L2", elevation=ledge).move("Ada", "C1")

    assert (["B1", "C1"], 15) == (told["path"], told["cost_ft"])


def test_a_place_in_the_air_needs_heights_and_steps_of_5_ft() -> None:
    wings = {"Gull": {"speed": {"walk": "10 ft", "fly": "60 ft"}}}

    with pytest.raises(ValueError, match="heights play no part"):
        scene("Ada A1 | Gob L2").move("Ada", "C1@15")
    with pytest.raises(ValueError, match="'7' is no height"):
        scene("Gull A1 | Gob L2", creatures=wings).move("Gull", "C1@7")


@clause("standing-leap")
def test_standing_leap_jumps_its_own_length_from_a_stand(rules: str) -> None:
    """20 ft far and 10 ft high, with or without a running start."""
    frog = {"Frog": {"traits": ["standing leap 20/10 ft"]}}
    far = scene("Frog C1, str 8 | Gob L2", rules, map=["...___......"] * 2, creatures=frog).table()
    high = scene("Frog E1, str 8 | Gob L2", rules, map=FLOOR, elevation=TOWER, creatures=frog).table()

    assert {"clause": "standing-leap"} in far.move("Frog", "G1").one("jump")["applied"]
    assert "F1" == high.move("Frog", "F1").one("jump")["square"]


@clause("running-leap")
def test_running_leap_jumps_its_own_length_after_a_run_up(rules: str) -> None:
    """With a 10-foot running start up to 25 ft; from a stand no farther than others."""
    lion = {"Lion": {"traits": ["running leap 25 ft"]}}
    running = scene("Lion A1, speed 50, str 17 | Gob L2", rules, map=["...____....."] * 2, creatures=lion).table()
    standing = scene("Lion C1, speed 50, str 17 | Gob L2", rules, map=["...____....."] * 2, creatures=lion).table()

    assert [{"clause": "running-leap"}] == running.move("Lion", "B1 C1 H1").one("jump")["applied"]
    assert "path.none" == standing.refusal("move", "Lion", "H1")


@editions(*EDITIONS)
def test_a_big_body_does_not_jump_to_where_it_would_stick_out_of_the_map(rules: str) -> None:
    table = scene("Ogre A1, large, str 30 | Gob A3", rules, map=["......", "......", "......"]).table()

    assert "path.none" == table.refusal("move", "Ogre", "B1 C1 D1 F1")
    assert "path.none" == table.refusal("move", "Ogre", "C3")
