"""Armour of the SRD, and the one base Armour Class that a creature has (rules.md 21 to 26).

Unarmoured, in armour, by a spell or by nature: each is another way to work out the base, and the best that is open to
the creature is in force, never two of them together. A shield and other bonuses come on top.
"""

import re
from typing import Any, Final

from attrs import frozen

from encounter.engine.effect import ABILITIES, DEX
from encounter.scenario.nodes import Node, Scalar
from encounter.scenario.source import folded, suggestion
from encounter.scenario.values import Custom, Reading

LIGHT: Final = "light"
MEDIUM: Final = "medium"
HEAVY: Final = "heavy"
SHIELD_BONUS: Final = 2
MEDIUM_DEX: Final = 2  # the most that DEX adds to medium armour
SLOWED_FT: Final = 10  # in heavy armour without the Strength for it


@frozen
class Armour:
    """A suit of armour: its weight, its base AC, the Strength score it asks for, whether it hinders Stealth."""

    weight: str
    base: int
    strength: int = 0
    is_noisy: bool = False


ARMOUR: Final[dict[str, Armour]] = {
    "padded": Armour(LIGHT, 11, is_noisy=True),
    "leather": Armour(LIGHT, 11),
    "studded leather": Armour(LIGHT, 12),
    "hide": Armour(MEDIUM, 12),
    "chain shirt": Armour(MEDIUM, 13),
    "scale mail": Armour(MEDIUM, 14, is_noisy=True),
    "breastplate": Armour(MEDIUM, 14),
    "half plate": Armour(MEDIUM, 15, is_noisy=True),
    "ring mail": Armour(HEAVY, 14, is_noisy=True),
    "chain mail": Armour(HEAVY, 16, 13, is_noisy=True),
    "splint": Armour(HEAVY, 17, 15, is_noisy=True),
    "plate": Armour(HEAVY, 18, 15, is_noisy=True),
}


@frozen
class Formula:
    """A way to work out the base AC: a number and ability modifiers; which of armour and shield it goes with."""

    base: int
    abilities: tuple[int, ...] = (DEX,)
    in_armour: bool = False
    with_shield: bool = True


MAGE_ARMOUR: Final = Formula(13)
_UNARMOURED: Final = re.compile(r"unarmou?red defen[cs]e (con|wis|cha)")
_NATURAL: Final = re.compile(r"natural (\d{1,2})")


def _armour(node: Node, reading: Reading, kind: Custom) -> Any:
    if not isinstance(node, Scalar) or not node.text.strip():
        return kind.wrong(node, reading)
    word = re.sub(r" armou?r$", "", folded(node.text))
    if word in ARMOUR:
        return word
    message = f"`{node.text[:60]}` is no armour of the SRD"
    return reading.error(node.place, "unknown-name", message, suggestion(word, list(ARMOUR), "armour"))


def _formula(node: Node, reading: Reading, kind: Custom) -> Any:
    text = folded(node.text) if isinstance(node, Scalar) else ""
    if text in ("mage armor", "mage armour"):
        return MAGE_ARMOUR
    if found := _UNARMOURED.fullmatch(text):
        ability = ABILITIES.index(found.group(1))
        return Formula(10, (DEX, ability), with_shield=found.group(1) != "wis")  # a monk's goes with no shield
    if found := _NATURAL.fullmatch(text):
        return Formula(int(found.group(1)), in_armour=True)
    return kind.wrong(node, reading, "write unarmored defense con, mage armor or natural 13")


ARMOUR_NAME: Final = Custom("armour such as chain mail", _armour, {"type": "string"})
AC_FROM: Final = Custom(
    "a way to work out AC such as unarmored defense con, mage armor or natural 13", _formula, {"type": "string"}
)


def armour_class(worn: str, shield: bool, others: list[Formula], bonus: int, modifiers: list[int]) -> int:
    """AC from what is worn and known: the best base, then the shield and other bonuses.

    A barbarian of DEX +3 and CON +4 on whom Mage Armor lies has 17 or 16, never both together:

    >>> armour_class("", False, [Formula(10, (1, 2)), MAGE_ARMOUR], 0, [0, 3, 4, 0, 0, 0])
    17
    >>> armour_class("half plate", True, [MAGE_ARMOUR], 0, [0, 3, 4, 0, 0, 0])
    19
    """
    best = 0
    for way in [_of_armour(worn, modifiers), *others] if worn else [Formula(10), *others]:
        if worn and not way.in_armour:
            continue
        base = way.base + sum(modifiers[ability] for ability in way.abilities)
        best = max(best, base + (SHIELD_BONUS if shield and way.with_shield else 0))
    return best + bonus


def _of_armour(name: str, modifiers: list[int]) -> Formula:
    suit = ARMOUR[name]
    if suit.weight == LIGHT:
        return Formula(suit.base, in_armour=True)
    dex = min(modifiers[DEX], MEDIUM_DEX) if suit.weight == MEDIUM else 0  # heavy armour knows no DEX, good or bad
    return Formula(suit.base + dex, (), in_armour=True)
