"""The same scenario, ruleset, seed and index give the same fight, whoever fights it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import encounter
from encounter.trials import batch, executors

ROOT = Path(__file__).resolve().parents[2]
AMBUSH = ROOT / "scenarios" / "goblin-ambush.yaml"

pytest.importorskip("encounter.scenario.compiler")


@pytest.fixture(scope="module")
def ambush():
    return encounter.load(AMBUSH)


@pytest.fixture
def eager(monkeypatch):
    """Workers are called after the first fight, and take chunks of few."""
    monkeypatch.setattr(executors, "WARM_UP_S", 0.0)
    monkeypatch.setattr(executors, "WORTH_S", 1e-9)
    monkeypatch.setattr(executors, "CHUNK_S", 0.02)


def test_one_worker_and_two_give_the_same(ambush, eager):
    alone = batch(ambush, fights=40, seed=1, workers=1)
    together = batch(ambush, fights=40, seed=1, workers=2)

    assert alone == together
    same = {"engine": "pure", "version": "0", "elapsed_s": 1.0}
    assert alone.as_json(**same) == together.as_json(**same)


def test_a_batch_is_its_fights_one_by_one(ambush):
    compiled = encounter.compile(ambush)
    counts = {"heroes": 0, "goblins": 0, "draw": 0, "undecided": 0}
    names = ["heroes", "goblins", "undecided", "draw"]  # the engine's -1 is the last, its -2 the one before
    turns = 0
    for index in reversed(range(20)):
        outcome = compiled.fight(3, index)
        counts[names[outcome.winner]] += 1
        turns += outcome.turns

    estimate = batch(compiled, fights=20, seed=3, workers=1)

    assert counts == {name: share.count for name, share in estimate.outcomes.items()}
    assert turns == estimate.turns
    assert ambush.sides == estimate.side_names


def test_the_hash_of_strings_shows_in_no_fight():
    """PYTHONHASHSEED decides the order of a set; no fight may go by one."""
    package = Path(encounter.__file__).resolve().parent.parent
    lines = [
        subprocess.run(
            [sys.executable, str(ROOT / "tests" / "journals.py"), str(AMBUSH), "8", "--seed", "1"],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(package)},
        ).stdout.splitlines()
        for hash_seed in ("1", "4321")
    ]

    assert lines[0] == lines[1]
    assert 8 == len(lines[0]) == len({line.split()[1] for line in lines[0]})
