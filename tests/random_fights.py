"""Small fights made up at random, and tactics that try anything.

`made_up(seed)` is a scenario as a mapping, with the keys of a scenario file; the same seed makes the same one. Whoever
plays it with `Whim` for a decider sees intents of every kind, most of them refused. `line(seed)` is the command that
plays one such fight again.
"""

import json
import random
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from encounter.engine.encounter import Encounter
from encounter.engine.fight import Decider, Fight
from encounter.engine.intent import (
    AIM_AT_SQUARE,
    ATTACK_WITH,
    ATTEMPT,
    CLOSE_DOOR,
    DRINK,
    END_TURN,
    EXTRA_ATTACK,
    GRAPPLE,
    HELP,
    HIDE,
    INTENT_NAMES,
    MOVE,
    NO_REACTION,
    OPEN_DOOR,
    OWN_CONTEST,
    REACT_SHOVE_PUSH,
    SHOVE_PRONE,
    SHOVE_PUSH,
    STRIKE_THING,
    Intent,
)
from encounter.scenario.checking import load
from encounter.scenario.compiler import compile
from encounter.scenario.model import Scenario
from scenes import WEAPONS

RULESETS = ("srd-5.1", "srd-5.2", "reroll")
NAMES = ("Ada", "Bram", "Cleo", "Dov", "Eve", "Finn")
FOOTPRINT = {"tiny": 1, "small": 1, "medium": 1, "large": 2, "huge": 3}
GROUND = "....................::%%~#T_+/"
CLIFFS = "...........____"
TRAITS = ("pack tactics", "blood frenzy", "elusive", "nimble escape", "cunning action", "sneak attack 2d6", "swarm")
PLAIN = (
    "blinded", "deafened", "deafened", "incapacitated", "invisible", "paralyzed", "petrified", "poisoned", "prone",
    "restrained", "stunned", "unconscious",
)  # fmt: skip
RIDERS: tuple[Any, ...] = (
    "prone", "poisoned for 2 rounds", "grappled (escape dc 12)", "push 10 ft", "blinded for 1 round",
    {"save": "con 12", "fail": ["paralyzed for 1 minute"], "repeats": True},
    {"save": "wis 12", "fail": ["frightened for 1 minute"], "repeats": True},
    {"save": "dex 13", "fail": ["2d6 fire"], "half": True},
    {"save": "dex 12", "fail": ["restrained for 2 rounds"], "repeats": True},
    {"save": "str 13", "fail": ["prone", "push 5 ft"]},
    {"save": "wis 12", "fail": ["charmed for 2 rounds"]},
    {"save": "con 12", "fail": ["exhaustion"]},
    {"save": "con 10", "fail": ["stunned for 1 round"]},
    {"save": "con 10", "fail": ["unconscious for 2 rounds"]},
)  # fmt: skip
SPECIALS: tuple[dict[str, Any], ...] = (
    {}, {},
    {"rerolls": [{"n": 2, "sign": "positive"}], "minor": "+2 dice", "major": ["double dice", "prone"]},
    {"rerolls": [{"n": 1, "sign": "negative"}], "fumble": [1, 2, 3], "severity": {4: "drop weapon", 3: "prone"}},
    {"rerolls": [{"n": 2, "sign": "neutral"}], "severity": {"add": 1, 4: {"damage": "1d4 slashing"}}, "on_20": "minor"},
    {"minor": {"save": "con 13", "fail": ["blinded for 1 round"]}, "major": "2d6 cold", "fumble": []},
)  # fmt: skip
OWN_ROLLS: tuple[dict[str, Any], ...] = (
    {"rerolls": [{"n": 1, "sign": "positive", "roll": "check"}], "fumble": [1, 2]},
    {"rerolls": [{"n": 1, "sign": "negative", "roll": "save"}], "severity": {1: "poisoned for 2 rounds"}},
    {"rerolls": [{"n": 1, "sign": "neutral", "roll": "dex save"}, {"n": 1, "roll": "initiative"}]},
    {
        "skills": {
            "athletics": {"total": 4, "kind": "other", "major": "prone"},
            "acrobatics": {"total": 2, "dice": "3d6"},
        }
    },
)
EDGES = ("wall", "wall", "door", "door", "open door", "locked door", "window", "open window", "arrow slit", "low wall")
PASSABLE_EDGES = ("open door", "open window", "low wall")
SPELLS = ("bless", "bane", "faerie fire", "hold person", "web", "invisibility", "hex")
MASTERIES = ("cleave", "graze", "nick", "push", "sap", "slow", "topple", "vex")
ARMS: dict[str, dict[str, Any]] = {**WEAPONS, "bola": {"range": "10/20 ft", "damage": "1d4+1 bludgeoning"}}
WHEN = ("enemy moves", "enemy enters reach", "enemy leaves reach", "i am hurt")
SKILLS = ("athletics", "stealth", "perception")
DAMAGE = ("fire", "cold", "poison", "slashing", "piercing", "bludgeoning")


def made_up(seed: int, rules: str | None = None) -> dict[str, Any]:
    """A scenario with two to six combatants on a map of at most 11 by 9 squares."""
    rng = random.Random(seed)
    ruleset = rules or rng.choice(RULESETS)
    width, height = rng.randint(4, 11), rng.randint(3, 9)
    ground = rng.choice((GROUND, GROUND, CLIFFS, ".", "."))
    rows = [[rng.choice(ground) for _ in range(width)] for _ in range(height)]
    taken: set[tuple[int, int]] = set()
    names = list(NAMES[: rng.choice((2, 2, 3, 4, 4, 5, 6))])
    creatures: dict[str, Any] = {}
    sides: dict[str, list[dict[str, Any]]] = {"heroes": [], "foes": []}
    if len(names) > 3 and rng.random() < 0.2:
        sides["others"] = []
    for place, name in enumerate(names):
        size = rng.choice(("medium",) * 6 + ("tiny", "small", "large", "huge"))
        square = _stand(rng, rows, FOOTPRINT[size], taken)
        if square is None:
            size = "medium"
            square = _stand(rng, rows, 1, taken)
        if square is None:
            break
        creatures[name] = _creature(rng, ruleset, size)
        side = list(sides)[place % len(sides)]
        sides[side].append(_entry(rng, name, square, [other for other in names if other != name], round_one=place < 2))
    sides = {side: entries for side, entries in sides.items() if entries}  # no room may have been left for some
    _hold(rng, sides)
    for entries in sides.values():
        for entry in entries:
            _mend(entry, set(creatures))
    scenario: dict[str, Any] = {
        "title": f"made up {seed}",
        "rules": ruleset,
        "map": "\n".join("".join(row) for row in rows) + "\n",
        "light": rng.choice(("bright",) * 5 + ("dim", "dark", "dark")),
        "creatures": creatures,
        "sides": sides,
        "options": {
            "round_limit": rng.choice((2, 4, 8)),
            "diagonals": rng.choice(("5-5-5", "5-5-5", "5-10-5")),
            "flanking": rng.random() < 0.2,
            "fallen": rng.choice(("ignore", "opportunist", "finish")),
            "ties": rng.choice(("roll-off", "reroll", "modifier")),
        },
    }
    if rng.random() < 0.3:
        scenario["tasks"] = [{"name": "the gate", "skill": "athletics", "dc": 12}]
        scenario["contests"] = [
            {"name": "feint", "skill": "deception", "against": ["insight", "perception"], "win": ["prone", "push 5 ft"]}
        ]
        chest = _stand(rng, rows, 1, taken)
        if chest is not None:
            scenario["map"] = "\n".join("".join(row) for row in rows) + "\n"
            scenario["objects"] = [{"name": "chest", "at": chest, "ac": 10, "hp": 3}]
    if rng.random() < 0.4:
        is_big = any(creature["size"] in ("large", "huge") for creature in creatures.values())
        kinds = PASSABLE_EDGES if is_big else EDGES  # no wall may run through the space of a big creature
        edges = [{"kind": rng.choice(kinds), "line": _line(rng, rows)} for _ in range(rng.randint(1, 6))]
        scenario["edges"] = edges
    if rng.random() < 0.15:
        scenario["options"]["knock_out"] = "heroes"
    if rng.random() < 0.15:
        scenario["zones"] = [{"kind": rng.choice(("fog", "foliage")), "from": "B1", "to": "C2"}]
    if scenario["light"] == "dark" and rng.random() < 0.5:
        scenario["lights"] = [{"kind": rng.choice(("candle", "torch")), "at": sides["heroes"][0]["at"]}]
    if rng.random() < 0.4:
        scenario["rulings"] = [_ruling(rng, ruleset, list(creatures)) for _ in range(rng.randint(1, 2))]
    _surround(random.Random(seed + 1_000_003), scenario)
    return scenario


def _line(rng: random.Random, rows: list[list[str]]) -> list[int]:
    """A line on the grid, inside the map."""
    width, height = len(rows[0]), len(rows)
    x, y = rng.randrange(width), rng.randrange(height)
    return rng.choice(([x, y, min(width, x + rng.randint(1, 4)), y], [x, y, x, min(height, y + rng.randint(1, 4))]))


def _surround(rng: random.Random, scenario: dict[str, Any]) -> None:
    """Lamps in hands, sunlight, zones that last a while or follow somebody: in a part of the scenarios."""
    entries = [entry for side in scenario["sides"].values() for entry in side]
    for entry in entries:
        if rng.random() < (0.3 if scenario["light"] == "dark" else 0.05):
            lamp = rng.choice(("torch", "candle", "lamp", "hooded lantern", "bullseye lantern"))
            until = {"until": rng.randint(2, 4)} if rng.random() < 0.3 else {}
            entry.setdefault("state", {})["carries"] = [{"kind": lamp, "lit": rng.random() < 0.7, **until}]
    if scenario["light"] == "bright" and rng.random() < 0.2:
        scenario["light"] = "sunlight"
    if rng.random() < 0.25:
        kind = rng.choice(("smoke", "light fog", "magical darkness", "wind", "wind", "silence"))
        where: dict[str, Any] = {"from": "A1", "to": "D3"}
        if rng.random() < 0.4:
            where = {"around": rng.choice(entries)["name"], "radius": "10 ft"}
        until = {"until": f"round {rng.randint(2, 3)}"} if rng.random() < 0.5 else {}
        scenario.setdefault("zones", []).append({"kind": kind, **where, **until})


def _stand(rng: random.Random, rows: list[list[str]], n: int, taken: set[tuple[int, int]]) -> str | None:
    """A free square, whose footprint is laid with floor and taken."""
    for _ in range(30):
        x, y = (
            rng.randrange(len(rows[0]) - n + 1) if len(rows[0]) >= n else -1,
            rng.randrange(max(1, len(rows) - n + 1)),
        )
        squares = {(x + dx, y + dy) for dx in range(n) for dy in range(n)}
        if x < 0 or y + n > len(rows) or squares & taken:
            continue
        taken |= squares
        for at_x, at_y in squares:
            rows[at_y][at_x] = "."
        return f"{chr(ord('A') + x)}{y + 1}"
    return None


def _creature(rng: random.Random, ruleset: str, size: str) -> dict[str, Any]:
    block: dict[str, Any] = {
        "kind": rng.choice(("monster", "character")),
        "size": size,
        "ac": rng.randint(8, 18),
        "hp": rng.randint(3, 24),
        "speed": f"{rng.choice((0, 15, 25, 30, 30, 30, 40))} ft",
        "abilities": {ability: rng.randint(6, 18) for ability in ("str", "dex", "con", "int", "wis", "cha")},
        "senses": rng.choice(({}, {}, {}, {"darkvision": "60 ft"}, {"blindsight": "10 ft"}, {"truesight": "30 ft"})),
        "attacks": {},
        "attacks_per_action": rng.choice((1, 1, 1, 2)),
    }
    has_mastery = ruleset == "srd-5.2" and rng.random() < 0.4
    for weapon in rng.sample(sorted(ARMS), rng.randint(1, 3)) + ["light crossbow"] * (rng.random() < 0.15):
        attack = {"to_hit": rng.randint(2, 8), **ARMS[weapon]}
        if rng.random() < 0.35:
            attack["hit"] = [rng.choice(RIDERS)]
        if "range" in attack and rng.random() < 0.3:
            attack["ammunition"] = rng.randint(0, 3)
        if rng.random() < 0.1:
            attack["with_advantage"] = "1d4 fire"
        if ruleset == "reroll":
            attack.update(rng.choice(SPECIALS))
        if has_mastery:
            attack["mastery"] = rng.sample(MASTERIES, rng.randint(1, 2))
        block["attacks"][weapon] = attack
    if rng.random() < 0.2:
        block["multiattack"] = [rng.choice(sorted(block["attacks"])) for _ in range(2)]
    traits = [*TRAITS, "lucky" if ruleset != "srd-5.2" else "luck"]
    block["traits"] = rng.sample(traits, rng.choice((0, 0, 1, 2)))
    if rng.random() < 0.15:
        block["untrained"] = ["armour"]
        block["armour"] = rng.choice(("chain mail", "leather", "padded"))
        del block["ac"]
    if ruleset == "reroll" and rng.random() < 0.5:
        block.update(rng.choice(OWN_ROLLS))
    if rng.random() < 0.3:
        block |= {"tools": ["thieves' tools"], "skills": {"stealth": rng.randint(5, 9)}}
    if rng.random() < 0.2:
        block["potions"] = {"healing": 2, "greater healing": 1}
    if has_mastery:
        block["traits"].append("weapon mastery")
    for key in ("resist", "vulnerable", "immune"):
        if rng.random() < 0.15:
            block[key] = [rng.choice(DAMAGE)]
    if rng.random() < 0.2:
        block["hands"] = rng.choice((["longsword", "shield"], ["dagger", "dagger"], ["torch"]))
    return block


def _entry(rng: random.Random, name: str, square: str, others: list[str], *, round_one: bool) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "creature": name,
        "name": name,
        "at": square,
        "tactic": rng.choice(("default", "brute", "archer", "skirmisher", "guard", "still")),
        "targets": rng.choice(("nearest", "weakest", "strongest")),
    }
    if not round_one and rng.random() < 0.15:
        entry["arrives"] = "round 2"
        return entry
    state: dict[str, Any] = {}
    if rng.random() < 0.35:
        state["conditions"] = [_condition(rng, others)]
    for key, value, chance in (
        ("temp_hp", rng.randint(1, 8), 0.15),
        ("hidden", rng.randint(8, 22), 0.1),
        ("surprised", True, 0.1),
        ("dodging", True, 0.1),
        ("disengaged", True, 0.05),
        ("inspiration", True, 0.05),
        ("reaction", "used", 0.1),
    ):
        if rng.random() < chance:
            state[key] = value
    if rng.random() < 0.1:
        state["helped"] = [{"by": rng.choice(others), "check": rng.choice(("athletics", "stealth"))}]
    elif rng.random() < 0.1 and len(others) > 2:
        by, against = rng.sample(others, 2)
        state["helped"] = [{"by": by, "against": against}]
    if rng.random() < 0.12:
        state["concentrating"] = f"{rng.choice(SPELLS)} on {rng.choice(others)}"
    if rng.random() < 0.1:
        state["readied"] = {"action": "move", "when": rng.choice(WHEN), "to": "B2"}
    if state:
        entry["state"] = state
    return entry


def _condition(rng: random.Random, others: list[str]) -> str:
    other = rng.choice(others)
    return rng.choice(
        (*PLAIN, f"frightened of {other}", f"charmed by {other}", f"exhaustion {rng.randint(1, 5)}", "prone")
    )


def _hold(rng: random.Random, sides: dict[str, list[dict[str, Any]]]) -> None:
    """Now and then somebody begins in the grip of an enemy."""
    entries = [entry for entries in sides.values() for entry in entries if "arrives" not in entry]
    if len(entries) > 1 and rng.random() < 0.25:
        held, holder = rng.sample(entries, 2)
        state = held.setdefault("state", {})
        state.setdefault("conditions", []).append(f"grappled by {holder['name']}")


def _mend(entry: dict[str, Any], there: set[str]) -> None:
    """Take away what speaks of somebody for whom there was no room."""
    state = entry.get("state", {})
    absent = set(NAMES) - there
    if "conditions" in state:
        state["conditions"] = [words for words in state["conditions"] if not absent & set(words.split())]
    if absent & set(state.get("concentrating", "").split()):
        del state["concentrating"]
    if any(absent & set(helped.values()) for helped in state.get("helped", [])):
        del state["helped"]


def _ruling(rng: random.Random, ruleset: str, names: list[str]) -> dict[str, Any]:
    gifts: list[Any] = ["advantage", "disadvantage", -2, 3]
    if ruleset == "reroll":
        gifts += ["re-roll +2", "re-roll -1", "re-roll neutral 1"]
    roll = rng.choice(("attack", "attack", "save", "check", "contest", "stealth check", "dex save", "initiative"))
    ruling: dict[str, Any] = {"give": rng.choice(gifts), "roll": roll, "because": "it is so"}
    if rng.random() < 0.5:
        ruling["by"] = rng.choice(names)
    return ruling


def loaded(scenario: dict[str, Any]) -> Scenario:
    """A mapping loaded as a file is: JSON is YAML."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "made-up.yaml"
        path.write_text(json.dumps(scenario), encoding="utf-8")
        return load(path)


def compiled(seed: int, rules: str | None = None, *, whims: bool = False) -> Encounter:
    """The made-up fight, ready to be fought; with `whims` everybody tries anything."""
    encounter = compile(loaded(made_up(seed, rules)))
    if whims:
        for index in range(len(encounter.names)):
            encounter.deciders[index] = Whim(Counter(), Counter())
    return encounter


class Whim(Decider):
    """Tries anything, by the tactics' dice: `tried` counts the kinds of intents, `refused` the grounds of refusal."""

    def __init__(self, tried: Counter[str], refused: Counter[int]) -> None:
        self.tried = tried
        self.refused = refused
        self.waits_for_answer = False

    def decide(self, fight: Fight, me: int, intent: Intent) -> None:
        if self.waits_for_answer:
            self.refused[int(intent.refused)] += 1
        dice, setup = fight.tactic_dice, fight.setup
        c = fight.combatants[me]
        kind = int(dice.roll(len(INTENT_NAMES))) - 1
        if kind == END_TURN and dice.roll(3) > 1:
            kind = ATTACK_WITH
        if dice.roll(3) == 1:
            kind = MOVE
        self.tried[INTENT_NAMES[kind]] += 1
        self.waits_for_answer = kind != END_TURN
        intent.kind = kind
        others = [o.index for o in fight.combatants if o.index != me] + [me if dice.roll(20) == 1 else 0]
        intent.target = others[int(dice.roll(len(others))) - 1]
        intent.ally = others[int(dice.roll(len(others))) - 1]
        intent.square = int(dice.roll(int(fight.setup.board.size))) - 1
        intent.use = int(dice.roll(len(c.stat.uses))) - 1 if len(c.stat.uses) else -1
        shot = [place for place, use in enumerate(c.stat.uses) if c.loading_used >> use.weapon_index & 1]
        if shot and dice.roll(2) == 1:
            intent.use = shot[0]
        intent.option = int(dice.roll(len(c.stat.sequences))) - 1
        if c.sequence >= 0 and dice.roll(4) > 1:
            intent.option = int(c.sequence)
        if kind in (GRAPPLE, SHOVE_PRONE, SHOVE_PUSH):
            intent.option = len(c.stat.sequences) - 1
        if kind in (ATTACK_WITH, EXTRA_ATTACK, AIM_AT_SQUARE, STRIKE_THING) and intent.use < 0:
            intent.kind = END_TURN
        intent.as_bonus = bool(dice.roll(3) == 1)
        intent.item = int(dice.roll(3)) - 1
        intent.when = int(dice.roll(5)) - 1
        intent.skill = SKILLS[int(dice.roll(len(SKILLS))) - 1]
        things = {ATTEMPT: setup.tasks, OWN_CONTEST: setup.contests, STRIKE_THING: setup.things}.get(kind)
        things = setup.doors if kind in (OPEN_DOOR, CLOSE_DOOR) else things
        if things is not None:
            intent.item = int(dice.roll(len(things))) - 1 if things else -1
            intent.kind = kind if things else END_TURN
            self.waits_for_answer = bool(things)
        if kind == DRINK and dice.roll(2) == 1:
            intent.target = -1
        intent.drags = bool(dice.roll(4) > 1)
        if kind == MOVE:
            self._stroll(fight, me, intent)
        if kind in (HELP, HIDE):
            intent.as_bonus = kind == HIDE and intent.as_bonus

    def _stroll(self, fight: Fight, me: int, intent: Intent) -> None:
        """A few steps anywhere, now and then a leap."""
        dice, board = fight.tactic_dice, fight.setup.board
        square = int(fight.combatants[me].square)
        length = int(dice.roll(5))
        for step in range(length):
            x = int(board.xs[square]) + int(dice.roll(3)) - 2
            y = int(board.ys[square]) + int(dice.roll(3)) - 2
            if dice.roll(60) == 1:
                x = int(dice.roll(int(board.width))) - 1
            x, y = min(max(x, 0), int(board.width) - 1), min(max(y, 0), int(board.height) - 1)
            square = y * int(board.width) + x
            intent.path[step] = square
        intent.length = length

    def chooses_to_fail(self, fight: Fight, me: int, ability: int, dc: int, by: int) -> bool:
        return (dc + by) % 5 == 0

    def spends_inspiration(self, fight: Fight, me: int, kind: int) -> bool:
        return (me + kind) % 2 == 0

    def answer(self, fight: Fight, me: int, mover: int, start: int, to: int) -> int:
        dice = fight.tactic_dice
        uses = len(fight.combatants[me].stat.uses)
        return int(dice.roll(uses - REACT_SHOVE_PUSH)) - 1 + REACT_SHOVE_PUSH if dice.roll(5) > 1 else NO_REACTION


def line(seed: int, whims: bool) -> str:
    """The command that plays this scenario again and looks at it."""
    return f"PYTHONPATH=. python tests/exhaustive.py --again {seed}{' --whims' if whims else ''}"
