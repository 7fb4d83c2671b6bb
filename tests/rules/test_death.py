"""Hit points, 0 hit points, death saves, knocking out, healing."""

from fractions import Fraction

import pytest

from clauses import SRD, case, clause, editions, scenario
from encounter.odds import death_saves
from scenes import scene

ALL = ("srd-5.1", "srd-5.2", "reroll")
DYING = "Ada A1, character, hp 0 of 12"


# ------------------------------------------------------------------------------------------------ reaching 0 hit points


@editions(*ALL)
@case("C165")
def test_a_monster_dies_at_0_hit_points(rules: str) -> None:
    """No death saves: it is dead, and its body takes no space."""
    table = scene("Ada A1, longsword | Gob B1, hp 7", rules).table()

    done = table.hurt("Gob", (7, "slashing"))

    assert ("dead", "damage") == (table.status("Gob"), done.one("dead")["because"])
    table.move("Ada", "B1")


@editions(*ALL)
@case("C161", "C165")
@pytest.mark.parametrize(("damage", "status"), [(24, "down"), (31, "down"), (32, "dead")])
def test_a_character_falls_unless_the_rest_reaches_its_maximum(rules: str, damage: int, status: str) -> None:
    """At 12 of 20: 24 leaves 12 over, 31 leaves 19, 32 leaves 20, its maximum: massive damage, dead at once."""
    table = scene("Ada A1, character, hp 12 of 20 | Gob B1", rules).table()

    done = table.hurt("Ada", (damage, "slashing"))

    assert status == table.status("Ada")
    if status == "dead":
        assert "massive damage" == done.one("dead")["because"]
    else:
        assert ["prone", "unconscious"] == done.gained


@editions(*ALL)
@case("C161")
def test_massive_damage_at_5_of_20(rules: str) -> None:
    """24 leaves 19 over: unconscious; 25 leaves 20: dead."""
    for damage, status in ((24, "down"), (25, "dead")):
        table = scene("Ada A1, character, hp 5 of 20 | Gob B1", rules).table()
        table.hurt("Ada", (damage, "slashing"))
        assert status == table.status("Ada")


@editions(*ALL)
@case("C216")
def test_whoever_starts_at_0_hit_points_is_dead_or_dying(rules: str) -> None:
    """A monster counts as dead, is no target and no help; a character lies there and makes death saves."""
    table = scene(f"{DYING}, pack tactics, longsword; Bo D1, hp 0 of 9 | Gob C1", rules).table()

    assert ("down", "dead") == (table.status("Ada"), table.status("Bo"))
    assert ["prone", "unconscious"] == sorted(table.conditions("Ada"))
    assert "action.impossible" == table.refusal("attack", "Gob", "Bo", "unarmed strike")


@editions(*ALL)
def test_an_unconscious_creature_stays_prone_when_it_wakes(rules: str) -> None:
    """Healing ends unconscious, not prone."""
    table = scene(f"{DYING} | Gob F1", rules).table()

    table.heal("Ada", 3)

    assert ("up", 3, ["prone"]) == (table.status("Ada"), table.hp("Ada"), table.conditions("Ada"))


@editions(*ALL)
def test_who_cannot_be_prone_falls_unconscious_all_the_same(rules: str) -> None:
    """Immunity to one condition is none to the other."""
    table = scene("Ada A1, character, hp 5 of 12, immune to prone | Gob B1", rules).table()

    assert ["unconscious"] == table.hurt("Ada", (5, "slashing")).gained


# ---------------------------------------------------------------------------------------------------------- death saves


@editions(*ALL)
@pytest.mark.parametrize(("die", "tally"), [(10, (1, 0)), (9, (0, 1)), (2, (0, 1)), (19, (1, 0))])
def test_a_death_save_succeeds_on_10(rules: str, die: int, tally: tuple[int, int]) -> None:
    """At the start of its turn: 10 or more is a success, less a failure; no ability counts."""
    table = scene(f"{DYING}, wis 20 | Gob F1", rules).table()

    saved = table.begin_turn("Ada", dice=[die]).one("death-save")

    assert (tally, 0) == ((saved["successes"], saved["failures"]), saved["bonus"])


@editions(*ALL)
def test_a_natural_1_is_two_failures(rules: str) -> None:
    """In the re-roll system it is a fumble as well, with its d4."""
    table = scene(f"{DYING} | Gob F1", rules).table()

    saved = table.begin_turn("Ada", dice=[1, 4] if rules == "reroll" else [1]).one("death-save")

    assert (0, 2) == (saved["successes"], saved["failures"])
    assert ("fumble" if rules == "reroll" else "failure") == saved["degree"]


@editions(*ALL)
@case("C168")
def test_a_natural_20_wakes_with_1_hit_point(rules: str) -> None:
    """Conscious, tallies forgotten, and the turn is its own."""
    table = scene(f"{DYING}, saves 1 2, longsword | Gob B1", rules).table()

    table.begin_turn("Ada", dice=[20])

    assert ("up", 1, ["prone"]) == (table.status("Ada"), table.hp("Ada"), table.conditions("Ada"))
    assert (0, 0) == (table["Ada"].successes, table["Ada"].failures)
    table.stand("Ada")
    table.attack("Ada", "Gob", "longsword", dice=[2])


@editions(*ALL)
@case("C168")
def test_three_successes_make_stable(rules: str) -> None:
    """Still unconscious at 0, no more saves, tallies forgotten."""
    table = scene(f"{DYING}, saves 2 2 | Gob F1", rules).table()

    assert ["turn", "death-save", "stable"] == table.begin_turn("Ada", dice=[14]).types
    assert (True, 0, "down") == (table["Ada"].is_stable, table["Ada"].failures, table.status("Ada"))
    assert ["turn"] == table.begin_turn("Ada").types


@editions(*ALL)
def test_three_failures_are_death(rules: str) -> None:
    """Two failures and a third."""
    table = scene(f"{DYING}, saves 2 2 | Gob F1", rules).table()

    assert "death saves" == table.begin_turn("Ada", dice=[9]).one("dead")["because"]


@editions(*SRD)
def test_the_odds_of_death_saves(rules: str) -> None:
    """From none and none: stable 331/800, dead 3239/8000."""
    fate = death_saves(scene(f"{DYING} | Gob F1", rules).position, 0)

    assert (Fraction(331, 800), Fraction(3239, 8000)) == (fate.stable, fate.dead)


@clause("exhaustion.number", ["srd-5.2"])
@editions("srd-5.2")
@case("C170")
def test_exhaustion_counts_on_death_saves_in_5_2(rules: str) -> None:
    """D-18: -2 a level on the total; the die itself is still read for 1 and 20."""
    table = scene(f"{DYING}, exhaustion 2 | Gob F1", rules).table()

    saved = table.begin_turn("Ada", dice=[5]).one("death-save")
    again = table.begin_turn("Ada", dice=[13]).one("death-save")

    assert (1, 0, 1) == (saved["total"], saved["successes"], saved["failures"])
    assert (9, 0, 2) == (again["total"], again["successes"], again["failures"])


@clause("exhaustion.saves", ["srd-5.1", "reroll"])
@editions("srd-5.1", "reroll")
def test_three_levels_of_exhaustion_are_disadvantage_on_death_saves_in_5_1(rules: str) -> None:
    """A death save is a saving throw."""
    table = scene(f"{DYING}, exhaustion 3 | Gob F1", rules).table()

    saved = table.begin_turn("Ada", dice=[15, 8])

    assert (["exhaustion.saves"], 8) == (saved.disadvantage, saved.roll["kept"])


@editions(*ALL)
@pytest.mark.parametrize("state", ["restrained", "poisoned", "dodging"])
def test_what_bears_on_some_saves_does_not_bear_on_death_saves(rules: str, state: str) -> None:
    """Only what counts on every saving throw does."""
    saved = scene(f"{DYING}, {state} | Gob F1", rules).table().begin_turn("Ada", dice=[15])

    assert ([], []) == (saved.advantage, saved.disadvantage)


# ----------------------------------------------------------------------------------------------- damage at 0 hit points


@clause("helpless.critical")
@scenario(68)
def test_a_hit_from_beside_the_fallen_is_two_failures(rules: str) -> None:
    """Within 5 ft a hit is a critical."""
    table = scene(f"{DYING} | Gob B1, club +5 1d6", rules).table()

    dice = [3, 4, 12, 1, 2] if rules == "reroll" else [4, 12, 1, 2]
    table.attack("Gob", "Ada", "club", dice=dice)

    assert ("down", 2) == (table.status("Ada"), table["Ada"].failures)


@editions(*ALL)
@scenario(68)
def test_a_glaive_from_10_ft_is_one_failure(rules: str) -> None:
    """Advantage and disadvantage (prone, not within 5 ft) cancel, and the hit is an ordinary one."""
    table = scene(f"{DYING} | Gob C1, glaive", rules).table()

    table.attack("Gob", "Ada", "glaive", dice=[12, 2])

    assert ("down", 1) == (table.status("Ada"), table["Ada"].failures)


@editions(*ALL)
@scenario(68)
@case("C163")
def test_damage_as_large_as_the_maximum_kills_the_fallen(rules: str) -> None:
    """12 of 12 maximum: dead. 3: a stable creature is stable no longer, with one failure."""
    for damage, status, failures in ((12, "dead", 0), (3, "down", 1)):
        table = scene(f"{DYING}, stable | Gob F1", rules).table()
        table.hurt("Ada", (damage, "fire"))
        assert (status, failures, False) == (table.status("Ada"), table["Ada"].failures, table["Ada"].is_stable)


@clause("helpless.critical")
@case("C032")
def test_a_critical_on_one_failure_kills(rules: str) -> None:
    """One failure and two more from a hit within 5 ft: dead."""
    table = scene("Ada A1, character, hp 0 of 20, saves 0 1 | Gob B1, club +4 1d6", rules).table()

    dice = [10, 13, 9, 4, 5] if rules == "reroll" else [10, 13, 4, 5]
    struck = table.attack("Gob", "Ada", "club", dice=dice)

    assert ("dead", "death saves") == (table.status("Ada"), struck.one("dead")["because"])


@editions(*ALL)
def test_damage_that_immunity_cancels_is_no_failure(rules: str) -> None:
    """No damage was taken."""
    table = scene(f"{DYING}, immune to fire | Gob F1", rules).table()

    table.hurt("Ada", (9, "fire"))

    assert 0 == table["Ada"].failures


# ---------------------------------------------------------------------------------------------- knocking out, first aid


@editions("srd-5.1", "reroll")
@scenario(69)
@pytest.mark.parametrize("kind", ["", ", character"])
def test_a_knock_out_in_5_1_leaves_0_hit_points_unconscious_and_stable(rules: str, kind: str) -> None:
    """A melee attack that would reduce to 0 may knock out; it does whatever the rest of the damage."""
    table = scene(f"Ada A1, longsword | Gob B1, hp 3{kind}", rules, options={"knock_out": ["heroes"]}).table()

    struck = table.attack("Ada", "Gob", "longsword", dice=[15, 8])

    assert ("down", 0, True) == (table.status("Gob"), table.hp("Gob"), table["Gob"].is_stable)
    assert ["prone", "unconscious"] == struck.gained
    assert ["turn"] == table.begin_turn("Gob").types


@editions("srd-5.2")
@scenario(69)
@case("C167")
def test_a_knock_out_in_5_2_leaves_1_hit_point_and_unconscious(rules: str) -> None:
    """1 hit point, unconscious and so prone; out of the fight until it is healed."""
    table = scene("Ada A1, longsword | Gob B1, hp 3", rules, options={"knock_out": ["heroes"]}).table()

    struck = table.attack("Ada", "Gob", "longsword", dice=[15, 8])

    assert ("down", 1, ["prone", "unconscious"]) == (table.status("Gob"), table.hp("Gob"), struck.gained)
    assert table.fight.ends()
    table.heal("Gob", 2)
    assert ("up", 3, ["prone"]) == (table.status("Gob"), table.hp("Gob"), table.conditions("Gob"))


@editions(*ALL)
@scenario(69)
def test_an_arrow_does_not_spare(rules: str) -> None:
    """Only a melee attack may knock out."""
    table = scene("Ada A1, longbow | Gob F1, hp 3", rules, options={"knock_out": ["heroes"]}).table()

    table.attack("Ada", "Gob", "longbow", dice=[15, 8])

    assert "dead" == table.status("Gob")


@editions(*ALL)
def test_a_monster_that_was_knocked_out_dies_of_the_next_damage(rules: str) -> None:
    """It has no death saves."""
    table = scene("Ada A1, longsword | Gob B1, hp 3", rules, options={"knock_out": ["heroes"]}).table()
    table.attack("Ada", "Gob", "longsword", dice=[15, 8])

    table.hurt("Gob", (1, "fire"))

    assert "dead" == table.status("Gob")


@editions(*ALL)
@pytest.mark.parametrize(("die", "stable"), [(8, True), (7, False)])
def test_first_aid_is_a_medicine_check_against_10(rules: str, die: int, stable: bool) -> None:
    """An action beside the dying: Wisdom (Medicine) DC 10 makes it stable."""
    table = scene(f"{DYING}, saves 1 2; Bo B1, medicine +2 | Gob F1", rules).table()

    table.stabilise("Bo", "Ada", dice=[die])

    assert stable == table["Ada"].is_stable
    assert "action.used" == table.refusal("stabilise", "Bo", "Ada")


# -------------------------------------------------------------------------------------------------------------- healing


@editions(*ALL)
def test_healing_stops_at_the_maximum_and_does_not_reach_the_dead(rules: str) -> None:
    """Beyond the maximum it is lost; the dead stay dead."""
    table = scene("Ada A1, hp 15 of 20 | Gob B1, hp 7", rules).table()
    table.hurt("Gob", (7, "fire"))

    table.heal("Ada", 9)
    table.heal("Gob", 9)

    assert (20, 0, "dead") == (table.hp("Ada"), table.hp("Gob"), table.status("Gob"))


@editions(*ALL)
def test_healing_forgets_the_tally_of_death_saves(rules: str) -> None:
    """The next time it falls it starts anew."""
    table = scene(f"{DYING}, saves 2 2 | Gob F1", rules).table()

    table.heal("Ada", 1)
    table.hurt("Ada", (1, "fire"))

    assert ("down", 0, 0) == (table.status("Ada"), table["Ada"].successes, table["Ada"].failures)


# ----------------------------------------------------------------------------------------------------------- exhaustion


@editions(*ALL)
def test_exhaustion_adds_up_whatever_brings_it_and_kills_at_level_6(rules: str) -> None:
    """Conditions do not stack, exhaustion does."""
    table = scene("Ada A1, exhaustion 4 | Gob F1; Imp G1", rules).table()

    fifth = table.impose("Ada", "exhaustion", source="Gob").one("condition-on")
    sixth = table.impose("Ada", "exhaustion", source="Imp")

    assert 5 == fifth["level"]
    assert ("dead", "exhaustion") == (table.status("Ada"), sixth.one("dead")["because"])


@editions("srd-5.1", "reroll")
def test_the_fourth_level_halves_the_hit_point_maximum_in_5_1(rules: str) -> None:
    """Current hit points sink to the new maximum."""
    table = scene("Ada A1, hp 21, exhaustion 3 | Gob F1", rules).table()

    table.impose("Ada", "exhaustion")

    assert (10, 10) == (table.hp("Ada"), table["Ada"].max_hp)
