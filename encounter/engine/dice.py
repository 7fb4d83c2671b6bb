"""Dice: every random number of a fight comes through one object of this module.

A fight owns two of them, one for the rules and one for the tactics, so that a change of tactic does not change what
the rules would have rolled. All of them offer three draws: one die, the total of several, and a pool of d20s.
"""

import random
import re
from collections.abc import Callable, Sequence
from typing import Final

from attrs import frozen
from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

_MASK: Final = (1 << 64) - 1


class DiceError(Exception):
    """Scripted dice that do not fit the fight: one is missing, left over, or larger than its die."""


def mix_seed(seed: int, index: int, stream: int) -> int:
    """A 64-bit seed from a batch's seed, a fight's index and a stream number (splitmix64, three rounds).

    Every one of the three counts, so that neighbouring fights and the two streams of one fight share nothing.

    >>> mix_seed(1, 0, 0) == mix_seed(0, 1, 0)
    False
    """
    mixed = 0
    for part in (seed, index, stream):
        mixed = (mixed + (part & _MASK) + 0x9E3779B97F4A7C15) & _MASK
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        mixed ^= mixed >> 31
    return mixed


@mypyc_attr(allow_interpreted_subclasses=True)
class Dice:
    """What a fight asks of its dice. Subclasses say where the numbers come from."""

    def roll(self, sides: i64) -> i64:
        """One die: 1 to `sides`."""
        raise NotImplementedError

    def total(self, count: i64, sides: i64) -> i64:
        """The total of `count` dice of one kind."""
        rolled: i64 = 0
        for _ in range(count):
            rolled += self.roll(sides)
        return rolled

    def pool(self, count: i64, into: vec[i64]) -> None:
        """`count` d20s in the order rolled, written to the first places of `into`."""
        place: i64 = 0
        while place < count:
            into[place] = self.roll(20)
            place += 1


class SeededDice(Dice):
    """Dice from a seed. Only `random.Random.random` is drawn from: its sequence is the same in every Python."""

    def __init__(self, seed: int) -> None:
        self._random: Callable[[], float] = random.Random(seed).random

    def roll(self, sides: i64) -> i64:
        return 1 + i64(self._random() * float(sides))


class ScriptedDice(Dice):
    """Dice whose results are given in order; each must fit its die and all must be used.

    >>> dice = ScriptedDice([17, 4])
    >>> dice.roll(20), dice.roll(6)
    (17, 4)
    >>> dice.finish()
    """

    def __init__(self, values: Sequence[int]) -> None:
        self.values: list[int] = list(values)
        self.used: int = 0

    def roll(self, sides: i64) -> i64:
        if self.used >= len(self.values):
            raise DiceError(f"the script has {len(self.values)} dice and the fight asked for one more (a d{sides})")
        value = self.values[self.used]
        if not 1 <= value <= sides:
            raise DiceError(f"die {self.used + 1} of the script is {value}, but the fight rolls a d{sides} there")
        self.used += 1
        return value

    def finish(self) -> None:
        """Raise DiceError when dice are left over."""
        left = len(self.values) - self.used
        if left:
            raise DiceError(f"{left} of {len(self.values)} scripted dice were not rolled")


class RecordingDice(Dice):
    """Passes every die through and keeps it: `rolled` is a list of (sides, value)."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.rolled: list[tuple[int, int]] = []

    def roll(self, sides: i64) -> i64:
        value = self.dice.roll(sides)
        self.rolled.append((sides, value))
        return value


def ways_to_sum(count: int, sides: int) -> list[tuple[int, int]]:
    """Each total of `count` dice with the number of ways to roll it.

    >>> ways_to_sum(2, 4)
    [(2, 1), (3, 2), (4, 3), (5, 4), (6, 3), (7, 2), (8, 1)]
    """
    ways = {0: 1}
    for _ in range(count):
        longer: dict[int, int] = {}
        for total, number in ways.items():
            for face in range(1, sides + 1):
                longer[total + face] = longer.get(total + face, 0) + number
        ways = longer
    return sorted(ways.items())


def ways_to_pool(count: int, sides: int) -> list[tuple[list[int], int]]:
    """Each set of faces that `count` dice can show, sorted, with the number of orders it can come in.

    >>> ways_to_pool(2, 2)
    [([1, 1], 1), ([1, 2], 2), ([2, 2], 1)]
    """
    sets: list[tuple[list[int], int]] = [([], 1)]
    for _ in range(count):
        longer: dict[tuple[int, ...], int] = {}
        for faces, number in sets:
            for face in range(1, sides + 1):
                key = tuple(sorted([*faces, face]))
                longer[key] = longer.get(key, 0) + number
        sets = [(list(key), number) for key, number in sorted(longer.items())]
    return sets


def ways_to_like_pools(count: int) -> list[tuple[list[int], int]]:
    """Pools of many d20s, all that roll alike taken together, each as one example with its number of orders.

    Alike are pools with as many ones (none, one, more) and the same least and greatest die beside them: no rule asks
    a pool of more than two dice for anything else. A pool of 32 dice is 571 of these, of 7e41 in all.

    >>> sum(number for _, number in ways_to_like_pools(5)) == 20**5
    True
    """
    ways: dict[tuple[int, int, int], int] = {}
    orders = 1  # of `ones` ones among the dice
    for ones in range(count + 1):
        others = count - ones
        some = ones if ones < 2 else 2
        if others == 0:
            ways[(some, 1, 1)] = ways.get((some, 1, 1), 0) + orders
        for least in range(2, 21) if others > 0 else ():
            for greatest in range(least, 21):
                span = greatest - least
                number = 1
                if span > 0:
                    number = (span + 1) ** others - 2 * span**others + (span - 1) ** others
                key = (some, least, greatest)
                ways[key] = ways.get(key, 0) + orders * number
        orders = orders * others // (ones + 1)
    pools: list[tuple[list[int], int]] = []
    for (ones, least, greatest), number in sorted(ways.items()):
        if number > 0:
            pools.append(([1] * ones + [least] + [greatest] * (count - ones - 1), number))
    return pools


LARGEST_SORTED_POOL: Final = 3  # beyond it, pools that roll alike are taken together


class EnumeratingDice(Dice):
    """Visits every outcome of a procedure in turn, with its exact weight.

    A die branches over its faces, a total over its distinct sums (20d6 is 101 branches), a pool of d20s over its
    sorted sets, a large one over those that roll alike. Run the procedure, read `weight` over `scale`, then `advance`
    until it answers False::

        while True:
            dice.start()
            result = procedure(dice)
            ...  # result has probability dice.weight / dice.scale
            if not dice.advance():
                break
    """

    def __init__(self) -> None:
        self._choice: list[int] = []
        self._options: list[int] = []
        self._at: int = 0
        self.weight: int = 1
        self.scale: int = 1
        self._sums: dict[tuple[int, int], list[tuple[int, int]]] = {}
        self._pools: dict[int, list[tuple[list[int], int]]] = {}

    def start(self) -> None:
        """Begin the next outcome."""
        self._at = 0
        self.weight = 1
        self.scale = 1

    def advance(self) -> bool:
        """Step to the next outcome; False when every one was visited."""
        del self._choice[self._at :], self._options[self._at :]
        while self._choice:
            self._choice[-1] += 1
            if self._choice[-1] < self._options[-1]:
                return True
            self._choice.pop()
            self._options.pop()
        return False

    def _branch(self, options: int) -> int:
        if self._at == len(self._choice):
            self._choice.append(0)
            self._options.append(options)
        chosen = self._choice[self._at]
        self._at += 1
        return chosen

    def roll(self, sides: i64) -> i64:
        self.scale *= int(sides)
        return self._branch(sides) + 1

    def total(self, count: i64, sides: i64) -> i64:
        if count <= 0:
            return 0
        key = (int(count), int(sides))
        if key not in self._sums:
            self._sums[key] = ways_to_sum(count, sides)
        ways = self._sums[key]
        value, number = ways[self._branch(len(ways))]
        self.weight *= number
        self.scale *= int(sides) ** int(count)
        return value

    def pool(self, count: i64, into: vec[i64]) -> None:
        if count not in self._pools:
            self._pools[count] = ways_to_pool(count, 20) if count <= LARGEST_SORTED_POOL else ways_to_like_pools(count)
        ways = self._pools[count]
        faces, number = ways[self._branch(len(ways))]
        self.weight *= number
        self.scale *= 20 ** int(count)
        place: i64 = 0
        for face in faces:
            into[place] = face
            place += 1


# ----------------------------------------------------------------------------------------------------- formulas


@frozen
class Term:
    """`count` dice of `sides`; `keep` of them count, the highest when positive, the lowest when negative, 0 is all."""

    count: int
    sides: int
    keep: int = 0


@frozen
class Formula:
    """Dice and a fixed bonus, such as 2d6+3."""

    terms: tuple[Term, ...] = ()
    bonus: int = 0

    @property
    def mean_floor(self) -> int:
        """The printed average of a stat block: the mean, rounded down (dice that keep some are refused there)."""
        twice = sum(term.count * (term.sides + 1) for term in self.terms)
        return twice // 2 + self.bonus

    @property
    def largest(self) -> int:
        """The largest total."""
        return sum((abs(term.keep) or term.count) * term.sides for term in self.terms) + self.bonus

    def __str__(self) -> str:
        text = ""
        for term in self.terms:
            keep = "" if not term.keep else f"k{'h' if term.keep > 0 else 'l'}{abs(term.keep)}"
            text += f"{'+' if text else ''}{term.count}d{term.sides}{keep}"
        if self.bonus or not text:
            text += f"{self.bonus:+d}" if text else str(self.bonus)
        return text


_DASHES: Final = str.maketrans({dash: "-" for dash in "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d"})
_PRINTED: Final = re.compile(r"^\s*\d+\s*\(([^()]*)\)\s*$")
_TERM: Final = re.compile(r"([+-])?\s*(?:(\d{0,4})\s*[dDwW]\s*(\d{1,4})(?:\s*k([hl])\s*(\d{1,3}))?|(\d{1,6}))\s*")
_SHORT: Final = {"adv": Formula((Term(2, 20, 1),)), "dis": Formula((Term(2, 20, -1),))}


def parse_formula(text: str) -> Formula:
    """Read dice as people write them; ValueError says what is wrong.

    Accepted: `2d6+3`, `d20`, `1d8 + 1d6 + 2`, `4d6kh3`, `2d20kl1`, `adv`, `dis`, the letters D and W, every width of
    dash, and the printed form with its average in front, `7 (1d8 + 3)`.

    >>> str(parse_formula("1d4 \\u2013 1"))
    '1d4-1'
    >>> str(parse_formula("7 (1d8 + 3)")), parse_formula("7 (1d8 + 3)").mean_floor
    ('1d8+3', 7)
    """
    plain = text.translate(_DASHES).strip()
    if plain.lower() in _SHORT:
        return _SHORT[plain.lower()]
    printed = _PRINTED.match(plain)
    if printed:
        plain = printed.group(1).strip()
    terms: list[Term] = []
    bonus = 0
    at = 0
    while at < len(plain):
        found = _TERM.match(plain, at)
        if found is None or (at > 0 and found.group(1) is None):
            break
        sign, count, sides, which, keep, number = found.groups()
        if sides is None:
            bonus += int(number) if sign != "-" else -int(number)
        else:
            dice = int(count or 1)
            kept = int(keep or 0)
            if sign == "-":
                raise ValueError(f"dice cannot be subtracted in {text!r}")
            if dice < 1 or int(sides) < 1 or kept > dice:
                raise ValueError(f"{text!r} has no such dice")
            terms.append(Term(dice, int(sides), kept if which == "h" else -kept))
        at = found.end()
    if not plain or at < len(plain):
        raise ValueError(f"{text!r} is not dice; write them as 2d6+3")
    if sum(term.count for term in terms) > 1000:
        raise ValueError(f"{text!r} asks for more than 1000 dice")
    return Formula(tuple(terms), bonus)


def roll_formula(dice: Dice, formula: Formula) -> int:
    """Roll a formula once."""
    rolled = formula.bonus
    for term in formula.terms:
        if term.keep:
            faces = sorted(int(dice.roll(term.sides)) for _ in range(term.count))
            rolled += sum(faces[-term.keep :] if term.keep > 0 else faces[: -term.keep])
        else:
            rolled += dice.total(term.count, term.sides)
    return rolled
