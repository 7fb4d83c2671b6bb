"""An encounter flattened to numbers: stat blocks, attacks, rules and starting states as native rows.

Frozen templates are pleasant to read and slow to ask; a fight asks these rows instead. They are built once from a
scenario (encounter.scenario.compile), shared by every fight and every thread, and never written to afterwards, the
memoised odds of `Use` apart, whose entries are the same whoever writes them.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from encounter.engine.board import Board
from encounter.engine.d20 import D20Rules, Special
from encounter.engine.doors import Door, Grounds
from encounter.engine.effect import ClauseBits, EffectRow, Threat
from encounter.engine.ground import Gait
from encounter.engine.light import LampStart
from encounter.engine.relief import Relief
from encounter.engine.sight import Sight

# Weapon properties of a use, and what kind of attack it is.
FINESSE: Final = 1 << 0
HEAVY: Final = 1 << 1
LIGHT: Final = 1 << 2
LOADING: Final = 1 << 3
THROWN: Final = 1 << 4
TWO_HANDED: Final = 1 << 5
SPELL: Final = 1 << 6
UNARMED: Final = 1 << 7
WEAPON: Final = 1 << 8
LANCE: Final = 1 << 9
MELEE_WEAPON: Final = 1 << 10  # the weapon can be used in melee, however this use is made
NET: Final = 1 << 11

# Masteries of a weapon that its wielder can use.
CLEAVE: Final = 1 << 0
GRAZE: Final = 1 << 1
NICK: Final = 1 << 2
PUSH: Final = 1 << 3
SAP: Final = 1 << 4
SLOW: Final = 1 << 5
TOPPLE: Final = 1 << 6
VEX: Final = 1 << 7

MODES: Final = 9  # odds are kept for net -4 to 4; rarer nets are computed anew
MIDDLE_MODE: Final = 4
LEAST_NEEDED: Final = 2  # the kept die that hits: 2 when only a natural 1 misses, 21 when nothing but a 20 does
MOST_NEEDED: Final = 21
MAX_VOLLEY: Final = 6  # the most attacks weighed together
MAX_COMBATANTS: Final = 62  # one bit each in a mask


# How a combatant chooses among targets of equal worth to it.
ANY_TARGET: Final = 0
NEAREST: Final = 1
WEAKEST: Final = 2
STRONGEST: Final = 3
NAMED: Final = 4

# Tactics.
DEFAULT_TACTIC: Final = 0
BRUTE: Final = 1
ARCHER: Final = 2
SKIRMISHER: Final = 3
GUARD: Final = 4
STILL: Final = 5
TACTIC_NAMES: Final = ("default", "brute", "archer", "skirmisher", "guard", "still")

# What enemies do to the fallen.
IGNORE_FALLEN: Final = 0
OPPORTUNIST: Final = 1
FINISH: Final = 2

# How ties of initiative are settled.
ROLL_OFF: Final = 0
REROLL_TIES: Final = 1
BY_MODIFIER: Final = 2


class Potion:
    """What a potion does: hit points regained by dice, or temporary hit points."""

    def __init__(self, name: str, dice: i64, sides: i64, bonus: i64, temp_hp: i64) -> None:
        self.name = name
        self.dice = dice
        self.sides = sides
        self.bonus = bonus
        self.temp_hp = temp_hp


POTIONS: Final[list[Potion]] = [
    Potion("healing", 2, 4, 2, 0),
    Potion("greater healing", 4, 4, 4, 0),
    Potion("superior healing", 8, 4, 8, 0),
    Potion("supreme healing", 10, 4, 20, 0),
]
POTION_NAMES: Final = ("healing", "greater healing", "superior healing", "supreme healing")


class DamagePart:
    """Dice of one damage type: `counts[i]` dice of `sides[i]`, plus `bonus`."""

    def __init__(self, type: i64, counts: list[int], sides: list[int], bonus: i64) -> None:
        self.type = type
        self.counts: vec[i64] = vec[i64](counts)
        self.sides: vec[i64] = vec[i64](sides)
        self.terms: i64 = len(counts)
        self.bonus = bonus

    def largest(self, doubled: bool) -> i64:
        """The largest total, with the dice doubled on a critical hit."""
        total = self.bonus
        at: i64 = 0
        while at < self.terms:
            total += self.counts[at] * self.sides[at] * (2 if doubled else 1)
            at += 1
        return total if total > 0 else 0


# When a rider's conditions end, if not after a number of rounds: its is the target's, my is the source's turn.
AT_ITS_START: Final = 1
AT_ITS_END: Final = 2
AT_MY_START: Final = 3
AT_MY_END: Final = 4

NO_DRAIN: Final = -2
DRAINS_ALL: Final = -1  # by damage of any type; else the type


def threat_of(conditions: list[EffectRow], is_magical: bool) -> Threat:
    """What a save is against whose failure brings these rows."""
    effects: i64 = 0
    for row in conditions:
        effects |= row.threat.effects
    return Threat(is_magical, effects)


class Whom:
    """Whom something is for (rules.whom.fits): `types` and `spared` are masks of types of creature, `rows` conditions
    that its user must have brought itself where `mine` says so; or whoever is hurt, or anybody in the first round."""

    def __init__(self) -> None:
        self.types: i64 = 0
        self.spared: i64 = 0
        self.rows: list[EffectRow] = []
        self.mine: list[bool] = []
        self.hurt: bool = False
        self.first_round: bool = False
        self.is_anybody: bool = False  # whom it does not spare


class GulletRow:
    """What befalls those whom a creature has swallowed; see creature.Gullet. `bars` has a bit for each weapon index."""

    def __init__(self, most: i64, rows: list[EffectRow], parts: list[DamagePart]) -> None:
        self.most = most
        self.rows = rows
        self.parts = parts
        self.at_end: bool = False
        self.once: bool = False
        self.spits_after: i64 = 0
        self.dc: i64 = 0
        self.exit_ft: i64 = 0
        self.bars: i64 = 0


class RiderRow:
    """What a hit brings beside its damage; `save` is an ability or -1."""

    def __init__(
        self,
        conditions: list[EffectRow],
        parts: list[DamagePart],
        save: i64,
        dc: i64,
        half: bool,
    ) -> None:
        self.conditions = conditions
        self.parts = parts
        self.save = save
        self.dc = dc
        self.half = half
        self.threat: Threat = threat_of(conditions, False)
        self.rounds: i64 = -1
        self.repeats: bool = False
        self.escape_dc: i64 = 0
        self.with_hold: bool = False  # the conditions last as long as the attacker's grapple does
        self.push_ft: i64 = 0  # negative: a pull
        self.is_failed: bool = False  # its save was failed already and is only repeated
        self.until: i64 = 0  # AT_ITS_START ...: its conditions end there instead of after `rounds`
        self.lasting: i64 = -1  # its place in Setup.lasting, where something of it comes back turn by turn
        self.each_turn: list[DamagePart] = []  # damage on each of the target's turns while it lasts
        self.each_at_end: bool = False
        self.each_on_failure: bool = False  # it falls when the save at the end of a turn fails
        self.again: list[EffectRow] = []  # in place of its conditions once the repeated save fails
        self.drains: i64 = NO_DRAIN
        self.kills: bool = False
        self.deed: i64 = -1  # number of the action (Deed.number) behind it
        self.breaks_with: str = ""  # the check against `escape_dc` that ends the conditions as an action
        self.largest: i64 = 5  # the largest size that suffers it
        self.up_to_hp: i64 = -1  # it befalls only those with so many hit points or fewer; -1 anybody
        self.only: Whom | None = None
        self.ends_with_attack: bool = False
        self.ends_with_harm: bool = False  # damage ends what it brings
        self.wakes: bool = False  # damage ends unconsciousness that it brings
        self.worse: RiderRow | None = None  # what else befalls whoever fails its save by 5 or more


class Hazard:
    """What a kind of ground does to whoever enters it, or starts a turn on it; `rider` says what."""

    def __init__(self, index: i64, name: str, rider: RiderRow, on_enter: bool, on_start: bool) -> None:
        self.index = index
        self.name = name
        self.rider = rider
        self.on_enter = on_enter
        self.on_start = on_start


class CriticalRow:
    """What a critical hit brings: the dice `times` times, the first weapon die `dice` times more, damage, and riders.

    The damage of `parts` is not doubled. In the SRDs a critical hit doubles the dice; under `reroll` each weapon says.
    """

    def __init__(self, times: i64, dice: i64) -> None:
        self.times = times
        self.dice = dice
        self.parts: list[DamagePart] = []
        self.riders: list[RiderRow] = []


class FumbleRow:
    """What a fumble of one severity does to whoever fumbles."""

    def __init__(self) -> None:
        self.drops: bool = False  # the weapon falls to the ground
        self.parts: list[DamagePart] = []
        self.riders: list[RiderRow] = []  # conditions


class RerollRow:
    """Native re-rolls of a creature: on which rolls (bit of each d20 kind), and how many of each sign."""

    def __init__(self, rolls: i64) -> None:
        self.rolls = rolls
        self.ability: i64 = -1
        self.skill: str = ""
        self.positive: i64 = 0
        self.negative: i64 = 0
        self.neutral: i64 = 0


class SkillRow:
    """What is special about the rolls of one skill (`reroll`): its own results, and what 19, 20 and a fumble bring."""

    def __init__(self) -> None:
        self.special: Special | None = None
        self.minor: list[RiderRow] = []
        self.major: list[RiderRow] = []
        self.fumbles: list[FumbleRow | None] = []  # by severity, from 1; empty: nothing happens


class ChargeRow:
    """What a hit brings more after a run straight toward its target (creature.Charge); `then` is a weapon index."""

    def __init__(self, run_ft: i64) -> None:
        self.run_ft = run_ft
        self.parts: list[DamagePart] = []
        self.riders: list[RiderRow] = []
        self.then: i64 = -1
        self.worth: i64 = 0  # to tactics, in thousandths of a hit point


class Odds:
    """Odds of `count` attacks with one use, for one defence profile, one net and every number needed on the die.

    Rows are filled when first asked. `expected[needed][hp]` is the mean of min(damage, hp), `drops[needed][hp]` the
    chance that the damage reaches hp; beyond the largest damage the last entry holds.
    """

    def __init__(self) -> None:
        self.expected: list[vec[i64]] = [vec[i64]() for _ in range(MOST_NEEDED + 1)]
        self.drops: list[vec[i64]] = [vec[i64]() for _ in range(MOST_NEEDED + 1)]


class UseOdds:
    """All the odds of one use: a list by defence profile, net, automatic critical and number of attacks."""

    def __init__(self, profiles: i64) -> None:
        self.tables: list[Odds | None] = [None] * (profiles * MODES * 2 * MAX_VOLLEY)


class Use:
    """One way to attack: a dagger thrust and the same dagger thrown are two uses of one weapon.

    `own_disadvantage` holds the bits of clauses that lie in the weapon and its wielder (heavy, armour), and
    `lance_disadvantage` those that hold within 5 ft. `off_hand` is what the extra attack of two-weapon fighting
    leaves out of the first damage part. Distances in feet.
    """

    def __init__(self, index: i64, name: str, weapon: str, is_melee: bool, to_hit: i64) -> None:
        self.index = index
        self.name = name
        self.weapon = weapon
        self.weapon_index: i64 = 0
        self.is_melee = is_melee
        self.to_hit = to_hit
        self.reach_ft: i64 = 0
        self.normal_ft: i64 = 0
        self.long_ft: i64 = 0
        self.parts: list[DamagePart] = []
        self.riders: list[RiderRow] = []
        self.flags: i64 = 0
        self.ammunition: i64 = -1  # place in the combatant's supplies, -1 endless
        self.own_disadvantage: i64 = 0
        self.is_strong: bool = False  # its attack rolls are made with Strength
        self.lance_disadvantage: i64 = 0
        self.wet_disadvantage: i64 = 0  # the bit of `underwater` where water hampers it
        self.off_hand: i64 = 0
        self.is_plain: bool = True  # a nonmagical attack
        self.is_saved_against: bool = False  # no attack roll is made: the target saves (a net in 5.2)
        self.checks_hands: bool = False  # it needs two hands, or may have to be drawn
        self.two_hands: bool = False
        self.hands_blocked: i64 = 0  # hands that something else takes while it is used
        self.must_draw: bool = False  # it is known what its wielder holds
        self.masteries: i64 = 0  # CLEAVE ... VEX
        self.graze: i64 = 0  # damage of a miss, of the first part's type
        self.topple_dc: i64 = 0
        self.charge: ChargeRow | None = None
        self.usable_for_sneak: bool = False
        self.mean: i64 = 0  # thousandths of a hit point, of one ordinary hit
        self.odds: UseOdds = UseOdds(1)
        self.minor: CriticalRow = CriticalRow(1, 1)
        self.major: CriticalRow = CriticalRow(2, 0)
        self.special: Special | None = None  # its own fumbles and critical numbers
        self.fumbles: list[FumbleRow | None] = []  # by severity, from 1; empty: nothing happens
        self.critical_on: i64 = 0  # a hit with this natural number or a higher one is critical, 0 as the ruleset says
        self.misses_half: bool = False  # a miss deals half the damage
        self.burst: RiderRow | None = None  # hit or miss, what befalls the target and those about it
        self.burst_ft: i64 = 0
        self.drinks: bool = False  # its wielder regains half the damage
        self.only: Whom | None = None  # nobody else can be attacked with it
        self.favours: Whom | None = None  # those against whom it has advantage
        self.is_odd: bool = False  # a higher die need not be a better one: its effects and fumbles are its own
        self.has_rerolls: bool = False  # native re-rolls, those of its wielder included
        self.positive: i64 = 0
        self.negative: i64 = 0
        self.neutral: i64 = 0
        self.with_advantage: list[DamagePart] = []  # what a hit deals more when the roll has advantage
        self.favoured: Use | None = None  # the same use with that in its damage
        self.sneaking: Use | None = None  # the same use with Sneak Attack's dice in its damage
        self.is_by_strength: bool = False
        self.varies: bool = False  # one of the next two is there
        self.raging: Use | None = None  # the same use by a wielder in a rage
        self.at_half: Use | None = None  # the same use by a wielder with half its hit points or fewer


def as_place(action: i64) -> i64:
    """How a sequence names an action that is no attack, by its place in Stat.actions: below -1."""
    return -2 - action


class Sequence:
    """The attacks of one action: a weapon for each, -1 where any attack will do, `as_place` of an action in it.

    `is_attack_action`: it is the Attack action, so that a grapple or shove may take an attack's place; else it is a
    monster's Multiattack.
    """

    def __init__(self, weapons: list[int], is_attack_action: bool) -> None:
        self.weapons: vec[i64] = vec[i64](weapons)
        self.length: i64 = len(weapons)
        self.is_attack_action = is_attack_action
        self.deed: i64 = -1  # the action (place in Stat.deeds) whose attacks these are
        self.is_hasted: bool = False  # the one attack more of a hasted creature
        self.has_deeds: bool = min(weapons) < -1  # an action that is no attack has a place in it
        self.has_spells: bool = False  # an attack in it is that of a spell
        self.casts: vec[i64] = vec[i64]([-1] * len(weapons))  # by place: the spell (in Stat.deeds), -1 none


# What an action costs.
AN_ACTION: Final = 0
A_BONUS_ACTION: Final = 1
A_REACTION: Final = 2
LEGENDARY: Final = 3
LAIR: Final = 4
A_TRAIT: Final = 5  # nothing: it happens by itself
FREE: Final = 6  # nothing

# Whom an action reaches.
OF_ENEMIES: Final = 0
OF_ALLIES: Final = 1
OF_ALL: Final = 2
OF_SELF: Final = 3
OF_GRAPPLERS: Final = 4  # those that grapple it
OF_GRAPPLING: Final = 5  # and those that it grapples

# When a trait acts by itself, in the order of creature.MOMENTS.
NEAR_AT_START: Final = 0
NEAR_AT_END: Final = 1
AT_OWN_START: Final = 2
AT_OWN_END: Final = 3
AT_DEATH: Final = 4
AT_TOUCH: Final = 5
AT_HIT: Final = 6

# What a reaction answers, in the order of creature.DEED_TRIGGERS.
WHEN_HIT_IN_MELEE: Final = 0
WHEN_HIT: Final = 1
WHEN_DAMAGED: Final = 2
WHEN_MISSED_IN_MELEE: Final = 3
WHEN_ALLY_HIT: Final = 4
WHEN_ENTERED: Final = 5
WHEN_ATTACKED: Final = 6  # before the attack roll
WHEN_CAST: Final = 7  # a spell that an enemy casts

ONLY_REST: Final = 7  # a recharge that no d6 shows
MOST_SLOT: Final = 9  # the highest level of spells and their slots


class Lays:
    """The zone that a spell lays: what kind (zones.KINDS), what it does to whoever is in it, and when."""

    def __init__(self, kind: str, does: str) -> None:
        self.kind = kind
        self.does = does
        self.difficult: bool = False
        self.rider: RiderRow | None = None
        self.on_enter: bool = False
        self.on_start: bool = False
        self.on_end: bool = False
        self.each_step: bool = False  # it falls on whoever moves there, for every 5 ft
        self.follows: bool = False  # it goes where its caster goes
        self.spares_allies: bool = False
        self.rounds: i64 = -1


class Deed:
    """An action that is no attack, for the fight; what its fields mean stands in creature.Action.

    `number` is its own among all of the encounter, `place` that in its stat block. `shape` is -1 without an area.
    `options` are the sequences (places in Stat.sequences) of its attacks.
    """

    def __init__(self, number: i64, place: i64, name: str) -> None:
        self.number = number
        self.place = place
        self.name = name
        self.cost: i64 = AN_ACTION
        self.price: i64 = 1
        self.shape: i64 = -1
        self.size_ft: i64 = 0
        self.width_ft: i64 = 0
        self.height_ft: i64 = 0
        self.range_ft: i64 = 0
        self.targets: i64 = 0
        self.of: i64 = OF_ENEMIES
        self.needs: i64 = 0
        self.save: i64 = -1
        self.dc: i64 = 0
        self.threat: Threat = Threat(False, 0)  # what its save is against
        self.parts: list[DamagePart] = []
        self.half: bool = False
        self.each: bool = False
        self.fail: list[RiderRow] = []
        self.success: list[RiderRow] = []
        self.worse: list[RiderRow] = []  # of a save failed by 5 or more, beside `fail`
        self.gives: list[RiderRow] = []
        self.heal: DamagePart | None = None
        self.temp_hp: DamagePart | None = None
        self.options: list[int] = []
        self.moves: i64 = 0  # 1 half its Speed, 2 all of it, more: feet
        self.provokes: bool = True
        self.teleport_ft: i64 = 0
        self.goes_unseen: bool = False  # it teleports where it sees nothing, too
        self.recharge: i64 = 0
        self.uses: i64 = -1
        self.immune_after: bool = False
        self.spur: i64 = 0  # bit of what must have happened on the turn, in the order of creature.SPURS; 0 nothing
        self.trigger: i64 = -1
        self.moment: i64 = -1  # NEAR_AT_START ...: of a trait that acts by itself
        self.needs_wits: bool = False
        self.ac_bonus: i64 = 0
        self.halves: bool = False
        self.redirects: bool = False
        self.concentration: bool = False
        self.once_a_round: bool = False
        self.searches: bool = False
        self.inspires: bool = False  # for others than its owner
        self.surges: bool = False  # it gives its owner another action
        self.counter: i64 = place  # the place of the action that counts its uses
        self.only: Whom | None = None
        self.swallows: bool = False  # whoever it befalls may be swallowed
        self.in_sequence: bool = False  # a Multiattack has a place for it
        self.spell: str = ""  # the spell that it casts, "" none
        self.spell_level: i64 = 0  # 0 a cantrip
        self.slot: i64 = 0  # the level of the slot it takes, 0 none
        self.one_slot: bool = False  # no second slot in a turn
        self.alone: bool = False  # beside a spell as a bonus action only cantrips as actions
        self.is_again: bool = False  # it goes on with a spell that was cast before
        self.while_row: EffectRow | None = None  # it can be used only while this is in force on its owner
        self.darts: i64 = 0  # how often it deals its damage, shared out among its targets; 0: once to each
        self.pool: DamagePart | None = None  # hit points it affects, from the lowest up
        self.lays: Lays | None = None
        self.past_cover: bool = False
        self.counter_save: i64 = -1  # of a spell that stops others: the save of the other caster (5.2)
        self.counter_ability: i64 = 3  # and the ability of its own check (5.1)
        self.dispels: bool = False  # it ends spells on its target
        self.raises: i64 = 0  # the maximum of hit points rises
        self.cures: list[EffectRow] = []  # conditions that it ends, one of them
        self.lasts: EffectRow | None = None  # what is in force on its owner while it goes on
        self.lasts_rounds: i64 = -1
        self.drinks: bool = False  # its owner regains half the damage
        self.mean: i64 = 0  # thousandths of a hit point that its damage comes to, saves aside
        self.harm: i64 = 0  # the same of a failed save, with what its conditions are worth to the tactics


class Stat:
    """A stat block for the fight. All modifiers are totals, all distances feet, `n` the edge of the footprint."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.size: i64 = 2
        self.n: i64 = 1
        self.gait: Gait = Gait(1, 1)  # how it gets about; one number each among those of the encounter
        self.ac: i64 = 10
        self.is_character: bool = False
        self.hp: i64 = 1
        self.hp_counts: vec[i64] = vec[i64]([])
        self.hp_sides: vec[i64] = vec[i64]([])
        self.hp_bonus: i64 = 0
        self.speed_ft: i64 = 30  # on foot; of whoever has no feet to go on, its swimming speed
        self.swim_ft: i64 = 0
        self.more_strikes: i64 = 0  # reactions beside the usual one, for opportunity attacks alone
        self.harms: vec[i64] = vec[i64]([])  # by number of a hazard: what it costs, in thousandths of a hit point
        self.fly_ft: i64 = 0
        self.climb_ft: i64 = 0
        self.hovers: bool = False
        self.long_jump_ft: i64 = 10  # how far and how high it jumps after a run-up, and without one
        self.standing_jump_ft: i64 = 5
        self.high_jump_ft: i64 = 3
        self.standing_high_ft: i64 = 1
        self.saves: vec[i64] = vec[i64]([0] * 6)
        self.modifiers: vec[i64] = vec[i64]([0] * 6)
        self.athletics: i64 = 0
        self.acrobatics: i64 = 0
        self.stealth: i64 = 0
        self.perception: i64 = 0
        self.medicine: i64 = 0
        self.skills: dict[str, int] = {}
        self.trained: list[str] = []  # the skills that the stat block writes, in which it is proficient
        self.types: i64 = 0  # bit of each type and tag of creature that it is, among those of the encounter
        self.proficiency: i64 = 2
        self.tools: list[str] = []  # those it is proficient with
        self.special: Special | None = None  # of its rolls that no weapon and no skill is behind
        self.rerolls: list[RerollRow] = []
        self.skill_rows: dict[str, SkillRow] = {}
        self.initiative: i64 = 0
        self.unarmed_dc: i64 = 10  # 8 + STR + proficiency
        self.darkvision_ft: i64 = 0
        self.blindsight_ft: i64 = 0
        self.tremorsense_ft: i64 = 0  # locates what is hidden, without seeing it
        self.truesight_ft: i64 = 0
        self.blind_beyond: bool = False
        self.resist: i64 = 0  # bit of each damage type
        self.vulnerable: i64 = 0
        self.immune: i64 = 0
        self.resist_plain: i64 = 0  # the same, of nonmagical attacks only
        self.immune_plain: i64 = 0
        self.immune_effects: i64 = 0  # bit of each effect row
        self.traits: list[EffectRow] = []
        self.uses: list[Use] = []
        self.sequences: list[Sequence] = []  # what one Attack action or Multiattack makes, alternatives
        self.deeds: list[Deed] = []  # actions that are no attack
        self.teleports: bool = False  # one of them takes it elsewhere
        self.reactions: i64 = 0  # bit of each trigger (WHEN_HIT ...) that one of them answers
        self.slots: vec[i64] = vec[i64]([0] * (MOST_SLOT + 1))  # spell slots by level
        self.bound: i64 = 0  # bit of each weapon that only an action makes use of, such as the ray of a spell
        self.spurs: i64 = 0  # bit of each cause that one of its bonus actions needs
        self.automatic: i64 = 0  # bit of each moment (NEAR_AT_START ...) at which one of its traits acts
        self.legendary: i64 = 0  # legendary actions a round
        self.gullet: GulletRow | None = None
        self.resistances: i64 = 0  # failed saves that it may turn into successes, a fight
        self.unarmed: Use | None = None
        self.has_rage: bool = False
        self.indomitable: i64 = 0  # failed saves that it may roll again, and what it adds then
        self.indomitable_bonus: i64 = 0
        self.protects: i64 = 0  # what its aura adds to saves, how far
        self.protects_ft: i64 = 0
        self.surges: bool = False  # one of its actions gives another action
        self.sneak: DamagePart | None = None  # extra dice, once a turn
        self.sneak_clause: str = ""  # the clause they come from
        self.critical_on: i64 = 0  # of its weapons, as of a use
        self.critical_clause: str = ""  # the clause behind it
        self.regeneration: i64 = 0  # HP at the start of a turn
        self.regeneration_unless: i64 = 0  # bit of each damage type that stops it for a turn
        self.charges: bool = False  # an attack of its is more after a run
        self.breath: i64 = 20  # rounds that it can hold its breath
        self.absorbs: i64 = 0  # bit of each damage type that heals it
        self.relentless_up_to: i64 = 0  # the largest blow that Relentless stands up to, 0 any
        self.is_untrained: bool = False  # wears armour or a shield that hinders it
        self.is_noisy: bool = False  # its armour hinders Stealth
        self.drawn: i64 = 0  # bit of each weapon index in hand at the start
        self.two_handed: i64 = 0  # bit of each weapon that takes two hands
        self.weapon_hands: i64 = 2  # hands that no shield takes
        self.hands_free: i64 = 2
        self.pairs: i64 = 0  # weapons of which it holds two
        self.supplies: vec[i64] = vec[i64]([])  # ammunition at the start, by place
        self.supply_names: list[str] = []
        self.melee_reach_ft: i64 = 0  # the longest reach of a melee use, 0 without any
        self.strike_reach_ft: i64 = 0  # the longest reach it would strike a leaver with, and the shorter one if two
        self.inner_reach_ft: i64 = 0
        self.longest_ft: i64 = 0  # the longest distance at which it can attack at all
        self.best_mean: i64 = 0  # of the best single hit
        self.strike_menace: i64 = 0  # of one opportunity attack against AC 15
        self.menace: i64 = 0  # thousandths of a hit point it deals to AC 15 in an action
        self.melee_menace: i64 = 0
        self.kind: i64 = 0  # number of the defence profile (resistances and so on) among those of the encounter
        self.plain_kind: i64 = 0  # the same against nonmagical attacks


class OngoingStart:
    """A condition in force when the fight begins."""

    def __init__(self, row: EffectRow, source: i64, rounds: i64, level: i64) -> None:
        self.row = row
        self.source = source
        self.rounds = rounds
        self.level = level
        self.hold_ft: i64 = 5
        self.escape_dc: i64 = 0
        self.with_hold: bool = False
        self.spell: str = ""  # the spell that brings it, held by `source`
        self.save_ability: i64 = -1
        self.save_dc: i64 = 0
        self.breaks_with: str = ""
        self.ends_with_attack: bool = False


class HelpStart:
    """Help in force at the start: by `helper`, for `aided` (-1 any ally), against `enemy` or on checks with a skill."""

    def __init__(self, helper: i64, aided: i64, enemy: i64, skill: str) -> None:
        self.helper = helper
        self.aided = aided
        self.enemy = enemy
        self.skill = skill


class ReadiedStart:
    """What is readied when the fight begins: an attack `use`, or with -1 a move to `square`; see fight.Readied."""

    def __init__(self, use: i64, when: i64, target: i64, square: i64) -> None:
        self.use = use
        self.when = when
        self.target = target
        self.square = square


class Start:
    """How one combatant begins: where, when and in which state."""

    def __init__(self, index: i64, name: str, side: i64, stat: Stat) -> None:
        self.index = index
        self.name = name
        self.side = side
        self.stat = stat
        self.square: i64 = -1
        self.altitude_ft: i64 = 0  # above the ground under it
        self.mount: i64 = -1  # index of what it rides
        self.is_independent: bool = False  # a mount: it goes where it likes, whoever rides it
        self.arrives: i64 = 1
        self.group: i64 = 0
        self.letter: str = ""
        self.tactic: i64 = DEFAULT_TACTIC
        self.targets: i64 = ANY_TARGET
        self.target_order: vec[i64] = vec[i64]([])  # rank of each combatant for NAMED
        self.fixed_initiative: i64 = -1000
        self.hp: i64 = -1  # -1: what the stat block says
        self.max_hp: i64 = -1
        self.temp_hp: i64 = 0
        self.conditions: list[OngoingStart] = []
        self.hidden: i64 = -1  # Stealth total
        self.hidden_from: i64 = 0
        self.is_surprised: bool = False
        self.is_dodging: bool = False
        self.is_disengaged: bool = False
        self.reaction_used: bool = False
        self.action_used: bool = False
        self.bonus_used: bool = False
        self.loading_used: i64 = 0  # bit of each weapon index
        self.successes: i64 = 0
        self.failures: i64 = 0
        self.is_stable: bool = False
        self.has_inspiration: bool = False
        self.supplies: list[int] | None = None
        self.concentrating: str = ""
        self.readied: ReadiedStart | None = None
        self.potions: list[int] = [0] * len(POTIONS)
        self.kit_uses: i64 = 0
        self.spent: list[int] = []  # uses that are gone, by place in Stat.deeds
        self.slots_spent: list[int] = []  # spell slots that are gone, by level


class ZoneStart:
    """A zone of the scenario: its squares, or the combatant that it follows and how far it reaches around it."""

    def __init__(self, kind: str, squares: vec[i64]) -> None:
        self.kind = kind
        self.squares = squares
        self.level: i64 = 0
        self.until: i64 = 0  # the round that ends it as it begins; 0 lasts
        self.follows: i64 = -1
        self.radius_ft: i64 = 0
        self.difficult: bool = False
        self.is_own: bool = False  # a trait of whoever it follows


class Thing:
    """An object that can be struck: masks of damage types, and the damage of one blow that it does not feel."""

    def __init__(self, index: i64, name: str, square: i64, ac: i64, hp: i64) -> None:
        self.index = index
        self.name = name
        self.square = square
        self.ac = ac
        self.hp = hp
        self.threshold: i64 = 0
        self.door: i64 = -1  # the door that it is: broken, that is open
        self.resist: i64 = 0
        self.vulnerable: i64 = 0
        self.immune: i64 = 0


NEEDS_SIGHT: Final = 1
NEEDS_HEARING: Final = 2


class Task:
    """A check against a fixed difficulty as an action. `square` -1: anywhere; `by` is a mask of combatants.

    `called` is the skill, or the ability where no skill is meant; `usual` the ability that goes with the skill.
    `ends` is the condition of the roller that a success ends; without one the task is then done for everybody.
    """

    def __init__(self, index: i64, name: str, ability: i64, skill: str, called: str, usual: i64, dc: i64) -> None:
        self.index = index
        self.name = name
        self.ability = ability
        self.skill = skill
        self.called = called
        self.usual = usual
        self.dc = dc
        self.square: i64 = -1
        self.by: i64 = -1
        self.needs: i64 = 0
        self.ends: EffectRow | None = None
        self.door: i64 = -1  # the door that a success opens


class ContestRow:
    """A contest of the scenario's own: the actor's skill, those the other may answer with, what winning brings."""

    def __init__(self, name: str, ability: i64, skill: str, range_ft: i64, brings: RiderRow) -> None:
        self.name = name
        self.ability = ability
        self.skill = skill
        self.range_ft = range_ft
        self.brings = brings
        self.by: i64 = -1
        self.answers: list[str] = []
        self.answer_abilities: vec[i64] = vec[i64]([])


class RulingRow:
    """A ruling of the GM: on which rolls (bit of each d20 kind), by whom and against whom (bits of combatants)."""

    def __init__(self, rolls: i64, by: i64, against: i64) -> None:
        self.rolls = rolls
        self.by = by
        self.against = against  # 0: whoever it is
        self.ability: i64 = -1
        self.skill: str = ""
        self.positive: i64 = 0
        self.negative: i64 = 0
        self.neutral: i64 = 0
        self.modifier: i64 = 0
        self.because: str = ""


class Core:
    """The bits of the clauses that procedures apply themselves; 0 where the ruleset has no such clause."""

    def __init__(self) -> None:
        self.unseen_attacker: i64 = 0
        self.charm_fight: i64 = 0
        self.invisible_attacker: i64 = 0
        self.help_attack: i64 = 0
        self.help_check: i64 = 0
        self.tool_and_skill: i64 = 0
        self.flanking: i64 = 0
        self.attack_advantage: i64 = 0
        self.inspiration: i64 = 0
        self.gm_advantage: i64 = 0
        self.native_advantage: i64 = 0
        self.dodge_save: i64 = 0
        self.invisible_initiative: i64 = 0
        self.unseen_target: i64 = 0
        self.invisible_target: i64 = 0
        self.dodge: i64 = 0
        self.range_long: i64 = 0
        self.wind: i64 = 0
        self.close_combat: i64 = 0
        self.heavy: i64 = 0
        self.lance: i64 = 0
        self.underwater: i64 = 0
        self.armour_attacks: i64 = 0
        self.armour_checks: i64 = 0
        self.armour_saves: i64 = 0
        self.armour_stealth: i64 = 0
        self.gm_disadvantage: i64 = 0
        self.native_disadvantage: i64 = 0
        self.surprised_initiative: i64 = 0
        self.dim_perception: i64 = 0
        self.weakened: i64 = 0
        self.group_unseen_a: i64 = 0  # every advantage bit of cause group UNSEEN-A
        self.group_unseen_t: i64 = 0


class Rulebook:
    """The ruleset as native values; the meaning of each stands in encounter.engine.rules.ruleset."""

    def __init__(self, name: str, d20: D20Rules) -> None:
        self.name = name
        self.d20 = d20
        self.surprise_costs_turn: bool = True
        self.help_names_ally: bool = True
        self.hide_dc: i64 = 0
        self.hide_needs_cover: bool = False
        self.hidden_is_invisible: bool = False
        self.grapple_is_save: bool = False
        self.opportunity_unarmed_options: bool = False
        self.multiattack_is_attack: bool = False
        self.light_needs_melee: bool = True
        self.draws_with_attack: bool = False
        self.drag_halves_speed: bool = True
        self.drag_free_tiny: bool = False
        self.ally_space_slows: bool = True
        self.tiny_space_free: bool = False
        self.pass_incapacitated: bool = False
        self.end_in_space_prone: bool = False
        self.shots_fall_short: bool = True  # underwater.miss
        self.knock_out_hp: i64 = 0
        self.dodge_applies: bool = True
        self.cover_half: i64 = 2
        self.cover_three_quarters: i64 = 5
        self.applies_modifiers: bool = True
        self.heroic: bool = False  # Inspiration re-rolls a die of a roll that fails; else it is advantage
        self.may_fail_saves: bool = True
        self.passive_step: i64 = 5
        self.search_tie_finds: bool = False
        self.passive_finds: bool = False
        self.help_needs_proficiency: bool = False
        self.potion_is_bonus: bool = False
        self.kindling_is_bonus: bool = False
        self.suffocates: bool = True
        self.suffocation_exhausts: bool = False
        self.wind_hinders: bool = False
        self.concentration_cap: i64 = 0
        self.concentration_applies: bool = True
        self.blind_fail_sight_checks: bool = True
        self.deaf_fail_hearing_checks: bool = True
        self.moments: i64 = 0  # bit of each moment at which traits act by themselves
        self.saves_halve: bool = True  # a successful save halves the damage of what says so
        self.damage_once: bool = True  # the damage of an area is rolled once for everybody in it
        self.recharges: bool = True
        self.legendary_actions: bool = True
        self.legendary_resistance: bool = True
        self.lair_actions: bool = True
        self.grows_immune: bool = True  # a success against an action may make immune to it
        self.senses_needed: bool = True  # what must be seen or heard does nothing to others
        self.states_needed: bool = True  # what is for creatures in some state does nothing to others
        self.counters: bool = True  # a spell may be stopped while it is cast
        self.counter_is_save: bool = False
        self.images_by_d6: bool = False  # Mirror Image: a d6 an image when it is hit; else a d20 for each attack
        self.rage_is_fed_by_bonus: bool = False
        self.surge_bars_magic: bool = False
        self.indomitable_adds_level: bool = False
        self.smite_is_a_spell: bool = False
        self.parries: bool = True  # a reaction may add to AC against an attack
        self.redirects: bool = True  # or make somebody else the target of one
        self.reactions_halve: bool = True  # and halve the damage of one
        self.surprise_stops_legends: bool = True  # no legendary action before a surprised creature's first turn ends
        self.prone_fall: bool = True  # a flyer that is prone falls, unless it hovers
        self.stopped_fall: bool = True  # one whose fly speed is 0
        self.incapacitated_fall: bool = False
        self.falls_hurt: bool = True
        self.falls_prone: bool = True
        self.water_breaks_falls: bool = False
        self.run_is_on_foot: bool = True
        self.jumps_far: bool = True
        self.jumps_high: bool = True
        self.landings_trip: bool = True
        self.saddle_saves: bool = True  # a rider that is shaken makes a saving throw
        self.saddle_reaction: bool = True  # whose mount goes down lands on its feet with a reaction; else it saves
        self.rider_struck: bool = True  # whoever a mount provokes may strike at its rider
        self.mounts_once: bool = True  # getting on or off a mount is done once a turn


class Setup:
    """Everything a fight reads and never writes."""

    def __init__(
        self, board: Board, sight: Sight, rules: Rulebook, core: Core, bits: ClauseBits, effects: list[EffectRow]
    ) -> None:
        self.board = board
        self.sight = sight
        self.rules = rules
        self.core = core
        self.bits = bits
        self.effects = effects
        self.effect_named: dict[str, EffectRow] = {row.name: row for row in effects}
        self.grappled: EffectRow = self.effect_named["grappled"]
        self.prone: EffectRow = self.effect_named["prone"]
        self.squeezing: EffectRow | None = self.effect_named.get("squeezing")
        self.unconscious: EffectRow = self.effect_named["unconscious"]
        self.exhaustion: EffectRow = self.effect_named["exhaustion"]
        self.advantage_groups: vec[i64] = vec[i64](bits.groups(True))
        self.disadvantage_groups: vec[i64] = vec[i64](bits.groups(False))
        self.light: bytes = b""  # one level a square (light.DARK ...), standing lamps included; empty: all is bright
        self.fog: bytes = bytes(board.size)  # one byte a square, not 0 where the ground itself hides, as foliage does
        self.lamps: list[LampStart] = []  # what sheds light; those that stand on squares are in `light` too
        self.zones: list[ZoneStart] = []
        self.ambient: i64 = 2  # the level of light where no lamp shines
        self.starts: list[Start] = []
        self.count: i64 = 0
        self.has_riders: bool = False  # somebody rides when the fight begins
        self.side_names: list[str] = []
        self.is_neutral: list[bool] = []
        self.side_of: vec[i64] = vec[i64]([])
        self.allies: vec[i64] = vec[i64]([])  # of each combatant, the mask of its side, itself included
        self.enemies: vec[i64] = vec[i64]([])
        self.relief: Relief = Relief(board, b"")  # the height of the ground
        self.is_flat: bool = True  # no ground is higher than other ground, nobody flies, nobody begins in the air
        self.rulings: list[RulingRow] = []
        self.things: list[Thing] = []
        self.doors: list[Door] = []
        self.grounds: Grounds = Grounds(board, sight, [])
        self.tasks: list[Task] = []
        self.contests: list[ContestRow] = []
        self.order: vec[i64] = vec[i64]([])  # a fixed order of initiative; empty: rolled
        self.round_limit: i64 = 100
        self.group_initiative: bool = True
        self.ties: i64 = ROLL_OFF
        self.flanking: bool = False
        self.rolled_hp: bool = False
        self.fallen: i64 = IGNORE_FALLEN
        self.knock_out: i64 = 0  # mask of those who knock out rather than kill
        self.bodies_cover: bool = False
        self.helps: list[HelpStart] = []
        self.has_frailties: bool = False  # somebody is hurt by sunlight, or by water
        self.water_runs: bool = False  # the water of the map is running water
        self.protectors: i64 = 0  # mask of those whose aura adds to saves
        self.smitten: i64 = 0  # mask of the types that a smite is worse for
        self.leaders: i64 = 0  # mask of those whose aura helps others
        self.reactive: i64 = 0  # mask of those who have a reaction on every turn, or some for opportunity attacks alone
        self.has_breath: bool = False  # somebody may be where it cannot breathe
        self.immersed: bytes = b""  # one byte a square: 1 under water; empty where nothing is
        self.hazards: list[Hazard] = []
        self.hazard_of: bytes = bytes(256)  # by kind of terrain: 1 + the number of its hazard, 0 none
        self.has_footing: bool = False  # there are hazards, or somebody squeezes: where one stands may do something
        self.type_places: dict[str, int] = {}  # the bit of each type of creature
        self.has_specials: bool = False  # somebody has native re-rolls or special results of its own
        self.use_count: i64 = 0
        self.lasting: list[RiderRow] = []  # riders with something that comes back turn by turn
        self.deed_count: i64 = 0
        self.has_deeds: bool = False  # somebody has an action that is no attack
        self.has_recharge: bool = False  # and somebody one that recharges
        self.automatic: i64 = 0  # bit of each moment at which a trait of anybody acts by itself
        self.touching: i64 = 0  # mask of those whose touch does something
        self.bursting: i64 = 0  # mask of those whose death does
        self.legends: i64 = 0  # mask of those with legendary actions
        self.lairs: i64 = 0  # mask of those with lair actions
        self.reacting: i64 = 0  # bit of each trigger that somebody's reaction answers
        self.resistant: i64 = 0  # mask of those with Legendary Resistance
        self.has_spells: bool = False  # somebody casts
        self.harm_ends: bool = False  # damage ends something that somebody can bring
        self.more_damage: dict[i64, DamagePart] = {}  # by index of an effect row: what it adds to hits; type -1: theirs
        self.drains: bool = False  # somebody can lower a maximum of hit points
        self.gaits: list[Gait] = []  # how movers get about, by number
        self.profiles: list[vec[i64]] = []  # resist, vulnerable, immune masks of each defence profile
