"""What follows from a hit, a critical effect or a fumble beside damage: saves, conditions, pushes, a dropped weapon."""

from typing import Final

from mypy_extensions import i64

from encounter.engine.combatant import Combatant
from encounter.engine.d20 import FUMBLE, MAJOR, MINOR, D20Roll
from encounter.engine.effect import (
    CRAWLS,
    FEARS,
    HELD,
    MIRRORED,
    STEADFAST,
    SWALLOWED,
    UNAWARE,
    WALKS_WEBS,
    WARDED,
    Ongoing,
)
from encounter.engine.fight import Fight
from encounter.engine.rules.damage import NOT_ROLLED, Dealt, harm, note_spared, roll_part, take
from encounter.engine.rules.forced import pull_near, push_away
from encounter.engine.rules.perception import sees
from encounter.engine.rules.saves import save
from encounter.engine.rules.whom import fits
from encounter.engine.tables import AT_ITS_END, AT_MY_END, AT_MY_START, DRAINS_ALL, NO_DRAIN, FumbleRow, RiderRow, Use

IMAGES: Final = 3  # of Mirror Image
FAR_BELOW: Final = 5  # what a save must miss its DC by where a failure by so much or more is worse


def inflict(f: Fight, a: Combatant, t: Combatant, name: str, reach_ft: i64, rider: RiderRow, cover: i64) -> None:
    """What `a` brings upon `t`: a save where it allows one, then damage, conditions, a push.

    `name` is the attack or skill behind it, `reach_ft` how far a grip with it holds, `cover` what the target had.
    """
    if t.stat.size > rider.largest or (rider.up_to_hp >= 0 and t.hp > rider.up_to_hp):
        return
    if rider.only is not None and f.setup.rules.states_needed and not fits(f, a, t, rider.only):
        note_spared(f, a, t, name, "action.only")
        return
    if t.powers & WALKS_WEBS and "web" in name and len(rider.conditions) > 0:
        note_spared(f, None, t, name, "web-walker")
        return
    saved = False
    is_worse = False
    if rider.save >= 0 and not rider.is_failed:
        saved = save(f, t, rider.save, rider.dc, a, name, cover, rider.threat)
        is_worse = rider.worse is not None and not saved and fails_by_5(f)
    if len(rider.parts) > 0:
        harm(f, a, t, name, rider.parts, NOT_ROLLED, rider.save, rider.half, saved)
    if saved or t.is_dead:
        return
    bring(f, a, t, reach_ft, rider)
    if is_worse and rider.worse is not None:
        bring(f, a, t, reach_ft, rider.worse)


def fails_by_5(f: Fight) -> bool:
    """Whether the save just made was rolled and failed by 5 or more; a save that fails by itself fails by nothing."""
    return f.roll.count > 0 and f.roll.target - f.roll.total >= FAR_BELOW


def has_ally_in_sight(f: Fight, t: Combatant) -> bool:
    """Whether somebody sees an ally within 30 ft (Steadfast)."""
    for o in f.combatants:
        if f.setup.allies[t.index] & o.bit & f.present and o.index != t.index and o.is_in and f.apart_ft(t, o) <= 30:
            if sees(f, t, o):
                return True
    return False


def bring(f: Fight, a: Combatant, t: Combatant, reach_ft: i64, rider: RiderRow) -> None:
    """What a rider brings beside damage, whether or not a save came before: conditions, a drain, death, a push."""
    if rider.drains != NO_DRAIN:
        drain_by(f, t, rider.drains)
    if rider.kills and not t.is_dead:
        f.die(t, "slain")
    if t.is_dead:
        return
    for row in rider.conditions:
        if row.flags & FEARS and t.powers & STEADFAST and has_ally_in_sight(f, t):
            note_spared(f, a, t, row.name, "steadfast")
            continue
        if row.powers & SWALLOWED:
            from encounter.engine.rules.swallowing import swallow  # which spits out as riders fall off

            swallow(f, a, t, row)
            continue
        effect = Ongoing(row, a.index, IMAGES if row.powers & MIRRORED else 1 if len(row.levels) > 0 else 0)
        set_end(f, a, t, rider, effect)
        if row.flags & HELD:
            effect.hold_ft = reach_ft
            effect.escape_dc = rider.escape_dc
        elif rider.with_hold and not row.flags & CRAWLS:
            effect.with_hold = True  # being prone is over when one stands up
        if rider.breaks_with != "":
            effect.breaks_with = rider.breaks_with
            effect.escape_dc = rider.escape_dc
        effect.ends_with_attack = rider.ends_with_attack
        if row.powers & WARDED:
            effect.ward_dc = rider.dc
        effect.ends_with_harm = rider.ends_with_harm or (rider.wakes and row.flags & UNAWARE != 0)
        f.impose(t, effect)
    if rider.push_ft > 0:
        push_away(f, a, t, rider.push_ft)
    elif rider.push_ft < 0:
        pull_near(f, a, t, -rider.push_ft)


def set_end(f: Fight, a: Combatant, t: Combatant, rider: RiderRow, effect: Ongoing) -> None:
    """How long what a rider brings lasts, and the save that ends it before."""
    effect.rounds = rider.rounds
    effect.clock = t.index
    effect.ends_at_end = True
    if rider.until:
        whose = a if rider.until >= AT_MY_START else t
        effect.clock = whose.index
        effect.ends_at_end = rider.until == AT_ITS_END or rider.until == AT_MY_END
        effect.rounds = (
            2 if effect.ends_at_end and f.whose_turn == whose.index else 1
        )  # the present turn is not the next
        whose.has_marked = True
    if rider.repeats:
        effect.save_ability = rider.save
        effect.save_dc = rider.dc
    effect.lasting = rider.lasting
    effect.deed = rider.deed


def drain_by(f: Fight, t: Combatant, type: i64) -> None:
    """Lower a maximum of hit points by the damage just taken, of one type or of all."""
    amount: i64 = 0
    at: i64 = 0
    while at < len(t.taken):
        if type == DRAINS_ALL or type == at:
            amount += t.taken[at]
        at += 1
    f.drain(t, amount)


def suffer_fumble(f: Fight, c: Combatant, rows: list[FumbleRow | None], severity: i64, use: Use | None) -> None:
    """What a fumble of this severity does to whoever made it, where its weapon or skill says so (D-3)."""
    if severity < 1 or severity > len(rows):
        return
    row = rows[severity - 1]
    if row is None:
        return
    if row.drops and use is not None:
        f.drop_weapon(c, use.weapon_index, use.weapon)
    if len(row.parts) > 0:
        dealt = Dealt()
        for part in row.parts:
            dealt.add(c, part.type, roll_part(f.dice, part, 1))
        take(f, c, dealt, None, "fumble", False, False)
    for rider in row.riders:
        for condition in rider.conditions:
            if not c.is_dead:
                effect = Ongoing(condition, -1, 1 if len(condition.levels) > 0 else 0)
                effect.rounds = rider.rounds
                effect.clock = c.index
                effect.ends_at_end = True
                f.impose(c, effect)


def after_skill(f: Fight, c: Combatant, t: Combatant | None, skill: str, roll: D20Roll, won: bool) -> None:
    """What a skill itself makes of a fumble of `c`, or of a 19 or 20 with which it succeeded against `t`."""
    row = c.stat.skill_rows.get(skill)
    if row is None:
        return
    degree = roll.degree
    if degree == FUMBLE:
        suffer_fumble(f, c, row.fumbles, roll.severity, None)
    elif won and t is not None and degree >= MINOR:
        for rider in row.major if degree == MAJOR else row.minor:
            if not t.is_dead and not t.has_left:
                inflict(f, c, t, skill, 5, rider, 0)
