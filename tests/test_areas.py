"""Areas of effect (rules.md 165): the squares of each shape, what walls leave of it, who is caught, with what cover."""

from collections.abc import Sequence

import pytest

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
)
from encounter.engine.combatant import Combatant
from encounter.engine.fight import Fight
from encounter.engine.sight import HALF, NONE
from scenes import scene

RULES = "srd-5.1"


class Ground:
    """A scene to lay areas on: squares and combatants by name."""

    def __init__(self, text: str, map: Sequence[str] | None = None, rules: str = RULES, **more: object) -> None:
        self.fight: Fight = scene(text, rules, map=map, **more).position.fight  # type: ignore[arg-type]
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

    def caught(self, placement: Placement) -> list[str]:
        mask = caught(self.fight, placement)
        return [str(c.name) for c in self.fight.combatants if c.bit & mask]

    def _solid(self, square: int) -> bool:
        return bool(self.fight.board.blocks_lines[square])


# Shapes on open ground


def test_a_cone_of_15_ft_along_the_grid_is_one_square_one_square_and_three() -> None:
    """Its width at any point is the distance of that point from its origin."""
    ground = Ground("Ada B3 | Gob E3", size=(7, 5))

    assert [
        ".......",
        "....*..",
        "..***..",
        "....*..",
        ".......",
    ] == ground.drawn(ground.place("Ada", Template(CONE, 15), "E3"))


def test_a_cone_of_15_ft_across_the_grid_starts_at_the_corner_and_covers_six() -> None:
    ground = Ground("Ada A1 | Gob D4", size=(5, 5))

    assert [
        ".....",
        ".**..",
        ".***.",
        "..*..",
        ".....",
    ] == ground.drawn(ground.place("Ada", Template(CONE, 15), "D4"))


def test_a_line_is_5_ft_wide_unless_it_says_otherwise() -> None:
    ground = Ground("Ada A3 | Gob F3", size=(7, 5))

    assert [
        ".......",
        ".......",
        ".*****.",
        ".......",
        ".......",
    ] == ground.drawn(ground.place("Ada", Template(LINE, 25, 5), "F3"))


def test_a_sphere_of_10_ft_covers_twelve_squares_about_a_corner() -> None:
    ground = Ground("Ada A1 | Gob C3", size=(6, 6))

    assert [
        "......",
        "..**..",
        ".****.",
        ".****.",
        "..**..",
        "......",
    ] == ground.drawn(ground.place("Ada", Template(SPHERE, 10), "D4", 60))


@pytest.mark.parametrize("radius", [5, 10, 15, 20, 25, 30])
def test_a_cylinder_covers_the_ground_of_a_sphere(radius: int) -> None:
    ground = Ground("Ada A1 | Gob B2", size=(20, 20))

    sphere = ground.place("Ada", Template(SPHERE, radius), "J10", 120)
    assert {5: 4, 10: 12, 15: 32, 20: 52, 25: 80, 30: 112}[radius] == len(sphere.squares)
    assert list(sphere.squares) == list(ground.place("Ada", Template(CYLINDER, radius, 0, 40), "J10", 120).squares)


def test_a_cube_of_15_ft_has_a_face_against_its_maker() -> None:
    ground = Ground("Ada A3 | Gob B3", size=(6, 5))

    assert 3 * 3 == len(ground.place("Ada", Template(CUBE, 15), "C3").squares)
    assert ["Gob"] == ground.caught(ground.place("Ada", Template(CUBE, 15), "B3"))


def test_an_emanation_extends_from_the_space_and_leaves_out_its_maker() -> None:
    ground = Ground("Ogre C3, large; Ada E5 | Gob G4", size=(8, 7))
    placed = ground.place("Ogre", Template(EMANATION, 10), "C3")

    assert [
        "******..",
        "******..",
        "******..",
        "******..",
        "******..",
        "******..",
        "........",
    ] == ground.drawn(placed)
    assert ["Ada"] == ground.caught(placed)


# Walls


def test_what_no_straight_line_from_the_origin_reaches_is_left_out() -> None:
    rows = ["......", "...#..", "...#..", "...#..", "......"]
    ground = Ground("Ada A3 | Gob E3; Orc C3", map=rows)

    placed = ground.place("Ada", Template(CONE, 30), "E3")

    assert ["Orc"] == ground.caught(placed)
    assert [
        ".....*",
        "...#..",
        ".**#..",
        "...#..",
        ".....*",
    ] == ground.drawn(placed)


def test_cover_counts_from_the_origin_walls_and_bodies_alike() -> None:
    ground = Ground("Ada A3 | Gob C3; Orc E3", size=(7, 5))
    placed = ground.place("Ada", Template(LINE, 30, 5), "E3")

    assert ["Gob", "Orc"] == ground.caught(placed)
    assert (NONE, HALF) == (
        cover_of(ground.fight, placed, ground["Gob"]),
        cover_of(ground.fight, placed, ground["Orc"]),
    )


# Candidates


def test_the_best_placement_catches_most_enemies_and_no_friend() -> None:
    ground = Ground("Ada A1; Bram E5 | Gob G5; Orc H4; Imp H6", size=(12, 9))
    f, ada = ground.fight, ground["Ada"]

    found = candidates(f, ada, Template(SPHERE, 10), 120, f.setup.enemies[ada.index])

    assert ["Gob", "Orc", "Imp"] == ground.caught(found[0])
    assert len({caught(f, placed) for placed in found}) == len(found)
