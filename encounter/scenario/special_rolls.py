"""Native re-rolls, critical effects and fumbles of a stat block, flattened for the fight (ruleset `reroll`)."""

from collections.abc import Callable, Sequence
from typing import Final

from attrs import evolve
from librt.vecs import vec
from mypy_extensions import i64

from encounter.engine.creature import SKILLS, Attack, Creature, CriticalEffect, FumbleEffect, Reroll, Rider, Specials
from encounter.engine.d20 import ATTACK, CHECK, CONTEST, DEATH_SAVE, INITIATIVE, SAVE, SKILL, Special
from encounter.engine.dice import Formula
from encounter.engine.effect import ABILITIES, HITS_HARDER
from encounter.engine.rules.ruleset import Ruleset
from encounter.engine.tables import CriticalRow, FumbleRow, RerollRow, RiderRow, Setup, SkillRow, Stat, Use

RiderOf = Callable[[Rider], RiderRow]

ROLL_KINDS: Final = {
    "attack": 1 << ATTACK,
    "check": 1 << CHECK | 1 << SKILL | 1 << INITIATIVE | 1 << CONTEST,
    "save": 1 << SAVE | 1 << DEATH_SAVE,
    "saving throw": 1 << SAVE | 1 << DEATH_SAVE,
    "initiative": 1 << INITIATIVE,
    "death save": 1 << DEATH_SAVE,
    "contest": 1 << CONTEST,
}


def roll_named(roll: str) -> tuple[int, int, str]:
    """The kinds of rolls that a name means, as bits, with their ability or -1 and their skill or "".

    A death save is a saving throw; a saving throw with an ability is not a death save.

    >>> roll_named("dex save") == (1 << SAVE, 1, "")
    True
    """
    if roll in ROLL_KINDS:
        return ROLL_KINDS[roll], -1, ""
    first, _, kind = roll.rpartition(" ")
    if first in ABILITIES:
        return ROLL_KINDS[kind] & ~(1 << DEATH_SAVE), ABILITIES.index(first), ""
    return ROLL_KINDS[kind], -1, first if first in SKILLS else ""


def special_rolls(creature: Creature, rules: Ruleset, setup: Setup, stat: Stat, rider_of: RiderOf) -> None:
    """What a creature's own rolls and skills have beside their totals."""
    if not rules.rerolls_stack:
        return
    stat.special = special_of((creature.specials,), rules)
    for reroll in creature.rerolls:
        rolls, ability, skill = roll_named(reroll.roll)
        stat.rerolls.append(_reroll_row(reroll, rolls, ability, skill))
    for name, kind in (creature.skill_kinds or {}).items():
        for reroll in kind.rerolls:
            stat.rerolls.append(_reroll_row(reroll, 1 << SKILL, -1, name))
        row = SkillRow()
        row.special = special_of((creature.specials, kind.specials), rules, kind.dice, kind.kind != "other")
        for specials in (creature.specials, kind.specials):
            if specials is not None:
                row.minor = skill_riders(specials.minor, rider_of) or row.minor
                row.major = skill_riders(specials.major, rider_of) or row.major
                row.fumbles = fumble_rows(specials.fumbles, rider_of) or row.fumbles
        stat.skill_rows[name] = row
    if stat.special is not None or stat.rerolls or stat.skill_rows:
        setup.has_specials = True


def special_use(use: Use, attack: Attack, creature: Creature, rules: Ruleset, setup: Setup, rider_of: RiderOf) -> None:
    """What an attack has: its critical effects and fumbles, and the re-rolls of the attack and of its wielder."""
    if not rules.rerolls_stack:
        _sharpen(use, attack, creature, setup)
        return
    use.special = special_of((creature.specials, attack.specials), rules)
    use.is_odd = creature.specials is not None or attack.specials is not None
    for specials in (creature.specials, attack.specials):
        if specials is not None:
            if specials.minor is not None:
                use.minor = critical_row(specials.minor, rider_of)
            if specials.major is not None:
                use.major = critical_row(specials.major, rider_of)
            use.fumbles = fumble_rows(specials.fumbles, rider_of) or use.fumbles
    own = [reroll for reroll in creature.rerolls if roll_named(reroll.roll)[0] >> ATTACK & 1]
    for reroll in (*own, *attack.rerolls):
        use.has_rerolls = True
        use.positive += reroll.n if reroll.sign == "positive" else 0
        use.negative += reroll.n if reroll.sign == "negative" else 0
        use.neutral += reroll.n if reroll.sign == "neutral" else 0
    if use.special is not None or use.has_rerolls or use.fumbles:
        setup.has_specials = True


def _sharpen(use: Use, attack: Attack, creature: Creature, setup: Setup) -> None:
    """What the traits of its wielder make of the critical hits of an attack that is no spell."""
    for trait in creature.traits if "spell" not in attack.properties else ():
        row = setup.effect_named.get(trait.name)
        if row is not None and row.powers & HITS_HARDER and attack.reach_ft is not None:
            use.major = CriticalRow(2, trait.number)


def special_of(
    layers: Sequence[Specials | None], rules: Ruleset, dice: Formula | None = None, has_effects: bool = True
) -> Special | None:
    """The special results of a roll from what a creature and its weapon or skill say, the nearer one first.

    None where all is as usual.
    """
    told = [specials for specials in layers if specials is not None]
    if not told and dice is None and has_effects:
        return None
    fumbles = (1 << (rules.fumbles_on + 1)) - 2
    for specials in told:
        if specials.fumble is not None:
            fumbles = sum(1 << natural for natural in set(specials.fumble))
    special = Special(fumbles, sum(specials.severity for specials in told))
    special.has_effects = has_effects
    special.takes_minor = any(specials.takes_minor for specials in told)
    if dice is not None:
        special.terms = len(dice.terms)
        special.counts = vec[i64]([term.count for term in dice.terms])
        special.sides = vec[i64]([term.sides for term in dice.terms])
        special.bonus = dice.bonus
    return special


def critical_row(effect: CriticalEffect, rider_of: RiderOf) -> CriticalRow:
    """A critical effect; damage that no save stops stands by itself."""
    row = CriticalRow(effect.times, effect.dice)
    for rider in effect.riders:
        if rider.save < 0 and rider.damage:
            row.parts += rider_of(Rider(damage=rider.damage)).parts
            rider = evolve(rider, damage=())
        if rider.save >= 0 or rider.conditions or rider.push_ft:
            row.riders.append(rider_of(rider))
    return row


def skill_riders(effect: CriticalEffect | None, rider_of: RiderOf) -> list[RiderRow]:
    """What a 19 or 20 with a skill brings upon the other: a skill has no dice of damage to add to."""
    return [] if effect is None else [rider_of(rider) for rider in effect.riders]


def fumble_rows(effects: Sequence[FumbleEffect | None], rider_of: RiderOf) -> list[FumbleRow | None]:
    """What the severities of a fumble do, from 1 on."""
    rows: list[FumbleRow | None] = []
    for effect in effects:
        row = None if effect is None else FumbleRow()
        if row is not None and effect is not None:
            row.drops = effect.drops
            row.parts = rider_of(Rider(damage=effect.damage)).parts
            row.riders = [rider_of(rider) for rider in effect.conditions]
        rows.append(row)
    return rows


def _reroll_row(reroll: Reroll, rolls: int, ability: int, skill: str) -> RerollRow:
    row = RerollRow(rolls)
    row.ability = ability
    row.skill = skill
    row.positive = reroll.n if reroll.sign == "positive" else 0
    row.negative = reroll.n if reroll.sign == "negative" else 0
    row.neutral = reroll.n if reroll.sign == "neutral" else 0
    return row
