"""`map: {file: ...}`: squares, walls, doors, lights and combatants that another program drew."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from clauses import case
from encounter.engine.board import square_name
from encounter.scenario import Scenario, ScenarioErrors, check, compile, load
from encounter.scenario.model import Edge, Light

CAVE: dict[str, Any] = {
    "resolution": {"map_size": {"x": 7, "y": 5}, "map_origin": {"x": 0, "y": 0}},
    "line_of_sight": [[{"x": 3, "y": 0}, {"x": 3, "y": 5}]],
    "objects_line_of_sight": [],
    "portals": [],
    "lights": [{"position": {"x": 1.5, "y": 1.5}, "range": 4}],
    "environment": {"ambient_light": "ff000000"},
}

SCENE = """\
map: {file: cave.dd2vtt}
creatures:
  Ada: {ac: 15, hp: 12, attacks: {bow: {to_hit: 4, range: 80/320 ft, damage: 1d6 piercing}}}
  goblin: {ac: 15, hp: 7}
sides:
  heroes:
    - {creature: Ada, at: B3}
  goblins:
    - {creature: goblin, at: F3}
"""

OBJECTS = [("Ada", "", 1, 1), ("", "goblin", 4, 0), ("goblin", "", 5, 2), ("Zed", "", 0, 0)]


def portal(x: float, y1: float, y2: float, **more: object) -> dict[str, object]:
    ends = [{"x": x, "y": y1}, {"x": x, "y": y2}]
    return {"position": {"x": x, "y": (y1 + y2) / 2}, "bounds": ends, **more}


@pytest.fixture
def scene(write: Callable[..., str]) -> Callable[..., Scenario]:
    """Load the scene with pieces of its text replaced and keys of its map changed."""

    def do(*changes: tuple[str, str], **keys: object) -> Scenario:
        text = SCENE
        for old, new in changes:
            assert old in text
            text = text.replace(old, new, 1)
        write(json.dumps({**CAVE, **keys}), "cave.dd2vtt")
        return load(write(text))

    return do


@pytest.fixture
def tiled(write: Callable[..., str]) -> Callable[..., Any]:
    """Load the scene on a map of Tiled's with those objects on it, everybody placed by them."""
    pytest.importorskip("pytiled_parser")
    things = [
        {"id": 1, "name": name, "type": kind, "x": 32 * x + 9, "y": 32 * y + 9, "width": 0, "height": 0, "rotation": 0,
         "visible": True, "point": True}
        for name, kind, x, y in OBJECTS
    ]  # fmt: skip
    layer = {"type": "objectgroup", "name": "who", "objects": things}
    root = {"type": "map", "orientation": "orthogonal", "width": 7, "height": 5, "tilewidth": 32, "tileheight": 32,
            "tilesets": [], "layers": [layer]}  # fmt: skip

    def do(*changes: tuple[str, str]) -> str:
        text = SCENE.replace("cave.dd2vtt", "cave.tmj").replace(", at: B3", "").replace(", at: F3", "")
        for old, new in changes:
            assert old in text
            text = text.replace(old, new, 1)
        write(json.dumps(root), "cave.tmj")
        return write(text)

    return do


def refusal(path: str) -> str:
    with pytest.raises(ScenarioErrors) as refused:
        load(path)
    return str(refused.value).splitlines()[0]


def test_squares_edges_and_lights_are_those_of_the_file(scene: Callable[..., Scenario]) -> None:
    made = scene()

    assert (7, 5) == (made.map.width, made.map.height)
    assert (".......",) * 5 == made.map.glyphs
    assert (Edge("wall", 3, 0, 3, 5),) == made.edges
    assert (Light("", (1, 1), 10, 10),) == made.lights
    assert "dark" == made.light


def test_what_the_scenario_says_comes_on_top(scene: Callable[..., Scenario]) -> None:
    more = "light: dim\nlights: [{kind: torch, at: F1}]\nedges: [{kind: open door, line: [3, 1, 3, 2]}]\nsides:"
    made = scene(("sides:", more))

    assert "dim" == made.light
    assert [(5, 0), (1, 1)] == [light.at for light in made.lights]
    assert (Edge("wall", 3, 0, 3, 5), Edge("open door", 3, 1, 3, 2)) == made.edges


@case("C204")
def test_a_closed_portal_bars_steps_and_sight_and_an_open_one_neither(scene: Callable[..., Scenario]) -> None:
    doors = [portal(3, 1, 2, closed=True), portal(3, 3, 4, closed=False)]
    setup = compile(scene(portals=doors)).setup
    board, sight = setup.board, setup.sight
    exits, east_bit = board.exits_of(1), 1

    def passes(row: int) -> tuple[bool, bool]:
        """Whether a step and a look lead from C to D in a row, counted from 0."""
        west = row * 7 + 2
        return bool(exits[west] & east_bit), sight.los(west, 1, west + 1, 1)

    assert "C2" == square_name(7, 7 + 2)
    assert (False, False) == passes(0)  # wall
    assert (False, False) == passes(1)  # closed
    assert (True, True) == passes(3)  # open


def test_rows_are_drawn_over_the_map_with_terrain_and_letters(scene: Callable[..., Scenario]) -> None:
    rows = "map:\n  file: cave.dd2vtt\n  rows: |\n    .......\n    .A.....\n    ....##.\n    .....g.\n    .......\n"
    made = scene(
        ("map: {file: cave.dd2vtt}\n", rows), ("Ada, at: B3", "Ada, letter: A"), ("goblin, at: F3", "goblin, letter: g")
    )

    assert (".......", ".......", "....##.", ".......", ".......") == made.map.glyphs
    assert [(1, 1), (5, 3)] == [entry.at for entry in made.entries]
    assert (Edge("wall", 3, 0, 3, 5),) == made.edges


def test_rows_of_another_size_are_refused(scene: Callable[..., Scenario]) -> None:
    with pytest.raises(ScenarioErrors, match=r"the rows are 2 x 1 squares, cave\.dd2vtt is 7 x 5"):
        scene(("map: {file: cave.dd2vtt}\n", "map:\n  file: cave.dd2vtt\n  rows: |\n    ..\n"))


def test_nobody_stands_off_the_map_or_across_its_walls(scene: Callable[..., Scenario]) -> None:
    with pytest.raises(ScenarioErrors, match="`Goblin` at H3 is off the map"):
        scene(("at: F3", "at: H3"))
    with pytest.raises(ScenarioErrors, match="does not fit at C3: a wall runs through its space"):
        scene(("at: F3", "at: C3"), ("goblin: {", "goblin: {size: large, "))


def test_a_broken_map_is_an_error_where_the_scenario_names_it(write: Callable[..., str]) -> None:
    path = write(SCENE)

    assert f"{path}:1:13: there is no file cave.dd2vtt; the folder . has no such file" == refusal(path)
    write("{", "cave.dd2vtu")
    assert f"{path}:1:13: there is no file cave.dd2vtt; the folder . has no such file" == refusal(path)
    write("{", "cove.dd2vtt")
    assert f"{path}:1:13: there is no file cave.dd2vtt; did you mean `cove.dd2vtt`?" == refusal(path)
    write('{\n"a": }', "cave.dd2vtt")
    wrong = "cave.dd2vtt:2:6: broken JSON: Expecting value; export the map again"
    assert f"{path}:1:13: {wrong}" == refusal(path)


def test_a_map_of_no_known_kind_is_refused(write: Callable[..., str]) -> None:
    write("..", "cave.png")
    path = write(SCENE.replace("cave.dd2vtt", "cave.png"))

    assert "is no map that is known; maps end in .dd2vtt, .uvtt, .df2vtt, .tmj, .tmx" in refusal(path)


def test_a_map_is_found_from_the_scenarios_folder_with_either_separator(
    write: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "maps" / "new").mkdir(parents=True)
    (tmp_path / "fights").mkdir()
    write(json.dumps(CAVE), "maps/new/cave one.dd2vtt")
    path = write(SCENE.replace("cave.dd2vtt", "..\\maps\\new\\cave one.dd2vtt"), "fights/x.yaml")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")

    assert 7 == load(tmp_path / path).map.width


def test_what_the_map_warns_of_check_warns_of(write: Callable[..., str]) -> None:
    write(json.dumps({key: value for key, value in CAVE.items() if key != "portals"}), "cave.dd2vtt")

    found = check([write(SCENE)])

    assert "cave.dd2vtt: the file has no `portals`" in [warning.message for warning in found.warnings]


def test_combatants_stand_where_the_map_has_objects_of_their_name_or_creature(tiled: Callable[..., Any]) -> None:
    path = tiled(("creature: goblin", "creature: goblin, count: 2"))

    made = load(path)

    assert [("Ada", (1, 1)), ("Goblin 1", (4, 0)), ("Goblin 2", (5, 2))] == [(e.name, e.at) for e in made.entries]
    assert ("nobody is `Zed`, which cave.tmj has at A1",) == made.warnings


def test_whoever_has_a_place_of_its_own_needs_no_object(tiled: Callable[..., Any]) -> None:
    made = load(tiled(("creature: goblin", "creature: goblin, at: G5")))

    assert (6, 4) == made.entries[1].at


def test_more_combatants_than_objects_is_an_error(tiled: Callable[..., Any]) -> None:
    path = tiled(("creature: goblin", "creature: goblin, count: 3"))

    assert f"{path}:9:7: nothing says where `Goblin 3` stands; write `letter: A` and draw it, or `at: C7`" == refusal(
        path
    )
