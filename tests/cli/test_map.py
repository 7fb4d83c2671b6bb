"""`encounter map`: any map drawn with the names of its squares, and as JSON."""

import json
from pathlib import Path

import pytest

from encounter.cli import main
from encounter.scenario.shipped import all_files

CELLAR = str(all_files()["old-cellar.dd2vtt"])
SCENE = str(all_files()["old-cellar.yaml"])
KEYS = ["file", "format", "width", "height", "rows", "walls", "doors", "others", "lights", "ambient", "tokens",
        "ignored", "warnings"]  # fmt: skip

Captured = pytest.CaptureFixture[str]

SMALL = {
    "resolution": {"map_size": {"x": 4, "y": 3}, "map_origin": {"x": 0, "y": 0}},
    "line_of_sight": [[{"x": 2, "y": 0}, {"x": 2, "y": 2}, {"x": 4, "y": 2}]],
    "objects_line_of_sight": [],
    "portals": [{"position": {"x": 2, "y": 0.5}, "rotation": 1.5708, "closed": False}],
    "lights": [{"position": {"x": 0.5, "y": 0.5}, "range": 4}],
    "environment": {"ambient_light": "ff000000"},
}


def told(capsys: Captured, *arguments: str) -> tuple[int, str]:
    code = main(["map", *arguments])
    return code, capsys.readouterr().out


def small(folder: Path, **changes: object) -> str:
    file = folder / "small.uvtt"
    file.write_text(json.dumps({**SMALL, **changes}), encoding="utf-8")
    return str(file)


def test_a_map_is_drawn_with_its_walls_between_the_squares(capsys: Captured, tmp_path: Path) -> None:
    assert (
        0,
        """\
   A B C D
1  . ./. .
2  . .│. .
      └───╴
3  . . . .
4 x 3 squares, format universal-vtt.
On the lines between squares: walls 2, doors and windows 1.
Light everywhere: dark.
A light at A1: bright 10 ft, dim 10 ft beyond.
""",
    ) == told(capsys, small(tmp_path))


def test_what_is_found_is_told_in_the_language_and_the_units_asked_for(capsys: Captured, tmp_path: Path) -> None:
    _, out = told(capsys, small(tmp_path), "--lang", "it", "--units", "m")

    assert "Una luce in A1: intensa 3 m, poi fioca 3 m." in out


def test_what_is_ignored_and_warned_of_is_told(capsys: Captured, tmp_path: Path) -> None:
    _, out = told(capsys, small(tmp_path, portals=None, image="AAAA"))

    assert "Ignored: picture (1).\nWarning: the file has no `portals`.\n" in out


def test_the_json_has_every_key_of_the_contract(capsys: Captured, tmp_path: Path) -> None:
    code, out = told(capsys, small(tmp_path), "--json")
    value = json.loads(out)

    assert (0, KEYS) == (code, list(value))
    assert {
        "format": "universal-vtt",
        "width": 4,
        "height": 3,
        "rows": ["....", "....", "...."],
        "walls": [[2, 2, 4, 2], [2, 1, 2, 2]],
        "doors": [{"line": [2, 0, 2, 1], "kind": "door", "state": "open"}],
        "others": [],
        "lights": [{"square": "A1", "bright_ft": 10, "dim_ft": 10}],
        "ambient": "dark",
        "tokens": [],
        "ignored": [],
        "warnings": [],
    } == {key: value[key] for key in KEYS[1:]}


def test_a_scenarios_map_is_drawn_with_who_stands_on_it(capsys: Captured) -> None:
    code, out = told(capsys, SCENE)

    assert 0 == code
    assert " 5  .│. T D . .│. .│. . s . . . .│.\n" in out
    assert "Skeleton 5 at N8." in out


def test_the_json_of_a_scenario_is_that_of_its_map_with_its_combatants(capsys: Captured) -> None:
    of_map = json.loads(told(capsys, CELLAR, "--json")[1])
    of_scene = json.loads(told(capsys, SCENE, "--json")[1])

    assert "scenario" == of_scene["format"]
    assert {"name": "Tamsin", "creature": None, "square": "C5"} == of_scene["tokens"][0]
    same = ("width", "height", "rows", "walls", "doors", "lights", "ambient")
    assert {key: of_map[key] for key in same} == {key: of_scene[key] for key in same}


def test_neighbours_of_one_style_are_drawn_as_one_piece_and_a_pipe_gets_none() -> None:
    """Large maps are drawn within a second or two for that."""
    from encounter.report.maps import map_lines, shown

    row = map_lines(["." * 200 + "##"], [], {(3, 0): ("A", "underline red")}, 10_000, False)[1]

    assert ["dim", "bright_black", "underline red", "bright_black", "bold white"] == [
        str(span.style) for span in row.spans
    ]
    assert (row, [], row.plain) == (shown(row, True), shown(row, False).spans, shown(row, False).plain)


def test_a_map_wider_than_the_terminal_is_told_in_parts() -> None:
    from encounter.report.maps import map_lines
    from encounter.scenario.model import Edge

    lines = map_lines(["." * 30], [Edge("wall", 12, 0, 12, 1)], {(13, 0): ("A", "")}, 30, True)

    assert [
        "   A B C D E F G H I J K L M",
        "1  . . . . . . . . . . . .|.",
        "",
        "   N O P Q R S T U V W X Y Z",
        "1  A . . . . . . . . . . . .",
        "",
        "   AA  AC",
        "1  . . . .",
    ] == [line.plain.rstrip() for line in lines]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "broken JSON: Expecting property name enclosed in double quotes"),
        ("[]", "the file holds a list"),
    ],
)
def test_a_broken_map_is_an_error_with_its_place(capsys: Captured, tmp_path: Path, content: str, message: str) -> None:
    file = tmp_path / "x.dd2vtt"
    file.write_text(content, encoding="utf-8")

    code, out = told(capsys, str(file), "--json")
    [error] = json.loads(out)["errors"]

    assert 2 == code
    assert (str(file), message, "bad-map") == (error["file"], error["message"], error["code"])
    assert 1 == error["line"]


def test_a_map_that_is_not_there_is_an_error_without_a_place(capsys: Captured, tmp_path: Path) -> None:
    code, out = told(capsys, str(tmp_path / "x.tmx"), "--json")
    [error] = json.loads(out)["errors"]

    assert (2, "no-file", None) == (code, error["code"], error["line"])
