"""What is true of every fight, whoever fights it, where, under which rules (laws 2, 6 and 7 of the design).

The fights are made up from a number (random_fights.py) and looked at event by event (invariants.py). The numbers are
drawn by hypothesis, the same ones in every run. To see one that failed again: `python tests/exhaustive.py --again N`.
"""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from encounter.engine import form
from encounter.engine.journal import Journal
from invariants import Broken, ending, look_at_roll, watched
from random_fights import compiled
from random_scenes import random_scene

FIGHTS = 300 if form() == "compiled" else 60
any_fights = settings(
    max_examples=FIGHTS,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
SEEDS = st.integers(0, 10_000_000)


@any_fights
@given(seed=SEEDS, whims=st.booleans())
def test_the_events_folded_over_the_start_give_the_end_and_break_no_law(seed: int, whims: bool) -> None:
    """Positions, HP, temporary HP, conditions, who is down, dead or gone; and the laws that `Watcher` looks at:

    HP between 0 and the maximum; nobody incapacitated acts or reacts; one reaction between two of one's own turns; no
    more movement than there is; no two bodies in one space at the end of a turn; every roll's mode from its reasons.
    """
    encounter = compiled(seed, whims=whims)

    seen = watched(encounter, seed, 0)

    assert "end" == seen.events[-1]["type"]


@pytest.mark.parametrize("seed", range(7200, 7250))
def test_no_law_is_broken_by_swimmers_squeezers_or_the_ground_that_harms(seed: int) -> None:
    """The same laws where footprints change on the way, speeds are several, and a step may hurt."""
    made_up = random_scene(seed, ("srd-5.1", "srd-5.2", "reroll")[seed % 3], grounded=True)

    seen = watched(made_up.encounter, seed, 0)

    assert "end" == seen.events[-1]["type"]


@any_fights
@given(seed=SEEDS, whims=st.booleans())
def test_a_fight_ends_the_same_with_a_journal_or_without_and_every_time(seed: int, whims: bool) -> None:
    """(scenario, ruleset, seed, index) is one fight, to the die; writing it down changes nothing."""
    encounter = compiled(seed, whims=whims)
    first, second = Journal(), Journal()

    told = ending(encounter.fight(seed, 1, first))
    untold = ending(encounter.fight(seed, 1))
    again = ending(compiled(seed, whims=whims).fight(seed, 1, second))

    assert told == untold == again
    assert [event.as_json() for event in first.events] == [event.as_json() for event in second.events]


@any_fights
@given(seed=SEEDS)
def test_another_fight_in_between_leaves_no_trace(seed: int) -> None:
    """An encounter uses its fights again; what one leaves behind does not reach the next."""
    encounter = compiled(seed, whims=True)

    before = ending(encounter.fight(seed, 2))
    encounter.fight(seed, 3)

    assert before == ending(encounter.fight(seed, 2))


# The look at a roll notices what it should


def roll(**changed: object) -> dict[str, object]:
    """A roll with one cause for and none against."""
    reason = {"clause": "prone.near", "group": "PRONE-T", "source": None, "count": 1}
    usual: dict[str, object] = {
        "roll": "attack",
        "advantage": [reason],
        "disadvantage": [],
        "mode": "advantage",
        "net": 1,
        "neutral": 0,
        "dice": [4, 17],
        "kept": 17,
        "bonus": 5,
        "total": 22,
        "target_number": 15,
        "degree": "success",
        "automatic": None,
        "applied": [],
    }
    return {**usual, **changed}


def broken(event: dict[str, object], stacks: bool = False) -> str:
    try:
        look_at_roll(event, stacks)
    except Broken as why:
        return str(why)
    return ""


def test_a_roll_that_does_not_follow_from_its_reasons_is_noticed() -> None:
    assert "" == broken(roll())
    assert "net 0, the reasons say 1" == broken(roll(net=0, mode="normal"))
    assert "mode normal with net 1" == broken(roll(mode="normal"))
    assert "keeps 4 of [4, 17]" == broken(roll(kept=4))
    assert "17 + 5 is not 21" == broken(roll(total=21))
    assert "1 dice for net 1" == broken(roll(dice=[17]))


def test_causes_of_one_group_count_once_and_helpers_each() -> None:
    unseen = [
        {"clause": clause, "group": "UNSEEN-A", "count": 1} for clause in ("invisible.attacker", "blinded.target")
    ]
    helped = [{"clause": "help.attack", "group": "HELP:Bo", "count": 2}]

    assert "" == broken(roll(advantage=unseen), stacks=True)
    assert "net 1, the reasons say 3" == broken(roll(advantage=[*unseen, *helped]), stacks=True)
