"""How fast fights are fought. Each figure is the best of five runs; the fixed loop stands beside it."""

from pathlib import Path
from time import process_time

import pytest

from encounter.engine import form
from encounter.scenario import compile, load
from encounter.trials.estimate import Tally

RUN_S = 2.0
RUNS = 5
AMBUSH = Path(__file__).resolve().parents[2] / "scenarios" / "goblin-ambush.yaml"


def crowd(combatants: int) -> str:
    """A scenario on an open field of 30 by 30: two ranks of soldiers, half of `combatants` each, 40 ft apart.

    They have more HP than they can lose in 12 rounds, so that everybody's turns are counted in every round.
    """
    half = combatants // 2
    columns = [chr(ord("E") + column) for column in range(20)]
    first = ", ".join(f"{columns[place]}10" for place in range(half))
    second = ", ".join(f"{columns[place]}18" for place in range(half))
    rows = "\n".join("  " + "." * 30 for _ in range(30))
    return f"""
title: {combatants} soldiers
rules: srd-5.2
options: {{round_limit: 12}}
map: |
{rows}
creatures:
  soldier:
    ac: 14
    hp: 9000
    abilities: {{str: 14, dex: 14, con: 12}}
    attacks:
      longsword: {{to_hit: 4, reach: 5 ft, damage: 1d8+2 slashing}}
      longbow: {{to_hit: 4, range: 150/600 ft, damage: 1d8+2 piercing}}
sides:
  north:
    - {{creature: soldier, name: North, count: {half}, at: [{first}]}}
  south:
    - {{creature: soldier, name: South, count: {half}, at: [{second}]}}
"""


def fought_for(encounter, seconds: float) -> int:
    """How many fights take about so many seconds of process time."""
    began = process_time()
    fights = 0
    while process_time() - began < seconds:
        encounter.fight(0, fights)
        fights += 1
    return fights


def fight_all(encounter, fights: int) -> Tally:
    """What a worker does for a batch."""
    tally = Tally(encounter.side_of, len(encounter.sides))
    for index in range(fights):
        tally.add(index, encounter.fight(0, index))
    return tally


@pytest.mark.benchmark(timer=process_time)
def test_goblin_ambush_fights_a_second(benchmark, calibration_s, figure):
    encounter = compile(load(AMBUSH))
    fought_for(encounter, 0.5)  # what is worked out when it is first asked for is there afterwards
    fights = fought_for(encounter, RUN_S)
    calibrations = [calibration_s()]

    tally = benchmark.pedantic(
        fight_all, (encounter, fights), rounds=RUNS, teardown=lambda *_: calibrations.append(calibration_s())
    )

    best_s = benchmark.stats.stats.min
    turns = tally.turns / fights
    benchmark.extra_info.update(
        engine=form(), fights=fights, fights_per_second=fights / best_s, calibration_s=calibrations
    )
    figure(
        f"goblin-ambush, {form()}: {fights / best_s:,.0f} fights a second, {turns:.1f} turns each, "
        f"{1e6 * best_s / tally.turns:.1f} us a turn; fixed loop {min(calibrations):.3f} to {max(calibrations):.3f} s"
    )


def test_a_turn_among_40_takes_no_more_than_5_times_as_long_as_among_10(figure, tmp_path):
    turn_us = {}
    for combatants in (10, 40):
        file = tmp_path / f"{combatants}.yaml"
        file.write_text(crowd(combatants), encoding="utf-8")
        encounter = compile(load(file))
        fought_for(encounter, 0.5)
        fights = fought_for(encounter, RUN_S / 2)
        best = float("inf")
        for _ in range(RUNS):
            began = process_time()
            tally = fight_all(encounter, fights)
            best = min(best, process_time() - began)
        assert combatants * 12 * fights == tally.turns
        turn_us[combatants] = 1e6 * best / tally.turns
    figure(f"{form()}: a turn among 10 takes {turn_us[10]:.1f} us, among 40 {turn_us[40]:.1f} us")

    assert turn_us[40] <= 5 * turn_us[10]
