"""Grapple, shove and escape, by contest or by saving throw as the edition has it (rules.md 17, 87 to 101)."""

from mypy_extensions import i64

from encounter.engine.combatant import Combatant
from encounter.engine.d20 import FUMBLE, SKILL
from encounter.engine.effect import HELD, NO_THREAT, STR, Ongoing, Threat
from encounter.engine.fight import Fight
from encounter.engine.intent import GRAPPLE, SHOVE_PRONE
from encounter.engine.journal import Data
from encounter.engine.rules.automatic import touch
from encounter.engine.rules.consequence import after_skill
from encounter.engine.rules.forced import push_away
from encounter.engine.rules.legal import grip_reach_ft
from encounter.engine.rules.reasons import explain_mask, modifiers_of, spend_check_help
from encounter.engine.rules.saves import (
    check,
    note_roll,
    prepare_contest,
    prepare_save,
    roll_prepared,
    save,
    success_chance,
)


def grip(f: Fight, a: Combatant, t: Combatant, kind: i64) -> bool:
    """Grapple or shove, legality judged before; True when it succeeds, its effect applied."""
    purpose = "grapple" if kind == GRAPPLE else "shove prone" if kind == SHOVE_PRONE else "shove push"
    if f.setup.rules.grapple_is_save:
        won = not grip_save(f, a, t, purpose)
    else:
        won = contest(f, a, 0, "athletics", a.stat.athletics, t, purpose)
    if a.hidden_from:
        f.set_hidden(a, 0, 0)
    if not won:
        return False
    if kind == GRAPPLE:
        effect = Ongoing(f.setup.grappled, a.index, 0)
        effect.hold_ft = grip_reach_ft(a)
        f.impose(t, effect)
        if f.setup.touching & t.bit:
            touch(f, a, t, False)
    elif kind == SHOVE_PRONE:
        f.impose(t, Ongoing(f.setup.prone, -1, 0))
    else:
        push_away(f, a, t, 5)
    return True


def threat_of(f: Fight, purpose: str) -> Threat:
    """What a save against a grip is against: being grappled, being knocked prone, or a push."""
    if purpose == "grapple":
        return f.setup.grappled.threat
    return f.setup.prone.threat if purpose == "shove prone" else NO_THREAT


def choose_save(f: Fight, a: Combatant, t: Combatant, cover: i64, threat: Threat) -> i64:
    """STR or DEX: the save with the better chance given what holds for each now; a tie is STR (rules.md 88)."""
    best: i64 = 0
    best_chance: i64 = -1
    ability: i64 = 0
    while ability <= 1:
        prepare_save(f, t, ability, a.stat.unarmed_dc, a.index, cover, threat)
        facts = f.facts
        chance = success_chance(f, facts.bonus, facts.target_number, facts.net) if facts.automatic == 0 else 0
        if chance > best_chance:
            best = ability
            best_chance = chance
        ability += 1
    return best


def grip_save(f: Fight, a: Combatant, t: Combatant, purpose: str) -> bool:
    """5.2: the target saves with the better of STR and DEX; True when it is safe."""
    cover = f.cover(a, t)
    threat = threat_of(f, purpose)
    return save(f, t, choose_save(f, a, t, cover, threat), a.stat.unarmed_dc, a, purpose, cover, threat)


def choose_skill(f: Fight, c: Combatant, against: i64, difficulty: i64) -> i64:
    """0 Athletics or 1 Acrobatics: the better chance to reach a difficulty; a tie is Athletics."""
    facts = f.opposed_facts
    prepare_contest(f, c, 0, "athletics", c.stat.athletics, against, facts)
    strong = success_chance(f, facts.bonus, difficulty, facts.net)
    prepare_contest(f, c, 1, "acrobatics", c.stat.acrobatics, against, facts)
    nimble = success_chance(f, facts.bonus, difficulty, facts.net)
    return 1 if nimble > strong else 0


def contest(f: Fight, a: Combatant, ability: i64, skill: str, bonus: i64, d: Combatant, purpose: str) -> bool:
    """An opposed check of the actor against the defender; True when the actor wins.

    The defender answers with Athletics or Acrobatics as it likes, or with Athletics only against an escape. SRD: the
    actor must be strictly higher; a tie changes nothing. `reroll`: the defender's total is the Difficulty (D-7).
    """
    prepare_contest(f, a, ability, skill, bonus, d.index, f.facts)
    answer: i64 = 0
    if purpose != "escape":
        answer = choose_skill(f, d, a.index, f.facts.bonus + 11)
    other_skill = "acrobatics" if answer else "athletics"
    other_bonus = d.stat.acrobatics if answer else d.stat.athletics
    prepare_contest(f, d, answer, other_skill, other_bonus, a.index, f.opposed_facts)
    won = opposed_rolls(f, a, d)
    if f.journal is not None:
        opposed: Data = {"name": d.name, "skill": other_skill}
        note_contest(f, a, d, skill, purpose, opposed, won)
    spend_check_help(f, a, skill)
    spend_check_help(f, d, other_skill)
    if f.setup.has_specials:
        after_skill(f, a, d, skill, f.roll, won)
        after_skill(f, d, a, other_skill, f.opposed, not won)
    return won


def opposed_rolls(f: Fight, a: Combatant, d: Combatant) -> bool:
    """Roll both sides of a contest derived into f.facts and f.opposed_facts; True when the actor wins."""
    f.facts.target_number = -100
    roll_prepared(f, a, SKILL, f.roll, f.facts)
    f.opposed_facts.target_number = -100
    roll_prepared(f, d, SKILL, f.opposed, f.opposed_facts)
    return actor_wins(f)


def actor_wins(f: Fight) -> bool:
    """Who wins by the two rolls on the table, f.roll of the actor and f.opposed of the defender (rules.md 17)."""
    rules = f.setup.rules.d20
    if f.roll.degree == FUMBLE:
        return False
    if f.opposed.degree == FUMBLE:
        return True
    if rules.tie_to_actor:
        return f.roll.total >= f.opposed.total
    return f.roll.total > f.opposed.total


def note_contest(f: Fight, a: Combatant, d: Combatant, skill: str, purpose: str, opposed: Data, won: bool) -> None:
    """Write a contest with both rolls, each with its reasons."""
    from_d = f.roll_data(
        "contest",
        f.opposed,
        f.opposed_facts,
        _reasons(f, d, a, True),
        _reasons(f, d, a, False),
        [],
        modifiers_of(f, d, f.opposed_facts),
        False,
    )
    opposed.update(from_d)
    note_roll(
        f, "contest", SKILL, a, d, f.roll, f.facts, {"skill": skill, "purpose": purpose, "opposed": opposed, "won": won}
    )


def _reasons(f: Fight, d: Combatant, a: Combatant, helps: bool) -> list[object]:
    facts = f.opposed_facts
    mask = facts.advantage if helps else facts.disadvantage
    return explain_mask(f, facts, mask, helps, d, a)


def hold_on(c: Combatant, holder: i64) -> Ongoing | None:
    """The grapple of a given holder on `c`; with -1 the first there is."""
    for effect in c.ongoing:
        if effect.row.flags & HELD and (holder < 0 or effect.source == holder):
            return effect
    return None


def bond_on(c: Combatant, source: i64) -> Ongoing | None:
    """What an action may get `c` out of: a grapple of a given source, else a bond that a check breaks; -1 any."""
    hold = hold_on(c, source)
    if hold is not None or len(c.ongoing) == 0:
        return hold
    for effect in c.ongoing:
        if effect.breaks_with != "" and (source < 0 or effect.source == source):
            return effect
    return None


def breaking_bonus(c: Combatant, bond: Ongoing) -> i64:
    """The modifier of the check that breaks a bond: a skill's, or that of Strength alone."""
    return c.stat.modifiers[STR] if bond.breaks_with == "str" else c.stat.skills[bond.breaks_with]


def escape(f: Fight, c: Combatant, hold: Ongoing) -> bool:
    """Try to get out of a grapple or break a bond: a contest with the grappler's Athletics, or a check against a DC."""
    if hold.breaks_with != "":
        broken = check(f, c, STR, hold.breaks_with, breaking_bonus(c, hold), hold.escape_dc, "escape")
        if broken:
            f.lift(c, hold, "escaped")
        return broken
    holder = f.combatants[hold.source] if hold.source >= 0 else None
    dc = hold.escape_dc
    if dc == 0 and (f.setup.rules.grapple_is_save or holder is None):
        dc = holder.stat.unarmed_dc if holder is not None else 10
    difficulty = dc if dc > 0 or holder is None else holder.stat.athletics + 11
    nimble = choose_skill(f, c, hold.source, difficulty)
    skill = "acrobatics" if nimble else "athletics"
    bonus = c.stat.acrobatics if nimble else c.stat.athletics
    if dc > 0 or holder is None:
        won = check(f, c, nimble, skill, bonus, dc, "escape")
    else:
        won = contest(f, c, nimble, skill, bonus, holder, "escape")
    if won:
        f.lift(c, hold, "escaped")
        f.end_broken_holds()
    return won
