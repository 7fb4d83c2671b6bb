"""What attacks and grips are worth to a combatant, in thousandths of a hit point, from any square.

For each use and target the reasons that hold wherever the attacker stands are collected once a decision (`Aim`); a
square then adds distance, cover, range and close combat, and the value comes from a small table. Where sight is in
doubt (darkness, fog, somebody hidden, invisible or blinded) the rules themselves are asked at every square.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from encounter.engine.bits import bit_of, first_of
from encounter.engine.chance import clamped_needed, odds_of
from encounter.engine.combatant import Combatant, as_able
from encounter.engine.d20 import ATTACK
from encounter.engine.effect import (
    AGAINST,
    AGAINST_BY_SOURCE,
    AGAINST_FAR,
    AGAINST_NEAR,
    AGAINST_SEEN,
    BY,
    BY_NOT_AT_SOURCE,
    BY_SOURCE_IN_LINE,
    CRAWLS,
    CRITICAL_NEAR,
    EXTRA_DICE,
    HAS_LIGHT_CLAUSES,
    INCAPACITATED,
    MAGIC_PROOF,
    RAGES,
    RESISTS_ALL,
    SIGHTLESS,
    SPELL_PROOF,
    TRAIT_ELUSIVE,
    UNAWARE,
    UNSEEABLE,
)
from encounter.engine.facts import Facts
from encounter.engine.fight import Fight
from encounter.engine.intent import GRAPPLE, SHOVE_PUSH
from encounter.engine.rules.act import may_cast_in
from encounter.engine.rules.charging import charge_worth
from encounter.engine.rules.forced import push_square
from encounter.engine.rules.hands import lacks_hands
from encounter.engine.rules.legal import LEGAL, cover_bonus, judge_attack, judge_grip
from encounter.engine.rules.perception import bodies_near, enemy_in_close_combat
from encounter.engine.rules.reasons import (
    add_native,
    adds_dice,
    apply_rulings,
    combine,
    count_helpers,
    derive_attack,
    source_advantages,
    trait_advantages,
)
from encounter.engine.rules.saves import success_chance
from encounter.engine.rules.whom import fits
from encounter.engine.sight import NONE, TOTAL
from encounter.engine.tables import FINISH, GUARD, LOADING, MAX_VOLLEY, SPELL, Sequence, Setup, Use
from encounter.engine.tactics.edges import deepest_fall_worth, gone_worth, push_worth

SLOT_PRICE: Final = 1500  # what saving a spell slot is worth, a level, in thousandths of a hit point
NOTHING: Final = -(1 << 60)

# By tactic: what melee and ranged attacks are worth, in hundredths.
MELEE_SHARE: Final = bytes((100, 100, 60, 100, 100, 100))
RANGED_SHARE: Final = bytes((100, 50, 100, 100, 100, 100))

# Places of an Aim's table of worths: one for each degree of cover below total and each set of these.
IS_NEAR: Final = 1
IS_LONG: Final = 2
IS_CLOSE: Final = 4
SITUATIONS: Final = 24
WORTH_BASE: Final = 1 << 30  # more than any worth, and so little that no batch is long enough to reach 2^62


class Aim:
    """What bears on one use against one target wherever the attacker stands. Valid for one decision (`epoch`)."""

    def __init__(self) -> None:
        self.epoch: i64 = -1
        self.is_plain: bool = False  # sight is certain on both sides, so that only distance and cover matter
        self.is_barred: bool = False  # of a plain one: no hand, no ammunition, dropped, or not loaded again
        self.advantage: i64 = 0
        self.disadvantage: i64 = 0
        self.more_advantage: i64 = 0
        self.more_disadvantage: i64 = 0
        self.modifier: i64 = 0
        self.count: i64 = 0  # the number of attacks that `worths` are of
        self.base: i64 = 0
        self.worths: vec[i64] = vec[i64]([-1] * SITUATIONS)  # `base` and the worth; less than `base`: not known yet


class Worth:
    """Values of what one combatant could do, for the decision under way."""

    def __init__(self, setup: Setup, exhaustive: bool) -> None:
        self.exhaustive = exhaustive
        self.facts: Facts = Facts()
        self.epoch: i64 = 0
        self.aims: list[list[Aim]] = []  # by use, by target
        for _ in range(setup.use_count):
            self.aims.append([Aim() for _ in range(setup.count)])
        self.has_edge: bool = any(setup.board.floorless)
        self.has_walls: bool = 0 in setup.board.fits(1) or not setup.board.is_plain or len(setup.doors) > 0
        self.knows_reaches: bool = False  # the marks of Fight.paths are of all the enemies that can act
        self.close_square: i64 = -1
        self.is_close: bool = False
        self.use_found: i64 = -1
        self.body_count: i64 = 0
        self.body_left: vec[i64] = vec[i64]([0] * setup.count)
        self.body_right: vec[i64] = vec[i64]([0] * setup.count)
        self.body_top: vec[i64] = vec[i64]([0] * setup.count)
        self.body_bottom: vec[i64] = vec[i64]([0] * setup.count)
        self.body_index: vec[i64] = vec[i64]([0] * setup.count)

    def begin(self, f: Fight, c: Combatant) -> None:
        """A new decision of `c`: forget what was known, look where the bodies stand."""
        self.epoch += 1
        self.knows_reaches = False
        self.close_square = -1
        board = f.board
        count: i64 = 0
        for o in f.combatants:
            if f.present & o.bit and o.index != c.index:
                self.body_left[count] = board.xs[o.square]
                self.body_top[count] = board.ys[o.square]
                self.body_right[count] = board.xs[o.square] + o.n - 1
                self.body_bottom[count] = board.ys[o.square] + o.n - 1
                self.body_index[count] = o.index
                count += 1
        self.body_count = count

    # ------------------------------------------------------------------------------------------------------- uses

    def aim(self, f: Fight, c: Combatant, t: Combatant, use: Use, count: i64) -> Aim:
        """What bears on a use against a target from anywhere, worked out once a decision.

        `count` says of how many attacks its table of worths is wanted, -1 that it is not.
        """
        aim = self.aims[use.index][t.index]
        if aim.epoch == self.epoch:
            if aim.count != count and count >= 0:
                self._forget(aim, count)
            return aim
        aim.epoch = self.epoch
        self._forget(aim, count)
        setup = f.setup
        am = c.masks
        tm = t.masks
        aim.is_plain = (
            f.is_clear
            and len(setup.immersed) == 0
            and not f.is_windy
            and not c.flags & HAS_LIGHT_CLAUSES
            and not f.tall
            and not setup.flanking
            and not setup.leaders
            and not (c.flags | t.flags) & (SIGHTLESS | UNSEEABLE)
            and not c.flags & UNAWARE
            and not c.stat.blind_beyond
            and not t.stat.blind_beyond
            and not c.hidden_from & t.bit
            and not t.hidden_from & c.bit
            and not am[BY_SOURCE_IN_LINE + 1]
        )
        aim.is_barred = aim.is_plain and self._is_barred(f, c, t, use)
        facts = self.facts
        facts.advantage = am[BY] | tm[AGAINST]
        facts.disadvantage = am[BY + 1] | tm[AGAINST + 1] | use.own_disadvantage
        facts.more_advantage = 0
        facts.more_disadvantage = 0
        facts.modifier = 0
        if aim.is_plain:
            self._fill_aim(f, c, t, use, facts)
        if len(setup.rulings) > 0:
            apply_rulings(f, c, t.index, ATTACK, -1, "", facts)
        if use.has_rerolls:
            add_native(f, use.positive, use.negative, use.neutral, facts)
        aim.advantage = facts.advantage
        aim.disadvantage = facts.disadvantage
        aim.more_advantage = facts.more_advantage
        aim.more_disadvantage = facts.more_disadvantage
        aim.modifier = facts.modifier
        return aim

    def _is_barred(self, f: Fight, c: Combatant, t: Combatant, use: Use) -> bool:
        """Whether a target cannot be attacked with a use now, from whatever square."""
        if use.only is not None and not fits(f, c, t, use.only):
            return True
        if t.powers & (MAGIC_PROOF | SPELL_PROOF) and use.flags & SPELL:
            return True
        if use.ammunition >= 0 and c.supplies[use.ammunition] <= 0:
            return True
        if c.dropped and (c.dropped >> use.weapon_index) & 1:
            return True
        if use.checks_hands and lacks_hands(f, c, use):
            return True
        return use.flags & LOADING != 0 and (c.loading_used >> use.weapon_index) & 1 != 0

    def _forget(self, aim: Aim, count: i64) -> None:
        aim.base += WORTH_BASE
        aim.count = count

    def _fill_aim(self, f: Fight, c: Combatant, t: Combatant, use: Use, facts: Facts) -> None:
        """Everything but distance, cover, range and close combat."""
        am = c.masks
        core = f.setup.core
        facts.advantage |= t.masks[AGAINST_SEEN]
        facts.disadvantage |= t.masks[AGAINST_SEEN + 1]
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
        if t.masks[AGAINST_BY_SOURCE]:
            facts.advantage |= source_advantages(c, t)
        if len(c.stat.traits) > 0:
            facts.advantage |= trait_advantages(f, c, t, use.is_melee)
        if use.favours is not None and fits(f, c, t, use.favours):
            facts.advantage |= core.attack_advantage
        if t.is_dodging and not t.flags & UNAWARE:
            facts.disadvantage |= core.dodge
        if len(f.helps) > 0:
            helpers = count_helpers(f, c, t)
            if helpers > 0:
                facts.advantage |= core.help_attack
                facts.more_advantage += helpers - 1

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

    def most_of_use(self, f: Fight, c: Combatant, t: Combatant, use: Use, count: i64) -> i64:
        """The most that `count` attacks with a use can be worth against a target, from whatever square."""
        return self.most_of_aim(f, c, t, use, count, self.aim(f, c, t, use, count))

    def most_of_aim(self, f: Fight, c: Combatant, t: Combatant, use: Use, count: i64, aim: Aim) -> i64:
        """`most_of_use` with the aim looked up."""
        most = self._most_of_aim(f, c, t, use, count, aim)
        return most if use.charge is None or most == NOTHING else most + use.charge.worth

    def _most_of_aim(self, f: Fight, c: Combatant, t: Combatant, use: Use, count: i64, aim: Aim) -> i64:
        if (aim.is_barred and not self.exhaustive) or (use.ammunition >= 0 and c.supplies[use.ammunition] <= 0):
            return NOTHING
        if not aim.is_plain or (self.has_walls and (c.ground.n > 1 or t.n > 1)):
            # A big creature may be seen past a corner by what it cannot see.
            best: i64 = 4 if f.setup.rules.d20.stacks else 1
            bonus = use.to_hit - c.d20_penalty + aim.modifier
            most = self.value(f, c, t, use, count, best, bonus, t.ac, True)
            while use.is_odd and best > -4:
                best -= 1
                less = self.value(f, c, t, use, count, best, bonus, t.ac, True)
                most = less if less > most else most
            return most
        if use.is_odd:
            return self._most_of_odd(f, c, t, use, count, aim)
        worth = self._in_situation(f, c, t, use, count, aim, NONE, IS_NEAR)
        if use.is_melee and use.reach_ft <= 5:
            return worth
        other = self._in_situation(f, c, t, use, count, aim, NONE, 0)
        return worth if worth > other else other

    def _most_of_odd(self, f: Fight, c: Combatant, t: Combatant, use: Use, count: i64, aim: Aim) -> i64:
        """The same for a use whose hits need not be worth more with more re-rolls: every situation is looked at."""
        most: i64 = NOTHING
        situation: i64 = 0
        while situation < 8:
            worth = self._in_situation(f, c, t, use, count, aim, NONE, situation)
            if worth > most:
                most = worth
            situation += 1
        return most

    def _in_situation(
        self, f: Fight, c: Combatant, t: Combatant, use: Use, count: i64, aim: Aim, cover: i64, situation: i64
    ) -> i64:
        """A plain aim's worth with this cover, near or far, at long range or not, in close combat or not."""
        if aim.count != count:  # the table was last used for another number of attacks
            self._forget(aim, count)
        place = 8 * cover + situation
        known = aim.worths[place] - aim.base
        if known >= 0:
            return known
        tm = t.masks
        core = f.setup.core
        adv: i64 = 0
        dis: i64 = 0
        if situation & IS_NEAR:
            adv = tm[AGAINST_NEAR]
            dis = tm[AGAINST_NEAR + 1] | use.lance_disadvantage
        else:
            adv = tm[AGAINST_FAR]
            dis = tm[AGAINST_FAR + 1]
        if situation & IS_LONG:
            dis |= core.range_long
        if situation & IS_CLOSE:
            dis |= core.close_combat
        net = self._net(f, t, aim, adv, dis)
        bonus = use.to_hit - c.d20_penalty + aim.modifier
        number = t.ac + cover_bonus(f, cover)
        worth = self.value(f, c, t, use, count, net, bonus, number, situation & IS_NEAR != 0)
        aim.worths[place] = aim.base + worth
        return worth

    def of_use(self, f: Fight, c: Combatant, t: Combatant, square: i64, use: Use, count: i64, beyond: i64) -> i64:
        """`of_aim` with the aim looked up."""
        return self.of_aim(f, c, t, square, use, count, self.aim(f, c, t, use, count), beyond)

    def of_aim(
        self, f: Fight, c: Combatant, t: Combatant, square: i64, use: Use, count: i64, aim: Aim, beyond: i64
    ) -> i64:
        """What `count` attacks with a use from a square are worth; NOTHING when they are not legal.

        What cannot exceed `beyond` may be answered with NOTHING too.
        """
        are_small = c.ground.n == 1 and t.n == 1 and not f.tall
        apart = f.board.apart_ft(square, t.square) if are_small else f.apart_at_ft(c, square, t)
        if apart > (use.reach_ft if use.is_melee else use.long_ft):
            return NOTHING
        more: i64 = 0
        if use.charge is not None:
            more = charge_worth(f, c, t, square, use)
        if self.exhaustive or not aim.is_plain:
            worth = self.derived(f, c, t, square, use, count)
            return worth if worth == NOTHING else worth + more
        if aim.is_barred:
            return NOTHING
        situation: i64 = IS_NEAR if apart <= 5 else 0
        if not use.is_melee:
            if apart > use.normal_ft:
                situation |= IS_LONG
            if self._in_close_combat(f, c, square):
                situation |= IS_CLOSE
        if not are_small:
            if not f.sight.los(t.square, t.n, square, c.n_at(square)) or not f.in_line_at(c, square, t):
                worth = self.derived(f, c, t, square, use, count)
                return worth if worth == NOTHING else worth + more
            cover = f.cover_at(c, square, t)
            if cover == TOTAL:
                return NOTHING
            return self._in_situation(f, c, t, use, count, aim, cover, situation) + more
        cover = f.sight.wall_cover(square, t.square)
        if cover == TOTAL:
            return NOTHING
        worth = self._in_situation(f, c, t, use, count, aim, cover, situation) + more
        if worth <= beyond or cover != NONE:
            return worth
        if apart <= 5:
            if not (f.occupied[square] & ~c.bit) | (f.occupied[t.square] & ~t.bit):  # nobody shares either space
                return worth
        elif not self._somebody_between(f, square, t):
            return worth
        cover = f.sight.cover_of_bodies(square, t.square, f.occupied, c.own | t.own)
        return self._in_situation(f, c, t, use, count, aim, cover, situation) + more

    def _somebody_between(self, f: Fight, square: i64, t: Combatant) -> bool:
        """Whether a third body touches the rectangle about two squares; if not, no body gives cover."""
        xs = f.board.xs
        ys = f.board.ys
        left = xs[square]
        right = xs[t.square]
        if left > right:
            left = right
            right = xs[square]
        top = ys[square]
        bottom = ys[t.square]
        if top > bottom:
            top = bottom
            bottom = ys[square]
        at: i64 = 0
        while at < self.body_count:
            if (
                self.body_left[at] <= right
                and self.body_right[at] >= left
                and self.body_top[at] <= bottom
                and self.body_bottom[at] >= top
                and self.body_index[at] != t.index
            ):
                return True
            at += 1
        return False

    def _in_close_combat(self, f: Fight, c: Combatant, square: i64) -> bool:
        if self.knows_reaches and not f.paths.threat[square] | f.paths.inner[square]:
            return False  # out of every reach is more than 5 ft away
        if self.close_square != square:
            self.close_square = square
            home = f.place_of(c)
            f.think_at(c, square)
            self.is_close = enemy_in_close_combat(f, c) >= 0
            f.think_at(c, home)
        return self.is_close

    def derived(self, f: Fight, c: Combatant, t: Combatant, square: i64, use: Use, count: i64) -> i64:
        """The same through the rules themselves: stand there in thought, judge and derive."""
        home = f.place_of(c)
        f.think_at(c, square)
        facts = self.facts
        worth: i64 = NOTHING
        if judge_attack(f, c, t, use, facts) == LEGAL:
            derive_attack(f, c, t, use, facts)
            if facts.automatic == 0:
                near = facts.distance_ft <= 5
                worth = self.value(f, c, t, use, count, facts.net, facts.bonus, facts.target_number, near)
        f.think_at(c, home)
        return worth

    def value(
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
        use = as_able(c, use)
        needed = clamped_needed(target_number, bonus)
        critical = is_near and t.flags & CRITICAL_NEAR != 0
        d20 = f.setup.rules.d20
        kind = (t.stat.plain_kind if use.is_plain else t.stat.kind) + (
            1 if t.flags & RESISTS_ALL else 2 if t.powers & RAGES else 0
        )
        profile = f.setup.profiles[kind]
        share: i64 = MELEE_SHARE[c.start.tactic] if use.is_melee else RANGED_SHARE[c.start.tactic]
        if t.is_down or t.is_knocked_out:
            odds = odds_of(use.odds, d20, use, count, needed, net, critical, kind, profile)
            worth = odds.drops[needed][1] * (t.stat.menace + 4000) // 10000
            return (worth if f.setup.fallen == FINISH else worth // 100) * share // 100
        hp = t.hp + t.temp_hp
        worth = 0
        sneaking = use.sneaking
        if sneaking is not None and c.flags & EXTRA_DICE:
            if adds_dice(f, c, t, use, net):
                odds = odds_of(sneaking.odds, d20, sneaking, 1, needed, net, critical, kind, profile)
                worth = self._from_odds(odds.expected[needed], odds.drops[needed], hp, t)
                if count == 1:
                    return worth * share // 100
                hp -= odds.expected[needed][len(odds.expected[needed]) - 1] // 1000
                if hp < 1:
                    hp = 1
                count -= 1
        favoured = use.favoured
        if favoured is not None and net > 0:
            use = favoured
        odds = odds_of(use.odds, d20, use, count, needed, net, critical, kind, profile)
        worth += self._from_odds(odds.expected[needed], odds.drops[needed], hp, t)
        return worth * share // 100

    def _from_odds(self, expected: vec[i64], drops: vec[i64], hp: i64, t: Combatant) -> i64:
        last: i64 = len(expected) - 1
        if hp > last:
            hp = last
        return expected[hp] + drops[hp] * 2 * t.stat.menace // 10000

    # -------------------------------------------------------------------------------------------------- sequences

    def of_sequence(self, f: Fight, c: Combatant, t: Combatant, square: i64, option: i64) -> i64:
        """What the attacks left of a sequence are worth against one target from a square; NOTHING when none is legal.

        `use_found` is the first use to strike with. Attacks with different weapons are added up one by one.
        """
        sequence = c.stat.sequences[option]
        done: i64 = c.sequence_made if c.sequence == option else 0
        total: i64 = NOTHING
        self.use_found = -1
        at: i64 = 0
        while at < sequence.length:
            if not (done >> at) & 1:
                weapon = sequence.weapons[at]
                count = same_left(sequence, done, at, weapon)
                done |= mask_of_same(sequence, done, at, weapon)
                if sequence.has_spells and not self._may_cast(c, option, at):
                    at += 1
                    continue
                best: i64 = NOTHING
                best_use: i64 = -1
                place: i64 = 0
                for use in c.stat.uses:
                    if use.weapon_index == weapon or (weapon == -1 and not (c.stat.bound >> use.weapon_index) & 1):
                        worth = self.of_use(f, c, t, square, use, count, NOTHING)
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

    def most_of_sequence(self, f: Fight, c: Combatant, t: Combatant, option: i64) -> i64:
        """The most that the attacks left of a sequence can be worth, from whatever square."""
        sequence = c.stat.sequences[option]
        done: i64 = c.sequence_made if c.sequence == option else 0
        total: i64 = NOTHING
        at: i64 = 0
        while at < sequence.length:
            if not (done >> at) & 1:
                weapon = sequence.weapons[at]
                count = same_left(sequence, done, at, weapon)
                done |= mask_of_same(sequence, done, at, weapon)
                if sequence.has_spells and not self._may_cast(c, option, at):
                    at += 1
                    continue
                best: i64 = NOTHING
                for use in c.stat.uses:
                    if use.weapon_index == weapon or (weapon == -1 and not (c.stat.bound >> use.weapon_index) & 1):
                        worth = self.most_of_use(f, c, t, use, count)
                        if worth > best:
                            best = worth
                if best > NOTHING:
                    total = best if total == NOTHING else total + best
            at += 1
        return total

    def _may_cast(self, c: Combatant, option: i64, at: i64) -> bool:
        """Whether the attack at a place of a sequence is none of a spell that may not be cast now."""
        return may_cast_in(c, c.stat.sequences[option], c.sequence_made if c.sequence == option else 0, at)

    # ------------------------------------------------------------------------------------------- grapple and shove

    def of_grip(self, f: Fight, c: Combatant, t: Combatant, kind: i64, option: i64) -> i64:
        """What a grip is worth against a target, wherever it is made from (a push: at the most)."""
        if t.is_down or t.is_knocked_out or t.stat.size > c.stat.size + 1:
            return NOTHING
        if kind == SHOVE_PUSH:
            most: i64 = gone_worth(t) if self.has_edge and self._edge_near(f, t) else 0
            if f.tall and most == 0:
                most = deepest_fall_worth(f, t)
            return self._grip_chance(f, c, t) * most // 10000 if most > 0 else NOTHING
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
                    count = left - 1 if left - 1 < MAX_VOLLEY else MAX_VOLLEY
                    bonus = use.to_hit - c.d20_penalty
                    aim = self.aim(f, c, t, use, -1)
                    net = self._net(f, t, aim, 0, 0)
                    now = self.value(f, c, t, use, count, net, bonus, t.ac, True)
                    better = net + 1 if f.setup.rules.d20.stacks or net == 0 else net
                    down = self.value(f, c, t, use, count, better, bonus, t.ac, True)
                    if now > standing:
                        standing = now
                    if down > prone:
                        prone = down
            worth += (chance * prone + (10000 - chance) * standing) // 10000
        return worth if worth > 0 else NOTHING

    def _edge_near(self, f: Fight, t: Combatant) -> bool:
        """Whether a square beside the target has no floor."""
        board = f.board
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

    def grip_from(self, f: Fight, c: Combatant, t: Combatant, square: i64, kind: i64, worth: i64) -> i64:
        """The worth of a grip from a square; NOTHING when it is not legal there or a push would lead nowhere."""
        if worth == NOTHING:
            return NOTHING
        if f.apart_at_ft(c, square, t) > 5:
            return NOTHING
        home = f.place_of(c)
        f.think_at(c, square)
        if judge_grip(f, c, t, kind == GRAPPLE) != LEGAL:
            worth = NOTHING
        elif kind == SHOVE_PUSH:
            to = push_square(f, c, t)
            gain: i64 = push_worth(f, t, to) if to >= 0 else 0
            worth = self._grip_chance(f, c, t) * gain // 10000 if gain > 0 else NOTHING
        f.think_at(c, home)
        return worth


def same_left(sequence: Sequence, done: i64, at: i64, weapon: i64) -> i64:
    """How many attacks of a sequence from `at` on that are left ask for the same weapon."""
    count: i64 = 0
    while at < sequence.length:
        if not (done >> at) & 1 and sequence.weapons[at] == weapon:
            count += 1
        at += 1
    return count if count < MAX_VOLLEY else MAX_VOLLEY


def mask_of_same(sequence: Sequence, done: i64, at: i64, weapon: i64) -> i64:
    """Their places in the sequence, as a mask."""
    mask: i64 = 0
    while at < sequence.length:
        if not (done >> at) & 1 and sequence.weapons[at] == weapon:
            mask |= bit_of(at)
        at += 1
    return mask


def is_uniform(sequence: Sequence) -> bool:
    """Whether any attack will do for each place of a sequence."""
    at: i64 = 0
    while at < sequence.length:
        if sequence.weapons[at] != -1:
            return False
        at += 1
    return True
