"""Creatures in the JSON of data sets: 5e-bits (SRD 5.1), dndwright (SRD 5.2.1) and open5e v2, to drafts."""

import re
from collections.abc import Mapping
from typing import Any, Final

from encounter.bestiary.draft import Draft, Feature
from encounter.bestiary.reading import (
    SKILLS,
    XP_BY_CR,
    challenge,
    defences,
    feet,
    proficiency_of,
    senses,
    size_of,
)
from encounter.bestiary.text import ABILITIES, plain

Data = Mapping[str, Any]


def whole(value: Any) -> int | None:
    """A whole number, None for anything else: no NaN, no text, no yes and no."""
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value or abs(value) > 1e6:
        return None
    return int(value)


def figure(draft: Draft, name: str, value: Any) -> int | None:
    """A figure at the head of a block; whatever stands there and is no whole number is named."""
    number = whole(value)
    if number is None and value is not None:
        draft.ignored.append(f"{name}: {str(value)[:40]!r} is no number")
    return number


def bonus(value: Any) -> int | None:
    """A bonus: a number, or text such as `+10 (20)`, whose first number counts.

    >>> bonus("+10 (20)"), bonus(-1), bonus("\\u22121"), bonus(None), bonus(float("nan"))
    (10, -1, -1, None, None)
    """
    if isinstance(value, str):
        found = re.match(r"[+-]?\d{1,3}\b", plain(value))
        return int(found.group()) if found else None
    return whole(value)


def texts(value: Any) -> list[Data]:
    """A list of mappings; anything else in it is left out."""
    return [one for one in value if isinstance(one, Mapping)] if isinstance(value, list) else []


def legendary_uses(text: str) -> int:
    """How many legendary actions a round an introduction grants; 3 where it gives no number."""
    found = re.search(r"(?:Uses: (\d)|can take (\d) legendary)", plain(text))
    return int(found.group(1) or found.group(2)) if found else 3


def _noted(draft: Draft, key: str, text: str) -> None:
    """Enter a printed list of defences under `key`, naming what of it is not understood."""
    known, left = defences(text)
    values: list[str] = getattr(draft, key)
    values += known
    draft.ignored += [f"{key}: {what}" for what in left]


# --------------------------------------------------------------------------------------------------------- 5e-bits


def typed(type_: Any, subtype: Any) -> str:
    """The type of a creature with its tags in brackets: `humanoid (elf)`.

    >>> typed("Humanoid", "elf"), typed("beast", None), typed("humanoid", "any race")
    ('humanoid (elf)', 'beast', 'humanoid')
    """
    told, tag = str(type_ or "").lower(), str(subtype or "").lower()
    return told if not tag or tag.startswith("any") else f"{told} ({tag})"


def is_5ebits(data: Any) -> bool:
    """Whether a value is a creature as 5e-bits writes it."""
    return isinstance(data, Mapping) and "hit_points" in data and "challenge_rating" in data and "armor_class" in data


def from_5ebits(data: Data) -> Draft:
    """A creature of 5e-bits, as in its `5e-SRD-Monsters.json`."""
    draft = Draft(str(data.get("name", "")))
    draft.size, draft.type = size_of(str(data.get("size", ""))), typed(data.get("type"), data.get("subtype"))
    draft.cr = challenge(data.get("challenge_rating"))
    draft.xp = whole(data.get("xp"))
    armour = data.get("armor_class")
    draft.ac = figure(draft, "armor class", armour[0].get("value") if texts(armour) else armour)  # type: ignore[index]
    draft.hp = figure(draft, "hit points", data.get("hit_points"))
    draft.hp_dice = str(data.get("hit_points_roll") or data.get("hit_dice") or "")
    speed = data.get("speed")
    if isinstance(speed, Mapping):
        for name, value in speed.items():
            number = feet(value)
            if name == "hover":
                draft.hovers = bool(value)
            elif number is not None:
                draft.speed[str(name)] = number
    draft.abilities = {short: n for word, short in ABILITIES.items() if (n := whole(data.get(word))) is not None}
    draft.proficiency = whole(data.get("proficiency_bonus")) or proficiency_of(draft.cr)
    for one in texts(data.get("proficiencies")):
        index = str(one.get("proficiency", {}).get("index", ""))
        number = whole(one.get("value"))
        if number is None:
            continue
        if index.startswith("saving-throw-"):
            draft.saves[index[13:]] = number
        elif index.startswith("skill-") and index[6:].replace("-", " ") in SKILLS:
            draft.skills[index[6:].replace("-", " ")] = number
    _rest_of_5ebits(draft, data)
    return draft


def _rest_of_5ebits(draft: Draft, data: Data) -> None:
    """Senses, defences and features."""
    told = data.get("senses") or {}
    joined = ", ".join(f"{name} {value}" for name, value in told.items()) if isinstance(told, Mapping) else ""
    draft.senses, draft.blind_beyond = senses(joined)
    for key, name in (("resist", "resistances"), ("vulnerable", "vulnerabilities"), ("immune", "immunities")):
        _noted(draft, key, "; ".join(str(one) for one in data.get(f"damage_{name}") or ()))
    _noted(draft, "immune", "; ".join(str(one.get("index", "")) for one in texts(data.get("condition_immunities"))))
    for section, key in (
        ("trait", "special_abilities"),
        ("action", "actions"),
        ("reaction", "reactions"),
        ("legendary action", "legendary_actions"),
    ):
        draft.features += [_feature_5ebits(section, one) for one in texts(data.get(key))]
    if data.get("legendary_actions"):
        draft.legendary = 3


def _feature_5ebits(section: str, data: Data) -> Feature:
    usage = data.get("usage") or {}
    recharge, uses = "", 0
    if usage.get("type") == "recharge on roll":
        low = whole(usage.get("min_value")) or 6
        recharge = "6" if low == 6 else f"{low}-6"
    elif usage.get("type") == "recharge after rest":
        recharge = "rest"
    elif usage.get("type") == "per day":
        uses = whole(usage.get("times")) or 1
    damage = []
    for part in texts(data.get("damage")):
        type_ = part.get("damage_type")
        if "damage_dice" in part and isinstance(type_, Mapping):
            damage.append((str(part["damage_dice"]), str(type_.get("index", ""))))
    to_hit = whole(data.get("attack_bonus")) if "attack" in str(data.get("desc", "")).lower() else None
    return Feature(
        section, str(data.get("name", "")), str(data.get("desc", "")), recharge, uses, 1, to_hit, tuple(damage)
    )


# ------------------------------------------------------------------------------------------------------- dndwright


def is_dndwright(data: Any) -> bool:
    """Whether a value is a creature as dndwright writes it."""
    return isinstance(data, Mapping) and "hp_formula" in data and "creature_type" in data


_STRAY: Final = re.compile(r"(?<=[.!?)]) (?:[A-Z][\w'’-]+)(?: (?:of )?[A-Z][\w'’-]+){0,2}$")


_HIT_DIE: Final = {"4": "tiny", "6": "small", "8": "medium", "10": "large", "12": "huge", "20": "gargantuan"}


def size_by_hit_die(formula: str, told: str) -> str:
    """The size that the hit dice of the SRD go with, where the source tells another.

    `Medium or Small` has become the second of the two in this source, and a swarm has the size of its members.

    >>> size_by_hit_die("9d8 + 27", "small"), size_by_hit_die("3d6", "small"), size_by_hit_die("", "huge")
    ('medium', 'small', 'huge')
    """
    found = re.search(r"d(\d+)", formula)
    return _HIT_DIE.get(found.group(1), told) if found else told


def from_dndwright(data: Data) -> Draft:
    """A creature of dndwright's `creatures.json`. The heading of the next group that some texts end in is cut off."""
    draft = Draft(str(data.get("name", "")))
    draft.size = size_of(str(data.get("size", "")))
    draft.type = typed(data.get("creature_type"), data.get("creature_subtype"))
    draft.cr, draft.xp = challenge(data.get("cr")), whole(data.get("xp"))
    draft.ac, draft.hp, draft.hp_dice = whole(data.get("ac")), whole(data.get("hp")), str(data.get("hp_formula") or "")
    draft.size = size_by_hit_die(draft.hp_dice, draft.size)
    draft.initiative = bonus(data.get("initiative"))
    for name, value in (data.get("speed") or {}).items():
        number = feet(value)
        if name == "hover":
            draft.hovers = bool(value)
        elif number is not None:
            draft.speed[str(name)] = number
    draft.abilities = {str(name): n for name, value in (data.get("abilities") or {}).items() if (n := whole(value))}
    draft.proficiency = whole(data.get("proficiency_bonus")) or proficiency_of(draft.cr)
    draft.saves = {
        str(name): n for name, value in (data.get("saving_throws") or {}).items() if (n := whole(value)) is not None
    }
    skills = {str(name).replace("_", " "): whole(value) for name, value in (data.get("skills") or {}).items()}
    draft.skills = {name: n for name, n in skills.items() if name in SKILLS and n is not None}
    joined = ", ".join(f"{name} {value}" for name, value in (data.get("senses") or {}).items())
    draft.senses, draft.blind_beyond = senses(joined)
    for key, name in (
        ("resist", "damage_resistances"),
        ("vulnerable", "damage_vulnerabilities"),
        ("immune", "damage_immunities"),
    ):
        _noted(draft, key, "; ".join(str(one) for one in data.get(name) or ()))
    _noted(draft, "immune", "; ".join(str(one) for one in data.get("condition_immunities") or ()))
    _features_of_dndwright(draft, data)
    if data.get("legendary_actions"):
        draft.legendary = legendary_uses(str(data.get("legendary_actions_intro", "")))
    if data.get("swarm"):
        draft.features.append(Feature("trait", "Swarm", ""))
    return draft


def _features_of_dndwright(draft: Draft, data: Data) -> None:
    for section, key in (
        ("trait", "traits"),
        ("action", "actions"),
        ("bonus action", "bonus_actions"),
        ("reaction", "reactions"),
        ("legendary action", "legendary_actions"),
    ):
        for one in texts(data.get(key)):
            text = _STRAY.sub("", str(one.get("text", "")).strip())
            recharge = str(one.get("recharge") or "").replace("\u2013", "-")
            if "rest" in recharge.lower():
                recharge = "rest"
            daily = re.match(r"(\d+)/day", str(one.get("uses") or ""), re.I)
            damage = tuple((str(part.get("dice", "")), str(part.get("type", ""))) for part in texts(one.get("damage")))
            draft.features.append(
                Feature(
                    section,
                    str(one.get("name", "")),
                    text,
                    recharge,
                    int(daily.group(1)) if daily else 0,
                    1,
                    whole(one.get("attack_bonus")),
                    damage,
                )
            )


# ------------------------------------------------------------------------------------------------------ open5e, v2

_KINDS: Final = {
    "ACTION": "action",
    "BONUS_ACTION": "bonus action",
    "REACTION": "reaction",
    "LEGENDARY_ACTION": "legendary action",
    "LAIR_ACTION": "lair action",
}


def is_open5e(data: Any) -> bool:
    """Whether a value is one or more tables of open5e's own data files, or a creature of its API, version 2."""
    if not isinstance(data, Mapping):
        return False
    fields = data.get("fields", data)
    return (
        ("Creature" in data and isinstance(data["Creature"], list))
        or (isinstance(fields, Mapping) and "ability_score_strength" in fields)
        or ("ability_scores" in data and "armor_class" in data and "traits" in data)
    )


def from_open5e(data: Data) -> list[Draft]:
    """Every creature of open5e's tables, or the one that the API answered with."""
    if "Creature" not in data and "ability_scores" in data:
        return [_from_api(data)]
    rows = texts(data.get("Creature")) or [data]
    drafts = []
    for row in rows:
        parent = row.get("pk")
        fields = row.get("fields", row)
        draft = _open5e_head(fields)
        for one in texts(data.get("CreatureTrait")):
            if one["fields"].get("parent") == parent:
                draft.features.append(
                    Feature("trait", str(one["fields"].get("name", "")), str(one["fields"].get("desc", "")))
                )
        for one in texts(data.get("CreatureAction")):
            if one["fields"].get("parent") == parent:
                draft.features.append(_open5e_action(one["fields"]))
        if any(feature.section == "legendary action" for feature in draft.features):
            draft.legendary = 3
        drafts.append(draft)
    return drafts


def _open5e_head(fields: Data) -> Draft:
    draft = Draft(str(fields.get("name", "")))
    draft.size, draft.type = size_of(str(fields.get("size", ""))), str(fields.get("type", "")).lower()
    draft.cr = challenge(fields.get("challenge_rating") or fields.get("challenge_rating_decimal"))
    draft.xp = whole(fields.get("experience_points_integer")) or XP_BY_CR.get(draft.cr)
    draft.ac = figure(draft, "armor class", fields.get("armor_class"))
    draft.hp = figure(draft, "hit points", fields.get("hit_points"))
    draft.hp_dice = str(fields.get("hit_dice") or "")
    draft.initiative = bonus(fields.get("initiative_bonus"))
    draft.proficiency = whole(fields.get("proficiency_bonus")) or proficiency_of(draft.cr)
    for name in ("walk", "fly", "swim", "climb", "burrow"):
        number = whole(fields.get(name))
        if number:
            draft.speed[name] = number
    draft.hovers = fields.get("hover") is True
    for word, short in ABILITIES.items():
        number = whole(fields.get(f"ability_score_{word}"))
        if number is not None:
            draft.abilities[short] = number
        save = whole(fields.get(f"saving_throw_{word}"))
        if save is not None and number is not None and save != (number - 10) // 2:
            draft.saves[short] = save
    for skill in SKILLS:
        number = whole(fields.get(f"skill_bonus_{skill.replace(' ', '_')}"))
        if number is not None:
            draft.skills[skill] = number
    for name in ("darkvision", "blindsight", "tremorsense", "truesight"):
        number = whole(fields.get(f"{name}_range"))
        if number:
            draft.senses[name] = number
    for key, name in (("resist", "resistances"), ("vulnerable", "vulnerabilities"), ("immune", "immunities")):
        told = fields.get(f"damage_{name}_display") or "; ".join(map(str, fields.get(f"damage_{name}") or ()))
        _noted(draft, key, str(told))
    _noted(
        draft,
        "immune",
        str(
            fields.get("condition_immunities_display") or "; ".join(map(str, fields.get("condition_immunities") or ()))
        ),
    )
    for key in ("resist", "immune"):
        if fields.get(f"nonmagical_attack_{'resistance' if key == 'resist' else 'immunity'}") is True:
            getattr(draft, key).extend(f"{t} from nonmagical attacks" for t in ("bludgeoning", "piercing", "slashing"))
    return draft


def _open5e_action(fields: Data) -> Feature:
    section = _KINDS.get(str(fields.get("action_type") or "ACTION"), "action")
    kind, number = str(fields.get("uses_type") or fields.get("limited_to_form") or ""), whole(fields.get("uses_param"))
    recharge, uses = "", 0
    if kind == "PER_DAY":
        uses = number or 1
    elif kind == "RECHARGE_ON_ROLL":
        recharge = "6" if number in (None, 6) else f"{number}-6"
    elif kind.startswith("RECHARGE"):
        recharge = "rest"
    cost = whole(fields.get("legendary_action_cost") or fields.get("legendary_cost")) or 1
    return Feature(section, str(fields.get("name", "")), str(fields.get("desc", "")), recharge, uses, cost)


def _called(value: Any) -> str:
    """The name in `{"name": ...}`, or the text itself."""
    return str(value.get("name", "") if isinstance(value, Mapping) else value or "")


def _from_api(data: Data) -> Draft:
    """A creature in the answers of open5e's API, version 2."""
    draft = Draft(str(data.get("name", "")))
    draft.size, draft.type = size_of(_called(data.get("size"))), _called(data.get("type")).lower()
    draft.cr = challenge(data.get("challenge_rating_decimal") or data.get("challenge_rating"))
    draft.xp = whole(data.get("experience_points")) or XP_BY_CR.get(draft.cr)
    draft.ac = figure(draft, "armor class", data.get("armor_class"))
    draft.hp = figure(draft, "hit points", data.get("hit_points"))
    draft.hp_dice = str(data.get("hit_dice") or "")
    draft.initiative = bonus(data.get("initiative_bonus"))
    draft.proficiency = whole(data.get("proficiency_bonus")) or proficiency_of(draft.cr)
    draft.abilities = {
        short: n
        for word, short in ABILITIES.items()
        if (n := whole((data.get("ability_scores") or {}).get(word))) is not None
    }
    draft.saves = {
        short: n
        for word, short in ABILITIES.items()
        if (n := whole((data.get("saving_throws") or {}).get(word))) is not None
    }
    draft.skills = {
        s: n for s in SKILLS if (n := whole((data.get("skill_bonuses") or {}).get(s.replace(" ", "_")))) is not None
    }
    _rest_of_api(draft, data)
    return draft


def _rest_of_api(draft: Draft, data: Data) -> None:
    """Speeds, senses, defences and features."""
    told = data.get("speed") or {}
    draft.speed = {name: n for name in ("walk", "fly", "swim", "climb", "burrow") if (n := whole(told.get(name)))}
    draft.hovers = told.get("hover") is True
    draft.senses = {
        n: v for n in ("darkvision", "blindsight", "tremorsense", "truesight") if (v := whole(data.get(f"{n}_range")))
    }
    shown = data.get("resistances_and_immunities") or {}
    for key, name in (
        ("resist", "damage_resistances"),
        ("vulnerable", "damage_vulnerabilities"),
        ("immune", "damage_immunities"),
        ("immune", "condition_immunities"),
    ):
        _noted(draft, key, str(shown.get(f"{name}_display") or ""))
    draft.features = [
        Feature("trait", str(one.get("name", "")), str(one.get("desc", ""))) for one in texts(data.get("traits"))
    ]
    draft.features += [_open5e_action(one) for one in texts(data.get("actions"))]
    if any(feature.section == "legendary action" for feature in draft.features):
        draft.legendary = 3


__all__ = ["from_5ebits", "from_dndwright", "from_open5e", "is_5ebits", "is_dndwright", "is_open5e"]
