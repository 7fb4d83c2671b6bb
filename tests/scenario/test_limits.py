"""Numbers that no fight has are refused where they stand."""

from pathlib import Path

import pytest

from encounter.scenario.checking import load
from encounter.scenario.compiler import compile
from encounter.scenario.source import ScenarioErrors

BLOCK = """\
rules: {rules}
map: |
  A.G
creatures:
  ada: {{ac: {ac}, hp: {hp}, traits: [{trait}], attacks: {{bow: {{to_hit: {to_hit}, damage: {damage}, hit: [{hit}]}}}}}}
  gob: {{ac: 13, hp: 7, skills: {{stealth: {skill}}}}}
sides:
  heroes: [{{creature: ada, name: Ada, letter: A}}]
  foes: [{{creature: gob, name: Gob, letter: G}}]
rulings: [{{give: {give}, roll: attack}}]
"""
USUAL = {
    "rules": "srd-5.2",
    "ac": 15,
    "hp": 20,
    "trait": "nimble escape",
    "to_hit": 5,
    "damage": "1d6+3 slashing",
    "hit": "prone",
    "skill": 2,
    "give": "-2",
}
HUGE = 10**20


def problems(tmp_path: Path, **changes: object) -> list[tuple[int, str]]:
    path = tmp_path / "limits.yaml"
    path.write_text(BLOCK.format(**{**USUAL, **changes}), encoding="utf-8")
    try:
        compile(load(str(path)))
    except ScenarioErrors as errors:
        return [(one.line, one.code) for one in errors.problems]
    return []


@pytest.mark.parametrize(
    "damage",
    [
        "100d100 fire",
        "41d6 fire",
        "20d6+21d6 fire",
        "1d101 fire",
        "40d20 fire",
        "1d6+501 fire",
        "1d6-501 fire",
        "[40d12 fire, 40d12 cold, 40d12 acid]",
    ],
)
def test_damage_of_more_dice_than_is_simulated_is_refused(tmp_path: Path, damage: str) -> None:
    assert [(5, "bad-dice")] == problems(tmp_path, damage=damage)


@pytest.mark.parametrize("damage", ["40d12 fire", "10d50 fire", "5d100 fire", "40d6+100 fire", "1d6-9 fire"])
def test_damage_up_to_the_limits_is_taken(tmp_path: Path, damage: str) -> None:
    assert [] == problems(tmp_path, damage=damage)


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({"ac": HUGE}, 5),
        ({"hp": HUGE}, 5),
        ({"hp": "999d9999"}, 5),
        ({"to_hit": HUGE}, 5),
        ({"damage": f"1d6+{HUGE} fire"}, 5),
        ({"hit": "1000d1000 fire"}, 5),
        ({"hit": f"grappled (escape dc {HUGE})"}, 5),
        ({"hit": f"poisoned for {HUGE} rounds"}, 5),
        ({"trait": "sneak attack 100d100"}, 5),
        ({"skill": HUGE}, 6),
        ({"give": HUGE}, 10),
        ({"give": f"re-roll +{HUGE}", "rules": "reroll"}, 10),
    ],
)
def test_a_number_that_does_not_fit_is_an_error_of_its_line(
    tmp_path: Path, changes: dict[str, object], line: int
) -> None:
    assert [line] == [where for where, _ in problems(tmp_path, **changes)]


def test_damage_that_keeps_some_of_its_dice_is_refused_rather_than_rolled_whole(tmp_path: Path) -> None:
    assert [(5, "bad-dice")] == problems(tmp_path, damage="4d6kh3 slashing")
