"""Scenes made up by a seeded generator: many rules at once on small boards, for tests that compare two engines."""

from random import Random
from typing import Any

from scenes import Scene, scene

GLYPHS = "." * 14 + "::%%#T_"
WEAPONS = (
    "longsword",
    "shortsword",
    "dagger",
    "handaxe",
    "glaive",
    "lance",
    "greatsword",
    "shortbow",
    "longbow",
    "ray",
)
EDGES = ("wall", "wall", "wall", "door", "open door", "locked door", "window", "open window", "arrow slit", "low wall")
CONDITIONS = ("prone", "poisoned", "blinded", "restrained", "invisible", "stunned", "exhaustion 2", "paralyzed")
TRAITS = ("cunning action", "nimble escape", "pack tactics", "sneak attack 1d6", "swarm", "blood frenzy", "elusive")
TACTICS = ("default", "default", "brute", "archer", "skirmisher", "guard")
TARGETS = ("nearest", "weakest", "strongest")
RIDERS: tuple[list[Any], ...] = (
    ["prone"],
    ["grappled (escape dc 12)", "restrained"],
    [{"save": "con 11", "fail": ["poisoned for 3 rounds"], "repeats": True}],
    ["push 5 ft"],
)


ACTIONS: dict[str, dict[str, Any]] = {
    "breath": {"area": "cone 15 ft", "save": "dex 12", "damage": "3d6 fire", "half": True, "recharge": "5-6"},
    "bolt": {"area": "line 40 ft", "save": "dex 12", "damage": "2d6 lightning", "half": True, "uses": "1/day"},
    "burst": {"area": "sphere 10 ft", "range": "60 ft", "save": "con 11", "damage": "2d6 cold", "uses": "1/day"},
    "roar": {
        "area": "emanation 30 ft",
        "of": "enemies",
        "needs": "hearing",
        "save": "wis 12",
        "fail": "frightened for 1 minute",
        "repeats": True,
        "immune_after": "success",
    },
    "acid": {"range": "30 ft", "save": "con 12", "fail": ["1d6 acid each turn for 3 rounds", "maximum reduced"]},
    "gaze": {"range": "30 ft", "save": "con 11", "fail": "restrained", "repeats": True, "fails_again": "petrified"},
    "word": {"cost": "bonus", "target": "one", "range": "30 ft", "heal": "1d8+2", "uses": "2/day"},
    "ward": {"cost": "bonus", "temp_hp": "1d6+2", "recharge": "6"},
    "rush": {"cost": "bonus", "attacks": ["unarmed strike"], "recharge": "4-6"},
    "kick": {"cost": "legendary", "attacks": ["unarmed strike"], "moves": "half speed"},
    "shriek": {"cost": "legendary 2", "area": "emanation 10 ft", "save": "con 12", "damage": "1d6 thunder"},
    "tremor": {"cost": "lair", "area": "sphere 10 ft", "range": "60 ft", "save": "dex 12", "fail": "prone"},
    "parry": {"cost": "reaction", "when": "hit by melee attack", "ac": 3},
    "dodge": {"cost": "reaction", "when": "hit by attack", "halves": True},
    "thorns": {"cost": "reaction", "when": "damaged", "range": "5 ft", "damage": "1d4 piercing"},
    "riposte": {"cost": "reaction", "when": "missed by melee attack", "attacks": ["unarmed strike"]},
}


GROUNDS = {"fire": "f", "acid": "a", "ice": "i", "spikes": "s", "shallow water": ","}
SPEEDS: tuple[dict[str, Any], ...] = (
    {"walk": "30 ft", "swim": "30 ft"},
    {"walk": "20 ft", "swim": "40 ft"},
    {"walk": "40 ft", "swim": "10 ft"},
    {"walk": 0, "swim": "40 ft"},
)


def random_scene(
    seed: int,
    rules: str,
    surrounded: bool = False,
    heights: bool = False,
    grounded: bool = False,
    mounted: bool = False,
) -> Scene:
    """The scene of a seed: 10 by 8 squares, four to seven combatants on two or three sides.

    `surrounded` adds lamps in hands, sunlight that somebody minds, and zones; `heights` ground of several levels and
    wings; `grounded` water, ground that harms, and those who swim or are at home on it; `mounted` puts the second of
    each side on the first, which is large.
    """
    random = Random(seed)
    width, height = 10, 8
    rows = [[random.choice(GLYPHS) for _ in range(width)] for _ in range(height)]
    taken: set[tuple[int, int]] = set()
    spaces: dict[tuple[int, int], str] = {}
    blocks: dict[str, dict[str, Any]] = {}
    sides: list[list[str]] = [[], [], []]
    many = random.choice((2, 2, 2, 3))
    for number in range(random.randint(4, 7)):
        name = f"Foe {chr(ord('a') + number)}"
        words = [random.choice(WEAPONS) for _ in range(random.randint(1, 3))]
        words += [
            f"ac {random.randint(10, 17)}",
            f"hp {random.randint(4, 25)}",
            f"speed {random.choice((20, 25, 30, 40))}",
        ]
        size = random.choice(("tiny", "small", "medium", "medium", "medium", "large", "huge"))
        if mounted and number < 2 * many:
            size = ("large", "medium")[number // many]
        edge = {"large": 2, "huge": 3}.get(size, 1)
        words += [size, random.choice(TACTICS)]
        for words_of, chance in ((CONDITIONS, 0.2), (TRAITS, 0.4)):
            if random.random() < chance:
                words.append(random.choice(words_of))
        if random.random() < 0.3:
            words.append(random.choice(("darkvision 60", "blindsight 20", "two attacks", "character")))
        if random.random() < 0.3:
            words.append("targets " + random.choice(TARGETS))
        x, y = _room(random, taken, edge, width, height)
        for row in range(edge):
            for column in range(edge):
                rows[y + row][x + column] = "."
                spaces[x + column, y + row] = name
        sides[number % many].append(", ".join([f"{name} {chr(ord('A') + x)}{y + 1}", *dict.fromkeys(words)]))
        blocks[name] = _block(random)
    options = {
        "diagonals": random.choice(("5-5-5", "5-5-5", "5-10-5")),
        "fallen": random.choice(("ignore", "opportunist", "finish")),
        "flanking": random.random() < 0.2,
        "round_limit": 12,
    }
    keys: dict[str, Any] = {"options": options, "light": random.choice(("bright", "bright", "dim", "dark"))}
    if random.random() < 0.3:
        keys["zones"] = [{"kind": "fog", "from": "D3", "to": "F5"}]
    states: dict[str, dict[str, Any]] = {}
    if surrounded:
        states = _surround(random, keys, blocks)
    if grounded:
        _lay(Random(2_000_000 + seed), rows, keys, blocks, spaces)
    if seed % 3 == 2:
        keys["edges"] = _edges(Random(1_000_000 + seed), width, height, spaces)
    if heights:
        states = _raise(random, keys, blocks)
    if mounted:
        _mount(sides, states, seed)
    text = " | ".join("; ".join(side) for side in sides if side)
    return scene(text, rules, map=["".join(row) for row in rows], creatures=blocks, states=states, **keys)


def _mount(sides: list[list[str]], states: dict[str, dict[str, Any]], seed: int) -> None:
    """Put the second of each side on the first; every third scene has mounts that go where they like."""
    for side in sides:
        if len(side) < 2:
            continue
        mount, (rider, _, words) = side[0].split(",")[0].rsplit(" ", 1)[0], side[1].partition(", ")
        rider = rider.rsplit(" ", 1)[0]
        side[0] = side[0].replace(", swarm", "")
        kept = [word for word in words.split(", ") if word not in ("prone",)]
        side[1] = ", ".join([f"{rider} on {mount}", *kept])
        states.setdefault(rider, {}).pop("altitude", None)
        if seed % 3 == 0:
            states[rider]["mount"] = "independent"


def _surround(random: Random, keys: dict[str, Any], blocks: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Lamps by their bearers' names; light and zones go into `keys`."""
    keys["light"] = random.choice(("dark", "dark", "dim", "sunlight"))
    kind = random.choice(("smoke", "light fog", "magical darkness", "wind", "silence"))
    keys["zones"] = [{"kind": kind, "from": "C2", "to": "F4", "until": "round 3"}]
    if random.random() < 0.5:
        keys["zones"].append({"kind": "magical darkness", "around": "Foe b", "radius": "5 ft"})
    lamps = ("torch", "candle", "hooded lantern", "bullseye lantern")
    states = {name: {"carries": [f"lit {random.choice(lamps)}"]} for name in blocks if random.random() < 0.4}
    for block in blocks.values():
        if random.random() < 0.3:
            block["traits"] = [random.choice(("sunlight sensitivity", "light sensitivity", "sunlight weakness"))]
        if random.random() < 0.2:
            block["senses"] = {random.choice(("truesight", "darkvision", "tremorsense")): "20 ft"}
    return states


def _lay(
    random: Random,
    rows: list[list[str]],
    keys: dict[str, Any],
    blocks: dict[str, dict[str, Any]],
    spaces: dict[tuple[int, int], str],
) -> None:
    """Pools, walls between them and ground that harms, on squares where nobody stands."""
    keys["legend"] = GROUNDS
    for y, row in enumerate(rows):
        for x, glyph in enumerate(row):
            if (x, y) not in spaces and glyph != "_":
                row[x] = random.choice("~~~" + "fais,#." if random.random() < 0.4 else glyph + ".")
    if random.random() < 0.5:
        keys["hazards"] = [
            {
                "terrain": "fire",
                "damage": "2d6 fire",
                "save": "dex 12",
                "half": True,
                "on": random.choice(("start", "enter")),
            }
        ]
    if random.random() < 0.2:
        keys["zones"] = [{"kind": "underwater", "from": "A1", "to": "F8"}]
    for block in blocks.values():
        if random.random() < 0.4:
            block["speed"] = random.choice(SPEEDS)
        if random.random() < 0.3:
            block["ignores"] = random.choice(("ice", "difficult terrain", "spikes"))
        if random.random() < 0.2:
            block["immune"] = ["fire"]


def _edges(random: Random, width: int, height: int, spaces: dict[tuple[int, int], str]) -> list[dict[str, Any]]:
    """Walls, doors and the like on lines between squares, none of them inside anybody's space."""
    edges: list[dict[str, Any]] = []
    for _ in range(random.randint(4, 24)):
        x, y = random.randint(1, width - 1), random.randint(1, height - 1)
        runs_down = random.random() < 0.5
        beside = (x - 1, y) if runs_down else (x, y - 1)
        if spaces.get((x, y)) is None or spaces.get((x, y)) != spaces.get(beside):
            line = [x, y, x, y + 1] if runs_down else [x, y, x + 1, y]
            edges.append({"kind": random.choice(EDGES), "line": line})
    return edges


def _raise(random: Random, keys: dict[str, Any], blocks: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """How high flyers begin, by their names; ground of several levels goes into `keys`."""
    keys["elevation"] = [
        {"from": "A1", "to": "C3", "height": random.choice(("5 ft", "10 ft", "15 ft"))},
        {"from": "E5", "to": "F8", "height": random.choice(("-10 ft", "5 ft", "10 ft"))},
    ]
    keys["options"]["round_limit"] = 6
    states: dict[str, dict[str, Any]] = {}
    for name, block in blocks.items():
        if random.random() < 0.4:
            block["speed"] = {"walk": "20 ft", "fly": random.choice(("20 ft", "30 ft")), "hover": random.random() < 0.2}
            states[name] = {"altitude": random.choice(("0 ft", "0 ft", "5 ft", "15 ft"))}
    return states


def _room(random: Random, taken: set[tuple[int, int]], edge: int, width: int, height: int) -> tuple[int, int]:
    while True:
        x, y = random.randint(0, width - edge), random.randint(0, height - edge)
        squares = {(x + column, y + row) for column in range(edge) for row in range(edge)}
        if not squares & taken:
            taken |= squares
            return x, y


def _block(random: Random) -> dict[str, Any]:
    block: dict[str, Any] = {"abilities": {name: random.randint(8, 16) for name in ("str", "dex", "con", "wis")}}
    block["abilities"].update({"int": 10, "cha": 10})
    if random.random() < 0.3:
        claw = {"to_hit": 5, "reach": random.choice(("5 ft", "10 ft")), "damage": "1d6+2 slashing"}
        block["attacks"] = {"claw": {**claw, "hit": random.choice(RIDERS)}}
        if random.random() < 0.5:
            block["attacks"]["bite"] = {"to_hit": 4, "reach": "5 ft", "damage": "2d4 piercing"}
            block["multiattack"] = random.choice((["claw", "claw"], ["bite", "claw"], ["bite", "claw", "claw"]))
    if random.random() < 0.3:
        names = random.sample(sorted(ACTIONS), random.randint(1, 3))
        block["actions"] = {name: ACTIONS[name] for name in names}
        if "roar" in names and "multiattack" in block:
            block["multiattack"] = ["roar", *block["multiattack"]]
        block["legendary_resistance"] = random.choice((0, 0, 1))
    return block
