"""Doors and windows in a fight: opened, closed, forced, broken (rules.md 31, 41, 129, 168, 169).

A small module beside `Fight`: with `swing` it changes the ground that a fight stands on, and writes the event.
Opening or closing is the free object interaction of a turn, and the second time an action.
"""

from mypy_extensions import i64

from encounter.engine.board import square_name
from encounter.engine.combatant import ACTION, Combatant
from encounter.engine.doors import BROKEN, LOCKED, OPEN, SHUT, STATE_NAMES, Door
from encounter.engine.effect import INCAPACITATED
from encounter.engine.fight import Fight
from encounter.engine.rules.legal import (
    ACTION_USED,
    DOOR_LOCKED,
    IS_INCAPACITATED,
    LEGAL,
    NOT_POSSIBLE,
    REACH_OUT,
)
from encounter.engine.rules.perception import reveal_in_plain_view
from encounter.engine.sight import TOTAL


def is_passable(state: i64) -> bool:
    """Whether a door in this state lets anybody through."""
    return state == OPEN or state == BROKEN


def reaches_door(f: Fight, c: Combatant, door: Door) -> bool:
    """Whether a door is within 5 ft, and no wall between."""
    for square in door.squares:
        if f.apart_from_ft(c, square) <= 5:
            if f.sight.cover(c.square, c.n, square, 1, f.occupied, -1) != TOTAL:
                return True
    return False


def judge_door(f: Fight, c: Combatant, door: Door, opens: bool) -> i64:
    """Whether a door can be opened, or closed, now."""
    if c.flags & INCAPACITATED:
        return IS_INCAPACITATED
    if c.has_drawn and not c.budget & ACTION:
        return ACTION_USED
    if not reaches_door(f, c, door):
        return REACH_OUT
    state = f.doors[door.index]
    if opens:
        return DOOR_LOCKED if state == LOCKED else LEGAL if state == SHUT else NOT_POSSIBLE
    return LEGAL if state == OPEN and not _is_stood_in(f, door) else NOT_POSSIBLE


def _is_stood_in(f: Fight, door: Door) -> bool:
    """Whether a body keeps a door from closing: one on its square, or on both sides of its edge."""
    if door.square >= 0:
        return f.occupied[door.square] != 0
    at = 0
    while at < len(door.squares):
        if f.occupied[door.squares[at]] & f.occupied[door.squares[at + 1]]:
            return True
        at += 2
    return False


def use_door(f: Fight, c: Combatant, door: Door, opens: bool) -> None:
    """Open or close a door, judged before: with the free interaction of the turn, else with the action."""
    cost = "free"
    if c.has_drawn:
        c.budget &= ~ACTION
        cost = "action"
    c.has_drawn = True
    swing(f, door, OPEN if opens else SHUT, c, "open" if opens else "close", cost)


def swing(f: Fight, door: Door, state: i64, by: Combatant, action: str, cost: str | None) -> None:
    """A door changes: from now on the fight stands on other ground."""
    f.doors[door.index] = state
    f.stand_on_ground()
    if f.journal is not None:
        squares: list[object] = [square_name(f.board.width, square) for square in door.squares]
        f.note(
            "door",
            by,
            None,
            {
                "action": action,
                "door": door.name,
                "window": door.is_window,
                "squares": squares,
                "state": STATE_NAMES[state],
                "cost": cost,
            },
        )
    if f.hidden:
        for c in f.combatants:
            if f.hidden & c.bit and c.is_on_map:
                reveal_in_plain_view(f, c)


def force(f: Fight, door: Door, by: Combatant) -> None:
    """A task has opened a door, locked or not."""
    if not is_passable(f.doors[door.index]):
        swing(f, door, OPEN, by, "open", None)


def break_open(f: Fight, door: Door, by: Combatant) -> None:
    """A door is in pieces."""
    if f.doors[door.index] != BROKEN:
        swing(f, door, BROKEN, by, "break", None)
