"""Actions that are no attack, and what riders bring turn by turn, as native rows for the fight."""

from collections.abc import Callable, Iterable
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from encounter.engine import tables
from encounter.engine.bits import bit_of
from encounter.engine.creature import (
    COSTS,
    DAMAGE_TYPES,
    DEED_TRIGGERS,
    ENEMY_CASTS,
    MOMENTS,
    SHAPES,
    SPURS,
    UNTIL,
    Action,
    Attack,
    Creature,
    Damage,
    Gullet,
    Laid,
    Rider,
)
from encounter.engine.dice import Formula
from encounter.engine.effect import INSPIRED, TRAIT_BONUS_DASH, TRAIT_BONUS_DISENGAGE, TRAIT_BONUS_HIDE, EffectRow
from encounter.engine.rules.afflictions import NAMES as AFFLICTIONS
from encounter.engine.rules.automatic import touches
from encounter.engine.rules.ruleset import Ruleset
from encounter.engine.tables import DamagePart, Deed, GulletRow, Lays, RiderRow, Setup, Stat
from encounter.engine.tables import Sequence as AttackSequence
from encounter.scenario.actions import OF
from encounter.scenario.model import Scenario
from encounter.scenario.whom import whom

BONUS_FLAGS: Final = {"dash": TRAIT_BONUS_DASH, "disengage": TRAIT_BONUS_DISENGAGE, "hide": TRAIT_BONUS_HIDE}
LASTING: Final = "lasting damage"  # the effect that brings damage back turn by turn
RiderOf = Callable[[Rider], RiderRow]


# ------------------------------------------------------------------------------------------- riders that last


def riders_of(creature: Creature) -> Iterable[Rider]:
    """Every rider of a stat block."""
    for attack in creature.attacks:
        yield from _of_attack(attack)
    for action in creature.actions:
        yield from (*action.fail, *action.success, *action.worse, *action.gives)
        if action.lays is not None and action.lays.rider is not None:
            yield action.lays.rider


def _of_attack(attack: Attack) -> Iterable[Rider]:
    yield from attack.riders
    if attack.burst is not None:
        yield attack.burst
    if attack.charge is not None:
        yield from attack.charge.riders
    if attack.specials is not None:
        for critical in (attack.specials.minor, attack.specials.major):
            yield from critical.riders if critical is not None else ()


def afflictions_of(scenario: Scenario) -> list[str]:
    """The afflictions that some stat block may bring, by name (rules.afflictions)."""
    named: list[str] = []
    for entry in scenario.entries:
        for rider in riders_of(entry.creature):
            named += [name for name in (*rider.conditions, *rider.again) if name in AFFLICTIONS]
    return list(dict.fromkeys(named))


def has_lasting(scenario: Scenario) -> bool:
    """Whether something in a scenario deals damage turn by turn."""
    riders = [rider for entry in scenario.entries for rider in riders_of(entry.creature)]
    return any(rider.each_turn for rider in [*riders, *(contest.brings for contest in scenario.contests)])


def lasting(row: RiderRow, rider: Rider, setup: Setup) -> None:
    """Put into a row what a rider brings beside conditions and damage at once, and how long it lasts."""
    row.until = UNTIL.index(rider.until) + 1 if rider.until else 0
    row.is_failed = rider.is_failed
    row.kills = rider.kills
    row.each_turn = [part_of(damage) for damage in rider.each_turn]
    row.each_at_end = rider.each_at_end
    row.each_on_failure = rider.each_on_failure
    row.again = [setup.effect_named[name] for name in rider.again]
    if rider.drains:
        row.drains = tables.DRAINS_ALL if rider.drains == "all" else DAMAGE_TYPES.index(rider.drains)
        setup.drains = True
    if row.each_turn:
        row.conditions.append(setup.effect_named[LASTING])
    if row.each_turn or row.again:
        row.lasting = len(setup.lasting)
        setup.lasting.append(row)


def part_of(damage: Damage) -> DamagePart:
    """One part of damage as numbers."""
    return dice_of(damage.formula, DAMAGE_TYPES.index(damage.type))


def dice_of(formula: Formula, type: int = 0) -> DamagePart:
    """Dice as numbers; the type is of no account where they heal."""
    return DamagePart(
        type, [term.count for term in formula.terms], [term.sides for term in formula.terms], formula.bonus
    )


# ------------------------------------------------------------------------------------------- actions


def deed_rows(creature: Creature, stat: Stat, setup: Setup, rules: Ruleset, rider_of: RiderOf) -> None:
    """The actions of a stat block; their attacks become sequences behind the others."""
    weapons = {use.weapon: int(use.weapon_index) for use in stat.uses}
    named = {name for alternative in creature.multiattack for name in alternative}
    stat.slots = vec[i64]([0, *creature.slots, *[0] * (tables.MOST_SLOT - len(creature.slots))])
    places = {action.name: place for place, action in enumerate(creature.actions)}
    for place, action in enumerate(creature.actions):
        deed = _deed(Deed(setup.deed_count, place, action.name), action, places, stat, setup, rider_of)
        setup.deed_count += 1
        deed.inspires = any(row.powers & INSPIRED for rider in deed.gives for row in rider.conditions)
        deed.surges = "another action" in action.does and "action-surge" in rules.clauses
        stat.surges |= bool(deed.surges)
        deed.in_sequence = action.name in named and not action.attacks
        for alternative in action.attacks:
            sequence = AttackSequence([weapons[name] for name in alternative], False)
            sequence.deed = place
            deed.options.append(len(stat.sequences))
            stat.sequences.append(sequence)
        _cast(deed, action, setup, rules, rider_of)
        stat.deeds.append(deed)
        if action.cost == "bonus":
            stat.traits += [EffectRow(0, action.name, BONUS_FLAGS[name], 0, 0) for name in action.does]
        setup.has_deeds = True
        if 0 < deed.recharge < tables.ONLY_REST:
            setup.has_recharge = True
        if deed.moment >= 0:
            stat.automatic |= bit_of(deed.moment) & setup.rules.moments
        stat.spurs |= int(deed.spur)
        if deed.trigger >= 0:
            stat.reactions |= bit_of(deed.trigger)
            setup.reacting |= bit_of(deed.trigger)
    if creature.gullet is not None:
        stat.gullet = _gullet(creature.gullet, weapons, setup)
    stat.legendary = creature.legendary
    stat.resistances = creature.legendary_resistance


def _gullet(gullet: Gullet, weapons: dict[str, int], setup: Setup) -> GulletRow:
    row = GulletRow(
        gullet.most,
        [setup.effect_named[name] for name in gullet.conditions],
        [part_of(damage) for damage in gullet.damage],
    )
    row.at_end, row.once = gullet.at_end, gullet.once
    row.spits_after, row.dc, row.exit_ft = gullet.spits_after, gullet.dc, gullet.exit_ft
    row.bars = sum(bit_of(weapons[name]) for name in gullet.bars)
    return row


def _deed(deed: Deed, action: Action, places: dict[str, int], stat: Stat, setup: Setup, rider_of: RiderOf) -> Deed:
    deed.cost = COSTS.index(action.cost)
    deed.price = action.price
    if action.area is not None:
        deed.shape = SHAPES.index(action.area.shape)
        deed.size_ft = action.area.size_ft
        deed.width_ft = action.area.width_ft if action.area.shape == "line" else 0
        deed.height_ft = action.area.height_ft
    deed.range_ft = action.range_ft
    deed.targets = action.targets
    deed.of = OF.index(action.of)
    deed.needs = {"": 0, "sight": tables.NEEDS_SIGHT, "hearing": tables.NEEDS_HEARING}[action.needs]
    deed.save = action.save
    deed.dc = action.dc
    deed.parts = [part_of(damage) for damage in action.damage]
    deed.half = action.half
    deed.each = action.damage_each
    deed.fail = [rider_of(rider) for rider in action.fail]
    deed.success = [rider_of(rider) for rider in action.success]
    deed.worse = [rider_of(rider) for rider in action.worse]
    deed.gives = [rider_of(rider) for rider in action.gives]
    for row in (*deed.fail, *deed.success, *deed.worse, *deed.gives):
        row.deed = deed.number
        row.threat = tables.threat_of(row.conditions, action.magical)
    deed.threat = tables.threat_of([effect for row in deed.fail for effect in row.conditions], action.magical)
    deed.threat.is_eased = action.eased
    deed.swallows = any("swallowed" in rider.conditions for rider in (*action.fail, *action.gives))
    deed.heal = dice_of(action.heal) if action.heal is not None else None
    deed.temp_hp = dice_of(action.temp_hp) if action.temp_hp is not None else None
    deed.moves = action.moves
    deed.provokes = action.provokes
    deed.teleport_ft = action.teleport_ft
    deed.goes_unseen = action.goes_unseen
    stat.teleports |= action.teleport_ft > 0
    deed.recharge = action.recharge
    deed.uses = action.uses
    deed.immune_after = action.immune_after
    if action.trigger == ENEMY_CASTS:
        deed.trigger = tables.WHEN_CAST
    else:
        deed.trigger = DEED_TRIGGERS.index(action.trigger) if action.trigger else -1
    deed.counter_save = action.counter_save
    deed.counter_ability = action.counter_ability
    deed.spur = 1 << SPURS.index(action.spur) if action.spur else 0
    deed.moment = MOMENTS.index(action.moment) if action.moment else -1
    deed.needs_wits = action.needs_wits
    deed.ac_bonus = action.ac_bonus
    deed.halves = action.halves
    deed.redirects = action.redirects
    deed.concentration = action.concentration
    deed.once_a_round = action.once_a_round
    deed.counter = places.get(action.shares, deed.place)
    deed.searches = "search" in action.does
    deed.only = whom(action.only, setup)
    deed.mean = sum(_mean(damage.formula) for damage in action.damage)
    return deed


def _cast(deed: Deed, action: Action, setup: Setup, rules: Ruleset, rider_of: RiderOf) -> None:
    """What an action is as a spell."""
    deed.darts = action.darts
    deed.pool = dice_of(action.pool) if action.pool is not None else None
    deed.drinks = action.drinks
    deed.raises = action.raises
    deed.dispels = action.dispels
    deed.dispels &= "dispel" in rules.clauses
    deed.past_cover = action.past_cover
    if action.lays is not None:
        deed.lays = _lays(action.lays, deed, rider_of)
    if action.spell == "":
        return
    setup.has_spells = True
    deed.spell = action.spell
    deed.spell_level = action.spell_level
    deed.slot = action.slot
    deed.one_slot = rules.one_slot_a_turn
    deed.alone = rules.bonus_spell_alone
    deed.cures = [setup.effect_named[name] for name in action.cures]
    if action.lasts:
        deed.lasts = setup.effect_named[action.lasts]
        deed.lasts_rounds = action.lasts_rounds
    if action.while_effect:
        deed.is_again = True
        deed.while_row = setup.effect_named[action.while_effect]


def _lays(laid: Laid, deed: Deed, rider_of: RiderOf) -> Lays:
    lays = Lays(laid.kind, laid.does)
    lays.difficult = laid.difficult
    if laid.rider is not None:
        lays.rider = rider_of(laid.rider)
        lays.rider.deed = deed.number
        lays.rider.threat = tables.threat_of(lays.rider.conditions, True)
    lays.on_enter, lays.on_start, lays.on_end = laid.on_enter, laid.on_start, laid.on_end
    lays.follows = laid.follows
    lays.each_step = laid.each_step
    lays.spares_allies = laid.spares_allies
    lays.rounds = laid.rounds
    return lays


def count_deeds(index: int, stat: Stat, setup: Setup) -> None:
    """Note in the masks of the encounter what a combatant's stat block has beside ordinary actions."""
    costs = {int(deed.cost) for deed in stat.deeds}
    if stat.legendary > 0 and tables.LEGENDARY in costs:
        setup.legends |= bit_of(index)
    if tables.LAIR in costs:
        setup.lairs |= bit_of(index)
    setup.automatic |= stat.automatic
    if touches(stat.automatic):
        setup.touching |= bit_of(index)
    if (stat.automatic >> tables.AT_DEATH) & 1:
        setup.bursting |= bit_of(index)
    if stat.gullet is not None:
        setup.bursting |= bit_of(index)  # its death frees those inside
    if stat.resistances > 0:
        setup.resistant |= bit_of(index)


def _mean(formula: Formula) -> int:
    """The mean of dice in thousandths."""
    return sum(500 * term.count * (term.sides + 1) for term in formula.terms) + 1000 * formula.bonus


def spent_uses(creature: Creature, spent: dict[str, int]) -> list[int]:
    """Uses that are gone when the fight begins, by place of the action."""
    return [spent.get(action.name, 0) for action in creature.actions]
