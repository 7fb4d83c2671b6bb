"""Tables of a board's walls, for lines across it: closed corners, walls from border to border, what stops any line."""

from __future__ import annotations

from encounter.engine.board import HEIGHTS, Board


def closed_corners(board: Board) -> bytes:
    """Give one byte a corner, row by row: 0 not closed, 1 closed with NW and SE open, 2 closed with NE and SW open."""
    width = board.width
    solid = board.blocks_lines
    table = bytearray((width + 1) * (board.height + 1))
    for y in range(1, board.height):
        for x in range(1, width):
            southeast = y * width + x
            northwest = solid[southeast - width - 1]
            northeast = solid[southeast - width]
            southwest = solid[southeast - 1]
            if northwest == solid[southeast] and northeast == southwest and northwest != northeast:
                table[y * (width + 1) + x] = 1 + northwest
    return bytes(table)


def border_walls(board: Board) -> bytes:
    """Give one byte a square: 1 for solid squares that are part of a wall from one border of the map to another.

    Such a wall divides the map, and no line slips past its ends along the border. Squares belong to one wall where
    they touch, at corners too, and where walls on edges join them. A wall that meets one border only ends there, and
    lines may graze it. Whatever stops any line is a wall here, a low one too.

    >>> from encounter.engine.board import WALL
    >>> list(border_walls(Board(3, 2, bytes([0, WALL, 0, 0, WALL, 0]))))
    [0, 1, 0, 0, 1, 0]
    >>> list(border_walls(Board(3, 2, bytes([0, WALL, 0, 0, 0, 0]))))
    [0, 0, 0, 0, 0, 0]
    """
    width = board.width
    height = board.height
    table = bytearray(board.size)
    seen = bytearray((width + 1) * (height + 1))
    for start in range(len(seen)):
        if seen[start]:
            continue
        seen[start] = 1
        corners = [start]  # of the grid, which squares and edges of one wall join
        squares: set[int] = set()
        edges = 0
        for corner in corners:
            for square in _filled_about(board, corner):
                squares.add(square)
            along = _edges_about(board, corner) if board.has_edges else []
            edges += len(along)
            for other in along + _corners_beside(board, corner):
                if not seen[other]:
                    seen[other] = 1
                    corners.append(other)
        # One square in a corner of the map touches two borders and divides nothing.
        touched = [
            any(corner // (width + 1) == 0 for corner in corners),
            any(corner // (width + 1) == height for corner in corners),
            any(corner % (width + 1) == 0 for corner in corners),
            any(corner % (width + 1) == width for corner in corners),
        ]
        across = (touched[0] and touched[1]) or (touched[2] and touched[3])
        if across or (sum(touched) > 1 and len(squares) + edges > 1):
            for square in squares:
                table[square] = 1
    return bytes(table)


def _filled_about(board: Board, corner: int) -> list[int]:
    """The squares about a corner that stop lines, whatever their height."""
    x = corner % (board.width + 1)
    y = corner // (board.width + 1)
    found: list[int] = []
    for to_y in range(max(0, y - 1), min(board.height, y + 1)):
        for to_x in range(max(0, x - 1), min(board.width, x + 1)):
            if board.heights[to_y * board.width + to_x]:
                found.append(to_y * board.width + to_x)
    return found


def _corners_beside(board: Board, corner: int) -> list[int]:
    """The corners of the squares about a corner that stop lines."""
    found: list[int] = []
    for square in _filled_about(board, corner):
        first = square // board.width * (board.width + 1) + square % board.width
        found += [first, first + 1, first + board.width + 1, first + board.width + 2]
    return found


def _edges_about(board: Board, corner: int) -> list[int]:
    """The corners at the other ends of the edges from a corner on which something stands that stops lines."""
    width = board.width
    x = corner % (width + 1)
    y = corner // (width + 1)
    found: list[int] = []
    if 0 < x < width:
        for row, end in ((y - 1, corner - width - 1), (y, corner + width + 1)):
            if 0 <= row < board.height and HEIGHTS[board.east[row * width + x - 1]]:
                found.append(end)
    if 0 < y < board.height:
        for column, end in ((x - 1, corner - 1), (x, corner + 1)):
            if 0 <= column < width and HEIGHTS[board.south[(y - 1) * width + column]]:
                found.append(end)
    return found


def stops_about(board: Board, x: int, y: int) -> int:
    """1 where anything that stops lines fills a square or stands on one of its edges, else 0."""
    square = y * board.width + x
    if board.heights[square]:
        return 1
    if not board.has_edges:
        return 0
    edges = [board.east[square], board.south[square]]
    if x > 0:
        edges.append(board.east[square - 1])
    if y > 0:
        edges.append(board.south[square - board.width])
    return 1 if any(HEIGHTS[kind] for kind in edges) else 0
