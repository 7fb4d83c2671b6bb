"""Traits of monsters as rows of data: forms, senses, weaknesses, camouflage (SRD 5.1 and 5.2: Monsters).

The procedures that ask for their powers are `frailty` (what hurts or changes a creature by what it is), `movement`
(whose space it enters), `reaction` and `perception`.
"""

from typing import Final

from encounter.engine.effect import (
    AGAINST_MAGIC,
    AGAINST_THREATS,
    ASSASSINATES,
    ATTACKS_AGAINST,
    ATTACKS_BY,
    CHECKS,
    DRAGS_FREELY,
    ENTERS_SPACES,
    FEELS_WEBS,
    FIREPROOFS,
    HEARS_ITS_WAY,
    HURT_BY_STREAM,
    HURT_BY_SUN,
    HURT_BY_WATER,
    IN_ITS_AURA,
    IN_MELEE,
    IN_MELEE_ON_TURN,
    IN_PLAIN_SIGHT,
    IN_SUNLIGHT,
    MAGIC_PROOF,
    ON_GROUND,
    PASSES_BODIES,
    REACTS_EACH_TURN,
    RECKLESS,
    SAVES,
    SPELL_PROOF,
    SPENT_BY_ATTACK,
    SPENT_WHEN_ATTACKED,
    STEADFAST,
    STRIKES_MORE,
    STUNG,
    TARGET_HELD,
    TARGET_NOT_ACTED,
    TRAIT_AMORPHOUS,
    TRAIT_BONUS_DASH,
    UNSEEABLE,
    WALKS_WEBS,
    WHILE_ABLE,
    Clause,
    Effect,
    advantage,
    disadvantage,
)


def powered(name: str, powers: int, hit: str = "") -> Effect:
    """A trait that is a switch or two; `hit` is the damage it is about, which its clause carries."""
    return Effect(name, powers=powers, flag_clauses=((name.replace(" ", "-"), 0),), hit=hit)


def silent(name: str, powers: int, flags: int = 0) -> Effect:
    """A trait that is a switch which no event has to name."""
    return Effect(name, flags=flags, powers=powers)


def camouflage(name: str, *ground: str) -> Effect:
    """A trait that helps to hide on some kinds of ground."""
    return Effect(
        name, (Clause("camouflage", CHECKS, True, ON_GROUND, "TRAIT:camouflage", skill="stealth", ground=ground),)
    )


def flowing(name: str) -> Effect:
    """The form of an elemental: it enters the spaces of others, and no gap is too narrow for it."""
    return silent(name, ENTERS_SPACES, TRAIT_AMORPHOUS)


def stung(name: str, type: str, brought: Effect) -> Effect:
    """A trait by which damage of a type brings a row upon its bearer until the end of its next turn."""
    return Effect(name, powers=STUNG, brings=brought, brought_by=type)


def unseen(clauses: tuple[Clause, ...]) -> Effect:
    """The trait of whoever is invisible by nature, with the clauses of that condition."""
    return Effect("invisibility", clauses, UNSEEABLE)


def burnt_by_sun(name: str) -> Effect:
    """The weakness of vampires: 20 radiant damage in sunlight, and disadvantage there."""
    group = "TRAIT:sunlight hypersensitivity"
    return Effect(
        name,
        tuple(Clause("sunlight-hypersensitivity", on, False, IN_SUNLIGHT, group) for on in (ATTACKS_BY, CHECKS)),
        powers=HURT_BY_SUN,
        flag_clauses=(("sunlight-hypersensitivity", 0),),
        hit="20 radiant",
    )


_ROCKY: Final = ("rubble",)
_AVERSE: Final[Effect] = Effect(
    "averse to fire",
    (
        disadvantage("aversion-to-fire", ATTACKS_BY, group="TRAIT:aversion to fire"),
        disadvantage("aversion-to-fire", CHECKS, group="TRAIT:aversion to fire"),
    ),
)
FROZEN: Final[Effect] = Effect("partly frozen", speed_penalty_ft=20, number_clause="freeze")

# What some hits leave behind: the target's next attack roll is hampered, or the next one against it is helped.
OFF_BALANCE: Final[Effect] = Effect(
    "off balance", (disadvantage("off-balance", ATTACKS_BY, group="OFF-BALANCE"),), SPENT_BY_ATTACK
)
EXPOSED: Final[Effect] = Effect(
    "exposed", (advantage("exposed", ATTACKS_AGAINST, group="EXPOSED"),), powers=SPENT_WHEN_ATTACKED
)


def reckless(name: str, when: str) -> Effect:
    """A trait by which its bearer may attack recklessly."""
    row = Effect(
        f"{name} in force",
        (
            advantage("reckless", ATTACKS_BY, when, "TRAIT:reckless"),
            advantage("reckless.target", ATTACKS_AGAINST, group="RECKLESS"),
        ),
    )
    return Effect(name, powers=RECKLESS, brings=row)


OF_BOTH: Final[tuple[Effect, ...]] = (
    flowing("air form"),
    flowing("water form"),
    flowing("fire form"),
    silent("incorporeal movement", PASSES_BODIES),
    silent("reactive", REACTS_EACH_TURN),
    silent("reactive heads", STRIKES_MORE),
    powered("running water", HURT_BY_STREAM, hit="20 acid"),
    silent("transparent", IN_PLAIN_SIGHT),
    burnt_by_sun("sunlight hypersensitivity"),
    silent("confer fire resistance", FIREPROOFS),
    *(Effect(name) for name in ("illumination", "variable illumination", "ignited illumination", "aberrant ground")),
    stung("freeze", "cold", FROZEN),
)
OF_5_1: Final[tuple[Effect, ...]] = (
    stung("aversion of fire", "fire", _AVERSE),
    powered("water susceptibility", HURT_BY_WATER, hit="1 cold"),
    silent("echolocation", HEARS_ITS_WAY),
    powered("steadfast", STEADFAST),
    Effect(
        "assassinate",
        (advantage("assassinate", ATTACKS_BY, TARGET_NOT_ACTED, "TRAIT:assassinate"),),
        powers=ASSASSINATES,
        flag_clauses=(("assassinate", 0),),
    ),
    reckless("reckless", IN_MELEE_ON_TURN),
    reckless("reckless attack", IN_MELEE_ON_TURN),
    Effect("aggressive", flags=TRAIT_BONUS_DASH),
    powered("web walker", WALKS_WEBS),
    silent("web sense", FEELS_WEBS),
    Effect(
        "limited magic immunity",
        (advantage("magic-resistance", SAVES, AGAINST_MAGIC, "TRAIT:magic resistance"),),
        powers=SPELL_PROOF,
        flag_clauses=(("limited-magic-immunity", 0),),
    ),
    camouflage("stone camouflage", *_ROCKY),
    camouflage("snow camouflage", "ice"),
    camouflage("underwater camouflage", "water", "shallow water"),
    Effect("grappler", (advantage("grappler", ATTACKS_BY, TARGET_HELD, "TRAIT:grappler"),)),
    Effect(
        "duergar resilience",
        (
            Clause(
                "duergar-resilience",
                SAVES,
                True,
                AGAINST_THREATS,
                "TRAIT:duergar resilience",
                threats=("poisoned", "charmed", "paralyzed"),
            ),
            advantage("duergar-resilience", SAVES, AGAINST_MAGIC, "TRAIT:duergar resilience"),
        ),
    ),
)
OF_5_2: Final[tuple[Effect, ...]] = (
    stung("aversion to fire", "fire", _AVERSE),
    powered("water susceptibility", HURT_BY_WATER, hit="1d6 cold"),
    powered("web walker", WALKS_WEBS | FEELS_WEBS),
    silent("abduct", DRAGS_FREELY),
    reckless("reckless attack", IN_MELEE),
    powered("greater magic resistance", MAGIC_PROOF),
    Effect("jumper"),
    Effect("blurred form", (disadvantage("blurred-form", ATTACKS_AGAINST, WHILE_ABLE, "TRAIT:blurred form"),)),
    Effect(
        "aura of authority",
        (
            advantage("aura-of-authority", ATTACKS_BY, IN_ITS_AURA, "TRAIT:aura of authority"),
            advantage("aura-of-authority", SAVES, IN_ITS_AURA, "TRAIT:aura of authority"),
        ),
        aura_ft=10,
    ),
)
