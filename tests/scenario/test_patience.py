"""A file with thousands of unknown names is told of in a few seconds."""

import time
from collections.abc import Callable

from encounter.scenario import check
from encounter.scenario.source import PATIENCE, Patience, suggestion


def test_thousands_of_wrong_names_are_all_told_and_the_first_with_the_nearest(write: Callable[..., str]) -> None:
    beasts = "".join(f"  beast number {n}: {{like: bests nmber {7 * n}x}}\n" for n in range(3000))
    text = f"map: |\n  A.g\ncreatures:\n  Ada: {{ac: 15, hp: 12}}\n{beasts}sides:\n"
    path = write(f"{text}  a: [{{creature: Ada, letter: A}}]\n  b: [{{creature: Ada, name: G, letter: g}}]\n")

    started = time.perf_counter()
    found = check([path]).errors

    assert time.perf_counter() - started < 30
    assert 3000 == len(found)
    assert found[0].hint.startswith("did you mean `beast number ")
    assert found[-1].hint.startswith("valid: Ada, beast number 0, beast number 1, ")


def test_patience_is_renewed_with_every_file(write: Callable[..., str]) -> None:
    PATIENCE.left = 0
    assert "valid: prone, stunned ..." == suggestion("stuned", ["prone", "stunned"])

    check([write("title: x\n")])

    assert 0 < PATIENCE.left <= Patience.COMPARISONS
    assert "did you mean `stunned`?" == suggestion("stuned", ["prone", "stunned"])
