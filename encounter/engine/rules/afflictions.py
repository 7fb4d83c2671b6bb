"""What actions and hits of monsters bring beside conditions, as rows that a file names under `fail`, `gives` and `hit`.

A fight has only those that one of its stat blocks names (SRD 5.1 and 5.2, Monsters). `boon` is what the built-in
tactics reckon a row is worth to its bearer a turn, in hundredths of what the bearer deals.
"""

from typing import Final

from encounter.engine.effect import (
    ATTACKS_BY,
    CHECKS,
    EITHER_ACTION,
    HALF_SPEED,
    LESSENS_DAMAGE,
    NO_HEALING,
    NO_REACTIONS,
    ONE_ACTION,
    SAVES,
    STR,
    SWALLOWED,
    WEAK,
    Effect,
    disadvantage,
)

DICE_OFF: Final = ("1d4", "1d6", "1d8", "1d10")
FEET_OFF: Final = (5, 10, 15, 20)


def _switched(name: str, clause: str, powers: int, boon: int, flags: int = 0) -> Effect:
    """A row that is all switches, which one clause carries."""
    return Effect(name, flags=flags, powers=powers, boon=boon, flag_clauses=((clause, flags),))


def slowed(feet: int) -> Effect:
    """A row that takes so many feet off every speed."""
    return Effect(f"slowed {feet} ft", speed_penalty_ft=feet, boon=-3, number_clause="slowed")


def weakened(dice: str) -> Effect:
    """Weakness: Strength attacks, checks and saves are hampered, and with dice these come off each damage roll."""
    return Effect(
        f"weakened {dice}".strip(),
        (disadvantage("weakened", SAVES, group="EFFECT:weakened", abilities=1 << STR),),
        powers=WEAK | (LESSENS_DAMAGE if dice else 0),
        hit=dice,
        boon=-35,
        flag_clauses=(("weakened", 0),),
    )


DISTRACTED: Final[Effect] = Effect(
    "distracted",
    (
        disadvantage("distracted", ATTACKS_BY, group="EFFECT:distracted"),
        disadvantage("distracted", CHECKS, group="EFFECT:distracted"),
    ),
)
OF_BOTH: Final[tuple[Effect, ...]] = (
    weakened(""),
    _switched("dazed", "dazed", NO_REACTIONS | EITHER_ACTION, -15),
    _switched("flustered", "flustered", NO_REACTIONS, -5),
    _switched("festering", "festering", NO_HEALING, -3),
    _switched("half speed", "half-speed", 0, -10, HALF_SPEED),
    DISTRACTED,
    _switched("swallowed", "swallowed", SWALLOWED, 0),
    *(slowed(feet) for feet in FEET_OFF),
)
OF_5_1: Final[tuple[Effect, ...]] = (
    *OF_BOTH,
    _switched("sluggish", "sluggish", NO_REACTIONS | ONE_ACTION, -40, HALF_SPEED),
)
OF_5_2: Final[tuple[Effect, ...]] = (
    *OF_BOTH,
    _switched("sluggish", "sluggish", NO_REACTIONS | EITHER_ACTION, -25, HALF_SPEED),
    *(weakened(dice) for dice in DICE_OFF),
)
NAMES: Final = tuple(dict.fromkeys(row.name for row in (*OF_5_1, *OF_5_2)))
