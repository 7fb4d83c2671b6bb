"""Height: the levels of the ground, distances and lines in three dimensions.

Heights are counted in levels of 5 ft above the lowest ground of the map. A square's ground is a solid block up to its
own level; a creature of n by n squares is a cube, n levels high, and its level is that of its feet. Walls and whatever
else blocks lines on the plan have no top: nothing passes above them. Bodies end at their own height.

Where a procedure thinks a creature elsewhere, it gives a *place*: `square + level * squares of the map`. A bare square
is a place of level 0, and a place below the ground counts as on it, so that on foot squares are places.

Lines run from the upper or the lower corners of the attacker's cube to all eight corners of one cube of the target.
What is counted on the plan for four lines (sight.DEGREE_OF) is counted here for eight: half of them blocked or fewer
is half cover, more than half three-quarters, all of them total. A line is blocked by

* whatever blocks its plan;
* the ground of a square that it crosses with any part lower than that ground; to run along the top blocks nothing;
* for half cover, a body that it crosses between feet and head; to run along the head blocks nothing;
* for half cover, a low wall where the line is less than 5 ft above the higher ground beside the wall.

A line along the edge between two squares is blocked where it is lower than the ground of both, and a corner where two
blocks touch is closed to lines lower than both, as on the plan. All arithmetic is on integers and exact. Fog is as high
as the map: whoever asks about it asks on the plan.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from encounter.engine.bits import first_of
from encounter.engine.board import LARGEST_FOOTPRINT, Board
from encounter.engine.sight import ANY_SIDE, CORNERS, HALF, NONE, THREE_QUARTERS, TOTAL, Sight

LEVEL_FT: Final = 5
ENDLESS: Final = 1 << 20  # the top of a wall, in levels

# The degree of cover for each number of blocked lines out of eight.
DEGREE_OF_EIGHT: Final = bytes((NONE, HALF, HALF, HALF, HALF, THREE_QUARTERS, THREE_QUARTERS, THREE_QUARTERS, TOTAL))


def gap(a: i64, na: i64, b: i64, nb: i64) -> i64:
    """Squares or levels between two spans, counted from beside the one to inside the other; 0 where they overlap."""
    apart: i64 = b - a - na + 1 if b > a else a - b - nb + 1
    return apart if apart > 0 else 0


class Relief:
    """The ground of one board. `elevation` holds the level of each square, b"" where all is level.

    `ceiling` is the highest level at which tactics look for a place; whoever wants may fly higher.
    """

    def __init__(self, board: Board, elevation: bytes) -> None:
        if len(elevation) not in (0, board.size):
            raise ValueError(f"{len(elevation)} heights for a board of {board.size}")
        self.width: i64 = board.width
        self.height: i64 = board.height
        self.size: i64 = board.size
        self.elevation: bytes = elevation if len(elevation) > 0 else bytes(board.size)
        self.has_hills: bool = any(elevation)
        self.ceiling: i64 = max(self.elevation)
        self._grounds: list[bytes] = [b""] * (LARGEST_FOOTPRINT + 1)

    def grounds(self, n: i64) -> bytes:
        """Give the level of the ground under a footprint n, its highest square, for each square it may have."""
        if n == 1:
            return self.elevation
        table = self._grounds[n]
        if len(table) == 0:
            table = self._build_grounds(n)
            self._grounds[n] = table
        return table

    def _build_grounds(self, n: i64) -> bytes:
        table = bytearray(self.elevation)
        for y in range(self.height - n + 1):
            for x in range(self.width - n + 1):
                for row in range(n):
                    for column in range(n):
                        level = self.elevation[(y + row) * self.width + x + column]
                        if level > table[y * self.width + x]:
                            table[y * self.width + x] = level
        return bytes(table)

    def distance_ft(self, board: Board, a: i64, na: i64, la: i64, b: i64, nb: i64, lb: i64) -> i64:
        """Distance in feet between two cubes: the greatest of the three gaps.

        Under 5-10-5 every second step that goes along more than one axis counts double, which adds half of the second
        greatest gap, rounded down (rules.md 129, 130).
        """
        xs = board.xs
        ys = board.ys
        most = gap(xs[a], na, xs[b], nb)
        second = gap(ys[a], na, ys[b], nb)
        up = gap(la, na, lb, nb)
        if second > most:
            least = most
            most = second
            second = least
        if up > most:
            second = most
            most = up
        elif up > second:
            second = up
        if board.alternate:
            most += second >> 1
        return 5 * most

    def hides(self, a: i64, na: i64, la: i64, t: i64, nt: i64, lt: i64) -> bool:
        """Say whether any ground about both footprints rises above the feet of either: if not, none blocks a line."""
        if not self.has_hills:
            return False
        lowest = la if la < lt else lt
        width = self.width
        west = a % width if a % width < t % width else t % width
        east = a % width + na if a % width + na > t % width + nt else t % width + nt
        north = a // width if a // width < t // width else t // width
        south = a // width + na if a // width + na > t // width + nt else t // width + nt
        y = north
        while y < south:
            x = west
            while x < east:
                if self.elevation[y * width + x] > lowest:
                    return True
                x += 1
            y += 1
        return False

    def top(self, sight: Sight, x: i64, y: i64) -> i64:
        """Give the level up to which a square is filled, 0 off the map."""
        if x < 0 or y < 0 or x >= self.width or y >= self.height:
            return 0
        square = y * self.width + x
        return ENDLESS if sight.solid[square] else self.elevation[square]

    def ground_blocks(self, sight: Sight, px: i64, py: i64, pz: i64, qx: i64, qy: i64, qz: i64) -> bool:
        """Say whether ground (or a corner of it that is closed) blocks the line between two points, ends aside."""
        dx = qx - px
        dy = qy - py
        if dx == 0 or dy == 0:
            return self._runs_low(sight, px, py, pz, qx, qy, qz)
        step_x: i64 = 1 if dx > 0 else -1
        step_y: i64 = 1 if dy > 0 else -1
        wide = dx if dx > 0 else -dx
        deep = dy if dy > 0 else -dy
        whole = wide * deep  # the line's length; crossing a column takes `deep` of it, a row `wide`
        rise = qz - pz
        x = px if dx > 0 else px - 1
        y = py if dy > 0 else py - 1
        next_x = deep
        next_y = wide
        now: i64 = 0
        while now < whole:
            then = next_x if next_x < next_y else next_y
            lowest = pz * whole + rise * (now if rise > 0 else then)
            if lowest < self.top(sight, x, y) * whole:
                return True
            if next_x == next_y:
                if then < whole:
                    here = pz * whole + rise * then
                    if here < self.top(sight, x + step_x, y) * whole and here < self.top(sight, x, y + step_y) * whole:
                        return True
                x += step_x
                y += step_y
                next_x += deep
                next_y += wide
            elif next_x < next_y:
                x += step_x
                next_x += deep
            else:
                y += step_y
                next_y += wide
            now = then
        return False

    def _runs_low(self, sight: Sight, px: i64, py: i64, pz: i64, qx: i64, qy: i64, qz: i64) -> bool:
        """Say the same of a line along the edges between squares: both of an edge must be higher to block it."""
        across: i64 = 1 if qx > px else -1 if qx < px else 0
        down: i64 = 1 if qy > py else -1 if qy < py else 0
        length = (qx - px) * across + (qy - py) * down
        rise = qz - pz
        at: i64 = 0
        while at < length:
            x = px + across * at
            y = py + down * at
            if at > 0 and self._is_closed(sight, x, y, pz * length + rise * at, length):
                return True
            left_x = x if across > 0 else x - 1
            left_y = y if down > 0 else y - 1
            lowest = pz * length + rise * (at if rise > 0 else at + 1)
            one: i64 = 0
            other: i64 = 0
            if across != 0:
                one = self.top(sight, left_x, y - 1)
                other = self.top(sight, left_x, y)
            else:
                one = self.top(sight, x - 1, left_y)
                other = self.top(sight, x, left_y)
            if lowest < one * length and lowest < other * length:
                return True
            at += 1
        return False

    def _is_closed(self, sight: Sight, x: i64, y: i64, height: i64, scale: i64) -> bool:
        """Say whether two blocks that touch at a corner are both higher than `height`, in parts of a level."""
        if height < self.top(sight, x - 1, y - 1) * scale and height < self.top(sight, x, y) * scale:
            return True
        return height < self.top(sight, x, y - 1) * scale and height < self.top(sight, x - 1, y) * scale

    def leaves_wrongly(self, sight: Sight, x: i64, y: i64, z: i64, quadrant: i64, dx: i64, dy: i64) -> bool:
        """Say whether a line from a corner that blocks on both sides of its body close is not on the body's side."""
        if quadrant == ANY_SIDE:
            return False
        east = quadrant & 1
        south = quadrant >> 1
        if z >= self.top(sight, x - east, y - 1 + south) or z >= self.top(sight, x - 1 + east, y - south):
            return False
        if dx == 0 and dy == 0:
            return False
        return (dx > 0 and east == 0) or (dx < 0 and east == 1) or (dy > 0 and south == 0) or (dy < 0 and south == 1)

    def line_blocked(
        self, sight: Sight, px: i64, py: i64, pz: i64, p_side: i64, qx: i64, qy: i64, qz: i64, q_side: i64
    ) -> bool:
        """Say whether ground blocks the line from P, of a body in one quadrant, to Q, of a square in another."""
        if px == qx and py == qy:
            if p_side == q_side or p_side == ANY_SIDE or p_side + q_side != 3:
                return False
            lower = pz if pz < qz else qz
            east = p_side & 1
            south = p_side >> 1
            return lower < self.top(sight, px - east, py - 1 + south) and lower < self.top(
                sight, px - 1 + east, py - south
            )
        if self.leaves_wrongly(sight, px, py, pz, p_side, qx - px, qy - py):
            return True
        if self.leaves_wrongly(sight, qx, qy, qz, q_side, px - qx, py - qy):
            return True
        return self.ground_blocks(sight, px, py, pz, qx, qy, qz)

    def cover(
        self,
        sight: Sight,
        a: i64,
        na: i64,
        la: i64,
        t: i64,
        nt: i64,
        lt: i64,
        occupied: vec[i64],
        bodies: vec[i64],
        ignore: i64,
    ) -> i64:
        """Degree of cover of the cube (t, nt, lt) from an attack by the cube (a, na, la).

        `bodies` holds two numbers for each combatant, its level and its height in levels; see Sight.cover for the rest.
        The attacker chooses the best of its eight corners and the best cube of the target.
        """
        has_ground = self.hides(a, na, la, t, nt, lt)
        others = self._others_between(a, na, t, nt, occupied, ~ignore)
        has_low = sight.has_low_walls()
        if not has_ground and not others and not has_low:
            return sight.cover(a, na, t, nt, occupied, -1)
        width = self.width
        best: i64 = TOTAL
        place: i64 = 0
        while place < nt * nt and best > NONE:
            square = t + place // nt * width + place % nt
            place += 1
            corner: i64 = 0
            while corner < CORNERS and best > NONE:
                px = a % width + (corner & 1) * na
                py = a // width + (corner >> 1) * na
                walls = sight.blocked_lines(px, py, 3 - corner, square)
                side = 3 - corner
                corner += 1
                if walls == 0xF:
                    continue
                partial = sight.degree_of_slits(px, py, side, square)
                look: i64 = 0
                while look < 2 * nt and best > NONE:
                    pz = la + (look & 1) * na
                    feet = lt + (look >> 1)
                    look += 1
                    degree = self._from_corner(sight, px, py, pz, side, square, feet, walls, has_ground)
                    if degree < partial:
                        degree = partial
                    if (
                        degree == NONE
                        and has_low
                        and sight.is_low_between(px, py, pz, side, square, feet, self.elevation)
                    ):
                        degree = HALF
                    if (
                        degree == NONE
                        and others
                        and self._body_blocks(px, py, pz, square, feet, occupied, bodies, others)
                    ):
                        degree = HALF
                    if degree < best:
                        best = degree
        return best

    def cover_from_point(
        self,
        sight: Sight,
        px: i64,
        py: i64,
        pz: i64,
        side: i64,
        t: i64,
        nt: i64,
        lt: i64,
        occupied: vec[i64],
        bodies: vec[i64],
        ignore: i64,
    ) -> i64:
        """Degree of cover of the cube (t, nt, lt) from an effect that spreads from corner (px, py) at level pz.

        The same count as `cover` from this one point; `side` is the quadrant of the body that it comes from.
        """
        has_low = sight.has_low_walls()
        best: i64 = TOTAL
        place: i64 = 0
        while place < nt * nt * nt and best > NONE:
            square = t + place // nt % nt * self.width + place % nt
            feet = lt + place // (nt * nt)
            place += 1
            walls = sight.blocked_lines(px, py, side, square)
            if walls == 0xF:
                continue
            degree = self._from_corner(sight, px, py, pz, side, square, feet, walls, self.has_hills)
            partial = sight.degree_of_slits(px, py, side, square)
            if degree < partial:
                degree = partial
            if degree == NONE and has_low and sight.is_low_between(px, py, pz, side, square, feet, self.elevation):
                degree = HALF
            if degree == NONE and self._body_blocks(px, py, pz, square, feet, occupied, bodies, ~ignore):
                degree = HALF
            if degree < best:
                best = degree
        return best

    def reaches(self, sight: Sight, a: i64, na: i64, la: i64, px: i64, py: i64, pz: i64) -> bool:
        """Say whether no ground blocks some line from a corner of the cube (a, na, la) to a point; walls aside."""
        if not self.has_hills:
            return True
        corner: i64 = 0
        while corner < 2 * CORNERS:
            x = a % self.width + (corner & 1) * na
            y = a // self.width + ((corner >> 1) & 1) * na
            z = la + (corner >> 2) * na
            if not self.line_blocked(sight, px, py, pz, ANY_SIDE, x, y, z, 3 - (corner & 3)):
                return True
            corner += 1
        return False

    def _from_corner(
        self, sight: Sight, px: i64, py: i64, pz: i64, side: i64, square: i64, feet: i64, walls: i64, has_ground: bool
    ) -> i64:
        """Count the lines from one corner to the eight of one cube; `walls` are those that its plan blocks."""
        blocked: i64 = 0
        end: i64 = 0
        while end < CORNERS:
            qx = square % self.width + (end & 1)
            qy = square // self.width + (end >> 1)
            if (walls >> end) & 1:
                blocked += 2
            elif has_ground:
                if self.line_blocked(sight, px, py, pz, side, qx, qy, feet, 3 - end):
                    blocked += 1
                if self.line_blocked(sight, px, py, pz, side, qx, qy, feet + 1, 3 - end):
                    blocked += 1
            end += 1
        return DEGREE_OF_EIGHT[blocked]

    def _others_between(self, a: i64, na: i64, t: i64, nt: i64, occupied: vec[i64], others: i64) -> i64:
        """Mask of those of `others` who stand in the rectangle about both footprints."""
        width = self.width
        west = a % width if a % width < t % width else t % width
        east = a % width + na if a % width + na > t % width + nt else t % width + nt
        north = a // width if a // width < t // width else t // width
        south = a // width + na if a // width + na > t // width + nt else t // width + nt
        mask: i64 = 0
        y = north
        while y < south:
            x = west
            while x < east:
                mask |= occupied[y * width + x]
                x += 1
            y += 1
        return mask & others

    def _body_blocks(
        self, px: i64, py: i64, pz: i64, square: i64, feet: i64, occupied: vec[i64], bodies: vec[i64], others: i64
    ) -> bool:
        """Say whether a body blocks any of the eight lines from a corner; those along edges need no look."""
        end: i64 = 0
        while end < 2 * CORNERS:
            qx = square % self.width + (end & 1)
            qy = square // self.width + ((end >> 1) & 1)
            qz = feet + (end >> 2)
            end += 1
            if px != qx and py != qy and self._meets_body(px, py, pz, qx, qy, qz, occupied, bodies, others):
                return True
        return False

    def _meets_body(
        self, px: i64, py: i64, pz: i64, qx: i64, qy: i64, qz: i64, occupied: vec[i64], bodies: vec[i64], others: i64
    ) -> bool:
        """Say whether a line aslant crosses a body between its feet and its head."""
        step_x: i64 = 1 if qx > px else -1
        step_y: i64 = 1 if qy > py else -1
        wide = (qx - px) * step_x
        deep = (qy - py) * step_y
        whole = wide * deep
        rise = qz - pz
        x = px if step_x > 0 else px - 1
        y = py if step_y > 0 else py - 1
        next_x = deep
        next_y = wide
        now: i64 = 0
        while now < whole:
            then = next_x if next_x < next_y else next_y
            here = occupied[y * self.width + x] & others
            if here and _is_crossed(here, bodies, pz * whole + rise * now, pz * whole + rise * then, whole):
                return True
            is_corner = next_x == next_y
            if is_corner or next_x < next_y:
                x += step_x
                next_x += deep
            if is_corner or then == next_y:
                y += step_y
                next_y += wide
            now = then
        return False

    def los(self, sight: Sight, a: i64, na: i64, la: i64, b: i64, nb: i64, lb: i64) -> bool:
        """Say whether a line of sight runs from the cube (a, na, la) to (b, nb, lb), fog aside; bodies hide nothing."""
        if not sight.los(a, na, b, nb):
            return False
        if not self.hides(a, na, la, b, nb, lb):
            return True
        width = self.width
        place: i64 = 0
        while place < nb * nb:
            square = b + place // nb * width + place % nb
            place += 1
            corner: i64 = 0
            while corner < CORNERS:
                px = a % width + (corner & 1) * na
                py = a // width + (corner >> 1) * na
                walls = sight.hidden_lines(px, py, 3 - corner, square)
                side = 3 - corner
                corner += 1
                if walls == 0xF:
                    continue
                look: i64 = 0
                while look < 2 * nb:
                    pz = la + (look & 1) * na
                    if self._from_corner(sight, px, py, pz, side, square, lb + (look >> 1), walls, True) != TOTAL:
                        return True
                    look += 1
        return False


def _is_crossed(here: i64, bodies: vec[i64], enters: i64, leaves: i64, scale: i64) -> bool:
    """Say whether a line that is at these heights where it enters and leaves a square crosses any body there.

    Heights are in parts of a level, `scale` of them. Along the head blocks nothing, along the feet does: else a body
    on the same ground would block no line between two pairs of feet.
    """
    lower = enters if enters < leaves else leaves
    upper = leaves if enters < leaves else enters
    while here:
        index = first_of(here)
        here &= here - 1
        feet = bodies[2 * index] * scale
        head = (bodies[2 * index] + bodies[2 * index + 1]) * scale
        if lower < head and (upper > feet or (lower == upper and lower == feet)):
            return True
    return False
