"""Doors and windows: what they are, and the ground as it is with some of them open and others closed.

A door fills squares or stands on edges between them; a window too. The ground of a fight (its board and the lines over
it) is one of a few that an encounter keeps, by what stands at each door; the fights of an encounter share them.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from encounter.engine.board import (
    DOOR,
    LOCKED_DOOR,
    OPEN_DOOR,
    OPEN_WINDOW,
    SHUT_WAY,
    WINDOW,
    Board,
    square_name,
)
from encounter.engine.sight import Sight

# How a door is.
SHUT: Final = 0  # closed, and whoever comes may open it
OPEN: Final = 1
LOCKED: Final = 2
BROKEN: Final = 3  # open, and never to be closed again
STATE_NAMES: Final = ("closed", "open", "locked", "broken")

DOOR_KINDS: Final[dict[int, int]] = {
    DOOR: SHUT,
    OPEN_DOOR: OPEN,
    LOCKED_DOOR: LOCKED,
    WINDOW: SHUT,
    OPEN_WINDOW: OPEN,
}

# Grounds kept at once by an encounter, counted in squares altogether; two of them are always kept.
GROUND_SQUARES_KEPT: Final = 40_000


class Door:
    """One door or window of the map. It stands on one square, or on edges, whose squares are in `west` and `east`.

    `squares` are those from which it is reached and measured: its own, or those on both sides of its edges. `edges`
    holds for each unit edge the square and 1 where it is the east edge of it, 0 where it is the south edge.
    """

    def __init__(self, index: i64, kind: i64, square: i64, edges: list[tuple[int, int]], width: i64) -> None:
        self.index = index
        self.is_window: bool = kind == WINDOW or kind == OPEN_WINDOW
        self.starts: i64 = DOOR_KINDS[kind]
        self.square = square
        self.edges = edges
        self.squares: list[int] = [square] if square >= 0 else []
        for at, is_east in edges:
            self.squares += [at, at + 1 if is_east else at + width]
        self.name: str = "-".join([square_name(width, at) for at in self.squares[:2]])

    def kind_when(self, state: i64) -> int:
        """The kind of terrain that stands there in a state."""
        if state == OPEN or state == BROKEN:
            return OPEN_WINDOW if self.is_window else OPEN_DOOR
        if self.is_window:
            return WINDOW
        return LOCKED_DOOR if state == LOCKED else DOOR


class Grounds:
    """The boards of one map, and the lines over them, by what stands at its doors: one kind of terrain a door.

    They may be shared by threads: what one writes another would write just the same.
    """

    def __init__(self, board: Board, sight: Sight, doors: list[Door]) -> None:
        self.first = board
        self.doors = doors
        self.boards: dict[bytes, Board] = {}
        self.sights: dict[bytes, Sight] = {}
        key = self.key_of([door.starts for door in doors])
        self.boards[key] = board
        self.sights[key] = sight
        kept = GROUND_SQUARES_KEPT // board.size
        self.most: i64 = kept if kept > 2 else 2

    def key_of(self, states: list[int]) -> bytes:
        """What stands at each door in these states."""
        return bytes([door.kind_when(state) for door, state in zip(self.doors, states, strict=True)])

    def board_for(self, key: bytes) -> Board:
        """The board with these kinds of terrain at its doors."""
        board = self.boards.get(key)
        if board is None:
            board = self._build(key)
            if len(self.boards) >= 4 * self.most:
                self.boards.clear()
            self.boards[key] = board
        return board

    def sight_for(self, key: bytes) -> Sight:
        """The lines over that board."""
        sight = self.sights.get(key)
        if sight is None:
            sight = Sight(self.board_for(key))
            if len(self.sights) >= self.most:
                self.sights.clear()
            self.sights[key] = sight
        return sight

    def way_for(self, states: list[int], forced: list[int]) -> Board:
        """The board for a search of ways that counts on opening what is closed.

        `forced` are the locked doors that can be opened all the same.
        """
        kinds = bytearray(self.key_of(states))
        for door in self.doors:
            state = states[door.index]
            if state == SHUT or (state == LOCKED and int(door.index) in forced):
                kinds[door.index] = SHUT_WAY
        return self.board_for(bytes(kinds))

    def _build(self, key: bytes) -> Board:
        first = self.first
        terrain = bytearray(first.terrain)
        east = bytearray(first.east)
        south = bytearray(first.south)
        for door in self.doors:
            kind = key[door.index]
            if door.square >= 0:
                terrain[door.square] = kind
            for square, is_east in door.edges:
                if is_east:
                    east[square] = kind
                else:
                    south[square] = kind
        return Board(first.width, first.height, bytes(terrain), first.alternate, bytes(east), bytes(south))
