"""The collected cases and the numbered scenarios of the rules: each settled by a test, or said why not yet.

A test settles a case with `@case("C028")`, a scenario with `@scenario(26)` (clauses.py). data/cases.csv holds the
ids of the cases and what they are about.
"""

import csv
from pathlib import Path

import claims
from clauses import CASES, SCENARIOS

DATA = Path(__file__).resolve().parent / "data" / "cases.csv"
NUMBERED = range(1, 73)

# What these are about is refused by name, or told as not simulated, in every scenario that asks for it.
NOT_YET: dict[str, list[str]] = {}
NOT_YET_NUMBERED: dict[str, list[int]] = {}


def collected() -> list[str]:
    with DATA.open(encoding="utf-8", newline="") as file:
        return [row["id"] for row in csv.DictReader(file)]


def test_every_collected_case_is_settled_by_a_test_or_waits_for_a_feature() -> None:
    claims.load()
    waiting = {id for ids in NOT_YET.values() for id in ids}

    assert [] == [id for id in collected() if id not in CASES and id not in waiting]


def test_every_numbered_scenario_is_played_by_a_test_or_waits_for_a_feature() -> None:
    claims.load()
    waiting = {number for numbers in NOT_YET_NUMBERED.values() for number in numbers}

    assert [] == [number for number in NUMBERED if number not in SCENARIOS and number not in waiting]


def test_tests_name_only_cases_and_scenarios_that_there_are_and_none_that_waits() -> None:
    claims.load()

    assert set() == set(CASES) - set(collected())
    assert set() == set(SCENARIOS) - set(NUMBERED)
    assert {id for ids in NOT_YET.values() for id in ids} <= set(collected()) - set(CASES)
    assert not {number for numbers in NOT_YET_NUMBERED.values() for number in numbers} & set(SCENARIOS)
