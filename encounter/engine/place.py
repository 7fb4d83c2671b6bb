"""The place of a fight as it is now: its ground, the light, and the zones that lie on it.

`Fight` is a Place with a fight in it. Whatever changes here changes through these methods, each of which writes its
event: a lamp that is lit, goes out, is dropped or turned, a zone that begins, moves or ends.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from encounter.engine.bits import bit_of
from encounter.engine.board import Board, square_name
from encounter.engine.combatant import Combatant
from encounter.engine.effect import WALKS_WEBS
from encounter.engine.fog import Fog
from encounter.engine.journal import Data, Event, Journal
from encounter.engine.light import BRIGHT, DARK, SUNLIT, Lamp, light_levels
from encounter.engine.sight import Sight
from encounter.engine.tables import Setup
from encounter.engine.zones import FOGGED, MAGICALLY_DARK, ROUGH, SLOWING, WINDY, Zone, Zones, begun

LIGHTS_KEPT: Final = 64  # tables of light remembered for one encounter


class KnownLight:
    """The light that standing lamps shed between these walls, those of the mask being out."""

    def __init__(self, sight: Sight, out: int, levels: bytes) -> None:
        self.sight = sight
        self.out = out
        self.levels = levels


class Place:
    """Ground, light and zones, and the journal that hears of them."""

    def __init__(self, setup: Setup) -> None:
        self.setup: Setup = setup
        self.board: Board = setup.board  # the ground as it is now: doors may have been opened since
        self.sight: Sight = setup.sight
        self.journal: Journal | None = None
        self.combatants: list[Combatant] = []
        self.round: i64 = 0
        self.turn: i64 = 0
        self.fog: Fog = Fog(setup.board, setup.fog)
        self.murk: Fog = Fog(setup.board, setup.fog)  # fog and magical darkness: what is opaque without truesight
        self.is_foggy: bool = False  # one of the two lies somewhere
        self.is_clear: bool = True  # neither does, and nothing is dark
        self.is_windy: bool = False  # a strong wind blows somewhere
        self.levels: bytes = setup.light  # the light of each square without the lamps that move
        self.known_light: list[KnownLight] = []
        self.settled_for: Sight | None = None  # the walls that light and fog were last worked out for
        self.lamps: list[Lamp] = [Lamp(start) for start in setup.lamps]
        self.bearers: i64 = 0  # mask of those who carry a lamp
        self.has_moving_light: bool = False  # a lamp burns that does not stand where the scenario has put it
        self.zones: Zones = Zones(setup.board.size)
        self.followed: i64 = 0  # mask of those whom zones follow

    def note(self, type: str, actor: Combatant | None, target: Combatant | None, data: Data) -> None:
        """Write an event, if anybody reads."""
        journal = self.journal
        if journal is not None:
            journal.write(
                Event(
                    type,
                    self.round,
                    self.turn,
                    None if actor is None else actor.name,
                    None if target is None else target.name,
                    data,
                )
            )

    def apart_from_ft(self, x: Combatant, square: i64) -> i64:
        """Distance between a combatant and one square of the ground."""
        return self.board.distance_ft(x.square, x.n, square, 1)

    def restore_place(self) -> None:
        """Light, fog and zones as the scenario has them; everybody must stand where the fight begins."""
        if len(self.setup.lamps) == 0 and len(self.setup.zones) == 0 and len(self.zones.every) == 0:
            if self.settled_for is not self.sight:
                self.settle_place()
            return
        self.zones.every.clear()
        for start in self.setup.zones:
            zone = begun(start)
            if zone.follows >= 0:
                zone.squares = self.around(self.combatants[zone.follows], zone.radius_ft)
            self.zones.every.append(zone)
        self.lamps.clear()
        for lamp in self.setup.lamps:
            self.lamps.append(Lamp(lamp))
        for light in self.lamps:
            if light.start.is_cone and light.bearer >= 0:
                self._face_nearest_enemy(light)
        self.settle_place()

    def _face_nearest_enemy(self, lamp: Lamp) -> None:
        """Before anybody has moved a cone shines towards the nearest enemy, seen or not."""
        c = self.combatants[lamp.bearer]
        least: i64 = -1
        for o in self.combatants:
            if self.setup.enemies[c.index] & o.bit and o.is_on_map and c.is_on_map:
                apart = self.board.distance_ft(c.square, c.n, o.square, o.n)
                if least < 0 or apart < least:
                    least = apart
                    lamp.heading_x = 2 * self.board.xs[o.square] + o.n - 2 * self.board.xs[c.square] - c.n
                    lamp.heading_y = 2 * self.board.ys[o.square] + o.n - 2 * self.board.ys[c.square] - c.n

    def settle_place(self) -> None:
        """Work out what the lamps that stand still and the zones come to, after any of them has changed."""
        self.settled_for = self.sight
        self.zones.recount()
        self.followed = self.zones.followed
        self.bearers = 0
        self.has_moving_light = False
        out = 0
        at = 0
        for lamp in self.lamps:
            if lamp.bearer >= 0:
                self.bearers |= bit_of(lamp.bearer)
            if not lamp.start.is_fixed:
                self.has_moving_light = self.has_moving_light or lamp.is_lit
            elif not lamp.is_lit:
                out |= 1 << at
            at += 1
        self.levels = self._standing_light(out)
        self.fog.fill(self.zones.hidden_squares(self.setup.fog, FOGGED))
        self.murk.fill(self.zones.hidden_squares(self.setup.fog, FOGGED | MAGICALLY_DARK))
        self.is_foggy = self.murk.is_anywhere
        self.is_windy = self.zones.kinds & WINDY != 0
        is_dark = DARK in self.levels or self.zones.is_dark_somewhere()
        self.is_clear = not is_dark and not self.is_foggy

    def _standing_light(self, out: int) -> bytes:
        if out == 0 and self.sight is self.setup.sight:
            return self.setup.light
        for known in self.known_light:
            if known.out == out and known.sight is self.sight:
                return known.levels
        sources: list[tuple[int, int, int]] = []
        at = 0
        for lamp in self.lamps:
            if lamp.start.is_fixed and not (out >> at) & 1:
                sources.append((lamp.start.square, lamp.bright_ft, lamp.dim_ft))
            at += 1
        levels = light_levels(self.board, self.sight, self.setup.ambient, sources)
        if len(self.known_light) >= LIGHTS_KEPT:
            self.known_light.clear()
        self.known_light.append(KnownLight(self.sight, out, levels))
        return levels

    # ------------------------------------------------------------------------------------------------ light

    def level_at(self, square: i64) -> i64:
        """The light on a square: DARK, DIM, BRIGHT or SUNLIT. No lamp lights magical darkness."""
        level: i64 = self.levels[square] if len(self.levels) > 0 else BRIGHT
        zones = self.zones
        if zones.kinds:
            if zones.marks[square] & MAGICALLY_DARK:
                return DARK
            level = zones.level_at(square, level)
        if self.has_moving_light and level < BRIGHT:
            for lamp in self.lamps:
                if lamp.is_lit and not lamp.start.is_fixed and level < BRIGHT:
                    shed = self._shed(lamp, square)
                    if shed > level:
                        level = shed
        return level

    def _shed(self, lamp: Lamp, square: i64) -> i64:
        """The light that one lamp, carried or dropped, sheds on a square."""
        if lamp.bearer >= 0:
            c = self.combatants[lamp.bearer]
            if c.square < 0:
                return DARK
            level = lamp.level_at_ft(self.apart_from_ft(c, square))
            if level == DARK or not lamp.shines_towards(self.board, c.square, c.n, square):
                return DARK
            return level if self.sight.los(c.square, c.n, square, 1) else DARK
        level = lamp.level_at_ft(self.board.distance_ft(lamp.square, 1, square, 1))
        if level == DARK or not lamp.shines_towards(self.board, lamp.square, 1, square):
            return DARK
        return level if self.sight.los(lamp.square, 1, square, 1) else DARK

    def light_at(self, c: Combatant) -> i64:
        """The best level of light on a combatant's squares."""
        if c.n == 1:
            return self.level_at(c.square)
        best: i64 = DARK
        row: i64 = 0
        while row < c.n:
            column: i64 = 0
            while column < c.n and best < SUNLIT:
                level = self.level_at(c.square + row * self.board.width + column)
                if level > best:
                    best = level
                column += 1
            row += 1
        return best

    def put_out(self, lamp: Lamp, because: str, by: Combatant | None) -> None:
        """A lamp goes out."""
        lamp.is_lit = False
        self._note_lamp(lamp, "out", because, by)
        self.settle_place()

    def light_up(self, lamp: Lamp, by: Combatant | None) -> None:
        """A lamp is lit."""
        lamp.is_lit = True
        self._note_lamp(lamp, "lit", "", by)
        self.settle_place()

    def drop_lamps(self, c: Combatant) -> None:
        """Whoever falls lets its lamps fall: some burn on where they lie, others go out."""
        for lamp in self.lamps:
            if lamp.bearer == c.index:
                if lamp.start.is_own and not c.is_dead and c.square >= 0:
                    continue
                lamp.bearer = -1
                lamp.square = c.square
                self._note_lamp(lamp, "dropped", "", c)
                if lamp.is_lit and (not lamp.start.burns_on or c.square < 0):
                    lamp.is_lit = False
                    self._note_lamp(lamp, "out", "dropped" if c.square >= 0 else "gone", c)
        self.settle_place()

    def turn_lamp(self, lamp: Lamp, c: Combatant, heading_x: i64, heading_y: i64, towards: Combatant | None) -> None:
        """The bearer of a cone of light turns it, towards somebody or the way it goes."""
        if lamp.heading_x == heading_x and lamp.heading_y == heading_y:
            return
        lamp.heading_x = heading_x
        lamp.heading_y = heading_y
        if self.journal is not None:
            self.note(
                "light",
                c,
                towards,
                {"kind": lamp.kind, "change": "turned", "square": None, "heading": [heading_x, heading_y]},
            )

    def _note_lamp(self, lamp: Lamp, change: str, because: str, by: Combatant | None) -> None:
        if self.journal is not None:
            square = self.combatants[lamp.bearer].square if lamp.bearer >= 0 else lamp.square
            where = square_name(self.board.width, square) if square >= 0 else None
            self.note(
                "light",
                by,
                None,
                {
                    "kind": lamp.kind,
                    "change": change,
                    "square": where,
                    "because": because if because != "" else None,
                },
            )

    # ------------------------------------------------------------------------------------------------ zones

    def is_rough(self, square: i64, n: i64, powers: i64) -> bool:
        """Whether a zone makes difficult ground of any square under a footprint, for whoever has these powers."""
        zones = self.zones
        slowing: i64 = ROUGH if powers & WALKS_WEBS else SLOWING
        if not zones.kinds & slowing:
            return False
        row: i64 = 0
        while row < n:
            column: i64 = 0
            while column < n:
                if zones.marks[square + row * self.board.width + column] & slowing:
                    return True
                column += 1
            row += 1
        return False

    def add_zone(self, kind: str, squares: vec[i64], source: i64, rounds: i64) -> Zone:
        """Lay a zone of a kind (zones.KINDS) on squares; it ends with that many turns of its source, -1 lasts."""
        zone = Zone(kind, squares, source)
        zone.rounds = rounds
        zone.clock = source
        self.place_zone(zone)
        return zone

    def place_zone(self, zone: Zone) -> None:
        """Lay down a zone that is made up ready: one that follows, hurts or slows."""
        if zone.follows >= 0:
            zone.squares = self.around(self.combatants[zone.follows], zone.radius_ft)
        if zone.rounds >= 0 and zone.clock >= 0:
            self.combatants[zone.clock].has_marked = True
        self.zones.every.append(zone)
        self.settle_place()
        self._note_zone(zone, "begins", "")

    def move_zone(self, zone: Zone, squares: vec[i64]) -> None:
        """A zone lies on other squares from now on."""
        zone.squares = squares
        self.settle_place()
        self._note_zone(zone, "moves", "")

    def end_zone(self, zone: Zone, because: str) -> None:
        """A zone is over."""
        self.zones.every.remove(zone)
        self.settle_place()
        self._note_zone(zone, "ends", because)

    def end_own_zones(self, c: Combatant) -> None:
        """The zones that somebody has about it by nature end with it."""
        for zone in list(self.zones.every):
            if zone.follows == c.index and zone.is_own:
                self.end_zone(zone, "gone")

    def carry_zones(self, c: Combatant) -> None:
        """The zones that follow a combatant come along; the step's own event is the caller's, so is theirs."""
        for zone in self.zones.every:
            if zone.follows == c.index:
                zone.squares = self.around(c, zone.radius_ft)
        self.settle_place()

    def note_carried(self, c: Combatant) -> None:
        """Write where the zones that follow a combatant lie after it has moved."""
        for zone in self.zones.every:
            if zone.follows == c.index:
                self._note_zone(zone, "moves", "")

    def around(self, c: Combatant, radius_ft: i64) -> vec[i64]:
        """Every square within so many feet of a combatant, its own included; none while it is not on the map."""
        squares = vec[i64]()
        if c.square < 0:
            return squares
        board = self.board
        reach = radius_ft // 5
        y = board.ys[c.square] - reach
        while y < board.ys[c.square] + c.n + reach:
            x = board.xs[c.square] - reach
            while x < board.xs[c.square] + c.n + reach:
                if 0 <= x < board.width and 0 <= y < board.height:
                    square = y * board.width + x
                    if self.apart_from_ft(c, square) <= radius_ft:
                        squares = append(squares, square)
                x += 1
            y += 1
        return squares

    def _note_zone(self, zone: Zone, change: str, because: str) -> None:
        if self.journal is not None:
            names: list[object] = [square_name(self.board.width, square) for square in zone.squares]
            self.note(
                "zone",
                self.combatants[zone.source] if zone.source >= 0 else None,
                None,
                {
                    "kind": zone.kind,
                    "change": change,
                    "squares": names,
                    "rounds": zone.rounds,
                    "because": because if because != "" else None,
                },
            )

    def begin_round(self) -> None:
        """What burns or lasts until this round is over."""
        for zone in list(self.zones.every):
            if zone.until > 0 and zone.until <= self.round:
                self.end_zone(zone, "ended")
        for lamp in self.lamps:
            if lamp.is_lit and lamp.start.until > 0 and lamp.start.until <= self.round:
                self.put_out(lamp, "ended", None)

    def count_down_zones(self, c: Combatant, at_end: bool) -> None:
        """Count down the zones that this combatant's turns measure."""
        for zone in list(self.zones.every):
            if zone.clock == c.index and zone.rounds >= 0 and zone.ends_at_end == at_end:
                zone.rounds -= 1
                if zone.rounds <= 0:
                    self.end_zone(zone, "ended")
