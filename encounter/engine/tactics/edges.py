"""What it is worth to push somebody over an edge: out of the fight where no floor is, else down to lower ground."""

from mypy_extensions import i64

from encounter.engine.board import DIRECTIONS
from encounter.engine.combatant import Combatant
from encounter.engine.fight import Fight
from encounter.engine.relief import LEVEL_FT
from encounter.engine.rules.damage import withstand
from encounter.engine.rules.falling import BLUDGEONING, FEET_A_DIE, MOST_DICE
from encounter.engine.rules.forced import has_floor
from encounter.engine.rules.heights import may_fly


def deepest_fall_worth(f: Fight, t: Combatant) -> i64:
    """What the deepest fall beside a combatant is worth, in thousandths of a hit point; 0 for none that hurts."""
    board = f.board
    grounds = f.relief.grounds(t.n)
    ways: i64 = board.ways_of(t.n)[t.square]
    lowest = t.level
    d: i64 = 0
    while d < DIRECTIONS:
        if (ways >> d) & 1:
            ground: i64 = grounds[t.square + board.deltas[d]]
            if ground < lowest:
                lowest = ground
        d += 1
    return _fall_worth(f, t, LEVEL_FT * (t.level - lowest))


def push_worth(f: Fight, t: Combatant, to: i64) -> i64:
    """What pushing a combatant to a square is worth, in thousandths of a hit point; 0 when it is nothing to it."""
    if not f.tall:
        return 0 if has_floor(f, to, t.n) else gone_worth(t)
    if may_fly(t):
        return 0
    if not has_floor(f, to, t.n):
        return gone_worth(t)
    return _fall_worth(f, t, LEVEL_FT * (t.level - f.relief.grounds(t.n)[to]))


def gone_worth(t: Combatant) -> i64:
    """What it is worth that a combatant is out of the fight."""
    return 1000 * (t.hp + t.temp_hp) + 2 * t.stat.menace


def _fall_worth(f: Fight, t: Combatant, feet: i64) -> i64:
    """The mean damage of a fall, up to all that a combatant has."""
    dice = feet // FEET_A_DIE if f.setup.rules.falls_hurt else 0
    if dice > MOST_DICE:
        dice = MOST_DICE
    if dice <= 0 or may_fly(t):
        return 0
    hurt = withstand(t, BLUDGEONING, 3500 * dice, False)
    return hurt if hurt < 1000 * (t.hp + t.temp_hp) else gone_worth(t)
