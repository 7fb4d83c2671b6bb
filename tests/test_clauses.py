"""Law 1: a rule is a clause with an id, in the register, in words, and in a test that fails without it."""

from importlib import import_module

import pytest

import claims
from clauses import CLAIMANTS, CLAIMS, EDITIONS, row_taken_out, taken_out
from encounter.engine.effect import Effect
from encounter.engine.rules.clauses import (
    REGISTER,
    REGISTERED,
    clause_ids,
    grounds,
    kinds_of,
    rulesets_of,
    taken_out_ids,
)
from encounter.engine.rules.editions import RULESETS
from encounter.engine.rules.legal import ILLEGAL_NAMES
from encounter.engine.rules.reaction import WHY_NOT
from encounter.engine.rules.ruleset import Ruleset
from encounter.report.catalogue import LANGUAGES

RULESET = pytest.mark.parametrize("ruleset", RULESETS.values(), ids=lambda ruleset: ruleset.name)


# The register


@RULESET
def test_every_clause_of_a_ruleset_and_every_ground_is_in_the_register(ruleset: Ruleset) -> None:
    """Rows, levels of rows, flags, numbers, procedural clauses, refusals, and why a step does not provoke."""
    rows = {id for row in (*ruleset.effects, *ruleset.traits) for id in row.clause_ids()}
    known = rows | ruleset.clauses | set(grounds(ruleset))

    assert set() == known - set(REGISTERED)
    assert known <= set(clause_ids(ruleset))


def test_every_ground_of_a_refusal_or_of_a_spared_step_belongs_to_some_ruleset() -> None:
    reported = {id for ruleset in RULESETS.values() for id in grounds(ruleset)}

    assert {id for id in (*ILLEGAL_NAMES, *WHY_NOT) if id} <= reported


def test_every_clause_of_the_register_belongs_to_a_ruleset_and_does_something() -> None:
    assert [] == [entry.id for entry in REGISTER if not rulesets_of(entry.id) or not kinds_of(entry.id)]


def test_the_register_names_each_clause_once_with_a_title_and_a_place() -> None:
    assert len(REGISTER) == len(REGISTERED)
    assert [] == [entry.id for entry in REGISTER if not entry.title or not entry.place]
    assert len({entry.title for entry in REGISTER}) == len(REGISTER)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_clause_of_the_register_has_words_in_every_language(lang: str) -> None:
    clauses = import_module(f"encounter.report.catalogue.{lang}").CLAUSES

    assert [] == [entry.id for entry in REGISTER if entry.id not in clauses]


# The claims

# What the engine could report and no test claims, with the reason. Nothing that is simulated may stand here.
UNCLAIMED: dict[str, str] = dict.fromkeys(
    (
        "armour.attacks",
        "armour.checks",
        "armour.saves",
        "armour.stealth",
        "heroic-inspiration",
        "save.chosen",
        "tool-and-skill.checks",
    ),
    "its test is still to be written",
)


@pytest.fixture(scope="module", autouse=True)
def _every_claim() -> None:
    claims.load()


def unclaimed(edition: str) -> list[str]:
    """The clauses of a ruleset that no test claims under it."""
    return [id for id in clause_ids(RULESETS[edition]) if not claims.claimants(id, edition)]


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_clause_is_claimed_by_a_test_or_said_not_to_be_simulated(edition: str) -> None:
    assert [] == [id for id in unclaimed(edition) if id not in UNCLAIMED]


def test_every_claim_is_of_a_clause_that_its_ruleset_knows() -> None:
    """A condition may be claimed by its name; else the id must be one that the ruleset can report."""
    wrong = [
        f"{claimant.name}: {claim.id} under {edition}"
        for claimant in CLAIMANTS.values()
        for claim in claimant.claims
        for edition in claim.editions
        if claim.id not in clause_ids(RULESETS[edition]) and claim.id not in RULESETS[edition].condition_names()
    ]

    assert [] == wrong


def test_every_claimant_runs_under_every_edition_that_it_claims() -> None:
    """Else nobody would see that the engine never reports the clause there."""
    left_out = [
        f"{claimant.name}: {claim.id} under {edition}"
        for claimant in CLAIMANTS.values()
        for claim in claimant.claims
        for edition in claim.editions
        if claimant.takes_rules and edition not in claimant.editions
    ]

    assert [] == left_out


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_clause_taken_out_of_its_ruleset_fails_a_claimant(edition: str) -> None:
    """By what the test asserts, not by the missing report: every clause makes a difference that a test sees."""
    missed = []
    for id in taken_out_ids(RULESETS[edition]):
        claimants = claims.claimants(id, edition)
        with taken_out(id):
            if claimants and not any(claims.fails(claimant, edition) for claimant in claimants):
                missed.append(id)

    assert [] == missed


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_condition_or_trait_that_does_nothing_fails_a_test_that_speaks_of_it(edition: str) -> None:
    """Rows do more than their clauses say: flags, speeds, what they bring along."""
    ruleset = RULESETS[edition]
    missed = []
    for row in (*ruleset.effects, *ruleset.traits):
        if row == Effect(row.name):
            continue  # asked for by name when a scenario is compiled
        with row_taken_out(row.name):
            if not any(claims.fails(claimant, edition) for claimant in claims.about(row.name, edition)):
                missed.append(row.name)

    assert [] == missed


def test_claimants_pass_while_nothing_is_taken_out() -> None:
    """The runner of the test above does not fail by itself."""
    failed = {
        f"{claimant.name} under {claim.editions[0]}": why
        for claimants in CLAIMS.values()
        for claimant in claimants[:1]
        for claim in claimant.claims[:1]
        if (why := claims.fails(claimant, claim.editions[0])) is not None
    }

    assert {} == failed
