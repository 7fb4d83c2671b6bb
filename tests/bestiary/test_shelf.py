"""The bestiaries: how many, how fast, under which names, and how much of them is played out."""

from time import process_time

import pytest

from encounter.bestiary import shelf
from encounter.bestiary.account import account, pieces
from encounter.bestiary.counting import counted
from encounter.engine.rules.editions import RULESETS

# Of each edition: creatures, and those of them with no attack and no action that calls for a save.
COUNTS = {
    "srd-5.1": (334, ["Frog", "Sea Horse", "Shrieker", "Vampire, Mist Form"]),
    "srd-5.2": (331, ["Giant Fly", "Seahorse", "Shrieker Fungus"]),
}
# What is played out of SRD 5.2.1 at the least, in percent: of the uses with an effect in a fight, and of all printed.
TODAY = {"attack": 100, "action": 86, "trait": 92}
OF_PRINTED = {"attack": 100, "action": 83, "trait": 70}


def all_of(rules: str) -> list[shelf.Beast]:
    return [shelf.read(entry, rules) for entry in shelf.index(rules)]


@pytest.mark.parametrize("rules", COUNTS)
def test_each_edition_has_all_its_creatures_and_98_percent_of_them_can_do_harm(rules):
    beasts = all_of(rules)
    harmless = [
        beast.entry.name
        for beast in beasts
        if not beast.keys.get("attacks") and not any("save" in one for one in beast.keys.get("actions", {}).values())
    ]

    assert COUNTS[rules] == (len(beasts), harmless)
    assert len(harmless) <= 0.02 * len(beasts)


@pytest.mark.parametrize("rules", RULESETS)
def test_every_creature_can_be_built_and_every_piece_of_it_is_played_or_named(rules):
    for entry in shelf.index(shelf.bestiary_of(rules)):
        beast = shelf.read(entry, shelf.bestiary_of(rules))
        found = account(beast, rules)
        for piece in pieces(beast.keys):
            is_named = any(piece == what or piece.startswith(f"{what} ") for what in found.not_simulated)
            assert is_named != (piece in found.simulated), f"{entry.name}: {piece}"


def test_no_less_of_all_attacks_actions_and_traits_is_played_than_was():
    """Of the uses in SRD 5.2.1 that have an effect in a fight; the aim is 90% of the actions and 70% of the traits."""
    counts = counted("srd-5.2")

    assert [] == [f"{kind}: {counts[kind].percent}" for kind, least in TODAY.items() if counts[kind].percent < least]


def test_nine_actions_of_ten_are_played_attacks_being_actions_too():
    """Of all that SRD 5.2.1 prints as actions, bonus actions, reactions and legendary actions."""
    attacks, actions = (counted("srd-5.2")[kind] for kind in ("attack", "action"))

    assert attacks.played + actions.played >= 0.9 * (attacks.printed + actions.printed)


def test_no_less_of_all_that_is_printed_is_played_than_was():
    """The same with what changes nothing in a fight counted as missing."""
    percent = {kind: count.percent_of_printed for kind, count in counted("srd-5.2").items()}

    assert [] == [f"{kind}: {percent[kind]}" for kind, least in OF_PRINTED.items() if percent[kind] < least]


def test_what_changes_nothing_is_printed_but_neither_played_nor_missing():
    traits, actions = (counted("srd-5.2")[kind] for kind in ("trait", "action"))

    assert 0 == traits.missing["trait immutable form"] + actions.missing["action read thoughts"]
    assert traits.effective == traits.played + sum(traits.missing.values()) < traits.printed
    assert actions.effective == actions.played + sum(actions.missing.values()) < actions.printed


def test_one_creature_is_read_in_less_than_20_ms():
    shelf.find("goblin", "srd-5.2")  # the index is read once
    seconds = []
    for entry in shelf.index("srd-5.1")[::30]:
        shelf._text.cache_clear()
        start = process_time()
        shelf.find(entry.name, "srd-5.1")
        seconds.append(process_time() - start)

    assert sorted(seconds)[len(seconds) // 2] < 0.020


@pytest.mark.parametrize(
    ("name", "rules", "meant"),
    [
        ("goblin", "srd-5.1", "Goblin"),
        ("goblin", "srd-5.2", "Goblin Warrior"),
        ("goblin warrior", "srd-5.1", "Goblin"),
        ("GOBLIN", "reroll", "Goblin"),
        ("Will-o\u2019-Wisp", "srd-5.1", "Will-o'-Wisp"),
        ("will-o'-wisp", "srd-5.2", "Will-o'-Wisp"),
        ("vampire", "srd-5.1", "Vampire, Vampire Form"),
        ("Lupo feroce", "srd-5.2", "Dire Wolf"),
        ("loup", "srd-5.1", "Wolf"),
    ],
)
def test_a_creature_is_known_by_its_name_in_either_edition_and_in_other_languages(name, rules, meant):
    assert meant == shelf.named(name, rules).name


def test_every_alias_means_a_creature_that_there_is():
    for rules in shelf.RULES:
        assert set(shelf._by_form(rules).values()) == set(shelf.index(rules))


def test_a_part_of_a_name_finds_all_that_have_it_and_a_type_all_of_its_kind():
    assert ["Goblin Boss", "Goblin Minion", "Goblin Warrior", "Hobgoblin Captain", "Hobgoblin Warrior"] == [
        entry.name for entry in shelf.search("goblin", "srd-5.2")
    ]
    assert 44 == len(shelf.search("dragon", "srd-5.1"))
