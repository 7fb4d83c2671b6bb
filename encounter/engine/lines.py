"""Lines across a board that has more than solid squares: walls on edges, glass, openings, low walls (rules.md 119).

A line runs from a corner of one square, that of its body, to a corner of another. It is free where something thin
could run along it from the one square to the other: through squares and over edges that do not stop it. So a wall on
an edge stops what crosses it and what sets out from a point of it to the far side; what runs along it, or touches only
its free end, gets past; and where walls touch, squares or edges, no line slips through between them.

What stands in the way has a height (board.HEIGHTS), and a line is asked for at one height: what is lower is not there.
An opening or a low wall beside the square that one looks from is looked through or over, unless the target stands right
behind it as well; and neither body's own square is in its way. The end of a wall at the border of the map is not free.

Where heights count, a low wall ends 5 ft above the higher ground beside it, and a line that is nowhere lower than that
where it meets the wall passes over, along its top only while neither end is lower. Openings are openings in walls,
which have no top.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from encounter.engine.board import HEIGHTS, LOW, SLIT, Board

# Quadrants about a corner: bit 0 = to the east, bit 1 = to the south.
ANY_SIDE: Final = -1

# Sides of a line along the grid: the squares to its north or west, and those to its south or east.
FIRST_SIDE: Final = 1
SECOND_SIDE: Final = 2
BOTH_SIDES: Final = 3


class Lines:
    """The heights of what stands on the squares and edges of a board, read-only.

    `upright` holds those of the grid lines between columns, (width + 1) a row of squares; `level` those of the lines
    between rows, `width` a line. `beyond` holds for each square how high the border of the map is beside it: as high
    as the square where it belongs to a wall from one border to another, which nothing slips past.
    """

    def __init__(self, board: Board, border_walls: bytes) -> None:
        width = board.width
        height = board.height
        self.width: i64 = width
        self.height: i64 = height
        self.heights = board.heights
        self.beyond: bytes = bytes(board.heights[s] if border_walls[s] else 0 for s in range(board.size))
        upright = bytearray((width + 1) * height)
        level = bytearray(width * (height + 1))
        for square in range(board.size if board.has_edges else 0):
            x = square % width
            y = square // width
            upright[y * (width + 1) + x + 1] = HEIGHTS[board.east[square]]
            level[(y + 1) * width + x] = HEIGHTS[board.south[square]]
        self.upright: bytes = bytes(upright)
        self.level: bytes = bytes(level)
        found = {*board.heights, *upright, *level}
        self.heights_found: bytes = bytes(sorted(found - {0}))

    def has(self, height: i64) -> bool:
        """Whether anything on the board is exactly so high."""
        return height in self.heights_found

    def blocked(self, px: i64, py: i64, quadrant: i64, a: i64, square: i64, height: i64) -> i64:
        """Give the lines from corner (px, py) to `square` that are stopped at a height: bit j for its corner j.

        `quadrant` says on which side of the corner the body lies that the lines start from, ANY_SIDE for none; `a` is
        the square of that body, -1 for none.
        """
        look = Look(self, a, square, height)
        x = square % self.width
        y = square // self.width
        lines: i64 = 0
        j: i64 = 0
        while j < 4:
            if not look.is_free(px, py, quadrant, x + (j & 1), y + (j >> 1), 3 - j):
                lines |= 1 << j
            j += 1
        return lines

    def is_low_between(
        self, px: i64, py: i64, pz: i64, quadrant: i64, a: i64, square: i64, feet: i64, elevation: bytes
    ) -> bool:
        """Whether anything stops one of the eight lines from a corner at level pz to the cube on a square.

        `feet` is the level of the cube's feet, `elevation` that of the ground of each square.
        """
        look = Look(self, a, square, LOW)
        look.elevation = elevation
        look.is_aloft = True
        x = square % self.width
        y = square // self.width
        j: i64 = 0
        while j < 8:
            look.aim(px, py, pz, x + (j & 1), y + ((j >> 1) & 1), feet + (j >> 2))
            if not look.is_free(px, py, quadrant, x + (j & 1), y + ((j >> 1) & 1), 3 - (j & 3)):
                return True
            j += 1
        return False

    def gets_through(self, px: i64, py: i64, qx: i64, qy: i64, quadrant: i64, height: i64) -> bool:
        """Whether nothing so high stops the line from a point in the open to a corner of a body, on the body's side."""
        square = (qy - 1 + (quadrant >> 1)) * self.width + qx - 1 + (quadrant & 1)
        return Look(self, -1, square, height).is_free(px, py, ANY_SIDE, qx, qy, quadrant)


class Look:
    """One look from the square of one body to that of another, at one height; -1 is nobody's square."""

    def __init__(self, lines: Lines, a: i64, t: i64, height: i64) -> None:
        self.lines = lines
        self.width: i64 = lines.width
        self.rows: i64 = lines.height
        self.a = a
        self.t = t
        self.ax: i64 = a % lines.width if a >= 0 else -9
        self.ay: i64 = a // lines.width if a >= 0 else -9
        self.tx: i64 = t % lines.width if t >= 0 else -9
        self.ty: i64 = t // lines.width if t >= 0 else -9
        self.least = height
        self.is_aloft: bool = (
            False  # whether the line is one in space, from a point `begin` for `run` squares and levels
        )
        self.elevation: bytes = b""
        self.begin_x: i64 = 0
        self.begin_y: i64 = 0
        self.begin_z: i64 = 0
        self.run_x: i64 = 0
        self.run_y: i64 = 0
        self.rise: i64 = 0

    def aim(self, px: i64, py: i64, pz: i64, qx: i64, qy: i64, qz: i64) -> None:
        """Say at which levels a line begins and ends."""
        self.begin_x = px
        self.begin_y = py
        self.begin_z = pz
        self.run_x = qx - px
        self.run_y = qy - py
        self.rise = qz - pz

    def _passes_over(self, x: i64, y: i64, wide: i64, deep: i64, ground: i64) -> bool:
        """Whether the line is over a wall of 5 ft wherever it meets a square or, 0 wide or deep, an edge.

        `ground` is the level that the wall stands on. A line that begins or ends lower than the top must pass higher:
        a head beside the wall is no higher than the wall, and what it looks down at is behind it.
        """
        across: i64 = self.run_x if self.run_x > 0 else -self.run_x
        down: i64 = self.run_y if self.run_y > 0 else -self.run_y
        whole = (across if across > 0 else 1) * (down if down > 0 else 1)
        enters: i64 = 0
        leaves: i64 = whole
        if across > 0:
            near = (x - self.begin_x) if self.run_x > 0 else (self.begin_x - x - wide)
            enters = near * (whole // across)
            leaves = (near + wide) * (whole // across)
        if down > 0:
            near = (y - self.begin_y) if self.run_y > 0 else (self.begin_y - y - deep)
            first = near * (whole // down)
            last = (near + deep) * (whole // down)
            enters = first if first > enters or across == 0 else enters
            leaves = last if last < leaves or across == 0 else leaves
        at: i64 = enters if self.rise > 0 else leaves
        at = 0 if at < 0 else whole if at > whole else at
        above = self.begin_z * whole + self.rise * at - (ground + 1) * whole
        return above > 0 or (above == 0 and self.begin_z > ground and self.begin_z + self.rise > ground)

    def is_free(self, px: i64, py: i64, p_quadrant: i64, qx: i64, qy: i64, q_quadrant: i64) -> bool:
        """Say whether the line from P, of a body in one quadrant, to Q, of a square in another, gets through."""
        if px == qx and py == qy:
            return p_quadrant == ANY_SIDE or (self.around(px, py, p_quadrant) >> q_quadrant) & 1 != 0
        about: i64 = 15 if p_quadrant == ANY_SIDE else self.around(px, py, p_quadrant)
        if px == qx:
            return self._runs_upright(px, py, qy, about, q_quadrant)
        if py == qy:
            return self._runs_level(py, px, qx, about, q_quadrant)
        return self._runs_aslant(px, py, qx, qy, about, q_quadrant)

    def around(self, x: i64, y: i64, quadrant: i64) -> i64:
        """The quadrants about a corner that can be reached from one of them: a mask, empty when that one is filled."""
        mask: i64 = 0
        if not self.square_stops(x - 1, y - 1):
            mask |= 1
        if not self.square_stops(x, y - 1):
            mask |= 2
        if not self.square_stops(x - 1, y):
            mask |= 4
        if not self.square_stops(x, y):
            mask |= 8
        reached = mask & (1 << quadrant)
        if not reached:
            return 0
        north = not self.upright_stops(x, y - 1)
        south = not self.upright_stops(x, y)
        west = not self.level_stops(x - 1, y)
        east = not self.level_stops(x, y)
        turn: i64 = 0
        while turn < 3:
            if north and reached & 3:
                reached |= 3 & mask
            if south and reached & 12:
                reached |= 12 & mask
            if west and reached & 5:
                reached |= 5 & mask
            if east and reached & 10:
                reached |= 10 & mask
            turn += 1
        return reached

    def square_stops(self, x: i64, y: i64) -> bool:
        """Whether what fills a square stops the line; beyond the border only beside a wall that divides the map."""
        if x < 0 or y < 0 or x >= self.width or y >= self.rows:
            return self._border_stops(x, y)
        square = y * self.width + x
        height: i64 = self.lines.heights[square]
        if height < self.least or square == self.a or square == self.t:
            return False
        if height == LOW and self.is_aloft and self._passes_over(x, y, 1, 1, self.elevation[square]):
            return False
        return height > SLIT or not self._beside(x, y, self.ax, self.ay) or self._beside(x, y, self.tx, self.ty)

    def _border_stops(self, x: i64, y: i64) -> bool:
        inside_x = 0 if x < 0 else self.width - 1 if x >= self.width else x
        inside_y = 0 if y < 0 else self.rows - 1 if y >= self.rows else y
        if inside_x != x and inside_y != y:
            return False
        square = inside_y * self.width + inside_x
        height: i64 = self.lines.beyond[square]
        if height == LOW and self.is_aloft and self._passes_over(x, y, 1, 1, self.elevation[square]):
            return False
        return height > 0 and height >= self.least

    def _beside(self, x: i64, y: i64, other_x: i64, other_y: i64) -> bool:
        across = x - other_x if x > other_x else other_x - x
        down = y - other_y if y > other_y else other_y - y
        return across + down == 1

    def upright_stops(self, x: i64, y: i64) -> bool:
        """Whether what stands west of square (x, y) stops the line; a wall at the border goes on beyond it."""
        if x <= 0 or x >= self.width:
            return False
        row = 0 if y < 0 else self.rows - 1 if y >= self.rows else y
        height: i64 = self.lines.upright[row * (self.width + 1) + x]
        if height == 0 or height < self.least:
            return False
        if height == LOW and self.is_aloft:
            square = row * self.width + x
            if self._passes_over(x, y, 0, 1, self._higher(square - 1, square)):
                return False
        if height > SLIT or row != self.ay or (x != self.ax and x != self.ax + 1):
            return True
        return row == self.ty and (x == self.tx or x == self.tx + 1)

    def level_stops(self, x: i64, y: i64) -> bool:
        """Whether what stands north of square (x, y) stops the line; a wall at the border goes on beyond it."""
        if y <= 0 or y >= self.rows:
            return False
        column = 0 if x < 0 else self.width - 1 if x >= self.width else x
        height: i64 = self.lines.level[y * self.width + column]
        if height == 0 or height < self.least:
            return False
        if height == LOW and self.is_aloft:
            square = y * self.width + column
            if self._passes_over(x, y, 1, 0, self._higher(square - self.width, square)):
                return False
        if height > SLIT or column != self.ax or (y != self.ay and y != self.ay + 1):
            return True
        return column == self.tx and (y == self.ty or y == self.ty + 1)

    def _higher(self, square: i64, other: i64) -> i64:
        """The level of the higher ground of two squares."""
        one: i64 = self.elevation[square]
        two: i64 = self.elevation[other]
        return one if one > two else two

    def _runs_aslant(self, px: i64, py: i64, qx: i64, qy: i64, about: i64, q_quadrant: i64) -> bool:
        """Walk the squares that a line crosses, as `sight.crosses` does, and the edges between them."""
        dx = qx - px
        dy = qy - py
        step_x: i64 = 1 if dx > 0 else -1
        step_y: i64 = 1 if dy > 0 else -1
        ahead: i64 = (1 if dx > 0 else 0) + (2 if dy > 0 else 0)
        if not (about >> ahead) & 1:
            return False
        x = px if dx > 0 else px - 1
        y = py if dy > 0 else py - 1
        across = dx * step_x
        down = dy * step_y
        lead = down - across
        left = across + down
        while True:
            if self.square_stops(x, y):
                return False
            if lead < 0:
                if left == 1:
                    break
                if self.upright_stops(x + 1 if dx > 0 else x, y):
                    return False
                x += step_x
                lead += down
                left -= 1
            elif lead > 0:
                if left == 1:
                    break
                if self.level_stops(x, y + 1 if dy > 0 else y):
                    return False
                y += step_y
                lead -= across
                left -= 1
            else:
                if left == 2:
                    break
                corner_x = x + 1 if dx > 0 else x
                corner_y = y + 1 if dy > 0 else y
                if not (self.around(corner_x, corner_y, 3 - ahead) >> ahead) & 1:
                    return False
                x += step_x
                y += step_y
                lead = down - across
                left -= 2
        return (self.around(qx, qy, q_quadrant) >> (3 - ahead)) & 1 != 0

    def _runs_level(self, y: i64, px: i64, qx: i64, about: i64, q_quadrant: i64) -> bool:
        """Follow a line along the grid, east or west, on whichever of its two sides it gets on."""
        east: i64 = 1 if qx > px else 0
        step: i64 = 1 if east else -1
        sides = self._sides(about, east, 2 + east)
        x = px
        while True:
            column = x if east else x - 1
            north_stops = self.square_stops(column, y - 1)
            south_stops = self.square_stops(column, y)
            sides = self._within(sides, north_stops, south_stops, self.level_stops(column, y))
            x += step
            if sides == 0 or x == qx:
                break
            sides = self._past(x, y, sides, 1 - east, 3 - east, east, 2 + east)
        return sides != 0 and self._arrives(qx, y, sides, 1 - east, 3 - east, q_quadrant)

    def _runs_upright(self, x: i64, py: i64, qy: i64, about: i64, q_quadrant: i64) -> bool:
        """Follow a line along the grid, south or north."""
        south: i64 = 2 if qy > py else 0
        step: i64 = 1 if south else -1
        sides = self._sides(about, south, 1 + south)
        y = py
        while True:
            row = y if south else y - 1
            west_stops = self.square_stops(x - 1, row)
            east_stops = self.square_stops(x, row)
            sides = self._within(sides, west_stops, east_stops, self.upright_stops(x, row))
            y += step
            if sides == 0 or y == qy:
                break
            sides = self._past(x, y, sides, 2 - south, 3 - south, south, 1 + south)
        return sides != 0 and self._arrives(x, qy, sides, 2 - south, 3 - south, q_quadrant)

    def _sides(self, about: i64, first: i64, second: i64) -> i64:
        """The sides of the line whose quadrants are in a mask."""
        return ((about >> first) & 1) | (((about >> second) & 1) << 1)

    def _within(self, sides: i64, first_stops: bool, second_stops: bool, between: bool) -> i64:
        """The sides one may be on after a unit of the line: the other one too where nothing parts them."""
        if first_stops:
            sides &= SECOND_SIDE
        if second_stops:
            sides &= FIRST_SIDE
        if sides and not (first_stops or second_stops or between):
            return BOTH_SIDES
        return sides

    def _past(self, x: i64, y: i64, sides: i64, behind: i64, behind2: i64, ahead: i64, ahead2: i64) -> i64:
        """The sides one may be on past a corner, coming from the quadrants behind it."""
        reached: i64 = 0
        if sides & FIRST_SIDE:
            reached |= self.around(x, y, behind)
        if sides & SECOND_SIDE:
            reached |= self.around(x, y, behind2)
        return self._sides(reached, ahead, ahead2)

    def _arrives(self, x: i64, y: i64, sides: i64, behind: i64, behind2: i64, q_quadrant: i64) -> bool:
        """Whether the end of the line is reached on the side of the square there."""
        return sides & self._sides(self.around(x, y, q_quadrant), behind, behind2) != 0
