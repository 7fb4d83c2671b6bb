"""What an aura gives to the rolls of those in it; a fight without any pays one test (`Setup.leaders`)."""

from mypy_extensions import i64

from encounter.engine.combatant import Combatant
from encounter.engine.effect import BY_AURA
from encounter.engine.fight import Fight


def led_by(f: Fight, c: Combatant) -> i64:
    """Mask of the advantages that auras give to `c` where it stands: those of allies that can act, and its own."""
    mask: i64 = 0
    for o in f.combatants:
        if not _may_serve(f, f.setup.leaders, o, c):
            continue
        for row in o.stat.traits:
            if row.masks[BY_AURA] and (o.index == c.index or f.apart_ft(o, c) <= row.aura_ft):
                mask |= row.masks[BY_AURA]
    return mask


def protection_of(f: Fight, c: Combatant) -> i64:
    """What auras of protection add to the saves of `c` where it stands: the best of those of its able allies counts."""
    best: i64 = 0
    for o in f.combatants:
        if not _may_serve(f, f.setup.protectors, o, c):
            continue
        if o.stat.protects > best and (o.index == c.index or f.apart_ft(o, c) <= o.stat.protects_ft):
            best = o.stat.protects
    return best


def _may_serve(f: Fight, among: i64, o: Combatant, c: Combatant) -> bool:
    """Whether `o`, one of `among`, is an ally of `c` that can act, or `c` itself."""
    return among & o.bit & f.able != 0 and f.setup.allies[o.index] & c.bit != 0 and o.is_on_map
