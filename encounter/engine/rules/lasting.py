"""What comes back turn by turn: damage at the start or end of turns, and saves against effects (rules.md 166)."""

from mypy_extensions import i64

from encounter.engine.combatant import Combatant
from encounter.engine.effect import UNAWARE, Ongoing
from encounter.engine.fight import Fight
from encounter.engine.rules.damage import Dealt, roll_part, take
from encounter.engine.rules.saves import save
from encounter.engine.sight import NONE


def hurt_again(f: Fight, c: Combatant, at_end: bool) -> None:
    """The damage that effects deal a combatant at the start, or at the end, of its turn."""
    for effect in list(c.ongoing):
        if effect.lasting < 0 or effect not in c.ongoing:
            continue
        rider = f.setup.lasting[effect.lasting]
        if rider.each_at_end != at_end or rider.each_on_failure or len(rider.each_turn) == 0:
            continue
        _deal_again(f, c, effect)
        if c.is_dead:
            return


def _deal_again(f: Fight, c: Combatant, effect: Ongoing) -> None:
    """The damage of an effect, once more; of several that one action brought together only the last deals it."""
    rider = f.setup.lasting[effect.lasting]
    if effect.row.name != rider.conditions[len(rider.conditions) - 1].name:
        return
    dealt = Dealt()
    for part in rider.each_turn:
        dealt.add(c, part.type, roll_part(f.dice, part, 1))
    by = f.combatants[effect.source] if effect.source >= 0 else None
    take(f, c, dealt, by, effect.row.name, False, False)


def save_again(f: Fight, c: Combatant) -> None:
    """The saves at the end of a turn. Effects that one save brought together are ended by one save, too."""
    done: list[Ongoing] = []
    for effect in list(c.ongoing):
        if effect.save_dc <= 0 or effect in done or effect not in c.ongoing:
            continue
        together = _of_one_save(c, effect)
        done.extend(together)
        source = f.combatants[effect.source] if effect.source >= 0 else None
        saved = save(f, c, effect.save_ability, effect.save_dc, source, effect.row.name, NONE, effect.threat())
        for other in together:
            if other not in c.ongoing:
                continue
            if saved:
                f.lift(c, other, "saved")
                if other.deed >= 0:
                    withstand_deed(f, c, other)
            elif other.lasting >= 0 and len(f.setup.lasting[other.lasting].again) > 0:
                worsen(f, c, other)
            elif other.lasting >= 0 and f.setup.lasting[other.lasting].each_on_failure:
                _deal_again(f, c, other)


def _of_one_save(c: Combatant, effect: Ongoing) -> list[Ongoing]:
    """The effects that the same use of an action brought: one source, one save, one action."""
    if effect.deed < 0:
        return [effect]
    together: list[Ongoing] = []
    for other in c.ongoing:
        if other.deed == effect.deed and other.source == effect.source and other.save_dc == effect.save_dc:
            together.append(other)
    return together


def withstand_deed(f: Fight, c: Combatant, effect: Ongoing) -> None:
    """Whoever ends an action's effect by a save is immune to that action where it says so."""
    for deed in f.combatants[effect.source].stat.deeds:
        if deed.number == effect.deed and deed.immune_after:
            f.grow_immune(c, immunity(effect.source, deed.number))


def immunity(source: i64, number: i64) -> i64:
    """How Combatant.immune_deeds names an action of one creature."""
    return source * 4096 + number


def worsen(f: Fight, c: Combatant, effect: Ongoing) -> None:
    """The repeated save failed: what it turns into, which no save ends."""
    rows = f.setup.lasting[effect.lasting].again
    wakes = f.setup.lasting[effect.lasting].wakes
    f.lift(c, effect, "worse")
    for row in rows:
        if not c.is_dead:
            worse = Ongoing(row, effect.source, 1 if len(row.levels) > 0 else 0)
            worse.ends_with_harm = wakes and row.flags & UNAWARE != 0
            if effect.spell != "":  # it lasts as the spell does
                worse.spell = effect.spell
                worse.ends_with_harm = effect.ends_with_harm
            f.impose(c, worse)
