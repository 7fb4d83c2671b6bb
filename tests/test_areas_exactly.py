"""Areas of effect, held against a slow reading of the rule on random boards: fractions, one line after another."""

import random
from fractions import Fraction
from itertools import product
from typing import Any

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
from encounter.engine.sight import TOTAL
from scenes import scene
from test_sight import Point, footprint, outer_corners, outside, slow_cover, walls_block
from test_sight import Scene as Walled

SIZES = ("medium", "medium", "large", "huge", "gargantuan")
EDGE = {"medium": 1, "large": 2, "huge": 3, "gargantuan": 4}
HALF = Fraction(1, 2)


class Trial:
    """A random board with a maker, Ada, and some others; what the engine says of it and what the slow reading says."""

    def __init__(self, seed: int, is_tall: bool = False) -> None:
        self.rng = random.Random(165_000 + seed)
        self.width, self.height = self.rng.randint(7, 11), self.rng.randint(7, 11)
        self.taken: set[Point] = set()
        others = self.rng.randint(1, 4)  # few enough that there is always room for one more
        sizes = [self.rng.choice(SIZES), *self.rng.choices(("medium", "medium", "large"), k=others)]
        names = ["Ada", "Bob", "Cid", "Dot", "Eve", "Fay", "Gus"]
        words = [f"{name} {self._spot(EDGE[size])}, {size}" for name, size in zip(names, sizes, strict=False)]
        half = self.rng.randint(1, others)
        share = self.rng.choice((0, 2, 5))
        self.walls = {
            square
            for square in product(range(self.width), range(self.height))
            if self.rng.randrange(20) < share and square not in self.taken
        }
        rows = ["".join("#" if (x, y) in self.walls else "." for x in range(self.width)) for y in range(self.height)]
        self.diagonals = self.rng.choice(("5-5-5", "5-10-5"))
        text = "; ".join(words[:half]) + " | " + "; ".join(words[half:])
        more: dict[str, Any] = {}
        if is_tall:
            fly = {"speed": {"walk": "30 ft", "fly": "30 ft"}}
            more["creatures"] = {word.split(" ")[0]: fly for word in words}
            more["altitudes"] = {word.split(" ")[0]: self.rng.choice((0, 0, 5, 10, 20)) for word in words}
        self.is_tall = is_tall
        self.fight: Fight = scene(text, map=rows, options={"diagonals": self.diagonals}, **more).position.fight
        self.ada = self.fight.combatants[0]
        self.outside = outside(self.walls, self.width, self.height)

    def _spot(self, n: int) -> str:
        while True:
            at = (self.rng.randint(0, self.width - n), self.rng.randint(0, self.height - n))
            if not self.taken & set(footprint(at, n)):
                self.taken |= set(footprint(at, n))
                return f"{chr(65 + at[0])}{at[1] + 1}"

    def template(self) -> Template:
        kind = self.rng.choice((SPHERE, CUBE, CONE, CYLINDER, LINE, EMANATION))
        width = self.rng.choice((5, 5, 10)) if kind == LINE else 0
        return Template(kind, self.rng.choice((5, 8, 10, 15, 20, 30)), width, 20 if kind == CYLINDER else 0)

    # The slow reading, on the plan

    def point(self, square: int) -> Point:
        return (int(square) % self.width, int(square) // self.width)

    def looks_out(self, placed: Placement) -> list[tuple[Point, Point | None]]:
        """The corners at the origin or next to it, each with the square of the maker that it belongs to."""
        x, y = Fraction(int(placed.x), 2), Fraction(int(placed.y), 2)
        near = {(column, row) for column in (int(x), int(x + HALF)) for row in (int(y), int(y + HALF))}
        own = footprint(self.point(self.ada.square), int(self.ada.n))
        beside = [
            (corner, [(c, r) for c, r in own if c <= corner[0] <= c + 1 and r <= corner[1] <= r + 1]) for corner in near
        ]
        return [(corner, squares[0] if placed.is_held else None) for corner, squares in beside]

    def apart_ft(self, square: Point) -> int:
        """Feet from Ada's space to a square."""
        gaps = []
        for at, start in zip(square, self.point(self.ada.square), strict=True):
            gaps.append(max(0, start - at, at - (start + int(self.ada.n) - 1)))
        return 5 * (max(gaps) + (min(gaps) // 2 if self.diagonals == "5-10-5" else 0))

    def is_inside(self, placed: Placement, square: Point) -> bool:
        kind, size = placed.template.kind, Fraction(int(placed.template.size_ft), 5)
        if kind == EMANATION:
            return self.apart_ft(square) <= placed.template.size_ft
        across = Fraction(2 * square[0] + 1 - int(placed.x), 2)
        down = Fraction(2 * square[1] + 1 - int(placed.y), 2)
        if kind in (SPHERE, CYLINDER):
            return across**2 + down**2 <= size**2
        if kind == CUBE:
            west, north = int(placed.west), int(placed.north)
            return west <= square[0] + HALF <= west + size and north <= square[1] + HALF <= north + size
        dx, dy = int(placed.dx), int(placed.dy)
        time = Fraction(across * dx + down * dy, dx * dx + dy * dy)
        along = time**2 * (dx * dx + dy * dy)  # both squared
        aside = (across - time * dx) ** 2 + (down - time * dy) ** 2
        width = along if kind == CONE else Fraction(int(placed.template.width_ft), 5) ** 2
        return time > 0 and along <= size**2 and 4 * aside <= width

    def is_reached(self, placed: Placement, square: Point) -> bool:
        if placed.template.kind == EMANATION:
            walled = Walled(self.width, self.height, self.walls)
            own = self.point(self.ada.square)
            return slow_cover(walled, outer_corners(own, int(self.ada.n)), square, 1) != TOTAL
        x, y = square
        return any(
            not walls_block(p, body, q, square, self.walls, self.outside)
            for p, body in self.looks_out(placed)
            for q in ((x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1))
        )

    def squares(self, placed: Placement) -> list[Point]:
        own = footprint(self.point(self.ada.square), int(self.ada.n))
        return [
            (x, y)
            for y in range(self.height)
            for x in range(self.width)
            if (x, y) not in self.walls
            and self.is_inside(placed, (x, y))
            and not (placed.template.kind in (CONE, LINE) and (x, y) in own)
            and ((placed.template.kind == EMANATION and (x, y) in own) or self.is_reached(placed, (x, y)))
        ]

    def caught(self, placed: Placement) -> list[Combatant]:
        inside = set(self.squares(placed))
        left_out = self.ada if placed.template.kind == EMANATION else None
        return [
            c
            for c in self.fight.combatants
            if inside & set(footprint(self.point(c.square), int(c.n))) and c is not left_out
        ]

    def cover(self, placed: Placement, t: Combatant) -> int:
        bodies = {
            square
            for c in self.fight.combatants
            if c is not t and c is not self.ada
            for square in footprint(self.point(c.square), int(c.n))
        }
        walled = Walled(self.width, self.height, self.walls, bodies=bodies)
        at = self.point(self.ada.square)
        origins = outer_corners(at, int(self.ada.n)) if placed.template.kind == EMANATION else self.looks_out(placed)
        return slow_cover(walled, origins, self.point(t.square), int(t.n))

    def has_a_way(self, placed: Placement) -> bool:
        own = self.point(self.ada.square)
        return any(
            not walls_block(p, None, corner, body, self.walls, self.outside)
            for p, _ in self.looks_out(placed)
            for corner, body in outer_corners(own, int(self.ada.n))
        )

    # The slow reading, in space: nothing on the ground but walls, which have no top

    def cubes(self, c: Combatant) -> list[tuple[int, int, int]]:
        x, y = self.point(c.square)
        return list(product(range(x, x + c.n), range(y, y + c.n), range(int(c.level), int(c.level) + c.n)))

    def holds(self, placed: Placement, cube: tuple[int, int, int]) -> bool:
        """Whether the middle of a cube of 5 ft is inside a shape that is not an emanation."""
        kind, size = placed.template.kind, Fraction(int(placed.template.size_ft), 5)
        v = [Fraction(2 * at + 1 - int(o), 2) for at, o in zip(cube, (placed.x, placed.y, placed.z), strict=True)]
        if kind == CUBE:
            return self.is_inside(placed, cube[:2]) and 0 <= v[2] <= size
        if kind == CYLINDER:
            return v[0] ** 2 + v[1] ** 2 <= size**2 and 0 <= v[2] <= Fraction(int(placed.template.height_ft), 5)
        if kind == SPHERE:
            return sum(part**2 for part in v) <= size**2
        d = [int(placed.dx), int(placed.dy), int(placed.dz)]
        time = sum(part * way for part, way in zip(v, d, strict=True)) / sum(way * way for way in d)
        foot = [time * way for way in d]
        along = sum(part**2 for part in foot)
        aside = sum((part - on) ** 2 for part, on in zip(v, foot, strict=True))
        width = along if kind == CONE else Fraction(int(placed.template.width_ft), 5) ** 2
        return time > 0 and along <= size**2 and 4 * aside <= width

    def caught_in_space(self, placed: Placement) -> list[Combatant]:
        if placed.template.kind == EMANATION:
            near = [c for c in self.fight.combatants if self.fight.apart_ft(self.ada, c) <= placed.template.size_ft]
            return [
                c
                for c in near
                if c is not self.ada and any(self.is_reached(placed, cube[:2]) for cube in self.cubes(c))
            ]
        return [
            c
            for c in self.fight.combatants
            if any(self.holds(placed, cube) and self.is_reached(placed, cube[:2]) for cube in self.cubes(c))
            and not (c is self.ada and placed.template.kind in (CONE, LINE))
        ]

    def is_right(self, placed: Placement) -> bool:
        mask = caught(self.fight, placed)
        return (
            self.squares(placed) == [self.point(square) for square in placed.squares]
            and self.caught(placed) == [c for c in self.fight.combatants if c.bit & mask]
            and all(self.cover(placed, t) == cover_of(self.fight, placed, t) for t in self.caught(placed))
        )


@pytest.mark.parametrize("batch", range(4))
def test_an_area_is_what_the_slow_reading_says(batch: int) -> None:
    """Squares, who is caught, and with what cover; a cone or a line goes through the middle of what it is aimed at."""
    for seed in range(20 * batch, 20 * batch + 20):
        trial = Trial(seed)
        for _ in range(3):
            template, square = trial.template(), trial.rng.randrange(trial.width * trial.height)
            range_ft = trial.rng.choice((0, 15, 30, 60))
            placed = place_at(trial.fight, trial.ada, template, square, range_ft)
            if not placed.squares:
                continue
            assert trial.is_right(placed), (seed, template.kind, template.size_ft, square)
            if template.kind == CONE or (template.kind == LINE and template.width_ft == 5):
                x, y = trial.point(square)
                assert placed.dx * (2 * y + 1 - placed.y) == placed.dy * (2 * x + 1 - placed.x)
            elif not placed.is_held:
                assert trial.has_a_way(placed)


@pytest.mark.parametrize("batch", range(4))
def test_every_candidate_is_what_the_slow_reading_says(batch: int) -> None:
    for seed in range(1000 + 10 * batch, 1010 + 10 * batch):
        trial = Trial(seed)
        wanted = trial.fight.setup.enemies[trial.ada.index]
        found = candidates(trial.fight, trial.ada, trial.template(), trial.rng.choice((0, 30)), wanted)
        masks = [caught(trial.fight, placed) for placed in found]

        assert len(set(masks)) == len(masks)
        assert all(mask & wanted for mask in masks)
        assert all(trial.is_right(placed) for placed in found), seed


@pytest.mark.parametrize("batch", range(3))
def test_in_the_air_an_area_catches_whom_the_slow_reading_says(batch: int) -> None:
    """Flyers at several heights; the shapes are those of space, an emanation goes by the distances of the fight."""
    for seed in range(2000 + 20 * batch, 2020 + 20 * batch):
        trial = Trial(seed, is_tall=True)
        for _ in range(4):
            template = trial.template()
            square = trial.rng.choice([int(c.square) for c in trial.fight.combatants] + [trial.rng.randrange(49)])
            placed = place_at(trial.fight, trial.ada, template, square, trial.rng.choice((0, 30, 60)))
            if placed.is_possible:
                mask = caught(trial.fight, placed)
                expected = [c.name for c in trial.caught_in_space(placed)]
                assert expected == [c.name for c in trial.fight.combatants if c.bit & mask], (seed, template.kind)
