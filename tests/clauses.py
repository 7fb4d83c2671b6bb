"""Which clause a test is about, and whether the engine named it while the test ran.

    @clause("prone.near", editions=["srd-5.1", "srd-5.2"])
    def test_an_attack_on_a_prone_creature_from_within_5_ft_has_advantage(rules): ...

The decorators may be stacked. A test with a parameter `rules` runs once for each edition that one of its claims names
(all three where none is named). It fails when the engine did not report a claimed id under a claimed edition, in a
roll's reasons, a refusal, or whatever else `hear` knows to read. `@case` and `@scenario` name the collected cases and
the numbered scenarios of the rules specification that a test settles. CLAIMS, CASES and SCENARIOS list them all.

`taken_out("prone.near")` compiles every scene with that clause taken out of its ruleset, and `Claimant.run()` plays a
claimant through: where the clause matters, it then fails.
"""

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import wraps
from itertools import product
from typing import Any

from attrs import define, evolve, field, frozen

from encounter.engine.effect import Effect
from encounter.engine.rules.editions import RULESETS
from encounter.engine.rules.ruleset import Ruleset

Test = Callable[..., None]
EDITIONS = tuple(RULESETS)
SRD = ("srd-5.1", "srd-5.2")


@frozen
class Claim:
    """A clause id and the editions under which a test claims it."""

    id: str
    editions: tuple[str, ...]


@define(eq=False)
class Claimant:
    """A test with what it claims. `editions` are those it runs under, empty for a test without the parameter."""

    test: Test
    name: str
    claims: list[Claim] = field(factory=list)
    chosen: tuple[str, ...] = ()  # editions named for the test itself, whatever it claims
    cases: list[str] = field(factory=list)
    scenarios: list[int] = field(factory=list)

    @property
    def takes_rules(self) -> bool:
        return "rules" in inspect.signature(self.test).parameters

    @property
    def editions(self) -> tuple[str, ...]:
        named = {edition for claim in self.claims for edition in claim.editions}
        return self.chosen or tuple(edition for edition in EDITIONS if edition in named) or EDITIONS

    def arguments(self) -> list[dict[str, Any]]:
        """Every set of arguments that the test is run with, its other `parametrize` marks included."""
        ways: list[list[dict[str, Any]]] = (
            [[{"rules": edition} for edition in self.editions]] if self.takes_rules else []
        )
        for mark in getattr(self.test, "pytestmark", ()):
            if mark.name == "parametrize":
                names = (
                    [name.strip() for name in mark.args[0].split(",")]
                    if isinstance(mark.args[0], str)
                    else mark.args[0]
                )
                ways.append([dict(zip(names, _values(row, len(names)), strict=True)) for row in mark.args[1]])
        return [{key: value for part in parts for key, value in part.items()} for parts in product(*ways)]

    def run(self, edition: str | None = None) -> None:
        """Run the test as pytest would, under one edition or under all of its own. What it raises is let through."""
        for arguments in self.arguments():
            if edition is None or arguments.get("rules", edition) == edition:
                self.test(**arguments)


def _values(row: Any, count: int) -> Sequence[Any]:
    row = getattr(row, "values", row) if not isinstance(row, Mapping) else row  # pytest.param
    return row if count > 1 else row if isinstance(row, tuple) and len(row) == 1 else (row,)


CLAIMANTS: dict[str, Claimant] = {}
CLAIMS: dict[str, list[Claimant]] = {}
CASES: dict[str, list[Claimant]] = {}
SCENARIOS: dict[int, list[Claimant]] = {}


# ---------------------------------------------------------------------------------------------------------- decorators


def clause(id: str, editions: Sequence[str] = EDITIONS) -> Callable[[Test], Test]:
    """The test is about this clause, which the engine must report under each of these editions."""
    unknown = set(editions) - set(EDITIONS)
    if unknown:
        raise ValueError(f"no such editions: {sorted(unknown)}")

    def claiming(test: Test) -> Test:
        claimant = _claimant(test)
        claimant.claims.append(Claim(id, tuple(editions)))
        CLAIMS.setdefault(id, []).append(claimant)
        return claimant.test

    return claiming


def editions(*names: str) -> Callable[[Test], Test]:
    """The test runs under these editions only."""

    def choosing(test: Test) -> Test:
        claimant = _claimant(test)
        claimant.chosen = names
        return claimant.test

    return choosing


def case(*ids: str) -> Callable[[Test], Test]:
    """The test settles these collected cases (C028 ...)."""

    def settling(test: Test) -> Test:
        claimant = _claimant(test)
        claimant.cases.extend(ids)
        for id in ids:
            CASES.setdefault(id, []).append(claimant)
        return claimant.test

    return settling


def scenario(*numbers: int) -> Callable[[Test], Test]:
    """The test plays these tricky scenarios of the rules specification (part D)."""

    def playing(test: Test) -> Test:
        claimant = _claimant(test)
        claimant.scenarios.extend(numbers)
        for number in numbers:
            SCENARIOS.setdefault(number, []).append(claimant)
        return claimant.test

    return playing


def _claimant(test: Test) -> Claimant:
    known = getattr(test, "claimant", None)
    if isinstance(known, Claimant):
        return known

    @wraps(test)
    def listened_to(*args: Any, **arguments: Any) -> None:
        with listening() as heard:
            test(*args, **arguments)
        for claim in claimant.claims:
            for edition in claim.editions:
                if arguments.get("rules", edition) == edition and (edition, claim.id) not in heard:
                    said = sorted(id for ruleset, id in heard if ruleset == edition)
                    raise AssertionError(f"the engine never reported {claim.id} under {edition}; it reported {said}")

    claimant = Claimant(listened_to, f"{test.__module__}.{test.__qualname__}")
    listened_to.claimant = claimant  # type: ignore[attr-defined]
    CLAIMANTS[claimant.name] = claimant
    return claimant


# ----------------------------------------------------------------------------------------------------------- listening

_listeners: list[set[tuple[str, str]]] = []


@contextmanager
def listening() -> Iterator[set[tuple[str, str]]]:
    """Collect (edition, clause id) of everything that is reported meanwhile."""
    heard: set[tuple[str, str]] = set()
    _listeners.append(heard)
    try:
        yield heard
    finally:
        _listeners.remove(heard)


def hear(ruleset: str, said: Any) -> None:
    """Take note of every clause id in what the engine said: an event, an explanation, a refusal."""
    if _listeners:
        for id in ids_in(said):
            for heard in _listeners:
                heard.add((ruleset, id))


def ids_in(said: Any) -> Iterator[str]:
    """The clause ids in an event, an explanation or a list of them; a text alone is an id.

    Conditions are named by themselves, degrees of cover by their clauses: `cover.half`, `cover.three-quarters`.
    """
    if isinstance(said, str):
        yield said
    elif isinstance(said, (list, tuple)):
        for one in said:
            if not isinstance(one, str):
                yield from ids_in(one)
    elif isinstance(said, Mapping):
        for key in ("clause", "condition", "illegal"):
            if isinstance(said.get(key), str):
                yield said[key]
        if said.get("cover") in ("half", "three-quarters", "total"):
            yield f"cover.{said['cover']}"
        for value in said.values():
            if not isinstance(value, str):
                yield from ids_in(value)


# ------------------------------------------------------------------------------------------------ taking a clause out

_out: list[str] = []
_rows_out: list[str] = []


@contextmanager
def taken_out(clause_id: str) -> Iterator[None]:
    """Meanwhile every scene is compiled with its ruleset's `without(clause_id)`."""
    _out.append(clause_id)
    try:
        yield
    finally:
        _out.pop()


@contextmanager
def row_taken_out(name: str) -> Iterator[None]:
    """Meanwhile every scene is compiled with the condition or trait of that name doing nothing at all."""
    _rows_out.append(name)
    try:
        yield
    finally:
        _rows_out.pop()


def ruleset_in_force(name: str) -> Ruleset:
    """The ruleset of that name, less the clauses and rows taken out."""
    ruleset = RULESETS[name]
    for clause_id in _out:
        ruleset = ruleset.without(clause_id)
    for row in _rows_out:
        effects, traits = (
            tuple(_emptied(effect) if effect.name == row else effect for effect in rows)
            for rows in (ruleset.effects, ruleset.traits)
        )
        ruleset = evolve(ruleset, effects=effects, traits=traits)
    return ruleset


def _emptied(row: Effect) -> Effect:
    return Effect(row.name, levels=tuple(Effect(level.name) for level in row.levels))
