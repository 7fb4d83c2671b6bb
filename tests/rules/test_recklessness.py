"""Reckless attacks, Rampage and Aggressive: what some do on their own turns."""

import pytest

from clauses import clause, editions
from encounter.scenario.source import ScenarioErrors
from scenes import scene

OLD = ["srd-5.1", "reroll"]
AXE = "axe +6 1d12+4 slashing"
GNOLL = {
    "attacks": {"spear": {"to_hit": 5, "damage": "1d6+2 piercing"}, "bite": {"to_hit": 5, "damage": "1d4+2 piercing"}}
}


def reckless_trait(rules: str) -> str:
    return "reckless attack" if rules == "srd-5.2" else "reckless"


@clause("reckless")
@clause("reckless.target")
def test_the_reckless_have_advantage_in_melee_and_give_it_until_their_next_turn(rules: str) -> None:
    """The minotaur is strong and whole, Ada weak: it throws caution away, and she profits from that."""
    t = scene(f"Min A1, {AXE}, {reckless_trait(rules)}, hp 70, ac 10 | Ada B1, club +2 1d4, hp 60", rules).table()

    assert [f"{reckless_trait(rules)} in force"] == t.begin_turn("Min").gained
    assert ["reckless"] == t.attack("Min", "Ada", "axe", dice=[10, 4, 5]).advantage
    t.end_turn("Min")
    t.begin_turn("Ada")
    assert ["reckless.target"] == t.attack("Ada", "Min", "club", dice=[2, 3]).advantage
    assert [f"{reckless_trait(rules)} in force"] == t.begin_turn("Min").lost[:1]


@clause("reckless")
def test_it_does_not_pay_for_the_weak_among_many(rules: str) -> None:
    """One hurt berserker and three strong enemies: it keeps its guard up; nor is there cause with nobody in reach."""
    many = f"Min B2, {AXE}, {reckless_trait(rules)}, hp 4 of 70 | Ada A1, {AXE}; Bram C1, {AXE}; Cid C3, {AXE}"
    far = f"Min A1, {AXE}, {reckless_trait(rules)}, hp 70 | Ada L8, club +2 1d4"
    strong = scene(f"Min A1, {AXE}, {reckless_trait(rules)}, hp 70 | Ada B1, club +2 1d4", rules).table()

    assert [] == scene(many, rules).table().begin_turn("Min").gained
    assert [] == scene(far, rules).table().begin_turn("Min").gained
    strong.begin_turn("Min")
    assert ["reckless"] == strong.attack("Min", "Ada", "axe", dice=[10, 4, 5]).advantage


@clause("reckless", OLD)
def test_recklessness_of_2014_is_for_melee_on_its_own_turn(rules: str) -> None:
    t = scene("Min A1, axe +6 1d12+4 slashing, longbow, reckless, hp 70 | Ada B1, hp 60", rules).table()
    t.begin_turn("Min")

    assert "reckless" not in t.attack("Min", "Ada", "longbow", dice=[2, 3]).advantage
    t.begin_turn("Min")
    assert ["reckless"] == t.attack("Min", "Ada", "axe", dice=[2, 3]).advantage
    t.end_turn("Min")
    t.begin_turn("Ada")
    left = t.move("Ada", "C1", dice=[2])
    assert [] == [reason["clause"] for reason in left.one("opportunity-attack")["advantage"]]


@editions("srd-5.1", "srd-5.2", "reroll")
def test_rampage_is_a_bite_more_on_a_turn_with_cause_for_it(rules: str) -> None:
    """2024: the bloodied were hurt; 2014: somebody was dropped in melee."""
    when = "hurts the bloodied" if rules == "srd-5.2" else "drops somebody in melee"
    gnoll = {"Gno": {**GNOLL, "actions": {"rampage": {"cost": "bonus", "when": when, "attacks": ["bite"]}}}}
    t = scene("Gno B1 | Ada A1, hp 20, ac 10; Bram C1, hp 5 of 20, ac 10", rules, creatures=gnoll).table()
    t.begin_turn("Gno")
    t.attack("Gno", "Ada", "spear", dice=[15, 1])
    assert "action.used" == use_rampage(t)
    t.begin_turn("Gno")
    t.attack("Gno", "Bram", "spear", dice=[15, 6])
    assert "bite" == use_rampage(t, dice=[15, 2])


def use_rampage(t, dice=()):
    """The bite of a rampage at Ada: its name, or the clause that forbids it."""
    from encounter.engine.intent import ATTACK_WITH
    from table import Illegal

    c = t["Gno"]
    intent = t.intent(ATTACK_WITH, "Ada")
    intent.use = t.use("Gno", "bite")
    intent.option = c.stat.deeds[0].options[0]
    try:
        return t._perform(c, intent, dice).one("attack")["attack"]
    except Illegal as refused:
        return refused.clause


@editions("srd-5.1", "srd-5.2", "reroll")
def test_a_tactic_rampages_when_it_may(rules: str) -> None:
    when = "hurts the bloodied" if rules == "srd-5.2" else "drops somebody in melee"
    gnoll = {"Gno": {**GNOLL, "actions": {"rampage": {"cost": "bonus", "when": when, "attacks": ["bite"]}}}}
    t = scene("Gno B1, targets weakest | Ada A1, ac 10; Bram C1, hp 8 of 20, ac 10", rules, creatures=gnoll).table()
    done = t.take_turn("Gno", dice=[15, 6, 15, 2])

    assert [("spear", "Bram"), ("bite", "Ada")] == [(hit["attack"], hit["target"]) for hit in done.all("attack")]


@editions(*OLD)
def test_the_aggressive_dash_as_a_bonus_action(rules: str) -> None:
    """An orc is upon Ada from 12 squares away: aggressive."""
    orc = scene(f"Orc A1, {AXE}, aggressive | Ada L1", rules).table()
    other = scene(f"Orc A1, {AXE} | Ada L1", rules).table()

    assert ["dash"] == [event["action"] for event in orc.dash("Orc", bonus=True).all("action")]
    assert "action.used" == other.refusal("dash", "Orc", bonus=True)


def test_a_cause_belongs_to_a_bonus_action() -> None:
    gnoll = {"Gno": {**GNOLL, "actions": {"rampage": {"when": "hurts the bloodied", "attacks": ["bite"]}}}}

    with pytest.raises(ScenarioErrors, match="`rampage` is no bonus action"):
        scene("Gno A1 | Ada B1", creatures=gnoll)


@clause("reckless")
def test_barbarians_attack_recklessly_too(rules: str) -> None:
    """reckless attack: in 2014 on their turns, in 2024 until the next one."""
    t = scene(f"Bar A1, {AXE}, reckless attack, hp 70 | Ada B1, club +2 1d4, hp 60", rules).table()
    t.begin_turn("Bar")

    assert ["reckless"] == t.attack("Bar", "Ada", "axe", dice=[2, 3]).advantage
    t.end_turn("Bar")
    t.begin_turn("Ada")
    left = t.move("Ada", "C1", dice=[2, 3] if rules == "srd-5.2" else [2]).one("opportunity-attack")
    assert (["reckless"] if rules == "srd-5.2" else []) == [reason["clause"] for reason in left["advantage"]]
