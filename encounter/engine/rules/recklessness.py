"""Reckless, Reckless Attack: advantage on melee attacks for a turn, and for whoever attacks until the next one."""

from mypy_extensions import i64

from encounter.engine.combatant import Combatant
from encounter.engine.effect import RECKLESS, Ongoing
from encounter.engine.fight import Fight


def throw_caution(f: Fight, c: Combatant) -> None:
    """At the start of its turn: it attacks recklessly where it may and decides to."""
    if not c.can_act or not c.is_on_map or not f.deciders[c.index].is_reckless(f, c.index):
        return
    for row in c.stat.traits:
        if row.powers & RECKLESS and row.brings is not None:
            effect = Ongoing(row.brings, c.index, 0)
            effect.clock = c.index
            effect.rounds = 1  # until the start of its next turn
            f.impose(c, effect)
            return


def pays(f: Fight, c: Combatant) -> bool:
    """Whether recklessness pays: an enemy can be reached in melee, and what it gains there is worth what it costs.

    It gains on its own attacks and loses on those of every able enemy within a move; both as a share of the hit
    points that they are made at.
    """
    threat: i64 = 0
    nearest: i64 = -1
    least: i64 = 0
    walk = c.speed_ft if c.speed_ft > c.fly_ft else c.fly_ft
    for t in f.combatants:
        if not f.setup.enemies[c.index] & f.able & t.bit or not t.is_on_map or not t.is_in:
            continue
        apart = f.apart_ft(c, t)
        if apart <= t.speed_ft + t.stat.longest_ft:
            threat += t.stat.menace
        if apart <= walk + c.stat.melee_reach_ft and (nearest < 0 or apart < least):
            nearest = t.index
            least = apart
    if nearest < 0:
        return False
    return c.stat.melee_menace * (c.hp + c.temp_hp) >= threat * f.combatants[nearest].hp
