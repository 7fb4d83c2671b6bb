"""One line a fight, its index and a hash of all that happened in it, to compare engines, Pythons and hash seeds:

    python tests/journals.py scenarios/goblin-ambush.yaml 300 --seed 1 > one.txt

The same fights give the same lines everywhere. It is the installed engine that fights; with PYTHONPATH=. it is the
source. Which one it was stands on standard error.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator, Sequence


def journal_hash(ending: Sequence[object], events: Sequence[dict[str, object]]) -> str:
    """A hash of a fight's ending and its events, as JSON with the keys in the order they were written.

    >>> journal_hash(["heroes", 3, 21], [{"type": "end", "round": 3}])
    '46194dac82a8c866'
    """
    text = json.dumps([*ending, events], ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:16]


def hashes(path: str, fights: int, seed: int, rules: str | None = None) -> Iterator[str]:
    """The hashes of the fights 0 to `fights` - 1 of a scenario file."""
    from encounter.engine.journal import Journal
    from encounter.scenario import compile, load

    encounter = compile(load(path, rules=rules))
    for index in range(fights):
        journal = Journal()
        outcome = encounter.fight(seed, index, journal)
        ending = [int(outcome.winner), int(outcome.rounds), int(outcome.turns)]
        yield journal_hash(ending, [event.as_json() for event in journal.events])


def main() -> int:
    parser = argparse.ArgumentParser(description="Print a hash of each fight's journal.")
    parser.add_argument("scenario")
    parser.add_argument("fights", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--rules")
    arguments = parser.parse_args()

    from encounter.engine import form

    print(f"{form()} engine, Python {sys.version.split()[0]}", file=sys.stderr)
    for index, fight_hash in enumerate(hashes(arguments.scenario, arguments.fights, arguments.seed, arguments.rules)):
        print(index, fight_hash)
    return 0


if __name__ == "__main__":
    sys.exit(main())
