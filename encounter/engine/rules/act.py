"""Intents: judged first, then carried out. `perform` is the only door through which a combatant acts on its turn."""

from mypy_extensions import i64

from encounter.engine.bits import bit_of
from encounter.engine.combatant import ACTION, BONUS, HASTE, Combatant, Help, has_no_speed
from encounter.engine.d20 import CHECK, FAILURE, SKILL, SUCCESS
from encounter.engine.effect import (
    INCAPACITATED,
    ONE_ACTION,
    TRAIT_BONUS_DASH,
    TRAIT_BONUS_DISENGAGE,
    TRAIT_BONUS_HIDE,
    UNAWARE,
)
from encounter.engine.fight import Fight
from encounter.engine.intent import (
    AIM_AT_SQUARE,
    ATTACK_WITH,
    DASH,
    DIRECT,
    DISENGAGE,
    DODGE,
    DROP_PRONE,
    END_TURN,
    ESCAPE,
    EXTRA_ATTACK,
    GRAPPLE,
    HELP,
    HIDE,
    INTENT_NAMES,
    MOUNT,
    MOVE,
    RELEASE,
    SHOVE_PRONE,
    SHOVE_PUSH,
    STABILISE,
    STAND,
    STRIKE_THING,
    USE_ACTION,
    Intent,
)
from encounter.engine.rules.actions import begin_spell, is_ready, note_use, use_action
from encounter.engine.rules.answering import answer_pending
from encounter.engine.rules.attack import EXTRA, MAIN, NICKED, aim_at_square, resolve_attack
from encounter.engine.rules.automatic import burst
from encounter.engine.rules.casting import is_countered, judge_casting
from encounter.engine.rules.consequence import after_skill
from encounter.engine.rules.contest import bond_on, escape, grip, hold_on
from encounter.engine.rules.death import first_aid
from encounter.engine.rules.deeds import FIRST_DEED, perform_deed
from encounter.engine.rules.falling import settle_falls
from encounter.engine.rules.legal import (
    ACTION_USED,
    HAND_NONE,
    IS_INCAPACITATED,
    LEGAL,
    NOT_POSSIBLE,
    RANGE_OUT,
    REACH_OUT,
    SPEED_IS_ZERO,
    judge_attack,
    judge_grip,
)
from encounter.engine.rules.movement import drop_prone, judge_standing, judge_way, stand_up, walk
from encounter.engine.rules.perception import may_hide
from encounter.engine.rules.ready import answer_hurt
from encounter.engine.rules.reasons import spend_check_help
from encounter.engine.rules.saddle import direct, dismount, judge_dismounting, judge_mounting, mount
from encounter.engine.rules.saves import note_roll, prepare_check, roll_prepared
from encounter.engine.rules.seeking import passive_score, prepare_search
from encounter.engine.rules.things import judge_strike, strike_thing
from encounter.engine.tables import A_BONUS_ACTION, AN_ACTION, LIGHT, MELEE_WEAPON, NET, NICK, WHEN_CAST, Sequence, Use


def perform(f: Fight, c: Combatant, intent: Intent) -> i64:
    """Judge an intent and carry it out when it is legal. LEGAL, or the number of the clause that forbids it."""
    judged = _carry_out(f, c, intent)
    if f.falling:
        settle_falls(f)
    if f.hurt:
        answer_hurt(f)
    if len(f.pending) > 0:
        answer_pending(f)
    if f.bursting:
        burst(f)
    return judged


def _carry_out(f: Fight, c: Combatant, intent: Intent) -> i64:
    kind = intent.kind
    if kind == MOVE:
        mover = f.mover(c)
        judged = judge_way(f, mover, intent.path, intent.length, intent.drags)
        if judged == LEGAL:
            walk(f, mover, intent.path, intent.length, intent.drags)
        return judged
    c.run_ft = 0
    if kind == STAND:
        judged = judge_standing(f, c)
        if judged == LEGAL:
            stand_up(f, c)
        return judged
    if kind == DROP_PRONE:
        if c.speed_ft == 0 and f.setup.rules.pass_incapacitated:
            return SPEED_IS_ZERO
        drop_prone(f, c)
        return LEGAL
    if kind == RELEASE:
        return _release(f, c, f.combatants[intent.target])
    if kind == END_TURN:
        return LEGAL
    if kind >= MOUNT:
        return _ride(f, c, intent)
    if c.flags & INCAPACITATED:
        return IS_INCAPACITATED
    if kind == ATTACK_WITH:
        return _attack(f, c, intent)
    if kind == GRAPPLE or kind == SHOVE_PRONE or kind == SHOVE_PUSH:
        return _grip(f, c, intent)
    if kind == EXTRA_ATTACK:
        return _extra_attack(f, c, intent)
    if kind == AIM_AT_SQUARE:
        return _aim(f, c, intent)
    if kind == STRIKE_THING:
        return _strike(f, c, intent)
    if kind == USE_ACTION:
        return use_action(f, c, intent)
    if kind >= FIRST_DEED:
        return perform_deed(f, c, intent)
    return _other_action(f, c, intent)


def _ride(f: Fight, c: Combatant, intent: Intent) -> i64:
    """Get on a mount, off it, or direct it."""
    if c.flags & INCAPACITATED:
        return IS_INCAPACITATED
    if intent.kind == DIRECT:
        return direct(f, c, intent)
    if intent.kind == MOUNT:
        judged = judge_mounting(f, c, f.combatants[intent.target])
        if judged == LEGAL:
            mount(f, c, f.combatants[intent.target])
        return judged
    judged = judge_dismounting(f, c, intent.square)
    if judged == LEGAL:
        dismount(f, c, intent.square)
    return judged


# ------------------------------------------------------------------------------------- the attacks of an action


def place_in_sequence(sequence: Sequence, made: i64, weapon: i64) -> i64:
    """The attack of a sequence that a weapon can still make: one that names it, else one that takes any; -1 none.

    `weapon` -1 stands for a grapple or shove, which only fits where any attack fits; `tables.as_place(action)` for an
    action that is no attack, which only fits where it is named.
    """
    any_place: i64 = -1
    at: i64 = 0
    while at < sequence.length:
        if not (made >> at) & 1:
            if weapon != -1 and sequence.weapons[at] == weapon:
                return at
            if sequence.weapons[at] == -1 and any_place < 0 and weapon >= -1:
                any_place = at
        at += 1
    return any_place


def judge_place(c: Combatant, option: i64, weapon: i64) -> i64:
    """The place an attack takes in the sequence `option`, or -1 when the action or its attacks are spent."""
    if option < 0 or option >= len(c.stat.sequences):
        return -1
    if c.sequence == option:
        return _fitting(c, c.stat.sequences[option], c.sequence_made, weapon)
    if c.sequence >= 0 and c.sequence_made != bit_of(c.stat.sequences[c.sequence].length) - 1:
        return -1
    sequence = c.stat.sequences[option]
    if not may_begin(c, sequence):
        return -1
    return _fitting(c, sequence, 0, weapon)


def _fitting(c: Combatant, sequence: Sequence, made: i64, weapon: i64) -> i64:
    """The place of a weapon in a sequence, -1 for none; what belongs to an action fits only where it is named."""
    place = place_in_sequence(sequence, made, weapon)
    if place >= 0 and weapon >= 0 and (c.stat.bound >> weapon) & 1 and sequence.weapons[place] != weapon:
        return -1
    if place >= 0 and sequence.has_spells and not may_cast_in(c, sequence, made, place):
        return -1
    return place


def may_cast_in(c: Combatant, sequence: Sequence, made: i64, place: i64) -> bool:
    """Whether the spell whose attack has a place in a Multiattack is under way there, or may be cast now."""
    if sequence.casts[place] < 0 or is_cast_in(sequence, made, place):
        return True
    return is_ready(c, c.stat.deeds[sequence.casts[place]])


def is_cast_in(sequence: Sequence, made: i64, place: i64) -> bool:
    """Whether an attack of the same spell was made in this Multiattack."""
    at: i64 = 0
    while at < sequence.length:
        if (made >> at) & 1 and sequence.casts[at] == sequence.casts[place]:
            return True
        at += 1
    return False


def _cast_in(f: Fight, c: Combatant, sequence: Sequence, place: i64) -> bool:
    """The first attack of a spell in a Multiattack casts it; False when an enemy stops it, and with it all of them."""
    deed = c.stat.deeds[sequence.casts[place]]
    f.spend_deed(c, deed.place)
    note_use(f, c, deed, 0, None, "")
    if (f.setup.reacting >> WHEN_CAST) & 1 and is_countered(f, c, deed):
        at: i64 = 0
        while at < sequence.length:
            if sequence.casts[at] == sequence.casts[place]:
                c.sequence_made |= bit_of(at)
            at += 1
        return False
    begin_spell(f, c, deed)
    return True


def why_no_place(c: Combatant, option: i64) -> i64:
    """The clause that forbids an attack for which a sequence has no place."""
    if 0 <= option < len(c.stat.sequences) and c.sequence != option and c.stat.sequences[option].deed >= 0:
        deed = c.stat.deeds[c.stat.sequences[option].deed]
        judged = judge_casting(c, deed)
        if judged != LEGAL:
            return judged
    return ACTION_USED


def may_begin(c: Combatant, sequence: Sequence) -> bool:
    """Whether what a sequence of attacks costs is there: an action, or what the action they belong to says."""
    if sequence.is_hasted:
        return c.budget & HASTE != 0
    if sequence.deed < 0:
        return c.budget & ACTION != 0
    deed = c.stat.deeds[sequence.deed]
    if not is_ready(c, deed):
        return False
    if c.acting == deed.place:
        return True
    return (deed.cost == AN_ACTION and c.budget & ACTION != 0) or (
        deed.cost == A_BONUS_ACTION and c.budget & BONUS != 0
    )


def _begin_sequence(f: Fight, c: Combatant, option: i64, place: i64) -> bool:
    """An attack takes its place in a sequence; with the first one what the sequence costs is spent.

    False when it is that of a spell which an enemy stops: no attack of it is made then.
    """
    goes_on = True
    if c.sequence != option:
        c.sequence_made = 0
        sequence = c.stat.sequences[option]
        if sequence.deed >= 0:
            deed = c.stat.deeds[sequence.deed]
            f.spend_deed(c, deed.place)
            note_use(f, c, deed, 0, None, "")
            if deed.cost == A_BONUS_ACTION:
                c.budget &= ~BONUS
            elif deed.cost == AN_ACTION:
                c.budget &= ~ACTION
            if deed.spell != "":
                goes_on = not (f.setup.reacting >> WHEN_CAST) & 1 or not is_countered(f, c, deed)
                if goes_on:
                    begin_spell(f, c, deed)
        else:
            c.budget &= ~(HASTE if sequence.is_hasted else ACTION)
    opened = c.stat.sequences[option]
    if opened.has_spells and opened.casts[place] >= 0 and not is_cast_in(opened, c.sequence_made, place):
        goes_on = _cast_in(f, c, opened, place)
        c.sequence = option
        c.sequence_made |= bit_of(place)
        return goes_on
    c.sequence = option
    c.sequence_made |= bit_of(place)
    if c.powers & ONE_ACTION and c.stat.sequences[option].is_attack_action:
        c.sequence_made = bit_of(c.stat.sequences[option].length) - 1
    if not goes_on:
        c.sequence_made = bit_of(c.stat.sequences[option].length) - 1
    return goes_on


def _may_be_aimed_at(c: Combatant, t: Combatant) -> bool:
    """Whether `t` is somebody else, on the map, and not dead."""
    return t.index != c.index and t.is_on_map and not t.is_dead


def _attack(f: Fight, c: Combatant, intent: Intent) -> i64:
    use = c.stat.uses[intent.use]
    place = judge_place(c, intent.option, use.weapon_index)
    if place < 0:
        return why_no_place(c, intent.option)
    t = f.combatants[intent.target]
    if not _may_be_aimed_at(c, t):
        return NOT_POSSIBLE
    judged = judge_attack(f, c, t, use, f.facts)
    if judged != LEGAL:
        return judged
    if not _begin_sequence(f, c, intent.option, place):
        return LEGAL
    if use.flags & NET and not use.is_saved_against:  # 74: whatever the number of attacks, one with a net
        c.sequence_made = bit_of(c.stat.sequences[intent.option].length) - 1
    _remember_light(f, c, use)
    resolve_attack(f, c, t, use, MAIN)
    return LEGAL


def _remember_light(f: Fight, c: Combatant, use: Use) -> None:
    """An attack of the Attack action with a light weapon opens the bonus attack with another one."""
    if not (c.stat.sequences[c.sequence].is_attack_action or f.setup.rules.multiattack_is_attack):
        return
    if use.flags & LIGHT and (use.flags & MELEE_WEAPON or not f.setup.rules.light_needs_melee):
        if c.light_weapon < 0:
            c.light_weapon = use.weapon_index
        c.light_used |= bit_of(use.weapon_index)


def _grip(f: Fight, c: Combatant, intent: Intent) -> i64:
    option = intent.option
    if option < 0 or option >= len(c.stat.sequences) or not c.stat.sequences[option].is_attack_action:
        return ACTION_USED
    place = judge_place(c, option, -1)
    if place < 0:
        return ACTION_USED
    t = f.combatants[intent.target]
    if not _may_be_aimed_at(c, t):
        return NOT_POSSIBLE
    judged = judge_grip(f, c, t, intent.kind == GRAPPLE)
    if judged != LEGAL:
        return judged
    _begin_sequence(f, c, option, place)
    grip(f, c, t, intent.kind)
    return LEGAL


def judge_extra_attack(f: Fight, c: Combatant, use: Use) -> i64:
    """Whether the bonus attack of two-weapon fighting may be made with this use, target aside (rules.md 71).

    With Nick it is part of the Attack action and leaves the bonus action alone.
    """
    if c.light_weapon < 0 or c.extra_made or not (c.budget & BONUS or use.masteries & NICK):
        return ACTION_USED
    if not use.flags & LIGHT:
        return HAND_NONE
    if f.setup.rules.light_needs_melee and not use.flags & MELEE_WEAPON:
        return HAND_NONE
    if c.light_used & ~bit_of(use.weapon_index) == 0 and not (c.stat.pairs >> use.weapon_index) & 1:
        return HAND_NONE
    return LEGAL


def _extra_attack(f: Fight, c: Combatant, intent: Intent) -> i64:
    use = c.stat.uses[intent.use]
    judged = judge_extra_attack(f, c, use)
    if judged != LEGAL:
        return judged
    t = f.combatants[intent.target]
    if not _may_be_aimed_at(c, t):
        return NOT_POSSIBLE
    if use.masteries & NICK:
        judged = judge_attack(f, c, t, use, f.facts)
        if judged == LEGAL:
            c.extra_made = True
            resolve_attack(f, c, t, use, NICKED)
        return judged
    shot = c.loading_used
    c.loading_used = 0  # loading: one shot an action and one a bonus action
    judged = judge_attack(f, c, t, use, f.facts)
    if judged == LEGAL:
        c.budget &= ~BONUS
        c.extra_made = True
        resolve_attack(f, c, t, use, EXTRA)
    c.loading_used |= shot
    return judged


def _aim(f: Fight, c: Combatant, intent: Intent) -> i64:
    use = c.stat.uses[intent.use]
    place = judge_place(c, intent.option, use.weapon_index)
    if place < 0:
        return ACTION_USED
    apart = f.apart_from_ft(c, intent.square)
    if use.is_melee:
        if apart > use.reach_ft:
            return REACH_OUT
    elif apart > use.long_ft:
        return RANGE_OUT
    _begin_sequence(f, c, intent.option, place)
    aim_at_square(f, c, intent.square, use)
    return LEGAL


def _strike(f: Fight, c: Combatant, intent: Intent) -> i64:
    """One attack on an object."""
    use = c.stat.uses[intent.use]
    place = judge_place(c, intent.option, use.weapon_index)
    if place < 0:
        return ACTION_USED
    thing = f.setup.things[intent.item]
    judged = judge_strike(f, c, thing, use, f.facts)
    if judged != LEGAL:
        return judged
    _begin_sequence(f, c, intent.option, place)
    strike_thing(f, c, thing, use)
    return LEGAL


# ------------------------------------------------------------------------------------------------- other actions


def _release(f: Fight, c: Combatant, t: Combatant) -> i64:
    hold = hold_on(t, c.index)
    if hold is None:
        return NOT_POSSIBLE
    f.lift(t, hold, "released")
    f.end_broken_holds()
    return LEGAL


def bonus_trait(kind: i64) -> i64:
    """The trait flag that lets an action be taken as a bonus action; 0 for actions that none does."""
    if kind == DASH:
        return TRAIT_BONUS_DASH
    if kind == DISENGAGE:
        return TRAIT_BONUS_DISENGAGE
    if kind == HIDE:
        return TRAIT_BONUS_HIDE
    return 0


def judge_cost(c: Combatant, kind: i64, as_bonus: bool) -> i64:
    """Whether the action or bonus action for this is still there."""
    if c.flags & INCAPACITATED:
        return IS_INCAPACITATED
    if as_bonus:
        return LEGAL if c.budget & BONUS and c.flags & bonus_trait(kind) else ACTION_USED
    return LEGAL if c.budget & ACTION else ACTION_USED


def _other_action(f: Fight, c: Combatant, intent: Intent) -> i64:
    kind = intent.kind
    judged = judge_cost(c, kind, intent.as_bonus)
    if judged == LEGAL:
        judged = _judge_particulars(f, c, intent)
    if judged != LEGAL:
        return judged
    c.budget &= ~(BONUS if intent.as_bonus else ACTION)
    if kind != HIDE:
        _note_action(f, c, intent)
    if kind == DASH:
        c.granted += 1
    elif kind == DISENGAGE:
        c.is_disengaged = True
    elif kind == DODGE:
        c.is_dodging = not has_no_speed(c)
    elif kind == HELP:
        aided: i64 = intent.ally if f.setup.rules.help_names_ally else -1
        f.helps.append(Help(c.index, aided, intent.target, ""))
    elif kind == HIDE:
        hide(f, c, intent.as_bonus)
    elif kind == ESCAPE:
        bond = bond_on(c, intent.target)
        if bond is not None:
            escape(f, c, bond)
    elif kind == STABILISE:
        first_aid(f, c, f.combatants[intent.target])
    return LEGAL


def _note_action(f: Fight, c: Combatant, intent: Intent) -> None:
    if f.journal is not None:
        target = (
            f.combatants[intent.target] if intent.target >= 0 and intent.kind in (HELP, ESCAPE, STABILISE) else None
        )
        ally = f.combatants[intent.ally].name if intent.ally >= 0 and intent.kind == HELP else None
        cost = "bonus" if intent.as_bonus else "action"
        f.note("action", c, target, {"action": INTENT_NAMES[intent.kind], "cost": cost, "ally": ally})


def _judge_particulars(f: Fight, c: Combatant, intent: Intent) -> i64:
    kind = intent.kind
    if kind == HELP:
        t = f.combatants[intent.target]
        if not t.is_on_map or t.is_dead or not f.setup.enemies[c.index] & t.bit:
            return NOT_POSSIBLE
        if f.apart_ft(c, t) > 5:
            return REACH_OUT
        if f.setup.rules.help_names_ally:
            if intent.ally < 0 or intent.ally == c.index or not (f.setup.allies[c.index] >> intent.ally) & 1:
                return NOT_POSSIBLE
    elif kind == HIDE:
        if may_hide(f, c) == 0:
            return NOT_POSSIBLE
    elif kind == ESCAPE:
        if bond_on(c, intent.target) is None:
            return NOT_POSSIBLE
    elif kind == STABILISE:
        t = f.combatants[intent.target]
        if not ((t.is_down and not t.is_stable) or t.is_knocked_out) or not t.is_on_map:
            return NOT_POSSIBLE
        if f.apart_ft(c, t) > 5:
            return REACH_OUT
    return LEGAL


def hide(f: Fight, c: Combatant, as_bonus: bool) -> None:
    """The Hide action: a Dexterity (Stealth) check.

    5.2: against DC 15; the total is then the DC to find the hider. 5.1: against the passive Perception of each enemy,
    strictly greater, a tie is seen; `reroll`: reaching it hides.
    """
    around = may_hide(f, c)
    prepare_check(f, c, 1, "stealth", c.stat.stealth, -1, f.facts)
    f.facts.target_number = f.setup.rules.hide_dc if f.setup.rules.hide_dc > 0 else _lowest_difficulty(f, c, around)
    roll_prepared(f, c, SKILL, f.roll, f.facts)
    total = f.roll.total
    hidden_from: i64 = 0
    for o in f.combatants:
        if around & o.bit and f.roll.degree > FAILURE:
            if f.setup.rules.hide_dc > 0 or o.flags & UNAWARE or total >= hide_difficulty(f, o, c):
                hidden_from |= o.bit
    f.roll.degree = f.roll.degree if hidden_from else FAILURE if f.roll.degree >= SUCCESS else f.roll.degree
    if f.journal is not None:
        cost = "bonus" if as_bonus else "action"
        f.note("action", c, None, {"action": "hide", "cost": cost, "ally": None})
        note_roll(
            f,
            "check",
            CHECK,
            c,
            None,
            f.roll,
            f.facts,
            {"skill": "stealth", "purpose": "hide", "hidden": total if hidden_from else None},
        )
    spend_check_help(f, c, "stealth")
    if f.setup.has_specials:
        after_skill(f, c, None, "stealth", f.roll, hidden_from != 0)
    f.set_hidden(c, c.hidden_from | hidden_from, total)


def hide_difficulty(f: Fight, o: Combatant, c: Combatant) -> i64:
    """The Stealth total that hides `c` from `o`: its passive Perception, one more where a tie is seen.

    Whoever cannot see still listens.
    """
    prepare_search(f, o, c, f.opposed_facts)
    return passive_score(f, f.opposed_facts) + (0 if f.setup.rules.d20.tie_to_actor else 1)


def _lowest_difficulty(f: Fight, c: Combatant, around: i64) -> i64:
    lowest: i64 = 1000
    for o in f.combatants:
        if around & o.bit:
            difficulty: i64 = -1000 if o.flags & UNAWARE else hide_difficulty(f, o, c)
            if difficulty < lowest:
                lowest = difficulty
    return lowest
