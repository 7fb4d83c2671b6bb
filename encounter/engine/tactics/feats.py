"""When heroes use their features: what the built-in tactics ask of an action."""

from encounter.engine.effect import RAGES
from encounter.engine.tables import Deed


def is_rage(deed: Deed) -> bool:
    """Whether an action puts its owner into a rage."""
    for rider in deed.gives:
        for row in rider.conditions:
            if row.powers & RAGES:
                return True
    return False
