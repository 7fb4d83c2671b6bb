"""Potions, a healer's kit, temporary hit points, and what wakes the fallen (rules.md 45, 151, 156 to 158)."""

import pytest

from clauses import case, clause, editions
from scenes import scene

ALL = ("srd-5.1", "srd-5.2", "reroll")
POTION = {"Ada": {"potions": {"healing": 1}}}


@editions(*ALL)
def test_a_potion_of_healing_heals_2d4_and_2(rules):
    """An action; in 5.2 a bonus action."""
    t = scene("Ada A1, hp 5 of 20 | Gob F1", rules, creatures=POTION).table()

    done = t.drink("Ada", "healing", dice=[3, 4])

    assert (14, {"amount": 9, "hp": 14}) == (t.hp("Ada"), {key: done.one("heal")[key] for key in ("amount", "hp")})
    assert ("bonus" if rules == "srd-5.2" else "action") == done.one("action")["cost"]


@editions(*ALL)
@pytest.mark.parametrize(
    ("potion", "dice", "hp"),
    [("greater healing", 4, 9), ("superior healing", 8, 17), ("supreme healing", 10, 31)],
)
def test_stronger_potions_heal_more(rules, potion, dice, hp):
    """All dice 1: 4d4 + 4, 8d4 + 8, 10d4 + 20."""
    t = scene("Ada A1, hp 1 of 60 | Gob F1", rules, creatures={"Ada": {"potions": {potion: 1}}}).table()

    t.drink("Ada", potion, dice=[1] * dice)

    assert hp == t.hp("Ada")


@clause("action.impossible")
def test_every_potion_is_drunk_once(rules):
    t = scene("Ada A1, hp 1 of 60 | Gob F1", rules, creatures=POTION).table()
    t.drink("Ada", "healing", dice=[1, 1])
    t.begin_turn("Ada")

    assert "action.impossible" == t.refusal("drink", "Ada", "healing")
    assert "action.impossible" == t.refusal("drink", "Ada", "supreme healing")


@clause("action.used")
def test_a_potion_needs_the_action_or_the_bonus_action(rules):
    t = scene("Ada A1, hp 1 of 60, action used | Gob F1", rules, creatures={"Ada": {"potions": {"healing": 2}}}).table()

    if rules == "srd-5.2":
        t.drink("Ada", "healing", dice=[1, 1])
    assert "action.used" == t.refusal("drink", "Ada", "healing")


@editions(*ALL)
def test_a_potion_given_to_the_dying_wakes_them_still_prone(rules):
    t = scene("Ada A1; Bo A2, character, hp 0 of 20, saves 1 2 | Gob F1", rules, creatures=POTION).table()
    assert "down" == t.status("Bo")

    done = t.drink("Ada", "healing", "Bo", dice=[1, 1])

    assert ("up", 4, ["prone"], ["unconscious"]) == (t.status("Bo"), t.hp("Bo"), t.conditions("Bo"), done.lost)
    assert (0, 0) == (t["Bo"].successes, t["Bo"].failures)


@clause("reach.out")
def test_a_potion_is_given_within_5_ft(rules):
    t = scene("Ada A1; Bo A3, hp 5 of 20 | Gob F1", rules, creatures=POTION).table()

    assert "reach.out" == t.refusal("drink", "Ada", "healing", "Bo")


# Temporary hit points


@editions(*ALL)
@case("C157")
def test_12_temporary_hit_points_on_10_are_12(rules):
    t = scene("Ada A1, hp 20, temp hp 10 | Gob F1", rules).table()

    t.does(lambda: t.fight.gain_temp_hp(t["Ada"], 12))

    assert 12 == t["Ada"].temp_hp


@editions(*ALL)
@pytest.mark.parametrize(("new", "kept"), [(3, 5), (5, 5), (8, 8)])
def test_temporary_hit_points_do_not_add_up_and_the_better_ones_stay(rules, new, kept):
    t = scene("Ada A1, hp 20, temp hp 5 | Gob F1", rules).table()

    t.does(lambda: t.fight.gain_temp_hp(t["Ada"], new))

    assert (kept, 20) == (t["Ada"].temp_hp, t.hp("Ada"))


@editions(*ALL)
def test_temporary_hit_points_wake_nobody_and_healing_does_not_restore_them(rules):
    t = scene("Bo A2, character, hp 0 of 20 | Gob F1", rules).table()
    t.does(lambda: t.fight.gain_temp_hp(t["Bo"], 8))
    assert ("down", 8) == (t.status("Bo"), t["Bo"].temp_hp)

    t.hurt("Bo", (3, "fire"))
    t.heal("Bo", 10)

    assert (10, 5) == (t.hp("Bo"), t["Bo"].temp_hp)


# First aid


@editions(*ALL)
def test_a_healers_kit_stabilises_without_a_check_as_often_as_it_has_uses(rules):
    t = scene(
        "Ada A1; Bo A2, character, hp 0 of 20; Cid B1, character, hp 0 of 20 | Gob F1",
        rules,
        creatures={"Ada": {"healers_kit": 1}},
    ).table()

    assert (["action", "stable"], True) == (t.stabilise("Ada", "Bo").types, t["Bo"].is_stable)
    t.begin_turn("Ada")
    assert "MISS 9" == t.stabilise("Ada", "Cid", dice=[9]).summary


@editions("srd-5.2")
def test_first_aid_wakes_the_knocked_out_in_5_2(rules):
    """DC 10 Medicine; it has 1 HP."""
    t = scene("Ada A1; Bo A2, hp 5 | Gob B2", rules).table()
    t.hurt("Bo", (5, "bludgeoning"), by="Gob", spares=True)
    assert ("down", 1) == (t.status("Bo"), t.hp("Bo"))

    t.stabilise("Ada", "Bo", dice=[10])

    assert ("up", 1, ["prone"]) == (t.status("Bo"), t.hp("Bo"), t.conditions("Bo"))
    assert 1 == t.fight.standing[t["Bo"].side] - 1


@editions(*ALL)
def test_the_sixth_level_of_exhaustion_kills(rules):
    t = scene("Ada A1, exhaustion 5 | Gob F1", rules).table()

    done = t.impose("Ada", "exhaustion")

    assert ("dead", "exhaustion") == (t.status("Ada"), done.one("dead")["because"])
