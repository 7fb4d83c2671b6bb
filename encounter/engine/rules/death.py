"""Death saves, first aid and the fallen (rules.md 153 to 158)."""

from mypy_extensions import i64

from encounter.engine.combatant import Combatant
from encounter.engine.d20 import DEATH_SAVE
from encounter.engine.effect import SAVE
from encounter.engine.fight import Fight
from encounter.engine.rules.auras import protection_of
from encounter.engine.rules.reasons import add_own, apply_rulings, clear, combine
from encounter.engine.rules.saves import check, note_roll, roll_prepared


def prepare_death_save(f: Fight, c: Combatant) -> None:
    """Derive a death save into f.facts: only what bears on every saving throw bears on it."""
    facts = f.facts
    clear(facts)
    helps: i64 = -1
    hinders: i64 = -1
    ability: i64 = 0
    while ability < 6:
        helps &= c.masks[SAVE + 2 * ability]
        hinders &= c.masks[SAVE + 2 * ability + 1]
        ability += 1
    facts.advantage = helps
    facts.disadvantage = hinders
    if len(f.setup.rulings) > 0:
        apply_rulings(f, c, -1, DEATH_SAVE, -1, "", facts)
    if f.setup.has_specials:
        add_own(f, c, DEATH_SAVE, -1, "", facts)
    facts.bonus = facts.modifier - c.d20_penalty  # D-18
    if f.setup.protectors:
        facts.protection = protection_of(f, c)
        facts.bonus += facts.protection
    facts.target_number = 10
    combine(f, facts)


def death_save(f: Fight, c: Combatant) -> None:
    """The death save at the start of a turn at 0 HP: 10 or more succeeds, 1 fails twice, 20 wakes with 1 HP."""
    prepare_death_save(f, c)
    roll = f.roll
    roll_prepared(f, c, DEATH_SAVE, roll, f.facts)
    successes = c.successes
    failures = c.failures
    if roll.kept == 20:
        successes = 0
        failures = 0
    elif roll.kept == 1:
        failures += 2
    elif roll.total >= 10:
        successes += 1
    else:
        failures += 1
    f.count_death_saves(c, successes, failures)
    if f.journal is not None:
        note_roll(
            f,
            "death-save",
            DEATH_SAVE,
            c,
            None,
            roll,
            f.facts,
            {"successes": successes, "failures": failures},
        )
    if roll.kept == 20:
        f.gain_hp(c, 1)
    elif failures >= 3:
        f.die(c, "death saves")
    elif successes >= 3:
        f.stabilise(c)


def first_aid(f: Fight, c: Combatant, t: Combatant) -> bool:
    """An action beside a dying creature: Wisdom (Medicine) against DC 10 stabilises it, a healer's kit without a check.

    5.2: the check also wakes who was knocked out.
    """
    if c.kit_uses > 0 and t.is_down:
        c.kit_uses -= 1
        f.stabilise(t)
        return True
    if check(f, c, 4, "medicine", c.stat.medicine, 10, "stabilise"):
        if t.is_knocked_out:
            f.rouse(t)
        else:
            f.stabilise(t)
        return True
    return False
