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
CONTEST: Final = 6  # what bears on a contest is derived for; its rolls are those of a skill

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
        critical_on: i64,
        minor_on: i64,
        major_on: i64,
        fumbles_on: i64,
        tie_to_actor: bool,
    ) -> None:
        self.stacks = stacks  # re-rolls are counted and cancel one for one
        self.natural_20_hits = natural_20_hits  # on attacks; a critical hit
        self.natural_1_misses = natural_1_misses  # on attacks
        self.critical_on = critical_on  # a hit with this natural number or a higher one is critical, 0 never
        self.minor_on = minor_on  # natural number of a minor critical effect, 0 never
        self.major_on = major_on  # natural number of a major critical effect, 0 never
        self.fumbles_on = fumbles_on  # naturals up to this number fumble on every d20, 0 never
        self.tie_to_actor = tie_to_actor  # an opposed roll that ties goes to the actor


class Special:
    """How the special results of one roll are read where its weapon, skill or roller says so (`reroll`).

    `fumbles` has a bit for each natural number that fumbles; `severity` is added to the d4 of a fumble, which stays
    from 1 to 4. With other dice than a d20 (`terms` > 0: `counts[i]` dice of `sides[i]` and `bonus`) no natural number
    means anything, and a re-roll repeats them all.
    """

    def __init__(self, fumbles: i64, severity: i64) -> None:
        self.fumbles = fumbles
        self.severity = severity
        self.has_effects: bool = True  # a Principal or Secundaria: 19 and 20 bring their effects
        self.takes_minor: bool = False  # the owner takes the minor effect on a 20, too
        self.terms: i64 = 0
        self.counts: vec[i64] = vec[i64]([])
        self.sides: vec[i64] = vec[i64]([])
        self.bonus: i64 = 0


class D20Roll:
    """One roll as it lies on the table. A fight keeps one and uses it again for every roll."""

    def __init__(self) -> None:
        self.dice: vec[i64] = vec[i64]([0] * MAX_POOL)  # every d20, in the order rolled; re-rolled ones follow
        self.count: i64 = 0  # how many of them were rolled, dice that replaced one of the pool left aside
        self.pool_size: i64 = 0  # how many fell at first
        self.kept: i64 = 0
        self.bonus: i64 = 0
        self.total: i64 = 0
        self.target: i64 = 0
        self.net: i64 = 0
        self.degree: i64 = 0
        self.severity: i64 = 0  # d4 of a fumble, else 0
        self.neutral_used: i64 = 0  # repetitions of the whole pool
        self.lucky_used: bool = False  # a 1 was rolled again
        self.lucky_place: i64 = -1  # where it lay
        self.inspired_place: i64 = -1  # the die that Heroic Inspiration rolled again, -1 none
        self.inspired_old: i64 = 0  # what it showed before

    @property
    def succeeded(self) -> bool:
        return self.degree >= SUCCESS

    def all_dice(self) -> list[int]:
        """The dice in the order they fell: those rolled again are there twice, the new one behind the pool."""
        dice: list[int] = [self.dice[place] for place in range(self.count)]
        again: list[int] = []
        if self.inspired_place >= 0:
            again.append(dice[self.inspired_place])
            dice[self.inspired_place] = self.inspired_old
        if self.lucky_used:
            again.insert(0, dice[self.lucky_place])
            dice[self.lucky_place] = 1
        return dice[: self.pool_size] + again + dice[self.pool_size :]


class RollHelp:
    """What may change the dice of one roll after they fall: spent by whoever rolls."""

    def __init__(self) -> None:
        self.special: Special | None = None  # None: the ruleset's own special results
        self.lucky: bool = False  # a 1 is re-rolled once, one die only
        self.inspired: bool = False  # on a failure one die is re-rolled and the new one stands
        self.inspiration_spent: bool = False
        self.neutral: i64 = 0  # repetitions of the whole pool, used while the roll fails
        self.neutral_used: i64 = 0

    def clear(self) -> None:
        """Nothing helps."""
        self.special = None
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
    return judge_success(rules, kind, natural, total, target)


def judge_success(rules: D20Rules, kind: i64, natural: i64, total: i64, target: i64) -> i64:
    """The degree of a roll that does not fumble."""
    if kind == ATTACK:
        if natural == 20 and rules.natural_20_hits:
            return CRITICAL
        if natural == 1 and rules.natural_1_misses:
            return FAILURE
    if total < target:
        return FAILURE
    if kind == ATTACK and 0 < rules.critical_on <= natural:
        return CRITICAL
    if kind == ATTACK or kind == SKILL:
        if natural == rules.major_on:
            return MAJOR
        if natural == rules.minor_on:
            return MINOR
    return SUCCESS


def judge_specially(rules: D20Rules, special: Special, kind: i64, natural: i64, total: i64, target: i64) -> i64:
    """The degree of a roll whose special results are its own."""
    if special.terms > 0:
        return SUCCESS if total >= target else FAILURE
    if (special.fumbles >> natural) & 1:
        return FUMBLE
    degree = judge_success(rules, kind, natural, total, target)
    if degree == MAJOR and special.takes_minor:
        degree = MINOR
    return degree if degree < MINOR or special.has_effects else SUCCESS


def severity_of(dice: Dice, special: Special | None) -> i64:
    """The d4 of a fumble, made worse or milder where a rule says so."""
    severity = dice.roll(4)
    if special is not None:
        severity += special.severity
        severity = 1 if severity < 1 else 4 if severity > 4 else severity
    return severity


def roll_d20(dice: Dice, rules: D20Rules, roll: D20Roll, help: RollHelp, kind: i64) -> None:
    """Roll |net|+1 d20s, keep one, add the bonus and judge it against the target.

    `roll.net`, `roll.bonus` and `roll.target` are read; the rest of `roll` is written. `help` is what the roller may
    use on the dice; what was used is written back to it. A fumble draws its d4 at once.
    """
    net = roll.net
    count = (net if net >= 0 else -net) + 1
    special = help.special
    _throw(dice, special, count, roll.dice)
    roll.count = count
    roll.pool_size = count
    roll.lucky_used = help.lucky and _reroll_a_one(dice, roll, count)
    roll.inspired_place = -1
    place = keep(roll, 0, count, net)
    _settle(rules, roll, kind, place, special)
    if help.inspired and roll.degree < SUCCESS:
        # d20.reroll-one: a feature re-rolls one die of the pool, then the usual rule keeps the best or the worst
        roll.inspired_place = place
        roll.inspired_old = roll.dice[place]
        roll.dice[place] = dice.roll(20)
        help.inspiration_spent = True
        _settle(rules, roll, kind, keep(roll, 0, count, net), special)
    while help.neutral_used < help.neutral and roll.degree < SUCCESS and roll.count + count <= MAX_POOL:
        # d20.neutral: the whole pool is repeated and the new result stands, even if it is worse
        start = roll.count
        again = vec[i64]([0] * count)
        _throw(dice, special, count, again)
        at: i64 = 0
        while at < count:
            roll.dice[start + at] = again[at]
            at += 1
        roll.count = start + count
        help.neutral_used += 1
        _settle(rules, roll, kind, keep(roll, start, count, net), special)
    roll.neutral_used = help.neutral_used
    roll.severity = severity_of(dice, special) if roll.degree == FUMBLE else 0


def _throw(dice: Dice, special: Special | None, count: i64, into: vec[i64]) -> None:
    """`count` dice of the roll: d20s, or each the total of the dice that its rule names."""
    if special is None or special.terms == 0:
        dice.pool(count, into)
        return
    place: i64 = 0
    while place < count:
        total = special.bonus
        term: i64 = 0
        while term < special.terms:
            total += dice.total(special.counts[term], special.sides[term])
            term += 1
        into[place] = total
        place += 1


def _settle(rules: D20Rules, roll: D20Roll, kind: i64, place: i64, special: Special | None) -> None:
    roll.kept = roll.dice[place]
    roll.total = roll.kept + roll.bonus
    if special is None:
        roll.degree = judge(rules, kind, roll.kept, roll.total, roll.target)
    else:
        roll.degree = judge_specially(rules, special, kind, roll.kept, roll.total, roll.target)


def _reroll_a_one(dice: Dice, roll: D20Roll, count: i64) -> bool:
    at: i64 = 0
    while at < count:
        if roll.dice[at] == 1:
            roll.dice[at] = dice.roll(20)
            roll.lucky_place = at
            return True
        at += 1
    return False


SRD: Final = D20Rules(False, True, True, 20, 0, 0, 0, False)
REROLL: Final = D20Rules(True, False, False, 0, 19, 20, 1, True)
