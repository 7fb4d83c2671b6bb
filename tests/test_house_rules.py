"""A ruleset of one's own: a record that changes what differs (docs/how-to/ruleset.md)."""

from fractions import Fraction

import pytest
from attrs import evolve

from encounter.engine.chance import volley_distribution
from encounter.engine.d20 import ATTACK, CHECK, DEGREES, D20Rules, judge
from encounter.engine.rules.legal import LEGAL, judge_attack
from encounter.engine.rules.reasons import derive_attack
from encounter.engine.rules.srd_5_2 import SRD_5_2
from encounter.explaining import explain_roll
from encounter.odds import Position, attack_odds
from encounter.scenario import compile
from scenes import scene

HEROIC = evolve(SRD_5_2, name="heroic", title="Heroic", parent="srd-5.2", critical_on=19)


def heroic(text: str):
    return compile(scene(text, "srd-5.2").scenario, ruleset=HEROIC)


def test_a_hit_on_19_is_critical_and_a_miss_on_19_stays_one() -> None:
    """Only a natural 20 hits whatever the AC; where 19 is critical it must still reach it."""
    rules = D20Rules(False, True, True, 19, 0, 0, 0, False)

    assert ["critical", "failure", "critical", "success"] == [
        DEGREES[judge(rules, ATTACK, natural, natural + 5, target)]
        for natural, target in ((19, 15), (19, 30), (20, 30), (18, 15))
    ]
    assert "success" == DEGREES[judge(rules, CHECK, 19, 24, 15)]


def test_explain_gives_the_odds_of_a_critical_on_19_or_20() -> None:
    told = explain_roll(heroic("Ada A1, longsword | Gob B1, ac 15"), "Ada", "Gob")

    assert ("heroic", 0.55, 0.1) == (told["ruleset"], told["p_success"], told["p_critical"])
    # 1d8+3 on 9 faces, 2d8+3 on 2 of them
    assert Fraction(9 * 15 + 2 * 24, 40) == Fraction(told["expected_damage"]).limit_denominator(1000)


@pytest.mark.parametrize("state", ["dodging", "restrained", "prone"])
@pytest.mark.parametrize("ac", [5, 15, 24, 26])
def test_the_tactics_reckon_with_it_exactly(state: str, ac: int) -> None:
    position = Position(heroic(f"Ada A1, longsword | Gob B1, {state}, ac {ac}"))
    f = position.fight
    a, t = f.combatants[0], f.combatants[1]
    use = a.stat.uses[0]
    assert LEGAL == judge_attack(f, a, t, use, f.facts)
    derive_attack(f, a, t, use, f.facts)
    needed = int(f.facts.target_number - f.facts.bonus)

    closed = volley_distribution(f.setup.rules.d20, use, 1, needed, f.facts.net, False, f.setup.profiles[0], 0)

    exact = attack_odds(position, 0, 1, use).damage
    assert closed == pytest.approx([float(exact.get(amount, 0)) for amount in range(len(closed))], abs=1e-12)


def test_what_is_not_changed_is_the_parents() -> None:
    assert [] == [row.name for row in HEROIC.effects if row is not SRD_5_2.effect(row.name)]
    assert ["prone.near"] == [
        reason["clause"]
        for reason in explain_roll(heroic("Ada A1, longsword | Gob B1, prone"), "Ada", "Gob")["advantage"]
    ]
