"""What is wrong with a file is said with line, column and a suggestion, all of it at once."""

from collections.abc import Callable
from pathlib import Path
from time import process_time

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
        pytest.param(
            [("creatures:", "elevation: [{from: A1, height: 7 ft}]\ncreatures:")], "6:32 bad-length", id="7 ft high"
        ),
        pytest.param(
            [("creatures:", "elevation: [{from: A1, to: Z9, height: 5 ft}]\ncreatures:")],
            "6:28 off-map",
            id="high, off",
        ),
        pytest.param([(LETTER, "letter: A, state: {mounted: Goblin}}")], "17:51 bad-value", id="on an enemy"),
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
        pytest.param([("hp: 12", "hp: 12\n    like: Ada")], "10:11 like-cycle", id="like itself"),
        pytest.param([("hp: 7", "hp: 7\n    multiattack: [bite]")], "13:19 unknown-name", id="multiattack"),
        pytest.param([("title: Test", "title: !!python/object:os.system x")], "1:8 bad-yaml", id="a tag"),
        pytest.param([("title: Test", "title: *nobody")], "1:8 bad-yaml", id="an alias of nothing"),
        pytest.param(
            [("creatures:", "neutral: [heroes, goblins]\ncreatures:")], "6:10 bad-value", id="nobody to fight"
        ),
        pytest.param([(LETTER, "letter: A, count: 63}")], "17:41 bad-value", id="more than can fight"),
        pytest.param([(LETTER, "letter: A, targets: [Ada]}")], "17:44 bad-value", id="prefers itself"),
        pytest.param([("hp: 7", "hp: 7\n    hands: [scimtar]")], "13:13 unknown-name", id="holds nothing known"),
        pytest.param([(LETTER, "letter: A, state: {hands: [shild]}}")], "17:50 unknown-name", id="holds nothing now"),
        pytest.param([("hp: 7", "hp: 7\n    multiattack: []")], "13:18 wrong-type", id="an empty multiattack"),
        pytest.param([(LETTER, f"letter: A, name: {'x' * 81}}}")], "17:40 bad-value", id="too long a name"),
        pytest.param([("goblins:", f"{'x' * 81}:")], "18:3 bad-value", id="too long a name of a side"),
        pytest.param([(LETTER, "letter: A, at: B1}")], "4:4 map-letter", id="drawn and written"),
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


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param(
            [("creatures:", "rulings: [{give: x, roll: atack, by: Adda, against: goblns}]\ncreatures:")],
            ["6:18 wrong-type", "6:27 unknown-name", "6:38 unknown-name", "6:53 unknown-name"],
            id="a ruling",
        ),
        pytest.param(
            [(LETTER, "letter: A, state: {helped: {by: Nobody, against: Nob, chek: x}}}")],
            ["17:55 unknown-name", "17:72 unknown-name", "17:77 unknown-key"],
            id="help",
        ),
        pytest.param(
            [
                (
                    LETTER,
                    "letter: A, state: {concentrating: bless on Nobody, readied: {action: bow, when: x, target: y}}}",
                )
            ],
            ["17:57 unknown-name", "17:92 unknown-name", "17:103 unknown-name", "17:114 unknown-name"],
            id="readied and concentrating",
        ),
        pytest.param(
            [("    ac: 15\n    hp: 7\n", "    ac: x\n    hp: y\n    multiattack: [bite]\n"), ("to_hit: 4, ", "")],
            ["11:9 wrong-type", "12:9 wrong-type", "13:19 unknown-name", "15:7 missing-key"],
            id="a stat block",
        ),
        pytest.param(
            [("creatures:", "zones: [{kind: fogg, from: Z99, to: Y88}]\ncreatures:")],
            ["6:16 unknown-name", "6:28 off-map", "6:37 off-map"],
            id="a zone",
        ),
        pytest.param(
            [("creatures:", "tasks: [{name: t, dc: x, skill: stealth, at: Z99, by: [Nob]}]\ncreatures:")],
            ["6:23 wrong-type", "6:46 off-map", "6:56 unknown-name"],
            id="a task",
        ),
        pytest.param(
            [("creatures:", "objects: [{name: t, ac: x, hp: 3, at: Z99}]\ncreatures:")],
            ["6:25 wrong-type", "6:39 off-map"],
            id="an object",
        ),
        pytest.param(
            [("creatures:", "lights: [{kind: torhc, at: Z99}]\ncreatures:")],
            ["6:17 unknown-name", "6:28 off-map"],
            id="a light",
        ),
    ],
)
def test_a_faulty_value_does_not_hide_those_beside_it(
    changes: list[tuple[str, str]], expected: list[str], problems: Problems
) -> None:
    if "multiattack" in changes[0][1]:  # the second block of the file
        changes = [("ac: 15\n    hp: 12", "ac: 16\n    hp: 12"), *changes]

    assert expected == problems(*changes)


def test_what_is_wrong_with_several_alike_is_told_once(problems: Problems) -> None:
    several = "at: [A1, B1, C1], count: 3, targets: [Gobbo], state: {hp: 99}}"

    assert ["17:61 unknown-name", "17:81 bad-value"] == problems((LETTER, several), (".A.", "..."))


@pytest.mark.parametrize("held", ["Scimitar", "shield", "lit torch", "bouclier", "longsword"])
def test_hands_hold_weapons_shields_and_gear(held: str, problems: Problems) -> None:
    assert [] == problems(("hp: 7", f"hp: 7\n    hands: [{held}]"))


def test_hands_of_the_block_that_another_is_like_are_checked_there(problems: Problems) -> None:
    bow = "  bowman: {like: goblin, attacks: {bow: {to_hit: 4, range: 80 ft, damage: 1d6 piercing}}}\nsides:"

    assert [] == problems(("hp: 7", "hp: 7\n    hands: [scimitar]"), ("sides:", bow))


def test_a_second_document_is_one_error_and_the_first_is_read_all_the_same(problems: Problems) -> None:
    assert ["9:9 wrong-type", "20:1 bad-yaml"] == problems(
        ("hp: 12", "hp: lots"), ("goblin, letter: g}\n", "goblin, letter: g}\n---\ntitle: Another\nmap: x\n")
    )


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param([("  .A.g.", "   .A.g.")], "4:3 map-space", id="the letters of a row that begins with a space"),
        pytest.param([("  .A.g.", "\t.A.g.")], "4:1 tab", id="a tab before a row"),
        pytest.param([("  .A.g.", "  \t.A.g.")], "4:3 tab", id="a tab behind spaces"),
        pytest.param([("  .....\n", "  .....\n" * 401)], "3:3 bad-value", id="the letters beyond the tallest map"),
    ],
)
def test_a_map_that_is_not_as_it_was_meant_is_told_of_once(
    changes: list[tuple[str, str]], expected: str, problems: Problems
) -> None:
    assert [expected] == problems(*changes)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (("hp: 12", "hp: 12\n    like: ADA"), "`ADA` cannot be like itself"),
        (("hp: 7", "hp: 7\n    multiattack: []"), "read an empty list"),
        ((LETTER, 'letter: A, name: ""}'), "(in Ada.name)"),
        ((LETTER, "letter: A, state: {mounted: Goblin}}"), "`Goblin` is not of heroes, the side of `Ada`"),
        (("creature: goblin,", "creature: goblin, state: {prne: x},"), "(in Goblin.state)"),
        (("creatures:", "rulings: [{give: 999999999999}]\ncreatures:"), "a whole number from -99 to 99"),
        ((LETTER, "letter: A, targets: [Zz]}"), "valid: Ada, Goblin"),
        ((LETTER, "letter: A, count: 1000}"), "a whole number from 1 to 62"),
        ((LETTER, "letter: A, targets: [Ada]}"), "`Ada` is itself (in Ada.targets); valid: Goblin"),
        ((LETTER, "letter: A, at: B1}"), "`A` is drawn here, and `Ada` has `at` as well"),
    ],
)
def test_errors_are_worded_for_the_author(
    change: tuple[str, str], expected: str, problems: Problems, write: Write
) -> None:
    problems(change)
    [problem] = check(["x.yaml"]).errors

    assert expected in str(problem)


@pytest.mark.parametrize("name", ["/etc/passwd", "../a.yaml", r"..\a.yaml", r"C:\a.yaml", "sub/../../a.yaml", ".."])
def test_nothing_outside_of_the_scenarios_folder_is_included(name: str, problems: Problems) -> None:
    assert ["2:11 outside"] == problems(("title: Test", f"title: Test\ninclude: ['{name}']"))


def test_an_included_file_in_a_folder_may_include_from_the_scenarios_folder_but_not_from_beyond(
    write: Write, problems: Problems, tmp_path: Path
) -> None:
    (tmp_path / "sub").mkdir()
    write("creatures: {}\n", "up.yaml")
    write("include: [../up.yaml, ../../out.yaml]\n", "sub/x.yaml")

    assert ["1:23 outside"] == problems(("title: Test", "title: Test\ninclude: [sub/x.yaml]"))


def test_a_file_of_many_creatures_is_read_in_a_time_that_grows_as_it_does(problems: Problems) -> None:
    """Names and errors are not each compared with all the others: 6,000 take about 6 times as long as 1,000."""
    seconds = []
    for number in (1000, 6000):
        many = "".join(f"  c{n}: {{hp: 7}}\n" for n in range(number))
        start = process_time()
        found = problems(("creatures:\n", f"creatures:\n{many}"))
        seconds.append(process_time() - start)
        assert number == len(found)

    assert seconds[1] < 15 * seconds[0]


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
