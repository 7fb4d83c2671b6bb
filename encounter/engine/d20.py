"""The d20 core: which dice are rolled, which one is kept, and what it means.

The three rulesets differ in one record, `D20Rules`, and in one sentence: the SRDs combine with "any advantage and any
disadvantage give neither", the re-roll system with "count, and cancel one for one" (`net_of`).
"""

from typing import Final

from attrs import frozen
from librt.vecs import vec
from mypy_extensions import i64

from encounter.engine.dice import Dice

# What kind of roll it is: natural 1 and 20 mean different things on each.
ATTACK: Final = 0
CHECK: Final = 1
SAVE: Final = 2
INITIATIVE: Final = 3
DEATH_SAVE: Final = 4
SKILL: Final = 5  # a contest or check with a skill: Secundaria in the re-roll system

# Degrees of success, from worst to best.
FUMBLE: Final = 0
FAILURE: Final = 1
SUCCESS: Final = 2
CRITICAL: Final = 3
MINOR: Final = 4
MAJOR: Final = 5
DEGREES: Final = ("fumble", "failure", "success", "critical", "minor", "major")

MAX_POOL: Final = 32  # the most d20s one roll may use; a net of 31 re-rolls


@frozen
class Reason:
    """Why a roll has advantage or disadvantage: a clause, its cause group, who is behind it, how often it counts.

    `source` is a combatant's index, or -1 where nobody in particular is the cause. Reasons that lose stay in the list.
    """

    clause: str
    group: str
    source: int = -1
    count: int = 1


class D20Rules:
    """What a ruleset says about the d20 itself (rules.md 7 to 13)."""

    def __init__(
        self,
        stacks: bool,
        natural_20_hits: bool,
        natural_1_misses: bool,
        minor_on: i64,
        major_on: i64,
        fumbles_on: i64,
        tie_to_actor: bool,
    ) -> None:
        self.stacks = stacks  # re-rolls are counted and cancel one for one
        self.natural_20_hits = natural_20_hits  # on attacks; a critical hit
        self.natural_1_misses = natural_1_misses  # on attacks
        self.minor_on = minor_on  # natural number of a minor critical effect, 0 never
        self.major_on = major_on  # natural number of a major critical effect, 0 never
        self.fumbles_on = fumbles_on  # naturals up to this number fumble on every d20, 0 never
        self.tie_to_actor = tie_to_actor  # an opposed roll that ties goes to the actor


class D20Roll:
    """One roll as it lies on the table. A fight keeps one and uses it again for every roll."""

    def __init__(self) -> None:
        self.dice: vec[i64] = vec[i64]([0] * MAX_POOL)  # every d20, in the order rolled; re-rolled ones follow
        self.count: i64 = 0  # how many of them were rolled
        self.kept: i64 = 0
        self.bonus: i64 = 0
        self.total: i64 = 0
        self.target: i64 = 0
        self.net: i64 = 0
        self.degree: i64 = 0
        self.severity: i64 = 0  # d4 of a fumble, else 0
        self.neutral_used: i64 = 0  # repetitions of the whole pool
        self.lucky_used: bool = False  # a 1 was rolled again

    @property
    def succeeded(self) -> bool:
        return self.degree >= SUCCESS

    def all_dice(self) -> list[int]:
        """The d20s in order."""
        return [self.dice[place] for place in range(self.count)]


class RollHelp:
    """What may change the dice of one roll after they fall: spent by whoever rolls."""

    def __init__(self) -> None:
        self.lucky: bool = False  # a 1 is re-rolled once, one die only
        self.inspired: bool = False  # on a failure one die is re-rolled and the new one stands
        self.inspiration_spent: bool = False
        self.neutral: i64 = 0  # repetitions of the whole pool, used while the roll fails
        self.neutral_used: i64 = 0

    def clear(self) -> None:
        """Nothing helps."""
        self.lucky = False
        self.inspired = False
        self.inspiration_spent = False
        self.neutral = 0
        self.neutral_used = 0


def net_of(stacks: bool, positives: i64, negatives: i64) -> i64:
    """Net re-rolls from the number of causes on each side.

    d20.cancel: three of one and one of the other are still one die, unless the ruleset counts.

    >>> net_of(False, 3, 1), net_of(True, 3, 1), net_of(False, 2, 0), net_of(True, 1, 3)
    (0, 2, 1, -2)
    """
    if stacks:
        net = positives - negatives
        return min(max(net, 1 - MAX_POOL), MAX_POOL - 1)
    if positives > 0:
        return 0 if negatives > 0 else 1
    return -1 if negatives > 0 else 0


def keep(roll: D20Roll, start: i64, count: i64, net: i64) -> i64:
    """The place of the die that is kept among `count` dice from `start`: the best, or the worst when net < 0."""
    place = start
    at = start + 1
    while at < start + count:
        if (roll.dice[at] > roll.dice[place]) if net > 0 else (roll.dice[at] < roll.dice[place]):
            place = at
        at += 1
    return place


def judge(rules: D20Rules, kind: i64, natural: i64, total: i64, target: i64) -> i64:
    """The degree of a roll from its kept die and its total.

    >>> from encounter.engine.d20 import SRD, REROLL
    >>> DEGREES[judge(SRD, ATTACK, 20, 20, 30)], DEGREES[judge(SRD, CHECK, 20, 20, 30)]
    ('critical', 'failure')
    >>> DEGREES[judge(REROLL, ATTACK, 20, 25, 30)], DEGREES[judge(REROLL, CHECK, 1, 15, 10)]
    ('failure', 'fumble')
    """
    if natural <= rules.fumbles_on:
        return FUMBLE
    if kind == ATTACK:
        if natural == 20 and rules.natural_20_hits:
            return CRITICAL
        if natural == 1 and rules.natural_1_misses:
            return FAILURE
    if total < target:
        return FAILURE
    if kind == ATTACK or kind == SKILL:
        if natural == rules.major_on:
            return MAJOR
        if natural == rules.minor_on:
            return MINOR
    return SUCCESS


def roll_d20(dice: Dice, rules: D20Rules, roll: D20Roll, help: RollHelp, kind: i64) -> None:
    """Roll |net|+1 d20s, keep one, add the bonus and judge it against the target.

    `roll.net`, `roll.bonus` and `roll.target` are read; the rest of `roll` is written. `help` is what the roller may
    use on the dice; what was used is written back to it. A fumble draws its d4 at once.
    """
    net = roll.net
    count = (net if net >= 0 else -net) + 1
    dice.pool(count, roll.dice)
    roll.count = count
    roll.lucky_used = help.lucky and _reroll_a_one(dice, roll, count)
    place = keep(roll, 0, count, net)
    _settle(rules, roll, kind, place)
    if help.inspired and roll.degree < SUCCESS:
        # d20.reroll-one: a feature re-rolls one die of the pool, then the usual rule keeps the best or the worst
        roll.dice[place] = dice.roll(20)
        help.inspiration_spent = True
        _settle(rules, roll, kind, keep(roll, 0, count, net))
    while help.neutral_used < help.neutral and roll.degree < SUCCESS and roll.count + count <= MAX_POOL:
        # d20.neutral: the whole pool is repeated and the new result stands, even if it is worse
        start = roll.count
        again = vec[i64]([0] * count)
        dice.pool(count, again)
        at: i64 = 0
        while at < count:
            roll.dice[start + at] = again[at]
            at += 1
        roll.count = start + count
        help.neutral_used += 1
        _settle(rules, roll, kind, keep(roll, start, count, net))
    roll.neutral_used = help.neutral_used
    roll.severity = dice.roll(4) if roll.degree == FUMBLE else 0


def _settle(rules: D20Rules, roll: D20Roll, kind: i64, place: i64) -> None:
    roll.kept = roll.dice[place]
    roll.total = roll.kept + roll.bonus
    roll.degree = judge(rules, kind, roll.kept, roll.total, roll.target)


def _reroll_a_one(dice: Dice, roll: D20Roll, count: i64) -> bool:
    at: i64 = 0
    while at < count:
        if roll.dice[at] == 1:
            roll.dice[at] = dice.roll(20)
            return True
        at += 1
    return False


SRD: Final = D20Rules(False, True, True, 0, 0, 0, False)
REROLL: Final = D20Rules(True, False, False, 19, 20, 1, True)
