"""A map drawn with the names of its squares, and with what stands on the lines between them.

A square takes two characters: what stands on its left edge, and the square itself. A line for edges that run across is
put between two rows only where there are any.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from encounter.maps.mapfile import DOOR_STATES, MapFile
from encounter.report.board import FLOOR_STYLE, TERRAIN_STYLES, column_name
from encounter.report.words import Words, printable
from encounter.scenario.model import Edge, Scenario, Square

if TYPE_CHECKING:
    from rich.text import Text

    from encounter.scenario.mapcheck import MapReport

# What stands on an edge: drawn across and down, in characters of Unicode and of ASCII, with its style.
EDGE_MARKS: Final = {
    "wall": ("─│", "-|", "bold white"),
    "door": ("++", "++", "bold yellow"),
    "open door": ("//", "//", "yellow"),
    "locked door": ("&&", "&&", "bold yellow"),
    "window": ("═║", "==", "bold cyan"),
    "open window": ("''", "''", "cyan"),
    "arrow slit": ('""', '""', "cyan"),
    "low wall": ("╌╎", "..", "white"),
}
# A point of the grid by the walls that meet there: 1 to the right, 2 to the left, 4 down, 8 up.
JOINTS: Final = " ╶╴─╷┌┐┬╵└┘┴│├┤┼"
PLAIN_JOINTS: Final = " ---|+++|+++|+++"

# What `check --map` draws on squares.
CHOKE: Final = ("!", "bold red")
SEALED: Final = ("x", "bright_black")
MOST_NAMED: Final = 40  # squares in one line of text

Cell = tuple[str, str]  # one character, and its style


class Grid:
    """The edges of a map by their places: `across[x, y]` lies above square (x, y), `down[x, y]` on its left."""

    def __init__(self, edges: Iterable[Edge]) -> None:
        self.across: dict[Square, str] = {}
        self.down: dict[Square, str] = {}
        for edge in edges:
            if edge.y1 == edge.y2:
                self.across |= {(x, edge.y1): edge.kind for x in range(edge.x1, edge.x2)}
            else:
                self.down |= {(edge.x1, y): edge.kind for y in range(edge.y1, edge.y2)}
        self.lines = {y for _, y in self.across}  # the grid lines on which something runs across

    def joint(self, x: int, y: int, ascii_only: bool) -> Cell:
        """The point (x, y) of the grid, drawn as the walls that meet there."""
        across, down = self.across, self.down
        sign = ((x, y) in across) + 2 * ((x - 1, y) in across) + 4 * ((x, y) in down) + 8 * ((x, y - 1) in down)
        return (PLAIN_JOINTS if ascii_only else JOINTS)[sign], EDGE_MARKS["wall"][2]


def map_lines(
    rows: Sequence[str],
    edges: Iterable[Edge],
    cells: Mapping[Square, Cell],
    width: int,
    ascii_only: bool,
    shades: Mapping[Square, str] | None = None,
) -> list["Text"]:
    """The map as lines of at most `width` characters; a wider one is told in parts, from left to right.

    `cells` are drawn instead of the terrain of their squares, on the `shades` of higher ground.
    """
    from rich.text import Text

    grid = Grid(edges)
    margin = len(str(len(rows))) + 1
    columns = max(4, (width - margin - 1) // 2)
    whole = len(rows[0])
    lines: list[Text] = []
    for first in range(0, whole, columns):
        if lines:
            lines.append(Text())
        lines += _part(rows, grid, cells, range(first, min(first + columns, whole)), margin, ascii_only, shades or {})
    return lines


def shown(line: "Text", is_terminal: bool) -> "Text":
    """A line as a terminal or a pipe takes it: nobody sees the styles in a pipe, and they take long on large maps."""
    from rich.text import Text

    return line if is_terminal else Text(line.plain)


def _part(
    rows: Sequence[str],
    grid: Grid,
    cells: Mapping[Square, Cell],
    columns: range,
    margin: int,
    ascii_only: bool,
    shades: Mapping[Square, str],
) -> list["Text"]:

    lines = [_head(columns, margin)]
    for y in range(len(rows) + 1):
        if y in grid.lines:
            parts: list[Cell] = [(" " * margin, "")]
            for x in columns:
                parts.append(grid.joint(x, y, ascii_only))
                parts.append(edge_cell(grid.across.get((x, y)), 0, ascii_only))
            parts.append(grid.joint(columns.stop, y, ascii_only))
            lines.append(_joined(parts))
        if y < len(rows):
            parts = [(str(y + 1).rjust(margin - 1) + " ", "dim")]
            for x in columns:
                parts.append(edge_cell(grid.down.get((x, y)), 1, ascii_only))
                glyph = rows[y][x]
                sign, style = cells.get((x, y)) or (glyph, TERRAIN_STYLES.get(glyph, FLOOR_STYLE))
                parts.append((sign, style + shades.get((x, y), "")))
            parts.append(edge_cell(grid.down.get((columns.stop, y)), 1, ascii_only))
            lines.append(_joined(parts))
    return lines


def _joined(parts: Sequence[Cell]) -> "Text":
    """A line of many cells, neighbours of one style as one piece: a map of 400 x 400 squares is drawn at once.

    A space takes the style of what is before it, unless that shows on it.
    """
    from rich.text import Text

    line = Text()
    signs: list[str] = []
    style = ""
    for sign, own in parts:
        if own != style and (sign != " " or "underline" in style or " on " in style):
            line.append("".join(signs), style)
            signs = []
            style = own
        signs.append(sign)
    line.append("".join(signs), style)
    return line


def _head(columns: range, margin: int) -> "Text":
    """The names of the columns; where they have two letters every other one."""
    from rich.text import Text

    head = Text(" " * (margin + 1))
    room = 0
    for x in columns:
        name = column_name(x)
        shown = name if len(name) == 1 or room <= 0 else ""
        room = 2 * len(name) - 2 if shown else room - 2
        head.append(shown.ljust(2) if len(shown) < 3 else shown, style="dim")
    return head


def edge_cell(kind: str | None, runs_down: int, ascii_only: bool) -> Cell:
    """What stands on an edge, drawn across (`runs_down` 0) or down (1); a space for nothing."""
    if kind is None:
        return " ", ""
    signs, plain, style = EDGE_MARKS[kind]
    return (plain if ascii_only else signs)[runs_down], style


def told(found: MapFile, words: Words) -> list[str]:
    """What a map holds, what was left out, and what it is warned of: a line each."""
    doors = [edge for edge in found.edges if edge.kind in DOOR_STATES]
    lines = [words.label("map.size", width=found.width, height=found.height, format=found.format)]
    lines.append(words.label("map.edges", walls=len(found.edges) - len(doors), doors=len(doors)))
    if found.ambient is not None:
        lines.append(words.label("map.ambient", level=words.label(f"light.{found.ambient}")))
    for light in found.lights:
        bright, dim = words.distance(light.bright_ft), words.distance(light.dim_ft)
        lines.append(words.label("map.light", square=_named(found, light.square), bright=bright, dim=dim))
    for token in found.tokens:
        called = printable(token.name or token.kind)
        lines.append(words.label("map.token", name=called, square=_named(found, token.square)))
    lines += [words.label("map.ignored", what=printable(what), n=count) for what, count in found.ignored]
    lines += [words.label("map.warning", what=printable(warning)) for warning in found.warnings]
    return lines


def heights_told(scenario: Scenario, words: Words) -> list[str]:
    """The rectangles of higher and lower ground, and who begins in the air: a line each."""
    lines = []
    for rise in scenario.elevation:
        start, end = (column_name(x) + str(y + 1) for x, y in (rise.start, rise.end))
        lines.append(words.label("map.height", height=words.distance(rise.height_ft), start=start, end=end))
    for entry in scenario.entries:
        if entry.state.altitude_ft:
            height = words.distance(entry.state.altitude_ft)
            lines.append(words.label("map.aloft", name=printable(entry.name), height=height))
    return lines


def _named(found: MapFile, square: Square) -> str:
    return column_name(square[0]) + str(square[1] + 1)


def check_cells(report: "MapReport", width: int) -> dict[Square, Cell]:
    """What `check --map` draws on squares: choke points, and what is sealed."""
    cells = {_place(square, width): SEALED for region in report.sealed for square in region}
    return cells | {_place(square, width): CHOKE for square in report.choke_points}


def _place(square: int, width: int) -> Square:
    return square % width, square // width


def check_told(report: "MapReport", words: Words) -> list[str]:
    """What `check --map` found, a line each; a size that gets everywhere but into sealed regions is not told."""

    def squares(numbers: Sequence[int]) -> str:
        named = report.named(tuple(numbers[:MOST_NAMED]))
        text = words.say("comma").join(named)
        left = len(numbers) - len(named)
        return words.label("map.more", squares=text, n=left) if left else text

    lines = []
    for (one, other), rounds in report.rounds_apart.items():
        names = {"one": printable(one), "other": printable(other)}
        if (one, other) in report.cannot_meet:
            lines.append(words.label("map.cannot_meet", **names))
        elif rounds is not None:
            lines.append(words.label("map.rounds", **names, n=rounds))
    if report.choke_points:
        lines.append(words.label("map.choke", mark=CHOKE[0], squares=squares(report.choke_points)))
    else:
        lines.append(words.label("map.no_choke"))
    lines += [words.label("map.sealed", mark=SEALED[0], squares=squares(region)) for region in report.sealed]
    sealed = {square for region in report.sealed for square in region}
    for size, numbers in report.unreachable.items():
        more = [square for square in numbers if square not in sealed]
        if more:
            lines.append(words.label("map.unreachable", size=words.label(f"size.{size}"), squares=squares(more)))
    return lines
