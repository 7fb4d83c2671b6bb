"""Saves failed by 5 or more, and unconsciousness that damage ends (SRD, Monsters: Drow, Pseudodragon, Mummy)."""

from typing import Any

from clauses import editions
from scenes import scene

ALL = ("srd-5.1", "srd-5.2", "reroll")


def stinger(**more: Any) -> dict[str, Any]:
    """A creature whose sting poisons, and makes unconscious by 5."""
    hit = {"save": "con 12", "fail": ["poisoned for 1 hour"], "fail_by_5": ["unconscious for 1 hour"], **more}
    return {"attacks": {"sting": {"to_hit": 4, "damage": "1 piercing", "hit": [hit]}}}


@editions(*ALL)
def test_a_save_failed_by_5_brings_more(rules):
    for die, gained in ((8, ["poisoned"]), (7, ["poisoned", "prone", "unconscious"])):
        t = scene("Drake A1 | Gob B1, hp 30", rules, creatures={"Drake": stinger()}).table()
        assert gained == t.attack("Drake", "Gob", "sting", dice=[15, die]).gained


@editions(*ALL)
def test_damage_wakes_whom_a_sting_has_put_to_sleep_and_leaves_it_poisoned(rules):
    for wakes in (True, False):
        t = scene("Drake A1 | Gob B1, hp 30", rules, creatures={"Drake": stinger(wakes=wakes)}).table()
        t.attack("Drake", "Gob", "sting", dice=[15, 2])
        t.hurt("Gob", (1, "fire"))
        assert (["poisoned", "prone"] if wakes else ["poisoned", "prone", "unconscious"]) == sorted(t.conditions("Gob"))


@editions(*ALL)
def test_a_save_that_fails_without_a_roll_is_not_failed_by_5(rules):
    sting = stinger()
    sting["attacks"]["sting"]["hit"][0]["save"] = "dex 12"
    t = scene("Drake A1 | Gob B1, hp 30, paralyzed", rules, creatures={"Drake": sting}).table()

    assert ["poisoned"] == t.attack("Drake", "Gob", "sting", dice=[15, 15]).gained


@editions(*ALL)
def test_an_action_has_a_failure_by_5_too(rules):
    glare = {
        "range": "60 ft",
        "save": "wis 11",
        "fail": ["frightened for 1 minute"],
        "fail_by_5": ["paralyzed for 1 minute"],
    }
    t = scene(
        "Drake A1 | Gob B1; Orc B2", rules, creatures={"Drake": {"actions": {"glare": {"target": 2, **glare}}}}
    ).table()

    t.use_action("Drake", "glare", "Gob", "Orc", dice=[7, 6])
    assert (["frightened"], ["frightened", "paralyzed"]) == (t.conditions("Gob"), t.conditions("Orc"))


@editions(*ALL)
def test_a_second_failure_puts_to_sleep_until_damage(rules):
    breath = {"area": "cone 15 ft", "save": "con 12", "fail": ["incapacitated"]}
    breath |= {"repeats": True, "fails_again": "unconscious", "wakes": True}
    t = scene("Drake A1 | Gob B1, hp 30", rules, creatures={"Drake": {"actions": {"breath": breath}}}).table()

    assert ["incapacitated"] == t.use_action("Drake", "breath", at="B1", dice=[2]).gained
    assert "unconscious" in t.end_turn("Gob", dice=[2]).gained
    t.hurt("Gob", (1, "fire"))
    assert ["prone"] == t.conditions("Gob")
