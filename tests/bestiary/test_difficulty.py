"""Experience points and difficulty, with figures from the tables of both editions."""

import json

import pytest

from encounter.bestiary.difficulty import budget_of, difficulty
from encounter.cli import main
from encounter.scenario import load

FIGHT = """\
title: The den
rules: srd-5.2
map: |
  .wwww.....
  ......ABCD
creatures:
  hero: {kind: character, level: 2, ac: 15, hp: 15, attacks: {sword: {to_hit: 5, damage: 1d8+3 slashing}}}
sides:
  wolves: [{creature: wolf, count: 4, letter: w}]
  heroes:
    - {creature: hero, name: Ada, letter: A}
    - {creature: hero, name: Bram, letter: B}
    - {creature: hero, name: Cleo, letter: C}
    - {creature: hero, name: Dov, letter: D}
"""


def of(tmp_path, text):
    (tmp_path / "x.yaml").write_text(text)
    return difficulty(load(tmp_path / "x.yaml"))


def test_four_wolves_are_a_low_fight_for_four_of_the_second_level(tmp_path):
    """4 x 50 points against a budget of 4 x 100, 4 x 150 and 4 x 200."""
    found = of(tmp_path, FIGHT)
    assert ({"wolves": 200}, [], "heroes", 200, None) == (
        found.xp,
        found.unknown,
        found.party,
        found.against,
        found.adjusted,
    )
    assert ({"low": 400, "moderate": 600, "high": 800}, "low") == (found.budget, found.label)


def test_in_the_older_edition_four_enemies_count_double(tmp_path):
    """200 x 2 = 400, at least the medium threshold of 4 x 100 and below the hard one of 4 x 150."""
    found = of(tmp_path, FIGHT.replace("srd-5.2", "srd-5.1"))
    assert (200, 400, "medium") == (found.against, found.adjusted, found.label)


def test_the_re_roll_system_has_points_and_no_budget(tmp_path):
    found = of(tmp_path, FIGHT.replace("srd-5.2", "reroll"))
    assert ({"wolves": 200}, None, None) == (found.xp, found.budget, found.label)


@pytest.mark.parametrize("change", [("level: 2, ", ""), ("creature: wolf, ", "creature: beast, ")])
def test_without_levels_or_challenge_ratings_there_is_no_label(tmp_path, change):
    text = FIGHT.replace("creatures:\n", "creatures:\n  beast: {ac: 12, hp: 9}\n").replace(*change)
    assert of(tmp_path, text).label is None


@pytest.mark.parametrize(
    ("rules", "level", "shares"),
    [
        ("srd-5.2", 1, [50, 75, 100]),
        ("srd-5.2", 5, [500, 750, 1100]),
        ("srd-5.2", 11, [1900, 2900, 4100]),
        ("srd-5.2", 20, [6400, 13200, 22000]),
        ("srd-5.1", 1, [25, 50, 75, 100]),
        ("srd-5.1", 5, [250, 500, 750, 1100]),
        ("srd-5.1", 11, [800, 1600, 2400, 3600]),
        ("srd-5.1", 20, [2800, 5700, 8500, 12700]),
    ],
)
def test_a_characters_share_of_the_budget(rules, level, shares):
    assert shares == list(budget_of(rules, [level]).values())


def test_check_and_batch_show_points_and_label(tmp_path, capsys):
    file = tmp_path / "x.yaml"
    file.write_text(FIGHT)

    main(["check", str(file)])
    assert f"{file}: 200 XP against heroes: low difficulty (budget: low difficulty 400" in capsys.readouterr().out
    main(["check", str(file), "--json"])
    [fight] = json.loads(capsys.readouterr().out)["fights"]
    main(["batch", str(file), "-n", "2", "--workers", "1", "--json"])
    told = json.loads(capsys.readouterr().out)["difficulty"]

    assert ("low", {"wolves": 200}) == (told["label"], told["xp"])
    assert {"file": str(file), **told} == fight
