"""A small scenario that is right, and ways to change and read it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from encounter.scenario import Report, Scenario, check, load

DUEL = """\
title: Test
map: |
  .....
  .A.g.
  ..#..
creatures:
  Ada:
    ac: 15
    hp: 12
  goblin:
    ac: 15
    hp: 7
    attacks:
      scimitar: {to_hit: 4, damage: 1d6+2 slashing}
sides:
  heroes:
    - {creature: Ada, letter: A}
  goblins:
    - {creature: goblin, letter: g}
"""


def changed(*changes: tuple[str, str]) -> str:
    """The duel with pieces of its text replaced, each where it stands first."""
    text = DUEL
    for old, new in changes:
        assert old in text, f"{old!r} is not in the text"
        text = text.replace(old, new, 1)
    return text


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Write a file into the current folder, which is an empty one, and give its name."""
    monkeypatch.chdir(tmp_path)

    def do(content: str | bytes, name: str = "x.yaml") -> str:
        data = content if isinstance(content, bytes) else content.encode()
        (tmp_path / name).write_bytes(data)
        return name

    return do


@pytest.fixture
def problems(write: Callable[..., str]) -> Callable[..., list[str]]:
    """`line:column code` of every error of the duel with some changes."""

    def do(*changes: tuple[str, str]) -> list[str]:
        return told(check([write(changed(*changes))]))

    return do


@pytest.fixture
def duel(write: Callable[..., str]) -> Callable[..., Scenario]:
    """The duel with some changes, loaded."""

    def do(*changes: tuple[str, str], **settings: Any) -> Scenario:
        return load(write(changed(*changes)), **settings)

    return do


def told(report: Report) -> list[str]:
    """`line:column code` of every error of a report."""
    return [f"{problem.line}:{problem.column} {problem.code}" for problem in report.errors]
