"""Where a teleport may lead that a tactic cares about: beside each enemy, and out of everybody's reach.

All squares within range are looked at, those on the ground alone; few creatures teleport.
"""

from typing import Final

from mypy_extensions import i64

from encounter.engine.combatant import Combatant
from encounter.engine.fight import Fight
from encounter.engine.rules.legal import LEGAL
from encounter.engine.rules.perception import located
from encounter.engine.rules.teleporting import judge_landing
from encounter.engine.tables import Deed

FAR_SHOT_FT: Final = 30  # whoever attacks from so far off would rather not stand within reach
FARTHEST_FT: Final = 60  # being still farther off is worth nothing


def foes(f: Fight, c: Combatant) -> list[Combatant]:
    """The enemies that stand where `c` knows of them."""
    found: list[Combatant] = []
    for t in f.combatants:
        if f.setup.enemies[c.index] & f.present & t.bit and not t.is_down and not t.is_knocked_out:
            if not t.hidden_from & c.bit or located(f, c, t):
                found.append(t)
    return found


def beside(f: Fight, c: Combatant, deed: Deed) -> list[int]:
    """For each enemy the place nearest to where `c` is now from which its melee attacks reach that enemy."""
    reach: i64 = c.stat.melee_reach_ft if c.stat.melee_reach_ft > 5 else 5
    places: list[int] = []
    for t in foes(f, c):
        best: i64 = -1
        least: i64 = 0
        square: i64 = 0
        while square < f.board.size:
            if f.apart_at_ft(c, f.raised(c, square), t) <= reach:
                place = f.raised(c, square)
                way = f.apart_at_ft(c, place, c)
                if (best < 0 or way < least) and judge_landing(f, c, deed, place) == LEGAL:
                    best = place
                    least = way
            square += 1
        if best >= 0 and best not in places:
            places.append(best)
    return places


def safest(f: Fight, c: Combatant, deed: Deed) -> i64:
    """The place out of the reach of all enemies that is farthest from the nearest of them; -1 for none.

    The reaches are those that the planner has marked in `f.paths` before.
    """
    enemies = foes(f, c)
    best: i64 = -1
    most: i64 = 0
    square: i64 = 0
    while square < f.board.size:
        place = f.raised(c, square)
        if not (f.paths.threat[place] | f.paths.inner[place]):
            away: i64 = FARTHEST_FT
            for t in enemies:
                apart = f.apart_at_ft(c, place, t)
                if apart < away:
                    away = apart
            if away > most and judge_landing(f, c, deed, place) == LEGAL:
                best = place
                most = away
        square += 1
    return best
