"""What a batch says of fights whose outcomes are known."""

import itertools
import json

import pytest

from clauses import case
from encounter.trials import batch
from encounter.trials.estimate import Remnant, Tally
from encounter.trials.statistics import wilson
from fake_fights import End, Fought, Mixed, Scripted

UP, DOWN, DEAD, LEFT, WAITING = range(5)

WHOLE = End()
OGRE_DEAD = End(DEAD, 0, 59, 9, 60, 2, 1, 0)


def fight(winner: int, rounds: int, *, ada: End = WHOLE, bram: End = WHOLE, ogre: End = OGRE_DEAD) -> Fought:
    return Fought(winner, rounds, 3 * rounds, [ada, bram, ogre])


def estimate(*fights: Fought, seed: int = 0):
    return batch(Scripted(fights), fights=len(fights), seed=seed)


@case("C225")
def test_the_json_is_the_contracts():
    fights = [
        fight(0, 3, ada=End(UP, 4, 24, 40, 20, 3, 3, 1), bram=End(DEAD, 0, 16, 20, 16, 3, 2, 0)),
        fight(1, 2, ada=End(DOWN, 0, 24, 8, 24, 2, 1, 0), bram=End(DEAD, 0, 16, 0, 16, 2, 0, 0), ogre=End(UP, 51, 59)),
        fight(0, 4, ada=End(UP, 24, 24, 30, 0, 4, 2, 0), bram=End(UP, 12, 16, 30, 4, 4, 4, 1)),
        fight(-1, 9, ada=End(DEAD, 0, 24, 30, 24, 9, 5, 0), bram=End(LEFT, 16, 16, 29, 0, 9, 4, 0)),
    ]

    result = estimate(*fights, seed=5).as_json(engine="pure", version="0.1.0", elapsed_s=0.5)

    half, quarter, none = wilson(2, 4), wilson(1, 4), wilson(0, 4)
    assert {
        "scenario": None,
        "ruleset": "srd-5.2",
        "seed": 5,
        "fights": 4,
        "engine": "pure",
        "version": "0.1.0",
        "elapsed_s": 0.5,
        "fights_per_second": 8.0,
        "turns": 54,
        "outcomes": {
            "heroes": {"count": 2, "rate": 0.5, "low": half[0], "high": half[1]},
            "ogres": {"count": 1, "rate": 0.25, "low": quarter[0], "high": quarter[1]},
            "draw": {"count": 1, "rate": 0.25, "low": quarter[0], "high": quarter[1]},
            "undecided": {"count": 0, "rate": 0.0, "low": none[0], "high": none[1]},
        },
        "sides": {
            "heroes": {"any_dead": 0.75, "all_out": 0.5, "hp_left": 56 / 160},
            "ogres": {"any_dead": 0.75, "all_out": 0.75, "hp_left": 51 / 236},
        },
        "rounds": {"mean": 4.5, "p10": 2, "p50": 3, "p90": 9},
        "combatants": [
            {
                "name": "Ada",
                "side": "heroes",
                "survival": 0.75,
                "down": 0.25,
                "dead": 0.25,
                "damage_dealt": 27.0,
                "damage_taken": 17.0,
                "attacks": 4.5,
                "hits": 2.75,
                "criticals": 0.25,
            },
            {
                "name": "Bram",
                "side": "heroes",
                "survival": 0.5,
                "down": 0.0,
                "dead": 0.5,
                "damage_dealt": 19.75,
                "damage_taken": 9.0,
                "attacks": 4.5,
                "hits": 2.5,
                "criticals": 0.25,
            },
            {
                "name": "Ogre",
                "side": "ogres",
                "survival": 0.25,
                "down": 0.0,
                "dead": 0.75,
                "damage_dealt": 6.75,
                "damage_taken": 45.0,
                "attacks": 1.5,
                "hits": 0.75,
                "criticals": 0.0,
            },
        ],
        "examples": {"typical": 0, "closest": 0, "worst": {"heroes": 1, "ogres": 0}},
        "not_simulated": ["Ogre: trait keen smell"],
    } == result
    assert result == json.loads(json.dumps(result))
    assert ["heroes", "ogres", "draw", "undecided"] == list(result["outcomes"])


def test_the_typical_fight_is_of_the_commonest_outcome_and_its_median_round_and_the_first_such():
    rounds = [9, 2, 3, 3, 5]
    fights = [fight(1, 3), *(fight(0, taken) for taken in rounds), fight(1, 3)]

    assert 3 == estimate(*fights).examples.typical


@pytest.mark.parametrize(
    ("winners", "typical"),
    [([1, 0], 1), ([-1, 1], 1), ([-2, -1], 1), ([-2, -2, 0], 0), ([0, 0, 1], 0)],
)
def test_of_equally_common_outcomes_the_first_side_in_the_file_then_the_draw_is_typical(winners, typical):
    assert typical == estimate(*(fight(winner, 3) for winner in winners)).examples.typical


def test_the_closest_fight_left_its_winner_the_least_share_of_its_hp():
    fights = [
        fight(0, 3, ada=End(UP, 3, 10), bram=End(UP, 3, 10)),  # 6 of 20
        fight(1, 3, ogre=End(UP, 17, 59)),  # 17 of 59, a little less
        fight(-1, 3, ada=End(DEAD, 0), bram=End(DEAD, 0)),  # nobody won
        fight(1, 3, ogre=End(UP, 17, 59)),
    ]

    assert 1 == estimate(*fights).examples.closest


def test_without_a_winner_no_fight_is_the_closest():
    assert estimate(fight(-1, 3), fight(-2, 100)).examples.closest is None


def test_the_worst_fight_of_a_side_left_it_the_least_share_and_is_the_first_such():
    fights = [
        fight(0, 3, ada=End(UP, 5), bram=End(UP, 5), ogre=End(UP, 1, 59)),
        fight(0, 3, ada=End(DEAD, 0), bram=End(UP, 9)),
        fight(0, 3, ada=End(UP, 9), bram=End(DEAD, 0)),
    ]

    assert {"heroes": 1, "ogres": 1} == estimate(*fights).examples.worst


def test_shares_are_compared_exactly():
    third, more = Remnant(10**17, 3 * 10**17, 7), Remnant(10**17 + 1, 3 * 10**17, 2)  # one float

    assert third.precedes(more)
    assert not more.precedes(third)
    assert Remnant(1, 3, 2).precedes(third)


def test_a_side_is_all_out_when_nobody_of_it_is_up_or_still_to_come():
    out = [End(DOWN, 0), End(DEAD, 0), End(LEFT, 10)]
    fights = [
        *(fight(1, 3, ada=ada, bram=bram) for ada, bram in itertools.product(out, out)),
        fight(0, 3, ada=End(UP, 1), bram=End(DEAD, 0)),
        fight(-2, 3, ada=End(WAITING, 10), bram=End(DEAD, 0)),
    ]

    assert 9 / 11 == estimate(*fights).sides["heroes"].all_out


def test_who_was_pushed_off_the_map_or_lies_down_survives():
    ada, bram, _ = estimate(fight(1, 3, ada=End(LEFT, 7), bram=End(DOWN, 0))).combatants

    assert (1.0, 0.0, 0.0) == (ada.survival, ada.down, ada.dead)
    assert (1.0, 1.0, 0.0) == (bram.survival, bram.down, bram.dead)


def test_hp_left_is_out_of_the_most_it_could_have_over_all_fights():
    ada = estimate(fight(0, 3, ada=End(UP, 6, 8)), fight(0, 3, ada=End(UP, 3, 10))).combatants[0]

    assert 0.5 == ada.hp_left


def test_a_fight_decided_before_the_first_turn_counts_as_0_rounds():
    rounds = estimate(fight(0, 0), fight(0, 1)).rounds

    assert (0.5, 0, 0, 1) == (rounds.mean, rounds.p10, rounds.p50, rounds.p90)


def test_sums_are_the_same_in_whatever_order_and_grouping_they_are_added():
    mixed = Mixed()
    fights = {index: mixed.fight(3, index) for index in range(60)}
    whole = Tally(mixed.side_of, 2)
    for index, fought in fights.items():
        whole.add(index, fought)

    for cuts in ([], [1], [59], [20, 40], [7, 8, 9, 33]):
        parts = []
        for first, stop in itertools.pairwise([0, *cuts, 60]):
            part = Tally(mixed.side_of, 2)
            for index in reversed(range(first, stop)):
                part.add(index, fights[index])
            parts.append(part)
        for some in itertools.islice(itertools.permutations(parts), 24):
            left = Tally(mixed.side_of, 2)
            for part in some:
                left = left.plus(part)
            assert whole == left
        right = parts[-1]
        for part in parts[-2::-1]:
            right = part.plus(right)
        assert whole == right


def test_adding_changes_neither_of_the_two():
    mixed = Mixed()
    one, other = Tally(mixed.side_of, 2), Tally(mixed.side_of, 2)
    one.add(0, mixed.fight(0, 0))
    other.add(1, mixed.fight(0, 1))
    both = one.plus(other)
    both.add(2, mixed.fight(0, 2))

    assert [1, 1, 3] == [one.fights, other.fights, both.fights]
    assert [1, 1] == [sum(sum(row[:5]) for row in tally.combatants) // 5 for tally in (one, other)]


def test_what_is_kept_does_not_grow_with_the_fights():
    mixed = Mixed()
    tally = Tally(mixed.side_of, 2)
    for index in range(2000):
        tally.add(index, mixed.fight(0, index))

    assert 28 == len(tally.endings)  # four outcomes of at most seven rounds
    assert [12] * 5 == [len(row) for row in tally.combatants]


def test_estimates_are_equal_whatever_time_they_took():
    one, other = batch(Mixed(), fights=50), batch(Mixed(), fights=50)

    assert one == other
    assert one != batch(Mixed(), fights=50, seed=1)
    assert one.elapsed_s > 0
