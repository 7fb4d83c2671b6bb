"""One move: its way, what it costs, and whose reach it leaves.

The way is the cheapest, then the one that provokes the fewest, then the smallest when its squares are compared in
order. The search keeps a label for each square, diagonal parity, set of provoked enemies and place of whoever is
dragged, so that the answer is exact; what a step costs, who may strike and where the dragged go is asked of the rules.
"""

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import Final

from attrs import frozen
from librt.vecs import vec
from mypy_extensions import i64

from encounter.engine.bits import bit_count
from encounter.engine.board import DIRECTIONS, FIRST_DIAGONAL
from encounter.engine.combatant import ACTION, BONUS, Combatant, has_no_speed
from encounter.engine.effect import INCAPACITATED, TRAIT_BONUS_DASH, TRAIT_BONUS_DISENGAGE
from encounter.engine.encounter import Encounter
from encounter.engine.fight import Fight
from encounter.engine.intent import NO_REACTION
from encounter.engine.paths import MAX_UNITS, Pass
from encounter.engine.rules.attack import OPPORTUNITY
from encounter.engine.rules.contest import hold_on
from encounter.engine.rules.forced import drag_square, judge_teleport
from encounter.engine.rules.legal import (
    ACTION_USED,
    DOOR_CLOSED,
    FEARED_CLOSER,
    IS_INCAPACITATED,
    LEGAL,
    PATH_NONE,
    SPEED_IS_ZERO,
    SPEED_SHORT,
    SQUARE_OCCUPIED,
    judge_attack,
)
from encounter.engine.rules.movement import (
    bodies_on,
    cost_of,
    drag_weight,
    held_by,
    judge_standing,
    judge_way,
    may_end,
    passing,
    stand_up,
    trace,
)
from encounter.engine.rules.pace import fastest_ft, movement_left_ft, step_units, steps_closer_to_fear
from encounter.engine.rules.perception import found_in_plain_view
from encounter.engine.rules.reaction import PROVOKES, REACH_KEPT, WHY_NOT, can_strike, provocation
from encounter.engine.rules.reasons import derive_attack
from encounter.engine.tables import Use
from encounter.engine.tactics.own import look_around, place_called, place_name, state_of
from encounter.explaining.telling import (
    Json,
    Words,
    illegal_told,
    position_of,
    roll_told,
    spelled_out,
    square_called,
    standing,
)
from encounter.odds import AttackOdds, Position, attack_odds
from encounter.scenario.model import Scenario

WITH_ACTIONS: Final = {"dash": TRAIT_BONUS_DASH, "disengage": TRAIT_BONUS_DISENGAGE}
FORCED: Final = "forced"
TELEPORT: Final = "teleport"
ANY_RANGE: Final = 1_000_000  # in feet: how far a teleport carries is not asked

# Where a walker is: how many waypoints are behind it, its square, the parity of its diagonals, whom it has provoked,
# the squares of those it drags, and from whom it is still hidden.
Place = tuple[int, int, int, int, tuple[int, ...], int]


@frozen
class Step:
    """A step of a way: from where, to where, where the dragged stand before it, from whom the mover is then hidden."""

    start: int
    to: int
    held: tuple[int, ...]
    hidden_from: int = 0


@frozen
class Way:
    """A way found: its steps, its cost in units of 5 ft, and the end of it as a step to nowhere."""

    steps: tuple[Step, ...]
    units: int
    end: Step


def explain_move(
    encounter: Encounter | Scenario,
    mover: str,
    to: str,
    *,
    via: Sequence[str] = (),
    with_action: str | None = None,
    crawl: bool = False,
    release: Sequence[str] = (),
    forced: bool = False,
    teleport: bool = False,
    words: Words = spelled_out,
) -> Json:
    """The way of `mover` to a square, its cost and whom it provokes: the JSON of `encounter explain --to`.

    `via` names squares on the way in order; `with_action` is dash or disengage; `crawl` keeps a prone mover prone;
    `release` names whom it lets go of first; `forced` moves it by another's doing; `teleport` takes it there
    without a way. ValueError for what is not there or does not go together.
    """
    if with_action is not None and with_action not in WITH_ACTIONS:
        raise ValueError(f"{with_action!r} is no action for a move ({', '.join(WITH_ACTIONS)})")
    if (forced or teleport) and (with_action or crawl or release):
        what = "forced move" if forced else "teleport"
        raise ValueError(f"a {what} is made with no action and no choice of the mover")
    if teleport and (forced or via):
        raise ValueError("a teleport leads over no squares and is nobody else's doing")
    position = position_of(encounter)
    f = position.fight
    rider = standing(position.named(mover))
    c = rider if forced or teleport else f.mover(rider)
    if c.mount >= 0 and not (forced or teleport):
        raise ValueError(f"{c.name} sits on {f.combatants[c.mount].name}, which goes where it likes")
    stops = [place_meant(f, c, name) for name in (*via, to)]
    without_way = FORCED if forced else TELEPORT if teleport else ""
    forced = forced or teleport
    start = Beginning(position, c, with_action, crawl, release, forced)
    ground = start.ground
    way = None
    if teleport:
        hidden_from = int(c.hidden_from)
        way = Way((Step(int(f.place_of(c)), stops[0], (), hidden_from),), 0, Step(stops[0], -1, (), hidden_from))
        ground = int(judge_teleport(f, c, stops[0], ANY_RANGE))
    elif stops != [f.place_of(c)]:
        way, found = find_way(f, c, stops, forced)
        ground = first_ground(ground, found, LEGAL if way is None or forced else start.affords(way))
    provokes, spared = reactions(start, way, without_way, words)
    weight = 0 if forced else start.weight
    speed = int(fastest_ft(c)) if f.tall else int(c.speed_ft)
    in_force = speed // 2 if weight < 0 else speed
    cost: int | None = None
    if way is not None or stops == [f.place_of(c)]:
        units = way.units if way is not None else 0
        cost = 0 if forced else (units * 5) // (2 if weight < 0 else 1) + (in_force // 2 if start.stands else 0)
    jumps = [place_name(f, c, step.to) for step in way.steps if is_jump(f, step)] if way is not None else []
    told: Json = {
        "mover": rider.name,
        "to": place_name(f, c, stops[-1]),
        "path": [place_name(f, c, step.to) for step in way.steps] if way is not None else [],
        "cost_ft": cost,
        "speed_ft": in_force,
        "legal": ground == LEGAL,
        "illegal": illegal_told(ground, c.name, "", words),
        "provokes": provokes,
        "does_not_provoke": spared,
        **({"jumps": jumps} if jumps else {}),
    }
    if c.index != rider.index:
        told["rides"] = c.name
    return told


def place_meant(f: Fight, c: Combatant, name: str) -> int:
    """A square, C7, or where heights count so high above the ground there, C7@30. ValueError for anything else."""
    square, at, _ = name.partition("@")
    on_ground = square_called(f, square)
    return int(place_called(f, c, name)) if at or f.tall else on_ground


def first_ground(*grounds: int) -> int:
    """The first in the order of clauses among the grounds against a move, LEGAL without any."""
    return min((ground for ground in grounds if ground != LEGAL), default=LEGAL)


class Beginning:
    """The mover at the start of its way: what it lets go of, whether it stands up, which action it spends."""

    def __init__(
        self,
        position: Position,
        c: Combatant,
        with_action: str | None,
        crawl: bool,
        release: Sequence[str],
        forced: bool,
    ) -> None:
        self.position = position
        self.index = int(c.index)
        self.with_action = with_action
        self.let_go = [int(position.named(name).index) for name in release]
        for index in self.let_go:
            other = position.fight.combatants[index]
            if hold_on(other, c.index) is None:
                raise ValueError(f"{c.name} does not hold {other.name}")
        self.stands = False
        self.ground = LEGAL if forced else self._judge(c, crawl)
        position.arrange = self.arrange
        self.arrange(position.fight)
        self.held = [int(o.index) for o in position.fight.combatants if held_by(position.fight, c) & o.bit]
        self.weight = int(drag_weight(position.fight, c, held_by(position.fight, c)))

    def _judge(self, c: Combatant, crawl: bool) -> int:
        f = self.position.fight
        grounds = [SPEED_IS_ZERO if has_no_speed(c) else LEGAL]
        if self.with_action is not None:
            in_bonus = c.flags & WITH_ACTIONS[self.with_action] and c.budget & BONUS
            grounds.append(IS_INCAPACITATED if c.flags & INCAPACITATED else LEGAL)
            grounds.append(LEGAL if c.budget & ACTION or in_bonus else ACTION_USED)
            if self.with_action == "dash":
                c.granted += 1
        if f.has_effect(c, f.setup.prone) and not crawl:
            self.stands = judge_standing(f, c) == LEGAL
            grounds.append(int(judge_standing(f, c)))
        self.position.put_back()
        return first_ground(*grounds)

    def arrange(self, f: Fight) -> None:
        """Do in the fight what comes before the first step."""
        c = f.combatants[self.index]
        for index in self.let_go:
            hold = hold_on(f.combatants[index], c.index)
            if hold is not None:
                f.lift(f.combatants[index], hold, "released")
                f.end_broken_holds()
        if self.with_action == "dash":
            c.granted += 1
        elif self.with_action == "disengage":
            c.is_disengaged = True
        if self.stands:
            stand_up(f, c)

    def affords(self, way: Way) -> int:
        """Whether the movement that is left pays for a way."""
        c = self.position.fight.combatants[self.index]
        if has_no_speed(c):
            return SPEED_IS_ZERO
        f = self.position.fight
        if (
            c.ground.swims or f.tall or any(is_jump(f, step) for step in way.steps)
        ):  # which of its speeds pays for a step depends on the steps before
            path = vec[i64]([step.to for step in way.steps])
            found = int(judge_way(f, c, path, len(way.steps), True))
            return SPEED_SHORT if found == SPEED_SHORT else LEGAL
        left = movement_left_ft(self.position.fight, c, self.weight)
        return LEGAL if 5 * way.units <= left else SPEED_SHORT


# ---------------------------------------------------------------------------------------------------------- searching


def find_way(f: Fight, c: Combatant, stops: Sequence[int], forced: bool) -> tuple[Way | None, int]:
    """The way through all the stops, whatever it costs, and the ground against taking it."""
    if f.tall and not forced:
        way = way_in_space(f, c, stops)
        if bodies_on(f, c, stops[-1]) & ~held_by(f, c):
            return way, SQUARE_OCCUPIED
        return way, LEGAL if way is not None else PATH_NONE
    search = Search(f, c, stops, forced)
    found = LEGAL
    way = search.best(False)
    if way is None and not forced and c.ground.gait.far > 0:
        way = way_in_space(f, c, stops)
        if way is not None:
            return way, LEGAL
    if way is None and not forced:
        way = search.best(True)
        found = FEARED_CLOSER
    if way is None:
        return None, DOOR_CLOSED if _would_do_with_doors_open(f, c, stops[-1]) else PATH_NONE
    around = Pass()
    passing(f, c, around)
    bodies = bodies_on(f, c, stops[-1]) & ~search.held_mask
    if not may_end(f, c, bodies, 0 if forced else around.shared):
        found = first_ground(found, SQUARE_OCCUPIED)
    return way, found


def is_jump(f: Fight, step: Step) -> bool:
    """Whether a step of a way is a jump, because the two squares are no neighbours."""
    board = f.board
    start, to = step.start % board.size, step.to % board.size
    across, down = int(board.xs[start] - board.xs[to]), int(board.ys[start] - board.ys[to])
    return max(abs(across), abs(down)) > 1


def way_in_space(f: Fight, c: Combatant, stops: Sequence[int]) -> Way | None:
    """The cheapest way through all the stops as the rules search it: where heights count, or with jumps on it."""
    home = int(f.place_of(c))
    steps: list[Step] = []
    units = 0
    for stop in stops:
        look_around(f, c, True, MAX_UNITS)
        state = state_of(f, stop)
        if state < 0:
            break
        trace(f.paths, state)
        units += int(cost_of(f.paths, state))
        for place in range(int(f.paths.length)):
            start = steps[-1].to if steps else home
            steps.append(Step(start, int(f.paths.path[place]), (), int(c.hidden_from)))
        f.relocate(c, stop)
    is_found = int(f.place_of(c)) == stops[-1]
    f.relocate(c, home)
    return Way(tuple(steps), units, Step(stops[-1], -1, (), int(c.hidden_from))) if is_found else None


def _would_do_with_doors_open(f: Fight, c: Combatant, to: int) -> bool:
    """Whether closed doors are all that is in the way."""
    if f.shut + f.locked == 0:
        return False
    opened = f.setup.grounds.way_for(f.doors, [door.index for door in f.setup.doors])
    return bool(opened.path_distances(to, c.n)[c.square] >= 0)


class Search:
    """A search for the best way of one mover. The fight is as it was again after each question."""

    def __init__(self, f: Fight, c: Combatant, stops: Sequence[int], forced: bool) -> None:
        self.f = f
        self.c = c
        self.stops = [int(stop) for stop in stops]
        self.forced = forced
        self.held = [] if forced else [o for o in f.combatants if held_by(f, c) & o.bit]
        self.held_mask = sum(int(o.bit) for o in self.held)
        self.weight = int(drag_weight(f, c, self.held_mask)) if self.held else 0
        self.around = Pass()
        passing(f, c, self.around)
        self.enemies = [o for o in f.combatants if f.setup.enemies[c.index] & o.bit and o.is_on_map and not o.is_dead]
        self.strikes: dict[tuple[int, int, tuple[int, ...], int], int] = {}
        self.rest = [0] * (len(self.stops) + 1)  # of each leg, the least units of the legs after it
        for leg in range(len(self.stops) - 1, 0, -1):
            self.rest[leg] = self.rest[leg + 1] + self._apart(self.stops[leg - 1], self.stops[leg])

    def best(self, bravely: bool) -> Way | None:
        """The best way there is; `bravely` goes closer to what the mover fears."""
        cheapest = self._run(bravely, None)
        if cheapest is None:
            return None
        return self._run(bravely, cheapest.units)

    def _run(self, bravely: bool, units: int | None) -> Way | None:
        """Without `units` any of the cheapest ways; with them the best among those that cost so much."""
        c = self.c
        origin = int(c.square)
        held_at = tuple(int(o.square) for o in self.held)
        first: Place = (self._leg(0, origin), origin, int(c.odd_diagonals), 0, held_at, int(c.hidden_from))
        heap: list[tuple[int, tuple[int, ...], Place]] = [(0, (), first)]
        came: dict[Place, Place | None] = {first: None}
        done: set[Place] = set()
        best: tuple[int, tuple[int, ...], Place] | None = None
        while heap:
            cost, squares, place = heappop(heap)
            if units is not None and cost > units:
                break
            if place in done:
                continue
            done.add(place)
            leg, square, _, mask, _, _ = place
            if leg == len(self.stops):
                rank = (int(bit_count(mask)), squares, place)
                best = rank if best is None else min(best, rank)
                if units is None:
                    break
                continue
            if units is not None and cost + self._apart(square, self.stops[leg]) + self.rest[leg + 1] > units:
                continue
            for after, more in self._steps(place, bravely, units is not None):
                if after not in done:
                    heappush(heap, (cost + more, (*squares, after[1]), after))
                    known = came.get(after)
                    came[after] = place if known is None else known
        self._stand(first)
        return None if best is None else self._traced(first, best[1], units, bravely)

    def _traced(self, first: Place, squares: tuple[int, ...], units: int | None, bravely: bool) -> Way:
        """Walk the squares of a way again, to say what each step costs and where the dragged are before it."""
        place = first
        steps: list[Step] = []
        total = 0
        for to in squares:
            after, more = next(
                (after, more) for after, more in self._steps(place, bravely, units is not None) if after[1] == to
            )
            steps.append(Step(place[1], to, place[4], place[5]))
            total += more
            place = after
        self._stand(first)
        return Way(tuple(steps), total, Step(place[1], -1, place[4], place[5]))

    def _leg(self, leg: int, square: int) -> int:
        """How many stops are behind, once a square is entered."""
        while leg < len(self.stops) and self.stops[leg] == square:
            leg += 1
        return leg

    def _apart(self, start: int, to: int) -> int:
        """The least steps between two squares."""
        board = self.f.board
        across, down = int(board.xs[start] - board.xs[to]), int(board.ys[start] - board.ys[to])
        return max(abs(across), abs(down))

    def _stand(self, place: Place) -> None:
        """Put the mover and those it drags where they are at a place of the way."""
        f, c = self.f, self.c
        if c.square != place[1]:
            f.relocate(c, place[1])
        for o, at in zip(self.held, place[4], strict=True):
            if o.square != at:
                f.relocate(o, at)
        if c.hidden_from != place[5]:
            f.set_hidden(c, place[5], c.stealth_total)

    def _steps(self, place: Place, bravely: bool, minds_reactions: bool) -> list[tuple[Place, int]]:
        """Every step from a place, with its units, in the order of the squares entered."""
        f, c = self.f, self.c
        leg, square, odd, mask, _, hidden_from = place
        board = f.board
        self._stand(place)
        ways = c.ground.exits[square]
        steps: list[tuple[Place, int]] = []
        for d in range(DIRECTIONS):
            if not ways >> d & 1:
                continue
            to = int(square + board.deltas[d])
            bodies = int(bodies_on(f, c, to)) & ~self.held_mask
            is_last = leg == len(self.stops) - 1 and to == self.stops[-1]
            if bodies & (bodies if self.forced else int(self.around.closed)) and not is_last:
                continue
            if not bravely and not self.forced and steps_closer_to_fear(f, c, square, to):
                continue
            units = 1
            if not self.forced:
                units = int(step_units(f, c, to, d, odd, bodies, self.around.slow, self.weight))
            after_held = self._drag(place, to)
            if after_held is None:
                continue
            provoked = mask
            if minds_reactions and not self.forced:
                provoked |= self._provoked(place, to)
            parity = 1 - odd if d >= FIRST_DIAGONAL and board.alternate else odd
            still_hidden = self._found(place, to, after_held) if hidden_from else 0
            steps.append(((self._leg(leg, to), to, parity, provoked, after_held, still_hidden), units))
        steps.sort(key=lambda step: step[0][1])
        return steps

    def _found(self, place: Place, to: int, held_at: tuple[int, ...]) -> int:
        """From whom a hidden mover is still hidden after a step: not from those who then have it in plain view."""
        self._stand((0, to, 0, 0, held_at, place[5]))
        found = int(found_in_plain_view(self.f, self.c))
        self._stand(place)
        return place[5] & ~found

    def _drag(self, place: Place, to: int) -> tuple[int, ...] | None:
        """Where those held are after a step, None when one of them has nowhere to go."""
        if not self.held:
            return ()
        after: list[int] = []
        for o in self.held:
            at = int(drag_square(self.f, self.c, place[1], to, o))
            if at < 0:
                break
            self.f.relocate(o, at)
            after.append(at)
        self._stand(place)
        return tuple(after) if len(after) == len(self.held) else None

    def _provoked(self, place: Place, to: int) -> int:
        """Mask of the enemies that may strike at a step, the mover standing before it."""
        square = place[1]
        key = (square, to, place[4], place[5])
        if key not in self.strikes:
            mask = 0
            for o in self.enemies:
                if not self.held_mask & o.bit and strikes(self.f, o, self.c, square, to):
                    mask |= int(o.bit)
            self.strikes[key] = mask
        return self.strikes[key]


def strikes(f: Fight, o: Combatant, c: Combatant, start: int, to: int) -> list[Use]:
    """The attacks that an enemy may make at a step as its reaction, the mover still on its first square."""
    reach = o.stat.melee_reach_ft if o.stat.melee_reach_ft > 5 else 5
    if f.apart_at_ft(c, start, o) > reach or provocation(f, o, c, start, to) != PROVOKES:
        return []
    return [
        use
        for use in o.stat.uses
        if can_strike(f, o, c, start, to, use) and judge_attack(f, o, c, use, f.facts) == LEGAL
    ]


# ---------------------------------------------------------------------------------------------------------- reactions


class Standing:
    """Arranges the fight as it is just before a step: the mover still on its first square, the dragged beside it."""

    def __init__(self, start: Beginning, step: Step) -> None:
        self.start = start
        self.step = step

    def __call__(self, f: Fight) -> None:
        self.start.arrange(f)
        c = f.combatants[self.start.index]
        f.relocate(c, self.step.start)
        if c.hidden_from != self.step.hidden_from:
            f.set_hidden(c, self.step.hidden_from, c.stealth_total)
        for index, square in zip(self.start.held, self.step.held, strict=False):
            f.relocate(f.combatants[index], square)


def _reaches(f: Fight, o: Combatant, c: Combatant) -> bool:
    """Whether the mover is within the longest reach of an enemy."""
    reach = int(o.stat.melee_reach_ft)
    if f.setup.rules.opportunity_unarmed_options and reach < 5:
        reach = 5
    return reach > 0 and f.apart_ft(o, c) <= reach


def _strike_told(position: Position, o: Combatant, c: Combatant, step: Step, uses: list[Use], words: Words) -> Json:
    """The best of the attacks that an enemy may make at a step."""
    f = position.fight
    best: tuple[AttackOdds, Use, Json] | None = None
    for use in uses:
        judge_attack(f, o, c, use, f.facts)
        derive_attack(f, o, c, use, f.facts)
        told = roll_told(f, o, c, f.facts, words)
        odds = attack_odds(position, int(o.index), int(c.index), use, made_as=OPPORTUNITY)
        if best is None or odds.expected_damage > best[0].expected_damage:
            best = odds, use, told
    assert best is not None
    odds, use, told = best
    decider = f.deciders[o.index]
    return {
        "by": o.name,
        "attack": use.name,
        "at": place_name(f, c, step.start),
        "taken": decider.answer(f, o.index, c.index, step.start, step.to) != NO_REACTION,
        **{key: told[key] for key in ("advantage", "disadvantage", "suppressed", "mode", "net")},
        "p_success": float(odds.hit),
        "expected_damage": float(odds.expected_damage),
        "then": None,
    }


def reactions(start: Beginning, way: Way | None, without_way: str, words: Words) -> tuple[list[Json], list[Json]]:
    """Who may strike at the mover on its way, and who could reach it and may not, with the clause why.

    `without_way` is the clause of a movement that provokes nobody, empty for one that it makes itself.
    """
    position = start.position
    f = position.fight
    c = f.combatants[start.index]
    enemies = [o for o in f.combatants if f.setup.enemies[c.index] & o.bit and o.is_on_map and not o.is_dead]
    provokes: dict[int, Json] = {}
    reached: set[int] = set()
    reasons: dict[int, int] = {}
    steps = way.steps if way is not None else ()
    for step in steps:
        position.arrange = Standing(start, step)
        position.put_back()
        for o in enemies:
            struck = provokes.get(int(o.index))
            if not _reaches(f, o, c) or (struck is not None and (struck["taken"] or struck["then"] is not None)):
                continue
            reached.add(int(o.index))
            if without_way or int(o.index) in start.held:  # the dragged come along: for them no reach is left
                continue
            uses = strikes(f, o, c, step.start, step.to)
            if uses and struck is None:
                provokes[int(o.index)] = _strike_told(position, o, c, step, uses, words)
            elif uses and struck is not None:  # it let the first chance pass: what its tactic strikes with later
                later = _strike_told(position, o, c, step, uses, words)
                struck["then"] = later if later["taken"] else None
            if uses:
                continue
            why = int(provocation(f, o, c, step.start, step.to))
            if why != REACH_KEPT and why != PROVOKES:
                reasons.setdefault(int(o.index), why)
    position.arrange = Standing(start, way.end) if way is not None else start.arrange
    position.put_back()
    reached.update(int(o.index) for o in enemies if _reaches(f, o, c))
    position.arrange = start.arrange
    position.put_back()
    spared = [
        {"by": o.name, "clause": without_way or WHY_NOT[reasons.get(int(o.index), REACH_KEPT)]}
        for o in enemies
        if int(o.index) in reached and int(o.index) not in provokes
    ]
    return [provokes[int(o.index)] for o in enemies if int(o.index) in provokes], spared
