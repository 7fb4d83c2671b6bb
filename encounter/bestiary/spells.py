"""Spellcasting in prose, of both editions: what is cast how often, with which DC and bonus. Names and numbers only."""

import re
from typing import Any, Final

from encounter.bestiary.text import ABILITIES, plain
from encounter.engine.rules.editions import RULESETS

_HEAD: Final = re.compile(r"(?:spellcasting ability is|using) (\w+)", re.IGNORECASE)
_GROUP: Final = re.compile(
    r"(?:-|\*)? ?(?:(?P<will>Cantrips \(at will\)|At will)|(?P<day>\d+)/day(?: each)?"
    r"|(?P<level>\d)(?:st|nd|rd|th)[- ]level \((?P<slots>\d+) slots?\)):",
    re.IGNORECASE,
)


def spell_name(text: str) -> str:
    """A spell as it is called in a file: in lower case, with the level that it is always cast at.

    >>> spell_name("Fireball (level 5 version)"), spell_name("mage armor*"), spell_name("Sleep (beasts only)")
    ('fireball at level 5', 'mage armor', 'sleep')
    """
    level = re.search(r"\(level (\d) version\b", text)
    name = re.sub(r"\([^)]*\)?|\*", "", text).strip(" .").lower()
    return f"{name} at level {level.group(1)}" if level else name


def _names(text: str) -> list[str]:
    bare = re.sub(r"\(([^)]*)\)", lambda found: "(" + found.group(1).replace(",", ";") + ")", text)
    return [name for one in re.split(r",", bare) if (name := spell_name(one)) and len(name) < 40]


def cast_with_action(spells: dict[str, Any]) -> list[str]:
    """The spells of a creature that it can cast in a fight with an action, as `spells:` names them.

    >>> cast_with_action({"at_will": ["shatter at level 3", "light"], "daily": {"misty step": 1}})
    ['shatter at level 3']
    """
    found: list[str] = []
    for name in (name for key in ("at_will", "daily", "prepared") for name in spells.get(key, ())):
        for rules in RULESETS.values():
            spell = rules.spell(name.split(" at level ")[0])
            if spell is not None and spell.can_be_cast and spell.cost == "action" and name not in found:
                found.append(name)
    return found


_CASTS: Final = re.compile(
    r"^(?:the |an? )?[\w' -]+? (?:touches another creature with its horn and )?"
    r"(?:uses Spellcasting to cast|casts) (?:the )?([A-Z][\w' ,()/-]*?)(?: spell)?"
    r"(?P<itself> on itself)?(?P<twice> twice)?(?: on that creature)?"
    r"(?P<flight>, and it can fly up to [^.]*)?"
    r"(?:,? (?:requiring|using|in response)[^.]*)?(?:, and the duration is [^.]*)?\.",
)


def read_casting(text: str) -> tuple[dict[str, Any], list[str]]:
    """The `casts:` of an action that is the casting of a spell, with labels of what else it says; empty for others.

    >>> read_casting("The deva casts Cure Wounds, Bless, or Remove Curse, using the same ability.")
    ({'casts': ['cure wounds', 'bless', 'remove curse']}, [])
    >>> read_casting("The dragon uses Spellcasting to cast Scorching Ray (level 3 version).")
    ({'casts': ['scorching ray at level 3']}, [])
    >>> read_casting("The hag targets a creature.")
    ({}, [])
    """
    found = _CASTS.match(plain(text))
    if found is None:
        return {}, []
    made: dict[str, Any] = {"casts": [spell_name(one) for one in re.split(r",? or |, ", found.group(1)) if one]}
    dc = re.search(r"spell save DC (\d+)", found.group(0))
    if dc:
        made["spell_dc"] = int(dc.group(1))
    if found["itself"]:
        made["of"] = "self"
    left = ["casting twice"] if found["twice"] else []
    rest = plain(text)[found.end() :]
    if "can't take this action again" in rest:
        made["once_a_round"] = True
    if found["flight"]:
        left.append("flying")
    if "ends early" in rest:
        left.append("its early end")
    return made, left


def read_spells(text: str) -> dict[str, Any]:
    """The `spells:` of a creature; empty when the prose names none.

    >>> told = "Its spellcasting ability is Wisdom (spell save DC 12). At will: light 2/Day: bless, bane"
    >>> read_spells(told)
    {'ability': 'wis', 'dc': 12, 'at_will': ['light'], 'daily': {'bless': 2, 'bane': 2}}
    """
    lines = plain(re.sub(r"\n\s*\*[^\n]*$", "", text))
    made: dict[str, Any] = {}
    head = _HEAD.search(lines)
    ability = ABILITIES.get(head.group(1).lower()) if head else None
    dc, attack = re.search(r"spell save DC (\d+)", lines), re.search(r"\+(\d+) to hit with spell", lines)
    level = re.search(r"(\d+)(?:st|nd|rd|th)-level spellcaster", lines)
    if ability:
        made["ability"] = ability
    if dc:
        made["dc"] = int(dc.group(1))
    if attack:
        made["attack"] = int(attack.group(1))
    if level:
        made["level"] = int(level.group(1))
    found = list(_GROUP.finditer(lines))
    ends = [one.start() for one in found[1:]] + [len(lines)]
    for one, end in zip(found, ends, strict=False):
        names = _names(lines[one.end() : end].split(" * ")[0].rstrip(" -"))
        if one["will"]:
            made.setdefault("at_will", []).extend(names)
        elif one["day"]:
            made.setdefault("daily", {}).update(dict.fromkeys(names, int(one["day"])))
        else:
            made.setdefault("slots", {})[int(one["level"])] = int(one["slots"])
            made.setdefault("prepared", []).extend(names)
    will = re.search(r"can cast ([\w ,]+?) at will", lines)
    if will:
        made.setdefault("at_will", []).extend(_names(will.group(1).replace(" and ", ",")))
    return made if {"at_will", "daily", "prepared"} & set(made) else {}
