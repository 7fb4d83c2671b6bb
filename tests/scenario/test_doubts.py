"""What `check` warns of, and the movement graph behind it."""

from collections.abc import Callable

import networkx
import pytest

from encounter.engine.board import Board
from encounter.scenario import check
from encounter.scenario.space import movement_graph

Write = Callable[..., str]


def warnings(write: Write, rows: str, state: str = "", more: str = "") -> list[str]:
    text = f"""\
map: |
{"".join(f"  {row}" + chr(10) for row in rows.split())}creatures:
  knight: {{ac: 15, hp: 12, attacks: {{glaive: {{to_hit: 4, reach: 10 ft, damage: 1d10 slashing}}}}}}
  ogre: {{ac: 11, hp: 59, size: large}}
sides:
  heroes: [{{creature: knight, letter: A, state: {{{state}}}}}]
  foes: [{{creature: ogre, letter: O{more}}}]
"""
    report = check([write(text)])
    assert [] == report.errors
    return [problem.message for problem in report.warnings]


def test_the_movement_graph_joins_squares_that_are_one_step_apart() -> None:
    """A wall's corner is not cut: the open squares of a 2 x 2 block with one wall make a line."""
    graph = movement_graph(Board(2, 2, bytes([0, 0, 0, 1])), 1)

    assert ([0, 1, 2], [(0, 1), (0, 2)]) == (sorted(graph.nodes), sorted(tuple(sorted(edge)) for edge in graph.edges))
    assert [] == list(movement_graph(Board(2, 2, bytes([0, 0, 0, 1])), 2).nodes)


def test_the_graph_is_one_piece_exactly_where_the_way_is_wide_enough() -> None:
    board = Board(5, 3, bytes([0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0]))

    assert [True, False] == [networkx.is_connected(movement_graph(board, edge)) for edge in (1, 2)]


def test_sides_that_can_never_meet_are_warned_of(write: Write) -> None:
    assert ["`heroes` and `foes` can never meet: no way on the map leads from one to the other"] == warnings(
        write, "A..#... ...#O.. ...#..."
    )
    assert [] == warnings(write, "A..#... ...#O.. .......")


def test_who_arrives_after_the_last_round_is_warned_of(write: Write) -> None:
    assert ["`Ogre` never arrives: the fight ends after round 100"] == warnings(
        write, "A...O. ......", "", ", arrives: 101"
    )
    assert [] == warnings(write, "A...O. ......", "", ", arrives: 100")


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ("to_hit: 4", ["4:50 no-effect"]),
        ("to_hit: 4, hit: [prone]", []),
        ("to_hit: 4, damage: 1 piercing", []),
        ("properties: [net]", []),
        ("properties: [improvised]", []),
    ],
)
def test_an_attack_that_does_nothing_is_warned_of(keys: str, expected: list[str], write: Write) -> None:
    text = f"""\
map: |
  A.g
creatures:
  wolf: {{ac: 12, hp: 5, kind: monster, attacks: {{bite: {{{keys}}}}}}}
sides:
  heroes: [{{creature: wolf, name: Ada, letter: A}}]
  foes: [{{creature: wolf, letter: g}}]
"""
    report = check([write(text)])

    assert [] == report.errors
    assert expected == [f"{problem.line}:{problem.column} {problem.code}" for problem in report.warnings]


def test_somebody_who_is_cut_off_from_every_enemy_is_warned_of(write: Write) -> None:
    text = """\
map: |
  A.g#g
creatures: {wolf: {ac: 12, hp: 5}}
sides:
  heroes: [{creature: wolf, name: Ada, letter: A}]
  foes: [{creature: wolf, count: 2, letter: g}]
"""
    [warning] = check([write(text)]).warnings

    assert "`Wolf 2` can never meet an enemy: no way on the map leads to one" == warning.message


def test_a_gap_that_the_reach_crosses_is_no_obstacle(write: Write) -> None:
    """A glaive strikes over one square of abyss, not over two."""
    assert [] == warnings(write, "A.._O.. ..._... ..._...")
    assert 1 == len(warnings(write, "A..__O.. ...__... ...__..."))


def test_a_large_creature_needs_a_way_of_its_size(write: Write) -> None:
    """The ogre does not fit through a gap of one square, but the knight does: they meet."""
    assert [] == warnings(write, "A..#... ...#O.. .......")


@pytest.mark.parametrize(
    ("state", "more", "expected"),
    [
        ("conditions: [grappled by ogre]", "", "Ogre is 15 ft away and reaches 5 ft"),
        ("conditions: [grappled by ogre]", ", state: {hp: 0}", "Ogre is dead"),
        ("conditions: [grappled by ogre]", ", state: {conditions: [stunned]}", "Ogre is stunned"),
    ],
)
def test_a_grapple_whose_end_has_come_is_warned_of(state: str, more: str, expected: str, write: Write) -> None:
    assert [f"`Knight` is not grappled by `Ogre`: {expected}"] == warnings(write, "A..O.. ...... ......", state, more)


def test_a_grapple_within_reach_holds(write: Write) -> None:
    assert [] == warnings(write, ".AO... ...... ......", "conditions: [grappled by ogre]")


@pytest.mark.parametrize(
    ("edge", "more", "warned"),
    [
        ("wall", "", 1),
        ("window", "", 0),
        ("door", "", 0),
        ("locked door", "", 1),
        ("locked door", "tasks: [{name: force, dc: 10, ability: str, opens: [2, 0, 2, 1]}]", 0),
        ("locked door", "objects: [{name: oak, ac: 10, hp: 5, opens: [2, 0, 2, 1]}]", 0),
    ],
)
def test_a_closed_door_keeps_nobody_apart_and_a_locked_one_that_nothing_opens_does(
    edge: str, more: str, warned: int, write: Write
) -> None:
    text = f"""\
map: |
  A..g
creatures: {{wolf: {{ac: 12, hp: 5}}}}
sides:
  heroes: [{{creature: wolf, name: Ada, letter: A}}]
  foes: [{{creature: wolf, letter: g}}]
edges: [{{kind: {edge}, line: [2, 0, 2, 1]}}]
{more}
"""
    assert warned == len(check([write(text)]).warnings)


def test_a_gap_that_somebody_jumps_over_and_wings_are_ways_to_meet(write: Write) -> None:
    """Strength 16 jumps 15 ft, over two squares."""
    text = """\
map: |
  ....__.....
  A...__....g
creatures:
  wolf: {ac: 12, hp: 5, abilities: {str: STR}, speed: SPEED}
sides:
  heroes: [{creature: wolf, name: Ada, letter: A}]
  foes: [{creature: wolf, letter: g}]
"""
    for strength, speed, warned in ((10, "30 ft", 1), (16, "30 ft", 0), (10, "{walk: 30 ft, fly: 30 ft}", 0)):
        path = write(text.replace("STR", str(strength)).replace("SPEED", speed))
        assert warned == len(check([path]).warnings), (strength, speed)


def test_a_fish_and_a_wolf_that_no_water_joins_are_warned_of(write: Write) -> None:
    text = """\
map: |
  ~f~.._.
  ~~~..__
  ~~~...w
creatures:
  pike: {ac: 12, hp: 5, speed: {walk: 0 ft, swim: 30 ft}}
  wolf: {ac: 12, hp: 5, speed: {walk: 30 ft}}
  eel: {ac: 12, hp: 5, speed: {walk: 0 ft, swim: 30 ft}}
sides:
  heroes: [{creature: pike, letter: f}]
  foes: [{creature: wolf, letter: w}]
"""
    assert [] == check([write(text)]).warnings
    apart = text.replace("creature: wolf", "creature: eel").replace("...w", ".~~w").replace("..__", ".~~~")
    assert ["`heroes` and `foes` can never meet: no way on the map leads from one to the other"] == [
        problem.message for problem in check([write(apart)]).warnings if problem.code == "cannot-meet"
    ]
