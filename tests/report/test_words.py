"""Every id has words, in every language."""

from importlib import import_module
from string import Formatter

import pytest

from encounter.engine.creature import DAMAGE_TYPES, SKILLS
from encounter.engine.d20 import DEGREES
from encounter.engine.effect import ABILITIES
from encounter.engine.rules.editions import RULESETS
from encounter.engine.rules.legal import ILLEGAL_NAMES
from encounter.engine.rules.ruleset import Ruleset
from encounter.report.catalogue import LANGUAGES
from encounter.report.words import Words, printable

TABLES = (
    "CLAUSES",
    "ABILITIES",
    "SKILLS",
    "CONDITIONS",
    "DAMAGE",
    "ACTIONS",
    "DEGREES",
    "COVER",
    "BANDS",
    "BECAUSE",
    "LAMPS",
    "ZONES",
    "UNSEEN",
    "ATTACKS",
    "SENTENCES",
    "LABELS",
)

CONTRACT_CLAUSES = """
unseen.attacker invisible.attacker blinded.target paralyzed.target petrified.target stunned.target unconscious.target
restrained.target prone.near help.attack squeezing.target vex pack-tactics reckless blood-frenzy assassinate
reckless.target faerie-fire guiding-bolt flanking inspiration unseen.target invisible.target blinded.attacker
prone.attacker prone.far restrained.attacker poisoned.attacks frightened.attacks exhaustion.attacks grappled.attacks
dodge range.long close-combat heavy lance armour.attacks squeezing.attacker underwater wind sap
dodge.save restrained.save squeezing.save exhaustion.saves armour.saves poisoned.checks frightened.checks
exhaustion.checks armour.checks help.check tool-and-skill.checks dim.perception surprised.initiative
incapacitated.initiative invisible.initiative helpless.save blinded.check deafened.check helpless.critical
cover.half cover.three-quarters exhaustion.number gm.modifier gm.advantage gm.disadvantage
reach.out range.out cover.total charmed.attacker size.larger hand.none ammunition.none loading.used reaction.none
incapacitated speed.zero path.none square.occupied unlocated
disengage teleport forced reach.kept unseen.mover surprised speed.short action.used wrong-square.miss underwater.miss
"""

CONDITIONS = """
blinded charmed deafened exhaustion frightened grappled incapacitated invisible paralyzed petrified poisoned prone
restrained stunned unconscious
"""


def fields(text: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(text) if field}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("table", TABLES)
def test_every_language_has_the_keys_of_english_and_their_fields(lang: str, table: str) -> None:
    english = getattr(import_module("encounter.report.catalogue.en"), table)
    other = getattr(import_module(f"encounter.report.catalogue.{lang}"), table)

    assert list(english) == list(other)
    if table != "CLAUSES":  # a clause may leave out who it is about
        assert {key: fields(text) for key, text in english.items()} == {
            key: fields(text) for key, text in other.items()
        }
    else:
        assert all(fields(other[key]) <= {"actor", "target", "source", "near"} for key in other)
    assert all(text.strip() for key, text in other.items() if key not in ("comma", "and"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_clause_of_the_contracts_has_words(lang: str) -> None:
    words = Words(lang)

    for clause in CONTRACT_CLAUSES.split():
        assert words.knows_clause(clause), clause
        told = words.clause(clause, actor="Ada", target="Skrit", source="Ogre")
        assert told
        assert "{" not in told


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_condition_skill_damage_type_ability_and_degree_has_words(lang: str) -> None:
    catalogue = import_module(f"encounter.report.catalogue.{lang}")

    assert set(CONDITIONS.split()) <= set(catalogue.CONDITIONS)
    assert set(SKILLS) == set(catalogue.SKILLS)
    assert set(DAMAGE_TYPES) == set(catalogue.DAMAGE)
    assert set(ABILITIES) == set(catalogue.ABILITIES)
    assert set(DEGREES) == set(catalogue.DEGREES)


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=lambda ruleset: ruleset.name)
def test_every_clause_a_ruleset_can_report_has_words(ruleset: Ruleset) -> None:
    rows = {clause for row in (*ruleset.effects, *ruleset.traits) for clause in row.clause_ids()}

    assert [] == [clause for clause in sorted(rows | ruleset.clauses) if not Words().knows_clause(clause)]


def test_every_ground_on_which_an_intent_is_illegal_has_words() -> None:
    assert [] == [clause for clause in ILLEGAL_NAMES if clause and not Words().knows_clause(clause)]


def test_a_clause_names_its_source_when_it_has_one() -> None:
    words = Words()

    assert "an enemy within 5 ft" == words.clause("close-combat")
    assert "Ogre is within 5 ft" == words.clause("close-combat", source="Ogre")


def test_a_clause_about_somebody_unnamed_has_no_hole() -> None:
    assert "prone near" == Words().clause("prone.near")


def test_an_id_without_words_is_spelled_out() -> None:
    words = Words("fr")

    assert "keen smell" == words.clause("keen-smell")
    assert "marked" == words.condition("marked")
    assert "nodeada de gas" == words.attack("nodeada de gas")


def test_force_and_strength_are_told_apart_where_one_word_has_two_meanings() -> None:
    words = Words("it")

    assert "Forza" == words.ability("str")
    assert "da forza" == words.damage_type("force")


def test_lengths_are_told_in_feet_metres_or_squares() -> None:
    assert "60 ft" == Words().distance(60)
    assert "18 m" == Words("fr", "m").distance(60)
    assert "1,5 m" == Words("it", "m").distance(5)
    assert "1.5 m" == Words("en", "m").distance(5)
    assert "12 casillas" == Words("es", "squares").distance(60)


def test_control_characters_of_a_name_do_not_reach_the_terminal() -> None:
    assert "a?[31mb?" == printable("a\x1b[31mb\x9b")
    assert "Zoë 🐉 גוב" == printable("Zoë 🐉 גוב")


def test_an_unknown_language_or_unit_is_refused() -> None:
    with pytest.raises(ValueError, match="no words for the language 'xx'"):
        Words("xx")
    with pytest.raises(ValueError, match="no such unit of length: 'miles'"):
        Words("en", "miles")
