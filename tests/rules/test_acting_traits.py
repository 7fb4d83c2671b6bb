"""Traits that act: they spare, absorb, burn, burst, and move their bearers about."""

import pytest

from clauses import clause, editions, hear
from encounter.engine.rules.reaction import WHY_NOT, provocation
from encounter.scenario.idle_traits import IDLE_TRAITS
from scenes import reasons, scene
from table import Table

OLD = ["srd-5.1", "reroll"]
CLUB = "club +4 1d4+2 bludgeoning"
WINGS = {"Owl": {"speed": {"walk": "5 ft", "fly": "60 ft"}}}
BREATH = {"breath": {"area": "cone 15 ft", "save": "dex 12", "damage": "2d8 fire", "half": True}}


def why_not(t: Table, reactor: str, mover: str, to: str) -> str:
    """The clause for which a step of the mover does not provoke the reactor; empty where it does."""
    clause_id = WHY_NOT[provocation(t.fight, t[reactor], t[mover], t[mover].square, t.place(to))]
    hear(t.encounter.ruleset, clause_id)
    return clause_id


# ------------------------------------------------------------------------------------------------------ slipping away


@clause("flyby")
def test_whoever_flies_by_provokes_nobody(rules: str) -> None:
    """It flies out of reach and nobody strikes; without the trait the same way costs it a blow."""
    t = scene(f"Owl B1, flyby | Def A1, {CLUB}", rules, creatures=WINGS).table()
    other = scene(f"Owl B1 | Def A1, {CLUB}", rules, creatures=WINGS).table()

    assert "flyby" == why_not(t, "Def", "Owl", "C1")
    assert ["move"] == t.move("Owl", "C1").types
    assert "" == why_not(other, "Def", "Owl", "C1")


@clause("flyby")
def test_nobody_flies_by_lying_on_the_ground(rules: str) -> None:
    up = scene(f"Owl B1, flyby | Def A1, {CLUB}", rules, creatures=WINGS).table()
    prone = scene(f"Owl B1, flyby, prone | Def A1, {CLUB}", rules, creatures=WINGS).table()

    assert "flyby" == why_not(up, "Def", "Owl", "C1")
    assert "" == why_not(prone, "Def", "Owl", "C1")


@clause("agile", ["srd-5.2"])
def test_an_agile_creature_needs_no_wings_for_that(rules: str) -> None:
    t = scene(f"Deer B1, agile | Def A1, {CLUB}", rules).table()

    assert "agile" == why_not(t, "Def", "Deer", "C1")
    assert ["move"] == t.move("Deer", "C1 D1").types


# ------------------------------------------------------------------------------------------------------------- damage


@clause("evasion")
def test_evasion_halves_what_a_failed_dexterity_save_would_cost(rules: str) -> None:
    """11 of fire, and Ada fails: she takes 5. Bram, who has not the trait, takes all of it."""
    t = scene("Drake A2 | Ada C2, evasion, hp 40; Bram D2, hp 40", rules, creatures={"Drake": {"actions": BREATH}})
    done = t.table().use_action("Drake", "breath", at="C2", dice=[5, 6, 3, 3])

    assert [("Ada", 5, "evasion"), ("Bram", 11, None)] == [
        (hit["target"], hit["amount"], hit.get("clause")) for hit in done.all("damage")
    ]


@clause("evasion")
def test_whoever_evades_and_saves_takes_nothing(rules: str) -> None:
    t = scene("Drake A2 | Ada C2, evasion, hp 40", rules, creatures={"Drake": {"actions": BREATH}}).table()
    done = t.use_action("Drake", "breath", at="C2", dice=[5, 6, 15])

    assert [] == done.all("damage")
    assert "evasion" == done.all("action")[-1]["clause"]
    assert 40 == t.hp("Ada")


def test_evasion_is_no_help_against_other_saves() -> None:
    cold = {"blast": {**BREATH["breath"], "save": "con 12"}}
    t = scene("Drake A2 | Ada C2, evasion, hp 40", creatures={"Drake": {"actions": cold}}).table()
    t.use_action("Drake", "blast", at="C2", dice=[5, 6, 15])

    assert 35 == t.hp("Ada")


def test_in_2024_evasion_asks_for_somebody_who_can_act() -> None:
    drake = {"Drake": {"actions": BREATH}}
    old = scene("Drake A2 | Ada C2, evasion, hp 40, incapacitated", creatures=drake).table()
    new = scene("Drake A2 | Ada C2, evasion, hp 40, incapacitated", "srd-5.2", creatures=drake).table()
    old.use_action("Drake", "breath", at="C2", dice=[5, 6, 3])
    new.use_action("Drake", "breath", at="C2", dice=[5, 6, 3])

    assert (35, 29) == (old.hp("Ada"), new.hp("Ada"))


@clause("absorption")
@pytest.mark.parametrize("trait", ["acid absorption", "fire absorption", "lightning absorption"])
def test_damage_that_is_absorbed_heals(rules: str, trait: str) -> None:
    """7 of the type, and 3 bludgeoning: the golem loses 3 and regains 7."""
    t = scene(f"Gol A1, {trait}, hp 20 of 40 | Ada B1", rules).table()
    done = t.hurt("Gol", (7, trait.split(" ")[0]), (3, "bludgeoning"))

    assert (3, 7) == (done.damage, done.one("heal")["amount"])
    assert "absorption" == done.one("heal")["clause"]
    assert 24 == t.hp("Gol")


@clause("magic-weapons", OLD)
@pytest.mark.parametrize("trait", ["magic weapons", "angelic weapons", "hellish weapons"])
def test_magic_weapons_pass_the_skin_that_plain_ones_do_not(rules: str, trait: str) -> None:
    wraith = {"Wra": {"resist": ["slashing from nonmagical attacks"]}}
    t = scene(f"Gol A1, club +4 1d8 slashing, {trait} | Wra B1, hp 40", rules, creatures=wraith).table()
    done = t.attack("Gol", "Wra", "club", dice=[15, 6])

    assert 6 == done.damage
    assert {"clause": "magic-weapons"} in done.roll["applied"]


@clause("sure-footed", OLD)
def test_the_sure_footed_save_with_advantage_against_being_knocked_down(rules: str) -> None:
    goat = scene("Goat A1, sure-footed | Ada F1", rules)

    assert (["sure-footed"], []) == reasons(
        goat.explain("Goat", action="save", ability="str", dc=12, against=("prone",))
    )
    assert ([], []) == reasons(goat.explain("Goat", action="save", ability="con", dc=12, against=("prone",)))


# ------------------------------------------------------------------------------------------------- what changes nothing


@editions("srd-5.1", "srd-5.2", "reroll")
def test_traits_that_change_nothing_in_a_fight_are_not_said_to_be_left_out(rules: str) -> None:
    file = scene("Gol A1 | Ada F1", rules, creatures={"Gol": {"traits": ["immutable form", "berserk"]}})

    assert ("Gol: trait berserk",) == tuple(file.scenario.not_simulated)
    assert all(reason for reason in IDLE_TRAITS.values())
