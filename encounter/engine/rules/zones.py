"""What a zone does to whoever is in it: on entering, at the start and at the end of a turn, once a turn for each zone.

`enter_square`, `start_in_zone` and `end_in_zone` are the doors; a fight without a harmful zone pays one test at each.
"""

from mypy_extensions import i64

from encounter.engine.combatant import Combatant
from encounter.engine.effect import WALKS_WEBS
from encounter.engine.fight import Fight
from encounter.engine.rules.consequence import inflict
from encounter.engine.rules.damage import note_spared
from encounter.engine.rules.footing import suffer as befall
from encounter.engine.sight import NONE
from encounter.engine.zones import HARMFUL, Zone


def covers(f: Fight, zone: Zone, c: Combatant, square: i64) -> bool:
    """Whether a zone touches the space of a combatant that stands at a square."""
    width = f.board.width
    x = f.board.xs[square]
    y = f.board.ys[square]
    for inside in zone.squares:
        column = inside % width - x
        row = inside // width - y
        if 0 <= column < c.n and 0 <= row < c.n:
            return True
    return False


def is_entering(f: Fight, c: Combatant, start: i64) -> bool:
    """Whether `c`, which has come from `start`, is in a zone that hurts whoever enters it, and was not in it there."""
    for zone in f.zones.every:
        if zone.each_step and start >= 0 and covers(f, zone, c, c.square):
            return True
        if zone.on_enter and covers(f, zone, c, c.square) and (start < 0 or not covers(f, zone, c, start)):
            return True
    return False


def enter_square(f: Fight, c: Combatant, start: i64) -> None:
    """`c` has come to a square from `start` (-1: from elsewhere): every zone it was not in before has its way with it.

    Whoever is spared, or has suffered the zone on this turn, is left alone.
    """
    if not f.zones.kinds & HARMFUL or c.square < 0:
        return
    for zone in list(f.zones.every):
        if zone.each_step and start >= 0 and c.square >= 0 and covers(f, zone, c, c.square):
            zone.suffered.pop(c.index, 0)
            suffer(f, c, zone)
        elif zone.on_enter and c.square >= 0 and covers(f, zone, c, c.square):
            if start < 0 or not covers(f, zone, c, start):
                suffer(f, c, zone)


def start_in_zone(f: Fight, c: Combatant) -> None:
    """The start of a turn in a zone."""
    if not f.zones.kinds & HARMFUL or c.square < 0:
        return
    for zone in list(f.zones.every):
        if zone.on_start and covers(f, zone, c, c.square):
            suffer(f, c, zone)


def end_in_zone(f: Fight, c: Combatant) -> None:
    """The end of a turn in a zone."""
    if not f.zones.kinds & HARMFUL or c.square < 0:
        return
    for zone in list(f.zones.every):
        if zone.on_end and covers(f, zone, c, c.square):
            suffer(f, c, zone)


def suffer(f: Fight, c: Combatant, zone: Zone) -> None:
    """What a zone brings upon whoever is in it, once a turn of the fight."""
    rider = zone.rider
    if rider is None or c.is_dead or zone.spares & c.bit or zone.suffered.get(c.index, -1) == f.turn:
        return
    if c.powers & WALKS_WEBS and zone.kind == "web":
        note_spared(f, None, c, zone.kind, "web-walker")
        return
    zone.suffered[c.index] = f.turn
    if zone.source >= 0:
        inflict(f, f.combatants[zone.source], c, zone.kind, 5, rider, NONE)
        if zone.spell != "":
            for effect in c.ongoing:
                if effect.deed == rider.deed and effect.source == zone.source:
                    effect.spell = zone.spell  # it ends with the concentration on the zone
    else:
        befall(f, c, zone.kind, rider)
