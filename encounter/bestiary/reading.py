"""Small readers that several sources share: speeds, senses, resistances, sizes."""

import re
from typing import Any, Final

from encounter.bestiary.text import ABILITIES, CONDITIONS, TYPES, plain

SIZES: Final = {"t": "tiny", "s": "small", "m": "medium", "l": "large", "h": "huge", "g": "gargantuan"}
SKILLS: Final = (
    *("acrobatics", "animal handling", "arcana", "athletics", "deception", "history", "insight", "intimidation"),
    *("investigation", "medicine", "nature", "perception", "performance", "persuasion", "religion"),
    *("sleight of hand", "stealth", "survival"),
)
_XP: Final = (
    *("0 10", "1/8 25", "1/4 50", "1/2 100", "1 200", "2 450", "3 700", "4 1100", "5 1800", "6 2300", "7 2900"),
    *("8 3900", "9 5000", "10 5900", "11 7200", "12 8400", "13 10000", "14 11500", "15 13000", "16 15000", "17 18000"),
    *("18 20000", "19 22000", "20 25000", "21 33000", "22 41000", "23 50000", "24 62000", "25 75000", "26 90000"),
    *("27 105000", "28 120000", "29 135000", "30 155000"),
)
XP_BY_CR: Final = {cr: int(xp) for cr, xp in (pair.split() for pair in _XP)}  # the same in both editions


def size_of(text: str) -> str:
    """A size in lower case; the first of `Medium or Small`; "" for none.

    >>> size_of("Medium or Small Humanoid"), size_of("L"), size_of("vast")
    ('medium', 'large', '')
    """
    word = re.split(r"[ ,]", plain(text).strip().lower())[0] if text.strip() else ""
    return word if word in SIZES.values() else SIZES.get(word, "")


def challenge(value: Any) -> str:
    """A challenge rating as printed: 1/8, 1/4, 1/2 or a whole number; "" for none.

    >>> challenge(0.25), challenge("1/2 (100 XP)"), challenge("17 (XP 18,000)"), challenge("0.250"), challenge(None)
    ('1/4', '1/2', '17', '1/4', '')
    """
    found = re.match(r"\s*(1/[248]|\d+(?:\.\d+)?)", str(value))
    if value is None or found is None:
        return ""
    text = found.group(1)
    if "/" in text:
        return text
    number = float(text)
    fractions = {0.125: "1/8", 0.25: "1/4", 0.5: "1/2"}
    return fractions.get(number, str(int(number)) if number == int(number) and number <= 30 else "")


def proficiency_of(cr: str) -> int | None:
    """The proficiency bonus of a challenge rating: +2 up to 4, then one more for every 4.

    >>> proficiency_of("1/4"), proficiency_of("5"), proficiency_of("17"), proficiency_of("30")
    (2, 3, 6, 9)
    """
    if not cr:
        return None
    return 2 if "/" in cr else max(2, 2 + (int(cr) - 1) // 4)


def feet(value: Any) -> int | None:
    """A length in feet: a number, `40 ft.`, `12 m` (1.5 m are 5 ft); None for none.

    >>> feet("40 ft."), feet(30), feet("1,5 m"), feet("9 m"), feet(None), feet("12 squares")
    (40, 30, 5, 30, None, 60)
    """
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        return int(value) if value == value and abs(value) < 1e6 else None
    found = re.search(
        r"(\d+(?:[.,]\d+)?) ?(ft|feet|m\b|meter|metre|metri|m[eè]tres|metros|square|case|quadretti|casillas|felder)?",
        plain(str(value)).lower(),
    )
    if found is None:
        return None
    number = float(found.group(1).replace(",", "."))
    unit = found.group(2) or "ft"
    if unit in ("ft", "feet"):
        return int(number)
    return round(number / 1.5) * 5 if unit.startswith("m") else int(number) * 5


def speeds(text: str) -> tuple[dict[str, int], bool]:
    """Speeds in feet by name, and whether it hovers.

    >>> speeds("30 ft., fly 60 ft. (hover)")
    ({'walk': 30, 'fly': 60}, True)
    """
    made: dict[str, int] = {}
    for part in re.split(
        r"[,;](?! ?\d)|(?<=ft) ", re.sub(r"(\d),(\d)", r"\1.\2", plain(text).lower().replace("ft.", "ft"))
    ):
        found = re.search(
            r"(?:(walk|fly|swim|climb|burrow)\w* ?(?:speed)? ?)?(\d+(?:\.\d+)? ?(?:ft|m|squares?)?)", part.strip()
        )
        if found:
            number = feet(found.group(2))
            if number is not None:
                made.setdefault(found.group(1) or "walk", number)
    return made, "hover" in text.lower()


def senses(text: str) -> tuple[dict[str, int], bool]:
    """Senses in feet by name, and whether it is blind beyond its blindsight.

    >>> senses("Blindsight 60 ft. (blind beyond this radius), Darkvision 120 ft.; Passive Perception 13")
    ({'blindsight': 60, 'darkvision': 120}, True)
    """
    made: dict[str, int] = {}
    for found in re.finditer(
        r"(darkvision|blindsight|tremorsense|truesight)\D*?(\d+(?:[.,]\d+)? ?(?:ft|m\b)?)", plain(text), re.I
    ):
        number = feet(found.group(2))
        if number:
            made[found.group(1).lower()] = number
    return made, "blind beyond" in text.lower()


_NONMAGICAL: Final = re.compile(
    r"nonmagical|non-magical|not made with|aren't (?:silvered|adamantine|magical)|magic weapons", re.I
)


def defences(text: str) -> tuple[list[str], list[str]]:
    """Damage types and conditions in a printed list, and what of it is not understood.

    >>> defences("cold; bludgeoning, piercing, and slashing from nonmagical attacks")[0][0:2]
    ['cold', 'bludgeoning from nonmagical attacks']
    >>> defences("fire, sonic; dizzy, prone")
    (['fire', 'prone'], ['sonic', 'dizzy'])
    >>> defences("damage from spells")
    ([], ['damage from spells'])
    """
    made: list[str] = []
    left: list[str] = []
    for part in re.split(r"; ?", plain(text)):
        types = [type_ for type_ in TYPES if re.search(rf"\b{type_}\b", part, re.I)]
        conditions = [name for name in CONDITIONS if re.search(rf"\b{name}\b", part, re.I)]
        if _NONMAGICAL.search(part) and types:
            before = _NONMAGICAL.split(part)[0]
            plain_types = [type_ for type_ in types if type_ not in ("bludgeoning", "piercing", "slashing")]
            made += plain_types
            left += _unknown(before)
            physical = [
                type_ for type_ in ("bludgeoning", "piercing", "slashing") if re.search(type_, before + part, re.I)
            ]
            made += [f"{type_} from nonmagical attacks" for type_ in physical]
            if re.search(r"silvered|adamantine|good-aligned", part, re.I):
                left.append("silvered or adamantine weapons")
        elif re.search(r"\b(?:while|from|dealt|of the|choose|chosen|chooses|one of)\b", part, re.I):
            left.append(part.strip()[:60])
        elif types or conditions:
            made += types + conditions
            left += _unknown(part)
        elif part.strip() and part.strip() != "-":
            left.append(part.strip()[:60])
    return list(dict.fromkeys(made)), left


def _unknown(part: str) -> list[str]:
    """The members of a list in which there is neither a damage type nor a condition."""
    known = re.compile(rf"\b(?:{'|'.join((*TYPES, *CONDITIONS))})\b", re.I)
    members = (word.strip(" .()") for word in re.split(r",? (?:and|or) |,|;", part))
    return [word[:60] for word in members if re.search(r"\w", word) and not known.search(word) and word != "from"]


def signed_list(text: str, names: dict[str, str]) -> dict[str, int]:
    """`Dex +6, Con +13` by the short names of `names`.

    >>> signed_list("Dex +6, Con +13", {"dex": "dex", "con": "con"})
    {'dex': 6, 'con': 13}
    """
    made = {}
    for found in re.finditer(r"([A-Za-z][A-Za-z ]*?):? *([+-] ?\d+)", plain(text)):
        name = names.get(found.group(1).strip().lower())
        if name is not None:
            made[name] = int(found.group(2).replace(" ", ""))
    return made


ABILITY_NAMES: Final = {**ABILITIES, **{short: short for short in ABILITIES.values()}}
SKILL_NAMES: Final = {skill: skill for skill in SKILLS}
