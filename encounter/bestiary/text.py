"""Prose of stat blocks in one form: dashes, spaces, quotes, units and the tags of tools made plain."""

import re
from typing import Final

DASHES: Final = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"), "-")
SPACES: Final = dict.fromkeys(map(ord, "\u00a0\u2002\u2003\u2007\u2009\u200a\u202f\u3000"), " ")
QUOTES: Final = {0x2018: "'", 0x2019: "'", 0x201C: '"', 0x201D: '"', 0x02BC: "'"}
INVISIBLE: Final = dict.fromkeys([0x00AD, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF])
PLAIN: Final = {**DASHES, **SPACES, **QUOTES, **INVISIBLE}
ABILITIES: Final = {
    "strength": "str",
    "dexterity": "dex",
    "constitution": "con",
    "intelligence": "int",
    "wisdom": "wis",
    "charisma": "cha",
}
TYPES: Final = (
    *("acid", "bludgeoning", "cold", "fire", "force", "lightning", "necrotic"),
    *("piercing", "poison", "psychic", "radiant", "slashing", "thunder"),
)
CONDITIONS: Final = (
    *("blinded", "charmed", "deafened", "exhaustion", "frightened", "grappled", "incapacitated", "invisible"),
    *("paralyzed", "petrified", "poisoned", "prone", "restrained", "stunned", "unconscious"),
)

_TAG: Final = re.compile(r"\{@(\w+)(?: ([^{}]*))?\}")
_ATTACK_TAGS: Final = {
    "mw": "Melee Weapon Attack:",
    "rw": "Ranged Weapon Attack:",
    "mw,rw": "Melee or Ranged Weapon Attack:",
    "ms": "Melee Spell Attack:",
    "rs": "Ranged Spell Attack:",
    "ms,rs": "Melee or Ranged Spell Attack:",
    "m": "Melee Attack Roll:",
    "r": "Ranged Attack Roll:",
    "m,r": "Melee or Ranged Attack Roll:",
}
_FIXED_TAGS: Final = {
    "h": "Hit: ",
    "hom": "Hit or Miss: ",
    "actSaveFail": "Failure:",
    "actSaveSuccess": "Success:",
    "actSaveSuccessOrFail": "Failure or Success:",
    "actTrigger": "Trigger:",
    "actResponse": "Response:",
}


def _untag(found: re.Match[str]) -> str:
    """One `{@tag text|more}` in words."""
    tag, body = found.group(1), (found.group(2) or "").strip()
    if tag in ("atk", "atkr"):
        return _ATTACK_TAGS.get(body.replace(" ", ""), body)
    if tag in _FIXED_TAGS:
        if tag == "actSaveFail" and body in ("1", "2"):
            return f"{('First', 'Second')[int(body) - 1]} Failure:"
        return _FIXED_TAGS[tag]
    if tag == "hit":
        return f"{int(body):+d}" if re.fullmatch(r"[+-]?\d{1,3}", body) else body
    if tag == "dc":
        return f"DC {body}"
    if tag == "actSave":
        return next((f"{word.capitalize()} Saving Throw:" for word, short in ABILITIES.items() if short == body), body)
    if tag == "recharge":
        return f"(Recharge {body}-6)" if body and body != "6" else "(Recharge 6)"
    parts = body.split("|")
    return parts[2] if len(parts) > 2 and parts[2] else parts[0]


def untagged(text: str) -> str:
    """Text without the tags of 5etools.

    >>> untagged("{@atk mw} {@hit 4} to hit, reach 5 ft. {@h}7 ({@damage 2d4 + 2}) piercing damage, DC {@dc 11}")
    'Melee Weapon Attack: +4 to hit, reach 5 ft. Hit: 7 (2d4 + 2) piercing damage, DC DC 11'
    """
    for _ in range(4):
        text, made = _TAG.subn(_untag, text)
        if not made:
            break
    return text


def plain(text: str) -> str:
    """Text on one line with ASCII dashes, quotes and spaces, and every `feet` and `foot` written `ft`.

    >>> plain("reach 10\\u00a0feet.  1d4 \\u2013 1")
    'reach 10 ft. 1d4 - 1'
    """
    text = text.replace("\u2014", " -- ").translate(PLAIN)
    text = re.sub(r"[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}", "", text)
    text = re.sub(r"\b(?:feet|foot)\b", "ft", text)
    text = re.sub(
        r"\bft\.(?=[,;)]| (?:and|or|of|away|long|wide|toward|towards|straight|to|if|in|on|from|that)\b)", "ft", text
    )
    text = re.sub(r"(\d)-? ?footwide", r"\1-ft-wide", text)
    return " ".join(text.split())


_DICE: Final = re.compile(r"(\d*)[dDwW](\d+)((?:[+-]\d+)*)", re.ASCII)


def dice(text: str) -> str:
    """Dice as the project writes them; "" when the text is none.

    >>> dice("1d4 \\u2013 1"), dice("2D6+3"), dice("d6"), dice("1d6 +2"), dice("1W10+2"), dice("two dice")
    ('1d4-1', '2d6+3', '1d6', '1d6+2', '1d10+2', '')
    """
    squeezed = re.sub(r"\s+", "", text.translate(PLAIN)).replace("--", "-")
    if re.fullmatch(r"\d{1,6}", squeezed, re.ASCII):
        return squeezed
    found = _DICE.fullmatch(squeezed)
    if found is None:
        return ""
    bonus = sum(int(part) for part in re.findall(r"[+-]\d+", found.group(3)))
    return f"{found.group(1) or 1}d{found.group(2)}" + (f"{bonus:+d}" if bonus else "")


def average(text: str) -> int:
    """The printed average of dice: the mean without its fraction.

    >>> average("2d6+3"), average("1d4-1"), average("7")
    (10, 1, 7)
    """
    found = re.fullmatch(r"(?:(\d+)d(\d+))?([+-]?\d+)?", text)
    if found is None:
        raise ValueError(f"{text!r} is no dice formula")
    number, sides, bonus = (int(part or 0) for part in found.groups())
    return number * (sides + 1) // 2 + bonus
