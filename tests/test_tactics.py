"""What the tactics choose: the same as an exhaustive search, and what a player would call sense."""

from typing import Any

import pytest

from encounter.engine import form
from encounter.engine.encounter import Encounter
from encounter.engine.journal import Journal
from encounter.scenario import load, shipped
from encounter.scenario.compiler import compile
from random_scenes import random_scene

MORE = 10 if form() == "compiled" else 1

# How many fights of each shipped scenario are compared: short fights more often than long ones. Over 200 in all.
COMPARED = {
    ("bridge", "srd-5.1"): 14,
    ("bridge", "srd-5.2"): 20,
    ("bridge", "reroll"): 14,
    ("dark-crypt", "srd-5.1"): 8,
    ("dark-crypt", "reroll"): 4,
    ("goblin-ambush", "srd-5.1"): 12,
    ("goblin-ambush", "srd-5.2"): 8,
    ("goblin-ambush", "reroll"): 6,
    ("moulin-du-heron", "srd-5.1"): 3,
    ("moulin-du-heron", "srd-5.2"): 6,
    ("orc-raid", "srd-5.1"): 4,
    ("orc-raid", "srd-5.2"): 2,
    ("ponte-dei-corvi", "srd-5.1"): 14,
    ("ponte-dei-corvi", "srd-5.2"): 8,
    ("ponte-dei-corvi", "reroll"): 8,
    ("taberna-del-zorro", "reroll"): 25,
    ("wrestlers", "srd-5.1"): 25,
    ("wrestlers", "srd-5.2"): 25,
    ("wrestlers", "reroll"): 16,
}


def told(encounter: Encounter, seed: int, index: int) -> list[dict[str, Any]]:
    """The events of a fight."""
    journal = Journal()
    encounter.fight(seed, index, journal)
    return [event.as_json() for event in journal.events]


def assert_same_fights(fast: Encounter, exhaustive: Encounter, fights: int) -> None:
    """Event by event; the first that differs is shown."""
    for index in range(fights):
        ours, theirs = told(fast, 3, index), told(exhaustive, 3, index)
        for number, (one, other) in enumerate(zip(ours, theirs, strict=False)):
            assert one == other, f"fight {index}, event {number}"
        assert len(ours) == len(theirs)


# The same as the exhaustive search


def test_two_hundred_fights_are_compared():
    assert sum(COMPARED.values()) >= 200


@pytest.mark.parametrize(("name", "rules"), COMPARED)
def test_bounds_change_no_choice_in_the_shipped_scenarios(name, rules):
    """The planner leaves out only what cannot be better: with every possibility weighed the fights are the same."""
    scenario = load(shipped()[name], rules=rules)

    assert_same_fights(compile(scenario), compile(scenario, exhaustive=True), COMPARED[name, rules] * MORE)


FOUND_FAULTS = (63, 212, 247, 514, 851)  # scenes that a bound was once wrong in


@pytest.mark.parametrize("seed", [*range(40), *FOUND_FAULTS])
def test_bounds_change_no_choice_in_scenes_made_up_at_random(seed):
    """Big and Tiny bodies, walls, fog and darkness, reaches, conditions, traits, tactics, riders, 5-10-5."""
    made_up = random_scene(seed, ("srd-5.1", "srd-5.2", "reroll")[seed % 3])

    assert_same_fights(made_up.encounter, compile(made_up.scenario, exhaustive=True), MORE)
