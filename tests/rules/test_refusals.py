"""What the rules refuse, and what they spare, where no single topic owns the ground."""

import pytest

from clauses import case, clause
from scenes import scene


@clause("action.impossible")
@pytest.mark.parametrize(
    ("deed", "asked"),
    [
        ("attack", ("Ada", "Ada", "longsword")),
        ("grapple", ("Ada", "Ada")),
        ("shove", ("Ada", "Ada")),
        ("ready", ("Ada", "longsword", "enemy moves", "Ada")),
        ("release", ("Ada", "Gob")),
        ("escape", ("Ada", "Gob")),
        ("stabilise", ("Ada", "Gob")),
        ("help", ("Ada", "Bo", "Bo")),
    ],
)
def test_nothing_can_be_done_where_there_is_nobody_to_do_it_to(rules, deed, asked):
    """Not to oneself, not to whom it does not concern. Nothing is rolled, nothing spent."""
    t = scene("Ada A1, longsword; Bo A2 | Gob B1", rules).table()

    assert "action.impossible" == t.refusal(deed, *asked)
    t.attack("Ada", "Gob", "longsword", dice=[2])


@clause("forced")
def test_who_is_moved_by_another_provokes_nobody(rules):
    """Being pushed is not moving: it uses none of one's movement, action or reaction."""
    told = scene("Ada A2, longsword; Bo C3, longsword | Gob B2", rules).move("Gob", "C1", forced=True)

    assert [] == told["provokes"]
    assert {("Ada", "forced"), ("Bo", "forced")} == {
        (spared["by"], spared["clause"]) for spared in told["does_not_provoke"]
    }


@case("C026")
@clause("frightened.closer")
def test_the_frightened_may_keep_its_distance_but_not_come_closer(rules):
    """It is not rooted: every step that leads no closer to the source of its fear is allowed."""
    t = scene("Pim D1, frightened of Ogre | Ogre A1", rules).table()

    assert "frightened.closer" == t.refusal("move", "Pim", "C1")
    t.move("Pim", "D2 D3 D4")
    t.move("Pim", "E4")
