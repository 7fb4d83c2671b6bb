"""Dispel Magic: spells on a creature end, those of higher levels than it is cast at by an ability check (SRD)."""

from mypy_extensions import i64

from encounter.engine.combatant import Combatant
from encounter.engine.effect import ABILITIES, Ongoing
from encounter.engine.fight import Fight
from encounter.engine.rules.casting import COUNTER_DC, level_of
from encounter.engine.rules.saves import check
from encounter.engine.tables import Deed


def spell_behind(f: Fight, effect: Ongoing) -> Deed | None:
    """The spell that has brought an effect, None where none of somebody here has."""
    if effect.source < 0 or effect.deed < 0:
        return None
    for deed in f.combatants[effect.source].stat.deeds:
        if deed.number == effect.deed and deed.spell != "":
            return deed
    return None


def dispel(f: Fight, c: Combatant, t: Combatant, by: Deed) -> None:
    """End the spells on `t`: those of the level `by` is cast at or less, higher ones by a check for each."""
    judged: list[int] = []
    for effect in list(t.ongoing):
        behind = spell_behind(f, effect)
        if behind is None or effect not in t.ongoing or behind.number in judged:
            continue
        judged.append(behind.number)
        level = level_of(behind)
        ability = by.counter_ability
        if level > level_of(by):
            bonus: i64 = c.stat.modifiers[ability]
            if not check(f, c, ability, ABILITIES[ability], bonus, COUNTER_DC + level, "dispel magic"):
                continue
        f.note(
            "action", c, t, {"action": "dispel", "cost": None, "ally": None, "name": behind.name, "clause": "dispel"}
        )
        for other in list(t.ongoing):
            if other in t.ongoing and other.deed == behind.number and other.source == effect.source:
                f.undo(t, other)
