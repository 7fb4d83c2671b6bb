"""How each creature gets about on a map: one gait for all that find the ground alike."""

from collections.abc import Iterable
from typing import Final

from encounter.engine.board import PROPERTIES, SLOWS, TERRAIN_NAMES, WATER, Board
from encounter.engine.creature import FOOTPRINT, SIZES, Creature
from encounter.engine.effect import TRAIT_AMORPHOUS, TRAIT_ICE_WALK
from encounter.engine.ground import Gait, has_passages
from encounter.engine.rules.ruleset import Ruleset
from encounter.engine.tables import Setup, Stat

SQUARE_FT: Final = 5
MOST_SQUARES: Final = 12  # no jump is longer
ALL_DIFFICULT: Final = "difficult terrain"  # among what a creature ignores: whatever slows
IGNORED: Final = tuple(  # what a creature may ignore: ground that slows or harms, water aside, which is swum
    name
    for name, kind in TERRAIN_NAMES.items()
    if name in ("fire", "acid") or (PROPERTIES[kind] & SLOWS and kind != WATER and name != "difficult")
)


def gait_of(creature: Creature, stat: Stat, harmed_by: int, rules: Ruleset, setup: Setup) -> Gait:
    """The gait of a creature, one of those the encounter has already where that is the same."""
    board = setup.board
    n = FOOTPRINT[SIZES.index(creature.size)]
    gait = Gait(len(setup.gaits), n)
    flags = [row.flags for row in stat.traits]
    icy = {"ice"} if any(own & TRAIT_ICE_WALK for own in flags) else set()
    gait.ignores = ignored({*creature.ignores, *icy}) & _kinds_on(board)
    gait.fluid = any(own & TRAIT_AMORPHOUS for own in flags)
    gait.harmed_by = harmed_by
    gait.swims = creature.speeds.swim > 0 and WATER in board.terrain
    gait.water_bound = gait.swims and creature.speeds.walk == 0
    gait.squeezes = setup.is_flat and has_passages(board, n)
    gait.pays_tight = rules.squeezing_costs
    if not gait.water_bound and _has_gaps(setup, gait):
        gait.far = min(MOST_SQUARES, stat.long_jump_ft // SQUARE_FT)
        gait.near = min(MOST_SQUARES, stat.standing_jump_ft // SQUARE_FT)
    for known in setup.gaits:
        if known.is_like(gait):
            return known
    setup.gaits.append(gait)
    return gait


def ignored(names: Iterable[str]) -> int:
    """Mask of the kinds of terrain that these names mean."""
    mask = 0
    for name, kind in TERRAIN_NAMES.items():
        slows = PROPERTIES[kind] & SLOWS and kind != WATER
        if name in names or (ALL_DIFFICULT in names and slows):
            mask |= 1 << kind
    return mask


def _has_gaps(setup: Setup, gait: Gait) -> bool:
    """Whether anything on the map is worth a jump: no floor, water that is waded, ground that harms, heights."""
    board = setup.board
    if not setup.is_flat or any(board.floorless):
        return True
    if WATER in board.terrain and not gait.swims:
        return True
    return gait.harmed_by & _kinds_on(board) != 0


def _kinds_on(board: Board) -> int:
    mask = 0
    for kind in set(board.terrain):
        mask |= 1 << kind
    return mask
