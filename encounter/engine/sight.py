"""Lines across the board: cover and line of sight past walls. Only what stands still; bodies come in as an argument.

Lines run between corners of squares. Corner (x, y) is the top-left one of square (x, y), so a board of w by h squares
has (w + 1) * (h + 1) of them. All arithmetic is on integers and exact.

What blocks a line (rules.md 119):

* It has a part of positive length inside the union of obstacles: through the inside of a square, or along the edge
  that two of them share. Grazing a lone square, along an edge or at a corner, blocks nothing. Beyond the border of the
  map nothing is solid, except at the ends of a wall that runs from one border to another: nothing slips past it there.
* A wall on the edge between two squares stops what has points strictly on both sides of it, or sets out from a point of
  it to the other side. What runs along it, or touches only its free end, gets past.
* A corner with two solid squares diagonally opposite and two open ones is closed: no line passes it, and none starts or
  ends there but on the side of the body that it belongs to. A line along an edge from there is on the side of the one
  open square beside that edge. An area's point of origin belongs to no body and is on either side.

Walls and bodies are counted each for themselves, bodies never give more than half (D-16), and corners between bodies
are never closed. Where more than solid squares stands about, `encounter.engine.lines` judges the lines. What fog hides
is the business of `encounter.engine.fog`.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i16, i64

from encounter.engine.board import GLASS, LARGE_BOARD, LOW, OPAQUE, SLIT, Board
from encounter.engine.lines import Lines
from encounter.engine.walls import border_walls, closed_corners, stops_about

# Degrees of cover.
NONE: Final = 0
HALF: Final = 1
THREE_QUARTERS: Final = 2
TOTAL: Final = 3

# The degree for each set of blocked lines from one corner to the four of a square (bit j: to corner j).
DEGREE_OF: Final[bytes] = bytes((0, 1, 1, 1, 1, 1, 1, 2, 1, 1, 1, 2, 1, 2, 2, 3))

# Corners of a square and quadrants about a corner are both numbered: bit 0 = to the east, bit 1 = to the south.
# The square whose corner j a point is lies in quadrant 3 - j of that point.
CORNERS: Final = 4
ANY_SIDE: Final = -1  # instead of a quadrant: the line belongs to no body there

# Pairs of squares kept by the dictionary that replaces the table on a board above 64 x 64.
PAIRS_KEPT: Final = 1_000_000

LOS_SHIFT: Final = 8  # above them four bits: some line from this corner is free of walls


def crosses(marks: bytes, closed: bytes, width: i64, height: i64, px: i64, py: i64, qx: i64, qy: i64) -> bool:
    """Say whether the open segment from corner P to corner Q is blocked by marked squares or passes a closed corner."""
    dx = qx - px
    dy = qy - py
    if dx == 0 or dy == 0:
        return _runs_between(marks, closed, width, height, px, py, qx, qy)
    step_x: i64 = 1
    step_y: i64 = width
    square = py * width + px
    corner_step: i64 = width + 2
    if dx < 0:
        dx = -dx
        step_x = -1
        square -= 1
        corner_step -= 2
    if dy < 0:
        dy = -dy
        step_y = -width
        square -= width
        corner_step -= 2 * (width + 1)
    # Which grid line comes next is the sign of (i + 1) / dx - (j + 1) / dy, kept without the division.
    lead = dy - dx
    left = dx + dy
    corner = py * (width + 1) + px
    east = step_x
    south = (width + 1) if step_y > 0 else -(width + 1)
    while left > 0:
        if marks[square]:
            return True
        if lead < 0:
            square += step_x
            corner += east
            lead += dy
            left -= 1
        elif lead > 0:
            square += step_y
            corner += south
            lead -= dx
            left -= 1
        else:
            left -= 2
            corner += corner_step
            if left > 0 and closed[corner]:
                return True
            square += step_x + step_y
            lead = dy - dx
    return False


def _runs_between(marks: bytes, closed: bytes, width: i64, height: i64, px: i64, py: i64, qx: i64, qy: i64) -> bool:
    """Say the same of a segment along a grid line: a square on each side of the same edge blocks it."""
    if py == qy:
        x = px if px < qx else qx
        end = px + qx - x
        first = x
        while x < end:
            if x > first and closed[py * (width + 1) + x]:
                return True
            if 0 < py < height and marks[(py - 1) * width + x] and marks[py * width + x]:
                return True
            x += 1
        return False
    y = py if py < qy else qy
    end = py + qy - y
    first = y
    while y < end:
        if y > first and closed[y * (width + 1) + px]:
            return True
        if 0 < px < width and marks[y * width + px - 1] and marks[y * width + px]:
            return True
        y += 1
    return False


def _leaves_wrongly(kind: i64, quadrant: i64, dx: i64, dy: i64) -> bool:
    """Say whether a line from a closed corner towards (dx, dy) is not on the side of its body, in `quadrant`.

    `kind` is the corner's entry of `closed_corners`, not 0.
    """
    east: i64 = 1 if dx > 0 else 0
    south: i64 = 1 if dy > 0 else 0
    if dx == 0:
        # Of the two squares beside the edge the open one: kind 1 is open where east and south agree.
        east = south if kind == 1 else 1 - south
    elif dy == 0:
        south = east if kind == 1 else 1 - east
    return east + 2 * south != quadrant


class Sight:
    """Answers about lines on one board, remembered once given.

    Walls alone: what else hides, fog and darkness, changes while a fight lasts and is asked for elsewhere. It may be
    shared by threads: what one writes another would write just the same.

    >>> from encounter.engine.board import Board
    >>> sight = Sight(Board(6, 2, bytes([0, 0, 0, 1, 0, 0] + 6 * [0])))
    >>> sight.los(0, 1, 2, 1), sight.los(0, 1, 5, 1)
    (True, True)
    >>> nobody = vec[i64]([0] * 12)
    >>> sight.cover(0, 1, 2, 1, nobody, 0) == NONE, sight.cover(0, 1, 5, 1, nobody, 0) == HALF
    (True, True)
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.width: i64 = board.width
        self.height: i64 = board.height
        self.size: i64 = board.size
        self.solid = board.blocks_lines
        self.closed = closed_corners(board)
        self.border_walls = border_walls(board)
        self.is_plain = board.is_plain
        self.lines: Lines = Lines(board, self.border_walls)
        # Walls from the top-left square up to each corner: where a rectangle has none, no line in it is blocked.
        self.walls: vec[i64] = vec[i64]([0] * len(self.closed))
        for y in range(self.height):
            for x in range(self.width):
                corner = (y + 1) * (self.width + 1) + x + 1
                above = self.walls[corner - self.width - 1]
                before = self.walls[corner - 1]
                both = self.walls[corner - self.width - 2]
                stops = self.solid[y * self.width + x] if self.is_plain else stops_about(board, x, y)
                self.walls[corner] = stops + above + before - both
        # One row of answers for each square looked from, empty until somebody does.
        self.rows: vec[vec[i16]] = vec[vec[i16]]()
        self.pairs: dict[i64, i64] = {}
        self.has_rows = self.size <= LARGE_BOARD
        if self.has_rows:
            rows: vec[vec[i16]] = vec[vec[i16]]()
            for _ in range(self.size):
                rows = append(rows, vec[i16]())
            self.rows = rows

    def blocked_lines(self, px: i64, py: i64, quadrant: i64, square: i64) -> i64:
        """Give the lines from corner (px, py) to `square` that walls block: bit j for corner j (NW, NE, SW, SE).

        `quadrant` says on which side of the corner the body lies that the lines start from: 0 NW, 1 NE, 2 SW, 3 SE;
        ANY_SIDE (-1) for a point that belongs to no body. Not remembered: `cover` and `los` are.
        """
        if self._clear_from(px, py, quadrant, square):
            return 0
        if not self.is_plain:
            return self.lines.blocked(px, py, quadrant, self._square_in(px, py, quadrant), square, GLASS)
        x = self.board.xs[square]
        y = self.board.ys[square]
        lines: i64 = 0
        j: i64 = 0
        while j < CORNERS:
            if self._wall_blocks(px, py, quadrant, x + (j & 1), y + (j >> 1), 3 - j):
                lines |= 1 << j
            j += 1
        return lines

    def hidden_lines(self, px: i64, py: i64, quadrant: i64, square: i64) -> i64:
        """Give the lines that no look follows: those blocked, but for what only glass blocks."""
        if self.is_plain:
            return self.blocked_lines(px, py, quadrant, square)
        return self.lines.blocked(px, py, quadrant, self._square_in(px, py, quadrant), square, OPAQUE)

    def degree_of_lines(self, px: i64, py: i64, quadrant: i64, square: i64) -> i64:
        """Degree of cover of a square from one corner: by the count of its blocked lines, bodies aside.

        Openings count as if they were walls, but come to three quarters at most, and low walls to half.
        """
        if self.is_plain:
            return DEGREE_OF[self.blocked_lines(px, py, quadrant, square)]
        return self._degree_past(px, py, quadrant, square)

    def _degree_past(self, px: i64, py: i64, quadrant: i64, square: i64) -> i64:
        """The same by lines that tell openings and low walls from walls."""
        a = self._square_in(px, py, quadrant)
        degree: i64 = DEGREE_OF[self.lines.blocked(px, py, quadrant, a, square, GLASS)]
        partial = self.degree_of_openings(px, py, quadrant, square)
        return degree if degree > partial else partial

    def degree_of_openings(self, px: i64, py: i64, quadrant: i64, square: i64) -> i64:
        """What openings and low walls alone come to, with the walls about them."""
        if self.is_plain:
            return NONE
        degree = self.degree_of_slits(px, py, quadrant, square)
        if degree == NONE and self.lines.has(LOW):
            a = self._square_in(px, py, quadrant)
            return HALF if self.lines.blocked(px, py, quadrant, a, square, LOW) else NONE
        return degree

    def degree_of_slits(self, px: i64, py: i64, quadrant: i64, square: i64) -> i64:
        """What openings alone come to, with the walls about them."""
        if not self.is_plain and self.lines.has(SLIT):
            a = self._square_in(px, py, quadrant)
            count: i64 = DEGREE_OF[self.lines.blocked(px, py, quadrant, a, square, SLIT)]
            if count > HALF:
                return THREE_QUARTERS
            if count > NONE:
                return HALF
        return NONE

    def has_low_walls(self) -> bool:
        """Whether low walls stand anywhere, which a line in space may pass over."""
        return not self.is_plain and self.lines.has(LOW)

    def is_low_between(
        self, px: i64, py: i64, pz: i64, quadrant: i64, square: i64, feet: i64, elevation: bytes
    ) -> bool:
        """Whether a low wall stops one of the lines from a corner at level pz to the cube on a square (see Lines)."""
        a = self._square_in(px, py, quadrant)
        return self.lines.is_low_between(px, py, pz, quadrant, a, square, feet, elevation)

    def _square_in(self, px: i64, py: i64, quadrant: i64) -> i64:
        """The square in a quadrant about a corner, -1 for ANY_SIDE."""
        if quadrant == ANY_SIDE:
            return -1
        return (py - 1 + (quadrant >> 1)) * self.width + px - 1 + (quadrant & 1)

    def cover(self, a: i64, na: i64, t: i64, nt: i64, occupied: vec[i64], ignore: i64) -> i64:
        """Degree of cover of footprint (t, nt) from an attack by footprint (a, na) (rules.md 117 to 119).

        `occupied` holds for each square one bit for each living body on it, `ignore` the bits of attacker and target.
        The attacker chooses the best of its four outer corners and the best square of the target.
        """
        if na == 1 and nt == 1:
            entry = self._pair(a, t)
            if entry & 3 and entry & 12 and entry & 48 and entry & 192:
                return self._least(entry)
            if not self._body_between(a, 1, t, 1, occupied, ignore):
                return NONE
            return self.cover_of_bodies(a, t, occupied, ignore)
        best: i64 = TOTAL
        row: i64 = 0
        while row < nt and best > NONE:
            column: i64 = 0
            while column < nt and best > NONE:
                square = t + row * self.width + column
                k: i64 = 0
                while k < CORNERS:
                    from_square = a + ((k & 1) + (k >> 1) * self.width) * (na - 1)
                    degree = (self._pair(from_square, square) >> (2 * k)) & 3
                    if degree < best:
                        best = degree
                    k += 1
                column += 1
            row += 1
        if best > NONE or not self._body_between(a, na, t, nt, occupied, ignore):
            return best
        return self._past_bodies(a, na, t, nt, occupied, ignore)

    def cover_of_filled(self, a: i64, na: i64, t: i64, occupied: vec[i64], ignore: i64) -> i64:
        """Degree of cover of what fills square `t`, a door or a pillar: it is not in its own way. Not remembered."""
        best: i64 = TOTAL
        k: i64 = 0
        while k < CORNERS:
            px = self.board.xs[a] + (k & 1) * na
            py = self.board.ys[a] + (k >> 1) * na
            degree = self._degree_past(px, py, 3 - k, t)
            if degree == NONE and self._body_blocks(px, py, t, occupied, ignore):
                degree = HALF
            if degree < best:
                best = degree
            k += 1
        return best

    def wall_cover(self, a: i64, t: i64) -> i64:
        """Degree of cover between two single squares that walls alone give: `cover` with no bodies about."""
        return self._least(self._pair(a, t))

    def cover_from_point(
        self, px: i64, py: i64, quadrant: i64, t: i64, nt: i64, occupied: vec[i64], ignore: i64
    ) -> i64:
        """Degree of cover of footprint (t, nt) from an effect that spreads from corner (px, py) (rules.md 119).

        The same count with this one corner, and the best square of the target. Not remembered. `quadrant` is the side
        of the corner on which the body lies that the effect comes from, ANY_SIDE of a point in the open.
        """
        best: i64 = TOTAL
        for row in range(nt):
            for column in range(nt):
                square = t + row * self.width + column
                degree = self.degree_of_lines(px, py, quadrant, square)
                if degree == NONE and self._body_blocks(px, py, square, occupied, ignore):
                    degree = HALF
                if degree < best:
                    best = degree
        return best

    def reaches(self, a: i64, na: i64, px: i64, py: i64) -> bool:
        """Say whether a line that no wall blocks runs from an outer corner of footprint (a, na) to corner (px, py)."""
        x = self.board.xs[a]
        y = self.board.ys[a]
        k: i64 = 0
        while k < CORNERS:
            to_x = x + (k & 1) * na
            to_y = y + (k >> 1) * na
            if self.is_plain:
                if not self._wall_blocks(px, py, ANY_SIDE, to_x, to_y, 3 - k):
                    return True
            elif self.lines.gets_through(px, py, to_x, to_y, 3 - k, GLASS):
                return True
            k += 1
        return False

    def los(self, a: i64, na: i64, b: i64, nb: i64) -> bool:
        """Say whether a line of sight runs from footprint (a, na) to (b, nb) (rules.md B.1).

        Some line from an outer corner of the one to a corner of a square of the other is free of walls. Bodies hide
        nothing, and fog is not asked for here. Between two footprints of one square the
        answer is the same both ways; from a larger one fewer corners look out than are looked at, so a large creature
        in a narrow place may be seen by what it cannot see.
        """
        if na == 1 and nb == 1:
            return self._pair(a, b) >> LOS_SHIFT != 0
        row: i64 = 0
        while row < nb:
            column: i64 = 0
            while column < nb:
                square = b + row * self.width + column
                k: i64 = 0
                while k < CORNERS:
                    from_square = a + ((k & 1) + (k >> 1) * self.width) * (na - 1)
                    if self._pair(from_square, square) >> (LOS_SHIFT + k) & 1:
                        return True
                    k += 1
                column += 1
            row += 1
        return False

    def _pair(self, a: i64, t: i64) -> i64:
        """Give what walls do between two squares: a degree for each corner of `a`, and who of them sees."""
        if not self.has_rows:
            return self._far_pair(a, t)
        row = self.rows[a]
        if len(row) == 0:
            row = vec[i16]([-1] * self.size)
            self.rows[a] = row
        entry: i64 = i64(row[t])
        if entry < 0:
            entry = self._judge(a, t)
            row[t] = i16(entry)
        return entry

    def _far_pair(self, a: i64, t: i64) -> i64:
        key = a * self.size + t
        if key in self.pairs:
            return self.pairs[key]
        entry = self._judge(a, t)
        if len(self.pairs) >= PAIRS_KEPT:
            self.pairs.clear()
        self.pairs[key] = entry
        return entry

    def _judge(self, a: i64, t: i64) -> i64:
        """Work out an entry of `_pair`: sixteen lines, unless no wall stands in the rectangle about both squares."""
        x = self.board.xs[a]
        y = self.board.ys[a]
        if self.is_free_of_walls(a, t):
            return 0xF << LOS_SHIFT
        entry: i64 = 0
        k: i64 = 0
        while k < CORNERS:
            px = x + (k & 1)
            py = y + (k >> 1)
            if self.is_plain:  # what hides is what covers
                hidden = self.blocked_lines(px, py, 3 - k, t)
                entry |= i64(DEGREE_OF[hidden]) << (2 * k)
            else:
                hidden = self.hidden_lines(px, py, 3 - k, t)
                entry |= self.degree_of_lines(px, py, 3 - k, t) << (2 * k)
            if hidden != 0xF:
                entry |= 1 << (LOS_SHIFT + k)
            k += 1
        return entry

    def is_free_of_walls(self, a: i64, t: i64) -> bool:
        """Say whether no wall stands in the rectangle about two squares: then none blocks a line between them."""
        xs = self.board.xs
        ys = self.board.ys
        west = xs[a]
        east = xs[t]
        if west > east:
            west = xs[t]
            east = xs[a]
        north = ys[a]
        south = ys[t]
        if north > south:
            north = ys[t]
            south = ys[a]
        across = self.width + 1
        below = (south + 1) * across
        above = north * across
        walls = self.walls
        return walls[below + east + 1] - walls[below + west] - walls[above + east + 1] + walls[above + west] == 0

    def _clear_from(self, px: i64, py: i64, quadrant: i64, square: i64) -> bool:
        """Say whether nothing that stops lines stands in the rectangle about a corner, its body's side and a square."""
        x = px
        y = py
        if quadrant == ANY_SIDE:
            x -= 1 if self.board.xs[square] < px else 0
            y -= 1 if self.board.ys[square] < py else 0
        else:
            x -= 1 - (quadrant & 1)
            y -= 1 - (quadrant >> 1)
        return self.is_free_of_walls(y * self.width + x, square)

    def _wall_blocks(self, px: i64, py: i64, p_quadrant: i64, qx: i64, qy: i64, q_quadrant: i64) -> bool:
        """Say whether walls block the line from P, of a body in one quadrant, to Q, of a square in another."""
        across = self.width + 1
        p_kind: i64 = self.closed[py * across + px]
        if px == qx and py == qy:
            return p_kind != 0 and p_quadrant != ANY_SIDE and p_quadrant != q_quadrant
        if p_kind != 0 and p_quadrant != ANY_SIDE and _leaves_wrongly(p_kind, p_quadrant, qx - px, qy - py):
            return True
        q_kind: i64 = self.closed[qy * across + qx]
        if q_kind != 0 and _leaves_wrongly(q_kind, q_quadrant, px - qx, py - qy):
            return True
        if self._slips_past(px, py, qx, qy):
            return True
        return crosses(self.solid, self.closed, self.width, self.height, px, py, qx, qy)

    def _slips_past(self, px: i64, py: i64, qx: i64, qy: i64) -> bool:
        """Say whether a line along the border of the map passes the end of a wall that divides it."""
        width = self.width
        if py == qy and (py == 0 or py == self.height):
            row = (0 if py == 0 else self.height - 1) * width
            x = px if px < qx else qx
            end = px + qx - x
            while x < end:
                if self.border_walls[row + x]:
                    return True
                x += 1
        elif px == qx and (px == 0 or px == width):
            column: i64 = 0 if px == 0 else width - 1
            y = py if py < qy else qy
            end = py + qy - y
            while y < end:
                if self.border_walls[y * width + column]:
                    return True
                y += 1
        return False

    def _least(self, entry: i64) -> i64:
        best = entry & 3
        if best == NONE:
            return NONE
        k: i64 = 2
        while k < 2 * CORNERS:
            degree = (entry >> k) & 3
            if degree < best:
                best = degree
            k += 2
        return best

    def _body_between(self, a: i64, na: i64, t: i64, nt: i64, occupied: vec[i64], ignore: i64) -> bool:
        """Say whether anybody else stands in the rectangle about both footprints; if not, no body blocks a line."""
        xs = self.board.xs
        ys = self.board.ys
        west = xs[a]
        east = west + na
        if xs[t] < west:
            west = xs[t]
        if xs[t] + nt > east:
            east = xs[t] + nt
        north = ys[a]
        south = north + na
        if ys[t] < north:
            north = ys[t]
        if ys[t] + nt > south:
            south = ys[t] + nt
        others = ~ignore
        start = north * self.width + west
        last = (south - 1) * self.width + west
        across = east - west
        while start <= last:
            square = start
            end = start + across
            while square < end:
                if occupied[square] & others:
                    return True
                square += 1
            start += self.width
        return False

    def _past_bodies(self, a: i64, na: i64, t: i64, nt: i64, occupied: vec[i64], ignore: i64) -> i64:
        """NONE when from some corner to some square four lines are free of walls and bodies, else HALF.

        Walls leave four lines free from some corner: that is the caller's to know.
        """
        x = self.board.xs[a]
        y = self.board.ys[a]
        row: i64 = 0
        while row < nt:
            column: i64 = 0
            while column < nt:
                square = t + row * self.width + column
                k: i64 = 0
                while k < CORNERS:
                    from_square = a + ((k & 1) + (k >> 1) * self.width) * (na - 1)
                    if not (self._pair(from_square, square) >> (2 * k)) & 3:
                        if not self._body_blocks(x + (k & 1) * na, y + (k >> 1) * na, square, occupied, ignore):
                            return NONE
                    k += 1
                column += 1
            row += 1
        return HALF

    def cover_of_bodies(self, a: i64, t: i64, occupied: vec[i64], ignore: i64) -> i64:
        """`_past_bodies` between two single squares."""
        entry = self._pair(a, t)
        x = self.board.xs[a]
        y = self.board.ys[a]
        k: i64 = 0
        while k < CORNERS:
            if not (entry >> (2 * k)) & 3 and not self._body_blocks(x + (k & 1), y + (k >> 1), t, occupied, ignore):
                return NONE
            k += 1
        return HALF

    def _body_blocks(self, px: i64, py: i64, square: i64, occupied: vec[i64], ignore: i64) -> bool:
        """Say whether a body blocks any of the four lines from corner (px, py) to a square.

        Lines along the grid need no look: two bodies can only block one on both sides of it, the one on the square's
        own side of it stands between the corner and the far end of the square, and another of the four lines, aslant,
        crosses all squares there.
        """
        x = self.board.xs[square]
        y = self.board.ys[square]
        j: i64 = 0
        while j < CORNERS:
            qx = x + (j & 1)
            qy = y + (j >> 1)
            if px != qx and py != qy and self._body_aslant(px, py, qx, qy, occupied, ~ignore):
                return True
            j += 1
        return False

    def _body_aslant(self, px: i64, py: i64, qx: i64, qy: i64, occupied: vec[i64], others: i64) -> bool:
        """Walk as `crosses` does, but among the bodies of `others`, between which no corner is closed."""
        width = self.width
        dx = qx - px
        dy = qy - py
        step_x: i64 = 1
        step_y: i64 = width
        square = py * width + px
        if dx < 0:
            dx = -dx
            step_x = -1
            square -= 1
        if dy < 0:
            dy = -dy
            step_y = -width
            square -= width
        lead = dy - dx
        left = dx + dy
        while left > 0:
            if occupied[square] & others:
                return True
            if lead < 0:
                square += step_x
                lead += dy
                left -= 1
            elif lead > 0:
                square += step_y
                lead -= dx
                left -= 1
            else:
                square += step_x + step_y
                lead = dy - dx
                left -= 2
        return False
