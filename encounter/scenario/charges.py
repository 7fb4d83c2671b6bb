"""What a charge adds to an attack, as a file writes it, and as a row for the fight."""

from collections.abc import Callable
from typing import Any, Final

from encounter.engine.creature import Attack, Charge, Rider
from encounter.engine.tables import ChargeRow, DamagePart, RiderRow, Stat
from encounter.scenario.nodes import Node
from encounter.scenario.phrases import DAMAGE, NAME, RIDER
from encounter.scenario.values import BAD, Custom, Field, Length, ListOf, Reading, Record

PRONE_WORTH: Final = 2000  # thousandths of a hit point that knocking somebody down is worth to tactics
HIT_SHARE: Final = 60  # hundredths of its damage that a charge is worth, before anybody has rolled

CHARGE: Final = Record(
    "a charge",
    {
        "run": Field(Length(5), "how far it must have come straight toward the target: 20 ft", required=True),
        "damage": Field(ListOf(DAMAGE, or_one=True), "what the hit deals more"),
        "hit": Field(ListOf(RIDER, or_one=True), "what the hit does more"),
        "then": Field(NAME, "the attack that it makes as a bonus action on a target that is prone then"),
    },
)


def _charge(node: Node, reading: Reading, kind: Custom) -> Any:
    values = CHARGE.read(node, reading)
    if values is BAD or values.bad:
        return BAD
    if not {"damage", "hit", "then"} & set(values):
        return reading.error(node.place, "bad-value", "the charge adds nothing", "write damage, hit or then")
    return Charge(
        values["run"], tuple(values.get("damage", ())), tuple(values.get("hit", ())), str(values.get("then", ""))
    )


CHARGES: Final = Custom("a charge such as {run: 20 ft, damage: 2d6 slashing, hit: [prone]}", _charge, CHARGE.schema())


def give_charges(
    attacks: tuple[Attack, ...],
    stat: Stat,
    part_of: Callable[[Any], DamagePart],
    rider_of: Callable[[Rider], RiderRow],
) -> None:
    """Put charges at the melee uses of a stat block; a bonus attack that it does not have is left to the checks."""
    weapons = {use.weapon: int(use.weapon_index) for use in stat.uses}
    for attack in attacks:
        if attack.charge is None:
            continue
        row = ChargeRow(attack.charge.run_ft)
        row.parts = [part_of(damage) for damage in attack.charge.damage]
        row.riders = [rider_of(rider) for rider in attack.charge.riders]
        row.then = weapons.get(attack.charge.then, -1)
        row.worth = _worth(attack.charge, attacks)
        for use in stat.uses:
            if use.weapon == attack.name and use.is_melee:
                use.charge = row
                stat.charges = True


def _worth(charge: Charge, attacks: tuple[Attack, ...]) -> int:
    mean = sum(damage.formula.mean_floor for damage in charge.damage)
    after = sum(part.formula.mean_floor for one in attacks if one.name == charge.then for part in one.damage)
    falls = any("prone" in rider.conditions for rider in charge.riders)
    return 10 * HIT_SHARE * mean + 5 * HIT_SHARE * after + (PRONE_WORTH if falls else 0)
