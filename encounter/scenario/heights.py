"""The height of the ground and of whoever flies, put into the tables of a fight."""

from collections.abc import Iterable

from encounter.engine.creature import FOOTPRINT, SIZES
from encounter.engine.ground import has_passages
from encounter.engine.relief import LEVEL_FT, Relief
from encounter.engine.tables import Setup
from encounter.scenario.model import Entry, Scenario, Terrain
from encounter.scenario.values import Values

HEADROOM = 2  # levels above what anybody reaches that tactics still look at


def ground_levels(scenario: Scenario) -> bytes:
    """The level of each square above the lowest one, in steps of 5 ft; b"" where all ground is level."""
    width = scenario.map.width
    heights = [0] * (width * scenario.map.height)
    for rise in scenario.elevation:
        for y in range(rise.start[1], rise.end[1] + 1):
            for x in range(rise.start[0], rise.end[0] + 1):
                heights[y * width + x] = rise.height_ft
    lowest = min(heights)
    return bytes((height - lowest) // LEVEL_FT for height in heights) if max(heights) > lowest else b""


def heights_of(blocks: Iterable[Values], terrain: Terrain) -> dict[tuple[int, int], int]:
    """The height in feet of each square that blocks of `elevation` name, those that are right."""
    heights: dict[tuple[int, int], int] = {}
    for block in blocks:
        if not {"from", "height"} <= set(block):
            continue
        (ax, ay), (bx, by) = block["from"], block.get("to", block["from"])
        for y in range(min(ay, by), min(max(ay, by) + 1, terrain.height)):
            for x in range(min(ax, bx), min(max(ax, bx) + 1, terrain.width)):
                heights[x, y] = block["height"]
    return heights


def is_held_up(scenario: Scenario, entry: Entry) -> bool:
    """Whether something holds a combatant up that begins above the ground: wings, a mount, the side of a wall."""
    if entry.state.altitude_ft == 0 or entry.creature.speeds.fly or entry.state.mounted is not None or entry.at is None:
        return True
    levels = ground_levels(scenario)
    if not levels:
        return False
    edge = FOOTPRINT[SIZES.index(entry.creature.size)]
    x, y = entry.at
    width, height = scenario.map.width, scenario.map.height
    own = max(levels[(y + down) * width + x + across] for down in range(edge) for across in range(edge))
    beside = [(at, row) for at in (x - 1, x + edge) for row in range(y, y + edge)]
    beside += [(at, row) for at in range(x, x + edge) for row in (y - 1, y + edge)]
    around = [levels[row * width + at] for at, row in beside if 0 <= at < width and 0 <= row < height]
    return max(around, default=0) * LEVEL_FT > own * LEVEL_FT + entry.state.altitude_ft


def is_flat(scenario: Scenario) -> bool:
    """Whether heights play no part: the ground is level, nobody flies, nobody begins above the ground."""
    if ground_levels(scenario):
        return False
    return not any(entry.creature.speeds.fly or entry.state.altitude_ft for entry in scenario.entries)


def raise_ground(scenario: Scenario, setup: Setup) -> None:
    """Give a fight its relief.

    Tactics look for places up to a ceiling: above the head of whoever begins highest, above the reach of whoever
    stands on the highest ground, with some room to spare.
    """
    relief = Relief(setup.board, ground_levels(scenario))
    starts = setup.starts
    tallest = max((start.stat.n for start in starts), default=1)
    reach = max((start.stat.melee_reach_ft for start in starts), default=0) // LEVEL_FT
    highest = max((start.altitude_ft for start in starts), default=0) // LEVEL_FT
    relief.ceiling = max(relief.elevation) + max(highest, tallest + reach) + HEADROOM
    setup.relief = relief


def unsqueezed(setup: Setup) -> list[str]:
    """What is left out where heights count: nobody squeezes there, though somebody could."""
    if setup.is_flat or not any(has_passages(setup.board, start.stat.n) for start in setup.starts):
        return []
    return ["squeezing into narrow places where heights count"]
