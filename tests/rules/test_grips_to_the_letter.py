"""Grapple and escape where one number or word more or less would be another rule (rules.md 87 to 101)."""

import pytest

from clauses import clause, editions
from scenes import scene

ALL = ("srd-5.1", "srd-5.2", "reroll")
CONTESTS = ("srd-5.1", "reroll")


def ruling(roll: str, by: str, against: str | None = None) -> list[dict[str, str]]:
    """One ruling that helps a roll, against somebody where it says so."""
    given = {"give": "advantage", "roll": roll, "by": by}
    return [given | ({"against": against} if against else {})]


# Contests


@editions("srd-5.1")
def test_the_defender_weighs_its_skills_against_the_actors_average(rules):
    """Athletics +20 makes 31 on average: Acrobatics +11 reaches that with a 20, Athletics +0 with nothing."""
    t = scene("Bram A1, athletics +20 | Thug B1, athletics +0, acrobatics +11", rules).table()

    opposed = t.grapple("Bram", "Thug", dice=[2, 10]).one("contest")["opposed"]

    assert ("acrobatics", 21) == (opposed["skill"], opposed["total"])


@clause("gm.advantage", editions=list(CONTESTS))
@pytest.mark.parametrize(("roll", "by", "against"), [("contest", "Bram", "Thug"), ("athletics check", "Bram", "Thug")])
def test_a_ruling_on_the_grapplers_contest_may_name_the_defender(rules, roll, by, against):
    text = "Bram A1, athletics +6 | Thug B1; Orc A2"
    t = scene(text, rules, rulings=ruling(roll, by, against)).table()

    assert ["gm.advantage"] == t.grapple("Bram", "Thug", dice=[2, 3, 19]).advantage
    t.begin_turn("Bram")
    assert [] == t.grapple("Bram", "Orc", dice=[2, 19]).advantage


@clause("gm.advantage", editions=list(CONTESTS))
@pytest.mark.parametrize("roll", ["contest", "acrobatics check", "dex check"])
def test_a_ruling_on_the_defenders_answer_may_name_its_skill_or_ability(rules, roll):
    """Advantage on Acrobatics alone makes it the better answer of two that are alike; it is rolled with it."""
    t = scene("Bram A1 | Thug B1, acrobatics +2", rules, rulings=ruling(roll, "Thug", "Bram")).table()

    opposed = t.grapple("Bram", "Thug", dice=[19, 5, 10]).one("contest")["opposed"]

    assert ("acrobatics", 12) == (opposed["skill"], opposed["total"])
    assert ["gm.advantage"] == [reason["clause"] for reason in opposed["advantage"]]


@editions("srd-5.1")
def test_a_ruling_against_somebody_else_changes_no_answer(rules):
    t = scene("Bram A1; Cora A2 | Thug B1, acrobatics +2", rules, rulings=ruling("contest", "Thug", "Cora")).table()

    assert [] == t.grapple("Bram", "Thug", dice=[19, 5]).one("contest")["opposed"]["advantage"]


# Saving throws


@editions("srd-5.2")
def test_who_fails_both_saves_unrolled_fails_the_strength_save(rules):
    """The better Dexterity is of no use to the paralyzed: a tie is STR."""
    t = scene("Ada A1 | Gob B1, dex save +9, paralyzed", rules).table()

    assert "str" == t.grapple("Ada", "Gob").one("save")["ability"]


@clause("gm.advantage", editions=["srd-5.2"])
def test_a_ruling_on_one_save_against_one_grappler_makes_it_the_better(rules):
    rulings = ruling("dex save", "Gob", "Ada")
    t = scene("Ada A1; Bram A2 | Gob B1", rules, rulings=rulings).table()

    done = t.grapple("Ada", "Gob", dice=[15, 3])
    assert ("dex", ["gm.advantage"]) == (done.roll["ability"], done.advantage)
    done = t.grapple("Bram", "Gob", dice=[15])
    assert ("str", []) == (done.roll["ability"], done.advantage)


# Escapes


@editions("srd-5.1")
def test_the_first_combatant_of_the_file_holds_as_fast_as_any(rules):
    """Ada's Athletics answers, whoever stands first."""
    t = scene("Ada A1, athletics +5 | Gob B1, athletics +1, grappled by Ada", rules).table()

    contest = t.escape("Gob", "Ada", dice=[10, 10]).one("contest")

    assert ("athletics", 11, "Ada", 15) == (
        contest["skill"],
        contest["total"],
        contest["opposed"]["name"],
        contest["opposed"]["total"],
    )


@editions("srd-5.1")
def test_the_escapee_weighs_its_skills_against_the_grapplers_average(rules):
    """Athletics +20 makes 31 on average: Acrobatics +11 reaches that with a 20, Athletics +0 with nothing."""
    t = scene("Ada A1, athletics +20 | Gob B1, athletics +0, acrobatics +11, grappled by Ada", rules).table()

    assert "acrobatics" == t.escape("Gob", "Ada", dice=[10, 10]).one("contest")["skill"]


@editions("srd-5.1")
def test_the_escapee_weighs_its_skills_against_the_dc_where_there_is_one(rules):
    """Both skills reach DC 2 with any roll: a tie is Athletics, though Acrobatics is better against the Athletics."""
    t = scene("Ada A1, athletics +20 | Gob B1, athletics +2, acrobatics +11", rules).table()
    t.impose("Gob", "grappled", source="Ada", escape_dc=2)

    done = t.escape("Gob", "Ada", dice=[10])

    assert ("check", 2, "athletics", 12) == tuple(done.roll[key] for key in ("roll", "target_number", "skill", "total"))


@editions(*ALL)
def test_a_dc_of_1_is_a_dc(rules):
    t = scene("Ada A1, athletics +20 | Gob B1", rules).table()
    t.impose("Gob", "grappled", source="Ada", escape_dc=1)

    done = t.escape("Gob", "Ada", dice=[2])

    assert ("check", 1) == (done.roll["roll"], done.roll["target_number"])


@clause("gm.advantage")
@pytest.mark.parametrize("roll", ["check", "acrobatics check", "dex check"])
def test_a_ruling_on_an_escape_may_name_the_skill_or_the_ability(rules, roll):
    text = "Ada A1 | Gob B1, acrobatics +2, grappled by Ada"
    t = scene(text, rules, rulings=ruling(roll, "Gob")).table()

    done = t.escape("Gob", "Ada", dice=[5, 10] if rules == "srd-5.2" else [5, 10, 2])

    assert (["gm.advantage"], "acrobatics", 12) == (done.advantage, done.roll["skill"], done.roll["total"])


@clause("gm.advantage", editions=list(CONTESTS))
def test_a_ruling_on_an_escape_may_name_the_grappler(rules):
    t = scene("Ada A1 | Gob B1, acrobatics +2, grappled by Ada", rules, rulings=ruling("contest", "Gob", "Ada")).table()

    assert ["gm.advantage"] == t.escape("Gob", "Ada", dice=[5, 10, 2]).advantage


@clause("gm.advantage", editions=["srd-5.1", "srd-5.2"])
def test_breaking_out_of_a_web_is_a_check_of_its_own_name(rules):
    """Strength in 5.1, Athletics in 5.2: a ruling on it bears, and the web is escaped from."""
    roll = "athletics check" if rules == "srd-5.2" else "str check"
    blocks = {"Mira": {"spell_dc": 13}}
    t = scene(
        "Mira A1, concentrating web on Gob | Gob B1, str 14, athletics +5",
        rules,
        creatures=blocks,
        rulings=ruling(roll, "Gob"),
    ).table()

    done = t.escape("Gob", "Mira", dice=[9, 15])

    assert (["gm.advantage"], "escape") == (done.advantage, done.roll["purpose"])
    assert {"escaped"} == {event["because"] for event in done.all("condition-off")}
