"""What is wrong with a file is said with line, column and a suggestion, all of it at once."""

from collections.abc import Callable
from pathlib import Path

import pytest

from clauses import case
from encounter.scenario import ScenarioErrors, check, load
from encounter.scenario.source import Problem

Write = Callable[..., str]
Problems = Callable[..., list[str]]
LETTER = "letter: A}"


def errors(write: Write, content: str | bytes) -> list[Problem]:
    return check([write(content)]).errors


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param([("ac: 15", "armour_class: 15")], "8:5 unknown-key", id="unknown key"),
        pytest.param([("creature: goblin", "creature: gobln")], "19:18 unknown-name", id="misspelt creature"),
        pytest.param(
            [(LETTER, "letter: A, state: {conditions: [stuned, prone]}}")],
            "17:55 unknown-name",
            id="misspelt condition",
        ),
        pytest.param([(LETTER, "letter: A, tactic: archr}")], "17:42 unknown-name", id="misspelt tactic"),
        pytest.param([("    ac: 15\n", "")], "7:3 missing-key", id="no ac"),
        pytest.param([("hp: 12", "hp: lots")], "9:9 wrong-type", id="hp as text"),
        pytest.param([(LETTER, "at: Z9}"), (".A.", "...")], "17:27 off-map", id="off the map"),
        pytest.param([(LETTER, "at: C3}"), (".A.", "...")], "17:27 in-wall", id="in a wall"),
        pytest.param([(LETTER, "at: D2}"), (".A.", "...")], "4:6 occupied", id="two on one square"),
        pytest.param([("hp: 7", "hp: 7\n    size: huge")], "4:6 does-not-fit", id="too large for its place"),
        pytest.param([("1d6+2", "1q6+2")], "14:37 bad-dice", id="broken dice"),
        pytest.param([("1d6+2 slashing", "1d6+2")], "14:37 bad-value", id="damage without a type"),
        pytest.param([("letter: A}", "letter: A")], "17:7 bad-yaml", id="unclosed braces"),
        pytest.param([("ac: 15", "ac: 15: 16")], "8:11 bad-yaml", id="broken yaml"),
        pytest.param([("    ac: 15", "\tac: 15")], "8:1 tab", id="tab"),
        pytest.param([("hp: 12", "hp: 12\n    ac: 16")], "10:5 duplicate-key", id="duplicate key"),
        pytest.param([("creatures:", "legend:\n  #: wall\ncreatures:")], "7:3 legend-comment", id="legend key #"),
        pytest.param(
            [("creatures:", "legend: {#: wall}\ncreatures:")], "6:10 legend-comment", id="legend key # in braces"
        ),
        pytest.param([("creatures:", "legend: {wall: #}\ncreatures:")], "6:16 legend-comment", id="legend glyph #"),
        pytest.param([("  .A.g.", "   .A.g.")], "4:3 map-space", id="a row begins with a space"),
        pytest.param([("  .....\n", "   .....\n")], "3:3 map-space", id="the first row begins with a space"),
        pytest.param([("  ..#..", " ..#..")], "5:2 map-space", id="a row begins left of the others"),
        pytest.param([("title: Test", "title: Test\nrules: srd-5.3")], "2:8 unknown-name", id="unknown ruleset"),
        pytest.param(
            [("    - {creature: goblin, letter: g}\n", ""), (".g", "..")], "18:3 side-empty", id="a side with nobody"
        ),
        pytest.param([("hp: 12", "hp: 12\n    speed: 4 m")], "10:12 bad-length", id="4 m"),
        pytest.param([("  ..#..", "  ..#...")], "5:8 map-row", id="a map row of another length"),
        pytest.param([(LETTER, "letter: A, state: {altitude: 30 ft}}")], "17:42 not-simulated", id="not yet"),
        pytest.param([("hp: 12", "hp: 12\n    actions: {breath: {}}")], "10:5 not-simulated", id="actions"),
        pytest.param(
            [("creatures:", "options: {bodies_cover: true}\ncreatures:")], "6:25 not-simulated", id="bodies as cover"
        ),
        pytest.param(
            [("creatures:", "options: {knock_out: goblns}\ncreatures:")], "6:22 unknown-name", id="nobody knocks out"
        ),
        pytest.param([(LETTER, "letter: A, name: goblins}")], "17:40 duplicate-name", id="named like a side"),
        pytest.param([(LETTER, "letter: A, name: b2}")], "17:40 bad-value", id="named like a square"),
        pytest.param([("goblins:", "draw:")], "18:3 bad-value", id="a side named like an outcome"),
        pytest.param([(".A.", ".A?")], "4:5 map-glyph", id="unknown glyph"),
        pytest.param([(".A.", "AA.")], "4:4 map-letter", id="one letter too many"),
        pytest.param([(LETTER, "letter: A, count: 2}")], "17:31 map-letter", id="one letter too few"),
        pytest.param([("hp: 7", "hp: 7\n    traits: [nimble escap]")], "13:14 unknown-name", id="misspelt trait"),
        pytest.param([("hp: 7", "hp: 7\n    like: goblin")], "13:11 unknown-name", id="like itself"),
        pytest.param([("hp: 7", "hp: 7\n    multiattack: [bite]")], "13:19 unknown-name", id="multiattack"),
        pytest.param([("title: Test", "title: !!python/object:os.system x")], "1:8 bad-yaml", id="a tag"),
        pytest.param([("title: Test", "title: *nobody")], "1:8 bad-yaml", id="an alias of nothing"),
    ],
)
def test_each_mistake_is_shown_where_it_stands(
    changes: list[tuple[str, str]], expected: str, problems: Problems
) -> None:
    assert [expected] == problems(*changes)


def test_every_error_has_a_suggestion_and_a_caret(write: Write) -> None:
    found = errors(write, "map: |\n  ..\nsides: {a: [], b: 7}\nlight: drak\n")

    assert ["3:9", "3:19", "4:8"] == [f"{p.line}:{p.column}" for p in found]
    assert all(p.hint for p in found)
    assert "    light: drak\n           ^" == found[-1].excerpt
    assert "did you mean `dark`?" == found[-1].hint


def test_all_errors_of_a_file_come_at_once(problems: Problems) -> None:
    found = problems(
        ("title", "tittle"), ("ac: 15", "ac: x"), ("to_hit: 4", "tohit: 4"), (LETTER, "letter: A, tactic: x}")
    )

    assert ["1:1 unknown-key", "8:9 wrong-type", "14:18 unknown-key", "17:42 unknown-name"] == found


def test_a_section_that_is_no_yaml_does_not_hide_the_errors_of_the_others(problems: Problems) -> None:
    found = problems(("title: Test", "light: drak"), ("ac: 15", "ac: 15: 16"), (LETTER, "letter: A, tactic: x}"))

    assert ["1:8 unknown-name", "8:11 bad-yaml", "17:42 unknown-name"] == found


@case("C206")
def test_case_c206_five_problems_in_one_run_each_with_name_field_and_value(write: Write) -> None:
    """All five problems come in one run, each with creature name, field and value, and a near match."""
    text = """\
map: |
  ....................
  ....................
creatures:
  wolf: {ac: 12, hp: 5}
sides:
  one:
    - {creature: wolf, name: Aa, at: D1}
    - {creature: wolf, name: Bb, at: D1}
    - {creature: wolf, name: Cc, at: AO1}
    - {creature: wolf, name: Dd, at: E1, state: {conditions: [stuned]}}
    - {creature: wolf, name: Ee, at: F1, targets: [Gobbo]}
  two:
    - {creature: wolf, name: Ff, at: G1, state: {hp: 6}}
"""
    found = [(p.line, p.column, p.message, p.hint) for p in errors(write, text)]

    assert [
        (9, 38, "`Bb` at D1 stands in the space of `Aa`", "give each its own square"),
        (10, 38, "`Cc` at AO1 is off the map", "the map ends at T2"),
        (11, 63, "`stuned` is no condition (in Dd.state.conditions)", "did you mean `stunned`?"),
        (12, 52, "there is no combatant `Gobbo` (in Ee.targets)", "valid: Aa, Bb, Cc, Dd, Ee, Ff, wolf"),
        (14, 54, "`Ff` has 6 hit points and a maximum of 5", "at most 5, or write 6 of 6"),
    ] == found


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", "1:1 empty-file"),
        (b"# nothing but a comment\n", "1:1 empty-file"),
        (b"- a list\n", "1:1 wrong-type"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "3:1 not-text"),
        (b"title: x\n\xff\xfe", "2:1 not-utf8"),
        (b"title: \x07\n", "1:8 bad-yaml"),
        ("title: x".encode("utf-16"), "1:4 not-text"),
        (b"[" * 5000, "1:25 too-deep"),
    ],
)
def test_what_is_no_scenario_at_all(content: bytes, expected: str, write: Write) -> None:
    assert [expected] == [f"{p.line}:{p.column} {p.code}" for p in errors(write, content)][:1]


def test_a_missing_file_names_the_nearest_one(write: Write) -> None:
    write("", "ambush.yaml")
    [missing] = check(["ambusch.yaml"]).errors

    assert "ambusch.yaml:1:1: there is no file ambusch.yaml; did you mean `ambush.yaml`?" == str(missing)


def test_a_missing_file_named_like_a_shipped_one_says_how_to_get_it(write: Write) -> None:
    write("", "z")
    [missing] = check(["goblin-ambsh.yaml"]).errors

    assert "`encounter new goblin-ambush` writes the shipped goblin-ambush.yaml" == missing.hint


def test_a_directory_is_no_scenario(write: Write, tmp_path: Path) -> None:
    write("", "ambush.yaml")
    [problem] = check([tmp_path]).errors

    assert ("is-directory", "name a file in it, such as ambush.yaml") == (problem.code, problem.hint)


def test_billions_of_laughs_are_cut_short(write: Write) -> None:
    """A file of a few lines may not stand for more values than a scenario can need."""
    lines = ["a0: &a0 [1,1,1,1,1,1,1,1,1,1]"]
    lines += [f"a{n}: &a{n} [{','.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 9)]

    assert "alias-limit" in [p.code for p in errors(write, "\n".join(lines))]


def test_an_alias_cannot_contain_itself(write: Write) -> None:
    assert ["1:12 bad-yaml"] == [f"{p.line}:{p.column} {p.code}" for p in errors(write, "title: &a [*a]\n")][:1]


def test_loading_raises_the_same_problems_that_check_lists(write: Write, problems: Problems) -> None:
    listed = problems(("hp: 12", "hp: lots"))
    with pytest.raises(ScenarioErrors) as raised:
        load("x.yaml")

    assert listed == [f"{p.line}:{p.column} {p.code}" for p in raised.value.problems]
    assert "x.yaml:9:9: expected hit points such as 7, 2d6 or 7 (2d6), read `lots` (in Ada.hp)" in str(raised.value)


def test_a_comma_inside_braces_is_explained(problems: Problems, write: Write) -> None:
    """`1,5 m` in braces is the number 1 and a key `5 m`: never 15 (case C214)."""
    assert ["10:19 bad-length", "10:21 unknown-key"] == problems(("hp: 12", "hp: 12\n    speed: {walk: 1,5 m}"))
    assert "a comma inside {...} begins the next key" in check(["x.yaml"]).errors[1].hint
