"""A made-up fight with every type of event in it, for the story, the board and the golden files."""

from typing import Any

Event = dict[str, Any]


def reason(clause: str, group: str, source: str | None = None, count: int = 1) -> Event:
    return {"clause": clause, "group": group, "source": source, "count": count}


def roll(kind: str, dice: list[int], bonus: int, target: int | None = None, **other: Any) -> Event:
    """A roll's keys; one die or the kept one of several, `net` and `mode` from the reasons as in the SRDs."""
    plus, minus = other.get("advantage", []), other.get("disadvantage", [])
    net = other.pop("net", (0 if minus else 1) if plus else -1 if minus else 0)
    kept = other.pop("kept", (max(dice) if net > 0 else min(dice)) if dice else 0)
    total = kept + bonus
    degree = "success" if target is None or total >= target else "failure"
    return {
        "roll": kind,
        "dice": dice,
        "kept": kept,
        "bonus": bonus,
        "total": total,
        "target_number": target,
        "advantage": [],
        "disadvantage": [],
        "suppressed": [],
        "mode": "normal" if net == 0 else "advantage" if net > 0 else "disadvantage",
        "net": net,
        "neutral": 0,
        "degree": degree,
        "severity": 0,
        "automatic": None,
        "modifiers": [],
        **other,
    }


def happening(
    type: str, actor: str | None = None, target: str | None = None, at: tuple[int, int] = (1, 1), **data: Any
) -> Event:
    return {"type": type, "round": at[0], "turn": at[1], "actor": actor, "target": target, **data}


def attack(
    actor: str, target: str, name: str, rolled: Event, at: tuple[int, int] = (1, 1), type: str = "attack", **data: Any
) -> Event:
    particulars = {
        "attack": name,
        "distance_ft": 5,
        "band": "reach",
        "cover": "none",
        "critical": False,
        "auto_critical": False,
    }
    return happening(type, actor, target, at, **rolled, **{**particulars, **data})


LONGBOW = attack(
    "Ada",
    "Skrit",
    "longbow",
    roll(
        "attack",
        [14],
        5,
        15,
        advantage=[reason("unseen.attacker", "UNSEEN-A")],
        disadvantage=[reason("range.long", "RANGE")],
        net=0,
    ),
    distance_ft=200,
    band="long",
)


def damage(target: str, amount: int, hp: int, type: str = "piercing", **data: Any) -> Event:
    parts = data.pop("parts", [{"type": type, "rolled": amount, "dealt": amount}])
    data = {"temp_hp_lost": 0, "max_hp": 24, "source": "longbow", "at": (1, 1), **data}
    return happening("damage", data.pop("actor", "Ada"), target, amount=amount, parts=parts, hp=hp, **data)


def whole_fight() -> list[Event]:
    """Every type of event, in an order that could happen."""
    poisoned = [reason("poisoned.checks", "POISONED")]
    first = (0, 0)
    return [
        happening("initiative", "Ada", None, first, **roll("initiative", [15], 3), place=1, members=["Ada"]),
        happening(
            "initiative",
            "Skrit",
            None,
            first,
            **roll("initiative", [18, 3], 2, disadvantage=[reason("surprised.initiative", "SURPRISED")]),
            place=2,
            members=["Skrit", "Snag"],
            tie_dice=[14, 7],
        ),
        happening("initiative", "Ogre", None, first, **{**roll("initiative", [], 0), "total": 4}, place=4, members=[]),
        happening("initiative", None, None, first, tied=["Snag", "Imp"], tie_dice=[3, 17]),
        happening("initiative", None, None, first, order=["Ada", "Skrit", "Snag", "Ogre", "Bram"]),
        # Ada's turn: moves, is attacked on the way, shoots
        happening("turn", "Ada", None, (1, 1), hp=24, square="A1", surprised=False),
        happening("stand", "Ada", None, (1, 1), cost_ft=15),
        happening("move", "Ada", None, (1, 1), path=["B1", "C2"], cost_ft=15, forced=False, dragging=["Snag"], by=None),
        attack(
            "Ogre",
            "Ada",
            "greatclub",
            roll("attack", [4], 6, 18, degree="failure"),
            type="opportunity-attack",
            cover="half",
        ),
        happening("move", "Ada", None, (1, 1), path=["D2"], cost_ft=5, forced=False, dragging=[], by=None),
        LONGBOW,
        damage("Skrit", 9, 0),
        happening("dead", None, "Skrit", (1, 1), because="damage"),
        # Snag: a bonus action, a hidden shot with resistance and temporary hit points
        happening("turn", "Snag", None, (1, 2), hp=7, square="E2", surprised=False),
        happening("check", "Snag", None, (1, 2), **roll("check", [12], 6, 15), skill="stealth", purpose="hide"),
        happening("action", "Snag", None, (1, 2), action="hide", cost="bonus", hidden=18),
        attack(
            "Snag",
            "Bram",
            "javelin (thrown)",
            roll(
                "attack",
                [3, 20],
                4,
                19,
                advantage=[reason("unseen.attacker", "UNSEEN-A"), reason("help.attack", "HELP:Ogre", "Ogre")],
                degree="critical",
            ),
            (1, 2),
            distance_ft=30,
            band="normal",
            cover="three-quarters",
            critical=True,
        ),
        damage(
            "Bram",
            9,
            5,
            actor="Snag",
            source="javelin (thrown)",
            temp_hp_lost=5,
            at=(1, 2),
            parts=[
                {"type": "piercing", "rolled": 12, "dealt": 6},
                {"type": "poison", "rolled": 3, "dealt": 3},
            ],
        ),
        happening(
            "save",
            "Bram",
            None,
            (1, 2),
            **roll("save", [8], 2, 12, modifiers=[{"clause": "gm.modifier", "value": -2}]),
            ability="con",
            because="javelin",
            by="Snag",
        ),
        happening("condition-on", "Snag", "Bram", (1, 2), condition="poisoned", level=1, rounds=10, source="javelin"),
        # the ogre grapples, shoves and falls over the edge
        happening("turn", "Ogre", None, (1, 3), hp=59, square="F5", surprised=False),
        happening(
            "contest",
            "Ogre",
            "Bram",
            (1, 3),
            **roll("contest", [11], 4),
            skill="athletics",
            purpose="grapple",
            opposed={
                "name": "Bram",
                "skill": "acrobatics",
                **roll("contest", [17, 2], 1, disadvantage=poisoned),
            },
            won=True,
        ),
        happening("condition-on", "Ogre", "Bram", (1, 3), condition="grappled", level=1, rounds=-1, source="grapple"),
        happening("move", "Bram", None, (1, 3), path=["G5"], cost_ft=0, forced=True, dragging=[], by="Ogre"),
        attack("Ogre", "Bram", "unarmed strike", roll("attack", [1], 6, 14, degree="failure"), (1, 3)),
        happening("condition-off", None, "Bram", (1, 3), condition="grappled", because="out of reach"),
        happening(
            "save",
            "Ogre",
            None,
            (1, 3),
            **{**roll("save", [], 0, 12), "automatic": "failure", "degree": "failure"},
            ability="dex",
            because="shove push",
            by="Bram",
        ),
        happening("leave", None, "Ogre", (1, 3), because="over the edge"),
        # Bram: falls, dies a little, comes back
        happening("turn", "Bram", None, (1, 4), hp=0, square="G5", surprised=False),
        happening("death-save", "Bram", None, (1, 4), **roll("death save", [13], 0, 10), successes=1, failures=2),
        happening("turn", "Imp", None, (1, 5), hp=9, square="H5", surprised=True),
        happening("turn", "Cleo", None, (2, 6), hp=9, square="H6", surprised=False),
        happening("arrive", "Wolf", None, (2, 6), square="T1"),
        happening("move", "Imp", None, (2, 6), path=["H4", "H3"], altitudes=[5, 10], cost_ft=10, forced=False),
        happening("fall", "Imp", None, (2, 6), feet=10, square="H3", clause="fly.prone", applied=[]),
        happening("jump", "Wolf", None, (2, 6), square="Q1", feet=15, run_ft=10, clause="jump.long", applied=[]),
        happening("move", "Wolf", None, (2, 6), path=["S1", "R1", "Q1"], cost_ft=15, forced=False),
        happening("mount", "Cleo", "Wolf", (2, 6), change="mounts", square="Q1", altitude=0, cost_ft=15, clause=None),
        happening("zone", None, None, (2, 6), kind="fog", change="begins", squares=["C3"], rounds=-1, because=None),
        happening("zone", "Imp", None, (2, 6), kind="silence", change="moves", squares=["C4"], rounds=2, because=None),
        happening("zone", None, None, (2, 6), kind="fog", change="ends", squares=["C3"], rounds=-1, because="ended"),
        happening("light", "Cleo", None, (2, 6), kind="torch", change="lit", square="H6", because=None),
        happening("light", "Cleo", None, (2, 6), kind="lamp", change="out", square="H6", because=None),
        happening("light", None, None, (2, 6), kind="hooded lantern", change="out", square="B2", because="ended"),
        happening("light", "Bram", None, (2, 6), kind="candle", change="dropped", square="G5", because=None),
        happening("light", "Cleo", None, (2, 6), kind="bullseye lantern", change="turned", square=None, heading=[2, 0]),
        happening(
            *("door", "Cleo", None, (2, 6)),
            action="open",
            door="C3-D3",
            squares=["C3", "D3"],
            window=False,
            state="open",
            cost="free",
        ),
        happening("heal", "Cleo", "Bram", (2, 6), amount=7, hp=7),
        happening("stable", None, "Dora", (2, 6)),
        attack(
            "Cleo",
            "Imp",
            "mace",
            roll("attack", [17], 5, 13),
            (2, 6),
            auto_critical=True,
            critical=True,
        ),
        damage("Imp", 12, 0, "bludgeoning", actor="Cleo", source="mace", at=(2, 6)),
        happening("down", None, "Imp", (2, 6)),
        happening("condition-on", None, "Imp", (2, 6), condition="prone", level=1, rounds=-1, source=None),
        happening("action", "Cleo", None, (2, 6), action="dash", cost="action", ally=None),
        happening("action", "Cleo", None, (2, 6), action="hide", cost="bonus", ally=None),
        happening("check", "Cleo", None, (2, 6), **roll("check", [12], 0, 15), skill="stealth", purpose="hide"),
        happening("action", "Cleo", "Ogre", (2, 6), action="help", cost="action", ally="Bram"),
        happening("action", "Cleo", None, (2, 6), action="dodge", cost="action", ally=None),
        happening("action", "Cleo", None, (2, 6), action="disengage", cost="bonus", ally=None),
        happening("concentration", "Cleo", None, (2, 6), spell="bless", begins=False, because="another spell"),
        happening("turn", "Dora", None, (2, 7), hp=0, square="H7", surprised=False),
        happening("dead", None, "Dora", (2, 7), because="death saves"),
        happening("turn", "Wolf", None, (2, 8), hp=11, square="T1", surprised=False),
        happening("end", None, None, (2, 8), outcome="heroes", rounds=2),
    ]
