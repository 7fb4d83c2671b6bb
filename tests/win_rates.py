"""Every creature of the bestiary against one party: how its fights come out, kept in win_rates.csv.

    python tests/win_rates.py

writes the table anew; do so with a compiled engine, and only when a change of outcomes is meant. A creature's row has a
letter for each fight: `b` the beast wins, `h` the heroes do, `d` nobody is left, `u` nobody has won after 30 rounds.
"""

import csv
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Final

import encounter
from encounter.bestiary import shelf
from encounter.engine.rules.editions import RULESETS

TABLE: Final = Path(__file__).with_name("win_rates.csv")
FIGHTS: Final = {"srd-5.1": 20, "srd-5.2": 20, "reroll": 4}  # a creature; `reroll` has the bestiary of `srd-5.1`
SEED: Final = 1
LETTERS: Final = {0: "b", 1: "h", -1: "d", -2: "u"}
FIGHT: Final = """\
rules: {rules}
options: {{round_limit: 30}}
map: |
  ................
  .w..............
  ................
  ................
  ................
  ................
  ................
  ................
  ................
  ...A..B..C..D...
  ................
  ................
sides:
  beasts: [{{creature: {creature!r}, name: Beast, letter: w}}]
  heroes:
    - {{hero: fighter 5, name: Ada, letter: A}}
    - {{hero: rogue 5, name: Bram, letter: B}}
    - {{hero: cleric 5, name: Cleo, letter: C}}
    - {{hero: wizard 5, name: Dov, letter: D}}
"""


def outcomes(rules: str, creature: str, fights: int, folder: Path) -> str:
    """A letter for each of the first fights of a creature."""
    path = folder / "fight.yaml"
    path.write_text(FIGHT.format(rules=rules, creature=creature), encoding="utf-8")
    fought = encounter.compile(encounter.load(path))
    return "".join(LETTERS[fought.fight(seed=SEED, index=index).winner] for index in range(fights))


def rows() -> Iterator[tuple[str, str, str]]:
    """Ruleset, creature and outcomes of every row of the table."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            yield row["rules"], row["creature"], row["outcomes"]


def write() -> None:
    """The table anew, on all cores."""
    wanted = [(rules, entry.name) for rules in RULESETS for entry in shelf.index(shelf.bestiary_of(rules))]
    with ProcessPoolExecutor() as pool, TABLE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["rules", "creature", "outcomes"])
        writer.writerows(pool.map(row_of, wanted, chunksize=8))


def row_of(wanted: tuple[str, str]) -> tuple[str, str, str]:
    """The row of one creature under one ruleset."""
    rules, creature = wanted
    with tempfile.TemporaryDirectory() as folder:
        return rules, creature, outcomes(rules, creature, FIGHTS[rules], Path(folder))


if __name__ == "__main__":
    write()
