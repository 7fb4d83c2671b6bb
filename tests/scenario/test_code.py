"""Tactics of one's own in a scenario file: only where code is allowed, and every slip told at its place."""

import pickle

import pytest

from encounter.scenario import ScenarioErrors, load
from encounter.scenario.jsonschema import schema

FIGHT = """\
map: |
  A...g
creatures:
  Ada: {ac: 15, hp: 20}
  goblin: {ac: 15, hp: 7}
sides:
  heroes:
    - {creature: Ada, letter: A, tactic: TACTIC}
  foes:
    - {creature: goblin, letter: g}
"""
WOLVES = """\
from encounter.engine.tactic import Tactic


class Waiter(Tactic):
    pass


class Duck:
    def act(self, view): ...
    def react(self, view, mover, strikes): ...


class Demanding(Tactic):
    def __init__(self, courage): ...


class Stone: ...
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "wolves.py").write_text(WOLVES)
    (tmp_path / "broken.py").write_text("1 / 0\n")
    (tmp_path / "needy.py").write_text("import a_module_that_nobody_has\n")
    return tmp_path


def written(folder, tactic):
    (folder / "fight.yaml").write_text(FIGHT.replace("TACTIC", tactic))
    return folder / "fight.yaml"


def problem(folder, tactic, allow_code=True):
    with pytest.raises(ScenarioErrors) as caught:
        load(written(folder, tactic), allow_code=allow_code)
    (found,) = caught.value.problems
    assert (8, 42) == (found.line, found.column)
    return found.code, found.message, found.hint


def test_a_class_in_a_module_beside_the_file_is_a_tactic(folder):
    scenario = load(written(folder, "wolves:Waiter"), allow_code=True)

    assert ["wolves:Waiter", "default"] == [entry.tactic for entry in scenario.entries]
    assert str(folder.resolve()) == scenario.code_folder


def test_any_class_with_act_and_react_will_do(folder):
    assert "wolves:Duck" == load(written(folder, "wolves:Duck"), allow_code=True).entries[0].tactic


def test_the_command_line_can_name_one(folder):
    scenario = load(written(folder, "still"), sets=["Ada.tactic=wolves:Waiter"], allow_code=True)
    assert "wolves:Waiter" == scenario.entries[0].tactic


def test_a_file_without_code_needs_no_folder(folder):
    assert "" == load(written(folder, "still"), allow_code=True).code_folder


def test_a_scenario_carries_the_name_and_no_code(folder):
    scenario = load(written(folder, "wolves:Waiter"), allow_code=True)
    assert scenario == pickle.loads(pickle.dumps(scenario))


def test_code_is_refused_unless_it_was_allowed(folder):
    assert (
        "code-not-allowed",
        "`broken:Anything` is Python code, which a scenario runs only when it is told to",
        "add --allow-code if you trust the file",
    ) == problem(folder, "broken:Anything", allow_code=False)


@pytest.mark.parametrize(
    ("tactic", "code", "message", "hint"),
    [
        ("wolfs:Waiter", "bad-code", "there is no module `wolfs`", "did you mean `wolves`?"),
        ("xyz:Waiter", "bad-code", "there is no module `xyz`", "put xyz.py beside the scenario file"),
        ("wolves:Waitr", "bad-code", "`wolves` has no class `Waitr`", "did you mean `wolves:Waiter`?"),
        ("wolves:Zq", "bad-code", "`wolves` has no class `Zq`", "it has: Waiter, Duck, Demanding"),
        ("wolves:Stone", "bad-code", "`wolves:Stone` is no tactic", "a tactic is a class with `act` and `react`"),
        (
            "broken:Any",
            "bad-code",
            "`broken` cannot be imported: ZeroDivisionError: division by zero",
            "run it with Python alone to see where it fails",
        ),
        (
            "needy:Any",
            "bad-code",
            "`needy` cannot be imported: No module named 'a_module_that_nobody_has'",
            "install what it needs",
        ),
        (
            "wolves:the pack",
            "bad-value",
            "`wolves:the pack` names no Python class (in Ada.tactic)",
            "write module:Class, such as wolves:PackHunter",
        ),
    ],
)
def test_what_cannot_be_loaded_is_told_at_its_place(folder, tactic, code, message, hint):
    assert (code, message, hint) == problem(folder, tactic)


def test_a_tactic_that_wants_arguments_cannot_be_made(folder):
    code, message, hint = problem(folder, "wolves:Demanding")
    assert ("bad-code", "a tactic is made without arguments") == (code, hint)
    assert message.startswith("`wolves:Demanding` cannot be made: TypeError: ")


def test_each_folder_has_its_own_module_of_a_name(folder, tmp_path_factory):
    other = tmp_path_factory.mktemp("other")
    (other / "wolves.py").write_text("class Loner:\n    act = react = lambda *asked: None\n")

    assert "wolves:Waiter" == load(written(folder, "wolves:Waiter"), allow_code=True).entries[0].tactic
    assert "wolves:Loner" == load(written(other, "wolves:Loner"), allow_code=True).entries[0].tactic


def test_the_schema_knows_the_form_of_such_a_name():
    entry = schema()["properties"]["sides"]["additionalProperties"]["items"]["properties"]
    assert "module" not in entry["tactic"]["anyOf"][0]["enum"]
    assert entry["tactic"]["anyOf"][1]["pattern"].startswith("^[A-Za-z_]")
