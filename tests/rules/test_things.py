"""Objects as targets, checks against a fixed difficulty, and contests of a scenario's own (rules.md 168, 169)."""

import pytest

from clauses import clause, editions
from encounter.scenario.checking import check
from scenes import scene

ALL = ("srd-5.1", "srd-5.2", "reroll")
CHEST = [{"name": "chest", "at": "B1", "ac": 15, "hp": 10}]


# Objects


@editions(*ALL)
def test_an_attack_on_an_object_hits_its_ac_and_wears_it_down_until_it_breaks(rules):
    t = scene("Ada A1, longsword, two attacks | Gob H1", rules, objects=CHEST).table()

    missed = t.strike("Ada", "chest", "longsword", dice=[9])
    hit = t.strike("Ada", "chest", "longsword", dice=[10, 8])

    assert ("MISS 14", "HIT 15", "chest") == (missed.summary, hit.summary, hit.roll["object"])
    assert (11, 0) == (hit.one("damage")["amount"], hit.one("damage")["hp"])
    assert "break" == hit.one("action")["action"]
    assert "action.used" == t.refusal("strike", "Ada", "chest", "longsword")


@clause("action.impossible")
def test_what_is_broken_is_no_target_any_more(rules):
    t = scene("Ada A1, longsword, two attacks | Gob H1", rules, objects=CHEST).table()
    t.strike("Ada", "chest", "longsword", dice=[15, 8])

    assert "action.impossible" == t.refusal("strike", "Ada", "chest", "longsword")


@editions("srd-5.1", "srd-5.2")
def test_a_natural_20_is_a_critical_hit_on_an_object_too(rules):
    t = scene("Ada A1, longsword | Gob H1", rules, objects=[{**CHEST[0], "ac": 40, "hp": 40}]).table()

    assert 12 == t.strike("Ada", "chest", "longsword", dice=[20, 4, 5]).one("damage")["amount"]


@editions(*ALL)
@pytest.mark.parametrize("type", ["poison", "psychic"])
def test_objects_are_immune_to_poison_and_psychic_damage(rules, type):
    t = scene(f"Ada A1, brand +9 1d8 {type} | Gob H1", rules, objects=CHEST).table()

    assert 0 == t.strike("Ada", "chest", "brand", dice=[15, 8]).one("damage")["amount"]


@editions(*ALL)
@pytest.mark.parametrize(("die", "felt"), [(4, 0), (5, 8)])
def test_a_blow_below_the_damage_threshold_does_nothing(rules, die, felt):
    """1d8+3 against a threshold of 8: 7 is nothing, 8 is 8."""
    t = scene("Ada A1, longsword | Gob H1", rules, objects=[{**CHEST[0], "threshold": 8}]).table()

    assert felt == t.strike("Ada", "chest", "longsword", dice=[15, die]).one("damage")["amount"]


@editions(*ALL)
def test_objects_resist_and_are_vulnerable_as_creatures_are(rules):
    for key, felt in (("resist", 5), ("vulnerable", 20), ("immune", 0)):
        t = scene("Ada A1, longsword | Gob H1", rules, objects=[{**CHEST[0], "hp": 40, key: ["slashing"]}]).table()
        assert felt == t.strike("Ada", "chest", "longsword", dice=[15, 7]).one("damage")["amount"]


@clause("range.long")
@clause("close-combat")
@clause("poisoned.attacks")
def test_what_hinders_the_attacker_hinders_it_against_an_object(rules):
    t = scene("Ada A1, hand crossbow, poisoned | Gob A2, hp 20", rules, objects=[{**CHEST[0], "at": "H1"}]).table()

    done = t.strike("Ada", "chest", "hand crossbow", dice=[2, 3, 4, 5] if rules == "reroll" else [2, 3])

    assert {"range.long", "close-combat", "poisoned.attacks"} == set(done.disadvantage)


@clause("unseen.target")
def test_an_object_in_the_dark_is_attacked_with_disadvantage(rules):
    t = scene("Ada A1, longsword | Gob H1", rules, objects=CHEST, light="dark").table()

    assert ["unseen.target"] == t.strike("Ada", "chest", "longsword", dice=[2, 3]).disadvantage


@clause("gm.advantage")
def test_rulings_bear_on_attacks_on_objects(rules):
    rulings = [{"give": "advantage", "roll": "attack", "by": "Ada"}]
    t = scene("Ada A1, longsword | Gob H1", rules, objects=CHEST, rulings=rulings).table()

    assert ["gm.advantage"] == t.strike("Ada", "chest", "longsword", dice=[2, 3]).advantage


@clause("reach.out")
@clause("range.out")
@clause("cover.total")
def test_an_object_must_be_in_reach_or_range_and_not_behind_a_wall(rules):
    far = [{**CHEST[0], "at": "L1"}]
    t = scene("Ada A1, longsword, dagger | Gob A3", rules, objects=far).table()
    assert "reach.out" == t.refusal("strike", "Ada", "chest", "longsword")
    assert "range.out" == scene(
        "Ada A1, ray | Gob A3", rules, objects=[{**CHEST[0], "at": "Z1"}], size=(40, 3)
    ).table().refusal("strike", "Ada", "chest", "ray")
    walled = scene(
        "Ada A1, ray | Gob A3", rules, objects=[{**CHEST[0], "at": "E1"}], map=["..#..", "..#..", "..#.."]
    ).table()
    assert "cover.total" == walled.refusal("strike", "Ada", "chest", "ray")


@editions("srd-5.1", "srd-5.2")
def test_explain_tells_the_odds_against_an_object(rules):
    """+5 against AC 15: 11/20; 1d8+3 at a threshold of 8 is 8 to 11 on half the dice, 12 to 19 on a critical."""
    told = scene("Ada A1, longsword | Gob H1", rules, objects=[{**CHEST[0], "threshold": 8}]).explain("Ada", "chest")

    assert ("chest", 15, 0.55, 0.05) == tuple(
        told[key] for key in ("target", "target_number", "p_success", "p_critical")
    )
    hit = sum(total for total in range(4, 12) if total >= 8) / 8
    critical = sum(a + b + 3 for a in range(1, 9) for b in range(1, 9) if a + b + 3 >= 8) / 64
    assert told["expected_damage"] == pytest.approx(0.5 * hit + 0.05 * critical)


# Tasks


PORTCULLIS = [{"name": "portcullis", "at": "B1", "skill": "athletics", "dc": 16}]


@editions(*ALL)
@pytest.mark.parametrize(("die", "done"), [(10, False), (11, True)])
def test_a_task_is_a_check_against_its_difficulty_and_an_action(rules, die, done):
    """The source document's example: total 5, difficulty 16, an 11 is enough."""
    t = scene("Ada A1, athletics +5 | Gob H1", rules, tasks=PORTCULLIS).table()

    tried = t.attempt("Ada", "portcullis", dice=[die])

    assert (16, "portcullis", done) == (tried.roll["target_number"], tried.roll["task"], t.fight.tasks_done == 1)
    assert "action.used" == t.refusal("attempt", "Ada", "portcullis")


@clause("reach.out")
@clause("action.impossible")
def test_a_task_is_tried_beside_it_and_done_once(rules):
    t = scene("Ada A1, athletics +5; Bo C1 | Gob H1", rules, tasks=PORTCULLIS).table()
    assert "reach.out" == t.refusal("attempt", "Gob", "portcullis")
    t.attempt("Ada", "portcullis", dice=[15])

    assert "action.impossible" == t.refusal("attempt", "Bo", "portcullis")


@editions(*ALL)
def test_a_task_may_end_a_condition_and_be_meant_for_some(rules):
    """Break a bond: Strength alone, by whoever is restrained."""
    bond = [{"name": "chains", "ability": "str", "dc": 12, "ends": "restrained", "by": ["heroes"]}]
    t = scene("Ada A1, str 14, athletics +9, restrained; Bo A3 | Gob H1, restrained", rules, tasks=bond).table()

    assert "action.impossible" == t.refusal("attempt", "Bo", "chains"), "nothing to end"
    assert "action.impossible" == t.refusal("attempt", "Gob", "chains"), "not meant for it"
    done = t.attempt("Ada", "chains", dice=[10])
    assert (2, ["restrained"], []) == (done.roll["bonus"], done.lost, t.conditions("Ada"))


@editions(*ALL)
def test_a_task_may_ask_for_a_skill_with_another_ability(rules):
    """Intimidation with Strength: what the skill has beyond Charisma is added to Strength."""
    tasks = [{"name": "threat", "skill": "intimidation", "ability": "str", "dc": 12}]
    t = scene("Ada A1, str 18, cha 12, intimidation +4 | Gob H1", rules, tasks=tasks).table()

    assert 7 == t.attempt("Ada", "threat", dice=[5]).roll["bonus"]


@clause("blinded.check")
@clause("deafened.check")
def test_a_task_that_needs_a_sense_fails_without_it(rules):
    tasks = [
        {"name": "rune", "skill": "arcana", "dc": 5, "needs": "sight"},
        {"name": "click", "ability": "wis", "dc": 5, "needs": "hearing"},
    ]
    t = scene("Ada A1, arcana +9, blinded; Bo A2, deafened | Gob H1", rules, tasks=tasks).table()

    assert [{"clause": "blinded.check"}] == t.attempt("Ada", "rune").roll["applied"]
    assert [{"clause": "deafened.check"}] == t.attempt("Bo", "click").roll["applied"]
    assert 0 == t.fight.tasks_done


@clause("poisoned.checks")
@clause("help.check")
def test_conditions_and_help_bear_on_a_task(rules):
    t = scene("Ada A1, athletics +5, poisoned; Bo A2, athletics +1 | Gob H1", rules, tasks=PORTCULLIS).table()
    t.help_check("Bo", "Ada", "athletics")

    done = t.attempt("Ada", "portcullis", dice=[11])

    assert (["help.check"], ["poisoned.checks"], 0) == (done.advantage, done.disadvantage, done.net)


# Contests


FEINT = [{"name": "feint", "skill": "deception", "against": ["insight", "perception"], "win": ["prone", "push 10 ft"]}]


@editions(*ALL)
@pytest.mark.parametrize(("die", "above"), [(9, -1), (10, 0), (11, 1)])
def test_a_contest_of_the_scenarios_own_is_won_by_the_higher_total(rules, die, above):
    """A tie changes nothing but under `reroll`, where it goes to the actor; the other answers with its better skill."""
    t = scene("Ada A1, deception +4 | Gob B1, insight +1, perception +4", rules, contests=FEINT).table()

    done = t.contest("Ada", "Gob", "feint", dice=[die, 10])

    won = above > 0 or (above == 0 and rules == "reroll")
    assert ("perception", won) == (done.one("contest")["opposed"]["skill"], done.one("contest")["won"])
    assert (["prone"], "D1") == (t.conditions("Gob"), t.square("Gob")) if won else ([], "B1")
    assert "action.used" == t.refusal("contest", "Ada", "Gob", "feint")


@clause("reach.out")
@clause("charmed.attacker")
def test_a_contest_reaches_so_far_and_not_for_one_who_charms(rules):
    t = scene("Ada A1, charmed by Orc | Gob C1; Orc B1", rules, contests=FEINT).table()

    assert "reach.out" == t.refusal("contest", "Ada", "Gob", "feint")
    assert "charmed.attacker" == t.refusal("contest", "Ada", "Orc", "feint")


@editions(*ALL)
def test_a_contest_may_bring_damage_and_a_condition_for_some_rounds(rules):
    contests = [{**FEINT[0], "win": ["frightened for 1 round", "1d4 psychic"], "range": "30 ft"}]
    t = scene("Ada A1, deception +4 | Gob E1, hp 10", rules, contests=contests).table()

    t.contest("Ada", "Gob", "feint", dice=[15, 3, 2])

    assert (["frightened"], 8) == (t.conditions("Gob"), t.hp("Gob"))


# In a file


FILE = """\
rules: srd-5.2
map: |
  A....G
creatures: {{ada: {{ac: 15, hp: 20}}}}
sides:
  a: [{{creature: ada, name: Ada, letter: A}}]
  b: [{{creature: ada, name: Gob, letter: G}}]
{}
"""


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("objects: [{name: chest, at: Z9, ac: 15, hp: 5}]", "the object `chest` at Z9 is off the map"),
        ("objects: [{name: Ada, at: B1, ac: 15, hp: 5}]", "something else is named `Ada` already"),
        ("objects: [{name: chest, at: B1, ac: 15}]", "an object needs `hp`"),
        ("tasks: [{name: gate, dc: 10}]", "the task `gate` names neither a skill nor an ability"),
        ("tasks: [{name: gate, dc: 10, skill: athletic}]", "`athletic` is no skill"),
        ("tasks: [{name: gate, dc: 10, skill: athletics, by: [Gub]}]", "there is no combatant or side `Gub`"),
        ("tasks: [{name: gate, dc: 10, skill: athletics, opens: B1}]", "the task `gate` opens no door at B1"),
        ("contests: [{name: feint, skill: deception, against: insight}]", "a contest needs `win`"),
    ],
)
def test_mistakes_in_objects_tasks_and_contests_are_named(tmp_path, written, said):
    file = tmp_path / "things.yaml"
    file.write_text(FILE.format(written))

    assert [said] == [error.message.split(" (in ")[0] for error in check([file]).errors]
