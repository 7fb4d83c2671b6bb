"""What an attack may be aimed at, cover, guessed squares, and rulings of the game master."""

from fractions import Fraction

from clauses import case, clause, editions, scenario
from scenes import reasons, scene

ALL = ("srd-5.1", "srd-5.2", "reroll")
PLAIN, ADVANTAGE, DISADVANTAGE = Fraction(11, 20), Fraction(319, 400), Fraction(121, 400)


# --------------------------------------------------------------------------------------------------------- reach, range


@clause("reach.out")
@scenario(28)
@case("C114")
def test_melee_reaches_5_ft_from_the_nearest_square(rules: str) -> None:
    """A Large creature at B2 to C3: D4 is 5 ft away (a diagonal), E2 is 10 ft."""
    ogre = scene("Ogre B2, large, club +5 2d6 | Gob D4; Imp E2", rules)

    assert (True, 5) == (ogre.explain("Ogre", "Gob")["legal"], ogre.explain("Ogre", "Gob")["distance_ft"])
    far = ogre.explain("Ogre", "Imp", attack="club")
    assert ("reach.out", 10, "out") == (far["illegal"]["clause"], far["distance_ft"], far["band"])


@editions(*ALL)
@scenario(29)
def test_a_reach_of_10_ft_takes_in_the_corner(rules: str) -> None:
    """Two squares by diagonals are 10 ft; with 5-10-5 they are 15 and out of reach."""
    words = "Ada A1, glaive | Gob C3"

    assert scene(words, rules).explain("Ada", "Gob", attack="glaive")["legal"]
    other = scene(words, rules, options={"diagonals": "5-10-5"}).explain("Ada", "Gob", attack="glaive")
    assert ("reach.out", 15) == (other["illegal"]["clause"], other["distance_ft"])


@editions(*ALL)
def test_a_reach_weapon_has_no_least_distance(rules: str) -> None:
    """A glaive strikes its neighbour as well."""
    assert scene("Ada A1, glaive | Gob B1", rules).explain("Ada", "Gob", attack="glaive")["legal"]


@clause("action.used")
def test_an_action_has_its_attacks_and_no_more(rules: str) -> None:
    """One attack unless the block says more; the action may be used before the turn is played."""
    table = scene("Ada A1, longsword | Gob B1", rules).table()
    table.attack("Ada", "Gob", "longsword", dice=[2])

    assert "action.used" == table.refusal("attack", "Ada", "Gob", "longsword")
    used = scene("Ada A1, longsword, action used | Gob B1", rules).table()
    assert "action.used" == used.refusal("attack", "Ada", "Gob", "longsword")


# ---------------------------------------------------------------------------------------------------------------- cover


@clause("cover.half")
@scenario(30, 66)
@case("C133")
def test_a_creature_between_gives_half_cover(rules: str) -> None:
    """Friend or foe: +2 AC. A total of 14 against AC 13 misses."""
    table = scene("Ada A1, longbow; Bo C1 | Gob E1, ac 13", rules).table()

    shot = table.attack("Ada", "Gob", "longbow", dice=[9])

    assert ("MISS 14", "half", 15) == (shot.summary, shot.roll["cover"], shot.roll["target_number"])


@clause("cover.three-quarters")
@scenario(66)
def test_a_wall_on_the_diagonal_gives_three_quarters_cover(rules: str) -> None:
    """+5 AC; a creature on the same square gives half."""
    wall = scene("Ada A1, longbow | Gob D4", rules, map=["....", ".#..", "....", "...."]).explain("Ada", "Gob")
    body = scene("Ada A1, longbow; Bo B2 | Gob D4", rules).explain("Ada", "Gob")

    assert ("three-quarters", 20) == (wall["cover"], wall["target_number"])
    assert ("half", 17) == (body["cover"], body["target_number"])


@clause("cover.total")
@scenario(66)
def test_behind_a_wall_nobody_can_be_aimed_at(rules: str) -> None:
    """Total cover."""
    wall = scene("Ada A3, longbow | Gob E3", rules, map=[".....", "..#..", "..#..", "..#..", "....."])

    assert ("cover.total", "total") == (
        wall.explain("Ada", "Gob")["illegal"]["clause"],
        wall.explain("Ada", "Gob")["cover"],
    )


@editions(*ALL)
@case("C135")
@scenario(65)
def test_walls_beside_and_behind_give_no_cover(rules: str) -> None:
    """Down a clear corridor, and past the corner of a wall to a diagonal neighbour."""
    corridor = scene("Ada A2, longbow | Gob D2, ac 13", rules, map=["#####", "....#", "#####"]).explain("Ada", "Gob")
    corner = scene("Ada A1, longsword | Gob B2", rules, map=[".#.", "...", "..."]).explain("Ada", "Gob")

    assert ("none", 13) == (corridor["cover"], corridor["target_number"])
    assert ("none", True) == (corner["cover"], corner["legal"])


@clause("cover.total")
@case("N012")
def test_two_walls_that_touch_at_a_corner_close_it(rules: str) -> None:
    """Between them nobody attacks."""
    shut = scene("Ada A1, longsword | Gob B2", rules, map=[".#.", "#..", "..."]).explain("Ada", "Gob")

    assert "cover.total" == shut["illegal"]["clause"]


@editions(*ALL)
@scenario(66)
def test_only_the_best_cover_counts(rules: str) -> None:
    """A creature and a wall that gives three quarters: three quarters."""
    both = scene("Ada A1, longbow; Bo C3 | Gob D4", rules, map=["....", ".#..", "....", "...."]).explain("Ada", "Gob")

    assert ("three-quarters", 20) == (both["cover"], both["target_number"])


@editions(*ALL)
def test_the_dead_give_no_cover_and_the_fallen_do(rules: str) -> None:
    """D-22: living bodies, also unconscious ones."""
    dead = scene("Ada A1, longbow; Bo C1, hp 0 of 9 | Gob E1", rules).explain("Ada", "Gob")
    fallen = scene("Ada A1, longbow; Bo C1, character, hp 0 of 9 | Gob E1", rules).explain("Ada", "Gob")

    assert ("none", "half") == (dead["cover"], fallen["cover"])


# ------------------------------------------------------------------------------------------------------ guessed squares


@clause("unlocated")
def test_a_hidden_creature_cannot_be_aimed_at_by_name(rules: str) -> None:
    """Who neither sees it nor knows its square can only guess one."""
    table = scene("Ada A1, longbow | Gob F1, hidden 18", rules).table()

    assert "unlocated" == table.refusal("attack", "Ada", "Gob", "longbow")


@clause("wrong-square.miss")
@clause("unseen.target")
@scenario(8)
@case("C020")
def test_a_wrong_guess_misses_even_on_a_natural_20(rules: str) -> None:
    """The roll falls, with disadvantage, and misses whatever it shows."""
    table = scene("Ada A1, longbow | Wisp F1, hidden 18, invisible", rules).table()

    guessed = table.aim("Ada", "F2", "longbow", dice=[20, 20])

    assert ("failure", ["unseen.target"], False) == (
        guessed.roll["degree"],
        guessed.disadvantage,
        guessed.roll["critical"],
    )
    assert ([], 20) == (guessed.all("damage"), table.hp("Wisp"))


@clause("unseen.target", ["srd-5.1", "reroll"])
@clause("invisible.target", ["srd-5.2"])
def test_a_right_guess_is_an_attack_with_disadvantage(rules: str) -> None:
    """The target is attacked as usual, unseen."""
    table = scene("Ada A1, longbow | Gob F1, hidden 18", rules).table()

    guessed = table.aim("Ada", "F1", "longbow", dice=[18, 12, 4])

    assert ("HIT 17", 7) == (guessed.summary, guessed.damage)
    assert ["invisible.target" if rules == "srd-5.2" else "unseen.target"] == guessed.disadvantage


@editions("reroll")
@scenario(8)
def test_a_kept_1_on_a_wrong_guess_fumbles(rules: str) -> None:
    """The re-roll system: a natural 1 is a fumble on every d20."""
    table = scene("Ada A1, longbow | Gob F1, hidden 18", rules).table()

    assert "fumble" == table.aim("Ada", "F2", "longbow", dice=[1, 20, 3]).roll["degree"]


@clause("range.long")
@clause("close-combat")
def test_a_guess_suffers_from_range_and_close_combat_like_any_shot(rules: str) -> None:
    """Every reason that does not ask who is there counts."""
    table = scene("Ada A1, shortbow | Orc A2; Wisp T1, hidden 18", rules, size=(24, 2)).table()

    guessed = table.aim("Ada", "U1", "shortbow", dice=[9, 9, 9, 9] if rules == "reroll" else [9, 9])

    assert {"unseen.target", "range.long", "close-combat"} == set(guessed.disadvantage)


# ------------------------------------------------------------------------------------------- rulings of the game master


@clause("gm.advantage")
@clause("gm.disadvantage")
def test_a_ruling_gives_advantage_or_disadvantage(rules: str) -> None:
    """On the rolls, by whom and against whom it says."""
    words = "Ada A1, longsword; Bo B2, longsword | Gob B1; Orc A2"
    rulings = [
        {"give": "advantage", "roll": "attack", "by": "Ada", "against": "Gob", "because": "high ground"},
        {"give": "disadvantage", "roll": "attack", "by": "Bo"},
    ]
    ruled = scene(words, rules, rulings=rulings)

    assert (["gm.advantage"], []) == reasons(ruled.explain("Ada", "Gob"))
    assert ([], []) == reasons(ruled.explain("Ada", "Orc"))
    assert ([], ["gm.disadvantage"]) == reasons(ruled.explain("Bo", "Orc"))
    assert ruled.chance("Ada", "Gob") == ADVANTAGE
    assert ruled.chance("Bo", "Orc") == DISADVANTAGE


@clause("gm.advantage")
@clause("poisoned.attacks")
def test_a_ruling_cancels_like_any_other_reason(rules: str) -> None:
    """One of each is a plain roll."""
    rulings = [{"give": "advantage", "roll": "attack", "by": "Ada"}]
    ruled = scene("Ada A1, longsword, poisoned | Gob B1", rules, rulings=rulings)

    assert (["gm.advantage"], ["poisoned.attacks"]) == reasons(ruled.explain("Ada", "Gob"))
    assert ruled.chance("Ada", "Gob") == PLAIN


@clause("gm.modifier")
def test_a_ruling_may_be_a_number(rules: str) -> None:
    """-2 on attack rolls: 9/20 instead of 11/20."""
    ruled = scene("Ada A1, longsword | Gob B1", rules, rulings=[{"give": "-2", "roll": "attack", "by": "Ada"}])
    explained = ruled.explain("Ada", "Gob")

    assert (3, [("gm.modifier", -2)]) == (
        explained["bonus"],
        [(one["clause"], one["value"]) for one in explained["modifiers"]],
    )
    assert ruled.chance("Ada", "Gob") == Fraction(9, 20)


@clause("gm.advantage")
def test_a_ruling_may_bear_on_saves_checks_and_initiative(rules: str) -> None:
    """Each on its own kind of roll; an ability or a skill may be named."""
    rulings = [
        {"give": "advantage", "roll": "dex save", "by": "Ada"},
        {"give": "advantage", "roll": "stealth check", "by": "Bo"},
        {"give": "advantage", "roll": "initiative", "by": "Cy"},
    ]
    table = scene("Ada A1; Bo A2; Cy A3 | Gob H1", rules, rulings=rulings).table()

    assert ["gm.advantage"] == table.save("Ada", "dex", 10, dice=[3, 15]).advantage
    assert [] == table.save("Ada", "con", 10, dice=[15]).advantage
    assert ["gm.advantage"] == table.check("Bo", "stealth", 10, dice=[3, 15]).advantage
    assert [] == table.check("Bo", "athletics", 10, dice=[15]).advantage
    assert ["Cy", "Gob", "Bo", "Ada"] == table.initiative(dice=[2, 3, 4, 17, 5])


@clause("gm.advantage", ["reroll"])
@editions("reroll")
@case("N002")
def test_a_ruling_may_give_several_re_rolls(rules: str) -> None:
    """Re-roll +2 counts twice: with a poisoned attacker the net is +1."""
    rulings = [{"give": "re-roll +2", "roll": "attack", "by": "Ada"}]
    explained = scene("Ada A1, longsword, poisoned | Gob B1", rules, rulings=rulings).explain("Ada", "Gob")

    assert [("gm.advantage", 2)] == [(one["clause"], one["count"]) for one in explained["advantage"]]
    assert 1 == explained["net"]


@editions("reroll")
@case("N006")
@scenario(70)
def test_a_neutral_re_roll_replaces_even_by_worse(rules: str) -> None:
    """The whole roll is repeated while it fails; the new result stands: 4, then 2."""
    rulings = [{"give": "re-roll neutral 1", "roll": "attack", "by": "Ada"}]
    ruled = scene("Ada A1, longsword | Gob B1", rules, rulings=rulings)

    attacked = ruled.table().attack("Ada", "Gob", "longsword", dice=[4, 2])

    assert ("MISS 7", [4, 2], 1) == (attacked.summary, attacked.roll["dice"], attacked.roll["neutral"])
    assert ruled.chance("Ada", "Gob") == 1 - Fraction(9, 20) ** 2


@editions("reroll")
def test_a_neutral_re_roll_is_kept_while_the_roll_succeeds(rules: str) -> None:
    """D-6: repeated only while it is failing."""
    rulings = [{"give": "re-roll neutral 1", "roll": "attack", "by": "Ada"}]
    table = scene("Ada A1, longsword | Gob B1", rules, rulings=rulings).table()

    assert 0 == table.attack("Ada", "Gob", "longsword", dice=[12, 3]).roll["neutral"]
