"""Law 1: a rule is a clause with an id, in the register, in words, and in a test that fails without it."""

from importlib import import_module

import pytest

from encounter.engine.rules.clauses import REGISTER, REGISTERED, clause_ids, grounds, kinds_of, rulesets_of
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
