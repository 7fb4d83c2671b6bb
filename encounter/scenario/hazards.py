"""Ground that harms: what `hazards:` says of it, what is usual where it says nothing, and what it costs whom."""

from collections.abc import Callable
from typing import Any, Final

from encounter.engine.board import BLOCKS_MOVEMENT, DROPS, PROPERTIES, TERRAIN_KINDS, TERRAIN_NAMES
from encounter.engine.creature import Creature, Damage, Rider
from encounter.engine.dice import parse_formula
from encounter.engine.effect import DEX
from encounter.engine.tables import DamagePart, Hazard, RiderRow, Setup, Stat
from encounter.scenario.gaits import ignored
from encounter.scenario.model import GroundHazard
from encounter.scenario.phrases import CONSEQUENCE, DAMAGE, SAVE, rider_of
from encounter.scenario.values import BAD, Boolean, Choice, Field, ListOf, Reading, Record, Values

HARMFUL: Final = tuple(  # the kinds of ground that may be said to harm
    name
    for name, kind in TERRAIN_NAMES.items()
    if not PROPERTIES[kind] & (BLOCKS_MOVEMENT | DROPS) and name not in ("floor", "open door")
)
OCCASIONS: Final = ("enter", "start", "enter or start")
CONDITION_PRICE: Final = 2000  # thousandths of a hit point that tactics reckon a condition of the ground at

HAZARD: Final = Record(
    "a hazard",
    {
        "terrain": Field(Choice("kind of ground", HARMFUL), "the ground that harms", required=True),
        "damage": Field(ListOf(DAMAGE, or_one=True), "dice and type: 1d6 fire"),
        "save": Field(SAVE, "ability and DC of the saving throw against it: dex 12"),
        "half": Field(Boolean(), "a success halves the damage; otherwise there is none"),
        "fail": Field(ListOf(CONSEQUENCE, or_one=True, least=1), "conditions that it brings: prone"),
        "on": Field(Choice("occasion", OCCASIONS), "when it harms; usually enter or start"),
    },
)


USUAL: Final = (  # what these do where a scenario does not say otherwise
    GroundHazard("fire", Rider(damage=(Damage(parse_formula("1d6"), "fire"),))),
    GroundHazard("acid", Rider(damage=(Damage(parse_formula("1d6"), "acid"),))),
    GroundHazard("spikes", Rider(damage=(Damage(parse_formula("1d4"), "piercing"),)), on_start=False),
    GroundHazard("ice", Rider(conditions=("prone",), save=DEX, dc=10)),
)


def hazard_of(block: Values, reading: Reading) -> GroundHazard | None:
    """A hazard from checked values; None when something is wrong with it, which is then noted."""
    if block.bad:
        return None
    if not {"damage", "fail"} & set(block):
        message = "a hazard that does nothing: it has neither `damage` nor `fail`"
        reading.error(block.place, "missing-key", message, "write {terrain: fire, damage: 1d6 fire}")
        return None
    if "half" in block and "save" not in block:
        reading.error(block.at("half"), "missing-key", "without `save` nothing is halved", "write save: dex 12")
        return None
    read: Any = rider_of([*block.get("damage", ()), *block.get("fail", ())], block.place, reading)
    if read is BAD:
        return None
    save, dc = block.get("save", (-1, 0))
    if read.push_ft or read.escape_dc or "grappled" in read.conditions:
        message = "the ground pushes nobody and holds nobody"
        reading.error(block.at("fail"), "bad-value", message, "write fail: [prone], or another condition")
        return None
    rider = Rider(read.conditions, read.damage, save, dc, block.get("half", False), read.rounds)
    on = str(block.get("on", OCCASIONS[2]))
    return GroundHazard(str(block["terrain"]), rider, "enter" in on, "start" in on)


def lay_hazards(hazards: tuple[GroundHazard, ...], setup: Setup, part: Callable[[Damage], DamagePart]) -> None:
    """Give the encounter the hazards of the kinds of ground that its map has, those of the scenario first."""
    kinds = bytearray(256)
    said = {hazard.terrain for hazard in hazards}
    for hazard in (*hazards, *(usual for usual in USUAL if usual.terrain not in said)):
        kind = TERRAIN_NAMES[hazard.terrain]
        if kind not in setup.board.terrain:
            continue
        rider = hazard.rider
        row = RiderRow(
            [setup.effect_named[name] for name in rider.conditions],
            [part(damage) for damage in rider.damage],
            rider.save,
            rider.dc,
            rider.half,
        )
        row.rounds = rider.rounds
        number = len(setup.hazards)
        setup.hazards.append(Hazard(number, hazard.terrain, row, hazard.on_enter, hazard.on_start))
        kinds[kind] = number + 1
        setup.has_footing = True
    setup.hazard_of = bytes(kinds)


def harms(creature: Creature, stat: Stat, setup: Setup) -> list[int]:
    """What each hazard costs a creature once, in thousandths of a hit point; 0 where it feels nothing of it."""
    spared = ignored(creature.ignores)
    costs: list[int] = []
    for hazard in setup.hazards:
        rider = hazard.rider
        chance = 20
        if rider.save >= 0:
            chance = max(0, min(20, int(rider.dc - 1 - stat.saves[rider.save])))
        hurt = sum(_mean(part, stat) for part in rider.parts)
        cost = hurt * chance // 20 + (hurt // 2 * (20 - chance) // 20 if rider.half else 0)
        felt = [row for row in rider.conditions if not (int(stat.immune_effects) >> int(row.index)) & 1]
        cost += len(felt) * CONDITION_PRICE * chance // 20
        costs.append(0 if (spared >> TERRAIN_NAMES[hazard.name]) & 1 else cost)
    return costs


def harmed_by(stat: Stat, setup: Setup) -> int:
    """Mask of the kinds of terrain whose hazards cost a creature anything."""
    mask = 0
    for kind in range(TERRAIN_KINDS):
        place = setup.hazard_of[kind]
        if place and stat.harms[place - 1] > 0:
            mask |= 1 << kind
    return mask


def _mean(part: DamagePart, stat: Stat) -> int:
    """What a part of damage comes to on average once resistance and the like are taken off, in thousandths."""
    bit = 1 << int(part.type)
    if int(stat.immune) & bit:
        return 0
    dice = sum(int(part.counts[at]) * (int(part.sides[at]) + 1) for at in range(int(part.terms)))
    mean = 500 * dice + 1000 * int(part.bonus)
    if int(stat.resist) & bit:
        mean //= 2
    return 2 * mean if int(stat.vulnerable) & bit else mean
