"""What a batch of fights says: sums that any number of workers may keep, and the figures drawn from them.

Everything a worker keeps is an integer, a count or a least one, so that chunks may be added in any order and grouping
with the same result. What is kept grows with the combatants and with the different numbers of rounds, not with the
fights.
"""

from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from attrs import field, frozen

from encounter.trials.statistics import percentile, share, wilson

# As the engine counts them: encounter.engine.fight, Outcome.winner and the status of a combatant.
DRAW: Final = -1
UNDECIDED: Final = -2
UP: Final = 0
DOWN: Final = 1
DEAD: Final = 2
LEFT: Final = 3
WAITING: Final = 4
NOT_OUT: Final = (True, False, False, False, True)  # by status: who has yet to arrive is not out

# The columns of a combatant's row of sums: first how often it ended in each status, then the rest.
DEALT: Final = 5
TAKEN: Final = 6
ATTACKS: Final = 7
HITS: Final = 8
CRITICALS: Final = 9
HP: Final = 10
MAX_HP: Final = 11
COLUMNS: Final = 12

Json = dict[str, object]


class CombatantEnd(Protocol):
    """How one combatant came out of one fight."""

    @property
    def status(self) -> int: ...
    @property
    def hp(self) -> int: ...
    @property
    def max_hp(self) -> int: ...
    @property
    def damage_dealt(self) -> int: ...
    @property
    def damage_taken(self) -> int: ...
    @property
    def attacks(self) -> int: ...
    @property
    def hits(self) -> int: ...
    @property
    def criticals(self) -> int: ...


class FightEnd(Protocol):
    """How one fight came out."""

    @property
    def winner(self) -> int: ...
    @property
    def rounds(self) -> int: ...
    @property
    def turns(self) -> int: ...
    @property
    def tallies(self) -> Sequence[CombatantEnd]: ...


class Fights(Protocol):
    """What can be fought many times: an Encounter, or anything of its shape."""

    @property
    def names(self) -> Sequence[str]: ...
    @property
    def sides(self) -> Sequence[str]: ...
    @property
    def side_of(self) -> Sequence[int]: ...
    @property
    def ruleset(self) -> str: ...
    @property
    def not_simulated(self) -> Sequence[str]: ...
    def fight(self, seed: int, index: int, /) -> FightEnd: ...


@frozen
class Remnant:
    """The HP a side had left in one fight, out of the most it could have."""

    hp: int
    max_hp: int
    index: int

    def precedes(self, other: "Remnant") -> bool:
        """Whether less is left here, as a share, or as little in an earlier fight. Compared in integers."""
        mine, its = self.hp * (other.max_hp or 1), other.hp * (self.max_hp or 1)
        return mine < its or (mine == its and self.index < other.index)


def least(first: Remnant | None, second: Remnant | None) -> Remnant | None:
    """The one of two that precedes; None is no fight at all."""
    if first is None or (second is not None and second.precedes(first)):
        return second
    return first


class Tally:
    """The sums over some fights of one encounter.

    `endings` has for each (winner, rounds) how many fights ended so and the lowest index among them; `combatants` a
    row of sums for each in file order; `any_dead`, `all_out` a count of fights a side; `worst` each side's fight with
    the least of its HP left; `closest` the fight whose winner had the least left.
    """

    def __init__(self, side_of: Sequence[int], sides: int) -> None:
        self.side_of = [int(side) for side in side_of]
        self.fights = 0
        self.turns = 0
        self.endings: dict[tuple[int, int], tuple[int, int]] = {}
        self.combatants = [[0] * COLUMNS for _ in side_of]
        self.any_dead = [0] * sides
        self.all_out = [0] * sides
        self.worst: list[Remnant | None] = [None] * sides
        self.closest: Remnant | None = None

    def add(self, index: int, end: FightEnd) -> None:
        """Count the fight of this index."""
        sides = len(self.any_dead)
        hp = [0] * sides
        max_hp = [0] * sides
        dead = [0] * sides
        fit = [0] * sides
        for side, row, combatant in zip(self.side_of, self.combatants, end.tallies, strict=True):
            status = combatant.status
            row[status] += 1
            row[DEALT] += combatant.damage_dealt
            row[TAKEN] += combatant.damage_taken
            row[ATTACKS] += combatant.attacks
            row[HITS] += combatant.hits
            row[CRITICALS] += combatant.criticals
            has, could_have = combatant.hp, combatant.max_hp
            row[HP] += has
            row[MAX_HP] += could_have
            hp[side] += has
            max_hp[side] += could_have
            if status == DEAD:
                dead[side] = 1
            elif NOT_OUT[status]:
                fit[side] = 1
        for side in range(sides):
            self.any_dead[side] += dead[side]
            self.all_out[side] += 1 - fit[side]
            self.worst[side] = least(self.worst[side], Remnant(hp[side], max_hp[side], index))
        winner = int(end.winner)
        if winner >= 0:
            self.closest = least(self.closest, Remnant(hp[winner], max_hp[winner], index))
        ending = (winner, int(end.rounds))
        count, lowest = self.endings.get(ending, (0, index))
        self.endings[ending] = (count + 1, min(lowest, index))
        self.turns += end.turns
        self.fights += 1

    def plus(self, other: "Tally") -> "Tally":
        """The sums of both together, as if one had counted all fights; neither is changed."""
        both = Tally(self.side_of, len(self.any_dead))
        both.fights = self.fights + other.fights
        both.turns = self.turns + other.turns
        both.endings = dict(self.endings)
        for ending, (count, lowest) in other.endings.items():
            mine, my_lowest = both.endings.get(ending, (0, lowest))
            both.endings[ending] = (mine + count, min(my_lowest, lowest))
        both.combatants = [added(mine, its) for mine, its in zip(self.combatants, other.combatants, strict=True)]
        both.any_dead = added(self.any_dead, other.any_dead)
        both.all_out = added(self.all_out, other.all_out)
        both.worst = [least(mine, its) for mine, its in zip(self.worst, other.worst, strict=True)]
        both.closest = least(self.closest, other.closest)
        return both

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tally) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]  # it changes while it counts

    def wins(self) -> dict[int, int]:
        """How many fights ended with each winner (a side's number, DRAW or UNDECIDED), those that occurred."""
        wins: dict[int, int] = {}
        for (winner, _), (count, _) in self.endings.items():
            wins[winner] = wins.get(winner, 0) + count
        return wins

    def rounds(self, winner: int | None = None) -> dict[int, int]:
        """How many fights took each number of rounds: all fights, or those that ended with `winner`."""
        rounds: dict[int, int] = {}
        for (its_winner, its_rounds), (count, _) in self.endings.items():
            if winner is None or winner == its_winner:
                rounds[its_rounds] = rounds.get(its_rounds, 0) + count
        return rounds


def added(first: list[int], second: list[int]) -> list[int]:
    return [mine + its for mine, its in zip(first, second, strict=True)]


@frozen
class Share:
    """How often something happened: the count, its share of all fights and the 95% interval around that.

    The share of no fights at all is None.
    """

    count: int
    rate: float | None
    low: float
    high: float


@frozen
class Rounds:
    """How long the fights were, in rounds: the mean, and the values that 10, 50 and 90% of them do not exceed."""

    mean: float
    p10: int
    p50: int
    p90: int


@frozen
class SideEstimate:
    """What a side pays, as shares of fights: that anybody of it dies, that nobody of it is left standing.

    `hp_left` is the HP it has at the end of all fights together, out of the most it could have. Whoever left the map
    took its HP along and is out; whoever has not arrived yet is not out.
    """

    any_dead: float
    all_out: float
    hp_left: float


@frozen
class CombatantEstimate:
    """What becomes of one combatant.

    Shares of fights: `survival` not dead at the end (fled or fallen off the map is not dead), `down` at 0 HP and not
    dead, `dead`. Means a fight: damage in HP, and how many attack rolls, hits and critical hits it made. `hp_left` is
    the HP it has at the end of all fights together, out of the most it could have.
    """

    name: str
    side: str
    survival: float
    down: float
    dead: float
    damage_dealt: float
    damage_taken: float
    attacks: float
    hits: float
    criticals: float
    hp_left: float


@frozen
class Examples:
    """Which fights to look at, by index; None where no fight is such.

    `typical`: of the commonest outcome (of equally common ones the side that stands first in the file, then the draw,
    then the undecided), of that outcome's median number of rounds, the first. `closest`: the winner had the least
    share of its HP left. `worst`: for each side the fight that left it the least share of its HP; None when no
    fight was decided. Where several fights leave as little, the first.
    """

    typical: int | None
    closest: int | None
    worst: Mapping[str, int | None]


@frozen
class Estimate:
    """The result of a batch of fights.

    Two estimates are equal when everything but the time they took is. `fights` counts those that were fought to the
    end, fewer than were `asked` for when the batch was interrupted.
    """

    scenario: str | None
    ruleset: str
    seed: int
    asked: int
    names: tuple[str, ...]
    side_names: tuple[str, ...]
    not_simulated: tuple[str, ...]
    tally: Tally
    interrupted: bool = False
    elapsed_s: float = field(default=0.0, eq=False)

    @property
    def fights(self) -> int:
        return self.tally.fights

    @property
    def turns(self) -> int:
        """The turns of all fights together."""
        return self.tally.turns

    @property
    def outcomes(self) -> dict[str, Share]:
        """How often each side won, in file order, then "draw" and "undecided"."""
        wins = self.tally.wins()
        shares = {}
        for name, winner in self._outcome_numbers():
            count = wins.get(winner, 0)
            low, high = wilson(count, self.fights)
            shares[name] = Share(count, count / self.fights if self.fights else None, low, high)
        return shares

    @property
    def rounds(self) -> Rounds | None:
        """How long the fights were; None when there was none."""
        if not self.fights:
            return None
        histogram = self.tally.rounds()
        total = 0
        for rounds, count in histogram.items():
            total += rounds * count
        return Rounds(total / self.fights, *(percentile(histogram, percent) for percent in (10, 50, 90)))

    @property
    def sides(self) -> dict[str, SideEstimate]:
        """What each side pays, in file order."""
        tally = self.tally
        estimates = {}
        for side, name in enumerate(self.side_names):
            rows = [row for row, its_side in zip(tally.combatants, tally.side_of, strict=True) if its_side == side]
            hp = max_hp = 0
            for row in rows:
                hp += row[HP]
                max_hp += row[MAX_HP]
            estimates[name] = SideEstimate(
                any_dead=share(tally.any_dead[side], self.fights),
                all_out=share(tally.all_out[side], self.fights),
                hp_left=share(hp, max_hp),
            )
        return estimates

    @property
    def combatants(self) -> list[CombatantEstimate]:
        """What becomes of each combatant, in file order."""
        return [
            CombatantEstimate(
                name=name,
                side=self.side_names[side],
                survival=share(self.fights - row[DEAD], self.fights),
                down=share(row[DOWN], self.fights),
                dead=share(row[DEAD], self.fights),
                damage_dealt=share(row[DEALT], self.fights),
                damage_taken=share(row[TAKEN], self.fights),
                attacks=share(row[ATTACKS], self.fights),
                hits=share(row[HITS], self.fights),
                criticals=share(row[CRITICALS], self.fights),
                hp_left=share(row[HP], row[MAX_HP]),
            )
            for name, side, row in zip(self.names, self.tally.side_of, self.tally.combatants, strict=True)
        ]

    @property
    def examples(self) -> Examples:
        """Which fights to look at."""
        tally = self.tally
        is_decided = any(winner != UNDECIDED for winner, _ in tally.endings)
        return Examples(
            typical=self._typical(),
            closest=tally.closest.index if tally.closest else None,
            worst={
                name: worst.index if worst and is_decided else None
                for name, worst in zip(self.side_names, tally.worst, strict=True)
            },
        )

    def _outcome_numbers(self) -> list[tuple[str, int]]:
        return [*((name, side) for side, name in enumerate(self.side_names)), ("draw", DRAW), ("undecided", UNDECIDED)]

    def _typical(self) -> int | None:
        wins = self.tally.wins()
        if not wins:
            return None
        commonest = max((winner for _, winner in self._outcome_numbers()), key=lambda winner: wins.get(winner, 0))
        median = percentile(self.tally.rounds(commonest), 50)
        return self.tally.endings[commonest, median][1]

    def as_json(
        self, *, engine: str, version: str, elapsed_s: float | None = None, scenario: str | None = None
    ) -> Json:
        """The estimate as one JSON value (contracts.md 3), ready for `json.dumps`.

        `engine` is "compiled" or "pure". `elapsed_s` and `scenario` stand in for the estimate's own where given. An
        interrupted batch says so beside what it finished; of no fights there are no shares, only null.
        """
        elapsed_s = self.elapsed_s if elapsed_s is None else elapsed_s
        fought = bool(self.fights)
        rounds = self.rounds
        examples = self.examples
        result: Json = {
            "scenario": self.scenario if scenario is None else scenario,
            "ruleset": self.ruleset,
            "seed": self.seed,
            "fights": self.fights,
            "engine": engine,
            "version": version,
            "elapsed_s": elapsed_s,
            "fights_per_second": self.fights / elapsed_s if elapsed_s > 0 else None,
            "turns": self.turns,
            "outcomes": {
                name: {"count": one.count, "rate": one.rate, "low": one.low, "high": one.high}
                for name, one in self.outcomes.items()
            },
            "sides": {
                name: known(fought, {"any_dead": side.any_dead, "all_out": side.all_out, "hp_left": side.hp_left})
                for name, side in self.sides.items()
            },
            "rounds": {
                "mean": rounds.mean if rounds else None,
                "p10": rounds.p10 if rounds else None,
                "p50": rounds.p50 if rounds else None,
                "p90": rounds.p90 if rounds else None,
            },
            "combatants": [
                {
                    "name": one.name,
                    "side": one.side,
                    **known(
                        fought,
                        {
                            "survival": one.survival,
                            "down": one.down,
                            "dead": one.dead,
                            "damage_dealt": one.damage_dealt,
                            "damage_taken": one.damage_taken,
                            "attacks": one.attacks,
                            "hits": one.hits,
                            "criticals": one.criticals,
                        },
                    ),
                }
                for one in self.combatants
            ],
            "examples": {"typical": examples.typical, "closest": examples.closest, "worst": dict(examples.worst)},
            "not_simulated": list(self.not_simulated),
        }
        if self.interrupted:
            result["interrupted"] = True
        return result


def known(fought: bool, figures: dict[str, float]) -> dict[str, float | None]:
    """The figures, or null for each where nothing was fought."""
    return {name: figure if fought else None for name, figure in figures.items()}
