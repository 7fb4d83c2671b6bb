"""Ready: an action or a move held back until a trigger, taken as a reaction right after it (rules.md 47)."""

from mypy_extensions import i64

from encounter.engine.combatant import Combatant, Readied, has_no_speed
from encounter.engine.fight import Fight
from encounter.engine.intent import ATTACK_WITH, ENTERS_REACH, IN_RANGE, IS_HURT, LEAVES_REACH, MOVES
from encounter.engine.paths import Paths
from encounter.engine.rules.attack import MAIN, resolve_attack
from encounter.engine.rules.legal import LEGAL, judge_attack
from encounter.engine.rules.movement import bodies_on, cost_of, explore, mark_threats, may_end, passing, trace, walk
from encounter.engine.rules.pace import farthest_left_ft
from encounter.engine.rules.perception import located


def may_react(f: Fight, o: Combatant, other: Combatant) -> bool:
    """Whether `o` can still take what it readied, and perceives what `other` does."""
    if not o.has_reaction or not o.can_act or not o.is_in or not o.is_on_map:
        return False
    if o.is_surprised and f.setup.rules.surprise_costs_turn:
        return False
    readied = o.readied
    if readied is not None and readied.spell != "" and o.concentrating != readied.spell:
        return False
    return located(f, o, other)


def concerns(f: Fight, o: Combatant, other: Combatant, readied: Readied) -> bool:
    """Whether a trigger speaks of this combatant: the one it names, else any enemy."""
    if readied.target >= 0:
        return readied.target == other.index
    return f.setup.enemies[o.index] & other.bit != 0


def reach_ft(o: Combatant, readied: Readied) -> i64:
    """The reach a trigger speaks of: that of the readied melee attack, else the longest of its own, at least 5 ft."""
    if readied.kind == ATTACK_WITH and o.stat.uses[readied.use].is_melee:
        return o.stat.uses[readied.use].reach_ft
    return o.stat.melee_reach_ft if o.stat.melee_reach_ft > 5 else 5


def is_triggered_by_step(f: Fight, o: Combatant, mover: Combatant, start: i64, readied: Readied) -> bool:
    """Whether the step just taken from `start` is the trigger."""
    if readied.when == IN_RANGE:
        use = o.stat.uses[readied.use]
        return f.apart_ft(o, mover) <= (use.reach_ft if use.is_melee else use.normal_ft)
    if readied.when == ENTERS_REACH or readied.when == LEAVES_REACH:
        reach = reach_ft(o, readied)
        was_in = f.apart_at_ft(mover, start, o) <= reach
        is_in = f.apart_ft(o, mover) <= reach
        return is_in and not was_in if readied.when == ENTERS_REACH else was_in and not is_in
    return False


def is_awaited(f: Fight, mover: Combatant, start: i64) -> bool:
    """Whether somebody was waiting for the step just taken from `start`, and can act on it."""
    for o in f.combatants:
        readied = o.readied
        if readied is None or o.index == mover.index or not concerns(f, o, mover, readied):
            continue
        if may_react(f, o, mover) and is_triggered_by_step(f, o, mover, start, readied):
            return True
    return False


def answer_step(f: Fight, mover: Combatant, start: i64) -> None:
    """After a step: whoever was waiting for it acts."""
    for o in f.order if len(f.order) > 0 else f.combatants:
        readied = o.readied
        if readied is None or o.index == mover.index or not concerns(f, o, mover, readied):
            continue
        if may_react(f, o, mover) and is_triggered_by_step(f, o, mover, start, readied):
            take_readied(f, o, mover, readied)
        if not mover.is_in:
            return


def answer_move(f: Fight, mover: Combatant) -> None:
    """After a whole movement: whoever was waiting for that acts."""
    for o in f.order if len(f.order) > 0 else f.combatants:
        readied = o.readied
        if readied is None or readied.when != MOVES or o.index == mover.index or not concerns(f, o, mover, readied):
            continue
        if mover.is_in and may_react(f, o, mover):
            take_readied(f, o, mover, readied)


def answer_hurt(f: Fight) -> None:
    """Those who were hurt and waited for it act against whoever hurt them."""
    hurt = f.hurt
    f.hurt = 0
    for o in f.order if len(f.order) > 0 else f.combatants:
        readied = o.readied
        if not hurt & o.bit or readied is None or readied.when != IS_HURT or o.hurt_by < 0 or o.hurt_by == o.index:
            continue
        by = f.combatants[o.hurt_by]
        other = f.combatants[readied.target] if readied.target >= 0 else by
        if may_react(f, o, other):
            take_readied(f, o, other, readied)


def take_readied(f: Fight, o: Combatant, other: Combatant, readied: Readied) -> bool:
    """Spend the reaction on what was readied; False when it cannot be done now, and it stays readied."""
    if readied.kind == ATTACK_WITH:
        use = o.stat.uses[readied.use]
        if other.is_dead or not other.is_on_map or judge_attack(f, o, other, use, f.facts) != LEGAL:
            return False
        _spend(f, o)
        judge_attack(f, o, other, use, f.facts)
        resolve_attack(f, o, other, use, MAIN)
        return True
    if has_no_speed(o) or o.square == readied.square:
        return False
    _spend(f, o)
    move_as_reaction(f, o, readied.square)
    return True


def _spend(f: Fight, o: Combatant) -> None:
    o.has_reaction = False
    f.note("action", o, None, {"action": "readied", "cost": "reaction", "ally": None})
    spell = o.readied.spell if o.readied is not None else ""
    f.unready(o)
    if spell != "":
        f.end_concentration(o, "released")


def move_as_reaction(f: Fight, o: Combatant, goal: i64) -> None:
    """Move up to its Speed to a square, or as near to it as it gets. It provokes: the movement is its own."""
    granted = o.granted
    spent = o.spent_ft
    odd = o.odd_diagonals
    dragged = o.has_dragged
    disengaged = o.is_disengaged
    o.granted = 1
    o.spent_ft = 0
    o.odd_diagonals = 0
    o.has_dragged = False
    o.is_disengaged = False  # Disengage is for the turn it was taken in
    paths = Paths(f.places())
    mark_threats(f, o, paths, 0, 0)
    explore(f, o, paths, farthest_left_ft(f, o, 0) // 5, 0, 0)
    best = nearest_state(f, o, paths, goal)
    if best >= 0:
        trace(paths, best)
        walk(f, o, paths.path, paths.length, False)
    o.granted = granted
    o.spent_ft = spent
    o.odd_diagonals = odd
    o.has_dragged = dragged
    o.is_disengaged = disengaged


def nearest_state(f: Fight, o: Combatant, paths: Paths, goal: i64) -> i64:
    """The cheapest reached state on the goal, or on the square nearest to it where `o` may stop; -1 without any."""
    passing(f, o, paths.around)
    best: i64 = -1
    least: i64 = f.apart_at_ft(o, goal, o)
    home = f.place_of(o)
    cheapest: i64 = 1 << 30
    at: i64 = 0
    while at < paths.count:
        state = paths.order[at]
        at += 1
        square = state >> 1
        if square == home or not may_end(f, o, bodies_on(f, o, square), paths.around.shared):
            continue
        left = f.apart_between_ft(o, square, o, goal)
        cost = cost_of(paths, state)
        if left < least or (left == least and best >= 0 and cost < cheapest):
            best = state
            least = left
            cheapest = cost
    return best
