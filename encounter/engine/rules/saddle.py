"""Mounts and riders (rules.md 144, 86): getting on and off, directing a mount, and staying in the saddle.

A rider shares its mount's space and takes all of it up; it goes where the mount goes and does not walk by itself. What
shakes it is remembered in Fight.shaken, and `settle_saddle` asks, where `settle_falls` does, whether it stays.
"""

from typing import Final

from mypy_extensions import i64

from encounter.engine.board import square_name
from encounter.engine.combatant import ACTION, Combatant, has_no_speed
from encounter.engine.effect import CRAWLS, DEX, INCAPACITATED, NO_THREAT, TRAIT_SHARES_SPACE, Ongoing
from encounter.engine.fight import Fight
from encounter.engine.intent import DASH, DISENGAGE, DODGE, INTENT_NAMES, STAND, Intent
from encounter.engine.journal import Data
from encounter.engine.rules.legal import (
    ACTION_USED,
    IS_INCAPACITATED,
    LEGAL,
    MOUNT_DIRECTED,
    MOUNT_SMALL,
    MOUNTED_ALREADY,
    NOT_POSSIBLE,
    REACH_OUT,
    SPEED_IS_ZERO,
    SPEED_SHORT,
    SQUARE_OCCUPIED,
)
from encounter.engine.rules.pace import farthest_left_ft, fastest_ft
from encounter.engine.rules.saves import save
from encounter.engine.sight import NONE

SADDLE_DC: Final = 10
SADDLE: Final = "saddle"  # what the saving throw is called
WITHIN_FT: Final = 5  # of its mount a rider comes to the ground

# What the event of a rider and its mount tells, and the clause that was at work.
SAVES: Final = "mount.save"
LANDS: Final = "mount.reaction"


def mount_cost_ft(c: Combatant) -> i64:
    """What getting on a mount or off it costs: half the Speed, rounded down; of whoever has only others, half that."""
    return (c.speed_ft if c.stat.speed_ft > 0 else fastest_ft(c)) // 2


def _judge_change(f: Fight, c: Combatant) -> i64:
    """Whether a combatant has the movement to get on or off, and has not done so before where that is once a turn."""
    if c.has_mounted and f.setup.rules.mounts_once:
        return MOUNTED_ALREADY
    if c.flags & INCAPACITATED:
        return IS_INCAPACITATED
    if has_no_speed(c):
        return SPEED_IS_ZERO
    return LEGAL if farthest_left_ft(f, c, 0) >= mount_cost_ft(c) else SPEED_SHORT


def judge_mounting(f: Fight, c: Combatant, m: Combatant) -> i64:
    """Whether `c` can get on `m` now: an ally within 5 ft, a size larger at least, that carries nobody yet."""
    if c.index == m.index or not f.setup.allies[c.index] & m.bit or not m.is_in or not m.is_on_map:
        return NOT_POSSIBLE
    if f.riding & (c.bit | m.bit) or c.flags & CRAWLS or m.flags & TRAIT_SHARES_SPACE:
        return NOT_POSSIBLE
    if m.stat.size <= c.stat.size:
        return MOUNT_SMALL
    if f.apart_ft(c, m) > WITHIN_FT:
        return REACH_OUT
    return _judge_change(f, c)


def mount(f: Fight, c: Combatant, m: Combatant) -> None:
    """Get on a mount; one that has had no turn in this round may still go as its rider directs it."""
    cost = mount_cost_ft(c)
    c.spent_ft += cost
    c.has_mounted = True
    f.seat(c, m)
    if m.is_directed and m.took_turn != f.round:
        f.refresh_budget(m)
    note_saddle(f, c, m, "mounts", cost, "")
    f.end_broken_holds()


def judge_dismounting(f: Fight, c: Combatant, square: i64) -> i64:
    """Whether a rider can get off onto a square, -1 for wherever there is room."""
    if c.mount < 0:
        return NOT_POSSIBLE
    judged = _judge_change(f, c)
    if judged != LEGAL:
        return judged
    m = f.combatants[c.mount]
    if square >= 0 and not has_room(f, c, m, square):
        return SQUARE_OCCUPIED
    if square >= 0 and apart_from_mount_ft(f, c, m, square) > WITHIN_FT:
        return REACH_OUT
    return LEGAL if square >= 0 or room_beside(f, c, m) >= 0 else SQUARE_OCCUPIED


def dismount(f: Fight, c: Combatant, square: i64) -> None:
    """Get off, judged legal before."""
    m = f.combatants[c.mount]
    cost = mount_cost_ft(c)
    come_off(f, c, m, square if square >= 0 else room_beside(f, c, m), "dismounts", cost, "", False)
    c.spent_ft += cost
    c.has_mounted = True


def direct(f: Fight, c: Combatant, intent: Intent) -> i64:
    """Let a mount do what the rider directs it to: it may Dash, Disengage or Dodge, and stands up as it moves."""
    from encounter.engine.rules.movement import judge_standing, stand_up  # where walks ask for riders

    m = f.mover(c)
    kind = intent.item
    if m.index == c.index:
        return NOT_POSSIBLE
    if kind == STAND:
        if not m.flags & CRAWLS:
            return NOT_POSSIBLE
        judged = judge_standing(f, m)
        if judged == LEGAL:
            stand_up(f, m)
        return judged
    if kind != DASH and kind != DISENGAGE and kind != DODGE:
        return MOUNT_DIRECTED
    if m.flags & INCAPACITATED:
        return IS_INCAPACITATED
    if not m.budget & ACTION:
        return ACTION_USED
    m.budget &= ~ACTION
    if kind == DASH:
        m.granted += 1
    elif kind == DISENGAGE:
        m.is_disengaged = True
    else:
        m.is_dodging = not has_no_speed(m)
    f.note("action", m, None, {"action": INTENT_NAMES[kind], "cost": "action", "ally": None})
    return LEGAL


# ------------------------------------------------------------------------------------------- staying in the saddle


def settle_saddle(f: Fight, c: Combatant) -> None:
    """A rider that lies prone, or whose mount does or is dead: whether it stays mounted, and how it comes down."""
    f.steady(c)
    if c.mount < 0 or c.is_dead or not c.is_on_map:
        return
    m = f.combatants[c.mount]
    if c.flags & CRAWLS:
        if not f.setup.rules.saddle_saves:
            return
        if keeps_seat(f, c):
            rise(f, c)
            note_saddle(f, c, m, "stays", 0, SAVES)
        else:
            _fall_off(f, c, m, SAVES)
    elif m.is_dead or m.flags & CRAWLS:
        _mount_down(f, c, m)


def _mount_down(f: Fight, c: Combatant, m: Combatant) -> None:
    """The mount lies prone or dead: 5.1 a reaction lands its rider on its feet, 5.2 a saving throw keeps it up."""
    rules = f.setup.rules
    if rules.saddle_reaction:
        if c.has_reaction and not c.flags & INCAPACITATED:
            c.has_reaction = False
            f.note("action", c, None, {"action": "land", "cost": "reaction", "ally": None, "clause": LANDS})
            come_off(f, c, m, room_beside(f, c, m), "lands", 0, LANDS, False)
        else:
            _fall_off(f, c, m, "")
    elif rules.saddle_saves:
        if not keeps_seat(f, c):
            _fall_off(f, c, m, SAVES)
        elif m.is_dead:
            come_off(f, c, m, room_beside(f, c, m), "lands", 0, SAVES, False)
        else:
            note_saddle(f, c, m, "stays", 0, SAVES)
    elif m.is_dead:
        come_off(f, c, m, room_beside(f, c, m), "lands", 0, "", False)


def hold_on_to(f: Fight, m: Combatant) -> None:
    """A mount was moved against its will: its rider saves or falls off."""
    if m.rider < 0 or not f.setup.rules.saddle_saves:
        return
    c = f.combatants[m.rider]
    if keeps_seat(f, c):
        note_saddle(f, c, m, "stays", 0, SAVES)
    else:
        _fall_off(f, c, m, SAVES)


def keeps_seat(f: Fight, c: Combatant) -> bool:
    """The Dexterity saving throw of a rider that is shaken."""
    return save(f, c, DEX, SADDLE_DC, None, SADDLE, NONE, NO_THREAT)


def rise(f: Fight, c: Combatant) -> None:
    """Whoever keeps its seat does not lie prone."""
    for effect in list(c.ongoing):
        if effect.row.index == f.setup.prone.index and effect in c.ongoing:
            f.lift(c, effect, SADDLE)


def _fall_off(f: Fight, c: Combatant, m: Combatant, clause: str) -> None:
    come_off(f, c, m, room_beside(f, c, m), "falls", 0, clause, True)


def come_off(
    f: Fight, c: Combatant, m: Combatant, place: i64, how: str, cost_ft: i64, clause: str, is_prone: bool
) -> None:
    """A rider comes to stand or lie at a place; without room anywhere it stays where its mount is."""
    from encounter.engine.rules.footing import tread, treads  # which asks whether somebody falls
    from encounter.engine.rules.forced import after_displacement

    start = c.square
    f.unseat(c, place if place >= 0 else f.place_of(c))
    note_saddle(f, c, m, how, cost_ft, clause)
    if is_prone and not f.has_effect(c, f.setup.prone):
        f.impose(c, Ongoing(f.setup.prone, -1, 0))
    if c.is_on_map and not c.is_dead:
        after_displacement(f, c, start)
        if c.is_on_map and not c.is_dead and treads(f, c):
            tread(f, c)


def note_saddle(f: Fight, c: Combatant, m: Combatant, change: str, cost_ft: i64, clause: str) -> None:
    """Write what became of a rider and its mount, and where the rider is now."""
    if f.journal is not None:
        data: Data = {
            "change": change,
            "square": square_name(f.board.width, c.square),
            "altitude": f.altitude_ft(c),
            "cost_ft": cost_ft,
            "clause": clause if clause != "" else None,
        }
        f.note("mount", c, m, data)
        if f.followed & c.bit:
            f.note_carried(c)


# ------------------------------------------------------------------------------------------------- where there is room


def apart_from_mount_ft(f: Fight, c: Combatant, m: Combatant, square: i64) -> i64:
    """How far the space that a rider would take at a square is from its mount's."""
    return f.board.distance_ft(square, c.stat.n, m.square, m.n)


def room_beside(f: Fight, c: Combatant, m: Combatant) -> i64:
    """The place nearest to a mount, and first in reading order, where its rider has room; -1 for none."""
    best: i64 = -1
    least: i64 = 1 << 30
    square: i64 = 0
    while square < f.board.size:
        apart = apart_from_mount_ft(f, c, m, square)
        if apart < least and has_room(f, c, m, square):
            best = square
            least = apart
        square += 1
    return f.raised(c, best + c.level * f.board.size) if best >= 0 and f.tall else best


def has_room(f: Fight, c: Combatant, m: Combatant, square: i64) -> bool:
    """Whether a rider fits on a square, over or on ground no higher than it is, where nobody else is."""
    board = f.board
    n = c.stat.n
    if not board.fits(n)[square] or not f.sight.los(m.square, m.n, square, n):
        return False
    if f.tall and f.relief.grounds(n)[square] > c.level:
        return False
    row: i64 = 0
    while row < n:
        column: i64 = 0
        while column < n:
            at = square + row * board.width + column
            if board.floorless[at] or _is_taken(f, c, at):
                return False
            column += 1
        row += 1
    return True


def _is_taken(f: Fight, c: Combatant, square: i64) -> bool:
    """Whether another body is on a square, at the height at which a rider is."""
    bodies = f.occupied[square] & ~c.bit
    if not f.tall or not bodies:
        return bodies != 0
    for o in f.combatants:
        if bodies & o.bit and o.level < c.level + c.stat.n and c.level < o.level + o.n:
            return True
    return False
