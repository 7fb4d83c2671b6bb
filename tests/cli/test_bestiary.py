"""`encounter bestiary`: what it prints for people and for programs."""

import json

import pytest

from encounter.cli import main

Captured = pytest.CaptureFixture[str]


def answer(capsys: Captured, *arguments: str) -> tuple[int, str, str]:
    code = main(["bestiary", *arguments])
    out, err = capsys.readouterr()
    return code, out, err


def test_the_list_as_json_has_every_creature_with_what_is_simulated_and_what_is_not(capsys: Captured) -> None:
    code, out, _ = answer(capsys, "list", "--rules", "srd-5.1", "--json")
    listed = json.loads(out)

    assert (0, 334) == (code, len(listed))
    assert all(["name", "cr", "simulated", "not_simulated"] == list(one) for one in listed)
    ape = next(one for one in listed if one["name"] == "Ape")
    assert {
        "name": "Ape",
        "cr": "1/2",
        "simulated": ["attack fist", "attack rock", "multiattack"],
    } == {key: ape[key] for key in ("name", "cr", "simulated")}


def test_one_creature_is_shown_in_the_keys_of_a_scenario_file(capsys: Captured) -> None:
    code, out, _ = answer(capsys, "show", "goblin", "boss", "--json")
    shown = json.loads(out)

    assert 0 == code
    assert {"to_hit": 4, "reach": "5 ft", "damage": "1d6+2 slashing", "with_advantage": "1d4 slashing"} == (
        shown["attacks"]["scimitar"]
    )
    assert ("Goblin Boss", "1", {"walk": "30 ft"}, 17) == (shown["name"], shown["cr"], shown["speed"], shown["ac"])
    assert ("action redirect attack" in shown["simulated"], []) == (True, shown["not_simulated"])


def test_what_is_shown_as_text_can_be_pasted_and_says_what_is_left_out(capsys: Captured) -> None:
    _, out, _ = answer(capsys, "show", "Commoner")

    assert out.splitlines() == [
        "# Commoner: humanoid, CR 0, 10 XP (srd-5.2)",
        "Commoner:",
        "  type: humanoid",
        "  cr: 0",
        "  size: medium",
        "  ac: 10",
        "  hp: 4 (1d8)",
        "  speed: {walk: 30 ft}",
        "  abilities: {str: 10, dex: 10, con: 10, int: 10, wis: 10, cha: 10}",
        "  proficiency: 2",
        "  attacks:",
        "    club: {to_hit: 2, reach: 5 ft, damage: 1d4 bludgeoning}",
        "  traits: [training]",
    ]
    badger = answer(capsys, "show", "badger")[1].splitlines()
    assert ["# not simulated:", "#   burrow speed"] == badger[-2:]


def test_a_search_prints_those_whose_names_fit(capsys: Captured) -> None:
    assert (0, "Gnoll Warrior  CR 1/2  fiend\n", "") == answer(capsys, "search", "gnoll")


def test_a_miss_names_the_nearest(capsys: Captured) -> None:
    code, _, err = answer(capsys, "show", "lamea")

    assert 2 == code
    assert err == "encounter: there is no creature 'lamea' in the bestiary of srd-5.2\n    did you mean `Lamia`?\n"


def test_a_miss_as_json_is_one_problem(capsys: Captured) -> None:
    code, out, _ = answer(capsys, "search", "xyzzy", "--rules", "srd-5.1")
    assert (2, "") == (code, out)
    assert (2, "unknown-name") == (main(["bestiary", "show", "xyzzy", "--json"]), "unknown-name")
    assert "unknown-name" == json.loads(capsys.readouterr().out)["errors"][0]["code"]
