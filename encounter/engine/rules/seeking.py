"""Looking for the hidden: the Search action, and what is noticed without searching (rules.md 46, 48, 121)."""

from mypy_extensions import i64

from encounter.engine.combatant import Combatant
from encounter.engine.d20 import CHECK, FUMBLE, SKILL, SUCCESS
from encounter.engine.effect import HAS_LIGHT_CLAUSES, UNAWARE, WIS
from encounter.engine.facts import Facts
from encounter.engine.fight import Fight
from encounter.engine.rules.consequence import after_skill
from encounter.engine.rules.perception import IS_BLIND, MAY_NOTICE, in_dim_light, judge_noticing, would_see_unhidden
from encounter.engine.rules.reasons import add_looking, combine, spend_check_help
from encounter.engine.rules.saves import note_roll, prepare_check, roll_prepared, settle_without_dice


def search_difficulty(f: Fight, t: Combatant) -> i64:
    """The Perception total that finds a hider: its Stealth total, one more where a tie leaves things as they are."""
    return t.stealth_total + (0 if f.setup.rules.search_tie_finds else 1)


def prepare_search(f: Fight, c: Combatant, t: Combatant, facts: Facts) -> None:
    """Derive the Wisdom (Perception) check of `c` for `t` into `facts`.

    Whoever lacks the sense that could notice `t` fails: `facts.lacks` says which.
    """
    prepare_check(f, c, WIS, "perception", c.stat.perception, t.index, facts)
    if in_dim_light(f, c, t):
        facts.disadvantage |= f.setup.core.dim_perception
        combine(f, facts)
    if c.flags & HAS_LIGHT_CLAUSES and would_see_unhidden(f, c, t):
        add_looking(f, c, facts)
    facts.target_number = search_difficulty(f, t)
    facts.lacks = judge_noticing(f, c, t)
    if facts.lacks != MAY_NOTICE:
        facts.automatic = -1


def first_sought(f: Fight, c: Combatant) -> Combatant | None:
    """Of those hidden from `c` the one that is easiest to find, None when nobody is."""
    found: Combatant | None = None
    for t in f.combatants:
        if t.hidden_from & c.bit and t.is_on_map and (found is None or t.stealth_total < found.stealth_total):
            found = t
    return found


def search(f: Fight, c: Combatant, t: Combatant) -> bool:
    """The Search action for `t`: one check, which also finds everybody else whom it is good enough for."""
    facts = f.facts
    prepare_search(f, c, t, facts)
    if facts.automatic < 0:
        settle_without_dice(f.roll, facts)
    else:
        roll_prepared(f, c, SKILL, f.roll, facts)
    is_found = f.roll.degree >= SUCCESS
    total = f.roll.total
    others: list[Combatant] = []
    if facts.automatic == 0 and f.roll.degree != FUMBLE:
        for o in f.combatants:
            if o.hidden_from & c.bit and o.index != t.index and o.is_on_map and total >= search_difficulty(f, o):
                if judge_noticing(f, c, o) == MAY_NOTICE:
                    others.append(o)
    if f.journal is not None:
        names: list[object] = [t.name] if is_found else []
        for o in others:
            names.append(o.name)
        cost = "action" if c.acting < 0 else None  # an action of its own has told what it costs
        f.note("action", c, None, {"action": "search", "cost": cost, "ally": None})
        note_roll(f, "check", CHECK, c, t, f.roll, facts, {"skill": "perception", "purpose": "search", "found": names})
    spend_check_help(f, c, "perception")
    if f.setup.has_specials:
        after_skill(f, c, t, "perception", f.roll, is_found)
    if is_found:
        find(f, c, t)
    for o in others:
        find(f, c, o)
    return is_found


def find(f: Fight, c: Combatant, t: Combatant) -> None:
    """`c` finds `t`. Where the hidden are Invisible that is over for everybody, else for the finder alone."""
    left: i64 = 0 if f.setup.rules.hidden_is_invisible else t.hidden_from & ~c.bit
    f.set_hidden(t, left, t.stealth_total)


def passive_perception(f: Fight, c: Combatant, t: Combatant) -> i64:
    """10 and the modifier, with what advantage or disadvantage is worth to a passive score; -1000 without a sense."""
    facts = f.opposed_facts
    prepare_search(f, c, t, facts)
    return passive_score(f, facts) if facts.lacks == MAY_NOTICE else -1000


def passive_score(f: Fight, facts: Facts) -> i64:
    """The passive score of a check that is derived: 10 and its bonus, 5 more or less by its mode (rules.md 18)."""
    step = f.setup.rules.passive_step
    return 10 + facts.bonus + (step if facts.net > 0 else -step if facts.net < 0 else 0)


def notice(f: Fight, c: Combatant) -> None:
    """At the start of its turn: whom a combatant finds by its passive Perception (5.2)."""
    if c.flags & UNAWARE or not c.is_in:
        return
    for t in f.combatants:
        if t.hidden_from & c.bit and t.is_on_map and passive_perception(f, c, t) >= t.stealth_total:
            f.note("action", c, t, {"action": "notice", "cost": None, "ally": None})
            find(f, c, t)


def lacking_sense(lacks: i64) -> str:
    """The clause of the sense that is lacking."""
    return "blinded.check" if lacks == IS_BLIND else "deafened.check"
