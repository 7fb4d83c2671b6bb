"""What the ground costs in a plan: harm on the way and where it ends, and a space too narrow to fight in."""

from typing import Final

from mypy_extensions import i64

from encounter.engine.bits import bit_of
from encounter.engine.combatant import Combatant
from encounter.engine.fight import Fight
from encounter.engine.ground import HARMS
from encounter.engine.rules.footing import hazards_at, suffered

SQUEEZED_SHARE: Final = 3  # squeezing costs this part of what its own action deals: it strikes worse and is struck more


def way_harm(f: Fight, c: Combatant, state: i64) -> i64:
    """What the hazards on the way to a state cost, in thousandths of a hit point: each once."""
    paths = f.paths
    costs = c.ground.costs
    mask: i64 = 0
    at = state
    while paths.came[at] >= 0:
        square: i64 = at >> 1
        if costs[square % f.board.size] & HARMS:
            mask |= hazards_at(f, c, square, True)
        at = paths.came[at]
    return _priced(f, c, mask & ~suffered(f, c))


def ground_cost(f: Fight, c: Combatant, square: i64) -> i64:
    """What it costs to stay on a square: the hazards that its next turn starts in, and squeezing."""
    cost: i64 = 0
    if c.squeezes and f.setup.squeezing is not None and c.n_at(square) < c.ground.n:
        cost = c.stat.menace // SQUEEZED_SHARE
    if c.ground.costs[square % f.board.size] & HARMS:
        cost += _priced(f, c, hazards_at(f, c, square, False))
    return cost


def _priced(f: Fight, c: Combatant, mask: i64) -> i64:
    cost: i64 = 0
    if mask:
        for hazard in f.setup.hazards:
            if mask & bit_of(hazard.index):
                cost += c.stat.harms[hazard.index]
    return cost
