"""Creatures of the bestiary at the table: what their stat blocks say is what happens."""

from pathlib import Path

import pytest

import encounter
from encounter.bestiary import shelf
from encounter.engine import form
from encounter.engine.rules.editions import RULESETS
from table import Table

FIGHTS = 5  # of every creature where the engine is compiled: a minute of computing for all rulesets


def file_of(folder: Path, rules: str, creature: str) -> Path:
    """A fight of one creature against four heroes of level 5."""
    path = folder / "fight.yaml"
    rows = ["." * 16 for _ in range(12)]
    rows[1] = ".w" + "." * 14
    rows[9] = "...A..B..C..D..."
    drawn = "".join(f"  {row}\n" for row in rows)
    path.write_text(
        f"rules: {rules}\noptions: {{round_limit: 30}}\nmap: |\n{drawn}"
        f"sides:\n  beasts:\n    - {{creature: {creature!r}, name: Beast, letter: w}}\n  heroes:\n"
        "    - {hero: fighter 5, name: Ada, letter: A}\n    - {hero: rogue 5, name: Bram, letter: B}\n"
        "    - {hero: cleric 5, name: Cleo, letter: C}\n    - {hero: wizard 5, name: Dov, letter: D}\n"
    )
    return path


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
@pytest.mark.parametrize("rules", RULESETS)
def test_every_creature_fights_a_party_of_heroes_without_an_error(tmp_path: Path, rules: str) -> None:
    """Everybody where the engine is compiled (of the bestiary that two rulesets share, fewer fights the second time),
    ten creatures of each ruleset where it is not."""
    compiled = form() == "compiled"
    entries = shelf.index(shelf.bestiary_of(rules))
    count = (FIGHTS if rules == shelf.bestiary_of(rules) else 2) if compiled else 1
    for entry in entries if compiled else entries[3::33]:
        fights = encounter.compile(encounter.load(file_of(tmp_path, rules, entry.name)))
        for index in range(count):
            fought = fights.fight(seed=1, index=index)
            assert fought.rounds <= 30
            assert fought.turns > 0
