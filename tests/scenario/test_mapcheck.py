"""What the movement graph of a map says about a fight."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from encounter.cli import main
from encounter.scenario import load
from encounter.scenario.mapcheck import analyse

SCENE = """\
map: |
{rows}
creatures:
  Ada: {{ac: 15, hp: 12, size: {size}, speed: {speed}, unarmed: true}}
  goblin: {{ac: 15, hp: 7, speed: 30 ft}}
options: {{diagonals: {diagonals}}}
sides:
  heroes: [{{creature: Ada, letter: A}}]
  goblins: [{{creature: goblin, letter: g}}]
{more}
"""

Found = Callable[..., dict[str, Any]]


@pytest.fixture
def found(write: Callable[..., str]) -> Found:
    """What is found on a map of these rows, as the JSON has it."""

    def do(*rows: str, size: str = "medium", speed: str = "30 ft", diagonals: str = "5-5-5", more: str = "") -> Any:
        drawn = "\n".join(f"  {row}" for row in rows)
        text = SCENE.format(rows=drawn, size=size, speed=speed, diagonals=diagonals, more=more)
        return analyse(load(write(text))).as_json()

    return do


def test_an_open_field_has_nothing_to_tell_but_how_far_the_sides_are_apart(found: Found) -> None:
    assert {
        "cannot_meet": [],
        "sealed": [],
        "choke_points": [],
        "unreachable": {"medium": []},
        "rounds_apart": {"heroes/goblins": 1},
    } == found(".......", ".A...g.", ".......")


def test_a_gap_in_a_wall_and_the_squares_before_and_behind_it_are_choke_points(found: Found) -> None:
    """Nobody goes round the corner of a wall aslant. Two gaps beside each other leave a choice."""
    assert ["C2", "D2", "E2"] == found("...#...", ".A...g.", "...#...")["choke_points"]
    assert [] == found("...#...", ".A...g.", ".......", "...#...")["choke_points"]


def test_every_square_of_a_corridor_is_a_choke_point_and_so_are_those_before_its_ends(found: Found) -> None:
    assert ["B2", "C2", "D2", "E2", "F2"] == found("..###..", "A.....g", "..###..")["choke_points"]


def test_a_dead_end_on_the_way_is_no_choke_point(found: Found) -> None:
    """D2 and D1 hang on the way through row 3, which is three squares wide."""
    assert [] == found("###.###", "###.###", "A......", ".......", "......g")["choke_points"]


def test_squares_where_somebody_stands_are_no_choke_points(found: Found) -> None:
    assert ["B1", "C1"] == found("A..g")["choke_points"]


def test_a_closed_door_counts_as_a_way_and_a_locked_one_does_not(found: Found) -> None:
    closed = found("..+..", "A.#.g", "..#..")
    locked = found("..|..", "A.#.g", "..#..", more='legend: {locked door: "|"}')

    assert ([], ["B1", "C1", "D1"]) == (closed["cannot_meet"], closed["choke_points"])
    assert {"heroes/goblins": 1} == closed["rounds_apart"]
    assert [["heroes", "goblins"]] == locked["cannot_meet"]
    assert ([], None) == (locked["choke_points"], locked["rounds_apart"]["heroes/goblins"])


def test_doors_on_edges_count_the_same(found: Found) -> None:
    edges = "edges: [{kind: wall, line: [2, 0, 2, 3]}, {kind: KIND, line: [2, 1, 2, 2]}]"

    closed = found(".....", "A...g", ".....", more=edges.replace("KIND", "door"))
    locked = found(".....", "A...g", ".....", more=edges.replace("KIND", "locked door"))

    assert (["B2", "C2"], []) == (closed["choke_points"], closed["cannot_meet"])
    assert ([], [["heroes", "goblins"]]) == (locked["choke_points"], locked["cannot_meet"])


def test_a_room_without_a_door_is_sealed(found: Found) -> None:
    assert [["E1", "F1"], ["F3"]] == found("A..#..", "..g###", "....#.")["sealed"]


def test_where_a_large_creature_does_not_fit_it_cannot_get(found: Found) -> None:
    """Who is Large squeezes through passages of one square; who is Huge needs two."""
    rows = ("...#....", "...#.#g.", "A..#....", "........", "........", "........")

    assert {"large": [], "medium": []} == found(*rows, size="large")["unreachable"]
    assert {"huge": ["E1", "F1", "E2"], "medium": []} == found(*rows, size="huge")["unreachable"]


def test_a_big_creature_meets_others_beyond_a_passage_that_it_squeezes_through(found: Found) -> None:
    """The ogre squeezes 5 squares of the corridor, each for twice as much, and is 6 squares more away from its end."""
    rows = (".......####.......", ".A................", ".......####......g")

    assert {"heroes/goblins": 3} == found(*rows, size="large", speed="30 ft")["rounds_apart"]
    assert [] == found(*rows, size="large")["unreachable"]["large"]


def test_a_gap_that_somebody_can_jump_over_keeps_nobody_apart(found: Found) -> None:
    """With Strength 10 one jumps 10 ft after a run-up: over one square, and not over two."""
    one = found("....._....", ".A..._...g", "....._....")
    two = found(".....__...", ".A...__..g", ".....__...")

    assert ([], {"heroes/goblins": 2}) == (one["cannot_meet"], one["rounds_apart"])
    assert ([], []) == (one["sealed"], one["choke_points"])
    assert [["heroes", "goblins"]] == two["cannot_meet"]


def test_who_flies_is_kept_apart_by_no_gap(found: Found) -> None:
    told = found("A.____.g", speed="{walk: 5 ft, fly: 30 ft}")

    assert ([], {"heroes/goblins": 1}) == (told["cannot_meet"], told["rounds_apart"])
    assert [["A1", "B1"]] == found("..____A.g")["sealed"]


def test_who_only_swims_meets_whoever_comes_to_the_water(found: Found) -> None:
    """The goblin walks 25 ft to the bank and swims 5 ft more, which cost it 10."""
    assert {"heroes/goblins": 2} == found("~~A~.....g", speed="{walk: 0 ft, swim: 40 ft}")["rounds_apart"]
    assert [["heroes", "goblins"]] == found("A~___g", speed="{walk: 0 ft, swim: 40 ft}")["cannot_meet"]


def test_a_cliff_takes_as_long_as_it_is_climbed(found: Found) -> None:
    """90 ft cost 180 ft of Speed: the goblin climbs 85 ft for 170 ft after 10 ft on level ground, and reaches up."""
    cliff = "elevation: [{from: A1, to: C3, height: 90 ft}]"
    steps = "elevation: [{from: A1, to: C3, height: 5 ft}]"
    rows = ("..........", "..A..g....", "..........")

    assert {"heroes/goblins": 6} == found(*rows, more=cliff)["rounds_apart"]
    assert {"heroes/goblins": 2} == found(*rows, speed="{walk: 30 ft, fly: 60 ft}", more=cliff)["rounds_apart"]
    assert {"heroes/goblins": 1} == found(*rows, more=steps)["rounds_apart"]


def test_the_map_tells_the_heights_of_the_ground_and_of_whoever_begins_in_the_air(
    write: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    more = "elevation: [{from: A1, to: C1, height: 15 ft}]"
    text = SCENE.format(rows="  A..g", size="medium", speed="{fly: 30 ft}", diagonals="5-5-5", more=more)
    path = write(text.replace("letter: A", "letter: A, state: {altitude: 20 ft}"))

    for command in (["map"], ["check", "--map"]):
        assert 0 == main([*command, path])
        told = capsys.readouterr().out
        assert "Ground 15 ft high, from A1 to C1.\nAda begins 20 ft above the ground.\n" in told


def test_higher_ground_is_drawn_on_a_shade() -> None:
    from encounter.report.maps import map_lines

    row = map_lines(["..."], [], {}, 100, False, {(1, 0): " on grey11"})[1]

    assert ["dim", "bright_black", "bright_black on grey11", "bright_black"] == [
        str(span.style) for span in row.spans if row.plain[span.start : span.end].strip()
    ]


@pytest.mark.parametrize(
    ("row", "speed", "rounds"),
    [
        ("Ag", "30 ft", 0),
        ("A......g", "30 ft", 1),  # 30 ft to the square beside the goblin
        ("A.......g", "30 ft", 2),
        ("A.......g", "40 ft", 1),
        ("A::::::g", "30 ft", 2),  # 6 squares that cost 10 ft each
        ("A::::::::::::g", "60 ft", 2),
    ],
)
def test_rounds_apart_are_those_of_the_quicker_side_to_the_square_beside(
    found: Found, row: str, speed: str, rounds: int
) -> None:
    assert {"heroes/goblins": rounds} == found(row, speed=speed)["rounds_apart"]


def test_diagonals_cost_half_as_much_again_where_the_scenario_counts_them_so(found: Found) -> None:
    rows = ["." * 8 for _ in range(8)]
    rows[0], rows[7] = "A" + "." * 7, "." * 7 + "g"

    assert {"heroes/goblins": 1} == found(*rows)["rounds_apart"]
    assert {"heroes/goblins": 2} == found(*rows, diagonals="5-10-5")["rounds_apart"]


def test_check_map_adds_the_map_to_the_json_and_draws_it(
    write: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    rows = "  ...#...\n  .A...g.\n  ...##.#\n  ...#.#."
    path = write(SCENE.format(rows=rows, size="medium", speed="30 ft", diagonals="5-5-5", more=""))

    assert 0 == main(["check", "--map", path, "--json"])
    value = json.loads(capsys.readouterr().out)
    assert {"ok", "errors", "warnings", "map"} <= set(value)
    assert (["C2", "D2", "E2"], [["E4"], ["G4"]]) == (value["map"]["choke_points"], value["map"]["sealed"])

    assert 0 == main(["check", "--map", path])
    assert (
        "   A B C D E F G\n"
        "1  . . . # . . .\n"
        "2  . A ! ! ! g .\n"
        "3  . . . # # . #\n"
        "4  . . . # x # x\n"
        "Rounds of walking between heroes and goblins: 1.\n"
        "Choke points between the sides, drawn as !: C2, D2, E2.\n"
        "Sealed, drawn as x: E4.\n"
        "Sealed, drawn as x: G4.\n"
        "1 file(s), 0 error(s), 0 warning(s)\n"
    ) == capsys.readouterr().out


def test_check_map_of_a_broken_file_has_no_map_and_of_two_files_is_refused(
    write: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    path = write("title: x\n")

    assert 1 == main(["check", "--map", path, "--json"])
    assert None is json.loads(capsys.readouterr().out)["map"]
    assert 2 == main(["check", "--map", path, path, "--json"])
    [error] = json.loads(capsys.readouterr().out)["errors"]
    assert "--map looks at one file at a time" == error["message"]
