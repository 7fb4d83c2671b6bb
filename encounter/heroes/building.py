"""A hero from the class rules: `hero("fighter", 5, "srd-5.2")` gives the keys that a scenario file would write."""

import re
from typing import Any, Final

from encounter.engine.creature import SKILLS
from encounter.engine.effect import ABILITIES
from encounter.heroes.arms import WEAPONS
from encounter.heroes.classes import CLASSES, HeroClass, slots_of
from encounter.heroes.features import actions_of, traits_of
from encounter.heroes.spells import cantrip_of, spells_of
from encounter.scenario.source import suggestion

MOST_LEVEL: Final = 20
# The standard array; 2014 adds 1 to each for a human, 2024 adds 2 and 1 to the first two for a background.
_ARRAY: Final = {"srd-5.1": (16, 15, 14, 13, 11, 9), "srd-5.2": (17, 15, 13, 12, 10, 8)}
_EXPERTS: Final = {"rogue": ("stealth", "perception"), "bard": ("perception", "stealth")}


def edition_of(ruleset: str) -> str:
    """Whose class rules a ruleset uses: its own, and those of SRD 5.1 under `reroll`."""
    return ruleset if ruleset in _ARRAY else "srd-5.1"


def parse(text: str) -> tuple[str, int]:
    """The class and level of `fighter 5`; ValueError with what is wrong and a hint after `|`.

    >>> parse("Fighter 5"), parse("level 3 wizard")
    (('fighter', 5), ('wizard', 3))
    """
    words = re.fullmatch(r"(?:level )?(\d{1,3}) (\S+)|(\S+)(?: level)? (\d{1,3})", " ".join(text.lower().split()))
    if words is None:
        raise ValueError(f"`{text.strip()[:60]}` is no hero|write a class and a level: fighter 5")
    name = words.group(2) or words.group(3)
    level = int(words.group(1) or words.group(4))
    if name not in CLASSES:
        raise ValueError(f"`{name[:60]}` is no class of the SRD|{suggestion(name, list(CLASSES), 'class')}")
    if not 1 <= level <= MOST_LEVEL:
        raise ValueError(f"there is no level {level}|levels go from 1 to {MOST_LEVEL}")
    return name, level


def hero(
    name: str, level: int, ruleset: str, weapon: str = "", changed: dict[str, int] | None = None
) -> dict[str, Any]:
    """The keys of a typical hero of a class.

    `weapon` replaces the usual one, `changed` single ability scores; everything else follows from them. ValueError,
    with a hint after `|`, where there is no such weapon.
    """
    if weapon and weapon not in WEAPONS:
        raise ValueError(f"`{weapon[:60]}` is no weapon of the SRD|{suggestion(weapon, list(WEAPONS), 'weapon')}")
    edition = edition_of(ruleset)
    kind = CLASSES[name]
    scores = {**_scores(kind, level, edition), **(changed or {})}
    modifier = {ability: (score - 10) // 2 for ability, score in scores.items()}
    proficiency = 2 + (level - 1) // 4
    two_handed = "two-handed" in WEAPONS[weapon].properties if weapon in WEAPONS else False
    shield = kind.shield and not two_handed
    keys: dict[str, Any] = {
        "kind": "character",
        "level": level,
        **_armour(name, kind, level, edition, shield),
        "hp": _hit_points(name, kind, level, edition, modifier["con"]),
        "speed": {"walk": f"{30 + _faster(name, level, edition)} ft"},
        "abilities": scores,
        "proficiency": proficiency,
        "saves": {ability: modifier[ability] + proficiency for ability in _saves(name, level, edition)},
        "skills": _skills(name, kind, modifier, proficiency, level),
        "attacks": {},
    }
    arms = [weapon, *(one for one in kind.arms if one != weapon)] if weapon else list(kind.arms)
    for one in arms:
        keys["attacks"][one] = _attack(name, kind, one, level, edition, modifier, proficiency, shield)
    if name == "monk":
        keys["attacks"]["unarmed strike"] = _martial_arts(level, edition, modifier, proficiency)
        if level >= 6:  # Ki-Empowered Strikes, Empowered Strikes
            keys["attacks"]["unarmed strike"]["properties"] = ["magical"]
    keys["hands"] = [arms[0], "shield"] if shield else [arms[0]]
    attacks = 1 + sum(1 for at in kind.extra if at <= level)
    if attacks > 1:
        keys["attacks_per_action"] = attacks
    traits = traits_of(name, level, edition, modifier["cha"]) + (
        ["weapon mastery"] if kind.masteries and edition == "srd-5.2" else []
    )
    if traits:
        keys["traits"] = traits
    actions = actions_of(name, level, edition, modifier, proficiency)
    if kind.spell_ability:
        keys["spell_dc"] = 8 + proficiency + modifier[kind.spell_ability]
        cantrip_of(name, level, edition, modifier[kind.spell_ability], proficiency, keys, actions)
        slots = slots_of(kind.casts, level, edition)
        if slots:
            keys["spells"] = {
                "dc": 8 + proficiency + modifier[kind.spell_ability],
                "attack": proficiency + modifier[kind.spell_ability],
                "ability": kind.spell_ability,
                "level": level,
                "slots": slots,
                "prepared": spells_of(name, max(slots), edition),
            }
    if actions:
        keys["actions"] = actions
    left = [feature for at, feature in (kind.features or {}).get(edition, ()) if at <= level]
    if left:
        keys["left_out"] = left
    return keys


def _scores(kind: HeroClass, level: int, edition: str) -> dict[str, int]:
    """The standard array where the class needs it, raised by 2 at each improvement: the first ability to 20, then on.

    2024's Epic Boon at level 19 raises a score by 1, up to 30.
    """
    scores = dict(zip(kind.priority, _ARRAY[edition], strict=True))
    for at in kind.raises:
        if at > level:
            break
        if at == 19 and edition == "srd-5.2":
            scores[kind.priority[0]] += 1
            continue
        left = 2
        for ability in kind.priority:
            step = min(left, 20 - scores[ability]) if scores[ability] < 20 else 0
            scores[ability] += step
            left -= step
            if left == 0:
                break
    return {ability: scores[ability] for ability in ABILITIES}


def _is_draconic(name: str, level: int, edition: str) -> bool:
    """Whether a sorcerer has its dragon's resilience: from the start in 2014, from level 3 in 2024."""
    return name == "sorcerer" and (edition == "srd-5.1" or level >= 3)


def _hit_points(name: str, kind: HeroClass, level: int, edition: str, constitution: int) -> int:
    """The whole hit die at first, its average (rounded up) at every later level; 1 a level for Draconic Resilience."""
    later = (level - 1) * (kind.hit_die // 2 + 1 + constitution)
    return kind.hit_die + constitution + later + (level if _is_draconic(name, level, edition) else 0)


def _armour(name: str, kind: HeroClass, level: int, edition: str, shield: bool) -> dict[str, Any]:
    worn = [suit for at, suit in kind.armour if at <= level][-1]
    made: dict[str, Any] = {"armour": worn} if worn else {}
    if shield:
        made["shield"] = True
    if worn and _style(kind, level, edition) == "defense":
        made["ac_bonus"] = 1
    if kind.ac_from is not None:
        made["ac_from"] = [kind.ac_from[edition]]
        if _is_draconic(name, level, edition) and edition == "srd-5.2":
            made["ac_from"].append("unarmored defense cha")
    return made


def _style(kind: HeroClass, level: int, edition: str) -> str:
    """The fighting style of a hero who has one."""
    return kind.style[edition] if kind.style is not None and level >= kind.style_from else ""


def _faster(name: str, level: int, edition: str) -> int:
    """What Fast Movement and Unarmored Movement add to the Speed, in feet."""
    if name == "barbarian":
        return 10 if level >= 5 else 0
    if name == "monk" and level >= 2:
        return 10 + 5 * sum(1 for at in (6, 10, 14, 18) if at <= level)
    if name == "ranger" and edition == "srd-5.2":
        return 10 if level >= 6 else 0
    return 0


def _saves(name: str, level: int, edition: str) -> list[str]:
    """The abilities of the saves a hero is proficient in."""
    saves = list(CLASSES[name].saves)
    if name == "monk" and level >= 14:
        return list(ABILITIES)
    if name == "rogue" and level >= 15:
        saves += ["wis"] if edition == "srd-5.1" else ["wis", "cha"]
    return [ability for ability in ABILITIES if ability in saves]


def _skills(name: str, kind: HeroClass, modifier: dict[str, int], proficiency: int, level: int) -> dict[str, int]:
    made = {skill: modifier[ABILITIES[SKILLS[skill]]] + proficiency for skill in kind.skills}
    experts = _EXPERTS.get(name, ()) if name == "rogue" or level >= 3 else ()
    for skill in experts:
        made[skill] += proficiency
    return made


def _attack(
    name: str,
    kind: HeroClass,
    weapon: str,
    level: int,
    edition: str,
    modifier: dict[str, int],
    proficiency: int,
    shield: bool,
) -> dict[str, Any]:
    """A weapon in a hero's hands."""
    arm = WEAPONS[weapon]
    dexterous = "finesse" in arm.properties and modifier["dex"] > modifier["str"]
    is_monks = name == "monk" and weapon in (
        "shortsword",
        "dagger",
        "quarterstaff",
        "club",
        "handaxe",
        "javelin",
        "spear",
    )
    bonus = (
        modifier["dex"]
        if dexterous or not arm.melee or (is_monks and modifier["dex"] > modifier["str"])
        else modifier["str"]
    )
    to_hit = bonus + proficiency
    more = 0
    style = _style(kind, level, edition)
    if style == "archery" and not arm.melee:
        to_hit += 2
    if style == "dueling" and arm.melee and "two-handed" not in arm.properties:
        more = 2
    die = _martial_die(level, edition) if is_monks else arm.damage
    made: dict[str, Any] = {"to_hit": to_hit}
    if arm.melee:
        made["reach"] = f"{arm.reach_ft} ft"
    if arm.range is not None:
        made["range"] = f"{arm.range[0]}/{arm.range[1]} ft"
    made["damage"] = _dice(_larger(die, arm.damage), bonus + more, arm.type)
    if name == "paladin" and level >= 11 and arm.melee:  # Improved Divine Smite, Radiant Strikes
        made["damage"] = [made["damage"], "1d8 radiant"]
    if arm.versatile and not shield:
        made["versatile"] = _dice(arm.versatile, bonus, arm.type)
        if isinstance(made["damage"], list):
            made["versatile"] = [made["versatile"], *made["damage"][1:]]
    properties = [one for one in arm.properties if one != "versatile" or "versatile" in made]
    if properties:
        made["properties"] = properties
    if is_monks and bonus == modifier["dex"]:
        made["ability"] = "dex"
    if edition == "srd-5.2" and kind.masteries:
        made["mastery"] = [arm.mastery]
    return made


def _dice(dice: str, bonus: int, type: str) -> str:
    return f"{dice}{bonus:+d} {type}" if bonus else f"{dice} {type}"


def _larger(one: str, other: str) -> str:
    """The larger of two dice, of one die each; more than one die stays as it is."""
    (count, sides), (others, other_sides) = (tuple(map(int, dice.split("d"))) for dice in (one, other))
    return one if (count, others) == (1, 1) and sides > other_sides else other


def _martial_die(level: int, edition: str) -> str:
    """The Martial Arts die: a d4 that grows at 5, 11 and 17; 2024 begins with a d6."""
    steps = sum(1 for at in (5, 11, 17) if at <= level)
    return f"1d{(4 if edition == 'srd-5.1' else 6) + 2 * steps}"


def _martial_arts(level: int, edition: str, modifier: dict[str, int], proficiency: int) -> dict[str, Any]:
    return {
        "to_hit": modifier["dex"] + proficiency,
        "reach": "5 ft",
        "damage": _dice(_martial_die(level, edition), modifier["dex"], "bludgeoning"),
        "ability": "dex",
    }
