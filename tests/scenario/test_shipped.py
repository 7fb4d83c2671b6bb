"""The scenarios that come with the program, their schema, and what broken copies of them do."""

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest
import yaml

from encounter.scenario import ScenarioErrors, check, load, schema, shipped, write_shipped
from encounter.scenario.loader import Loader
from encounter.scenario.settings import Settings
from encounter.scenario.shipped import all_files
from encounter.scenario.source import Source
from mangled_texts import mangled

NAMES = sorted(shipped())
VALIDATOR = jsonschema.Draft7Validator(schema())


def text_of(file: str) -> str:
    return all_files()[file].read_text(encoding="utf-8")


def test_ten_or_more_scenarios_are_shipped() -> None:
    wanted = {"goblin-ambush", "orc-raid", "dark-crypt", "bridge", "wrestlers", "sewer"}

    assert wanted < set(NAMES)
    assert "party" not in NAMES


@pytest.mark.parametrize("name", NAMES)
def test_every_shipped_scenario_loads_without_a_warning(name: str, tmp_path: Path) -> None:
    [file, *_] = write_shipped(name, tmp_path)
    report = check([file])

    assert ([], []) == (report.errors, report.warnings)


@pytest.mark.parametrize("file", sorted(file for file in all_files() if file.endswith(".yaml")))
def test_every_shipped_file_agrees_with_the_schema_and_names_it(file: str) -> None:
    text = text_of(file)

    assert [] == [error.message for error in VALIDATOR.iter_errors(yaml.safe_load(text))]
    assert text.startswith("# yaml-language-server: $schema=encounter-schema.json\n")


def test_the_schema_is_draft_7_and_refuses_unknown_keys() -> None:
    jsonschema.Draft7Validator.check_schema(schema())
    scenario: dict[str, Any] = yaml.safe_load(text_of("goblin-ambush.yaml"))

    scenario["creatures"]["Pim"]["armor"] = 15
    scenario["sides"]["goblins"][0]["letters"] = "g"
    scenario["tittle"] = "x"

    assert [["creatures", "Pim"], ["sides", "goblins", 0], []] == sorted(
        [list(error.absolute_path) for error in VALIDATOR.iter_errors(scenario)], key=str
    )


def test_the_schema_lists_the_traits_of_each_ruleset() -> None:
    definitions = schema()["definitions"]

    assert "lucky" in definitions["traits of srd-5.1"]["enum"]
    assert "luck" in definitions["traits of srd-5.2"]["enum"]
    assert "luck" not in definitions["traits of srd-5.1"]["enum"]


def test_goblin_ambush_is_four_heroes_of_second_level_against_six_goblins(tmp_path: Path) -> None:
    made = load(write_shipped("goblin-ambush", tmp_path)[0])
    heroes = [entry.creature for entry in made.entries if entry.side == "heroes"]
    goblins = [entry.creature for entry in made.entries if entry.side == "goblins"]

    assert (20, 20, ("heroes", "goblins"), 4, 6) == (
        made.map.width,
        made.map.height,
        made.sides,
        len(heroes),
        len(goblins),
    )
    assert all(14 <= hero.ac <= 18 and 16 <= hero.hp.average <= 24 and hero.kind == "character" for hero in heroes)
    assert {(15, 10, ("nimble escape",))} == {(g.ac, g.hp.average, tuple(t.name for t in g.traits)) for g in goblins}
    assert [("scimitar", 4, "1d6+2", None), ("shortbow", 4, "1d6+2", 80)] == [
        (attack.name, attack.to_hit, str(attack.damage[0].formula), attack.range_ft) for attack in goblins[0].attacks
    ]


def test_a_scenario_is_written_with_what_it_includes(tmp_path: Path) -> None:
    written = write_shipped("orc-raid", tmp_path)

    assert ["orc-raid.yaml", "party.yaml"] == [file.name for file in written]
    assert text_of("orc-raid.yaml") == written[0].read_text(encoding="utf-8")


def test_a_scenario_is_written_with_its_map(tmp_path: Path) -> None:
    written = write_shipped("old-cellar", tmp_path)

    assert ["old-cellar.yaml", "party.yaml", "old-cellar.dd2vtt"] == [file.name for file in written]
    assert text_of("old-cellar.dd2vtt") == written[2].read_text(encoding="utf-8")


def test_a_scenario_whose_map_needs_an_extra_is_offered_where_the_extra_is(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys.modules["encounter.scenario.shipped"], "find_spec", lambda name: None)
    assert "toll-gate" not in shipped()
    assert "old-cellar" in shipped()
    assert "toll-gate.yaml" == write_shipped("toll-gate", tmp_path)[0].name

    monkeypatch.setattr(sys.modules["encounter.scenario.shipped"], "find_spec", lambda name: object())
    assert "toll-gate" in shipped()


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "bridge.yaml").write_text("mine")
    with pytest.raises(ScenarioErrors, match="already there and is not overwritten"):
        write_shipped("bridge", tmp_path)

    assert "mine" == (tmp_path / "bridge.yaml").read_text()


def test_an_unknown_name_suggests_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(ScenarioErrors, match="did you mean `goblin-ambush`"):
        write_shipped("goblin-ambusch", tmp_path)


def test_a_folder_that_is_not_there_is_made(tmp_path: Path) -> None:
    assert tmp_path / "some" / "where" / "bridge.yaml" == write_shipped("bridge", tmp_path / "some" / "where")[0]
    assert [] == check([tmp_path / "some" / "where" / "bridge.yaml"]).errors


def test_no_folder_is_made_for_a_scenario_that_there_is_not(tmp_path: Path) -> None:
    with pytest.raises(ScenarioErrors, match="no shipped scenario"):
        write_shipped("brigde", tmp_path / "nowhere")

    assert not (tmp_path / "nowhere").exists()


def test_a_file_in_the_place_of_the_folder_is_an_error_and_stays(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("mine")
    with pytest.raises(ScenarioErrors, match="cannot be written"):
        write_shipped("bridge", tmp_path / "taken")

    assert "mine" == (tmp_path / "taken").read_text()


def test_no_broken_text_ends_in_a_traceback(monkeypatch: pytest.MonkeyPatch, write: Callable[..., str]) -> None:
    """Each of 600 mangled scenarios either loads or has errors that stand inside the text and suggest something."""
    for file in ("party.yaml", "old-cellar.dd2vtt", "toll-gate.tmj"):
        write(text_of(file), file)
    random = Random(20)
    for number in range(600):
        text = mangled(text_of(f"{NAMES[number % len(NAMES)]}.yaml"), random)
        loader = Loader("x.yaml", Settings())
        made = loader.read(Source("x.yaml", text))

        assert (made is None) == bool(loader.problems.errors), text
        lines = (*Source("", text).lines, "")
        for problem in loader.problems.errors:
            assert problem.hint, problem
            if problem.file == "x.yaml":
                assert 1 <= problem.line <= len(lines), problem
                assert 1 <= problem.column <= len(lines[problem.line - 1]) + 1, problem
