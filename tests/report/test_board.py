"""The picture of the board: readable on 80 columns, without colours, on any console."""

import io

import pytest
from rich.console import Console

from encounter.report.board import DEAD, DOWN, Piece, Stage, draw, marks_for
from encounter.report.console import console_on, is_ascii
from encounter.report.scenery import shaded
from encounter.report.words import Words
from encounter.scenario.model import Edge, Elevation
from made_up_fight import damage, happening
from scenes import scene


def stage(rows: list[str] | None = None, **changes: Piece) -> Stage:
    pieces = {
        "Ada": Piece("Ada", 0, "A", (0, 0), 24, 24),
        "Skrit": Piece("Skrit", 1, "g1", (3, 1), 7, 7),
        "Snag": Piece("Snag", 1, "g2", (4, 1), 3, 7),
        "Ogre": Piece("Ogre", 1, "o", (4, 2), 59, 59, edge=2),
        **changes,
    }
    return Stage(rows or ["..#...", ".~....", "T.....", "......"], ["heroes", "goblins"], pieces.values())


def picture(of: Stage, width: int = 80, lang: str = "en") -> list[str]:
    return [line.plain for line in draw(of, Words(lang), width, ascii_only=True)]


def test_squares_have_coordinates_and_big_creatures_all_their_squares() -> None:
    assert [
        "  A B C D E F   A  Ada           ######## 24/24",
        "1 A . # . . .      heroes, A1",
        "2 . ~ . g1g2.   g1 Skrit         ######## 7/7",
        "3 T . . . o o      goblins, D2",
        "4 . . . . o o   g2 Snag          ###----- 3/7",
        "                   goblins, E2",
        "                o  Ogre          ######## 59/59",
        "                   goblins, E3",
    ] == picture(stage())


def test_the_legend_goes_below_where_the_width_does_not_hold_both() -> None:
    lines = picture(stage(), width=40)

    assert "4 . . . . o o" == lines[4]
    assert "A  Ada           ######## 24/24" == lines[5]
    assert all(len(line) <= 40 for line in lines)


def test_twenty_by_twenty_and_its_legend_fit_on_80_columns() -> None:
    people = {f"Goblin {n}": Piece(f"Goblin {n}", 1, f"g{n}", (19, n), 7, 7) for n in range(1, 7)}
    lines = picture(Stage(["." * 20] * 20, ["heroes", "goblins"], [*people.values()]))

    assert "   A B C D E F G H I J K L M N O P Q R S T   g1 Goblin 1      ######## 7/7" == lines[0]
    assert all(len(line) <= 80 for line in lines)


def test_the_down_and_the_dead_are_marked() -> None:
    lines = picture(
        stage(
            Ada=Piece("Ada", 0, "A", (0, 0), 0, 24, status=DOWN),
            Skrit=Piece("Skrit", 1, "g1", (3, 1), 0, 7, status=DEAD),
        )
    )

    assert "1 A!. # . . .      heroes, A1, down" == lines[1]
    assert "2 . ~ . x g2.   g1 Skrit         -------- 0/7" == lines[2]
    assert lines[3].endswith("goblins, D2, dead")


def test_conditions_and_temporary_hit_points_stand_in_the_legend() -> None:
    hurt = Piece("Ada", 0, "A", (0, 0), 11, 24, temp_hp=5, conditions={"prone": 1, "exhaustion": 2})
    lines = picture(stage(Ada=hurt), lang="it")

    assert lines[0].endswith("###----- 11/24+5")
    assert "1 A . # . . .      heroes, A1, Prono, Indebolimento" == lines[1]
    assert "2 . ~ . g1g2.      2" == lines[2]


def test_long_lists_of_conditions_are_wrapped_not_cut() -> None:
    names = ("blinded", "deafened", "frightened", "grappled", "poisoned", "restrained")
    lines = picture(stage(Ada=Piece("Ada", 0, "A", (0, 0), 24, 24, conditions=dict.fromkeys(names, 1))))

    text = " ".join(" ".join(lines).split())
    assert all(name in text for name in names)
    assert all(len(line) <= 80 for line in lines)


def test_a_wide_map_is_cut_to_where_the_combatants_are_and_says_so() -> None:
    rows = ["." * 60] * 50
    wide = Stage(
        rows,
        ["heroes", "goblins"],
        [Piece("Ada", 0, "A", (30, 20), 24, 24), Piece("Skrit", 1, "g", (35, 24), 7, 7)],
    )
    lines = picture(wide)

    assert "   AC  AE  AG  AI  AK    A  Ada           ######## 24/24" == lines[0]
    assert "21 . . A . . . . . . .      goblins, AJ25" == lines[3]
    assert "Columns AC to AL, rows 19 to 27 of a map of 60 by 50 squares." == lines[-1]


def test_who_is_outside_a_cut_picture_is_named() -> None:
    apart = Stage(
        ["." * 200] * 3,
        ["heroes", "goblins"],
        [Piece("Ada", 0, "A", (0, 0), 24, 24), Piece("Skrit", 1, "g", (199, 1), 7, 7)],
    )
    lines = picture(apart)

    assert "Outside the picture: Ada and Skrit." in lines
    assert all(len(line) <= 80 for line in lines)


def test_two_in_one_square_are_said_to_share_it() -> None:
    swarm = stage(Swarm=Piece("Swarm", 1, "s", (0, 0), 10, 10))

    assert "Several in one square: Ada." == picture(swarm)[-1]


def test_letters_stay_as_in_the_file_wherever_they_are_unique() -> None:
    assert ["a", "B", "G", "g", "W", "w"] == marks_for([("a", 0), ("B", 0), ("G", 1), ("g", 1), ("W", 1), ("w", 0)])


def test_letters_of_one_side_get_numbers_and_of_two_differ_by_capitals_and_small_letters() -> None:
    assert ["G1", "G2", "A", "a"] == marks_for([("G", 1), ("G", 1), ("A", 0), ("A", 1)])


def test_marks_are_all_different_however_many_share_a_letter() -> None:
    marks = marks_for([("g", 1)] * 90 + [("q", 1)])

    assert 91 == len(set(marks))
    assert all(len(mark) <= 2 for mark in marks)
    assert ["g1", "g9", "gA", "gZ"] == [marks[0], marks[8], marks[9], marks[34]]


def test_the_stage_follows_the_events() -> None:
    followed = stage()
    for event in (
        happening("turn", "Ada", hp=24, square="A1", surprised=False),
        happening("move", "Ada", path=["B1", "C2"], cost_ft=10, forced=False, dragging=[], by=None),
        damage("Skrit", 9, 0, max_hp=7),
        happening("dead", None, "Skrit", because="damage"),
        happening("condition-on", "Ada", "Snag", condition="prone", level=1, rounds=-1, source="shove"),
        happening("leave", None, "Ogre", because="over the edge"),
    ):
        followed.take(event)

    assert (2, 1) == followed.pieces["Ada"].square
    assert (0, DEAD) == (followed.pieces["Skrit"].hp, followed.pieces["Skrit"].status)
    assert {"prone": 1} == followed.pieces["Snag"].conditions
    assert followed.pieces["Ogre"].square is None


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "cp936", "cp437"])
def test_a_console_that_cannot_show_a_name_shows_a_replacement_mark(encoding: str) -> None:
    """Case C210: no crash, and a mark for what the code page lacks."""
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding=encoding)
    console = console_on(stream, width=80)
    named = stage(Ada=Piece("Zoë 🐉 гоблин", 0, "A", (0, 0), 24, 24))
    for line in draw(named, Words("fr"), console.width, is_ascii(console)):
        console.print(line)
    stream.flush()

    shown = raw.getvalue().decode(encoding)
    assert "Zo" in shown
    assert "?" in shown
    assert "########" in shown


def test_an_ascii_console_gets_plain_characters_for_what_the_program_prints() -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii")
    console_on(stream, width=80).print("Début\u00a0: ×2 ░")
    stream.flush()

    assert b"D?but : x2 -" == raw.getvalue().strip()


def test_without_colours_the_terminal_gets_no_colour_codes() -> None:
    stream = io.StringIO()
    console = Console(file=stream, force_terminal=True, no_color=True, width=80)
    for line in draw(stage(), Words(), 80):
        console.print(line)

    assert "\x1b[1;4m" in stream.getvalue()  # the second side is underlined
    assert "36" not in [code for part in stream.getvalue().split("\x1b[")[1:] for code in part.split("m")[0].split(";")]


def test_what_stands_on_lines_is_drawn_between_the_squares_and_doors_swing() -> None:
    edges = [Edge("wall", 2, 0, 2, 2), Edge("door", 2, 0, 2, 1), Edge("arrow slit", 0, 1, 1, 1)]
    guards = {"Ada": Piece("Ada", 0, "A", (0, 0), 24, 24), "Gil": Piece("Gil", 1, "g1", (2, 1), 7, 7)}
    room = Stage(["+..", "..."], ["heroes", "guards"], guards.values(), edges)

    assert [
        "   A  B  C    A  Ada           ######## 24/24",
        "1  A  . +.       heroes, A1",
        '  -""-  |     g1 Gil           ######## 7/7',
        "2  .  . |g1      guards, C2",
    ] == [line.rstrip() for line in picture(room)]

    room.take({"type": "door", "squares": ["B1", "C1"], "window": False, "state": "broken"})
    room.take({"type": "door", "squares": ["A1"], "window": False, "state": "open"})
    assert "/" == picture(room)[1][8]
    assert "/.." == room.rows[0]
    room.take({"type": "door", "squares": ["B1", "C1"], "window": True, "state": "closed"})
    assert "=" == picture(room)[1][8]


def test_darkness_dim_light_and_smoke_show_on_the_board() -> None:
    """A candle at A1 lights two squares and dims the third; smoke has its own mark, and a note says so."""
    scenario = scene(
        "Ada B1 | Gob F1",
        light="dark",
        size=(6, 1),
        states={"Ada": {"carries": ["torch"]}},
        lights=[{"kind": "candle", "at": "A1"}],
        zones=[{"kind": "smoke", "from": "E1", "to": "E1"}],
    ).scenario
    stage = Stage.of(scenario)

    lines = [line.plain for line in draw(stage, Words(), 80)]
    assert "1 . A . . ░ g" in lines[1]
    assert "░ is smoke." in lines
    assert stage.scenery is not None
    assert [2, 2, 1, 0, 0, 0] == list(stage.scenery.levels(stage.pieces))

    stage.take({"type": "light", "actor": "Ada", "target": None, "kind": "torch", "change": "lit", "square": "B1"})
    stage.take({"type": "zone", "actor": None, "target": None, "kind": "smoke", "change": "ends", "squares": ["E1"]})
    assert [2, 2, 2, 2, 2, 2] == list(stage.scenery.levels(stage.pieces))
    assert "1 . A . . . g" in draw(stage, Words(), 80)[1].plain


def test_the_dark_has_a_ground_of_its_own_and_dim_light_dims_the_floor() -> None:
    assert ["red on grey11", "red dim", "red", "red"] == [shaded("red", level, False) for level in range(4)]
    assert ["red on grey11", "red"] == [shaded("red", level, True) for level in range(2)]


def test_who_is_how_high_stands_in_the_legend_until_it_comes_down() -> None:
    stage = stage_of(Gull=Piece("Gull", 0, "G", (0, 0), 9, 9, altitude_ft=30))
    aloft = text_of(stage)
    stage.take({"type": "fall", "actor": "Gull", "target": None, "square": "B2", "feet": 30})

    assert "heroes, A1, 30 ft up" in aloft
    assert "heroes, B2" in text_of(stage)
    assert " up" not in text_of(stage)


def test_ground_that_is_not_level_is_listed_and_shaded() -> None:
    stage = stage_of(Ada=Piece("Ada", 0, "A", (0, 0), 24, 24))
    stage.rises = (Elevation((2, 0), (3, 1), 15), Elevation((0, 3), (0, 3), -10))
    lines = draw(stage, Words("en", "ft"), 80)

    assert "Heights of the ground: C1 to D2 15 ft and A4 to A4 \u221210 ft." == lines[-1].plain
    assert any("on grey" in str(span.style) for span in lines[1].spans)


def stage_of(**pieces: Piece) -> Stage:
    return Stage(["......"] * 4, ["heroes", "goblins"], pieces.values())


def text_of(stage: Stage) -> str:
    return "\n".join(line.plain for line in draw(stage, Words("en", "ft"), 80))
