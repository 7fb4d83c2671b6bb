"""Light and zones as the board shows them, kept up to date by the events of a fight.

Darkness is a dark ground, dim light a dimmed picture; floor that fog, smoke or magical darkness hides has a mark of its
own, so that it shows without colours too.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from attrs import define

from encounter.engine.board import parse_square, square_name
from encounter.engine.light import BRIGHT, DARK, DIM, Lamp, LampStart, light_levels
from encounter.engine.sight import Sight
from encounter.engine.zones import FOGGED, KINDS, MAGICALLY_DARK

if TYPE_CHECKING:
    from encounter.report.board import Piece, Square
    from encounter.scenario.model import CarriedLight, Entry, Scenario

HIDDEN_MARK: Final = "░"
HIDDEN_ASCII: Final = '"'
DARK_STYLE: Final = " on grey11"
DIM_STYLE: Final = " dim"


@define
class Shown:
    """A lamp as the events have left it: with a combatant, or on a square."""

    kind: str
    bearer: str | None
    square: "Square | None"
    lamp: Lamp
    is_lit: bool


@define
class Zone:
    """A zone as the events have left it."""

    kind: str
    squares: list["Square"]
    level: int | None = None


class Scenery:
    """What lights and hides the squares of a scenario."""

    def __init__(self, scenario: "Scenario") -> None:
        from encounter.scenario.lighting import LIGHT_LEVELS
        from encounter.scenario.space import board_of

        self.board = board_of(scenario)
        self.sight = Sight(self.board)
        self.ambient = LIGHT_LEVELS[scenario.light]
        self.lamps = [
            Shown(
                light.kind or "light",
                None,
                light.at,
                _lamp(light.bright_ft, light.dim_ft, light.towards, light.at),
                True,
            )
            for light in scenario.lights
        ]
        self.lamps += [
            Shown(held.kind or "light", entry.name, None, _carried(held, entry, scenario), held.is_lit)
            for entry in scenario.entries
            for held in entry.state.carries
        ]
        self.zones = [
            Zone(zone.kind, _rectangle(zone.start, zone.end), LIGHT_LEVELS[zone.level] if zone.level else None)
            for zone in scenario.zones
            if not zone.around
        ]

    def take(self, event: Mapping[str, Any]) -> None:
        """Change what one event changes."""
        if event["type"] == "zone":
            self._take_zone(event)
        elif event["type"] == "light":
            self._take_light(event)

    def _take_zone(self, event: Mapping[str, Any]) -> None:
        known = next((zone for zone in self.zones if zone.kind == event["kind"]), None)
        squares = [parse_square(name) for name in event["squares"]]
        if event["change"] == "ends":
            self.zones = [zone for zone in self.zones if zone.kind != event["kind"] or zone.squares != squares]
        elif event["change"] == "moves" and known is not None:
            known.squares = squares
        else:
            self.zones.append(Zone(str(event["kind"]), squares))

    def _take_light(self, event: Mapping[str, Any]) -> None:
        change, where = event["change"], event.get("square")
        for shown in self.lamps:
            is_there = shown.square is not None and where == square_name(
                self.board.width, shown.square[1] * self.board.width + shown.square[0]
            )
            if shown.kind != event["kind"] or not (is_there or (shown.bearer and shown.bearer == event.get("actor"))):
                continue
            if change == "dropped":
                shown.bearer, shown.square = None, parse_square(where) if where else None
            elif change == "turned":
                shown.lamp.heading_x, shown.lamp.heading_y = event["heading"]
            else:
                shown.is_lit = change == "lit"
            return

    def levels(self, pieces: Mapping[str, "Piece"]) -> bytes:
        """The light of every square, with the lamps where their bearers are; zones of light as the file has them."""
        levels = bytearray([self.ambient]) * self.board.size
        for zone in self.zones:
            for x, y in zone.squares if zone.level is not None else ():
                levels[y * self.board.width + x] = zone.level or DARK
        if self.ambient >= BRIGHT and DARK not in levels:
            return bytes(levels)
        for shown in self.lamps:
            piece = pieces.get(shown.bearer) if shown.bearer else None
            at = piece.square if piece is not None else shown.square
            if not shown.is_lit or at is None:
                continue
            square = at[1] * self.board.width + at[0]
            reached = light_levels(
                self.board, self.sight, DARK, [(square, int(shown.lamp.bright_ft), int(shown.lamp.dim_ft))]
            )
            for place, level in enumerate(reached):
                if level > levels[place] and shown.lamp.shines_towards(self.board, square, 1, place):
                    levels[place] = level
        return bytes(levels)

    def hidden(self) -> dict["Square", str]:
        """The squares that fog and its like hide, each with the kind of zone that does."""
        hides = FOGGED | MAGICALLY_DARK
        return {square: zone.kind for zone in self.zones if KINDS.get(zone.kind, 0) & hides for square in zone.squares}


def _lamp(bright_ft: int, dim_ft: int, towards: "Square | None", at: "Square | None") -> Lamp:
    start = LampStart("", bright_ft, dim_ft)
    if towards is not None and at is not None:
        start.is_cone = True
        start.heading_x, start.heading_y = towards[0] - at[0], towards[1] - at[1]
    return Lamp(start)


def _carried(held: "CarriedLight", entry: "Entry", scenario: "Scenario") -> Lamp:
    """A carried lamp; a cone begins by shining towards the nearest enemy."""
    from encounter.scenario.light_keys import CONES

    if held.kind not in CONES or entry.at is None:
        return _lamp(held.bright_ft, held.dim_ft, None, None)
    x, y = entry.at
    others = [other.at for other in scenario.entries if other.side != entry.side and other.at is not None]
    nearest = min(others, key=lambda at: max(abs(at[0] - x), abs(at[1] - y)), default=(x + 1, y))
    return _lamp(held.bright_ft, held.dim_ft, nearest, entry.at)


def _rectangle(start: "Square", end: "Square") -> list["Square"]:
    return [(x, y) for y in range(start[1], end[1] + 1) for x in range(start[0], end[0] + 1)]


def shaded(style: str, level: int, somebody: bool) -> str:
    """The style of a square in this light; who stands there is not dimmed."""
    return style + (DARK_STYLE if level == DARK else DIM_STYLE if level == DIM and not somebody else "")
