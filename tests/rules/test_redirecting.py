"""Redirect Attack: an ally takes the place of whoever is attacked, and the attack."""

import pytest

from clauses import clause
from encounter.scenario.source import ScenarioErrors
from scenes import scene

AXE = "axe +6 1d12+4 slashing"
BEHIND = {"actions": {"redirect": {"cost": "reaction", "when": "attacked", "redirects": True}}}


@clause("reaction.redirects")
def test_a_goblin_boss_lets_an_ally_take_its_place_and_the_blow(rules: str) -> None:
    """They swap places, and the roll is against the ally's AC: 16 misses the boss's 17 and hits the goblin's 12."""
    t = scene(f"Ada A1, {AXE} | Boss B1, ac 17; Gob C1, ac 12, hp 30", rules, creatures={"Boss": BEHIND}).table()
    done = t.attack("Ada", "Boss", "axe", dice=[10, 3])

    assert ("Gob", 12, 7) == (done.roll["target"], done.roll["target_number"], done.damage)
    assert ("C1", "B1") == (t.square("Boss"), t.square("Gob"))
    assert ["Boss", "Gob"] == [move["actor"] for move in done.all("move")]
    assert "reaction.redirects" == done.all("action")[0]["clause"]
    assert not t["Boss"].has_reaction


@clause("reaction.redirects")
def test_it_takes_the_one_it_can_best_do_without_and_nobody_far_or_big(rules: str) -> None:
    """The bugbear is stronger than the boss, the ogre too big, Far too far. With Gob beside, Gob is hit."""
    text = f"Ada A1, {AXE} | Boss B1, ac 10, club +3 1d4; Bug C1, {AXE}; Ogre B2, large; Far F1"
    alone = scene(text, rules, creatures={"Boss": BEHIND}).table()
    helped = scene(f"{text}; Gob A2", rules, creatures={"Boss": BEHIND}).table()

    assert "Boss" == alone.attack("Ada", "Boss", "axe", dice=[10, 3]).roll["target"]
    assert "Gob" == helped.attack("Ada", "Boss", "axe", dice=[10, 3]).roll["target"]


@clause("reaction.redirects")
def test_it_sees_only_one_attack_a_round_coming(rules: str) -> None:
    """With its reaction gone, or blinded, it is the target itself."""
    text = f"Ada A1, {AXE}, two attacks | Boss B1, ac 10, hp 60; Gob C1, hp 60"
    t = scene(text, rules, creatures={"Boss": BEHIND}).table()
    blind = scene(text.replace("ac 10", "ac 10, blinded"), rules, creatures={"Boss": BEHIND}).table()

    assert "Gob" == t.attack("Ada", "Boss", "axe", dice=[12, 3]).roll["target"]
    t.move("Ada", "B2")
    assert "Boss" == t.attack("Ada", "Boss", "axe", dice=[12, 3]).roll["target"]
    assert "Boss" == blind.attack("Ada", "Boss", "axe", dice=[12, 13, 3]).roll["target"]


def test_what_answers_being_attacked_redirects() -> None:
    with pytest.raises(ScenarioErrors, match="answers an attack roll before it is made"):
        scene(
            "Boss A1 | Ada B1",
            creatures={"Boss": {"actions": {"x": {**BEHIND["actions"]["redirect"], "redirects": False, "ac": 2}}}},
        )
