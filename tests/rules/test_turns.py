"""Rounds and turns: budgets, what begins and ends with a turn, surprise, reinforcements, the end (rules.md A3)."""

from typing import Any

import pytest

from clauses import case, clause, editions, hear
from encounter.engine.fight import DRAW, UNDECIDED, Outcome
from encounter.engine.journal import Journal
from encounter.engine.rules.turn import play_round
from scenes import Scene, scene

ALL = ("srd-5.1", "srd-5.2", "reroll")


def played(of: Scene, seed: int = 0, index: int = 0) -> tuple[Outcome, list[dict[str, Any]]]:
    """A whole fight and its events."""
    journal = Journal()
    outcome = of.encounter.fight(seed, index, journal)
    return outcome, [event.as_json() for event in journal.events]


# Rounds and budgets (32 to 35)


@editions(*ALL)
def test_everybody_has_one_turn_a_round_in_the_order_of_initiative(rules):
    fight = scene(
        "Ada A1, still; Bo A3, still | Gob H1, still; Orc H3, still",
        rules,
        order=["Bo", "Orc", "Ada", "Gob"],
        options={"round_limit": 2},
    )

    outcome, events = played(fight)

    turns = [(event["round"], event["actor"]) for event in events if event["type"] == "turn"]
    assert [(n, name) for n in (1, 2) for name in ("Bo", "Orc", "Ada", "Gob")] == turns
    assert (2, 8) == (outcome.rounds, outcome.turns)
    assert list(range(1, 9)) == [event["turn"] for event in events if event["type"] == "turn"]


@editions(*ALL)
def test_a_turn_begins_with_a_whole_budget(rules):
    """Movement, action, bonus action and reaction are all there again."""
    t = scene("Kit A1, cunning action, shortsword | Gob L8", rules).table()
    t.move("Kit", "B1 C1")
    t.dash("Kit")
    t.disengage("Kit", bonus=True)
    t["Kit"].has_reaction = False

    t.begin_turn("Kit")

    t.dash("Kit", bonus=True)
    t.move("Kit", "D1 E1 F1 G1 H1 I1 J1 K1 L1 L2 L3 L4")
    t.dodge("Kit")
    assert t["Kit"].has_reaction


@editions(*ALL)
def test_the_reaction_comes_back_at_the_start_of_ones_own_turn_only(rules):
    t = scene("Ada A1, reaction used | Gob L8", rules).table()

    t.begin_turn("Gob")
    t.end_turn("Gob")
    assert not t["Ada"].has_reaction
    t.begin_turn("Ada")
    assert t["Ada"].has_reaction


@editions(*ALL)
def test_what_a_scenario_says_is_used_is_used_on_the_first_turn_only(rules):
    t = scene("Ada A1, action used | Gob L8", rules).table()
    t.begin_turn("Ada")
    assert "action.used" == t.refusal("dash", "Ada")
    t.end_turn("Ada")

    t.fight.round = 2
    t.begin_turn("Ada")
    t.dash("Ada")


@editions(*ALL)
def test_a_condition_for_a_number_of_rounds_ends_with_that_turn_of_its_bearer(rules):
    t = scene("Ada A1 | Gob L8", rules).table()
    t.impose("Ada", "poisoned", rounds=2)

    t.begin_turn("Ada")
    assert [] == t.end_turn("Ada").lost
    t.begin_turn("Gob")
    assert [] == t.end_turn("Gob").lost
    t.begin_turn("Ada")
    assert "ended" == t.end_turn("Ada").one("condition-off")["because"]


@editions(*ALL)
def test_a_save_against_a_lasting_effect_is_made_at_the_end_of_the_turn(rules):
    t = scene("Ada A1 | Gob L8", rules).table()
    t.impose("Ada", "poisoned", source="Gob", rounds=10, save_ability=2, save_dc=12)

    assert [] == t.begin_turn("Ada").all("save")
    assert ["save"] == t.end_turn("Ada", dice=[11]).types
    done = t.end_turn("Ada", dice=[12])
    assert ("con", "saved") == (done.roll["ability"], done.one("condition-off")["because"])


# Surprise (27, 28)


@clause("surprised", editions=["srd-5.1", "reroll"])
def test_the_surprised_lose_their_first_turn_in_5_1(rules):
    """No move, no action, and no reaction until that turn has ended; the order is rolled as ever."""
    fight = scene(
        "Ada A1, longsword, surprised | Gob B1, ac 13, still",
        rules,
        order=["Ada", "Gob"],
        options={"round_limit": 1},
    )

    _, events = played(fight)

    turn = next(event for event in events if event["type"] == "turn" and event["actor"] == "Ada")
    assert turn["surprised"]
    assert [] == [event for event in events if event["actor"] == "Ada" and event["type"] not in ("turn", "initiative")]
    t = fight.table()
    assert not t["Ada"].has_reaction
    hear(rules, "surprised" if t["Ada"].is_surprised else "")
    t.take_turn("Ada")
    assert (True, False) == (t["Ada"].has_reaction, t["Ada"].is_surprised)


@editions("srd-5.2")
def test_the_surprised_act_in_5_2(rules):
    fight = scene(
        "Ada A1, longsword, surprised | Gob B1, ac 13, still",
        rules,
        order=["Ada", "Gob"],
        options={"round_limit": 1},
    )

    _, events = played(fight)

    assert any(event["type"] == "attack" and event["actor"] == "Ada" for event in events)


@editions("srd-5.1", "reroll")
def test_conditions_run_on_through_a_lost_turn(rules):
    """The surprised creature's turn ends like any other: its saves and expiries happen."""
    t = scene("Ada A1, surprised, poisoned | Gob L8", rules).table()
    t.impose("Ada", "blinded", rounds=1)

    assert ["blinded"] == t.take_turn("Ada").lost


# Reinforcements


@editions(*ALL)
def test_reinforcements_arrive_at_the_start_of_their_round_and_act_in_it(rules):
    fight = scene(
        "Ada A1, still | Gob L8, still; Orc L1, still, arrives round 3",
        rules,
        order=["Orc", "Gob", "Ada"],
        options={"round_limit": 3},
    )

    _, events = played(fight)

    arrive = next(event for event in events if event["type"] == "arrive")
    assert ("Orc", 3, "L1") == (arrive["actor"], arrive["round"], arrive["square"])
    assert [3] == [event["round"] for event in events if event["type"] == "turn" and event["actor"] == "Orc"]


@editions(*ALL)
def test_a_reinforcement_whose_square_is_taken_takes_the_nearest_free_one(rules):
    """The goblin has walked where the orc was to come in."""
    fight = scene("Ada A8, longsword; Bo L1, still, arrives round 2 | Gob L2, brute, hp 99", rules, size=(12, 8))
    t = fight.table()
    t.fight.relocate(t["Gob"], t.place("L1"))
    t.fight.round = 2
    t.order()

    done = t.does(lambda: play_round(t.fight))

    assert "K1" == done.one("arrive")["square"]


@editions(*ALL)
def test_a_side_waiting_for_reinforcements_has_not_lost(rules):
    """Nobody on the map is not nobody left, while somebody is still to come."""
    fight = scene("Ada A1, still | Gob L8, still, arrives round 3", rules, options={"round_limit": 4})

    outcome, events = played(fight)

    assert (UNDECIDED, 4) == (outcome.winner, outcome.rounds)
    assert 3 == next(event for event in events if event["type"] == "arrive")["round"]


# The end (38)


@case("N013")
@editions(*ALL)
@pytest.mark.parametrize("condition", ["paralyzed", "incapacitated", "stunned", "unconscious", "petrified"])
def test_the_helpless_with_hit_points_left_are_still_in_the_fight(rules, condition):
    t = scene(f"Ada A1, longsword | Gob B1, ac 13, {condition}", rules).table()

    assert not t.fight.ends()


@editions(*ALL)
def test_a_side_is_beaten_when_all_of_it_are_dead_down_or_gone(rules):
    t = scene("Ada A1 | Gob B1; Orc B2, character; Tom L8", rules, map=["." * 12] * 8).table()

    t.hurt("Gob", (20, "fire"))
    t.hurt("Orc", (20, "fire"))
    assert not t.fight.ends()
    t.does(lambda: t.fight.leave(t["Tom"], "over the edge"))

    assert ["dead", "down", "left"] == [t.status(name) for name in ("Gob", "Orc", "Tom")]
    assert t.fight.ends()
    assert 0 == t.fight.winner()


@editions(*ALL)
def test_whoever_is_knocked_out_is_out(rules):
    t = scene("Ada A1 | Gob B1", rules).table()

    t.hurt("Gob", (20, "bludgeoning"), by="Ada", spares=True)

    assert "down" == t.status("Gob")
    assert t.fight.ends()


@editions(*ALL)
def test_nobody_left_anywhere_is_a_draw(rules):
    t = scene("Ada A1 | Gob B1", rules).table()

    t.hurt("Ada", (20, "fire"))
    t.hurt("Gob", (20, "fire"))

    assert t.fight.ends()
    assert DRAW == t.fight.winner()


@editions(*ALL)
def test_three_sides_fight_until_one_is_left(rules):
    t = scene("Ada A1 | Gob B1 | Orc C1", rules).table()

    t.hurt("Ada", (20, "fire"))
    assert not t.fight.ends()
    t.hurt("Gob", (20, "fire"))

    assert (True, 2) == (t.fight.ends(), t.fight.winner())


@editions(*ALL)
def test_the_fight_ends_with_the_blow_and_not_with_the_round(rules):
    fight = scene("Ada A1, longsword, still | Gob B1, ac 13, hp 1, unconscious", rules, order=["Ada", "Gob"])

    outcome, events = played(fight, index=next(i for i in range(50) if fight.encounter.fight(0, i).rounds == 1))

    assert (0, 1, 1) == (outcome.winner, outcome.rounds, outcome.turns)
    assert ["dead", "end"] == [event["type"] for event in events][-2:]


@editions(*ALL)
def test_a_fight_decided_before_the_first_turn_has_no_rounds(rules):
    outcome, events = played(scene("Ada A1 | Gob B1, character, hp 0 of 7", rules))

    assert (0, 0, 0) == (outcome.winner, outcome.rounds, outcome.turns)
    assert ["end"] == [event["type"] for event in events]


@case("C107")
@editions(*ALL)
@pytest.mark.parametrize("limit", [1, 7])
def test_nothing_reaches_through_a_sealed_wall_and_the_limit_ends_it(rules, limit):
    """A bow and a wall without a door: nobody attacks, nobody errs, undecided at the round limit."""
    walls = ["...#...", "...#...", "...#..."]
    fight = scene("Walker B2, shortbow | Gob F2, longsword", rules, map=walls, options={"round_limit": limit})

    outcome, events = played(fight)

    assert (UNDECIDED, limit) == (outcome.winner, outcome.rounds)
    assert [] == [event for event in events if event["type"] == "attack"]
    assert "undecided" == events[-1]["outcome"]


@case("C219")
@editions(*ALL)
def test_two_that_cannot_meet_are_undecided_after_100_rounds(rules):
    fight = scene("Ada A1, longsword | Gob G3, longsword", rules, map=["...#...", "...#...", "...#..."])

    outcome, _ = played(fight)

    assert (UNDECIDED, 100) == (outcome.winner, outcome.rounds)


@editions(*ALL)
def test_two_that_cannot_hurt_each_other_are_undecided_after_100_rounds(rules):
    fight = scene(
        "Ada A1, club +4 1d4, immune to bludgeoning | Gob B1, club +4 1d4, immune to bludgeoning",
        rules,
        creatures={
            name: {"attacks": {"club": {"to_hit": 4, "reach": "5 ft", "damage": "1d4 bludgeoning"}}}
            for name in ("Ada", "Gob")
        },
    )

    outcome, _ = played(fight)

    assert (UNDECIDED, 100) == (outcome.winner, outcome.rounds)
    assert [20, 20] == [tally.hp for tally in outcome.tallies]
