"""Where to make for when heights count: the nearest place from which an enemy is in reach, else the nearest to one."""

from typing import Final

from mypy_extensions import i64

from encounter.engine.combatant import Combatant
from encounter.engine.fight import Fight
from encounter.engine.paths import Pass
from encounter.engine.rules.heights import may_fly
from encounter.engine.rules.movement import bodies_on, cost_of, held_by, may_end
from encounter.engine.rules.perception import located
from encounter.engine.tactics.targets import rank_of

FAR_OFF: Final = 1 << 16  # more than any way costs: what can only be neared comes after what can be reached
RANK: Final = 1 << 40


def may_stop(f: Fight, c: Combatant, around: Pass, state: i64) -> bool:
    """Whether a move may end on a state of the last search: in nobody's space."""
    bodies = bodies_on(f, c, state >> 1)
    return bodies == 0 or may_end(f, c, bodies & ~held_by(f, c), around.shared)


def hangs_on(f: Fight, c: Combatant, place: i64) -> bool:
    """Whether a place is one to climb past: nobody without wings stops on a wall to fight from there."""
    return not may_fly(c) and f.height_at(c, place) > f.relief.grounds(c.n)[place % f.board.size]


def best_approach(f: Fight, c: Combatant, around: Pass) -> i64:
    """The state of the last search to make for, -1 when none is better than where the combatant is.

    Best is the one with the best-ranked enemy in melee reach, at the least cost; where no place has any in reach, the
    one nearest to the enemy, and of those as near the cheapest.
    """
    reach: i64 = c.stat.melee_reach_ft if c.stat.melee_reach_ft > 5 else 5
    best: i64 = -1
    least: i64 = 0
    paths = f.paths
    for t in f.combatants:
        if not (f.setup.enemies[c.index] & f.present & t.bit) or t.is_down or t.is_knocked_out:
            continue
        rank = RANK * rank_of(f, c, t)
        aim = f.place_of(t)
        if t.hidden_from & c.bit and not located(f, c, t):
            aim = t.seen_square  # on the ground there, as far as anybody knows
        if aim < 0:
            continue
        at: i64 = 0
        while at < paths.count:
            state = paths.order[at]
            at += 1
            beyond = f.apart_between_ft(c, state >> 1, t, aim) - reach
            key = rank + cost_of(paths, state) + (FAR_OFF * beyond if beyond > 0 else 0)
            if (best < 0 or key < least) and (at == 1 or may_stop(f, c, around, state)):
                best = state
                least = key
    return best if best < 0 or paths.came[best] >= 0 else -1
