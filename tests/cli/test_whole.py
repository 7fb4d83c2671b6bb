"""From a shipped file to the story and the table, through the real engine."""

import json
import pickle
import re
from typing import Any

import pytest

from encounter.cli import main
from encounter.engine.journal import TYPES, Journal
from encounter.report.board import Stage, draw
from encounter.report.catalogue import LANGUAGES
from encounter.report.narration import Narrator
from encounter.report.words import Words
from encounter.scenario.checking import load
from encounter.scenario.compiler import compile
from encounter.scenario.shipped import shipped

AMBUSH = str(shipped()["goblin-ambush"])
STATUSES = ("up", "down", "dead", "left", "waiting")

Captured = pytest.CaptureFixture[str]


@pytest.mark.parametrize("name", shipped())
def test_every_fight_is_told_without_a_hole_in_every_language(name: str) -> None:
    scenario = load(str(shipped()[name]))
    encounter = compile(scenario)
    journal = Journal()
    encounter.fight(1, 0, journal)
    events = [event.as_json() for event in journal.events]

    for lang in LANGUAGES:
        paragraphs = Narrator(Words(lang, "m", scenario.ruleset)).tell(events)
        holes = [one.text for one in paragraphs if re.search(r"None|[{}]|\.\.|\(\)| ,|\bgm\b", one.text)]
        assert [] == holes


@pytest.mark.parametrize("name", shipped())
def test_the_board_at_the_end_is_that_of_the_outcome(name: str) -> None:
    scenario = load(str(shipped()[name]))
    encounter = compile(scenario)
    journal = Journal()
    outcome = encounter.fight(1, 0, journal)
    stage = Stage.of(scenario)
    for event in journal.events:
        stage.take(event.as_json())

    for place, tally in enumerate(outcome.tallies):
        piece = stage.pieces[encounter.names[place]]
        assert (tally.hp, STATUSES[tally.status]) == (piece.hp, piece.status), piece.name
        if tally.square >= 0:
            assert (tally.square % encounter.width, tally.square // encounter.width) == piece.square
    assert all(line.cell_len <= 80 for line in draw(stage, Words(), 80))


@pytest.mark.parametrize("name", shipped())
def test_a_scenario_can_be_sent_to_a_worker(name: str) -> None:
    scenario = load(str(shipped()[name]))

    assert scenario == pickle.loads(pickle.dumps(scenario))


def test_batch_is_the_same_with_two_workers(capsys: Captured) -> None:
    told = []
    for workers in ("1", "2"):
        assert 0 == main(["batch", AMBUSH, "-n", "30", "--workers", workers, "--json"])
        value = json.loads(capsys.readouterr().out)
        told.append({key: value[key] for key in value if key not in ("elapsed_s", "fights_per_second")})

    assert told[0] == told[1]


def test_run_tells_the_ambush(capsys: Captured) -> None:
    assert 0 == main(["run", AMBUSH, "--seed", "1", "--no-color"])
    out = capsys.readouterr().out

    assert "Round 1\n" in out
    assert re.search(r"Victory for (heroes|goblins) after \d+ rounds?\.", out)


def test_run_as_json_names_only_known_types_and_degrees(capsys: Captured) -> None:
    assert 0 == main(["run", AMBUSH, "--seed", "1", "--json"])
    value: dict[str, Any] = json.loads(capsys.readouterr().out)

    assert {event["type"] for event in value["events"]} <= set(TYPES)
    degrees = {event["degree"] for event in value["events"] if "degree" in event}
    assert degrees <= {"fumble", "failure", "success", "critical", "minor", "major"}
    assert value["outcome"] == value["events"][-1]["outcome"]


def test_the_language_changes_no_json(capsys: Captured) -> None:
    assert 0 == main(["run", AMBUSH, "--json"])
    english = capsys.readouterr().out
    assert 0 == main(["run", AMBUSH, "--json", "--lang", "fr", "--units", "m"])

    assert english == capsys.readouterr().out


def test_batch_of_the_ambush_counts_every_fight(capsys: Captured) -> None:
    assert 0 == main(["batch", AMBUSH, "-n", "20", "--seed", "1", "--workers", "1", "--json"])
    value = json.loads(capsys.readouterr().out)

    assert 20 == value["fights"] == sum(one["count"] for one in value["outcomes"].values())
    assert ["Marn", "Ysolde", "Pim", "Osbert"] == [one["name"] for one in value["combatants"]][:4]
