"""What of a creature a ruleset can play: the rest is taken out of it and named.

Whether a piece is understood is asked of the readers of scenario files themselves, so that nothing here has to know
what the engine simulates: what is built tomorrow fits tomorrow.
"""

from collections.abc import Mapping as Dict
from typing import Any, Final

from encounter.bestiary.effects import tidy
from encounter.scenario.actions import action_of
from encounter.scenario.keys import ATTACK, CREATURE
from encounter.scenario.nodes import Mapping, Node, Scalar, Sequence
from encounter.scenario.source import PATIENCE, Place, Problems, Source, folded
from encounter.scenario.values import BAD, Kind, Reading, Values, Word

# Keys that may be left out of an action or a rider, what remains being weaker or plainer, in the order of least harm.
SPARED: Final = ("fail_by_5", "wakes", "needs", "immune_after", "success", "fails_again", "up_to", "of", "repeats")
_LISTS: Final = ("resist", "vulnerable", "immune")


def node_of(value: Any, place: Place) -> Node:
    """A value as the tree that the readers take."""
    if isinstance(value, Dict):
        return Mapping(place, [(Scalar(place, str(key)), node_of(one, place)) for key, one in value.items()])
    if isinstance(value, list | tuple):
        return Sequence(place, [node_of(one, place) for one in value])
    return Scalar(place, ("true" if value else "false") if isinstance(value, bool) else str(value))


class Fitter:
    """Fits the keys of one creature to a ruleset. `keys` is what remains; `left` names what does not."""

    def __init__(self, keys: Dict[str, Any], ruleset: str, place: Place | None = None) -> None:
        self.ruleset = ruleset
        self.place = place or Place(Source("bestiary", ""))
        self.left: list[str] = []
        self.keys: dict[str, Any] = {}
        patience, PATIENCE.left = PATIENCE.left, 0  # nobody reads the hints of what is only tried
        written = dict(keys)
        self.left += written.pop("left_out", [])
        written.pop("without_effect", None)
        for key, value in written.items():
            self._key(key, value)
        self._multiattack()
        self.left = list(dict.fromkeys(self.left))
        PATIENCE.left = patience

    def reads(self, kind: Kind, value: Any) -> bool:
        """Whether a reader takes a value without a complaint."""
        reading = Reading(Problems(), ruleset=self.ruleset)
        read = kind.read(node_of(value, self.place), reading)
        return read is not BAD and not reading.problems.errors

    def _key(self, key: str, value: Any) -> None:
        if key == "multiattack":
            self.keys[key] = value
        elif key == "spells":
            self._spells(value)
        elif key not in CREATURE.fields:
            self.left.append(f"{key.replace('_', ' ')} {value}" if not isinstance(value, dict | list) else key)
        elif key == "attacks":
            self._attacks(value)
        elif key == "actions":
            self._actions(value)
        elif key == "traits" or key in _LISTS:
            self._items(key, value)
        elif self.reads(CREATURE.fields[key].kind, value):
            self.keys[key] = value
        else:
            self.left.append(key)

    def _spells(self, written: Dict[str, Any]) -> None:
        """The spells that are understood; the others by name."""
        if "spells" not in CREATURE.fields:
            self.left.append("spellcasting")
            return
        kind = CREATURE.fields["spells"].kind
        head = {key: value for key, value in written.items() if key in ("ability", "dc", "attack", "level", "slots")}
        made: dict[str, Any] = dict(head)
        for key in ("at_will", "prepared"):
            kept = [one for one in written.get(key, ()) if self.reads(kind, {**head, key: [one]})]
            self.left += [f"spell {one}" for one in written.get(key, ()) if one not in kept]
            if kept:
                made[key] = kept
        daily = {
            one: times
            for one, times in written.get("daily", {}).items()
            if self.reads(kind, {**head, "daily": {one: times}})
        }
        self.left += [f"spell {one}" for one in written.get("daily", {}) if one not in daily]
        if daily:
            made["daily"] = daily
        if len(made) > len(head) and self.reads(kind, made):
            self.keys["spells"] = made

    def _items(self, key: str, values: list[str]) -> None:
        """Every item of a list that is understood by itself."""
        kept = [one for one in values if self.reads(CREATURE.fields[key].kind, [one])]
        what = "trait" if key == "traits" else key
        self.left += [f"{what} {one}" for one in values if one not in kept]
        if kept:
            self.keys[key] = kept

    def _attacks(self, attacks: Dict[str, Any]) -> None:
        kind = CREATURE.fields["attacks"].kind
        made: dict[str, Any] = {}
        for name, written in attacks.items():
            keys = dict(written)
            if "hit" in keys:
                riders = [rider for one in keys.pop("hit") if (rider := self._rider(name, keys, one)) is not None]
                if riders:
                    keys["hit"] = riders
            if "hit" in keys.get("charge", {}) and "charge" in ATTACK.fields:
                keys["charge"] = dict(keys["charge"])
                hits = [
                    rider for one in keys["charge"].pop("hit") if (rider := self._rider(name, keys, one)) is not None
                ]
                keys["charge"] |= {"hit": hits} if hits else {}
            for key in list(keys):
                if key not in ("to_hit", "reach", "range", "damage", "hit") and not self.reads(kind, {name: keys}):
                    without = {other: value for other, value in keys.items() if other != key}
                    if self.reads(kind, {name: without}):
                        self.left.append(f"{name}: {key.replace('_', ' ')}")
                        keys = without
            if self.reads(kind, {name: keys}) and {"damage", "hit"} & set(keys):
                made[name] = keys
            else:
                self.left.append(f"attack {name}")
        if made:
            self.keys["attacks"] = made

    def _rider(self, attack: str, keys: Dict[str, Any], rider: Any) -> Any:
        """A rider, or as much of it as is understood; None when nothing is."""
        kind = CREATURE.fields["attacks"].kind

        def reads(one: Any) -> bool:
            return self.reads(kind, {attack: {"to_hit": 0, "damage": "1 fire", "hit": [one]}})

        if reads(rider):
            return rider
        if not isinstance(rider, dict):
            self.left.append(f"{attack}: {rider}")
            return None
        made = dict(rider)
        dropped = []
        for key in SPARED:
            if key in made and not reads(made):
                dropped.append(self._spared(key, made.pop(key)))
        if not reads(made):
            kept: list[Any] = []
            for item in made["fail"]:
                if reads({**made, "fail": [*kept, item]}):
                    kept.append(item)
                else:
                    dropped.append(str(item))
            made["fail"] = kept
        self.left += [f"{attack}: {what}" for what in dropped]
        return tidy(made) if made["fail"] else None

    def _spared(self, key: str, value: Any) -> str:
        """How a key that is left out is named."""
        return {"up_to": f"only up to {value}", "immune_after": "immunity after a success"}.get(
            key, key.replace("_", " ")
        )

    def _acts(self, name: str, keys: Dict[str, Any]) -> bool:
        """Whether an action is understood, the sense of its keys together included."""
        reading = Reading(Problems(), ruleset=self.ruleset)
        read = CREATURE.fields["actions"].kind.read(node_of({name: keys}, self.place), reading)
        if read is BAD or reading.problems.errors:
            return False
        attacks = {folded(attack): attack for attack in self.keys.get("attacks", {})}
        return all(
            action_of(Word(str(word), self.place), block, attacks, reading) is not None for word, block in read.items()
        )

    def _actions(self, actions: Dict[str, Any]) -> None:
        made: dict[str, Any] = {}
        for name, written in actions.items():
            keys, dropped = self._action(name, dict(written))
            if keys:
                made[name] = keys
                self.left += [f"{name}: {what}" for what in dropped]
            else:
                self.left.append(f"{'trait' if written.get('cost') == 'trait' else 'action'} {name}")
        if made:
            self.keys["actions"] = made

    def _action(self, name: str, keys: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        """As much of an action as is understood, and what was taken out; empty when too little remains."""
        dropped: list[str] = []
        if "casts" in keys:
            spells = [one for one in keys["casts"] if self._acts(name, {**keys, "casts": [one]})]
            return {**keys, "casts": spells} if spells else {}, [
                f"spell {one}" for one in keys["casts"] if one not in spells
            ]
        for key in SPARED:
            if key in keys and not self._acts(name, keys):
                dropped.append(self._spared(key, keys.pop(key)))
        if "fail" in keys and not self._acts(name, keys):
            kept: list[Any] = []
            for item in keys["fail"]:
                if self._acts(name, {**keys, "fail": [*kept, item]}):
                    kept.append(item)
                else:
                    dropped.append(str(item))
            keys.pop("fail")
            if kept:
                keys["fail"] = kept
        return (keys if self._acts(name, keys) else {}), dropped

    def _multiattack(self) -> None:
        """The alternatives whose attacks remained; an action that did not is left out of its alternative."""
        written = self.keys.pop("multiattack", None)
        if written is None:
            return
        ways = written if isinstance(written[0], list) else [written]
        actions = [name for name, keys in self.keys.get("actions", {}).items() if "casts" not in keys]
        spells = self.keys.get("spells", {})
        cast = (name for key in ("at_will", "daily", "prepared") for name in spells.get(key, ()))
        known = {*self.keys.get("attacks", {}), *actions, *cast}
        made: list[list[str]] = []
        missing: list[str] = []
        for way in ways:
            missing += [name for name in way if name not in known]
            kept = [name for name in way if name in known]
            if (
                kept
                and kept not in made
                and (len(kept) == len(way) or len(ways) == 1 or not self._is_less(kept, ways, known))
            ):
                made.append(kept)
        self.left += [f"multiattack: {name} in it" for name in dict.fromkeys(missing)]
        if made and (len(made) > 1 or len(made[0]) > 1):
            self.keys["multiattack"] = made[0] if len(made) == 1 else made

    def _is_less(self, kept: list[str], ways: list[list[str]], known: set[str]) -> bool:
        """Whether another alternative, whole, holds everything of one from which something was taken."""
        return any(set(way) <= known and all(way.count(name) >= kept.count(name) for name in kept) for way in ways)


def read_fitted(keys: Dict[str, Any], ruleset: str, place: Place, problems: Problems) -> tuple[Fitter, Values]:
    """Fit the keys of one creature to a ruleset, and read what remains as those of a scenario file are read."""
    fitted = Fitter(keys, ruleset, place)
    reading = Reading(problems, ruleset=ruleset)  # its lengths are written with their unit
    values: Values = CREATURE.read(node_of(fitted.keys, place), reading)
    return fitted, values
