"""One fight: its combatants and everything about them that changes.

All mutable state lives here and changes through the methods of `Fight`, each of which writes its event when there is a
journal. Rules decide and tactics choose; neither writes to a combatant by itself, the budget of a turn apart.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from encounter.engine.bits import bit_of
from encounter.engine.board import Board, square_name
from encounter.engine.combatant import (
    ACTION,
    BONUS,
    CAST_BONUS,
    CAST_OTHER,
    CAST_SLOT,
    CAST_SURGED,
    HASTE,
    Combatant,
    Help,
    Readied,
    has_no_speed,
)
from encounter.engine.d20 import ATTACK, DEATH_SAVE, DEGREES, SAVE, D20Roll, RollHelp
from encounter.engine.dice import Dice
from encounter.engine.doors import LOCKED, SHUT
from encounter.engine.effect import (
    AGAINST,
    AGAINST_WHILE_ABLE,
    CANNOT_MOVE,
    CONDITION_NAMES,
    CRAWLS,
    DEAFENED,
    DEX,
    DIES,
    DOUBLE_SPEED,
    DROPS_HELD,
    EITHER_ACTION,
    FALLS_PRONE,
    FIREPROOFS,
    HALF_MAX_HP,
    HALF_SPEED,
    HAS_NUMBERS,
    HASTED,
    HEARS_ITS_WAY,
    HELD,
    INCAPACITATED,
    NO_HEALING,
    NO_REACTIONS,
    ONE_ACTION,
    OUTLINED,
    PLACES,
    RAGES,
    REACTS_EACH_TURN,
    SLOWS_ONCE,
    SPEED_ZERO,
    STRIKES_MORE,
    TRAIT_AMORPHOUS,
    TRAIT_DEVILS_SIGHT,
    UNAWARE,
    UNSEEABLE,
    EffectRow,
    Ongoing,
)
from encounter.engine.facts import Facts, applied_clauses
from encounter.engine.ground import ground_of
from encounter.engine.intent import (
    ATTACK_WITH,
    END_TURN,
    MOVE,
    NO_REACTION,
    Intent,
)
from encounter.engine.journal import Data, Journal
from encounter.engine.paths import Paths
from encounter.engine.place import Place
from encounter.engine.relief import Relief
from encounter.engine.sight import NONE as NO_COVER
from encounter.engine.sight import TOTAL
from encounter.engine.tables import A_BONUS_ACTION, AN_ACTION, MOST_SLOT, SPELL, Deed, ReadiedStart, Setup, Thing

DRAW: Final = -1


UNDECIDED: Final = -2


TELEPORTED: Final = -2  # in place of who forces a movement: a teleport


@mypyc_attr(allow_interpreted_subclasses=True)
class Decider:
    """Who decides for a combatant. Rules ask it what to do next and whether to use a reaction."""

    def decide(self, fight: "Fight", me: i64, intent: Intent) -> None:
        """Write the next intent of combatant `me`; END_TURN when it is done."""
        intent.kind = END_TURN

    def answer(self, fight: "Fight", me: i64, mover: i64, start: i64, to: i64) -> i64:
        """An enemy is about to leave reach, from one square to another: the use to strike with (its place in
        Stat.uses), NO_REACTION, or an unarmed option where the edition allows it."""
        return NO_REACTION

    def spends_inspiration(self, fight: "Fight", me: i64, kind: i64) -> bool:
        """Whether to spend inspiration that would serve a roll of this kind (d20.ATTACK ...).

        Where it is declared before the roll, it is on the first attack that it helps; where it re-rolls a die, on the
        first attack or saving throw that fails.
        """
        return kind == ATTACK or (fight.setup.rules.heroic and (kind == SAVE or kind == DEATH_SAVE))

    def chooses_to_fail(self, fight: "Fight", me: i64, ability: i64, dc: i64, by: i64) -> bool:
        """Whether to fail a saving throw without rolling; `by` is the combatant behind the effect, or -1."""
        return False

    def resists(self, fight: "Fight", me: i64, ability: i64, dc: i64, by: i64) -> bool:
        """Whether to turn a failed saving throw into a success by Legendary Resistance."""
        return True

    def legend(self, fight: "Fight", me: i64, whose: i64, intent: Intent) -> None:
        """After the turn of combatant `whose`: write the legendary action to take now, END_TURN for none."""
        intent.kind = END_TURN

    def lair(self, fight: "Fight", me: i64, intent: Intent) -> None:
        """On initiative count 20: write the lair action to take, END_TURN for none."""
        intent.kind = END_TURN

    def is_reckless(self, fight: "Fight", me: i64) -> bool:
        """Its turn begins: whether to attack recklessly, with advantage in melee and for whoever attacks it."""
        return False

    def smites(self, fight: "Fight", me: i64, target: i64, damage: i64, is_critical: bool) -> i64:
        """A hit in melee deals `damage`: the level of the slot to smite with, 0 for none, -1 the usual one."""
        return -1

    def responds(self, fight: "Fight", me: i64, deed: i64, other: i64, damage: i64) -> bool:
        """Whether to use a reaction (its place in Stat.deeds) that something `other` did has triggered.

        `damage` is what is at stake in it: of a hit its mean damage, or what was just dealt.
        """
        return True


class Tally:
    """What a fight left of one combatant."""

    def __init__(self, c: Combatant, altitude_ft: i64) -> None:
        self.altitude_ft: int = altitude_ft
        self.hp: int = c.hp
        self.max_hp: int = c.max_hp
        self.temp_hp: int = c.temp_hp
        self.square: int = c.square
        self.status: int = c.status
        self.damage_dealt: int = c.damage_dealt
        self.damage_taken: int = c.damage_taken
        self.attacks: int = c.attacks_made
        self.hits: int = c.hits
        self.criticals: int = c.criticals
        self.stable: bool = c.is_stable
        self.death_saves: tuple[int, int] = (c.successes, c.failures)
        self.reaction: bool = c.has_reaction
        self.concentrating: str | None = c.concentrating if c.concentrating != "" else None
        self.exhaustion: int = 0
        self.conditions: list[str] = []
        self.effects: list[str] = []  # of spells and masteries, which are no conditions
        for effect in c.ongoing:
            name = effect.row.name
            if name == "exhaustion":
                self.exhaustion = effect.level
                continue
            told = self.conditions if name in CONDITION_NAMES else self.effects
            if name not in told:
                told.append(name)


class Outcome:
    """How a fight ended: `winner` is a side's number, DRAW or UNDECIDED; `tallies` stand in file order."""

    def __init__(self, winner: int, rounds: int, turns: int, tallies: list[Tally]) -> None:
        self.winner = winner
        self.rounds = rounds
        self.turns = turns
        self.tallies = tallies


class Pending:
    """A reaction that something has triggered: `who` may use `deed` (its place) on `other`, with `stake` in it."""

    def __init__(self, who: i64, other: i64, deed: i64, stake: i64) -> None:
        self.who = who
        self.other = other
        self.deed = deed
        self.stake = stake


class Fight(Place):
    """The state of one fight, and the only code that changes it."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.relief: Relief = setup.relief
        self.tall: bool = not setup.is_flat  # heights count; else every square is all there is to a place
        self.bursting: i64 = 0  # mask of those who have died and whose death is still to do something
        self.falling: i64 = 0  # mask of those whom perhaps nothing holds up
        self.bodies: vec[i64] = vec[i64]([0] * (2 * len(setup.starts)))  # level and height of each combatant
        self.dice: Dice = Dice()
        self.tactic_dice: Dice = Dice()
        for start in setup.starts:
            self.combatants.append(Combatant(start, ground_of(setup.board, start.stat.gait)))
        self.occupied: vec[i64] = vec[i64]([0] * setup.board.size)  # mask of the living bodies on each square
        self.standing: vec[i64] = vec[i64]([0] * len(setup.side_names))
        self.order: list[Combatant] = []
        self.whose_turn: i64 = -1  # index of the combatant whose turn it is
        self.roll: D20Roll = D20Roll()
        self.opposed: D20Roll = D20Roll()
        self.roll_help: RollHelp = RollHelp()
        self.facts: Facts = Facts()
        self.opposed_facts: Facts = Facts()
        self.paths: Paths = Paths(self.places())
        self.intent: Intent = Intent()
        self.deciders: list[Decider] = []
        self.helps: list[Help] = []
        self.pending: list[Pending] = []  # reactions triggered and not taken yet
        self.holds: i64 = 0  # how many grapples and the like are in force
        self.minds: i64 = 0  # mask of those who concentrate
        self.thing_hp: vec[i64] = vec[i64]([0] * len(setup.things))  # hit points left of each object
        self.doors: list[int] = [door.starts for door in setup.doors]  # how each is (doors.SHUT ...)
        self.shut: i64 = 0  # how many are closed and not locked
        self.locked: i64 = 0  # how many are locked
        self.way: Board = setup.board  # the ground for whoever opens what is closed
        self.tasks_done: i64 = 0  # bit of each task that is done for good
        self.readying: i64 = 0  # mask of those who have something readied
        self.hurt: i64 = 0  # of these, those who were hurt just now
        self.hidden: i64 = 0  # mask of combatants hidden from anybody
        self.present: i64 = 0  # mask of the bodies on the map
        self.able: i64 = 0  # mask of those on the map who are not incapacitated
        self.swallowed: i64 = 0  # mask of those inside another one
        self.riding: i64 = 0  # mask of riders and their mounts
        self.shaken: i64 = 0  # of the riders, those who may fall off

    # ------------------------------------------------------------------------------------------------ beginning

    def reset(self, dice: Dice, tactic_dice: Dice, journal: Journal | None) -> None:
        """Go back to the state of the scenario, with these dice."""
        self.dice = dice
        self.tactic_dice = tactic_dice
        self.journal = None
        self.round = 0
        self.turn = 0
        self.whose_turn = -1
        self.holds = 0
        self.minds = 0
        self.tasks_done = 0
        if len(self.doors) > 0:
            for door in self.setup.doors:
                self.doors[door.index] = door.starts
            self.stand_on_ground()
        thing: i64 = 0
        while thing < len(self.thing_hp):
            self.thing_hp[thing] = self.setup.things[thing].hp
            thing += 1
        self.readying = 0
        self.hurt = 0
        self.hidden = 0
        self.present = 0
        self.able = 0
        self.falling = 0
        self.bursting = 0
        if self.riding:
            for c in self.combatants:
                c.ground = ground_of(self.board, c.stat.gait)
        self.riding = 0
        self.swallowed = 0
        self.shaken = 0
        self.order.clear()
        self.pending.clear()
        self.helps.clear()
        at: i64 = 0
        while at < self.board.size:
            self.occupied[at] = 0
            at += 1
        at = 0
        while at < len(self.standing):
            self.standing[at] = 0
            at += 1
        for c in self.combatants:
            self._begin(c)
        if self.setup.has_riders:
            for c in self.combatants:
                if c.start.mount >= 0 and not c.is_waiting:
                    self.seat(c, self.combatants[c.start.mount])
        for c in self.combatants:
            for condition in c.start.conditions:
                effect = Ongoing(condition.row, condition.source, condition.level)
                effect.rounds = condition.rounds
                effect.clock = c.index
                effect.ends_at_end = True
                effect.hold_ft = condition.hold_ft
                effect.escape_dc = condition.escape_dc
                effect.with_hold = condition.with_hold
                if condition.spell != "":
                    if (c.immune_effects >> condition.row.index) & 1:
                        continue
                    effect.spell = condition.spell
                    effect.save_ability = condition.save_ability
                    effect.save_dc = condition.save_dc
                    effect.breaks_with = condition.breaks_with
                    effect.ends_with_attack = condition.ends_with_attack
                self._gain(c, effect)
            if c.is_down and c.flags & INCAPACITATED == 0:
                self._gain(c, Ongoing(self.setup.unconscious, -1, 0))
        for c in self.combatants:
            if c.is_in:
                self.standing[c.side] += 1
        for help in self.setup.helps:
            self.helps.append(Help(help.helper, help.aided, help.enemy, help.skill))
        self.end_broken_holds()
        for c in self.combatants:
            if c.concentrating != "" and not c.can_act:
                self.end_concentration(c, "incapacitated")
        self.restore_place()
        self.shaken = 0  # whoever begins in the saddle is not asked whether it stays there
        if self.bearers:
            for c in self.combatants:
                if self.bearers & c.bit and (c.is_dead or c.flags & DROPS_HELD):
                    self.drop_lamps(c)
        self.journal = journal

    def _begin(self, c: Combatant) -> None:
        start = c.start
        stat = c.stat
        c.ongoing.clear()
        c.hp = stat.hp
        if self.setup.rolled_hp and start.max_hp < 0 and len(stat.hp_counts) > 0:
            c.hp = stat.hp_bonus
            at: i64 = 0
            while at < len(stat.hp_counts):
                c.hp += self.dice.total(stat.hp_counts[at], stat.hp_sides[at])
                at += 1
            if c.hp < 1:
                c.hp = 1
        c.full_max_hp = start.max_hp if start.max_hp >= 0 else c.hp
        c.max_hp = c.full_max_hp
        c.hp = start.hp if start.hp >= 0 else c.max_hp
        c.temp_hp = start.temp_hp
        c.is_dead = c.hp == 0 and not stat.is_character
        c.is_down = c.hp == 0 and stat.is_character
        c.is_knocked_out = False
        c.is_stable = start.is_stable
        c.has_left = False
        c.is_waiting = start.arrives > 1
        c.successes = start.successes
        c.failures = start.failures
        c.has_reaction = not start.reaction_used
        c.strikes_left = c.stat.more_strikes
        c.has_acted = False
        c.is_surprised = start.is_surprised
        c.is_dodging = start.is_dodging
        c.is_disengaged = start.is_disengaged
        c.hidden_from = 0
        c.stealth_total = 0
        c.has_inspiration = start.has_inspiration
        c.dropped = 0
        c.dropped_at = -1
        c.concentrating = start.concentrating
        c.readied = None
        if start.readied is not None:
            self._begin_readied(c, start.readied)
        place: i64 = 0
        while place < len(c.potions):
            c.potions[place] = start.potions[place]
            place += 1
        c.kit_uses = start.kit_uses
        if c.concentrating != "":
            self.minds |= c.bit
        c.sequence = -1
        c.sequence_made = 0
        c.cleaved_turn = -1
        c.suffered_turn = -1
        c.n = stat.n
        c.own = c.bit
        c.mount = -1
        c.rider = -1
        c.inside = -1
        c.swallowed_turn = -1
        c.hurt_inside = 0
        c.owed_ft = 0
        c.is_directed = False
        c.took_turn = 0
        c.squeezes = c.ground.squeezes
        c.drawn = stat.drawn
        c.breath = stat.breath
        self.end_run(c)
        c.choked = 0
        c.has_told_breath = False
        c.has_marked = False
        c.was_relentless = False
        c.indomitable_left = stat.indomitable
        c.attacks_before = 0
        c.damage_before = 0
        c.was_raging = False
        c.regeneration_stopped = False
        c.damage_dealt = 0
        c.damage_taken = 0
        c.attacks_made = 0
        c.hits = 0
        c.criticals = 0
        at = 0
        while at < len(c.supplies):
            c.supplies[at] = stat.supplies[at]
            at += 1
        if start.supplies is not None:
            at = 0
            for amount in start.supplies:
                c.supplies[at] = amount
                at += 1
        self._begin_deeds(c)
        c.square = -1
        c.level = 0
        self.bodies[2 * c.index + 1] = c.n
        self.refresh_budget(c)
        self.spend_at_start(c)
        self.recount(c)
        if not c.is_waiting and start.square >= 0:
            self._put(c, start.square)
        if start.hidden >= 0:
            self.set_hidden(c, start.hidden_from, start.hidden)

    def _begin_deeds(self, c: Combatant) -> None:
        """The uses of its actions, less those that the scenario says are gone."""
        c.acting = -1
        c.used_up = 0
        c.last_lair = -1
        c.legendary_left = c.stat.legendary
        c.resistances_left = c.stat.resistances
        c.immune_deeds.clear()
        c.cast = 0
        level: i64 = 1
        while level <= MOST_SLOT:
            spent: i64 = c.start.slots_spent[level] if level < len(c.start.slots_spent) else 0
            c.slots[level] = c.stat.slots[level] - spent
            level += 1
        at: i64 = 0
        for deed in c.stat.deeds:
            uses: i64 = deed.uses if deed.uses >= 0 else 1
            c.deed_uses[at] = uses - (c.start.spent[at] if at < len(c.start.spent) else 0)
            at += 1

    def _begin_readied(self, c: Combatant, begun: ReadiedStart) -> None:
        """What somebody holds back when the fight begins; a spell is held by concentration."""
        kind: i64 = MOVE if begun.use < 0 else ATTACK_WITH
        readied = Readied(kind, begun.use, begun.when, begun.target, begun.square)
        if kind == ATTACK_WITH and c.stat.uses[begun.use].flags & SPELL:
            readied.spell = c.stat.uses[begun.use].name
            c.concentrating = readied.spell
        self.ready(c, readied)

    def spend_at_start(self, c: Combatant) -> None:
        """What the scenario says is already used of the first turn."""
        start = c.start
        c.loading_used = start.loading_used
        if start.action_used:
            c.budget &= ~ACTION
        if start.bonus_used:
            c.budget &= ~BONUS

    def refresh_budget(self, c: Combatant) -> None:
        """A new turn's budget: an action, a bonus action, movement."""
        c.budget = ACTION | BONUS
        if c.powers & (HASTED | ONE_ACTION | EITHER_ACTION):
            bonus: i64 = 0 if c.powers & (ONE_ACTION | EITHER_ACTION) else BONUS
            c.budget = ACTION | bonus | (HASTE if c.powers & HASTED else 0)
        c.granted = 1
        c.spent_ft = 0
        c.has_dragged = False
        c.has_mounted = False
        if c.owed_ft > 0:
            c.spent_ft = c.owed_ft
            c.owed_ft = 0
        c.odd_diagonals = 0
        c.run_ft = 0
        c.sequence = -1
        c.sequence_made = 0
        c.light_weapon = -1
        c.light_used = 0
        c.used_sneak = False
        c.spurred = 0
        c.extra_made = False
        c.has_surged = False
        c.has_drawn = False
        c.loading_used = 0

    def spend_slot(self, c: Combatant, level: i64) -> None:
        """A spell slot goes into something that is no action of the stat block."""
        c.slots[level] -= 1

    def spend_indomitable(self, c: Combatant) -> None:
        """One of the failed saves that it may roll again."""
        c.indomitable_left -= 1

    def surge(self, c: Combatant) -> None:
        """A combatant has another action on its turn."""
        c.budget |= ACTION
        c.sequence = -1
        c.sequence_made = 0
        c.loading_used = 0
        c.has_surged = True
        if self.setup.rules.surge_bars_magic:
            c.cast |= CAST_SURGED

    def remember_turn(self, c: Combatant) -> None:
        """What it had done and taken when its turn ended."""
        c.attacks_before = c.attacks_made
        c.damage_before = c.damage_taken
        c.was_raging = c.powers & RAGES != 0

    def end_rage(self, c: Combatant) -> None:
        """A rage is over."""
        for effect in list(c.ongoing):
            if effect.row.powers & RAGES:
                self.lift(c, effect, "ended")

    def regain_reactions(self, c: Combatant) -> None:
        """A turn of `c` begins: who has a reaction on every turn regains it, and who has more of them for opportunity
        attacks alone regains those on its own."""
        for o in self.combatants:
            if self.setup.reactive & o.bit and not (o.is_surprised and self.setup.rules.surprise_costs_turn):
                if o.powers & REACTS_EACH_TURN:
                    o.has_reaction = not o.powers & NO_REACTIONS
                if o.powers & STRIKES_MORE and o.index == c.index:
                    o.strikes_left = o.stat.more_strikes

    def spend_strike(self, o: Combatant) -> None:
        """Somebody strikes at whoever leaves its reach: with a reaction for that alone where it has one left."""
        if o.strikes_left > 0:
            o.strikes_left -= 1
        else:
            o.has_reaction = False

    # ------------------------------------------------------------------------------------------------ the board

    def stand_on_ground(self) -> None:
        """Take the ground that the doors as they are now make of the map."""
        grounds = self.setup.grounds
        key = grounds.key_of(self.doors)
        self.board = grounds.board_for(key)
        self.sight = grounds.sight_for(key)
        if len(self.lamps) > 0 and self.settled_for is not None:
            self.settle_place()  # light falls through an open door
        for c in self.combatants:
            c.ground = ground_of(self.board, self.combatants[c.mount].stat.gait if c.mount >= 0 else c.stat.gait)
        self.shut = 0
        self.locked = 0
        for state in self.doors:
            if state == SHUT:
                self.shut += 1
            elif state == LOCKED:
                self.locked += 1
        self.way = grounds.way_for(self.doors, []) if self.shut > 0 else self.board

    def places(self) -> i64:
        """How many places the map has."""
        return self.board.size * (self.relief.ceiling + 1) if self.tall else self.board.size

    def place_of(self, c: Combatant) -> i64:
        """Where a combatant is as a place: its square, and how high (see relief)."""
        return c.square + c.level * self.board.size

    def height_at(self, c: Combatant, place: i64) -> i64:
        """The level of a combatant thought at a place: at least that of the ground."""
        ground: i64 = self.relief.grounds(c.n)[place % self.board.size]
        level = place // self.board.size
        return level if level > ground else ground

    def raised(self, c: Combatant, place: i64) -> i64:
        """A place, on the ground where it would be below it."""
        if not self.tall:
            return place
        return place % self.board.size + self.height_at(c, place) * self.board.size

    def altitude_ft(self, c: Combatant) -> i64:
        """How high a combatant is above the ground under it."""
        if not self.tall or c.square < 0:
            return 0
        return 5 * (c.level - self.relief.grounds(c.n)[c.square])

    def _cubes_apart_ft(self, x: Combatant, x_place: i64, y: Combatant, y_place: i64) -> i64:
        size = self.board.size
        x_level = self.height_at(x, x_place)
        y_level = self.height_at(y, y_place)
        return self.relief.distance_ft(self.board, x_place % size, x.n, x_level, y_place % size, y.n, y_level)

    def apart_ft(self, x: Combatant, y: Combatant) -> i64:
        """Distance between two combatants where they are."""
        if self.tall:
            return self.relief.distance_ft(self.board, x.square, x.n, x.level, y.square, y.n, y.level)
        return self.board.distance_ft(x.square, x.n, y.square, y.n)

    def apart_at_ft(self, x: Combatant, square: i64, y: Combatant) -> i64:
        """The same with `x` thought at another square, or place."""
        if self.tall:
            return self._cubes_apart_ft(x, square, y, self.place_of(y))
        n = x.ground.edge_at(square) if x.squeezes else x.n
        return self.board.distance_ft(square, n, y.square, y.n)

    def apart_between_ft(self, x: Combatant, x_square: i64, y: Combatant, y_square: i64) -> i64:
        """The same with both thought elsewhere."""
        if self.tall:
            return self._cubes_apart_ft(x, x_square, y, y_square)
        return self.board.distance_ft(x_square, x.n_at(x_square), y_square, y.n_at(y_square))

    def apart_from_ft(self, x: Combatant, square: i64) -> i64:
        """Distance between a combatant and one square of the ground."""
        if self.tall:
            level: i64 = self.relief.elevation[square]
            return self.relief.distance_ft(self.board, x.square, x.n, x.level, square, 1, level)
        return self.board.distance_ft(x.square, x.n, square, 1)

    def cover(self, a: Combatant, t: Combatant) -> i64:
        """Degree of cover (sight.NONE ...) that `t` has against an attack of `a`, walls and bodies together."""
        if self.swallowed and self.swallowed & (a.bit | t.bit):
            return _cover_within(a, t)
        if self.tall:
            return self._cover_aloft(a, a.square, a.level, t, a.own | t.own)
        return self.sight.cover(a.square, a.n, t.square, t.n, self.occupied, a.own | t.own)

    def cover_at(self, a: Combatant, square: i64, t: Combatant) -> i64:
        """The same with `a` thought at another square, or place."""
        if self.swallowed and self.swallowed & (a.bit | t.bit):
            return _cover_within(a, t)
        if self.tall:
            return self._cover_aloft(a, square % self.board.size, self.height_at(a, square), t, a.own | t.own)
        return self.sight.cover(square, a.n_at(square), t.square, t.n, self.occupied, a.own | t.own)

    def wall_cover(self, a: Combatant, t: Combatant) -> i64:
        """The cover that walls and ground alone give."""
        if self.swallowed and self.swallowed & (a.bit | t.bit):
            return _cover_within(a, t)
        if self.tall:
            return self._cover_aloft(a, a.square, a.level, t, -1)
        return self.sight.cover(a.square, a.n, t.square, t.n, self.occupied, -1)

    def _cover_aloft(self, a: Combatant, square: i64, level: i64, t: Combatant, ignore: i64) -> i64:
        return self.relief.cover(
            self.sight, square, a.n, level, t.square, t.n, t.level, self.occupied, self.bodies, ignore
        )

    def cover_of_square(self, a: Combatant, square: i64) -> i64:
        """The cover of what stands on a square of the ground, whoever else is there."""
        ignore = a.own | self.occupied[square]
        if self.tall:
            level: i64 = self.relief.elevation[square]
            return self.relief.cover(
                self.sight, a.square, a.n, a.level, square, 1, level, self.occupied, self.bodies, ignore
            )
        return self.sight.cover(a.square, a.n, square, 1, self.occupied, ignore)

    def in_line(self, x: Combatant, y: Combatant) -> bool:
        """Whether a line of sight runs from `x` to `y`: walls, ground and fog aside, nothing is asked."""
        if self.is_foggy and not self._in_line_past_fog(x, x.square, y.square, y.n):
            return False
        if self.tall:
            return self.relief.los(self.sight, x.square, x.n, x.level, y.square, y.n, y.level)
        return self.sight.los(x.square, x.n, y.square, y.n)

    def in_line_at(self, x: Combatant, square: i64, y: Combatant) -> bool:
        """The same with `x` thought at another square, or place."""
        plan = square % self.board.size if self.tall else square
        if self.is_foggy and not self._in_line_past_fog(x, plan, y.square, y.n):
            return False
        if self.tall:
            return self.relief.los(self.sight, plan, x.n, self.height_at(x, square), y.square, y.n, y.level)
        return self.sight.los(square, x.n_at(square), y.square, y.n)

    def in_line_to(self, x: Combatant, square: i64) -> bool:
        """Whether a line of sight runs from `x` to a square of the ground."""
        if self.is_foggy and not self._in_line_past_fog(x, x.square, square, 1):
            return False
        if self.tall:
            level: i64 = self.relief.elevation[square]
            return self.relief.los(self.sight, x.square, x.n, x.level, square, 1, level)
        return self.sight.los(x.square, x.n, square, 1)

    def _in_line_past_fog(self, x: Combatant, from_square: i64, square: i64, n: i64) -> bool:
        """The same where fog lies; within its truesight, or by Devil's Sight, magical darkness is none (D-17)."""
        edge = x.n_at(from_square)
        pierces: i64 = x.stat.truesight_ft
        if x.flags & TRAIT_DEVILS_SIGHT and x.stat.darkvision_ft > pierces:
            pierces = x.stat.darkvision_ft
        within = pierces > 0 and self.board.distance_ft(from_square, edge, square, n) <= pierces
        fog = self.fog if within else self.murk
        return fog.los(self.sight, from_square, edge, square, n)

    def _put(self, c: Combatant, square: i64) -> None:
        """Stand a body on a square; the dead lie there without taking space."""
        c.square = square
        if self.tall:
            ground: i64 = self.relief.grounds(c.n)[square]
            self._set_level(c, ground + c.start.altitude_ft // 5)
        if c.squeezes:
            c.n = c.ground.edge_at(square)
        if len(self.setup.immersed) > 0:
            c.is_immersed = self.under_water(square, c.n) and self.altitude_ft(c) == 0
        if not c.is_dead:
            self._mark(c, True)
            self.present |= c.bit
            if c.flags & INCAPACITATED == 0:
                self.able |= c.bit

    def _set_level(self, c: Combatant, level: i64) -> None:
        c.level = level
        self.bodies[2 * c.index] = level
        if level > self.relief.grounds(c.n)[c.square]:
            self.falling |= c.bit  # perhaps: `rules.falling` asks what holds it up
        elif not self.shaken & c.bit:
            self.falling &= ~c.bit

    def bodies_at(self, c: Combatant, place: i64) -> i64:
        """Mask of other bodies whose cubes meet the one that `c` would take at a place."""
        square = place % self.board.size
        occupied = self.occupied
        width = self.board.width
        n = c.n
        mask: i64 = 0
        row: i64 = 0
        while row < n:
            at = square + row * width
            end = at + n
            while at < end:
                mask |= occupied[at]
                at += 1
            row += 1
        mask &= ~c.own
        if not mask:
            return 0
        level = self.height_at(c, place)
        for o in self.combatants:
            if mask & o.bit and (o.level >= level + c.n or level >= o.level + o.n):
                mask &= ~o.bit
        return mask

    def think_at(self, c: Combatant, place: i64) -> None:
        """Think a combatant elsewhere, where nobody's space is asked; whoever does puts it back with its own place."""
        if self.tall:
            c.level = self.height_at(c, place)
            c.square = place % self.board.size
        else:
            c.think_at(place)

    def _mark(self, c: Combatant, is_there: bool) -> None:
        if c.square < 0 or self.swallowed & c.bit:
            return
        width = self.board.width
        row: i64 = 0
        while row < c.n:
            column: i64 = 0
            while column < c.n:
                at = c.square + row * width + column
                if is_there:
                    self.occupied[at] |= c.bit
                else:
                    self.occupied[at] &= ~c.bit
                column += 1
            row += 1

    def relocate(self, c: Combatant, square: i64) -> None:
        """Move a body to a square, or place. Steps of one walk share one event, which `note_move` writes."""
        if not c.is_dead:
            self._mark(c, False)
        if self.tall:
            level = self.height_at(c, square)
            c.square = square % self.board.size
            self._set_level(c, level)
        else:
            c.square = square
        if c.squeezes:
            c.n = c.ground.edge_at(square)
        if len(self.setup.immersed) > 0:
            c.is_immersed = self.under_water(c.square, c.n) and self.altitude_ft(c) == 0
        if not c.is_dead:
            self._mark(c, True)
        if self.riding & c.bit and c.rider >= 0:
            self._carry(c)
        if self.swallowed:
            self._carry_within(c)
        if self.followed & c.bit:
            self.carry_zones(c)

    def _carry_within(self, m: Combatant) -> None:
        """Those inside are where their swallower is."""
        for o in self.combatants:
            if o.inside == m.index:
                self._carry_to(o, m)

    def under_water(self, square: i64, n: i64) -> bool:
        """Whether all of a footprint is under water."""
        immersed = self.setup.immersed
        row: i64 = 0
        while row < n:
            column: i64 = 0
            while column < n:
                if not immersed[square + row * self.board.width + column]:
                    return False
                column += 1
            row += 1
        return True

    def note_move(self, c: Combatant, path: list[int], cost_ft: i64, forced_by: i64, dragging: list[str]) -> None:
        """Write the event of squares, or places, already entered."""
        if self.journal is not None and len(path) > 0:
            size: int = self.board.size
            names: list[object] = [square_name(self.board.width, place % size) for place in path]
            altitudes: list[object] | None = None
            if self.tall:
                grounds = self.relief.grounds(c.n)
                altitudes = [5 * (self.height_at(c, place) - grounds[place % size]) for place in path]
            data: Data = {
                "path": names,
                "altitudes": altitudes,
                "cost_ft": cost_ft,
                "forced": forced_by >= 0,
                "teleports": forced_by == TELEPORTED,
                "by": self.combatants[forced_by].name if forced_by >= 0 else None,
                "dragging": list(dragging),
            }
            if forced_by >= 0 and (c.mount == forced_by or c.inside == forced_by):
                data["carried"] = True
            self.note("move", c, None, data)
            if self.followed & c.bit:
                self.note_carried(c)
            if self.riding & c.bit and c.rider >= 0:
                self.note_move(self.combatants[c.rider], path, 0, c.index, [])
            if self.swallowed:
                for o in self.combatants:
                    if o.inside == c.index:
                        self.note_move(o, path, 0, c.index, [])

    def arrive(self, c: Combatant, square: i64) -> None:
        """A reinforcement comes in."""
        c.is_waiting = False
        self._put(c, square)
        told = {"square": square_name(self.board.width, square), "altitude": int(self.altitude_ft(c))}
        self.note("arrive", c, None, told)
        if self.followed & c.bit:
            self.carry_zones(c)
            self.note_carried(c)

    def leave(self, c: Combatant, because: str) -> None:
        """A combatant is gone from the map and out of the fight, and whoever rides it."""
        if self.riding & c.bit:
            rider = c.rider
            self.part(c)
            if rider >= 0:
                self.leave(self.combatants[rider], because)
        if self.swallowed:
            for o in self.combatants:
                if o.inside == c.index:
                    self.leave(o, because)
        was_in = c.is_in
        self._mark(c, False)
        c.square = -1
        c.has_left = True
        self.present &= ~c.bit
        self.able &= ~c.bit
        if was_in:
            self.standing[c.side] -= 1
        self.note("leave", c, None, {"because": because})
        if self.bearers & c.bit:
            self.drop_lamps(c)
        if self.followed & c.bit:
            self.carry_zones(c)
            self.note_carried(c)
        if self.minds & c.bit:
            self.end_concentration(c, "gone")
        self.end_broken_holds()

    def land(self, c: Combatant, square: i64, feet: i64, why: str, applied: list[object]) -> None:
        """A combatant has fallen so many feet onto a square, because of a clause, "" where nothing held it."""
        self.relocate(c, square)
        data: Data = {
            "feet": feet,
            "square": square_name(self.board.width, square),
            "clause": why if why != "" else None,
            "applied": applied,
        }
        self.note("fall", c, None, data)

    # ---------------------------------------------------------------------------------------------- the swallowed

    def take_in(self, c: Combatant, m: Combatant) -> None:
        """`m` swallows `c`, which takes no space from now on and is where `m` is."""
        self._mark(c, False)
        self.swallowed |= c.bit
        self.present &= ~c.bit
        self.able &= ~c.bit
        if c.hidden_from:
            self.set_hidden(c, 0, 0)
        self._carry_to(c, m)
        c.inside = m.index
        c.swallowed_turn = self.turn
        self.note_move(c, [self.place_of(c)], 0, m.index, [])

    def _carry_to(self, c: Combatant, m: Combatant) -> None:
        c.square = m.square
        if self.tall:
            c.level = m.level
            self.bodies[2 * c.index] = m.level

    def let_out(self, c: Combatant, m: Combatant, place: i64) -> None:
        """Whoever was inside is outside again, at a place of its own."""
        c.inside = -1
        self.swallowed &= ~c.bit
        if not c.is_dead:
            self.present |= c.bit
        self.relocate(c, place)
        self.recount(c)
        self.note_move(c, [self.place_of(c)], 0, m.index, [])

    def count_hurt_inside(self, m: Combatant, amount: i64) -> None:
        """Somebody has taken damage from inside, or the turn in which it did is over."""
        m.hurt_inside += amount

    def owe(self, c: Combatant, feet: i64) -> None:
        """Its next turn begins with so much movement spent."""
        c.owed_ft = feet

    # ------------------------------------------------------------------------------------------- mounts, riders

    def seat(self, c: Combatant, m: Combatant) -> None:
        """A combatant sits on a mount, shares its space and takes all of it up, as the mount does."""
        self._mark(c, False)
        c.mount = m.index
        m.rider = c.index
        c.own = c.bit | m.bit
        m.own = c.own
        c.ground = m.ground
        c.squeezes = m.squeezes
        c.is_fireproof = m.powers & FIREPROOFS != 0
        m.is_directed = not m.start.is_independent
        self.riding |= c.own
        self._carry(m)

    def _carry(self, m: Combatant) -> None:
        """Whoever rides is where its mount is."""
        c = self.combatants[m.rider]
        self._mark(c, False)
        c.n = m.n
        c.square = m.square
        if self.tall:
            self._set_level(c, m.level)
            self.bodies[2 * c.index + 1] = c.n
        if len(self.setup.immersed) > 0:
            c.is_immersed = self.under_water(c.square, c.n) and self.altitude_ft(c) == 0
        self._mark(c, True)
        if self.followed & c.bit:
            self.carry_zones(c)

    def unseat(self, c: Combatant, place: i64) -> None:
        """A rider is off its mount, at a place of its own."""
        self.part(c)
        self.relocate(c, place)

    def part(self, c: Combatant) -> None:
        """Rider and mount are two again; a rider that lives stands where its mount does until it is put elsewhere."""
        m = c
        if c.mount >= 0:
            m = self.combatants[c.mount]
        else:
            c = self.combatants[m.rider]
        self.riding &= ~c.own
        self.shaken &= ~c.bit
        c.is_fireproof = False
        self._mark(c, False)
        c.mount = -1
        m.rider = -1
        c.own = c.bit
        m.own = m.bit
        c.n = c.stat.n
        c.ground = ground_of(self.board, c.stat.gait)
        c.squeezes = c.ground.squeezes
        if self.tall:
            self.bodies[2 * c.index + 1] = c.n
        if not c.is_dead:
            self._mark(c, True)

    def shake(self, c: Combatant) -> None:
        """A rider may fall off for what has come over it or its mount; `rules.saddle` asks whether it does."""
        shaken = c.bit if c.mount >= 0 else bit_of(c.rider)
        self.shaken |= shaken
        self.falling |= shaken

    def steady(self, c: Combatant) -> None:
        """It has been asked."""
        self.shaken &= ~c.bit

    def mover(self, c: Combatant) -> Combatant:
        """Who goes where a combatant wants to go: the mount that it directs on its own turn, else itself."""
        if not self.riding & c.bit or c.mount < 0 or (self.whose_turn >= 0 and self.whose_turn != c.index):
            return c
        m = self.combatants[c.mount]
        if not m.is_directed or (m.is_surprised and self.setup.rules.surprise_costs_turn):
            return c
        return m

    # ------------------------------------------------------------------------------------------------ conditions

    def impose(self, c: Combatant, effect: Ongoing) -> bool:
        """Give a combatant a condition; False when it is immune. Conditions do not stack: the longest time counts."""
        row = effect.row
        if (c.immune_effects >> row.index) & 1 or c.is_dead or c.has_left:
            return False
        for held in c.ongoing:
            if held.row.index == row.index and len(row.levels) > 0:
                held.level += effect.level  # exhaustion adds up, whatever its sources
                effect = held
                break
            if held.row.index == row.index and held.source == effect.source:
                if held.rounds >= 0 and (effect.rounds < 0 or effect.rounds > held.rounds):
                    held.rounds = effect.rounds
                    held.clock = effect.clock
                    held.ends_at_end = effect.ends_at_end
                return True
        else:
            self._gain(c, effect)
        self.recount(c)
        if self.riding & c.bit and c.flags & CRAWLS and row.flags & (CRAWLS | FALLS_PRONE):
            self.shake(c)
        self.note_condition(c, effect)
        self._settle(c)
        return True

    def _gain(self, c: Combatant, effect: Ongoing) -> None:
        c.ongoing.append(effect)
        if effect.effective().flags & HELD or effect.with_hold:
            self.holds += 1
        prone = self.setup.prone
        if effect.effective().flags & FALLS_PRONE and not self.has_effect(c, prone):
            if not (c.immune_effects >> prone.index) & 1:
                c.ongoing.append(Ongoing(prone, -1, 0))
                self.note_condition(c, c.ongoing[len(c.ongoing) - 1])
        self.recount(c)

    def _settle(self, c: Combatant) -> None:
        """What follows at once from a new condition: death, a dropped guard, loosened grips."""
        self.recount(c)
        if c.flags & DIES:
            self.die(c, "exhaustion")
            return
        if c.powers & NO_REACTIONS:
            c.has_reaction = False
        if self.bearers & c.bit and c.flags & DROPS_HELD:
            self.drop_lamps(c)
        if self.minds & c.bit and c.flags & INCAPACITATED:
            self.end_concentration(c, "incapacitated")
        if c.powers & RAGES:
            self._settle_rage(c)
        if self.holds > 0:
            self.end_broken_holds()

    def _settle_rage(self, c: Combatant) -> None:
        """A rage leaves no room for concentration, and ends with its bearer's wits (5.1: consciousness)."""
        if c.flags & (INCAPACITATED if self.setup.rules.rage_is_fed_by_bonus else UNAWARE):
            self.end_rage(c)
        elif self.minds & c.bit:
            self.end_concentration(c, "another spell")

    def note_condition(self, c: Combatant, effect: Ongoing) -> None:
        """Write that a condition has begun."""
        if self.journal is not None:
            source = self.combatants[effect.source].name if effect.source >= 0 else None
            self.note(
                "condition-on",
                self.combatants[effect.source] if effect.source >= 0 else None,
                c,
                {
                    "condition": effect.row.name,
                    "level": effect.level,
                    "rounds": effect.rounds,
                    "source": source,
                    "max_hp": c.max_hp,
                    "clause": effect.row.says if effect.row.says != "" else None,
                },
            )

    def lift(self, c: Combatant, effect: Ongoing, because: str) -> None:
        """End a condition."""
        c.ongoing.remove(effect)
        if effect.effective().flags & HELD or effect.with_hold:
            self.holds -= 1
        self.recount(c)
        if self.journal is not None:
            source = self.combatants[effect.source].name if effect.source >= 0 else None
            self.note("condition-off", None, c, {"condition": effect.row.name, "because": because, "source": source})
        if effect.row.then is not None and not c.is_dead:
            follows = Ongoing(effect.row.then, -1, 0)
            follows.clock = c.index
            follows.rounds = 2 if self.whose_turn == c.index else 1
            follows.ends_at_end = True
            self.impose(c, follows)

    def settle_squeezing(self, c: Combatant) -> bool:
        """Whoever has moved into a narrow passage squeezes from now on, whoever is out of it no longer (rules.md 135).

        True when that has changed.
        """
        row = self.setup.squeezing
        if row is None or not c.is_on_map or c.is_dead:
            return False
        is_tight = c.squeezes and c.n < c.ground.n and not c.flags & TRAIT_AMORPHOUS
        for effect in c.ongoing:
            if effect.row.index == row.index:
                if is_tight:
                    return False
                self.lift(c, effect, "ended")
                return True
        return is_tight and self.impose(c, Ongoing(row, -1, 0))

    def mark_suffered(self, c: Combatant, hazards: i64) -> None:
        """Hazards of the ground have hurt it; once a turn is all they do."""
        if c.suffered_turn != self.turn:
            c.suffered = 0
            c.suffered_turn = self.turn
        c.suffered |= hazards

    def must_settle(self, c: Combatant) -> bool:
        """Whether `settle_squeezing` would change anything: a cheap look before a walk is interrupted for it."""
        row = self.setup.squeezing
        if row is None:
            return False
        is_tight = c.squeezes and c.n < c.ground.n and not c.flags & TRAIT_AMORPHOUS
        return is_tight != self.has_effect(c, row)

    def has_effect(self, c: Combatant, row: EffectRow) -> bool:
        """Whether a row is in force on a combatant."""
        for effect in c.ongoing:
            if effect.row.index == row.index:
                return True
        return False

    def recount(self, c: Combatant) -> None:
        """Add up what a combatant's conditions and traits come to."""
        masks = c.masks
        place: i64 = 0
        while place < PLACES:
            masks[place] = 0
            place += 1
        c.flags = 0
        c.ac = c.stat.ac
        c.dex_saves = 0
        c.powers = 0
        c.d20_penalty = 0
        c.has_d20_dice = False
        c.immune_effects = c.stat.immune_effects
        slower: i64 = 0
        for row in c.stat.traits:
            self._add(c, row)
        for effect in c.ongoing:
            row = effect.effective()
            if not row.flags & c.flags & SLOWS_ONCE:
                slower += row.speed_penalty_ft
            self._add(c, row)
            c.d20_penalty += row.d20_penalty
            if row.d20_die != 0:
                c.has_d20_dice = True
            if row.powers & HAS_NUMBERS:
                c.dex_saves += row.dex_saves
        if c.powers & HAS_NUMBERS:
            self._count_ac(c)
        if c.flags & OUTLINED and c.flags & UNSEEABLE:
            self._show(c)
        flags = c.flags
        if masks[AGAINST_WHILE_ABLE + 1] and not flags & INCAPACITATED:
            masks[AGAINST + 1] |= masks[AGAINST_WHILE_ABLE + 1]
        c.blindsight_ft = 0 if c.powers & HEARS_ITS_WAY and flags & DEAFENED else c.stat.blindsight_ft
        c.speed_ft = _speed_now(c, c.stat.speed_ft, slower)
        if c.stat.swim_ft > 0:  # 142: a change to Speed applies to every speed alike
            c.swim_ft = _speed_now(c, c.stat.swim_ft, slower)
        if self.tall:
            self._recount_in_space(c, slower)
        c.max_hp = c.full_max_hp // 2 if flags & HALF_MAX_HP else c.full_max_hp
        if c.hp > c.max_hp:
            c.hp = c.max_hp
        if c.square >= 0 and not c.is_dead:
            if flags & INCAPACITATED:
                self.able &= ~c.bit
            elif not self.swallowed & c.bit:
                self.able |= c.bit
        if c.is_dodging and (flags & INCAPACITATED or has_no_speed(c)):
            c.is_dodging = False  # dodge: lost while incapacitated or without Speed, and not regained

    def _count_ac(self, c: Combatant) -> None:
        """AC with what effects make of it: the best base, then what is added, each row once."""
        added: i64 = 0
        floor: i64 = 0
        counted: i64 = 0
        for effect in c.ongoing:
            row = effect.effective()
            if counted & bit_of(row.index):
                continue
            counted |= bit_of(row.index)
            added += row.ac
            if row.ac_base > 0 and row.ac_base + c.stat.modifiers[DEX] > c.ac:
                c.ac = row.ac_base + c.stat.modifiers[DEX]
            if row.ac_floor > floor:
                floor = row.ac_floor
        c.ac += added
        if c.ac < floor:
            c.ac = floor

    def _recount_in_space(self, c: Combatant, slower: i64) -> None:
        """What is left of fly and climb speeds; whoever is in the air may fall with whatever has just begun."""
        c.fly_ft = 0 if c.stat.fly_ft == 0 else _speed_now(c, c.stat.fly_ft, slower)
        c.climb_ft = 0 if c.stat.climb_ft == 0 else _speed_now(c, c.stat.climb_ft, slower)
        if c.square >= 0 and c.level > self.relief.grounds(c.n)[c.square]:
            self.falling |= c.bit

    def _show(self, c: Combatant) -> None:
        """Add up anew without whatever makes a combatant invisible: it is outlined."""
        place: i64 = 0
        while place < PLACES:
            c.masks[place] = 0
            place += 1
        c.flags = 0
        for row in c.stat.traits:
            if not row.flags & UNSEEABLE:
                self._add(c, row)
        for effect in c.ongoing:
            row = effect.effective()
            if not row.flags & UNSEEABLE:
                self._add(c, row)

    def _add(self, c: Combatant, row: EffectRow) -> None:
        masks = c.masks
        added = row.masks
        place: i64 = 0
        while place < PLACES:
            masks[place] |= added[place]
            place += 1
        c.flags |= row.flags
        c.powers |= row.powers
        c.immune_effects |= row.immune_to

    def ready(self, c: Combatant, readied: Readied) -> None:
        """Hold an action back."""
        c.readied = readied
        self.readying |= c.bit

    def unready(self, c: Combatant) -> None:
        """What was readied is taken, or given up."""
        c.readied = None
        self.readying &= ~c.bit

    def concentrate(self, c: Combatant, spell: str) -> None:
        """Begin to concentrate on a spell, which ends an older one."""
        if c.concentrating != "":
            self.end_concentration(c, "another spell")
        c.concentrating = spell
        self.minds |= c.bit
        self.note("concentration", c, None, {"spell": spell, "begins": True, "because": None})

    def end_concentration(self, c: Combatant, because: str) -> None:
        """A spell is no longer held: what it brought is over."""
        if c.concentrating == "":
            return
        spell = c.concentrating
        c.concentrating = ""
        self.minds &= ~c.bit
        self.note(
            "concentration", c, None, {"spell": spell, "begins": False, "because": because, "clause": "concentration"}
        )
        for o in self.combatants:
            for effect in list(o.ongoing):
                if effect.source == c.index and effect.spell == spell and effect in o.ongoing:
                    self.lift(o, effect, "concentration")
        if self.zones.kinds:
            for zone in list(self.zones.every):
                if zone.source == c.index and zone.spell == spell:
                    self.end_zone(zone, "concentration")

    def end_with_attack(self, c: Combatant) -> None:
        """A combatant has attacked: what an attack ends is over (5.1 and 5.2, Invisibility)."""
        for effect in list(c.ongoing):
            if effect.ends_with_attack and effect in c.ongoing:
                caster = self.combatants[effect.source] if effect.source >= 0 else None
                self.lift(c, effect, "attacked")
                if caster is not None and caster.concentrating == effect.spell and not self._holds_spell(caster):
                    self.end_concentration(caster, "attacked")

    def undo(self, c: Combatant, effect: Ongoing) -> None:
        """The spell behind an effect is dispelled; its caster has nothing left to hold when it was on nobody else."""
        caster = self.combatants[effect.source] if effect.source >= 0 else None
        self.lift(c, effect, "dispelled")
        if caster is not None and effect.spell != "" and caster.concentrating == effect.spell:
            if not self._holds_spell(caster):
                self.end_concentration(caster, "dispelled")

    def end_with_harm(self, c: Combatant) -> None:
        """A combatant is hurt: what damage ends is over."""
        for effect in list(c.ongoing):
            if effect.ends_with_harm and effect in c.ongoing:
                self.lift(c, effect, "hurt")

    def lose_image(self, a: Combatant, t: Combatant, effect: Ongoing, is_struck: bool) -> None:
        """An attack has gone at an image; struck, it is gone, and the last one ends the spell."""
        self.note(
            "action",
            a,
            t,
            {"action": "image", "cost": None, "ally": None, "clause": "mirror-image", "struck": is_struck},
        )
        if is_struck:
            effect.level -= 1
            if effect.level <= 0:
                self.lift(t, effect, "ended")

    def _holds_spell(self, caster: Combatant) -> bool:
        """Whether what a caster concentrates on is still on somebody."""
        for o in self.combatants:
            for effect in o.ongoing:
                if effect.source == caster.index and effect.spell == caster.concentrating:
                    return True
        return False

    def is_held_by(self, c: Combatant, holder: Combatant) -> bool:
        """Whether `holder` grapples `c`."""
        for effect in c.ongoing:
            if effect.source == holder.index and effect.row.flags & HELD:
                return True
        return False

    def end_broken_holds(self) -> None:
        """End grapples whose grappler is incapacitated or gone, or whose two ends are too far apart (rules.md 98)."""
        if self.holds == 0:
            return
        broken = True
        while broken:
            broken = False
            for c in self.combatants:
                for effect in c.ongoing:
                    if effect.effective().flags & HELD and effect.source >= 0:
                        because = self._hold_ends(c, effect)
                    elif effect.with_hold and not self._holder_holds(c, effect.source):
                        because = "released"
                    else:
                        continue
                    if because != "":
                        self.lift(c, effect, because)
                        broken = True
                        break

    def _hold_ends(self, c: Combatant, effect: Ongoing) -> str:
        holder = self.combatants[effect.source]
        if c.is_dead or not holder.can_act or holder.has_left or holder.is_waiting or c.has_left:
            return "source gone"
        if holder.square >= 0 and c.square >= 0:
            apart = self.apart_ft(holder, c)
            if apart > effect.hold_ft:
                return "out of reach"
        return ""

    def _holder_holds(self, c: Combatant, source: i64) -> bool:
        for effect in c.ongoing:
            if effect.source == source and effect.row.flags & HELD:
                return True
        return False

    def set_hidden(self, c: Combatant, from_mask: i64, total: i64) -> None:
        """Hide a combatant from those in the mask with a Stealth total; an empty mask reveals it."""
        c.hidden_from = from_mask
        c.stealth_total = total
        if from_mask:
            c.seen_square = c.square
            self.hidden |= c.bit
        else:
            self.hidden &= ~c.bit

    def spend_inspiration(self, c: Combatant) -> None:
        """Inspiration is used up."""
        c.has_inspiration = False

    def drop_weapon(self, c: Combatant, weapon: i64, name: str) -> None:
        """A weapon falls at its wielder's feet."""
        c.dropped |= bit_of(weapon)
        c.drawn &= ~bit_of(weapon)
        c.dropped_at = c.square
        self.note("action", c, None, {"action": "drop", "cost": "none", "ally": None, "attack": name})

    def pick_up(self, c: Combatant) -> None:
        """What lies on the ground is in hand again, which was the turn's free interaction."""
        c.drawn |= c.dropped
        c.has_drawn = True
        c.dropped = 0
        self.note("action", c, None, {"action": "pick up", "cost": "free", "ally": None})

    # ------------------------------------------------------------------------------------------- hit points, death

    def lose_hp(self, c: Combatant, amount: i64) -> i64:
        """Take damage off temporary HP, then off HP down to 0. Returns what is left over beyond 0."""
        c.damage_taken += amount
        if c.temp_hp > 0:
            absorbed = c.temp_hp if c.temp_hp < amount else amount
            c.temp_hp -= absorbed
            amount -= absorbed
        if amount <= c.hp:
            c.hp -= amount
            return 0
        left = amount - c.hp
        c.hp = 0
        return left

    def wear_down(self, thing: Thing, amount: i64, parts: list[object], by: Combatant, source: str) -> None:
        """An object loses hit points, and breaks at 0."""
        left = self.thing_hp[thing.index] - amount
        self.thing_hp[thing.index] = left if left > 0 else 0
        by.damage_dealt += amount
        self.note(
            "damage",
            by,
            None,
            {
                "amount": amount,
                "parts": parts,
                "temp_hp_lost": 0,
                "hp": self.thing_hp[thing.index],
                "max_hp": thing.hp,
                "source": source,
                "object": thing.name,
            },
        )
        if left <= 0:
            self.note("action", by, None, {"action": "break", "cost": None, "ally": None, "object": thing.name})

    def drain(self, c: Combatant, amount: i64) -> None:
        """The maximum of hit points falls until the fight is over; at 0 the creature dies."""
        if amount <= 0 or c.is_dead:
            return
        c.full_max_hp = c.full_max_hp - amount if c.full_max_hp > amount else 0
        self.recount(c)
        self.note("drain", None, c, {"amount": amount, "hp": c.hp, "max_hp": c.max_hp})
        if c.max_hp <= 0:
            self.die(c, "drained")

    def bolster(self, c: Combatant, amount: i64) -> None:
        """The maximum of hit points rises until the fight is over, and the hit points with it."""
        if amount <= 0 or c.is_dead:
            return
        c.full_max_hp += amount
        self.recount(c)
        if not c.is_down:
            c.hp += amount
        self.note("bolster", None, c, {"amount": amount, "hp": c.hp, "max_hp": c.max_hp})
        if c.is_down:
            self.gain_hp(c, amount)

    def leave_trail(self, c: Combatant, start: i64) -> None:
        """Whoever charges has taken a step from a place to where it is."""
        if c.trail_end != start:
            c.trail.clear()
        c.trail.append(start)
        c.trail_end = self.place_of(c)

    def end_run(self, c: Combatant) -> None:
        """What it has run so far is no part of a charge any more."""
        c.trail.clear()
        c.trail_end = -1

    def hold_breath(self, c: Combatant, rounds: i64) -> None:
        """How many rounds of breath somebody has left."""
        c.breath = rounds

    def choke(self, c: Combatant, levels: i64) -> None:
        """So many levels of exhaustion has lack of breath brought."""
        c.choked = levels

    def tell_breath(self, c: Combatant, clause: str) -> None:
        """Write, once a fight, by which trait somebody breathes where others could not."""
        c.has_told_breath = True
        self.note("breath", None, c, {"change": "breathes", "clause": clause})

    def recover_breath(self, c: Combatant) -> None:
        """Somebody breathes again: the exhaustion that came of it is gone."""
        for held in c.ongoing:
            if held.row.index == self.setup.exhaustion.index:
                if held.level <= c.choked:
                    self.lift(c, held, "breathes")
                else:
                    held.level -= c.choked
                    self.recount(c)
                    self.note_condition(c, held)
                break
        c.choked = 0

    def set_hp(self, c: Combatant, hp: i64) -> None:
        """Set the HP of somebody knocked out."""
        c.hp = hp

    def gain_hp(self, c: Combatant, amount: i64) -> None:
        """Heal, up to the maximum. Whoever was at 0 HP wakes (still prone), its death saves forgotten."""
        self.gain_hp_by(c, amount, "")

    def gain_hp_by(self, c: Combatant, amount: i64, clause: str) -> None:
        """The same by a clause that the event names."""
        if c.is_dead or amount <= 0 or c.powers & NO_HEALING:
            return
        was_out = not c.is_in
        c.hp = c.hp + amount if c.hp + amount < c.max_hp else c.max_hp
        data: Data = {"amount": amount, "hp": c.hp}
        if clause != "":
            data["clause"] = clause
        self.note("heal", None, c, data)
        if was_out and not c.has_left:
            self.rouse(c)

    def hold_on(self, c: Combatant, clause: str) -> None:
        """Somebody whom a blow brought to 0 HP fights on with 1."""
        c.hp = 1
        self.note("heal", None, c, {"amount": 1, "hp": 1, "clause": clause})

    def rouse(self, c: Combatant) -> None:
        """Whoever lay at 0 HP or knocked out wakes, still prone, its death saves forgotten."""
        c.is_down = False
        c.is_knocked_out = False
        c.is_stable = False
        c.successes = 0
        c.failures = 0
        for effect in list(c.ongoing):
            if effect.row.index == self.setup.unconscious.index and effect.source < 0:
                self.lift(c, effect, "healed")
        if c.is_in:
            self.standing[c.side] += 1

    def gain_temp_hp(self, c: Combatant, amount: i64) -> None:
        """Temporary hit points do not add up: the better of the old and the new are kept. They wake nobody."""
        if c.is_dead or amount <= c.temp_hp:
            return
        c.temp_hp = amount
        self.note("heal", None, c, {"amount": 0, "hp": c.hp, "temp_hp": amount})

    def has_burst(self, c: Combatant) -> None:
        """What its death does is done."""
        self.bursting &= ~c.bit

    def fall(self, c: Combatant, is_stable: bool) -> None:
        """Somebody drops: at 0 HP, or knocked out with what its HP then are."""
        if c.is_in:
            self.standing[c.side] -= 1
        c.is_down = c.hp == 0
        c.is_knocked_out = c.hp > 0
        c.is_stable = is_stable and c.is_down
        c.successes = 0
        c.failures = 0
        self.note("down", None, c, {"stable": c.is_stable, "knocked_out": c.is_knocked_out, "hp": c.hp})
        self.impose(c, Ongoing(self.setup.unconscious, -1, 0))

    def die(self, c: Combatant, because: str) -> None:
        """Somebody is dead; the body takes no space (D-22)."""
        if c.is_dead:
            return
        if c.is_in:
            self.standing[c.side] -= 1
        self._mark(c, False)
        c.is_dead = True
        if self.riding & c.bit:
            if c.rider >= 0:
                self.shake(c)
            else:
                self.part(c)
        if self.tall and c.square >= 0 and c.inside < 0:
            self._set_level(c, self.relief.grounds(c.n)[c.square])  # the body lies on the ground
        c.is_down = False
        c.is_knocked_out = False
        c.is_stable = False
        c.hp = 0
        self.present &= ~c.bit
        self.able &= ~c.bit
        self.set_hidden(c, 0, 0)
        self.note("dead", None, c, {"because": because})
        self.bursting |= self.setup.bursting & c.bit
        if self.bearers & c.bit:
            self.drop_lamps(c)
        if self.zones.followed & c.bit:
            self.end_own_zones(c)
        if self.minds & c.bit:
            self.end_concentration(c, "dead")
        self.end_broken_holds()

    def spend_deed(self, c: Combatant, place: i64) -> None:
        """One use of an action is gone."""
        deed = c.stat.deeds[place]
        if deed.recharge > 0 or deed.uses >= 0:
            c.deed_uses[deed.counter] -= 1
        if deed.once_a_round:
            c.used_up |= bit_of(deed.counter)
        if deed.spell != "" and not deed.is_again:
            self.cast(c, deed)

    def forget_casting(self) -> None:
        """A turn begins: what was cast in the one before bars nothing in it."""
        for c in self.combatants:
            c.cast = 0

    def cast(self, c: Combatant, deed: Deed) -> None:
        """A spell is cast: its slot is gone, and what else may be cast in this turn is remembered."""
        if deed.slot > 0:
            c.slots[deed.slot] -= 1
            c.cast |= CAST_SLOT
        if deed.cost == A_BONUS_ACTION:
            c.cast |= CAST_BONUS
        if deed.spell_level > 0 or deed.cost != AN_ACTION:
            c.cast |= CAST_OTHER
        if c.hidden_from:
            self.set_hidden(c, 0, 0)  # the words are heard

    def recharge(self, c: Combatant, place: i64, die: i64) -> None:
        """An action may be used again; `die` showed it."""
        c.deed_uses[place] = 1
        deed = c.stat.deeds[place]
        self.note("recharge", c, None, {"action": deed.name, "die": die, "on": deed.recharge, "clause": "recharge"})

    def spend_legendary(self, c: Combatant, amount: i64, clause: str) -> None:
        """Legendary actions are taken."""
        c.legendary_left -= amount
        self.note("legendary", c, None, {"cost": amount, "left": c.legendary_left, "clause": clause})

    def remember_lair(self, c: Combatant, place: i64, clause: str) -> None:
        """A lair action is taken, which may not be the next one, too."""
        c.last_lair = place
        self.note("legendary", c, None, {"cost": 0, "left": c.legendary_left, "clause": clause})

    def regain_legendary(self, c: Combatant) -> None:
        """At the start of its turn a creature has all its legendary actions again, and what is used once a round."""
        c.used_up = 0
        c.legendary_left = c.stat.legendary

    def spend_resistance(self, c: Combatant) -> None:
        """One of its Legendary Resistances is gone."""
        c.resistances_left -= 1

    def await_answer(self, waiting: Pending) -> None:
        """Something has given cause for a reaction."""
        self.pending.append(waiting)

    def take_pending(self) -> Pending:
        """The reaction triggered first, which no longer waits."""
        waiting = self.pending[0]
        del self.pending[0]
        return waiting

    def grow_immune(self, c: Combatant, deed: i64) -> None:
        """A combatant is immune to one creature's action from now on."""
        if deed not in c.immune_deeds:
            c.immune_deeds.append(deed)

    def count_death_saves(self, c: Combatant, successes: i64, failures: i64) -> None:
        """Set the tally of death saves."""
        c.successes = successes
        c.failures = failures

    def stabilise(self, c: Combatant) -> None:
        """No more death saves until it is hurt again."""
        c.is_stable = True
        c.successes = 0
        c.failures = 0
        self.note("stable", None, c, {})

    def unsettle(self, c: Combatant) -> None:
        """Damage ends stability."""
        c.is_stable = False

    # ------------------------------------------------------------------------------------------------ the journal

    def roll_data(
        self,
        kind: str,
        roll: D20Roll,
        facts: Facts,
        advantage: list[object],
        disadvantage: list[object],
        suppressed: list[object],
        modifiers: list[object],
        has_target: bool,
    ) -> Data:
        """The keys that every event with a roll carries."""
        dice: list[object] = list(roll.all_dice())
        net = facts.net
        automatic: str | None = None
        if facts.automatic != 0:
            automatic = "success" if facts.automatic > 0 else "failure"
        return {
            "roll": kind,
            "dice": dice,
            "kept": roll.kept if facts.automatic == 0 else None,
            "bonus": roll.bonus,
            "total": roll.total if facts.automatic == 0 else None,
            "target_number": roll.target if has_target else None,
            "advantage": advantage,
            "disadvantage": disadvantage,
            "suppressed": suppressed,
            "mode": "advantage" if net > 0 else "disadvantage" if net < 0 else "normal",
            "net": net,
            "neutral": roll.neutral_used,
            "degree": DEGREES[roll.degree],
            "severity": roll.severity,
            "automatic": automatic,
            "modifiers": modifiers,
            "applied": applied_clauses(roll, facts),
        }

    # ------------------------------------------------------------------------------------------------ asking

    def ends(self) -> bool:
        """Whether at most one side has anybody left."""
        sides: i64 = 0
        at: i64 = 0
        while at < len(self.standing):
            if self.standing[at] > 0 and not self.setup.is_neutral[at]:
                sides += 1
            at += 1
        return sides <= 1

    def winner(self) -> int:
        """The only side that has anybody left, or DRAW."""
        for side in range(len(self.setup.side_names)):
            if self.standing[side] > 0 and not self.setup.is_neutral[side]:
                return side
        return DRAW

    def outcome(self, winner: int) -> Outcome:
        """Read the result off the state."""
        tallies: list[Tally] = []
        for c in self.combatants:
            tallies.append(Tally(c, self.altitude_ft(c)))
        return Outcome(winner, self.round, self.turn, tallies)


def _cover_within(a: Combatant, t: Combatant) -> i64:
    """Total cover between inside and outside; none between the swallowed and their swallower, or among them."""
    return NO_COVER if a.inside >= 0 and (t.index == a.inside or t.inside == a.inside) else TOTAL


def _speed_now(c: Combatant, speed: i64, slower: i64) -> i64:
    """What is left of one of its speeds under what is on it; `slower` feet are taken off first."""
    if c.flags & (SPEED_ZERO | CANNOT_MOVE):
        return 0
    speed -= slower
    if c.powers & DOUBLE_SPEED:
        speed *= 2
    if c.flags & HALF_SPEED:
        speed //= 2
    return speed if speed > 0 else 0
