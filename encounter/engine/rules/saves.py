"""Saving throws and ability checks."""

from mypy_extensions import i64

from encounter.engine.combatant import Combatant
from encounter.engine.d20 import (
    ATTACK,
    CHECK,
    CONTEST,
    DEATH_SAVE,
    FAILURE,
    INITIATIVE,
    SAVE,
    SKILL,
    SUCCESS,
    D20Roll,
    roll_d20,
)
from encounter.engine.effect import ABILITIES, FAILS_STR_DEX, INSPIRED, MAGIC_PROOF, TRAIT_LUCKY, EffectRow, Threat
from encounter.engine.facts import Facts, RolledDie
from encounter.engine.fight import Fight
from encounter.engine.journal import Data
from encounter.engine.rules.auras import protection_of
from encounter.engine.rules.inspiration import declare_inspiration
from encounter.engine.rules.legal import cover_bonus
from encounter.engine.rules.reasons import (
    combine,
    derive_check,
    derive_save,
    explain_mask,
    modifiers_of,
    spend_check_help,
)

KIND_NAMES = ("attack", "check", "save", "initiative", "death save", "contest")


def roll_prepared(f: Fight, c: Combatant, kind: i64, roll: D20Roll, facts: Facts) -> None:
    """Roll what was derived, with what the roller has to help the dice."""
    help = f.roll_help
    help.clear()
    help.lucky = c.flags & TRAIT_LUCKY != 0
    help.neutral = facts.neutral
    help.special = facts.special
    if c.has_inspiration and f.setup.rules.heroic:
        help.inspired = f.deciders[c.index].spends_inspiration(f, c.index, kind)
    roll.net = facts.net
    roll.bonus = facts.bonus
    if c.has_d20_dice or len(facts.dice) > 0:
        roll.bonus += roll_more_dice(f, c, kind, facts)
    roll.target = facts.target_number
    roll_d20(f.dice, f.setup.rules.d20, roll, help, kind)
    if c.powers & INSPIRED and roll.degree == FAILURE and (kind == ATTACK or kind == SAVE):
        use_inspiration_die(f, c, kind, roll, facts)
    if help.inspiration_spent:
        f.spend_inspiration(c)


def more_dice(c: Combatant, kind: i64) -> list[EffectRow]:
    """The rows that add a die to a roll of this kind or take one off; one spell counts once, whoever cast it."""
    rows: list[EffectRow] = []
    if c.has_d20_dice and (kind == ATTACK or kind == SAVE or kind == DEATH_SAVE):
        for effect in c.ongoing:
            if effect.row.d20_die != 0 and effect.row not in rows:
                rows.append(effect.row)
    return rows


def roll_more_dice(f: Fight, c: Combatant, kind: i64, facts: Facts) -> i64:
    """Roll the dice that rows add to a roll or take off it; what they come to. They fall before the d20."""
    facts.dice.clear()
    total: i64 = 0
    for row in more_dice(c, kind):
        sides = row.d20_die
        value = f.dice.roll(sides) if sides > 0 else -f.dice.roll(-sides)
        facts.dice.append(RolledDie(row.number_clause, value))
        total += value
    return total


def use_inspiration_die(f: Fight, c: Combatant, kind: i64, roll: D20Roll, facts: Facts) -> None:
    """Add the die of a Bardic Inspiration to an attack or a save that has failed, where it can make up for that."""
    if kind == ATTACK and roll.kept == 1 and f.setup.rules.d20.natural_1_misses:
        return
    for effect in list(c.ongoing):
        sides = effect.row.inspires
        if sides > 0 and roll.total + sides >= roll.target:
            die = f.dice.roll(sides)
            facts.dice.append(RolledDie("bardic-inspiration", die))
            roll.bonus += die
            roll.total += die
            if roll.total >= roll.target:
                roll.degree = SUCCESS
            f.lift(c, effect, "ended")
            return


def stand_fast(f: Fight, c: Combatant) -> None:
    """Roll a failed save again by Indomitable, the level added in 5.2; the new roll stands."""
    f.spend_indomitable(c)
    f.facts.is_steadfast = True
    f.facts.bonus += c.stat.indomitable_bonus
    roll_prepared(f, c, SAVE, f.roll, f.facts)


def settle_without_dice(roll: D20Roll, facts: Facts) -> None:
    """An automatic success or failure: nothing is rolled."""
    roll.count = 0
    roll.pool_size = 0
    roll.inspired_place = -1
    roll.kept = 0
    roll.bonus = facts.bonus
    roll.total = 0
    roll.target = facts.target_number
    roll.severity = 0
    roll.neutral_used = 0
    roll.lucky_used = False
    roll.degree = SUCCESS if facts.automatic > 0 else FAILURE


def note_roll(
    f: Fight, type: str, kind: i64, c: Combatant, t: Combatant | None, roll: D20Roll, facts: Facts, more: Data
) -> None:
    """Write a roll with its reasons."""
    if f.journal is None:
        return
    data = f.roll_data(
        KIND_NAMES[kind],
        roll,
        facts,
        explain_mask(f, facts, facts.advantage, True, c, t),
        explain_mask(f, facts, facts.disadvantage, False, c, t),
        explain_mask(f, facts, facts.suppressed, True, c, t),
        modifiers_of(f, c, facts),
        kind != INITIATIVE and kind != SKILL,
    )
    data.update(more)
    f.note(type, c, t, data)


def prepare_save(f: Fight, c: Combatant, ability: i64, dc: i64, by: i64, cover: i64, threat: Threat) -> None:
    """Derive a saving throw of `c` into f.facts; `cover` is the degree from the effect's origin (Dexterity only)."""
    facts = f.facts
    derive_save(f, c, SAVE, ability, by, threat, facts)
    facts.bonus = c.stat.saves[ability] - c.d20_penalty + facts.modifier
    if f.setup.protectors:
        facts.protection = protection_of(f, c)
        facts.bonus += facts.protection
    if ability == 1:
        facts.bonus += c.dex_saves
    if ability == 1 and cover > 0:
        facts.bonus += cover_bonus(f, cover)
    facts.target_number = dc
    if c.flags & FAILS_STR_DEX and ability <= 1:
        facts.automatic = -1
    elif c.powers & MAGIC_PROOF and threat.is_magical:
        facts.automatic = 1
        facts.ward = "greater-magic-resistance"
    elif f.setup.rules.may_fail_saves and f.deciders[c.index].chooses_to_fail(f, c.index, ability, dc, by):
        facts.automatic = -1
        facts.is_chosen = True
    combine(f, facts)


def save(
    f: Fight, c: Combatant, ability: i64, dc: i64, by: Combatant | None, because: str, cover: i64, threat: Threat
) -> bool:
    """A saving throw; True when it succeeds. Helpless creatures fail Strength and Dexterity saves without a roll.

    `cover` is the degree from where the effect comes; it counts on Dexterity saves. `threat` is what it is against.
    """
    prepare_save(f, c, ability, dc, by.index if by is not None else -1, cover, threat)
    facts = f.facts
    if c.has_inspiration:
        declare_inspiration(f, c, None, SAVE, facts)
    if facts.automatic != 0:
        settle_without_dice(f.roll, facts)
    else:
        roll_prepared(f, c, SAVE, f.roll, facts)
        if c.indomitable_left > 0 and f.roll.degree < SUCCESS:
            stand_fast(f, c)
    if f.setup.resistant & c.bit and f.roll.degree < SUCCESS:
        resist(f, c, ability, dc, by)
    if f.journal is not None:
        note_roll(
            f,
            "save",
            SAVE,
            c,
            None,
            f.roll,
            facts,
            {"ability": ABILITIES[ability], "because": because, "by": by.name if by is not None else None},
        )
    return f.roll.degree >= SUCCESS


def resist(f: Fight, c: Combatant, ability: i64, dc: i64, by: Combatant | None) -> None:
    """Legendary Resistance turns the failed save in f.roll into a success, where any is left and its owner chooses."""
    if c.resistances_left <= 0 or not f.setup.rules.legendary_resistance or f.facts.is_chosen:
        return
    if f.deciders[c.index].resists(f, c.index, ability, dc, by.index if by is not None else -1):
        f.spend_resistance(c)
        f.facts.is_resisted = True
        f.roll.degree = SUCCESS


def prepare_check(f: Fight, c: Combatant, ability: i64, skill: str, bonus: i64, against: i64, facts: Facts) -> None:
    """Derive a check of `c` with a skill into `facts`; its target number is the caller's."""
    derive_check(f, c, SKILL, ability, skill, against, facts)
    facts.bonus = bonus - c.d20_penalty + facts.modifier
    combine(f, facts)


def prepare_contest(f: Fight, c: Combatant, ability: i64, skill: str, bonus: i64, against: i64, facts: Facts) -> None:
    """Derive one side of a contest into `facts`: a check on which rulings may bear that name contests alone."""
    derive_check(f, c, CONTEST, ability, skill, against, facts)
    facts.bonus = bonus - c.d20_penalty + facts.modifier
    combine(f, facts)


def check(f: Fight, c: Combatant, ability: i64, skill: str, bonus: i64, dc: i64, purpose: str) -> bool:
    """An ability check with a skill against a DC; True when it succeeds."""
    prepare_check(f, c, ability, skill, bonus, -1, f.facts)
    f.facts.target_number = dc
    if c.has_inspiration:
        declare_inspiration(f, c, None, SKILL, f.facts)
    roll_prepared(f, c, SKILL, f.roll, f.facts)
    if f.journal is not None:
        note_roll(f, "check", CHECK, c, None, f.roll, f.facts, {"skill": skill, "purpose": purpose})
    spend_check_help(f, c, skill)
    return f.roll.degree >= SUCCESS


def success_chance(f: Fight, bonus: i64, dc: i64, net: i64) -> i64:
    """Chance in ten-thousandths that a check or save of this bonus reaches the DC, with net re-rolls."""
    needed = dc - bonus
    rules = f.setup.rules.d20
    if rules.fumbles_on > 0 and needed <= rules.fumbles_on:
        needed = rules.fumbles_on + 1
    if needed <= 1:
        return 10000
    if needed > 20:
        return 0
    return chance_at_least(needed, net)


def chance_at_least(needed: i64, net: i64) -> i64:
    """Chance in ten-thousandths that the kept die shows `needed` (2 to 20) or more."""
    good = 21 - needed
    dice = (net if net >= 0 else -net) + 1
    if dice > 6:
        dice = 6
    of_all: i64 = 1
    all_good: i64 = 1
    all_bad: i64 = 1
    at: i64 = 0
    while at < dice:
        of_all *= 20
        all_good *= good
        all_bad *= 20 - good
        at += 1
    if net > 0:
        return 10000 - all_bad * 10000 // of_all
    return all_good * 10000 // of_all
