"""SRD 5.1 (2014): the edition the other rulesets are told from."""

from typing import Final

from encounter.engine.effect import (
    ALLY_BESIDE_TARGET,
    ATTACKS_AGAINST,
    ATTACKS_BY,
    BEYOND_5_FT,
    CANNOT_MOVE,
    CHARMED,
    CHECKS,
    CRAWLS,
    CRITICAL_NEAR,
    DEAFENED,
    DEX,
    DIES,
    DROPS_HELD,
    FAILS_STR_DEX,
    FALLS_PRONE,
    FEARS,
    HALF_MAX_HP,
    HALF_SPEED,
    HELD,
    HELPLESS,
    INCAPACITATED,
    RESISTS_ALL,
    SAVES,
    SIGHTLESS,
    SOURCE_IN_LINE,
    SPEED_ZERO,
    TARGET_HURT_IN_MELEE,
    TRAIT_BONUS_DASH,
    TRAIT_BONUS_DISENGAGE,
    TRAIT_BONUS_HIDE,
    TRAIT_ELUSIVE,
    TRAIT_LUCKY,
    TRAIT_SHARES_SPACE,
    TRAIT_SNEAK_ATTACK,
    UNAWARE,
    UNLESS_BLINDSIGHT,
    UNSEEABLE,
    WITHIN_5_FT,
    Clause,
    Effect,
    advantage,
    disadvantage,
)
from encounter.engine.rules import afflictions, hero_traits, monster_traits, traits
from encounter.engine.rules.ruleset import Ruleset
from encounter.engine.rules.spellbook.srd_5_1 import SPELLS_5_1

_FAILS: Final[tuple[tuple[str, int], ...]] = (("helpless.save", FAILS_STR_DEX),)
_FAILS_AND_CRITICAL: Final[tuple[tuple[str, int], ...]] = (
    ("helpless.save", FAILS_STR_DEX),
    ("helpless.critical", CRITICAL_NEAR),
)

BLINDED: Final[Effect] = Effect(
    "blinded",
    (
        disadvantage("blinded.attacker", ATTACKS_BY, UNLESS_BLINDSIGHT, "UNSEEN-T"),
        advantage("blinded.target", ATTACKS_AGAINST, UNLESS_BLINDSIGHT, "UNSEEN-A"),
    ),
    SIGHTLESS,
)
CHARMED_BY: Final[Effect] = Effect("charmed", flags=CHARMED, flag_clauses=(("charmed.attacker", CHARMED),))
DEAF: Final[Effect] = Effect("deafened", flags=DEAFENED)

_TIRED_CHECKS: Final[Clause] = disadvantage("exhaustion.checks", CHECKS, group="EXHAUSTION")
_TIRED: Final[tuple[Clause, ...]] = (
    _TIRED_CHECKS,
    disadvantage("exhaustion.attacks", ATTACKS_BY, group="EXHAUSTION"),
    disadvantage("exhaustion.saves", SAVES, group="EXHAUSTION"),
)
EXHAUSTION: Final[Effect] = Effect(
    "exhaustion",
    levels=(
        Effect("exhaustion 1", (_TIRED_CHECKS,)),
        Effect("exhaustion 2", (_TIRED_CHECKS,), HALF_SPEED),
        Effect("exhaustion 3", _TIRED, HALF_SPEED),
        Effect("exhaustion 4", _TIRED, HALF_SPEED | HALF_MAX_HP),
        Effect("exhaustion 5", _TIRED, HALF_MAX_HP | SPEED_ZERO),
        Effect("exhaustion 6", _TIRED, HALF_MAX_HP | SPEED_ZERO | DIES),
    ),
)
FRIGHTENED: Final[Effect] = Effect(
    "frightened",
    (
        disadvantage("frightened.attacks", ATTACKS_BY, SOURCE_IN_LINE, "FRIGHTENED"),
        disadvantage("frightened.checks", CHECKS, SOURCE_IN_LINE, "FRIGHTENED"),
    ),
    FEARS,
)
GRAPPLED: Final[Effect] = Effect("grappled", flags=SPEED_ZERO | HELD)
INCAPACITATED_ROW: Final[Effect] = Effect("incapacitated", flags=INCAPACITATED)
INVISIBLE: Final[Effect] = Effect(
    "invisible",
    (
        advantage("invisible.attacker", ATTACKS_BY, group="UNSEEN-A"),
        disadvantage("invisible.target", ATTACKS_AGAINST, group="UNSEEN-T"),
    ),
    UNSEEABLE,
)
PARALYZED: Final[Effect] = Effect(
    "paralyzed",
    (advantage("paralyzed.target", ATTACKS_AGAINST, group="HELPLESS"),),
    INCAPACITATED | SPEED_ZERO | FAILS_STR_DEX | CRITICAL_NEAR | HELPLESS,
    flag_clauses=_FAILS_AND_CRITICAL,
)
PETRIFIED: Final[Effect] = Effect(
    "petrified",
    (advantage("petrified.target", ATTACKS_AGAINST, group="HELPLESS"),),
    INCAPACITATED | SPEED_ZERO | FAILS_STR_DEX | RESISTS_ALL | UNAWARE | HELPLESS,
    immune_to=("poisoned", "poison"),
    flag_clauses=_FAILS,
)
POISONED: Final[Effect] = Effect(
    "poisoned",
    (
        disadvantage("poisoned.attacks", ATTACKS_BY, group="POISONED"),
        disadvantage("poisoned.checks", CHECKS, group="POISONED"),
    ),
)
PRONE: Final[Effect] = Effect(
    "prone",
    (
        disadvantage("prone.attacker", ATTACKS_BY, group="PRONE-A"),
        advantage("prone.near", ATTACKS_AGAINST, WITHIN_5_FT, "PRONE-T"),
        disadvantage("prone.far", ATTACKS_AGAINST, BEYOND_5_FT, "PRONE-T"),
    ),
    CRAWLS,
)
RESTRAINED: Final[Effect] = Effect(
    "restrained",
    (
        advantage("restrained.target", ATTACKS_AGAINST, group="RESTRAINED-T"),
        disadvantage("restrained.attacker", ATTACKS_BY, group="RESTRAINED-A"),
        disadvantage("restrained.save", SAVES, group="RESTRAINED-A", abilities=1 << DEX),
    ),
    SPEED_ZERO,
)
# What is no condition and has clauses all the same: to be in a space for one size smaller (135).
SQUEEZING: Final[Effect] = Effect(
    "squeezing",
    (
        disadvantage("squeezing.attacker", ATTACKS_BY, group="SQUEEZE-A"),
        disadvantage("squeezing.save", SAVES, group="SQUEEZE-A", abilities=1 << DEX),
        advantage("squeezing.target", ATTACKS_AGAINST, group="SQUEEZE-T"),
    ),
)
STUNNED: Final[Effect] = Effect(
    "stunned",
    (advantage("stunned.target", ATTACKS_AGAINST, group="HELPLESS"),),
    INCAPACITATED | SPEED_ZERO | CANNOT_MOVE | FAILS_STR_DEX | HELPLESS,
    flag_clauses=_FAILS,
)
UNCONSCIOUS: Final[Effect] = Effect(
    "unconscious",
    (advantage("unconscious.target", ATTACKS_AGAINST, group="HELPLESS"),),
    INCAPACITATED | SPEED_ZERO | FAILS_STR_DEX | CRITICAL_NEAR | UNAWARE | FALLS_PRONE | DROPS_HELD | HELPLESS,
    flag_clauses=_FAILS_AND_CRITICAL,
)

CONDITIONS: Final[tuple[Effect, ...]] = (
    BLINDED,
    CHARMED_BY,
    DEAF,
    EXHAUSTION,
    FRIGHTENED,
    GRAPPLED,
    INCAPACITATED_ROW,
    INVISIBLE,
    PARALYZED,
    PETRIFIED,
    POISONED,
    PRONE,
    RESTRAINED,
    STUNNED,
    UNCONSCIOUS,
    SQUEEZING,
    monster_traits.OFF_BALANCE,
    monster_traits.EXPOSED,
    *hero_traits.BROUGHT,
)

PACK_TACTICS: Final[Effect] = Effect(
    "pack tactics", (advantage("pack-tactics", ATTACKS_BY, ALLY_BESIDE_TARGET, "TRAIT:pack tactics"),)
)
TRAITS: Final[tuple[Effect, ...]] = (
    Effect("blood frenzy", (advantage("blood-frenzy", ATTACKS_BY, TARGET_HURT_IN_MELEE, "TRAIT:blood frenzy"),)),
    Effect("cunning action", flags=TRAIT_BONUS_DASH | TRAIT_BONUS_DISENGAGE | TRAIT_BONUS_HIDE),
    Effect("elusive", flags=TRAIT_ELUSIVE, flag_clauses=(("elusive", TRAIT_ELUSIVE),)),
    Effect("lucky", flags=TRAIT_LUCKY, flag_clauses=(("lucky", TRAIT_LUCKY),)),
    Effect("nimble escape", flags=TRAIT_BONUS_DISENGAGE | TRAIT_BONUS_HIDE),
    PACK_TACTICS,
    Effect("sneak attack", flags=TRAIT_SNEAK_ATTACK, flag_clauses=(("sneak-attack", TRAIT_SNEAK_ATTACK),)),
    Effect("swarm", flags=TRAIT_SHARES_SPACE),
    *traits.SHARED,
    *traits.ONLY_5_1,
    *monster_traits.OF_BOTH,
    *monster_traits.OF_5_1,
    *hero_traits.OF_BOTH,
    monster_traits.unseen(INVISIBLE.clauses),
)

PROCEDURAL_CLAUSES: Final[frozenset[str]] = frozenset(
    (
        "unseen.attacker",
        "unseen.target",
        "help.attack",
        "help.check",
        "flanking",
        "attack.advantage",
        "inspiration",
        "save.chosen",
        "advantage.damage",
        "half-hp.damage",
        "dodge",
        "dodge.save",
        "charm.fighting",
        "range.long",
        "close-combat",
        "heavy",
        "lance",
        "armour.attacks",
        "armour.checks",
        "armour.saves",
        "armour.stealth",
        "gm.advantage",
        "gm.disadvantage",
        "gm.modifier",
        "cover.half",
        "cover.three-quarters",
        "blinded.check",
        "deafened.check",
        "dim.perception",
        "concentration",
        "counterspell",
        "dispel",
        "underwater",
        "underwater.miss",
        "save.half",
        "charge",
        "suffocation",
        "trait.turn-near",
        "trait.own-turn",
        "trait.dies",
        "trait.touched",
        "damage.once",
        "recharge",
        "legendary",
        "legendary.surprised",
        "legendary-resistance",
        "lair",
        "action.immune",
        "action.needs",
        "action.only",
        "parry",
        "action-surge",
        "reaction.halves",
        "reaction.redirects",
        "weakened",
        "fly.prone",
        "fly.speed-zero",
        "fall.damage",
        "fall.prone",
        "jump.long",
        "jump.high",
        "jump.landing",
        "mount.save",
        "mount.reaction",
        "mount.strike",
    )
)

SRD_5_1: Final[Ruleset] = Ruleset(
    name="srd-5.1",
    title="SRD 5.1 (2014)",
    parent="",
    effects=CONDITIONS,
    traits=TRAITS,
    afflictions=afflictions.OF_5_1,
    spells=SPELLS_5_1,
    clauses=PROCEDURAL_CLAUSES,
    rerolls_stack=False,
    natural_20_hits=True,
    natural_1_misses=True,
    critical_on=20,
    minor_on=0,
    major_on=0,
    fumbles_on=0,
    passive_step=5,
    tie_to_actor=False,
    surprise_costs_turn=True,
    help_names_ally=True,
    help_needs_proficiency=False,
    search_tie_finds=False,
    passive_finds=False,
    potion_is_bonus=False,
    kindling_is_bonus=False,
    suffocation_exhausts=False,
    hide_dc=0,
    hide_needs_cover=False,
    hidden_is_invisible=False,
    grapple_is_save=False,
    opportunity_unarmed_options=False,
    multiattack_is_attack=False,
    light_needs_melee=True,
    draws_with_attack=False,
    heavy_asks_size=True,
    lance_near=True,
    net_is_save=False,
    untrained_shield_hinders=True,
    drag_halves_speed=True,
    drag_free_tiny=False,
    ally_space_slows=True,
    tiny_space_free=False,
    pass_incapacitated=False,
    end_in_space_prone=False,
    run_is_on_foot=True,
    mounts_once=True,
    squeezing_costs=True,
    wet_weapons=("dagger", "javelin", "shortsword", "spear", "trident"),
    wet_shots=("crossbow", "net", "javelin", "spear", "trident", "dart"),
    wet_unarmed=True,
    knock_out_hp=0,
    concentration_cap=0,
    one_slot_a_turn=False,
    counter_is_save=False,
    images_by_d6=False,
    rage_is_fed_by_bonus=False,
    rage_adds_to_throws=False,
    smite_is_a_spell=False,
    indomitable_adds_level=False,
    surge_bars_magic=False,
    bonus_spell_alone=True,
    invisible_needs_unseen=False,
)
