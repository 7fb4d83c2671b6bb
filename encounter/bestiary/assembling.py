"""A draft of a stat block to the keys of a scenario file, with the names of what it does not say."""

import re
from typing import Any, Final

from attrs import Factory, define, evolve

from encounter.bestiary.automatic import read_trait
from encounter.bestiary.deeds import nearest_attack, read_action
from encounter.bestiary.draft import Draft, Feature
from encounter.bestiary.effects import label, tidy
from encounter.bestiary.idle import is_without_effect
from encounter.bestiary.multiattack import read_multiattack
from encounter.bestiary.prose import Deed, read_attack, riders
from encounter.bestiary.spells import cast_with_action, read_spells
from encounter.bestiary.swallowing import read_swallow
from encounter.bestiary.text import TYPES, average, dice, plain
from encounter.scenario.whom import types_of

SPEEDS: Final = ("walk", "burrow", "climb", "fly", "swim")
SENSES: Final = ("blindsight", "darkvision", "tremorsense", "truesight")


class BadStatBlock(ValueError):
    """A stat block without something that no fight can do without; the message names creature and field."""


@define
class Made:
    """A creature in the keys of a scenario file. `left` names what of it they do not say; `facts` are its name, CR and
    the like, which a fight does not need."""

    name: str
    keys: dict[str, Any] = Factory(dict)
    left: list[str] = Factory(list)
    facts: dict[str, Any] = Factory(dict)
    warnings: list[str] = Factory(list)
    without_effect: list[str] = Factory(list)  # actions that change nothing in a fight


_USES: Final = re.compile(
    r"\s*\((?:(?P<number>\d+)/day(?: each)?|recharge (?:after|on) (?:a )?(?P<rest>[\w ]*rest)s?|recharge "
    r"(?P<low>\d)(?: ?[-–—] ?6)?"
    r"|costs? (?P<cost>\d) actions?)(?P<more>[;,][^)]*)?\)",
    re.IGNORECASE,
)


def told_name(feature: Feature) -> Feature:
    """A feature whose name says how often it may be used, with that in its own fields.

    >>> told_name(Feature("action", "Fire Breath (Recharge 5-6)", "")).recharge
    '5-6'
    >>> told_name(Feature("trait", "Legendary Resistance (3/Day, or 4/Day in Lair)", "")).uses
    3
    """
    name, recharge, uses, cost = feature.name.strip(" .:"), feature.recharge, feature.uses, feature.cost
    found = _USES.search(name)
    while found:
        if found["number"]:
            uses = int(found["number"])
        elif found["rest"]:
            recharge = "rest"
        elif found["low"]:
            recharge = "6" if found["low"] == "6" else f"{found['low']}-6"
        else:
            cost = int(found["cost"])
        name = (name[: found.start()] + name[found.end() :]).strip()
        found = _USES.search(name)
    return Feature(feature.section, name, feature.text, recharge, uses, cost, feature.to_hit, feature.damage)


_BREATH: Final = re.compile(r"(?:^|\n|\. |\*)\**([A-Z][a-z]+ Breath)\.?\** ")


def apart(feature: Feature) -> list[Feature]:
    """`Breath Weapons` with several breaths in one paragraph as several features; any other feature alone.

    >>> text = "The dragon uses one of these.\\nFire Breath. It burns.\\nSleep Breath. It sleeps."
    >>> [one.name for one in apart(Feature("action", "Breath Weapons", text))]
    ['Fire Breath', 'Sleep Breath']
    """
    if feature.section == "legendary action":
        return either(feature)
    if not feature.name.lower().startswith("breath weapon"):
        return [feature]
    pieces = _BREATH.split(feature.text)
    names = range(1, len(pieces) - 1, 2)
    return [evolve(feature, name=pieces[i], text=pieces[i + 1].strip()) for i in names] or [feature]


_EITHER_USE: Final = re.compile(
    r"^(.+?) (makes? [^.]*?),? or (uses? (?:its |the )?([A-Z][\w' -]+?))(?: action)?\.(.*)$", re.S
)
_EITHER_ATTACK: Final = re.compile(
    r"^(.+? makes? (?:one|a|an)) ([\w' -]+?)(?: attack)?,? or (?:one |a |an |its )?([\w' -]+?) attack\.(.*)$", re.S
)


def either(feature: Feature) -> list[Feature]:
    """A legendary action that is an attack or something else as one of each; any other alone.

    >>> text = "The mummy lord makes one attack with its rotting fist or uses its Dreadful Glare."
    >>> [(one.name, one.text) for one in either(Feature("legendary action", "Attack", text))][1]
    ('Dreadful Glare', 'The mummy lord uses its Dreadful Glare.')
    >>> text = "The tarrasque makes one claw attack or tail attack."
    >>> [one.text for one in either(Feature("legendary action", "Attack", text))]
    ['The tarrasque makes one claw attack.', 'The tarrasque makes one tail attack.']
    """
    text = plain(feature.text)
    found = _EITHER_USE.match(text)
    if found:
        who, makes, uses, name, rest = found.groups()
        second = evolve(feature, name=name, text=f"{who} {uses}.{rest}")
        return [evolve(feature, text=f"{who} {makes}.{rest}"), second]
    found = _EITHER_ATTACK.match(text)
    if found:
        start, one, other, rest = found.groups()
        second = evolve(feature, name=f"{feature.name} with {other}", text=f"{start} {other} attack.{rest}")
        return [evolve(feature, text=f"{start} {one} attack.{rest}"), second]
    return [feature]


def key_of(name: str) -> str:
    """How an attack or an action is called in a file: in lower case, without remarks in brackets.

    >>> key_of("Claw (Hybrid Form Only)"), key_of("Fire Breath")
    ('claw', 'fire breath')
    """
    return re.sub(r"\s*\([^)]*\)", "", plain(name)).strip(" .:").lower() or plain(name).lower()


def assemble(draft: Draft) -> Made:
    """The creature of a draft.

    Raises BadStatBlock when it has no name, armour class or hit points: nothing of that is made up.
    """
    if draft.ac is None:
        raise BadStatBlock(f"{draft.name}: no armour class")
    if draft.hp is None and not draft.hp_dice:
        raise BadStatBlock(f"{draft.name}: no hit points")
    made = Made(draft.name, warnings=list(draft.warnings))
    _figures(draft, made)
    features = [one for feature in draft.features for one in apart(told_name(feature))]
    attacks = _attacks(draft, features, made)
    _traits(features, made)
    _actions(draft, features, attacks, made)
    made.left = list(dict.fromkeys(made.left))
    made.facts = {
        key: value
        for key, value in (("type", draft.type), ("cr", draft.cr), ("xp", draft.xp))
        if value not in ("", None)
    }
    return made


def _figures(draft: Draft, made: Made) -> None:
    """Everything at the head of the block."""
    keys = made.keys
    if types_of(draft.type):
        keys["type"] = draft.type
    if draft.cr:
        keys["cr"] = draft.cr
    if draft.size:
        keys["size"] = draft.size
    keys["ac"] = draft.ac
    rolled = dice(draft.hp_dice) if draft.hp_dice else ""
    if draft.hp is not None and rolled and "d" in rolled:
        keys["hp"] = f"{draft.hp} ({rolled})"
        if abs(average(rolled) - draft.hp) > 0:
            made.warnings.append(
                f"{draft.name}: {draft.hp} hit points are not the average of {rolled} ({average(rolled)})"
            )
    else:
        keys["hp"] = draft.hp if draft.hp is not None else rolled
    _tell_what_is_taken(draft, made)
    speed: dict[str, Any] = {name: f"{draft.speed[name]} ft" for name in SPEEDS if name in draft.speed}
    if "walk" not in speed:
        speed = {"walk": "0 ft" if speed else "30 ft", **speed}
    if draft.hovers:
        speed["hover"] = True
    keys["speed"] = speed
    _abilities_and_senses(draft, keys)


def _tell_what_is_taken(draft: Draft, made: Made) -> None:
    """Warn of what a source does not say and a usual value stands for."""
    missing = [name for name in ("str", "dex", "con", "int", "wis", "cha") if name not in draft.abilities]
    if missing:
        made.warnings.append(f"{draft.name}: no score for {', '.join(missing)}; 10 is taken")
    if not draft.speed:
        made.warnings.append(f"{draft.name}: no speed; 30 ft is taken")
    if not draft.size:
        made.warnings.append(f"{draft.name}: no size; medium is taken")
    if draft.proficiency is None:
        made.warnings.append(f"{draft.name}: no proficiency bonus and no challenge rating; +2 is taken")


def _abilities_and_senses(draft: Draft, keys: dict[str, Any]) -> None:
    """Scores, modifiers, senses and defences."""
    keys["abilities"] = {name: draft.abilities.get(name, 10) for name in ("str", "dex", "con", "int", "wis", "cha")}
    if draft.proficiency is not None:
        keys["proficiency"] = draft.proficiency
    if draft.saves:
        keys["saves"] = dict(draft.saves)
    if draft.skills:
        keys["skills"] = dict(draft.skills)
    if draft.initiative is not None and draft.initiative != (keys["abilities"]["dex"] - 10) // 2:
        keys["initiative"] = draft.initiative
    senses: dict[str, Any] = {name: f"{draft.senses[name]} ft" for name in SENSES if draft.senses.get(name)}
    if draft.blind_beyond:
        senses["blind_beyond"] = True
    if senses:
        keys["senses"] = senses
    for name in ("resist", "vulnerable", "immune"):
        values = [value for value in dict.fromkeys(getattr(draft, name)) if value]
        if values:
            keys[name] = values


def _attacks(draft: Draft, features: list[Feature], made: Made) -> dict[str, str]:
    """The attacks, entered under `attacks`; names by folded name."""
    known: dict[str, str] = {}
    for feature in features:
        if feature.section in ("trait", "lair action") or feature.name.lower() == "multiattack":
            continue
        read = read_attack(feature.name, feature.text)
        if read is None:
            continue
        name = key_of(feature.name)
        if "to_hit" not in read.keys:
            if feature.to_hit is None:
                made.left.append(f"attack {name}")
                continue
            read.keys = {"to_hit": feature.to_hit, **read.keys}
        while name in known:
            name += " (2)" if not name.endswith(")") else "+"
        _compare(draft.name, feature, read, made)
        if not {"damage", "hit"} & set(read.keys):
            made.left += [f"attack {name}", *(f"{name}: {what}" for what in read.left)]
            continue
        if feature.uses:
            made.left.append(f"{name}: {feature.uses}/day")
        if feature.recharge:
            made.left.append(f"{name}: recharge {feature.recharge}")
        if feature.section in ("reaction", "bonus action", "legendary action"):
            made.left.append(f"{feature.section} {name}")
            continue
        known[name] = name
        made.keys.setdefault("attacks", {})[name] = read.keys
        made.left += [f"{name}: {what}" for what in read.left]
    return known


def _compare(creature: str, feature: Feature, read: Deed, made: Made) -> None:
    """Warn where the fields of a source contradict its prose; the prose wins, which is what a reader sees."""
    if feature.to_hit is not None and feature.to_hit != read.keys.get("to_hit"):
        made.warnings.append(
            f"{creature}: {feature.name}: attack bonus {feature.to_hit:+d} in the fields, "
            f"{read.keys['to_hit']:+d} in the prose; the prose wins"
        )
    written = read.keys.get("damage", [])
    parts = [written] if isinstance(written, str) else list(written)
    for number, (formula, type_) in enumerate(feature.damage[: len(parts)]):
        field = f"{dice(formula) or formula} {type_.lower()}".strip()
        if type_ and field.split()[-1] != parts[number].split()[-1]:
            made.warnings.append(
                f"{creature}: {feature.name}: damage {field} in the fields, "
                f"{parts[number]} in the prose; the prose wins"
            )


# --------------------------------------------------------------------------------------------------------- traits

_SNEAK: Final = re.compile(r"extra (?:\d+ )?\((\d+d\d+)\)", re.I)
_LEAPS: Final = re.compile(r"(long|high) jump (?:is )?up to (\d+)", re.I)
_REGAINS: Final = re.compile(r"regains (\d+)(?: \([^)]*\))? hit points at the start", re.I)
_LIVES_ON: Final = re.compile(r"dies only if it (?:starts|begins) its turn with 0 hit points", re.I)
_STOPPED: Final = re.compile(
    r"(?:if|when) (?:the )?[\w' -]+? takes ([^.]*?), (?:this trait|it|the [\w' -]+?) (?:doesn't|does not)", re.I
)
_HEADS: Final = re.compile(r"\bheads? die|\bgrows? (?:two|\w+) (?:more )?heads?\b", re.I)
_A_ROLL: Final = re.compile(r"\d+(?:-\d+)?")
WITH_DICE: Final = ("sneak attack", "martial advantage", "surprise attack")


def _leaps(text: str) -> str:
    """How far, and how high, a trait lets it jump: ` 20/10 ft`, "" where its text does not say."""
    figures = [found.group(2) for found in _LEAPS.finditer(text)]
    return f" {'/'.join(figures[:2])} ft" if figures else ""


def regeneration(text: str) -> tuple[str, list[str]]:
    """The trait with its figures: how much, whether at 0 hit points too, what damage stops it; and what else stops it.

    >>> regeneration("It regains 10 hit points at the start of its turn if it isn't in sunlight. If it takes radiant "
    ...     "damage or damage from holy water, this trait doesn't function at the start of its next turn.")
    ('regeneration 10 unless radiant', ['sunlight', 'holy water'])
    """
    regains = _REGAINS.search(text)
    if regains is None:
        return "regeneration", []
    name = f"regeneration {regains.group(1)}"
    if _LIVES_ON.search(text):
        name += " at 0"
    stopped = _STOPPED.search(text)
    types = [type_ for type_ in TYPES if stopped and re.search(rf"\b{type_}\b", stopped.group(1), re.I)]
    if types:
        name += f" unless {' or '.join(types)}"
    elsewhere = [what for what in ("sunlight", "running water", "holy water") if what in text.lower()]
    if stopped and not types and not elsewhere:
        elsewhere = [label(stopped.group(1))]
    return name, elsewhere


def _spikes(made: Made) -> bool:
    """The tail spikes of a manticore are counted; False when it has no such attack."""
    attack = made.keys.get("attacks", {}).get("tail spike")
    if attack is not None:
        attack["ammunition"] = 24
    return attack is not None


SHINING: Final = ("illumination", "variable illumination", "ignited illumination")
_SHEDS: Final = re.compile(
    r"sheds bright light in an? (?:\d+- to )?(\d+)-ft radius and dim light (?:for|in) an additional (\d+)?", re.I
)


def _shine(text: str) -> str:
    """How far a creature sheds light, bright and then dim: ` 10/10 ft`, "" where its text does not say.

    >>> _shine("It sheds bright light in a 5- to 20-ft radius and dim light for an additional number of ft.")
    ' 20/20 ft'
    """
    found = _SHEDS.search(text)
    return f" {found.group(1)}/{found.group(2) or found.group(1)} ft" if found else ""


_HAS_HEADS: Final = re.compile(r"\bhas (two|three|four|five|six|seven|eight|nine) heads\b", re.I)
_COUNTED: Final = ("two", "three", "four", "five", "six", "seven", "eight", "nine")


def _heads(features: list[Feature]) -> int:
    """How many heads a creature has by its prose; five where that does not say, as a hydra."""
    found = next((found for one in features if (found := _HAS_HEADS.search(one.text))), None)
    return 2 + _COUNTED.index(found.group(1).lower()) if found else 5


def weaknesses(text: str) -> list[str]:
    """The weaknesses of a vampire that stand in one paragraph, as traits of their own.

    >>> weaknesses("The vampire takes 20 radiant damage if it starts its turn in sunlight.")
    ['sunlight hypersensitivity']
    """
    made = ["forbiddance"] if "Forbiddance." in text else []
    made += ["running water"] if re.search(r"ends its turn in running water", text) else []
    return made + (["sunlight hypersensitivity"] if re.search(r"starts its turn in sunlight", text) else [])


def _traits(features: list[Feature], made: Made) -> None:
    """Traits by name, in the SRD's words and lower case, with the figures that belong to them."""
    names: list[str] = []
    for feature in features:
        if feature.section != "trait":
            continue
        name = key_of(feature.name)
        text = plain(feature.text)
        if _A_ROLL.fullmatch(name):
            continue  # a line of the table that belongs to the trait before
        if name == "legendary resistance":
            made.keys["legendary_resistance"] = feature.uses or 3
            if not feature.uses:
                made.warnings.append(f"{made.name}: Legendary Resistance without a number; 3 a day is taken")
            continue
        if name in WITH_DICE:
            extra = _SNEAK.search(text)
            name += f" {extra.group(1)}" if extra else ""
        elif name == "regeneration":
            name, stays = regeneration(text)
            made.left += [f"regeneration: {what}" for what in stays]
        elif name in ("standing leap", "running leap"):
            name += _leaps(text)
        elif name in SHINING:
            name += _shine(text)
            made.left += [f"{name.partition(' illum')[0]} illumination: changing it"] if "bonus action" in text else []
        elif name == "reactive heads":
            name += f" {_heads(features) - 1}"
        elif name in ("sunlight", "vampire weaknesses"):
            names += weaknesses(text)
            made.left += ["trait stake to the heart"] if "Stake to the Heart." in text else []
            continue
        elif name.startswith("innate spellcasting") or name == "spellcasting":
            _spells(feature.text, made)
            continue
        elif name == "rampage":
            continue  # a bonus action
        elif name == "freedom of movement" and "ignores difficult terrain" in text:
            made.keys["ignores"] = ["difficult terrain"]
            made.left.append("freedom of movement: what restrains it")
            continue
        elif name == "tail spike regrowth" and "twenty-four tail spikes" in text and _spikes(made):
            continue
        elif "charge" in name or name == "pounce":
            if _charge(text, made.keys.get("attacks", {})):
                continue
        if name == "aberrant ground" and "saving throw" in text:
            made.left.append("aberrant ground: the save against being held fast")
        if _HEADS.search(text):
            made.left.append(f"{name}: losing and regrowing heads")
        acting, left = read_trait(name, feature.text)
        if acting:
            made.keys.setdefault("actions", {}).update(acting)
            made.left += [f"{name}: {what}" for what in left]
            continue
        names.append(name)
    for feature in features:
        name = key_of(feature.name)
        if feature.section == "bonus action" and name in ("nimble escape", "cunning action"):
            names.append(name)
        elif feature.section == "bonus action" and name == SHINING[2]:
            names.append(name + _shine(plain(feature.text)))
            made.left.append(f"{name}: changing it")
    if names:
        made.keys["traits"] = list(dict.fromkeys(names))


def _spells(text: str, made: Made) -> None:
    """The spells that it casts and their save DC; named as left out where the prose gives no list of them."""
    found = re.search(r"spell save DC (\d+)", plain(text), re.I)
    if found:
        made.keys["spell_dc"] = int(found.group(1))
    spells = read_spells(text)
    if spells and "spells" not in made.keys:
        made.keys["spells"] = spells
    else:
        made.left.append("spellcasting")


_CHARGES: Final = re.compile(
    r"moves? at least (\d+) ft\.? straight toward .*? hits it with (?:an? )?([\w ]+?)(?: attack)? on the same"
    r" turn, (.*)",
    re.I,
)
_THEN: Final = re.compile(
    r"\. ?If the target is (?:knocked )?prone, the [\w' -]+ can make (?:one|another) ([\w ]+?)(?: attack)?(?:"
    r" with its [\w ]+)? against it.*",
    re.I,
)


def _charge(text: str, attacks: dict[str, dict[str, Any]]) -> bool:
    """Enter what a trait such as Charge or Pounce adds to an attack under its `charge`; False when it says else."""
    found = _CHARGES.search(text)
    name = nearest_attack(found.group(2), {one: one for one in attacks}) if found else None
    if found is None or name is None:
        return False
    rest = found.group(3)
    then = _THEN.search(rest)
    rest = _THEN.sub(".", rest)
    charge: dict[str, Any] = {"run": f"{found.group(1)} ft"}
    extra = re.match(r"the target takes an extra (\d+) \(([^)]+)\)(?: (\w+))? damage(?:,? and |\. ?|$)", rest, re.I)
    if extra:
        first = attacks[name].get("damage", "")
        usual = (first if isinstance(first, str) else first[0]).split(" ")[-1]
        charge["damage"] = f"{dice(extra.group(2))} {(extra.group(3) or usual).lower()}"
        rest = rest[extra.end() :]
    made = [(rider, left) for rider, left in riders(re.sub(r"^that target", "the target", rest)) if rider or left]
    if any(left for _, left in made):
        return False
    if made:
        charge["hit"] = [tidy(rider) for rider, _ in made]
    if then:
        follower = nearest_attack(then.group(1), {one: one for one in attacks})
        if follower is None:
            return False
        charge["then"] = follower
    attacks[name]["charge"] = charge
    return True


# -------------------------------------------------------------------------------------------------------- actions

_COSTS: Final = {"bonus action": "bonus", "reaction": "reaction", "lair action": "lair"}


def _actions(draft: Draft, features: list[Feature], attacks: dict[str, str], made: Made) -> None:
    """Actions that are no attack, and multiattack."""
    others: dict[str, str] = {}
    for feature in features:
        name = key_of(feature.name)
        if (
            (feature.section == "trait" and name != "rampage")
            or (name in attacks and feature.section == "action")
            or name == "multiattack"
        ):
            continue
        if read_attack(feature.name, feature.text) is not None or name in made.keys.get("traits", ()):
            continue
        if name == SHINING[2]:
            continue
        if name == "spellcasting":
            _spells(feature.text, made)
            continue
        deed = _guard(feature) or _stare(feature) or _rampage(feature, attacks) or _another(feature, made)
        deed = deed or _swallow(feature, attacks, made) or read_action(feature.name, feature.text, attacks)
        what = "action" if feature.section == "action" else feature.section
        if is_without_effect(name, plain(feature.text)):
            made.without_effect.append(f"{what} {name}")
            continue
        if deed.kind == "nothing":
            made.left.append(f"{what} {name}")
            continue
        _limits(feature, deed)
        while name in others or name in attacks:
            name += f" ({feature.section})"
        others[name] = name
        made.keys.setdefault("actions", {})[name] = deed.keys
        made.left += [f"{name}: {left}" for left in deed.left]
    if draft.legendary:
        made.keys["legendary"] = draft.legendary
    _multiattack(features, attacks, others, made)


_USES_ANOTHER: Final = re.compile(r"(?:the )?[\w' -]+? uses (?:its |the )?([A-Z][\w' -]+?)(?: action)?\.", re.I)
_PRINTED: Final = ("recharge", "uses", "cost", "once_a_round")


_RAMPAGE: Final = re.compile(
    r"(already bloodied|reduces a creature to 0 hit points with a melee attack on its turn).*?half its speed,? and "
    r"(?:it )?makes? (?:one|a) ([\w' ]+?) attack",
    re.I,
)


_GUARDS: Final = re.compile(r"wearer gains a \+(\d+) bonus to AC|grants a \+(\d+) bonus to the wearer's AC", re.I)
_SWAPS: Final = re.compile(r"and that ally swap places, and the ally becomes the target of the attack instead", re.I)
_STARES: Final = re.compile(
    r"creature the [\w' ]+ can see starts its turn within (\d+) ft.*?(?:DC (\d+) Wisdom saving throw|"
    r"Wisdom Saving Throw: DC (\d+)).*?frightened[^.]*?until the end of its turn",
    re.I | re.S,
)


def _guard(feature: Feature) -> Deed | None:
    """The protection that a shield guardian gives to the wearer of its amulet, who is any ally beside it here; and that
    which a goblin boss takes behind an ally."""
    if feature.section == "reaction" and _SWAPS.search(plain(feature.text)):
        return Deed(feature.name, "action", {"when": "attacked", "redirects": True})
    found = _GUARDS.search(plain(feature.text)) if feature.section == "reaction" else None
    if found is None:
        return None
    left = ["only for the wearer of its amulet"]
    left += ["against later attacks"] if "until the start" in feature.text else []
    keys = {"when": "ally hit", "range": "5 ft", "ac": int(found.group(1) or found.group(2))}
    return Deed(feature.name, "action", keys, left)


def _stare(feature: Feature) -> Deed | None:
    """A reaction that frightens whoever starts its turn near: the gaze, or mask, of a chain devil."""
    text = plain(feature.text)
    found = _STARES.search(text) if feature.section == "reaction" else None
    if found is None:
        return None
    keys: dict[str, Any] = {"when": f"an enemy starts its turn within {found.group(1)} ft", "needs": "sight"}
    keys |= {"save": f"wis {found.group(2) or found.group(3)}", "fail": ["frightened for 1 round"]}
    keys |= {"immune_after": "success"} if "24 hours" in text else {}
    return Deed(feature.name, "action", keys)


def _rampage(feature: Feature, attacks: dict[str, str]) -> Deed | None:
    """Rampage: a bonus attack on a turn on which something has fallen, or the bloodied were hurt; None for all else."""
    found = _RAMPAGE.search(plain(feature.text))
    name = nearest_attack(found.group(2), attacks) if found else None
    if found is None or name is None:
        return None
    when = "hurts the bloodied" if "bloodied" in found.group(1).lower() else "drops somebody in melee"
    return Deed(feature.name, "action", {"cost": "bonus", "when": when, "attacks": [name]}, ["moving for it"])


def _another(feature: Feature, made: Made) -> Deed | None:
    """A legendary action that is the use of another action: that one once more, None for all else."""
    found = _USES_ANOTHER.match(plain(feature.text))
    known = made.keys.get("actions", {}).get(key_of(found.group(1))) if found else None
    if feature.section != "legendary action" or known is None:
        return None
    keys = {key: value for key, value in known.items() if key not in _PRINTED}
    if "can't take this action again" in plain(feature.text):
        keys["once_a_round"] = True
    return Deed(feature.name, "action", keys)


def _swallow(feature: Feature, attacks: dict[str, str], made: Made) -> Deed | None:
    """An action that swallows; what befalls those inside goes to the creature itself. None for any other action."""
    keys = read_swallow(plain(feature.text), attacks)
    if not keys:
        return None
    made.keys["swallows"] = keys.pop("swallows")
    return Deed(feature.name, "action", keys)


def _limits(feature: Feature, deed: Deed) -> None:
    """How often, and at what cost."""
    if feature.recharge:
        deed.keys["recharge"] = feature.recharge
    if feature.uses:
        deed.keys["uses"] = f"{feature.uses}/day"
    if feature.section == "legendary action":
        deed.keys["cost"] = f"legendary {feature.cost}"
    elif feature.section in _COSTS:
        deed.keys["cost"] = _COSTS[feature.section]


def _multiattack(features: list[Feature], attacks: dict[str, str], others: dict[str, str], made: Made) -> None:
    own = {name: name for name, keys in made.keys.get("actions", {}).items() if not {"cost", "casts"} & set(keys)}
    kinds = {
        name: "both" if {"reach", "range"} <= set(keys) else "ranged" if "range" in keys else "melee"
        for name, keys in made.keys.get("attacks", {}).items()
    }
    for feature in features:
        if feature.section == "action" and key_of(feature.name) == "multiattack":
            spells = cast_with_action(made.keys.get("spells", {}))
            ways, left = read_multiattack(feature.text, attacks, own, kinds, spells)
            missing = [
                key_of(f.name)
                for f in features
                if f.section == "action" and re.search(rf"\b{re.escape(f.name.split(' (')[0])}\b", feature.text)
            ]
            missing = [
                name
                for name in missing
                if name not in attacks and name not in own and name not in ("multiattack", "spellcasting")
            ]
            if missing:
                left = [what for what in left if what != "part of the multiattack"]
                left += [f"{name} in it" for name in missing]
            if ways:
                made.keys["multiattack"] = ways[0] if len(ways) == 1 else ways
                made.left += [f"multiattack: {what}" for what in left]
            elif attacks or own:
                made.left.append("multiattack")
