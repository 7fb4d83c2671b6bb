"""What an aura gives to the rolls of those in it; a fight without any pays one test (`Setup.leaders`)."""

from mypy_extensions import i64

from encounter.engine.combatant import Combatant
from encounter.engine.effect import BY_AURA
from encounter.engine.fight import Fight


def led_by(f: Fight, c: Combatant) -> i64:
    """Mask of the advantages that auras give to `c` where it stands: those of allies that can act, and its own."""
    mask: i64 = 0
    for o in f.combatants:
        if not f.setup.leaders & o.bit & f.able or not f.setup.allies[o.index] & c.bit or not o.is_on_map:
            continue
        for row in o.stat.traits:
            if row.masks[BY_AURA] and (o.index == c.index or f.apart_ft(o, c) <= row.aura_ft):
                mask |= row.masks[BY_AURA]
    return mask


def protection_of(f: Fight, c: Combatant) -> i64:
    """What auras of protection add to the saves of `c` where it stands: the best of those of its able allies counts."""
    best: i64 = 0
    for o in f.combatants:
        if not f.setup.protectors & o.bit & f.able or not f.setup.allies[o.index] & c.bit or not o.is_on_map:
            continue
        if o.stat.protects > best and (o.index == c.index or f.apart_ft(o, c) <= o.stat.protects_ft):
            best = o.stat.protects
    return best
