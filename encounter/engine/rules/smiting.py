"""Divine Smite: radiant damage for a spell slot, on a hit in melee (SRD 5.1 and 5.2: Paladin)."""

from typing import Final

from mypy_extensions import i64

from encounter.engine.combatant import BONUS, CAST_BONUS, CAST_SLOT, Combatant
from encounter.engine.creature import DAMAGE_TYPES
from encounter.engine.fight import Fight
from encounter.engine.rules.damage import Dealt
from encounter.engine.tables import MOST_SLOT

RADIANT: Final = DAMAGE_TYPES.index("radiant")
MOST_DICE: Final = 5  # in 5.1, the one against the undead and fiends aside
MEAN: Final = 4500  # thousandths, of a d8


def smite(f: Fight, a: Combatant, t: Combatant, is_critical: bool, dealt: Dealt) -> None:
    """After a hit is known and its damage rolled: spend a slot where its owner wants to, and add the damage.

    2d8, 1d8 more for each level of the slot above the first, 1d8 more against the undead and fiends; dice double on a
    critical hit. 5.1: at once, as often as there are slots. 5.2: a spell, the bonus action of the own turn.
    """
    if f.setup.rules.smite_is_a_spell:
        is_own = f.whose_turn < 0 or f.whose_turn == a.index
        if not is_own or not a.budget & BONUS or a.cast & CAST_SLOT:
            return
    level = f.deciders[a.index].smites(f, a.index, t.index, dealt.total, is_critical)
    if level < 0:
        level = usual_slot(f, a, t, dealt.total, is_critical)
    if level <= 0 or level > MOST_SLOT or a.slots[level] <= 0:
        return
    f.spend_slot(a, level)
    if f.setup.rules.smite_is_a_spell:
        a.budget &= ~BONUS
        a.cast |= CAST_SLOT | CAST_BONUS
    f.note(
        "action",
        a,
        t,
        {
            "action": "use",
            "cost": "bonus" if f.setup.rules.smite_is_a_spell else "free",
            "ally": None,
            "name": "divine smite",
            "clause": "divine-smite",
            "spell": "divine smite" if f.setup.rules.smite_is_a_spell else None,
            "slot": level,
        },
    )
    dealt.add(t, RADIANT, f.dice.total(dice_of(f, t, level) * (2 if is_critical else 1), 8))


def dice_of(f: Fight, t: Combatant, level: i64) -> i64:
    """How many d8 a slot of this level brings against a target."""
    dice = level + 1
    if dice > MOST_DICE and not f.setup.rules.smite_is_a_spell:
        dice = MOST_DICE
    return dice + 1 if t.stat.types & f.setup.smitten else dice


def usual_slot(f: Fight, a: Combatant, t: Combatant, damage: i64, is_critical: bool) -> i64:
    """The slot to smite with: the highest whose mean is not beyond what the target has left, else the lowest.

    None, 0, for whoever drops anyway.
    """
    left = 1000 * (t.hp + t.temp_hp - damage)
    if left <= 0:
        return 0
    level: i64 = MOST_SLOT
    lowest: i64 = 0
    while level > 0:
        if a.slots[level] > 0:
            lowest = level
            if dice_of(f, t, level) * MEAN * (2 if is_critical else 1) <= left:
                return level
        level -= 1
    return lowest
