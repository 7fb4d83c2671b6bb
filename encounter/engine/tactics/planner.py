"""The default tactic: weighs every legal combination of square, action and target, and takes the best.

A plan is a square to go to, something to do there and somebody to do it to. Its score, in thousandths of a hit point:

    what the attacks are worth      expected damage, capped by the target's HP, and a bounty for dropping it
    - what the way costs            expected damage of the opportunity attacks it provokes
    - what standing there costs     a share ("caution") of what enemies that reach the square would deal
    - one point for each unit of movement

Every square that can be reached, every sequence of attacks, shoving and grappling, and every target is weighed with
the advantage that would be derived there. Speed comes from exact upper bounds: what cannot beat the best plan so far
is not looked at. With `exhaustive` nothing is left out; it chooses the same, and a test compares both.

When nothing can be attacked the planner approaches, dashing where that brings it closer, and dodges where it stands.
It stands up first, gets out of a grapple where that pays, uses bonus actions for a second light weapon, for Disengage
before a way that would provoke, for Hide. It never takes Help, Ready or first aid.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from encounter.engine.bits import bit_of, first_of
from encounter.engine.board import Board
from encounter.engine.combatant import ACTION, BONUS, HASTE, Combatant, has_no_speed
from encounter.engine.effect import (
    CANNOT_MOVE,
    CHARMED,
    CRAWLS,
    INCAPACITATED,
    TRAIT_BONUS_DASH,
    TRAIT_BONUS_HIDE,
)
from encounter.engine.fight import Decider, Fight
from encounter.engine.ground import Ground, ground_of
from encounter.engine.intent import (
    ATTACK_WITH,
    DISMOUNT,
    DODGE,
    END_TURN,
    ESCAPE,
    EXTRA_ATTACK,
    GRAPPLE,
    HIDE,
    MOVE,
    RELEASE,
    SHOVE_PUSH,
    STAND,
    Intent,
)
from encounter.engine.paths import MAX_UNITS, Pass
from encounter.engine.rules.act import judge_extra_attack, judge_place, may_begin
from encounter.engine.rules.contest import bond_on, breaking_bonus
from encounter.engine.rules.legal import LEGAL, is_charmed_by, judge_attack, judge_grip
from encounter.engine.rules.movement import (
    begin_search,
    bodies_on,
    cost_of,
    drag_weight,
    explore,
    held_by,
    judge_standing,
    judge_way,
    mark_threats,
    may_end,
    passing,
    search_further,
    trace,
)
from encounter.engine.rules.pace import farthest_left_ft, fastest_ft, slips_away
from encounter.engine.rules.perception import located, may_hide, sees
from encounter.engine.rules.recklessness import pays
from encounter.engine.rules.saves import success_chance
from encounter.engine.tables import (
    A_BONUS_ACTION,
    ANY_TARGET,
    ARCHER,
    GUARD,
    IGNORE_FALLEN,
    SKIRMISHER,
    Sequence,
    Setup,
    Use,
)
from encounter.engine.tactics.aloft import best_approach, hangs_on, may_stop
from encounter.engine.tactics.doorways import (
    forces_a_door,
    look_through_doors,
    opens_aloft,
    opens_on_the_way,
    way_by_force,
)
from encounter.engine.tactics.footing import ground_cost, way_harm
from encounter.engine.tactics.riding import gives_up_saddle, may_slip_away, rights_mount, slip_away, speed_up
from encounter.engine.tactics.still import best_strike
from encounter.engine.tactics.targets import rank_of
from encounter.engine.tactics.worth import NOTHING, SLOT_PRICE, Aim, Worth, is_uniform, same_left

RANK_WEIGHT: Final = 1_000_000_000  # a better-ranked target beats any score
UNIT_COST: Final = 1

# By tactic: caution and the weight of opportunity attacks, in eighths.
CAUTION: Final = bytes((1, 0, 3, 4, 2, 0))
FEAR_OF_STRIKES: Final = bytes((8, 4, 8, 8, 8, 8))

FAR_OFF: Final = 1 << 16  # more units than any way has: what can only be neared comes after what can be reached

# What a line of the planner's list is: one use for a whole uniform sequence, a mixed sequence, or a grip.
WITH_USE: Final = 0
WITH_SEQUENCE: Final = 1
WITH_GRIP: Final = 2

LINE: Final = 5  # numbers of a line in Planner.boxes


class Line:
    """One thing to weigh against one target: a use for all attacks of a sequence, a mixed sequence, or a grip."""

    def __init__(self) -> None:
        self.kind: i64 = WITH_USE
        self.t: Combatant | None = None
        self.use: Use | None = None
        self.aim: Aim | None = None
        self.intent: i64 = ATTACK_WITH
        self.option: i64 = 0
        self.target: i64 = 0
        self.place: i64 = -1  # of the use in Stat.uses
        self.count: i64 = 0
        self.bound: i64 = 0  # the most it can score, standing costs nothing
        self.tight: i64 = 0  # the same less the target's own share of the standing cost where that is certain
        self.range_ft: i64 = 0  # the farthest it can be done from
        self.rank_cost: i64 = 0
        self.grip_worth: i64 = 0


class Planner(Decider):
    """Decides for any combatant of a fight; between two calls it remembers only the attack a move was made for."""

    def __init__(self, setup: Setup, exhaustive: bool) -> None:
        self.exhaustive = exhaustive
        self.worth: Worth = Worth(setup, exhaustive)
        self.around: Pass = Pass()
        self.lines: list[Line] = []
        self.line_count: i64 = 0
        # LINE numbers for each line of the list: its bound, and the box that the squares it can be done from lie in
        self.boxes: vec[i64] = vec[i64]([])
        # the best plan so far
        self.best: i64 = NOTHING
        self.best_rank: i64 = 0
        self.best_state: i64 = -1
        self.best_intent: i64 = -1
        self.best_option: i64 = -1
        self.best_target: i64 = -1
        self.best_use: i64 = -1
        self.free: i64 = 0  # what the plan with the highest bound is worth from wherever it likes
        self.only: i64 = -1  # the one sequence to plan with, -1 for all
        self.minds_ground: bool = False  # where it stands may harm it, or be too narrow
        self.known_mask: i64 = 0  # the enemies that reached the last square asked for, and what standing there costs
        self.known_cost: i64 = 0
        # an attack that a move was made for
        self.next_turn: i64 = -1
        self.next_me: i64 = -1
        self.next_kind: i64 = END_TURN
        self.next_target: i64 = -1
        self.next_use: i64 = -1
        self.next_option: i64 = -1
        self.next_square: i64 = -1
        self.weighed: i64 = 0  # evaluations, for measurements

    def is_reckless(self, fight: Fight, me: i64) -> bool:
        """Where what it gains in melee is worth what it costs."""
        return pays(fight, fight.combatants[me])

    def answer(self, fight: Fight, me: i64, mover: i64, start: i64, to: i64) -> i64:
        return best_strike(fight, fight.combatants[me], fight.combatants[mover], start, to)

    def decide(self, fight: Fight, me: i64, intent: Intent) -> None:
        f = fight
        c = f.combatants[me]
        intent.kind = END_TURN
        intent.as_bonus = False
        intent.drags = True
        if c.flags & INCAPACITATED or not c.is_on_map:
            return
        if f.setup.has_deeds and len(c.stat.deeds) > 0:
            if c.flags & CRAWLS and judge_standing(f, c) == LEGAL:
                intent.kind = STAND
                return
            if self._plan_deed(f, c, intent):
                return
        if self.next_turn == f.turn and self.next_me == me:
            self.next_turn = -1
            if self._go_on(f, c, intent):
                return
        if c.flags & CRAWLS and judge_standing(f, c) == LEGAL:
            intent.kind = STAND
            return
        if f.riding & c.bit and rights_mount(f, c, intent):
            return
        if self._may_attack(f, c) and self._plan_attack(f, c, intent):
            return
        if c.light_weapon >= 0 and not c.extra_made and self._bonus_attack(f, c, intent):
            return
        if c.budget & ACTION:
            if self._without_attack(f, c, intent):
                return
        elif f.locked > 0 and c.start.tactic != GUARD and self._may_attack(f, c) and self._force_a_way(f, c, intent):
            return
        elif f.mover(c).granted > 1 and self._approach(f, c, intent):  # the way that the Dash was for
            return
        if c.start.tactic == SKIRMISHER or c.start.tactic == ARCHER:
            if self._retreat(f, c, intent):
                return
        if c.budget & BONUS and c.flags & TRAIT_BONUS_HIDE and not c.hidden_from and may_hide(f, c):
            intent.kind = HIDE
            intent.as_bonus = True

    # ------------------------------------------------------------------------------------------ going on with a plan

    def _go_on(self, f: Fight, c: Combatant, intent: Intent) -> bool:
        """The attack for which the combatant has just moved, if it arrived and the attack is still possible."""
        if f.place_of(c) != self.next_square:
            return False
        t = f.combatants[self.next_target]
        if not t.is_on_map or t.is_dead or (t.is_down and f.setup.fallen == IGNORE_FALLEN):
            return False
        if self.next_kind == ATTACK_WITH:
            use = c.stat.uses[self.next_use]
            if judge_place(c, self.next_option, use.weapon_index) < 0:
                return False
            if judge_attack(f, c, t, use, self.worth.facts) != LEGAL:
                return False
        elif judge_place(c, self.next_option, -1) < 0 or judge_grip(f, c, t, self.next_kind == GRAPPLE) != LEGAL:
            return False
        intent.kind = self.next_kind
        intent.target = self.next_target
        intent.use = self.next_use
        intent.option = self.next_option
        return True

    def _plan_deed(self, f: Fight, c: Combatant, intent: Intent) -> bool:
        """Use an action that is no attack where that is best now; deed_planner.DeedPlanner knows how."""
        return False

    def _may_attack(self, f: Fight, c: Combatant) -> bool:
        """Whether attacks are left, of the action or of a bonus action that consists of attacks."""
        if c.sequence < 0:
            return c.budget & ACTION != 0 or (f.setup.has_deeds and self._has_bonus_attacks(c))
        sequence = c.stat.sequences[c.sequence]
        if c.sequence_made != bit_of(sequence.length) - 1:
            return True
        return f.setup.has_deeds and self._has_bonus_attacks(c)

    def _has_bonus_attacks(self, c: Combatant) -> bool:
        for sequence in c.stat.sequences:
            if (sequence.deed >= 0 or sequence.is_hasted) and self._is_open(c, sequence):
                return True
        return False

    def _is_open(self, c: Combatant, sequence: Sequence) -> bool:
        """Whether the attacks of an action of its own may be begun now; those of a bonus action come second."""
        if c.sequence >= 0 and c.sequence_made != bit_of(c.stat.sequences[c.sequence].length) - 1:
            return False
        if sequence.is_hasted:
            return c.budget & HASTE != 0 and not c.budget & ACTION
        if c.stat.deeds[sequence.deed].cost == A_BONUS_ACTION and c.budget & ACTION:
            return False
        return may_begin(c, sequence)

    # ------------------------------------------------------------------------------------------------ weighing

    def _plan_attack(self, f: Fight, c: Combatant, intent: Intent) -> bool:
        """Find the best square, choice and target; write the first intent of that plan. False when there is none."""
        if not self._find_attack(f, c):
            return False
        if c.sequence < 0 and c.budget & ACTION and self._better_not(f, c, intent, self.free):
            return True
        return self._begin(f, c, intent)

    def _find_attack(self, f: Fight, c: Combatant) -> bool:
        """Find the best square, choice and target into `best` and its like. False when there is none.

        Squares are weighed nearest first, where the combatant stands before all; the search goes no farther than a
        better plan could lie.
        """
        self.worth.begin(f, c)
        self._list_lines(f, c)
        if self.line_count == 0:
            return False
        self._mark(f, c)
        self._table_lines(f, c)
        self.best = NOTHING
        home = f.place_of(c)
        self._weigh_square(f, c, home, -1, self._standing_cost(f, c, home))
        self.free = self._best_anywhere()
        m = f.mover(c)
        left = 0 if m.flags & CANNOT_MOVE else self._units_left(f, m)
        if left > 0 and (self.exhaustive or self._drop_hopeless_lines(f, c, left)):
            self._table_lines(f, c)
            self._weigh_around(f, c, left)
        return self.best != NOTHING

    def _weigh_around(self, f: Fight, c: Combatant, left: i64) -> None:
        """Weigh every square that can be reached; where the ground harms, first those that no harm leads to."""
        paths = f.paths
        m = f.mover(c)
        if m.stat.gait.harmed_by == 0:
            self._weigh_reached(f, c, left)
            return
        paths.avoids_harm = True
        self._weigh_reached(f, c, left)
        unharmed = self.best
        paths.avoids_harm = False
        self._weigh_reached(f, c, left)
        if self.best == unharmed and self.best_state >= 0:  # its way is that of the first search
            paths.avoids_harm = True
            self._explore(f, m, left)
            paths.avoids_harm = False

    def _weigh_reached(self, f: Fight, c: Combatant, left: i64) -> None:
        paths = f.paths
        m = f.mover(c)
        held = held_by(f, m)
        passing(f, m, self.around)
        begin_search(f, m, paths, left, drag_weight(f, m, held) if held else 0, held)
        loosest = self._highest(False)
        tightest = self._highest(True)
        exhaustive = self.exhaustive
        order = paths.order
        threat = paths.threat
        provokes = paths.provokes
        occupied = f.occupied
        own = m.own
        is_simple = m.n == 1 and not self.minds_ground and not f.tall  # one square, no harm by ground, no heights
        home = f.place_of(c)
        at: i64 = 1
        units: i64 = 0
        while units <= left:
            if not exhaustive and tightest - UNIT_COST * units <= self.best:
                return
            search_further(f, m, paths, units)
            while at < paths.count:
                state = order[at]
                at += 1
                square: i64 = state >> 1
                if square == home or (f.tall and hangs_on(f, m, square)):
                    continue
                if is_simple and threat[square] == self.known_mask and not provokes[state]:
                    cost = self.known_cost + UNIT_COST * units
                else:
                    cost = self._standing_cost(f, c, square) + self._way_cost(f, c, state)
                if not exhaustive and loosest - cost <= self.best:
                    continue
                bodies = occupied[square] & ~own if is_simple else bodies_on(f, m, square)
                if bodies and not may_end(f, m, bodies & ~held, self.around.shared):
                    continue
                self._weigh_square(f, c, square, state, cost)
            units += 1

    def _list_lines(self, f: Fight, c: Combatant) -> None:
        """Everything to weigh, target by target: sequences use by use, and grips where an Attack action allows them."""
        self.line_count = 0
        enemies = f.setup.enemies[c.index] & f.present
        for t in f.combatants:
            if not enemies & t.bit:
                continue
            if (t.is_down or t.is_knocked_out) and f.setup.fallen == IGNORE_FALLEN:
                continue
            if t.hidden_from & c.bit and not located(f, c, t):
                continue
            if c.flags & CHARMED and is_charmed_by(c, t):
                continue
            rank = self._rank_cost(f, c, t)
            share: i64 = 0
            if f.able & t.bit:
                caution: i64 = CAUTION[c.start.tactic]
                share = caution * t.stat.melee_menace // 8
            option: i64 = 0
            for sequence in c.stat.sequences:
                if self.only >= 0 and option != self.only:
                    option += 1
                    continue
                if (
                    (c.sequence < 0 and sequence.deed < 0 and c.budget & ACTION != 0 and not sequence.is_hasted)
                    or c.sequence == option
                    or ((sequence.deed >= 0 or sequence.is_hasted) and self._is_open(c, sequence))
                ):
                    if is_uniform(sequence):
                        self._list_uses(f, c, t, option, rank, share)
                    else:
                        price = self._price(c, sequence, option)
                        self._list_mixed(f, c, t, option, rank + price)
                    if sequence.is_attack_action and judge_place(c, option, -1) >= 0:
                        kind: i64 = GRAPPLE
                        while kind <= SHOVE_PUSH:
                            worth = self.worth.of_grip(f, c, t, kind, option)
                            if worth > NOTHING:
                                line = self._new_line(WITH_GRIP, kind, option, t, rank)
                                line.grip_worth = worth
                                line.range_ft = 5
                                line.bound = worth - rank
                                line.tight = line.bound - (share if t.stat.strike_reach_ft >= 5 else 0)
                            kind += 1
                option += 1

    def _price(self, c: Combatant, sequence: Sequence, option: i64) -> i64:
        """What beginning a sequence takes of the spell slots, as the tactics reckon it."""
        if sequence.deed < 0 or c.sequence == option:
            return 0
        return SLOT_PRICE * c.stat.deeds[sequence.deed].slot

    def _new_line(self, kind: i64, intent: i64, option: i64, t: Combatant, rank: i64) -> Line:
        if self.line_count == len(self.lines):
            self.lines.append(Line())
        line = self.lines[self.line_count]
        self.line_count += 1
        line.kind = kind
        line.intent = intent
        line.option = option
        line.t = t
        line.target = t.index
        line.rank_cost = rank
        line.place = -1
        return line

    def _list_uses(self, f: Fight, c: Combatant, t: Combatant, option: i64, rank: i64, share: i64) -> None:
        sequence = c.stat.sequences[option]
        done: i64 = c.sequence_made if c.sequence == option else 0
        count = same_left(sequence, done, 0, -1)
        if count == 0:
            return
        place: i64 = 0
        for use in c.stat.uses:
            if (c.stat.bound >> use.weapon_index) & 1:
                place += 1
                continue
            aim = self.worth.aim(f, c, t, use, count)
            worth = self.worth.most_of_aim(f, c, t, use, count, aim)
            if worth > NOTHING:
                line = self._new_line(WITH_USE, ATTACK_WITH, option, t, rank)
                line.place = place
                line.range_ft = use.reach_ft if use.is_melee else use.long_ft
                line.use = use
                line.aim = aim
                line.count = count
                line.bound = worth - rank
                line.tight = line.bound
                if use.is_melee and use.reach_ft <= t.stat.strike_reach_ft:
                    line.tight -= share  # wherever it can be made from, the target's own reach covers that square
            place += 1

    def _list_mixed(self, f: Fight, c: Combatant, t: Combatant, option: i64, rank: i64) -> None:
        worth = self.worth.most_of_sequence(f, c, t, option)
        if worth > NOTHING:
            line = self._new_line(WITH_SEQUENCE, ATTACK_WITH, option, t, rank)
            line.range_ft = c.stat.longest_ft
            line.bound = worth - rank
            line.tight = line.bound

    def _drop_hopeless_lines(self, f: Fight, c: Combatant, left: i64) -> bool:
        """Leave out what cannot beat the best plan from any square, or lies farther than any way leads; False when
        nothing is left."""
        board = f.board
        kept: i64 = 0
        at: i64 = 0
        while at < self.line_count:
            line = self.lines[at]
            t = line.t
            assert t is not None
            if line.tight > self.best:
                apart = f.apart_ft(c, t)
                if board.alternate:
                    apart = apart * 2 // 3  # diagonals of the way and of the attack are counted each for themselves
                if apart <= line.range_ft + 5 * left:
                    self.lines[at] = self.lines[kept]
                    self.lines[kept] = line
                    kept += 1
            at += 1
        self.line_count = kept
        return kept > 0

    def _table_lines(self, f: Fight, c: Combatant) -> None:
        """The numbers that most lines are passed over by, square for square, side by side."""
        while len(self.boxes) < LINE * self.line_count:
            self.boxes = append(self.boxes, 0)
        m = f.mover(c)
        n = c.n if c.n > m.n else m.n
        n = n if n > m.ground.n else m.ground.n  # a squeezed one, at its largest
        xs = f.board.xs
        ys = f.board.ys
        boxes = self.boxes
        lines = self.lines
        at: i64 = 0
        while at < self.line_count:
            line = lines[at]
            t = line.t
            assert t is not None
            far = line.range_ft // 5
            row = LINE * at
            boxes[row] = line.bound
            boxes[row + 1] = xs[t.square] - n + 1 - far
            boxes[row + 2] = xs[t.square] + t.n - 1 + far
            boxes[row + 3] = ys[t.square] - n + 1 - far
            boxes[row + 4] = ys[t.square] + t.n - 1 + far
            at += 1

    def _highest(self, is_tight: bool) -> i64:
        """The highest bound of the lines left, the target's own share taken off or not."""
        top: i64 = NOTHING
        at: i64 = 0
        while at < self.line_count:
            line = self.lines[at]
            bound = line.tight if is_tight else line.bound
            if bound > top:
                top = bound
            at += 1
        return top

    def _best_anywhere(self) -> i64:
        """What the plan with the highest bound is worth, whatever the rank of its target."""
        top: i64 = NOTHING
        worth: i64 = 0
        at: i64 = 0
        while at < self.line_count:
            line = self.lines[at]
            if line.tight > top:
                top = line.tight
                worth = line.tight + line.rank_cost
            at += 1
        return worth

    def _weigh_square(self, f: Fight, c: Combatant, square: i64, state: i64, cost: i64) -> None:
        """Weigh every line from one square; keep the best plan."""
        exhaustive = self.exhaustive
        count = self.line_count
        ground = square % f.board.size if f.tall else square
        x = f.board.xs[ground]
        y = f.board.ys[ground]
        best = self.best
        boxes = self.boxes
        at: i64 = -1
        row: i64 = -LINE
        while at + 1 < count:
            at += 1
            row += LINE
            if not exhaustive and (
                boxes[row] - cost <= best
                or x < boxes[row + 1]
                or x > boxes[row + 2]
                or y < boxes[row + 3]
                or y > boxes[row + 4]
            ):
                continue
            line = self.lines[at]
            beyond = self.best + cost + line.rank_cost
            self.weighed += 1
            t = line.t
            place = line.place
            use = line.use
            aim = line.aim
            assert t is not None
            if line.kind == WITH_USE:
                assert use is not None
                assert aim is not None
                worth = self.worth.of_aim(f, c, t, square, use, line.count, aim, beyond)
            elif line.kind == WITH_SEQUENCE:
                worth = self.worth.of_sequence(f, c, t, square, line.option)
                place = self.worth.use_found
            else:
                worth = self.worth.grip_from(f, c, t, square, line.intent, line.grip_worth)
            if worth > NOTHING and worth > beyond:
                best = worth - cost - line.rank_cost
                self.best = best
                self.best_rank = line.rank_cost
                self.best_state = state
                self.best_intent = line.intent
                self.best_option = line.option
                self.best_target = line.target
                self.best_use = place

    def _mark(self, f: Fight, c: Combatant) -> None:
        """Mark where enemies reach, and which of them could strike at a leaver."""
        threats: i64 = 0
        strikers: i64 = 0
        m = f.mover(c)
        enemies = f.setup.enemies[c.index] & f.able
        held = held_by(f, m)  # whoever is dragged along is not left behind
        is_safe = slips_away(m)
        for o in f.combatants:
            if enemies & o.bit and o.stat.strike_reach_ft > 0:
                threats |= o.bit
                if (o.has_reaction or o.strikes_left > 0) and not is_safe and not held & o.bit and sees(f, o, m):
                    strikers |= o.bit
        mark_threats(f, m, f.paths, threats, strikers)
        self.worth.knows_reaches = threats == enemies and c.ground.n == 1 and not c.squeezes and not f.tall and m is c
        self.minds_ground = m.squeezes or m.stat.gait.harmed_by != 0
        self.known_mask = 0
        self.known_cost = 0

    def _units_left(self, f: Fight, c: Combatant) -> i64:
        if f.riding & c.bit and c.mount >= 0:
            return 0  # it sits on a mount that does not go where it wants
        held = held_by(f, c)
        return farthest_left_ft(f, c, drag_weight(f, c, held) if held else 0) // 5

    def _explore(self, f: Fight, c: Combatant, left: i64) -> None:
        held = held_by(f, c)
        explore(f, c, f.paths, left, drag_weight(f, c, held) if held else 0, held)

    def _standing_cost(self, f: Fight, c: Combatant, square: i64) -> i64:
        """Caution's share of what enemies that reach a square would deal there, and what its ground costs."""
        mask = f.paths.threat[square] | f.paths.inner[square]
        if mask != self.known_mask:
            self._know_threat(f, c, mask)
        if self.minds_ground:
            return self.known_cost + ground_cost(f, f.mover(c), square)
        return self.known_cost

    def _know_threat(self, f: Fight, c: Combatant, mask: i64) -> None:
        self.known_mask = mask
        caution: i64 = CAUTION[c.start.tactic]
        dealt: i64 = 0
        while mask:
            dealt += caution * f.combatants[first_of(mask)].stat.melee_menace // 8
            mask &= mask - 1
        self.known_cost = dealt

    def _way_cost(self, f: Fight, c: Combatant, state: i64) -> i64:
        """What the way to a state costs: its units, and the opportunity attacks it provokes unless a bonus action
        can keep them away."""
        cost = UNIT_COST * cost_of(f.paths, state)
        if self.minds_ground:
            cost += way_harm(f, f.mover(c), state)
        mask = f.paths.provokes[state]
        if mask and not may_slip_away(f, c):
            dealt: i64 = 0
            while mask:
                dealt += f.combatants[first_of(mask)].stat.strike_menace
                mask &= mask - 1
            weight: i64 = FEAR_OF_STRIKES[c.start.tactic]
            cost += weight * dealt // 8
        return cost

    def _rank_cost(self, f: Fight, c: Combatant, t: Combatant) -> i64:
        if c.start.targets == ANY_TARGET:
            return 0
        return RANK_WEIGHT * rank_of(f, c, t)

    # -------------------------------------------------------------------------------------------- from plan to intent

    def _begin(self, f: Fight, c: Combatant, intent: Intent) -> bool:
        """Write the first intent of the best plan."""
        kind = self.best_intent
        option = self.best_option
        if self.best_state < 0:
            intent.kind = kind
            intent.target = self.best_target
            intent.use = self.best_use
            intent.option = option
            return True
        if f.paths.provokes[self.best_state] and may_slip_away(f, c):
            slip_away(f, c, intent)
            return True
        self._move_to(f, c, intent, self.best_state)
        self.next_turn = f.turn
        self.next_me = c.index
        self.next_kind = kind
        self.next_target = self.best_target
        self.next_use = self.best_use
        self.next_option = option
        self.next_square = self.best_state >> 1
        return True

    def _move_to(self, f: Fight, c: Combatant, intent: Intent, state: i64) -> None:
        paths = f.paths
        trace(paths, state)
        intent.kind = MOVE
        intent.length = paths.length
        at: i64 = 0
        while at < paths.length:
            intent.path[at] = paths.path[at]
            at += 1
        if f.holds > 0 and not f.riding & c.bit:
            held = held_by(f, c)
            if held and judge_way(f, c, intent.path, intent.length, True) != LEGAL:
                intent.kind = RELEASE  # whom it cannot bring along it lets go
                intent.target = first_of(held)

    def _better_not(self, f: Fight, c: Combatant, intent: Intent, free: i64) -> bool:
        """Whether another action pays more than the best attack: getting out of a grapple, or keeping one's guard."""
        if self._pays_to_escape(f, c, intent, free):
            return True
        best = self.best + self.best_rank
        if best >= 0:
            return False
        here = self._standing_cost(f, c, f.place_of(c))
        if best < -here * 11 // 20:
            intent.kind = DODGE
            return True
        return False

    def _pays_to_escape(self, f: Fight, c: Combatant, intent: Intent, free: i64) -> bool:
        """Escape when two turns with a try at it are worth more than two turns in the grip."""
        hold = bond_on(c, -1)
        if hold is None or not has_no_speed(c):
            return False
        holder = f.combatants[hold.source] if hold.source >= 0 else None
        bonus = c.stat.athletics if c.stat.athletics > c.stat.acrobatics else c.stat.acrobatics
        if hold.breaks_with != "":
            bonus = breaking_bonus(c, hold)
        dc = hold.escape_dc
        if dc == 0:
            dc = 10
            if holder is not None:
                dc = holder.stat.unarmed_dc if f.setup.rules.grapple_is_save else holder.stat.athletics + 11
        chance = success_chance(f, bonus - c.d20_penalty, dc, 0)
        best = self.best + self.best_rank
        now: i64 = best if best > 0 else 0
        if free > 0 and chance * free + (10000 - chance) * now > 2 * 10000 * now:
            intent.kind = ESCAPE
            intent.target = hold.source
            return True
        return False

    # ------------------------------------------------------------------------------------------------ other turns

    def _bonus_attack(self, f: Fight, c: Combatant, intent: Intent) -> bool:
        """The bonus attack with a second light weapon, at the target it is worth most against from here."""
        self.worth.begin(f, c)
        best: i64 = 0
        found = False
        enemies = f.setup.enemies[c.index] & f.present
        place: i64 = 0
        for use in c.stat.uses:
            if judge_extra_attack(f, c, use) == LEGAL:
                for t in f.combatants:
                    if not enemies & t.bit or (t.hidden_from & c.bit and not located(f, c, t)):
                        continue
                    if (t.is_down or t.is_knocked_out) and f.setup.fallen == IGNORE_FALLEN:
                        continue
                    worth = self.worth.derived(f, c, t, c.square, use, 1)
                    if worth > best:
                        best = worth
                        found = True
                        intent.kind = EXTRA_ATTACK
                        intent.use = place
                        intent.target = t.index
            place += 1
        return found

    def _without_attack(self, f: Fight, c: Combatant, intent: Intent) -> bool:
        """Nothing can be attacked this turn: get free, come closer, or keep one's guard."""
        hold = bond_on(c, -1)
        if hold is not None and has_no_speed(c):
            intent.kind = ESCAPE
            intent.target = hold.source
            return True
        if c.start.tactic != GUARD and self._approach(f, c, intent):
            return True
        if f.locked > 0 and c.start.tactic != GUARD and self._force_a_way(f, c, intent):
            return True
        if not has_no_speed(c) and not c.is_dodging and self._is_hunted(f, c):
            intent.kind = DODGE
            return True
        return False

    def _is_hunted(self, f: Fight, c: Combatant) -> bool:
        """Whether any enemy is left that could attack it at all."""
        enemies = f.setup.enemies[c.index] & f.able
        for o in f.combatants:
            if enemies & o.bit and o.is_on_map:
                return True
        return False

    def _approach(self, f: Fight, c: Combatant, intent: Intent) -> bool:
        """Move, with a Dash where that brings it closer, towards the enemy with the shortest way."""
        m = f.mover(c)
        if f.riding & c.bit and gives_up_saddle(f, c, m, intent):
            return intent.kind == DISMOUNT
        if m.flags & CANNOT_MOVE or has_no_speed(m):
            return False
        if f.tall:
            return self._approach_aloft(f, c, intent)
        goal = self._goal(f, c, f.way)
        if goal < 0:
            return False
        if f.shut > 0 and opens_on_the_way(f, c, goal, intent):
            return True
        return self._go_to(f, c, intent, ground_of(f.way, m.stat.gait).path_distances(goal))

    def _force_a_way(self, f: Fight, c: Combatant, intent: Intent) -> bool:
        """No way leads to any enemy: try the locked doors that can be forced, and go where one of them is."""
        way = way_by_force(f, c)
        if way is f.way:
            return False
        goal = self._goal(f, c, way)
        if goal < 0:
            return False
        if forces_a_door(f, c, way, goal, intent):
            return True
        m = f.mover(c)
        if m.flags & CANNOT_MOVE or has_no_speed(m):
            return False
        return self._go_to(f, c, intent, ground_of(way, m.stat.gait).path_distances(goal))

    def _go_to(self, f: Fight, c: Combatant, intent: Intent, field: vec[i64]) -> bool:
        """Move towards where a field of distances falls to 0, with a Dash where that brings it closer."""
        self._mark(f, c)
        m = f.mover(c)
        left = self._units_left(f, m)
        dash = m.budget & ACTION != 0 or (m.budget & BONUS != 0 and m.flags & TRAIT_BONUS_DASH != 0)
        reach = left + (fastest_ft(m) // 5 if dash else 0)
        passing(f, m, self.around)
        if self.around.closed & ~f.able:
            return self._go_round(f, c, intent, field, left, reach)
        if m.stat.gait.harmed_by:
            f.paths.avoids_harm = True
            self._explore(f, m, reach)
            f.paths.avoids_harm = False
            if self._set_out_nearest(f, c, intent, field, left):
                return True
        self._explore(f, m, reach)
        return self._set_out_nearest(f, c, intent, field, left)

    def _set_out_nearest(self, f: Fight, c: Combatant, intent: Intent, field: vec[i64], left: i64) -> bool:
        """Set out for the reached square from which the way on is shortest, what the way there costs considered."""
        m = f.mover(c)
        held = held_by(f, m)
        paths = f.paths
        best: i64 = -1
        best_score: i64 = 0
        now: i64 = field[c.square]
        at: i64 = 1
        while at < paths.count:
            state = paths.order[at]
            at += 1
            square: i64 = state >> 1
            after: i64 = field[square]
            if after < 0 or after >= now:
                continue
            score = 1000 * (now - after) - self._way_cost(f, c, state)
            if score <= best_score:
                continue
            bodies = bodies_on(f, m, square)
            if bodies and not may_end(f, m, bodies & ~held, self.around.shared):
                continue
            best = state
            best_score = score
        if best < 0:
            return False
        self._set_out(f, c, intent, best, left)
        return True

    def _approach_aloft(self, f: Fight, c: Combatant, intent: Intent) -> bool:
        """The same where heights count: search how far so ever, and go what can be gone this turn of the best way."""
        self._mark(f, c)
        m = f.mover(c)
        if f.shut > 0:
            look_through_doors(f, m)
        self._explore(f, m, MAX_UNITS)
        if f.shut > 0:
            f.stand_on_ground()
        passing(f, m, self.around)
        state = best_approach(f, m, self.around)
        if f.shut > 0 and state >= 0 and opens_aloft(f, c, state, intent):
            return True
        while state >= 0 and f.paths.came[state] >= 0:
            if may_stop(f, m, self.around, state):
                trace(f.paths, state)
                if judge_way(f, m, f.paths.path, f.paths.length, True) == LEGAL:
                    self._move_to(f, c, intent, state)
                    return True
                if self._dashes(f, c, intent):
                    return True
            state = f.paths.came[state]
        return False

    def _dashes(self, f: Fight, c: Combatant, intent: Intent) -> bool:
        """Dash, where a way too long for this turn's movement is then short enough."""
        m = f.mover(c)
        as_bonus = m.budget & BONUS != 0 and m.flags & TRAIT_BONUS_DASH != 0 and m.index == c.index
        if not (as_bonus or m.budget & ACTION):
            return False
        m.granted += 1
        is_enough = judge_way(f, m, f.paths.path, f.paths.length, True) == LEGAL
        m.granted -= 1
        if is_enough:
            speed_up(c, m, intent, as_bonus)
        return is_enough

    def _go_round(self, f: Fight, c: Combatant, intent: Intent, field: vec[i64], left: i64, reach: i64) -> bool:
        """Somebody lies in the way who will not step aside: look for a way past all bodies, however long, and go it."""
        m = f.mover(c)
        f.paths.avoids_harm = m.stat.gait.harmed_by != 0
        self._explore(f, m, MAX_UNITS)
        f.paths.avoids_harm = False
        held = held_by(f, m)
        paths = f.paths
        nearest: i64 = -1
        least: i64 = field[c.square]
        at: i64 = 1
        while at < paths.count:
            state = paths.order[at]
            at += 1
            after: i64 = field[state >> 1]
            if 0 <= after < least and may_end(f, m, bodies_on(f, m, state >> 1) & ~held, self.around.shared):
                nearest = state
                least = after
        state = nearest
        while state >= 0:
            if paths.came[state] < 0:
                return False
            if cost_of(paths, state) <= reach:
                if may_end(f, m, bodies_on(f, m, state >> 1) & ~held, self.around.shared):
                    self._set_out(f, c, intent, state, left)
                    return True
            state = paths.came[state]
        return False

    def _set_out(self, f: Fight, c: Combatant, intent: Intent, state: i64, left: i64) -> None:
        """Begin to go to a state of the last search: with a Dash if it is far, a Disengage if that is a bonus."""
        if cost_of(f.paths, state) > left:
            m = f.mover(c)
            speed_up(c, m, intent, c.budget & BONUS != 0 and c.flags & TRAIT_BONUS_DASH != 0)
        elif f.paths.provokes[state] and may_slip_away(f, c):
            slip_away(f, c, intent)
        else:
            self._move_to(f, c, intent, state)

    def _goal(self, f: Fight, c: Combatant, board: Board) -> i64:
        """The square to make for: where the best-ranked, then nearest enemy stands or was last seen; -1 for none."""
        ground = ground_of(board, f.mover(c).stat.gait)
        best: i64 = -1
        least: i64 = 0
        for t in f.combatants:
            if not (f.setup.enemies[c.index] & f.present & t.bit) or t.is_down or t.is_knocked_out:
                continue
            square = t.square
            if t.hidden_from & c.bit and not located(f, c, t):
                square = t.seen_square
            if square < 0:
                continue
            apart = ground.path_distances(square)[c.square]
            if apart < 0 and (c.n > 1 or ground.swims):
                square = self._nearest_stand(c, ground, square, t.n)
                apart = FAR_OFF + ground.path_distances(square)[c.square]
            if apart < 0:
                continue
            key = self._rank_cost(f, c, t) + apart
            if best < 0 or key < least:
                best = square
                least = key
        return best

    def _nearest_stand(self, c: Combatant, ground: Ground, square: i64, n: i64) -> i64:
        """The square nearest to a target in whose own space a big creature does not fit, of those it can walk to."""
        board = ground.board
        field = ground.path_distances(c.square)
        best: i64 = c.square
        least: i64 = FAR_OFF * board.distance_ft(c.square, c.n, square, n)
        at: i64 = 0
        while at < board.size:
            if field[at] >= 0:
                key = FAR_OFF * board.distance_ft(at, c.n, square, n) + field[at]
                if key < least:
                    best = at
                    least = key
            at += 1
        return best

    def _retreat(self, f: Fight, c: Combatant, intent: Intent) -> bool:
        """After its attacks a skirmisher or archer steps where fewer enemies reach it, if that costs it less."""
        m = f.mover(c)
        if m.flags & CANNOT_MOVE:
            return False
        self._mark(f, c)
        here = self._standing_cost(f, c, f.place_of(c))
        left = self._units_left(f, m)
        if here == 0 or left <= 0:
            return False
        f.paths.avoids_harm = m.stat.gait.harmed_by != 0
        self._explore(f, m, left)
        f.paths.avoids_harm = False
        passing(f, m, self.around)
        paths = f.paths
        best: i64 = -1
        least = here
        at: i64 = 1
        while at < paths.count:
            state = paths.order[at]
            at += 1
            square: i64 = state >> 1
            cost = self._standing_cost(f, c, square) + self._way_cost(f, c, state)
            if cost >= least:
                continue
            bodies = bodies_on(f, m, square)
            if bodies and not may_end(f, m, bodies & ~held_by(f, m), self.around.shared):
                continue
            best = state
            least = cost
        if best < 0:
            return False
        if paths.provokes[best] and may_slip_away(f, c):
            slip_away(f, c, intent)
            return True
        self._move_to(f, c, intent, best)
        return True
