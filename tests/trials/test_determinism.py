"""The same scenario, ruleset, seed and index give the same fight, whoever fights it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import encounter
from clauses import case
from encounter.engine import form
from encounter.trials import batch, executors

ROOT = Path(__file__).resolve().parents[2]
AMBUSH = ROOT / "scenarios" / "goblin-ambush.yaml"


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


@case("C223")
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


def journals(scenario: Path, fights: int, package: Path, hash_seed: str = "0") -> list[str]:
    """A line a fight with the hash of its journal, from a process of its own that imports `package`."""
    return subprocess.run(
        [sys.executable, str(ROOT / "tests" / "journals.py"), str(scenario), str(fights), "--seed", "1"],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(package)},
    ).stdout.splitlines()


INSTALLED = Path(encounter.__file__).resolve().parent.parent


def test_the_hash_of_strings_shows_in_no_fight():
    """PYTHONHASHSEED decides the order of a set; no fight may go by one."""
    lines = [journals(AMBUSH, 8, INSTALLED, hash_seed) for hash_seed in ("1", "4321")]

    assert lines[0] == lines[1]
    assert 8 == len(lines[0]) == len({line.split()[1] for line in lines[0]})


CROWD = """
title: Forty soldiers, more than the bits of a C int
rules: srd-5.2
options: {round_limit: 6}
map: |
ROWS
creatures:
  soldier:
    ac: 14
    hp: 30
    attacks:
      longsword: {to_hit: 4, reach: 5 ft, damage: 1d8+2 slashing}
      longbow: {to_hit: 4, range: 150/600 ft, damage: 1d8+2 piercing}
sides:
  north: [{creature: soldier, name: North, count: 20, at: [FIRST]}]
  south: [{creature: soldier, name: South, count: 20, at: [SECOND]}]
"""


@pytest.fixture(scope="module")
def crowd(tmp_path_factory):
    columns = "EFGHIJKLMNOPQRSTUVWX"
    text = CROWD.replace("ROWS", "\n".join("  " + "." * 30 for _ in range(30)))
    text = text.replace("FIRST", ", ".join(f"{letter}10" for letter in columns))
    file = tmp_path_factory.mktemp("crowd") / "crowd.yaml"
    file.write_text(text.replace("SECOND", ", ".join(f"{letter}18" for letter in columns)), encoding="utf-8")
    return file


@pytest.mark.skipif(form() != "compiled", reason="compares the compiled engine with the pure one")
@pytest.mark.parametrize("name", [file.stem for file in sorted((ROOT / "scenarios").glob("*.yaml"))] + ["crowd"])
def test_the_compiled_engine_fights_the_fights_of_the_pure_one(name, crowd):
    """Event by event: 300 fights of the ambush, some of each other scenario, and one with more than 32 combatants."""
    if name == "party":
        pytest.skip("the party is no scenario")
    file = crowd if name == "crowd" else ROOT / "scenarios" / f"{name}.yaml"
    fights = {"goblin-ambush": 300, "crowd": 2, "dragon-lair": 3, "lighthouse": 5}.get(name, 20)

    assert journals(file, fights, ROOT) == journals(file, fights, INSTALLED)
