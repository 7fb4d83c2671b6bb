"""Movement where heights count: flying, climbing onto higher ground and down from it, stepping off an edge.

A way leads from place to place (`square + level * squares of the map`), each step to a neighbour in space: at most one
square along either axis of the map and one level up or down. What a step is follows from where it leads:

* to ground of the same level or one lower, or up one level at most: on foot; rising costs as climbing does
* along or up a wall of higher ground, beside it: climbing, one more foot a foot, or by a climb speed (rules.md 136)
* anywhere else: flying, with a fly speed
* off an edge by whoever cannot fly: a step on foot, and the fall that follows

Speeds are kept as rules.md 142 says: what has been moved already, by whatever speed, counts against each of them. A
step may be made with any speed of which enough is left, and costs what the cheapest of those asks. All costs are in
units of 5 ft. Only fights with heights in them come here; the rest go by `encounter.engine.rules.movement`.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from encounter.engine.bits import bit_count
from encounter.engine.board import DIRECTIONS, FIRST_DIAGONAL, STEP_X, STEP_Y
from encounter.engine.combatant import Combatant
from encounter.engine.effect import CRAWLS, FEARS
from encounter.engine.fight import Fight
from encounter.engine.ground import DIFFICULT, EXTRA, HARMS, SWIMMING
from encounter.engine.paths import DONE, MAX_UNITS, Left, Pass, Paths, Step, add_to_pool, turned_round
from encounter.engine.rules.falling import clings
from encounter.engine.rules.jumps import jump_units, line_between, runs_on
from encounter.engine.rules.leaping import leap_on
from encounter.engine.rules.legal import FEARED_CLOSER, LEGAL, PATH_NONE, SPEED_SHORT
from encounter.engine.rules.pace import steps_closer_to_fear, with_burdens

NO_STEP: Final = -1


def has_way(f: Fight, c: Combatant, square: i64, d: i64) -> bool:
    """Whether a combatant can move in a direction of the plan, floor or no floor below it."""
    board = f.board
    n = c.n
    if (board.exits_of(n)[square] >> d) & 1:
        return not c.ground.gait.water_bound or may_fly(c) or (c.ground.exits[square] >> d) & 1 != 0
    if not (board.ways_of(n)[square] >> d) & 1:
        return False
    return _lacks_floor(f, n, square + board.deltas[d])


def _lacks_floor(f: Fight, n: i64, square: i64) -> bool:
    """Whether any square under a footprint has no floor."""
    row: i64 = 0
    while row < n:
        column: i64 = 0
        while column < n:
            if f.board.floorless[square + row * f.board.width + column]:
                return True
            column += 1
        row += 1
    return False


def look_at_step(f: Fight, c: Combatant, place: i64, d: i64, rise: i64, step: Step) -> None:
    """Judge the step from a place in a direction of the plan (-1 none) and up (1), down (-1) or level (0)."""
    board = f.board
    step.is_possible = False
    square = place % board.size
    level = place // board.size
    to_level = level + rise
    to: i64 = square
    if d >= 0:
        if not has_way(f, c, square, d):
            return
        to = square + board.deltas[d]
    grounds = f.relief.grounds(c.n)
    ground: i64 = grounds[to]
    if to_level < ground or to_level > f.relief.ceiling:
        return
    highest = level if rise <= 0 else to_level
    if d >= FIRST_DIAGONAL and (
        grounds[square + STEP_X[d]] > highest or grounds[square + STEP_Y[d] * board.width] > highest
    ):
        return
    step.to_square = to
    step.to_level = to_level
    step.is_possible = True
    step.is_diagonal = d >= FIRST_DIAGONAL or (d >= 0 and rise != 0)
    stands = level == grounds[square]
    will_stand = to_level == ground and not _lacks_floor(f, c.n, to)
    step.on_foot = (stands or clings(f, c, square, level)) and (will_stand or clings(f, c, to, to_level))
    step.climbs = not (stands and will_stand and rise <= 0)
    step.drops = stands and d >= 0 and rise == 0 and not will_stand
    step.extra = 0
    if will_stand:
        step.extra = c.ground.costs[to]
    if d >= 0 and board.has_slow_edges and (board.slow_ways_of(c.n)[square] >> d) & 1:
        step.extra |= DIFFICULT
    step.swims = will_stand and c.ground.swims and c.ground.modes[to] == SWIMMING


def units_of(f: Fight, c: Combatant, step: Step, odd: i64, is_slowed: bool, weight: i64, climbs: bool) -> i64:
    """Units that a step costs: difficult ground, bodies, climbing, crawling and dragging add up (see step_units)."""
    base: i64 = 2 if step.is_diagonal and odd and f.board.alternate else 1
    ground = step.extra | DIFFICULT if is_slowed else step.extra
    times: i64 = 1 + EXTRA[ground]
    if climbs:
        times += 1
    return base * with_burdens(c, times, weight)


def cheapest(f: Fight, c: Combatant, step: Step, odd: i64, is_slowed: bool, weight: i64, left: Left, spent: i64) -> i64:
    """Units of the cheapest way to make a step, of those for which enough is left; NO_STEP when there is none."""
    best: i64 = NO_STEP
    if may_fly(c):
        units = units_of(f, c, step, odd, is_slowed, weight, False)
        if spent + units <= left.fly:
            best = units
    if step.on_foot:
        if step.climbs and c.climb_ft > 0:
            units = units_of(f, c, step, odd, is_slowed, weight, False)
            if spent + units <= left.climb:
                return units  # nothing is cheaper
        units = units_of(f, c, step, odd, is_slowed, weight, step.climbs)
        if step.swims and spent + units > left.swim:
            units += 1  # as others swim, on its walking speed
            if c.ground.gait.water_bound or spent + units > left.walk:
                return best
        elif not step.swims and spent + units > left.walk:
            return best
        if best < 0 or units < best:
            best = units
    return best


def speed_units(f: Fight, c: Combatant, speed_ft: i64, weight: i64) -> i64:
    """Units of movement that a speed allows in all this turn, with a drag of this weight."""
    if weight < 0 or (c.has_dragged and f.setup.rules.drag_halves_speed):
        speed_ft = 2 * (speed_ft // 2)
    return c.granted * speed_ft // 5


def count_left(f: Fight, c: Combatant, weight: i64, left: Left) -> None:
    """What is left of each speed this turn, in units."""
    spent = c.spent_ft // 5
    left.walk = speed_units(f, c, c.speed_ft, weight) - spent
    left.swim = speed_units(f, c, c.swim_ft, weight) - spent
    left.fly = speed_units(f, c, c.fly_ft, weight) - spent
    left.climb = speed_units(f, c, c.climb_ft, weight) - spent


def direction_in_plan(f: Fight, start: i64, to: i64) -> i64:
    """The direction between the squares of two neighbouring places, -1 for the same square, -2 when they are none."""
    board = f.board
    square = start % board.size
    to_square = to % board.size
    if square == to_square:
        return -1
    d: i64 = 0
    while d < DIRECTIONS:
        if square + board.deltas[d] == to_square:
            dx = board.xs[to_square] - board.xs[square]
            if -1 <= dx <= 1:
                return d
        d += 1
    return -2


def step_between(f: Fight, c: Combatant, start: i64, to: i64, step: Step) -> None:
    """Judge the step from one place to another; not possible when they are no neighbours in space."""
    step.is_possible = False
    size = f.board.size
    level = f.height_at(c, to)
    rise = level - start // size
    d = direction_in_plan(f, start, to)
    if d < -1 or rise < -1 or rise > 1 or (d < 0 and rise == 0):
        return
    look_at_step(f, c, start, d, rise, step)


def is_jump_aloft(f: Fight, start: i64, to: i64) -> bool:
    """Whether two places are no neighbours in space, so that only a jump leads from one to the other."""
    rise = to // f.board.size - start // f.board.size
    return direction_in_plan(f, start, to) < -1 or rise > 1 or (rise < -1)


def _judge_jump_aloft(f: Fight, c: Combatant, around: Pass, at: i64, to: i64, run_ft: i64, odd: i64, held: i64) -> i64:
    """Units of a jump on the way, or with a minus sign the clause that forbids it."""
    units = jump_units(f, c, at, to, run_ft, odd)
    if units < 0 or held or f.bodies_at(c, to) & around.closed:
        return -PATH_NONE
    if c.flags & FEARS and steps_closer_to_fear(f, c, at, to):
        return -FEARED_CLOSER
    return units


def judge_steps_aloft(f: Fight, c: Combatant, around: Pass, path: vec[i64], length: i64, held: i64, weight: i64) -> i64:
    """Whether a whole way in space is legal now. Nobody is moved; those dragged along find their places on the way."""
    step = Step()
    at = f.place_of(c)
    odd = c.odd_diagonals
    left = Left()
    count_left(f, c, weight, left)
    spent: i64 = 0
    number: i64 = 0
    run_ft = c.run_ft
    while number < length:
        to = path[number] % f.board.size + f.height_at(c, path[number]) * f.board.size
        if is_jump_aloft(f, at, to):
            leapt = _judge_jump_aloft(f, c, around, at, to, run_ft, odd, held)
            if leapt < 0 or (not stands_at(f, c, to) and number < length - 1):
                return -leapt if leapt < 0 else PATH_NONE
            spent += leapt
            if spent > left.walk:
                return SPEED_SHORT
            line = line_between(f, at, to)
            if line & 7 >= FIRST_DIAGONAL:
                odd = odd ^ ((line >> 3) & 1)
            run_ft = 0
            at = to
            number += 1
            continue
        step_between(f, c, at, to, step)
        bodies = f.bodies_at(c, to) & ~held
        if not step.is_possible or bodies & around.closed:
            return PATH_NONE
        if c.flags & FEARS and steps_closer_to_fear(f, c, at, to):
            return FEARED_CLOSER
        is_slowed = bodies & around.slow != 0
        units = cheapest(f, c, step, odd, is_slowed, weight, left, spent)
        may_drop = step.drops and number == length - 1 and not may_fly(c)
        if units < 0 and may_drop:
            units = units_of(f, c, step, odd, is_slowed, weight, False)
            units = units if spent + units <= left.walk else NO_STEP
        if units < 0:
            is_known = step.on_foot or may_fly(c) or may_drop
            return SPEED_SHORT if is_known else PATH_NONE
        spent += units
        if step.is_diagonal:
            odd = 1 - odd
        run_ft = run_ft + 5 if runs_on(f, c, to) else 0
        at = to
        number += 1
    return LEGAL


def stands_at(f: Fight, c: Combatant, place: i64) -> bool:
    """Whether a place is on the ground."""
    return place // f.board.size == f.relief.grounds(c.n)[place % f.board.size]


def may_fly(c: Combatant) -> bool:
    """Whether a combatant can fly now."""
    return c.fly_ft > 0 and not c.flags & CRAWLS


def next_units_aloft(f: Fight, c: Combatant, around: Pass, to: i64, held: i64, weight: i64) -> i64:
    """Units that the next step of a walk costs as things are now, NO_STEP when it cannot be taken any more."""
    step = Step()
    step_between(f, c, f.place_of(c), to, step)
    bodies = f.bodies_at(c, to) & ~held
    if not step.is_possible or bodies & around.closed:
        return NO_STEP
    is_slowed = bodies & around.slow != 0
    left = Left()
    count_left(f, c, weight, left)
    units = cheapest(f, c, step, c.odd_diagonals, is_slowed, weight, left, 0)
    if units < 0 and step.drops and not may_fly(c):
        units = units_of(f, c, step, c.odd_diagonals, is_slowed, weight, False)
        units = units if units <= left.walk else NO_STEP
    return units


def is_diagonal_aloft(f: Fight, start: i64, to: i64) -> bool:
    """Whether a step goes along more than one axis."""
    d = direction_in_plan(f, start, to)
    return d >= FIRST_DIAGONAL or (d >= 0 and start // f.board.size != to // f.board.size)


def limits_of(f: Fight, c: Combatant, paths: Paths, weight: i64) -> None:
    """What a search may spend of each speed, `paths.budget` in all.

    A budget beyond what is left this turn is one of a Dash, or of many turns: then each speed is granted once more, or
    without end.
    """
    left = paths.left
    count_left(f, c, weight, left)
    most = left.fly if left.fly > left.walk else left.walk
    most = left.swim if left.swim > most else most
    most = left.climb if left.climb > most else most
    if paths.budget <= most:
        return
    if paths.budget == MAX_UNITS:
        left.walk = MAX_UNITS if c.speed_ft > 0 else 0
        left.swim = MAX_UNITS if c.swim_ft > 0 else 0
        left.fly = MAX_UNITS if c.fly_ft > 0 else 0
        left.climb = MAX_UNITS if c.climb_ft > 0 else 0
        return
    left.walk += c.speed_ft // 5
    left.swim += c.swim_ft // 5
    left.fly += c.fly_ft // 5
    left.climb += c.climb_ft // 5


def search_aloft(f: Fight, c: Combatant, paths: Paths, now: i64) -> None:
    """Settle every state that costs `now` units and look at its neighbours in space (see search_further)."""
    step = paths.step
    fears = c.flags & FEARS != 0
    own: i64 = ~(c.own | paths.held)
    size = f.board.size
    weight: i64 = -1 if paths.doubled == 2 else paths.weight
    board = f.board
    all_ways = board.ways_of(c.n)
    grounds = f.relief.grounds(c.n)
    ceiling = f.relief.ceiling
    flies = may_fly(c)
    mark = paths.mark
    provokes = paths.provokes
    steps = board.steps
    deltas = board.deltas
    alternate = board.alternate
    base = paths.base
    entry = turned_round(paths, paths.heads[now])
    while entry >= 0:
        state = paths.pool_state[entry]
        entry = paths.pool_next[entry]
        if mark[state] != base + now:
            continue
        mark[state] = base + now + DONE
        paths.order[paths.count] = state
        paths.count += 1
        if now >= paths.budget:
            continue
        place: i64 = state >> 1
        odd: i64 = state & 1
        square = place % size
        level = place // size
        ways: i64 = all_ways[square]
        rise: i64 = 0
        way: i64 = -1
        while True:
            way += 1
            if way > DIRECTIONS:
                if rise < 0:
                    break
                rise = -1 if rise else 1
                way = 0
            d: i64 = -1  # straight up before aslant: no way to and fro
            if way > 0:
                d = steps[way - 1] & 7
            to_level = level + rise
            if to_level > ceiling or (d < 0 and rise == 0) or (d >= 0 and not (ways >> d) & 1):
                continue
            to_square = square
            if d >= 0:
                to_square += deltas[d]
            ground: i64 = grounds[to_square]
            if to_level < ground or (not flies and to_level > ground and not clings(f, c, to_square, to_level)):
                continue
            if not alternate:
                there: i64 = 2 * (to_square + to_level * size) + odd
                known = mark[there] - base
                if known >= 0 and (known >= DONE or known <= now or (known == now + 1 and not provokes[there])):
                    continue  # settled, or no step from here is cheaper or provokes fewer
            look_at_step(f, c, place, d, rise, step)
            if not step.is_possible:
                continue
            to = step.to_square + step.to_level * size
            parity = odd
            if alternate and step.is_diagonal:
                parity = 1 - odd
            next_state = 2 * to + parity
            known = mark[next_state] - base
            if known >= DONE:
                continue
            bodies: i64 = 0
            if c.n > 1 or f.occupied[to_square] & own:
                bodies = f.bodies_at(c, to) & own
            if bodies & paths.around.closed:
                continue
            if paths.avoids_harm and step.extra & HARMS:
                continue
            units = cheapest(f, c, step, odd, bodies & paths.around.slow != 0, weight, paths.left, now)
            after = now + units
            if units < 0 or after > paths.budget:
                continue
            if fears and steps_closer_to_fear(f, c, place, to):
                continue
            provoked = paths.provokes[state]
            provoked |= (
                (paths.threat[place] & ~paths.threat[to]) | (paths.inner[place] & ~paths.inner[to])
            ) & paths.strikers
            if known >= 0 and known <= after:
                if known == after and bit_count(provoked) < bit_count(paths.provokes[next_state]):
                    paths.came[next_state] = state
                    paths.provokes[next_state] = provoked
                continue
            paths.mark[next_state] = paths.base + after
            paths.came[next_state] = state
            paths.provokes[next_state] = provoked
            add_to_pool(paths, next_state, after)
        if paths.leaps:
            leap_on(f, c, paths, state, now)


def mark_reach_aloft(f: Fight, c: Combatant, paths: Paths, o: Combatant, reach_ft: i64, is_outer: bool) -> None:
    """Mark the places where a reach covers the mover."""
    board = f.board
    steps = reach_ft // 5
    grounds = f.relief.grounds(c.n)
    level = o.level - steps - c.n + 1
    if level < 0:
        level = 0
    while level <= o.level + o.n - 1 + steps and level <= f.relief.ceiling:
        y = board.ys[o.square] - steps - c.n + 1
        while y <= board.ys[o.square] + o.n - 1 + steps:
            x = board.xs[o.square] - steps - c.n + 1
            while x <= board.xs[o.square] + o.n - 1 + steps:
                if 0 <= x < board.width and 0 <= y < board.height and grounds[y * board.width + x] <= level:
                    _mark_place(f, c, paths, o, y * board.width + x + level * board.size, reach_ft, is_outer)
                x += 1
            y += 1
        level += 1


def _mark_place(f: Fight, c: Combatant, paths: Paths, o: Combatant, place: i64, reach_ft: i64, is_outer: bool) -> None:
    if f.apart_at_ft(c, place, o) > reach_ft:
        return
    if paths.threat[place] == 0 and paths.inner[place] == 0:
        paths.marked[paths.marked_count] = place
        paths.marked_count += 1
    if is_outer:
        paths.threat[place] |= o.bit
    else:
        paths.inner[place] |= o.bit
