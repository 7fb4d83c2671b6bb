"""What the built-in tactics do in the saddle: their mount's movement is theirs, and so is its one action."""

from encounter.engine.combatant import ACTION, BONUS, Combatant, has_no_speed
from encounter.engine.effect import CANNOT_MOVE, CRAWLS, TRAIT_BONUS_DISENGAGE
from encounter.engine.fight import Fight
from encounter.engine.intent import DASH, DIRECT, DISENGAGE, DISMOUNT, END_TURN, STAND, Intent
from encounter.engine.rules.legal import LEGAL
from encounter.engine.rules.movement import judge_standing
from encounter.engine.rules.saddle import judge_dismounting


def rights_mount(f: Fight, c: Combatant, intent: Intent) -> bool:
    """Let a mount that lies prone stand up."""
    m = f.mover(c)
    if m.index == c.index or not m.flags & CRAWLS or judge_standing(f, m) != LEGAL:
        return False
    intent.kind = DIRECT
    intent.item = STAND
    return True


def gives_up_saddle(f: Fight, c: Combatant, m: Combatant, intent: Intent) -> bool:
    """Whether nothing comes of approaching in the saddle: of a mount that cannot go anywhere its rider gets off, on one
    that goes where it likes it waits."""
    if c.mount < 0:
        return False
    mount = f.combatants[c.mount]
    if has_no_speed(mount) or mount.flags & CANNOT_MOVE:
        intent.kind = DISMOUNT if judge_dismounting(f, c, -1) == LEGAL else END_TURN
        intent.square = -1
        return True
    return m.index == c.index


def may_slip_away(f: Fight, c: Combatant) -> bool:
    """Whether a Disengage costs no attack: as a bonus action, or as the action of the mount."""
    if f.riding & c.bit:
        m = f.mover(c)
        if m.index != c.index:
            return m.budget & ACTION != 0
    return c.budget & BONUS != 0 and c.flags & TRAIT_BONUS_DISENGAGE != 0


def slip_away(f: Fight, c: Combatant, intent: Intent) -> None:
    """Write that Disengage."""
    if f.mover(c).index != c.index:
        intent.kind = DIRECT
        intent.item = DISENGAGE
        return
    intent.kind = DISENGAGE
    intent.as_bonus = True


def speed_up(c: Combatant, m: Combatant, intent: Intent, as_bonus: bool) -> None:
    """Write a Dash of whoever moves."""
    if m.index != c.index:
        intent.kind = DIRECT
        intent.item = DASH
        return
    intent.kind = DASH
    intent.as_bonus = as_bonus
