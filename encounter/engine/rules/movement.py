"""Movement: what a step costs, who may be passed, and a walk square by square with those who strike at it.

Costs are in units of 5 ft. Read `walk` for how a move goes: each step is judged, enemies whose reach it leaves may
strike while the mover still stands inside (rules.md 81), and only then is the step taken.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from encounter.engine.bits import bit_count
from encounter.engine.board import DIRECTIONS, FIRST_DIAGONAL
from encounter.engine.combatant import Combatant, has_no_speed
from encounter.engine.effect import (
    CRAWLS,
    DRAGS_FREELY,
    ENTERS_SPACES,
    FEARS,
    INCAPACITATED,
    PASSES_BODIES,
    TRAIT_SHARES_SPACE,
    Ongoing,
)
from encounter.engine.fight import Fight
from encounter.engine.ground import DIFFICULT, EXTRA, HARMS, ON_FOOT, SWIMMING, ground_of
from encounter.engine.leaps import RUN_UP
from encounter.engine.paths import DONE, EPOCH, MAX_UNITS, Pass, Paths, grow_pool, turned_round
from encounter.engine.rules.falling import settle_falls
from encounter.engine.rules.footing import tread, treads
from encounter.engine.rules.forced import drag_square
from encounter.engine.rules.heights import (
    is_diagonal_aloft,
    is_jump_aloft,
    judge_steps_aloft,
    limits_of,
    mark_reach_aloft,
    next_units_aloft,
    search_aloft,
)
from encounter.engine.rules.jumps import JUMPED, come_down, fly_over, jump_units, lands_well, line_between, runs_on
from encounter.engine.rules.lamps import blow_out, turn_cones_after
from encounter.engine.rules.leaping import begin_leaps, leap_on, run_up_to
from encounter.engine.rules.legal import (
    DOOR_CLOSED,
    FEARED_CLOSER,
    LEGAL,
    NOT_POSSIBLE,
    PATH_NONE,
    SPEED_IS_ZERO,
    SPEED_SHORT,
    SQUARE_OCCUPIED,
)
from encounter.engine.rules.pace import (
    farthest_left_ft,
    fastest_ft,
    is_slowed_on,
    left_by_ft,
    length_units,
    paid_units,
    slips_away,
    step_units,
    steps_closer_to_fear,
)
from encounter.engine.rules.perception import reveal_in_plain_view
from encounter.engine.rules.reaction import strike_at_leaver, strikers_near
from encounter.engine.rules.saddle import hold_on_to
from encounter.engine.rules.zones import enter_square, is_entering
from encounter.engine.zones import HARMFUL, SLOWING

TINY: Final = 0


def passing(f: Fight, c: Combatant, into: Pass) -> None:
    """Work out how other bodies bear on the movement of `c` (rules.md 131, 133, 134)."""
    rules = f.setup.rules
    enemies = f.setup.enemies[c.index]
    closed: i64 = 0
    slow: i64 = 0
    shared: i64 = 0
    shares = c.flags & TRAIT_SHARES_SPACE != 0 or c.powers & ENTERS_SPACES != 0
    for o in f.combatants:
        bit = o.bit
        if not f.present & bit or o.index == c.index:
            continue
        is_enemy = enemies & bit != 0
        is_tiny_free = rules.tiny_space_free and o.stat.size == TINY
        apart = o.stat.size - c.stat.size
        if (
            is_enemy
            and -2 < apart < 2
            and not is_tiny_free
            and not (rules.pass_incapacitated and o.flags & INCAPACITATED)
            and not shares
            and not o.flags & TRAIT_SHARES_SPACE
        ):
            closed |= bit
        if not is_tiny_free and (rules.ally_space_slows or is_enemy or f.setup.allies[c.index] & bit == 0):
            slow |= bit
        if shares or o.flags & TRAIT_SHARES_SPACE:
            shared |= bit
    if c.powers & PASSES_BODIES:
        closed = 0
        slow = f.present & ~c.bit
    into.closed = closed
    into.slow = slow
    into.shared = shared


def bodies_on(f: Fight, c: Combatant, square: i64) -> i64:
    """Mask of other bodies in the space that `c` would take at a square, or place."""
    if f.tall:
        return f.bodies_at(c, square)
    n = c.ground.edge_at(square) if c.squeezes else c.n
    if n == 1:
        return f.occupied[square] & ~c.own
    width = f.board.width
    mask: i64 = 0
    row: i64 = 0
    while row < n:
        column: i64 = 0
        while column < n:
            mask |= f.occupied[square + row * width + column]
            column += 1
        row += 1
    return mask & ~c.own


def may_end(f: Fight, c: Combatant, bodies: i64, shared: i64) -> bool:
    """Whether a move may end among these bodies: nobody's space, a swarm's excepted, four Tiny to a square."""
    if bodies & ~shared == 0:
        return True
    if c.stat.size != TINY:
        return False
    tiny: i64 = 0
    for o in f.combatants:
        if bodies & ~shared & o.bit:
            if o.stat.size != TINY:
                return False
            tiny += 1
    return tiny < 4


def held_by(f: Fight, c: Combatant) -> i64:
    """Mask of those whom `c` holds grappled."""
    if f.holds == 0:
        return 0
    mask: i64 = 0
    for o in f.combatants:
        if o.is_on_map and f.is_held_by(o, c):
            mask |= o.bit
    return mask


def drag_weight(f: Fight, c: Combatant, held: i64) -> i64:
    """Extra units a unit for what is dragged (5.2), or -1 where the Speed is halved instead (5.1); 0 free of cost."""
    heavy = False
    if c.powers & DRAGS_FREELY:
        return 0
    for o in f.combatants:
        if held & o.bit:
            light = c.stat.size - o.stat.size >= 2 or (f.setup.rules.drag_free_tiny and o.stat.size == TINY)
            if not light:
                heavy = True
    if not heavy:
        return 0
    return -1 if f.setup.rules.drag_halves_speed else 1


def direction_of(f: Fight, start: i64, to: i64) -> i64:
    """The direction of a step between neighbouring squares, -1 when they are not."""
    board = f.board
    d: i64 = 0
    while d < DIRECTIONS:
        if start + board.deltas[d] == to:
            dx = board.xs[to] - board.xs[start]
            if -1 <= dx <= 1:
                return d
        d += 1
    return -1


def judge_way(f: Fight, c: Combatant, path: vec[i64], length: i64, drags: bool) -> i64:
    """Whether a whole way is legal for `c` now: each step possible, payable, and the last square free."""
    if length == 0:
        return LEGAL
    if f.riding & c.bit and c.mount >= 0:
        return NOT_POSSIBLE  # its mount walks
    if has_no_speed(c):
        return SPEED_IS_ZERO
    around = Pass()
    passing(f, c, around)
    held = held_by(f, c) if drags else 0
    if f.tall:
        return _judge_way_aloft(f, c, path, length, around, held)
    if not held:
        return _judge_steps(f, c, path, length, around, 0)
    # Where the dragged lie changes with every step: walk in thought, then put everybody back.
    squares: list[int] = [f.place_of(o) for o in f.combatants]
    judged = _judge_steps(f, c, path, length, around, held)
    for o in f.combatants:
        if (held | c.bit) & o.bit:
            f.relocate(o, squares[o.index])
    return judged


def _judge_way_aloft(f: Fight, c: Combatant, path: vec[i64], length: i64, around: Pass, held: i64) -> i64:
    weight = drag_weight(f, c, held) if held else 0
    judged = judge_steps_aloft(f, c, around, path, length, held, weight)
    if judged == LEGAL and not may_end(f, c, bodies_on(f, c, path[length - 1]) & ~held, around.shared):
        return SQUARE_OCCUPIED
    return judged


def _judge_steps(f: Fight, c: Combatant, path: vec[i64], length: i64, around: Pass, held: i64) -> i64:
    weight = drag_weight(f, c, held) if held else 0
    spent: i64 = 0
    exits = c.ground.exits
    at = c.square
    odd = c.odd_diagonals
    run_ft = c.run_ft
    step: i64 = 0
    while step < length:
        to = path[step]
        d = direction_of(f, at, to)
        if d < 0:
            leapt = _judge_jump(f, c, at, to, run_ft, odd, around, held)
            if leapt < 0:
                return -leapt
            spent += leapt
            if 5 * spent > left_by_ft(f, c, 0, ON_FOOT):
                return SPEED_SHORT
            odd = parity_after(f, at, to, odd)
            run_ft = 0
            at = to
            step += 1
            continue
        if not (exits[at] >> d) & 1:
            return DOOR_CLOSED if _bars_a_door(f, c, at, d) else PATH_NONE
        bodies = bodies_on(f, c, to) & ~held
        if bodies & around.closed:
            return PATH_NONE
        if c.flags & FEARS and steps_closer_to_fear(f, c, at, to):
            return FEARED_CLOSER
        units = step_units(f, c, to, d, odd, bodies, around.slow, weight)
        units = paid_units(f, c, to, units, length_units(f, d, odd), weight, spent)
        if units < 0:
            return SPEED_SHORT
        spent += units
        if held:
            if not _bring_along(f, c, at, to, held, False):
                return PATH_NONE
            f.relocate(c, to)
        if d >= FIRST_DIAGONAL:
            odd = 1 - odd
        run_ft = run_ft + 5 if c.ground.is_plain or runs_on(f, c, to) else 0
        at = to
        step += 1
    if not may_end(f, c, bodies_on(f, c, at) & ~held, around.shared):
        return SQUARE_OCCUPIED
    return LEGAL


def _judge_jump(f: Fight, c: Combatant, at: i64, to: i64, run_ft: i64, odd: i64, around: Pass, held: i64) -> i64:
    """Units of a jump on the way, or with a minus sign the clause that forbids it."""
    units = jump_units(f, c, at, to, run_ft, odd)
    if units < 0 or held or bodies_on(f, c, to) & around.closed:
        return -PATH_NONE
    if c.flags & FEARS and steps_closer_to_fear(f, c, at, to):
        return -FEARED_CLOSER
    return units


def _bars_a_door(f: Fight, c: Combatant, at: i64, d: i64) -> bool:
    """Whether a step that cannot be taken could be, with every door open."""
    if f.shut + f.locked == 0:
        return False
    everything: list[int] = [door.index for door in f.setup.doors]
    return (ground_of(f.setup.grounds.way_for(f.doors, everything), c.stat.gait).exits[at] >> d) & 1 != 0


def walk(f: Fight, c: Combatant, path: vec[i64], length: i64, drags: bool) -> bool:
    """Walk a way that was judged legal; True when its end was reached.

    Before each step, enemies whose reach it leaves may strike. The walk ends where the mover falls, loses its Speed,
    or finds the next step gone.
    """
    around = Pass()
    entered: list[int] = []
    cost: i64 = 0
    names: list[str] = []
    step: i64 = 0
    start = c.square
    rider: i64 = c.rider
    reached = True
    was_stopped = False  # in mid-jump
    is_plain = c.ground.is_plain and not f.tall
    while step < length:
        to = f.raised(c, path[step])
        start = f.place_of(c)
        held = held_by(f, c) if drags else 0
        units = next_step_units(f, c, around, to, held)
        leaps = units >= JUMPED
        if units >= 0 and not leaps and not slips_away(c) and strikers_near(f, c, to, held):
            f.note_move(c, entered, 5 * cost, -1, names)
            entered = []
            cost = 0
            strike_at_leaver(f, c, start, to, held)
            if not c.is_in or has_no_speed(c) or f.place_of(c) != start or c.rider != rider:
                reached = False
                break
            held = held_by(f, c) if drags else 0
            units = next_step_units(f, c, around, to, held)
        if units < 0:
            reached = False
            break
        if held:
            _bring_along(f, c, start, to, held, True)
            if drag_weight(f, c, held) < 0:
                c.has_dragged = True
        if leaps:
            f.note_move(c, entered, 5 * cost, -1, names)
            entered = []
            cost = units - JUMPED
            c.spent_ft += 5 * cost
            cost = fly_over(f, c, to, cost, entered)
            if cost < 0:
                reached = False
                was_stopped = True
                break
            start = f.place_of(c) if len(entered) < 2 else entered[len(entered) - 2]
            c.run_ft = 0
        else:
            f.relocate(c, to)
            c.spent_ft += 5 * units
            if is_diagonal(f, start, to):
                c.odd_diagonals = 1 - c.odd_diagonals
            c.run_ft = c.run_ft + 5 if is_plain or runs_on(f, c, to) else 0
            if c.stat.charges:
                f.leave_trail(c, start)
            entered.append(to)
            cost += units
        if f.journal is not None:
            names = [o.name for o in f.combatants if held & o.bit]
        if f.holds > 0:
            f.end_broken_holds()
        if f.hidden:
            reveal_in_plain_view(f, c)
            if rider >= 0:
                reveal_in_plain_view(f, f.combatants[rider])
        if f.falling & c.bit and step == length - 1:
            f.note_move(c, entered, 5 * cost, -1, names)
            entered = []
            cost = 0
            settle_falls(f)
            reached = c.is_in and f.place_of(c) == to
            step += 1
            break
        if leaps:
            f.note_move(c, entered, 5 * cost, -1, names)
            entered = []
            cost = 0
            if not lands_well(f, c):
                reached = False
                step = length
        if f.setup.has_footing and treads(f, c):
            f.note_move(c, entered, 5 * cost, -1, names)
            entered = []
            cost = 0
            if not tread(f, c):
                reached = False
                break
        if f.zones.kinds & HARMFUL and not _walks_on(f, c, start % f.board.size, entered, cost, names, held):
            entered = []
            reached = False
            break
        if f.readying & ~c.bit and _is_awaited(f, c, start):
            f.note_move(c, entered, 5 * cost, -1, names)
            entered = []
            cost = 0
            if not _after_step(f, c, start, to):
                reached = False
                break
        step += 1
    f.note_move(c, entered, 5 * cost, -1, names)
    if was_stopped:
        come_down(f, c)
    if f.bearers & c.own:
        for o in f.combatants:
            if f.bearers & c.own & o.bit:
                blow_out(f, o)
                turn_cones_after(f, o, start % f.board.size)
    if f.readying & ~c.bit and step > 0:
        _after_walk(f, c)
    return reached


def is_diagonal(f: Fight, start: i64, to: i64) -> bool:
    """Whether a step between places goes along more than one axis."""
    if f.tall:
        return is_diagonal_aloft(f, start, to)
    return direction_of(f, start, to) >= FIRST_DIAGONAL


def parity_after(f: Fight, start: i64, to: i64, odd: i64) -> i64:
    """The parity of diagonals after a jump."""
    line = line_between(f, start, to)
    return odd ^ ((line >> 3) & 1) if line >= 0 and line & 7 >= FIRST_DIAGONAL else odd


def _walks_on(f: Fight, c: Combatant, start: i64, entered: list[int], cost: i64, names: list[str], held: i64) -> bool:
    """Let zones have their way with whoever a step has brought into them; whether the mover can go on.

    Where they touch somebody the squares entered so far are written first, and `entered` is emptied.
    """
    to = c.square
    if not is_entering(f, c, start) and not held:
        return True
    f.note_move(c, entered, 5 * cost, -1, names)
    entered.clear()
    enter_square(f, c, start)
    for o in f.combatants:
        if held & o.bit and not o.is_dead:
            enter_square(f, o, -1)
    if c.rider >= 0 and not f.combatants[c.rider].is_dead:
        enter_square(f, f.combatants[c.rider], start)
    return c.is_in and not has_no_speed(c) and c.square == to


def _is_awaited(f: Fight, c: Combatant, start: i64) -> bool:
    """Whether somebody was waiting for the step just taken."""
    from encounter.engine.rules.ready import is_awaited

    return is_awaited(f, c, start)


def _after_step(f: Fight, c: Combatant, start: i64, to: i64) -> bool:
    """Let those act who were waiting for this step; whether the mover can go on from where it stands."""
    from encounter.engine.rules.ready import answer_step  # a readied move is a walk itself

    answer_step(f, c, start)
    if f.falling:
        settle_falls(f)
    return c.is_in and not has_no_speed(c) and f.place_of(c) == to


def _after_walk(f: Fight, c: Combatant) -> None:
    """Let those act who were waiting for a movement."""
    from encounter.engine.rules.ready import answer_move

    answer_move(f, c)


def next_step_units(f: Fight, c: Combatant, around: Pass, to: i64, held: i64) -> i64:
    """Units that the next step of a walk costs as things are now, -1 when it cannot be taken any more."""
    passing(f, c, around)
    weight = drag_weight(f, c, held) if held else 0
    if f.tall:
        start = f.place_of(c)
        if is_jump_aloft(f, start, to):
            return _next_jump_units(f, c, around, to, held)
        if (c.flags & FEARS and steps_closer_to_fear(f, c, start, to)) or (
            held and not may_bring_along(f, c, start, to, held)
        ):
            return -1
        return next_units_aloft(f, c, around, to, held, weight)
    bodies = bodies_on(f, c, to) & ~held
    d = direction_of(f, c.square, to)
    if d < 0:
        return _next_jump_units(f, c, around, to, held)
    units = step_units(f, c, to, d, c.odd_diagonals, bodies, around.slow, weight)
    units = paid_units(f, c, to, units, length_units(f, d, c.odd_diagonals), weight, 0)
    if bodies & around.closed or units < 0:
        return -1
    if c.flags & FEARS and steps_closer_to_fear(f, c, c.square, to):
        return -1
    if held and not may_bring_along(f, c, c.square, to, held):
        return -1
    return units


def _next_jump_units(f: Fight, c: Combatant, around: Pass, to: i64, held: i64) -> i64:
    """JUMPED and the units of the jump that comes next in a walk, -1 when it cannot be made any more."""
    units = _judge_jump(f, c, f.place_of(c), to, c.run_ft, c.odd_diagonals, around, held)
    return JUMPED + units if units >= 0 and 5 * units <= left_by_ft(f, c, 0, ON_FOOT) else -1


def may_bring_along(f: Fight, c: Combatant, start: i64, to: i64, held: i64) -> bool:
    """Whether everybody who is held finds a place when `c` steps from `start` to `to`."""
    squares: list[int] = [f.place_of(o) for o in f.combatants]
    has_room = _bring_along(f, c, start, to, held, False)
    for o in f.combatants:
        if held & o.bit:
            f.relocate(o, squares[o.index])
    return has_room


def _bring_along(f: Fight, c: Combatant, start: i64, to: i64, held: i64, writes: bool) -> bool:
    """Move everybody who is held along for one step, one after the other; False when one has nowhere to go."""
    for o in f.combatants:
        if held & o.bit:
            square = drag_square(f, c, start, to, o)
            if square < 0:
                return False
            if square != f.place_of(o):
                if writes and f.riding & o.bit and o.mount >= 0:
                    f.part(o)  # dragged off its mount
                f.relocate(o, square)
                if writes:
                    f.note_move(o, [square], 0, c.index, [])
                    if treads(f, o):
                        tread(f, o)
                    if f.riding & o.bit:
                        hold_on_to(f, o)
    return True


def stand_cost_ft(c: Combatant) -> i64:
    """What standing up costs: half the Speed, rounded down; of whoever has only others, half the fastest."""
    return (c.speed_ft if c.stat.speed_ft > 0 else fastest_ft(c)) // 2


def judge_standing(f: Fight, c: Combatant) -> i64:
    """Whether a prone creature can stand up now."""
    if has_no_speed(c):
        return SPEED_IS_ZERO
    return LEGAL if farthest_left_ft(f, c, 0) >= stand_cost_ft(c) else SPEED_SHORT


def stand_up(f: Fight, c: Combatant) -> None:
    """Stand up; provokes nothing."""
    cost = stand_cost_ft(c)
    c.spent_ft += cost
    f.note("stand", c, None, {"cost_ft": cost})
    for effect in list(c.ongoing):
        if effect.row.index == f.setup.prone.index:
            f.lift(c, effect, "stood up")


def drop_prone(f: Fight, c: Combatant) -> None:
    """Drop prone of one's own will."""
    f.impose(c, Ongoing(f.setup.prone, -1, 0))


def settle_space(f: Fight, c: Combatant) -> None:
    """At the end of a turn in another's space: prone where the edition says so (rules.md 134)."""
    if not f.setup.rules.end_in_space_prone or not c.is_on_map or c.is_dead or c.stat.size == TINY:
        return
    if c.flags & TRAIT_SHARES_SPACE or c.powers & ENTERS_SPACES:
        return
    bodies = bodies_on(f, c, c.square)
    for o in f.combatants:
        if o.powers & ENTERS_SPACES:
            continue  # which has come to it
        if bodies & o.bit and c.stat.size <= o.stat.size and not o.flags & TRAIT_SHARES_SPACE:
            if not f.has_effect(c, f.setup.prone):
                f.impose(c, Ongoing(f.setup.prone, -1, 0))
            return


# ------------------------------------------------------------------------------------------------------ searching


def explore(f: Fight, c: Combatant, paths: Paths, budget: i64, weight: i64, held: i64) -> None:
    """Find every square `c` can reach for `budget` units, cheapest way first, and past whose reach the way leads.

    `mark_threats` must have been called for the mover; `paths.strikers` may strike at it. Of ways that cost the same
    the one that provokes fewer is kept, then the one found first, looking at neighbours in the order of their squares.
    """
    begin_search(f, c, paths, budget, weight, held)
    units: i64 = 0
    while units <= paths.budget:
        search_further(f, c, paths, units)
        units += 1


def begin_search(f: Fight, c: Combatant, paths: Paths, budget: i64, weight: i64, held: i64) -> None:
    """Begin a search that `search_further` carries on, one unit of cost at a time."""
    passing(f, c, paths.around)
    paths.base += EPOCH
    paths.count = 0
    paths.pool_used = 1
    paths.budget = budget if budget < MAX_UNITS else MAX_UNITS
    paths.extra = (1 if c.flags & CRAWLS else 0) + (1 if weight > 0 else 0)
    paths.doubled = 2 if weight < 0 else 1
    paths.held = held
    paths.weight = weight
    paths.leaps = c.ground.gait.far > 0 and begin_leaps(f, c, paths)
    if f.tall:
        limits_of(f, c, paths, weight)
    if c.ground.swims:
        _limit_speeds(f, c, paths, weight)
    heads = paths.heads
    at: i64 = 0
    while at <= paths.budget:
        heads[at] = -1
        at += 1
    first = 2 * f.place_of(c) + (c.odd_diagonals if f.board.alternate else 0)
    paths.mark[first] = paths.base
    paths.came[first] = -1
    paths.provokes[first] = 0
    paths.pool_state[0] = first
    paths.pool_next[0] = -1
    heads[0] = 0


def search_further(f: Fight, c: Combatant, paths: Paths, now: i64) -> None:
    """Settle every state that costs `now` units and look at its neighbours; cheaper ones must be settled already."""
    if f.tall:
        search_aloft(f, c, paths, now)
        return
    board = f.board
    exits = c.ground.exits
    costs = c.ground.costs
    swims = c.ground.swims
    avoided: i64 = HARMS if paths.avoids_harm else 0
    leaps = paths.leaps
    is_uneven = board.has_slow_edges or f.zones.kinds & SLOWING != 0
    steps = board.steps
    alternate = board.alternate
    budget = paths.budget
    base = paths.base
    mark = paths.mark
    came = paths.came
    provokes = paths.provokes
    threat = paths.threat
    inner = paths.inner
    order = paths.order
    heads = paths.heads
    occupied = f.occupied
    closed = paths.around.closed
    slow = paths.around.slow
    strikers = paths.strikers
    fears = c.flags & FEARS != 0
    is_single = c.n == 1 and not c.squeezes
    own: i64 = ~(c.own | paths.held)
    plain: i64 = 1 + paths.extra
    doubled = paths.doubled
    nearest = now + plain * doubled
    count = paths.count
    entry = turned_round(paths, heads[now])
    while entry >= 0:
        state = paths.pool_state[entry]
        entry = paths.pool_next[entry]
        if mark[state] != base + now:
            continue
        mark[state] = base + now + DONE
        square: i64 = state >> 1
        odd: i64 = state & 1
        order[count] = state
        count += 1
        if nearest > budget:
            continue
        ways: i64 = exits[square]
        provoked = provokes[state]
        here_threat = threat[square]
        here_inner = inner[square]
        turn: i64 = 0
        while turn < DIRECTIONS:
            step = steps[turn]
            turn += 1
            d = step & 7
            if not (ways >> d) & 1:
                continue
            to = square + (step >> 3)
            parity = odd
            if alternate and d >= FIRST_DIAGONAL:
                parity = 1 - odd
            next_state = 2 * to + parity
            known = mark[next_state] - base  # negative: not reached in this search
            if known >= 0:  # settled, or no step from here is cheaper or provokes fewer
                if known >= DONE or known < nearest or (known == nearest and not provokes[next_state]):
                    continue
            bodies = (occupied[to] & own) if is_single else (bodies_on(f, c, to) & own)
            if bodies & closed:
                continue
            times = plain
            ground: i64 = costs[to]
            if bodies & slow or (is_uneven and is_slowed_on(f, c, to, d)):
                ground |= DIFFICULT
            if ground:
                if ground & avoided:
                    continue
                times += EXTRA[ground]
            if parity < odd:
                times *= 2
            after = now + times * doubled
            if after > budget:
                continue
            if swims and after > paths.swims_for:
                after = _by_other_speed(c, paths, to, after, 2 if parity < odd else 1)
                if after < 0:
                    continue
            if fears and steps_closer_to_fear(f, c, square, to):
                continue
            left_reach = provoked
            if here_threat:
                left_reach |= ((here_threat & ~threat[to]) | (here_inner & ~inner[to])) & strikers
            if known >= 0 and known <= after:
                if known == after and left_reach != provokes[next_state]:
                    if bit_count(left_reach) < bit_count(provokes[next_state]):
                        came[next_state] = state
                        provokes[next_state] = left_reach
                continue
            mark[next_state] = base + after
            came[next_state] = state
            provokes[next_state] = left_reach
            made = paths.pool_used
            if made >= len(paths.pool_state):
                grow_pool(paths)
            paths.pool_used = made + 1
            paths.pool_state[made] = next_state
            paths.pool_next[made] = heads[after]
            heads[after] = made
        if leaps:
            leap_on(f, c, paths, state, now)
    paths.count = count


def _limit_speeds(f: Fight, c: Combatant, paths: Paths, weight: i64) -> None:
    """How far each speed of a swimmer goes in this search; beyond what is left, with the Dash that it is made for."""
    farthest = farthest_left_ft(f, c, weight) // 5
    paths.foot = left_by_ft(f, c, weight, ON_FOOT) // 5
    paths.swim = left_by_ft(f, c, weight, SWIMMING) // 5
    if paths.budget > farthest:
        paths.foot += c.speed_ft // 5
        paths.swim += c.swim_ft // 5
    if paths.budget == MAX_UNITS:
        paths.foot = MAX_UNITS
        paths.swim = MAX_UNITS
    paths.swims_for = paths.foot if paths.foot < paths.swim else paths.swim


def _by_other_speed(c: Combatant, paths: Paths, to: i64, after: i64, length: i64) -> i64:
    """What it has cost a swimmer to enter a square, by the speed that still goes so far; -1 when none does."""
    if c.ground.modes[to] == SWIMMING:
        if after <= paths.swim:
            return after
        if c.ground.gait.water_bound:
            return -1
        after += length * paths.doubled
    return after if after <= paths.foot else -1


def mark_threats(f: Fight, c: Combatant, paths: Paths, threats: i64, strikers: i64) -> None:
    """Mark the squares where the reach of `threats` covers the mover: by their longer reach and by their shorter one.

    `strikers` are those of them that could answer a step out of it with a reaction.
    """
    paths.strikers = strikers
    at: i64 = 0
    while at < paths.marked_count:
        paths.threat[paths.marked[at]] = 0
        paths.inner[paths.marked[at]] = 0
        at += 1
    paths.marked_count = 0
    if not threats:
        return
    for o in f.combatants:
        if threats & o.bit:
            _mark_reach(f, c, paths, o, o.stat.strike_reach_ft, True)
            if o.stat.inner_reach_ft > 0:
                _mark_reach(f, c, paths, o, o.stat.inner_reach_ft, False)


def _mark_reach(f: Fight, c: Combatant, paths: Paths, o: Combatant, reach_ft: i64, is_outer: bool) -> None:
    if f.tall:
        mark_reach_aloft(f, c, paths, o, reach_ft, is_outer)
        return
    board = f.board
    steps = reach_ft // 5
    n = c.n if c.n > c.stat.n else c.stat.n
    left = board.xs[o.square] - steps - n + 1
    right = board.xs[o.square] + o.n - 1 + steps
    top = board.ys[o.square] - steps - n + 1
    bottom = board.ys[o.square] + o.n - 1 + steps
    if left < 0:
        left = 0
    if top < 0:
        top = 0
    if right >= board.width:
        right = board.width - 1
    if bottom >= board.height:
        bottom = board.height - 1
    y = top
    while y <= bottom:
        square = y * board.width + left
        end = y * board.width + right
        while square <= end:
            if not board.alternate or f.apart_at_ft(c, square, o) <= reach_ft:
                if paths.threat[square] == 0 and paths.inner[square] == 0:
                    paths.marked[paths.marked_count] = square
                    paths.marked_count += 1
                if is_outer:
                    paths.threat[square] |= o.bit
                else:
                    paths.inner[square] |= o.bit
            square += 1
        y += 1


def cost_of(paths: Paths, state: i64) -> i64:
    """Units that a state reached by the last search costs."""
    return (paths.mark[state] - paths.base) & ~DONE


def trace(paths: Paths, state: i64) -> None:
    """Write the way to a reached state into `paths.path`, first step first."""
    length: i64 = 0
    at = state
    while paths.came[at] >= 0:
        length += 1
        if paths.leaps and run_up_to(paths, at) != 0:
            length += RUN_UP
        at = paths.came[at]
    paths.length = length
    at = state
    while paths.came[at] >= 0:
        length -= 1
        paths.path[length] = at >> 1
        step = run_up_to(paths, at) if paths.leaps else 0
        if step != 0:
            origin: i64 = paths.came[at] >> 1
            paths.path[length - 1] = origin + 2 * step
            paths.path[length - 2] = origin + step
            length -= RUN_UP
        at = paths.came[at]
