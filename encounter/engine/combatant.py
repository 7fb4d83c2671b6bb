"""One creature in a fight: everything about it that changes. Only `encounter.engine.fight` changes it."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from encounter.engine.bits import bit_of
from encounter.engine.effect import INCAPACITATED, PLACES, RAGES, Ongoing
from encounter.engine.ground import Ground
from encounter.engine.tables import MOST_SLOT, POTIONS, Start, Stat, Use

# How a combatant stands when a fight is over.
UP: Final = 0
DOWN: Final = 1
DEAD: Final = 2
LEFT: Final = 3
WAITING: Final = 4

# What a turn offers once each.
ACTION: Final = 1
BONUS: Final = 2
HASTE: Final = 4  # the one attack of a hasted creature

# What somebody has cast in a turn.
CAST_SLOT: Final = 1  # a spell that took a slot
CAST_BONUS: Final = 2  # a spell as a bonus action
CAST_OTHER: Final = 4  # a spell that is no cantrip cast as an action
CAST_SURGED: Final = 8  # an Action Surge, whose action casts nothing


class Combatant:
    """One creature in this fight. `bit` is its place in masks of combatants, `square` its top-left square or -1."""

    def __init__(self, start: Start, ground: Ground) -> None:
        self.index: i64 = start.index
        self.bit: i64 = bit_of(start.index)
        self.own: i64 = self.bit  # the bodies that share its space and are not in its way: its own, mount and rider
        self.mount: i64 = -1  # index of what it rides
        self.rider: i64 = -1  # index of whoever rides it
        self.inside: i64 = -1  # index of whoever has swallowed it
        self.swallowed_turn: i64 = -1  # in which turn of the fight
        self.hurt_inside: i64 = 0  # damage taken in this turn from those whom it has swallowed
        self.owed_ft: i64 = 0  # movement that its next turn begins with already spent
        self.is_directed: bool = False  # a mount: its rider directs it
        self.took_turn: i64 = 0  # the round in which it last had a turn
        self.name: str = start.name
        self.side: i64 = start.side
        self.stat: Stat = start.stat
        self.start: Start = start
        self.n: i64 = start.stat.n  # edge of its footprint as it is now
        self.ground: Ground = ground  # the board as it finds it
        self.squeezes: bool = ground.squeezes  # its footprint depends on where it is
        self.masks: vec[i64] = vec[i64]([0] * PLACES)
        self.ongoing: list[Ongoing] = []
        self.supplies: vec[i64] = vec[i64]([0] * len(start.stat.supplies))
        self.square: i64 = -1
        self.breath: i64 = 0  # rounds left that it can hold its breath; below 0 it suffocates
        self.choked: i64 = 0  # levels of exhaustion that this has brought
        self.has_told_breath: bool = False  # by which trait it breathes was told
        self.is_immersed: bool = False  # its whole space is under water
        self.level: i64 = 0  # of its feet, in levels of 5 ft above the lowest ground; on a flat board always 0
        self.hp: i64 = 0
        self.max_hp: i64 = 0
        self.full_max_hp: i64 = 0
        self.temp_hp: i64 = 0
        self.taken: vec[i64] = vec[i64]([])  # damage of the last blow by type, where somebody drains by it
        self.is_dead: bool = False
        self.is_down: bool = False  # at 0 HP and not dead
        self.is_knocked_out: bool = False
        self.is_stable: bool = False
        self.has_left: bool = False
        self.is_waiting: bool = False
        self.successes: i64 = 0
        self.failures: i64 = 0
        self.flags: i64 = 0
        self.ac: i64 = start.stat.ac  # with what effects make of it
        self.powers: i64 = 0  # what spells do to it (effect.NO_REACTIONS ...)
        self.dex_saves: i64 = 0  # what effects add to Dexterity saves
        self.immune_effects: i64 = 0
        self.d20_penalty: i64 = 0
        self.has_d20_dice: bool = False  # a row adds a die to its attacks and saves, or takes one off
        self.concentrating: str = ""  # the spell it holds, "" none
        self.readied: Readied | None = None
        self.hurt_by: i64 = -1  # who hurt it last while it had something readied
        self.potions: vec[i64] = vec[i64]([0] * len(POTIONS))
        self.kit_uses: i64 = 0  # of a healer's kit
        self.speed_ft: i64 = 0
        self.swim_ft: i64 = 0  # its swimming speed, 0 without one
        self.fly_ft: i64 = 0  # its fly speed as it is now
        self.climb_ft: i64 = 0  # its climb speed as it is now; 0 where no heights count
        self.blindsight_ft: i64 = start.stat.blindsight_ft  # as far as its senses serve it now
        self.has_reaction: bool = True
        self.is_fireproof: bool = False  # its mount lets it resist fire
        self.spurred: i64 = 0  # bit of each cause (Stat.spurs) that its turn has given it
        self.strikes_left: i64 = 0  # reactions beside it, for opportunity attacks alone
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
        self.has_mounted: bool = False  # got on a mount, or off one
        self.odd_diagonals: i64 = 0
        self.trail: list[int] = []  # where its steps of the turn began, of whoever charges; and where the last ended
        self.trail_end: i64 = -1
        self.run_ft: i64 = 0  # moved just now, one step after the other: the run-up of a jump
        self.sequence: i64 = -1  # the alternative of Multiattack or Attack under way
        self.sequence_made: i64 = 0  # bit of each attack of it that was made
        self.light_weapon: i64 = -1  # weapon index of the first light attack made this turn
        self.light_used: i64 = 0  # bit of each weapon index that such an attack was made with
        self.used_sneak: bool = False
        self.attacks_before: i64 = 0  # what it had made, and taken, when its last turn ended: does a rage go on
        self.damage_before: i64 = 0
        self.was_raging: bool = False
        self.indomitable_left: i64 = 0
        self.has_surged: bool = False  # has had a second action in this turn
        self.was_relentless: bool = False  # has stood up to a blow that would have dropped it
        self.regeneration_stopped: bool = False  # by damage since its last turn
        self.extra_made: bool = False  # the extra attack with a second light weapon
        self.cleaved_turn: i64 = -1  # the turn of the fight in which it last used Cleave
        self.drawn: i64 = 0  # bit of each weapon index in hand, where that is known
        self.has_drawn: bool = False  # has used the free interaction of its turn
        self.has_marked: bool = False  # has left marks that its turns measure
        self.loading_used: i64 = 0
        # actions that are no attack
        self.deed_uses: vec[i64] = vec[i64]([0] * len(start.stat.deeds))  # uses left of those that can be used up
        self.used_up: i64 = 0  # bit of each that is not to be used again before its next turn
        self.acting: i64 = -1  # the action whose attacks it may make now though it is not its turn
        self.legendary_left: i64 = 0
        self.last_lair: i64 = -1  # place of the lair action taken last
        self.resistances_left: i64 = 0
        self.immune_deeds: list[int] = []  # actions (source and number, as rules.actions.immunity) it has withstood
        self.suffered: i64 = 0  # bit of each hazard of the ground that has hurt it
        self.suffered_turn: i64 = -1  # in this turn of the fight
        self.initiative: i64 = 0
        # spells
        self.slots: vec[i64] = vec[i64]([0] * (MOST_SLOT + 1))  # slots left, by level
        self.cast: i64 = 0  # what it has cast in this turn of the fight: CAST_SLOT ...
        # counted for the outcome
        self.damage_dealt: i64 = 0
        self.damage_taken: i64 = 0
        self.attacks_made: i64 = 0
        self.hits: i64 = 0
        self.criticals: i64 = 0

    def n_at(self, square: i64) -> i64:
        """Edge of the footprint that it has, or would have at a square."""
        if self.squeezes:
            return self.ground.edge_at(square)
        return self.n

    def think_at(self, square: i64) -> None:
        """Put it on a square in thought, for a question: no mask of bodies knows of it."""
        self.square = square
        if self.squeezes:
            self.n = self.ground.edge_at(square)

    @property
    def is_on_map(self) -> bool:
        return self.square >= 0

    @property
    def is_in(self) -> bool:
        """Whether its side still has it: not dead, not at 0 HP, not knocked out, not gone."""
        return not (self.is_dead or self.is_down or self.is_knocked_out or self.has_left)

    @property
    def is_bloodied(self) -> bool:
        """Half its hit points or fewer (rules.md 159)."""
        return 2 * self.hp <= self.max_hp

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


def has_no_speed(c: Combatant) -> bool:
    """Whether none of its speeds takes a combatant anywhere."""
    return c.speed_ft <= 0 and c.swim_ft <= 0 and c.fly_ft <= 0 and c.climb_ft <= 0


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


def as_able(c: Combatant, use: Use) -> Use:
    """The use as its wielder can make it now: another one in a rage, or at half its hit points or fewer."""
    if not use.varies:
        return use
    if use.raging is not None and c.powers & RAGES:
        return use.raging
    if use.at_half is None or not c.is_bloodied:
        return use
    return use.at_half
