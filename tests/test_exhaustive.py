"""The exhaustive runner: a few of its fights, and what it says when a law is broken."""

import pytest

import exhaustive
from encounter.engine.intent import INTENT_NAMES
from encounter.engine.journal import TYPES
from exhaustive import Coverage, main, play, run
from invariants import Broken


def test_a_few_made_up_fights_try_every_kind_of_intent_and_show_most_types_of_events() -> None:
    coverage = Coverage()

    for seed in range(12):
        play(seed, True, coverage)
        play(seed, False, coverage)

    assert set() == {f"intent {name}" for name in INTENT_NAMES} & set(coverage.missing)
    assert len({f"type {type}" for type in TYPES} & set(coverage.missing)) < 6


def test_what_is_wanted_is_the_register_the_conditions_the_types_and_the_intents() -> None:
    wanted = Coverage().wanted

    assert {"type attack", "intent help", "srd-5.1 condition prone", "reroll clause lance"} <= set(wanted)
    assert len(wanted) == len(set(wanted))


def test_a_broken_law_ends_with_the_line_that_plays_the_fight_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object) -> None:
        raise Broken("Ada has 9 of 8 HP")

    monkeypatch.setattr(exhaustive, "watched", broken)

    assert run(1.0, 7, Coverage()) == -1
    assert "again: PYTHONPATH=. python tests/exhaustive.py --again 7 --whims\n" == capsys.readouterr().out
    with pytest.raises(Broken):
        main(["--again", "7", "--whims"])


def test_without_time_nothing_is_reached_and_that_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--seconds", "0"]) == 1
    assert "not reached: type attack" in capsys.readouterr().out
