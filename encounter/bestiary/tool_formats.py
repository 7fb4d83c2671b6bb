"""Creatures as the tools of game masters keep them: Improved Initiative, 5etools, Fight Club, Foundry; to drafts."""

import html
import re
from collections.abc import Mapping
from typing import Any, Final
from xml.etree import ElementTree

from encounter.bestiary.data_formats import Data, figure, texts, whole
from encounter.bestiary.draft import Draft, Feature
from encounter.bestiary.reading import (
    ABILITY_NAMES,
    SKILL_NAMES,
    XP_BY_CR,
    challenge,
    defences,
    feet,
    proficiency_of,
    senses,
    signed_list,
    size_of,
    speeds,
)
from encounter.bestiary.text import average, dice, plain, untagged


class Unreadable(ValueError):
    """A file that cannot be read as what it seems to be; the message says why."""


def _noted(draft: Draft, key: str, text: str) -> None:
    known, left = defences(text)
    getattr(draft, key).extend(known)
    draft.ignored += [f"{key}: {what}" for what in left]


def _settle(draft: Draft) -> Draft:
    """What follows from what is there: proficiency and experience from the challenge rating, legendary actions."""
    if draft.proficiency is None:
        draft.proficiency = proficiency_of(draft.cr)
    if draft.xp is None:
        draft.xp = XP_BY_CR.get(draft.cr)
    if not draft.legendary and any(feature.section == "legendary action" for feature in draft.features):
        draft.legendary = 3
    return draft


# ---------------------------------------------------------------------------------------------- Improved Initiative


def is_improved_initiative(data: Any) -> bool:
    """Whether a value is a creature as Improved Initiative exports it."""
    return isinstance(data, Mapping) and isinstance(data.get("HP"), Mapping) and "Abilities" in data


_II_SECTIONS: Final = (
    *(("trait", "Traits"), ("action", "Actions"), ("bonus action", "BonusActions"), ("reaction", "Reactions")),
    *(("legendary action", "LegendaryActions"), ("legendary action", "MythicActions")),
)


def from_improved_initiative(data: Data) -> Draft:
    """A creature of Improved Initiative: its actions are prose."""
    draft = Draft(str(data.get("Name", "")))
    kind = str(data.get("Type", ""))
    draft.size, draft.type = size_of(kind), " ".join(kind.split(",")[0].split()[1:]).lower()
    draft.cr = challenge(data.get("Challenge"))
    draft.ac = figure(draft, "armor class", (data.get("AC") or {}).get("Value"))
    draft.hp = figure(draft, "hit points", data["HP"].get("Value"))
    draft.hp_dice = str(data["HP"].get("Notes") or "").strip("() ")
    draft.speed, draft.hovers = speeds(", ".join(map(str, data.get("Speed") or ())))
    draft.abilities = {str(k).lower(): n for k, v in data["Abilities"].items() if (n := whole(v)) is not None}
    bonus = whole(data.get("InitiativeModifier")) or 0
    draft.initiative = (draft.abilities.get("dex", 10) - 10) // 2 + bonus  # it keeps what is added to DEX
    for one in texts(data.get("Saves")):
        name, number = ABILITY_NAMES.get(str(one.get("Name", "")).lower()), whole(one.get("Modifier"))
        if name is not None and number is not None:
            draft.saves[name] = number
    for one in texts(data.get("Skills")):
        name, number = SKILL_NAMES.get(str(one.get("Name", "")).lower()), whole(one.get("Modifier"))
        if name is not None and number is not None:
            draft.skills[name] = number
    draft.senses, draft.blind_beyond = senses(", ".join(map(str, data.get("Senses") or ())))
    for key, name in (
        ("resist", "DamageResistances"),
        ("vulnerable", "DamageVulnerabilities"),
        ("immune", "DamageImmunities"),
        ("immune", "ConditionImmunities"),
    ):
        _noted(draft, key, "; ".join(map(str, data.get(name) or ())))
    for section, key in _II_SECTIONS:
        for one in texts(data.get(key)):
            name = " ".join(f"{one.get('Name', '')} {one.get('Usage') or ''}".split())
            draft.features.append(Feature(section, name, str(one.get("Content", ""))))
    return _settle(draft)


# --------------------------------------------------------------------------------------------------------- 5etools


def is_5etools(data: Any) -> bool:
    """Whether a value is a creature in the JSON of 5etools."""
    return isinstance(data, Mapping) and isinstance(data.get("hp"), Mapping) and "str" in data and "ac" in data


def _entries(value: Any) -> str:
    """The prose in nested `entries`."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return " ".join(part for one in value if (part := _entries(one)))
    if isinstance(value, Mapping):
        name = f"{value['name']}. " if isinstance(value.get("name"), str) else ""
        return name + _entries(value.get("entries") or value.get("items") or value.get("entry") or [])
    return ""


def _listed(value: Any, key: str) -> str:
    """Damage types in the lists of 5etools, whose special ones are mappings with a note."""
    parts = []
    for one in value if isinstance(value, list) else ():
        if isinstance(one, str):
            parts.append(one)
        elif isinstance(one, Mapping):
            inner = ", ".join(str(each) for each in one.get(key, ()) if isinstance(each, str))
            parts.append(str(one.get("special") or f"{inner} {one.get('note', '')}").strip())
    return "; ".join(parts)


def from_5etools(data: Data) -> Draft:
    """A creature of a user's own in the JSON of 5etools."""
    draft = Draft(str(data.get("name", "")))
    size = data.get("size")
    draft.size = size_of(str(size[0] if isinstance(size, list) and size else size or ""))
    kind = data.get("type")
    draft.type = str(kind.get("type", "") if isinstance(kind, Mapping) else kind or "").lower()
    cr = data.get("cr")
    draft.cr = challenge(cr.get("cr") if isinstance(cr, Mapping) else cr)
    armour = data["ac"][0] if isinstance(data["ac"], list) and data["ac"] else data["ac"]
    draft.ac = whole(armour.get("ac")) if isinstance(armour, Mapping) else whole(armour)
    draft.hp = figure(draft, "hit points", data["hp"].get("average"))
    draft.hp_dice = str(data["hp"].get("formula") or "")
    for name, value in (data.get("speed") or {}).items() if isinstance(data.get("speed"), Mapping) else ():
        number = feet(value.get("number") if isinstance(value, Mapping) else value)
        if number is not None and name in ("walk", "fly", "swim", "climb", "burrow"):
            draft.speed[name] = number
        draft.hovers |= name == "canHover" or (
            isinstance(value, Mapping) and "hover" in str(value.get("condition", ""))
        )
    draft.abilities = {name: n for name in ("str", "dex", "con", "int", "wis", "cha") if (n := whole(data.get(name)))}
    draft.saves = signed_list(", ".join(f"{k} {v}" for k, v in (data.get("save") or {}).items()), ABILITY_NAMES)
    draft.skills = signed_list(", ".join(f"{k} {v}" for k, v in (data.get("skill") or {}).items()), SKILL_NAMES)
    draft.senses, draft.blind_beyond = senses(", ".join(map(str, data.get("senses") or ())))
    for key, name in (
        ("resist", "resist"),
        ("vulnerable", "vulnerable"),
        ("immune", "immune"),
        ("immune", "conditionImmune"),
    ):
        _noted(draft, key, _listed(data.get(name), name))
    for section, name in (
        ("trait", "trait"),
        ("action", "action"),
        ("bonus action", "bonus"),
        ("reaction", "reaction"),
        ("legendary action", "legendary"),
    ):
        for one in texts(data.get(name)):
            draft.features.append(
                Feature(section, untagged(str(one.get("name", ""))), untagged(_entries(one.get("entries"))))
            )
    for one in texts(data.get("spellcasting")):
        draft.features.append(Feature("trait", "Spellcasting", untagged(_entries(one.get("headerEntries")))))
    draft.legendary = whole(data.get("legendaryActions")) or 0
    _initiative_of_5etools(draft, data.get("initiative"))
    return _settle(draft)


def _initiative_of_5etools(draft: Draft, start: Any) -> None:
    """A number, or a mapping with how often proficiency counts."""
    if isinstance(start, int | float):
        draft.initiative = whole(start)
    if isinstance(start, Mapping):
        draft.proficiency = proficiency_of(draft.cr)
        dex = (draft.abilities.get("dex", 10) - 10) // 2
        draft.initiative = whole(start.get("initiative"))
        if draft.initiative is None:
            draft.initiative = dex + (whole(start.get("proficiency")) or 0) * (draft.proficiency or 2)


# ------------------------------------------------------------------------------------------------------- Fight Club


def from_fight_club(text: str) -> list[Draft]:
    """The monsters of a Fight Club compendium.

    Raises Unreadable for XML that is broken or declares entities: those may grow without bound and are not expanded.
    """
    if re.search(r"<!\s*(?:DOCTYPE|ENTITY)", text, re.IGNORECASE):
        raise Unreadable("the XML declares a document type or entities, which are not read")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise Unreadable(f"broken XML: {error}") from None
    found = [root] if root.tag == "monster" else list(root.iter("monster"))
    return [_monster(one) for one in found]


_SECTIONS: Final = (
    ("trait", "trait"),
    ("action", "action"),
    ("reaction", "reaction"),
    ("legendary", "legendary action"),
)


def _monster(node: ElementTree.Element) -> Draft:
    def told(tag: str) -> str:
        return " ".join((node.findtext(tag) or "").split())

    draft = Draft(told("name"))
    draft.size, draft.type, draft.cr = size_of(told("size")), told("type").split(",")[0].lower(), challenge(told("cr"))
    armour, hits = re.match(r"\d+", told("ac")), re.match(r"(\d+)(?: ?\(([^)]*)\))?", told("hp"))
    draft.ac = int(armour.group()) if armour else None
    if hits:
        draft.hp, draft.hp_dice = int(hits.group(1)), hits.group(2) or ""
    draft.speed, draft.hovers = speeds(told("speed"))
    draft.abilities = {s: int(told(s)) for s in ("str", "dex", "con", "int", "wis", "cha") if told(s).isdigit()}
    draft.saves = signed_list(told("save"), ABILITY_NAMES)
    draft.skills = signed_list(", ".join(one.text or "" for one in node.iter("skill")), SKILL_NAMES)
    draft.senses, draft.blind_beyond = senses(told("senses"))
    for key, tag in (
        ("resist", "resist"),
        ("vulnerable", "vulnerable"),
        ("immune", "immune"),
        ("immune", "conditionImmune"),
    ):
        _noted(draft, key, told(tag))
    for tag, section in _SECTIONS:
        for one in node.findall(tag):
            text = " ".join(part.text or "" for part in one.findall("text"))
            bonus, damage = _fields(one.findtext("attack") or "")
            draft.features.append(Feature(section, one.findtext("name") or "", text, to_hit=bonus, damage=damage))
    return _settle(draft)


def _fields(text: str) -> tuple[int | None, tuple[tuple[str, str], ...]]:
    """`Bite|4|2d4+2`: the bonus and the dice, whose type is not said."""
    parts = text.split("|")
    bonus = int(parts[1]) if len(parts) > 1 and re.fullmatch(r"[+-]?\d{1,3}", parts[1].strip()) else None
    return bonus, ((parts[2], ""),) if len(parts) > 2 and dice(parts[2]) else ()


# ---------------------------------------------------------------------------------------------------------- Foundry

_FOUNDRY_SIZES: Final = {
    "tiny": "tiny",
    "sm": "small",
    "med": "medium",
    "lg": "large",
    "huge": "huge",
    "grg": "gargantuan",
}
_FOUNDRY_SKILLS: Final = {
    "acr": ("acrobatics", "dex"),
    "ani": ("animal handling", "wis"),
    "arc": ("arcana", "int"),
    "ath": ("athletics", "str"),
    "dec": ("deception", "cha"),
    "his": ("history", "int"),
    "ins": ("insight", "wis"),
    "itm": ("intimidation", "cha"),
    "inv": ("investigation", "int"),
    "med": ("medicine", "wis"),
    "nat": ("nature", "int"),
    "prc": ("perception", "wis"),
    "prf": ("performance", "cha"),
    "per": ("persuasion", "cha"),
    "rel": ("religion", "int"),
    "slt": ("sleight of hand", "dex"),
    "ste": ("stealth", "dex"),
    "sur": ("survival", "wis"),
}
_LONG: Final = {
    "str": "Strength",
    "dex": "Dexterity",
    "con": "Constitution",
    "int": "Intelligence",
    "wis": "Wisdom",
    "cha": "Charisma",
}
_ACTIVATIONS: Final = {
    "bonus": "bonus action",
    "reaction": "reaction",
    "legendary": "legendary action",
    "lair": "lair action",
}


def is_foundry(data: Any) -> bool:
    """Whether a value is an actor of Foundry's dnd5e system."""
    return isinstance(data, Mapping) and isinstance(data.get("system"), Mapping) and "abilities" in data["system"]


def number(value: Any) -> int | None:
    """A whole number that may be written as text."""
    if isinstance(value, str) and re.fullmatch(r"\s*[+-]?\d{1,6}\s*", value):
        return int(value)
    return whole(value)


def from_foundry(data: Data) -> Draft:
    """An actor of Foundry. The attack bonuses and DCs that it derives from ability and proficiency are derived here."""
    system = data["system"]
    draft = Draft(str(data.get("name", "")))
    traits, attributes, details = (
        system.get("traits") or {},
        system.get("attributes") or {},
        system.get("details") or {},
    )
    draft.size = _FOUNDRY_SIZES.get(str(traits.get("size", "")), "")
    kind = details.get("type")
    draft.type = str(kind.get("value", "") if isinstance(kind, Mapping) else kind or "").lower()
    draft.cr = challenge(details.get("cr"))
    draft.proficiency = proficiency_of(draft.cr) or 2
    abilities = system["abilities"]
    draft.abilities = {name: n for name in _LONG if (n := number((abilities.get(name) or {}).get("value"))) is not None}
    modifiers = {name: (draft.abilities.get(name, 10) - 10) // 2 for name in _LONG}
    draft.saves = {
        n: modifiers[n] + draft.proficiency for n in _LONG if number((abilities.get(n) or {}).get("proficient")) == 1
    }
    for code, (skill, ability) in _FOUNDRY_SKILLS.items():
        times = whole(((system.get("skills") or {}).get(code) or {}).get("value"))
        if times:
            draft.skills[skill] = modifiers[ability] + times * draft.proficiency
    hits = attributes.get("hp") or {}
    draft.hp, draft.hp_dice = number(hits.get("max")) or number(hits.get("value")), str(hits.get("formula") or "")
    draft.ac = _foundry_armour(attributes.get("ac") or {}, texts(data.get("items")), modifiers["dex"])
    _foundry_lengths(draft, attributes)
    for key, name in (("resist", "dr"), ("vulnerable", "dv"), ("immune", "di"), ("immune", "ci")):
        told = traits.get(name) or {}
        _noted(draft, key, "; ".join([*map(str, told.get("value") or ()), str(told.get("custom") or "")]))
    legendary = (system.get("resources") or {}).get("legact") or {}
    draft.legendary = whole(legendary.get("max")) or 0
    for item in texts(data.get("items")):
        feature = _foundry_item(item, modifiers, draft.proficiency)
        if feature is None:
            draft.ignored.append(f"{item.get('type', 'item')} {item.get('name', '')}")
        else:
            draft.features.append(feature)
    resistance = whole(((system.get("resources") or {}).get("legres") or {}).get("max"))
    if resistance and not any(feature.name.lower().startswith("legendary resistance") for feature in draft.features):
        draft.features.append(Feature("trait", "Legendary Resistance", "", uses=resistance))
    return _settle(draft)


def _foundry_armour(ac: Data, items: list[Data], dex: int) -> int | None:
    flat = number(ac.get("flat"))
    if flat is not None:
        return flat
    worn = [(item.get("system") or {}).get("armor") or {} for item in items if item.get("type") == "equipment"]
    kinds = [
        str(((item.get("system") or {}).get("type") or {}).get("value", ""))
        for item in items
        if item.get("type") == "equipment"
    ]
    base, shield = 10 + dex, 0
    for armour, kind in zip(worn, kinds, strict=True):
        value = number(armour.get("value"))
        if value is None:
            continue
        if kind == "shield":
            shield = value
        elif kind in ("light", "medium", "heavy"):
            most = {"light": dex, "medium": min(dex, 2), "heavy": 0}[kind]
            base = value + most
    return base + shield


def _foundry_lengths(draft: Draft, attributes: Data) -> None:
    movement, sensing = attributes.get("movement") or {}, attributes.get("senses") or {}
    for name in ("walk", "fly", "swim", "climb", "burrow"):
        length = number(movement.get(name))
        if length:
            draft.speed[name] = length
    draft.hovers = movement.get("hover") is True
    ranges = sensing.get("ranges") or sensing
    for name in ("darkvision", "blindsight", "tremorsense", "truesight"):
        length = number(ranges.get(name))
        if length:
            draft.senses[name] = length
    bonus = number((attributes.get("init") or {}).get("bonus"))
    if bonus is not None:
        draft.initiative = (draft.abilities.get("dex", 10) - 10) // 2 + bonus


def _foundry_item(item: Data, modifiers: dict[str, int], proficiency: int) -> Feature | None:
    """An item as a feature whose prose is completed from its fields; None for what is no feature, such as armour."""
    system = item.get("system") or {}
    if item.get("type") not in ("weapon", "feat"):
        return None
    activities = [one for one in (system.get("activities") or {}).values() if isinstance(one, Mapping)]
    first: Data = activities[0] if activities else {}
    cost = str((first.get("activation") or {}).get("type") or "")
    is_trait = "trait" in (system.get("properties") or ()) or not activities
    section = "trait" if is_trait and item.get("type") == "feat" else _ACTIVATIONS.get(cost, "action")
    if str(item.get("name", "")).lower() == "multiattack":
        section = "action"
    text = plain(html.unescape(re.sub(r"<[^>]+>", " ", str((system.get("description") or {}).get("value") or ""))))
    attack, hit = _foundry_attack(item, first, modifiers, proficiency)
    save = _foundry_save(first, modifiers, proficiency)
    text = re.sub(r"\[\[/attack[^\]]*\]\](?:\{[^}]*\})?\.?", attack, text)
    text = re.sub(r"\[\[/damage[^\]]*\]\](?:\{[^}]*\})?", hit, text, count=1)
    text = re.sub(r"\[\[/save[^\]]*\]\](?:\{[^}]*\})?", save, text)
    text = re.sub(r"&Reference\[([A-Za-z]+)[^\]]*\](?:\{[^}]*\})?", r"\1", text)
    text = re.sub(
        r"\[\[[^\]]*\]\]\{([^}]*)\}|@\w+\[[^\]]*\]\{([^}]*)\}", lambda m: m.group(1) or m.group(2) or "", text
    )
    if attack and "Attack" not in text:
        text = f"{attack} {hit}. {text}"
    uses = system.get("uses") or {}
    recovery = texts(uses.get("recovery"))
    low = next((number(one.get("formula")) for one in recovery if one.get("period") == "recharge"), None)
    daily = number(uses.get("max")) if any(one.get("period") == "day" for one in recovery) else None
    recharge = "" if low is None else "6" if low == 6 else f"{low}-6"
    price = number((first.get("activation") or {}).get("value")) or 1
    return Feature(section, str(item.get("name", "")), text, recharge, daily or 0, price)


def _foundry_attack(item: Data, activity: Data, modifiers: dict[str, int], proficiency: int) -> tuple[str, str]:
    """`Melee Attack Roll: +4, reach 5 ft.` and `Hit: 5 (1d6 + 2) Piercing damage` from the fields of a weapon."""
    if activity.get("type") != "attack":
        return "", ""
    system = item.get("system") or {}
    told = activity.get("attack") or {}
    reach, far = number((system.get("range") or {}).get("reach")), number((system.get("range") or {}).get("value"))
    kind = str((system.get("type") or {}).get("value", ""))
    is_ranged = (told.get("type") or {}).get("value") == "ranged" or kind in ("simpleR", "martialR")
    ability = str(told.get("ability") or "")
    if ability not in modifiers:
        finesse = "fin" in (system.get("properties") or ())
        ability = "dex" if is_ranged or (finesse and modifiers["dex"] > modifiers["str"]) else "str"
    bonus = number(told.get("bonus")) or 0
    to_hit = bonus if told.get("flat") is True else modifiers[ability] + proficiency + bonus
    thrown = "thr" in (system.get("properties") or ())
    long = number((system.get("range") or {}).get("long"))
    where = f"range {far}/{long} ft." if long else f"range {far or 5} ft."
    near = f"reach {reach or 5} ft."
    word, place = (
        ("Ranged", where)
        if is_ranged
        else ("Melee or Ranged", f"{near} or {where}")
        if thrown and far
        else ("Melee", near)
    )
    parts = [_foundry_part((system.get("damage") or {}).get("base") or {}, modifiers[ability])]
    if (activity.get("damage") or {}).get("includeBase") is not True:
        parts = []
    parts += [_foundry_part(one, 0) for one in texts((activity.get("damage") or {}).get("parts"))]
    shown = " plus ".join(part for part in parts if part)
    return f"{word} Attack Roll: {to_hit:+d}, {place}", f"Hit: {shown}" if shown else "Hit:"


def _foundry_part(part: Data, modifier: int) -> str:
    """`5 (1d6 + 2) Piercing damage`; "" where there are no dice."""
    count, sides, types = number(part.get("number")), number(part.get("denomination")), part.get("types") or ()
    custom = (part.get("custom") or {}).get("formula") if (part.get("custom") or {}).get("enabled") else None
    extra = number(part.get("bonus"))
    formula = (
        dice(str(custom)) if custom else dice(f"{count}d{sides}{modifier + (extra or 0):+d}") if count and sides else ""
    )
    if not formula or not types:
        return ""
    return f"{average(formula)} ({formula}) {types[0]} damage"


def _foundry_save(activity: Data, modifiers: dict[str, int], proficiency: int) -> str:
    told = activity.get("save") or {}
    abilities = told.get("ability") or ()
    ability = str(abilities if isinstance(abilities, str) else abilities[0] if abilities else "")
    rule = told.get("dc") or {}
    dc = number(rule.get("formula"))
    if dc is None and rule.get("calculation") in modifiers:
        dc = 8 + proficiency + modifiers[rule["calculation"]]
    return f"{_LONG[ability]} Saving Throw: DC {dc}" if ability in _LONG and dc else ""
