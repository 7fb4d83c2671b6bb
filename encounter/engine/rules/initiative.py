"""Initiative: rolled by group, highest first, ties settled openly (rules.md 27 to 31)."""

from mypy_extensions import i64

from encounter.engine.combatant import Combatant
from encounter.engine.d20 import INITIATIVE
from encounter.engine.fight import Fight
from encounter.engine.rules.reasons import derive_initiative
from encounter.engine.rules.saves import note_roll, roll_prepared
from encounter.engine.tables import BY_MODIFIER, REROLL_TIES


class Group:
    """Combatants that roll together and act one after the other, in file order."""

    def __init__(self, members: list[Combatant], place: i64) -> None:
        self.members = members
        self.place = place  # in file order
        self.total: i64 = 0
        self.is_fixed: bool = False
        self.tie_dice: list[int] = []


def settle_order(f: Fight) -> None:
    """Fill f.order for the whole fight."""
    f.order.clear()
    if len(f.setup.order) > 0:
        at: i64 = 0
        while at < len(f.setup.order):
            f.order.append(f.combatants[f.setup.order[at]])
            at += 1
    else:
        groups = _groups(f)
        for group in groups:
            _roll(f, group)
        for group in _settled(f, groups):
            f.order.extend(group.members)
    if f.riding:
        _join_riders(f)
    if f.journal is not None:
        names: list[object] = [c.name for c in f.order]
        f.note("initiative", None, None, {"order": names})
    if f.setup.rules.surprise_costs_turn:
        for c in f.combatants:
            if c.is_surprised:
                c.has_reaction = False


def _join_riders(f: Fight) -> None:
    """A mount that its rider directs has the initiative of that, and stands before it in the order."""
    for m in f.combatants:
        if not f.riding & m.bit or not m.is_directed:
            continue
        c = f.combatants[m.rider]
        if m in f.order:
            f.order.remove(m)
        f.order.insert(f.order.index(c), m)
        m.initiative = c.initiative


def _groups(f: Fight) -> list[Group]:
    groups: list[Group] = []
    last: i64 = -1
    for c in f.combatants:
        if f.riding & c.bit and c.is_directed:
            continue  # it acts with its rider
        if f.setup.group_initiative and c.start.group == last and len(groups) > 0:
            groups[len(groups) - 1].members.append(c)
        else:
            groups.append(Group([c], len(groups)))
        last = c.start.group
    return groups


def _roll(f: Fight, group: Group) -> None:
    first = group.members[0]
    if first.start.fixed_initiative > -1000:
        group.total = first.start.fixed_initiative
        group.is_fixed = True
    else:
        derive_initiative(f, first, INITIATIVE, f.facts)
        f.facts.target_number = -1000
        roll_prepared(f, first, INITIATIVE, f.roll, f.facts)
        group.total = f.roll.total
        if f.journal is not None:
            members: list[object] = [c.name for c in group.members]
            note_roll(f, "initiative", INITIATIVE, first, None, f.roll, f.facts, {"members": members})
    for c in group.members:
        c.initiative = group.total


def _settled(f: Fight, groups: list[Group]) -> list[Group]:
    """Highest total first; groups that tie are settled among themselves."""
    left = list(groups)
    ordered: list[Group] = []
    while len(left) > 0:
        best = left[0].total
        for group in left:
            if group.total > best:
                best = group.total
        tied = [group for group in left if group.total == best]
        left = [group for group in left if group.total != best]
        ordered.extend(_settle_tie(f, tied))
    return ordered


def _settle_tie(f: Fight, tied: list[Group]) -> list[Group]:
    if len(tied) == 1:
        return tied
    if all([group.is_fixed for group in tied]):
        return tied  # fixed totals that tie: file order
    if f.setup.ties == BY_MODIFIER:
        return _by_modifier(f, tied)
    return _roll_off(f, tied, f.setup.ties == REROLL_TIES)


def _by_modifier(f: Fight, tied: list[Group]) -> list[Group]:
    left = list(tied)
    ordered: list[Group] = []
    while len(left) > 0:
        best = left[0].members[0].stat.initiative
        for group in left:
            if group.members[0].stat.initiative > best:
                best = group.members[0].stat.initiative
        same = [group for group in left if group.members[0].stat.initiative == best]
        left = [group for group in left if group.members[0].stat.initiative != best]
        ordered.extend(_roll_off(f, same, False))
    return ordered


def _roll_off(f: Fight, tied: list[Group], with_modifier: bool) -> list[Group]:
    """Each rolls a plain d20 (or again with its modifier), highest first, repeated among those still equal (D-8)."""
    if len(tied) == 1:
        return tied
    values: list[int] = []
    for group in tied:
        die: int = f.dice.roll(20)
        group.tie_dice.append(die)
        values.append(die + group.members[0].stat.initiative if with_modifier else die)
    ordered: list[Group] = []
    for value in sorted(set(values), reverse=True):
        same = [group for group, own in zip(tied, values, strict=True) if own == value]
        ordered.extend(_roll_off(f, same, with_modifier))
    if f.journal is not None:
        names: list[object] = [group.members[0].name for group in tied]
        dice: list[object] = [int(value) for value in values]
        f.note("initiative", None, None, {"tied": names, "tie_dice": dice})
    return ordered
