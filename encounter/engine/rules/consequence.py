"""What follows from a hit, a critical effect or a fumble beside damage: saves, conditions, pushes, a dropped weapon."""

from mypy_extensions import i64

from encounter.engine.combatant import Combatant
from encounter.engine.d20 import FUMBLE, MAJOR, MINOR, D20Roll
from encounter.engine.effect import CRAWLS, HELD, Ongoing
from encounter.engine.fight import Fight
from encounter.engine.rules.damage import Dealt, roll_part, take
from encounter.engine.rules.forced import push_away
from encounter.engine.rules.saves import save
from encounter.engine.tables import FumbleRow, RiderRow, Use


def inflict(f: Fight, a: Combatant, t: Combatant, name: str, reach_ft: i64, rider: RiderRow, cover: i64) -> None:
    """What `a` brings upon `t`: a save where it allows one, then damage, conditions, a push.

    `name` is the attack or skill behind it, `reach_ft` how far a grip with it holds, `cover` what the target had.
    """
    if t.stat.size > rider.largest:
        return
    saved = False
    if rider.save >= 0:
        saved = save(f, t, rider.save, rider.dc, a, name, cover)
    if len(rider.parts) > 0 and (not saved or rider.half):
        dealt = Dealt()
        for part in rider.parts:
            amount = roll_part(f.dice, part, 1)
            dealt.add(t, part.type, amount // 2 if saved else amount)
        take(f, t, dealt, a, name, False, False)
    if saved or t.is_dead:
        return
    for row in rider.conditions:
        effect = Ongoing(row, a.index, 1 if len(row.levels) > 0 else 0)
        effect.rounds = rider.rounds
        effect.clock = t.index
        effect.ends_at_end = True
        if rider.repeats:
            effect.save_ability = rider.save
            effect.save_dc = rider.dc
        if row.flags & HELD:
            effect.hold_ft = reach_ft
            effect.escape_dc = rider.escape_dc
        elif rider.with_hold and not row.flags & CRAWLS:
            effect.with_hold = True  # being prone is over when one stands up
        if rider.breaks_with != "":
            effect.breaks_with = rider.breaks_with
            effect.escape_dc = rider.escape_dc
        f.impose(t, effect)
    if rider.push_ft > 0:
        push_away(f, a, t, rider.push_ft)


def suffer_fumble(f: Fight, c: Combatant, rows: list[FumbleRow | None], severity: i64, use: Use | None) -> None:
    """What a fumble of this severity does to whoever made it, where its weapon or skill says so (D-3)."""
    if severity < 1 or severity > len(rows):
        return
    row = rows[severity - 1]
    if row is None:
        return
    if row.drops and use is not None:
        f.drop_weapon(c, use.weapon_index, use.weapon)
    if len(row.parts) > 0:
        dealt = Dealt()
        for part in row.parts:
            dealt.add(c, part.type, roll_part(f.dice, part, 1))
        take(f, c, dealt, None, "fumble", False, False)
    for rider in row.riders:
        for condition in rider.conditions:
            if not c.is_dead:
                effect = Ongoing(condition, -1, 1 if len(condition.levels) > 0 else 0)
                effect.rounds = rider.rounds
                effect.clock = c.index
                effect.ends_at_end = True
                f.impose(c, effect)


def after_skill(f: Fight, c: Combatant, t: Combatant | None, skill: str, roll: D20Roll, won: bool) -> None:
    """What a skill itself makes of a fumble of `c`, or of a 19 or 20 with which it succeeded against `t`."""
    row = c.stat.skill_rows.get(skill)
    if row is None:
        return
    degree = roll.degree
    if degree == FUMBLE:
        suffer_fumble(f, c, row.fumbles, roll.severity, None)
    elif won and t is not None and degree >= MINOR:
        for rider in row.major if degree == MAJOR else row.minor:
            if not t.is_dead and not t.has_left:
                inflict(f, c, t, skill, 5, rider, 0)
