"""Movement, square by square: what a step costs, who may be passed, where a move may end (rules.md A10)."""

import pytest

from clauses import SRD, case, clause, editions, scenario
from scenes import scene
from table import Table


def left_ft(t: Table, who: str) -> int:
    """Feet of movement that its Speed, with every Dash, leaves this turn."""
    c = t[who]
    return int(c.granted * c.speed_ft - c.spent_ft)


# Squares and costs (129 to 131)


@editions("srd-5.1", "srd-5.2", "reroll")
def test_each_square_entered_costs_5_ft_straight_or_diagonal(rules):
    """A square is 5 ft; entering a neighbouring one costs 5 ft, diagonals as well."""
    t = scene("Ada A1 | Gob L8", rules).table()

    moved = t.move("Ada", "B1 C2 D3 D4").one("move")

    assert ["B1", "C2", "D3", "D4"] == moved["path"]
    assert 20 == moved["cost_ft"]
    assert (False, None, []) == (moved["forced"], moved["by"], moved["dragging"])
    assert ("D4", 10) == (t.square("Ada"), left_ft(t, "Ada"))


@clause("speed.short")
def test_a_way_longer_than_what_is_left_is_refused_and_nothing_moves(rules):
    """Speed 30 is six squares; the seventh needs 5 ft that are not there."""
    t = scene("Ada A1 | Gob L8", rules).table()

    assert "speed.short" == t.refusal("move", "Ada", "B1 C1 D1 E1 F1 G1 H1")
    assert "A1" == t.square("Ada")
    t.move("Ada", "B1 C1 D1 E1 F1 G1")
    assert "speed.short" == t.refusal("move", "Ada", "H1")


@editions("srd-5.1", "srd-5.2", "reroll")
def test_a_move_may_be_broken_up_around_the_action_and_between_attacks(rules):
    """Movement is used a bit before, a bit between two attacks, a bit after."""
    t = scene(
        "Ada A1, longsword, two attacks | Gob D1, ac 13, reaction used; Orc D3, ac 13, reaction used", rules
    ).table()

    t.move("Ada", "B1 C1")
    t.attack("Ada", "Gob", "longsword", dice=[2])
    t.move("Ada", "C2")
    t.attack("Ada", "Orc", "longsword", dice=[2])
    t.move("Ada", "B2")

    assert ("B2", 10) == (t.square("Ada"), left_ft(t, "Ada"))


@editions("srd-5.1", "srd-5.2", "reroll")
@pytest.mark.parametrize("ground", [":", "%"])
def test_difficult_ground_costs_5_ft_more(rules, ground):
    """Every foot in difficult terrain costs one foot more, whatever makes it difficult."""
    t = scene("Ada A1 | Gob F1", rules, map=[f"..{ground}{ground}..", "......"]).table()

    assert 25 == t.move("Ada", "B1 C1 D1").one("move")["cost_ft"]


@editions("srd-5.1", "srd-5.2", "reroll")
def test_difficulties_of_one_kind_do_not_add_up(rules):
    """Difficult ground under another's space is still difficult only once: 10 ft, not 15."""
    t = scene("Ada A1; Bo B1, tiny | Gob L8", rules, map=[".:" + "." * 10] + ["." * 12] * 7).table()

    assert 15 == t.move("Ada", "B1 C1").one("move")["cost_ft"]


@clause("path.none")
def test_no_step_cuts_the_corner_of_a_wall(rules):
    """A diagonal step past a wall's corner is no step at all; round it is."""
    t = scene("Ada A1 | Gob F2", rules, map=[".#....", "......"]).table()

    assert "path.none" == t.refusal("move", "Ada", "B2")
    assert 10 == t.move("Ada", "A2 B2").one("move")["cost_ft"]


@clause("path.none")
def test_no_way_leads_through_a_wall_off_the_map_or_over_a_gap_in_the_squares(rules):
    """A step goes to a neighbouring square with a floor; walls, trees, closed doors and the map's edge are none."""
    for square in ("B1", "A3", "C2"):
        t = scene("Ada A2 | Gob F2", rules, map=[".#....", "......", "T....."]).table()
        assert "path.none" == t.refusal("move", "Ada", square)


@editions("srd-5.1", "srd-5.2", "reroll")
@scenario(65)
def test_bodies_do_not_block_corners(rules):
    """Only terrain that fills its space keeps a diagonal closed; two enemies beside the corner do not."""
    t = scene("Ada A1 | Gob B1, reaction used; Orc A2, reaction used", rules).table()

    assert 5 == t.move("Ada", "B2").one("move")["cost_ft"]


@editions("srd-5.1", "srd-5.2", "reroll")
def test_every_second_diagonal_costs_10_ft_where_the_table_counts_so(rules):
    """5-10-5: the second, fourth ... diagonal of a turn's way costs double, straight steps between do not matter."""
    t = scene("Ada A1 | Gob L8", rules, options={"diagonals": "5-10-5"}).table()

    assert 5 == t.move("Ada", "B2").one("move")["cost_ft"]
    assert 5 == t.move("Ada", "C2").one("move")["cost_ft"]
    assert 10 == t.move("Ada", "D3").one("move")["cost_ft"]
    assert 5 == t.move("Ada", "E4").one("move")["cost_ft"]
    assert "speed.short" == t.refusal("move", "Ada", "F5")


@editions("srd-5.1", "srd-5.2", "reroll")
def test_the_count_of_diagonals_begins_anew_each_turn(rules):
    """An odd diagonal of the last turn does not make the first one of this turn dear."""
    t = scene("Ada A1 | Gob L8", rules, options={"diagonals": "5-10-5"}).table()

    t.move("Ada", "B2")
    t.end_turn("Ada")
    t.begin_turn("Ada")

    assert 5 == t.move("Ada", "C3").one("move")["cost_ft"]


@case("C105")
@editions("srd-5.1", "srd-5.2")
def test_a_big_creature_is_not_slowed_by_its_own_body(rules):
    """A Large creature walks 40 ft over open floor: its own squares are no other creature's space."""
    t = scene("Ogre A1, large, speed 40 | Gob L8", rules).table()

    assert 40 == t.move("Ogre", "B1 C1 D1 E1 F1 G1 H1 I1").one("move")["cost_ft"]


@clause("path.none")
def test_a_big_creature_needs_room_for_its_whole_footprint(rules):
    """A Huge creature does not fit through a gap one square wide, however it squeezes."""
    t = scene("Giant A1, huge | Gob G2", rules, map=["....#..", ".......", "....#.."]).table()

    t.move("Giant", "B1")
    assert "path.none" == t.refusal("move", "Giant", "C1")


# Other bodies (131, 133, 134)


@scenario(64)
@case("C099")
@editions("srd-5.1", "srd-5.2", "reroll")
def test_an_allys_space_is_difficult_in_5_1_and_free_in_5_2(rules):
    """Four squares, the second an ally's: 25 ft where every space is difficult, 20 ft where an ally's is not."""
    t = scene("Walker A1; Pal C1 | Gob J1", rules, map=["." * 10]).table()

    assert (20 if rules == "srd-5.2" else 25) == t.move("Walker", "B1 C1 D1 E1").one("move")["cost_ft"]


@clause("path.none")
@case("C101")
def test_an_enemy_one_size_larger_closes_its_space(rules):
    """Through a hostile creature's space only if it is two sizes larger or smaller: Medium past Large is refused."""
    t = scene("Walker A1, speed 60 | Beast C1, large", rules, map=["." * 10] * 2).table()

    assert "path.none" == t.refusal("move", "Walker", "B1 C1 D1 E1")


@editions("srd-5.1", "srd-5.2", "reroll")
@pytest.mark.parametrize("size", ["huge", "tiny"])
def test_an_enemy_two_sizes_larger_or_smaller_may_be_passed(rules, size):
    """Medium passes under a Huge enemy and over a Tiny one; the space is difficult, a Tiny one's in 5.1 only."""
    t = scene(f"Walker A2, speed 60 | Beast C1, {size}, reaction used", rules, size=(10, 3)).table()

    cost = t.move("Walker", "B2 C2 D2 E2 F2" if size == "huge" else "B1 C1 D1").one("move")["cost_ft"]

    assert cost == (40 if size == "huge" else 15 if rules == "srd-5.2" else 20)


@clause("path.none", editions=["srd-5.1", "reroll"])
@case("C103")
def test_a_sleeping_enemy_of_ones_own_size_still_closes_its_space(rules):
    """5.1 knows no exception for the helpless."""
    t = scene("Walker A1 | Sleeper C1, unconscious", rules, map=["." * 10]).table()

    assert "path.none" == t.refusal("move", "Walker", "B1 C1 D1")


@scenario(64)
@editions("srd-5.2")
def test_an_incapacitated_enemy_may_be_passed_its_space_is_difficult(rules):
    """5.2: through an Incapacitated creature; three squares with a stunned orc in the middle cost 20 ft."""
    t = scene("Walker A1 | Orc C1, stunned", rules, map=["." * 10]).table()

    assert 20 == t.move("Walker", "B1 C1 D1").one("move")["cost_ft"]


@clause("path.none", editions=["srd-5.1", "reroll"])
@scenario(64)
def test_a_stunned_enemy_of_ones_own_size_cannot_be_passed_in_5_1(rules):
    t = scene("Walker A1 | Orc C1, stunned", rules, map=["." * 10]).table()

    assert "path.none" == t.refusal("move", "Walker", "B1 C1 D1")


@editions("srd-5.2")
def test_a_tiny_enemy_never_closes_its_space_in_5_2(rules):
    """A Tiny creature may be passed by anybody, another Tiny or Small one too, and slows nobody."""
    t = scene("Walker A1, small | Rat B1, tiny, reaction used", rules, map=["." * 6]).table()

    assert 10 == t.move("Walker", "B1 C1").one("move")["cost_ft"]


@clause("path.none", editions=["srd-5.1", "reroll"])
def test_a_tiny_enemy_closes_its_space_to_a_small_creature_in_5_1(rules):
    t = scene("Walker A1, small | Rat B1, tiny, reaction used", rules, map=["." * 6]).table()

    assert "path.none" == t.refusal("move", "Walker", "B1 C1")


@editions("srd-5.1", "srd-5.2", "reroll")
def test_a_swarm_may_be_entered_and_enters_others(rules):
    """The Swarm trait of either creature: the space is open, and a move may end in it."""
    t = scene("Ada A1; Pal A2 | Rats B1, swarm, reaction used", rules).table()

    assert 10 == t.move("Ada", "B1").one("move")["cost_ft"]
    assert "B1" == t.square("Ada")


@editions("srd-5.1", "srd-5.2", "reroll")
def test_the_dead_take_no_space(rules):
    """D-22: only living bodies count, those at 0 HP among them; the dead close and slow nothing."""
    t = scene("Ada A1 | Orc B1; Gob J1", rules, map=["." * 10]).table()
    t.hurt("Orc", (20, "fire"))

    assert "dead" == t.status("Orc")
    assert 10 == t.move("Ada", "B1 C1").one("move")["cost_ft"]


@clause("square.occupied")
@scenario(64)
def test_no_move_ends_in_anothers_space(rules):
    """Through an ally's square, yes; ending there, no."""
    t = scene("Ada A1; Bo B1 | Gob L8", rules).table()

    assert "square.occupied" == t.refusal("move", "Ada", "B1")
    t.move("Ada", "B1 C1")
    assert "C1" == t.square("Ada")


@clause("square.occupied")
def test_no_part_of_a_big_creature_ends_in_anothers_space(rules):
    t = scene("Ogre A1, large; Bo D2 | Gob L8", rules).table()

    assert "square.occupied" == t.refusal("move", "Ogre", "B1 C1")


@editions("srd-5.1", "srd-5.2", "reroll")
def test_four_tiny_creatures_share_a_square(rules):
    """Up to four Tiny creatures fit on one square; the fifth does not."""
    t = scene("R1x A1, tiny; R2x A2, tiny; R3x A3, tiny; R4x B3, tiny; R5x C1, tiny | Gob L8", rules).table()

    for who, way in (("R1x", "B2"), ("R2x", "B2"), ("R3x", "B2"), ("R4x", "B2")):
        t.move(who, way)
    assert "square.occupied" == t.refusal("move", "R5x", "B2")


@editions("srd-5.1", "srd-5.2", "reroll")
def test_whoever_ends_its_turn_in_anothers_space_falls_prone_in_5_2(rules):
    """Speed gone in the middle of an ally's square: 5.2 lays the creature down, 5.1 has no such rule."""
    t = scene("Ada A1; Bo C1 | Gob B2, longsword", rules).table()
    t["Ada"].spent_ft = 0
    t.impose("Ada", "paralyzed")
    t.fight.relocate(t["Ada"], t.place("C1"))

    done = t.end_turn("Ada")

    assert (["prone"] if rules == "srd-5.2" else []) == done.gained


@editions("srd-5.2")
@pytest.mark.parametrize(("size", "falls"), [("tiny", False), ("small", True), ("medium", True), ("large", False)])
def test_the_larger_of_two_and_the_tiny_stay_on_their_feet(rules, size, falls):
    """Prone unless Tiny or larger than the other (rules.md 134)."""
    t = scene(f"Ada A1, {size}; Bo C1 | Gob L8", rules).table()
    t.fight.relocate(t["Ada"], t.place("C1"))

    assert (["prone"] if falls else []) == t.end_turn("Ada").gained


@editions("srd-5.2")
def test_nobody_falls_in_a_swarm(rules):
    t = scene("Ada A1 | Rats B1, swarm, reaction used", rules).table()
    t.move("Ada", "B1")

    assert [] == t.end_turn("Ada").gained


# Standing, crawling, dragging (94, 136 to 138, 143)


@case("C093")
@editions("srd-5.1", "srd-5.2", "reroll")
def test_standing_up_costs_half_the_speed_and_nothing_else(rules):
    """Speed 30: 15 ft to stand, three squares and the action left."""
    t = scene("Gale A1, prone, longsword | Gob E1, ac 13", rules).table()

    stood = t.stand("Gale")

    assert 15 == stood.one("stand")["cost_ft"]
    assert ["prone"] == stood.lost
    assert 15 == left_ft(t, "Gale")
    t.move("Gale", "B1 C1 D1")
    assert "HIT 16" == t.attack("Gale", "Gob", "longsword", dice=[11, 4]).summary


@case("C095")
@editions("srd-5.1", "srd-5.2", "reroll")
def test_standing_up_costs_half_the_speed_after_a_dash_too(rules):
    """Half the Speed, not half of what may be walked: 60 less 15 is 45 ft."""
    t = scene("Gale A1, prone | Gob L8", rules).table()

    t.dash("Gale")
    t.stand("Gale")

    assert 45 == left_ft(t, "Gale")


@scenario(71)
@editions("srd-5.1", "srd-5.2", "reroll")
def test_half_an_odd_speed_is_rounded_down(rules):
    """Speed 25: 12 ft to stand, 13 left, two squares."""
    t = scene("Ada A1, speed 25, prone | Gob L8", rules).table()

    assert 12 == t.stand("Ada").one("stand")["cost_ft"]
    assert "speed.short" == t.refusal("move", "Ada", "B1 C1 D1")
    assert 10 == t.move("Ada", "B1 C1").one("move")["cost_ft"]


@scenario(71)
@editions("srd-5.1", "srd-5.2")
def test_exhaustion_slows_before_half_of_it_is_taken(rules):
    """Exhaustion 2: 5.1 halves 30 to 15 (7 to stand, one square); 5.2 takes 10 off (10 to stand, two squares)."""
    t = scene("Ada A1, prone, exhaustion 2 | Gob L8", rules).table()

    assert (7, 10)[rules == "srd-5.2"] == t.stand("Ada").one("stand")["cost_ft"]
    assert "speed.short" == t.refusal("move", "Ada", ("B1 C1", "B1 C1 D1")[rules == "srd-5.2"])
    t.move("Ada", ("B1", "B1 C1")[rules == "srd-5.2"])


@editions("srd-5.1", "srd-5.2")
def test_dash_adds_the_speed_as_it_is_now(rules):
    """Exhaustion 2 and Dash: 5.1 15 + 15, 5.2 20 + 20 ft."""
    t = scene("Ada A1, exhaustion 2 | Gob L8", rules).table()
    t.dash("Ada")

    way = "B1 C1 D1 E1 F1 G1" if rules == "srd-5.1" else "B1 C1 D1 E1 F1 G1 H1 I1"
    t.move("Ada", way)

    assert 0 == left_ft(t, "Ada")


@clause("speed.short")
def test_nobody_stands_up_without_the_movement_for_it(rules):
    """After 20 of 30 ft of crawling there are no 15 ft left to stand."""
    t = scene("Ada A1, prone | Gob L8", rules).table()

    t.move("Ada", "B1 C1")
    assert "speed.short" == t.refusal("stand", "Ada")


@clause("speed.zero")
def test_nobody_stands_up_at_speed_0(rules):
    """Held and prone: Speed 0, it must get free first."""
    t = scene("Ada A1, prone, grappled by Gob | Gob B1", rules).table()

    assert "speed.zero" == t.refusal("stand", "Ada")


@editions("srd-5.1", "srd-5.2", "reroll")
def test_crawling_costs_one_foot_more_a_foot(rules):
    t = scene("Ada A1, prone | Gob L8", rules).table()

    assert 30 == t.move("Ada", "B1 C1 D1").one("move")["cost_ft"]
    assert ["prone"] == t.conditions("Ada")


@case("C097")
@editions("srd-5.1", "srd-5.2", "reroll")
def test_crawling_through_difficult_ground_adds_up_and_does_not_multiply(rules):
    """5 + 5 + 5 ft a square: two squares for 30 ft."""
    t = scene("Gale A1, prone | Gob F1", rules, map=["::::::", "......"]).table()

    assert "speed.short" == t.refusal("move", "Gale", "B1 C1 D1")
    assert 30 == t.move("Gale", "B1 C1").one("move")["cost_ft"]


@editions("srd-5.1", "srd-5.2", "reroll")
def test_dropping_prone_is_free(rules):
    t = scene("Ada A1 | Gob L8", rules).table()

    assert ["prone"] == t.drop_prone("Ada").gained
    assert 30 == left_ft(t, "Ada")


@editions("srd-5.1", "srd-5.2", "reroll")
def test_dropping_prone_at_speed_0_is_refused_in_5_2(rules):
    """5.2 alone forbids it at Speed 0."""
    t = scene("Ada A1, grappled by Gob | Gob B1", rules).table()

    if rules == "srd-5.2":
        assert "speed.zero" == t.refusal("drop_prone", "Ada")
    else:
        assert ["prone"] == t.drop_prone("Ada").gained


@clause("speed.zero")
@pytest.mark.parametrize("condition", ["grappled by Gob", "restrained", "paralyzed", "petrified", "unconscious"])
def test_no_movement_of_ones_own_at_speed_0(rules, condition):
    t = scene(f"Ada A1, {condition} | Gob B1", rules).table()

    assert "speed.zero" == t.refusal("move", "Ada", "A2")


@case("C036")
@scenario(56)
@clause("speed.zero", editions=["srd-5.1", "reroll"])
def test_the_stunned_cannot_move_in_5_1(rules):
    t = scene("Wag A1, stunned | Ada B1", rules).table()

    assert "speed.zero" == t.refusal("move", "Wag", "A2")


@scenario(56)
@editions("srd-5.2")
def test_the_stunned_may_move_in_5_2(rules):
    t = scene("Wag A1, stunned | Ada L8", rules).table()

    assert 30 == t.move("Wag", "B1 C1 D1 E1 F1 G1").one("move")["cost_ft"]


@case("C034")
@clause("incapacitated")
def test_the_incapacitated_may_move_but_not_act(rules):
    """No action, no bonus action, no reaction; its Speed is untouched."""
    t = scene("Wag A1, incapacitated, longsword, nimble escape | Ada B1, ac 13", rules).table()

    assert "incapacitated" == t.refusal("attack", "Wag", "Ada", "longsword")
    assert "incapacitated" == t.refusal("dodge", "Wag")
    assert "incapacitated" == t.refusal("disengage", "Wag", bonus=True)
    assert [] == t.move("Ada", "C1").all("opportunity-attack")
    assert 30 == t.move("Wag", "A2 A3 A4 A5 A6 A7").one("move")["cost_ft"]


# Fear (106)


@scenario(57)
@clause("frightened.closer", editions=SRD)
def test_the_frightened_do_not_willingly_come_closer(rules):
    """F(5,0), S(0,0): one step along the wall of its fear keeps 25 ft and is allowed; (4,1) is 20 ft and is not."""
    t = scene("Fay F1, frightened of Sss | Sss A1", rules).table()

    assert "frightened.closer" == t.refusal("move", "Fay", "E2")
    t.move("Fay", "F2")
    assert "frightened.closer" == t.refusal("move", "Fay", "E3")


@scenario(57)
@clause("frightened.closer", editions=SRD)
def test_fear_keeps_one_away_behind_a_wall_too(rules):
    """No line of sight: no disadvantage, but still not a step closer."""
    t = scene("Fay F1, frightened of Sss | Sss A1", rules, map=["..##........", "..##........"]).table()

    assert "frightened.closer" == t.refusal("move", "Fay", "E1")


@editions("srd-5.1", "srd-5.2", "reroll")
def test_fear_of_the_dead_keeps_nobody_away(rules):
    t = scene("Fay F1, frightened of Sss | Sss A1; Gob L8", rules).table()
    t.hurt("Sss", (20, "fire"))

    assert 5 == t.move("Fay", "E1").one("move")["cost_ft"]


# Dragging (94, 95)


@case("C125")
@scenario(46)
@editions("srd-5.1", "srd-5.2", "reroll")
def test_dragging_one_of_the_same_size_leaves_half_the_way(rules):
    """5.1 halves the Speed, 5.2 takes one more foot a foot: 15 ft either way."""
    t = scene("Bram E1 | Cat F1, grappled by Bram", rules).table()

    assert "speed.short" == t.refusal("move", "Bram", "D1 C1 B1 A1")
    moved = t.move("Bram", "D1 C1 B1").all("move")[-1]

    assert (30, ["Cat"]) == (moved["cost_ft"], moved["dragging"])
    assert ("B1", "C1") == (t.square("Bram"), t.square("Cat"))
    assert ["grappled"] == t.conditions("Cat")


@case("C127")
@editions("srd-5.1", "srd-5.2", "reroll")
def test_two_sizes_smaller_weigh_nothing(rules):
    """Medium drags Tiny for 30 ft in every edition."""
    t = scene("Bram G1 | Cat H1, tiny, grappled by Bram", rules).table()

    assert 30 == t.move("Bram", "F1 E1 D1 C1 B1 A1").all("move")[-1]["cost_ft"]


@scenario(46)
@editions("srd-5.1", "srd-5.2", "reroll")
def test_a_small_creature_drags_a_tiny_one_freely_in_5_2_only(rules):
    t = scene("Bram G1, small | Cat H1, tiny, grappled by Bram", rules).table()

    assert (10, 5)[rules == "srd-5.2"] == t.move("Bram", "F1").all("move")[-1]["cost_ft"]


@scenario(46)
@editions("srd-5.1", "srd-5.2", "reroll")
def test_dragging_through_difficult_ground(rules):
    """5.1 halves the Speed, so that a square costs 20 of 30 ft: one square; 5.2 adds: 15, two squares."""
    t = scene("Bram E1 | Cat F1, grappled by Bram", rules, map=["::::::", "......"]).table()

    most = "D1 C1" if rules == "srd-5.2" else "D1"
    assert "speed.short" == t.refusal("move", "Bram", f"{most} {'B1' if rules == 'srd-5.2' else 'C1'}")
    assert (20, 30)[rules == "srd-5.2"] == t.move("Bram", most).all("move")[-1]["cost_ft"]


@editions("srd-5.1", "srd-5.2")
def test_crawling_with_somebody_in_tow(rules):
    """5.1: (5 + 5) x 2 a square, one square; 5.2: 5 + 5 + 5, two squares."""
    t = scene("Bram E1, prone | Cat F1, grappled by Bram", rules).table()

    assert (20, 15)[rules == "srd-5.2"] == t.move("Bram", "D1").all("move")[-1]["cost_ft"]


@case("N014")
@editions("srd-5.1", "reroll")
def test_speed_is_halved_before_dash_adds_it_again(rules):
    """D-11: Speed 25 is 12 when dragging; with Dash 24 ft, four squares."""
    t = scene("Ada H1, speed 25 | Cat I1, grappled by Ada, reaction used", rules).table()
    t.dash("Ada")

    assert "speed.short" == t.refusal("move", "Ada", "G1 F1 E1 D1 C1")
    assert 40 == t.move("Ada", "G1 F1 E1 D1").all("move")[-1]["cost_ft"]
    t.release("Ada", "Cat")
    assert "speed.short" == t.refusal("move", "Ada", "C1 B1"), "48 ft in all: 8 are left, one square"
    t.move("Ada", "C1")


@editions("srd-5.1", "srd-5.2", "reroll")
def test_the_dragged_keep_their_side_or_take_the_square_left_behind(rules):
    """D-12: beside the grappler while there is room, else behind it."""
    t = scene("Bram B2 | Cat B3, grappled by Bram", rules, map=["......", "......", "...###"]).table()

    t.move("Bram", "C2")
    assert "C3" == t.square("Cat")
    t.move("Bram", "D2")
    assert "C2" == t.square("Cat")


@clause("path.none")
def test_a_step_is_no_step_when_the_dragged_have_nowhere_to_go(rules):
    """D-12: a Large captive fits neither into the narrow passage nor behind its captor."""
    t = scene(
        "Bram C2 | Ogre A1, large, grappled by Bram, reaction used", rules, map=["..####", "......", "..####"]
    ).table()

    assert "path.none" == t.refusal("move", "Bram", "D2")
    assert ("C2", "A1") == (t.square("Bram"), t.square("Ogre"))
    t.move("Bram", "D2", drags=False)
    assert [] == t.conditions("Ogre"), "out of its reach, the grip is gone"


@editions("srd-5.1", "srd-5.2", "reroll")
def test_walking_off_without_the_captive_lets_it_go(rules):
    t = scene("Bram C1 | Cat D1, grappled by Bram", rules).table()
    t.reacts("Cat", "none")

    done = t.move("Bram", "B1 A1", drags=False)

    assert ["grappled"] == done.lost
    assert "out of reach" == done.one("condition-off")["because"]
    assert 10 == done.one("move")["cost_ft"]


@editions("srd-5.1", "srd-5.2", "reroll")
def test_two_captives_come_along_or_neither_moves(rules):
    """One of two has no room: the step is refused and the other stays where it was."""
    t = scene(
        "Bram C2 | Cat C1, grappled by Bram; Ogre A1, large, grappled by Bram",
        rules,
        map=["...###", "......", "..####"],
    ).table()

    assert "path.none" == t.refusal("move", "Bram", "D2")
    assert ("C1", "A1") == (t.square("Cat"), t.square("Ogre"))


# Distances of footprints (0, 63, 65)


@case("C114")
@editions("srd-5.1", "srd-5.2")
def test_a_diagonal_neighbour_of_a_big_footprint_is_5_ft_away(rules):
    """A Gargantuan creature fills (4..7, 4..7); a Medium one at (8, 8) reaches it with a longsword."""
    t = scene("Ada I9, longsword | Roc E5, gargantuan, ac 15", rules, size=(12, 12)).table()

    assert 5 == t.attack("Ada", "Roc", "longsword", dice=[2]).one("attack")["distance_ft"]


@clause("reach.out", editions=SRD)
@case("C116")
def test_a_reach_of_0_ft_asks_for_the_same_square(rules):
    """A swarm bites whom it covers: from the next square not, in the target's space yes."""
    bites = {"to_hit": 2, "reach": "0 ft", "damage": "2d6 piercing"}
    t = scene("Rats B1, swarm | Ada A1, ac 15", rules, creatures={"Rats": {"attacks": {"bites": bites}}}).table()

    assert "reach.out" == t.refusal("attack", "Rats", "Ada", "bites")
    t.move("Rats", "A1")
    assert 0 == t.attack("Rats", "Ada", "bites", dice=[2]).one("attack")["distance_ft"]
