"""The prose of traits that act by themselves: stenches, burning auras, bursts at death; to actions of cost `trait`."""

import re
from typing import Any, Final

from encounter.bestiary.deeds import read_action
from encounter.bestiary.effects import AMOUNT, amount, save_in
from encounter.bestiary.text import plain

_NEAR: Final = re.compile(
    r"(?:any|each) (creature|enemy|beast or humanoid|humanoid)[\w' -]*? that starts its turn "
    r"(?:within (\d+) ft\.? of|in (?:a (\d+)-ft emanation|the aura))",
    re.I,
)
_EMANATES: Final = re.compile(r"emanates an aura in a (\d+)-ft emanation", re.I)
_OWN: Final = re.compile(
    r"at the (start|end) of each of (?:its|[\w' -]+?) turns, each creature (of [\w' -]+? choice )?"
    rf"(?:in a (\d+)-ft emanation originating from [\w' -]+?|within (\d+) ft\.? of (?:it|[\w' -]+?)) takes {AMOUNT}",
    re.I,
)
_GRAPPLERS: Final = re.compile(
    rf"at the (start|end) of each of its turns, the [\w' -]+? deals {AMOUNT} to any creature (it is grappling or any"
    r" creature )?grappling it",
    re.I,
)
_TOUCHED: Final = re.compile(
    r"a creature that touches the [\w' -]+? or hits it with a melee attack while within 5 ft\.? of it takes " + AMOUNT,
    re.I,
)
_HIT: Final = re.compile(r"a creature that hits the [\w' -]+? with a melee attack(?: roll)? takes " + AMOUNT, re.I)
_STICKS: Final = re.compile(
    r"adheres to anything that touches it\. A (\w+) or smaller creature adhered to [^.]*? grappled [^.]*?"
    r"escape dc (\d+)",
    re.I,
)
_DIES: Final = re.compile(r"explodes when it dies|when the [\w' -]+ dies, it explodes", re.I)
# What says when it happens, what it looks like, or what befalls things and the dead: no part of what it does.
_IDLE: Final = re.compile(
    r"(?:The [\w' -]+? explodes when it dies|When the [\w' -]+? dies, it explodes[^.,]*?)(?:[.,] (?:and )?|(?=\. ))"
    r"|(?:The explosion ignites|Flammable objects)[^.]*\.|Failure or Success: If the [\w' -]+ dies outside[^.]*\."
    r"|, unless the [\w' -]+? is incapacitated|, with disadvantage if the [\w' -]+? is within line of sight"
    r"|Unless the target is surprised[^.]*\.|Until the start of its next turn, a creature that averts its eyes[^.]*\.",
    re.I,
)
_AGAIN: Final = re.compile(r"A \w+ creature can repeat the saving throw on each of its turns", re.I)
# What else the prose of such a trait may say, and how it is named where it is left out.
_BESIDE: Final = (
    (re.compile(r"start burning|catches fire", re.I), "burning"),
    (re.compile(r"weapon[^.]*(?:corrodes|penalty)", re.I), "damage to weapons"),
    (re.compile(r"enter a (?:hostile )?creature's space", re.I), "entering spaces"),
    (re.compile(r"while the hag is|avert its eyes", re.I), "averting one's eyes"),
    (
        re.compile(r"with disadvantage if the [\w' -]+? is within line of sight", re.I),
        "disadvantage on its later saves",
    ),
    (re.compile(r"sees? its(?:elf)? reflect", re.I), "its own reflection"),
    (re.compile(r"fails by 5 or more", re.I), "failing by 5 or more"),
    (re.compile(r"Ability checks made to escape", re.I), "escaping from it is hard"),
)


_NOBODY: Final = "whom it reaches"  # which the moment of such a trait says
_GAZE: Final = re.compile(
    r"creature (?:that can see [\w' -]+? )?starts its turn within (\d+) ft of .*?force (?:it|the creature) to make a "
    r"DC (\d+) Constitution saving throw .*?is restrained.*?petrified",
    re.I,
)


def _gaze(text: str) -> list[dict[str, Any]]:
    """A gaze that turns to stone, as 5.1 has it: restrained, and petrified by a second failure."""
    found = _GAZE.search(text)
    if found is None:
        return []
    keys = {"cost": "trait", "when": f"an enemy starts its turn within {found.group(1)} ft", "needs": "sight"}
    turns = {"save": f"con {found.group(2)}", "fail": ["restrained"], "repeats": True, "fails_again": "petrified"}
    return [{**keys, **turns, "unless": "incapacitated"}]


def read_trait(name: str, text: str) -> tuple[dict[str, dict[str, Any]], list[str]]:
    """The actions of cost `trait` that a trait comes to, by name, and what of its prose is in none of them.

    >>> read_trait("heated body", "A creature that touches the azer or hits it with a melee attack while within "
    ...     "5 ft. of it takes 5 (1d10) fire damage.")
    ({'heated body': {'cost': 'trait', 'when': 'touched', 'damage': '1d10 fire'}}, [])
    """
    text = plain(text)
    made: list[dict[str, Any]] = []
    near, own, grapplers = _NEAR.search(text), _OWN.search(text), _GRAPPLERS.search(text)
    touched, hit = _TOUCHED.search(text), _HIT.search(text)
    if near and save_in(text):
        made += _near(name, text, near)
    elif _GAZE.search(text):
        made += _gaze(text)
    elif _DIES.search(text) and save_in(text):
        keys = _saved(name, text)
        made += [{"cost": "trait", "when": "dies", **keys}] if str(keys.get("area", "")).startswith("emanation") else []
    elif own:
        keys = {"cost": "trait", "when": f"its turn {own.group(1).lower()}s"}
        keys["area"] = f"emanation {own.group(3) or own.group(4)} ft"
        keys |= {"of": "enemies"} if own.group(2) else {}
        made.append({**keys, "damage": amount(own, 5), **_unless(text)})
    elif grapplers:
        keys = {"cost": "trait", "when": f"its turn {grapplers.group(1).lower()}s"}
        made.append({**keys, "of": "grappling" if grapplers.group(5) else "grapplers", "damage": amount(grapplers, 2)})
    sticks = _STICKS.search(text)
    if sticks:
        grip = {"up_to": sticks.group(1).lower(), "fail": [f"grappled (escape dc {sticks.group(2)})"]}
        made.append({"cost": "trait", "when": "touched", "gives": [grip]})
    if touched or hit:
        found = touched or hit
        assert found is not None
        when = "touched" if touched else "hit in melee"
        made.append({"cost": "trait", "when": when, "damage": amount(found)})
    names = [name, f"{name} (touched)"]
    left = [what for pattern, what in _BESIDE if pattern.search(text)] if made else []
    return dict(zip(names, made, strict=False)), left


def _near(name: str, text: str, near: re.Match[str]) -> list[dict[str, Any]]:
    aura = _EMANATES.search(text)
    feet = near.group(2) or near.group(3) or (aura.group(1) if aura else "")
    keys = {key: value for key, value in _saved(name, text).items() if key not in ("area", "target", "range", "of")}
    if not feet or not {"damage", "fail"} & set(keys):
        return []
    hostile = near.group(1).lower() == "enemy" or "hostile to" in near.group(0)
    who = "an enemy" if hostile else "a creature"
    types = [word for word in ("beast", "humanoid") if word in near.group(1).lower()]
    keys |= {"only": types} if types else {}
    return [{"cost": "trait", "when": f"{who} starts its turn within {feet} ft", **keys, **_unless(text)}]


def _saved(name: str, text: str) -> dict[str, Any]:
    """Area, save and what it brings, where all of that is understood."""
    deed = read_action(
        name, _AGAIN.sub("The target repeats the save at the end of each of its turns", _IDLE.sub("", text))
    )
    return {} if deed.kind == "nothing" or [what for what in deed.left if what != _NOBODY] else deed.keys


def _unless(text: str) -> dict[str, str]:
    wits = re.search(r"(?:unless|while it doesn't have)[\w' ]*? incapacitated", text, re.I)
    return {"unless": "incapacitated"} if wits else {}
