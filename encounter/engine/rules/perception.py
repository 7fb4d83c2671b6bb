"""Who perceives whom: sight per ordered pair, bodies nearby, and who is found (rules.md B.1, 117 to 128)."""

from typing import Final

from mypy_extensions import i64

from encounter.engine.bits import first_of
from encounter.engine.combatant import Combatant
from encounter.engine.effect import (
    DEAFENED,
    FEELS_WEBS,
    IN_PLAIN_SIGHT,
    INCAPACITATED,
    OUTLINED,
    SIGHTLESS,
    UNAWARE,
    UNSEEABLE,
)
from encounter.engine.fight import Fight
from encounter.engine.light import DARK, DIM
from encounter.engine.sight import THREE_QUARTERS, TOTAL
from encounter.engine.zones import HAZY, SILENT, WEBBED

# Why X does not see Y, in the order in which it is asked.
SEEN: Final = 0
NOTICES_NOTHING: Final = 1
BLINDED: Final = 2
BLIND_SO_FAR: Final = 3  # farther than its blindsight, and it has no other
BEHIND_WALLS: Final = 4
IN_FOG: Final = 5
IN_MAGICAL_DARKNESS: Final = 6
INVISIBLE: Final = 7
HIDDEN: Final = 8
IN_DARKNESS: Final = 9

UNSEEN_NAMES: Final = (
    "",
    "unconscious",
    "blinded",
    "blind so far",
    "no line of sight",
    "fog",
    "magical darkness",
    "invisible",
    "hidden",
    "darkness",
)


def sees(f: Fight, x: Combatant, y: Combatant) -> bool:
    """Whether X sees Y now. Per ordered pair: light, walls, fog, senses, invisible, hidden."""
    if x.flags & (SIGHTLESS | UNAWARE) or y.flags & UNSEEABLE or y.hidden_from & x.bit:
        return judge_sight(f, x, y) == SEEN
    if not f.is_clear or x.stat.blind_beyond:
        return judge_sight(f, x, y) == SEEN
    return f.in_line(x, y)


def judge_sight(f: Fight, x: Combatant, y: Combatant) -> i64:
    """SEEN, or why X does not see Y now (rules.md B.1)."""
    if x.flags & UNAWARE:
        return NOTICES_NOTHING
    if x.index == y.index:
        return SEEN
    apart = f.apart_ft(x, y)
    if apart <= x.blindsight_ft and not behind_total_cover(f, x, y):
        return SEEN
    if x.flags & SIGHTLESS:
        return BLINDED
    if x.stat.blind_beyond and apart > x.blindsight_ft:
        return BLIND_SO_FAR
    if not f.in_line(x, y):
        return _what_hides(f, x, y)
    has_truesight = apart <= x.stat.truesight_ft
    if y.flags & UNSEEABLE and not has_truesight:
        return INVISIBLE
    if y.hidden_from & x.bit and not (f.setup.rules.hidden_is_invisible and has_truesight):
        return HIDDEN
    if f.is_clear or has_truesight or apart <= x.stat.darkvision_ft or f.light_at(y) != DARK:
        return SEEN
    return IN_DARKNESS


def _what_hides(f: Fight, x: Combatant, y: Combatant) -> i64:
    """What cuts the line of sight from X to Y, which something does."""
    if not f.is_foggy or not f.sight.los(x.square, x.n, y.square, y.n):
        return BEHIND_WALLS
    if f.fog.los(f.sight, x.square, x.n, y.square, y.n):
        return IN_MAGICAL_DARKNESS
    return IN_FOG


# Why looking or listening for somebody fails by itself.
MAY_NOTICE: Final = 0
IS_BLIND: Final = 1
IS_DEAF: Final = 2


def judge_noticing(f: Fight, x: Combatant, y: Combatant) -> i64:
    """Whether a Perception check of X at Y can succeed: by sight where a line of sight runs between them and Y is not
    in the dark or invisible, which the blinded fail outside their blindsight; else by hearing, which the deafened do.
    """
    if f.apart_ft(x, y) <= x.blindsight_ft and not behind_total_cover(f, x, y):
        return MAY_NOTICE
    blind = x.flags & SIGHTLESS
    x.flags &= ~SIGHTLESS
    by_sight = would_see_unhidden(f, x, y)
    x.flags |= blind
    if by_sight:
        return IS_BLIND if blind and f.setup.rules.blind_fail_sight_checks else MAY_NOTICE
    if in_zone_that(f, x, SILENT) or in_zone_that(f, y, SILENT):
        return IS_DEAF
    return IS_DEAF if x.flags & DEAFENED and f.setup.rules.deaf_fail_hearing_checks else MAY_NOTICE


def in_dim_light(f: Fight, x: Combatant, y: Combatant) -> bool:
    """Whether X sees Y only dimly: lightly obscured, in dim light, or in darkness that darkvision turns into it."""
    if is_lightly_obscured(f, y):
        return True
    if len(f.levels) == 0 or f.apart_ft(x, y) <= x.stat.truesight_ft:
        return False
    level = f.light_at(y)
    if f.apart_ft(x, y) <= x.stat.darkvision_ft:
        return level == DARK
    return level == DIM


def is_lightly_obscured(f: Fight, c: Combatant) -> bool:
    """Whether undergrowth, light fog or light smoke is on every square of a combatant."""
    zones = f.zones
    row: i64 = 0
    while row < c.n:
        column: i64 = 0
        while column < c.n:
            square = c.square + row * f.board.width + column
            if not f.board.lightly_obscured[square] and not zones.at(square) & HAZY:
                return False
            column += 1
        row += 1
    return True


def in_zone_that(f: Fight, c: Combatant, does: i64) -> bool:
    """Whether any square of a combatant lies in a zone that does this (zones.WINDY ...)."""
    zones = f.zones
    if not zones.kinds & does or c.square < 0:
        return False
    row: i64 = 0
    while row < c.n:
        column: i64 = 0
        while column < c.n:
            if zones.marks[c.square + row * f.board.width + column] & does:
                return True
            column += 1
        row += 1
    return False


def is_touching_ground(f: Fight, c: Combatant) -> bool:
    """Whether a combatant stands on the ground, where tremorsense feels it; on a wall that it climbs, too."""
    if not f.tall or c.level <= f.relief.grounds(c.n)[c.square]:
        return True
    from encounter.engine.rules.falling import clings  # which builds on this module

    return c.stat.fly_ft == 0 and clings(f, c, c.square, c.level)


def would_see_unhidden(f: Fight, x: Combatant, y: Combatant) -> bool:
    """Whether X would see Y if Y were not hidden (D-20)."""
    hidden_from = y.hidden_from
    y.hidden_from = 0
    seen = sees(f, x, y)
    y.hidden_from = hidden_from
    return seen


def behind_total_cover(f: Fight, x: Combatant, y: Combatant) -> bool:
    """Whether walls leave X no line to Y at all."""
    return f.wall_cover(x, y) == TOTAL


def located(f: Fight, x: Combatant, y: Combatant) -> bool:
    """Whether X knows Y's square: Y is not hidden from it, or X sees it or feels it by tremorsense (127)."""
    if not y.hidden_from & x.bit or sees(f, x, y):
        return True
    if x.powers & FEELS_WEBS and in_zone_that(f, x, WEBBED) and in_zone_that(f, y, WEBBED):
        return True
    if x.stat.tremorsense_ft == 0 or f.apart_ft(x, y) > x.stat.tremorsense_ft:
        return False
    return is_touching_ground(f, x) and is_touching_ground(f, y)


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
    if f.tall:
        mask = _within_5_ft(f, a, mask)
    while mask:
        index = first_of(mask)
        if sees(f, f.combatants[index], a):
            return index
        mask &= mask - 1
    return -1


def ally_beside(f: Fight, a: Combatant, t: Combatant) -> i64:
    """Index of an able ally of `a` within 5 ft of the target, or -1 (Pack Tactics)."""
    mask = bodies_near(f, t.square, t.n) & f.setup.allies[a.index] & ~a.bit & f.able
    return first_of(_within_5_ft(f, t, mask) if f.tall else mask)


def _within_5_ft(f: Fight, c: Combatant, mask: i64) -> i64:
    """Those of a mask who are near in height, too."""
    for o in f.combatants:
        if mask & o.bit and f.apart_ft(c, o) > 5:
            mask &= ~o.bit
    return mask


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
            if c.powers & IN_PLAIN_SIGHT and c.index != mover.index:
                continue  # transparent: it has to move before it is noticed
            found = found_in_plain_view(f, c)
            if found:
                f.set_hidden(c, c.hidden_from & ~found, c.stealth_total)
