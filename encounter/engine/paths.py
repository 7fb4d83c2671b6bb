"""Scratch of one search for ways, which `encounter.engine.rules.movement` carries out."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

MAX_UNITS: Final = 512  # the farthest a search looks, in units of 5 ft
DONE: Final = 1 << 20  # in Paths.mark: the way to this state is settled
EPOCH: Final = 1 << 22  # what `Paths.base` grows by from one search to the next


class Step:
    """One step in space as it is judged: where it leads and what it is, whoever's space it enters aside."""

    def __init__(self) -> None:
        self.to_square: i64 = 0
        self.to_level: i64 = 0
        self.is_diagonal: bool = False  # along more than one axis
        self.is_possible: bool = False
        self.on_foot: bool = False  # from ground to ground, or to where there is something to climb
        self.climbs: bool = False
        self.drops: bool = False  # off an edge into the air
        self.swims: bool = False  # into water, by a swimming speed
        self.extra: i64 = 0  # the reasons of the ground for which it costs more (ground.DIFFICULT ...)


class Left:
    """Units of movement that are left of each speed."""

    def __init__(self) -> None:
        self.walk: i64 = 0
        self.swim: i64 = 0
        self.fly: i64 = 0
        self.climb: i64 = 0


class Pass:
    """Whom a mover may pass, whose space slows it, whose space it may end in: masks of combatants."""

    def __init__(self) -> None:
        self.closed: i64 = 0
        self.slow: i64 = 0
        self.shared: i64 = 0


class Paths:
    """Scratch of one search for ways: where a mover can get this turn, at what cost and past whose reach.

    A state is `2 * square + parity`; the parity of diagonals behind the mover matters under 5-10-5 only. `mark` is
    `base` and the cost in units of 5 ft; a mark below `base` is of an earlier search. `came` is the state before;
    `provokes` the mask of enemies whose reach was left on the way; `order` lists the states reached, cheapest first.
    Where heights count, places stand for squares.
    """

    def __init__(self, squares: i64) -> None:
        self.base: i64 = 0
        self.mark: vec[i64] = vec[i64]([0] * (2 * squares))
        self.came: vec[i64] = vec[i64]([0] * (2 * squares))
        self.provokes: vec[i64] = vec[i64]([0] * (2 * squares))
        self.order: vec[i64] = vec[i64]([0] * (2 * squares))
        self.count: i64 = 0
        self.around: Pass = Pass()
        self.budget: i64 = 0
        self.held: i64 = 0  # mask of those dragged along
        self.weight: i64 = 0  # what dragging adds
        self.left: Left = Left()  # where heights count: what may be spent of each speed
        self.step: Step = Step()
        self.leaps: bool = False  # the mover jumps over gaps in this search
        self.leapt: vec[i64] = vec[i64]([0])  # of a state reached by a jump: `base` of the search, and
        self.leapt_by: vec[i64] = vec[i64]([0])  # the state before, the squares of the jump and whether it had a run-up
        self.extra: i64 = 0  # units a unit for crawling and dragging
        self.doubled: i64 = 1
        self.avoids_harm: bool = False  # no way leads through what hurts the mover
        self.foot: i64 = 0  # of a swimmer: units that its speed on foot goes, and its swimming speed
        self.swim: i64 = 0
        self.swims_for: i64 = 0  # up to here both do
        self.heads: vec[i64] = vec[i64]([-1] * (MAX_UNITS + 16))
        self.pool_state: vec[i64] = vec[i64]([0] * 1024)
        self.pool_next: vec[i64] = vec[i64]([0] * 1024)
        self.pool_used: i64 = 0
        self.threat: vec[i64] = vec[i64]([0] * squares)  # enemies that reach a square, by their longer reach
        self.inner: vec[i64] = vec[i64]([0] * squares)  # the same by a shorter reach, of those that have two
        self.marked: vec[i64] = vec[i64]([0] * squares)  # squares to wipe before the next search
        self.marked_count: i64 = 0
        self.strikers: i64 = 0  # of the enemies marked, those that could use a reaction on the mover
        self.for_combatant: i64 = -1
        self.path: vec[i64] = vec[i64]([0] * (MAX_UNITS + 1))  # squares of one way, first step first
        self.length: i64 = 0


def turned_round(paths: Paths, entry: i64) -> i64:
    """The entries of one cost, which were put in front of each other, so that the first found comes first."""
    pool_next = paths.pool_next
    turned: i64 = -1
    while entry >= 0:
        following = pool_next[entry]
        pool_next[entry] = turned
        turned = entry
        entry = following
    return turned


def add_to_pool(paths: Paths, state: i64, cost: i64) -> None:
    """Let a state wait among those of its cost."""
    made = paths.pool_used
    if made >= len(paths.pool_state):
        grow_pool(paths)
    paths.pool_used = made + 1
    paths.pool_state[made] = state
    paths.pool_next[made] = paths.heads[cost]
    paths.heads[cost] = made


def grow_pool(paths: Paths) -> None:
    """Make room for more states that wait."""
    larger = 2 * len(paths.pool_state)
    paths.pool_state = _grown(paths.pool_state, larger)
    paths.pool_next = _grown(paths.pool_next, larger)


def _grown(table: vec[i64], size: i64) -> vec[i64]:
    larger: vec[i64] = vec[i64]([0] * size)
    at: i64 = 0
    while at < len(table):
        larger[at] = table[at]
        at += 1
    return larger
