"""The light and the zones of a scenario, worked out for its encounter."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from encounter.engine.board import Board
from encounter.engine.light import BRIGHT, DARK, DIM, SUNLIT, LampStart, light_levels
from encounter.engine.tables import Setup, ZoneStart
from encounter.engine.zones import squares_of
from encounter.scenario.light_keys import CONES, FLAMES, GO_OUT, UNDERWATER
from encounter.scenario.model import Scenario, Zone
from encounter.scenario.surroundings import held_lights
from encounter.scenario.traits import is_simulated

SHINING: Final = ("illumination", "variable illumination", "ignited illumination")  # traits that shed light
SOFTENING: Final = "aberrant ground"  # the ground about it is difficult
SOFT_FT: Final = 10
LIGHT_LEVELS: Final = {"dark": DARK, "dim": DIM, "bright": BRIGHT, "sunlight": SUNLIT}


def light_up(scenario: Scenario, setup: Setup) -> None:
    """Lamps that stand and lamps that are carried, and the light that the standing ones shed."""
    width = scenario.map.width
    setup.ambient = LIGHT_LEVELS[scenario.light]
    for light in scenario.lights:
        lamp = _lamp(light.kind, light.bright_ft, light.dim_ft, light.until)
        lamp.square = light.at[1] * width + light.at[0]
        lamp.is_fixed = light.towards is None
        if light.towards is not None:
            lamp.heading_x = light.towards[0] - light.at[0]
            lamp.heading_y = light.towards[1] - light.at[1]
        setup.lamps.append(lamp)
    for index, entry in enumerate(scenario.entries):
        hands = entry.state.hands if entry.state.hands is not None else entry.creature.hands or ()
        carried = entry.state.carries or held_lights(hands)
        for held in carried:
            lamp = _lamp(held.kind, held.bright_ft, held.dim_ft, held.until)
            lamp.bearer = index
            lamp.is_lit = held.is_lit
            setup.lamps.append(lamp)
        for trait in entry.creature.traits:
            if trait.name in SHINING and is_simulated(trait.name, scenario.ruleset):
                lamp = _lamp("", trait.number, trait.second, 0)
                lamp.bearer = index
                lamp.burns_on = False
                lamp.is_own = True
                setup.lamps.append(lamp)
    standing = [(int(lamp.square), int(lamp.bright_ft), int(lamp.dim_ft)) for lamp in setup.lamps if lamp.is_fixed]
    setup.light = light_levels(setup.board, setup.sight, setup.ambient, standing)


def _lamp(kind: str, bright_ft: int, dim_ft: int, until: int) -> LampStart:
    lamp = LampStart(kind or "light", bright_ft, dim_ft)
    lamp.until = until
    lamp.is_cone = kind in CONES
    lamp.is_flame = kind in FLAMES
    lamp.burns_on = kind not in GO_OUT
    return lamp


def lay_zones(scenario: Scenario, setup: Setup, board: Board) -> None:
    """The zones of the file, and the fog that belongs to the ground itself."""
    names = [entry.name for entry in scenario.entries]
    setup.fog = board.opaque
    for index, entry in enumerate(scenario.entries):
        if any(trait.name == SOFTENING for trait in entry.creature.traits) and is_simulated(
            SOFTENING, scenario.ruleset
        ):
            start = ZoneStart(SOFTENING, squares_of([]))
            start.follows = index
            start.radius_ft = SOFT_FT
            start.difficult = True
            start.is_own = True
            setup.zones.append(start)
    for zone in scenario.zones:
        if zone.kind == UNDERWATER:
            continue  # which is ground
        start = ZoneStart(zone.kind, squares_of([] if zone.around else list(_rectangle(zone, board.width))))
        start.level = LIGHT_LEVELS[zone.level] if zone.level else DARK
        start.until = zone.until
        if zone.around:
            start.follows = names.index(zone.around)
            start.radius_ft = zone.radius_ft
        setup.zones.append(start)


def _rectangle(zone: Zone, width: int) -> Iterable[int]:
    left, right = sorted((zone.start[0], zone.end[0]))
    top, bottom = sorted((zone.start[1], zone.end[1]))
    for y in range(top, bottom + 1):
        for x in range(left, right + 1):
            yield y * width + x
