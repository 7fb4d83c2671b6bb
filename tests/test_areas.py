"""Areas of effect (rules.md 165): the squares of each shape, what walls leave of it, who is caught, with what cover."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from clauses import clause, hear
from encounter.engine.areas import (
    CONE,
    CUBE,
    CYLINDER,
    EMANATION,
    LINE,
    SPHERE,
    Placement,
    Template,
    candidates,
    caught,
    cover_of,
    place_at,
    told,
)
from encounter.engine.board import square_name
from encounter.engine.combatant import Combatant
from encounter.engine.fight import Fight
from encounter.engine.sight import HALF, NONE
from scenes import scene

RULES = "srd-5.1"


class Ground:
    """A scene to lay areas on: squares and combatants by name."""

    def __init__(self, text: str, map: Sequence[str] | None = None, rules: str = RULES, **more: object) -> None:
        self.fight: Fight = scene(text, rules, map=map, **more).position.fight  # type: ignore[arg-type]
        self.rules = rules
        self.width = int(self.fight.board.width)

    def __getitem__(self, name: str) -> Combatant:
        return next(c for c in self.fight.combatants if c.name == name)

    def at(self, square: str) -> int:
        return ord(square[0]) - 65 + (int(square[1:]) - 1) * self.width

    def place(self, who: str, template: Template, square: str, range_ft: int = 0) -> Placement:
        return place_at(self.fight, self[who], template, self.at(square), range_ft)

    def drawn(self, placement: Placement) -> list[str]:
        """The map with a star where the area lies."""
        inside = set(placement.squares)
        rows = []
        for y in range(self.fight.board.height):
            squares = range(y * self.width, (y + 1) * self.width)
            rows.append("".join("*" if at in inside else "#" if self._solid(at) else "." for at in squares))
        return rows

    def names(self, placement: Placement) -> list[str]:
        return [square_name(self.width, square) for square in placement.squares]

    def caught(self, placement: Placement) -> list[str]:
        mask = caught(self.fight, placement)
        return [str(c.name) for c in self.fight.combatants if c.bit & mask]

    def told(self, placement: Placement) -> tuple[str, list[Any], list[Any]]:
        """What an event tells of it: the clause of its shape, who is caught, and whom total cover shields."""
        said: dict[str, Any] = told(self.fight, placement)
        hear(self.rules, said)
        return said["clause"], said["caught"], said["shielded"]

    def _solid(self, square: int) -> bool:
        return bool(self.fight.board.blocks_lines[square])


# Shapes on open ground


@clause("area.cone")
def test_a_cone_of_15_ft_along_the_grid_is_one_square_one_square_and_three(rules: str) -> None:
    """Its width at any point is the distance of that point from its origin."""
    ground = Ground("Ada B3 | Gob E3", rules=rules, size=(7, 5))
    placed = ground.place("Ada", Template(CONE, 15), "E3")

    assert [
        ".......",
        "....*..",
        "..***..",
        "....*..",
        ".......",
    ] == ground.drawn(placed)
    assert ("area.cone", [{"name": "Gob", "cover": "none"}]) == ground.told(placed)[:2]


def test_a_cone_of_15_ft_across_the_grid_starts_at_the_corner_and_covers_six() -> None:
    ground = Ground("Ada A1 | Gob D4", size=(5, 5))

    assert [
        ".....",
        ".**..",
        ".***.",
        "..*..",
        ".....",
    ] == ground.drawn(ground.place("Ada", Template(CONE, 15), "D4"))


def test_a_cone_starts_where_the_line_from_the_middle_of_the_space_leaves_it() -> None:
    ground = Ground("Ogre A1, large | Gob F2", size=(7, 5))
    placed = ground.place("Ogre", Template(CONE, 15), "F2")

    assert (4, 3) == (placed.x, placed.y)  # in half squares: the middle of the east side of B2
    assert [
        "....*..",
        "..***..",
        "....*..",
        ".......",
        ".......",
    ] == ground.drawn(placed)


def test_a_cone_aimed_aslant_leaves_no_gap_beside_its_maker() -> None:
    ground = Ground("Ada A4 | Gob E3", size=(7, 5))
    placed = ground.place("Ada", Template(CONE, 15), "E3")

    assert (2, 7) == (placed.x, placed.y)
    assert "B4" in ground.names(placed)


@clause("area.line")
def test_a_line_is_5_ft_wide_unless_it_says_otherwise(rules: str) -> None:
    ground = Ground("Ada A3 | Gob F3", rules=rules, size=(7, 5))
    placed = ground.place("Ada", Template(LINE, 25, 5), "F3")

    assert [
        ".......",
        ".......",
        ".*****.",
        ".......",
        ".......",
    ] == ground.drawn(placed)
    assert ("area.line", [{"name": "Gob", "cover": "none"}]) == ground.told(placed)[:2]


def test_a_line_of_10_ft_starts_at_a_corner_and_covers_two_rows() -> None:
    ground = Ground("Ada A3 | Gob F3", size=(7, 5))

    assert [
        ".......",
        ".*****.",
        ".*****.",
        ".......",
        ".......",
    ] == ground.drawn(ground.place("Ada", Template(LINE, 25, 10), "F3"))


@clause("area.sphere")
def test_a_sphere_of_10_ft_covers_twelve_squares_about_a_corner(rules: str) -> None:
    """The corner of the square that catches most enemies and fewest others."""
    ground = Ground("Ada A1 | Gob C3", rules=rules, size=(6, 6))
    placed = ground.place("Ada", Template(SPHERE, 10), "D4", 60)

    assert [
        "......",
        "..**..",
        ".****.",
        ".****.",
        "..**..",
        "......",
    ] == ground.drawn(placed)
    assert ("area.sphere", [{"name": "Gob", "cover": "none"}]) == ground.told(placed)[:2]


@clause("area.cylinder")
def test_a_cylinder_covers_the_ground_of_a_sphere(rules: str) -> None:
    """4, 12, 32, 52, 80 and 112 squares for 5 to 30 ft: those of which half lies inside."""
    ground = Ground("Ada A1 | Gob B2", rules=rules, size=(20, 20))
    counted = []
    for radius in (5, 10, 15, 20, 25, 30):
        sphere = ground.place("Ada", Template(SPHERE, radius), "J10", 120)
        cylinder = ground.place("Ada", Template(CYLINDER, radius, 0, 40), "J10", 120)
        assert list(sphere.squares) == list(cylinder.squares)
        assert "area.cylinder" == ground.told(cylinder)[0]
        counted.append(len(sphere.squares))

    assert [4, 12, 32, 52, 80, 112] == counted


@clause("area.cube")
def test_a_cube_without_a_range_has_a_face_against_its_makers_space(rules: str) -> None:
    ground = Ground("Ada A3 | Gob B3; Orc B5; Imp D4", rules=rules, size=(6, 5))
    placed = ground.place("Ada", Template(CUBE, 15), "B3")

    assert [
        "......",
        "......",
        ".***..",
        ".***..",
        ".***..",
    ] == ground.drawn(placed)
    assert "area.cube" == ground.told(placed)[0]
    assert ["Gob", "Orc", "Imp"] == ground.caught(placed)


def test_a_cube_cannot_hold_what_no_cube_against_the_makers_space_holds() -> None:
    ground = Ground("Ada A3 | Gob F3", size=(6, 5))

    assert not ground.place("Ada", Template(CUBE, 15), "F3").is_possible


def test_a_cube_at_a_distance_lies_about_the_middle_of_a_square_or_about_a_corner() -> None:
    ground = Ground("Ada A1 | Gob E4", size=(6, 5))

    assert [
        "......",
        "......",
        "...***",
        "...***",
        "...***",
    ] == ground.drawn(ground.place("Ada", Template(CUBE, 15), "E4", 60))
    assert 2 * 2 == len(ground.place("Ada", Template(CUBE, 10), "E4", 60).squares)


@clause("area.emanation")
def test_an_emanation_extends_from_the_space_and_leaves_out_its_maker(rules: str) -> None:
    ground = Ground("Ogre C3, large; Ada E5 | Gob G4", rules=rules, size=(8, 7))
    placed = ground.place("Ogre", Template(EMANATION, 10), "A1")

    assert [
        "******..",
        "******..",
        "******..",
        "******..",
        "******..",
        "******..",
        "........",
    ] == ground.drawn(placed)
    assert ("area.emanation", [{"name": "Ada", "cover": "none"}]) == ground.told(placed)[:2]


def test_an_emanation_moves_with_its_maker() -> None:
    ground = Ground("Ada A1 | Gob F1", size=(8, 3))
    assert [] == ground.caught(ground.place("Ada", Template(EMANATION, 10), "A1"))

    ground.fight.relocate(ground["Ada"], ground.at("D1"))

    assert ["Gob"] == ground.caught(ground.place("Ada", Template(EMANATION, 10), "A1"))


def test_an_emanation_counts_diagonals_as_the_ruleset_does() -> None:
    ground = Ground("Ada C3 | Gob E5", size=(5, 5), options={"diagonals": "5-10-5"})

    assert [
        ".***.",
        "*****",
        "*****",
        "*****",
        ".***.",
    ] == ground.drawn(ground.place("Ada", Template(EMANATION, 10), "C3"))


# Walls


@clause("area.cover")
def test_what_no_straight_line_from_the_origin_reaches_is_left_out(rules: str) -> None:
    rows = ["......", "...#..", "...#..", "...#..", "......"]
    ground = Ground("Ada A3 | Gob E3; Orc C3; Imp F1", rules=rules, map=rows)
    placed = ground.place("Ada", Template(CONE, 30), "E3")

    assert [
        ".....*",
        "...#..",
        ".**#..",
        "...#..",
        ".....*",
    ] == ground.drawn(placed)
    _, inside, shielded = ground.told(placed)
    assert ["Orc", "Imp"] == [one["name"] for one in inside]
    assert [{"name": "Gob", "clause": "area.cover"}] == shielded


def test_a_closed_door_keeps_an_area_out_and_an_open_one_lets_it_through() -> None:
    closed, opened = (Ground("Ada A2 | Gob E2", map=["..#..", f"..{door}..", "..#.."]) for door in ("+", "/"))

    assert [] == closed.caught(closed.place("Ada", Template(CONE, 30), "E2"))
    assert ["Gob"] == opened.caught(opened.place("Ada", Template(CONE, 30), "E2"))


def test_a_wall_on_an_edge_keeps_an_area_out() -> None:
    edges = [{"kind": "wall", "line": [3, 0, 3, 3]}]
    ground = Ground("Ada A2 | Gob E2", size=(5, 3), edges=edges)

    assert ["***..", "***..", "***.."] == ground.drawn(ground.place("Ada", Template(SPHERE, 15), "B2", 60))


def test_a_cone_does_not_leave_through_the_closed_corner_that_it_starts_at() -> None:
    """Walls that touch at a corner leave no gap, and the maker stands on one side of it."""
    ground = Ground("Ada A1 | Gob C3", map=[".#.", "#..", "..."])

    assert [] == ground.caught(ground.place("Ada", Template(CONE, 15), "C3"))


def test_a_point_of_origin_needs_a_straight_line_and_the_range() -> None:
    """The corners of C1 that face the maker are in a line of sight, the point behind the wall is not."""
    ground = Ground("Ada A1 | Gob G1", map=["...#...", "...#..."])

    assert ["Gob"] != ground.caught(ground.place("Ada", Template(SPHERE, 20), "G1", 60))
    assert not ground.place("Ada", Template(SPHERE, 20), "G1", 60).is_possible
    assert ground.place("Ada", Template(SPHERE, 20), "C1", 60).is_possible
    assert not ground.place("Ada", Template(SPHERE, 20), "C1", 0).is_possible


def test_cover_counts_from_the_origin_walls_and_bodies_alike() -> None:
    ground = Ground("Ada A3 | Gob C3; Orc E3", size=(7, 5))
    placed = ground.place("Ada", Template(LINE, 30, 5), "E3")

    assert ["Gob", "Orc"] == ground.caught(placed)
    assert (NONE, HALF) == tuple(cover_of(ground.fight, placed, ground[name]) for name in ("Gob", "Orc"))


def test_a_sphere_reaches_round_its_makers_body_from_where_it_bursts() -> None:
    """The cover of a Dexterity save is that from the point of origin, not from who sent it."""
    ground = Ground("Ada A2 | Gob E2", map=["..#...", "......", "..#..."])
    placed = ground.place("Ada", Template(SPHERE, 5), "F2", 60)

    assert [{"name": "Gob", "cover": "none"}] == ground.told(placed)[1]


# Candidates


def test_the_best_placement_catches_most_enemies_and_no_friend() -> None:
    ground = Ground("Ada A1; Bram E5 | Gob G5; Orc H4; Imp H6", size=(12, 9))
    f, ada = ground.fight, ground["Ada"]

    found = candidates(f, ada, Template(SPHERE, 10), 120, f.setup.enemies[ada.index])

    assert ["Gob", "Orc", "Imp"] == ground.caught(found[0])
    assert len({caught(f, placed) for placed in found}) == len(found)


def test_a_cone_is_sent_between_two_enemies_that_no_cone_at_either_catches_both() -> None:
    ground = Ground("Ada B4 | Gob D2; Orc D6", size=(8, 8))
    f, ada = ground.fight, ground["Ada"]

    aimed = [ground.caught(ground.place("Ada", Template(CONE, 20), square)) for square in ("D2", "D6")]
    found = candidates(f, ada, Template(CONE, 20), 0, f.setup.enemies[ada.index])

    assert [["Gob"], ["Orc"]] == aimed
    assert [["Gob"], ["Orc"]] == sorted(ground.caught(placed) for placed in found)


def test_nothing_is_a_candidate_that_catches_none_of_those_wanted() -> None:
    ground = Ground("Ada A1; Bram B1 | Gob H8", size=(12, 9))
    f, ada = ground.fight, ground["Ada"]

    assert [] == candidates(f, ada, Template(CONE, 15), 0, f.setup.enemies[ada.index])
    assert [] == candidates(f, ada, Template(SPHERE, 10), 15, f.setup.enemies[ada.index])
    assert [["Bram"]] == [ground.caught(placed) for placed in candidates(f, ada, Template(CUBE, 5), 0, f.present)]


# Heights


def aloft(text: str, altitudes: dict[str, int], **more: object) -> Ground:
    """A scene whose combatants fly as high as it says, in feet."""
    fly = {name: {"speed": {"walk": "30 ft", "fly": "60 ft"}} for name in altitudes}
    return Ground(text, altitudes=altitudes, creatures=fly, **more)


def test_a_dragon_in_the_air_breathes_down_on_those_it_aims_at() -> None:
    """At 20 ft of height and 20 ft of distance the cone slopes; it passes over who stands close by."""
    ground = aloft("Wyv A3, large | Gob F3; Orc C3; Imp K3", {"Wyv": 20}, size=(12, 6))
    f, wyv = ground.fight, ground["Wyv"]

    placed = ground.place("Wyv", Template(CONE, 30), "F3")

    assert ["Gob"] == ground.caught(placed)
    assert [["Gob"]] == [ground.caught(one) for one in candidates(f, wyv, Template(CONE, 30), 0, ground["Gob"].bit)]


def test_a_cone_along_the_ground_passes_under_a_flyer() -> None:
    ground = aloft("Ada A3 | Bat D3; Gob D4", {"Bat": 20}, size=(12, 6))

    assert ["Gob"] == ground.caught(ground.place("Ada", Template(CONE, 30), "D4"))
    assert ["Bat"] == ground.caught(ground.place("Ada", Template(CONE, 30), "D3"))


def test_a_sphere_bursts_at_the_height_of_whom_it_is_meant_for() -> None:
    ground = aloft("Ada A3 | Bat F3; Gob F4", {"Bat": 40}, size=(12, 6))
    f, ada = ground.fight, ground["Ada"]

    assert ["Bat"] == ground.caught(ground.place("Ada", Template(SPHERE, 20), "F3", 120))
    assert ["Gob"] == ground.caught(ground.place("Ada", Template(SPHERE, 20), "F4", 120))
    found = candidates(f, ada, Template(SPHERE, 20), 120, f.setup.enemies[ada.index])
    assert [["Bat"], ["Gob"]] == sorted(ground.caught(one) for one in found[:2])
    assert not ground.place("Ada", Template(SPHERE, 20), "F3", 30).is_possible


def test_a_cylinder_is_as_high_as_it_says() -> None:
    ground = aloft("Ada A3 | Bat F3; Gob F4", {"Bat": 20}, size=(12, 6))

    assert ["Gob"] == ground.caught(ground.place("Ada", Template(CYLINDER, 10, 0, 20), "F4", 120))
    assert ["Bat", "Gob"] == ground.caught(ground.place("Ada", Template(CYLINDER, 10, 0, 25), "F4", 120))


def test_an_emanation_reaches_up_as_far_as_along() -> None:
    ground = aloft("Ada C3 | Bat D3; Owl C2", {"Bat": 15, "Owl": 20}, size=(6, 6))

    assert ["Bat"] == ground.caught(ground.place("Ada", Template(EMANATION, 15), "C3"))


def test_a_ledge_shields_who_stands_behind_its_edge() -> None:
    """From the foot of a tower its top is not in a straight line; from the air above it is."""
    tower = [{"from": "D1", "to": "H6", "height": "20 ft"}]
    below = Ground("Ada B3 | Gob F3", size=(8, 6), elevation=tower)
    above = aloft("Wyv B3 | Gob F3", {"Wyv": 30}, size=(8, 6), elevation=tower)

    assert [] == below.caught(below.place("Ada", Template(CONE, 60), "F3"))
    assert [{"name": "Gob", "clause": "area.cover"}] == below.told(below.place("Ada", Template(CONE, 60), "F3"))[2]
    assert ["Gob"] == above.caught(above.place("Wyv", Template(CONE, 60), "F3"))


# The page that explains them

PAGE = Path(__file__).parent.parent / "docs" / "explanation" / "areas.md"
ROOM = [
    "...........",
    "...........",
    "....#......",
    "....#......",
    "....#......",
    "...........",
    "...........",
]
PICTURES = {
    "a cone of 30 ft along the grid": ("Ada A4 | Gob K7", Template(CONE, 30), "D4", 0, None),
    "a cone of 30 ft across the grid": ("Ada A1 | Gob K7", Template(CONE, 30), "C3", 0, None),
    "a cone of 30 ft aimed aslant": ("Ada A4 | Gob K7", Template(CONE, 30), "E3", 0, None),
    "a line of 40 ft aimed aslant": ("Ada A2 | Gob K7", Template(LINE, 40, 5), "H5", 0, None),
    "a cube of 15 ft": ("Ada C4 | Gob E4", Template(CUBE, 15), "E4", 0, None),
    "a sphere of 15 ft": ("Ada A4 | Gob F4", Template(SPHERE, 15), "F4", 60, None),
    "an emanation of 10 ft": ("Ada E4, large | Gob K7", Template(EMANATION, 10), "E4", 0, None),
    "a cone of 30 ft against a wall": ("Ada A4 | Gob K7", Template(CONE, 30), "D4", 0, ROOM),
    "a sphere of 15 ft beside a wall": ("Ada A4 | Gob D4", Template(SPHERE, 15), "D4", 60, ROOM),
}


def picture(name: str) -> str:
    """An area as the page draws it: its maker A, its squares stars."""
    text, template, square, range_ft, rows = PICTURES[name]
    ground = Ground(text, map=rows or ["." * 11] * 7)
    drawn = ground.drawn(ground.place("Ada", template, square, range_ft))
    ada = ground["Ada"]
    for row in range(ada.n):
        x, y = int(ada.square) % ground.width, int(ada.square) // ground.width + row
        drawn[y] = drawn[y][:x] + "A" * int(ada.n) + drawn[y][x + int(ada.n) :]
    return "\n".join(" ".join(line) for line in drawn)


@pytest.mark.parametrize("name", PICTURES)
def test_the_page_on_areas_shows_each_as_it_is(name: str) -> None:
    assert picture(name) in PAGE.read_text("utf-8"), picture(name)
