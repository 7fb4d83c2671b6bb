"""Frozen templates: what a stat block says, shared by all combatants of a kind and by all fights.

Distances are feet, sizes are `Size` names, damage types are the SRD's words in lower case. Nothing here changes
during a fight; what changes is `encounter.engine.combatant.Combatant`.
"""

from typing import Final

from attrs import frozen

from encounter.engine.dice import Formula

SIZES: Final = ("tiny", "small", "medium", "large", "huge", "gargantuan")
FOOTPRINT: Final = (1, 1, 1, 2, 3, 4)  # edge in squares, by size

DAMAGE_TYPES: Final = (
    "acid",
    "bludgeoning",
    "cold",
    "fire",
    "force",
    "lightning",
    "necrotic",
    "piercing",
    "poison",
    "psychic",
    "radiant",
    "slashing",
    "thunder",
)
BLOWS: Final = sum(1 << DAMAGE_TYPES.index(type) for type in ("bludgeoning", "piercing", "slashing"))

FROM_NONMAGICAL: Final = " from nonmagical attacks"  # behind a damage type that is withstood of such attacks only

SKILLS: Final = {  # skill: index of its usual ability in effect.ABILITIES
    "acrobatics": 1,
    "animal handling": 4,
    "arcana": 3,
    "athletics": 0,
    "deception": 5,
    "history": 3,
    "insight": 4,
    "intimidation": 5,
    "investigation": 3,
    "medicine": 4,
    "nature": 3,
    "perception": 4,
    "performance": 5,
    "persuasion": 5,
    "religion": 3,
    "sleight of hand": 1,
    "stealth": 1,
    "survival": 4,
}

PROPERTIES: Final = (
    "finesse",
    "heavy",
    "light",
    "loading",
    "reach",
    "thrown",
    "two-handed",
    "versatile",
    "ammunition",
    "spell",
    "lance",
    "magical",
    "improvised",
    "net",
)

UNTIL: Final = ("start of its next turn", "end of its next turn", "start of my next turn", "end of my next turn")

MASTERIES: Final = ("cleave", "graze", "nick", "push", "sap", "slow", "topple", "vex")


@frozen
class Damage:
    """One part of an attack's damage: dice and their type."""

    formula: Formula
    type: str


@frozen
class Rider:
    """What happens on a hit beside the damage: conditions and extra damage, with or without a save.

    `save` is an index into effect.ABILITIES or -1 for no save; with `half`, a success halves the damage.
    `rounds` is how long the conditions last, -1 while nothing ends them; `until` says whose turn counts them:
    `source` or `target`; `repeats` allows the save again at the end of each of the target's turns.
    """

    conditions: tuple[str, ...] = ()
    damage: tuple[Damage, ...] = ()
    save: int = -1
    dc: int = 0
    half: bool = False
    rounds: int = -1
    repeats: bool = False
    escape_dc: int = 0
    push_ft: int = 0
    until: str = ""  # one of UNTIL: the conditions end there instead of after `rounds`
    each_turn: tuple[Damage, ...] = ()  # dealt at the start of each of its turns while the rider lasts
    each_at_end: bool = False  # that damage falls at the end of each of its turns
    each_on_failure: bool = False  # or when the save at the end of one fails
    drains: str = ""  # its maximum of hit points falls by the damage of this type it has just taken; "all": of any
    kills: bool = False
    is_failed: bool = False  # its save has just been failed, and is only repeated
    again: tuple[str, ...] = ()  # conditions of whoever fails the repeated save, in place of the first ones
    up_to: str = ""  # the largest size that suffers it; empty: any
    only: tuple[tuple[str, bool], ...] = ()  # types of creature, or conditions, and whether by the attacker: whom alone
    up_to_hp: int = -1  # it befalls only those with so many hit points or fewer
    ends_with_attack: bool = False  # an attack of the bearer ends its conditions
    ends_with_harm: bool = False  # damage ends them
    wakes: bool = False  # damage ends unconsciousness among them
    worse: "Rider | None" = None  # what else befalls whoever fails the save by 5 or more
    breaks_with: str = ""  # the skill, or "str", of the check against `escape_dc` that ends them as an action


@frozen
class Reroll:
    """A native Re-roll (n) of the re-roll system, on the rolls it names (`attack`, `stealth check` ...)."""

    roll: str
    n: int = 1
    sign: str = "positive"  # positive | negative | neutral


@frozen
class CriticalEffect:
    """What a minor or major critical effect is: all dice `times` times, the first die `dice` times more, and riders."""

    times: int = 1
    dice: int = 0
    riders: tuple[Rider, ...] = ()


@frozen
class FumbleEffect:
    """What a fumble does to whoever makes it."""

    drops: bool = False
    damage: tuple[Damage, ...] = ()
    conditions: tuple[Rider, ...] = ()


@frozen
class Specials:
    """Special results that a weapon, a skill or a creature changes; None leaves what is usual.

    `fumbles` holds what the severities 1 to 4 do; `severity` is added to the d4.
    """

    fumble: tuple[int, ...] | None = None
    severity: int = 0
    fumbles: tuple[FumbleEffect | None, ...] = ()
    minor: CriticalEffect | None = None
    major: CriticalEffect | None = None
    takes_minor: bool = False


@frozen
class SkillKind:
    """A skill of the re-roll system beside its total: `principal`, `secundaria` or `other`, and its dice if no d20."""

    kind: str = "secundaria"
    dice: Formula | None = None
    specials: Specials | None = None
    rerolls: tuple[Reroll, ...] = ()


@frozen
class Charge:
    """What a hit does more after a run of `run_ft` straight toward the target: damage, consequences, and the attack
    `then` (a name, empty for none) as a bonus action on a target that is prone by then."""

    run_ft: int
    damage: tuple[Damage, ...] = ()
    riders: tuple[Rider, ...] = ()
    then: str = ""


@frozen
class Attack:
    """One line of attack in a stat block. With a reach and a range it can be used in two ways.

    `reach_ft` None: cannot be used in melee; `range_ft` None: cannot be used at range; `long_ft` None: one range only.
    `ammunition` None: never runs out. `ability_bonus` is the ability modifier inside the damage, which the extra
    attack of two-weapon fighting leaves out.
    """

    name: str
    to_hit: int
    reach_ft: int | None = 5
    range_ft: int | None = None
    long_ft: int | None = None
    damage: tuple[Damage, ...] = ()
    properties: frozenset[str] = frozenset()
    riders: tuple[Rider, ...] = ()
    ammunition: int | None = None
    with_advantage: tuple[Damage, ...] = ()  # more damage of a hit whose roll had advantage
    at_half: tuple[Damage, ...] = ()  # its damage while the attacker has half its hit points or fewer
    charge: Charge | None = None
    specials: Specials | None = None
    rerolls: tuple[Reroll, ...] = ()
    ability: str = ""  # "str", "dex" ...; empty: melee STR, ranged DEX, finesse the better
    unarmed: bool = False
    versatile: tuple[Damage, ...] = ()  # its damage in two hands
    masteries: frozenset[str] = frozenset()  # those that the creature has learnt to use
    drinks: bool = False  # its wielder regains half the damage
    only: tuple[tuple[str, bool], ...] = ()  # whom it can be made against, as of a rider; () anybody
    advantage: tuple[tuple[str, bool], ...] = ()  # against whom it has advantage
    misses_half: bool = False  # a miss deals half the damage
    burst: Rider | None = None  # hit or miss, what befalls the target and those within `burst_ft` of it
    burst_ft: int = 0
    bound: bool = False  # only an action that names it makes use of it


SHAPES: Final = ("sphere", "cube", "cone", "cylinder", "line", "emanation")
DOES: Final = ("dash", "disengage", "hide", "search", "another action")
COSTS: Final = ("action", "bonus", "reaction", "legendary", "lair", "trait", "free")
MOMENTS: Final = (  # when a trait acts by itself
    "a creature starts its turn",
    "a creature ends its turn",
    "its turn starts",
    "its turn ends",
    "dies",
    "touched",
    "hit in melee",
)
DEED_TRIGGERS: Final = (  # what a reaction answers
    "hit by melee attack",
    "hit by attack",
    "damaged",
    "missed by melee attack",
    "ally hit",
    "enemy enters reach",
    "attacked",
)


SPURS: Final = ("hurts the bloodied", "drops somebody in melee")  # what gives cause to a bonus action
ENEMY_CASTS: Final = "enemy casts"  # what Counterspell answers


@frozen
class Area:
    """An area of effect: its shape, and its size as the rules name it (radius of a sphere, cylinder or emanation,
    edge of a cube, length of a cone or line). `width_ft` is a line's, `height_ft` a cylinder's."""

    shape: str
    size_ft: int
    width_ft: int = 5
    height_ft: int = 0


@frozen
class Laid:
    """The zone that an action lays on its area; see zones.Zone."""

    kind: str
    does: str = ""
    difficult: bool = False
    rider: Rider | None = None
    on_enter: bool = False
    on_start: bool = False
    on_end: bool = False
    follows: bool = False
    each_step: bool = False
    spares_allies: bool = False
    rounds: int = -1


@frozen
class Action:
    """Something that a creature does beside attacking: a breath weapon, a roar, healing, a legendary action ...

    It reaches whoever `of` names (enemies, allies, all, self) inside its `area`, which begins within `range_ft`; or
    `targets` creatures within `range_ft` where there is no area. `save` is an index into effect.ABILITIES, -1 when it
    works without a save; `fail` and `success` are what a save brings, `gives` what comes without one. `recharge` is
    the lowest number of a d6 that recharges it (0: it needs none, 7: only a rest does), `uses` how often a fight
    allows it (-1: always). `moves` is how much of its Speed it may move: 0, 1 for half, 2 for all,
    more for so many feet.
    """

    name: str
    cost: str = "action"
    price: int = 1  # legendary actions it takes
    eased: bool = False  # its save has advantage, since the target is fighting whoever takes it
    area: Area | None = None
    range_ft: int = 0
    targets: int = 0
    of: str = "enemies"
    needs: str = ""  # "sight", "hearing": who cannot see or hear the creature is not affected
    save: int = -1
    dc: int = 0
    damage: tuple[Damage, ...] = ()
    half: bool = False
    damage_each: bool = False  # damage is rolled for each creature instead of once for all
    fail: tuple[Rider, ...] = ()
    success: tuple[Rider, ...] = ()
    worse: tuple[Rider, ...] = ()  # what a save failed by 5 or more brings beside `fail`
    gives: tuple[Rider, ...] = ()
    heal: Formula | None = None
    temp_hp: Formula | None = None
    attacks: tuple[tuple[str, ...], ...] = ()  # alternatives, each a list of names of attacks
    moves: int = 0
    provokes: bool = True
    teleport_ft: int = 0
    goes_unseen: bool = False  # that teleport may lead where it sees nothing
    recharge: int = 0
    uses: int = -1
    immune_after: bool = False  # whoever succeeds is immune to this action of this creature from then on
    spur: str = ""  # of a bonus action, one of SPURS: only on a turn on which that has happened
    trigger: str = ""  # of a reaction, one of DEED_TRIGGERS
    moment: str = ""  # of a trait that acts by itself, one of MOMENTS
    needs_wits: bool = False  # not while its owner is incapacitated
    ac_bonus: int = 0  # a reaction that makes this attack harder to land
    redirects: bool = False  # a reaction that swaps places with an ally, which becomes the target of the attack
    halves: bool = False  # a reaction that halves the damage of the attack
    concentration: bool = False
    magical: bool = False
    once_a_round: bool = False  # not again before the start of its next turn
    spell: str = ""  # the spell that it casts
    spell_level: int = 0
    slot: int = 0  # the level of the slot it takes, 0 none
    while_effect: str = ""  # it can be used only while this effect of its own is in force on the creature
    darts: int = 0  # how often it deals its damage, shared out among its targets; 0: once to each
    pool: Formula | None = None  # hit points it affects, from the lowest up
    drinks: bool = False  # the creature regains half the damage
    lays: Laid | None = None
    shares: str = ""  # the action whose uses it takes in place of its own
    does: tuple[str, ...] = ()  # actions that it is, as a bonus action or a legendary one: DOES
    only: tuple[tuple[str, bool], ...] = ()  # a condition that the target must have, and whether by this creature
    counter_save: int = -1  # of a spell that stops others: the save of the other caster
    counter_ability: int = 3  # and the ability of its own check
    past_cover: bool = False  # cover is of no use against it
    cures: tuple[str, ...] = ()  # conditions that it ends, one of them
    dispels: bool = False  # it ends spells on its target
    raises: int = 0  # the maximum of hit points rises, and the hit points with it
    lasts: str = ""  # the effect that is in force on the creature while it goes on, for so many rounds
    lasts_rounds: int = -1


@frozen
class Gullet:
    """What befalls those whom a creature has swallowed, `most` of them at once (0: any number).

    `conditions` last while they are inside, `damage` falls at the start, or `at_end`, of each of the creature's turns;
    `once` it has fallen they are out again. After `spits_after` damage from inside in one turn (0: never) the creature
    saves against `dc` or gives them up. Out of its corpse they come for `exit_ft` of movement. Meanwhile it cannot use
    the attacks `bars`.
    """

    most: int = 1
    conditions: tuple[str, ...] = ()
    damage: tuple[Damage, ...] = ()
    at_end: bool = False
    once: bool = False
    spits_after: int = 0
    dc: int = 0
    exit_ft: int = 15
    bars: tuple[str, ...] = ()


@frozen
class HitPoints:
    """Hit points as written: an average and, when given, the dice behind it."""

    average: int
    dice: Formula | None = None


@frozen
class Speeds:
    """Speeds in feet; 0 where the creature has none."""

    walk: int = 30
    fly: int = 0
    swim: int = 0
    climb: int = 0
    burrow: int = 0
    hover: bool = False


@frozen
class Senses:
    """Ranges in feet; `blind_beyond` marks a creature that is blind beyond its blindsight."""

    darkvision: int = 0
    blindsight: int = 0
    tremorsense: int = 0
    truesight: int = 0
    blind_beyond: bool = False


@frozen
class Trait:
    """A trait by its SRD name in lower case, with the dice or the number written behind it (`sneak attack 2d6`).

    `second` is a second number (`standing leap 20/10 ft`), `unless` are the damage types that stop it for a turn;
    `at_zero`: it works at 0 hit points too (`regeneration 10 at 0 unless acid or fire`).
    """

    name: str
    dice: Formula | None = None
    number: int = 0
    second: int = 0
    unless: tuple[str, ...] = ()
    at_zero: bool = False


@frozen
class Creature:
    """A stat block.

    `saves`, `skills` and `initiative` are total modifiers; skills not written are the ability's modifier.
    `multiattack` holds the alternatives of a monster's Multiattack, each a list of names of attacks and actions;
    `attacks_per_action` is Extra Attack.
    """

    name: str
    ac: int
    hp: HitPoints
    kind: str = "monster"  # monster | character
    types: tuple[str, ...] = ()  # its type and its tags: ("humanoid", "elf")
    size: str = "medium"
    speeds: Speeds = Speeds()
    abilities: tuple[int, int, int, int, int, int] = (10, 10, 10, 10, 10, 10)
    proficiency: int = 2
    saves: tuple[int, int, int, int, int, int] = (0, 0, 0, 0, 0, 0)
    skills: dict[str, int] | None = None  # None: every skill is its ability
    skill_kinds: dict[str, SkillKind] | None = None  # `reroll`: what is special about a skill
    specials: Specials | None = None
    rerolls: tuple[Reroll, ...] = ()
    tools: frozenset[str] = frozenset()  # tools it is proficient with, in lower case
    initiative: int = 0
    senses: Senses = Senses()
    resist: frozenset[str] = frozenset()  # damage types, with FROM_NONMAGICAL behind those of nonmagical attacks only
    vulnerable: frozenset[str] = frozenset()
    immune: frozenset[str] = frozenset()  # damage types and conditions
    traits: tuple[Trait, ...] = ()
    attacks: tuple[Attack, ...] = ()
    armour: str = ""  # the suit it wears, "" none is known
    has_shield: bool = False
    untrained: frozenset[str] = frozenset()  # "armour", "shield": what it wears without training
    attacks_per_action: int = 1
    multiattack: tuple[tuple[str, ...], ...] = ()
    actions: tuple[Action, ...] = ()
    legendary: int = 0  # legendary actions a round
    gullet: Gullet | None = None  # what it swallows with
    legendary_resistance: int = 0  # failed saves that it may make successes, a fight
    hands: tuple[str, ...] = ()
    has_unarmed_strike: bool = True
    potions: dict[str, int] | None = None
    healers_kit: int = 0
    ignores: frozenset[str] = frozenset()  # kinds of ground that neither slow nor harm it; "difficult terrain": all
    slots: tuple[int, ...] = ()  # spell slots, those of level 1 first
    spell_dc: int | None = None  # of its spells; None: 8, proficiency and its best of INT, WIS and CHA

    def modifier(self, ability: int) -> int:
        """The modifier of an ability score, by its index in effect.ABILITIES.

        >>> Creature("wolf", 13, HitPoints(11), abilities=(12, 15, 12, 3, 12, 6)).modifier(1)
        2
        """
        return (self.abilities[ability] - 10) // 2

    def spell_save_dc(self) -> int:
        """The DC of saving throws against its spells.

        >>> Creature("mage", 12, HitPoints(40), proficiency=3, abilities=(9, 14, 11, 17, 12, 11)).spell_save_dc()
        14
        """
        best = max(self.modifier(ability) for ability in (3, 4, 5))
        return 8 + self.proficiency + best if self.spell_dc is None else self.spell_dc

    def skill(self, name: str) -> int:
        """The total modifier of a skill."""
        written = None if self.skills is None else self.skills.get(name)
        return self.modifier(SKILLS[name]) if written is None else written
