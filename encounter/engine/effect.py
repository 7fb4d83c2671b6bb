"""Conditions and traits as rows of data.

A row says what it does in a small vocabulary ("attacks against it have advantage", "speed becomes 0"). Procedures ask
what a combatant's rows add up to and never ask for a condition by name, so that a new condition is a new row.
Editions keep their rows in `encounter.engine.rules`; here is the vocabulary and the arithmetic of many rows at once.
"""

from typing import Final

from attrs import evolve, frozen
from librt.vecs import vec
from mypy_extensions import i64

from encounter.engine.bits import bit_of

# ------------------------------------------------------------------------------------------ what a clause bears on
ATTACKS_BY: Final = "attacks by"
ATTACKS_AGAINST: Final = "attacks against"
CHECKS: Final = "checks"
LOOKING: Final = "Perception checks by sight"
SAVES: Final = "saves"
ROLLS_INITIATIVE: Final = "initiative"

CONDITION_NAMES: Final = (
    "blinded",
    "charmed",
    "deafened",
    "exhaustion",
    "frightened",
    "grappled",
    "incapacitated",
    "invisible",
    "paralyzed",
    "petrified",
    "poisoned",
    "prone",
    "restrained",
    "stunned",
    "unconscious",
)
ABILITIES: Final = ("str", "dex", "con", "int", "wis", "cha")
STR: Final = 0
DEX: Final = 1
CON: Final = 2
INT: Final = 3
WIS: Final = 4
CHA: Final = 5

# ------------------------------------------------------------------------------------------------ when it holds
ALWAYS: Final = "always"
WITHIN_5_FT: Final = "attacker within 5 ft"
BEYOND_5_FT: Final = "attacker beyond 5 ft"
UNLESS_SEEN: Final = "the other cannot see the bearer"
UNLESS_BLINDSIGHT: Final = "the other is outside the bearer's blindsight"
SOURCE_IN_LINE: Final = "the source is in line of sight"
NOT_AT_SOURCE: Final = "the target is not the source"
ALLY_BESIDE_TARGET: Final = "an able ally of the attacker is within 5 ft of the target"
TARGET_HURT: Final = "the target has lost hit points"
TARGET_HURT_IN_MELEE: Final = "the target has lost hit points and the attack is a melee attack"
SELF_BLOODIED: Final = "the bearer has half its hit points or fewer"
TARGET_SURPRISED: Final = "the target is surprised, in the first round"
TARGET_HELD: Final = "the target is grappled by the attacker"
BY_THE_SOURCE: Final = "the attacker is the source"
ATTACKER_SEES: Final = "the attacker sees the bearer"
AGAINST_MAGIC: Final = "the save is against a spell or another magical effect"
AGAINST_THREATS: Final = "the save is against one of these conditions"
WITH_THE_SKILL: Final = "the check is made with this skill"
IN_SUNLIGHT: Final = "the bearer is in sunlight"
IN_BRIGHT_LIGHT: Final = "the bearer is in bright light"
WHILE_ABLE: Final = "the bearer is not incapacitated"
WHILE_AWARE: Final = "the bearer is not blinded, deafened or incapacitated"
TARGET_NOT_ACTED: Final = "it is the attacker's first turn, and the target has had none"
IN_MELEE: Final = "the attack is a melee attack"
IN_MELEE_ON_TURN: Final = "the attack is a melee attack on the attacker's own turn"
IN_ITS_AURA: Final = "the roller is the bearer or an ally of it, within the aura"
ON_GROUND: Final = "the check is made with this skill, on this kind of ground"

# ------------------------------------------------------------------------------------- flags: what a bearer cannot do
INCAPACITATED: Final = 1 << 0  # no actions, bonus actions or reactions
SPEED_ZERO: Final = 1 << 1
CANNOT_MOVE: Final = 1 << 2  # own movement is impossible though the Speed is not 0 (5.1 stunned)
SIGHTLESS: Final = 1 << 3  # sees nothing except by blindsight
UNAWARE: Final = 1 << 4  # perceives nothing at all
UNSEEABLE: Final = 1 << 5  # cannot be seen by ordinary sight
FAILS_STR_DEX: Final = 1 << 6  # automatic failure of Strength and Dexterity saves
CRITICAL_NEAR: Final = 1 << 7  # a hit from within 5 ft is a critical
RESISTS_ALL: Final = 1 << 8
CRAWLS: Final = 1 << 9  # moves by crawling until it stands up
HELD: Final = 1 << 10  # by the source of the row: ends with the source or out of its reach
FEARS: Final = 1 << 11  # cannot willingly move closer to the source
CHARMED: Final = 1 << 12  # cannot attack the source
DEAFENED: Final = 1 << 13
HALF_SPEED: Final = 1 << 14
HALF_MAX_HP: Final = 1 << 15
DIES: Final = 1 << 16
FALLS_PRONE: Final = 1 << 17  # gaining this row also knocks prone, which stays when it ends
DROPS_HELD: Final = 1 << 18
HELPLESS: Final = 1 << 19  # its own inability to see is no further cause beside this row's clause
SPENT_BY_ATTACK: Final = 1 << 21  # over with the bearer's next attack roll
SPENT_BY_SOURCE: Final = 1 << 22  # over with the source's next attack roll against the bearer
SLOWS_ONCE: Final = 1 << 23  # several of these slow no more than one
OUTLINED: Final = 1 << 20  # being invisible is of no use to it

# Trait flags: switches that procedures ask.
TRAIT_BONUS_DISENGAGE: Final = 1 << 24
TRAIT_BONUS_HIDE: Final = 1 << 25
TRAIT_BONUS_DASH: Final = 1 << 26
TRAIT_LUCKY: Final = 1 << 27  # re-rolls a 1, one die
TRAIT_ELUSIVE: Final = 1 << 28  # nobody has advantage against it while it can act
TRAIT_SHARES_SPACE: Final = 1 << 29  # a swarm
TRAIT_SNEAK_ATTACK: Final = 1 << 30
HAS_SAVE_CLAUSES: Final = 1 << 31  # some clause of it asks what a save is against
TRAIT_MARTIAL_ADVANTAGE: Final = 1 << 33
TRAIT_SURPRISE_ATTACK: Final = 1 << 34
TRAIT_UNDEAD_FORTITUDE: Final = 1 << 35
TRAIT_RELENTLESS: Final = 1 << 36  # once, a blow that would drop it leaves it 1 hit point
TRAIT_REGENERATES: Final = 1 << 37
TRAIT_DIES_LATE: Final = 1 << 38  # at 0 hit points it lives until a turn at whose start it does not regenerate
TRAIT_SIEGE: Final = 1 << 39  # its attacks deal double damage to objects
HARD_TO_DROP: Final = TRAIT_UNDEAD_FORTITUDE | TRAIT_RELENTLESS
EXTRA_DICE: Final = TRAIT_SNEAK_ATTACK | TRAIT_MARTIAL_ADVANTAGE | TRAIT_SURPRISE_ATTACK
HAS_SKILL_CLAUSES: Final = 1 << 32  # some clause of it asks for the skill of a check
HAS_LIGHT_CLAUSES: Final = 1 << 40  # some clause of it asks for the light that its bearer is in
TRAIT_FLYBY: Final = 1 << 41  # flying out of a reach provokes nobody
TRAIT_AGILE: Final = 1 << 42  # nor does walking out of one
TRAIT_EVASION: Final = 1 << 43  # no damage where a Dexterity save halves it, half where it fails
TRAIT_NEEDS_WITS: Final = 1 << 44  # that trait is of no use to whoever is incapacitated
TRAIT_ABSORBS: Final = 1 << 45  # damage of a type heals it
TRAIT_MAGIC_WEAPONS: Final = 1 << 46
TRAIT_AMPHIBIOUS: Final = 1 << 47  # breathes air and water
TRAIT_BREATHES_WATER: Final = 1 << 48  # and nothing else
TRAIT_HOLDS_BREATH: Final = 1 << 49  # for longer than a fight lasts
TRAIT_NEEDS_NO_AIR: Final = 1 << 50
TRAIT_STANDING_LEAP: Final = 1 << 51  # jumps of its own length, with or without a run-up
TRAIT_RUNNING_LEAP: Final = 1 << 52  # a long jump of its own length after one
TRAIT_DEVILS_SIGHT: Final = 1 << 53  # its darkvision passes magical darkness
TRAIT_ICE_WALK: Final = 1 << 54  # ice neither slows it nor makes it slip
TRAIT_AMORPHOUS: Final = 1 << 55  # it is as it was in a space too narrow for it
SLIPS_AWAY: Final = TRAIT_FLYBY | TRAIT_AGILE

# What spells do to whoever bears them, and what creatures and heroes can: a mask of its own (`Effect.powers`).
NO_REACTIONS: Final = 1 << 0
NO_HEALING: Final = 1 << 1
DOUBLE_SPEED: Final = 1 << 2
ONE_ACTION: Final = 1 << 3  # an action or a bonus action on a turn, not both, and one attack
HAS_NUMBERS: Final = 1 << 4  # it changes AC or Dexterity saves
SPENT_WHEN_ATTACKED: Final = 1 << 5  # over with the next attack roll against the bearer
LOSES_TURN: Final = 1 << 6  # does nothing on its turns
NO_ACTION: Final = 1 << 7  # no action and no bonus action on its turns
HASTED: Final = 1 << 8  # one attack more on its turns
MIRRORED: Final = 1 << 9  # attacks may strike an image of it
ADDS_DAMAGE: Final = 1 << 10  # the bearer's hits with weapons deal more
CONFUSED: Final = 1 << 24  # a d10 says what its turns are good for
DART_PROOF: Final = 1 << 26  # darts of magic come to nothing
WARDED: Final = 1 << 25  # whoever attacks it must save or strike in vain
HALF_DAMAGE: Final = 1 << 11  # its weapons deal half
MARKED: Final = 1 << 12  # the source's hits with weapons on the bearer deal more

# Actions of monsters.
EITHER_ACTION: Final = 1 << 46  # an action or a bonus action on a turn, not both
WEAK: Final = 1 << 47  # its attacks and checks with Strength have disadvantage
LESSENS_DAMAGE: Final = 1 << 48  # dice come off its damage rolls
SWALLOWED: Final = 1 << 49  # the row that puts its bearer inside its source
# Features of heroes.
RAGES: Final = 1 << 16  # resists blows, and deals more with Strength
INSPIRED: Final = 1 << 18  # has a die in hand for an attack or a save that fails
HITS_HARDER: Final = 1 << 19  # its critical hits in melee roll more dice
SMITES: Final = 1 << 22  # spends spell slots on its hits
STANDS_FAST: Final = 1 << 23  # rolls some failed saves again
PROTECTS: Final = 1 << 21  # its aura adds to saves

# Features of heroes.
CRITS_MORE: Final = 1 << 20  # its weapons score critical hits on lower numbers

# Traits of monsters.
ENTERS_SPACES: Final = 1 << 32  # enters the spaces of others, and may end a move there
DRAGS_FREELY: Final = 1 << 33  # whoever it grapples costs it no movement
REACTS_EACH_TURN: Final = 1 << 34  # has a reaction on every turn of the fight
STRIKES_MORE: Final = 1 << 35  # has reactions for opportunity attacks alone
STUNG: Final = 1 << 36  # damage of a type brings a row upon it
HURT_BY_SUN: Final = 1 << 37  # takes damage when it starts a turn in sunlight
HURT_BY_STREAM: Final = 1 << 38  # takes damage when it ends a turn in running water
HURT_BY_WATER: Final = 1 << 39  # takes damage for every 5 ft that it moves in water
IN_PLAIN_SIGHT: Final = 1 << 40  # nobody notices it in plain view before it moves or acts
HEARS_ITS_WAY: Final = 1 << 41  # has no blindsight while it is deafened
WALKS_WEBS: Final = 1 << 42  # webs neither slow it nor hold it
FEELS_WEBS: Final = 1 << 43  # knows where whoever touches the same web is
MAGIC_PROOF: Final = 1 << 44  # succeeds on every save against magic, and no spell attack hits it
SPELL_PROOF: Final = 1 << 45  # no spell of level 6 or less affects it
FIREPROOFS: Final = 1 << 56  # its rider resists fire
RECKLESS: Final = 1 << 57  # may attack recklessly, which its turns begin with
PASSES_BODIES: Final = 1 << 58  # goes through the spaces of others as through difficult ground
STEADFAST: Final = 1 << 59  # is not frightened while it sees an ally within 30 ft
ASSASSINATES: Final = 1 << 60  # its hits on the surprised are critical
FRAIL: Final = HURT_BY_SUN | HURT_BY_STREAM | HURT_BY_WATER


@frozen
class Clause:
    """One sentence of a row: on which rolls, whether it helps or hinders, and when.

    `abilities` narrows saves (bit a for ability a); `group` is the cause group that `reroll` counts once (B.5).
    `threats` are the conditions that AGAINST_THREATS means, `skill` that of WITH_THE_SKILL.
    """

    id: str
    on: str
    helps: bool
    when: str = ALWAYS
    group: str = ""
    abilities: int = 0b111111
    threats: tuple[str, ...] = ()
    skill: str = ""
    ground: tuple[str, ...] = ()  # that ON_GROUND means

    @property
    def cause(self) -> str:
        """The cause group; a clause without one is its own."""
        return self.group or self.id.upper()


@frozen
class Effect:
    """A condition or a trait: its clauses, its flags and its numbers.

    `levels` holds one row a level for exhaustion; `implies` names rows that hold while this one does;
    `d20_penalty` is subtracted from every d20 roll, `speed_penalty_ft` from every speed.
    """

    name: str
    clauses: tuple[Clause, ...] = ()
    flags: int = 0
    implies: tuple[str, ...] = ()
    levels: tuple["Effect", ...] = ()
    d20_penalty: int = 0
    speed_penalty_ft: int = 0
    d20_die: int = 0  # sides of a die added to attack rolls and saving throws, negative when subtracted
    number_clause: str = ""  # id of the clause that carries the numbers
    ac: int = 0  # added to AC
    ac_base: int = 0  # AC is at least this and the Dexterity modifier
    ac_floor: int = 0  # AC is at least this
    dex_saves: int = 0  # added to Dexterity saves
    powers: int = 0  # NO_REACTIONS ...
    inspires: int = 0  # sides of the die of INSPIRED
    hit: str = ""  # of ADDS_DAMAGE and MARKED: how much more a hit deals; without a type, of the hit's own
    then: str = ""  # the row that follows when it ends, until the end of the bearer's next turn
    boon: int = 0  # hundredths of its bearer's menace that the tactics reckon it is worth a turn, negative a burden
    brings: "Effect | None" = None  # the row that a trait brings upon its bearer
    brought_by: str = ""  # by damage of this type, until the end of its next turn
    aura_ft: int = 0  # how far the clauses IN_ITS_AURA reach
    immune_to: tuple[str, ...] = ()  # conditions and damage types the bearer cannot suffer
    flag_clauses: tuple[tuple[str, int], ...] = ()  # (clause id, the flags it carries)

    def without(self, clause_id: str) -> "Effect":
        """The row with one clause taken out: its sentence, its flags or its numbers."""
        lost = 0
        for name, flags in self.flag_clauses:
            if name == clause_id:
                lost |= flags
        numbers_go = self.number_clause == clause_id
        return evolve(
            self,
            clauses=tuple(clause for clause in self.clauses if clause.id != clause_id),
            flags=self.flags & ~lost,
            flag_clauses=tuple(pair for pair in self.flag_clauses if pair[0] != clause_id),
            levels=tuple(level.without(clause_id) for level in self.levels),
            d20_penalty=0 if numbers_go else self.d20_penalty,
            speed_penalty_ft=0 if numbers_go else self.speed_penalty_ft,
            d20_die=0 if numbers_go else self.d20_die,
            ac=0 if numbers_go else self.ac,
            ac_base=0 if numbers_go else self.ac_base,
            ac_floor=0 if numbers_go else self.ac_floor,
            dex_saves=0 if numbers_go else self.dex_saves,
            hit="" if numbers_go else self.hit,
            brings=None if self.brings is None else self.brings.without(clause_id),
            powers=0 if numbers_go or clause_id in dict(self.flag_clauses) else self.powers,
        )

    def clause_ids(self) -> list[str]:
        """Every clause id of the row, its levels included, without repetition."""
        ids = [clause.id for clause in self.clauses] + [name for name, _ in self.flag_clauses]
        if self.number_clause:
            ids.append(self.number_clause)
        for level in self.levels:
            ids.extend(level.clause_ids())
        if self.brings is not None:
            ids.extend(self.brings.clause_ids())
        return list(dict.fromkeys(ids))


def advantage(id: str, on: str, when: str = ALWAYS, group: str = "", abilities: int = 0b111111) -> Clause:
    """A clause that gives advantage."""
    return Clause(id, on, True, when, group, abilities)


def disadvantage(id: str, on: str, when: str = ALWAYS, group: str = "", abilities: int = 0b111111) -> Clause:
    """A clause that imposes disadvantage."""
    return Clause(id, on, False, when, group, abilities)


# ------------------------------------------------------------------------------------ rows as numbers, for a fight

# Places of a row's masks. An even place helps, the next one hinders.
BY: Final = 0
AGAINST: Final = 2
AGAINST_NEAR: Final = 4
AGAINST_FAR: Final = 6
BY_UNSEEN: Final = 8
AGAINST_UNSEEN: Final = 10
BY_BLINDSIGHT: Final = 12
AGAINST_BLINDSIGHT: Final = 14
BY_SOURCE_IN_LINE: Final = 16
BY_NOT_AT_SOURCE: Final = 18
BY_ALLY_BESIDE: Final = 20
BY_TARGET_HURT: Final = 22
BY_TARGET_HELD: Final = 24
BY_TARGET_HURT_IN_MELEE: Final = 26
CHECK: Final = 28
CHECK_SOURCE_IN_LINE: Final = 30
INITIATIVE: Final = 32
SAVE: Final = 34  # one pair an ability
AGAINST_SEEN: Final = 46
AGAINST_BY_SOURCE: Final = 48
BY_BLOODIED: Final = 50
BY_TARGET_SURPRISED: Final = 52
AGAINST_WHILE_ABLE: Final = 54
BY_AURA: Final = 56  # what the bearer's aura gives to attacks of those in it, and to their saves
BY_MELEE: Final = 58
BY_OWN_MELEE: Final = 60  # on the attacker's own turn
BY_NOT_ACTED: Final = 62
PLACES: Final = 64

_PLACE_OF: Final[dict[tuple[str, str], int]] = {
    (ATTACKS_BY, ALWAYS): BY,
    (ATTACKS_AGAINST, ALWAYS): AGAINST,
    (ATTACKS_AGAINST, WITHIN_5_FT): AGAINST_NEAR,
    (ATTACKS_AGAINST, BEYOND_5_FT): AGAINST_FAR,
    (ATTACKS_BY, UNLESS_SEEN): BY_UNSEEN,
    (ATTACKS_AGAINST, UNLESS_SEEN): AGAINST_UNSEEN,
    (ATTACKS_AGAINST, ATTACKER_SEES): AGAINST_SEEN,
    (ATTACKS_BY, UNLESS_BLINDSIGHT): BY_BLINDSIGHT,
    (ATTACKS_AGAINST, UNLESS_BLINDSIGHT): AGAINST_BLINDSIGHT,
    (ATTACKS_BY, SOURCE_IN_LINE): BY_SOURCE_IN_LINE,
    (ATTACKS_BY, NOT_AT_SOURCE): BY_NOT_AT_SOURCE,
    (ATTACKS_BY, ALLY_BESIDE_TARGET): BY_ALLY_BESIDE,
    (ATTACKS_BY, TARGET_HURT): BY_TARGET_HURT,
    (ATTACKS_BY, TARGET_HURT_IN_MELEE): BY_TARGET_HURT_IN_MELEE,
    (ATTACKS_BY, TARGET_HELD): BY_TARGET_HELD,
    (ATTACKS_BY, SELF_BLOODIED): BY_BLOODIED,
    (ATTACKS_BY, TARGET_SURPRISED): BY_TARGET_SURPRISED,
    (ATTACKS_AGAINST, BY_THE_SOURCE): AGAINST_BY_SOURCE,
    (ATTACKS_AGAINST, WHILE_ABLE): AGAINST_WHILE_ABLE,
    (ATTACKS_BY, IN_MELEE): BY_MELEE,
    (ATTACKS_BY, TARGET_NOT_ACTED): BY_NOT_ACTED,
    (ATTACKS_BY, IN_MELEE_ON_TURN): BY_OWN_MELEE,
    (ATTACKS_BY, IN_ITS_AURA): BY_AURA,
    (SAVES, IN_ITS_AURA): BY_AURA,
    (CHECKS, ALWAYS): CHECK,
    (CHECKS, SOURCE_IN_LINE): CHECK_SOURCE_IN_LINE,
    (ROLLS_INITIATIVE, ALWAYS): INITIATIVE,
}


class ClauseBits:
    """Gives one bit to each clause that can occur in an encounter, on each side at most 62.

    Bit 0 of the advantages and bit 0 of the disadvantages are different clauses: the two masks never meet.
    """

    def __init__(self) -> None:
        self.advantages: list[str] = []
        self.disadvantages: list[str] = []
        self.group_of: dict[str, str] = {}

    def bit(self, id: str, helps: bool, group: str) -> int:
        """The mask with the clause's one bit."""
        names = self.advantages if helps else self.disadvantages
        if id not in names:
            if len(names) >= 62:
                raise ValueError("an encounter can hold at most 62 different clauses of one sign")
            names.append(id)
            self.group_of[("+" if helps else "-") + id] = group
        return bit_of(names.index(id))

    def ids(self, mask: int, helps: bool) -> list[str]:
        """The clause ids of a mask, in the order of their bits."""
        names = self.advantages if helps else self.disadvantages
        return [name for place, name in enumerate(names) if mask >> place & 1]

    def groups(self, helps: bool) -> list[int]:
        """For each bit of a side the mask of all bits of its cause group."""
        names = self.advantages if helps else self.disadvantages
        sign = "+" if helps else "-"
        masks: list[int] = []
        for name in names:
            mask = 0
            for place, other in enumerate(names):
                if self.group_of[sign + other] == self.group_of[sign + name]:
                    mask |= bit_of(place)
            masks.append(mask)
        return masks


class Threat:
    """What a saving throw is against: whether magic is behind it, and the rows a failure brings (bit of each index)."""

    def __init__(self, is_magical: bool, effects: i64) -> None:
        self.is_magical = is_magical
        self.effects = effects
        self.is_eased: bool = False  # of a charm upon whoever fights its caster: the save has advantage


NO_THREAT: Final[Threat] = Threat(False, 0)


class SaveClause:
    """A clause on those saves of its bearer that are against magic, or against some of the rows in `effects`."""

    def __init__(self, clause: Clause, mask: i64) -> None:
        self.mask = mask
        self.helps: bool = clause.helps
        self.abilities: i64 = clause.abilities
        self.of_magic: bool = clause.when == AGAINST_MAGIC
        self.of_bloodied: bool = clause.when == SELF_BLOODIED
        self.needs_wits: bool = clause.when == WHILE_ABLE or clause.when == WHILE_AWARE
        self.barred_by: i64 = INCAPACITATED | (SIGHTLESS | DEAFENED if clause.when == WHILE_AWARE else 0)
        self.threats: tuple[str, ...] = clause.threats
        self.effects: i64 = 0

    def holds(self, ability: i64, threat: Threat, is_bloodied: bool, flags: i64) -> bool:
        """Whether it bears on a save with this ability against this, by a bearer with these flags."""
        if not (self.abilities >> ability) & 1:
            return False
        if self.needs_wits:
            return not flags & self.barred_by
        if self.of_bloodied:
            return is_bloodied
        return (self.of_magic and threat.is_magical) or (self.effects & threat.effects) != 0


class SkillClause:
    """A clause on the checks of its bearer with one skill."""

    def __init__(self, clause: Clause, mask: i64) -> None:
        self.mask = mask
        self.helps: bool = clause.helps
        self.skill: str = clause.skill
        self.ground: tuple[str, ...] = clause.ground
        self.kinds: i64 = 0  # bit of each kind of terrain that it asks for, 0 for any


class LightClause:
    """A clause on rolls of its bearer (`on`) while it stands in sunlight, or in bright light."""

    def __init__(self, clause: Clause, mask: i64) -> None:
        self.mask = mask
        self.helps: bool = clause.helps
        self.on: str = clause.on
        self.in_sunlight: bool = clause.when == IN_SUNLIGHT


MOST_IMPOSED: Final = 62  # rows that can be imposed come first: a bit each in masks


class EffectRow:
    """An effect flattened to numbers for one encounter: its masks by place, its flags, its penalties.

    `index` is its number in the encounter's table; `implied` the numbers of the rows that it brings along.
    """

    def __init__(self, index: i64, name: str, flags: i64, d20_penalty: i64, speed_penalty_ft: i64) -> None:
        self.index = index
        self.name = name
        self.masks: vec[i64] = vec[i64]([0] * PLACES)
        self.flags = flags
        self.d20_penalty = d20_penalty
        self.speed_penalty_ft = speed_penalty_ft
        self.implied: list[EffectRow] = []
        self.levels: list[EffectRow] = []
        self.immune_to: i64 = 0  # bit of each effect index that the bearer cannot suffer
        self.immune_damage: i64 = 0
        self.number_clause: str = ""
        self.d20_die: i64 = 0
        self.ac: i64 = 0
        self.ac_base: i64 = 0
        self.ac_floor: i64 = 0
        self.dex_saves: i64 = 0
        self.boon: i64 = 0
        self.inspires: i64 = 0
        self.powers: i64 = 0
        self.then: EffectRow | None = None
        self.brings: EffectRow | None = None
        self.brought_by: i64 = -1  # the damage type
        self.aura_ft: i64 = 0
        self.says: str = ""  # the clause that its beginning is told by
        self.on_saves: list[SaveClause] = []
        self.on_skills: list[SkillClause] = []
        self.on_light: list[LightClause] = []
        self.threat: Threat = Threat(
            False, bit_of(index) if index < MOST_IMPOSED else 0
        )  # of a save against this row alone
        self.magical_threat: Threat = Threat(
            True, bit_of(index) if index < MOST_IMPOSED else 0
        )  # the same where a spell brings it

    def add(self, clause: Clause, mask: i64) -> None:
        """Put a clause's bit where it belongs; a clause that no procedure reads is an error in the data."""
        side: i64 = 0 if clause.helps else 1
        if clause.when == IN_SUNLIGHT or clause.when == IN_BRIGHT_LIGHT:
            self.on_light.append(LightClause(clause, mask))
            self.flags |= HAS_LIGHT_CLAUSES
            return
        if clause.on == SAVES and clause.when != ALWAYS and clause.when != IN_ITS_AURA:
            self.on_saves.append(SaveClause(clause, mask))
            self.flags |= HAS_SAVE_CLAUSES
            return
        if clause.on == CHECKS and (clause.when == WITH_THE_SKILL or clause.when == ON_GROUND):
            self.on_skills.append(SkillClause(clause, mask))
            self.flags |= HAS_SKILL_CLAUSES
            return
        if clause.on == SAVES and clause.when == ALWAYS:
            ability: i64 = 0
            while ability < 6:
                if (clause.abilities >> ability) & 1:
                    self.masks[SAVE + 2 * ability + side] |= mask
                ability += 1
            return
        place = _PLACE_OF.get((clause.on, clause.when))
        if place is None:
            raise ValueError(f"clause {clause.id}: {clause.on} {clause.when!r} is not in the vocabulary")
        self.masks[place + side] |= mask


class Ongoing:
    """An effect in force on one combatant.

    `source` is the index of the combatant behind it or -1. It ends at the start or end (`ends_at_end`) of the turn of
    combatant `clock` when `rounds` of those turns have passed; -1 rounds lasts. `save_dc` > 0 allows a save with
    `save_ability` at the end of each of the bearer's turns. `hold_ft` is the reach of a grapple, `escape_dc` its DC.
    """

    def __init__(self, row: EffectRow, source: i64, level: i64) -> None:
        self.row = row
        self.source = source
        self.level = level
        self.rounds: i64 = -1
        self.clock: i64 = -1
        self.ends_at_end: bool = False
        self.save_ability: i64 = -1
        self.save_dc: i64 = 0
        self.hold_ft: i64 = 0
        self.escape_dc: i64 = 0
        self.with_hold: bool = False  # lasts only while the same source holds the bearer grappled
        self.spell: str = ""  # the spell that brings it, which lasts while `source` concentrates
        self.breaks_with: str = ""  # the skill, or "str", of the check against `escape_dc` that ends it as an action
        self.ends_with_attack: bool = False  # an attack of the bearer ends it
        self.ends_with_harm: bool = False  # damage ends it
        self.ward_dc: i64 = 0  # of a ward: the DC of the Wisdom save to attack its bearer
        self.lasting: i64 = -1  # place in Setup.lasting of the rider behind it, where it does something turn by turn
        self.deed: i64 = -1  # number of the action behind it

    def threat(self) -> Threat:
        """What a save that would end it is against."""
        return self.row.magical_threat if self.spell != "" else self.row.threat

    def effective(self) -> EffectRow:
        """The row in force: that of the level, for effects that have levels."""
        if self.row.levels and self.level > 0:
            top: i64 = len(self.row.levels)
            return self.row.levels[(self.level if self.level < top else top) - 1]
        return self.row
