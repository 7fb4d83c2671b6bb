"""Weapon mastery (rules.md 150): what a weapon does in hands that have learnt to use it.

Nick stands with the extra attack of two-weapon fighting (act.py) and Cleave's second attack with the attack itself;
here is the rest. What a mastery lets its wielder do it always does.
"""

from typing import Final

from mypy_extensions import i64

from encounter.engine.combatant import Combatant
from encounter.engine.effect import CON, SPENT_BY_ATTACK, SPENT_BY_SOURCE, SPENT_WHEN_ATTACKED, Ongoing
from encounter.engine.facts import Facts
from encounter.engine.fight import Fight
from encounter.engine.rules.damage import Dealt, take
from encounter.engine.rules.forced import push_away
from encounter.engine.rules.legal import LEGAL, judge_attack
from encounter.engine.rules.saves import save
from encounter.engine.sight import NONE
from encounter.engine.tables import PUSH, SAP, SLOW, TOPPLE, VEX, Use

LARGE: Final = 3  # the largest size that Push moves
PUSH_FT: Final = 10


def graze(f: Fight, a: Combatant, t: Combatant, use: Use) -> None:
    """Graze: a miss deals the ability modifier, of the weapon's type."""
    dealt = Dealt()
    dealt.is_plain = use.is_plain
    dealt.add(t, use.parts[0].type, use.graze)
    take(f, t, dealt, a, use.name, False, f.setup.knock_out & a.bit != 0 and use.is_melee)


def leave_marks(f: Fight, a: Combatant, t: Combatant, use: Use, dealt: i64) -> None:
    """What a hit leaves behind: Vex and Slow after damage, Sap, Push and Topple after any hit."""
    if use.masteries & VEX and dealt > 0:
        _mark(f, a, t, "vex", True)
    if use.masteries & SAP:
        _mark(f, a, t, "sap", False)
    if use.masteries & SLOW and dealt > 0:
        _mark(f, a, t, "slow", False)
    if t.is_dead or t.has_left:
        return
    if use.masteries & PUSH and t.stat.size <= LARGE:
        push_away(f, a, t, PUSH_FT)
    if use.masteries & TOPPLE and not t.has_left and not f.has_effect(t, f.setup.prone):
        if not save(f, t, CON, use.topple_dc, a, use.name, NONE, f.setup.prone.threat):
            f.impose(t, Ongoing(f.setup.prone, a.index, 0))


def _mark(f: Fight, a: Combatant, t: Combatant, name: str, to_the_end: bool) -> None:
    """A mark until the start of the attacker's next turn, or to its end; that of the present turn is not the next."""
    mark = Ongoing(f.setup.effect_named[name], a.index, 0)
    mark.clock = a.index
    mark.ends_at_end = to_the_end
    mark.rounds = 2 if to_the_end and f.whose_turn == a.index else 1
    a.has_marked = True
    f.impose(t, mark)


def spend_marks(f: Fight, a: Combatant, t: Combatant) -> None:
    """Marks that were for one attack roll are over with it, cancelled or not."""
    if a.flags & SPENT_BY_ATTACK:
        for effect in list(a.ongoing):
            if effect.row.flags & SPENT_BY_ATTACK:
                f.lift(a, effect, "ended")
    if t.powers & SPENT_WHEN_ATTACKED:
        for effect in list(t.ongoing):
            if effect.row.powers & SPENT_WHEN_ATTACKED:
                f.lift(t, effect, "ended")
    if t.flags & SPENT_BY_SOURCE:
        for effect in list(t.ongoing):
            if effect.row.flags & SPENT_BY_SOURCE and effect.source == a.index:
                f.lift(t, effect, "ended")


def beside_the_first(f: Fight, a: Combatant, t: Combatant, use: Use) -> i64:
    """Index of the enemy with the fewest hit points that Cleave reaches beside the first target; -1 when there is none.

    `t` is the first target, which may have been felled where it stood.
    """
    if t.square < 0:
        return -1
    best: i64 = -1
    least: i64 = 0
    enemies = f.setup.enemies[a.index] & f.present & ~t.bit
    scratch = Facts()
    for o in f.combatants:
        if not enemies & o.bit or o.is_down or o.is_knocked_out:
            continue
        if f.apart_ft(t, o) > 5 or judge_attack(f, a, o, use, scratch) != LEGAL:
            continue
        left = o.hp + o.temp_hp
        if best < 0 or left < least:
            best = o.index
            least = left
    return best
