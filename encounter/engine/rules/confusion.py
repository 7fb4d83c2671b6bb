"""Confusion: at the start of its turn a d10 says what a creature does (SRD, Confusion).

1 to 6: nothing; 7 and 8: one melee attack on a creature within reach, which one the dice say; 9 and 10: as it likes.
That it moves at random on a 1 is left out.
"""

from typing import Final

from mypy_extensions import i64

from encounter.engine.combatant import ACTION, Combatant
from encounter.engine.fight import Fight
from encounter.engine.intent import ATTACK_WITH, Intent
from encounter.engine.rules.act import judge_place, perform
from encounter.engine.rules.legal import LEGAL, judge_attack

NOTHING_TO: Final = 6  # the highest number with which a turn is lost
STRIKES_TO: Final = 8  # the highest with which it strikes at whoever is near


def is_beside_itself(f: Fight, c: Combatant) -> bool:
    """Roll for the turn of a confused creature; True when it has nothing to choose on it."""
    die = f.dice.roll(10)
    f.note("action", c, None, {"action": "confused", "cost": None, "ally": None, "die": die, "clause": "confusion"})
    if die > STRIKES_TO:
        return False
    if die > NOTHING_TO and c.can_act:
        strike_somebody(f, c)
    c.budget = 0
    return True


def strike_somebody(f: Fight, c: Combatant) -> None:
    """One melee attack on somebody within reach, friend or foe."""
    near: list[Combatant] = []
    uses: list[int] = []
    for t in f.combatants:
        place = _use_against(f, c, t)
        if place >= 0:
            near.append(t)
            uses.append(place)
    if len(near) == 0:
        return
    chosen: i64 = f.dice.roll(len(near)) - 1 if len(near) > 1 else 0
    intent = Intent()
    intent.kind = ATTACK_WITH
    intent.target = near[chosen].index
    intent.use = uses[chosen]
    intent.option = len(c.stat.sequences) - 1
    option: i64 = 0
    while option < len(c.stat.sequences):
        if c.stat.sequences[option].is_attack_action:
            intent.option = option
        option += 1
    perform(f, c, intent)


def _use_against(f: Fight, c: Combatant, t: Combatant) -> i64:
    """The melee use with the highest mean that may be aimed at a creature by the Attack action; -1 for none."""
    if t.index == c.index or not t.is_on_map or t.is_dead or not c.budget & ACTION:
        return -1
    best: i64 = -1
    most: i64 = -1
    option: i64 = 0
    for sequence in c.stat.sequences:
        if sequence.is_attack_action:
            place: i64 = 0
            for use in c.stat.uses:
                if use.is_melee and use.mean > most and judge_place(c, option, use.weapon_index) >= 0:
                    if judge_attack(f, c, t, use, f.facts) == LEGAL:
                        best = place
                        most = use.mean
                place += 1
        option += 1
    return best
