"""An attack from the roll to what it leaves behind. Read `resolve_attack` from top to bottom."""

from typing import Final

from mypy_extensions import i64

from encounter.engine.bits import bit_of
from encounter.engine.board import square_name
from encounter.engine.combatant import BONUS, Combatant, as_able
from encounter.engine.d20 import ATTACK, CRITICAL, FAILURE, FUMBLE, MAJOR, MINOR, SUCCESS
from encounter.engine.effect import (
    ADDS_DAMAGE,
    ASSASSINATES,
    ATTACKS_BY,
    BY,
    BY_NOT_AT_SOURCE,
    BY_SOURCE_IN_LINE,
    CRITICAL_NEAR,
    DEX,
    EXTRA_DICE,
    HALF_DAMAGE,
    HAS_LIGHT_CLAUSES,
    LESSENS_DAMAGE,
    MARKED,
    MIRRORED,
    SMITES,
    SPENT_BY_ATTACK,
    SPENT_BY_SOURCE,
    SPENT_WHEN_ATTACKED,
    TRAIT_MAGIC_WEAPONS,
    WARDED,
    WIS,
)
from encounter.engine.facts import Facts
from encounter.engine.fight import Fight
from encounter.engine.journal import Data
from encounter.engine.rules.answers import look_for_answers, parry, soften
from encounter.engine.rules.automatic import touch
from encounter.engine.rules.charging import is_charging, may_follow
from encounter.engine.rules.consequence import inflict, suffer_fumble
from encounter.engine.rules.damage import Dealt, dice_off, roll_part, take
from encounter.engine.rules.hands import wield
from encounter.engine.rules.inspiration import declare_inspiration
from encounter.engine.rules.legal import LEGAL, UNLOCATED, judge_attack
from encounter.engine.rules.mastery import LARGE, beside_the_first, graze, leave_marks, spend_marks
from encounter.engine.rules.perception import enemy_in_close_combat, sees
from encounter.engine.rules.reasons import (
    add_native,
    adds_dice,
    apply_rulings,
    clear,
    combine,
    dazzled,
    derive_attack,
    is_windswept,
    source_in_line,
    spend_help,
    was_surprised,
)
from encounter.engine.rules.redirecting import redirected
from encounter.engine.rules.saves import note_roll, roll_prepared, save, settle_without_dice
from encounter.engine.rules.smiting import smite
from encounter.engine.sight import HALF, NONE
from encounter.engine.tables import (
    CLEAVE,
    GRAZE,
    LOADING,
    NICK,
    PUSH,
    TOPPLE,
    UNARMED,
    WEAPON,
    WHEN_ATTACKED,
    CriticalRow,
    DamagePart,
    RiderRow,
    Use,
)

# As what an attack is made.
MAIN: Final = 0
EXTRA: Final = 1  # the bonus attack of two-weapon fighting
OPPORTUNITY: Final = 2
CLEAVED: Final = 3  # the second attack of Cleave
NICKED: Final = 4  # the extra attack of two-weapon fighting within the Attack action, by Nick
WITHOUT_ABILITY: Final = (1 << EXTRA) | (1 << CLEAVED) | (1 << NICKED)  # their damage leaves the modifier out


def resolve_attack(f: Fight, a: Combatant, t: Combatant, use: Use, made_as: i64) -> bool:
    """Make a legal attack whose facts were judged (legal.judge_attack into f.facts); True when it hits."""
    if use.is_saved_against:
        return _throw_net(f, a, t, use)
    if t.powers & WARDED and is_turned_away(f, a, t, use):
        spend_weapon(a, use)
        return False
    if (t.stat.reactions >> WHEN_ATTACKED) & 1:
        t = redirected(f, a, t, use)
    facts = f.facts
    able = as_able(a, use)
    facts.is_weakened = able is not use and able is use.at_half
    facts.is_raging = able is not use and able is use.raging
    use = able
    derive_attack(f, a, t, use, facts)
    if a.has_inspiration:
        declare_inspiration(f, a, t, ATTACK, facts)
    if facts.automatic < 0:
        settle_without_dice(f.roll, facts)
    else:
        roll_prepared(f, a, ATTACK, f.roll, facts)
    if use.critical_on > 0 and is_keen(f, use):
        f.roll.degree = CRITICAL
        facts.critical_clause = a.stat.critical_clause
    judge_critical(f, t, facts)
    if a.powers & ASSASSINATES and f.roll.degree >= SUCCESS and was_surprised(f, t):
        assassinate(f, facts)
    if f.setup.reacting and f.roll.degree >= SUCCESS:
        parry(f, a, t, use, facts)
    degree = f.roll.degree
    severity = f.roll.severity
    is_hit = degree >= SUCCESS
    facts.sneaks = is_hit and may_sneak(f, a, t, use, facts)
    facts.is_favoured = is_hit and facts.net > 0 and len(use.with_advantage) > 0
    facts.is_wrong_square = False
    sneaks = facts.sneaks
    if sneaks:
        a.used_sneak = True
        facts.extra_clause = a.stat.sneak_clause
    facts.masteries = masteries_in_play(t, use, is_hit, made_as) if use.masteries else 0
    if a.flags & TRAIT_MAGIC_WEAPONS:
        facts.is_enchanted = is_hit and use.flags & WEAPON != 0 and (t.stat.resist_plain | t.stat.immune_plain) != 0
    facts.charges = is_hit and use.charge is not None and is_charging(f, a, t, use)
    charges = facts.charges
    note_attack(f, a, t, use, made_as)
    if len(f.helps) > 0:
        spend_help(f, a, t)
    if a.flags & SPENT_BY_ATTACK or t.flags & SPENT_BY_SOURCE or t.powers & SPENT_WHEN_ATTACKED:
        spend_marks(f, a, t)
    spend_weapon(a, use)
    if a.hidden_from:
        f.set_hidden(a, 0, 0)  # the location is given away, hit or miss
    if f.minds or a.powers & WARDED:
        f.end_with_attack(a)
    a.attacks_made += 1
    if t.powers & MIRRORED and strikes_image(f, a, t, is_hit):
        return False
    if not is_hit:
        if facts.masteries & GRAZE:
            graze(f, a, t, use)
        if use.misses_half:
            splash(f, a, t, use)
        if use.burst is not None:
            burst_about(f, a, t, use, use.burst)
        if degree == FUMBLE and len(use.fumbles) > 0:
            suffer_fumble(f, a, use.fumbles, severity, use)
        if f.setup.reacting:
            look_for_answers(f, a, t, use, False, 0)
        return False
    a.hits += 1
    is_critical = degree == CRITICAL or degree == MAJOR
    if is_critical or degree == MINOR:
        a.criticals += 1
    dealt = Dealt()
    roll_damage(f, a, t, use, degree, made_as, sneaks, dealt)
    if a.powers & ADDS_DAMAGE or t.powers & MARKED:
        add_more(f, a, t, use, is_critical, dealt)
    if a.powers & SMITES and use.is_melee and use.flags & (WEAPON | UNARMED):
        smite(f, a, t, is_critical, dealt)
    if a.powers & LESSENS_DAMAGE:
        dealt.lessen(t, dice_off(f, a))
    if a.powers & HALF_DAMAGE and use.flags & (WEAPON | UNARMED):
        dealt.halve()
    may_spare = f.setup.knock_out & a.bit != 0 and use.is_melee
    cover = facts.cover
    if f.setup.reacting:
        soften(f, a, t, use, dealt)
        look_for_answers(f, a, t, use, True, dealt.total)
    if a.stat.spurs:
        had_hp, was_bloodied = t.hp, t.is_bloodied
        take(f, t, dealt, a, use.name, is_critical, may_spare)
        _spur(f, a, t, use, dealt.total > 0 and was_bloodied, had_hp > 0 and t.hp == 0)
    else:
        take(f, t, dealt, a, use.name, is_critical, may_spare)
    if use.drinks:
        f.gain_hp(a, dealt.total // 2)
    for rider in use.riders:
        if t.is_dead or t.has_left:
            break
        apply_rider(f, a, t, use, rider, cover)
    if degree >= MINOR:
        for rider in critical_of(use, degree).riders:
            if not t.is_dead and not t.has_left:
                apply_rider(f, a, t, use, rider, cover)
    if charges:
        _end_charge(f, a, t, use, cover)
    if f.setup.touching & t.bit and use.is_melee:
        touch(f, a, t, True)
    if use.burst is not None:
        burst_about(f, a, t, use, use.burst)
    if use.masteries:
        leave_marks(f, a, t, use, dealt.total)
        if use.masteries & CLEAVE:
            _cleave(f, a, t, use)
    return True


def is_turned_away(f: Fight, a: Combatant, t: Combatant, use: Use) -> bool:
    """Whether the ward of Sanctuary on the target lets an attack come to nothing: its maker fails a Wisdom save.

    The attack is lost; nobody takes another target for it. What was judged of the attack is judged anew after.
    """
    for effect in t.ongoing:
        if effect.row.powers & WARDED and effect.ward_dc > 0:
            source = f.combatants[effect.source] if effect.source >= 0 else None
            if not save(f, a, WIS, effect.ward_dc, source, effect.row.name, NONE, effect.row.magical_threat):
                f.note("action", a, t, {"action": "ward", "cost": None, "ally": None, "clause": "sanctuary"})
                return True
            judge_attack(f, a, t, use, f.facts)
            return False
    return False


def splash(f: Fight, a: Combatant, t: Combatant, use: Use) -> None:
    """Half the damage of a spell whose attack misses (Acid Arrow)."""
    dealt = Dealt()
    for part in use.parts:
        dealt.add(t, part.type, roll_part(f.dice, part, 1))
    dealt.halve()
    take(f, t, dealt, a, use.name, False, False)


def burst_about(f: Fight, a: Combatant, t: Combatant, use: Use, rider: RiderRow) -> None:
    """What flies about where an attack struck or missed befalls its target and all who are near it (Ice Knife)."""
    for o in f.combatants:
        if o.is_on_map and not o.is_dead and f.apart_ft(t, o) <= use.burst_ft:
            inflict(f, a, o, use.name, 5, rider, NONE)


def _spur(f: Fight, a: Combatant, t: Combatant, use: Use, hurts_bloodied: bool, drops: bool) -> None:
    """What a hit gives cause to: to hurt somebody that had half its hit points or fewer, to drop somebody in melee."""
    if f.whose_turn == a.index:
        a.spurred |= (1 if hurts_bloodied else 0) | (2 if drops and use.is_melee else 0)


def add_more(f: Fight, a: Combatant, t: Combatant, use: Use, is_critical: bool, dealt: Dealt) -> None:
    """What spells add to a hit with a weapon: on the attacker, or on the target by the attacker (Hunter's Mark)."""
    if not use.flags & (WEAPON | UNARMED):
        return
    for bearer in (a, t):
        for effect in bearer.ongoing:
            row = effect.row
            if not row.powers & (ADDS_DAMAGE if bearer is a else MARKED) or (bearer is t and effect.source != a.index):
                continue
            part = f.setup.more_damage.get(row.index)
            if part is not None and len(use.parts) > 0:
                type = part.type if part.type >= 0 else use.parts[0].type
                dealt.add(t, type, roll_part(f.dice, part, 2 if is_critical else 1))


def strikes_image(f: Fight, a: Combatant, t: Combatant, is_hit: bool) -> bool:
    """Whether an attack goes at an image of its target (Mirror Image), which it may destroy.

    5.1: a d20 says before anything else, 6, 8 or 11 or more for three, two or one image left, whose AC is 10 and the
    target's Dexterity. 5.2: a hit is an image's when any of a d6 for each image shows 3 or more.
    """
    if not sees(f, a, t) or f.apart_ft(a, t) <= a.stat.truesight_ft or f.apart_ft(a, t) <= a.blindsight_ft:
        return False
    for effect in t.ongoing:
        if not effect.row.powers & MIRRORED:
            continue
        images = effect.level
        goes_astray = False
        if f.setup.rules.images_by_d6:
            if is_hit:
                die: i64 = 0
                while die < images:
                    goes_astray = f.dice.roll(6) >= 3 or goes_astray
                    die += 1
        else:
            goes_astray = f.dice.roll(20) >= (6 if images >= 3 else 8 if images == 2 else 11)
        if goes_astray:
            is_struck = is_hit or f.setup.rules.images_by_d6
            if not f.setup.rules.images_by_d6:
                is_struck = f.roll.total >= 10 + t.stat.modifiers[DEX] and f.roll.degree > FUMBLE
            f.lose_image(a, t, effect, is_struck)
        return goes_astray
    return False


def _end_charge(f: Fight, a: Combatant, t: Combatant, use: Use, cover: i64) -> None:
    """What the hit at the end of a charge does beside its damage, and the bonus attack on whoever lies prone then."""
    charge = use.charge
    assert charge is not None
    f.end_run(a)
    for rider in charge.riders:
        if t.is_dead or t.has_left:
            return
        apply_rider(f, a, t, use, rider, cover)
    if may_follow(f, a, t, use):
        for other in a.stat.uses:
            if other.weapon_index == charge.then and judge_attack(f, a, t, other, f.facts) == LEGAL:
                a.budget &= ~BONUS
                data: Data = {"action": "use", "cost": "bonus", "ally": None, "name": other.name, "clause": "charge"}
                f.note("action", a, t, data)
                resolve_attack(f, a, t, other, MAIN)
                return


def critical_of(use: Use, degree: i64) -> CriticalRow:
    """What a critical hit of a degree brings with a use."""
    return use.minor if degree == MINOR else use.major


def _throw_net(f: Fight, a: Combatant, t: Combatant, use: Use) -> bool:
    """A net in 5.2 takes an attack's place and asks for a save, no attack roll; True when it holds the target."""
    spend_weapon(a, use)
    for rider in use.riders:
        apply_rider(f, a, t, use, rider, f.facts.cover)
    return t.stat.size <= use.riders[0].largest and f.roll.degree < SUCCESS


def masteries_in_play(t: Combatant, use: Use, is_hit: bool, made_as: i64) -> i64:
    """Those of the weapon's masteries that an attack roll itself brings into play; the others ask for damage."""
    play: i64 = 0
    if is_hit:
        play |= use.masteries & TOPPLE
        if t.stat.size <= LARGE:
            play |= use.masteries & PUSH
    elif use.graze > 0:
        play |= use.masteries & GRAZE
    if made_as == CLEAVED:
        play |= CLEAVE
    if made_as == NICKED:
        play |= NICK
    return play


def _cleave(f: Fight, a: Combatant, t: Combatant, use: Use) -> None:
    """Cleave: once a turn a hit in melee brings an attack on a second creature beside the first, within reach."""
    if not use.is_melee or a.cleaved_turn == f.turn or not a.can_act:
        return
    second = beside_the_first(f, a, t, use)
    if second >= 0:
        a.cleaved_turn = f.turn
        o = f.combatants[second]
        judge_attack(f, a, o, use, f.facts)
        resolve_attack(f, a, o, use, CLEAVED)


def assassinate(f: Fight, facts: Facts) -> None:
    """A hit on whoever is surprised is a critical one (Assassinate)."""
    facts.assassinates = True
    if f.roll.degree < CRITICAL:
        f.roll.degree = MAJOR if f.setup.rules.d20.major_on else CRITICAL


def is_keen(f: Fight, use: Use) -> bool:
    """Whether the hit in f.roll is critical by a feature of whoever makes it (Improved Critical)."""
    return use.critical_on > 0 and f.roll.degree == SUCCESS and f.roll.kept >= use.critical_on


def judge_critical(f: Fight, t: Combatant, facts: Facts) -> None:
    """Raise a hit in f.roll to a critical where the target is helpless within 5 ft (`reroll`: to a major, D-15)."""
    roll = f.roll
    facts.is_automatic_critical = roll.degree >= SUCCESS and t.flags & CRITICAL_NEAR != 0 and facts.distance_ft <= 5
    if facts.is_automatic_critical and roll.degree != CRITICAL:
        roll.degree = MAJOR if f.setup.rules.d20.major_on else CRITICAL


def note_attack(f: Fight, a: Combatant, t: Combatant, use: Use, made_as: i64) -> None:
    """Write the attack roll."""
    if f.journal is None:
        return
    facts = f.facts
    degree = f.roll.degree
    band = "reach" if use.is_melee else "long" if facts.distance_ft > use.normal_ft else "normal"
    cover = "none" if facts.cover == NONE else "half" if facts.cover == HALF else "three-quarters"
    note_roll(
        f,
        "opportunity-attack" if made_as == OPPORTUNITY else "attack",
        ATTACK,
        a,
        t,
        f.roll,
        facts,
        {
            "attack": use.name,
            "distance_ft": facts.distance_ft,
            "band": band,
            "cover": cover,
            "critical": degree >= CRITICAL,
            "auto_critical": facts.is_automatic_critical,
        },
    )


def spend_weapon(a: Combatant, use: Use) -> None:
    """Ammunition, a loading weapon's one shot, and the hand it is in."""
    if use.ammunition >= 0:
        a.supplies[use.ammunition] -= 1
    if use.flags & LOADING:
        a.loading_used |= bit_of(use.weapon_index)
    if use.must_draw:
        wield(a, use)


def may_sneak(f: Fight, a: Combatant, t: Combatant, use: Use, facts: Facts) -> bool:
    """Whether a hit adds the dice of Sneak Attack and its like. It reads the combined result, never the lists."""
    return a.flags & EXTRA_DICE != 0 and adds_dice(f, a, t, use, facts.net)


def roll_damage(
    f: Fight, a: Combatant, t: Combatant, use: Use, degree: i64, made_as: i64, sneaks: bool, dealt: Dealt
) -> None:
    """Roll an attack's damage, one part after the other."""
    dealt.is_plain = use.is_plain
    at: i64 = 0
    part = damage_part(f, use, degree, at)
    while part is not None:
        dealt.add(t, part.type, roll_damage_part(f, a, use, part, at, degree, made_as, sneaks))
        at += 1
        part = damage_part(f, use, degree, at)


def damage_part(f: Fight, use: Use, degree: i64, at: i64) -> DamagePart | None:
    """The parts of a hit's damage in turn, None after the last: the weapon's, of an advantage, of a critical effect."""
    if at < len(use.parts):
        return use.parts[at]
    at -= len(use.parts)
    if f.facts.net > 0:
        if at < len(use.with_advantage):
            return use.with_advantage[at]
        at -= len(use.with_advantage)
    if f.facts.charges and use.charge is not None:
        if at < len(use.charge.parts):
            return use.charge.parts[at]
        at -= len(use.charge.parts)
    if degree >= MINOR:
        critical = critical_of(use, degree)
        if at < len(critical.parts):
            return critical.parts[at]
    return None


def roll_damage_part(
    f: Fight, a: Combatant, use: Use, part: DamagePart, at: i64, degree: i64, made_as: i64, sneaks: bool
) -> i64:
    """Roll one part of a hit: a sum of dice, and nothing else that is random.

    A critical hit doubles the dice, or does what the weapon says of a minor and a major; what such an effect adds
    itself is rolled once.
    """
    times: i64 = 1
    extra: i64 = 0
    if degree >= CRITICAL:
        critical = critical_of(use, degree)
        extra = critical.dice
        own: i64 = len(use.parts)
        if f.facts.net > 0:
            own += len(use.with_advantage)
        if f.facts.charges and use.charge is not None:
            own += len(use.charge.parts)
        if at < own:
            times = critical.times
    amount = roll_part(f.dice, part, times)
    if at == 0 and len(use.parts) > 0:
        if (WITHOUT_ABILITY >> made_as) & 1:
            amount -= use.off_hand
        if extra > 0 and part.terms > 0:
            amount += f.dice.total(extra, part.sides[0])
        if sneaks and a.stat.sneak is not None:
            amount += roll_part(f.dice, a.stat.sneak, times)
    return amount


def apply_rider(f: Fight, a: Combatant, t: Combatant, use: Use, rider: RiderRow, cover: i64) -> None:
    """What a hit brings beside its damage: a save where it allows one, then damage, conditions, a push.

    `cover` is what the target had against the attack.
    """
    inflict(f, a, t, use.name, use.reach_ft, rider, cover)


def aim_at_square(f: Fight, a: Combatant, square: i64, use: Use) -> bool:
    """Attack a square where somebody unseen may be; nobody learns whether the guess was right (rules.md 59).

    Where a body unseen by the attacker stands there, it is attacked as usual; else the roll falls and misses.
    """
    for t in f.combatants:
        if (
            f.occupied[square] & t.bit
            and t.index != a.index
            and judge_attack(f, a, t, use, f.facts)
            in (
                LEGAL,
                UNLOCATED,
            )
        ):
            return resolve_attack(f, a, t, use, MAIN)
    facts = f.facts
    clear(facts)
    facts.distance_ft = f.apart_from_ft(a, square)
    facts.advantage = a.masks[BY]
    facts.disadvantage = a.masks[BY + 1] | use.own_disadvantage | f.setup.core.unseen_target
    if not use.is_melee:
        if facts.distance_ft > use.normal_ft:
            facts.disadvantage |= f.setup.core.range_long
        if f.setup.core.close_combat and enemy_in_close_combat(f, a) >= 0:
            facts.disadvantage |= f.setup.core.close_combat
        if f.is_windy and is_windswept(f, a, use):
            facts.disadvantage |= f.setup.core.wind
    if a.flags & HAS_LIGHT_CLAUSES:
        facts.disadvantage |= dazzled(f, a, ATTACKS_BY)
    if f.setup.has_specials:
        facts.special = use.special
        if use.has_rerolls:
            add_native(f, use.positive, use.negative, use.neutral, facts)
    for effect in a.ongoing:
        facts.disadvantage |= effect.effective().masks[BY_NOT_AT_SOURCE + 1]
        hinders = effect.effective().masks[BY_SOURCE_IN_LINE + 1]
        if hinders and source_in_line(f, a, effect.source):
            facts.disadvantage |= hinders
    if len(f.setup.rulings) > 0:
        apply_rulings(f, a, -1, ATTACK, -1, "", facts)
    facts.bonus = use.to_hit - a.d20_penalty + facts.modifier
    facts.target_number = 0
    combine(f, facts)
    roll_prepared(f, a, ATTACK, f.roll, facts)
    if f.roll.degree > FAILURE:
        f.roll.degree = FAILURE  # wrong-square.miss: even a natural 20
    facts.is_wrong_square = True
    a.attacks_made += 1
    if f.journal is not None:
        note_roll(
            f,
            "attack",
            ATTACK,
            a,
            None,
            f.roll,
            facts,
            {"attack": use.name, "square": square_name(f.board.width, square), "critical": False},
        )
    spend_weapon(a, use)
    if a.hidden_from:
        f.set_hidden(a, 0, 0)
    if f.minds:
        f.end_with_attack(a)
    return False
