"""Heroes of a line: what follows from the class rules at four levels, in scenarios and on the command line."""

import json
from itertools import pairwise
from pathlib import Path

import pytest

from encounter import batch, compile, load
from encounter.bestiary.account import weigh
from encounter.cli import main
from encounter.heroes.building import hero
from encounter.heroes.classes import CLASSES
from encounter.scenario import ScenarioErrors

LEVELS = (1, 5, 11, 17)

# By hand from the rules of each edition: AC, hit points, bonus of the attack, spell save DC (0 none), attacks an
# action, at levels 1, 5, 11 and 17. The array is 15 14 13 12 10 8, 1 more each in 2014 (human), 2 and 1 more for the
# first two in 2024 (background); improvements raise the first ability to 20, then the second, then the third.
FIGURES = {
    ("barbarian", "greataxe"): {
        "srd-5.1": ((14, 14, 5, 0, 1), (14, 50, 7, 0, 2), (14, 104, 9, 0, 2), (16, 192, 11, 0, 2)),
        "srd-5.2": ((13, 14, 5, 0, 1), (13, 50, 7, 0, 2), (14, 115, 9, 0, 2), (16, 209, 11, 0, 2)),
    },
    ("bard", "rapier"): {
        "srd-5.1": ((13, 10, 4, 13, 1), (14, 38, 5, 15, 1), (14, 80, 6, 17, 1), (16, 122, 10, 19, 1)),
        "srd-5.2": ((13, 9, 4, 13, 1), (14, 33, 5, 15, 1), (15, 69, 7, 17, 1), (17, 105, 11, 19, 1)),
    },
    ("cleric", "mace"): {
        "srd-5.1": ((18, 10, 4, 13, 1), (18, 38, 5, 15, 1), (18, 80, 6, 17, 1), (18, 122, 10, 19, 1)),
        "srd-5.2": ((18, 9, 4, 13, 1), (18, 33, 5, 15, 1), (18, 69, 7, 17, 1), (18, 105, 11, 19, 1)),
    },
    ("druid", "quarterstaff"): {
        "srd-5.1": ((16, 10, 1, 13, 1), (16, 38, 2, 15, 1), (16, 80, 3, 17, 1), (16, 156, 5, 19, 1)),
        "srd-5.2": ((15, 10, 1, 13, 1), (15, 38, 2, 15, 1), (15, 91, 3, 17, 1), (15, 173, 5, 19, 1)),
    },
    ("fighter", "longsword"): {
        "srd-5.1": ((18, 12, 5, 0, 1), (20, 44, 7, 0, 2), (20, 103, 9, 0, 3), (20, 191, 11, 0, 3)),
        "srd-5.2": ((19, 12, 5, 0, 1), (21, 44, 7, 0, 2), (21, 114, 9, 0, 3), (21, 191, 11, 0, 3)),
    },
    ("monk", "shortsword"): {
        "srd-5.1": ((15, 10, 5, 0, 1), (16, 38, 7, 0, 2), (17, 80, 9, 0, 2), (19, 122, 11, 0, 2)),
        "srd-5.2": ((15, 9, 5, 0, 1), (16, 33, 7, 0, 2), (18, 69, 9, 0, 2), (20, 105, 11, 0, 2)),
    },
    ("paladin", "longsword"): {
        "srd-5.1": ((18, 12, 5, 12, 1), (20, 44, 7, 13, 2), (20, 92, 9, 14, 2), (20, 140, 11, 18, 2)),
        "srd-5.2": ((18, 11, 5, 12, 1), (21, 39, 7, 13, 2), (21, 81, 9, 15, 2), (21, 123, 11, 19, 2)),
    },
    ("ranger", "longbow"): {
        "srd-5.1": ((14, 12, 5, 12, 1), (16, 44, 9, 13, 2), (17, 92, 11, 14, 2), (17, 140, 13, 18, 2)),
        "srd-5.2": ((14, 11, 5, 12, 1), (16, 39, 9, 13, 2), (17, 81, 11, 15, 2), (17, 123, 13, 19, 2)),
    },
    ("rogue", "shortsword"): {
        "srd-5.1": ((14, 10, 5, 0, 1), (16, 38, 7, 0, 1), (17, 91, 9, 0, 1), (17, 173, 11, 0, 1)),
        "srd-5.2": ((14, 10, 5, 0, 1), (16, 38, 7, 0, 1), (17, 102, 9, 0, 1), (17, 173, 11, 0, 1)),
    },
    ("sorcerer", "fire bolt"): {
        "srd-5.1": ((15, 9, 5, 13, 1), (15, 37, 7, 15, 1), (15, 79, 9, 17, 1), (15, 155, 11, 19, 1)),
        "srd-5.2": ((14, 8, 5, 13, 1), (15, 37, 7, 15, 1), (16, 90, 9, 17, 1), (16, 172, 11, 19, 1)),
    },
    ("warlock", "eldritch blast"): {
        "srd-5.1": ((13, 10, 5, 13, 1), (14, 38, 7, 15, 2), (14, 80, 9, 17, 3), (14, 156, 11, 19, 4)),
        "srd-5.2": ((12, 10, 5, 13, 1), (13, 38, 7, 15, 2), (13, 91, 9, 17, 3), (13, 173, 11, 19, 4)),
    },
    ("wizard", "fire bolt"): {
        "srd-5.1": ((15, 8, 5, 13, 1), (15, 32, 7, 15, 1), (15, 68, 9, 17, 1), (15, 138, 11, 19, 1)),
        "srd-5.2": ((14, 8, 5, 13, 1), (14, 32, 7, 15, 1), (14, 79, 9, 17, 1), (14, 155, 11, 19, 1)),
    },
}


def test_every_class_of_the_srd_has_its_figures() -> None:
    assert list(CLASSES) == [name for name, _ in FIGURES]


@pytest.mark.parametrize("rules", ["srd-5.1", "srd-5.2"])
@pytest.mark.parametrize(("name", "weapon"), FIGURES)
def test_a_hero_follows_from_the_rules_of_its_class(name: str, weapon: str, rules: str) -> None:
    derived = []
    for level in LEVELS:
        keys = hero(name, level, rules)
        creature = weigh(name, keys, rules).creature
        bonus = next(attack.to_hit for attack in creature.attacks if attack.name == weapon)
        attacks = max(creature.attacks_per_action, *(len(way) for way in creature.multiattack), 1)
        derived.append((creature.ac, creature.hp.average, bonus, creature.spell_dc or 0, attacks))

    assert FIGURES[name, weapon][rules] == tuple(derived)


@pytest.mark.parametrize("rules", ["srd-5.1", "srd-5.2", "reroll"])
@pytest.mark.parametrize("name", CLASSES)
def test_no_level_makes_a_hero_weaker(name: str, rules: str) -> None:
    told = [weigh(name, hero(name, level, rules), rules).creature for level in range(1, 21)]

    for before, after in pairwise(told):
        assert before.ac <= after.ac
        assert before.hp.average < after.hp.average
        assert before.attacks_per_action <= after.attacks_per_action
        assert [a.to_hit for a in before.attacks] <= [a.to_hit for a in after.attacks]


def test_dice_grow_with_the_level() -> None:
    """Sneak Attack by every second level, cantrips at 5, 11 and 17, Martial Arts from d4 or d6 on."""
    assert ["sneak attack 1d6", "sneak attack 3d6", "sneak attack 10d6"] == [
        hero("rogue", level, "srd-5.1")["traits"][0] for level in (2, 5, 20)
    ]
    assert ["1d10 fire", "2d10 fire", "3d10 fire", "4d10 fire"] == [
        hero("wizard", level, "srd-5.2")["attacks"]["fire bolt"]["damage"] for level in LEVELS
    ]
    assert ["1d4+3 bludgeoning", "1d10+5 bludgeoning"] == [
        hero("monk", level, "srd-5.1")["attacks"]["unarmed strike"]["damage"] for level in (1, 17)
    ]
    assert "1d6+3 bludgeoning" == hero("monk", 1, "srd-5.2")["attacks"]["unarmed strike"]["damage"]


SCENARIO = """\
rules: srd-5.2
map: |
  ............
  .A........g.
  ............
sides:
  heroes:
    - {hero: HERO, letter: A}
  goblins:
    - {creature: goblin, letter: g, count: 1}
"""


def scenario(folder: Path, entry: str) -> Path:
    file = folder / "fight.yaml"
    file.write_text(SCENARIO.replace("HERO", entry), encoding="utf-8")
    return file


def test_a_hero_of_one_line_is_called_by_its_class_and_fights(tmp_path: Path) -> None:
    made = load(scenario(tmp_path, "fighter 5"))

    entry = made.entries[0]
    assert ("Fighter", "character", 21, 44) == (
        entry.name,
        entry.creature.kind,
        entry.creature.ac,
        entry.creature.hp.average,
    )
    assert "heroes" == next(iter(batch(compile(made), fights=20).outcomes))


def test_with_changes_a_hero_field_by_field(tmp_path: Path) -> None:
    """A glaive takes both hands: no shield; a Strength of 20 is in every figure that follows from it."""
    made = load(scenario(tmp_path, "fighter 5, name: Ada, with: {weapon: glaive, abilities: {str: 20}, hp: 60}"))

    ada = made.entries[0].creature
    glaive = ada.attacks[0]
    assert ("Ada", 19, 60, 20) == (made.entries[0].name, ada.ac, ada.hp.average, ada.abilities[0])
    assert ("glaive", 8, 10, "1d10+5 slashing") == (
        glaive.name,
        glaive.to_hit,
        glaive.reach_ft,
        f"{glaive.damage[0].formula} {glaive.damage[0].type}",
    )


@pytest.mark.parametrize(
    ("entry", "message", "hint"),
    [
        ("fihgter 5", "`fihgter` is no class of the SRD", "did you mean `fighter`?"),
        ("fighter 21", "there is no level 21", "levels go from 1 to 20"),
        ("fighter", "`fighter` is no hero", "write a class and a level: fighter 5"),
        ("fighter 5, with: {weapon: glaiv}", "`glaiv` is no weapon of the SRD", "did you mean `glaive`?"),
        ("fighter 5, creature: goblin", "a combatant is a `creature` or a `hero`, not both", "leave one of them out"),
        (
            "fighter 5, with: {weapon: glaive, shield: yes}",
            "a glaive takes both hands, and a shield one",
            "leave out `shield`, or choose a weapon for one hand",
        ),
        ("fighter 5, with: {acc: 18}", "`acc` is no key of what is different about a hero", "did you mean `ac`?"),
    ],
)
def test_a_hero_that_cannot_be_is_refused_by_name(tmp_path: Path, entry: str, message: str, hint: str) -> None:
    with pytest.raises(ScenarioErrors) as refused:
        load(scenario(tmp_path, entry))

    problem = refused.value.problems[0]
    assert (message, hint) == (problem.message.split(" (in")[0], problem.hint)


def test_with_needs_a_hero(tmp_path: Path) -> None:
    file = scenario(tmp_path, "fighter 5")
    file.write_text(file.read_text().replace("letter: g, count: 1", "letter: g, with: {ac: 12}"), encoding="utf-8")

    with pytest.raises(ScenarioErrors) as refused:
        load(file)

    assert refused.value.problems[0].message.startswith("`with` changes a `hero`")


def test_the_command_prints_a_hero_in_full_and_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == main(["hero", "fighter", "5"])
    text = capsys.readouterr().out
    assert 0 == main(["hero", "fighter", "5", "--json", "--rules", "srd-5.1"])
    told = json.loads(capsys.readouterr().out)

    assert text.startswith("# fighter 5 (srd-5.2): AC 21\n")
    assert ("fighter 5", 20, 44, 2) == (told["name"], told["ac"], told["hp"], told["attacks_per_action"])
    assert "attack longsword" in told["simulated"]
    assert "action action surge" in told["simulated"]
    assert "trait improved critical" in told["simulated"]
    assert [] == told["not_simulated"]


@pytest.mark.parametrize("rules", ["srd-5.1", "srd-5.2", "reroll"])
def test_heroes_of_all_classes_fight_without_an_error(tmp_path: Path, rules: str) -> None:
    sides = "".join(f"    - {{hero: {name} {7 + 2 * (number % 4)}}}\n" for number, name in enumerate(CLASSES))
    foes = "    - {creature: ogre, count: 8}\n"
    rows = "\n".join("  " + "." * 30 for _ in range(20))
    file = tmp_path / "all.yaml"
    at = iter(f"{column}{row}" for row in (2, 4, 6) for column in "BDFH")
    sides = "".join(line.replace("}", f", at: {next(at)}}}") + "\n" for line in sides.splitlines())
    squares = ", ".join(f"{column}{row}" for row in (2, 6, 10, 14) for column in ("T", "Y"))
    foes = foes.replace("}", f", at: [{squares}]}}")
    file.write_text(f"rules: {rules}\nmap: |\n{rows}\nsides:\n  heroes:\n{sides}  ogres:\n{foes}", encoding="utf-8")

    assert 2 == batch(compile(load(file)), fights=2).fights
