"""The tactic `still`: never moves, makes what attacks it can from where it stands, in the order of the block."""

from mypy_extensions import i64

from encounter.engine.bits import bit_of
from encounter.engine.combatant import Combatant
from encounter.engine.effect import INCAPACITATED
from encounter.engine.fight import Decider, Fight
from encounter.engine.intent import ATTACK_WITH, END_TURN, NO_REACTION, Intent
from encounter.engine.rules.act import judge_place
from encounter.engine.rules.hands import lacks_hands
from encounter.engine.rules.legal import LEGAL, judge_attack
from encounter.engine.rules.recklessness import pays
from encounter.engine.tables import IGNORE_FALLEN
from encounter.engine.tactics.targets import rank_of


class Still(Decider):
    """Attacks the first living creature of its targets that an attack reaches; the exact-value tests use it."""

    def decide(self, fight: Fight, me: i64, intent: Intent) -> None:
        intent.kind = END_TURN
        c = fight.combatants[me]
        if c.flags & INCAPACITATED or not c.is_on_map:
            return
        option: i64 = 0 if c.sequence < 0 else c.sequence
        if option >= len(c.stat.sequences):
            return
        tried: i64 = 0
        while True:
            target = _next_target(fight, c, tried)
            if target < 0:
                return
            tried |= bit_of(target)
            place: i64 = 0
            for use in c.stat.uses:
                if judge_place(c, option, use.weapon_index) >= 0:
                    if judge_attack(fight, c, fight.combatants[target], use, fight.facts) == LEGAL:
                        intent.kind = ATTACK_WITH
                        intent.target = target
                        intent.use = place
                        intent.option = option
                        return
                place += 1

    def is_reckless(self, fight: Fight, me: i64) -> bool:
        """Where what it gains in melee is worth what it costs."""
        return pays(fight, fight.combatants[me])

    def answer(self, fight: Fight, me: i64, mover: i64, start: i64, to: i64) -> i64:
        return best_strike(fight, fight.combatants[me], fight.combatants[mover], start, to)


def _next_target(f: Fight, c: Combatant, tried: i64) -> i64:
    """The first enemy by rank, then in file order, that was not tried; -1 when there is none."""
    best: i64 = -1
    best_rank: i64 = 0
    for t in f.combatants:
        if tried & t.bit or not f.setup.enemies[c.index] & t.bit or not t.is_on_map or t.is_dead:
            continue
        if t.is_down and f.setup.fallen == IGNORE_FALLEN:
            continue
        rank = rank_of(f, c, t)
        if best < 0 or rank < best_rank:
            best = t.index
            best_rank = rank
    return best


def best_strike(f: Fight, o: Combatant, mover: Combatant, start: i64, to: i64) -> i64:
    """The opportunity attack with the highest mean damage among those the step allows, or NO_REACTION.

    Options worth less than half of the best attack are left (D-9).
    """
    before = f.apart_at_ft(mover, start, o)
    after = f.apart_at_ft(mover, to, o)
    best: i64 = NO_REACTION
    best_mean: i64 = -1
    place: i64 = 0
    for use in o.stat.uses:
        if use.is_melee and before <= use.reach_ft < after and 2 * use.mean >= o.stat.best_mean:
            if (
                use.mean > best_mean
                and not (o.stat.bound >> use.weapon_index) & 1
                and not (use.checks_hands and lacks_hands(f, o, use))
            ):
                best = place
                best_mean = use.mean
        place += 1
    return best
