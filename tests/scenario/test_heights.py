"""Who stands above whom: squares shared at different heights, and whoever begins in the air without wings."""

from collections.abc import Callable

import pytest

from encounter.scenario import check

Write = Callable[..., str]


def checked(
    write: Write, drake: str, ada: str = "", more: str = "", fly: str = ", fly: 60 ft"
) -> tuple[list[str], list[str]]:
    """The codes of errors and the messages of warnings of a scenario in which a Large drake may be above Ada."""
    text = f"""\
map: |
  ............
  ............
  ............
  ............
creatures:
  ada: {{ac: 15, hp: 12, speed: {{walk: 30 ft, fly: 30 ft}}, attacks: {{glaive: {{to_hit: 4, damage: 1d10 slashing}}}}}}
  drake: {{ac: 11, hp: 59, size: large, speed: {{walk: 30 ft{fly}}}}}
sides:
  heroes: [{{creature: ada, name: Ada, at: C2, state: {{{ada}}}}}]
  foes: [{{creature: drake, name: Drake, at: B2, state: {{{drake}}}}}]
{more}"""
    report = check([write(text)])
    return [problem.code for problem in report.errors], [problem.message for problem in report.warnings]


@pytest.mark.parametrize(
    ("drake", "ada", "expected"),
    [
        ("", "", ["occupied"]),
        ("altitude: 5 ft", "", []),  # feet at her head
        ("altitude: 50 ft", "", []),
        ("", "altitude: 5 ft", ["occupied"]),  # the drake is 10 ft high
        ("", "altitude: 10 ft", []),
        ("altitude: 20 ft", "altitude: 25 ft", ["occupied"]),
        ("altitude: 20 ft", "altitude: 20 ft", ["occupied"]),
    ],
)
def test_whoever_begins_above_somebody_shares_its_squares(
    write: Write, drake: str, ada: str, expected: list[str]
) -> None:
    assert expected == checked(write, drake, ada)[0]


@pytest.mark.parametrize(("height", "expected"), [(20, []), (5, ["occupied"])])
def test_heights_are_counted_from_the_ground_of_each(write: Write, height: int, expected: list[str]) -> None:
    """The drake stands on the highest of its squares, B2, which is not one of Ada's."""
    more = f"elevation: [{{from: B2, to: B2, height: {height} ft}}]\n"

    assert expected == checked(write, "", "altitude: 5 ft" if height == 5 else "", more)[0]


def test_an_altitude_without_wings_is_warned_of(write: Write) -> None:
    told = ["`Drake` begins 30 ft above the ground and cannot fly"]

    assert told == checked(write, "altitude: 30 ft", fly="")[1]
    assert [] == checked(write, "altitude: 30 ft")[1]


@pytest.mark.parametrize(("height", "warned"), [(40, 0), (30, 1)])
def test_whoever_begins_on_the_side_of_a_wall_climbs_it(write: Write, height: int, warned: int) -> None:
    """The wall must rise above its feet."""
    more = f"elevation: [{{from: D1, to: E4, height: {height} ft}}]\n"

    assert warned == len(checked(write, "altitude: 30 ft", "", more, fly="")[1])
