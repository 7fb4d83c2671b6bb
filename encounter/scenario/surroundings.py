"""Lights and zones of a file, read into the model: what their keys say together, and where on the map they are."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import define

from encounter.engine.board import BLOCKS_MOVEMENT, PROPERTIES, square_name
from encounter.scenario.light_keys import CONES, LIGHT_RADII, UNDERWATER, Carried
from encounter.scenario.model import CarriedLight, Light, Square, Terrain, Zone
from encounter.scenario.source import Place, Problems, folded
from encounter.scenario.values import Values, Word


@define(eq=False)
class Surroundings:
    """Reads lights and zones. `on_map` notes a square that is off the map, `named` finds combatants by a name."""

    problems: Problems
    terrain: Terrain | None
    on_map: Callable[[Square, Place, str], bool]
    named: Callable[[Word, str], list[str]]

    def _radii(self, block: Values, example: str) -> tuple[str, int, int]:
        """The kind of a light and how far it shines, bright and then dim, in feet."""
        written = set(block) | block.bad
        if ("kind" in written) == bool({"bright", "dim"} & written):
            message = "a light has a kind, or its own radii"
            self.problems.error(block.place, "missing-key", message, example)
        kind = str(block.get("kind", ""))
        bright, dim = LIGHT_RADII.get(kind, (block.get("bright", 0), block.get("dim", 0)))
        return kind, bright, dim

    def lights(self, block: Values) -> list[Light]:
        """The lights of an entry of `lights:`, one a square."""
        kind, bright, dim = self._radii(block, "write {kind: torch, at: J4} or {bright: 20 ft, dim: 20 ft, at: J4}")
        towards = block.get("towards")
        if (kind in CONES) != ("towards" in block) and not {"kind", "towards"} & block.bad:
            message = "a bullseye lantern shines towards a square, and no other light does"
            self.problems.error(
                block.place, "missing-key", message, "write {kind: bullseye lantern, at: J4, towards: C4}"
            )
        if towards is not None:
            self.on_map(towards, block.at("towards"), "the square it shines at")
        made = []
        for square in block.get("at", ()):
            if self.on_map(square, block.at("at"), "the light") and self.terrain is not None:
                name = square_name(self.terrain.width, square[1] * self.terrain.width + square[0])
                if PROPERTIES[self.terrain.terrain[square[1] * self.terrain.width + square[0]]] & BLOCKS_MOVEMENT:
                    message = f"the light at {name} is inside a wall"
                    self.problems.error(block.at("at"), "in-wall", message, "put it on a free square beside it")
                if towards == square:
                    message = f"the light at {name} shines at its own square"
                    self.problems.error(block.at("towards"), "bad-value", message, "name a square away from it")
                made.append(Light(kind, square, bright, dim, block.get("until", 0), towards))
        return made

    def carried(self, state: Values) -> tuple[CarriedLight, ...]:
        """What `state: {carries: ...}` says; a light that hands hold lit is carried as well."""
        made = []
        for item in state.get("carries", ()):
            if isinstance(item, Carried):
                bright, dim = LIGHT_RADII[item.kind]
                made.append(CarriedLight(item.kind, bright, dim, item.is_lit))
            elif isinstance(item, Values):
                kind, bright, dim = self._radii(item, "write {kind: torch} or {bright: 20 ft, dim: 20 ft}")
                made.append(CarriedLight(kind, bright, dim, item.get("lit", True), item.get("until", 0)))
        return (*made, *held_lights(state.get("hands", ()), [light.kind for light in made]))

    def zone(self, block: Values) -> Zone | None:
        """The zone of an entry of `zones:`."""
        level = str(block.get("level", ""))
        if not {"kind", "level"} & block.bad and (block["kind"] == "light") != bool(level):
            message = "a zone of light has a `level`, and no other zone has one"
            self.problems.error(
                block.at("kind"), "missing-key", message, "write {kind: light, level: dim, from: A1, to: C3}"
            )
        written = set(block) | block.bad
        if ("around" in written) != ("radius" in written) or ("around" in written) == bool({"from", "to"} & written):
            message = "a zone lies between two corners, or around a combatant"
            hint = "write {kind: fog, from: A1, to: C3} or {kind: silence, around: Ada, radius: 20 ft}"
            self.problems.error(block.place, "missing-key", message, hint)
            return None
        if str(block.get("kind")) == UNDERWATER and {"around", "until"} & written:
            message = "water lies between two corners, and does not run off"
            self.problems.error(block.place, "bad-value", message, "write {kind: underwater, from: A1, to: C3}")
            return None
        if "around" in block:
            return self._around(block, level)
        for key in ("from", "to"):
            if key not in written:
                self.problems.error(block.place, "missing-key", f"a zone needs `{key}`", "write {from: A1, to: C3}")
        inside = [key in block and self.on_map(block[key], block.at(key), "the zone") for key in ("from", "to")]
        if block.bad or not all(inside):
            return None
        (ax, ay), (bx, by) = block["from"], block["to"]
        start, end = (min(ax, bx), min(ay, by)), (max(ax, bx), max(ay, by))
        return Zone(str(block["kind"]), start, end, level, block.get("until", 0))

    def _around(self, block: Values, level: str) -> Zone | None:
        who = self.named(block["around"], "zones.around")
        if len(who) > 1:
            message = f"`{block['around']}` is more than one combatant"
            self.problems.error(block.at("around"), "bad-value", message, f"name one of them, such as `{who[0]}`")
        if block.bad or len(who) != 1:
            return None
        return Zone(str(block["kind"]), (0, 0), (0, 0), level, block.get("until", 0), who[0], block["radius"])


def held_lights(hands: Sequence[str], carried: Sequence[str] = ()) -> tuple[CarriedLight, ...]:
    """The lit lights in hands (`lit torch`), less those that are said to be carried already.

    >>> [light.kind for light in held_lights(["longsword", "lit torch"])], held_lights(["lit torch"], ["torch"])
    (['torch'], ())
    """
    made = []
    for word in hands:
        kind = folded(str(word)).removeprefix("lit ")
        kind = {"lantern": "hooded lantern"}.get(kind, kind)
        if folded(str(word)).startswith("lit ") and kind in LIGHT_RADII and kind not in carried:
            made.append(CarriedLight(kind, *LIGHT_RADII[kind], True))
    return tuple(made)
