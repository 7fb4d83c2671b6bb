"""SRD 5.2 (2024): what differs from SRD 5.1."""

from typing import Final

from attrs import evolve

from encounter.engine.effect import (
    ATTACKS_AGAINST,
    ATTACKS_BY,
    BY_THE_SOURCE,
    DIES,
    FAILS_STR_DEX,
    HELPLESS,
    INCAPACITATED,
    NOT_AT_SOURCE,
    ROLLS_INITIATIVE,
    SLOWS_ONCE,
    SPENT_BY_ATTACK,
    SPENT_BY_SOURCE,
    TARGET_HURT,
    TRAIT_LUCKY,
    UNAWARE,
    Clause,
    Effect,
    advantage,
    disadvantage,
)
from encounter.engine.rules import afflictions, hero_traits, monster_traits, srd_5_1, traits
from encounter.engine.rules.ruleset import Ruleset, replaced
from encounter.engine.rules.spellbook.srd_5_2 import SPELLS_5_2

_WHEN_ROLLING: Final[Clause] = disadvantage("incapacitated.initiative", ROLLS_INITIATIVE, group="INCAPACITATED")


def _slowed_at_once(row: Effect) -> Effect:
    """A row of the parent whose bearer is Incapacitated: in this edition that counts on the initiative roll."""
    return evolve(row, clauses=(*row.clauses, _WHEN_ROLLING))


EXHAUSTION: Final[Effect] = Effect(
    "exhaustion",
    levels=tuple(
        Effect(
            f"exhaustion {level}",
            flags=DIES if level == 6 else 0,
            d20_penalty=2 * level,
            speed_penalty_ft=5 * level,
            number_clause="exhaustion.number",
        )
        for level in range(1, 7)
    ),
)
GRAPPLED: Final[Effect] = evolve(
    srd_5_1.GRAPPLED,
    clauses=(disadvantage("grappled.attacks", ATTACKS_BY, NOT_AT_SOURCE, "GRAPPLED-A"),),
)
INVISIBLE: Final[Effect] = evolve(
    srd_5_1.INVISIBLE,
    clauses=(*srd_5_1.INVISIBLE.clauses, advantage("invisible.initiative", ROLLS_INITIATIVE, group="INVISIBLE")),
)
PETRIFIED: Final[Effect] = evolve(srd_5_1.PETRIFIED, flags=srd_5_1.PETRIFIED.flags & ~UNAWARE, immune_to=("poisoned",))
# What masteries leave behind.
SAP: Final[Effect] = Effect("sap", (disadvantage("sap", ATTACKS_BY, group="SAP"),), SPENT_BY_ATTACK)
SLOW: Final[Effect] = Effect("slow", flags=SLOWS_ONCE, speed_penalty_ft=10, number_clause="slow")
VEX: Final[Effect] = Effect("vex", (advantage("vex", ATTACKS_AGAINST, BY_THE_SOURCE, "VEX"),), SPENT_BY_SOURCE)

STUNNED: Final[Effect] = evolve(srd_5_1.STUNNED, flags=INCAPACITATED | FAILS_STR_DEX | HELPLESS)

SRD_5_2: Final[Ruleset] = evolve(
    srd_5_1.SRD_5_1,
    name="srd-5.2",
    title="SRD 5.2 (2024)",
    parent="srd-5.1",
    effects=replaced(
        tuple(row for row in srd_5_1.CONDITIONS if row.name != "squeezing"),
        EXHAUSTION,
        GRAPPLED,
        _slowed_at_once(srd_5_1.INCAPACITATED_ROW),
        INVISIBLE,
        _slowed_at_once(srd_5_1.PARALYZED),
        _slowed_at_once(PETRIFIED),
        _slowed_at_once(STUNNED),
        _slowed_at_once(srd_5_1.UNCONSCIOUS),
        SAP,
        SLOW,
        VEX,
    ),
    traits=replaced(
        tuple(
            trait
            for trait in srd_5_1.TRAITS
            if trait.name != "lucky" and trait not in traits.ONLY_5_1 + monster_traits.OF_5_1
        ),
        Effect("blood frenzy", (advantage("blood-frenzy", ATTACKS_BY, TARGET_HURT, "TRAIT:blood frenzy"),)),
        Effect("luck", flags=TRAIT_LUCKY, flag_clauses=(("lucky", TRAIT_LUCKY),)),
        Effect("weapon mastery"),
        *traits.ONLY_5_2,
        *monster_traits.OF_5_2,
        *hero_traits.OF_5_2,
        monster_traits.unseen(INVISIBLE.clauses),
    ),
    afflictions=afflictions.OF_5_2,
    spells=SPELLS_5_2,
    clauses=srd_5_1.PROCEDURAL_CLAUSES - {"lance", "inspiration", "lair", "legendary.surprised", "mount.reaction"}
    | {"surprised.initiative", "heroic-inspiration", "tool-and-skill.checks", "wind"}
    | {"cleave", "graze", "nick", "push", "topple", "fly.incapacitated", "fall.water"},
    surprise_costs_turn=False,
    help_names_ally=False,
    help_needs_proficiency=True,
    search_tie_finds=True,
    passive_finds=True,
    potion_is_bonus=True,
    kindling_is_bonus=True,
    suffocation_exhausts=True,
    hide_dc=15,
    hide_needs_cover=True,
    hidden_is_invisible=True,
    grapple_is_save=True,
    opportunity_unarmed_options=True,
    multiattack_is_attack=True,
    light_needs_melee=False,
    draws_with_attack=True,
    heavy_asks_size=False,
    lance_near=False,
    net_is_save=True,
    untrained_shield_hinders=False,
    drag_halves_speed=False,
    drag_free_tiny=True,
    ally_space_slows=False,
    tiny_space_free=True,
    pass_incapacitated=True,
    end_in_space_prone=True,
    run_is_on_foot=False,
    mounts_once=False,
    squeezing_costs=False,
    wet_weapons=(),
    wet_shots=(),
    wet_unarmed=False,
    knock_out_hp=1,
    concentration_cap=30,
    one_slot_a_turn=True,
    counter_is_save=True,
    images_by_d6=True,
    rage_is_fed_by_bonus=True,
    rage_adds_to_throws=True,
    smite_is_a_spell=True,
    indomitable_adds_level=True,
    surge_bars_magic=True,
    bonus_spell_alone=False,
    invisible_needs_unseen=True,
)
