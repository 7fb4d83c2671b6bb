"""Maps with a few values replaced or left out: read, or refused with a reason; never an exception of another kind."""

import json
import random

import pytest

from encounter.engine.board import TERRAIN_NAMES
from encounter.maps import tiled, uvtt
from encounter.maps.mapfile import MapError, sign_of
from encounter.scenario.shipped import all_files

ODD = (None, True, -1, 0, 1e9, "x", "", [], {}, [1], [[]], [None], {"x": 1}, 10**30, 1.5, -0.5, 2**31)


def mangled(value, draws):
    """A copy in which one value, anywhere, is another or not there."""
    if not isinstance(value, dict | list) or not value:
        return draws.choice(ODD)
    copy = value.copy()
    place = draws.choice(list(copy)) if isinstance(copy, dict) else draws.randrange(len(copy))
    if isinstance(copy[place], dict | list) and draws.random() < 0.7:
        copy[place] = mangled(copy[place], draws)
    elif draws.random() < 0.3:
        del copy[place]
    else:
        copy[place] = draws.choice(ODD)
    return copy


@pytest.mark.parametrize(
    ("file", "read"),
    [("old-cellar.dd2vtt", uvtt.read), ("toll-gate.tmj", lambda raw: tiled.read(raw, all_files()["toll-gate.tmj"]))],
)
def test_a_mangled_map_is_read_or_refused_with_a_reason(file, read):
    if file.endswith(".tmj"):
        pytest.importorskip("pytiled_parser")
    whole = json.loads(all_files()[file].read_text(encoding="utf-8"))
    draws = random.Random(600)
    refused, kept = 0, 0
    for _ in range(600):
        text = mangled(whole, draws)
        for _ in range(draws.randrange(3)):
            text = mangled(text, draws)
        try:
            found = read(json.dumps(text).encode())
        except MapError as error:
            refused += bool(error.message and error.hint)
        else:
            kept += found.width * found.height == len(found.terrain)

    assert 600 == refused + kept
    assert 100 < refused < 600


def test_every_terrain_has_a_sign_of_its_own_and_no_new_one_is_a_letter():
    signs = {name: sign_of(number) for name, number in TERRAIN_NAMES.items()}

    assert "?" not in signs.values()
    assert len(set(signs.values())) == len(signs)
    assert ["tree"] == [name for name, sign in signs.items() if sign.isalpha()]
