"""Who perceives whom: sight per ordered pair, bodies nearby, and who is found (rules.md B.1, 117 to 128)."""

from typing import Final

from mypy_extensions import i64

from encounter.engine.bits import first_of
from encounter.engine.combatant import Combatant
from encounter.engine.effect import DEAFENED, INCAPACITATED, OUTLINED, SIGHTLESS, UNAWARE, UNSEEABLE
from encounter.engine.fight import Fight
from encounter.engine.light import DARK, DIM
from encounter.engine.sight import THREE_QUARTERS, TOTAL


def light_at(f: Fight, c: Combatant) -> i64:
    """The best level of light on a combatant's squares."""
    setup = f.setup
    best: i64 = DARK
    row: i64 = 0
    while row < c.n:
        column: i64 = 0
        while column < c.n:
            level: i64 = setup.light[c.square + row * setup.board.width + column]
            if level > best:
                best = level
            column += 1
        row += 1
    return best


def sees(f: Fight, x: Combatant, y: Combatant) -> bool:
    """Whether X sees Y now. Per ordered pair: light, walls, fog, senses, invisible, hidden."""
    if x.flags & (SIGHTLESS | UNAWARE) or y.flags & UNSEEABLE or y.hidden_from & x.bit:
        return _sees_hard(f, x, y)
    if not f.is_clear or x.stat.blind_beyond:
        return _sees_hard(f, x, y)
    return f.in_line(x, y)


def _sees_hard(f: Fight, x: Combatant, y: Combatant) -> bool:
    if x.flags & UNAWARE:
        return False
    if x.index == y.index:
        return True
    apart = f.apart_ft(x, y)
    if apart <= x.stat.blindsight_ft and not behind_total_cover(f, x, y):
        return True
    if x.flags & SIGHTLESS or (x.stat.blind_beyond and apart > x.stat.blindsight_ft):
        return False
    if not f.in_line(x, y):
        return False
    has_truesight = apart <= x.stat.truesight_ft
    if y.flags & UNSEEABLE and not has_truesight:
        return False
    if y.hidden_from & x.bit and not (f.setup.rules.hidden_is_invisible and has_truesight):
        return False
    if f.setup.lit or has_truesight:
        return True
    return light_at(f, y) != DARK or apart <= x.stat.darkvision_ft


# Why looking or listening for somebody fails by itself.
MAY_NOTICE: Final = 0
IS_BLIND: Final = 1
IS_DEAF: Final = 2


def judge_noticing(f: Fight, x: Combatant, y: Combatant) -> i64:
    """Whether a Perception check of X at Y can succeed: by sight where a line of sight runs between them and Y is not
    in the dark or invisible, which the blinded fail outside their blindsight; else by hearing, which the deafened do.
    """
    if f.apart_ft(x, y) <= x.stat.blindsight_ft and not behind_total_cover(f, x, y):
        return MAY_NOTICE
    blind = x.flags & SIGHTLESS
    x.flags &= ~SIGHTLESS
    by_sight = would_see_unhidden(f, x, y)
    x.flags |= blind
    if by_sight:
        return IS_BLIND if blind and f.setup.rules.blind_fail_sight_checks else MAY_NOTICE
    return IS_DEAF if x.flags & DEAFENED and f.setup.rules.deaf_fail_hearing_checks else MAY_NOTICE


def in_dim_light(f: Fight, x: Combatant, y: Combatant) -> bool:
    """Whether X sees Y only dimly: in undergrowth, in dim light, or in darkness that darkvision turns into it."""
    setup = f.setup
    if setup.board.lightly_obscured[y.square]:
        return True
    if len(setup.light) == 0:
        return False
    level = light_at(f, y)
    if f.apart_ft(x, y) <= x.stat.darkvision_ft:
        return level == DARK
    return level == DIM


def would_see_unhidden(f: Fight, x: Combatant, y: Combatant) -> bool:
    """Whether X would see Y if Y were not hidden (D-20)."""
    hidden_from = y.hidden_from
    y.hidden_from = 0
    seen = sees(f, x, y)
    y.hidden_from = hidden_from
    return seen


def behind_total_cover(f: Fight, x: Combatant, y: Combatant) -> bool:
    """Whether walls leave X no line to Y at all."""
    return f.sight.cover(x.square, x.n, y.square, y.n, f.occupied, -1) == TOTAL


def located(f: Fight, x: Combatant, y: Combatant) -> bool:
    """Whether X knows Y's square: Y is not hidden from it, or X sees it or feels it by tremorsense (127)."""
    if not y.hidden_from & x.bit or sees(f, x, y):
        return True
    return x.stat.tremorsense_ft > 0 and f.apart_ft(x, y) <= x.stat.tremorsense_ft


def bodies_near(f: Fight, square: i64, n: i64) -> i64:
    """Mask of the living bodies within 5 ft of a footprint, any body on it included."""
    board = f.board
    width = board.width
    left = board.xs[square] - 1
    right = left + n + 1
    top = board.ys[square] - 1
    bottom = top + n + 1
    if left < 0:
        left = 0
    if top < 0:
        top = 0
    if right >= width:
        right = width - 1
    if bottom >= board.height:
        bottom = board.height - 1
    occupied = f.occupied
    mask: i64 = 0
    y = top
    while y <= bottom:
        at = y * width + left
        end = y * width + right
        while at <= end:
            mask |= occupied[at]
            at += 1
        y += 1
    return mask


def enemy_in_close_combat(f: Fight, a: Combatant) -> i64:
    """Index of an enemy within 5 ft that can act and sees `a`, or -1: close-combat (rules.md 62)."""
    mask = bodies_near(f, a.square, a.n) & f.setup.enemies[a.index] & f.able
    while mask:
        index = first_of(mask)
        if sees(f, f.combatants[index], a):
            return index
        mask &= mask - 1
    return -1


def ally_beside(f: Fight, a: Combatant, t: Combatant) -> i64:
    """Index of an able ally of `a` within 5 ft of the target, or -1 (Pack Tactics)."""
    return first_of(bodies_near(f, t.square, t.n) & f.setup.allies[a.index] & ~a.bit & f.able)


def may_hide(f: Fight, c: Combatant) -> i64:
    """Mask of the enemies that a Hide action now would hide `c` from; 0 when it may not try.

    5.1: every enemy that does not see it clearly, provided that none does. 5.2: it must be out of every enemy's line
    of sight, or heavily obscured, or behind three-quarters or total cover from each that could see it.
    """
    enemies: i64 = 0
    if c.flags & OUTLINED and f.setup.rules.hidden_is_invisible:
        return 0  # hidden is Invisible, which the outlined cannot profit from
    for o in f.combatants:
        if not (f.setup.enemies[c.index] & o.bit) or not o.is_on_map or o.is_dead:
            continue
        if o.flags & (UNAWARE | INCAPACITATED):
            enemies |= o.bit
            continue
        if would_see_unhidden(f, o, c):
            if not f.setup.rules.hide_needs_cover:
                return 0
            if f.cover(o, c) < THREE_QUARTERS:
                return 0
        enemies |= o.bit
    return enemies


def found_in_plain_view(f: Fight, c: Combatant) -> i64:
    """Mask of those from whom `c` is hidden and who now have it in plain view (D-20)."""
    found: i64 = 0
    for o in f.combatants:
        if c.hidden_from & o.bit and o.is_on_map and not o.is_dead and would_see_unhidden(f, o, c):
            if f.cover(o, c) < THREE_QUARTERS:
                found |= o.bit
    return found


def reveal_in_plain_view(f: Fight, mover: Combatant) -> None:
    """After a step: whoever is hidden and stands in plain view of an enemy is found by it."""
    for c in f.combatants:
        if c.hidden_from and c.is_on_map and (c.index == mover.index or c.hidden_from & mover.bit):
            found = found_in_plain_view(f, c)
            if found:
                f.set_hidden(c, c.hidden_from & ~found, c.stealth_total)
