"""How much of a bestiary is played out under a ruleset: attacks, actions and traits by number of uses.

A use is one piece of one stat block, so that a trait of thirty creatures counts thirty times. What changes nothing in a
fight (idle.py, scenario/idle_traits.py) is printed but not with effect, and counts on neither side of a share.
"""

import re
from collections import Counter
from typing import Final

from attrs import Factory, define

from encounter.bestiary import shelf
from encounter.bestiary.account import account, pieces
from encounter.scenario.idle_traits import IDLE_TRAITS

KINDS: Final = ("attack", "action", "trait")
_KIND: Final = re.compile(r"(?:bonus |legendary |lair )?(attack|action|trait)|reaction")


@define
class Count:
    """Uses of one kind: `printed` in all stat blocks, `effective` those with an effect in a fight, `played` out;
    `missing` says how often each is not."""

    printed: int = 0
    effective: int = 0
    played: int = 0
    missing: Counter[str] = Factory(Counter)

    @property
    def percent(self) -> int:
        """The share of the effective uses that is played out, in percent rounded down."""
        return 100 * self.played // self.effective if self.effective else 100

    @property
    def percent_of_printed(self) -> int:
        """The same of all uses that are printed."""
        return 100 * self.played // self.printed if self.printed else 100


def counted(ruleset: str) -> dict[str, Count]:
    """The counts of attacks, actions and traits in the bestiary of a ruleset."""
    made = {kind: Count() for kind in KINDS}
    for entry in shelf.index(shelf.bestiary_of(ruleset)):
        beast = shelf.read(entry, shelf.bestiary_of(ruleset))
        simulated = set(account(beast, ruleset).simulated)
        for piece in [*pieces(beast.keys), *beast.keys.get("left_out", ())]:
            kind = _KIND.match(piece)
            if kind is None or ": " in piece:
                continue
            count = made[kind[1] or "action"]
            count.printed += 1
            count.effective += 1
            count.played += piece in simulated
            if piece not in simulated:
                count.missing[piece] += 1
        made["trait"].printed += sum(name in IDLE_TRAITS for name in beast.keys.get("traits", ()))
        made["action"].printed += len(beast.keys.get("without_effect", ()))
    return made


def told(ruleset: str) -> list[str]:
    """The counts as lines: the shares, then what is missing, the commonest first."""
    lines = []
    for kind, count in counted(ruleset).items():
        lines.append(
            f"{ruleset}: {kind}s: {count.played} of {count.effective} with an effect in a fight ({count.percent}%), "
            f"of {count.printed} printed ({count.percent_of_printed}%)"
        )
        lines += [f"  {number:3} {piece}" for piece, number in sorted(count.missing.items(), key=_commonest)]
    return lines


def _commonest(one: tuple[str, int]) -> tuple[int, str]:
    return (-one[1], one[0])
