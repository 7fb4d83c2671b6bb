"""What hurts or changes a creature by what it is: sunlight, running water, water to move in.

A fight without anybody frail pays one test at the start and at the end of a turn, and after a step
(`Setup.has_frailties`).
"""

from mypy_extensions import i64

from encounter.engine.board import SHALLOWS, WATER
from encounter.engine.combatant import Combatant
from encounter.engine.effect import HURT_BY_STREAM, HURT_BY_SUN, HURT_BY_WATER
from encounter.engine.fight import Fight
from encounter.engine.light import SUNLIT
from encounter.engine.rules.damage import Dealt, roll_part, take


def suffer_start(f: Fight, c: Combatant) -> None:
    """The start of its turn: in sunlight some burn (sunlight-hypersensitivity)."""
    if c.powers & HURT_BY_SUN and c.is_on_map and not c.is_dead and f.light_at(c) >= SUNLIT:
        hurt_by(f, c, HURT_BY_SUN)


def suffer_end(f: Fight, c: Combatant) -> None:
    """The end of its turn: in running water some dissolve (running-water)."""
    if c.powers & HURT_BY_STREAM and f.setup.water_runs and c.is_on_map and not c.is_dead and is_in_water(f, c):
        hurt_by(f, c, HURT_BY_STREAM)


def suffers_step(f: Fight, c: Combatant) -> bool:
    """Whether the square just entered hurts it: a cheap look before a walk is interrupted for it."""
    return c.powers & HURT_BY_WATER != 0 and c.is_on_map and not c.is_dead and is_in_water(f, c)


def suffer_step(f: Fight, c: Combatant) -> None:
    """Water quenches whoever moves in it, every 5 ft anew (water-susceptibility)."""
    if suffers_step(f, c):
        hurt_by(f, c, HURT_BY_WATER)


def is_in_water(f: Fight, c: Combatant) -> bool:
    """Whether any square of its space is water, deep or shallow, and it is not above that."""
    if f.altitude_ft(c) > 0:
        return False
    row: i64 = 0
    while row < c.n:
        column: i64 = 0
        while column < c.n:
            kind: i64 = f.board.terrain[c.square + row * f.board.width + column]
            if kind == WATER or kind == SHALLOWS:
                return True
            column += 1
        row += 1
    return False


def hurt_by(f: Fight, c: Combatant, power: i64) -> None:
    """Deal the damage of the trait with this power."""
    for row in c.stat.traits:
        part = f.setup.more_damage.get(row.index) if row.powers & power else None
        if part is not None:
            dealt = Dealt()
            dealt.clause = row.says
            dealt.add(c, part.type, roll_part(f.dice, part, 1))
            take(f, c, dealt, None, row.name, False, False)
            return
