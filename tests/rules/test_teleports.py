"""Teleports of spells, actions and legendary actions (SRD, Misty Step, Dimension Door; rules.md 82)."""

from typing import Any

from clauses import editions
from rules.test_spells import caster
from scenes import scene

ALL = ("srd-5.1", "srd-5.2", "reroll")
WALLED = ["....#...............", "....#...............", "....#..............."]


def demon(**more: Any) -> dict[str, Any]:
    """A demon that teleports 60 ft as a bonus action, with a claw."""
    block = {"teleport": {"cost": "bonus", "teleport": "60 ft"}}
    return {"attacks": {"claw": {"to_hit": 10, "damage": "2d6+6 slashing"}}, "actions": block, "hp": 60, **more}


@editions(*ALL)
def test_misty_step_takes_its_caster_30_ft_away_and_provokes_nobody(rules):
    t = scene("Mage B1 | Gob B2, longsword", rules, creatures={"Mage": caster("misty step")}).table()

    done = t.cast("Mage", "misty step", to="H1")

    assert (["action", "move"], True) == (done.types, done.one("move")["teleports"])
    assert ("H1", "bonus", 2) == (t.square("Mage"), done.one("action")["cost"], t["Mage"].slots[2])


@editions(*ALL)
def test_a_teleport_stays_within_its_range_and_ends_in_a_free_space(rules):
    t = scene("Mage B1 | Gob B2", rules, creatures={"Mage": caster("misty step")}).table()

    assert "range.out" == t.refusal("cast", "Mage", "misty step", to="I1")
    assert "square.occupied" == t.refusal("cast", "Mage", "misty step", to="B2")
    assert "action.impossible" == t.refusal("cast", "Mage", "misty step")
    assert 3 == t["Mage"].slots[2]


@editions(*ALL)
def test_misty_step_leads_where_its_caster_sees_and_dimension_door_anywhere(rules):
    spells = caster("misty step", "dimension door")
    t = scene("Mage B1 | Gob B2", rules, map=WALLED, creatures={"Mage": spells}).table()

    assert "action.impossible" == t.refusal("cast", "Mage", "misty step", to="F1")
    t.cast("Mage", "dimension door", to="S3")
    assert ("S3", 2) == (t.square("Mage"), t["Mage"].slots[4])


@editions(*ALL)
def test_a_teleport_ends_a_grapple_and_asks_for_no_speed(rules):
    t = scene("Fiend B1 | Gob B2, hp 60", rules, creatures={"Fiend": demon()}).table()
    t.impose("Fiend", "grappled", source="Gob", hold_ft=5)

    t.use_action("Fiend", "teleport", to="F1")
    assert ("F1", []) == (t.square("Fiend"), t.conditions("Fiend"))


@editions(*ALL)
def test_a_demon_teleports_to_whom_it_cannot_reach_on_foot(rules):
    """40 ft of movement would not bring it there; then it claws."""
    t = scene("Fiend A1 | Gob K1, ac 10, hp 60", rules, creatures={"Fiend": demon()}).table()

    done = t.take_turn("Fiend", dice=[10, 3, 3])

    assert (["action", "move", "attack", "damage"], 48) == ([e for e in done.types if e != "turn"][:4], t.hp("Gob"))


@editions(*ALL)
def test_nobody_teleports_to_whom_its_feet_carry_it_as_well(rules):
    t = scene("Fiend A1 | Gob E1, ac 10, hp 60", rules, creatures={"Fiend": demon()}).table()

    assert "use" not in [event["action"] for event in t.take_turn("Fiend", dice=[10, 3, 3]).all("action")]
    assert "D1" == t.square("Fiend")


@editions(*ALL)
def test_who_shoots_teleports_out_of_reach_after_its_attack(rules):
    archer = demon(attacks={"bolt": {"to_hit": 10, "range": "120 ft", "damage": "2d6+6 force"}}, speed=0)
    t = scene("Fiend A1 | Gob B1, ac 10, hp 60, longsword", rules, creatures={"Fiend": archer}).table()

    t.take_turn("Fiend", dice=[10, 10, 3, 3])
    assert ("L1", 48) == (t.square("Fiend"), t.hp("Gob"))


@editions(*ALL)
def test_a_legendary_action_teleports_before_its_attack(rules):
    block = {"prowl": {"cost": "legendary 1", "teleport": "60 ft", "attacks": "claw"}}
    t = scene("Fiend A1 | Gob K1, ac 10, hp 60", rules, creatures={"Fiend": demon(actions=block, legendary=3)}).table()
    t.begin_turn("Fiend")
    t.order("Gob", "Fiend")

    done = t.after_turn("Gob", dice=[10, 3, 3])

    assert (["J1"], 48, 2) == (done.one("move")["path"], t.hp("Gob"), t["Fiend"].legendary_left)


@editions(*ALL)
def test_what_a_teleport_does_beside_is_named_where_it_is_not_played(rules):
    from encounter.scenario.compiler import compile

    block = {
        "teleport": {"cost": "bonus", "teleport": "60 ft"},
        "burst": {"cost": "action", "teleport": "60 ft", "area": "emanation 10 ft", "damage": "2d10 necrotic"},
    }
    made = compile(scene("Fiend A1 | Gob K1", rules, creatures={"Fiend": demon(actions=block)}).scenario)

    assert ["Fiend: teleport of action burst"] == [one for one in made.not_simulated if "teleport" in one]
