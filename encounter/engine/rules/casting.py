"""Casting: what may be cast in a turn, and spells that are stopped while they are cast (rules.md 51)."""

from mypy_extensions import i64

from encounter.engine.combatant import CAST_BONUS, CAST_OTHER, CAST_SLOT, CAST_SURGED, Combatant
from encounter.engine.effect import ABILITIES
from encounter.engine.fight import Fight
from encounter.engine.rules.legal import ACTION_USED, BONUS_SPELL, LEGAL, ONE_SLOT, SLOTS_NONE, USES_NONE
from encounter.engine.rules.perception import sees
from encounter.engine.rules.saves import check, save
from encounter.engine.sight import NONE
from encounter.engine.tables import A_BONUS_ACTION, AN_ACTION, WHEN_CAST, Deed

COUNTER_DC = 10  # and the level of the spell: of the check in 5.1


def judge_casting(c: Combatant, deed: Deed) -> i64:
    """Whether a spell may be cast in this turn, beside those that were, and with the slots that are left (51)."""
    row = deed.while_row
    if row is not None and not is_under_way(c, row.index):
        return USES_NONE
    if c.cast & CAST_SURGED and deed.cost == AN_ACTION:
        return ACTION_USED
    if deed.is_again:
        return LEGAL
    if deed.slot > 0:
        if c.slots[deed.slot] <= 0:
            return SLOTS_NONE
        if deed.one_slot and c.cast & CAST_SLOT:
            return ONE_SLOT
    if deed.alone:
        if deed.cost == A_BONUS_ACTION and c.cast & CAST_OTHER:
            return BONUS_SPELL
        if c.cast & CAST_BONUS and (deed.spell_level > 0 or deed.cost != AN_ACTION):
            return BONUS_SPELL
    return LEGAL


def is_under_way(c: Combatant, row: i64) -> bool:
    """Whether a spell of its own that goes on is in force on a combatant."""
    for effect in c.ongoing:
        if effect.row.index == row and effect.source == c.index:
            return True
    return False


def level_of(deed: Deed) -> i64:
    """The level that a spell is cast at."""
    return deed.slot if deed.slot > deed.spell_level else deed.spell_level


def is_countered(f: Fight, c: Combatant, deed: Deed) -> bool:
    """Whether an enemy stops the spell that `c` is casting: Counterspell, the reaction of who sees it within 60 ft.

    5.1: a slot of the spell's level or a higher one stops it, a lower one with an ability check. 5.2: unless its
    caster makes a Constitution save; the slot of a spell that is stopped is not spent then.
    """
    if not f.setup.rules.counters or deed.is_again:
        return False
    for o in f.combatants:
        if f.setup.enemies[c.index] & o.bit and (o.stat.reactions >> WHEN_CAST) & 1 and _may_counter(f, o, c):
            counter = _best_counter(f, o, c, deed)
            if counter is None or not f.deciders[o.index].responds(
                f, o.index, counter.place, c.index, 1000 * level_of(deed)
            ):
                continue
            if _stops(f, o, counter, c, deed):
                return True
    return False


def _may_counter(f: Fight, o: Combatant, c: Combatant) -> bool:
    if not o.has_reaction or not o.can_act or not o.is_in or not o.is_on_map:
        return False
    if o.is_surprised and f.setup.rules.surprise_costs_turn:
        return False
    return sees(f, o, c)


def _best_counter(f: Fight, o: Combatant, c: Combatant, deed: Deed) -> Deed | None:
    """The cheapest way to cast it that is sure in 5.1, else the cheapest of all."""
    first: Deed | None = None
    for counter in o.stat.deeds:
        if counter.trigger != WHEN_CAST or judge_casting(o, counter) != LEGAL or f.apart_ft(o, c) > counter.range_ft:
            continue
        if counter.uses >= 0 and o.deed_uses[counter.place] <= 0:
            continue
        if f.setup.rules.counter_is_save or level_of(counter) >= level_of(deed):
            return counter
        if first is None:
            first = counter
    return first


def _stops(f: Fight, o: Combatant, counter: Deed, c: Combatant, deed: Deed) -> bool:
    """Cast it; whether the other spell comes to nothing."""
    o.has_reaction = False
    f.spend_deed(o, counter.place)
    f.note(
        "action",
        o,
        c,
        {
            "action": "counter",
            "cost": "reaction",
            "ally": None,
            "name": counter.name,
            "clause": "counterspell",
            "spell": counter.spell,
            "slot": counter.slot if counter.slot > 0 else None,
        },
    )
    level = level_of(deed)
    if f.setup.rules.counter_is_save:
        if save(f, c, counter.counter_save, counter.dc, o, counter.name, NONE, counter.threat):
            return False
        if deed.slot > 0:
            c.slots[deed.slot] += 1  # a spell that is stopped has not spent its slot
        return True
    if level_of(counter) >= level:
        return True
    ability = counter.counter_ability
    return check(f, o, ability, ABILITIES[ability], o.stat.modifiers[ability], COUNTER_DC + level, "counterspell")
