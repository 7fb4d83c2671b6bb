"""What the class features are in the vocabulary of scenario files: traits and actions (SRD 5.1 and 5.2, Classes)."""

from typing import Any


def traits_of(name: str, level: int, edition: str, charisma: int) -> list[str]:
    """Traits by name, with their dice."""
    made: list[str] = []
    if name == "rogue":
        made.append(f"sneak attack {(level + 1) // 2}d6")
        made += ["cunning action"] if level >= 2 else []
        made += ["evasion"] if level >= 7 else []
        made += ["elusive"] if level >= 18 else []
    if name == "monk" and level >= 7:
        made.append("evasion")
    if name == "barbarian":
        made.append(f"rage {2 + (level >= 9) + (level >= 16)}")
        made += ["reckless attack", "danger sense"] if level >= 2 else []
        made += ["feral instinct"] if level >= 7 else []
        if level >= 9 and edition == "srd-5.1":
            made.append(f"brutal critical {1 + (level >= 13) + (level >= 17)}")
    if name == "fighter" and level >= 3:
        made.append("superior critical" if level >= 15 else "improved critical")
    if name == "fighter" and level >= 9:
        made.append(f"indomitable {1 + (level >= 13) + (level >= 17)} level {level}")
    if name == "paladin":
        made += ["divine smite"] if level >= 2 else []
        if level >= 6:
            made.append(f"aura of protection {max(1, charisma)}{'/30 ft' if level >= 18 else ''}")
    return made


def actions_of(
    name: str, level: int, edition: str, modifier: dict[str, int], proficiency: int
) -> dict[str, dict[str, Any]]:
    """Actions beside attacking, by name."""
    made: dict[str, dict[str, Any]] = {}
    is_2014 = edition == "srd-5.1"
    if name == "fighter":
        uses = 1 if is_2014 else 2 + (level >= 4) + (level >= 10)
        made["second wind"] = {"cost": "bonus", "of": "self", "heal": f"1d10+{level}", "uses": f"{uses}/rest"}
        if level >= 2:
            made["action surge"] = {
                "cost": "free",
                "does": "another action",
                "uses": f"{2 if level >= 17 else 1}/rest",
            }
    if name == "bard":
        made["bardic inspiration"] = {
            "cost": "bonus",
            "of": "allies",
            "target": "one",
            "range": "60 ft",
            "gives": f"inspired d{6 + 2 * sum(1 for at in (5, 10, 15) if at <= level)} for "
            f"{'10 minutes' if is_2014 else '1 hour'}",
            "uses": f"{max(1, modifier['cha'])}/rest",
        }
    if name == "barbarian":
        made["rage"] = {
            "cost": "bonus",
            "of": "self",
            "gives": f"{'mindless rage' if level >= 6 else 'raging'} for {'1 minute' if is_2014 else '10 minutes'}",
            "uses": f"{_rages(level, is_2014)}/day",
        }
        if level >= (14 if is_2014 else 10):
            made["retaliation"] = {"cost": "reaction", "when": "damaged", "attacks": ["greataxe or handaxe"]}
    if name == "monk":
        made["martial arts"] = {"cost": "bonus", "attacks": ["unarmed strike"]}
        if level >= 2:
            strikes = 3 if level >= 10 and not is_2014 else 2
            made["flurry of blows"] = {
                "cost": "bonus",
                "attacks": ["unarmed strike"] * strikes,
                "uses": f"{level}/rest",
            }
    if name == "paladin":
        made["lay on hands"] = {
            "cost": "action" if is_2014 else "bonus",
            "of": "allies",
            "target": "one",
            "range": "5 ft",
            "heal": f"{5 * level // _touches(level)}",
            "uses": f"{_touches(level)}/day",
        }
    if name == "rogue" and level >= 5:
        made["uncanny dodge"] = {"cost": "reaction", "when": "hit by attack", "halves": True}
    return made


def _rages(level: int, is_2014: bool) -> int:
    """How often a barbarian rages in a day; in 2014 without limit from level 20 on, which is 20 here.

    >>> [_rages(level, True) for level in (1, 3, 6, 12, 17, 20)]
    [2, 3, 4, 5, 6, 20]
    """
    if is_2014 and level >= 20:
        return 20
    return 2 + sum(1 for at in (3, 6, 12, 17) if at <= level)


def _touches(level: int) -> int:
    """Into how many touches the pool of Lay on Hands, 5 hit points a level, is cut.

    >>> [5 * level // _touches(level) * _touches(level) for level in (1, 5, 11, 20)]
    [5, 24, 52, 98]
    """
    return max(1, (level + 1) // 3)
