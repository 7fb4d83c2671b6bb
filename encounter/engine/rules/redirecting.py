"""Redirect Attack: whoever is attacked swaps places with an ally, which becomes the target (SRD 5.2: Goblin Boss)."""

from typing import Final

from mypy_extensions import i64

from encounter.engine.combatant import Combatant
from encounter.engine.fight import Fight
from encounter.engine.rules.actions import is_ready
from encounter.engine.rules.answers import may_answer, react_with
from encounter.engine.rules.footing import tread, treads
from encounter.engine.rules.legal import judge_attack
from encounter.engine.rules.zones import enter_square
from encounter.engine.tables import WHEN_ATTACKED, Use

BESIDE_FT: Final = 5
SMALL: Final = 1
MEDIUM: Final = 2


def redirected(f: Fight, a: Combatant, t: Combatant, use: Use) -> Combatant:
    """Who is the target of an attack roll about to be made at `t`: an ally that `t` has swapped places with, else `t`.

    The facts of the attack in f.facts are those of the new target then.
    """
    if not f.setup.rules.redirects or not may_answer(f, t, a):
        return t
    for deed in t.stat.deeds:
        if deed.trigger != WHEN_ATTACKED or not is_ready(t, deed):
            continue
        o = _stand_in(f, a, t)
        if o is not None and f.deciders[t.index].responds(f, t.index, deed.place, a.index, use.mean):
            react_with(f, t, deed, a)
            _swap(f, t, o)
            if o.is_on_map and not o.is_dead and a.can_act:
                judge_attack(f, a, o, use, f.facts)
                return o
            judge_attack(f, a, t, use, f.facts)
            return t
    return t


def _stand_in(f: Fight, a: Combatant, t: Combatant) -> Combatant | None:
    """The Small or Medium ally beside it that it can best do without and that can take its place; None for nobody."""
    best: Combatant | None = None
    for o in f.combatants:
        if o.index == t.index or not f.setup.allies[t.index] & o.bit & f.present or not o.is_in or o.index == a.index:
            continue
        if (
            not SMALL <= o.stat.size <= MEDIUM
            or o.n != t.n
            or f.riding & (o.bit | t.bit)
            or f.apart_ft(t, o) > BESIDE_FT
        ):
            continue
        if o.stat.menace <= t.stat.menace and (best is None or o.stat.menace < best.stat.menace):
            best = o
    return best


def _swap(f: Fight, t: Combatant, o: Combatant) -> None:
    """Two swap places; whatever holds either of them, or befalls whoever comes there, has its way."""
    here: i64 = f.place_of(t)
    there: i64 = f.place_of(o)
    f.relocate(t, there)
    f.relocate(o, here)
    f.note_move(t, [there], 0, t.index, [])
    f.note_move(o, [here], 0, t.index, [])
    if f.holds > 0:
        f.end_broken_holds()
    _come_to(f, t, here)
    _come_to(f, o, there)


def _come_to(f: Fight, c: Combatant, start: i64) -> None:
    enter_square(f, c, start % f.board.size)
    if f.setup.has_footing and treads(f, c):
        tread(f, c)
