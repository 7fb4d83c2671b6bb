"""Steps out of reach where one square more or less would be another rule (rules.md 82 to 87, 130)."""

import pytest

from clauses import editions
from scenes import scene

ALL = ("srd-5.1", "srd-5.2", "reroll")


@editions(*ALL)
@pytest.mark.parametrize(("start", "way"), [("C3", "B3 A3"), ("G3", "H3 I3"), ("E1", "F1 G1"), ("E5", "F5 G5")])
def test_who_was_10_ft_away_leaves_no_reach_of_5_ft(rules, start, way):
    """On every side of the enemy alike."""
    t = scene(f"Ada {start} | Gob E3, longsword", rules, size=(9, 5)).table()

    assert ["move"] == t.move("Ada", way).types


@editions("srd-5.1", "srd-5.2")
@pytest.mark.parametrize(("diagonals", "struck"), [("5-5-5", True), ("5-10-5", False)])
def test_a_reach_of_10_ft_ends_sooner_along_the_diagonal_where_diagonals_cost_more(rules, diagonals, struck):
    """Two squares along the diagonal are 10 ft, or 15."""
    t = scene("Ada C3 | Gob E5, glaive", rules, size=(9, 9), options={"diagonals": diagonals}).table()
    t.reacts("Gob", "glaive")

    done = t.move("Ada", "B2", dice=[2] if struck else [])

    assert struck == bool(done.all("opportunity-attack"))
