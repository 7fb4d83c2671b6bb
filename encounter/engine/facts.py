"""What is true of one roll before it falls."""

from mypy_extensions import i64

from encounter.engine.creature import MASTERIES
from encounter.engine.d20 import D20Roll, Special
from encounter.engine.tables import RulingRow


class RolledDie:
    """A die beside the d20 and what it showed: `value` is added, negative when the die is taken off."""

    def __init__(self, clause: str, value: i64) -> None:
        self.clause = clause
        self.value = value


class Facts:
    """Everything that is true of one roll before it falls: distance, sight, cover, and the reasons on both sides.

    Masks are of clause bits (Setup.bits); `more_advantage` and `more_disadvantage` count what one bit cannot.
    """

    def __init__(self) -> None:
        self.distance_ft: i64 = 0
        self.is_long: bool = False
        self.attacker_sees: bool = True
        self.target_sees: bool = True
        self.cover: i64 = 0
        self.advantage: i64 = 0
        self.disadvantage: i64 = 0
        self.suppressed: i64 = 0
        self.more_advantage: i64 = 0
        self.more_disadvantage: i64 = 0
        self.neutral: i64 = 0
        self.modifier: i64 = 0  # rulings of the GM
        self.ruled: list[RulingRow] = []  # the rulings that bear on the roll, where the setup has any
        self.native_advantage: i64 = 0  # how often native re-rolls count; read where their clause is in the mask
        self.native_disadvantage: i64 = 0
        self.helped: str = ""  # the skill or ability that help is for; read where help is in the mask
        self.special: Special | None = None
        self.through_mount: bool = False  # of an opportunity attack on a rider: its mount has provoked it
        self.is_resisted: bool = False  # a failed save that Legendary Resistance made a success
        self.is_chosen: bool = False  # a save that its maker chose to fail
        self.net: i64 = 0
        self.bonus: i64 = 0
        self.target_number: i64 = 0
        self.is_automatic_critical: bool = False
        self.critical_clause: str = ""  # the clause by which a number below 20 is a critical hit
        self.sneaks: bool = False  # Sneak Attack, or another trait like it, adds its dice to the damage
        self.extra_clause: str = ""  # the clause of these dice
        self.charges: bool = False  # a hit at the end of a charge
        self.is_enchanted: bool = False  # Magic Weapons count against whoever resists nonmagical attacks
        self.besieges: bool = False  # a Siege Monster strikes an object
        self.is_favoured: bool = False  # a hit with advantage adds its dice to the damage
        self.is_weakened: bool = False  # the attacker has half its hit points or fewer, and the attack another damage
        self.is_steadfast: bool = False  # a failed save was rolled again
        self.protection: i64 = 0  # what an aura adds to a save
        self.is_raging: bool = False  # the attacker is in a rage, and the attack deals more for it
        self.falls_short: bool = False  # a shot under water beyond normal range
        self.assassinates: bool = False  # a hit on the surprised that is critical for it
        self.ward: str = ""  # the clause by which magic does nothing to its target: an attack misses, a save succeeds
        self.is_wrong_square: bool = False  # a guess at a square where nobody is
        self.masteries: i64 = 0  # of the weapon, those that the roll brings into play (tables.CLEAVE ...)
        self.automatic: i64 = 0  # -1 fails, 1 succeeds without a roll
        self.dice: list[RolledDie] = []  # dice added to the roll or taken off it
        self.lacks: i64 = 0  # a check fails for lack of sight (perception.IS_BLIND) or hearing


def applied_clauses(roll: D20Roll, facts: Facts) -> list[object]:
    """The clauses that bore on a roll otherwise than by a die more or a number: {"clause"} each."""
    ids: list[str] = []
    if roll.lucky_used:
        ids.append("lucky")
    if facts.suppressed:
        ids.append("elusive")
    if facts.lacks:
        ids.append("blinded.check" if facts.lacks == 1 else "deafened.check")
    elif facts.falls_short:
        ids.append("underwater.miss")
    elif facts.ward != "":
        ids.append(facts.ward)
    elif facts.automatic < 0:
        ids.append("save.chosen" if facts.is_chosen else "helpless.save")
    if facts.is_steadfast:
        ids.append("indomitable")
    if facts.is_resisted:
        ids.append("legendary-resistance")
    if facts.through_mount:
        ids.append("mount.strike")
    if roll.inspired_place >= 0:
        ids.append("heroic-inspiration")
    if facts.is_automatic_critical:
        ids.append("helpless.critical")
    if facts.assassinates:
        ids.append("assassinate")
    if facts.critical_clause != "":
        ids.append(facts.critical_clause)
    if facts.sneaks:
        ids.append(facts.extra_clause)
    if facts.charges:
        ids.append("charge")
    if facts.is_enchanted:
        ids.append("magic-weapons")
    if facts.besieges:
        ids.append("siege-monster")
    if facts.is_favoured:
        ids.append("advantage.damage")
    if facts.is_weakened:
        ids.append("half-hp.damage")
    if facts.is_raging:
        ids.append("rage")
    if facts.is_wrong_square:
        ids.append("wrong-square.miss")
    if facts.masteries:
        for place, name in enumerate(MASTERIES):
            if (facts.masteries >> place) & 1:
                ids.append(name)
    applied: list[object] = []
    for id in ids:
        entry: dict[str, object] = {"clause": id}
        applied.append(entry)
    return applied
