"""What a batch keeps while it runs."""

import tracemalloc
from pathlib import Path

from encounter.scenario import compile, load
from encounter.trials import batch

AMBUSH = Path(__file__).resolve().parents[2] / "scenarios" / "goblin-ambush.yaml"


def test_the_memory_of_a_batch_does_not_grow_with_its_fights(figure):
    encounter = compile(load(AMBUSH))
    batch(encounter, fights=400, seed=1, workers=1)  # what is worked out when it is first asked for is there afterwards
    peaks = {}
    for fights in (100, 800):
        tracemalloc.start()
        batch(encounter, fights=fights, seed=1, workers=1)
        peaks[fights] = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    figure(f"a batch of 100 fights takes {peaks[100] // 1024} KiB at its peak, one of 800 {peaks[800] // 1024} KiB")

    assert peaks[800] < peaks[100] + 100_000
