"""Damage: what the dice come to, what resistance leaves of it, and what it does to whoever takes it."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from encounter.engine.bits import bit_of
from encounter.engine.combatant import Combatant
from encounter.engine.creature import BLOWS, DAMAGE_TYPES
from encounter.engine.dice import Dice
from encounter.engine.effect import (
    CON,
    DEX,
    HARD_TO_DROP,
    LESSENS_DAMAGE,
    NO_THREAT,
    RAGES,
    RESISTS_ALL,
    STUNG,
    TRAIT_ABSORBS,
    TRAIT_DIES_LATE,
    TRAIT_EVASION,
    TRAIT_NEEDS_WITS,
    TRAIT_RELENTLESS,
    TRAIT_UNDEAD_FORTITUDE,
    Ongoing,
)
from encounter.engine.fight import Fight
from encounter.engine.rules.concentration import keep_concentration
from encounter.engine.rules.saves import save
from encounter.engine.sight import NONE
from encounter.engine.tables import DamagePart

FIRE: Final = DAMAGE_TYPES.index("fire")
RADIANT: Final = DAMAGE_TYPES.index("radiant")
NOT_ROLLED: Final[vec[i64]] = vec[i64]([])


def roll_part(dice: Dice, part: DamagePart, times: i64) -> i64:
    """Roll one part's dice `times` times over (2 on a critical hit) and add its bonus; may be negative."""
    rolled = part.bonus
    at: i64 = 0
    while at < part.terms:
        rolled += dice.total(part.counts[at] * times, part.sides[at])
        at += 1
    return rolled


def dice_off(f: Fight, a: Combatant) -> i64:
    """What its rows take off a damage roll of `a` (weakened)."""
    total: i64 = 0
    for effect in a.ongoing:
        part = f.setup.more_damage.get(effect.row.index) if effect.row.powers & LESSENS_DAMAGE else None
        if part is not None:
            total += roll_part(f.dice, part, 1)
    return total


def evades(t: Combatant, ability: i64, half: bool) -> bool:
    """Whether Evasion bears on a save: on Dexterity, for half damage."""
    return t.flags & TRAIT_EVASION != 0 and half and ability == DEX and (t.can_act or not t.flags & TRAIT_NEEDS_WITS)


def halves_left(f: Fight, t: Combatant, ability: i64, half: bool, saved: bool) -> i64:
    """How many halves of the damage a save leaves: 2 all of it, 0 none."""
    if not half or not f.setup.rules.saves_halve:
        return 0 if saved else 2
    if evades(t, ability, half):
        return 0 if saved else 1
    return 1 if saved else 2


def note_spared(f: Fight, by: Combatant | None, t: Combatant, name: str, clause: str) -> None:
    """Write that something of `by` does nothing to somebody, and by which clause."""
    f.note("action", by, t, {"action": "spare", "cost": None, "ally": None, "name": name, "clause": clause})


def withstand(t: Combatant, type: i64, amount: i64, is_plain: bool) -> i64:
    """What reaches the target of `amount` of one type: immunity, then resistance (halved), then vulnerability.

    `is_plain`: it is of a nonmagical attack.
    """
    bit = bit_of(type)
    immune = t.stat.immune
    resist = t.stat.resist
    if is_plain:
        immune |= t.stat.immune_plain
        resist |= t.stat.resist_plain
    if immune & bit or (t.flags & RESISTS_ALL and _immune_by_row(t, bit)):
        return 0
    if (
        resist & bit
        or t.flags & RESISTS_ALL
        or (t.powers & RAGES and bit & BLOWS)
        or (type == FIRE and (t.is_immersed or t.is_fireproof))
    ):
        amount //= 2
    if t.stat.vulnerable & bit:
        amount *= 2
    return amount


def _immune_by_row(t: Combatant, bit: i64) -> bool:
    for effect in t.ongoing:
        if effect.row.immune_damage & bit:
            return True
    return False


class Dealt:
    """The damage of one blow while it is added up: by type, rolled and dealt; `is_plain` of a nonmagical attack."""

    def __init__(self) -> None:
        self.types: list[int] = []
        self.rolled: list[int] = []
        self.dealt: list[int] = []
        self.total: i64 = 0
        self.is_plain: bool = False
        self.is_halved: bool = False  # by a save
        self.is_evaded: bool = False  # and that by Evasion
        self.clause: str = ""  # what brings it, where neither an attack nor a save does

    def of(self, type: i64) -> i64:
        """What was dealt of one type."""
        place = 0
        for known in self.types:
            if known == type:
                return self.dealt[place]
            place += 1
        return 0

    def add(self, t: Combatant, type: i64, amount: i64) -> None:
        """Add `amount` of a type; a negative roll is none. Amounts of one type are withstood together."""
        if amount < 0:
            amount = 0
        place: i64 = 0
        for known in self.types:
            if known == type:
                break
            place += 1
        if place == len(self.types):
            self.types.append(type)
            self.rolled.append(0)
            self.dealt.append(0)
        self.rolled[place] += amount
        self.dealt[place] = withstand(t, type, self.rolled[place], self.is_plain)
        self.total = 0
        for dealt in self.dealt:
            self.total += dealt

    def lessen(self, t: Combatant, amount: i64) -> None:
        """Take so much off what was rolled, from the first part on, before it is withstood."""
        place = 0
        while place < len(self.rolled):
            off = amount if amount < self.rolled[place] else self.rolled[place]
            self.rolled[place] -= off
            amount -= off
            self.total -= self.dealt[place]
            self.dealt[place] = withstand(t, self.types[place], self.rolled[place], self.is_plain)
            self.total += self.dealt[place]
            place += 1

    def halve(self) -> None:
        """Half of each type is dealt, rounded down."""
        self.total = 0
        place = 0
        while place < len(self.dealt):
            self.dealt[place] //= 2
            self.total += self.dealt[place]
            place += 1


def take(
    f: Fight, t: Combatant, dealt: Dealt, by: Combatant | None, source: str, is_critical: bool, may_spare: bool
) -> None:
    """Damage reaches a combatant: temporary HP, HP, and then what 0 HP means for it (rules.md 152 to 157).

    `may_spare`: the blow was struck in melee by somebody who knocks out instead of killing.
    """
    amount = dealt.total
    before_temp = t.temp_hp
    was_down = t.is_down
    had_hp = t.hp
    left = f.lose_hp(t, amount)
    if f.setup.drains:
        remember(t, dealt)
    if f.swallowed and by is not None and by.inside == t.index:
        f.count_hurt_inside(t, amount)
    if by is not None:
        by.damage_dealt += amount
    if f.journal is not None:
        parts: list[object] = []
        place = 0
        for type in dealt.types:
            part: dict[str, object] = {
                "type": DAMAGE_TYPES[type],
                "rolled": dealt.rolled[place],
                "dealt": dealt.dealt[place],
            }
            parts.append(part)
            place += 1
        f.note(
            "damage",
            by,
            t,
            {
                "amount": amount,
                "parts": parts,
                "temp_hp_lost": before_temp - t.temp_hp,
                "hp": t.hp,
                "max_hp": t.max_hp,
                "source": source,
                "clause": clause_of(dealt),
            },
        )
    if t.flags & TRAIT_ABSORBS:
        absorb(f, t, dealt)
    if f.setup.harm_ends and amount > 0:
        f.end_with_harm(t)
    if t.is_dead:
        return
    if was_down:
        if amount > 0:
            hurt_while_down(f, t, amount, is_critical)
    elif t.hp == 0 and had_hp > 0 and not (t.flags & HARD_TO_DROP and stays_up(f, t, dealt, left, is_critical)):
        drop(f, t, left, may_spare)
    if f.bursting:
        _burst(f)
    if t.stat.regeneration_unless:
        _stop_regeneration(t, dealt)
    if t.powers & STUNG:
        _sting(f, t, dealt)
    if f.readying & t.bit and amount > 0 and by is not None:
        f.hurt |= t.bit
        t.hurt_by = by.index
    if f.minds & t.bit and amount > 0 and f.setup.rules.concentration_applies:
        keep_concentration(f, t, amount, by)


def clause_of(dealt: Dealt) -> str | None:
    """The clause that made a blow what it is, None for a plain one."""
    if dealt.is_evaded:
        return "evasion"
    if dealt.is_halved:
        return "save.half"
    return dealt.clause if dealt.clause != "" else None


def _burst(f: Fight) -> None:
    """Let those deaths have their effect that have one."""
    from encounter.engine.rules.automatic import burst  # what bursts deals damage itself

    burst(f)


def absorb(f: Fight, t: Combatant, dealt: Dealt) -> None:
    """Damage of the types that somebody absorbs heals it by as much."""
    amount: i64 = 0
    place = 0
    for type in dealt.types:
        if (t.stat.absorbs >> type) & 1:
            amount += dealt.rolled[place]
        place += 1
    f.gain_hp_by(t, amount, "absorption")


def remember(t: Combatant, dealt: Dealt) -> None:
    """Keep what a blow dealt by type, for what lowers a maximum of hit points by it."""
    t.taken = vec[i64]([0] * len(DAMAGE_TYPES))
    place = 0
    for type in dealt.types:
        t.taken[type] = dealt.dealt[place]
        place += 1


def stays_up(f: Fight, t: Combatant, dealt: Dealt, left: i64, is_critical: bool) -> bool:
    """Whether whoever a blow has brought to 0 HP fights on with 1: Undead Fortitude, Relentless.

    Undead Fortitude: a Constitution save against 5 + the damage, but not against radiant damage or a critical hit.
    """
    if t.flags & TRAIT_RELENTLESS and not t.was_relentless:
        most = t.stat.relentless_up_to
        if (most == 0 or dealt.total <= most) and not (t.stat.is_character and left >= t.max_hp):
            t.was_relentless = True
            f.hold_on(t, "relentless")
            return True
    if t.flags & TRAIT_UNDEAD_FORTITUDE and not is_critical and dealt.of(RADIANT) == 0:
        if save(f, t, CON, 5 + dealt.total, None, "undead fortitude", NONE, NO_THREAT):
            f.hold_on(t, "undead-fortitude")
            return True
    return False


def _stop_regeneration(t: Combatant, dealt: Dealt) -> None:
    """Damage of a type that its regeneration does not bear keeps it from working at its next turn."""
    for type in range(len(DAMAGE_TYPES)):
        if (t.stat.regeneration_unless >> type) & 1 and dealt.of(type) > 0:
            t.regeneration_stopped = True


def _sting(f: Fight, t: Combatant, dealt: Dealt) -> None:
    """Damage of a type brings on what a trait says, until the end of the next turn (Freeze, Aversion to Fire)."""
    for row in t.stat.traits:
        if row.brings is not None and row.brought_by >= 0 and dealt.of(row.brought_by) > 0:
            effect = Ongoing(row.brings, -1, 0)
            effect.clock = t.index
            effect.rounds = 2 if f.whose_turn == t.index else 1  # the present turn is not the next
            effect.ends_at_end = True
            f.impose(t, effect)


def regenerate(f: Fight, c: Combatant) -> None:
    """At the start of its turn: hit points regained, or death where that was all that kept it (Regeneration)."""
    stopped = c.regeneration_stopped
    c.regeneration_stopped = False
    if c.hp == 0 and not c.flags & TRAIT_DIES_LATE:
        return
    if not stopped:
        f.gain_hp_by(c, c.stat.regeneration, "regeneration")
    elif c.hp == 0:
        f.die(c, "damage")


def harm(
    f: Fight,
    by: Combatant | None,
    t: Combatant,
    source: str,
    parts: list[DamagePart],
    rolled: vec[i64],
    ability: i64,
    half: bool,
    saved: bool,
) -> i64:
    """Deal the damage of an effect with a save of this ability (-1: none) as far as the save leaves any; what it dealt.

    `rolled` is what each part came to, empty where the dice are still to fall: they do where something is left.
    """
    halves = halves_left(f, t, ability, half, saved)
    dealt = Dealt()
    dealt.is_halved = halves == 1
    dealt.is_evaded = evades(t, ability, half)
    if halves > 0:
        at: i64 = 0
        for part in parts:
            amount: i64 = rolled[at] if len(rolled) > 0 else roll_part(f.dice, part, 1)
            dealt.add(t, part.type, amount * halves // 2)  # halved before resistance (148)
            at += 1
        take(f, t, dealt, by, source, False, False)
    elif dealt.is_evaded:
        note_spared(f, by, t, source, "evasion")
    return dealt.total


def drop(f: Fight, t: Combatant, left: i64, may_spare: bool) -> None:
    """Somebody reaches 0 HP with `left` damage over."""
    if may_spare:
        f.set_hp(t, f.setup.rules.knock_out_hp)
        f.fall(t, True)
    elif t.flags & TRAIT_DIES_LATE:
        f.fall(t, True)
    elif not t.stat.is_character:
        f.die(t, "damage")
    elif left >= t.max_hp:
        f.die(t, "massive damage")
    else:
        f.fall(t, False)


def hurt_while_down(f: Fight, t: Combatant, amount: i64, is_critical: bool) -> None:
    """Damage at 0 HP: a failed death save, two from a critical, death from damage that equals the HP maximum.

    A monster that was knocked out makes no death saves: it dies.
    """
    if t.flags & TRAIT_DIES_LATE:
        return
    if not t.stat.is_character:
        f.die(t, "damage")
        return
    if amount >= t.max_hp:
        f.die(t, "massive damage")
        return
    f.unsettle(t)
    f.count_death_saves(t, t.successes, t.failures + (2 if is_critical else 1))
    if t.failures >= 3:
        f.die(t, "death saves")
