"""Who sees whom, and what stands between them: light, fog, senses, cover (rules.md A9, B.1)."""

from clauses import case, clause, editions, scenario
from scenes import scene

FOG = [{"kind": "fog", "from": "A1", "to": "L8"}]
BOTH = ("normal", ["unseen.attacker"], ["unseen.target"])
NOTHING = ("normal", [], [])


def reasons(answer):
    """Mode, clauses for, clauses against."""
    return (
        answer["mode"],
        [reason["clause"] for reason in answer["advantage"]],
        [reason["clause"] for reason in answer["disadvantage"]],
    )


# Light and darkness (123 to 125)


@case("C002")
@clause("unseen.attacker")
def test_who_has_darkvision_throws_unseen_at_who_has_none(rules):
    """Within its radius darkness is dim light for the one; the other sees nothing there."""
    javelin = {"to_hit": 5, "reach": "5 ft", "range": "30/120 ft", "damage": "1d6+3 piercing"}
    s = scene(
        "Orsk A1, darkvision 60 | Ada F1",
        rules,
        light="dark",
        creatures={"Orsk": {"attacks": {"javelin": javelin}}},
    )

    assert ("advantage", ["unseen.attacker"], []) == reasons(s.explain("Orsk", "Ada", attack="javelin (thrown)"))


@case("C004")
@clause("unseen.attacker")
@clause("unseen.target")
def test_darkvision_ends_at_its_radius(rules):
    """80 ft away in the dark nobody with 60 ft of darkvision sees anything."""
    s = scene("Orsk A1, darkvision 60, longbow | Ada Q1", rules, light="dark", size=(20, 10))

    assert BOTH == reasons(s.explain("Orsk", "Ada"))


@case("C016")
@editions("srd-5.1", "srd-5.2", "reroll")
def test_two_who_see_in_the_dark_fight_as_by_day(rules):
    s = scene("Orsk A1, darkvision 60, longsword | Urg B1, darkvision 60", rules, light="dark")

    assert NOTHING == reasons(s.explain("Orsk", "Urg"))


# Fog (123)


@case("C006")
@clause("unseen.attacker")
@clause("unseen.target")
def test_nobody_sees_through_a_bank_of_fog(rules):
    """Fog is opaque: it hides what lies behind it from both sides."""
    bank = [{"kind": "fog", "from": "D1", "to": "J10"}]
    s = scene("Lia A1, longbow | Rex M1, longbow", rules, zones=bank, size=(20, 10))

    assert BOTH == reasons(s.explain("Lia", "Rex"))


@case("C008")
@clause("poisoned.attacks")
def test_fog_takes_the_sight_of_both_and_poison_changes_nothing_more(rules):
    """Advantage and any number of disadvantages are neither, except where they are counted."""
    s = scene("Lia A1, longsword, poisoned | Rex B1", rules, zones=FOG)

    swung = s.explain("Lia", "Rex")

    assert ["unseen.attacker"] == [reason["clause"] for reason in swung["advantage"]]
    assert ["poisoned.attacks", "unseen.target"] == sorted(reason["clause"] for reason in swung["disadvantage"])
    assert ("disadvantage", -1) if rules == "reroll" else ("normal", 0) == (swung["mode"], swung["net"])


# Senses (126 to 128)


@case("C012")
@clause("unseen.attacker")
def test_blindsight_perceives_in_fog(rules):
    """Who has blindsight strikes unseen at who has only eyes."""
    s = scene("Mole A1, blindsight 10, longsword | Rex B1", rules, zones=FOG)

    assert ("advantage", ["unseen.attacker"], []) == reasons(s.explain("Mole", "Rex"))


@case("C014")
@editions("srd-5.1", "srd-5.2", "reroll")
def test_the_blinded_neither_suffers_nor_grants_anything_within_its_blindsight(rules):
    """D-19; by the letter of the condition it would attack with disadvantage."""
    s = scene("Mole A1, blindsight 30, blinded, longsword | Rex B1, longsword", rules)

    assert NOTHING == reasons(s.explain("Mole", "Rex"))
    assert NOTHING == reasons(s.explain("Rex", "Mole"))


@case("C010")
@editions("srd-5.2")
def test_who_perceives_the_invisible_by_blindsight_is_not_attacked_unseen(rules):
    """2024: Invisible gives nothing against a creature that can somehow see its bearer."""
    s = scene("Vex A1, invisible, longsword | Bat B1, blindsight 10, longsword", rules)

    assert NOTHING == reasons(s.explain("Vex", "Bat"))
    assert NOTHING == reasons(s.explain("Bat", "Vex"))


@case("C018")
@editions("srd-5.2")
def test_truesight_shoots_at_the_invisible_as_at_anybody(rules):
    s = scene("Seer A1, longbow | Imp G1, invisible", rules, creatures={"Seer": {"senses": {"truesight": "120 ft"}}})

    assert NOTHING == reasons(s.explain("Seer", "Imp"))


@case("N011")
@clause("unseen.attacker", ["srd-5.1"])
def test_blind_beyond_its_blindsight_it_does_not_see_the_archer(rules):
    """Blindsight 60 ft and nothing beyond: from 70 ft one shoots unseen."""
    s = scene(
        "Armor A1 | Ada O1, longbow",
        rules,
        size=(20, 10),
        creatures={"Armor": {"senses": {"blindsight": "60 ft", "blind_beyond": True}}},
    )

    assert ("advantage", ["unseen.attacker"], []) == reasons(s.explain("Ada", "Armor"))


# Guessing a square (59)


@case("C020")
@scenario(8)
@clause("wrong-square.miss")
def test_a_guess_at_the_wrong_square_misses_whatever_the_dice(rules):
    """The target stands elsewhere: an automatic miss, on a natural 20 too, and nobody learns more than that."""
    t = scene("Ada D4, longsword | Wisp E5, ac 19, hp 22, invisible, hidden 20", rules).table()

    aimed = t.aim("Ada", "E4", "longsword", dice=[18, 20])

    assert "failure" == aimed.roll["degree"]
    assert ("disadvantage", [18, 20]) == (aimed.mode, aimed.roll["dice"])
    assert (None, 22) == (aimed.roll["target"], t.hp("Wisp"))
    assert [] == aimed.all("damage")


@scenario(8)
@clause("wrong-square.miss", ["reroll"])
def test_a_guess_that_shows_1_fumbles_in_the_wrong_square_too(rules):
    t = scene("Ada D4, longsword | Wisp E5, invisible, hidden 20", rules).table()

    aimed = t.aim("Ada", "E4", "longsword", dice=[18, 1, 3])

    assert ("fumble", 3) == (aimed.roll["degree"], aimed.roll["severity"])


@clause("unlocated")
def test_who_is_hidden_cannot_be_named_as_a_target(rules):
    """Its square is not known: an attack names a square instead."""
    t = scene("Ada A1, longsword | Wisp B1, invisible, hidden 20", rules).table()

    assert "unlocated" == t.refusal("attack", "Ada", "Wisp", "longsword")
    assert "HIT 19" == t.aim("Ada", "B1", "longsword", dice=[14, 15, 4]).summary


# Dim light (121)


@clause("dim.perception")
def test_looking_for_somebody_in_dim_light_has_disadvantage(rules):
    """A Perception check by sight, at somebody lightly obscured; attacks are not affected."""
    s = scene("Ada A1, longbow | Gob G1", rules, light="dim")

    looked = s.explain("Ada", "Gob", action="check", skill="perception", dc=12)

    assert ("disadvantage", [], ["dim.perception"]) == reasons(looked)
    assert NOTHING == reasons(s.explain("Ada", "Gob"))


# Cover (117 to 119)


@case("C133")
@clause("cover.half")
def test_a_body_on_the_line_gives_half_cover(rules):
    """A creature between, friend or foe, adds 2 to the AC: 14 misses AC 13."""
    t = scene("Ada A1, shortbow; Pal D1 | Gob G1, ac 13, hp 7", rules).table()

    shot = t.attack("Ada", "Gob", "shortbow", dice=[9])

    assert ("MISS 14", 15) == (shot.summary, shot.roll["target_number"])


@case("C135")
@editions("srd-5.1", "srd-5.2", "reroll")
def test_walls_beside_and_behind_the_target_cover_nothing(rules):
    """Only what stands between the two counts."""
    t = scene(
        "Ada A2, shortbow | Gob G2, ac 13, hp 7", rules, map=["############", ".......#####", "############"]
    ).table()

    shot = t.attack("Ada", "Gob", "shortbow", dice=[8, 4])

    assert ("HIT 13", 13, "none") == (shot.summary, shot.roll["target_number"], shot.roll["cover"])


@scenario(66)
@clause("cover.three-quarters")
def test_a_wall_on_the_diagonal_gives_three_quarters_cover_and_a_body_there_half(rules):
    """A wall on the very diagonal leaves one line of four: 5 more. A creature never gives more than half (D-16)."""
    wall = scene("Ada A1, shortbow | Gob D4, ac 13", rules, map=["....", ".#..", "....", "...."])
    body = scene("Ada A1, shortbow; Pal B2 | Gob D4, ac 13", rules, map=["....", "....", "....", "...."])

    assert ("three-quarters", 18) == (wall.explain("Ada", "Gob")["cover"], wall.explain("Ada", "Gob")["target_number"])
    assert ("half", 15) == (body.explain("Ada", "Gob")["cover"], body.explain("Ada", "Gob")["target_number"])


@scenario(66)
@clause("cover.total")
@clause("cover.half")
def test_a_wall_three_squares_wide_is_total_cover_and_three_bodies_abreast_are_half(rules):
    wall = scene("Ada A2, shortbow | Gob E2", rules, map=["..#..", "..#..", "..#.."])
    bodies = scene("Ada A2, shortbow; Pal C1; Bram C2; Cleo C3 | Gob E2", rules, map=[".....", ".....", "....."])

    assert "cover.total" == wall.explain("Ada", "Gob")["illegal"]["clause"]
    assert "half" == bodies.explain("Ada", "Gob")["cover"]


@case("N012")
@clause("cover.total")
def test_two_walls_that_touch_at_a_corner_seal_the_diagonal(rules):
    """Neither an attack nor a step passes between them."""
    s = scene("Ada A1, longsword | Gob B2", rules, map=[".#..", "#...", "...."])

    assert "cover.total" == s.explain("Ada", "Gob")["illegal"]["clause"]
    assert "path.none" == scene("Ada A1 | Gob D3", rules, map=[".#..", "#...", "...."]).table().refusal(
        "move", "Ada", "B2"
    )


# Distance (conventions)


@case("C114")
@scenario(28)
@editions("srd-5.1", "srd-5.2", "reroll")
def test_a_gargantuan_creature_is_5_ft_from_its_diagonal_neighbour(rules):
    """Distance runs to the nearest square of the footprint."""
    roc = scene("Ada I9, longsword | Roc E5, gargantuan", rules, size=(12, 12)).explain("Ada", "Roc")

    assert (5, True) == (roc["distance_ft"], roc["legal"])


@scenario(28)
@clause("reach.out")
@clause("prone.near")
def test_a_large_creature_reaches_its_diagonal_neighbour_and_no_farther(rules):
    """From the 2 x 2 squares of an ogre C3 is 5 ft away, D1 is 10 ft."""
    near = scene("Ogre A1, large, longsword | Gob C3, prone", rules).explain("Ogre", "Gob")
    far = scene("Ogre A1, large, longsword | Gob D1", rules).explain("Ogre", "Gob")

    assert (5, ["prone.near"]) == (near["distance_ft"], [reason["clause"] for reason in near["advantage"]])
    assert (10, "reach.out") == (far["distance_ft"], far["illegal"]["clause"])


@scenario(29)
@editions("srd-5.1", "srd-5.2", "reroll")
def test_the_corner_of_a_10_ft_reach_depends_on_how_diagonals_count(rules):
    plain = scene("Ada A1, glaive | Gob C3", rules).explain("Ada", "Gob")
    counted = scene("Ada A1, glaive | Gob C3", rules, options={"diagonals": "5-10-5"}).explain("Ada", "Gob")

    assert (10, True) == (plain["distance_ft"], plain["legal"])
    assert (15, "reach.out") == (counted["distance_ft"], counted["illegal"]["clause"])


@scenario(30)
@clause("cover.half")
def test_reaching_past_a_friend_meets_half_cover(rules):
    """From A1 and from A2 the friend at B1 is in the way, from C3 it is not."""
    covers = [
        scene(f"Ada {square}, glaive; Bo B1 | Gob C1", rules).explain("Ada", "Gob")["cover"]
        for square in ("A1", "A2", "C3")
    ]

    assert ["half", "half", "none"] == covers


# ---------------------------------------------------------------------------- senses at their limits (126 to 128)


@clause("cover.total")
def test_blindsight_ends_at_total_cover_and_goes_round_no_corner(rules):
    """A wall between: neither perceived nor to be attacked, however near."""
    open_ground = scene("Mole A1, blindsight 60, longbow | Rex C1", rules, map=["...", "..."])
    assert open_ground.explain("Mole", "Rex")["sees"]["attacker"]

    walled = scene("Mole A1, blindsight 60, longbow | Rex C1", rules, map=[".#.", ".#."])
    told = walled.explain("Mole", "Rex")
    assert "cover.total" == told["illegal"]["clause"]
    assert {"attacker": "no line of sight", "target": "no line of sight"} == told["unseen"]


@clause("unseen.target")
def test_blindsight_perceives_in_the_dark_what_darkvision_does_not_reach(rules):
    s = scene("Mole A1, blindsight 10, darkvision 30, longbow | Rex H1; Tim C1", rules, light="dark")

    assert {"attacker": "darkness", "target": "darkness"} == s.explain("Mole", "Rex")["unseen"]
    assert {"attacker": None, "target": "darkness"} == s.explain("Mole", "Tim")["unseen"]
