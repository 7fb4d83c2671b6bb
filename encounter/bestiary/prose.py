"""The prose of one attack, and of the saves that attacks and other actions call for; to the keys of a scenario file.

One reader for both editions, in English; `languages.py` brings other languages to English first. Prose wins over the
fields of a source. What is not understood is named in `left`, never dropped in silence.
"""

import re
from typing import Any, Final

from attrs import Factory, define

from encounter.bestiary.effects import (
    AMOUNT,
    SIZES,
    Effects,
    amount,
    consequences,
    label,
    lasting_alike,
    save_in,
    tidy,
)
from encounter.bestiary.text import CONDITIONS, TYPES, plain

_HEAD: Final = re.compile(
    r"(Melee|Ranged|Melee or Ranged|Ranged or Melee) (?:(Weapon|Spell) )?(?:Attack(?: Roll)?|Attack Roll) ?:? *"
    r"(?:Hit: *)?"
    r"(?:(?:to hit )?([+-] ?\d+)|(?:\+?)automatic hit)(?: to hit)?(?: \([^)]*\))?"
    r"(?: \(with Advantage[^)]*\))?[, ]*",
    re.I,
)
_REACH: Final = re.compile(r"reach (\d+) ?ft\b", re.I)
_RANGE: Final = re.compile(r"range (\d+)(?: ?ft\.?)?(?: ?/ ?(\d+))? ?ft\b", re.I)
_HIT: Final = re.compile(r"\bhit ?: *", re.I)
_SIZED: Final = re.compile(
    rf"^if (?:the )?(?:target|creature) is (?:a |an )?({'|'.join(SIZES)}) or smaller(?: creature)?(?: and |"
    rf" that | )?(.*?), (.*)$",
    re.I,
)
_IF_CREATURE: Final = re.compile(
    r"^if the target is (?:a |an )?(?:(?:non-(\w+) )?creature|humanoid)(?: (?:other than|that isn't) (?:a |an"
    r" )?([\w ]+?))?(?: and [^,]*)?, (.*)$",
    re.I,
)
_SPARED: Final = re.compile(r",? or (?:a |an )?|, ")
_FAVOURS: Final = (  # against whom an attack has advantage, as the head of its prose says it
    (re.compile(r"if the target is grappled by", re.I), "grappled by me"),
    (re.compile(r"if the target doesn't have all its hit points", re.I), "hurt"),
    (re.compile(r"during the first round", re.I), "first round"),
)
_ANY_STATE: Final = "|".join(CONDITIONS)
_AGAINST: Final = re.compile(
    rf"a creature that is ((?:{_ANY_STATE})(?: by [\w' ]+?)?(?:(?:,? or |, )(?:{_ANY_STATE}))*)[. ]*$", re.I
)
_MOVED: Final = re.compile(
    r"(?:the )?[\w' -]+ moved (\d+)\+? ?ft\.? straight (?:toward|towards) (?:it|the target)[\w ]*", re.I
)
SAVE_OR: Final = re.compile(
    r"(?:,? ?(?:and )?(?:the target|it|the creature|each [\w' ]+?|(?:a|one|any) [\w' ]+?) must|must) (?:succeed"
    r" on|make|make on) a (DC \d+ \w+ saving throw)"
    r"(?: (?:against (?:disease|being [\w ]+|this magic)))?,? ?(.*)$",
    re.I,
)
_TAKING: Final = re.compile(
    rf"^(?:taking|or take|take) ((?:{AMOUNT}(?: plus | and |, )?)+) on a failed save(?:,? and [^,]*)?,? or half"
    rf" as much damage on a successful one(.*)$",
    re.I,
)


@define
class Deed:
    """One action as understood. `kind` is attack, action, multiattack or nothing; `left` names what is not in it."""

    name: str
    kind: str = "nothing"
    keys: dict[str, Any] = Factory(dict)
    left: list[str] = Factory(list)


# ------------------------------------------------------------------------------------------------------- attacks


def read_attack(name: str, text: str) -> Deed | None:
    """An attack of a stat block, None when the prose is none.

    >>> bite = "Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 7 (2d4 + 2) piercing damage."
    >>> read_attack("Bite", bite).keys
    {'to_hit': 4, 'reach': '5 ft', 'damage': '2d4+2 piercing'}
    """
    text = plain(text)
    head = _HEAD.search(text)
    if head is None:
        return None
    before, rest = text[: head.start()].strip(" ."), text[head.end() :]
    found = _HIT.search(rest)
    where, hit = (rest[: found.start()], rest[found.end() :]) if found else _at_first_damage(rest)
    deed = Deed(name, "attack")
    if head.group(3) is not None:
        deed.keys["to_hit"] = int(head.group(3).replace(" ", ""))
    reach, far = _REACH.search(where), _RANGE.search(where)
    if reach:
        deed.keys["reach"] = f"{reach.group(1)} ft"
    if far:
        deed.keys["range"] = f"{far.group(1)}/{far.group(2)} ft" if far.group(2) else f"{far.group(1)} ft"
    if not reach and not far:
        deed.keys["reach"] = "5 ft"
    if (head.group(2) or "").lower() == "spell":
        deed.keys["properties"] = ["spell"]
    if re.search(r"with advantage", head.group(0) + where, re.I):
        favours = [term for pattern, term in _FAVOURS if pattern.search(head.group(0) + where)]
        if favours:
            deed.keys["advantage"] = favours
        else:
            deed.left.append("advantage")
    if before:
        deed.left.append(label(before))
    _limit(deed, where)
    rest = _damage(deed, hit)
    _riders(deed, rest)
    return deed


def _limit(deed: Deed, where: str) -> None:
    """Whom an attack can be made against alone: whoever is willing apart, which no enemy is."""
    states = _AGAINST.search(where)
    if states:
        names = re.split(r",? or |, ", states.group(1).lower())
        deed.keys["only"] = [re.sub(r" by .*", " by me", name) for name in names]
        return
    against = [word for word in ("willing", *CONDITIONS) if re.search(rf"\b{word}\b", where, re.I)]
    if against:
        deed.left.append(f"only against {' or '.join(against)} targets")


def _at_first_damage(rest: str) -> tuple[str, str]:
    """Where an attack without the word `Hit` goes over to what it does: behind the sentence that says how far."""
    found = re.search(r"(?:ft\b|target|creature)[^.]*?\. *", rest)
    return (rest[: found.end()], rest[found.end() :]) if found else (rest, "")


_TWO_HANDS: Final = re.compile(
    rf"^,? ?(?:or )?{AMOUNT},? (?:if|when) (?:used|wielded) with two hands(?: to make a melee attack)?", re.I
)
_AT_HALF: Final = re.compile(
    rf"^,? ?(?:-- ?)?or {AMOUNT} if the [\w' ]+? (?:is Bloodied|has half of its hit points or fewer)(?: ?--)?", re.I
)
_PLUS_IF: Final = re.compile(rf"^,? ?plus {AMOUNT} if the attack roll had advantage", re.I)
_PLUS: Final = re.compile(rf"^(?: ?--|,)? ?(?:plus|and) {AMOUNT}", re.I)
_OR_TYPE: Final = re.compile(rf"^ or ({'|'.join(TYPES)})(?: damage)?(?: \([^)]*\))?", re.I)
_OR: Final = re.compile(rf"^,? ?(?:-- ?)?or {AMOUNT}( [^,.-]*)?(?: ?--)?", re.I)
_FIRST: Final = re.compile(rf"^(?:the target takes )?{AMOUNT}", re.I)


def _damage(deed: Deed, hit: str) -> str:
    """Take the parts of the damage from the front of what a hit does; what follows is given back."""
    first = _FIRST.match(hit)
    if first is None:
        return hit
    parts, others = [amount(first)], {}  # type: tuple[list[str], dict[str, list[str]]]
    rest = hit[first.end() :]
    rest = re.sub(r"^ in melee(?= or )", "", rest)
    while True:
        for pattern, key in ((_TWO_HANDS, "versatile"), (_AT_HALF, "at_half"), (_PLUS_IF, "with_advantage")):
            found = pattern.match(rest)
            if found:
                others[key] = [amount(found)]
                break
        else:
            found = _PLUS.match(rest)
            if found:
                parts.append(amount(found))
                for key in ("versatile", "at_half"):
                    if key in others:
                        others[key].append(amount(found))
            else:
                found = _OR_TYPE.match(rest)
                if found:
                    deed.left.append(f"choice of {found.group(1).lower()} damage")
                else:
                    found = _OR.match(rest)
                    if found is None:
                        break
                    deed.left.append(_alternative(found.group(4) or ""))
        rest = rest[found.end() :]
    deed.keys["damage"] = parts if len(parts) > 1 else parts[0]
    for key, values in others.items():
        deed.keys[key] = values if len(values) > 1 else values[0]
    return rest


def _alternative(text: str) -> str:
    """What an alternative damage hangs on, in a few words."""
    for word, name in (("advantage", "advantage"), ("moved", "a charge"), ("grappled", "a grappled target")):
        if word in text:
            return f"other damage after {name}" if word == "moved" else f"other damage with {name}"
    for word in ("bloodied", "enlarged", "shillelagh", "range", "form"):
        if word in text.lower():
            return f"other damage: {word}"
    return "other damage"


def _riders(deed: Deed, text: str) -> None:
    """What a hit does beside its damage, as riders of the attack."""
    for rider, left in riders(text):
        run = rider.pop("after_moving", None)
        if run is not None:
            deed.keys["charge"] = {"run": run, **_of_charge(rider)}
        elif rider:
            deed.keys.setdefault("hit", []).append(tidy(rider))
        deed.left += left


def _of_charge(rider: dict[str, Any]) -> dict[str, Any]:
    """What a hit after a run brings: extra damage apart from the rest."""
    damage = [word for word in rider["fail"] if word.split(" ")[-1] in TYPES]
    rest = [word for word in rider["fail"] if word not in damage]
    made: dict[str, Any] = {"damage": damage if len(damage) > 1 else damage[0]} if damage else {}
    if rest:
        made["hit"] = [tidy({**{key: value for key, value in rider.items() if key != "fail"}, "fail": rest})]
    return made


def riders(text: str) -> list[tuple[dict[str, Any], list[str]]]:
    """Riders in prose, each with the labels of what of it was not understood."""
    text = re.sub(r"^[ ,.;]+(?:and )?", "", text.strip())
    if not text:
        return []
    made: list[tuple[dict[str, Any], list[str]]] = []
    for passage in _passages(text):
        if _ON_TERMS.search(passage):
            made.append(({}, [label(passage)]))
            continue
        sized = _SIZED.match(passage)
        if sized:
            rider, left = _sized(sized)
        else:
            rider, left = _plain(passage)
        made.append((rider, left))
    return made


# Terms that a rider has no words for: the whole passage is named instead.
_ON_TERMS: Final = re.compile(
    r"^(?:if (?:this|the \w+) damage reduces|if the target is (?:reduced|killed)|whenever)|instead of dealing damage|"
    r"attaches to (?:it|the target)|is a (?:large or smaller )?creature grappled by|is swallowed|be swallowed",
    re.I,
)


def _passages(text: str) -> list[str]:
    """A text cut where a new condition begins (`If the target ...`), so that what follows stays with it."""
    starts = [0] + [
        found.start(1)
        for found in re.finditer(
            r"[.] +(If (?:the|this|a) (?:target|damage|\w+ damage)|Whenever|Until the end of its next turn"
            r"|Instead of dealing|In addition|Hit or Miss)",
            text,
        )
    ]
    return [text[a:b].strip() for a, b in zip(starts, [*starts[1:], len(text)], strict=True)]


def _sized(found: re.Match[str]) -> tuple[dict[str, Any], list[str]]:
    """What befalls a target up to a size only, perhaps after a charge."""
    size, more, rest = found.group(1).lower(), found.group(2), found.group(3)
    rider, left = _plain(rest)
    moved = _MOVED.search(more)
    if moved and rider:
        rider = {"after_moving": f"{moved.group(1)} ft", **rider}
    elif more.strip():
        left.append(label(more))
    return ({"up_to": size, **rider} if rider and size != "gargantuan" else rider), left


def _plain(text: str) -> tuple[dict[str, Any], list[str]]:
    """A rider without a condition on the target's size."""
    only = _IF_CREATURE.match(text)
    left: list[str] = []
    if only:
        spared = (only.group(1) or only.group(2) or "").lower()
        if spared or "humanoid" in only.group(0)[:30].lower():
            rider, left = _plain(only.group(3))
            terms = [f"not {name}" for name in _SPARED.split(spared)] if spared else ["humanoid"]
            return ({"only": terms, **rider} if rider else rider), left
        text = only.group(3)
    new = re.search(
        r"(?:it|the target) (?:is subjected to the following effect|must make the following saving throw)\. (.*)", text
    )
    if new:
        rider, more = saved(new.group(1))
        before = consequences(text[: new.start()])
        if before.brings:
            more.append("save")
            rider = {}
        return (rider if rider.get("fail") else {}), left + before.left + more
    old = SAVE_OR.search(text)
    if old:
        before = consequences(text[: old.start()])
        rider, more = old_save(old.group(1), old.group(2))
        if before.brings:
            rider["fail"] = [*before.brings, *rider.get("fail", [])]
            more.append("save")
        return rider, left + before.left + more
    effects = consequences(text)
    return ({"fail": effects.brings} if effects.brings else {}), left + effects.left


def old_save(save: str, rest: str) -> tuple[dict[str, Any], list[str]]:
    """`DC 11 Strength saving throw` and what follows it, as in 5.1."""
    said = save_in(save)
    rider: dict[str, Any] = {"save": said[0] if said else ""}
    taking = _TAKING.match(rest)
    if taking:
        rider["fail"] = [amount(found) for found in re.finditer(AMOUNT, taking.group(1), re.I)]
        rider["half"] = True
        effects = consequences(taking.group(taking.re.groups))
    else:
        effects = consequences(rest)
    return _with(rider, effects)


def _with(rider: dict[str, Any], effects: Effects) -> tuple[dict[str, Any], list[str]]:
    """A rider with what was read for its failed save; empty when it would do nothing."""
    rider["fail"] = [*rider.get("fail", []), *effects.brings]
    if not rider["fail"]:
        return {}, effects.left or ["save"]
    if effects.repeats:
        rider["repeats"] = True
    if effects.by_5:
        rider["fail_by_5"] = effects.by_5
    if effects.wakes:
        rider["wakes"] = True
    return rider, effects.left


# --------------------------------------------------------------------------------------------------------- saves

PARTS: Final = re.compile(
    r"(First Failure|Second Failure|Subsequent Failures|Failure by \d+ or More|Failure or Success|Failure|Success): *",
    re.I,
)


def saved(text: str) -> tuple[dict[str, Any], list[str]]:
    """A save in the words of 5.2: `Dexterity Saving Throw: DC 15, each creature in a 30-ft Cone. Failure: ...`."""
    said = save_in(text)
    if said is None:
        return {}, [label(text)]
    pieces = PARTS.split(text)
    by_name = {pieces[i].lower(): pieces[i + 1].strip() for i in range(1, len(pieces) - 1, 2)}
    failure = by_name.get("failure", by_name.get("first failure", ""))
    if "second failure" in by_name:
        failure = re.sub(r", at which point (?:it|the target) repeats the save", "", failure)
    rider: dict[str, Any] = {"save": said[0]}
    effects = _failed(failure)
    rider["fail"] = effects.brings
    if effects.up_to:
        rider["fail"] = _sorted_out(effects)
    left = effects.left
    success = by_name.get("success", "")
    if re.match(r"half damage", success, re.I):
        rider["half"] = True
        success = re.sub(r"^half damage(?: only)?[ .,]*(?:and )?", "", success, flags=re.I)
    if success:
        good = consequences(success)
        if good.brings:
            rider["success"] = good.brings
        if good.immune_after:
            rider["immune_after"] = "success"
        left += [f"success: {name}" for name in good.left]
    if effects.repeats:
        rider["repeats"] = True
    if effects.wakes:
        rider["wakes"] = True
    return rider, _further(by_name, rider, left)


def _further(by_name: dict[str, str], rider: dict[str, Any], left: list[str]) -> list[str]:
    """Second failures, failures by five, and what comes either way; the labels of what is not understood."""
    second = by_name.get("second failure")
    if second:
        again = consequences(re.sub(r",? instead of the \w+ condition", "", second))
        if again.brings:
            rider["fails_again"] = again.brings[0]
        rider["repeats"] = True
        if again.wakes:
            rider["wakes"] = True
        rider["fail"] = [re.split(" for | until ", word)[0] for word in rider["fail"] if isinstance(word, str)]
        left = [name for name in left if "further condition" not in name and "save" not in name] + again.left
    for name in ("failure by 5 or more", "subsequent failures", "failure or success"):
        if name in by_name and "can't take this action again" not in by_name[name]:
            both = consequences(by_name[name])
            if name == "failure by 5 or more" and both.brings and rider["fail"]:
                rider["fail_by_5"] = lasting_alike(both.brings, [*both.brings, *rider["fail"]])
                if both.wakes:
                    rider["wakes"] = True
                left += both.left
                continue
            if name == "failure or success" and [word.split(" by ")[0] for word in both.brings] == ["maximum reduced"]:
                rider["fail"] += both.brings
                left.append("reduced maximum on a success")
            elif both.brings or both.left:
                left += [label(by_name[name])]
    return left


def _sorted_out(effects: Effects) -> list[Any]:
    """Damage, which falls on everybody, and after it what befalls a target up to a size only."""
    damage = [word for word in effects.brings if word.split(" ")[-1] in TYPES]
    rest = [word for word in effects.brings if word not in damage]
    return [*damage, {"up_to": effects.up_to, "fail": rest}] if rest else damage


def _failed(text: str) -> Effects:
    """What a failed save brings: damage parts first, then the rest."""
    parts: list[str] = []
    found = _FIRST.match(text)
    while found:
        parts.append(amount(found))
        text = text[found.end() :]
        found = _PLUS.match(text)
    text = re.sub(r"^[ ,.;]+(?:and )?", "", text)
    sized = _SIZED.match(text.strip())
    effects = consequences(
        re.sub(
            r"The target repeats the save at the end of its next turn if it is still Restrained,[^.]*|"
            r",? and repeats the save at the end of its next turn if it is still Restrained,[^.]*",
            "",
            sized.group(3) if sized else text,
        )
    )
    if sized:
        effects.up_to = sized.group(1).lower()
    effects.brings = [*parts, *effects.brings]
    return effects
