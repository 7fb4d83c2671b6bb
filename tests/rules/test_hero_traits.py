"""Class features: criticals on lower numbers, a second action, auras and re-rolls that help with saves."""

from fractions import Fraction

import pytest

from clauses import SRD, clause, editions
from encounter.heroes.building import hero
from scenes import scene

BLADE = {
    "Ada": {
        "attacks": {
            "blade": {"to_hit": 5, "damage": "1d8+3 slashing"},
            "ray": {"to_hit": 5, "damage": "1d8 fire", "properties": ["spell"]},
        }
    }
}


# ----------------------------------------------------------------------------------------------------------- criticals


@editions(*SRD)
@clause("improved-critical", SRD)
def test_improved_critical_makes_a_19_with_a_weapon_critical(rules: str) -> None:
    """Two dice of damage on a 19; on an 18, with a spell, and where a 19 misses, nothing of the kind."""
    t = scene("Ada A1, improved critical | Gob B1, hp 90", rules, creatures=BLADE).table()
    other = scene("Ada A1, improved critical | Gob B1, hp 90, ac 25", rules, creatures=BLADE).table()

    keen = t.attack("Ada", "Gob", "blade", dice=[19, 4, 6]).one("attack")
    assert ("critical", [{"clause": "improved-critical"}]) == (keen["degree"], keen["applied"])
    assert 90 - 13 == t.hp("Gob")
    t.begin_turn("Ada")
    assert "success" == t.attack("Ada", "Gob", "blade", dice=[18, 4]).one("attack")["degree"]
    t.begin_turn("Ada")
    assert "success" == t.attack("Ada", "Gob", "ray", dice=[19, 4]).one("attack")["degree"]
    assert "failure" == other.attack("Ada", "Gob", "blade", dice=[19]).one("attack")["degree"]


@editions(*SRD)
@clause("superior-critical", SRD)
def test_superior_critical_makes_an_18_critical(rules: str) -> None:
    t = scene("Ada A1, superior critical | Gob B1, hp 90", rules, creatures=BLADE).table()

    assert "critical" == t.attack("Ada", "Gob", "blade", dice=[18, 4, 6]).one("attack")["degree"]
    t.begin_turn("Ada")
    assert "success" == t.attack("Ada", "Gob", "blade", dice=[17, 4]).one("attack")["degree"]


@editions(*SRD)
@clause("improved-critical", SRD)
def test_the_odds_know_of_lower_criticals(rules: str) -> None:
    """11 of 20 hit; 1d8+3 is 7.5 and a critical 12: 9/20 of the one and 2/20 of the other are 4.575."""
    s = scene("Ada A1, improved critical | Gob B1, hp 90", rules, creatures=BLADE)
    told = s.explain("Ada", "Gob", attack="blade")

    assert (0.55, 0.1) == (told["p_success"], told["p_critical"])
    assert Fraction(4575, 1000) == Fraction(told["expected_damage"]).limit_denominator(1000)
    assert ["improved-critical"] == [reason["clause"] for reason in told["applied"]]


@pytest.mark.parametrize(
    ("rules", "level", "trait"), [("srd-5.2", 3, "improved critical"), ("srd-5.1", 15, "superior critical")]
)
def test_a_fighter_strikes_critically_on_lower_numbers(rules: str, level: int, trait: str) -> None:
    assert trait in hero("fighter", level, rules)["traits"]
