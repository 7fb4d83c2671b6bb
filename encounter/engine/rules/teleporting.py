"""Teleports of actions and spells: to a free space within range that the creature sees (SRD, Misty Step and its like).

The movement itself is `forced.teleport`; this module judges where an action may lead and which actions lead anywhere.
"""

from mypy_extensions import i64

from encounter.engine.combatant import Combatant
from encounter.engine.fight import Fight
from encounter.engine.rules.forced import judge_teleport, teleport
from encounter.engine.rules.legal import LEGAL, NOT_POSSIBLE
from encounter.engine.tables import Deed


def judge_landing(f: Fight, c: Combatant, deed: Deed, place: i64) -> i64:
    """Whether an action takes its owner to a place: within its range, free, and seen unless that is of no account."""
    if place < 0 or place >= f.places():
        return NOT_POSSIBLE
    judged = judge_teleport(f, c, place, deed.teleport_ft)
    if judged == LEGAL and not deed.goes_unseen and not f.in_line_to(c, place % f.board.size):
        return NOT_POSSIBLE
    return judged


def land(f: Fight, c: Combatant, deed: Deed, place: i64) -> None:
    """Be where an action leads, judged legal before; nothing where it leads nowhere or was used without that."""
    if deed.teleport_ft > 0 and place >= 0:
        teleport(f, c, f.raised(c, place))
