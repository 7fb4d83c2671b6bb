"""Concentration: held from the start of the fight, shaken by damage (rules.md 160)."""

from mypy_extensions import i64

from encounter.engine.combatant import Combatant
from encounter.engine.d20 import SAVE, SUCCESS
from encounter.engine.effect import ABILITIES, CON, NO_THREAT
from encounter.engine.fight import Fight
from encounter.engine.rules.saves import note_roll, prepare_save, roll_prepared, settle_without_dice
from encounter.engine.sight import NONE


def concentration_dc(f: Fight, damage: i64) -> i64:
    """The DC to keep concentrating after this much damage from one source: half of it, at least 10, at most the
    edition's cap. What temporary hit points absorbed is damage taken all the same."""
    dc = damage // 2 if damage > 21 else 10
    cap = f.setup.rules.concentration_cap
    return cap if cap > 0 and dc > cap else dc


def keep_concentration(f: Fight, t: Combatant, damage: i64, by: Combatant | None) -> bool:
    """A Constitution save for the damage of one blow; False when the concentration is lost."""
    facts = f.facts
    prepare_save(f, t, CON, concentration_dc(f, damage), by.index if by is not None else -1, NONE, NO_THREAT)
    if facts.automatic < 0:  # its owner would rather lose the spell
        settle_without_dice(f.roll, facts)
    else:
        roll_prepared(f, t, SAVE, f.roll, facts)
    kept = f.roll.degree >= SUCCESS
    if f.journal is not None:
        note_roll(
            f,
            "save",
            SAVE,
            t,
            None,
            f.roll,
            facts,
            {
                "ability": ABILITIES[CON],
                "because": "concentration",
                "clause": "concentration",
                "spell": t.concentrating,
                "by": by.name if by is not None else None,
            },
        )
    if not kept:
        f.end_concentration(t, "damage")
    return kept
