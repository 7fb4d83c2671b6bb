"""Swallowed creatures: inside another one they go where it goes, and nobody outside reaches them (clause swallowed).

Whoever is swallowed keeps its turns and stands where its swallower does, without a space of its own: neither
`Fight.present` nor `Fight.able` has it, and `Fight.swallowed` does. What the stomach does stands in Stat.gullet. A
fight with nobody swallowed pays one test of that mask where it could matter.
"""

from mypy_extensions import i64

from encounter.engine.combatant import Combatant
from encounter.engine.effect import CON, HELD, NO_THREAT, EffectRow, Ongoing
from encounter.engine.fight import Fight
from encounter.engine.rules.damage import Dealt, roll_part, take
from encounter.engine.rules.saddle import room_beside
from encounter.engine.rules.saves import save
from encounter.engine.sight import NONE


def is_full(f: Fight, m: Combatant) -> bool:
    """Whether a creature has nowhere to put another one: it can swallow nobody, or has as many inside as it holds."""
    gullet = m.stat.gullet
    if gullet is None:
        return True
    count: i64 = 0
    for o in f.combatants:
        if o.inside == m.index:
            count += 1
    return gullet.most > 0 and count >= gullet.most


def swallow(f: Fight, m: Combatant, t: Combatant, row: EffectRow) -> None:
    """`m` swallows `t`: grips on it and by it end, and what its stomach says is in force as long as it is inside."""
    gullet = m.stat.gullet
    if gullet is None or t.inside >= 0 or t.is_dead or is_full(f, m) or f.riding & (t.bit | m.bit):
        return
    for o in f.combatants:
        for effect in list(o.ongoing):
            if effect.row.flags & HELD and effect in o.ongoing and (o is t or effect.source == t.index):
                f.lift(o, effect, "swallowed")
    f.end_broken_holds()
    f.take_in(t, m)
    f.impose(t, Ongoing(row, m.index, 0))
    for condition in gullet.rows:
        f.impose(t, Ongoing(condition, m.index, 0))


def digest(f: Fight, m: Combatant, at_end: bool) -> None:
    """The start, or the end, of a turn of `m`: what its stomach does to those inside; some then spit them out."""
    gullet = m.stat.gullet
    if gullet is None or gullet.at_end != at_end:
        return
    for t in f.combatants:
        if t.inside != m.index or t.is_dead or (at_end and t.swallowed_turn == f.turn and gullet.once):
            continue
        if len(gullet.parts) > 0:
            dealt = Dealt()
            dealt.clause = "swallowed"
            for part in gullet.parts:
                dealt.add(t, part.type, roll_part(f.dice, part, 1))
            take(f, t, dealt, m, "swallowed", False, False)
        if gullet.once and t.inside == m.index and not t.is_dead:
            spit_out(f, m, t)


def settle_gullets(f: Fight) -> None:
    """The end of any turn: who took enough damage from inside in it saves, or gives up all that it has swallowed."""
    for m in f.combatants:
        gullet = m.stat.gullet
        if gullet is None or m.hurt_inside == 0:
            continue
        hurt = m.hurt_inside
        f.count_hurt_inside(m, -hurt)
        if gullet.spits_after > 0 and hurt >= gullet.spits_after and not m.is_dead:
            if not save(f, m, CON, gullet.dc, None, "swallowed", NONE, NO_THREAT):
                spit_all(f, m)


def spit_all(f: Fight, m: Combatant) -> None:
    """Everybody inside comes out."""
    for t in f.combatants:
        if t.inside == m.index:
            spit_out(f, m, t)


def spit_out(f: Fight, m: Combatant, t: Combatant) -> None:
    """Somebody comes out prone in the nearest free space; out of a corpse at the cost of movement on its next turn."""
    gullet = m.stat.gullet
    for effect in list(t.ongoing):
        if effect.source == m.index and effect in t.ongoing and gullet is not None:
            if effect.row in gullet.rows or effect.row.says == "swallowed":
                f.lift(t, effect, "ended")
    place = room_beside(f, t, m)
    f.let_out(t, m, place if place >= 0 else f.place_of(m))
    if t.is_dead:
        return
    if m.is_dead and gullet is not None:
        f.owe(t, gullet.exit_ft)
    if not f.has_effect(t, f.setup.prone):
        f.impose(t, Ongoing(f.setup.prone, -1, 0))
