"""Weapon mastery (5.2): what a weapon does in hands that have learnt to use it."""

from fractions import Fraction
from typing import Any

import pytest

from clauses import clause, editions
from scenes import Scene, scene

ONLY_5_2 = ("srd-5.2",)


def mastering(*masteries: str, wielder: str = "Ada", traits: tuple[str, ...] = ("weapon mastery",), **more: Any) -> Any:
    """Stat blocks in which the wielder has a blade with these masteries, STR 16 and proficiency 2."""
    blade = {"to_hit": 5, "reach": "5 ft", "damage": "2d6+3 slashing", "mastery": list(masteries), **more}
    return {wielder: {"attacks": {"blade": blade}, "traits": list(traits), "abilities": {"str": 16}}}


def duel(*masteries: str, at: str = "B1", foes: str = "", **more: Any) -> Scene:
    return scene(f"Ada A1 | Gob {at}, hp 60{foes}", "srd-5.2", creatures=mastering(*masteries, **more))


# ---------------------------------------------------------------------------------------------------------- who has it


@editions("srd-5.2")
def test_a_mastery_needs_the_feature_that_unlocks_it(rules: str) -> None:
    """It is never inferred from the weapon: without the trait the blade grazes nobody, and the result says so."""
    untaught = scene("Ada A1 | Gob B1", rules, creatures=mastering("graze", traits=()))

    missed = untaught.table().attack("Ada", "Gob", "blade", dice=[2])

    assert ("MISS 7", 0) == (missed.summary, missed.damage)
    assert ["Ada: mastery graze of blade"] == list(untaught.scenario.not_simulated)


@editions("srd-5.1", "reroll")
def test_no_other_ruleset_has_masteries(rules: str) -> None:
    """The trait may be written; it is left out, and so is the mastery."""
    old = scene("Ada A1 | Gob B1", rules, creatures=mastering("graze"))

    assert 0 == old.table().attack("Ada", "Gob", "blade", dice=[2]).damage
    assert ["Ada: mastery graze of blade", "Ada: trait weapon mastery"] == sorted(old.scenario.not_simulated)


# ------------------------------------------------------------------------------------------------------------- the hits


@clause("graze", ONLY_5_2)
def test_graze_deals_the_ability_modifier_on_a_miss(rules: str) -> None:
    """Of the weapon's type, even on a natural 1, and no more than that."""
    table = duel("graze").table()

    missed = table.attack("Ada", "Gob", "blade", dice=[1])

    assert ("MISS 6", 3) == (missed.summary, missed.damage)
    assert [{"type": "slashing", "rolled": 3, "dealt": 3}] == missed.one("damage")["parts"]


@editions("srd-5.2")
def test_graze_is_withstood_as_the_weapon_is(rules: str) -> None:
    """Resistance halves it; without a modifier there is nothing to deal."""
    stony = scene("Ada A1 | Gob B1, resists slashing", rules, creatures=mastering("graze")).table()
    weak = mastering("graze")
    weak["Ada"]["abilities"] = {"str": 8}
    soft = scene("Ada A1 | Gob B1", rules, creatures=weak).table()

    assert 1 == stony.attack("Ada", "Gob", "blade", dice=[2]).damage
    assert [] == soft.attack("Ada", "Gob", "blade", dice=[2]).all("damage")


@editions("srd-5.2")
def test_the_mean_damage_of_a_grazing_greatsword_is_exact(rules: str) -> None:
    """Oracle `graze`: 2d6+3 at +5 against AC 15 deals 36/5."""
    expected = duel("graze").explain("Ada", "Gob")["expected_damage"]

    assert Fraction(36, 5) == Fraction(expected).limit_denominator(1000)


@clause("vex", ONLY_5_2)
def test_vex_gives_advantage_on_the_next_attack_against_the_same_target(rules: str) -> None:
    """After a hit that deals damage; the roll that it was for uses it up, whatever it comes to."""
    table = duel("vex").table()
    table.begin_turn("Ada")

    first = table.attack("Ada", "Gob", "blade", dice=[15, 1, 2])
    table.end_turn("Ada")
    table.begin_turn("Ada")
    second = table.attack("Ada", "Gob", "blade", dice=[2, 3])

    assert (["vex"], []) == (first.gained, first.advantage)
    assert (["vex"], ["vex"]) == (second.advantage, second.lost)
    assert [] == table.conditions("Gob")


@clause("vex", ONLY_5_2)
def test_vex_is_spent_even_when_cancelled_and_serves_nobody_else(rules: str) -> None:
    """A prone attacker has both; an ally of hers has nothing of it."""
    table = scene("Ada A1, longsword, prone; Bo C1, longsword | Gob B1, vex by Ada", rules).table()

    others = table.attack("Bo", "Gob", "longsword", dice=[2])
    own = table.attack("Ada", "Gob", "longsword", dice=[2])

    assert ([], []) == (others.advantage, others.lost)
    assert (["vex"], ["prone.attacker"], "normal") == (own.advantage, own.disadvantage, own.mode)
    assert ["vex"] == own.lost


@editions("srd-5.2")
def test_vex_lasts_to_the_end_of_the_next_turn(rules: str) -> None:
    """The end of the turn in which it was won is not the next one."""
    table = duel("vex").table()
    table.begin_turn("Ada")
    table.attack("Ada", "Gob", "blade", dice=[15, 1, 2])

    table.end_turn("Ada")
    kept = table.conditions("Gob")
    table.begin_turn("Ada")
    table.end_turn("Ada")

    assert (["vex"], []) == (kept, table.conditions("Gob"))


@editions("srd-5.2")
def test_vex_asks_for_damage(rules: str) -> None:
    """A hit that deals none wins nothing; Sap asks for the hit alone."""
    table = scene("Ada A1 | Gob B1, immune to slashing", rules, creatures=mastering("vex", "slow", "sap")).table()

    assert ["sap"] == table.attack("Ada", "Gob", "blade", dice=[15, 1, 2]).gained


@clause("sap", ONLY_5_2)
def test_sap_gives_disadvantage_on_the_targets_next_attack(rules: str) -> None:
    """One attack roll, cancelled or not, against whomever it is."""
    table = scene("Ada A1; Bo A2 | Gob B1, scimitar, two attacks, hp 60", rules, creatures=mastering("sap")).table()
    table.begin_turn("Ada")
    table.attack("Ada", "Gob", "blade", dice=[15, 1, 2])
    table.end_turn("Ada")
    table.begin_turn("Gob")

    first = table.attack("Gob", "Bo", "scimitar", dice=[19, 2])
    second = table.attack("Gob", "Bo", "scimitar", dice=[3])

    assert (["sap"], ["sap"]) == (first.disadvantage, first.lost)
    assert [] == second.disadvantage


@editions("srd-5.2")
def test_sap_is_over_at_the_start_of_the_wielders_next_turn(rules: str) -> None:
    table = duel("sap").table()
    table.begin_turn("Ada")
    table.attack("Ada", "Gob", "blade", dice=[15, 1, 2])
    table.end_turn("Ada")
    kept = table.conditions("Gob")

    table.begin_turn("Ada")

    assert (["sap"], []) == (kept, table.conditions("Gob"))


@clause("slow", ONLY_5_2)
def test_slow_takes_10_ft_of_speed_and_never_more(rules: str) -> None:
    """Until the start of the wielder's next turn; two wielders slow no more than one."""
    blocks = {**mastering("slow"), **mastering("slow", wielder="Bo")}
    table = scene("Ada A1; Bo C1 | Gob B1, hp 60", rules, creatures=blocks).table()
    for who in ("Ada", "Bo"):
        table.begin_turn(who)
        assert ["slow"] == table.attack(who, "Gob", "blade", dice=[15, 1, 2]).gained
        table.end_turn(who)

    slowed = table["Gob"].speed_ft
    table.begin_turn("Ada")
    by_one = table["Gob"].speed_ft
    table.begin_turn("Bo")

    assert (20, 20, 30) == (slowed, by_one, table["Gob"].speed_ft)


@clause("push", ONLY_5_2)
def test_push_drives_a_large_creature_10_ft_straight_away(rules: str) -> None:
    """It is moved by another's doing, which provokes nothing; a Huge one stays where it is."""
    table = duel("push", foes=", large").table()
    huge = duel("push", foes=", huge").table()

    pushed = table.attack("Ada", "Gob", "blade", dice=[15, 1, 2])
    stood = huge.attack("Ada", "Gob", "blade", dice=[15, 1, 2])

    assert ("D1", True, "Ada") == (table.square("Gob"), pushed.one("move")["forced"], pushed.one("move")["by"])
    assert ("B1", []) == (huge.square("Gob"), stood.all("move"))


@clause("topple", ONLY_5_2)
def test_topple_asks_for_a_constitution_save_or_knocks_prone(rules: str) -> None:
    """DC 8 + the modifier of the attack + proficiency: 8 + 3 + 2."""
    table = duel("topple", foes=", con save +4").table()

    kept = table.attack("Ada", "Gob", "blade", dice=[15, 1, 2, 9])
    table.begin_turn("Ada")
    fell = table.attack("Ada", "Gob", "blade", dice=[15, 1, 2, 8])

    assert ("con", 13, "success", []) == (
        *(kept.one("save")[k] for k in ("ability", "target_number", "degree")),
        kept.gained,
    )
    assert ("failure", ["prone"]) == (fell.one("save")["degree"], fell.gained)


# ------------------------------------------------------------------------------------------------------ further attacks


@clause("cleave", ONLY_5_2)
def test_cleave_strikes_a_second_creature_beside_the_first(rules: str) -> None:
    """A second attack roll, on whoever has the fewest hit points; its damage leaves the modifier out."""
    table = duel("cleave", foes="; Orc B2, hp 9; Rat A2, hp 30").table()

    swung = table.attack("Ada", "Gob", "blade", dice=[15, 1, 2, 16, 3, 4])

    second = swung.all("attack")[1]
    assert ("Orc", 21, [{"clause": "cleave"}]) == (second["target"], second["total"], second["applied"])
    assert [6, 7] == [event["amount"] for event in swung.all("damage")]


@clause("cleave", ONLY_5_2)
def test_cleave_comes_once_a_turn_and_only_after_a_hit(rules: str) -> None:
    """Neither a miss nor the second hit of a turn brings another attack."""
    blocks = mastering("cleave")
    blocks["Ada"]["attacks_per_action"] = 3
    table = scene("Ada A1 | Gob B1, hp 60; Orc B2, hp 60", rules, creatures=blocks).table()
    table.begin_turn("Ada")

    rolls = [
        len(table.attack("Ada", "Gob", "blade", dice=dice).all("attack"))
        for dice in ([2], [15, 1, 2, 16, 3, 4], [15, 1, 2])
    ]

    assert [1, 2, 1] == rolls


@editions("srd-5.2")
def test_cleave_needs_the_second_within_5_ft_of_the_first_and_in_reach(rules: str) -> None:
    """Rat stands in reach but 10 ft from Gob; Orc stands beside Gob and out of reach."""
    table = scene("Ada B2 | Gob C1, hp 60; Orc D1; Rat A3", rules, creatures=mastering("cleave")).table()

    assert 1 == len(table.attack("Ada", "Gob", "blade", dice=[15, 1, 2]).all("attack"))


def two_blades(**dagger: Any) -> Any:
    blades = {
        "scimitar": {"to_hit": 5, "reach": "5 ft", "damage": "1d6+3 slashing", "properties": ["light", "finesse"]},
        "dagger": {
            "to_hit": 5,
            "reach": "5 ft",
            "damage": "1d4+3 piercing",
            "properties": ["light", "finesse"],
            **dagger,
        },
    }
    return {"Kit": {"attacks": blades, "traits": ["weapon mastery"], "abilities": {"dex": 16}}}


@clause("nick", ONLY_5_2)
def test_nick_makes_the_extra_attack_part_of_the_attack_action(rules: str) -> None:
    """The bonus action is left; the extra attack comes once a turn all the same."""
    table = scene("Kit A1, cunning action | Gob B1, hp 60", rules, creatures=two_blades(mastery=["nick"])).table()
    table["Kit"].budget = 3
    table.attack("Kit", "Gob", "scimitar", dice=[15, 1])

    nicked = table.extra_attack("Kit", "Gob", "dagger", dice=[15, 2])

    assert (2, 2, [{"clause": "nick"}]) == (nicked.damage, table["Kit"].budget, nicked.roll["applied"])
    assert "action.used" == table.refusal("extra_attack", "Kit", "Gob", "dagger")


@editions("srd-5.2")
def test_without_nick_the_extra_attack_takes_the_bonus_action(rules: str) -> None:
    table = scene("Kit A1 | Gob B1, hp 60", rules, creatures=two_blades()).table()
    table.attack("Kit", "Gob", "scimitar", dice=[15, 1])

    table.extra_attack("Kit", "Gob", "dagger", dice=[15, 2])

    assert 0 == table["Kit"].budget


# ------------------------------------------------------------------------------------------------------- in a fight


@pytest.mark.parametrize("mastery", ["cleave", "graze", "nick", "push", "sap", "slow", "topple", "vex"])
def test_the_bounds_of_the_tactics_hold_with_a_mastery(mastery: str) -> None:
    """The tactic that weighs everything and the one that stops at its bounds fight the same fights."""
    from encounter.engine.journal import Journal
    from encounter.scenario.compiler import compile

    blocks = {**mastering(mastery, properties=["light"]), **mastering(mastery, wielder="Gob")}
    blocks["Ada"]["attacks"]["knife"] = {**blocks["Ada"]["attacks"]["blade"], "damage": "1d4+3 piercing"}
    cast = scene("Ada A1; Bo A3, longsword | Gob F2, hp 30; Orc G4, scimitar", "srd-5.2", creatures=blocks)
    told = []
    for exhaustive in (False, True):
        encounter = compile(cast.scenario, exhaustive=exhaustive)
        told.append([])
        for index in range(6):
            journal = Journal()
            encounter.fight(3, index, journal)
            told[-1].append([event.as_json() for event in journal.events])

    assert told[0] == told[1]
