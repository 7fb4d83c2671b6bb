"""Exact odds: every outcome of the dice, enumerated through the code that a fight rolls them with.

Chances are `Fraction`s. A distribution is a dict from an outcome to its chance; the chances sum to 1. Where a whole
procedure would have too many branches it is taken apart at a joint where nothing but the result of the first half
matters to the second: the degree of an attack first, then the damage of each degree; each side of a contest, then who
wins. That is as exact.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from fractions import Fraction
from itertools import pairwise, permutations
from math import lcm
from typing import Final, TypeVar
from unicodedata import normalize

from attrs import frozen

from encounter.engine.combatant import Combatant, as_able
from encounter.engine.d20 import (
    ATTACK,
    CRITICAL,
    DEATH_SAVE,
    FAILURE,
    FUMBLE,
    INITIATIVE,
    MAJOR,
    MAX_POOL,
    MINOR,
    SKILL,
    SUCCESS,
    D20Roll,
    D20Rules,
    RollHelp,
    Special,
    roll_d20,
)
from encounter.engine.dice import Dice, EnumeratingDice, ways_to_sum
from encounter.engine.effect import TRAIT_LUCKY
from encounter.engine.encounter import Encounter
from encounter.engine.facts import Facts
from encounter.engine.fight import Fight
from encounter.engine.rules.attack import (
    MAIN,
    apply_rider,
    damage_part,
    is_keen,
    judge_critical,
    may_sneak,
    roll_damage_part,
)
from encounter.engine.rules.contest import actor_wins
from encounter.engine.rules.damage import Dealt, halves_left, roll_part, withstand
from encounter.engine.rules.death import death_save, prepare_death_save
from encounter.engine.rules.reasons import derive_initiative
from encounter.engine.rules.saves import more_dice
from encounter.engine.rules.things import endure, roll_strike_part
from encounter.engine.tables import BY_MODIFIER, REROLL_TIES, DamagePart, Deed, RiderRow, Thing, Use

Result = TypeVar("Result", bound=Hashable)
Face = tuple[int, int]  # the die that is kept, and the degree it comes to

MOST_BRANCHES: Final = 300_000
ENDLESS_HP: Final = 1 << 40  # hit points that no damage uses up


# ----------------------------------------------------------------------------------------------------- distributions


def outcomes(procedure: Callable[[Dice], Result]) -> dict[Result, Fraction]:
    """The chance of each result of a procedure that takes all its randomness from the dice it is given.

    The procedure is run once for each way the dice can fall, so it must put back what it changes. ValueError beyond
    MOST_BRANCHES ways.

    >>> {total: str(chance) for total, chance in outcomes(lambda dice: int(dice.total(2, 4))).items()}
    {2: '1/16', 3: '1/8', 4: '3/16', 5: '1/4', 6: '3/16', 7: '1/8', 8: '1/16'}
    """
    dice = EnumeratingDice()
    weights: dict[tuple[Result, int], int] = {}
    branches = 0
    while True:
        dice.start()
        result = procedure(dice)
        key = (result, dice.scale)
        weights[key] = weights.get(key, 0) + dice.weight
        branches += 1
        if branches > MOST_BRANCHES:
            raise ValueError(f"more than {MOST_BRANCHES} ways for the dice to fall")
        if not dice.advance():
            break
    chances: dict[Result, Fraction] = {}
    for (result, scale), weight in weights.items():
        chances[result] = chances.get(result, Fraction(0)) + Fraction(weight, scale)
    return chances


def mean(chances: Mapping[int, Fraction]) -> Fraction:
    """The mean of a distribution of numbers."""
    return sum((value * chance for value, chance in chances.items()), Fraction(0))


def chance_of(chances: Mapping[Result, Fraction], holds: Callable[[Result], bool]) -> Fraction:
    """The chance that something holds of the outcome."""
    return sum((chance for result, chance in chances.items() if holds(result)), Fraction(0))


def together(one: Mapping[int, Fraction], other: Mapping[int, Fraction]) -> dict[int, Fraction]:
    """The distribution of the sum of two numbers that have nothing to do with each other."""
    # Whole numbers over one denominator each: a fraction would be shortened for every pair.
    scale, other_scale = (lcm(*(chance.denominator for chance in chances.values())) for chances in (one, other))
    weights = {b: int(chance * other_scale) for b, chance in other.items()}
    total: dict[int, int] = {}
    for a, chance in one.items():
        weight = int(chance * scale)
        for b, other_weight in weights.items():
            total[a + b] = total.get(a + b, 0) + weight * other_weight
    return {value: Fraction(weight, scale * other_scale) for value, weight in total.items()}


class _AddingDice(Dice):
    """Dice that all come to nothing, and remember what was rolled."""

    def __init__(self) -> None:
        self.rolled: list[tuple[int, int]] = []  # how many, and of how many sides

    def roll(self, sides: int) -> int:
        self.rolled.append((1, int(sides)))
        return 0

    def total(self, count: int, sides: int) -> int:
        if count > 0:
            self.rolled.append((int(count), int(sides)))
        return 0


def sums(procedure: Callable[[Dice], int]) -> dict[int, Fraction]:
    """The distribution of a procedure that does nothing with its dice but add them up.

    It is run once, and the dice are folded into each other: that is as exact as `outcomes` and does not grow with the
    ways for the dice to fall.

    >>> sums(lambda dice: 1 + dice.total(2, 4)) == outcomes(lambda dice: 1 + dice.total(2, 4))
    True
    """
    dice = _AddingDice()
    spread = {int(procedure(dice)): Fraction(1)}
    for count, sides in dice.rolled:
        ways = sides**count
        spread = together(spread, {total: Fraction(number, ways) for total, number in ways_to_sum(count, sides)})
    return spread


def _turned(chances: Mapping[int, Fraction], turn: Callable[[int], int]) -> dict[int, Fraction]:
    """The distribution of what a number is turned into."""
    turned: dict[int, Fraction] = {}
    for value, chance in chances.items():
        turned[turn(value)] = turned.get(turn(value), Fraction(0)) + chance
    return turned


def _add(into: dict[Result, Fraction], chances: Mapping[Result, Fraction], share: Fraction) -> None:
    for result, chance in chances.items():
        into[result] = into.get(result, Fraction(0)) + share * chance


# ------------------------------------------------------------------------------------------------------ one d20 roll


def d20_odds(
    rules: D20Rules,
    kind: int,
    *,
    bonus: int = 0,
    target: int = 0,
    net: int = 0,
    lucky: bool = False,
    inspired: bool = False,
    neutral: int = 0,
    special: Special | None = None,
) -> dict[Face, Fraction]:
    """The chances of each kept die with its degree, for one roll of the d20s.

    `kind` is one of encounter.engine.d20 (ATTACK ...), `net` the net re-rolls, `neutral` how often the whole pool may
    be repeated while the roll fails.

    >>> from encounter.engine.d20 import ATTACK, SRD
    >>> succeeds(d20_odds(SRD, ATTACK, bonus=5, target=15, net=1))
    Fraction(319, 400)
    """
    roll = D20Roll()
    help = RollHelp()

    def first(dice: Dice) -> Face:
        help.clear()
        help.special = special
        help.lucky = lucky
        help.inspired = inspired
        return once(dice)

    def again(dice: Dice) -> Face:
        help.clear()
        help.special = special
        return once(dice)

    def once(dice: Dice) -> Face:
        roll.net, roll.bonus, roll.target = net, bonus, target
        roll_d20(dice, rules, roll, help, kind)
        return int(roll.kept), int(roll.degree)

    # d20.neutral: a repetition is a new roll that forgets the one before, so the chain is unrolled from its end.
    repetitions = min(neutral, MAX_POOL // (abs(net) + 1) - 1)
    chances = outcomes(first)
    if repetitions < 1:
        return chances
    plain = outcomes(again)
    last = plain
    for _ in range(repetitions - 1):
        last = _repeated(plain, last)
    return _repeated(chances, last)


def _repeated(chances: Mapping[Face, Fraction], then: Mapping[Face, Fraction]) -> dict[Face, Fraction]:
    """A roll that is made anew, with other chances, when it fails."""
    result = {face: chance for face, chance in chances.items() if face[1] >= SUCCESS}
    _add(result, then, 1 - sum(result.values(), Fraction(0)))
    return result


def succeeds(chances: Mapping[Face, Fraction]) -> Fraction:
    """The chance of a success of any degree."""
    return chance_of(chances, lambda face: face[1] >= SUCCESS)


def of_degree(chances: Mapping[Face, Fraction], *degrees: int) -> Fraction:
    """The chance of certain degrees."""
    return chance_of(chances, lambda face: face[1] in degrees)


def kept(chances: Mapping[Face, Fraction]) -> dict[int, Fraction]:
    """The chances of each kept die, whatever it comes to."""
    faces: dict[int, Fraction] = {}
    for (face, _), chance in chances.items():
        faces[face] = faces.get(face, Fraction(0)) + chance
    return faces


def roll_odds(f: Fight, c: Combatant, kind: int, facts: Facts, inspired: bool = False) -> dict[Face, Fraction]:
    """The chances of a roll of `c` that the rules have derived into `facts`; an automatic result is certain."""
    if facts.automatic:
        return {(0, SUCCESS if facts.automatic > 0 else FAILURE): Fraction(1)}
    more = outcomes(lambda dice: _more_dice(dice, c, kind))
    chances: dict[Face, Fraction] = {}
    for added, share in more.items():
        _add(chances, _with_bonus(f, c, kind, facts, int(facts.bonus) + added, inspired), share)
    return chances


def _more_dice(dice: Dice, c: Combatant, kind: int) -> int:
    """What the dice come to that effects add to a roll or take off it."""
    sides = [int(row.d20_die) for row in more_dice(c, kind)]
    return sum(int(dice.roll(die)) if die > 0 else -int(dice.roll(-die)) for die in sides)


def _with_bonus(f: Fight, c: Combatant, kind: int, facts: Facts, bonus: int, inspired: bool) -> dict[Face, Fraction]:
    return d20_odds(
        f.setup.rules.d20,
        kind,
        bonus=bonus,
        target=facts.target_number,
        net=facts.net,
        lucky=c.flags & TRAIT_LUCKY != 0,
        inspired=inspired,
        neutral=facts.neutral,
        special=facts.special,
    )


# ---------------------------------------------------------------------------------------------------------- position


class Position:
    """The fight as a scenario has it before anybody has acted, to be put back as often as an answer needs it.

    `arrange` is done to the fight each time, for positions that come a little later.
    """

    def __init__(self, encounter: Encounter) -> None:
        self.encounter = encounter
        self.arrange: Callable[[Fight], None] | None = None
        self.fight: Fight = encounter.new_fight()
        self.put_back()

    def put_back(self, dice: Dice | None = None) -> Fight:
        """The fight at its start, with these dice. Hit points that would be rolled are the printed average."""
        f = self.fight
        f.reset(Average(), Average(), None)
        if f.setup.rolled_hp:
            for c in f.combatants:
                if c.start.max_hp < 0:
                    c.full_max_hp = c.stat.hp
                    f.recount(c)
                    c.hp = c.start.hp if c.start.hp >= 0 else c.max_hp
        if f.setup.rules.surprise_costs_turn:
            for c in f.combatants:
                if c.is_surprised:
                    c.has_reaction = False
        if self.arrange is not None:
            self.arrange(f)
        if dice is not None:
            f.dice = dice
        return f

    def find(self, name: str) -> Combatant | None:
        """A combatant by its name, None where nobody is called so."""
        wanted = normalised(name)
        return next((c for c in self.fight.combatants if normalised(c.name) == wanted), None)

    def named(self, name: str) -> Combatant:
        """A combatant by its name, matched without case. ValueError names the nearest."""
        if (found := self.find(name)) is not None:
            return found
        raise NotThere(
            f"nobody in this fight is called {name!r}", nearest(name, [c.name for c in self.fight.combatants])
        )


class NotThere(ValueError):
    """A name that nothing has: `message` says so and `hint`, which may be empty, what may have been meant."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(f"{message}; {hint}" if hint else message)
        self.message = message
        self.hint = hint


def nearest(name: str, names: Iterable[str]) -> str:
    """A hint with the nearest of some names, empty where none is near."""
    known = {normalised(one): one for one in names}
    near = get_close_matches(normalised(name), known, 1, 0.5)
    return f"did you mean {known[near[0]]}?" if near else ""


def normalised(name: str) -> str:
    """A name as names are compared: one Unicode form, no case."""
    return normalize("NFC", normalize("NFC", name).casefold())


class Average(Dice):
    """Dice for what is rolled but not asked about: each shows its average, rounded up."""

    def roll(self, sides: int) -> int:
        return (sides + 1) // 2


# ----------------------------------------------------------------------------------------------------------- attacks


@frozen
class AttackOdds:
    """What an attack comes to. `damage` is the distribution of all it deals, not capped by the target's HP."""

    hit: Fraction
    critical: Fraction  # of any kind, automatic ones included
    minor: Fraction
    major: Fraction
    fumble: Fraction
    damage: dict[int, Fraction]

    @property
    def expected_damage(self) -> Fraction:
        return mean(self.damage)

    def reaches(self, hp: int) -> Fraction:
        """The chance that the damage comes to at least `hp`."""
        return chance_of(self.damage, lambda amount: amount >= hp)


def attack_odds(
    position: Position, attacker: int, target: int, use: Use, *, made_as: int = MAIN, inspired: bool = False
) -> AttackOdds:
    """The odds of an attack whose facts the rules have derived into the fight's `facts` (derive_attack).

    The fight is put back afterwards where the attack brings more than damage.
    """
    f = position.fight
    a, t = f.combatants[attacker], f.combatants[target]
    use = as_able(a, use)
    degrees: dict[int, Fraction] = {}
    for (kept, degree), chance in roll_odds(f, a, ATTACK, f.facts, inspired).items():
        f.roll.kept = kept
        f.roll.degree = degree
        if is_keen(f, use):
            f.roll.degree = CRITICAL
        judge_critical(f, t, f.facts)
        degrees[int(f.roll.degree)] = degrees.get(int(f.roll.degree), Fraction(0)) + chance
    hits = {degree: chance for degree, chance in degrees.items() if degree >= SUCCESS}
    hit = sum(hits.values(), Fraction(0))
    sneaks = may_sneak(f, a, t, use, f.facts)
    damage: dict[int, Fraction] = {_grazed(t, use): 1 - hit} if hit < 1 else {}
    blows = {degree: blow(f, a, t, use, degree, made_as, sneaks) for degree in hits}
    more = _riders(position, attacker, target, use) if use.riders and hits else {0: Fraction(1)}
    for degree, chance in hits.items():
        _add(damage, together(blows[degree], more), chance)
    return AttackOdds(
        hit=hit,
        critical=sum((degrees.get(degree, Fraction(0)) for degree in (CRITICAL, MINOR, MAJOR)), Fraction(0)),
        minor=degrees.get(MINOR, Fraction(0)),
        major=degrees.get(MAJOR, Fraction(0)),
        fumble=degrees.get(FUMBLE, Fraction(0)),
        damage=damage,
    )


def _grazed(t: Combatant, use: Use) -> int:
    """The damage of a miss: nothing, or what Graze deals."""
    dealt = Dealt()
    dealt.is_plain = use.is_plain
    if use.graze > 0:
        dealt.add(t, use.parts[0].type, use.graze)
    return int(dealt.total)


def strike_odds(f: Fight, a: Combatant, thing: Thing, use: Use) -> AttackOdds:
    """The odds of an attack on an object whose facts are derived into the fight's `facts` (derive_strike)."""
    degrees: dict[int, Fraction] = {}
    for (_, degree), chance in roll_odds(f, a, ATTACK, f.facts).items():
        degrees[degree] = degrees.get(degree, Fraction(0)) + chance
    hits = {degree: chance for degree, chance in degrees.items() if degree >= SUCCESS}
    damage: dict[int, Fraction] = {0: 1 - sum(hits.values(), Fraction(0))}

    def worn(degree: int) -> dict[int, Fraction]:
        total = {0: Fraction(1)}
        for at, part in enumerate(use.parts):

            def strike(dice: Dice, at: int = at) -> int:
                f.dice = dice
                return int(roll_strike_part(f, use, degree, at))

            def lost(amount: int, type: int = int(part.type)) -> int:
                return int(endure(thing, a, type, amount))

            total = together(total, _turned(sums(strike), lost))
        return _turned(total, lambda amount: amount if amount >= thing.threshold else 0)

    for degree, chance in hits.items():
        _add(damage, worn(degree), chance)
    return AttackOdds(
        hit=sum(hits.values(), Fraction(0)),
        critical=sum((degrees.get(degree, Fraction(0)) for degree in (CRITICAL, MINOR, MAJOR)), Fraction(0)),
        minor=degrees.get(MINOR, Fraction(0)),
        major=degrees.get(MAJOR, Fraction(0)),
        fumble=degrees.get(FUMBLE, Fraction(0)),
        damage=damage,
    )


def blow(
    f: Fight, a: Combatant, t: Combatant, use: Use, degree: int, made_as: int, sneaks: bool
) -> dict[int, Fraction]:
    """The damage of a hit of one degree, after resistances: part by part, what is of one type withstood together."""
    rolled: dict[int, dict[int, Fraction]] = {}  # by type
    at = 0
    while (part := damage_part(f, use, degree, at)) is not None:

        def strike(dice: Dice, part: DamagePart = part, at: int = at) -> int:
            f.dice = dice
            return int(roll_damage_part(f, a, use, part, at, degree, made_as, sneaks))

        amount = _turned(sums(strike), lambda amount: max(0, amount))
        type = int(part.type)
        rolled[type] = together(rolled[type], amount) if type in rolled else amount
        at += 1
    total = {0: Fraction(1)}
    for type, chances in rolled.items():

        def dealt(amount: int, type: int = type) -> int:
            return int(withstand(t, type, amount, use.is_plain))

        total = together(total, _turned(chances, dealt))
    return total


def _riders(position: Position, attacker: int, target: int, use: Use) -> dict[int, Fraction]:
    """The damage of what a hit brings beside its own, with the saves against it."""
    cover = int(position.fight.facts.cover)

    def brought(riders: Sequence[RiderRow]) -> dict[int, Fraction]:
        def strike(dice: Dice) -> int:
            f = position.put_back(dice)
            a, t = f.combatants[attacker], f.combatants[target]
            t.is_down = False
            t.full_max_hp = t.max_hp = t.hp = ENDLESS_HP
            for rider in riders:
                if not t.has_left:
                    apply_rider(f, a, t, use, rider, cover)
            return int(a.damage_dealt)

        return outcomes(strike)

    chances = {0: Fraction(1)}
    if any(len(rider.parts) > 0 for rider in use.riders):
        # What brings damage alone has no bearing on the rider after it, unless a spell on a save may end by it.
        bears = any(c.concentrating for c in position.fight.combatants)
        bears = bears or any(len(rider.conditions) > 0 or rider.push_ft != 0 for rider in use.riders)
        for riders in [use.riders] if bears else [[rider] for rider in use.riders]:
            chances = together(chances, brought(riders))
        position.put_back()
    return chances


# ---------------------------------------------------------------------------------------------------------- contests


@frozen
class ContestOdds:
    """What a contest comes to, from the actor's side; `minor` and `major` are wins on a 19 and a 20."""

    win: Fraction
    tie: Fraction  # the totals are equal, whoever that serves
    minor: Fraction
    major: Fraction
    fumble: Fraction


def contest_odds(f: Fight, a: Combatant, d: Combatant, inspired: bool = False) -> ContestOdds:
    """The odds of an opposed roll derived into f.facts (the actor's) and f.opposed_facts.

    `inspired`: the actor rolls a die again when it would not win (5.2).
    """
    f.facts.target_number = f.opposed_facts.target_number = -100
    ours = roll_odds(f, a, SKILL, f.facts)
    theirs = roll_odds(f, d, SKILL, f.opposed_facts)
    win: dict[int, Fraction] = {}  # by the degree of the actor's roll
    tie = Fraction(0)
    for (own, degree), own_chance in ours.items():
        f.roll.kept, f.roll.degree, f.roll.total = own, degree, own + f.facts.bonus
        for (other, other_degree), other_chance in theirs.items():
            f.opposed.kept, f.opposed.degree = other, other_degree
            f.opposed.total = other + f.opposed_facts.bonus
            if actor_wins(f):
                win[degree] = win.get(degree, Fraction(0)) + own_chance * other_chance
            if f.roll.total == f.opposed.total:
                tie += own_chance * other_chance
    return ContestOdds(
        win=_won_by_inspiration(f, a, theirs) if inspired else sum(win.values(), Fraction(0)),
        tie=tie,
        minor=win.get(MINOR, Fraction(0)),
        major=win.get(MAJOR, Fraction(0)),
        fumble=of_degree(ours, FUMBLE),
    )


def _won_by_inspiration(f: Fight, a: Combatant, theirs: Mapping[Face, Fraction]) -> Fraction:
    """The chance to win when a roll that does not beat the other's has one die rolled again."""
    win = Fraction(0)
    for (other, _), chance in theirs.items():
        least = 0 if f.setup.rules.d20.tie_to_actor else 1  # an SRD contest is won by more, not by as much
        f.facts.target_number = other + f.opposed_facts.bonus + least
        win += chance * succeeds(roll_odds(f, a, SKILL, f.facts, inspired=True))
    return win


# -------------------------------------------------------------------------------------------------------- death saves


@frozen
class Fate:
    """How death saves end: stable, dead, or awake with 1 HP; `rolls` is the mean number of saves until then."""

    stable: Fraction
    dead: Fraction
    awake: Fraction
    rolls: Fraction


def death_saves(position: Position, who: int, within: int | None = None) -> Fate:
    """The fate of somebody at 0 HP whom nobody helps or hurts, within so many saves if a number is given."""
    start = position.put_back().combatants[who]
    now: dict[Face, Fraction] = {(int(start.successes), int(start.failures)): Fraction(1)}
    ended = {"stable": Fraction(0), "dead": Fraction(0), "awake": Fraction(0)}
    steps: dict[Face, dict[Face | str, Fraction]] = {}
    rolls = Fraction(0)
    saves = 0
    while now and (within is None or saves < within):
        after: dict[Face, Fraction] = {}
        for tally, share in now.items():
            if tally not in steps:
                steps[tally] = _one_death_save(position, who, tally)
            rolls += share
            for end, chance in steps[tally].items():
                if isinstance(end, str):
                    ended[end] += share * chance
                else:
                    after[end] = after.get(end, Fraction(0)) + share * chance
        now = after
        saves += 1
    return Fate(rolls=rolls, **ended)


def _one_death_save(position: Position, who: int, tally: Face) -> dict[Face | str, Fraction]:
    def save(dice: Dice) -> Face | str:
        f = position.put_back(dice)
        c = f.combatants[who]
        c.is_stable = False
        f.count_death_saves(c, tally[0], tally[1])
        death_save(f, c)
        if c.is_dead:
            return "dead"
        if not c.is_down:
            return "awake"
        return "stable" if c.is_stable else (int(c.successes), int(c.failures))

    return outcomes(save)


def death_save_odds(f: Fight, c: Combatant) -> tuple[dict[Face, Fraction], Fraction]:
    """The chances of one death save derived anew, and the chance that it succeeds: 10 or more, or a natural 20."""
    prepare_death_save(f, c)
    chances = roll_odds(f, c, DEATH_SAVE, f.facts)
    return chances, chance_of(chances, lambda face: face[0] != 1 and (face[0] == 20 or face[1] >= SUCCESS))


# --------------------------------------------------------------------------------------------------------- initiative


def initiative_odds(f: Fight, c: Combatant) -> dict[int, Fraction]:
    """The chances of each initiative total of `c`, or the one its scenario fixes."""
    if c.start.fixed_initiative > -1000:
        return {int(c.start.fixed_initiative): Fraction(1)}
    derive_initiative(f, c, INITIATIVE, f.facts)
    f.facts.target_number = -1000
    bonus = int(f.facts.bonus)
    return {face + bonus: chance for face, chance in kept(roll_odds(f, c, INITIATIVE, f.facts)).items()}


def acts_before(f: Fight, a: Combatant, b: Combatant) -> Fraction:
    """The chance that `a` has its turn before `b` in each round."""
    if len(f.setup.order) > 0:
        order = list(f.setup.order)
        return Fraction(order.index(a.index) < order.index(b.index))
    if f.setup.group_initiative and a.start.group == b.start.group:
        return Fraction(a.index < b.index)
    ours, theirs = initiative_odds(f, _leader(f, a)), initiative_odds(f, _leader(f, b))
    before = tie = Fraction(0)
    for own, own_chance in ours.items():
        for other, other_chance in theirs.items():
            if own > other:
                before += own_chance * other_chance
            elif own == other:
                tie += own_chance * other_chance
    return before + tie * _wins_tie(f, _leader(f, a), _leader(f, b))


def _leader(f: Fight, c: Combatant) -> Combatant:
    """The one whose roll counts for its group: the first in the file."""
    if not f.setup.group_initiative:
        return c
    return next(o for o in f.combatants if o.start.group == c.start.group)


def _wins_tie(f: Fight, a: Combatant, b: Combatant) -> Fraction:
    if a.start.fixed_initiative > -1000 and b.start.fixed_initiative > -1000:
        return Fraction(a.index < b.index)
    ahead = int(a.stat.initiative - b.stat.initiative)
    if f.setup.ties == BY_MODIFIER and ahead != 0:
        return Fraction(ahead > 0)
    if f.setup.ties == REROLL_TIES:  # both roll again with their modifiers until one is higher
        higher = sum(own + ahead > other for own in range(1, 21) for other in range(1, 21))
        lower = sum(own + ahead < other for own in range(1, 21) for other in range(1, 21))
        return Fraction(higher, higher + lower)
    return Fraction(1, 2)


def turn_orders(f: Fight) -> dict[tuple[str, ...], Fraction]:
    """The chance of each order of turns among a few who roll alone and settle ties by a plain roll-off.

    A roll-off repeated until it decides is a uniformly random order of those who tie. Meant for four at most.
    """
    totals: dict[tuple[int, ...], Fraction] = {(): Fraction(1)}
    for c in f.combatants:
        own = initiative_odds(f, c)
        totals = {(*key, total): share * chance for key, share in totals.items() for total, chance in own.items()}
    orders: dict[tuple[str, ...], Fraction] = {}
    for key, share in totals.items():
        fitting = [
            order
            for order in permutations(range(len(key)))
            if all(key[one] >= key[other] for one, other in pairwise(order))
        ]
        for order in fitting:
            names = tuple(f.combatants[place].name for place in order)
            orders[names] = orders.get(names, Fraction(0)) + share / len(fitting)
    return orders


# ------------------------------------------------------------------------------------------ actions that are no attack


def deed_damage(f: Fight, t: Combatant, deed: Deed, saved: Fraction) -> dict[int, Fraction]:
    """The damage of an action on one creature that saves with the chance `saved`: halved where it says so, then
    withstood, what is of one type together."""
    failed = _deed_blow(t, deed, int(halves_left(f, t, deed.save, deed.half, False)))
    spread = _deed_blow(t, deed, int(halves_left(f, t, deed.save, deed.half, True)))
    total: dict[int, Fraction] = {}
    _add(total, failed, 1 - saved)
    _add(total, spread, saved)
    return {amount: chance for amount, chance in total.items() if chance}


def _deed_blow(t: Combatant, deed: Deed, halves: int) -> dict[int, Fraction]:
    rolled: dict[int, dict[int, Fraction]] = {}  # by type
    for part in deed.parts:

        def strike(dice: Dice, part: DamagePart = part) -> int:
            return int(roll_part(dice, part, 1))

        amount = _turned(sums(strike), lambda amount: max(0, amount) * halves // 2)
        type = int(part.type)
        rolled[type] = together(rolled[type], amount) if type in rolled else amount
    total = {0: Fraction(1)}
    for type, chances in rolled.items():

        def dealt(amount: int, type: int = type) -> int:
            return int(withstand(t, type, amount, False))

        total = together(total, _turned(chances, dealt))
    return total


def ready_after(recharge: int, turns: int) -> Fraction:
    """The chance that an action which recharges on `recharge` to 6 is back after so many starts of turns.

    >>> ready_after(5, 1), ready_after(5, 3)
    (Fraction(1, 3), Fraction(19, 27))
    """
    return 1 - Fraction(recharge - 1, 6) ** turns
