"""The game master's rulings on every kind of roll (rules.md 167)."""

from typing import Any

import pytest

from clauses import clause, editions
from scenes import scene

ALL = ("srd-5.1", "srd-5.2", "reroll")


def ruled(rules: str, words: str, roll: str, give: Any = "advantage", **more: str) -> Any:
    return scene(words, rules, rulings=[{"give": give, "roll": roll, "by": "Ada", **more}])


@clause("gm.advantage")
@pytest.mark.parametrize("roll", ["save", "death save"])
def test_a_ruling_on_saves_is_one_on_death_saves(rules: str, roll: str) -> None:
    """A death save is a saving throw; one on a Dexterity save is none."""
    words = "Ada A1, character, hp 0 of 20 | Gob E1"

    assert ["gm.advantage"] == ruled(rules, words, roll).table().death_save("Ada", dice=[2, 12]).advantage
    assert [] == ruled(rules, words, "dex save").table().death_save("Ada", dice=[12]).advantage


@clause("gm.disadvantage", ["srd-5.1", "reroll"])
@editions("srd-5.1", "reroll")
@pytest.mark.parametrize("roll", ["contest", "check", "athletics check", "str check"])
def test_a_ruling_bears_on_a_contest(rules: str, roll: str) -> None:
    t = ruled(rules, "Ada A1, athletics +5 | Gob B1", roll, "disadvantage").table()

    done = t.grapple("Ada", "Gob", dice=[15, 3, 9])

    assert (["gm.disadvantage"], 8) == (done.disadvantage, done.roll["total"])


@clause("gm.disadvantage", ["srd-5.1", "reroll"])
@editions("srd-5.1", "reroll")
def test_a_ruling_on_contests_bears_on_whoever_resists_and_on_no_other_check(rules: str) -> None:
    t = ruled(rules, "Ada A1, stealth +5 | Gob B1", "contest", "disadvantage").table()

    assert ["gm.disadvantage"] == [
        reason["clause"] for reason in t.grapple("Gob", "Ada", dice=[15, 3, 9]).roll["opposed"]["disadvantage"]
    ]
    assert [] == t.check("Ada", "stealth", 10, ability="dex", dice=[9]).disadvantage


@clause("gm.modifier")
@pytest.mark.parametrize("roll", ["attack", "check", "athletics check", "save", "wis save", "initiative", "death save"])
def test_a_number_is_added_to_every_kind_of_roll(rules: str, roll: str) -> None:
    words = (
        "Ada A1, longsword, athletics +5" + (", character, hp 0 of 20" if roll == "death save" else "") + " | Gob B1"
    )
    s = ruled(rules, words, roll, -3)
    action = {"attack": "attack", "initiative": "initiative", "death save": "death-save"}.get(roll, roll.split()[-1])
    asked: dict[str, Any] = {"action": action}
    if action == "check":
        asked |= {"skill": "athletics", "dc": 10}
    elif action == "save":
        asked |= {"ability": "wis", "dc": 10}

    told = s.explain("Ada", "Gob" if action == "attack" else None, **asked)

    assert [("gm.modifier", -3)] == [(part["clause"], part["value"]) for part in told["modifiers"]]


@clause("gm.modifier")
def test_two_numbers_add_up_and_bear_on_a_search(rules: str) -> None:
    rulings = [{"give": 2, "roll": "perception check", "by": "Ada"}, {"give": 3, "roll": "check", "against": "Gob"}]
    t = scene("Ada A1, perception +3 | Gob E1, hidden 18", rules, rulings=rulings).table()

    assert 18 == t.search("Ada", "Gob", dice=[10]).roll["total"]


@clause("gm.advantage", ["reroll"])
@editions("reroll")
@pytest.mark.parametrize("roll", ["attack", "save", "death save", "contest"])
def test_re_rolls_are_granted_on_any_roll(rules: str, roll: str) -> None:
    """Re-roll +2 counts twice; a neutral one is used while the roll fails."""
    down = ", character, hp 0 of 20" if roll == "death save" else ""
    for give, net, neutral in (("re-roll +2", 2, 0), ("re-roll neutral 1", 0, 1)):
        s = ruled(rules, f"Ada A1, longsword, athletics +5{down} | Gob B1", roll, give)
        if roll == "contest":
            told = s.explain("Ada", "Gob", action="grapple")
        elif roll == "save":
            told = s.explain("Ada", None, action="save", ability="wis", dc=10)
        else:
            told = s.explain("Ada", "Gob" if roll == "attack" else None, action=roll.replace(" ", "-"))
        assert (net, neutral) == (told["net"], told["neutral"])


@clause("gm.disadvantage")
@clause("gm.modifier")
@clause("wrong-square.miss")
def test_rulings_bear_on_an_attack_on_a_guessed_square(rules: str) -> None:
    """Those that name a target do not: nobody is there."""
    rulings = [
        {"give": "disadvantage", "roll": "attack", "by": "Ada"},
        {"give": -2, "roll": "attack", "by": "Ada"},
        {"give": "advantage", "roll": "attack", "by": "Ada", "against": "Gob"},
    ]
    told = scene("Ada A1, longsword | Gob H1", rules, rulings=rulings).explain("Ada", "B1")

    assert (3, []) == (told["bonus"], told["advantage"])
    assert {"gm.disadvantage", "unseen.target"} == {reason["clause"] for reason in told["disadvantage"]}


@clause("frightened.attacks")
@clause("wrong-square.miss")
def test_fear_bears_on_an_attack_on_a_guessed_square(rules: str) -> None:
    told = scene("Ada A1, longsword, frightened of Gob | Gob H1", rules).explain("Ada", "B1")

    assert "frightened.attacks" in {reason["clause"] for reason in told["disadvantage"]}


@clause("gm.advantage")
@clause("gm.disadvantage")
@clause("gm.modifier")
def test_each_ruling_is_told_by_itself_with_its_reason(rules: str) -> None:
    """Rules.md 167: a cause of its own each, in the order of the file, in explanations and in the log."""
    s = scene(
        "Ada A1, longsword | Gob B1",
        rules,
        rulings=[
            {"give": "advantage", "roll": "attack", "by": "Ada", "because": "hill"},
            {"give": "disadvantage", "roll": "attack", "by": "Ada", "because": "sleet"},
            {"give": "advantage", "roll": "attack", "by": "heroes"},
            {"give": -2, "roll": "attack", "by": "Ada", "because": "wind"},
            {"give": 2, "roll": "attack", "because": "song"},
            {"give": "advantage", "roll": "check", "by": "Ada", "because": "not this roll"},
        ],
    )
    first = {"clause": "gm.advantage", "group": "GM:1", "source": None, "count": 1, "because": "hill"}
    second = {"clause": "gm.advantage", "group": "GM:2", "source": None, "count": 1}
    against = {"clause": "gm.disadvantage", "group": "GM:1", "source": None, "count": 1, "because": "sleet"}
    numbers = [
        {"clause": "gm.modifier", "value": -2, "because": "wind"},
        {"clause": "gm.modifier", "value": 2, "because": "song"},
    ]

    told = s.explain("Ada", "Gob")
    dice = [15] if told["net"] == 0 else [15, 3]
    log = s.table().attack("Ada", "Gob", "longsword", dice=[*dice, 4]).roll

    assert [first | {"text": "gm advantage: hill"}, second | {"text": "gm advantage"}] == told["advantage"]
    assert [against | {"text": "gm disadvantage: sleet"}] == told["disadvantage"]
    assert ["gm modifier: wind", "gm modifier: song"] == [one["text"] for one in told["modifiers"]]
    assert ([first, second], [against], numbers) == (log["advantage"], log["disadvantage"], log["modifiers"])


@editions("reroll")
@clause("gm.advantage", ["reroll"])
def test_a_ruling_of_several_re_rolls_is_one_reason(rules: str) -> None:
    told = ruled(rules, "Ada A1, longsword | Gob B1", "attack", "re-roll +2", because="blessing").explain("Ada", "Gob")

    assert [("GM:1", 2, "gm advantage: blessing")] == [
        (one["group"], one["count"], one["text"]) for one in told["advantage"]
    ]
