"""Jumps in a search for ways: what `encounter.engine.leaps` knows of the map, weighed as things are now.

A jump that needs a run-up is looked at from where the run-up begins: two squares straight on, then the jump.
"""

from librt.vecs import vec
from mypy_extensions import i64

from encounter.engine.board import FIRST_DIAGONAL
from encounter.engine.combatant import Combatant
from encounter.engine.effect import CRAWLS, FEARS
from encounter.engine.fight import Fight
from encounter.engine.leaps import RUN_UP
from encounter.engine.paths import DONE, Paths, add_to_pool
from encounter.engine.rules.pace import steps_closer_to_fear
from encounter.engine.zones import SLOWING


def begin_leaps(f: Fight, c: Combatant, paths: Paths) -> bool:
    """Make room for the jumps of a search; whether the mover can jump at all as it is."""
    if len(paths.leapt) < len(paths.mark):
        paths.leapt = vec[i64]([0] * len(paths.mark))
        paths.leapt_by = vec[i64]([0] * len(paths.mark))
    if paths.held or c.speed_ft == 0 or c.flags & CRAWLS or not f.setup.rules.jumps_far:
        return False
    return c.ground.leaps(f.relief.grounds(c.n) if f.tall else b"").is_any


def leap_on(f: Fight, c: Combatant, paths: Paths, state: i64, now: i64) -> None:
    """Add what the jumps from a settled state reach, run-ups included."""
    size = f.board.size
    place: i64 = state >> 1
    square = place % size
    leaps = c.ground.leaps(f.relief.grounds(c.n) if f.tall else b"")
    if len(leaps.from_square[square]) == 0:
        return
    if f.tall and place // size != f.relief.grounds(c.n)[square]:
        return
    on_foot = paths.left.walk if f.tall else paths.foot if c.ground.swims else paths.budget
    for leap in leaps.from_square[square]:
        to = (leap >> 9) + place - square
        squares = ((leap >> 4) & 31) + (RUN_UP if leap & 1 else 0)
        d = (leap >> 1) & 7
        odd: i64 = state & 1
        units = length_of(f, d, squares, odd)
        parity = odd ^ (squares & 1) if f.board.alternate and d >= FIRST_DIAGONAL else odd
        next_state = 2 * to + parity
        after = now + units
        known = paths.mark[next_state] - paths.base
        if after > paths.budget or after > on_foot or known >= DONE or (0 <= known <= after):
            continue
        provoked = leap_provokes(f, c, paths, state, d, squares, leap & 1 != 0)
        if provoked < 0:
            continue
        paths.mark[next_state] = paths.base + after
        paths.came[next_state] = state
        paths.provokes[next_state] = provoked
        paths.leapt[next_state] = paths.base
        paths.leapt_by[next_state] = 64 * state + 2 * squares + (leap & 1)
        add_to_pool(paths, next_state, after)


def leap_provokes(f: Fight, c: Combatant, paths: Paths, state: i64, d: i64, squares: i64, runs: bool) -> i64:
    """Whose reach a way that ends with a jump leaves, those before it included; -1 when it cannot be made now."""
    at: i64 = state >> 1
    delta = f.board.deltas[d]
    provoked = paths.provokes[state]
    fears = c.flags & FEARS != 0
    done: i64 = 0
    while done < squares:
        to = at + delta
        done += 1
        bodies = f.bodies_at(c, to) & ~paths.held
        if bodies if done < squares else bodies & paths.around.closed:
            return -1
        if runs and done <= RUN_UP and f.zones.kinds & SLOWING and f.is_rough(to % f.board.size, c.n, c.powers):
            return -1
        if fears and steps_closer_to_fear(f, c, at, to):
            return -1
        provoked |= ((paths.threat[at] & ~paths.threat[to]) | (paths.inner[at] & ~paths.inner[to])) & paths.strikers
        at = to
    return provoked


def length_of(f: Fight, d: i64, squares: i64, odd: i64) -> i64:
    """Units that so many squares in one direction are long."""
    if not f.board.alternate or d < FIRST_DIAGONAL:
        return squares
    return squares + ((squares + odd) >> 1)


def run_up_to(paths: Paths, state: i64) -> i64:
    """The difference between two squares of the run-up with which a state was reached; 0 where there was none."""
    if paths.leapt[state] != paths.base or not paths.leapt_by[state] & 1:
        return 0
    if paths.leapt_by[state] >> 6 != paths.came[state]:
        return 0
    squares: i64 = (paths.leapt_by[state] & 63) >> 1
    return ((state >> 1) - (paths.came[state] >> 1)) // squares
