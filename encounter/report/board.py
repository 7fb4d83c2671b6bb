"""The board as it stands: squares with their names, who is where, and a legend with hit points and conditions.

A square takes two characters, so that a board of 20 by 20 and its legend fit on 80 columns. Whoever fights is the
letter of the file, with a number where several share it. Where two sides share one, the first side has the capital
and the others the small letter, so that a picture without colours can be read too. A wider map is cut to where the
combatants are.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from attrs import Factory, define

from encounter.engine.board import parse_square, square_name
from encounter.engine.creature import FOOTPRINT, SIZES
from encounter.report.scenery import HIDDEN_ASCII, HIDDEN_MARK, Scenery, shaded
from encounter.report.words import Words, printable

if TYPE_CHECKING:
    from rich.text import Text

    from encounter.scenario.model import Edge, Elevation, Entry, Scenario

Square = tuple[int, int]

SIDE_STYLES: Final = ("bold cyan", "bold underline red", "bold yellow", "bold magenta", "bold green", "bold blue")
TERRAIN_STYLES: Final = {
    "#": "bold white",
    "T": "green",
    "%": "green",
    ":": "yellow",
    "~": "blue",
    "+": "yellow",
    "/": "yellow",
    "_": "bright_black",
}
GROUND_STYLES: Final = ("grey11", "grey19", "grey27", "grey35", "grey42")  # from lower ground to higher
FLOOR: Final = "."
FLOOR_STYLE: Final = "bright_black"
OPEN_DOOR: Final = "/"
CLOSED_DOOR: Final = "+"
DEAD_MARK: Final = "x"
DOWN_MARK: Final = "!"
MARGIN: Final = 2
BAR_WIDTH: Final = 8
NAME_WIDTH: Final = 13
LEGEND_WIDTH: Final = 35
GAP: Final = "  "
NUMBERS: Final = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SPARE_LETTERS: Final = "QWXYZJKVUNM"

UP: Final = "up"
DOWN: Final = "down"
DEAD: Final = "dead"
LEFT: Final = "left"
WAITING: Final = "waiting"


@define
class Piece:
    """One combatant as the board shows it; squares are (column, row), `edge` is its footprint in squares."""

    name: str
    side: int
    mark: str
    square: Square | None
    hp: int
    max_hp: int
    edge: int = 1
    temp_hp: int = 0
    status: str = UP
    conditions: dict[str, int] = Factory(dict)
    altitude_ft: int = 0  # of its feet above the ground under it

    def squares(self) -> Iterator[Square]:
        """Every square of its footprint, the top-left one first."""
        if self.square is not None:
            x, y = self.square
            yield from ((x + column, y + row) for row in range(self.edge) for column in range(self.edge))

    @property
    def is_on_board(self) -> bool:
        return self.square is not None and self.status in (UP, DOWN)


def marks_for(letters: Sequence[tuple[str, int]]) -> list[str]:
    """A mark of one or two characters for each (letter, side), all different.

    A letter stays as it is; who shares one gets a number after it, and where two sides share it the first has the
    capital, the others the small letter.

    >>> marks_for([("A", 0), ("w", 0), ("W", 1), ("g", 1), ("g", 1)])
    ['A', 'w', 'W', 'g1', 'g2']
    >>> marks_for([("g", 0), ("g", 1)])
    ['G', 'g']
    >>> marks_for([("地", 0), ("", 1)])
    ['Q', 'q']
    """
    sides_of: dict[str, set[int]] = {}
    for letter, side in letters:
        sides_of.setdefault(letter[:1], set()).add(side)
    shown = [
        _cased(SPARE_LETTERS[0], side)
        if not letter[:1].isalpha() or not _is_narrow(letter[:1])
        else letter[:1]
        if len(sides_of[letter[:1]]) == 1
        else _cased(letter[:1], side)
        for letter, side in letters
    ]
    several = {letter for letter in shown if shown.count(letter) > 1}
    used: dict[str, int] = {}
    marks: list[str] = []
    for letter in shown:
        if letter not in several:
            marks.append(letter)
            continue
        spare = 0
        base = letter
        while used.get(base, 0) >= len(NUMBERS) or (base != letter and base in shown):
            base = SPARE_LETTERS[spare].upper() if letter.isupper() else SPARE_LETTERS[spare].lower()
            spare += 1
        marks.append(base + NUMBERS[used.get(base, 0)])
        used[base] = used.get(base, 0) + 1
    return marks


def _cased(letter: str, side: int) -> str:
    """The letter as a capital for the first side, small for the others, where it has such a form."""
    cased = letter.upper() if side == 0 else letter.lower()
    return cased if len(cased) == 1 else letter


def _is_narrow(character: str) -> bool:
    import unicodedata

    return unicodedata.east_asian_width(character) not in ("W", "F") and not unicodedata.combining(character)


class Stage:
    """Who stands where with how many hit points, kept up to date by the events of a fight."""

    def __init__(
        self, rows: Sequence[str], sides: Sequence[str], pieces: Iterable[Piece], edges: Iterable["Edge"] = ()
    ) -> None:
        from encounter.report.maps import Grid

        self.rows = tuple(rows)
        self.grid = Grid(edges)  # what stands on the edges between squares
        self.sides = tuple(sides)
        self.pieces = {piece.name: piece for piece in pieces}
        self.rises: tuple[Elevation, ...] = ()  # ground that is not on the level of the rest
        self.scenery: Scenery | None = None  # light and zones, where the scenario has any

    @classmethod
    def of(cls, scenario: "Scenario") -> "Stage":
        """The stage as the scenario's file sets it."""
        sides = {name: place for place, name in enumerate(scenario.sides)}
        letters = [
            (entry.letter or _cased(entry.name[:1], sides[entry.side]), sides[entry.side]) for entry in scenario.entries
        ]
        marks = marks_for(letters)
        pieces = [
            _piece_of(entry, sides[entry.side], mark) for entry, mark in zip(scenario.entries, marks, strict=True)
        ]
        stage = cls(scenario.map.glyphs, scenario.sides, pieces, scenario.edges)
        stage.scenery = Scenery(scenario)
        stage.rises = scenario.elevation
        return stage

    def take(self, event: Mapping[str, Any]) -> None:
        """Change what one event changes."""
        kind = event["type"]
        if kind in ("light", "zone"):
            if self.scenery is not None:
                self.scenery.take(event)
            return
        if kind == "door":
            self._swing(event)
            return
        if event.get("object"):
            return  # an object that is struck is no piece
        name = event.get("actor") if kind in ("turn", "move", "fall", "arrive", "death-save") else event.get("target")
        piece = self.pieces.get(str(name or event.get("actor")))
        if piece is None:
            return
        if kind in ("turn", "arrive"):
            piece.square = parse_square(event["square"]) if event.get("square") else piece.square
            piece.altitude_ft = int(event.get("altitude") or 0) if kind == "arrive" else piece.altitude_ft
            piece.hp = int(event.get("hp", piece.hp))
            piece.status = UP if kind == "arrive" else piece.status
        elif kind == "mount":
            self.pieces[str(event["actor"])].square = parse_square(event["square"])
        elif kind == "move" and event.get("path"):
            piece.square = parse_square(event["path"][-1])
            piece.altitude_ft = int((event.get("altitudes") or (0,))[-1])
        elif kind == "fall":
            piece.square = parse_square(event["square"])
            piece.altitude_ft = 0
        elif kind == "damage":
            piece.hp, piece.max_hp = int(event["hp"]), int(event.get("max_hp") or piece.max_hp)
            piece.temp_hp = max(0, piece.temp_hp - int(event.get("temp_hp_lost") or 0))
        elif kind == "heal":
            piece.hp = int(event["hp"])
            piece.status = UP
            piece.conditions.pop("stable", None)
        elif kind == "condition-on":
            piece.conditions[str(event["condition"])] = int(event.get("level") or 1)
        elif kind == "condition-off":
            piece.conditions.pop(str(event["condition"]), None)
        elif kind == "down":
            piece.status = DOWN
        elif kind == "stable":
            piece.conditions["stable"] = 1
        elif kind == "dead":
            piece.status = DEAD
            piece.altitude_ft = 0
        elif kind == "leave":
            piece.status = LEFT
            piece.square = None

    def _swing(self, event: Mapping[str, Any]) -> None:
        """Draw a door or window as an event leaves it."""
        is_open = event["state"] in ("open", "broken")
        squares = [parse_square(name) for name in event["squares"]]
        if len(squares) == 1:
            x, y = squares[0]
            if not event["window"]:
                row = self.rows[y]
                changed = row[:x] + (OPEN_DOOR if is_open else CLOSED_DOOR) + row[x + 1 :]
                self.rows = (*self.rows[:y], changed, *self.rows[y + 1 :])
            return
        what = "window" if event["window"] else "door"
        for (x, _), (to_x, to_y) in zip(squares[::2], squares[1::2], strict=True):
            edges = self.grid.down if to_x > x else self.grid.across
            edges[to_x, to_y] = f"open {what}" if is_open else what


def _piece_of(entry: "Entry", side: int, mark: str) -> Piece:
    """An entry of the scenario as it stands before the first turn."""
    state = entry.state
    max_hp = state.max_hp or entry.creature.hp.average
    hp = max_hp if state.hp is None else state.hp
    status = WAITING if entry.arrives > 1 else UP
    if hp <= 0:
        status = DEAD if entry.creature.kind == "monster" else DOWN
    return Piece(
        name=entry.name,
        side=side,
        mark=mark,
        square=entry.at if entry.arrives <= 1 else None,
        hp=hp,
        max_hp=max_hp,
        edge=FOOTPRINT[SIZES.index(entry.creature.size)],
        temp_hp=state.temp_hp,
        status=status,
        conditions={condition.name: condition.level for condition in state.conditions},
        altitude_ft=state.altitude_ft,
    )


# ------------------------------------------------------------------------------------------------------- the picture


def draw(stage: Stage, words: Words, width: int = 80, ascii_only: bool = False) -> list["Text"]:
    """The board and its legend as lines no wider than `width`, side by side where both fit."""
    from rich.text import Text

    board, notes = _board_lines(stage, words, width, ascii_only)
    told = [Text(printable(note), style="italic") for note in notes]
    board_width = max(line.cell_len for line in board)
    is_beside = board_width + len(GAP) + LEGEND_WIDTH <= width
    room = LEGEND_WIDTH if is_beside else width
    legend = [line for piece in stage.pieces.values() for line in _legend_lines(piece, stage, words, room, ascii_only)]
    lines: list[Text] = []
    if is_beside:
        for row in range(max(len(board), len(legend))):
            line = board[row].copy() if row < len(board) else Text()
            if row < len(legend):
                line.pad_right(board_width - line.cell_len + len(GAP))
                line.append_text(legend[row])
            lines.append(line)
    else:
        lines = [*board, *told, *legend]
        told = []
    lines.extend(told)
    for line in lines:
        line.truncate(width, overflow="crop")
        line.rstrip()
    return lines


def _window(stage: Stage, columns_that_fit: int) -> tuple[int, int, int, int]:
    """The part of the map that is drawn: first and last column, first and last row."""
    width, height = max(map(len, stage.rows)), len(stage.rows)
    if width <= columns_that_fit:
        return 0, width - 1, 0, height - 1
    squares = [square for piece in stage.pieces.values() if piece.is_on_board for square in piece.squares()]
    xs, ys = [x for x, _ in squares] or [0], [y for _, y in squares] or [0]
    left, right = max(0, min(xs) - MARGIN), min(width - 1, max(xs) + MARGIN)
    if right - left + 1 > columns_that_fit:  # they stand too far apart: the middle is shown
        left = max(0, (left + right + 1 - columns_that_fit) // 2)
        right = left + columns_that_fit - 1
    return left, right, max(0, min(ys) - MARGIN), min(height - 1, max(ys) + MARGIN)


def _board_lines(stage: Stage, words: Words, width: int, ascii_only: bool) -> tuple[list["Text"], list[str]]:
    """The squares with their names along two edges, and notes on what is not in the picture.

    Where anything stands on the lines between squares, each square has one character more, for what is on its left,
    and a line is put between two rows where something runs across.
    """
    from rich.text import Text

    from encounter.report.maps import edge_cell

    map_width, map_height = max(map(len, stage.rows)), len(stage.rows)
    margin = len(str(map_height)) + 1
    grid = stage.grid
    gap = " " if grid.down or grid.across else ""
    room = 3 if gap else 2
    left, right, top, bottom = _window(stage, max(1, (width - margin - len(gap)) // room))
    cells, sharing = _cells(stage)
    levels = stage.scenery.levels(stage.pieces) if stage.scenery is not None else b""
    hidden = stage.scenery.hidden() if stage.scenery is not None else {}
    shades = shades_of(stage.rows, stage.rises)
    head = Text(" " * margin + gap)
    taken = False
    for x in range(left, right + 1):
        name = column_name(x)
        taken = len(name) > 1 and not taken  # two letters fill the square: only every other one is named
        head.append(name.ljust(room) if len(name) == 1 or taken else " " * room, style="dim")
    lines = [head]
    for y in range(top, bottom + 1):
        if y in grid.lines:
            lines.append(_line_across(stage, range(left, right + 1), y, margin, ascii_only))
        line = Text(str(y + 1).rjust(margin - 1) + " ", style="")
        line.stylize("dim")
        for x in range(left, right + 1):
            if gap:
                line.append(*edge_cell(grid.down.get((x, y)), 1, ascii_only))
            mark, style = cells.get((x, y), ("", ""))
            if not mark:
                mark = stage.rows[y][x] if x < len(stage.rows[y]) else " "
                style = TERRAIN_STYLES.get(mark, FLOOR_STYLE)
                if (x, y) in hidden and mark == FLOOR:
                    mark = HIDDEN_ASCII if ascii_only else HIDDEN_MARK
            if levels:
                style = shaded(style, levels[y * map_width + x], (x, y) in cells)
            line.append(mark + " " * (2 - len(mark)), style=style + shades.get((x, y), ""))
        if gap:
            line.append(*edge_cell(grid.down.get((right + 1, y)), 1, ascii_only))
        lines.append(line)
    if bottom + 1 in grid.lines:
        lines.append(_line_across(stage, range(left, right + 1), bottom + 1, margin, ascii_only))
    notes = _notes(stage, words, (left, right, top, bottom), (map_width, map_height), sharing)
    if hidden:
        kinds = words.listed([words.zone(kind) for kind in dict.fromkeys(hidden.values())])
        notes.append(words.label("hidden", mark=HIDDEN_ASCII if ascii_only else HIDDEN_MARK, kinds=kinds))
    return lines, notes


def _line_across(stage: Stage, columns: range, y: int, margin: int, ascii_only: bool) -> "Text":
    """What runs across above a row of squares."""
    from rich.text import Text

    from encounter.report.maps import edge_cell

    line = Text(" " * margin)
    for x in columns:
        sign, style = edge_cell(stage.grid.across.get((x, y)), 0, ascii_only)
        line.append(*stage.grid.joint(x, y, ascii_only))
        line.append(2 * sign, style)
    line.append(*stage.grid.joint(columns.stop, y, ascii_only))
    return line


def _notes(
    stage: Stage, words: Words, window: tuple[int, int, int, int], size: tuple[int, int], sharing: Sequence[str]
) -> list[str]:
    left, right, top, bottom = window
    notes: list[str] = []
    if (right - left + 1, bottom - top + 1) != size:
        notes.append(
            words.label(
                "cropped",
                left=column_name(left),
                right=column_name(right),
                top=top + 1,
                bottom=bottom + 1,
                width=size[0],
                height=size[1],
            )
        )
        outside = [
            piece.name
            for piece in stage.pieces.values()
            if piece.is_on_board and not any(left <= x <= right and top <= y <= bottom for x, y in piece.squares())
        ]
        if outside:
            notes.append(words.label("outside", names=words.listed(outside)))
    if stage.rises:
        told = [
            words.label(
                "rise", **{"from": _square_name(rise.start), "to": _square_name(rise.end)}, height=_height(rise, words)
            )
            for rise in stage.rises
        ]
        notes.append(words.label("rises", rises=words.listed(told)))
    if sharing:
        notes.append(words.label("sharing", names=words.listed(sharing)))
    return notes


def _square_name(square: Square) -> str:
    return column_name(square[0]) + str(square[1] + 1)


def _height(rise: "Elevation", words: Words) -> str:
    """How high or deep a part of the ground is."""
    told = words.distance(abs(rise.height_ft))
    return f"\u2212{told}" if rise.height_ft < 0 else told


def shades_of(rows: Sequence[str], rises: "Iterable[Elevation]") -> dict[Square, str]:
    """The background of each square whose ground is not the lowest: the higher, the lighter."""
    heights: dict[Square, int] = {}
    for rise in rises:
        for y in range(rise.start[1], rise.end[1] + 1):
            heights |= {(x, y): rise.height_ft for x in range(rise.start[0], rise.end[0] + 1)}
    ranks = sorted({0, *heights.values()})
    shades: dict[Square, str] = {}
    for y, row in enumerate(rows if heights else ()):
        for x in range(len(row)):
            rank = ranks.index(heights.get((x, y), 0))
            if rank:
                shades[x, y] = f" on {GROUND_STYLES[min(rank, len(GROUND_STYLES)) - 1]}"
    return shades


def _cells(stage: Stage) -> tuple[dict[Square, tuple[str, str]], list[str]]:
    """What is drawn on a square instead of its terrain, and who is hidden under somebody else."""
    cells: dict[Square, tuple[str, str]] = {}
    sharing: list[str] = []
    for piece in stage.pieces.values():
        if piece.status == DEAD:
            for square in piece.squares():
                cells[square] = (DEAD_MARK, FLOOR_STYLE)
    owners: dict[Square, str] = {}
    for piece in sorted(stage.pieces.values(), key=lambda piece: piece.status == UP):  # who stands is drawn last
        if not piece.is_on_board:
            continue
        style = SIDE_STYLES[piece.side % len(SIDE_STYLES)]
        mark = piece.mark if piece.status == UP else piece.mark[0] + DOWN_MARK
        for square in piece.squares():
            if square in owners and owners[square] not in sharing:
                sharing.append(owners[square])
            owners[square] = piece.name
            cells[square] = (mark, style if piece.status == UP else f"{style} reverse")
    return cells, sharing


def _legend_lines(piece: Piece, stage: Stage, words: Words, room: int, ascii_only: bool) -> list["Text"]:
    """A combatant: mark, name, bar and hit points; its side, square and conditions on the next lines."""
    from textwrap import wrap

    from rich.cells import set_cell_size
    from rich.text import Text

    style = SIDE_STYLES[piece.side % len(SIDE_STYLES)]
    full, empty = ("#", "-") if ascii_only else ("█", "░")
    filled = bar_filled(piece.hp, piece.max_hp)
    hp = f"{max(piece.hp, 0)}/{piece.max_hp}" + (f"+{piece.temp_hp}" if piece.temp_hp else "")
    line = Text()
    line.append(piece.mark, style=style)
    line.append(" " * (3 - len(piece.mark)) + set_cell_size(printable(piece.name), NAME_WIDTH) + " ")
    line.append(full * filled, style="green" if 2 * piece.hp > piece.max_hp else "yellow")
    line.append(empty * (BAR_WIDTH - filled), style="bright_black")
    line.append(f" {hp}")
    about = [] if piece.status == UP else [words.condition(piece.status)]
    for name, level in piece.conditions.items():
        about.append(words.condition(name) + (f" {level}" if level > 1 else ""))
    where = [] if piece.square is None else [column_name(piece.square[0]) + str(piece.square[1] + 1)]
    if where and piece.altitude_ft:
        where.append(words.label("aloft", height=words.distance(piece.altitude_ft)))
    second = words.say("comma").join([printable(stage.sides[piece.side]), *where, *about])
    return [line, *(Text("   " + part, style="dim") for part in wrap(second, max(room - 3, 10)))]


def bar_filled(hp: int, max_hp: int) -> int:
    """How many of the bar's characters are full: none only at 0 HP, all only when unhurt.

    >>> bar_filled(0, 24), bar_filled(1, 24), bar_filled(23, 24), bar_filled(24, 24)
    (0, 1, 7, 8)
    """
    if hp <= 0:
        return 0
    if hp >= max_hp:
        return BAR_WIDTH
    return min(BAR_WIDTH - 1, max(1, hp * BAR_WIDTH // max_hp))


def column_name(x: int) -> str:
    """The letters of a column.

    >>> column_name(0), column_name(25), column_name(26)
    ('A', 'Z', 'AA')
    """
    return square_name(x + 1, x).rstrip("0123456789")
