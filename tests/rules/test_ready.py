"""Ready: what is held back, what sets it off, and what it costs (rules.md 35, 47)."""

import pytest

from clauses import case, clause, editions, scenario
from encounter.scenario.checking import check
from encounter.scenario.source import ScenarioErrors
from scenes import scene

ALL = ("srd-5.1", "srd-5.2", "reroll")


@editions(*ALL)
def test_a_readied_shot_is_fired_right_after_the_step_that_brings_an_enemy_into_range(rules):
    """The hand crossbow carries 30 ft; Gob comes from 40 ft and walks on afterwards."""
    t = scene("Ada A1, hand crossbow | Gob I1, ac 13", rules).table()
    t.ready("Ada", "hand crossbow", "enemy in range")

    done = t.move("Gob", "H1 G1 F1", dice=[2])

    assert ["move", "action", "attack", "move"] == done.types
    assert ["H1", "G1"] == done.all("move")[0]["path"]
    assert ("MISS 7", False, "F1") == (done.summary, t["Ada"].has_reaction, t.square("Gob"))
    assert "action.used" == t.refusal("attack", "Ada", "Gob", "hand crossbow")


@editions(*ALL)
@pytest.mark.parametrize(
    ("when", "way", "path"),
    [("enemy enters reach", "D1 C1 B1 B2", ["D1", "C1", "B1"]), ("enemy moves", "D1 C1", ["D1", "C1"])],
)
def test_triggers_of_an_approach(rules, when, way, path):
    """Into reach: after that very step; on a movement: when it is over."""
    t = scene("Ada A1, longsword, shortbow | Gob E1, ac 13", rules).table()
    t.ready("Ada", "longsword" if when == "enemy enters reach" else "shortbow", when)

    done = t.move("Gob", way, dice=[2])

    assert path == done.all("move")[0]["path"]
    assert 1 == len(done.all("attack"))


@editions(*ALL)
def test_a_readied_shot_at_whoever_leaves_reach_comes_after_the_step(rules):
    """Ada lets the opportunity attack pass; close combat does not hinder her any more."""
    t = scene("Ada A1, shortbow | Gob B1, ac 13", rules).table()
    t.reacts("Ada", "none")
    t.ready("Ada", "shortbow", "enemy leaves reach")

    done = t.move("Gob", "C1 D1", dice=[2])

    assert (["C1"], []) == (done.all("move")[0]["path"], done.disadvantage)


@editions(*ALL)
def test_being_hurt_sets_a_blow_off_against_whoever_struck(rules):
    t = scene("Ada A1, longsword | Gob B1, longsword, ac 13; Orc A2, longsword, ac 13", rules).table()
    t.ready("Ada", "longsword", "i am hurt")

    assert 1 == len(t.attack("Gob", "Ada", "longsword", dice=[2]).all("attack")), "a miss hurts nobody"
    done = t.attack("Orc", "Ada", "longsword", dice=[15, 4, 3])

    assert [("Orc", "Ada"), ("Ada", "Orc")] == [(event["actor"], event["target"]) for event in done.all("attack")]


@editions(*ALL)
def test_a_trigger_may_name_somebody(rules):
    t = scene("Ada A1, shortbow | Gob E1; Orc E3, ac 13", rules).table()
    t.ready("Ada", "shortbow", "enemy moves", "Orc")

    assert [] == t.move("Gob", "D1").all("attack")
    assert 1 == len(t.move("Orc", "D3", dice=[2]).all("attack"))


@editions("srd-5.1", "srd-5.2")
@case("C180")
def test_whoever_spent_its_reaction_has_none_left_for_what_it_readied(rules):
    """An opportunity attack first; the readied strike never comes."""
    t = scene("Ada A1, longsword | Gob A2, ac 12, hp 9; Orc E1", rules).table()
    t.ready("Ada", "longsword", "enemy enters reach")

    assert 1 == len(t.move("Gob", "A3", dice=[2]).all("opportunity-attack"))
    assert [] == t.move("Orc", "D1 C1 B1").all("attack")


@editions(*ALL)
def test_a_readied_attack_is_one_attack_and_lost_at_the_start_of_the_next_turn(rules):
    t = scene("Ada A1, shortbow, two attacks | Gob E1, ac 13", rules).table()
    t.ready("Ada", "shortbow", "enemy moves")
    assert 1 == len(t.move("Gob", "D1", dice=[2]).all("attack"))
    t.begin_turn("Ada")
    t.ready("Ada", "shortbow", "enemy moves")
    t.begin_turn("Ada")

    assert [] == t.move("Gob", "C1").all("attack")


@editions(*ALL)
@pytest.mark.parametrize("state", ["stunned", "reaction used"])
def test_whoever_cannot_react_does_not(rules, state):
    t = scene(f"Ada A1, shortbow, {state}, readied shortbow when enemy moves | Gob E1, ac 13", rules).table()

    assert [] == t.move("Gob", "D1").all("attack")


@editions(*ALL)
def test_nobody_reacts_to_what_it_does_not_perceive(rules):
    t = scene(
        "Ada A1, shortbow, readied shortbow when enemy moves | Gob H1, hidden 30", rules, map=["...#....", "...#...."]
    ).table()

    assert [] == t.move("Gob", "G1").all("attack")


@editions(*ALL)
@case("C080")
@scenario(36)
def test_a_readied_move_provokes(rules):
    """By its own reaction it walks out of reach, as far as its Speed carries it."""
    t = scene("Mov D1 | Def E1, club +4 1d4+2, ac 13; Gob H1", rules, creatures={"Mov": {"ac": 14}}).table()
    t.ready("Mov", "move", "enemy moves", "Gob", to="A1")

    done = t.move("Gob", "G1", dice=[2])

    assert ("Def", "Mov", "MISS 6") == (
        *[done.one("opportunity-attack")[key] for key in ("actor", "target")],
        done.summary,
    )
    assert ("A1", False) == (t.square("Mov"), t["Mov"].has_reaction)


@editions(*ALL)
@scenario(37)
def test_disengage_is_for_its_turn_and_not_for_a_later_reaction(rules):
    t = scene("Mov D1 | Def E1, club +4 1d4+2; Gob H1", rules).table()
    t.disengage("Mov")
    t.end_turn("Mov")
    t.does(lambda: setattr(t["Mov"], "budget", 3))
    t.ready("Mov", "move", "enemy moves", "Gob", to="A1")

    assert 1 == len(t.move("Gob", "G1", dice=[2]).all("opportunity-attack"))


@editions(*ALL)
@scenario(38)
def test_disengage_and_being_pushed_do_not_provoke(rules):
    """Teleporting and falling have no action in a fight yet."""
    t = scene("Mov D1; Bo D2 | Def E1, club +4 1d4+2", rules).table()
    t.disengage("Mov")

    assert [] == t.move("Mov", "C1 B1").all("opportunity-attack")


@editions(*ALL)
def test_a_move_goes_no_farther_than_the_speed_and_budget_of_the_turn_is_untouched(rules):
    t = scene("Mov L1, speed 20 | Gob A8", rules).table()
    t.move("Mov", "K1")
    t.ready("Mov", "move", "enemy moves", to="A1")

    t.move("Gob", "B8")

    assert ("G1", 5) == (t.square("Mov"), t["Mov"].spent_ft)


@clause("concentration")
def test_a_readied_spell_is_held_by_concentration(rules):
    """A blow that breaks it loses the spell, and readying it ends an older one."""
    t = scene("Mira A1, ray, hp 40, con save +2, concentrating bless on Mira | Gob E1, ac 13", rules).table()
    done = t.ready("Mira", "ray", "enemy moves")
    assert (["bless"], "ray") == (done.lost, t["Mira"].concentrating)

    t.hurt("Mira", (5, "fire"), dice=[2])
    assert [] == t.move("Gob", "D1").all("attack")


@clause("action.impossible")
def test_a_move_waits_for_no_range(rules):
    t = scene("Mov L1 | Gob A8", rules).table()

    assert "action.impossible" == t.refusal("ready", "Mov", "move", "enemy in range", to="A1")


# In a file


@editions(*ALL)
def test_what_was_readied_before_the_fight_is_a_state(rules):
    t = scene("Ada A1, shortbow, readied shortbow when enemy moves | Gob E1, ac 13", rules).table()

    assert 1 == len(t.move("Gob", "D1", dice=[2]).all("attack"))


FILE = """\
rules: srd-5.2
map: |
  A....G
creatures: {{ada: {{ac: 15, hp: 20, attacks: {{bow: {{to_hit: 4, range: 80/320 ft, damage: 1d6 piercing}}}}}}}}
sides:
  a: [{{creature: ada, name: Ada, letter: A, state: {{readied: {0}}}}}]
  b: [{{creature: ada, name: Gob, letter: G}}]
"""


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("{action: bwo, when: enemy moves}", "`bwo` is no attack of `Ada`, and not `move`"),
        ("{action: bow, when: enemy sneezes}", "`enemy sneezes` is no trigger"),
        (
            "{action: move, when: enemy moves}",
            "a readied move goes to a square, and waits for something else than a range",
        ),
        ("{action: bow, when: enemy moves, target: Gub}", "there is no combatant `Gub`"),
        ("{action: bow, when: enemy moves, to: C1}", "an attack goes to no square"),
        ("{action: bow}", "what is readied needs `when`"),
    ],
)
def test_mistakes_in_what_is_readied_are_named(tmp_path, written, said):
    file = tmp_path / "ready.yaml"
    file.write_text(FILE.format(written))

    errors = check([file]).errors

    assert [said] == [error.message.split(" (in ")[0] for error in errors]


@clause("concentration")
def test_a_spell_that_is_readied_when_the_fight_begins_is_held_too(rules):
    t = scene("Mira A1, ray, hp 40, readied ray when enemy moves | Gob E1, ac 13", rules).table()
    assert "ray" == t["Mira"].concentrating

    assert "damage" == t.hurt("Mira", (5, "fire"), dice=[2]).one("concentration")["because"]
    assert [] == t.move("Gob", "D1").all("attack")


def test_nobody_holds_a_readied_spell_and_another_one():
    with pytest.raises(ScenarioErrors, match="a readied spell is held by concentration"):
        scene("Mira A1, ray, readied ray when enemy moves, concentrating bless on Mira | Gob E1")
