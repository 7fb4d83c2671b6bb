"""Play made-up fights until everything has happened, and look at each of them:

    PYTHONPATH=. python tests/exhaustive.py --seconds 120

Everything: each type of event, each kind of intent, and under each ruleset each condition and each clause of the
register. What was not reached is printed at the end, and makes the script exit with 1; so does a broken law, with the
one line that plays the fight again. It is the installed engine that fights; with PYTHONPATH=. it is the source.
"""

import argparse
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence

from clauses import ids_in
from encounter.engine import form
from encounter.engine.board import square_name
from encounter.engine.encounter import Encounter
from encounter.engine.intent import INTENT_NAMES
from encounter.engine.journal import TYPES
from encounter.engine.rules.clauses import clause_ids
from encounter.engine.rules.editions import RULESETS
from encounter.engine.rules.legal import ILLEGAL_NAMES
from encounter.explaining import explain_move, explain_roll
from invariants import watched
from random_fights import Whim, compiled, line

# What the format has and no fight can show, with the reason.
NEVER: dict[str, str] = {}
FIGHTS_A_SCENARIO = 3
QUESTIONS_A_SCENARIO = 4


class Coverage:
    """What is to be seen, and how often it was."""

    def __init__(self) -> None:
        self.seen: Counter[str] = Counter()
        self.wanted: list[str] = [f"type {type}" for type in TYPES]
        self.wanted += [f"intent {name}" for name in INTENT_NAMES]
        for name, ruleset in RULESETS.items():
            self.wanted += [f"{name} condition {condition}" for condition in ruleset.condition_names()]
            self.wanted += [f"{name} clause {id}" for id in clause_ids(ruleset)]

    @property
    def missing(self) -> list[str]:
        return [what for what in self.wanted if not self.seen[what] and what not in NEVER]

    def hear(self, ruleset: str, said: object) -> None:
        """Take note of the clauses and conditions in an event or an explanation."""
        for id in ids_in(said):
            self.seen[f"{ruleset} clause {id}"] += 1
            self.seen[f"{ruleset} condition {id}"] += 1


def play(seed: int, whims: bool, coverage: Coverage) -> None:
    """Fight one made-up scenario a few times and ask about it."""
    encounter = compiled(seed, whims=whims)
    for start in encounter.setup.starts:
        for condition in start.conditions:
            coverage.seen[f"{encounter.ruleset} condition {condition.row.name}"] += 1
    for index in range(FIGHTS_A_SCENARIO):
        play_once(encounter, seed, index, coverage)
    if whims:
        for decider in encounter.deciders:
            assert isinstance(decider, Whim)
            coverage.seen.update({f"intent {name}": count for name, count in decider.tried.items()})
            for ground in decider.refused:
                coverage.seen[f"{encounter.ruleset} clause {ILLEGAL_NAMES[ground]}"] += 1
    for said in asked(encounter, random.Random(seed)):
        coverage.hear(encounter.ruleset, said)


def play_once(encounter: Encounter, seed: int, index: int, coverage: Coverage) -> None:
    for event in watched(encounter, seed, index).events:
        coverage.seen[f"type {event['type']}"] += 1
        coverage.hear(encounter.ruleset, event)


def asked(encounter: Encounter, rng: random.Random) -> Iterator[object]:
    """Answers to a few questions at random; one that cannot be asked is none."""
    names = encounter.names
    squares = encounter.board.size
    for _ in range(QUESTIONS_A_SCENARIO):
        who, whom = rng.choice(names), rng.choice(names)
        to = square_name(encounter.width, rng.randrange(squares))
        checks = {
            "action": "check",
            "skill": rng.choice(("perception", "perception", "athletics", "stealth")),
            "dc": 12,
        }
        questions = (
            lambda who=who, to=to: explain_move(encounter, who, to, forced=rng.random() < 0.2),
            lambda who=who, whom=whom: explain_roll(encounter, who, whom),
            lambda who=who, whom=whom: explain_roll(encounter, who, whom, spend="inspiration"),
            lambda who=who, whom=whom, checks=checks: explain_roll(encounter, who, whom, **checks),
            lambda who=who: explain_roll(encounter, who, action="check", skill="stealth", tool="thieves' tools", dc=9),
            lambda who=who: explain_roll(encounter, who, action="initiative"),
        )
        for question in questions:
            try:
                yield question()
            except ValueError:
                continue


def run(seconds: float, first: int, coverage: Coverage) -> int:
    """Play until everything was seen or the time is over; the number of scenarios, minus one when a law broke."""
    over = time.monotonic() + seconds
    seed = first
    while time.monotonic() < over and coverage.missing:
        for whims in (True, False):
            try:
                play(seed, whims, coverage)
            except Exception:
                traceback.print_exc(limit=-6)
                print(f"again: {line(seed, whims)}")
                return -1
        seed += 1
    return seed - first


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Play made-up fights until everything has happened.")
    parser.add_argument("--seconds", type=float, default=60.0, help="stop after so long (60)")
    parser.add_argument("--first", type=int, default=0, help="the number of the first scenario (0)")
    parser.add_argument("--again", type=int, metavar="NUMBER", help="play this scenario only")
    parser.add_argument("--whims", action="store_true", help="with --again: everybody tries anything")
    asked_for = parser.parse_args(arguments)
    coverage = Coverage()
    if asked_for.again is not None:
        play(asked_for.again, asked_for.whims, coverage)
        return 0
    scenarios = run(asked_for.seconds, asked_for.first, coverage)
    if scenarios < 0:
        return 1
    print(f"{scenarios} scenarios, {form()} engine; {len(coverage.wanted)} things to see")
    for what in coverage.missing:
        print(f"not reached: {what}")
    return 1 if coverage.missing else 0


if __name__ == "__main__":
    sys.exit(main())
