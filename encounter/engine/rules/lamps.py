"""Lamps in hand: turned towards the enemy, lit, put out (rules.md 124; SRD 5.1 and 5.2, Equipment: Gear)."""

from mypy_extensions import i64

from encounter.engine.combatant import ACTION, BONUS, Combatant
from encounter.engine.fight import Fight
from encounter.engine.intent import KINDLE, Intent
from encounter.engine.light import Lamp
from encounter.engine.rules.legal import ACTION_USED, LEGAL, NOT_POSSIBLE, REACH_OUT
from encounter.engine.rules.perception import in_zone_that, sees
from encounter.engine.zones import WINDY


def turn_cones(f: Fight, c: Combatant, step_x: i64, step_y: i64) -> None:
    """Turn the cones of light that `c` carries: towards the nearest enemy that it sees, else the way it has gone.

    A step of (0, 0) leaves them as they are where no enemy is seen.
    """
    if c.square < 0 or not c.can_act:
        return
    enemy: Combatant | None = None
    least: i64 = 0
    for lamp in f.lamps:
        if lamp.bearer != c.index or not lamp.start.is_cone:
            continue
        for o in f.combatants:
            if f.setup.enemies[c.index] & f.present & o.bit and o.is_in and sees(f, c, o):
                apart = f.apart_ft(c, o)
                if enemy is None or apart < least:
                    enemy = o
                    least = apart
        if enemy is not None:
            x = 2 * f.board.xs[enemy.square] + enemy.n - 2 * f.board.xs[c.square] - c.n
            y = 2 * f.board.ys[enemy.square] + enemy.n - 2 * f.board.ys[c.square] - c.n
            f.turn_lamp(lamp, c, x, y, enemy)
        elif step_x != 0 or step_y != 0:
            f.turn_lamp(lamp, c, step_x, step_y, None)


def turn_cones_after(f: Fight, c: Combatant, start: i64) -> None:
    """The same after a step from a square."""
    board = f.board
    turn_cones(f, c, board.xs[c.square] - board.xs[start], board.ys[c.square] - board.ys[start])


def blow_out(f: Fight, c: Combatant) -> None:
    """A strong wind puts out the open flames that a combatant carries, where the edition says so (5.2)."""
    if not f.setup.rules.wind_hinders or not in_zone_that(f, c, WINDY):
        return
    for lamp in f.lamps:
        if lamp.bearer == c.index and lamp.is_lit and lamp.start.is_flame:
            f.put_out(lamp, "wind", c)


def lamp_of(f: Fight, c: Combatant, item: i64) -> Lamp | None:
    """A lamp by its number, where there is one and nobody else carries it."""
    if item < 0 or item >= len(f.lamps):
        return None
    lamp = f.lamps[item]
    if lamp.start.is_own:
        return None
    return lamp if lamp.bearer < 0 or lamp.bearer == c.index else None


def tend_lamp(f: Fight, c: Combatant, intent: Intent) -> i64:
    """Light a lamp or put one out, in hand or within 5 ft.

    Putting one out, or covering it, is the turn's free interaction, and an action after that. Lighting one takes the
    tinderbox: an action, in 5.2 a bonus action.
    """
    lamp = lamp_of(f, c, intent.item)
    lights = intent.kind == KINDLE
    if lamp is None or lamp.is_lit == lights:
        return NOT_POSSIBLE
    if lamp.bearer < 0 and (lamp.square < 0 or f.apart_from_ft(c, lamp.square) > 5):
        return REACH_OUT
    if not lights and not c.has_drawn:
        c.has_drawn = True
        f.put_out(lamp, "", c)
        return LEGAL
    cost: i64 = BONUS if lights and f.setup.rules.kindling_is_bonus else ACTION
    if not c.budget & cost:
        return ACTION_USED
    c.budget &= ~cost
    if lights:
        f.light_up(lamp, c)
        blow_out(f, c)
    else:
        f.put_out(lamp, "", c)
    return LEGAL
