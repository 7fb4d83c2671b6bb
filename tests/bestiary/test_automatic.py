"""Traits that act by themselves, from prose to actions of cost `trait`."""

import pytest

from encounter.bestiary.account import account
from encounter.bestiary.automatic import read_trait
from encounter.bestiary.shelf import find

STENCH = {"save": "con 10", "immune_after": "success", "fail": ["poisoned until the start of its next turn"]}


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        (
            "Any creature that starts its turn within 5 ft. of the ghast must succeed on a DC 10 Constitution saving "
            "throw or be poisoned until the start of its next turn. On a successful saving throw, the creature is "
            "immune to the ghast's Stench for 24 hours.",
            {"cost": "trait", "when": "a creature starts its turn within 5 ft", **STENCH},
        ),
        (
            "Constitution Saving Throw: DC 10, any creature that starts its turn in a 5-foot Emanation originating "
            "from the ghast. Failure: The target has the Poisoned condition until the start of its next turn. "
            "Success: The target is immune to this ghast's Stench for 24 hours.",
            {"cost": "trait", "when": "a creature starts its turn within 5 ft", **STENCH},
        ),
        (
            "At the end of each of the azer's turns, each creature of the azer's choice in a 5-foot Emanation "
            "originating from the azer takes 5 (1d10) Fire damage unless the azer has the Incapacitated condition.",
            {
                "cost": "trait",
                "when": "its turn ends",
                "area": "emanation 5 ft",
                "of": "enemies",
                "damage": "1d10 fire",
                "unless": "incapacitated",
            },
        ),
    ],
)
def test_the_prose_of_both_editions_comes_to_the_same_words(text: str, keys: dict[str, str]) -> None:
    assert ({"stench": keys}, []) == read_trait("stench", text)


def test_what_a_trait_does_beside_acting_is_named() -> None:
    text = "A creature that touches the ooze or hits it with a melee attack while within 5 feet of it takes 4 (1d8) "
    text += "acid damage. Any nonmagical weapon made of metal or wood that hits the ooze corrodes."

    assert ["damage to weapons"] == read_trait("corrosive form", text)[1]


@pytest.mark.parametrize(("rules", "name"), [("srd-5.1", "Magma Mephit"), ("srd-5.2", "Magma Mephit")])
def test_a_mephit_of_the_bestiary_bursts(rules: str, name: str) -> None:
    told = account(find(name, rules), rules)

    assert "trait death burst" in told.simulated
    assert "trait death burst" not in told.not_simulated
