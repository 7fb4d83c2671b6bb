"""Features of heroes at work: rage (SRD 5.1 and 5.2, Classes).

What a feature is stands in `hero_traits`; here is when it begins and ends. State changes through Fight alone.
"""

from encounter.engine.combatant import BONUS, Combatant
from encounter.engine.effect import RAGES
from encounter.engine.fight import Fight


def settle_rage(f: Fight, c: Combatant) -> None:
    """At the end of a turn a rage ends that nothing has fed.

    5.1: an attack since the last turn, or damage taken since then. 5.2: from the turn after its beginning on an attack
    on that turn; else its bearer spends its bonus action on it, where it is left.
    """
    if c.powers & RAGES:
        is_fed = c.attacks_made > c.attacks_before
        if f.setup.rules.rage_is_fed_by_bonus:
            is_fed = is_fed or not c.was_raging
            if not is_fed and c.budget & BONUS and c.can_act:
                c.budget &= ~BONUS
                f.note("action", c, None, {"action": "use", "cost": "bonus", "ally": None, "name": "rage"})
                is_fed = True
        elif c.damage_taken > c.damage_before:
            is_fed = True
        if not is_fed:
            f.end_rage(c)
    f.remember_turn(c)
