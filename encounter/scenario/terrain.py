"""The drawn map: rows of glyphs to terrain, and the squares of the letters."""

import unicodedata
from collections import Counter
from typing import Final

from attrs import define

from encounter.engine.board import GLYPHS, TERRAIN_NAMES, square_name
from encounter.scenario.model import Square, Terrain
from encounter.scenario.source import Place
from encounter.scenario.values import Reading, Word

MAX_EDGE: Final = 400


@define
class Drawing:
    """What the rows say: the terrain, the letters with their squares, and where each of these is drawn."""

    terrain: Terrain
    letters: dict[str, list[Square]]
    places: dict[Square, Place]
    whole: bool = True  # False: some rows have the wrong length or are too many; squares and letters are made up or cut


def glyph_table(legend: list[tuple[str, Word]], reading: Reading) -> dict[str, int]:
    """The glyphs of this map: the built-in ones and those of the legend."""
    table = dict(GLYPHS)
    names = {number: name for name, number in TERRAIN_NAMES.items()}
    for name, glyph in legend:
        number = TERRAIN_NAMES[name]
        if table.get(glyph, number) != number:
            message = f"`{glyph}` is already {names[table[glyph]]}"
            reading.error(glyph.place, "bad-value", message, f"choose another sign for {name}")
        else:
            table[str(glyph)] = number
    return table


def read_map(rows: list[Word], legend: list[tuple[str, Word]], letters: set[str] | None, reading: Reading) -> Drawing:
    """Read the rows; `letters` are those that combatants have, None when that is not known (any sign will do)."""
    table = glyph_table(legend, reading)
    lines = [Word(unicodedata.normalize("NFC", row), row.place) for row in rows]
    widths = Counter(len(line) for line in lines)
    width = max(widths, key=lambda length: (widths[length], length))
    whole = _check_size(lines, width, reading)
    terrain = bytearray()
    drawn: list[str] = []
    found: dict[str, list[Square]] = {}
    places: dict[Square, Place] = {}
    unknown: set[str] = set()
    for y, line in enumerate(lines[:MAX_EDGE]):
        row = line[:width].ljust(width, ".")
        terrain += bytes(table.get(glyph, 0) for glyph in row)
        drawn.append("".join(glyph if glyph in table else "." for glyph in row))
        for x, glyph in enumerate(row):
            if glyph in table:
                continue
            place = Place(line.place.source, line.place.line, line.place.column + x)
            if letters is None or glyph in letters:
                found.setdefault(glyph, []).append((x, y))
                places[x, y] = place
            else:
                _unknown(glyph, square_name(width, y * width + x), place, table, letters, unknown, reading)
    made = Terrain(width, len(drawn), bytes(terrain), tuple(drawn))
    return Drawing(made, found, places, whole)


def _check_size(lines: list[Word], width: int, reading: Reading) -> bool:
    whole = True
    for line in lines:
        if len(line) != width:
            whole = False
            end = min(len(line), width)
            place = Place(line.place.source, line.place.line, line.place.column + end)
            message = f"this map row has {len(line)} squares, the others {width}"
            change = width - len(line)
            hint = f"add {change}" if change > 0 else f"take away {-change}"
            reading.error(place, "map-row", message, f"{hint}; floor is `.`")
    if len(lines) > MAX_EDGE or width > MAX_EDGE:
        message = f"a map of {width} x {len(lines)} squares"
        reading.error(lines[0].place, "bad-value", message, f"at most {MAX_EDGE} x {MAX_EDGE}")
        whole = False
    return whole


def _unknown(
    glyph: str, square: str, place: Place, table: dict[str, int], letters: set[str], seen: set[str], reading: Reading
) -> None:
    if glyph in seen:
        return
    seen.add(glyph)
    if glyph.isspace():
        reading.error(place, "map-glyph", f"a space in the map at {square}", "floor is `.`")
        return
    near = next((name for name in letters if name.casefold() == glyph.casefold()), None)
    hint = f"did you mean `{near}`?" if near else "give a combatant this `letter`, or name the glyph in `legend`"
    if not glyph.isalpha() and not near:
        hint = f"glyphs: {' '.join(table)}; or name it in `legend`"
    reading.error(place, "map-glyph", f"`{glyph}` at {square} is neither terrain nor a combatant's letter", hint)
