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

from librt.vecs import vec
from mypy_extensions import i64

from encounter.engine.chance import clamped_needed, odds_of
from encounter.engine.effect import (
    AGAINST,
    AGAINST_FAR,
    AGAINST_NEAR,
    BY,
    BY_ALLY_BESIDE,
    BY_NOT_AT_SOURCE,
    BY_SOURCE_IN_LINE,
    BY_TARGET_HELD,
    BY_TARGET_HURT,
    BY_TARGET_HURT_IN_MELEE,
    CANNOT_MOVE,
    CHARMED,
    CRAWLS,
    CRITICAL_NEAR,
    INCAPACITATED,
    RESISTS_ALL,
    SIGHTLESS,
    TRAIT_BONUS_DASH,
    TRAIT_BONUS_DISENGAGE,
    TRAIT_BONUS_HIDE,
    TRAIT_ELUSIVE,
    TRAIT_SNEAK_ATTACK,
    UNAWARE,
    UNSEEABLE,
)
from encounter.engine.fight import (
    ACTION,
    ATTACK_WITH,
    BONUS,
    DASH,
    DISENGAGE,
    DODGE,
    END_TURN,
    ESCAPE,
    EXTRA_ATTACK,
    GRAPPLE,
    HIDE,
    MOVE,
    SHOVE_PUSH,
    STAND,
    Combatant,
    Decider,
    Facts,
    Fight,
    Intent,
)
from encounter.engine.rules.act import judge_extra_attack, judge_place
from encounter.engine.rules.contest import hold_on
from encounter.engine.rules.forced import has_floor, push_square
from encounter.engine.rules.legal import LEGAL, cover_bonus, is_charmed_by, judge_attack, judge_grip
from encounter.engine.rules.movement import (
    Pass,
    bodies_on,
    cost_of,
    drag_weight,
    explore,
    held_by,
    judge_standing,
    mark_threats,
    may_end,
    movement_left_ft,
    passing,
    trace,
)
from encounter.engine.rules.perception import (
    ally_beside,
    bodies_near,
    enemy_in_close_combat,
    first_of,
    located,
    may_hide,
    sees,
)
from encounter.engine.rules.reasons import apply_rulings, combine, count_helpers, derive_attack
from encounter.engine.rules.saves import success_chance
from encounter.engine.sight import TOTAL
from encounter.engine.tables import (
    ANY_TARGET,
    ARCHER,
    FINISH,
    GUARD,
    IGNORE_FALLEN,
    LOADING,
    MAX_VOLLEY,
    SKIRMISHER,
    Sequence,
    Setup,
    Use,
)
from encounter.engine.tactics.still import best_strike
from encounter.engine.tactics.targets import rank_of

NOTHING: Final = -(1 << 60)
RANK_WEIGHT: Final = 1_000_000_000  # a better-ranked target beats any score
UNIT_COST: Final = 1

# By tactic: caution and the weight of opportunity attacks in eighths, melee and ranged worth in hundredths.
CAUTION: Final = (1, 0, 3, 4, 2, 0)
FEAR_OF_STRIKES: Final = (8, 4, 8, 8, 8, 8)
MELEE_SHARE: Final = (100, 100, 60, 100, 100, 100)
RANGED_SHARE: Final = (100, 50, 100, 100, 100, 100)

MAX_CHOICES: Final = 16  # sequences and grips of one combatant


class Aim:
    """What bears on one use against one target wherever the attacker stands. Valid for one decision (`epoch`)."""

    def __init__(self) -> None:
        self.epoch: i64 = -1
        self.is_plain: bool = False  # sight is certain on both sides, so that only distance and cover matter
        self.advantage: i64 = 0
        self.disadvantage: i64 = 0
        self.more_advantage: i64 = 0
        self.more_disadvantage: i64 = 0
        self.modifier: i64 = 0
        self.near_worth: i64 = -1  # of the whole count within 5 ft without cover, once known
        self.near_count: i64 = 0


class Planner(Decider):
    """Decides for any combatant of a fight; between two calls it remembers only the attack a move was made for."""

    def __init__(self, setup: Setup, exhaustive: bool) -> None:
        self.exhaustive = exhaustive
        self.facts: Facts = Facts()
        self.around: Pass = Pass()
        self.epoch: i64 = 0
        self.aims: list[list[Aim]] = []  # by use, by target
        for _ in range(setup.use_count):
            self.aims.append([Aim() for _ in range(setup.count)])
        self.targets: vec[i64] = vec[i64]([0] * (setup.count + 1))
        self.target_count: i64 = 0
        self.choice_kind: vec[i64] = vec[i64]([0] * MAX_CHOICES)
        self.choice_option: vec[i64] = vec[i64]([0] * MAX_CHOICES)
        self.choice_count: i64 = 0
        self.bounds: vec[i64] = vec[i64]([0] * (MAX_CHOICES * (setup.count + 1)))
        self.grip_worth: vec[i64] = vec[i64]([0] * (MAX_CHOICES * (setup.count + 1)))
        self.own_share: vec[i64] = vec[i64]([0] * (setup.count + 1))  # each target's own share of a standing cost
        self.use_found: i64 = -1
        self.close_square: i64 = -1
        self.is_close: bool = False
        # the best plan so far
        self.best: i64 = NOTHING
        self.best_state: i64 = -1
        self.best_choice: i64 = -1
        self.best_target: i64 = -1
        self.best_use: i64 = -1
        # an attack that a move was made for
        self.next_turn: i64 = -1
        self.next_me: i64 = -1
        self.next_kind: i64 = END_TURN
        self.next_target: i64 = -1
        self.next_use: i64 = -1
        self.next_option: i64 = -1
        self.next_square: i64 = -1
        self.weighed: i64 = 0  # evaluations, for measurements

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
        if self.next_turn == f.turn and self.next_me == me:
            self.next_turn = -1
            if self._go_on(f, c, intent):
                return
        if c.flags & CRAWLS and judge_standing(f, c) == LEGAL:
            intent.kind = STAND
            return
        if self._may_attack(c) and self._plan_attack(f, c, intent):
            return
        if c.budget & BONUS and self._bonus_attack(f, c, intent):
            return
        if c.budget & ACTION and self._without_attack(f, c, intent):
            return
        if c.start.tactic == SKIRMISHER or c.start.tactic == ARCHER:
            if self._retreat(f, c, intent):
                return
        if c.budget & BONUS and c.flags & TRAIT_BONUS_HIDE and not c.hidden_from and self._pays_to_hide(f, c):
            intent.kind = HIDE
            intent.as_bonus = True

    # ------------------------------------------------------------------------------------------ going on with a plan

    def _go_on(self, f: Fight, c: Combatant, intent: Intent) -> bool:
        """The attack for which the combatant has just moved, if it arrived and the attack is still possible."""
        if c.square != self.next_square:
            return False
        t = f.combatants[self.next_target]
        if not t.is_on_map or t.is_dead or (t.is_down and f.setup.fallen == IGNORE_FALLEN):
            return False
        if self.next_kind == ATTACK_WITH:
            use = c.stat.uses[self.next_use]
            if judge_place(c, self.next_option, use.weapon_index) < 0:
                return False
            if judge_attack(f, c, t, use, self.facts) != LEGAL:
                return False
        elif judge_place(c, self.next_option, -1) < 0 or judge_grip(f, c, t, self.next_kind == GRAPPLE) != LEGAL:
            return False
        intent.kind = self.next_kind
        intent.target = self.next_target
        intent.use = self.next_use
        intent.option = self.next_option
        return True

    def _may_attack(self, c: Combatant) -> bool:
        """Whether attacks of an action are left."""
        if c.sequence < 0:
            return c.budget & ACTION != 0
        sequence = c.stat.sequences[c.sequence]
        return c.sequence_made != (1 << sequence.length) - 1

    # ------------------------------------------------------------------------------------------------ weighing

    def _plan_attack(self, f: Fight, c: Combatant, intent: Intent) -> bool:
        """Find the best square, choice and target; write the first intent of that plan. False when there is none."""
        self.epoch += 1
        self.close_square = -1
        self._list_targets(f, c)
        if self.target_count == 0:
            return False
        self._list_choices(f, c)
        self._mark(f, c)
        self.best = NOTHING
        self._bound(f, c)
        home = c.square
        paths = f.paths
        self._weigh_square(f, c, home, -1, self._standing_cost(f, c, home))
        top = self._highest_bound(False)
        loosest = self._highest_bound(True)
        left = 0 if c.flags & CANNOT_MOVE else self._units_left(f, c)
        if left > 0 and (self.exhaustive or top > self.best):
            self._explore(f, c, left)
            passing(f, c, self.around)
            at: i64 = 1
            while at < paths.count:
                state = paths.order[at]
                at += 1
                square: i64 = state >> 1
                cost = self._standing_cost(f, c, square) + self._way_cost(f, c, state)
                if not self.exhaustive and loosest - cost <= self.best:
                    continue
                bodies = bodies_on(f, c, square)
                if bodies and not may_end(f, c, bodies & ~held_by(f, c), self.around.shared):
                    continue
                if square == home:
                    continue
                self._weigh_square(f, c, square, state, cost)
        if self.best == NOTHING:
            return False
        if c.sequence < 0 and self._better_not(f, c, intent):
            return True
        return self._begin(f, c, intent)

    def _list_targets(self, f: Fight, c: Combatant) -> None:
        enemies = f.setup.enemies[c.index] & f.present
        count: i64 = 0
        for t in f.combatants:
            if enemies & t.bit:
                if (t.is_down or t.is_knocked_out) and f.setup.fallen == IGNORE_FALLEN:
                    continue
                if t.hidden_from & c.bit and not located(f, c, t):
                    continue
                if c.flags & CHARMED and is_charmed_by(c, t):
                    continue
                self.targets[count] = t.index
                count += 1
        self.target_count = count

    def _list_choices(self, f: Fight, c: Combatant) -> None:
        """What the combatant may begin or go on with: its sequences, and grips where an Attack action allows them."""
        count: i64 = 0
        option: i64 = 0
        for sequence in c.stat.sequences:
            if (c.sequence < 0 or c.sequence == option) and count < MAX_CHOICES - 3:
                self.choice_kind[count] = ATTACK_WITH
                self.choice_option[count] = option
                count += 1
                if sequence.is_attack_action and judge_place(c, option, -1) >= 0:
                    kind: i64 = GRAPPLE
                    while kind <= SHOVE_PUSH:
                        self.choice_kind[count] = kind
                        self.choice_option[count] = option
                        count += 1
                        kind += 1
            option += 1
        self.choice_count = count

    def _mark(self, f: Fight, c: Combatant) -> None:
        """Mark where enemies reach, and which of them could strike at a leaver."""
        threats: i64 = 0
        strikers: i64 = 0
        enemies = f.setup.enemies[c.index] & f.able
        for o in f.combatants:
            if enemies & o.bit and o.stat.strike_reach_ft > 0:
                threats |= o.bit
                if o.has_reaction and not c.is_disengaged and sees(f, o, c):
                    strikers |= o.bit
        mark_threats(f, c, f.paths, threats, strikers)

    def _units_left(self, f: Fight, c: Combatant) -> i64:
        held = held_by(f, c)
        return movement_left_ft(f, c, drag_weight(f, c, held) if held else 0) // 5

    def _explore(self, f: Fight, c: Combatant, left: i64) -> None:
        held = held_by(f, c)
        explore(f, c, f.paths, left, drag_weight(f, c, held) if held else 0, held)

    def _standing_cost(self, f: Fight, c: Combatant, square: i64) -> i64:
        """Caution's share of what enemies that reach a square would deal there."""
        mask = f.paths.threat[square] | f.paths.inner[square]
        caution: i64 = CAUTION[c.start.tactic]
        if not mask or not caution:
            return 0
        dealt: i64 = 0
        while mask:
            dealt += f.combatants[first_of(mask)].stat.melee_menace
            mask &= mask - 1
        return caution * dealt // 8

    def _way_cost(self, f: Fight, c: Combatant, state: i64) -> i64:
        """What the way to a state costs: its units, and the opportunity attacks it provokes unless a bonus action
        can keep them away."""
        cost = UNIT_COST * cost_of(f.paths, state)
        mask = f.paths.provokes[state]
        if mask and not (c.budget & BONUS and c.flags & TRAIT_BONUS_DISENGAGE):
            dealt: i64 = 0
            while mask:
                dealt += f.combatants[first_of(mask)].stat.strike_menace
                mask &= mask - 1
            weight: i64 = FEAR_OF_STRIKES[c.start.tactic]
            cost += weight * dealt // 8
        return cost

    def _bound(self, f: Fight, c: Combatant) -> None:
        """For each target and choice the most that it can be worth, wherever the attacker stands.

        The cost of standing where the target itself reaches is taken off when no way around it exists.
        """
        at: i64 = 0
        while at < self.target_count:
            t = f.combatants[self.targets[at]]
            rank = self._rank_cost(f, c, t)
            self.own_share[at] = self._caution_of(c, t)
            choice: i64 = 0
            while choice < self.choice_count:
                place = at * MAX_CHOICES + choice
                if self.choice_kind[choice] == ATTACK_WITH:
                    worth = self._bound_of_sequence(f, c, t, self.choice_option[choice])
                else:
                    worth = self._worth_of_grip(f, c, t, self.choice_kind[choice], self.choice_option[choice])
                    self.grip_worth[place] = worth
                    if worth > NOTHING and f.able & t.bit and t.stat.strike_reach_ft >= 5:
                        worth -= self._caution_of(c, t)
                self.bounds[place] = worth - rank if worth > NOTHING else NOTHING
                choice += 1
            at += 1

    def _caution_of(self, c: Combatant, t: Combatant) -> i64:
        caution: i64 = CAUTION[c.start.tactic]
        return caution * t.stat.melee_menace // 8

    def _rank_cost(self, f: Fight, c: Combatant, t: Combatant) -> i64:
        if c.start.targets == ANY_TARGET:
            return 0
        return RANK_WEIGHT * rank_of(f, c, t)

    def _highest_bound(self, with_own_share: bool) -> i64:
        """The highest bound of all; with the target's own share of the standing cost put back, or without."""
        top: i64 = NOTHING
        at: i64 = 0
        while at < self.target_count:
            share: i64 = self.own_share[at] if with_own_share else 0
            choice: i64 = 0
            while choice < self.choice_count:
                if self.bounds[at * MAX_CHOICES + choice] + share > top:
                    top = self.bounds[at * MAX_CHOICES + choice] + share
                choice += 1
            at += 1
        return top

    def _weigh_square(self, f: Fight, c: Combatant, square: i64, state: i64, cost: i64) -> None:
        """Weigh every choice and target from one square; keep the best plan."""
        at: i64 = 0
        while at < self.target_count:
            choice: i64 = 0
            while choice < self.choice_count:
                place = at * MAX_CHOICES + choice
                bound = self.bounds[place]
                if bound > NOTHING and (self.exhaustive or bound + self.own_share[at] - cost > self.best):
                    t = f.combatants[self.targets[at]]
                    self.use_found = -1
                    self.weighed += 1
                    if self.choice_kind[choice] == ATTACK_WITH:
                        worth = self._worth_of_sequence(f, c, t, square, self.choice_option[choice])
                    else:
                        worth = self._grip_from(f, c, t, square, self.choice_kind[choice], self.grip_worth[place])
                    if worth > NOTHING:
                        score = worth - cost - self._rank_cost(f, c, t)
                        if score > self.best:
                            self.best = score
                            self.best_state = state
                            self.best_choice = choice
                            self.best_target = t.index
                            self.best_use = self.use_found
                choice += 1
            at += 1

    # ------------------------------------------------------------------------------------------- what attacks are worth

    def _bound_of_sequence(self, f: Fight, c: Combatant, t: Combatant, option: i64) -> i64:
        sequence = c.stat.sequences[option]
        made: i64 = c.sequence_made if c.sequence >= 0 else 0
        total: i64 = NOTHING
        all_within_reach = True
        done: i64 = made
        at: i64 = 0
        while at < sequence.length:
            if not (done >> at) & 1:
                weapon = sequence.weapons[at]
                count = self._same_left(sequence, done, at, weapon)
                done |= self._mask_of_same(sequence, done, at, weapon)
                best: i64 = NOTHING
                for use in c.stat.uses:
                    if weapon < 0 or use.weapon_index == weapon:
                        worth = self._most_worth(f, c, t, use, count)
                        reaches = use.is_melee and use.reach_ft <= t.stat.strike_reach_ft and f.able & t.bit != 0
                        if weapon < 0 and sequence.length == count:
                            # one use makes the whole volley: its own share of the cost can be taken off here
                            if reaches:
                                worth -= self._caution_of(c, t)
                        elif not reaches:
                            all_within_reach = False
                        if worth > best:
                            best = worth
                if best > NOTHING:
                    total = best if total == NOTHING else total + best
            at += 1
        mixed = sequence.length > 0 and not self._is_uniform(sequence)
        if mixed and all_within_reach and total > NOTHING:
            total -= self._caution_of(c, t)
        return total

    def _is_uniform(self, sequence: Sequence) -> bool:
        at: i64 = 0
        while at < sequence.length:
            if sequence.weapons[at] >= 0:
                return False
            at += 1
        return True

    def _same_left(self, sequence: Sequence, done: i64, at: i64, weapon: i64) -> i64:
        """How many attacks of a sequence that are left ask for the same weapon."""
        count: i64 = 0
        while at < sequence.length:
            if not (done >> at) & 1 and sequence.weapons[at] == weapon:
                count += 1
            at += 1
        return count if count < MAX_VOLLEY else MAX_VOLLEY

    def _mask_of_same(self, sequence: Sequence, done: i64, at: i64, weapon: i64) -> i64:
        mask: i64 = 0
        while at < sequence.length:
            if not (done >> at) & 1 and sequence.weapons[at] == weapon:
                mask |= 1 << at
            at += 1
        return mask

    def _worth_of_sequence(self, f: Fight, c: Combatant, t: Combatant, square: i64, option: i64) -> i64:
        """What the attacks left of a sequence are worth against one target from a square; NOTHING when none is legal.

        `use_found` is the first use to strike with. Attacks with different weapons are added up one by one, each
        against the HP the ones before are expected to leave.
        """
        sequence = c.stat.sequences[option]
        made: i64 = c.sequence_made if c.sequence >= 0 else 0
        total: i64 = NOTHING
        done: i64 = made
        at: i64 = 0
        while at < sequence.length:
            if not (done >> at) & 1:
                weapon = sequence.weapons[at]
                count = self._same_left(sequence, done, at, weapon)
                done |= self._mask_of_same(sequence, done, at, weapon)
                best: i64 = NOTHING
                best_use: i64 = -1
                place: i64 = 0
                for use in c.stat.uses:
                    if weapon < 0 or use.weapon_index == weapon:
                        worth = self._worth_of_use(f, c, t, square, use, count)
                        if worth > best:
                            best = worth
                            best_use = place
                    place += 1
                if best > NOTHING:
                    total = best if total == NOTHING else total + best
                    if self.use_found < 0:
                        self.use_found = best_use
            at += 1
        return total

    def _aim(self, f: Fight, c: Combatant, t: Combatant, use: Use) -> Aim:
        """What bears on a use against a target from anywhere, worked out once a decision."""
        aim = self.aims[use.index][t.index]
        if aim.epoch == self.epoch:
            return aim
        aim.epoch = self.epoch
        aim.near_worth = -1
        setup = f.setup
        am = c.masks
        tm = t.masks
        blocked = SIGHTLESS | UNSEEABLE
        aim.is_plain = (
            setup.lit
            and not setup.sight.has_fog
            and not setup.flanking
            and not (c.flags | t.flags) & blocked
            and not c.flags & UNAWARE
            and not c.stat.blind_beyond
            and not t.stat.blind_beyond
            and not c.hidden_from & t.bit
            and not t.hidden_from & c.bit
            and not (am[BY_SOURCE_IN_LINE + 1])
        )
        facts = self.facts
        facts.advantage = am[BY] | tm[AGAINST]
        facts.disadvantage = am[BY + 1] | tm[AGAINST + 1] | use.own_disadvantage
        facts.more_advantage = 0
        facts.more_disadvantage = 0
        facts.modifier = 0
        if aim.is_plain:
            self._fill_aim(f, c, t, use, facts)
        elif len(setup.rulings) > 0:
            apply_rulings(f, c, t.index, 0, -1, "", facts)
        aim.advantage = facts.advantage
        aim.disadvantage = facts.disadvantage
        aim.more_advantage = facts.more_advantage
        aim.more_disadvantage = facts.more_disadvantage
        aim.modifier = facts.modifier
        return aim

    def _fill_aim(self, f: Fight, c: Combatant, t: Combatant, use: Use, facts: Facts) -> None:
        """Everything but distance, cover, range and close combat."""
        am = c.masks
        core = f.setup.core
        if am[BY_NOT_AT_SOURCE + 1]:
            elsewhere: i64 = 0
            is_source = False
            for effect in c.ongoing:
                mask = effect.effective().masks[BY_NOT_AT_SOURCE + 1]
                if mask:
                    elsewhere |= mask
                    if effect.source == t.index:
                        is_source = True
            if not is_source:
                facts.disadvantage |= elsewhere
        if len(c.stat.traits) > 0:
            if am[BY_ALLY_BESIDE] and ally_beside(f, c, t) >= 0:
                facts.advantage |= am[BY_ALLY_BESIDE]
            if t.hp < t.max_hp:
                facts.advantage |= am[BY_TARGET_HURT]
                if use.is_melee:
                    facts.advantage |= am[BY_TARGET_HURT_IN_MELEE]
            if am[BY_TARGET_HELD] and f.is_held_by(t, c):
                facts.advantage |= am[BY_TARGET_HELD]
        if t.is_dodging and not t.flags & UNAWARE:
            facts.disadvantage |= core.dodge
        if len(f.helps) > 0:
            helpers = count_helpers(f, c, t)
            if helpers > 0:
                facts.advantage |= core.help_attack
                facts.more_advantage += helpers - 1
        if len(f.setup.rulings) > 0:
            apply_rulings(f, c, t.index, 0, -1, "", facts)

    def _net(self, f: Fight, t: Combatant, aim: Aim, adv: i64, dis: i64) -> i64:
        facts = self.facts
        facts.advantage = aim.advantage | adv
        facts.disadvantage = aim.disadvantage | dis
        facts.more_advantage = aim.more_advantage
        facts.more_disadvantage = aim.more_disadvantage
        if t.flags & TRAIT_ELUSIVE and t.can_act:
            facts.advantage = 0
            facts.more_advantage = 0
        combine(f, facts)
        return facts.net

    def _most_worth(self, f: Fight, c: Combatant, t: Combatant, use: Use, count: i64) -> i64:
        """The most a use can be worth against a target from any square."""
        if use.ammunition >= 0 and c.supplies[use.ammunition] <= 0:
            return NOTHING
        aim = self._aim(f, c, t, use)
        bonus = use.to_hit - c.d20_penalty + aim.modifier
        if not aim.is_plain:
            best: i64 = 4 if f.setup.rules.d20.stacks else 1
            return self._value(f, c, t, use, count, best, bonus, t.stat.ac, True)
        tm = t.masks
        near = self._net(f, t, aim, tm[AGAINST_NEAR], tm[AGAINST_NEAR + 1] | use.lance_disadvantage)
        worth = self._value(f, c, t, use, count, near, bonus, t.stat.ac, True)
        if use.is_melee and use.reach_ft <= 5:
            return worth
        far = self._net(f, t, aim, tm[AGAINST_FAR], tm[AGAINST_FAR + 1])
        other = self._value(f, c, t, use, count, far, bonus, t.stat.ac, False)
        return worth if worth > other else other

    def _worth_of_use(self, f: Fight, c: Combatant, t: Combatant, square: i64, use: Use, count: i64) -> i64:
        """What `count` attacks with a use from a square are worth; NOTHING when they are not legal."""
        board = f.setup.board
        apart = board.distance_ft(square, c.n, t.square, t.n)
        if apart > (use.reach_ft if use.is_melee else use.long_ft):
            return NOTHING
        if self.exhaustive:
            return self._derived_worth(f, c, t, square, use, count)
        aim = self._aim(f, c, t, use)
        if not aim.is_plain:
            return self._derived_worth(f, c, t, square, use, count)
        cover = f.setup.sight.cover(square, c.n, t.square, t.n, f.occupied, c.bit | t.bit)
        if cover == TOTAL:
            return NOTHING
        if use.ammunition >= 0 and c.supplies[use.ammunition] <= 0:
            return NOTHING
        if (c.n > 1 or t.n > 1) and not f.setup.sight.los(t.square, t.n, square, c.n):
            return self._derived_worth(f, c, t, square, use, count)
        if use.flags & LOADING and (c.loading_used >> use.weapon_index) & 1:
            return NOTHING
        tm = t.masks
        if use.is_melee and apart <= 5 and cover == 0 and aim.near_worth >= 0 and aim.near_count == count:
            return aim.near_worth
        adv: i64 = 0
        dis: i64 = 0
        if apart <= 5:
            adv = tm[AGAINST_NEAR]
            dis = tm[AGAINST_NEAR + 1] | use.lance_disadvantage
        else:
            adv = tm[AGAINST_FAR]
            dis = tm[AGAINST_FAR + 1]
        if not use.is_melee:
            if apart > use.normal_ft:
                dis |= f.setup.core.range_long
            if self._in_close_combat(f, c, square):
                dis |= f.setup.core.close_combat
        net = self._net(f, t, aim, adv, dis)
        bonus = use.to_hit - c.d20_penalty + aim.modifier
        worth = self._value(f, c, t, use, count, net, bonus, t.stat.ac + cover_bonus(f, cover), apart <= 5)
        if use.is_melee and apart <= 5 and cover == 0:
            aim.near_worth = worth
            aim.near_count = count
        return worth

    def _in_close_combat(self, f: Fight, c: Combatant, square: i64) -> bool:
        if self.close_square != square:
            self.close_square = square
            home = c.square
            c.square = square
            self.is_close = enemy_in_close_combat(f, c) >= 0
            c.square = home
        return self.is_close

    def _derived_worth(self, f: Fight, c: Combatant, t: Combatant, square: i64, use: Use, count: i64) -> i64:
        """The same through the rules themselves: stand there in thought, judge and derive."""
        home = c.square
        c.square = square
        facts = self.facts
        worth: i64 = NOTHING
        if judge_attack(f, c, t, use, facts) == LEGAL:
            derive_attack(f, c, t, use, facts)
            worth = self._value(
                f, c, t, use, count, facts.net, facts.bonus, facts.target_number, facts.distance_ft <= 5
            )
        c.square = home
        return worth

    def _value(
        self,
        f: Fight,
        c: Combatant,
        t: Combatant,
        use: Use,
        count: i64,
        net: i64,
        bonus: i64,
        target_number: i64,
        is_near: bool,
    ) -> i64:
        """Expected damage and the bounty for dropping the target, from the tables."""
        needed = clamped_needed(target_number, bonus)
        critical = is_near and t.flags & CRITICAL_NEAR != 0
        d20 = f.setup.rules.d20
        kind = t.stat.kind + (1 if t.flags & RESISTS_ALL else 0)
        profile = f.setup.profiles[kind]
        share: i64 = MELEE_SHARE[c.start.tactic] if use.is_melee else RANGED_SHARE[c.start.tactic]
        if t.is_down or t.is_knocked_out:
            odds = odds_of(use.odds, d20, use, count, needed, net, critical, kind, profile)
            worth = odds.drops[needed][1] * (t.stat.menace + 4000) // 10000
            return (worth if f.setup.fallen == FINISH else worth // 100) * share // 100
        hp = t.hp + t.temp_hp
        worth = 0
        sneaking = use.sneaking
        if sneaking is not None and not c.used_sneak and c.flags & TRAIT_SNEAK_ATTACK:
            if net > 0 or (net == 0 and ally_beside(f, c, t) >= 0):
                odds = odds_of(sneaking.odds, d20, sneaking, 1, needed, net, critical, kind, profile)
                worth = self._from_odds(odds.expected[needed], odds.drops[needed], hp, t)
                if count == 1:
                    return worth * share // 100
                hp -= odds.expected[needed][len(odds.expected[needed]) - 1] // 1000
                if hp < 1:
                    hp = 1
                count -= 1
        odds = odds_of(use.odds, d20, use, count, needed, net, critical, kind, profile)
        worth += self._from_odds(odds.expected[needed], odds.drops[needed], hp, t)
        return worth * share // 100

    def _from_odds(self, expected: vec[i64], drops: vec[i64], hp: i64, t: Combatant) -> i64:
        last: i64 = len(expected) - 1
        if hp > last:
            hp = last
        return expected[hp] + drops[hp] * 2 * t.stat.menace // 10000

    # ------------------------------------------------------------------------------------------- grapple and shove

    def _worth_of_grip(self, f: Fight, c: Combatant, t: Combatant, kind: i64, option: i64) -> i64:
        """What a grip is worth against a target, wherever it is made from (a push: at the most)."""
        if t.is_down or t.is_knocked_out or t.stat.size > c.stat.size + 1:
            return NOTHING
        if kind == SHOVE_PUSH:
            if not self._edge_near(f, t):
                return NOTHING
            hp = t.hp + t.temp_hp
            return self._grip_chance(f, c, t) * (1000 * hp + 2 * t.stat.menace) // 10000
        if kind == GRAPPLE:
            if f.is_held_by(t, c) or c.stat.hands_free <= 0 or t.speed_ft == 0:
                return NOTHING
            gain = t.stat.menace - t.stat.melee_menace
            if c.start.tactic == GUARD:
                gain += t.stat.menace // 2
            return self._grip_chance(f, c, t) * gain // 10000 if gain > 0 else NOTHING
        if t.flags & CRAWLS:
            return NOTHING
        sequence = c.stat.sequences[option]
        left: i64 = 0
        at: i64 = 0
        while at < sequence.length:
            if c.sequence < 0 or not (c.sequence_made >> at) & 1:
                left += 1
            at += 1
        helpers = bodies_near(f, t.square, t.n) & f.setup.allies[c.index] & ~c.bit & f.able
        if left < 2 and not helpers:
            return NOTHING
        gain = 0
        while helpers:
            gain += f.combatants[first_of(helpers)].stat.melee_menace * 2 // 5
            helpers &= helpers - 1
        chance = self._grip_chance(f, c, t)
        worth = chance * gain // 10000
        if left >= 2:
            standing: i64 = 0
            prone: i64 = 0
            for use in c.stat.uses:
                if use.is_melee and use.reach_ft >= 5:
                    bonus = use.to_hit - c.d20_penalty
                    aim = self._aim(f, c, t, use)
                    net = self._net(f, t, aim, 0, 0)
                    count = left - 1 if left - 1 < MAX_VOLLEY else MAX_VOLLEY
                    now = self._value(f, c, t, use, count, net, bonus, t.stat.ac, True)
                    better = net + 1 if f.setup.rules.d20.stacks or net == 0 else net
                    down = self._value(f, c, t, use, count, better, bonus, t.stat.ac, True)
                    if now > standing:
                        standing = now
                    if down > prone:
                        prone = down
            worth += (chance * prone + (10000 - chance) * standing) // 10000
        return worth if worth > 0 else NOTHING

    def _edge_near(self, f: Fight, t: Combatant) -> bool:
        """Whether a square beside the target has no floor."""
        board = f.setup.board
        square: i64 = t.square
        x0 = board.xs[square] - 1
        y0 = board.ys[square] - 1
        y = y0
        while y <= y0 + t.n + 1:
            x = x0
            while x <= x0 + t.n + 1:
                if 0 <= x < board.width and 0 <= y < board.height and board.floorless[y * board.width + x]:
                    return True
                x += 1
            y += 1
        return False

    def _grip_chance(self, f: Fight, c: Combatant, t: Combatant) -> i64:
        """Chance in ten-thousandths that a grapple or shove succeeds, conditions on the rolls left aside."""
        if f.setup.rules.grapple_is_save:
            if t.flags & INCAPACITATED:
                return 10000
            best = t.stat.saves[0] if t.stat.saves[0] > t.stat.saves[1] else t.stat.saves[1]
            return 10000 - success_chance(f, best - t.d20_penalty, c.stat.unarmed_dc, 0)
        other = t.stat.athletics if t.stat.athletics > t.stat.acrobatics else t.stat.acrobatics
        ahead = c.stat.athletics - other + (1 if f.setup.rules.d20.tie_to_actor else 0)
        # chance that d20 + ahead > d20: pairs of faces counted
        wins: i64 = 0
        face: i64 = 1
        while face <= 20:
            beaten = face + ahead - 1
            wins += 0 if beaten < 0 else 20 if beaten > 20 else beaten
            face += 1
        return wins * 25

    def _grip_from(self, f: Fight, c: Combatant, t: Combatant, square: i64, kind: i64, worth: i64) -> i64:
        """The worth of a grip from a square; NOTHING when it is not legal there or a push would lead nowhere."""
        if worth == NOTHING:
            return NOTHING
        board = f.setup.board
        if board.distance_ft(square, c.n, t.square, t.n) > 5:
            return NOTHING
        home = c.square
        c.square = square
        if judge_grip(f, c, t, kind == GRAPPLE) != LEGAL:
            worth = NOTHING
        elif kind == SHOVE_PUSH:
            to = push_square(f, c, t)
            if to < 0 or has_floor(f, to, t.n):
                worth = NOTHING
        c.square = home
        return worth

    # -------------------------------------------------------------------------------------------- from plan to intent

    def _begin(self, f: Fight, c: Combatant, intent: Intent) -> bool:
        """Write the first intent of the best plan."""
        kind = self.choice_kind[self.best_choice]
        option = self.choice_option[self.best_choice]
        if self.best_state < 0:
            intent.kind = kind
            intent.target = self.best_target
            intent.use = self.best_use
            intent.option = option
            return True
        if f.paths.provokes[self.best_state] and c.budget & BONUS and c.flags & TRAIT_BONUS_DISENGAGE:
            intent.kind = DISENGAGE
            intent.as_bonus = True
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

    def _better_not(self, f: Fight, c: Combatant, intent: Intent) -> bool:
        """Whether another action pays more than the best attack: getting out of a grapple, or keeping one's guard."""
        if self._pays_to_escape(f, c, intent):
            return True
        if self.best >= 0:
            return False
        here = self._standing_cost(f, c, c.square)
        if self.best < -here * 11 // 20:
            intent.kind = DODGE
            return True
        return False

    def _pays_to_escape(self, f: Fight, c: Combatant, intent: Intent) -> bool:
        """Escape when two turns with a try at it are worth more than two turns in the grip."""
        hold = hold_on(c, -1)
        if hold is None or c.speed_ft > 0:
            return False
        free = self._highest_bound(False)
        holder = f.combatants[hold.source] if hold.source >= 0 else None
        bonus = c.stat.athletics if c.stat.athletics > c.stat.acrobatics else c.stat.acrobatics
        dc = hold.escape_dc
        if dc == 0:
            dc = 10
            if holder is not None:
                dc = holder.stat.unarmed_dc if f.setup.rules.grapple_is_save else holder.stat.athletics + 11
        chance = success_chance(f, bonus - c.d20_penalty, dc, 0)
        now: i64 = self.best if self.best > 0 else 0
        if free > 0 and chance * free + (10000 - chance) * now > 2 * 10000 * now:
            intent.kind = ESCAPE
            intent.target = hold.source
            return True
        return False

    # ------------------------------------------------------------------------------------------------ other turns

    def _bonus_attack(self, f: Fight, c: Combatant, intent: Intent) -> bool:
        """The bonus attack with a second light weapon, at the target it is worth most against from here."""
        if c.light_weapon < 0:
            return False
        self.epoch += 1
        self._list_targets(f, c)
        best: i64 = 0
        found = False
        place: i64 = 0
        for use in c.stat.uses:
            if judge_extra_attack(f, c, use) == LEGAL:
                at: i64 = 0
                while at < self.target_count:
                    t = f.combatants[self.targets[at]]
                    at += 1
                    worth = self._derived_worth(f, c, t, c.square, use, 1)
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
        hold = hold_on(c, -1)
        if hold is not None and c.speed_ft == 0:
            intent.kind = ESCAPE
            intent.target = hold.source
            return True
        if c.start.tactic != GUARD and self._approach(f, c, intent):
            return True
        if c.speed_ft > 0 and not c.is_dodging and self._is_hunted(f, c):
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
        if c.flags & CANNOT_MOVE or c.speed_ft == 0:
            return False
        goal = self._goal(f, c)
        if goal < 0:
            return False
        field = f.setup.board.path_distances(goal, c.n)
        self._mark(f, c)
        left = self._units_left(f, c)
        dash = c.budget & ACTION != 0 or (c.budget & BONUS != 0 and c.flags & TRAIT_BONUS_DASH != 0)
        reach = left + (c.speed_ft // 5 if dash else 0)
        self._explore(f, c, reach)
        passing(f, c, self.around)
        held = held_by(f, c)
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
            bodies = bodies_on(f, c, square)
            if bodies and not may_end(f, c, bodies & ~held, self.around.shared):
                continue
            best = state
            best_score = score
        if best < 0:
            return False
        if cost_of(paths, best) > left:
            intent.kind = DASH
            intent.as_bonus = c.budget & BONUS != 0 and c.flags & TRAIT_BONUS_DASH != 0
            return True
        if paths.provokes[best] and c.budget & BONUS and c.flags & TRAIT_BONUS_DISENGAGE:
            intent.kind = DISENGAGE
            intent.as_bonus = True
            return True
        self._move_to(f, c, intent, best)
        return True

    def _goal(self, f: Fight, c: Combatant) -> i64:
        """The square to make for: where the best-ranked, then nearest enemy stands or was last seen; -1 for none."""
        board = f.setup.board
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
            apart = board.path_distances(square, c.n)[c.square]
            if apart < 0:
                continue
            key = self._rank_cost(f, c, t) + apart
            if best < 0 or key < least:
                best = square
                least = key
        return best

    def _retreat(self, f: Fight, c: Combatant, intent: Intent) -> bool:
        """After its attacks a skirmisher or archer steps where fewer enemies reach it, if that costs it less."""
        if c.flags & CANNOT_MOVE:
            return False
        self._mark(f, c)
        here = self._standing_cost(f, c, c.square)
        left = self._units_left(f, c)
        if here == 0 or left <= 0:
            return False
        self._explore(f, c, left)
        passing(f, c, self.around)
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
            bodies = bodies_on(f, c, square)
            if bodies and not may_end(f, c, bodies & ~held_by(f, c), self.around.shared):
                continue
            best = state
            least = cost
        if best < 0:
            return False
        if paths.provokes[best] and c.budget & BONUS and c.flags & TRAIT_BONUS_DISENGAGE:
            intent.kind = DISENGAGE
            intent.as_bonus = True
            return True
        self._move_to(f, c, intent, best)
        return True

    def _pays_to_hide(self, f: Fight, c: Combatant) -> bool:
        return may_hide(f, c) != 0
