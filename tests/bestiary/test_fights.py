"""Creatures of the bestiary at the table: what their stat blocks say is what happens."""

from pathlib import Path

import pytest

import encounter
import win_rates
from encounter.bestiary import shelf
from encounter.engine import form
from encounter.engine.rules.editions import RULESETS
from table import Table

PARTS = 8  # of the long test, so that several processes can share it


def table_of(folder: Path, rules: str, creature: str, size: str = "medium") -> Table:
    path = folder / "duel.yaml"
    path.write_text(
        f"rules: {rules}\nmap: |\n  .w....\n  ......\n  ......\n  ......\n"
        f"creatures: {{ada: {{kind: character, size: {size}, ac: 10, hp: 60}}}}\n"
        f"sides: {{a: [{{creature: {creature}, name: Beast, letter: w}}], b: [{{creature: ada, name: Ada, at: D1}}]}}\n"
    )
    return Table(encounter.compile(encounter.load(path)))


def test_a_wolf_of_the_older_edition_bites_and_calls_for_a_save(tmp_path: Path) -> None:
    table = table_of(tmp_path, "srd-5.1", "wolf")
    table.move("Beast", "C1")

    bitten = table.attack("Beast", "Ada", "bite", dice=[15, 3, 2, 4])

    assert (7, ["prone"]) == (bitten.damage, table.conditions("Ada"))


@pytest.mark.parametrize(("size", "conditions"), [("medium", ["prone"]), ("large", [])])
def test_a_wolf_of_the_newer_edition_throws_down_nobody_larger_than_medium(
    tmp_path: Path, size: str, conditions: list[str]
) -> None:
    table = table_of(tmp_path, "srd-5.2", "wolf", size)
    table.move("Beast", "C1")

    bitten = table.attack("Beast", "Ada", "bite", dice=[15, 3])

    assert (5, conditions) == (bitten.damage, table.conditions("Ada"))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("rules", RULESETS)
def test_every_creature_fights_a_party_as_often_and_as_well_as_the_table_says(
    tmp_path: Path, rules: str, part: int
) -> None:
    """All fights of everybody where the engine is compiled; two fights of ten creatures a ruleset where it is not.

    Where a change of outcomes is meant, `python tests/win_rates.py` writes the table anew.
    """
    table = {creature: fought for row, creature, fought in win_rates.rows() if row == rules}
    names = [entry.name for entry in shelf.index(shelf.bestiary_of(rules))]
    chosen = names if form() == "compiled" else names[3::33]
    count = win_rates.FIGHTS[rules] if form() == "compiled" else 2

    fought = {name: win_rates.outcomes(rules, name, count, tmp_path) for name in chosen[part::PARTS]}

    assert names == list(table)
    assert {name: table[name][:count] for name in chosen[part::PARTS]} == fought


def test_the_table_of_win_rates_rises_with_the_challenge_rating() -> None:
    """Nobody of CR 0 wins against four heroes of level 5; nearly everybody above CR 15 does."""
    cr = {(rules, entry.name): entry.cr for rules in RULESETS for entry in shelf.index(shelf.bestiary_of(rules))}
    wins = {"0": [0, 0], "above 15": [0, 0]}
    for rules, creature, fought in win_rates.rows():
        rating = cr[rules, creature]
        kind = "above 15" if "/" not in rating and int(rating) > 15 else rating
        if kind in wins:
            wins[kind][0] += fought.count("b")
            wins[kind][1] += len(fought)

    assert 0 == wins["0"][0]
    assert wins["above 15"][0] > 0.9 * wins["above 15"][1]
