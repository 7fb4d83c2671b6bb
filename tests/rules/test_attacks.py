"""Attack rolls: what gives advantage and disadvantage, what an attack may be aimed at, criticals."""

from clauses import clause, editions
from scenes import scene


@clause("prone.near")
def test_an_attack_on_a_prone_creature_from_within_5_ft_has_advantage(rules: str) -> None:
    """An attack roll against a prone creature has advantage if the attacker is within 5 feet of it."""
    table = scene("Ada A1, longsword | Gob B1, prone", rules).table()

    attacked = table.attack("Ada", "Gob", "longsword", dice=[4, 17, 5])

    assert "HIT 22" == attacked.summary
    assert ["prone.near"] == attacked.advantage
    assert 12 == table.hp("Gob")


@editions("srd-5.1")
@clause("reach.out", ["srd-5.1"])
def test_reach(rules: str) -> None:
    """x"""
    table = scene("Ada A1, longsword | Gob C1, prone", rules).table()
    assert "reach.out" == table.refusal("attack", "Ada", "Gob", "longsword")
