"""What the built-in tactics make of doors: they open what is closed in their way, and force what is locked.

A way counts every closed door as passable, at the price of its opening (`Fight.way`). Where the way leads through one
that is near enough, it is opened; where no other way is left, a task that opens a locked door is tried, or the door
itself attacked, if the scenario has either.
"""

from mypy_extensions import i64

from encounter.engine.board import DIRECTIONS, SQUARE_ORDER, Board
from encounter.engine.combatant import ACTION, Combatant
from encounter.engine.doors import LOCKED, OPEN, Door
from encounter.engine.facts import Facts
from encounter.engine.fight import Fight
from encounter.engine.ground import DIFFICULT, PLANNED, ground_of
from encounter.engine.intent import ATTEMPT, OPEN_DOOR, STRIKE_THING, Intent
from encounter.engine.rules.act import judge_place
from encounter.engine.rules.doors import is_passable, judge_door
from encounter.engine.rules.heights import direction_in_plan
from encounter.engine.rules.legal import LEGAL
from encounter.engine.rules.movement import trace
from encounter.engine.rules.things import judge_strike, judge_task
from encounter.engine.tables import Task


def door_ahead(f: Fight, c: Combatant, way: Board, goal: i64) -> Door | None:
    """The first door that is not open on the shortest way to a goal, over a board where it counts as passable."""
    ground = ground_of(way, c.stat.gait)
    field = ground.path_distances(goal)
    exits = ground.exits
    costs = ground.costs
    slows = way.slow_ways_of(ground.n)
    now = c.ground.exits
    at = c.square
    while field[at] > 0:
        best: i64 = -1
        least: i64 = 0
        turn: i64 = 0
        while turn < DIRECTIONS:
            d: i64 = SQUARE_ORDER[turn]
            turn += 1
            to = at + way.deltas[d]
            if not (exits[at] >> d) & 1 or not 0 <= field[to] < field[at]:
                continue
            bits: i64 = costs[to]
            if way.has_slow_edges and (slows[at] >> d) & 1:
                bits |= DIFFICULT
            key = 4 * (field[to] + 1 + PLANNED[bits]) + (0 if (now[at] >> d) & 1 else 1)
            if best < 0 or key < least:
                best = d
                least = key
        if best < 0:
            return None
        if not (now[at] >> best) & 1:
            return _between(f, c, at, best)
        at += way.deltas[best]
    return None


def _between(f: Fight, c: Combatant, at: i64, d: i64) -> Door | None:
    """The door that bars a step: the one that alone would free it, else the first beside it."""
    found: Door | None = None
    grounds = f.setup.grounds
    for door in f.setup.doors:
        if is_passable(f.doors[door.index]):
            continue
        near = min([f.board.distance_ft(at, c.n, square, 1) for square in door.squares])
        if near > 5:
            continue
        states = list(f.doors)
        states[door.index] = OPEN
        if (ground_of(grounds.board_for(grounds.key_of(states)), c.stat.gait).exits[at] >> d) & 1:
            return door
        if found is None:
            found = door
    return found


def opens_on_the_way(f: Fight, c: Combatant, goal: i64, intent: Intent) -> bool:
    """Write the intent that opens the next closed door on the way to a goal, when it is near enough to be opened."""
    door = door_ahead(f, c, f.way, goal)
    if door is None or judge_door(f, c, door, True) != LEGAL:
        return False
    intent.kind = OPEN_DOOR
    intent.item = door.index
    return True


def look_through_doors(f: Fight, c: Combatant) -> None:
    """Think every door that is shut open, for a search in space; `Fight.stand_on_ground` thinks it back."""
    f.board = f.way
    c.ground = ground_of(f.way, c.stat.gait)


def opens_aloft(f: Fight, c: Combatant, state: i64, intent: Intent) -> bool:
    """Write the intent that opens the door in the first step of a way found with the doors thought open."""
    trace(f.paths, state)
    d = direction_in_plan(f, f.place_of(c), f.paths.path[0])
    if d < 0 or (f.board.ways_of(c.n)[c.square] >> d) & 1:
        return False
    door = _between(f, c, c.square, d)
    if door is None or judge_door(f, c, door, True) != LEGAL:
        return False
    intent.kind = OPEN_DOOR
    intent.item = door.index
    return True


def way_by_force(f: Fight, c: Combatant) -> Board:
    """The ground for whoever opens what is closed and forces what is locked and can be forced by it."""
    forced: list[int] = []
    for door in f.setup.doors:
        if f.doors[door.index] == LOCKED and (_task_for(f, c, door) is not None or _thing_for(f, door) >= 0):
            forced.append(door.index)
    if len(forced) == 0:
        return f.way
    return f.setup.grounds.way_for(f.doors, forced)


def forces_a_door(f: Fight, c: Combatant, way: Board, goal: i64, intent: Intent) -> bool:
    """Write the intent that opens or forces the first door on a way, when that can be done from here."""
    door = door_ahead(f, c, way, goal)
    if door is None:
        return False
    if judge_door(f, c, door, True) == LEGAL:
        intent.kind = OPEN_DOOR
        intent.item = door.index
        return True
    task = _task_for(f, c, door)
    if task is not None:
        if not c.budget & ACTION or judge_task(f, c, task) != LEGAL:
            return False
        intent.kind = ATTEMPT
        intent.item = task.index
        return True
    return _strikes(f, c, _thing_for(f, door), intent)


def _task_for(f: Fight, c: Combatant, door: Door) -> Task | None:
    """A task by which a combatant can open a door."""
    for task in f.setup.tasks:
        if task.door == door.index and (task.by >> c.index) & 1 and not (f.tasks_done >> task.index) & 1:
            return task
    return None


def _thing_for(f: Fight, door: Door) -> i64:
    """The object that a door is, -1 for none that can still be broken."""
    for thing in f.setup.things:
        if thing.door == door.index and f.thing_hp[thing.index] > 0:
            return thing.index
    return -1


def _strikes(f: Fight, c: Combatant, item: i64, intent: Intent) -> bool:
    """Write the attack on an object that deals most on average, of those that can be made from here."""
    if item < 0:
        return False
    thing = f.setup.things[item]
    facts = Facts()
    most: i64 = -1
    place: i64 = 0
    for use in c.stat.uses:
        option: i64 = 0
        while option < len(c.stat.sequences):
            if use.mean > most and judge_place(c, option, use.weapon_index) >= 0:
                if judge_strike(f, c, thing, use, facts) == LEGAL:
                    most = use.mean
                    intent.use = place
                    intent.option = option
            option += 1
        place += 1
    if most < 0:
        return False
    intent.kind = STRIKE_THING
    intent.item = item
    return True
