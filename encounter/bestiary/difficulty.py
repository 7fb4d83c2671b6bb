"""Experience points of a fight, and the label that an edition's budget puts on it.

SRD 5.2.1 compares the points of the enemies with a budget a character (low, moderate, high). The thresholds of the
older edition (easy, medium, hard, deadly) are compared with points multiplied by a factor for the number of enemies,
which is shifted for parties of fewer than three and more than five. `reroll` has no budget.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from attrs import asdict, frozen

from encounter.bestiary.reading import XP_BY_CR

if TYPE_CHECKING:
    from encounter.scenario.model import Scenario

# A character's share at levels 1 to 20.
BUDGETS: Final = {
    "srd-5.2": {
        "low": (
            *(50, 100, 150, 250, 500, 600, 750, 1000, 1300, 1600, 1900, 2200, 2600, 2900, 3300, 3800, 4500, 5000),
            *(5500, 6400),
        ),
        "moderate": (
            *(75, 150, 225, 375, 750, 1000, 1300, 1700, 2000, 2300, 2900, 3700, 4200, 4900, 5400, 6100, 7200, 8700),
            *(10700, 13200),
        ),
        "high": (
            *(100, 200, 400, 500, 1100, 1400, 1700, 2100, 2600, 3100, 4100, 4700, 5400, 6200, 7800, 9800, 11700),
            *(14200, 17200, 22000),
        ),
    },
    "srd-5.1": {
        "easy": (
            *(25, 50, 75, 125, 250, 300, 350, 450, 550, 600, 800, 1000, 1100, 1250, 1400, 1600, 2000, 2100, 2400, 2800),
        ),
        "medium": (
            *(50, 100, 150, 250, 500, 600, 750, 900, 1100, 1200, 1600, 2000, 2200, 2500, 2800, 3200, 3900, 4200),
            *(4900, 5700),
        ),
        "hard": (
            *(75, 150, 225, 375, 750, 900, 1100, 1400, 1600, 1900, 2400, 3000, 3400, 3800, 4300, 4800, 5900, 6300),
            *(7300, 8500),
        ),
        "deadly": (
            *(100, 200, 400, 500, 1100, 1400, 1700, 2100, 2400, 2800, 3600, 4500, 5100, 5700, 6400, 7200, 8800, 9500),
            *(10900, 12700),
        ),
    },
}
FACTORS: Final = (1, 2, 3, 4, 5, 6, 8, 10)  # in halves: x 0.5 for one enemy of a large party, up to x 5
_FROM: Final = (1, 2, 3, 7, 11, 15)  # enemies from which on the next factor holds


@frozen
class Difficulty:
    """`xp` by side; `unknown` names who has no challenge rating; `against` is what the party faces, `adjusted` the same
    with the older edition's factor; `budget` is the party's; a label that cannot be given is None."""

    xp: dict[str, int]
    unknown: list[str]
    party: str | None = None
    against: int | None = None
    adjusted: int | None = None
    budget: dict[str, int] | None = None
    label: str | None = None

    def as_json(self) -> dict[str, Any]:
        """The fields by name."""
        return asdict(self)


def factor_halves(enemies: int, party: int) -> int:
    """The factor for a number of enemies, in halves.

    >>> [factor_halves(n, 4) for n in (1, 2, 3, 7, 11, 15)], factor_halves(1, 2), factor_halves(1, 6)
    ([2, 3, 4, 5, 6, 8], 3, 1)
    """
    place = 1 + sum(enemies >= least for least in _FROM[1:])
    place += 1 if party < 3 else -1 if party > 5 else 0
    return FACTORS[place]


def label_of(ruleset: str, points: int, budget: dict[str, int]) -> str:
    """How hard a fight is by its points: in 5.2 the least budget that holds it, in 5.1 the highest threshold reached.

    >>> label_of("srd-5.2", 150, {"low": 100, "moderate": 200, "high": 300})
    'moderate'
    >>> label_of("srd-5.1", 150, {"easy": 100, "medium": 200, "hard": 300, "deadly": 400})
    'easy'
    """
    if ruleset == "srd-5.2":
        return next((name for name, most in budget.items() if points <= most), "beyond high")
    return next((name for name, least in reversed(budget.items()) if points >= least), "trivial")


def budget_of(ruleset: str, levels: Sequence[int]) -> dict[str, int] | None:
    """The budget of a party by the levels of its characters; None where the ruleset has none or nobody is there."""
    if ruleset not in BUDGETS or not levels:
        return None
    return {name: sum(row[level - 1] for level in levels) for name, row in BUDGETS[ruleset].items()}


def difficulty(scenario: "Scenario") -> Difficulty:
    """What a scenario's fight is worth, and how hard its edition calls it.

    The party is the one side that consists of characters; without their levels there is no label.
    """
    monsters = [entry for entry in scenario.entries if entry.creature.kind != "character"]
    xp: dict[str, int] = {}
    for entry in monsters:
        if entry.challenge:
            xp[entry.side] = xp.get(entry.side, 0) + XP_BY_CR[entry.challenge]
    unknown = [entry.name for entry in monsters if not entry.challenge]
    heroes = [
        side
        for side in scenario.sides
        if all(e.creature.kind == "character" for e in scenario.entries if e.side == side)
    ]
    if len(heroes) != 1:
        return Difficulty(xp, unknown)
    party = [entry for entry in scenario.entries if entry.side == heroes[0]]
    enemies = [entry for entry in monsters if entry.side not in scenario.neutral]
    against = sum(XP_BY_CR.get(entry.challenge, 0) for entry in enemies)
    levels = [entry.level for entry in party if entry.level]
    budget = budget_of(scenario.ruleset, levels) if len(levels) == len(party) else None
    if budget is None or any(not entry.challenge for entry in enemies):
        return Difficulty(xp, unknown, heroes[0], against, None, budget, None)
    adjusted = None
    if scenario.ruleset == "srd-5.1":
        adjusted = against * factor_halves(len(enemies), len(party)) // 2
    label = label_of(scenario.ruleset, against if adjusted is None else adjusted, budget)
    return Difficulty(xp, unknown, heroes[0], against, adjusted, budget, label)
