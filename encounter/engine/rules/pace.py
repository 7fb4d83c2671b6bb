"""What a turn's movement pays for: how far each speed goes, and what a step takes from it (rules.md 131 to 142).

Whoever has several speeds may change between them; what it has moved already is taken off each (142). A swimmer that
has no swimming left may still swim as others do, on its walking speed, for as much again.
"""

from mypy_extensions import i64

from encounter.engine.board import FIRST_DIAGONAL
from encounter.engine.combatant import Combatant
from encounter.engine.effect import CRAWLS, FEARS, SLIPS_AWAY, TRAIT_AGILE
from encounter.engine.fight import Fight
from encounter.engine.ground import DIFFICULT, EXTRA, ON_FOOT, SWIMMING


def slips_away(c: Combatant) -> bool:
    """Whether it leaves reaches without provoking anybody: after Disengage, or by a trait of its own."""
    if c.flags & SLIPS_AWAY == 0 or c.is_disengaged:
        return c.is_disengaged
    return c.flags & TRAIT_AGILE != 0 or (c.fly_ft > 0 and not c.flags & CRAWLS)


def steps_closer_to_fear(f: Fight, c: Combatant, start: i64, to: i64) -> bool:
    """Whether a step brings `c` closer to what it is frightened of (sight does not matter)."""
    for effect in c.ongoing:
        if effect.effective().flags & FEARS and effect.source >= 0:
            other = f.combatants[effect.source]
            if other.is_on_map and not other.is_dead:
                before = f.apart_at_ft(c, start, other)
                if f.apart_at_ft(c, to, other) < before:
                    return True
    return False


def movement_left_ft(f: Fight, c: Combatant, weight: i64) -> i64:
    """Feet of its Speed left this turn, with a drag of this weight (D-11)."""
    return _left_ft(f, c, weight, c.speed_ft)


def left_by_ft(f: Fight, c: Combatant, weight: i64, mode: i64) -> i64:
    """Feet left this turn of one of its speeds."""
    return _left_ft(f, c, weight, c.swim_ft if mode == SWIMMING else c.speed_ft)


def fastest_ft(c: Combatant) -> i64:
    """The greatest of its speeds."""
    fastest = c.swim_ft if c.swim_ft > c.speed_ft else c.speed_ft
    fastest = c.climb_ft if c.climb_ft > fastest else fastest
    return c.fly_ft if c.fly_ft > fastest else fastest


def farthest_left_ft(f: Fight, c: Combatant, weight: i64) -> i64:
    """Feet left this turn by the speed of which most is left."""
    return _left_ft(f, c, weight, fastest_ft(c))


def _left_ft(f: Fight, c: Combatant, weight: i64, speed: i64) -> i64:
    if weight < 0 or (c.has_dragged and f.setup.rules.drag_halves_speed):
        speed = 2 * (speed // 2)
    left = c.granted * speed - c.spent_ft
    return left if left > 0 else 0


def length_units(f: Fight, d: i64, odd: i64) -> i64:
    """Units that a step in a direction is long: 1, or 2 for every second diagonal where the table counts so."""
    return 2 if d >= FIRST_DIAGONAL and odd and f.board.alternate else 1


def step_units(f: Fight, c: Combatant, to: i64, d: i64, odd: i64, bodies: i64, slow: i64, weight: i64) -> i64:
    """Units that one step costs: difficult ground or other bodies, swimming, squeezing, crawling and dragging add up,
    they never multiply each other; 5.1 dragging doubles the whole."""
    ground: i64 = c.ground.costs[to]
    if bodies & slow or is_slowed_on(f, c, to, d):
        ground |= DIFFICULT
    return length_units(f, d, odd) * with_burdens(c, 1 + EXTRA[ground], weight)


def with_burdens(c: Combatant, times: i64, weight: i64) -> i64:
    """How often a step is paid, once crawling and what is dragged are added to what the ground asks."""
    if c.flags & CRAWLS:
        times += 1
    if weight > 0:
        times += 1
    elif weight < 0:
        times *= 2
    return times


def is_slowed_on(f: Fight, c: Combatant, to: i64, d: i64) -> bool:
    """Whether a step in direction d to a square leads over a low wall or through a window, or into a rough zone."""
    if f.board.has_slow_edges and d >= 0 and (f.board.slow_ways_of(c.ground.n)[to - f.board.deltas[d]] >> d) & 1:
        return True
    return f.is_rough(to, c.n_at(to), c.powers)


def paid_units(f: Fight, c: Combatant, to: i64, units: i64, length: i64, weight: i64, spent: i64) -> i64:
    """What a step of this cost and length takes from the movement left once `spent` more is gone; -1: not enough.

    Into water a swimmer goes by its swimming speed, and when that is used up by its walking speed.
    """
    if not c.ground.swims:
        return units if 5 * (spent + units) <= movement_left_ft(f, c, weight) else -1
    if c.ground.modes[to] == SWIMMING:
        if 5 * (spent + units) <= left_by_ft(f, c, weight, SWIMMING):
            return units
        if c.ground.gait.water_bound:
            return -1
        units += length * (2 if weight < 0 else 1)
    return units if 5 * (spent + units) <= left_by_ft(f, c, weight, ON_FOOT) else -1
