"""What the ground does to whoever has come to stand on it: a narrow passage, fire, ice, spikes (rules.md 135).

`tread` is called after every square that anybody enters, on its own feet or by another's doing; `stand_in` when a turn
begins. A kind of hazard hurts a creature once in a turn, whoever's turn it is.
"""

from mypy_extensions import i64

from encounter.engine.bits import bit_of
from encounter.engine.combatant import Combatant, has_no_speed
from encounter.engine.effect import CRAWLS, Ongoing
from encounter.engine.fight import Fight
from encounter.engine.rules.damage import NOT_ROLLED, harm
from encounter.engine.rules.frailty import suffer_step, suffers_step
from encounter.engine.rules.saves import save
from encounter.engine.sight import NONE
from encounter.engine.tables import Hazard, RiderRow


def treads(f: Fight, c: Combatant) -> bool:
    """Whether `tread` would do anything where `c` stands: a cheap look before a walk is interrupted for it."""
    if not f.setup.has_footing or not c.is_on_map or c.is_dead:
        return False
    if f.must_settle(c) or (f.setup.has_frailties and suffers_step(f, c)):
        return True
    return len(f.setup.hazards) > 0 and hazards_at(f, c, f.place_of(c), True) & ~suffered(f, c) != 0


def tread(f: Fight, c: Combatant) -> bool:
    """What follows at once from the square just entered; False when the walk does not go on from there."""
    f.settle_squeezing(c)
    was_crawling = c.flags & CRAWLS
    if len(f.setup.hazards) > 0:
        _be_hurt(f, c, True)
    if f.setup.has_frailties:
        suffer_step(f, c)
    return c.is_in and not has_no_speed(c) and c.flags & CRAWLS == was_crawling


def stand_in(f: Fight, c: Combatant) -> None:
    """What the ground does at the start of a turn on it."""
    if len(f.setup.hazards) > 0 and c.is_on_map and not c.is_dead:
        _be_hurt(f, c, False)


def _be_hurt(f: Fight, c: Combatant, enters: bool) -> None:
    mask = hazards_at(f, c, f.place_of(c), enters) & ~suffered(f, c)
    for hazard in f.setup.hazards:
        if mask & bit_of(hazard.index) and c.is_on_map and not c.is_dead:
            f.mark_suffered(c, bit_of(hazard.index))
            suffer(f, c, hazard.name, hazard.rider)


def suffer(f: Fight, t: Combatant, name: str, rider: RiderRow) -> None:
    """What befalls `t` by nobody's doing, the ground's: a save where it is allowed, then damage and conditions."""
    saved = rider.save >= 0 and save(f, t, rider.save, rider.dc, None, name, NONE, rider.threat)
    if len(rider.parts) > 0:
        harm(f, None, t, name, rider.parts, NOT_ROLLED, rider.save, rider.half, saved)
    if saved or t.is_dead:
        return
    for row in rider.conditions:
        effect = Ongoing(row, -1, 1 if len(row.levels) > 0 else 0)
        effect.rounds = rider.rounds
        effect.clock = t.index
        effect.ends_at_end = True
        if rider.repeats:
            effect.save_ability = rider.save
            effect.save_dc = rider.dc
        if not f.has_effect(t, row):
            f.impose(t, effect)


def suffered(f: Fight, c: Combatant) -> i64:
    """Mask of the hazards that have hurt it in this turn of the fight."""
    return c.suffered if c.suffered_turn == f.turn else 0


def hazards_at(f: Fight, c: Combatant, square: i64, enters: bool) -> i64:
    """Mask of the hazards under the footprint that `c` has at a square: those it enters, or those it starts in."""
    board = f.board
    if f.tall:
        level = f.height_at(c, square)
        square = square % board.size
        if level > f.relief.grounds(c.n)[square]:
            return 0  # in the air
    n = c.n_at(square)
    mask: i64 = 0
    row: i64 = 0
    while row < n:
        column: i64 = 0
        while column < n:
            kind: i64 = board.terrain[square + row * board.width + column]
            place: i64 = f.setup.hazard_of[kind]
            if place > 0 and not (c.stat.gait.ignores >> kind) & 1:
                hazard: Hazard = f.setup.hazards[place - 1]
                if hazard.on_enter if enters else hazard.on_start:
                    mask |= bit_of(hazard.index)
            column += 1
        row += 1
    return mask
