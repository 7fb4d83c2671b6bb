"""Under water: which squares are, and which attacks it hampers (rules.md 145)."""

from encounter.engine import tables
from encounter.engine.board import BLOCKS_MOVEMENT, DROPS, PROPERTIES, WATER
from encounter.engine.creature import Attack, Creature
from encounter.engine.rules.ruleset import Ruleset
from encounter.engine.tables import Use
from encounter.scenario.model import Scenario


def immersed_squares(scenario: Scenario) -> bytes:
    """One byte a square: 1 in a zone that is under water; empty without such a zone."""
    zones = [zone for zone in scenario.zones if zone.kind == "underwater"]
    if not zones:
        return b""
    width = scenario.map.width
    table = bytearray(width * scenario.map.height)
    for zone in zones:
        (left, top), (right, bottom) = zone.start, zone.end
        for y in range(top, bottom + 1):
            for x in range(left, right + 1):
                table[y * width + x] = 1
    return bytes(table)


def flooded(terrain: bytes, immersed: bytes) -> bytes:
    """The terrain with whatever can be entered under water as water, which is swum through."""
    made = bytearray(terrain)
    for square, is_wet in enumerate(immersed):
        if is_wet and not PROPERTIES[terrain[square]] & (BLOCKS_MOVEMENT | DROPS):
            made[square] = WATER
    return bytes(made)


def is_hampered(use: Use, attack: Attack, creature: Creature, is_melee: bool, rules: Ruleset) -> bool:
    """Whether an attack made under water has disadvantage: in melee without a swimming speed, but for the weapons
    that the edition names or that pierce; at range but for those that it names. Spells are no weapons."""
    if use.flags & tables.SPELL or (use.flags & tables.UNARMED and not rules.wet_unarmed):
        return False
    words = attack.name.lower().split()
    if not is_melee:
        return not any(word in words for word in rules.wet_shots)
    if creature.speeds.swim > 0:
        return False
    if rules.wet_weapons:
        return not any(word in words for word in rules.wet_weapons)
    return not any(part.type == "piercing" for part in attack.damage)
