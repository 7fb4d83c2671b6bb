"""What is allowed, and the clause that says no. Nothing is rolled on an illegal intent."""

from typing import Final

from mypy_extensions import i64

from encounter.engine.combatant import Combatant
from encounter.engine.effect import CHARMED, INCAPACITATED
from encounter.engine.facts import Facts
from encounter.engine.fight import Fight
from encounter.engine.rules.hands import lacks_hands
from encounter.engine.rules.perception import located, sees
from encounter.engine.rules.whom import fits
from encounter.engine.sight import HALF, NONE, TOTAL
from encounter.engine.tables import LOADING, Use

LEGAL: Final = 0
REACH_OUT: Final = 1
RANGE_OUT: Final = 2
COVER_TOTAL: Final = 3
CHARMED_ATTACKER: Final = 4
SIZE_LARGER: Final = 5
HAND_NONE: Final = 6
AMMUNITION_NONE: Final = 7
LOADING_USED: Final = 8
REACTION_NONE: Final = 9
IS_INCAPACITATED: Final = 10
SPEED_IS_ZERO: Final = 11
PATH_NONE: Final = 12
SQUARE_OCCUPIED: Final = 13
UNLOCATED: Final = 14
SPEED_SHORT: Final = 15
ACTION_USED: Final = 16
FEARED_CLOSER: Final = 17
NOT_POSSIBLE: Final = 18
DOOR_CLOSED: Final = 19
DOOR_LOCKED: Final = 20
USES_NONE: Final = 21
SLOTS_NONE: Final = 22
ONE_SLOT: Final = 23
BONUS_SPELL: Final = 24
MOUNT_SMALL: Final = 25
MOUNTED_ALREADY: Final = 26
MOUNT_DIRECTED: Final = 27
NOT_FOR_THEM: Final = 28

ILLEGAL_NAMES: Final = (
    "",
    "reach.out",
    "range.out",
    "cover.total",
    "charmed.attacker",
    "size.larger",
    "hand.none",
    "ammunition.none",
    "loading.used",
    "reaction.none",
    "incapacitated",
    "speed.zero",
    "path.none",
    "square.occupied",
    "unlocated",
    "speed.short",
    "action.used",
    "frightened.closer",
    "action.impossible",
    "door.closed",
    "door.locked",
    "uses.none",
    "slots.none",
    "spell.one-slot",
    "spell.bonus",
    "mount.size",
    "mount.once",
    "mount.controlled",
    "attack.only",
)


def is_charmed_by(a: Combatant, t: Combatant) -> bool:
    """Whether `a` is charmed by `t` and so may not attack it."""
    for effect in a.ongoing:
        if effect.source == t.index and effect.effective().flags & CHARMED:
            return True
    return False


def cover_bonus(f: Fight, degree: i64) -> i64:
    """What a degree of cover adds to AC and Dexterity saves; total cover adds nothing, it forbids the attack."""
    if degree == NONE or degree == TOTAL:
        return 0
    return f.setup.rules.cover_half if degree == HALF else f.setup.rules.cover_three_quarters


def is_barred(f: Fight, a: Combatant, use: Use) -> bool:
    """Whether an attack is one that its owner cannot make while it has somebody in its stomach."""
    gullet = a.stat.gullet
    if gullet is None or not (gullet.bars >> use.weapon_index) & 1:
        return False
    for o in f.combatants:
        if o.inside == a.index and not o.is_dead:
            return True
    return False


def judge_attack(f: Fight, a: Combatant, t: Combatant, use: Use, facts: Facts) -> i64:
    """Whether this use may be aimed at this target from where both stand, whatever the attacker has left to spend.

    Sets `facts.distance_ft`, `facts.cover` and `facts.target_number` (AC with cover).
    """
    apart = f.apart_ft(a, t)
    facts.distance_ft = apart
    if use.is_melee:
        if apart > use.reach_ft:
            return REACH_OUT
    elif apart > use.long_ft:
        return RANGE_OUT
    cover = f.cover(a, t)
    facts.cover = cover
    if cover == TOTAL:
        return COVER_TOTAL
    facts.target_number = t.ac + (cover_bonus(f, cover) if cover != NONE else 0)
    if f.swallowed and a.stat.gullet is not None and is_barred(f, a, use):
        return NOT_POSSIBLE
    if a.flags & CHARMED and is_charmed_by(a, t):
        return CHARMED_ATTACKER
    if use.only is not None and not fits(f, a, t, use.only):
        return NOT_FOR_THEM
    if a.dropped and (a.dropped >> use.weapon_index) & 1:
        return HAND_NONE
    if use.checks_hands and lacks_hands(f, a, use):
        return HAND_NONE
    if use.ammunition >= 0 and a.supplies[use.ammunition] <= 0:
        return AMMUNITION_NONE
    if use.flags & LOADING and (a.loading_used >> use.weapon_index) & 1:
        return LOADING_USED
    if a.flags & INCAPACITATED:
        return IS_INCAPACITATED
    if t.hidden_from & a.bit and not located(f, a, t):
        return UNLOCATED
    if use.is_saved_against and not sees(f, a, t):
        return UNLOCATED
    return LEGAL


def judge_grip(f: Fight, a: Combatant, t: Combatant, needs_hand: bool) -> i64:
    """Whether `a` may grapple (needs a hand) or shove `t`: reach, cover, size, hands."""
    apart = f.apart_ft(a, t)
    f.facts.distance_ft = apart
    if apart > grip_reach_ft(a):
        return REACH_OUT
    if f.cover(a, t) == TOTAL:
        return COVER_TOTAL
    if a.flags & CHARMED and is_charmed_by(a, t):
        return CHARMED_ATTACKER
    if t.stat.size > a.stat.size + 1:
        return SIZE_LARGER
    if needs_hand and hands_left(f, a) <= 0:
        return HAND_NONE
    if a.flags & INCAPACITATED:
        return IS_INCAPACITATED
    if t.hidden_from & a.bit and not located(f, a, t):
        return UNLOCATED
    return LEGAL


def grip_reach_ft(a: Combatant) -> i64:
    """How far a grapple or shove reaches: 5 ft, the reach of an unarmed strike."""
    return 5


def hands_left(f: Fight, a: Combatant) -> i64:
    """Free hands: those of the stat block less one for each creature held."""
    left = a.stat.hands_free
    if f.holds > 0:
        for o in f.combatants:
            if f.is_held_by(o, a):
                left -= 1
    return left
