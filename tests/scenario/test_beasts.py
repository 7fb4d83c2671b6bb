"""Creatures of the bestiary in scenario files."""

from collections.abc import Callable
from typing import Any

from encounter.scenario import check, load

Problems = Callable[..., list[str]]
Write = Callable[..., str]

FIGHT = """\
title: The den
rules: srd-5.2
map: |
  .w...A....
  ..........
creatures:
  chief: {like: goblin, hp: 20}
sides:
  beasts: [{creature: wolf, letter: w}]
  others: [{creature: chief, letter: A}]
"""


def one(name: str, scenario: Any) -> Any:
    return next(entry.creature for entry in scenario.entries if entry.name == name)


def test_a_creature_that_no_file_has_comes_from_the_bestiary_of_the_ruleset(write: Write) -> None:
    wolf = one("Wolf", load(write(FIGHT)))
    older = one("Wolf", load(write(FIGHT.replace("srd-5.2", "srd-5.1"))))

    assert (12, 11, ("pack tactics",)) == (wolf.ac, wolf.hp.average, tuple(t.name for t in wolf.traits))
    assert (13, 11) == (older.ac, older.hp.average)


def test_a_block_may_start_from_one_of_the_bestiary(write: Write) -> None:
    scenario = load(write(FIGHT))
    chief = one("Chief", scenario)

    assert (15, 20, ["scimitar", "shortbow"]) == (chief.ac, chief.hp.average, [a.name for a in chief.attacks])
    assert ["1/4", "1/4"] == [entry.challenge for entry in scenario.entries]


def test_a_creature_of_the_file_goes_before_one_of_the_bestiary_and_may_start_from_it(write: Write) -> None:
    scenario = load(write(FIGHT.replace("chief: {", "wolf: {like: wolf, ac: 17}\n  chief: {")))

    assert (17, 11) == (one("Wolf", scenario).ac, one("Wolf", scenario).hp.average)


def test_what_of_a_creature_is_not_simulated_is_told_with_the_scenario(write: Write) -> None:
    scenario = load(write(FIGHT.replace("creature: wolf", "creature: mummy").replace("srd-5.2", "srd-5.1")))

    assert "Mummy: rotting fist: curse" in scenario.not_simulated


def test_a_name_that_is_nowhere_suggests_the_nearest_of_the_bestiary(write: Write) -> None:
    write(FIGHT.replace("creature: wolf", "creature: wulf"))
    [problem] = check(["x.yaml"]).errors

    assert ("unknown-name", "did you mean `wolf`?") == (problem.code, problem.hint.lower())


def test_the_name_that_is_asked_for_is_the_name_of_the_combatant(write: Write) -> None:
    scenario = load(write(FIGHT.replace("creature: wolf", "creature: goblin")))

    assert ["Goblin", "Chief"] == [entry.name for entry in scenario.entries]
