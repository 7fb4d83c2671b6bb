"""What an action that is no attack is worth, in the unit of attacks: thousandths of a hit point (see worth.py).

Worth is expected damage, capped by hit points, a bounty for dropping somebody, and the share of its menace that a
condition takes from it for the turns it lasts; what befalls allies is taken off. Healing counts what is regained, and
more where it brings somebody back. All is worked out from where the creature stands; the planner asks from several
squares.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from encounter.engine.areas import Placement, Template, candidates, caught, cover_of
from encounter.engine.combatant import Combatant
from encounter.engine.effect import (
    BY,
    BY_SOURCE_IN_LINE,
    CHARMED,
    CRAWLS,
    INCAPACITATED,
    SPEED_ZERO,
    SWALLOWED,
    UNSEEABLE,
    EffectRow,
)
from encounter.engine.fight import Fight
from encounter.engine.intent import USE_ACTION, Intent
from encounter.engine.rules.actions import covered_by, eligible, has_effect_on_others, is_beyond, judge_target
from encounter.engine.rules.damage import halves_left, withstand
from encounter.engine.rules.dispelling import spell_behind
from encounter.engine.rules.legal import LEGAL
from encounter.engine.rules.saves import prepare_save, success_chance
from encounter.engine.rules.seeking import first_sought
from encounter.engine.rules.whom import fits
from encounter.engine.sight import NONE
from encounter.engine.tables import NO_DRAIN, OF_ALLIES, OF_SELF, DamagePart, Deed, RiderRow
from encounter.engine.tactics.worth import SLOT_PRICE

MOST_TURNS: Final = 3  # that a lasting effect is reckoned with
TURNS_WITH_SAVE: Final = 2  # and one that a save may end each turn
DROP_BOUNTY: Final = 2  # times its menace, as for attacks

# Hundredths of a creature's menace that a condition takes from it for a turn.
OUT_OF_ACTION: Final = 100
CHARMED_SHARE: Final = 50
HELD_SHARE: Final = 30
HINDERED_SHARE: Final = 35
PRONE_SHARE: Final = 25
UNSEEN_SHARE: Final = 40
FINDING_SHARE: Final = 25  # of the menace of whoever may be found
PUSH_WORTH: Final = 100  # thousandths a foot, away or, as far as it is away, near


class Found:
    """The best way to use an action from one square: its worth, and where or at whom."""

    def __init__(self) -> None:
        self.worth: i64 = 0
        self.mask: i64 = 0
        self.placement: Placement | None = None

    def take(self, other: "Found") -> None:
        """Become like another one."""
        self.worth = other.worth
        self.mask = other.mask
        self.placement = other.placement

    def write(self, intent: Intent, deed: Deed, option: i64) -> None:
        """Put it into an intent."""
        intent.kind = USE_ACTION
        intent.item = deed.place
        intent.option = option
        intent.mask = self.mask
        intent.square = -1
        intent.placement = self.placement


def best_use(f: Fight, c: Combatant, deed: Deed, found: Found) -> None:
    """The use of an action that is worth most from where `c` stands; worth 0 when none is worth anything."""
    found.worth = 0
    found.mask = 0
    found.placement = None
    if not has_effect_on_others(deed) or (deed.concentration and c.concentrating != "" and not is_once_more(c, deed)):
        return  # nobody gives up a spell for another one
    if deed.searches:
        sought = first_sought(f, c)
        found.worth = 0 if sought is None else sought.stat.menace * FINDING_SHARE // 100
        found.mask = c.bit
    elif deed.shape >= 0:
        _best_placement(f, c, deed, found)
    elif deed.of == OF_SELF:
        found.worth = worth_on(f, c, c, deed, NONE, 0)
        found.mask = c.bit
    elif deed.darts > 0:
        _best_shares(f, c, deed, found)
    else:
        _best_targets(f, c, deed, deed.targets, found)
    if deed.slot > 0:
        found.worth -= SLOT_PRICE * deed.slot
        if found.worth < 0:
            found.worth = 0


def is_once_more(c: Combatant, deed: Deed) -> bool:
    """Whether a spell is the one its caster concentrates on, and leaves nothing that would end with that."""
    is_lasting = len(deed.fail) + len(deed.gives) > 0 or deed.lays is not None or deed.lasts is not None
    return c.concentrating == deed.spell and not is_lasting


def _best_placement(f: Fight, c: Combatant, deed: Deed, found: Found) -> None:
    template = Template(deed.shape, deed.size_ft, deed.width_ft, deed.height_ft)
    wanted = f.setup.allies[c.index] if deed.of == OF_ALLIES or helps(deed) else f.setup.enemies[c.index]
    for placement in candidates(f, c, template, deed.range_ft, wanted & f.present):
        mask = caught(f, placement) & eligible(f, c, deed)
        worth: i64 = 0
        if deed.pool is not None:
            mask = covered_by(f, deed, mean_of(deed.pool) // 1000, mask)
        for t in f.combatants:
            if mask & t.bit and not t.is_dead:
                cover: i64 = NONE if t.index == c.index else cover_of(f, placement, t)
                worth += worth_on(f, c, t, deed, cover, 0)
        if worth > found.worth:
            found.worth = worth
            found.mask = mask
            found.placement = placement


def _best_shares(f: Fight, c: Combatant, deed: Deed, found: Found) -> None:
    """Darts at as many targets as they are worth most at, shared out alike."""
    best = Found()
    targets: i64 = 1
    while targets <= deed.targets:
        found.worth = 0
        found.mask = 0
        _best_targets(f, c, deed, targets, found)
        if found.worth > best.worth:
            best.take(found)
        targets += 1
    found.take(best)


def _best_targets(f: Fight, c: Combatant, deed: Deed, targets: i64, found: Found) -> None:
    """The creatures it is worth most on, one by one, as many as it may be aimed at."""
    darts: i64 = deed.darts // targets
    worths = vec[i64]([0] * len(f.combatants))
    for t in f.combatants:
        if judge_target(f, c, t, deed) == LEGAL:
            worths[t.index] = worth_on(f, c, t, deed, NONE if t.index == c.index else f.cover(c, t), darts)
    count: i64 = 0
    while count < targets:
        best: i64 = -1
        at: i64 = 0
        while at < len(worths):
            if worths[at] > 0 and (best < 0 or worths[at] > worths[best]):
                best = at
            at += 1
        if best < 0:
            return
        found.worth += worths[best]
        found.mask |= f.combatants[best].bit
        worths[best] = 0
        count += 1


def helps(deed: Deed) -> bool:
    """Whether an action is a boon to those it reaches."""
    return deed.heal is not None or deed.temp_hp is not None


def worth_on(f: Fight, c: Combatant, t: Combatant, deed: Deed, cover: i64, darts: i64) -> i64:
    """What an action is worth on one creature: harm counts for an enemy and against an ally, help the other way."""
    is_ally = (f.setup.allies[c.index] >> t.index) & 1 != 0
    if is_beyond(f, c, t, deed):
        return 0
    harm: i64 = 0
    if not (t.is_down or t.is_knocked_out):
        harm = harm_on(f, c, t, deed, cover, darts)
    elif is_ally and len(deed.parts) > 0:
        harm = t.stat.menace
    help = help_on(t, deed)
    if deed.dispels:
        return dispelling_worth(f, c, t)
    if is_ally:
        return help - harm + _boon(f, t, deed)
    if not f.setup.enemies[c.index] & t.bit:
        return 0
    return harm - help


def harm_on(f: Fight, c: Combatant, t: Combatant, deed: Deed, cover: i64, darts: i64) -> i64:
    """Expected damage and the worth of what else it brings, in thousandths; `darts` of an action that has some."""
    chance: i64 = 0  # of a successful save, in ten-thousandths
    if deed.save >= 0:
        prepare_save(f, t, deed.save, deed.dc, c.index, cover, deed.threat)
        if f.facts.automatic == 0:
            chance = success_chance(f, f.facts.bonus, deed.dc, f.facts.net)
        elif f.facts.automatic > 0:
            chance = 10000
        if f.setup.resistant & t.bit and t.resistances_left > 0:
            chance = (10000 + chance) // 2  # it may turn the failure into a success, and has one less then
    full: i64 = 0
    half: i64 = 0
    for part in deed.parts:
        mean = withstand(t, part.type, mean_of(part), False)
        if deed.darts > 0:
            mean *= darts
        full += mean
        half += mean // 2
    left = halves_left(f, t, deed.save, deed.half, False)
    failed = blow_worth(t, full if left == 2 else half) + riders_worth(f, c, t, deed.fail, full)
    saved = riders_worth(f, c, t, deed.success, 0)
    if halves_left(f, t, deed.save, deed.half, True) > 0:
        saved += blow_worth(t, half)
    always = riders_worth(f, c, t, deed.gives, full)
    lays = deed.lays
    if lays is not None and lays.rider is not None:
        share: i64 = rider_worth(f, c, t, lays.rider, 0)
        always += share if lays.on_start or lays.on_end else share // 2
    return ((10000 - chance) * failed + chance * saved) // 10000 + always


def mean_of(part: DamagePart) -> i64:
    """The mean of a part's dice in thousandths, at least 0."""
    total = 1000 * part.bonus
    at: i64 = 0
    while at < part.terms:
        total += 500 * part.counts[at] * (part.sides[at] + 1)
        at += 1
    return total if total > 0 else 0


def blow_worth(t: Combatant, mean: i64) -> i64:
    """What damage of a mean is worth: capped by hit points, with a bounty where it drops the target."""
    hp = 1000 * (t.hp + t.temp_hp)
    return mean if mean < hp else hp + DROP_BOUNTY * t.stat.menace


def riders_worth(f: Fight, c: Combatant, t: Combatant, riders: list[RiderRow], damage: i64) -> i64:
    """What riders are worth on somebody who suffers them, saves of their own counted as even."""
    total: i64 = 0
    for rider in riders:
        worth = rider_worth(f, c, t, rider, damage)
        total += worth // 2 if rider.save >= 0 and not rider.is_failed else worth
    return total


def rider_worth(f: Fight, c: Combatant, t: Combatant, rider: RiderRow, damage: i64) -> i64:
    """What one rider is worth on somebody who suffers it."""
    if rider.kills:
        return 1000 * t.hp + DROP_BOUNTY * t.stat.menace
    turns: i64 = MOST_TURNS
    if rider.until:
        turns = 1
    elif rider.repeats:
        turns = TURNS_WITH_SAVE
    elif 0 <= rider.rounds < MOST_TURNS:
        turns = rider.rounds
    if rider.only is not None and not fits(f, c, t, rider.only):
        return 0
    worth: i64 = PUSH_WORTH * rider.push_ft
    if rider.push_ft < 0:
        away = f.apart_ft(c, t) - 5
        worth = PUSH_WORTH * (away if away < -rider.push_ft else -rider.push_ft)
    for part in rider.parts:
        worth += withstand(t, part.type, mean_of(part), False)
    for part in rider.each_turn:
        worth += turns * withstand(t, part.type, mean_of(part), False)
    if rider.drains != NO_DRAIN:
        worth += damage // 2
    for row in rider.conditions:
        if row.powers & SWALLOWED:
            worth += swallowing_worth(c, t)
        if not (t.immune_effects >> row.index) & 1 and not f.has_effect(t, row):
            worth += condition_share(row) * t.stat.menace * (1 if row.flags & CRAWLS else turns) // 100
    return worth


def swallowing_worth(c: Combatant, t: Combatant) -> i64:
    """What it is worth to have somebody inside for some turns: the damage there, and what its conditions take."""
    gullet = c.stat.gullet
    if gullet is None:
        return 0
    worth: i64 = 0
    for part in gullet.parts:
        worth += withstand(t, part.type, mean_of(part), False)
    for row in gullet.rows:
        worth += condition_share(row) * t.stat.menace // 100
    return worth if gullet.once else MOST_TURNS * worth


def condition_share(row: EffectRow) -> i64:
    """The hundredths of its bearer's menace that a condition takes from it, turn by turn."""
    if row.flags & INCAPACITATED:
        return OUT_OF_ACTION
    if row.flags & CHARMED:
        return CHARMED_SHARE
    if row.flags & CRAWLS:
        return PRONE_SHARE
    share: i64 = HELD_SHARE if row.flags & SPEED_ZERO else 0
    if row.masks[BY + 1] or row.masks[BY_SOURCE_IN_LINE + 1] or row.d20_penalty > 0:
        share += HINDERED_SHARE
    if row.boon < 0:
        share -= row.boon
    return share


def help_on(t: Combatant, deed: Deed) -> i64:
    """What healing and temporary hit points are worth on somebody."""
    worth: i64 = 0
    heal = deed.heal
    if heal is not None and not t.is_dead:
        missing = 1000 * (t.max_hp - t.hp)
        regained = mean_of(heal)
        if regained > missing:
            regained = missing
        if t.is_down or t.is_knocked_out:
            worth += regained + DROP_BOUNTY * t.stat.menace
        else:
            worth += regained if 2 * t.hp <= t.max_hp else regained // 2
    shield = deed.temp_hp
    if shield is not None and not t.is_down:
        more = mean_of(shield) - 1000 * t.temp_hp
        worth += more // 2 if more > 0 else 0
    return worth


def dispelling_worth(f: Fight, c: Combatant, t: Combatant) -> i64:
    """What it is worth that the spells on somebody end: burdens of an ally, boons of an enemy."""
    is_ally = (f.setup.allies[c.index] >> t.index) & 1 != 0
    if t.is_down or t.is_knocked_out:
        return 0
    worth: i64 = 0
    for effect in t.ongoing:
        if spell_behind(f, effect) is None:
            continue
        row = effect.row
        worth -= condition_share(row)
        if row.boon > 0:
            worth += row.boon
        if row.flags & UNSEEABLE:
            worth += UNSEEN_SHARE
    return (-worth if is_ally else worth) * t.stat.menace * TURNS_WITH_SAVE // 100


def _boon(f: Fight, t: Combatant, deed: Deed) -> i64:
    """What conditions that serve their bearer are worth to an ally."""
    worth: i64 = 0
    for rider in deed.gives:
        for row in rider.conditions:
            if row.flags & UNSEEABLE and not t.flags & UNSEEABLE:
                worth += UNSEEN_SHARE * t.stat.menace * TURNS_WITH_SAVE // 100
            if row.boon > 0 and not t.is_down and not f.has_effect(t, row):
                worth += row.boon * t.stat.menace * MOST_TURNS // 100
    return worth
