"""Traits that both editions have, as rows of data (SRD 5.1 and 5.2: Monsters, Races and Species, Classes)."""

from typing import Final

from encounter.engine.effect import (
    AGAINST_MAGIC,
    AGAINST_THREATS,
    ATTACKS_BY,
    CHECKS,
    IN_BRIGHT_LIGHT,
    IN_SUNLIGHT,
    LOOKING,
    SAVES,
    SELF_BLOODIED,
    TARGET_SURPRISED,
    TRAIT_ABSORBS,
    TRAIT_AGILE,
    TRAIT_AMORPHOUS,
    TRAIT_AMPHIBIOUS,
    TRAIT_BREATHES_WATER,
    TRAIT_DEVILS_SIGHT,
    TRAIT_EVASION,
    TRAIT_FLYBY,
    TRAIT_HOLDS_BREATH,
    TRAIT_ICE_WALK,
    TRAIT_MAGIC_WEAPONS,
    TRAIT_MARTIAL_ADVANTAGE,
    TRAIT_NEEDS_NO_AIR,
    TRAIT_NEEDS_WITS,
    TRAIT_REGENERATES,
    TRAIT_RELENTLESS,
    TRAIT_RUNNING_LEAP,
    TRAIT_SIEGE,
    TRAIT_STANDING_LEAP,
    TRAIT_SURPRISE_ATTACK,
    TRAIT_UNDEAD_FORTITUDE,
    WITH_THE_SKILL,
    Clause,
    Effect,
    advantage,
)

_MIND: Final = 0b111000  # Intelligence, Wisdom, Charisma


def saves_against(name: str, *threats: str) -> Effect:
    """A trait that gives advantage on saves against conditions."""
    id = name.replace(" ", "-")
    return Effect(name, (Clause(id, SAVES, True, AGAINST_THREATS, f"TRAIT:{name}", threats=threats),))


def keen(name: str) -> Effect:
    """A trait of keen senses: advantage on Perception checks."""
    return Effect(name, (Clause("keen-senses", CHECKS, True, WITH_THE_SKILL, "TRAIT:keen", skill="perception"),))


def flagged(name: str, flags: int) -> Effect:
    """A trait that is one switch, which its clause carries."""
    return Effect(name, flags=flags, flag_clauses=((name.replace(" ", "-"), flags),))


def absorbing(type: str) -> Effect:
    """A trait by which damage of one type heals its bearer instead of hurting it."""
    return Effect(f"{type} absorption", flags=TRAIT_ABSORBS, flag_clauses=(("absorption", TRAIT_ABSORBS),))


def enchanted(name: str) -> Effect:
    """A trait that makes the weapons of its bearer magical."""
    return Effect(name, flags=TRAIT_MAGIC_WEAPONS, flag_clauses=(("magic-weapons", TRAIT_MAGIC_WEAPONS),))


# All D20 Tests while in sunlight.
SUNLIGHT_WEAKNESS: Final[Effect] = Effect(
    "sunlight weakness",
    tuple(
        Clause("sunlight-weakness", on, False, IN_SUNLIGHT, "TRAIT:sunlight weakness")
        for on in (ATTACKS_BY, CHECKS, SAVES)
    ),
)
_HEADS: Final = ("blinded", "charmed", "deafened", "frightened", "stunned", "unconscious")
_MANY_HEADS: Final[Clause] = Clause("many-heads", SAVES, True, AGAINST_THREATS, "TRAIT:heads", threats=_HEADS)
_HEADS_SEE: Final[Clause] = Clause("many-heads", CHECKS, True, WITH_THE_SKILL, "TRAIT:heads", skill="perception")

_UNLIVING: Final = ("undead nature", "unusual nature")

REGENERATION: Final[Effect] = flagged("regeneration", TRAIT_REGENERATES)

SHARED: Final[tuple[Effect, ...]] = (
    SUNLIGHT_WEAKNESS,
    Effect("magic resistance", (advantage("magic-resistance", SAVES, AGAINST_MAGIC, "TRAIT:magic resistance"),)),
    saves_against("brave", "frightened"),
    saves_against("fey ancestry", "charmed"),
    saves_against("dark devotion", "charmed", "frightened"),
    saves_against("dwarven resilience", "poisoned"),
    Effect("multiple heads", (_MANY_HEADS,)),
    Effect("two heads", (_MANY_HEADS, _HEADS_SEE)),
    Effect("two-headed", (_MANY_HEADS, _HEADS_SEE)),
    keen("keen hearing"),
    keen("keen hearing and sight"),
    keen("keen hearing and smell"),
    keen("keen sight"),
    keen("keen sight and smell"),
    keen("keen smell"),
    keen("keen senses"),
    flagged("undead fortitude", TRAIT_UNDEAD_FORTITUDE),
    flagged("relentless", TRAIT_RELENTLESS),
    Effect("relentless endurance", flags=TRAIT_RELENTLESS, flag_clauses=(("relentless", TRAIT_RELENTLESS),)),
    REGENERATION,
    flagged("siege monster", TRAIT_SIEGE),
    flagged("standing leap", TRAIT_STANDING_LEAP),
    flagged("running leap", TRAIT_RUNNING_LEAP),
    flagged("flyby", TRAIT_FLYBY),
    Effect("ice walk", flags=TRAIT_ICE_WALK),
    Effect("amorphous", flags=TRAIT_AMORPHOUS),
    Effect("compression", flags=TRAIT_AMORPHOUS),
    flagged("amphibious", TRAIT_AMPHIBIOUS),
    Effect("limited amphibiousness", flags=TRAIT_AMPHIBIOUS, flag_clauses=(("amphibious", TRAIT_AMPHIBIOUS),)),
    flagged("water breathing", TRAIT_BREATHES_WATER),
    flagged("hold breath", TRAIT_HOLDS_BREATH),
    *(Effect(name, flags=TRAIT_NEEDS_NO_AIR, flag_clauses=(("no-air", TRAIT_NEEDS_NO_AIR),)) for name in _UNLIVING),
    *(absorbing(type) for type in ("acid", "fire", "lightning")),
)
_IN_SUN: Final = "TRAIT:sunlight sensitivity"
_IN_LIGHT: Final = "TRAIT:light sensitivity"
_SUN_ATTACKS: Final[Clause] = Clause("sunlight-sensitivity", ATTACKS_BY, False, IN_SUNLIGHT, _IN_SUN)
_LIGHT_ATTACKS: Final[Clause] = Clause("light-sensitivity", ATTACKS_BY, False, IN_BRIGHT_LIGHT, _IN_LIGHT)

ONLY_5_1: Final[tuple[Effect, ...]] = (
    Effect(
        "sunlight sensitivity",
        (_SUN_ATTACKS, Clause("sunlight-sensitivity", LOOKING, False, IN_SUNLIGHT, _IN_SUN)),
    ),
    Effect(
        "light sensitivity",
        (_LIGHT_ATTACKS, Clause("light-sensitivity", LOOKING, False, IN_BRIGHT_LIGHT, _IN_LIGHT)),
    ),
    Effect(
        "gnome cunning",
        (advantage("gnome-cunning", SAVES, AGAINST_MAGIC, "TRAIT:gnome cunning", _MIND),),
    ),
    flagged("martial advantage", TRAIT_MARTIAL_ADVANTAGE),
    flagged("surprise attack", TRAIT_SURPRISE_ATTACK),
    flagged("evasion", TRAIT_EVASION),
    Effect("devil's sight", flags=TRAIT_DEVILS_SIGHT),
    *(enchanted(name) for name in ("magic weapons", "angelic weapons", "hellish weapons")),
    Effect(
        "sure-footed", (Clause("sure-footed", SAVES, True, AGAINST_THREATS, "TRAIT:sure-footed", 0b11, ("prone",)),)
    ),
    Effect("ambusher", (advantage("ambusher", ATTACKS_BY, TARGET_SURPRISED, "TRAIT:ambusher"),)),
)
ONLY_5_2: Final[tuple[Effect, ...]] = (
    Effect("sunlight sensitivity", (_SUN_ATTACKS, Clause("sunlight-sensitivity", CHECKS, False, IN_SUNLIGHT, _IN_SUN))),
    Effect("light sensitivity", (_LIGHT_ATTACKS,)),
    flagged("agile", TRAIT_AGILE),
    Effect("evasion", flags=TRAIT_EVASION | TRAIT_NEEDS_WITS, flag_clauses=(("evasion", TRAIT_EVASION),)),
    Effect("gnomish cunning", (advantage("gnome-cunning", SAVES, group="TRAIT:gnome cunning", abilities=_MIND),)),
    Effect("bloodied fury", (advantage("bloodied-fury", ATTACKS_BY, SELF_BLOODIED, "TRAIT:bloodied fury"),)),
    Effect(
        "bloodied frenzy",
        (
            advantage("bloodied-frenzy", ATTACKS_BY, SELF_BLOODIED, "TRAIT:bloodied frenzy"),
            advantage("bloodied-frenzy", SAVES, SELF_BLOODIED, "TRAIT:bloodied frenzy"),
        ),
    ),
)
