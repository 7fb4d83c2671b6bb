"""The command line: answers, exit codes, one JSON value whatever happens, and a quick start."""

import io
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from clauses import case
from encounter import __version__
from encounter.cli import COMMANDS, NOT_YET, main
from encounter.engine import form
from encounter.report.board import marks_for
from encounter.scenario.shipped import shipped

AMBUSH = str(shipped()["goblin-ambush"])

Captured = pytest.CaptureFixture[str]


def answer(capsys: Captured, *arguments: str) -> tuple[int, str, str]:
    code = main(list(arguments))
    out, err = capsys.readouterr()
    return code, out, err


def errors(capsys: Captured, *arguments: str) -> list[dict[str, Any]]:
    """The errors of a command line that is refused with --json: one JSON value, exit code 2."""
    code, out, _ = answer(capsys, *arguments)
    value = json.loads(out)
    assert 2 == code
    assert value["ok"] is False
    assert all(["file", "line", "column", "code", "message", "hint"] == list(one) for one in value["errors"])
    return list(value["errors"])


# ------------------------------------------------------------------------------------------------------------ starting


def imported_by(code: str) -> set[str]:
    told = subprocess.run(
        [sys.executable, "-c", f"import sys\n{code}\nprint(*sys.modules, sep='\\n', file=sys.stderr)"],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[2],
    )
    return set(told.stderr.split())


def test_help_imports_nothing_that_takes_time() -> None:
    modules = imported_by("from encounter.cli import main\nassert main(['--help']) == 0")

    assert "encounter.cli" in modules
    assert not modules & {"networkx", "yaml", "attr", "attrs", "cattrs", "librt", "multiprocessing", "rich.progress"}
    assert not [name for name in modules if name.startswith(("encounter.engine", "encounter.scenario"))]


def test_help_of_a_command_imports_nothing_that_takes_time() -> None:
    for command in COMMANDS:
        modules = imported_by(f"from encounter.cli import main\nassert main(['{command}', '--help']) == 0")
        assert not modules & {"networkx", "yaml", "cattrs"}, command
        assert not [name for name in modules if name.startswith(("encounter.engine", "encounter.scenario"))], command


def test_help_lists_the_commands(capsys: Captured) -> None:
    code, out, _ = answer(capsys, "--help")

    assert 0 == code
    assert all(command in out for command in COMMANDS)
    assert (0, out) == answer(capsys)[:2]


def test_version_says_which_form_of_the_engine_is_loaded(capsys: Captured) -> None:
    assert (0, f"encounter {__version__} (engine: {form()})\n", "") == answer(capsys, "--version")


# ------------------------------------------------------------------------------------------------------------- refusals


def test_an_unknown_command_gives_the_nearest(capsys: Captured) -> None:
    code, out, err = answer(capsys, "btach")

    assert (2, "") == (code, out)
    assert "there is no command 'btach'" in err
    assert "did you mean batch?" in err


@pytest.mark.parametrize("command", NOT_YET)
def test_a_command_that_is_not_there_yet_is_refused_by_name(capsys: Captured, command: str) -> None:
    [error] = errors(capsys, command, "--json")

    assert ("not-simulated", f"the command '{command}' is not there yet") == (error["code"], error["message"])


@pytest.mark.parametrize(
    ("arguments", "message", "hint"),
    [
        (["run"], "the following arguments are required: FILE", "encounter run --help"),
        (["run", AMBUSH, "--jsno"], "unrecognized arguments: --jsno", "did you mean --json?"),
        (["run", AMBUSH, "--fight", "-1"], "argument --fight: -1 is too small, the least is 0", "encounter run --help"),
        (["batch", AMBUSH, "-n", "0"], "argument -n: 0 is too small, the least is 1", "encounter batch --help"),
        (["batch", AMBUSH, "-n", "1.5"], "argument -n: '1.5' is not a whole number", "encounter batch --help"),
        (
            ["run", AMBUSH, "--rules", "srd-5.3"],
            "argument --rules: 'srd-5.3' is no ruleset (srd-5.1, srd-5.2, reroll)",
            "did you mean srd-5.2?",
        ),
        (
            ["run", AMBUSH, "--lang", "eo"],
            "argument --lang: 'eo' is no language (en, it, fr, es)",
            "did you mean es?",
        ),
        (
            ["run", AMBUSH, "--dice", "17,four"],
            "argument --dice: '17,four' is no list of dice such as 17,4",
            "encounter run --help",
        ),
        (["explain", AMBUSH, "Marn", "--via", "C7"], "--via needs --to", None),
        (
            ["explain", AMBUSH, "Marn", "Goblin 1", "--to", "C7"],
            "TARGET belongs to a roll, --to explains a move",
            None,
        ),
        (["new"], "which scenario?", "encounter new --list"),
        (
            ["--seed", "1", "run", AMBUSH],
            "the command comes first: encounter COMMAND [options]",
            f"the commands are {', '.join(COMMANDS)}",
        ),
    ],
)
def test_wrong_usage_says_what_would_be_right(
    capsys: Captured, arguments: list[str], message: str, hint: str | None
) -> None:
    [error] = errors(capsys, *arguments, "--json")

    assert ("usage", message, hint) == (error["code"], error["message"], error["hint"])
    code, out, err = answer(capsys, *arguments)
    assert (2, "") == (code, out)
    assert message in err


@pytest.mark.parametrize("command", ["run", "batch", "explain"])
def test_a_missing_file_is_bad_input(capsys: Captured, command: str, tmp_path: Path) -> None:
    missing = str(tmp_path / "none.yaml")
    [error] = errors(capsys, command, missing, *(["Ada"] if command == "explain" else []), "--json")

    assert missing == error["file"]


def test_an_error_of_the_file_has_its_place_line_and_caret(capsys: Captured, tmp_path: Path) -> None:
    file = tmp_path / "bad.yaml"
    file.write_text("title: Bad\nrulez: srd-5.2\n", encoding="utf-8")
    code, out, err = answer(capsys, "run", str(file))

    assert (2, "") == (code, out)
    assert f"{file}:2:1: " in err
    assert "rulez: srd-5.2" in err
    assert "^" in err


# ------------------------------------------------------------------------------------------------------ check, schema


def test_check_finds_nothing_wrong_with_the_shipped_scenarios(capsys: Captured) -> None:
    code, out, _ = answer(capsys, "check", *(str(file) for file in shipped().values()), "--json")

    assert 0 == code
    assert (True, []) == (json.loads(out)["ok"], json.loads(out)["errors"])


def test_check_of_a_file_with_errors_exits_1(capsys: Captured, tmp_path: Path) -> None:
    file = tmp_path / "bad.yaml"
    file.write_text("title: Bad\nrulez: srd-5.2\n", encoding="utf-8")

    code, out, _ = answer(capsys, "check", str(file), "--json")
    value = json.loads(out)
    assert (1, False) == (code, value["ok"])
    assert [str(file), 2, 1] in [[one[key] for key in ("file", "line", "column")] for one in value["errors"]]

    code, out, err = answer(capsys, "check", str(file))
    assert (1, "") == (code, err)
    assert f"{file}:2:1: error: " in out


def test_check_of_a_missing_file_exits_1(capsys: Captured, tmp_path: Path) -> None:
    code, out, _ = answer(capsys, "check", str(tmp_path / "none.yaml"), "--json")

    assert 1 == code
    assert 1 == len(json.loads(out)["errors"])


def test_schema_is_json(capsys: Captured) -> None:
    code, out, _ = answer(capsys, "schema")

    assert 0 == code
    assert "http://json-schema.org/draft-07/schema#" == json.loads(out)["$schema"]


# ------------------------------------------------------------------------------------------------------------------ new


def test_new_lists_the_shipped_scenarios(capsys: Captured) -> None:
    assert "goblin-ambush" in json.loads(answer(capsys, "new", "--list", "--json")[1])
    assert "goblin-ambush" in answer(capsys, "new", "--list")[1].splitlines()


def test_new_writes_a_scenario_once(capsys: Captured, tmp_path: Path) -> None:
    code, out, _ = answer(capsys, "new", "goblin-ambush", str(tmp_path), "--json")
    written = Path(json.loads(out)["files"][0])

    assert 0 == code
    assert shipped()["goblin-ambush"].read_text(encoding="utf-8") == written.read_text(encoding="utf-8")
    [error] = errors(capsys, "new", "goblin-ambush", str(tmp_path), "--json")
    assert "already there" in error["message"]


def test_new_names_the_nearest_scenario(capsys: Captured, tmp_path: Path) -> None:
    [error] = errors(capsys, "new", "goblin-ambsh", str(tmp_path), "--json")

    assert "goblin-ambush" in error["hint"]


# --------------------------------------------------------------------------------------------- interruptions and pipes


def test_ctrl_c_exits_130_and_json_says_so(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(args: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("encounter.cli.schema.run", interrupt)

    code, out, _ = answer(capsys, "schema", "--json")
    assert 130 == code
    assert {"ok": False, "interrupted": True, "errors": []} == json.loads(out)
    assert (130, "", "interrupted\n") == answer(capsys, "schema")


def test_a_bug_still_gives_a_program_one_value(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    def break_down(args: object) -> int:
        raise RuntimeError("no such thing")

    monkeypatch.setattr("encounter.cli.schema.run", break_down)

    [error] = errors(capsys, "schema", "--json")
    assert ("internal", "RuntimeError: no such thing") == (error["code"], error["message"])
    code, out, err = answer(capsys, "schema")
    assert (2, "") == (code, out)
    assert "Traceback" in err


@pytest.mark.parametrize("arguments", [["schema"], ["run", AMBUSH], ["run", AMBUSH, "--json"], ["run", "--help"]])
def test_a_closed_pipe_is_no_complaint(arguments: list[str]) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "encounter", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=Path(__file__).parents[2],
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    told = process.stderr.read()
    process.stderr.close()

    assert 0 == process.wait()
    assert b"" == told


@pytest.mark.skipif(sys.platform == "win32", reason="no shell that closes a stream, and no full device")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("closing", [">&-", "> /dev/full"])
@pytest.mark.parametrize(
    "arguments",
    [
        ["run", AMBUSH],
        ["batch", AMBUSH, "-n", "5", "--workers", "1"],
        ["schema"],
        ["check", AMBUSH],
        ["new", "--list"],
        ["--help"],
        ["run", "--help"],
        ["run", "missing.yaml", "--json"],
    ],
    ids=lambda arguments: "-".join(arguments[:1] + arguments[-1:]),
)
def test_an_output_that_cannot_be_written_exits_2_without_a_traceback(
    arguments: list[str], closing: str, unbuffered: str
) -> None:
    if closing.endswith("/dev/full") and not Path("/dev/full").exists():
        pytest.skip("no full device here")
    command = f"{shlex.join([sys.executable, '-m', 'encounter', *arguments])} {closing}"
    ended = subprocess.run(
        command,
        shell=True,
        stderr=subprocess.PIPE,
        cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
    )

    assert 2 == ended.returncode
    assert ended.stderr.startswith(b"encounter: the output cannot be written: ")
    assert 1 == ended.stderr.count(b"\n")


@pytest.mark.skipif(sys.platform == "win32", reason="no shell that closes a stream")
@pytest.mark.parametrize("closing", ["2>&-", "2>&- >&-"])
def test_an_error_nobody_can_read_is_not_printed_elsewhere(closing: str) -> None:
    command = f"{shlex.join([sys.executable, '-m', 'encounter', 'run', 'missing.yaml'])} {closing}"
    ended = subprocess.run(command, shell=True, stdout=subprocess.PIPE, cwd=Path(__file__).parents[2])

    assert (2, b"") == (ended.returncode, ended.stdout)


def test_help_shows_brackets_as_they_are_written(capsys: Captured) -> None:
    code, out, _ = answer(capsys, "explain", "--help")

    assert 0 == code
    assert "{conditions: [prone]}" in " ".join(out.split())


@pytest.mark.parametrize("arguments", [["run", AMBUSH], ["batch", AMBUSH, "-n", "5"], ["explain", AMBUSH, "Marn"]])
def test_a_pipe_gets_no_spaces_at_the_ends_of_lines(capsys: Captured, arguments: list[str]) -> None:
    target = ["Goblin 1"] if arguments[0] == "explain" else []
    code, out, _ = answer(capsys, *arguments, *target)

    assert 0 == code
    assert [] == [line for line in out.splitlines() if line != line.rstrip()]


@pytest.mark.parametrize(
    ("arguments", "message", "hint"),
    [
        (["Marm", "Goblin 1"], "nobody in this fight is called 'Marm'", "did you mean Marn?"),
        (
            ["Marn", "Goblin 1", "--attack", "unarmd strike"],
            "Marn has no attack 'unarmd strike'",
            "did you mean unarmed strike?",
        ),
        (["Marn", "--action", "check", "--skill", "stealht"], "'stealht' is no skill", "did you mean stealth?"),
    ],
)
def test_errors_of_explain_keep_the_hint_apart(capsys: Captured, arguments: list[str], message: str, hint: str) -> None:
    [error] = errors(capsys, "explain", AMBUSH, *arguments, "--json")

    assert ("explain", message, hint) == (error["code"], error["message"], error["hint"])


# ------------------------------------------------------------------------------------------- what changes the scenario

APART = """rules: srd-5.2
map: |
  a#b
options: {round_limit: 3}
creatures:
  Ada: {ac: 15, hp: 20, attacks: {axe: {to_hit: 5, damage: 1d8 slashing}}}
sides:
  heroes: [{creature: Ada, name: Ada, letter: a}]
  foes: [{creature: Ada, name: Bo, letter: b}]
"""


@pytest.mark.parametrize("command", ["run", "batch"])
def test_sides_that_cannot_meet_are_warned_of_before_they_fight(capsys: Captured, tmp_path: Path, command: str) -> None:
    (tmp_path / "apart.yaml").write_text(APART, encoding="utf-8")
    more = ["-n", "3"] if command == "batch" else []
    code, out, err = answer(capsys, command, str(tmp_path / "apart.yaml"), *more, "--json")

    assert 0 == code
    assert "warning: `heroes` and `foes` can never meet" in err
    if command == "batch":
        assert {"heroes": None, "foes": None} == json.loads(out)["examples"]["worst"]
        _, out, _ = answer(capsys, command, str(tmp_path / "apart.yaml"), *more)
        assert "typical" in out
        assert "worst" not in out


@pytest.mark.parametrize("command", ["run", "batch", "check"])
def test_whoever_is_placed_elsewhere_stands_there(capsys: Captured, command: str) -> None:
    more = ["-n", "1"] if command == "batch" else []
    code, _, _ = answer(capsys, command, AMBUSH, *more, "--place", "Marn=A10", "--json")
    assert 0 == code

    code, out, _ = answer(capsys, command, AMBUSH, *more, "--place", "Marn=ZZ99", "--json")
    assert (1 if command == "check" else 2) == code
    assert "ZZ99" in out


@case("C210")
@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_names_survive_json_on_a_legacy_console(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from encounter.cli.common import emit

    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding=encoding))
    emit({"name": "Zoë 🐉 гоблин"})

    assert {"name": "Zoë 🐉 гоблин"} == json.loads(raw.getvalue().decode("ascii"))


# ---------------------------------------------------------------------------------------------------------------- batch


def test_batch_names_the_command_that_tells_one_of_its_fights() -> None:
    from encounter.cli.batch import command_for

    args = SimpleNamespace(
        file="my fight.yaml", seed=3, rules="srd-5.1", sets=["goblins.count=8"], places=["Ada=C7"], allow_code=False
    )

    assert (
        "encounter run 'my fight.yaml' --seed 3 --rules srd-5.1 --set goblins.count=8 --place Ada=C7"
        == command_for(args)  # type: ignore[arg-type]
    )


def test_marks_of_the_ambush_are_the_letters_of_its_file() -> None:
    from encounter.scenario.checking import load

    scenario = load(AMBUSH)
    sides = {name: place for place, name in enumerate(scenario.sides)}

    assert ["A", "B", "C", "D", "g1", "g2", "g3", "g4", "g5", "g6"] == marks_for(
        [(entry.letter, sides[entry.side]) for entry in scenario.entries]
    )
