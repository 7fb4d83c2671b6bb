"""The prose of an action that is no attack: a breath, a roar, healing, a parry, a legendary action; to keys."""

import re
from typing import Any, Final

from encounter.bestiary.effects import label, save_in
from encounter.bestiary.prose import PARTS, SAVE_OR, Deed, old_save, saved
from encounter.bestiary.spells import read_casting
from encounter.bestiary.text import TYPES, dice, plain

_AREAS: Final = (
    (re.compile(r"(\d+)-ft[- ]long, (\d+)-ft[- ]wide line", re.I), "line"),
    (re.compile(r"line (?:of \w+ )?that is (\d+) ft\.? long and (\d+) ft\.? wide", re.I), "line"),
    (re.compile(r"(\d+)-ft line (?:of [\w ]+ )?that is (\d+) ft\.? wide", re.I), "line"),
    (re.compile(r"(\d+)-ft cone", re.I), "cone"),
    (re.compile(r"(\d+)-ft[- ]radius,? (\d+)-ft[- ](?:high|tall) cylinder", re.I), "cylinder"),
    (re.compile(r"(\d+)-ft[- ]radius sphere", re.I), "sphere"),
    (re.compile(r"(\d+)-ft emanation", re.I), "emanation"),
    (re.compile(r"(\d+)-ft cube", re.I), "cube"),
    (
        re.compile(
            r"each (?:[\w' -]+ )?creature (?:of the [\w' -]+ choice |of its choice )?(?:that is )?within (\d+)"
            r" ft\.? of (?:that point|the flash|the point|a point)",
            re.I,
        ),
        "sphere",
    ),
    (
        re.compile(
            r"(?:each|any) (?:[\w' -]+ )?creature (?:[\w' -]+ )?(?:that (?:is|starts its turn) )?(?:within|in"
            r" a) (\d+)[ -]ft\.?[- ]?(?:radius|of)",
            re.I,
        ),
        "emanation",
    ),
    (re.compile(r"(\d+)-ft[- ]radius", re.I), "emanation"),
    (re.compile(r"targets one or more creatures (?:it|he|she) can see within (\d+) ft", re.I), "emanation"),
    (
        re.compile(
            r"\b(?:each|every|any|all) (?:[\w' -]+ )?(?:creatures?|enemy|enemies)\b(?: [\w' -]+?)? within (\d+) ft",
            re.I,
        ),
        "emanation",
    ),
)
_POINT: Final = re.compile(r"(?:point|spot)[\w ,]*? within (\d+) ft", re.I)
_ONE: Final = re.compile(
    r"\b(?:one|a|another|the) ([\w' -]*?)(?:creature|humanoid|target|ally|enemy)\b[^.]*?within (\d+) ft", re.I
)
_HEALS: Final = re.compile(r"regains? (\d+)(?: \(([^()]+)\))? hit points", re.I)
_TEMPORARY: Final = re.compile(r"gains? (\d+)(?: \(([^()]+)\))? temporary hit points", re.I)
_MOVES: Final = re.compile(
    r"(?:moves?|flies|fly) up to (half )?its (?:\w+ )?(?:flying )?speed( without provoking opportunity attacks)?", re.I
)
_TELEPORTS: Final = re.compile(r"teleports?[^.]*? up to (\d+) ft", re.I)
_VANISHES: Final = re.compile(
    r"magically (?:turns?|becomes?) invisible until (?:it|he|she) attacks.*"
    r"until (?:its|his|her) concentration (?:ends|is)",
    re.I,
)
_PARRY: Final = re.compile(r"adds? (\d+) to its AC against (?:that attack|one melee attack)", re.I)


def read_action(name: str, text: str, attacks: dict[str, str] | None = None) -> Deed:
    """An action that is no attack: area or target, save, damage, what it brings. `attacks` are names by folded name.

    >>> read_action("Fire Breath", "Dexterity Saving Throw: DC 15, each creature in a 15-foot Cone. "
    ...     "Failure: 31 (7d8) Fire damage. Success: Half damage.").keys
    {'area': 'cone 15 ft', 'save': 'dex 15', 'damage': '7d8 fire', 'half': True}
    """
    text = plain(text)
    deed = Deed(name, "action")
    casts, left = read_casting(text)
    if casts:
        deed.keys, deed.left = casts, left
        return deed
    if _VANISHES.search(text):
        deed.keys = {"casts": ["invisibility"], "of": "self"}  # word for word what that spell does
        return deed
    parry = _PARRY.search(text)
    if parry:
        deed.keys = {"cost": "reaction", "when": "hit by melee attack", "ac": int(parry.group(1))}
        return deed
    said = save_in(text)
    if said is not None and not re.search(r"\bcasts?\b", text[: said[1].start()], re.I):
        _save_action(deed, text, said)
    else:
        _other_action(deed, text, attacks or {})
    if "can't take this action again" in text:
        deed.keys["once_a_round"] = True
    held_back = _NOBODY_HELD.search(text)
    if held_back:
        deed.left.append("only while it holds nobody")
    if re.search(r"immediately after|^if |when (?:a |the (?![\w' ]+ moves,))", text, re.I):
        deed.left.append("its trigger")
    if not set(deed.keys) - {"area", "range", "target", "needs", "of", "cost", "only", "once_a_round"} or any(
        _is_lame(name) for name in deed.left
    ):
        deed.kind, deed.keys = "nothing", {}
    return deed


# Without these an action would be another one, mostly a stronger one: it is named as a whole and not played.
_LAME: Final = re.compile(
    r"swallow|engulf|only in its|moving first|its trigger|attaching|throwing|details of"
    r" the grapple"
)


def _is_lame(name: str) -> bool:
    return _LAME.search(name) is not None


def _where(deed: Deed, text: str) -> None:
    """Area, range, number of targets and what they need, as far as a text says."""
    for pattern, shape in _AREAS:
        found = pattern.search(text)
        if found:
            size = found.group(1)
            if shape == "line" and found.group(2) != "5":
                deed.keys["area"] = f"line {size} x {found.group(2)} ft"
            elif shape == "cylinder":
                deed.keys["area"] = f"cylinder {size} x {found.group(2)} ft"
            else:
                deed.keys["area"] = f"{shape} {size} ft"
            point = _POINT.search(text)
            if point and shape in ("sphere", "cube", "cylinder"):
                deed.keys["range"] = f"{point.group(1)} ft"
            break
    else:
        one = _ONE.search(text)
        if one:
            deed.keys["target"] = "one"
            deed.keys["range"] = f"{one.group(2)} ft"
        elif re.search(r"in the [\w' -]+ space", text, re.I):
            deed.keys["target"] = "one"
            deed.keys["range"] = "5 ft"
            deed.left.append("only in its space")
    chosen = re.search(
        r"targets one or more creatures|"
        r"\bof (?:its|her|his|the [\w' -]+) choice\b|"
        r"\b(?:each|every|any|all) (?:[\w' -]+ )?(?:enem(?:y|ies)|hostile creatures?)\b",
        text,
        re.I,
    )
    if chosen and "area" in deed.keys:
        deed.keys["of"] = "enemies"
    if re.search(r"\b(?:can see (?:the|it|him|her)\b|aware of it)", text, re.I):
        deed.keys["needs"] = "sight"
    elif re.search(r"can hear (?:the|it|its|him|her)\b|able to hear", text, re.I):
        deed.keys["needs"] = "hearing"
    if re.search(r"three bolts of \w+, each of which can strike a target", text) and "target" in deed.keys:
        deed.keys["target"] = "up to 3"
    only = states(_NOBODY_HELD.sub("", text.split(" must ")[0]))
    if only:
        deed.keys["only"] = only
        if "area" not in deed.keys and "range" not in deed.keys:
            deed.keys["range"] = _ANYWHERE
            deed.keys["target"] = (
                "up to 8" if re.search(r"\beach\b|\bcreatures\b", text.split(" must ")[0], re.I) else "one"
            )


_NOBODY_HELD: Final = re.compile(r"provided that it has no creature grappled", re.I)
_ANYWHERE: Final = "60 ft"  # whoever is in its grip is as near as the grip says
_STATE: Final = "charmed|frightened|grappled|incapacitated|paralyzed|prone|restrained|stunned|unconscious"
_STATES: Final = re.compile(
    rf"(?:(?:that (?:is|are|has|have)|creatures?|target|humanoid|each|one)(?: the)?|or) "
    rf"((?:{_STATE})(?:(?:,|,? or) (?:{_STATE}))*)\b(?: conditions?)?( by (?:the|it|him|her|its)\b)?",
    re.I,
)


def states(text: str) -> list[str]:
    """The conditions of which whoever an action affects must have one; `by me` where the creature brought it.

    >>> states("one creature within 30 ft that is Charmed or Grappled by the aboleth")
    ['charmed by me', 'grappled by me']
    >>> states("one creature within 5 ft that has the Prone condition"), states("each creature in a 30-ft cone")
    (['prone'], [])
    """
    made: list[str] = []
    for found in _STATES.finditer(text):
        by = " by me" if found.group(2) else ""
        made += [f"{name.lower()}{by}" for name in re.findall(_STATE, found.group(1), re.I)]
    return list(dict.fromkeys(made))


def _save_action(deed: Deed, text: str, said: tuple[str, re.Match[str]]) -> None:
    new = bool(PARTS.search(text))
    where = text.split("Failure:")[0].split("First Failure:")[0] if new else text
    _where(deed, where)
    before = text[: said[1].start()]
    if re.search(r"\bTrigger:", text):
        deed.keys["cost"] = "reaction"
        deed.left.append("its trigger")
    if new:
        rider, left = saved(text[said[1].start() :])
    else:
        rider, left = _old_action(text, said)
        if "immune" in text.lower() and "24 hours" in text:
            rider["immune_after"] = "success"
            left = [name for name in left if "immunity" not in name]
    moving = re.search(r"moves up to|jump|spends", before, re.I)
    if moving:
        deed.left.append("moving first")
    if re.search(r"is thrown up to|\bthrows a\b", text):
        deed.left.append("throwing" if "random direction" in text else "where it lands")
    deed.left += left
    damage = [word for word in rider.get("fail", []) if isinstance(word, str) and word.split()[-1] in TYPES]
    rest = [word for word in rider.get("fail", []) if word not in damage]
    deed.keys["save"] = said[0]
    if not {"area", "range"} & set(deed.keys):
        deed.left.append("whom it reaches")
    if damage:
        deed.keys["damage"] = damage if len(damage) > 1 else damage[0]
    for key in ("half", "repeats", "fails_again", "success", "immune_after", "fail_by_5", "wakes"):
        if key in rider:
            deed.keys[key] = rider[key]
    if rest:
        deed.keys["fail"] = rest
    if not damage and not rest:
        deed.keys = {}


def _old_action(text: str, said: tuple[str, re.Match[str]]) -> tuple[dict[str, Any], list[str]]:
    """A save action in the words of 5.1."""
    after = text[said[1].end() :]
    found = SAVE_OR.search(text)
    rest = found.group(2) if found else after.lstrip(" ,")
    if "saving throw" in rest[:15]:
        rest = rest.split("saving throw", 1)[1]
    rest = re.sub(r"^(?:against (?:this magic|this effect|disease)|to avoid[^.]*)[,. ]*", "", rest.strip())
    failed = re.match(r"(?:\. )?On a fail(?:ure|ed save),? (.*)$", rest.lstrip(" ."), re.I)
    return old_save(found.group(1) if found else said[1].group(0), failed.group(1) if failed else rest)


def _other_action(deed: Deed, text: str, attacks: dict[str, str]) -> None:
    """Healing, moving, teleporting, attacks made by an action; nothing of it when the prose says something else."""
    for pattern, key in ((_HEALS, "heal"), (_TEMPORARY, "temp_hp")):
        found = pattern.search(text)
        if found:
            deed.keys[key] = dice(found.group(2)) if found.group(2) else found.group(1)
    if {"heal", "temp_hp"} & set(deed.keys):
        other = re.search(r"\b(?:another creature|one creature|a creature|ally|target)\b", text, re.I)
        deed.keys["of"] = "allies" if other else "self"
        if other:
            _where(deed, text)
            deed.keys.setdefault("target", "one")
            deed.keys.setdefault("range", "5 ft")
        if re.search(r"freed from|cures|removes|neutraliz|advantage|\bAC\b", text, re.I):
            deed.left.append("what it does beside healing")
    moves, teleports = _MOVES.search(text), _TELEPORTS.search(text)
    if moves:
        deed.keys["moves"] = "half speed" if moves.group(1) else "speed"
        if moves.group(2):
            deed.keys["provokes"] = False
    if teleports:
        deed.keys["teleport"] = f"{teleports.group(1)} ft"
    made = _attacks_of(text, attacks)
    if made:
        deed.keys["attacks"] = made
        if re.search(r"\bswallow", text, re.I):
            deed.left.append("swallowing")
        elif re.search(r"\bif (?:the|this|that|either|its) attack hits|\bif it hits|\bon a hit\b", text, re.I):
            deed.left.append("what its hit does beside")
    if re.search(r"\bcasts?\b|Spellcasting", text):
        deed.left.append("spell")
    rest = text
    if deed.keys and re.search(r"shock wave|can take the Hide|has advantage|swap|Trigger:", rest, re.I):
        deed.left.append(label(rest))
        if "Trigger:" in text:
            deed.keys["cost"] = "reaction"
    leap = re.search(r"jumps up to (\d+) ft by spending (\d+) ft of movement", text)
    if leap:
        deed.keys["moves"] = f"{int(leap.group(1)) - int(leap.group(2))} ft"
        deed.left.append("jumping over things")
    if re.search(r"takes the Dash and Disengage actions", text):
        deed.keys |= {"moves": "speed", "provokes": False}
    does = _does(text)
    if does and not deed.keys:
        deed.keys["does"] = does
    pulls = _PULLS.search(text)
    if pulls and not deed.keys:
        _where(deed, text)
        if "only" in deed.keys:
            deed.keys["gives"] = [f"pull {pulls.group(1)} ft"]
            deed.keys["of"] = "enemies"


_PULLS: Final = re.compile(r"\bpulls (?:each|one) creature .*?up to (\d+) ft straight toward", re.I)
_TAKES: Final = re.compile(
    r"takes? (?:the )?((?:Dash|Disengage|Hide)(?:(?:,? or |, )(?:Dash|Disengage|Hide))*) action", re.I
)


def _does(text: str) -> list[str]:
    """The actions of everybody that an action is: one of several, or a search.

    >>> _does("The vampire takes the Dash or Disengage action."), _does("It makes a Wisdom (Perception) check.")
    (['dash', 'disengage'], ['search'])
    """
    if re.search(r"makes a (?:DC \d+ )?Wisdom \(Perception\) check\.?$", text, re.I):
        return ["search"]
    takes = _TAKES.search(text)
    return re.findall("dash|disengage|hide", takes.group(1).lower()) if takes else []


def _attacks_of(text: str, attacks: dict[str, str]) -> list[str]:
    """The attack that an action makes, by its name in the stat block."""
    found = re.search(r"makes? (?:one|a|an|two) ([^.]*?)(?:attacks?\b|\.|$)", text, re.I)
    with_its = re.search(r"attack with its ([\w ]+)", text, re.I)
    words = re.split(r" or (?:one )?|, ", with_its.group(1) if with_its else found.group(1) if found else "")
    made = []
    for word in words:
        name = nearest_attack(word, attacks)
        if name:
            made.append(name)
    if len(made) > 1:
        made = made[:1]
    if made and re.search(r"makes? two", text, re.I):
        made *= 2
    return made


def nearest_attack(word: str, attacks: dict[str, str]) -> str | None:
    """The attack that prose means: its name, perhaps in the plural or without `attack`."""
    form = word.strip(" .").lower()
    form = re.sub(r"^(?:its|a|an|one|the|with|melee|ranged) ", "", form)
    for candidate in (
        form,
        form.removesuffix(" attack"),
        form.removesuffix(" attacks"),
        form.removesuffix("s"),
        form.removesuffix("es"),
        form + "s",
    ):
        if candidate in attacks:
            return attacks[candidate]
    if form.endswith("ves") and form[:-3] + "f" in attacks:
        return attacks[form[:-3] + "f"]
    inside = [
        name
        for known, name in attacks.items()
        if form
        and (
            re.search(rf"\b{re.escape(form)}\b", known) or re.search(rf"\b{re.escape(form.removesuffix('s'))}\b", known)
        )
    ]
    return inside[0] if len(inside) == 1 else None
