"""Features of heroes as rows of data (SRD 5.1 and 5.2: Classes).

The procedures that ask for their powers are in `feats`; what a feature costs is an action of the stat block.
"""

from typing import Final

from encounter.engine.effect import (
    CHECKS,
    CRITS_MORE,
    DEX,
    HITS_HARDER,
    INSPIRED,
    PROTECTS,
    RAGES,
    ROLLS_INITIATIVE,
    SAVES,
    SMITES,
    STANDS_FAST,
    STR,
    WHILE_ABLE,
    WHILE_AWARE,
    WITH_THE_SKILL,
    Clause,
    Effect,
    advantage,
)

# The lowest natural number that is a critical hit with a weapon.
CRITICAL_ON: Final[dict[str, int]] = {"improved critical": 19, "superior critical": 18}
_RAGE: Final = "TRAIT:rage"


def _raging(name: str, *immune_to: str) -> Effect:
    """To be in a rage: advantage on Strength checks and saves; what RAGES means is asked where blows fall."""
    return Effect(
        name,
        (
            advantage("rage", SAVES, group=_RAGE, abilities=1 << STR),
            Clause("rage", CHECKS, True, WITH_THE_SKILL, _RAGE, skill="athletics"),
        ),
        powers=RAGES,
        boon=40,
        immune_to=immune_to,
        flag_clauses=(("rage", 0),),
    )


# In force for a time, named by what actions give.
BROUGHT: Final[tuple[Effect, ...]] = (
    _raging("raging"),
    _raging("mindless rage", "charmed", "frightened"),
    *(
        Effect(f"inspired d{sides}", powers=INSPIRED, inspires=sides, boon=6, flag_clauses=(("bardic-inspiration", 0),))
        for sides in (6, 8, 10, 12)
    ),
)


def danger_sense(when: str) -> Effect:
    """Advantage on Dexterity saves while its bearer is in its senses."""
    return Effect("danger sense", (advantage("danger-sense", SAVES, when, "TRAIT:danger sense", 1 << DEX),))


OF_BOTH: Final[tuple[Effect, ...]] = (
    Effect("rage"),  # its number is what a rage adds to damage
    danger_sense(WHILE_AWARE),
    Effect("feral instinct", (advantage("feral-instinct", ROLLS_INITIATIVE, group="TRAIT:feral instinct"),)),
    *(Effect(name, powers=CRITS_MORE, flag_clauses=((name.replace(" ", "-"), 0),)) for name in CRITICAL_ON),
    Effect("indomitable", powers=STANDS_FAST, flag_clauses=(("indomitable", 0),)),
    Effect("divine smite", powers=SMITES, flag_clauses=(("divine-smite", 0),)),
    Effect("aura of protection", powers=PROTECTS, flag_clauses=(("aura-of-protection", 0),)),
    Effect("brutal critical", powers=HITS_HARDER),
)
OF_5_2: Final[tuple[Effect, ...]] = (danger_sense(WHILE_ABLE),)
NOT_IN_REROLL: Final = (*CRITICAL_ON, "brutal critical")
