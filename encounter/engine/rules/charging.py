"""Charge, Pounce and their like: a run straight toward a target, right before a hit, that adds to the hit.

A creature whose attacks have a `charge` remembers where its steps of the turn began (`Combatant.trail`); whoever has
none remembers nothing and is asked nothing.
"""

from mypy_extensions import i64

from encounter.engine.combatant import BONUS, Combatant
from encounter.engine.fight import Fight
from encounter.engine.tables import Use


def rush_ft(f: Fight, c: Combatant, t: Combatant) -> i64:
    """How far the last steps of `c` have brought it nearer to `t`, each of them, without an end before now."""
    at = f.place_of(c)
    last: i64 = len(c.trail) - 1
    if last < 0 or c.trail_end != at:
        return 0
    run: i64 = 0
    near = f.apart_at_ft(c, at, t)
    while last >= 0:
        before = f.apart_at_ft(c, c.trail[last], t)
        if before <= near:
            break
        run += before - near
        near = before
        last -= 1
    return run


def is_charging(f: Fight, c: Combatant, t: Combatant, use: Use) -> bool:
    """Whether a hit of `c` with this use on `t` would be the end of a charge."""
    charge = use.charge
    return charge is not None and f.whose_turn == c.index and rush_ft(f, c, t) >= charge.run_ft


def charge_worth(f: Fight, c: Combatant, t: Combatant, square: i64, use: Use) -> i64:
    """What a charge adds to an attack from a place, as tactics reckon it: all that lies between counts as run."""
    charge = use.charge
    if charge is None or t.is_down or t.is_knocked_out:
        return 0
    home = f.place_of(c)
    run = rush_ft(f, c, t)
    if square != home:
        gained = f.apart_ft(c, t) - f.apart_at_ft(c, square, t)
        run = gained + run if gained > 0 else 0
    return charge.worth if run >= charge.run_ft else 0


def may_follow(f: Fight, c: Combatant, t: Combatant, use: Use) -> bool:
    """Whether the bonus attack after a charge may be made: the target lies prone and the bonus action is left."""
    charge = use.charge
    return (
        charge is not None
        and charge.then >= 0
        and not t.is_dead
        and not t.has_left
        and f.has_effect(t, f.setup.prone)
        and c.can_act
        and c.budget & BONUS != 0
        and f.whose_turn == c.index
    )
