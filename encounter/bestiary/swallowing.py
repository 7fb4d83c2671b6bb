"""The prose of Swallow: to an action whose failed save, or which without one, swallows, and to the key `swallows`."""

import re
from typing import Any, Final

from encounter.bestiary.effects import AMOUNT, SIZES, amount, save_in
from encounter.bestiary.multiattack import NUMBERS
from encounter.bestiary.text import CONDITIONS

_SIZE: Final = re.compile(
    rf"(?:one|a|against a) ({'|'.join(SIZES)}) or smaller|target is ({'|'.join(SIZES)}) or smaller", re.I
)
_MOST: Final = re.compile(
    r"(?:only|up to) (\w+) (?:creatures?|targets?) (?:swallowed|inside)",
    re.I,
)
_INSIDE: Final = re.compile(r"(?:while swallowed|a swallowed creature|while inside)([^.]*)\.", re.I)
_TAKES: Final = re.compile(
    rf"takes (?P<parts>{AMOUNT}(?: plus {AMOUNT})?) at the (?P<when>start|end) of each of"
    r" (?:its|the [\w' -]+?'s?) turns",
    re.I,
)
_ONCE: Final = re.compile(rf"at the end of the [\w' -]+?'s next turn, the swallowed target takes {AMOUNT}", re.I)
_SPITS: Final = re.compile(
    r"takes (\d+) damage or more on a single turn from .*?DC (\d+) Constitution saving throw", re.I
)
_EXIT: Final = re.compile(r"using (\d+) ft|by using (\d+) ft", re.I)
_BARS: Final = re.compile(r"can't use (\w+)", re.I)
_FIRST: Final = re.compile(rf"Failure: {AMOUNT}", re.I)


def read_swallow(text: str, attacks: dict[str, str]) -> dict[str, Any]:
    """The keys of an action that swallows whom it grapples, with `swallows` among them; none for any other prose.

    >>> text = ("Dexterity Saving Throw: DC 18, one Large or smaller creature Grappled by the behir. Failure: The "
    ...     "behir swallows the target. While swallowed, a creature has the Blinded condition, and takes 21 (6d6) "
    ...     "Acid damage at the start of each of the behir's turns.")
    >>> read_swallow(text, {})["swallows"]
    {'conditions': ['blinded'], 'damage': '6d6 acid'}
    """
    inside = _INSIDE.search(text)
    held = re.search(r"grappled by|it is grappling", text, re.I)
    if inside is None or held is None or re.search(r"makes one \w+ attack", text, re.I):
        return {}
    size = _SIZE.search(text)
    swallowed: Any = "swallowed"
    if size:
        swallowed = {"up_to": (size.group(1) or size.group(2)).lower(), "fail": ["swallowed"]}
    keys: dict[str, Any] = {"target": "one", "range": "60 ft", "only": ["grappled by me"]}
    said, first = save_in(text.split("Failure:")[0]), _FIRST.search(text)
    if said:
        keys["save"] = said[0]
    if first:
        keys["damage"] = amount(first)
    return {**keys, ("fail" if said else "gives"): [swallowed], "swallows": gullet(text, attacks)}


def gullet(text: str, attacks: dict[str, str]) -> dict[str, Any]:
    """What befalls whoever is inside, as the key `swallows` says it."""
    inside, most = _INSIDE.search(text), _MOST.search(text)
    made: dict[str, Any] = {}
    number = NUMBERS.get(most.group(1).lower(), 1) if most else 1
    if number > 1:
        made["most"] = number
    words = inside.group(1).lower() if inside else ""
    made["conditions"] = [name for name in CONDITIONS if re.search(rf"\b{name}\b", words.replace("isn't grappled", ""))]
    takes, once = _TAKES.search(text), _ONCE.search(text)
    told = takes["parts"] if takes else once.group() if once else ""
    parts = [amount(found) for found in re.finditer(AMOUNT, told, re.I)]
    if parts:
        made["damage"] = parts if len(parts) > 1 else parts[0]
    if takes and takes["when"].lower() == "end":
        made["at"] = "end"
    if once:
        made["once"] = True
    spits, exit_ = _SPITS.search(text), _EXIT.search(text)
    if spits:
        made |= {"spits_after": int(spits.group(1)), "save": f"con {spits.group(2)}"}
    if exit_ and exit_.group(1) not in ("15", None):
        made["exit"] = f"{exit_.group(1)} ft"
    bars = [name for found in _BARS.finditer(text) if (name := attacks.get(found.group(1).lower()))]
    return {**made, "bars": bars} if bars else made
