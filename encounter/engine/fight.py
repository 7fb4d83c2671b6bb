"""One fight: its combatants and everything about them that changes.

All mutable state lives here and changes through the methods of `Fight`, each of which writes its event when there is a
journal. Rules decide and tactics choose; neither writes to a combatant by itself, the budget of a turn apart.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from encounter.engine.bits import bit_of
from encounter.engine.board import square_name
from encounter.engine.creature import MASTERIES
from encounter.engine.d20 import ATTACK, DEATH_SAVE, DEGREES, SAVE, D20Roll, RollHelp, Special
from encounter.engine.dice import Dice
from encounter.engine.effect import (
    CANNOT_MOVE,
    CONDITION_NAMES,
    DIES,
    FALLS_PRONE,
    HALF_MAX_HP,
    HALF_SPEED,
    HELD,
    INCAPACITATED,
    OUTLINED,
    PLACES,
    SLOWS_ONCE,
    SPEED_ZERO,
    UNSEEABLE,
    EffectRow,
    Ongoing,
)
from encounter.engine.journal import Data, Event, Journal
from encounter.engine.tables import POTIONS, SPELL, ReadiedStart, RulingRow, Setup, Start, Stat, Thing

# How a combatant stands when a fight is over.
UP: Final = 0
DOWN: Final = 1
DEAD: Final = 2
LEFT: Final = 3
WAITING: Final = 4
STATUS_NAMES: Final = ("up", "down", "dead", "left", "waiting")

DRAW: Final = -1
UNDECIDED: Final = -2

MAX_UNITS: Final = 512  # the farthest a search looks, in units of 5 ft

# What a turn offers once each.
ACTION: Final = 1
BONUS: Final = 2


class Combatant:
    """One creature in this fight. `bit` is its place in masks of combatants, `square` its top-left square or -1."""

    def __init__(self, start: Start) -> None:
        self.index: i64 = start.index
        self.bit: i64 = bit_of(start.index)
        self.name: str = start.name
        self.side: i64 = start.side
        self.stat: Stat = start.stat
        self.start: Start = start
        self.n: i64 = start.stat.n
        self.masks: vec[i64] = vec[i64]([0] * PLACES)
        self.ongoing: list[Ongoing] = []
        self.supplies: vec[i64] = vec[i64]([0] * len(start.stat.supplies))
        self.square: i64 = -1
        self.hp: i64 = 0
        self.max_hp: i64 = 0
        self.full_max_hp: i64 = 0
        self.temp_hp: i64 = 0
        self.is_dead: bool = False
        self.is_down: bool = False  # at 0 HP and not dead
        self.is_knocked_out: bool = False
        self.is_stable: bool = False
        self.has_left: bool = False
        self.is_waiting: bool = False
        self.successes: i64 = 0
        self.failures: i64 = 0
        self.flags: i64 = 0
        self.immune_effects: i64 = 0
        self.d20_penalty: i64 = 0
        self.has_d20_dice: bool = False  # a row adds a die to its attacks and saves, or takes one off
        self.concentrating: str = ""  # the spell it holds, "" none
        self.readied: Readied | None = None
        self.hurt_by: i64 = -1  # who hurt it last while it had something readied
        self.potions: vec[i64] = vec[i64]([0] * len(POTIONS))
        self.kit_uses: i64 = 0  # of a healer's kit
        self.speed_ft: i64 = 0
        self.has_reaction: bool = True
        self.has_acted: bool = False  # has ended a turn in this fight
        self.is_surprised: bool = False
        self.is_dodging: bool = False
        self.is_disengaged: bool = False
        self.dropped: i64 = 0  # bit of each weapon index that lies on the ground
        self.dropped_at: i64 = -1  # where
        self.hidden_from: i64 = 0
        self.stealth_total: i64 = 0
        self.seen_square: i64 = -1  # where it was when it hid: what its enemies know of it
        self.has_inspiration: bool = False
        # the budget of the turn
        self.budget: i64 = 0  # ACTION and BONUS not used yet
        self.granted: i64 = 1  # how many times its Speed it may move: 1, one more for each Dash
        self.spent_ft: i64 = 0
        self.has_dragged: bool = False
        self.odd_diagonals: i64 = 0
        self.sequence: i64 = -1  # the alternative of Multiattack or Attack under way
        self.sequence_made: i64 = 0  # bit of each attack of it that was made
        self.light_weapon: i64 = -1  # weapon index of the first light attack made this turn
        self.light_used: i64 = 0  # bit of each weapon index that such an attack was made with
        self.used_sneak: bool = False
        self.extra_made: bool = False  # the extra attack with a second light weapon
        self.cleaved_turn: i64 = -1  # the turn of the fight in which it last used Cleave
        self.drawn: i64 = 0  # bit of each weapon index in hand, where that is known
        self.has_drawn: bool = False  # has used the free interaction of its turn
        self.has_marked: bool = False  # has left marks that its turns measure
        self.loading_used: i64 = 0
        self.initiative: i64 = 0
        # counted for the outcome
        self.damage_dealt: i64 = 0
        self.damage_taken: i64 = 0
        self.attacks_made: i64 = 0
        self.hits: i64 = 0
        self.criticals: i64 = 0

    @property
    def is_on_map(self) -> bool:
        return self.square >= 0

    @property
    def is_in(self) -> bool:
        """Whether its side still has it: not dead, not at 0 HP, not knocked out, not gone."""
        return not (self.is_dead or self.is_down or self.is_knocked_out or self.has_left)

    @property
    def can_act(self) -> bool:
        return (self.flags & INCAPACITATED) == 0 and not self.is_dead

    @property
    def status(self) -> int:
        if self.is_dead:
            return DEAD
        if self.has_left:
            return LEFT
        if self.is_down or self.is_knocked_out:
            return DOWN
        return WAITING if self.is_waiting else UP


class Help:
    """Help in force: given by `helper` to `aided` (-1: any ally) against `enemy` (-1: on checks with `skill`)."""

    def __init__(self, helper: i64, aided: i64, enemy: i64, skill: str) -> None:
        self.helper = helper
        self.aided = aided
        self.enemy = enemy
        self.skill = skill


class Readied:
    """An action held back: `kind` ATTACK_WITH a `use` or MOVE to `square`, when something happens about `target`
    (-1 any enemy). `spell` is what is concentrated on meanwhile, where a spell was readied."""

    def __init__(self, kind: i64, use: i64, when: i64, target: i64, square: i64) -> None:
        self.kind = kind
        self.use = use
        self.when = when
        self.target = target
        self.square = square
        self.spell: str = ""


class RolledDie:
    """A die beside the d20 and what it showed: `value` is added, negative when the die is taken off."""

    def __init__(self, clause: str, value: i64) -> None:
        self.clause = clause
        self.value = value


class Facts:
    """Everything that is true of one roll before it falls: distance, sight, cover, and the reasons on both sides.

    Masks are of clause bits (Setup.bits); `more_advantage` and `more_disadvantage` count what one bit cannot.
    """

    def __init__(self) -> None:
        self.distance_ft: i64 = 0
        self.is_long: bool = False
        self.attacker_sees: bool = True
        self.target_sees: bool = True
        self.cover: i64 = 0
        self.advantage: i64 = 0
        self.disadvantage: i64 = 0
        self.suppressed: i64 = 0
        self.more_advantage: i64 = 0
        self.more_disadvantage: i64 = 0
        self.neutral: i64 = 0
        self.modifier: i64 = 0  # rulings of the GM
        self.ruled: list[RulingRow] = []  # the rulings that bear on the roll, where the setup has any
        self.native_advantage: i64 = 0  # how often native re-rolls count; read where their clause is in the mask
        self.native_disadvantage: i64 = 0
        self.helped: str = ""  # the skill or ability that help is for; read where help is in the mask
        self.special: Special | None = None
        self.is_chosen: bool = False  # a save that its maker chose to fail
        self.net: i64 = 0
        self.bonus: i64 = 0
        self.target_number: i64 = 0
        self.is_automatic_critical: bool = False
        self.sneaks: bool = False  # Sneak Attack adds its dice to the damage
        self.is_favoured: bool = False  # a hit with advantage adds its dice to the damage
        self.is_wrong_square: bool = False  # a guess at a square where nobody is
        self.masteries: i64 = 0  # of the weapon, those that the roll brings into play (tables.CLEAVE ...)
        self.automatic: i64 = 0  # -1 fails, 1 succeeds without a roll
        self.dice: list[RolledDie] = []  # dice added to the roll or taken off it
        self.lacks: i64 = 0  # a check fails for lack of sight (perception.IS_BLIND) or hearing


# What an intent asks for.
END_TURN: Final = 0
MOVE: Final = 1
STAND: Final = 2
ATTACK_WITH: Final = 3  # `use` against `target`; begins or goes on with the sequence `option`
GRAPPLE: Final = 4
SHOVE_PRONE: Final = 5
SHOVE_PUSH: Final = 6
ESCAPE: Final = 7  # from `target`
DASH: Final = 8
DISENGAGE: Final = 9
DODGE: Final = 10
HELP: Final = 11  # `ally` against `target`
HIDE: Final = 12
EXTRA_ATTACK: Final = 13  # the bonus attack of two-weapon fighting: `use` against `target`
RELEASE: Final = 14  # `target`
DROP_PRONE: Final = 15
AIM_AT_SQUARE: Final = 16  # `use` at `square`, guessing that somebody unseen is there
STABILISE: Final = 17  # first aid for `target`
SEARCH: Final = 18  # for `target`, or -1 for whoever is hidden
READY: Final = 19  # the attack `use`, or without one a move to `square`, for the trigger `when` about `target` (-1 any)
HELP_CHECK: Final = 20  # `ally` on its next check with `skill`
DRINK: Final = 21  # the potion `item`, by `target` (-1 oneself)
ATTEMPT: Final = 22  # the task `item`
OWN_CONTEST: Final = 23  # the contest `item` of the scenario, with `target`
STRIKE_THING: Final = 24  # `use` against the object `item`; begins or goes on with the sequence `option`
INTENT_NAMES: Final = (
    "end",
    "move",
    "stand",
    "attack",
    "grapple",
    "shove prone",
    "shove push",
    "escape",
    "dash",
    "disengage",
    "dodge",
    "help",
    "hide",
    "extra attack",
    "release",
    "drop prone",
    "aim at square",
    "stabilise",
    "search",
    "ready",
    "help check",
    "potion",
    "task",
    "own contest",
    "strike object",
)

# What a readied action waits for.
IN_RANGE: Final = 0  # an enemy comes to stand within the range of the readied attack
MOVES: Final = 1
ENTERS_REACH: Final = 2
LEAVES_REACH: Final = 3
IS_HURT: Final = 4
TRIGGERS: Final = ("enemy in range", "enemy moves", "enemy enters reach", "enemy leaves reach", "i am hurt")

NO_REACTION: Final = -1
REACT_GRAPPLE: Final = -2
REACT_SHOVE_PRONE: Final = -3
REACT_SHOVE_PUSH: Final = -4


class Intent:
    """What a combatant wants to do next. Only the fields that its kind names are read.

    A move reads its way from `path[:length]`, squares in the order entered; `drags` says whether those it holds come
    along. `option` is the sequence (Multiattack alternative or Attack) that an attack belongs to; `as_bonus` spends
    the bonus action on what a trait allows there. `refused` is written by the rules: the number of the clause that
    forbade the intent before, 0 for none.
    """

    def __init__(self) -> None:
        self.kind: i64 = END_TURN
        self.target: i64 = -1
        self.ally: i64 = -1
        self.square: i64 = -1
        self.use: i64 = -1  # place in Stat.uses
        self.option: i64 = -1
        self.as_bonus: bool = False
        self.drags: bool = True
        self.path: vec[i64] = vec[i64]([0] * (MAX_UNITS + 1))
        self.length: i64 = 0
        self.item: i64 = -1
        self.when: i64 = 0
        self.skill: str = ""
        self.refused: i64 = 0


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


class Pass:
    """Whom a mover may pass, whose space slows it, whose space it may end in: masks of combatants."""

    def __init__(self) -> None:
        self.closed: i64 = 0
        self.slow: i64 = 0
        self.shared: i64 = 0


class Paths:
    """Scratch of one search for ways: where a mover can get this turn, at what cost and past whose reach.

    A state is `2 * square + parity`; the parity of diagonals behind the mover matters under 5-10-5 only. `mark` is
    `base` and the cost in units of 5 ft; a mark below `base` is of an earlier search. `came` is the state before;
    `provokes` the mask of enemies whose reach was left on the way; `order` lists the states reached, cheapest first.
    """

    def __init__(self, squares: i64) -> None:
        self.base: i64 = 0
        self.mark: vec[i64] = vec[i64]([0] * (2 * squares))
        self.came: vec[i64] = vec[i64]([0] * (2 * squares))
        self.provokes: vec[i64] = vec[i64]([0] * (2 * squares))
        self.order: vec[i64] = vec[i64]([0] * (2 * squares))
        self.count: i64 = 0
        self.around: Pass = Pass()
        self.budget: i64 = 0
        self.held: i64 = 0  # mask of those dragged along
        self.extra: i64 = 0  # units a unit for crawling and dragging
        self.doubled: i64 = 1
        self.heads: vec[i64] = vec[i64]([-1] * (MAX_UNITS + 16))
        self.pool_state: vec[i64] = vec[i64]([0] * 1024)
        self.pool_next: vec[i64] = vec[i64]([0] * 1024)
        self.pool_used: i64 = 0
        self.threat: vec[i64] = vec[i64]([0] * squares)  # enemies that reach a square, by their longer reach
        self.inner: vec[i64] = vec[i64]([0] * squares)  # the same by a shorter reach, of those that have two
        self.marked: vec[i64] = vec[i64]([0] * squares)  # squares to wipe before the next search
        self.marked_count: i64 = 0
        self.strikers: i64 = 0  # of the enemies marked, those that could use a reaction on the mover
        self.for_combatant: i64 = -1
        self.path: vec[i64] = vec[i64]([0] * (MAX_UNITS + 1))  # squares of one way, first step first
        self.length: i64 = 0


def applied_clauses(roll: D20Roll, facts: Facts) -> list[object]:
    """The clauses that bore on a roll otherwise than by a die more or a number: {"clause"} each."""
    ids: list[str] = []
    if roll.lucky_used:
        ids.append("lucky")
    if facts.suppressed:
        ids.append("elusive")
    if facts.lacks:
        ids.append("blinded.check" if facts.lacks == 1 else "deafened.check")
    elif facts.automatic < 0:
        ids.append("save.chosen" if facts.is_chosen else "helpless.save")
    if roll.inspired_place >= 0:
        ids.append("heroic-inspiration")
    if facts.is_automatic_critical:
        ids.append("helpless.critical")
    if facts.sneaks:
        ids.append("sneak-attack")
    if facts.is_favoured:
        ids.append("advantage.damage")
    if facts.is_wrong_square:
        ids.append("wrong-square.miss")
    if facts.masteries:
        for place, name in enumerate(MASTERIES):
            if (facts.masteries >> place) & 1:
                ids.append(name)
    applied: list[object] = []
    for id in ids:
        entry: dict[str, object] = {"clause": id}
        applied.append(entry)
    return applied


class Tally:
    """What a fight left of one combatant."""

    def __init__(self, c: Combatant) -> None:
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


class Fight:
    """The state of one fight, and the only code that changes it."""

    def __init__(self, setup: Setup) -> None:
        self.setup: Setup = setup
        self.dice: Dice = Dice()
        self.tactic_dice: Dice = Dice()
        self.journal: Journal | None = None
        self.combatants: list[Combatant] = []
        for start in setup.starts:
            self.combatants.append(Combatant(start))
        self.occupied: vec[i64] = vec[i64]([0] * setup.board.size)  # mask of the living bodies on each square
        self.standing: vec[i64] = vec[i64]([0] * len(setup.side_names))
        self.order: list[Combatant] = []
        self.round: i64 = 0
        self.turn: i64 = 0
        self.whose_turn: i64 = -1  # index of the combatant whose turn it is
        self.roll: D20Roll = D20Roll()
        self.opposed: D20Roll = D20Roll()
        self.roll_help: RollHelp = RollHelp()
        self.facts: Facts = Facts()
        self.opposed_facts: Facts = Facts()
        self.paths: Paths = Paths(setup.board.size)
        self.intent: Intent = Intent()
        self.deciders: list[Decider] = []
        self.helps: list[Help] = []
        self.holds: i64 = 0  # how many grapples and the like are in force
        self.minds: i64 = 0  # mask of those who concentrate
        self.thing_hp: vec[i64] = vec[i64]([0] * len(setup.things))  # hit points left of each object
        self.tasks_done: i64 = 0  # bit of each task that is done for good
        self.readying: i64 = 0  # mask of those who have something readied
        self.hurt: i64 = 0  # of these, those who were hurt just now
        self.hidden: i64 = 0  # mask of combatants hidden from anybody
        self.present: i64 = 0  # mask of the bodies on the map
        self.able: i64 = 0  # mask of those on the map who are not incapacitated

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
        thing: i64 = 0
        while thing < len(self.thing_hp):
            self.thing_hp[thing] = self.setup.things[thing].hp
            thing += 1
        self.readying = 0
        self.hurt = 0
        self.hidden = 0
        self.present = 0
        self.able = 0
        self.order.clear()
        self.helps.clear()
        at: i64 = 0
        while at < self.setup.board.size:
            self.occupied[at] = 0
            at += 1
        at = 0
        while at < len(self.standing):
            self.standing[at] = 0
            at += 1
        for c in self.combatants:
            self._begin(c)
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
        c.drawn = stat.drawn
        c.has_marked = False
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
        c.square = -1
        self.refresh_budget(c)
        self.spend_at_start(c)
        self.recount(c)
        if not c.is_waiting and start.square >= 0:
            self._put(c, start.square)
        if start.hidden >= 0:
            self.set_hidden(c, start.hidden_from, start.hidden)

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
        c.granted = 1
        c.spent_ft = 0
        c.has_dragged = False
        c.odd_diagonals = 0
        c.sequence = -1
        c.sequence_made = 0
        c.light_weapon = -1
        c.light_used = 0
        c.used_sneak = False
        c.extra_made = False
        c.has_drawn = False
        c.loading_used = 0

    # ------------------------------------------------------------------------------------------------ the board

    def _put(self, c: Combatant, square: i64) -> None:
        """Stand a body on a square; the dead lie there without taking space."""
        c.square = square
        if not c.is_dead:
            self._mark(c, True)
            self.present |= c.bit
            if c.flags & INCAPACITATED == 0:
                self.able |= c.bit

    def _mark(self, c: Combatant, is_there: bool) -> None:
        if c.square < 0:
            return
        width = self.setup.board.width
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
        """Move a body to a square. Steps of one walk share one event, which `note_move` writes."""
        if not c.is_dead:
            self._mark(c, False)
        c.square = square
        if not c.is_dead:
            self._mark(c, True)

    def note_move(self, c: Combatant, path: list[int], cost_ft: i64, forced_by: i64, dragging: list[str]) -> None:
        """Write the event of squares already entered."""
        if self.journal is not None and len(path) > 0:
            names: list[object] = [square_name(self.setup.board.width, square) for square in path]
            self.note(
                "move",
                c,
                None,
                {
                    "path": names,
                    "cost_ft": cost_ft,
                    "forced": forced_by >= 0,
                    "by": self.combatants[forced_by].name if forced_by >= 0 else None,
                    "dragging": list(dragging),
                },
            )

    def arrive(self, c: Combatant, square: i64) -> None:
        """A reinforcement comes in."""
        c.is_waiting = False
        self._put(c, square)
        self.note("arrive", c, None, {"square": square_name(self.setup.board.width, square)})

    def leave(self, c: Combatant, because: str) -> None:
        """A combatant is gone from the map and out of the fight."""
        was_in = c.is_in
        self._mark(c, False)
        c.square = -1
        c.has_left = True
        self.present &= ~c.bit
        self.able &= ~c.bit
        if was_in:
            self.standing[c.side] -= 1
        self.note("leave", c, None, {"because": because})
        if self.minds & c.bit:
            self.end_concentration(c, "gone")
        self.end_broken_holds()

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
        if self.minds & c.bit and c.flags & INCAPACITATED:
            self.end_concentration(c, "incapacitated")
        if self.holds > 0:
            self.end_broken_holds()

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
        if c.flags & OUTLINED and c.flags & UNSEEABLE:
            self._show(c)
        flags = c.flags
        speed = c.stat.speed_ft - slower
        if flags & HALF_SPEED:
            speed //= 2
        if flags & (SPEED_ZERO | CANNOT_MOVE) or speed < 0:
            speed = 0
        c.speed_ft = speed
        c.max_hp = c.full_max_hp // 2 if flags & HALF_MAX_HP else c.full_max_hp
        if c.hp > c.max_hp:
            c.hp = c.max_hp
        if c.square >= 0 and not c.is_dead:
            if flags & INCAPACITATED:
                self.able &= ~c.bit
            else:
                self.able |= c.bit
        if c.is_dodging and (flags & INCAPACITATED or speed == 0):
            c.is_dodging = False  # dodge: lost while incapacitated or without Speed, and not regained

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

    def end_with_attack(self, c: Combatant) -> None:
        """A combatant has attacked: what an attack ends is over (5.1 and 5.2, Invisibility)."""
        for effect in list(c.ongoing):
            if effect.ends_with_attack and effect in c.ongoing:
                caster = self.combatants[effect.source] if effect.source >= 0 else None
                self.lift(c, effect, "attacked")
                if caster is not None and caster.concentrating == effect.spell and not self._holds_spell(caster):
                    self.end_concentration(caster, "attacked")

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
            apart = self.setup.board.distance_ft(holder.square, holder.n, c.square, c.n)
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

    def set_hp(self, c: Combatant, hp: i64) -> None:
        """Set the HP of somebody knocked out."""
        c.hp = hp

    def gain_hp(self, c: Combatant, amount: i64) -> None:
        """Heal, up to the maximum. Whoever was at 0 HP wakes (still prone), its death saves forgotten."""
        if c.is_dead or amount <= 0:
            return
        was_out = not c.is_in
        c.hp = c.hp + amount if c.hp + amount < c.max_hp else c.max_hp
        self.note("heal", None, c, {"amount": amount, "hp": c.hp})
        if was_out and not c.has_left:
            self.rouse(c)

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
        c.is_down = False
        c.is_knocked_out = False
        c.is_stable = False
        c.hp = 0
        self.present &= ~c.bit
        self.able &= ~c.bit
        self.set_hidden(c, 0, 0)
        self.note("dead", None, c, {"because": because})
        if self.minds & c.bit:
            self.end_concentration(c, "dead")
        self.end_broken_holds()

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

    def note(self, type: str, actor: Combatant | None, target: Combatant | None, data: Data) -> None:
        """Write an event, if anybody reads."""
        journal = self.journal
        if journal is not None:
            journal.write(
                Event(
                    type,
                    self.round,
                    self.turn,
                    None if actor is None else actor.name,
                    None if target is None else target.name,
                    data,
                )
            )

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
            tallies.append(Tally(c))
        return Outcome(winner, self.round, self.turn, tallies)
