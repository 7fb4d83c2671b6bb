"""Actions that are no attack: breath weapons, roars, healing, what recharges (rules.md 77, 148, 162).

`use_action` judges one and carries it out; `affect` is what it does to one creature. An action whose attacks are part
of it is begun with its first attack (rules.act); whoever it makes move may then move.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from encounter.engine.areas import Placement, caught, cover_of
from encounter.engine.bits import bit_of
from encounter.engine.board import square_name
from encounter.engine.combatant import ACTION, BONUS, Combatant
from encounter.engine.effect import (
    DART_PROOF,
    DEAFENED,
    INCAPACITATED,
    LESSENS_DAMAGE,
    SPELL_PROOF,
    UNAWARE,
    WARDED,
    EffectRow,
    Ongoing,
)
from encounter.engine.fight import Fight
from encounter.engine.intent import Intent
from encounter.engine.rules.casting import is_countered, judge_casting, level_of
from encounter.engine.rules.consequence import fails_by_5, inflict
from encounter.engine.rules.damage import dice_off, harm, note_spared, roll_part
from encounter.engine.rules.dispelling import dispel
from encounter.engine.rules.lasting import immunity
from encounter.engine.rules.legal import (
    ACTION_USED,
    COVER_TOTAL,
    IS_INCAPACITATED,
    LEGAL,
    NOT_POSSIBLE,
    RANGE_OUT,
    UNLOCATED,
    USES_NONE,
)
from encounter.engine.rules.pace import fastest_ft
from encounter.engine.rules.perception import located, sees
from encounter.engine.rules.saves import save
from encounter.engine.rules.seeking import first_sought, search
from encounter.engine.rules.swallowing import is_full
from encounter.engine.rules.teleporting import judge_landing, land
from encounter.engine.rules.whom import fits
from encounter.engine.sight import NONE, TOTAL
from encounter.engine.tables import (
    A_BONUS_ACTION,
    A_REACTION,
    AN_ACTION,
    NEEDS_HEARING,
    NEEDS_SIGHT,
    OF_ALL,
    OF_ALLIES,
    OF_GRAPPLERS,
    OF_GRAPPLING,
    OF_SELF,
    ONLY_REST,
    WHEN_CAST,
    WHEN_HIT,
    DamagePart,
    Deed,
    Lays,
    Sequence,
    as_place,
)
from encounter.engine.zones import KINDS, Zone

MOST_WARDED: Final = 6  # the level of spells up to which Limited Magic Immunity wards
COST_NAMES: Final = ("action", "bonus", "reaction", "legendary", "lair", "trait", "free")


# ------------------------------------------------------------------------------------------------------- judging


def is_ready(c: Combatant, deed: Deed) -> bool:
    """Whether an action has a use left: it is recharged, not used up, not taken already this round where it may be
    taken once a round, and a spell may be cast now."""
    if deed.spell != "" and judge_casting(c, deed) != LEGAL:
        return False
    if c.used_up and (c.used_up >> deed.counter) & 1:
        return False
    if deed.spur and not c.spurred & deed.spur:
        return False
    return (deed.recharge == 0 and deed.uses < 0) or c.deed_uses[deed.counter] > 0


def place_of_deed(sequence: Sequence, made: i64, deed: Deed) -> i64:
    """The place of a sequence that an action takes, -1 when there is none left."""
    at: i64 = 0
    while at < sequence.length:
        if not (made >> at) & 1 and sequence.weapons[at] == as_place(deed.place):
            return at
        at += 1
    return -1


def judge_cost_of(c: Combatant, deed: Deed, option: i64) -> i64:
    """Whether what an action costs is there: a place in the sequence `option`, or by itself what it says."""
    if c.flags & INCAPACITATED:
        return IS_INCAPACITATED
    if deed.spell != "":
        judged = judge_casting(c, deed)
        if judged != LEGAL:
            return judged
    if not is_ready(c, deed):
        return USES_NONE
    if c.acting == deed.place:
        return LEGAL
    if option >= 0:
        if option >= len(c.stat.sequences) or (c.sequence >= 0 and c.sequence != option):
            return ACTION_USED
        if c.sequence < 0 and not c.budget & ACTION:
            return ACTION_USED
        made: i64 = c.sequence_made if c.sequence >= 0 else 0
        return LEGAL if place_of_deed(c.stat.sequences[option], made, deed) >= 0 else ACTION_USED
    if deed.cost == AN_ACTION:
        return LEGAL if c.budget & ACTION else ACTION_USED
    if deed.cost == A_BONUS_ACTION:
        return LEGAL if c.budget & BONUS else ACTION_USED
    if deed.surges:
        return ACTION_USED if c.budget & ACTION or c.has_surged else LEGAL
    return ACTION_USED


def eligible(f: Fight, c: Combatant, deed: Deed) -> i64:
    """Mask of those an action is for, wherever they are."""
    if deed.of == OF_SELF:
        return c.bit
    if deed.of == OF_ALLIES:
        return f.setup.allies[c.index] & f.present
    if deed.of == OF_ALL:
        return f.present
    if deed.of == OF_GRAPPLERS or deed.of == OF_GRAPPLING:
        return _in_grapple(f, c, deed.of == OF_GRAPPLING)
    return f.present & ~f.setup.allies[c.index]


def _in_grapple(f: Fight, c: Combatant, both: bool) -> i64:
    """Mask of those that grapple somebody; with `both` of those too whom it grapples."""
    mask: i64 = 0
    for o in f.combatants if f.holds > 0 else []:
        if o.is_on_map and (f.is_held_by(c, o) or (both and f.is_held_by(o, c))):
            mask |= o.bit
    return mask


def judge_target(f: Fight, c: Combatant, t: Combatant, deed: Deed) -> i64:
    """Whether an action without an area may be aimed at a creature."""
    if not (eligible(f, c, deed) >> t.index) & 1 or t.is_dead or not t.is_on_map:
        return NOT_POSSIBLE
    if t.index == c.index:
        return NOT_POSSIBLE if deed.inspires else LEGAL
    if deed.swallows and is_full(f, c):
        return NOT_POSSIBLE
    if deed.only is not None and f.setup.rules.states_needed and not fits(f, c, t, deed.only):
        return NOT_POSSIBLE
    if f.apart_ft(c, t) > deed.range_ft:
        return RANGE_OUT
    if f.cover(c, t) == TOTAL:
        return COVER_TOTAL
    if t.hidden_from & c.bit and not located(f, c, t):
        return UNLOCATED
    return LEGAL


def judge_targets(f: Fight, c: Combatant, deed: Deed, mask: i64) -> i64:
    """The same of several, as many as it may be aimed at."""
    count: i64 = 0
    for t in f.combatants:
        if mask & t.bit:
            count += 1
            judged = judge_target(f, c, t, deed)
            if judged != LEGAL:
                return judged
    if count == 0 or count > deed.targets:
        return NOT_POSSIBLE
    return LEGAL


# --------------------------------------------------------------------------------------------------- carrying out


def use_action(f: Fight, c: Combatant, intent: Intent) -> i64:
    """Judge the action `intent.item` and carry it out when it is legal."""
    if intent.item < 0 or intent.item >= len(c.stat.deeds):
        return NOT_POSSIBLE
    deed = c.stat.deeds[intent.item]
    judged = judge_cost_of(c, deed, intent.option)
    if judged != LEGAL:
        return judged
    mask = intent.mask
    placement: Placement | None = None
    if deed.shape >= 0:
        placed = intent.placement
        if not isinstance(placed, Placement) or placed.source != c.index or not placed.is_possible:
            return NOT_POSSIBLE
        placement = placed
        mask = caught(f, placed) & eligible(f, c, deed)
        if f.swallowed & c.bit:
            mask &= bit_of(c.inside)  # nothing gets out of there
    elif has_effect_on_others(deed):
        if deed.of == OF_SELF:
            mask = c.bit
        judged = judge_targets(f, c, deed, mask)
        if judged != LEGAL:
            return judged
    place: i64 = -1
    if deed.teleport_ft > 0 and (intent.square >= 0 or not has_effect_on_others(deed)):
        place = intent.square
        judged = judge_landing(f, c, deed, place)
        if judged != LEGAL:
            return judged
    spend(f, c, deed, intent.option)
    is_shared = mask & (mask - 1) != 0 and len(deed.parts) > 0 and rolls_once(f, deed)
    note_use(f, c, deed, mask, placement, "damage.once" if is_shared else "action-surge" if deed.surges else "")
    if deed.spell != "" and (f.minds or c.powers & WARDED):
        f.end_with_attack(c)  # casting ends what an attack ends (Invisibility)
    if deed.spell != "" and (f.setup.reacting >> WHEN_CAST) & 1 and is_countered(f, c, deed):
        return LEGAL
    land(f, c, deed, place)
    if c.is_on_map:
        carry_out(f, c, deed, mask, placement)
    return LEGAL


def has_effect_on_others(deed: Deed) -> bool:
    """Whether an action does anything to those it is aimed at, beside attacks and movement."""
    return (
        deed.save >= 0
        or len(deed.parts) > 0
        or len(deed.gives) > 0
        or deed.heal is not None
        or deed.temp_hp is not None
        or deed.lays is not None
        or deed.searches
        or len(deed.cures) > 0
        or deed.raises > 0
        or deed.dispels
    )


def spend(f: Fight, c: Combatant, deed: Deed, option: i64) -> None:
    """Take what an action costs, and one of its uses."""
    f.spend_deed(c, deed.place)
    if c.acting == deed.place:
        return
    if option >= 0:
        made: i64 = c.sequence_made if c.sequence >= 0 else 0
        c.sequence_made = made | bit_of(place_of_deed(c.stat.sequences[option], made, deed))
        c.sequence = option
        c.budget &= ~ACTION
    elif deed.cost == A_BONUS_ACTION:
        c.budget &= ~BONUS
    elif deed.cost == AN_ACTION:
        c.budget &= ~ACTION


def note_use(f: Fight, c: Combatant, deed: Deed, mask: i64, placement: Placement | None, clause: str) -> None:
    """Write that an action is used, where and on whom; `clause` is at work in it, empty for none."""
    if f.journal is None:
        return
    names: list[object] = [t.name for t in f.combatants if mask & t.bit]
    squares: list[object] | None = None
    if placement is not None:
        squares = [square_name(f.board.width, square) for square in placement.squares]
    f.note(
        "action",
        c,
        None,
        {
            "action": "use",
            "cost": COST_NAMES[deed.cost],
            "ally": None,
            "name": deed.name,
            "reaches": names,
            "squares": squares,
            "clause": clause if clause != "" else None,
            "spell": deed.spell if deed.spell != "" else None,
            "slot": deed.slot if deed.slot > 0 else None,
        },
    )


def carry_out(f: Fight, c: Combatant, deed: Deed, mask: i64, placement: Placement | None) -> None:
    """What an action does to everybody it reaches, in file order, and to whoever takes it."""
    begin_spell(f, c, deed)
    amounts = vec[i64]([0] * len(deed.parts))
    once = rolls_once(f, deed)
    if once:
        roll_amounts(f, c, deed, amounts)
    if deed.pool is not None:
        for t in f.combatants:
            if mask & t.bit and is_spared(f, c, t, deed):
                mask &= ~t.bit
        mask = within_pool(f, deed, deed.pool, mask)
    hit: i64 = 0
    for t in f.combatants:
        if not mask & t.bit or t.is_dead or t.has_left or is_spared(f, c, t, deed):
            continue
        if deed.darts > 0 and shields_off(f, c, t, deed):
            hit += 1
            continue
        if deed.darts > 0:
            roll_darts(f, deed, amounts, darts_for(deed, mask, hit))
            hit += 1
        elif not once:
            roll_amounts(f, c, deed, amounts)
        cover = (
            NONE
            if t.index == c.index or deed.past_cover
            else cover_of(f, placement, t)
            if placement is not None
            else f.cover(c, t)
        )
        affect(f, c, t, deed, amounts, cover)
    if deed.lays is not None:
        lay_zone(f, c, deed, deed.lays, placement)
    if deed.searches:
        look_about(f, c)
    if deed.surges:
        f.surge(c)
    if deed.moves > 0 and c.acting < 0:
        grant_movement(c, deed)


def begin_spell(f: Fight, c: Combatant, deed: Deed) -> None:
    """What a spell brings on its caster: concentration, and what says that it goes on."""
    if deed.concentration:
        f.concentrate(c, deed.spell if deed.spell != "" else deed.name)
    if deed.lasts is not None and not deed.is_again:
        goes_on = Ongoing(deed.lasts, c.index, 0)
        goes_on.rounds = deed.lasts_rounds
        goes_on.clock = c.index
        if deed.concentration:
            goes_on.spell = deed.spell
        f.impose(c, goes_on)


def cure(f: Fight, t: Combatant, rows: list[EffectRow]) -> None:
    """End one condition of those that an action ends, the first in the order of the action."""
    for row in rows:
        for effect in list(t.ongoing):
            if effect.row.index == row.index:
                f.lift(t, effect, "healed")
                return


def shields_off(f: Fight, c: Combatant, t: Combatant, deed: Deed) -> bool:
    """Whether Shield keeps the darts of Magic Missile off somebody: it is in force, or cast as a reaction to them."""
    if not t.powers & DART_PROOF and (f.setup.reacting >> WHEN_HIT) & 1 and t.has_reaction and t.can_act and t.is_in:
        for own in t.stat.deeds:
            if own.cost == A_REACTION and gives_power(own, DART_PROOF) and is_ready(t, own):
                if f.deciders[t.index].responds(f, t.index, own.place, c.index, deed.mean * deed.darts):
                    t.has_reaction = False
                    f.spend_deed(t, own.place)
                    note_use(f, t, own, t.bit, None, "")
                    carry_out(f, t, own, t.bit, None)
                    break
    if not t.powers & DART_PROOF:
        return False
    note_spared(f, c, t, deed.name, "shield")
    return True


def gives_power(deed: Deed, power: i64) -> bool:
    """Whether what an action gives has one of these powers (effect.RAGES ...)."""
    for rider in deed.gives:
        for row in rider.conditions:
            if row.powers & power:
                return True
    return False


def darts_for(deed: Deed, mask: i64, before: i64) -> i64:
    """How many darts fly at a target when `before` others were hit: as many at each, those left over at the first."""
    targets: i64 = 0
    while mask:
        mask &= mask - 1
        targets += 1
    return deed.darts // targets + (1 if before < deed.darts % targets else 0)


def roll_darts(f: Fight, deed: Deed, amounts: vec[i64], darts: i64) -> None:
    """Roll the damage of so many darts together: they strike at the same time."""
    at: i64 = 0
    for part in deed.parts:
        amounts[at] = 0
        dart: i64 = 0
        while dart < darts:
            amounts[at] += roll_part(f.dice, part, 1)
            dart += 1
        at += 1


def within_pool(f: Fight, deed: Deed, pool: DamagePart, mask: i64) -> i64:
    """Those whose hit points a roll covers, from the lowest up; nobody counts who is unconscious already."""
    return covered_by(f, deed, roll_part(f.dice, pool, 1), mask)


def covered_by(f: Fight, deed: Deed, left: i64, mask: i64) -> i64:
    """The same of so many hit points."""
    reached: i64 = 0
    while True:
        best: i64 = -1
        for t in f.combatants:
            if not mask & t.bit or t.is_dead or t.hp <= 0 or t.flags & UNAWARE or is_proof(t, deed):
                continue
            if best < 0 or t.hp < f.combatants[best].hp:
                best = t.index
        if best < 0 or f.combatants[best].hp > left:
            return reached
        left -= f.combatants[best].hp
        reached |= f.combatants[best].bit
        mask &= ~f.combatants[best].bit


def is_proof(t: Combatant, deed: Deed) -> bool:
    """Whether somebody is immune to what an action would bring on it."""
    for rider in deed.gives:
        for row in rider.conditions:
            if (t.immune_effects >> row.index) & 1:
                return True
    return False


def lay_zone(f: Fight, c: Combatant, deed: Deed, lays: Lays, placement: Placement | None) -> None:
    """Lay the zone of a spell on its area, or around its caster."""
    squares = vec[i64]()
    if placement is not None:
        for square in placement.squares:
            squares = append(squares, square)
    zone = Zone(lays.kind, squares, c.index)
    zone.does = KINDS.get(lays.does, 0)
    zone.difficult = lays.difficult
    zone.rider = lays.rider
    zone.on_enter = lays.on_enter
    zone.on_start = lays.on_start
    zone.on_end = lays.on_end
    zone.each_step = lays.each_step
    zone.rounds = lays.rounds
    zone.clock = c.index
    if lays.follows:
        zone.follows = c.index
        zone.radius_ft = deed.size_ft
    if lays.spares_allies:
        zone.spares = f.setup.allies[c.index]
    if deed.concentration:
        zone.spell = deed.spell
    f.place_zone(zone)


def rolls_once(f: Fight, deed: Deed) -> bool:
    """Whether the damage is rolled once for everybody (77)."""
    return f.setup.rules.damage_once and not deed.each and deed.darts == 0


def roll_amounts(f: Fight, c: Combatant, deed: Deed, amounts: vec[i64]) -> None:
    """Roll each part of an action's damage."""
    at: i64 = 0
    for part in deed.parts:
        rolled = roll_part(f.dice, part, 1)
        amounts[at] = rolled if rolled > 0 else 0
        at += 1
    if c.powers & LESSENS_DAMAGE and len(amounts) > 0:
        off = dice_off(f, c)
        amounts[0] -= off if off < amounts[0] else amounts[0]


def is_spared(f: Fight, c: Combatant, t: Combatant, deed: Deed) -> bool:
    """Whether somebody within reach is not affected: it has withstood the action before, or lacks the sense or the
    state that the action asks for."""
    clause = sparing(f, c, t, deed)
    if clause == "":
        return False
    note_spared(f, c, t, deed.name, clause)
    return True


def is_beyond(f: Fight, c: Combatant, t: Combatant, deed: Deed) -> bool:
    """The same for tactics, which tell nobody."""
    return sparing(f, c, t, deed) != ""


def sparing(f: Fight, c: Combatant, t: Combatant, deed: Deed) -> str:
    """The clause by which an action does nothing to somebody within its reach, empty where it does."""
    if f.setup.rules.grows_immune and len(t.immune_deeds) > 0 and immunity(c.index, deed.number) in t.immune_deeds:
        return "action.immune"
    if deed.spell != "" and t.powers & SPELL_PROOF and level_of(deed) <= MOST_WARDED and t.index != c.index:
        return "limited-magic-immunity"
    if deed.needs and f.setup.rules.senses_needed and t.index != c.index and not perceives(f, t, c, deed.needs):
        return "action.needs"
    if deed.only is not None and f.setup.rules.states_needed and not fits(f, c, t, deed.only):
        return "action.only"
    return ""


def perceives(f: Fight, t: Combatant, c: Combatant, needs: i64) -> bool:
    """Whether `t` sees or hears `c`, as an action asks."""
    if t.flags & UNAWARE:
        return False
    if needs == NEEDS_HEARING:
        return not t.flags & DEAFENED
    return needs != NEEDS_SIGHT or sees(f, t, c)


def affect(f: Fight, c: Combatant, t: Combatant, deed: Deed, amounts: vec[i64], cover: i64) -> None:
    """What an action does to one creature: its save, its damage, what the save brings, what comes anyway."""
    saved = False
    is_worse = False
    if deed.save >= 0:
        saved = save(f, t, deed.save, deed.dc, c, deed.name, cover, deed.threat)
        is_worse = not saved and len(deed.worse) > 0 and fails_by_5(f)
    if len(deed.parts) > 0:
        dealt = harm(f, c, t, deed.name, deed.parts, amounts, deed.save, deed.half, saved)
        if deed.drinks:
            f.gain_hp(c, dealt // 2)
    for rider in deed.success if saved else deed.fail:
        if not t.is_dead and not t.has_left:
            inflict(f, c, t, deed.name, reach_of(deed), rider, cover)
    for rider in deed.worse if is_worse else []:
        if not t.is_dead and not t.has_left:
            inflict(f, c, t, deed.name, reach_of(deed), rider, cover)
    for rider in deed.gives:
        if not t.is_dead and not t.has_left:
            inflict(f, c, t, deed.name, reach_of(deed), rider, cover)
    if deed.concentration:
        bind_to(c, t, deed)
    if len(deed.cures) > 0:
        cure(f, t, deed.cures)
    if deed.dispels:
        dispel(f, c, t, deed)
    if deed.raises > 0:
        f.bolster(t, deed.raises)
    if deed.heal is not None:
        f.gain_hp(t, roll_part(f.dice, deed.heal, 1))
    if deed.temp_hp is not None:
        f.gain_temp_hp(t, roll_part(f.dice, deed.temp_hp, 1))
    if saved and deed.immune_after:
        f.grow_immune(t, immunity(c.index, deed.number))


def reach_of(deed: Deed) -> i64:
    """How far a grip that an action brings holds."""
    return deed.range_ft if deed.range_ft > 5 else deed.size_ft if deed.size_ft > 5 else 5


def bind_to(c: Combatant, t: Combatant, deed: Deed) -> None:
    """What an action has brought ends with its owner's concentration."""
    for effect in t.ongoing:
        if effect.deed == deed.number and effect.source == c.index:
            effect.spell = deed.spell if deed.spell != "" else deed.name


def look_about(f: Fight, c: Combatant) -> None:
    """The check of an action that is a Search, where somebody is hidden."""
    t = first_sought(f, c)
    if t is not None:
        search(f, c, t)


def grant_movement(c: Combatant, deed: Deed) -> None:
    """An action lets its owner move: half its Speed, all of it or so many feet, on top of what it has."""
    if deed.moves == 1:
        c.spent_ft -= fastest_ft(c) // 10 * 5
    elif deed.moves > 2:
        c.spent_ft -= deed.moves
    else:
        c.granted += 1
    if not deed.provokes:
        c.is_disengaged = True


# ------------------------------------------------------------------------------------------------------ recharging


def roll_recharges(f: Fight, c: Combatant) -> None:
    """At the start of its turn a d6 for each action that was used: in its range, it may be used again (162)."""
    if not f.setup.rules.recharges:
        return
    for deed in c.stat.deeds:
        if 0 < deed.recharge < ONLY_REST and c.deed_uses[deed.place] <= 0 and deed.counter == deed.place:
            die = f.dice.roll(6)
            if die >= deed.recharge:
                f.recharge(c, deed.place, die)
