"""Opportunity attacks (rules.md 78 to 85)."""

from typing import Final

from mypy_extensions import i64

from encounter.engine.combatant import Combatant, has_no_speed
from encounter.engine.effect import TRAIT_AGILE
from encounter.engine.fight import Fight
from encounter.engine.intent import GRAPPLE, NO_REACTION, REACT_GRAPPLE, REACT_SHOVE_PRONE, SHOVE_PRONE, SHOVE_PUSH
from encounter.engine.rules.attack import OPPORTUNITY, resolve_attack
from encounter.engine.rules.contest import grip
from encounter.engine.rules.falling import settle_falls
from encounter.engine.rules.legal import LEGAL, is_charmed_by, judge_attack, judge_grip
from encounter.engine.rules.pace import slips_away
from encounter.engine.rules.perception import behind_total_cover, sees
from encounter.engine.tables import Use

# Why a step does not provoke; the names are clause ids.
PROVOKES: Final = 0
DISENGAGED: Final = 1
REACH_KEPT: Final = 2
NO_REACTION_LEFT: Final = 3
UNSEEN_MOVER: Final = 4
CANNOT_REACT: Final = 5
CHARMED_BY_MOVER: Final = 6
IS_SURPRISED: Final = 7
MOVER_COVERED: Final = 8
FLIES_BY: Final = 9
IS_AGILE: Final = 10
WHY_NOT: Final = (
    "",
    "disengage",
    "reach.kept",
    "reaction.none",
    "unseen.mover",
    "incapacitated",
    "charmed.attacker",
    "surprised",
    "cover.total",
    "flyby",
    "agile",
)
OF_TRAITS: Final = ("flyby", "agile")  # those that a trait brings, where the ruleset has it


def leaves_reach(f: Fight, o: Combatant, mover: Combatant, start: i64, to: i64, reach_ft: i64) -> bool:
    """Whether a step leaves this reach of `o`."""
    return f.apart_at_ft(mover, start, o) <= reach_ft and f.apart_at_ft(mover, to, o) > reach_ft


def strikers_near(f: Fight, c: Combatant, to: i64, held: i64) -> bool:
    """Whether a step takes `c` farther from any enemy that could answer: a quick look before the careful one."""
    mask = f.setup.enemies[c.index] & f.able & ~held
    for o in f.combatants:
        if mask & o.bit and (o.has_reaction or o.strikes_left > 0):
            reach = o.stat.melee_reach_ft if o.stat.melee_reach_ft > 5 else 5
            apart = f.apart_ft(o, c)
            if apart <= reach and f.apart_at_ft(c, to, o) > apart:
                return True
    return False


def can_strike(f: Fight, o: Combatant, mover: Combatant, start: i64, to: i64, use: Use) -> bool:
    """Whether this use is a melee attack whose own reach the step leaves (D-9)."""
    return use.is_melee and leaves_reach(f, o, mover, start, to, use.reach_ft) and not is_bound(o, use)


def is_bound(o: Combatant, use: Use) -> bool:
    """Whether only an action of its own makes use of it, as of the touch of a spell."""
    return (o.stat.bound >> use.weapon_index) & 1 != 0


def provocation(f: Fight, o: Combatant, mover: Combatant, start: i64, to: i64) -> i64:
    """PROVOKES when `o` may use its reaction on this step, with the mover still on `start`; else why not."""
    if slips_away(mover):
        return DISENGAGED if mover.is_disengaged else IS_AGILE if mover.flags & TRAIT_AGILE else FLIES_BY
    leaves = f.setup.rules.opportunity_unarmed_options and leaves_reach(f, o, mover, start, to, 5)
    for use in o.stat.uses:
        if leaves:
            break
        leaves = can_strike(f, o, mover, start, to, use)
    if not leaves:
        return REACH_KEPT
    is_surprised = o.is_surprised and f.setup.rules.surprise_costs_turn
    if not o.has_reaction and o.strikes_left == 0 and not is_surprised:
        return NO_REACTION_LEFT
    if not sees(f, o, mover):
        return UNSEEN_MOVER
    if not o.can_act:
        return CANNOT_REACT
    if is_charmed_by(o, mover):
        return CHARMED_BY_MOVER
    if is_surprised:
        return IS_SURPRISED
    if behind_total_cover(f, o, mover):
        return MOVER_COVERED
    return PROVOKES


def strike_at_leaver(f: Fight, mover: Combatant, start: i64, to: i64, dragged: i64) -> None:
    """Let every enemy that may strike do so, in initiative order, until the mover stops (D-10).

    Whoever the mover drags comes along, so that it is not left behind: for it no reach is left.
    """
    enemies = f.setup.enemies[mover.index] & f.able & ~dragged
    for o in f.order if len(f.order) > 0 else f.combatants:
        if not enemies & o.bit or not o.is_on_map or (not o.has_reaction and o.strikes_left == 0):
            continue
        if provocation(f, o, mover, start, to) != PROVOKES:
            continue
        if f.riding & mover.bit and _strikes_at_rider(f, o, mover, start, to):
            if not mover.is_in or has_no_speed(mover) or f.place_of(mover) != start or mover.rider < 0:
                return
            continue
        chosen = f.deciders[o.index].answer(f, o.index, mover.index, start, to)
        if chosen == NO_REACTION:
            continue
        if not react(f, o, mover, start, to, chosen):
            continue
        if f.falling:
            settle_falls(f)
        if not mover.is_in or has_no_speed(mover) or f.place_of(mover) != start:
            return


def _strikes_at_rider(f: Fight, o: Combatant, mover: Combatant, start: i64, to: i64) -> bool:
    """Whether whoever a mount provokes rather strikes at its rider, as it may; it is asked for that first (86)."""
    if mover.rider < 0 or not f.setup.rules.rider_struck:
        return False
    c = f.combatants[mover.rider]
    if not f.setup.enemies[o.index] & c.bit or not c.is_in or is_charmed_by(o, c):
        return False
    chosen = f.deciders[o.index].answer(f, o.index, c.index, start, to)
    if chosen == NO_REACTION:
        return False
    f.facts.through_mount = True
    has_struck = react(f, o, c, start, to, chosen)
    f.facts.through_mount = False
    if not has_struck:
        return False
    if f.falling:
        settle_falls(f)
    return True


def react(f: Fight, o: Combatant, mover: Combatant, start: i64, to: i64, chosen: i64) -> bool:
    """Carry out a chosen reaction if it is legal; False when it is not."""
    if chosen >= 0:
        use = o.stat.uses[chosen]
        if not can_strike(f, o, mover, start, to, use) or judge_attack(f, o, mover, use, f.facts) != LEGAL:
            return False
        f.spend_strike(o)
        resolve_attack(f, o, mover, use, OPPORTUNITY)
        return True
    kind: i64 = GRAPPLE if chosen == REACT_GRAPPLE else SHOVE_PRONE if chosen == REACT_SHOVE_PRONE else SHOVE_PUSH
    if not f.setup.rules.opportunity_unarmed_options or not leaves_reach(f, o, mover, start, to, 5):
        return False
    if judge_grip(f, o, mover, kind == GRAPPLE) != LEGAL:
        return False
    f.spend_strike(o)
    grip(f, o, mover, kind)
    return True
