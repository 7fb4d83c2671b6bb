"""What the class features are in the vocabulary of scenario files: traits and actions (SRD 5.1 and 5.2, Classes)."""

from typing import Any


def traits_of(name: str, level: int, edition: str) -> list[str]:
    """Traits by name, with their dice."""
    made: list[str] = []
    if name == "rogue":
        made.append(f"sneak attack {(level + 1) // 2}d6")
        made += ["cunning action"] if level >= 2 else []
        made += ["evasion"] if level >= 7 else []
        made += ["elusive"] if level >= 18 else []
    if name == "monk" and level >= 7:
        made.append("evasion")
    if name == "barbarian" and level >= 2:
        made += ["reckless attack", "danger sense"]
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


def _touches(level: int) -> int:
    """Into how many touches the pool of Lay on Hands, 5 hit points a level, is cut.

    >>> [5 * level // _touches(level) * _touches(level) for level in (1, 5, 11, 20)]
    [5, 24, 52, 98]
    """
    return max(1, (level + 1) // 3)
