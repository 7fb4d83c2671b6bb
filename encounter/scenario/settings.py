"""What the command line changes in a scenario: `--set`, `--place`, `--with`, `--rules`.

A path of `--set` is dotted. It begins with a top-level key (`options.round_limit`, `creatures.goblin.ac`,
`rulings.1.give`: entries of lists count from 1), with a side that has one entry, or one entry with that key
(`goblins.count`), or with the name of a combatant's entry or of a creature (`Ada.tactic`, `goblin.hp`: the key says
which of the two is meant; one of the bestiary that fights is written into `creatures:` for it). What comes first in
this list is taken first.
"""

from collections.abc import Iterator
from typing import Final

from attrs import define

from encounter.engine.board import parse_square
from encounter.engine.rules.editions import RULESETS
from encounter.scenario.keys import CREATURE, ENTRY, SCENARIO
from encounter.scenario.model import Square
from encounter.scenario.nodes import Mapping, Node, Scalar, Sequence, is_null, parse
from encounter.scenario.source import Place, Problems, Source, folded, suggestion
from encounter.scenario.values import Word

DEFAULT_RULES: Final = "srd-5.2"  # of a scenario that names none


@define
class Settings:
    """Arguments as given."""

    rules: str | None = None
    sets: tuple[str, ...] = ()
    placing: tuple[str, ...] = ()
    holding: tuple[str, ...] = ()
    allow_code: bool = False

    def placed_names(self) -> list[str]:
        """The names that `--place` moves, as far as they can be read."""
        return [text.rpartition("=")[0].strip() for text in self.placing]

    def places(self, problems: Problems) -> Iterator[tuple[Word, Square, Place]]:
        """Name, square and place of each `NAME=C7`."""
        for text in self.placing:
            source = Source("--place", text)
            name, equals, square = text.rpartition("=")
            place = Place(source, 0, len(name) + 1 if equals else 0)
            if not name.strip():
                problems.error(place, "bad-value", f"`{text}` does not place anybody", "write NAME=C7")
                continue
            try:
                yield Word(" ".join(name.split()), Place(source)), parse_square(square.strip()[:12]), place
            except ValueError:
                problems.error(place, "bad-square", f"`{square}` is no square", "write NAME=C7")

    def states(self, problems: Problems) -> Iterator[tuple[Word, Mapping]]:
        """Name and state of each `NAME: {hp: 3}`."""
        for text in self.holding:
            source = Source("--with", text)
            before = len(problems.errors)
            tree, _ = parse(source, problems)
            if len(problems.errors) > before:
                continue
            pairs = tree.pairs if isinstance(tree, Mapping) else []
            if not pairs:
                hint = 'write "NAME: {hp: 3}"'
                problems.error(Place(source), "bad-value", f"`{text}` gives nobody a state", hint)
            for key, value in pairs:
                if not isinstance(value, Mapping):
                    problems.error(value.place, "wrong-type", "a state is a mapping", 'write "NAME: {hp: 3}"')
                else:
                    yield Word(" ".join(key.text.split()), key.place), value

    def apply(self, root: Mapping, creatures: list[Node], problems: Problems) -> None:
        """Put every `PATH=VALUE` into the tree; `creatures` are the `creatures:` sections, nearest first."""
        for text in self.sets:
            _Setting(text, root, creatures, problems, self.rules).apply()


class _Setting:
    """One PATH=VALUE."""

    def __init__(
        self, text: str, root: Mapping, creatures: list[Node], problems: Problems, rules: str | None = None
    ) -> None:
        self.text = text
        self.source = Source("--set", text)
        self.root = root
        self.creatures = creatures
        self.problems = problems
        self.rules = rules

    def apply(self) -> None:
        path, equals, value = self.text.partition("=")
        parts = [part.strip() for part in path.split(".")]
        if not equals or not all(parts):
            self._refuse(0, f"`{self.text}` is no setting", "write PATH=VALUE, such as goblins.count=8")
            return
        lead = len(path) + 1
        before = len(self.problems.errors)
        tree, _ = parse(Source("--set", " " * lead + value), self.problems)
        if len(self.problems.errors) > before:
            return
        node = tree if tree is not None else Scalar(Place(self.source, 0, lead), "")
        _stands_at(node, self.source)
        start = self._start(parts)
        if start is not None:
            self._put(start[0], start[1], node)

    def _refuse(self, column: int, message: str, hint: str) -> None:
        self.problems.error(Place(self.source, 0, column), "bad-path", message, hint)

    def _start(self, parts: list[str]) -> tuple[Node, list[str]] | None:
        """The node that the path begins at, and the keys that are left."""
        if parts[0] in SCENARIO.fields:
            if parts[0] == "creatures" and len(parts) > 2:
                self._creature(folded(parts[1]), parts[2:])
            return self.root, parts
        entries = self._entries()
        for used in range(len(parts) - 1, 0, -1):
            name, keys = folded(".".join(parts[:used])), parts[used:]
            side = [entry for owner, _, entry in entries if folded(owner) == name]
            if len(side) > 1:
                having = [entry for entry in side if entry.get(keys[0]) is not None]
                if len(having) != 1:
                    hint = "name a combatant or a creature instead"
                    self._refuse(0, f"the side `{'.'.join(parts[:used])}` has {len(side)} entries", hint)
                    return None
                side = having
            named = [entry for _, called, entry in entries if folded(called) == name]
            if side:
                return self._entry_or_creature(side[0], keys)
            creature = None if named and keys[0] in ENTRY.fields else self._creature(name, keys)
            if named and creature is None:
                return self._only(named, keys, parts[:used])
            if creature is not None:
                return creature, keys
        names = [*SCENARIO.fields, *(owner for owner, _, _ in entries), *(called for _, called, _ in entries)]
        names += [key.text for section in self.creatures if isinstance(section, Mapping) for key, _ in section.pairs]
        hint = suggestion(parts[0], dict.fromkeys(names))
        self._refuse(0, f"`{parts[0]}` is no key, side, combatant or creature", hint)
        return None

    def _only(self, named: list[Mapping], keys: list[str], parts: list[str]) -> tuple[Node, list[str]] | None:
        if len(named) > 1:
            hint = "give the entry a `name`, or use its side"
            self._refuse(0, f"{len(named)} entries are `{'.'.join(parts)}`", hint)
            return None
        return named[0], keys

    def _entry_or_creature(self, entry: Mapping, keys: list[str]) -> tuple[Node, list[str]]:
        """A key of creatures that is none of combatants means the entry's creature."""
        called = entry.get("creature")
        if keys[0] in CREATURE.fields and keys[0] not in ENTRY.fields and isinstance(called, Scalar):
            creature = self._creature(folded(called.text), keys)
            if creature is not None:
                return creature, keys
        return entry, keys

    def _creature(self, name: str, keys: list[str]) -> Mapping | None:
        """The block of a creature by its folded name, as one of whose `keys` is to be changed."""
        for section in self.creatures:
            for key, value in section.pairs if isinstance(section, Mapping) else ():
                if folded(key.text) == name and isinstance(value, Mapping):
                    return value
        called = next((text for text in self._fighters() if folded(text) == name), None)
        return None if called is None or keys[0] in ENTRY.fields else self._from_shelf(called, keys)

    def _from_shelf(self, called: str, keys: list[str]) -> Mapping | None:
        """A block like a creature of the bestiary, added to `creatures:`; what the setting reaches into is written out
        in it."""
        from encounter.bestiary.fitting import Fitter, node_of
        from encounter.bestiary.shelf import find

        ruleset = self._ruleset()
        beast = find(called, ruleset)
        if beast is None:
            return None
        section = self.root.get("creatures")
        if not isinstance(section, Mapping):
            section = Mapping(Place(self.source))
            self.root.pairs.append((Scalar(Place(self.source), "creatures"), section))
            self.creatures.insert(0, section)
        place = Place(self.source)
        block = Mapping(place, [(Scalar(place, "like"), Scalar(place, called))])
        fitted = Fitter(beast.keys, ruleset, place).keys
        if len(keys) > 1 and keys[0] in fitted:
            block.pairs.append((Scalar(place, keys[0]), node_of(fitted[keys[0]], place)))
        section.pairs.append((Scalar(place, called), block))
        return block

    def _ruleset(self) -> str:
        """The ruleset of the fight, as far as it can be told before the file is read."""
        written = self.root.get("rules")
        names = [self.rules, written.text if isinstance(written, Scalar) else None]
        return next((name for name in names if name in RULESETS), DEFAULT_RULES)

    def _fighters(self) -> list[str]:
        """The creatures of all entries, by the names they are called."""
        found = [entry.get("creature") for _, _, entry in self._entries()]
        return [node.text for node in found if isinstance(node, Scalar)]

    def _entries(self) -> list[tuple[str, str, Mapping]]:
        """Side, name and node of every entry."""
        found: list[tuple[str, str, Mapping]] = []
        sides = self.root.get("sides")
        for side, entries in sides.pairs if isinstance(sides, Mapping) else ():
            for entry in entries.items if isinstance(entries, Sequence) else ():
                if isinstance(entry, Mapping):
                    named = entry.get("name") or entry.get("creature")
                    found.append((side.text, named.text if isinstance(named, Scalar) else "", entry))
        return found

    def _put(self, node: Node, keys: list[str], value: Node) -> None:
        """Walk down and replace or add the last key; a missing mapping on the way is made."""
        at = node
        for depth, key in enumerate(keys):
            last = depth == len(keys) - 1
            if isinstance(at, Sequence):
                if not key.isdecimal() or not 1 <= int(key[:6]) <= len(at.items):
                    self._refuse(0, f"`{key}` is no entry of this list", f"entries count from 1 to {len(at.items)}")
                    return
                if last:
                    at.items[int(key) - 1] = value
                else:
                    at = at.items[int(key) - 1]
                continue
            if not isinstance(at, Mapping):
                self._refuse(
                    0, f"nothing is inside of what stands before `{key}`", "leave the last part of the path out"
                )
                return
            place = _find(at, key)
            if last:
                pair = (Scalar(Place(self.source), key), value)
                if place is None:
                    at.pairs.append(pair)
                else:
                    at.pairs[place] = (at.pairs[place][0], value)
            elif place is None or is_null(at.pairs[place][1]):
                if (at is self.root and key not in SCENARIO.fields) or at is self.root.get("creatures"):
                    known = [name.text for name, _ in at.pairs]
                    self._refuse(0, f"there is no `{key}` here", suggestion(key, known))
                    return
                made = Mapping(Place(self.source))
                if place is None:
                    at.pairs.append((Scalar(Place(self.source), key), made))
                else:
                    at.pairs[place] = (at.pairs[place][0], made)
                at = made
            else:
                at = at.pairs[place][1]


def _find(mapping: Mapping, key: str) -> int | None:
    return next((n for n, (name, _) in enumerate(mapping.pairs) if folded(name.text) == folded(key)), None)


def _stands_at(node: Node, source: Source) -> None:
    """Give a parsed value the whole argument as its source."""
    node.place = Place(source, node.place.line, node.place.column)
    if isinstance(node, Sequence):
        for item in node.items:
            _stands_at(item, source)
    elif isinstance(node, Mapping):
        for key, value in node.pairs:
            key.place = Place(source, key.place.line, key.place.column)
            _stands_at(value, source)
