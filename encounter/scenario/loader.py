"""A scenario file to a Scenario: everything read, resolved and checked, every error of it at once."""

import os
from collections import Counter
from collections.abc import Sequence as Many
from pathlib import Path
from typing import Any, Final

from attrs import Factory, define, evolve

from encounter.engine.board import BLOCKS_MOVEMENT, DROPS, PROPERTIES, TERRAIN_NAMES, parse_square, square_name
from encounter.engine.creature import FOOTPRINT, SIZES, Creature
from encounter.engine.doors import Door
from encounter.engine.ground import Gait, Ground, has_passages
from encounter.engine.intent import IN_RANGE, TRIGGERS
from encounter.engine.relief import LEVEL_FT
from encounter.engine.rules.editions import RULESETS as RULESETS_BY_NAME
from encounter.engine.tables import MAX_COMBATANTS
from encounter.scenario import files
from encounter.scenario.beasts import Shelf
from encounter.scenario.building import CONVERTER, UNARMED_STRIKE, Builder, Scope
from encounter.scenario.code import CodeError, is_code, tactic_class
from encounter.scenario.doorways import door_meant, doors_of
from encounter.scenario.hazards import hazard_of
from encounter.scenario.heights import heights_of
from encounter.scenario.keys import INCLUDED, RULESETS, SCENARIO, STATE, STATE_CONDITION, UNITS
from encounter.scenario.mapfiles import Imported, drawing_of, import_map, lights_of, place_tokens
from encounter.scenario.model import (
    Concentration,
    ConditionState,
    Contest,
    Edge,
    Elevation,
    Entry,
    GroundHazard,
    Helped,
    Options,
    ReadiedState,
    Ruling,
    Scenario,
    Square,
    State,
    Task,
    Thing,
)
from encounter.scenario.nodes import Mapping, Node, Scalar, is_null, parse
from encounter.scenario.phrases import CONDITIONS, Held, Phrase, rider_of
from encounter.scenario.riders import seat_riders
from encounter.scenario.settings import DEFAULT_RULES, Settings
from encounter.scenario.source import PATIENCE, TRAPS, Place, Problems, Source, folded, suggestion
from encounter.scenario.space import board_with
from encounter.scenario.surroundings import Surroundings
from encounter.scenario.terrain import Drawing, read_map
from encounter.scenario.traits import marks_of
from encounter.scenario.values import BAD, Boolean, Choice, Reading, Values, Word

_AMMUNITION: Final = {"arrows": "bow", "bolts": "crossbow", "stones": "sling", "bullets": "sling", "needles": "blowgun"}


@define(eq=False)
class Member:
    """One combatant while the file is resolved: its entry, and what is known of it so far."""

    name: Word
    side: str
    entry: Values
    group: int
    number: int  # its place in the entry, from 0
    creature: Creature | None
    state: Values
    kind_name: str = ""  # the creature as the entry calls it
    at: Square | None = None
    at_place: Place | None = None
    mount: "Member | None" = None

    @property
    def edge(self) -> int:
        """The edge of its footprint, in squares."""
        return FOOTPRINT[SIZES.index(self.creature.size)] if self.creature else 1

    @property
    def arrives(self) -> int:
        return int(self.entry.get("arrives", 1))

    @property
    def hp(self) -> int:
        """Hit points at the start."""
        if "hp" in self.state:
            return int(self.state["hp"][0])
        return self.creature.hp.average if self.creature else 1

    @property
    def is_dead(self) -> bool:
        return self.hp == 0 and self.creature is not None and self.creature.kind == "monster"


@define
class Loader:
    """Reads one scenario. `path` is how the user names the file, `settings` what the command line changes."""

    path: str
    settings: Settings
    problems: Problems = Factory(Problems)
    reading: Reading = Factory(lambda self: Reading(self.problems), takes_self=True)
    members: list[Member] = Factory(list)
    values: Values = Factory(lambda: Values(Place(Source("", ""))))
    drawing: Drawing | None = None
    edges: list[Edge] = Factory(list)
    imported: Imported | None = None  # the map file, where the scenario names one
    code_folder: str = ""
    left_out: list[str] = Factory(list)  # what states say and fights do not play out

    def load(self) -> Scenario | None:
        """The scenario, None when `problems` has errors."""
        source = files.read_source(Path(self.path), self.path, self.problems)
        if source is None:
            return None
        return self.read(source)

    def read(self, source: Source) -> Scenario | None:
        """The scenario in a text, None when `problems` has errors."""
        PATIENCE.renew()
        root, broken = parse(source, self.problems)
        if root is None or is_null(root):
            if not self.problems.errors:
                hint = "begin with `title:`, `map: |` and `sides:`"
                self.problems.error(Place(source), "empty-file", f"{self.path} holds no scenario", hint)
            return None
        if not isinstance(root, Mapping):
            hint = "begin with `title:`, `map: |` and `sides:`"
            self.problems.error(root.place, "wrong-type", "a scenario is a mapping of keys", hint)
            return None
        trees = self._included(root, source)
        self.settings.apply(root, trees.creature_nodes(), self.problems)
        self._choose_rules(root)
        self._read_top(root, broken)
        builder = Builder(self.reading)
        scope = trees.scope(self.reading, self.values.get("creatures"))
        shelf = Shelf(self.reading)
        for scoped in trees.every(scope):
            scoped.shelf = shelf
        for scoped in trees.every(scope):
            for name, block in scoped.own.values():
                builder.creature(scoped, name, block)
        self._gather(builder, scope)
        self._name()
        self._place_states()
        self._draw()
        self.edges = [] if self.imported is None else list(self.imported.file.edges)
        self.edges += [edge for block in self.values.get("edges", ()) if (edge := self._edge(block)) is not None]
        self._stand()
        scenario = self._assemble(builder)
        self.problems.explain_by_traps()
        if self.problems.errors or scenario is None:
            return None
        return self._doubt(scenario)

    def _doubt(self, scenario: Scenario) -> Scenario:
        """Warn of what is hardly meant, where it is written."""
        from encounter.scenario.doubts import doubts

        for about, code, message, hint in doubts(scenario):
            member = self._member(about)
            if member is None:
                place = self._side_place(about)
            else:
                key = "altitude" if code == "cannot-fly" else "conditions"
                place = member.entry.at("arrives") if code == "too-late" else member.state.at(key)
            self.problems.warn(place, code, message, hint)
        warnings = self.problems.sorted(self.problems.warnings)
        return evolve(scenario, warnings=tuple(problem.message for problem in warnings))

    def _side_place(self, side: str) -> Place:
        words: list[Word] = list(self.values["sides"])
        return next(word.place for word in words if str(word) == side)

    # ------------------------------------------------------------------------------------------------ the sections

    def _choose_rules(self, root: Mapping) -> None:
        """The ruleset and the units, before anything that depends on them is read."""
        quiet = Reading(Problems())
        rules = SCENARIO.fields["rules"].kind.read(root.get("rules") or Scalar(root.place, DEFAULT_RULES), quiet)
        units = SCENARIO.fields["units"].kind.read(root.get("units") or Scalar(root.place, "ft"), quiet)
        self.reading.ruleset = str(rules) if rules is not BAD else DEFAULT_RULES
        self.reading.units = str(units) if units is not BAD else "ft"
        if self.settings.rules is not None:
            node = Scalar(Place(Source("--rules", self.settings.rules)), self.settings.rules)
            chosen = Choice("ruleset", RULESETS).read(node, self.reading)
            if chosen is not BAD:
                self.reading.ruleset = str(chosen)

    def _read_top(self, root: Mapping, broken: set[str]) -> None:
        for key in ("map", "sides"):
            if key in broken:
                root.pairs.append((Scalar(root.place, key), Mapping(root.place)))
        read = root if not broken else Mapping(root.place, [(k, v) for k, v in root.pairs if k.text not in broken])
        quiet = evolve(self.reading, problems=Problems())
        values = SCENARIO.read(read, quiet)
        for problem in quiet.problems.errors:
            missing = problem.code == "missing-key" and any(f"needs `{key}`" in problem.message for key in broken)
            if not (missing and problem.message.startswith("a scenario")):
                self.problems.errors.append(problem)
        self.problems.adopt(quiet.problems)
        self.values = values
        self.values.bad |= broken

    def _included(self, root: Mapping, source: Source) -> "Trees":
        trees = Trees(root, self.reading, Path(self.path).parent)
        trees.include(root, Path(self.path), source, [Path(os.path.realpath(self.path))], self.problems)
        return trees

    # -------------------------------------------------------------------------------------------------- combatants

    def _gather(self, builder: Builder, scope: Scope) -> None:
        """Every member of every entry of every side."""
        group = 0
        sides: Values = self.values.get("sides", Values(self.values.place))
        if "sides" in self.values and len(sides) < 2 and not sides.bad:
            hint = "write a second side below `sides:`"
            self.problems.error(sides.place, "missing-key", "a fight needs two sides or more", hint)
        for side, entries in sides.items():
            if folded(side) in ("draw", "undecided"):
                hint = "choose another name"
                self.problems.error(side.place, "bad-value", f"`{side}` is an outcome and no side's name", hint)
            if not entries and side not in sides.bad and not self._errors_at(sides.at(side)):
                hint = "write `- {creature: goblin, letter: g}` below it"
                self.problems.error(side.place, "side-empty", f"the side `{side}` has nobody", hint)
            for entry in entries:
                self._members(side, entry, group, builder, scope)
                group += 1
        if len(self.members) > MAX_COMBATANTS:
            place = self.members[MAX_COMBATANTS].entry.place
            message = f"{len(self.members)} combatants"
            self.problems.error(place, "bad-value", message, f"at most {MAX_COMBATANTS} fight at once")

    def _errors_at(self, place: Place) -> bool:
        """Whether something was said about this very place or what stands in the list that begins there."""
        return any(
            problem.file == place.source.name and problem.line == place.line + 1 and problem.column == place.column + 1
            for problem in self.problems.errors
        )

    def _members(self, side: Word, entry: Values, group: int, builder: Builder, scope: Scope) -> None:
        called: Word | None = entry.get("creature")
        creature = None
        if "hero" in entry and called is None:
            called, creature = self._hero(entry, builder)
        elif called is not None:
            found = scope.find(called)
            if found is None:
                if "creatures" not in self.values.bad and scope.knows_all():
                    message = f"there is no creature `{called}`"
                    hint = suggestion(called, scope.names(), "creature")
                    self.problems.error(called.place, "unknown-name", message, hint)
            else:
                creature = builder.creature(*found)
                called = Word(str(found[1]), called.place)
        name = entry.get("name", called)
        if name is None:
            return
        for number in range(entry.get("count", 1)):
            state = entry.get("state", Values(entry.place))
            self.members.append(Member(name, str(side), entry, group, number, creature, state, str(called or "")))

    def _hero(self, entry: Values, builder: Builder) -> tuple[Word, Creature | None]:
        """What a hero is called without a name of its own, and its stat block."""
        hero: Word = entry["hero"]
        called = Word(hero.split(" ")[0], hero.place)
        if "with" in entry.bad:
            return called, None
        return called, builder.hero(called, hero, entry.get("with"))

    def _name(self) -> None:
        """Names: as given; else the creature's, numbered through the whole file where there are several."""
        kinds = Counter(folded(member.name) for member in self.members if "name" not in member.entry)
        numbers: Counter[str] = Counter()
        for member in self.members:
            form = folded(member.name)
            place = member.name.place
            if "name" in member.entry:
                count = member.entry.get("count", 1)
                name = f"{member.name} {member.number + 1}" if count > 1 else str(member.name)
            else:
                numbers[form] += 1
                base = member.name[0].upper() + member.name[1:]
                name = f"{base} {numbers[form]}" if kinds[form] > 1 else base
            member.name = Word(name, place)
        self._check_names()

    def _check_names(self) -> None:
        sides = {folded(side): side for side in self.values.get("sides", ())}
        seen: dict[str, Member] = {}
        for member in self.members:
            form = folded(member.name)
            if form in sides:
                hint = "give it another `name`"
                self.problems.error(member.name.place, "duplicate-name", f"`{member.name}` is also a side", hint)
            try:
                parse_square(form)
            except ValueError:
                pass
            else:
                hint = "give it another `name`"
                self.problems.error(member.name.place, "bad-value", f"`{member.name}` is the name of a square", hint)
            if form in seen:
                line = seen[form].name.place.line + 1
                message = f"two combatants are named `{member.name}`; the first is in line {line}"
                self.problems.error(member.name.place, "duplicate-name", message, "give one another `name`")
            seen.setdefault(form, member)

    def _named(self, word: Word, where: str = "", sides: bool = False) -> list[str]:
        """The combatants that a name means: one, or all of a creature; a side is itself.

        When it is nobody that is an error; `where` is the path of what names it.
        """
        what = "combatant or side" if sides else "combatant"
        form = folded(word)
        if sides:
            for side in self.values.get("sides", ()):
                if folded(side) == form:
                    return [str(side)]
        for member in self.members:
            if folded(member.name) == form:
                return [str(member.name)]
        several = [str(member.name) for member in self.members if folded(member.kind_name) == form]
        if several:
            return several
        if not self._knows({"name", "creature", "hero", "count"}):
            return []  # it may be a name that could not be read
        known = [str(member.name) for member in self.members]
        known += [member.kind_name for member in self.members if member.kind_name]
        if sides:
            known += [str(side) for side in self.values.get("sides", ())]
        message = f"there is no {what} `{word}`" + (f" (in {where})" if where else "")
        self.problems.error(word.place, "unknown-name", message, suggestion(word, dict.fromkeys(known), what))
        return []

    def _one(self, word: Word, where: str = "") -> str | None:
        """The one combatant that a name means; noted when there is none or more than one."""
        names = self._named(word, where)
        if len(names) > 1:
            message = f"`{word}` are {len(names)} combatants"
            self.problems.error(word.place, "bad-value", message, f"say which: {', '.join(names[:6])}")
            return None
        return names[0] if names else None

    def _member(self, name: str) -> Member | None:
        form = folded(name)
        return next((member for member in self.members if folded(member.name) == form), None)

    def _place_states(self) -> None:
        """What the command line says about places and states of combatants."""
        for name, changes in self.settings.states(self.problems):
            chosen = self._one(name)
            member = self._member(chosen) if chosen else None
            if member is None:
                continue
            state = Values(member.state.place)
            state.update(member.state)
            state.places.update(member.state.places)
            self._change_state(state, changes)
            member.state = state

    def _change_state(self, state: Values, changes: Mapping) -> None:
        """Replace keys of a state; `~` removes one. A condition may be a key of its own: {prone: true}, {prone: ~}."""
        kept = Mapping(changes.place)
        conditions = list(state.get("conditions", ()))
        for key, value in changes.pairs:
            name = folded(key.text)
            if name in (*CONDITIONS, "stable", *marks_of(self.reading.ruleset)):
                conditions = [phrase for phrase in conditions if phrase.name != name]
                if not is_null(value) and Boolean().read(value, self.reading) is True:
                    phrase = STATE_CONDITION.read(Scalar(key.place, key.text), self.reading)
                    conditions += [phrase] if phrase is not BAD else []
                state["conditions"] = conditions
            elif not is_null(value):
                kept.pairs.append((key, value))
            elif key.text in STATE.fields:
                state.pop(key.text, None)
            else:
                message = f"`{key.text[:60]}` is no key of a state"
                self.problems.error(key.place, "unknown-key", message, suggestion(key.text, STATE.fields))
        written = STATE.read(kept, self.reading)
        state.update(written)
        state.places.update(written.places)

    # --------------------------------------------------------------------------------------------------- the map

    def _draw(self) -> None:
        rows = self.values.get("map")
        if not rows:
            return
        if not isinstance(rows, Values):
            self.drawing = self._read_rows(rows)
            return
        self.imported = import_map(rows, Path(self.path).parent, self.problems)
        drawn = self._read_rows(rows["rows"]) if rows.get("rows") else None
        if self.imported is not None:
            self.drawing = drawing_of(self.imported, drawn, self.problems)

    def _read_rows(self, rows: list[Word]) -> Drawing:
        letters: set[str] | None = {str(member.entry["letter"]) for member in self.members if "letter" in member.entry}
        trapped = any(problem.code in TRAPS for problem in self.problems.errors)
        if trapped or "legend" in self.values.bad or not self._knows({"letter", "creature", "hero"}):
            letters = None  # an unknown sign on the map proves nothing
        return read_map(rows, self.values.get("legend", []), letters, self.reading)

    def _knows(self, keys: set[str]) -> bool:
        """Whether these keys of all entries of all sides could be read."""
        sides: Values = self.values.get("sides", Values(self.values.place))
        spoilt = any(keys & entry.bad for entries in sides.values() for entry in entries)
        return not ("sides" in self.values.bad or sides.bad or spoilt)

    def _stand(self) -> None:
        """Where everybody is: `at`, or the squares of the letter in reading order, shared out in file order."""
        if self.drawing is None:
            return
        if self.imported is not None:
            place_tokens(self.imported, self.members, self.problems)
        seat_riders(self.members, self._one, self.problems)
        left = {letter: list(squares) for letter, squares in self.drawing.letters.items()}
        wanted: Counter[str] = Counter()
        for member in self.members:
            entry = member.entry
            if member.mount is not None:
                continue
            if member.number == 0 or self.imported is not None:
                self._check_count(member)
            if "at" in entry:
                squares = entry["at"]
                if member.number < len(squares):
                    member.at, member.at_place = squares[member.number], entry.at("at")
            elif "letter" in entry:
                letter = str(entry["letter"])
                wanted[letter] += 1
                if left.get(letter):
                    member.at = left[letter].pop(0)
                    member.at_place = self.drawing.places[member.at]
        placed = self._move_by_settings()
        self._stand_near()
        for member in self.members:
            if member.mount is not None:
                member.at = member.mount.at
        self._check_letters(left, wanted, placed)
        self._check_squares()

    def _stand_near(self) -> None:
        """Who has no place because `--set` raised the count stands on the free floor nearest to the first of its entry.

        Nearest by walking; among equals the first in reading order.
        """
        if self.drawing is None or not self.drawing.whole:
            return
        terrain = self.drawing.terrain
        board = board_with(terrain, self.edges, False)
        taken = {square for member in self.members for square in self._squares(member)}
        for member in self.members:
            first = next((m for m in self.members if m.entry is member.entry and m.at is not None), None)
            if member.at is not None or first is None or first.at is None or not _count_is_set(member.entry):
                continue
            x, y = first.at
            if x >= terrain.width or y >= terrain.height:
                continue
            away = list(board.path_distances(y * terrain.width + x, member.edge))
            for square in sorted((s for s in range(board.size) if away[s] >= 0), key=lambda s: (away[s], s)):
                member.at = (square % terrain.width, square // terrain.width)
                if not taken & set(self._squares(member)) and not self._drops(member):
                    member.at_place = member.entry.at("count")
                    taken |= set(self._squares(member))
                    break
                member.at = None
            else:
                message = f"there is no room for `{member.name}`"
                self.problems.error(member.entry.at("count"), "does-not-fit", message, "set a smaller count")

    def _drops(self, member: Member) -> bool:
        """Whether some of the squares under a combatant has no floor."""
        assert self.drawing is not None
        terrain = self.drawing.terrain
        return any(PROPERTIES[terrain.terrain[y * terrain.width + x]] & DROPS for x, y in self._squares(member))

    def _check_count(self, member: Member) -> None:
        entry = member.entry
        if _count_is_set(entry):
            return
        count = entry.get("count", 1)
        if "at" in entry and len(entry["at"]) != count and "at" not in entry.bad:
            message = f"{len(entry['at'])} squares for {count} of `{member.kind_name or member.name}`"
            self.problems.error(entry.at("at"), "bad-value", message, "write a square for each, or change `count`")
        is_placed = {"at", "letter"} & (set(entry) | entry.bad) or member.name in self.settings.placed_names()
        if not is_placed and member.at is None:
            message = f"nothing says where `{member.name}` stands"
            self.problems.error(entry.place, "missing-key", message, "write `letter: A` and draw it, or `at: C7`")

    def _check_letters(self, left: dict[str, list[Square]], wanted: Counter[str], placed: set[str]) -> None:
        drawing = self.drawing
        if drawing is None or not drawing.whole or any(problem.code == "map-space" for problem in self.problems.errors):
            return  # the letters of a map that is not as it was meant prove nothing
        for member in self.members:
            if _count_is_set(member.entry):  # its letters on the map are as many as they were before
                left.pop(str(member.entry.get("letter", "")), None)
        for letter, number in wanted.items():
            drawn = len(drawing.letters.get(letter, ()))
            members = [m for m in self.members if m.entry.get("letter") == letter and "at" not in m.entry]
            short = [m for m in members if m.at is None and str(m.name) not in placed]
            if drawn < number and short and not _count_is_set(members[0].entry):
                place = members[0].entry.at("letter")
                message = f"the map has {drawn} `{letter}`, the combatants are {number}"
                if letter in drawing.letters or not self._is_terrain(letter):
                    hint = "draw one for each, or write `at:`"
                else:
                    message = f"`{letter}` is terrain on the map and cannot be a letter"
                    hint = "choose another letter"
                self.problems.error(place, "map-letter", message, hint)
        for letter, squares in left.items():
            if squares and self._knows({"letter", "creature", "hero", "count"}):
                place = drawing.places[squares[0]]
                number = wanted[letter]
                message = f"the map has {len(drawing.letters[letter])} `{letter}`, the combatants with it are {number}"
                hint = "raise `count`, or draw floor `.` here"
                both = next((m for m in self.members if m.entry.get("letter") == letter and "at" in m.entry), None)
                if both is not None:
                    message = f"`{letter}` is drawn here, and `{both.name}` has `at` as well"
                    hint = "draw floor `.` here, or leave `at` out"
                self.problems.error(place, "map-letter", message, hint)

    def _is_terrain(self, letter: str) -> bool:
        from encounter.engine.board import GLYPHS

        legend = {str(glyph) for _, glyph in self.values.get("legend", [])}
        return letter in GLYPHS or letter in legend

    def _move_by_settings(self) -> set[str]:
        moved: set[str] = set()
        for name, square, place in self.settings.places(self.problems):
            chosen = self._one(name)
            member = self._member(chosen) if chosen else None
            if member is not None:
                member.at, member.at_place = square, place
                moved.add(str(member.name))
        return moved

    def _squares(self, member: Member) -> list[Square]:
        if member.at is None:
            return []
        x, y = member.at
        edge = self._footprint(member)
        return [(x + column, y + row) for row in range(edge) for column in range(edge)]

    def _footprint(self, member: Member) -> int:
        """The edge of the footprint of a combatant where it is: one less where it is said to squeeze in a passage."""
        if member.edge == 1 or member.at is None or self.drawing is None or not member.state.get("squeezing", False):
            return member.edge
        terrain = self.drawing.terrain
        (x, y), board = member.at, board_with(terrain, self.edges, False)
        if x >= board.width or y >= board.height:
            return member.edge
        gait = Gait(0, member.edge)
        gait.squeezes = has_passages(board, member.edge)
        return int(Ground(board, gait).edge_at(y * board.width + x))

    def _check_squares(self) -> None:
        """Everybody on the map, on floor, and alone: nobody else in the same squares at the same height."""
        drawing = self.drawing
        if drawing is None or not drawing.whole:
            return
        terrain = drawing.terrain
        taken: dict[tuple[int, Square], list[tuple[int, int, Member]]] = {}  # with the heights of feet and head
        heights = heights_of([block for block in self.values.get("elevation", ()) if not block.bad], terrain)
        for member in self.members:
            if member.at is None or member.at_place is None:
                continue
            what = self._unfit(member, terrain.width, terrain.height, terrain.terrain)
            if what is not None:
                self.problems.error(member.at_place, *what)
                continue
            if member.is_dead:
                continue
            squares = self._squares(member)
            feet = max(heights.get(square, 0) for square in squares) + int(member.state.get("altitude", 0))
            head = feet + LEVEL_FT * member.edge
            others = {
                other.name: other
                for square in squares
                for low, high, other in taken.get((member.arrives, square), ())
                if low < head and feet < high
            }
            for other in others.values():
                if not (_is_swarm(member) or _is_swarm(other)):
                    where = square_name(terrain.width, member.at[1] * terrain.width + member.at[0])
                    message = f"`{member.name}` at {where} stands in the space of `{other.name}`"
                    self.problems.error(member.at_place, "occupied", message, "give each its own square")
            for square in squares:
                taken.setdefault((member.arrives, square), []).append((feet, head, member))

    def _unfit(self, member: Member, width: int, height: int, terrain: bytes) -> tuple[str, str, str] | None:
        """Why a combatant cannot stand where it is: code, message and hint."""
        assert member.at is not None
        squares = self._squares(member)
        first = _square_text(member.at)
        size = f"the {member.creature.size} " if member.creature and member.edge > 1 else ""
        for x, y in squares:
            where = _square_text((x, y))
            if x >= width or y >= height:
                last = _square_text((width - 1, height - 1))
                if (x, y) == squares[0]:
                    return ("off-map", f"`{member.name}` at {where} is off the map", f"the map ends at {last}")
                needs = f"{member.edge} x {member.edge} squares from {first} on"
                message = f"{size}`{member.name}` does not fit at {first}: {where} is off the map"
                return ("does-not-fit", message, f"it needs {needs}; the map ends at {last}")
            kind = terrain[y * width + x]
            if PROPERTIES[kind] & (BLOCKS_MOVEMENT | DROPS):
                name = next(name for name, number in TERRAIN_NAMES.items() if number == kind)
                if (x, y) == squares[0] and member.edge == 1:
                    message = f"`{member.name}` at {where} stands in {name}"
                    return ("in-wall", message, "choose a square that can be walked on")
                needs = f"{member.edge} x {member.edge} free squares from {first} on"
                message = f"{size}`{member.name}` does not fit at {first}: {where} is {name}"
                hint = f"it needs {needs}"
                if member.edge > 1 and not member.state.get("squeezing", False):
                    hint += "; in a passage for one size smaller write `state: {squeezing: true}`"
                return ("does-not-fit", message, hint)
        if self.drawing is not None and self.edges and self._footprint(member) > 1:
            board = board_with(self.drawing.terrain, self.edges, False)
            if not board.fits(self._footprint(member))[member.at[1] * width + member.at[0]]:
                message = f"{size}`{member.name}` does not fit at {first}: a wall runs through its space"
                return ("does-not-fit", message, "choose a place with no wall on the edges inside it")
        return None

    def _on_map(self, square: Square, place: Place, what: str) -> bool:
        if self.drawing is None or not self.drawing.whole:
            return False
        terrain = self.drawing.terrain
        if square[0] >= terrain.width or square[1] >= terrain.height:
            last = _square_text((terrain.width - 1, terrain.height - 1))
            message = f"{what} at {_square_text(square)} is off the map"
            self.problems.error(place, "off-map", message, f"the map ends at {last}")
            return False
        return True

    # --------------------------------------------------------------------------------------------------- the rest

    def _assemble(self, builder: Builder) -> Scenario | None:
        values = self.values
        entries = [self._entry_once(member, builder) for member in self.members]
        lights = [light for block in values.get("lights", ()) for light in self.surroundings.lights(block)]
        if self.imported is not None and self.drawing is not None and self.drawing.whole:
            lights += lights_of(self.imported, self.drawing.terrain, self.problems)
        zones = [zone for block in values.get("zones", ()) if (zone := self.surroundings.zone(block)) is not None]
        hazards = [harm for block in values.get("hazards", ()) if (harm := hazard_of(block, self.reading)) is not None]
        self._check_hazards(hazards)
        elevation = [rise for block in values.get("elevation", ()) if (rise := self._elevation(block)) is not None]
        rulings = [ruling for block in values.get("rulings", ()) for ruling in self._rulings(block)]
        objects = [thing for block in values.get("objects", ()) if (thing := self._object(block)) is not None]
        tasks = [task for block in values.get("tasks", ()) if (task := self._task(block)) is not None]
        contests = [made for block in values.get("contests", ()) if (made := self._contest(block)) is not None]
        self._check_things([*values.get("objects", ()), *values.get("tasks", ()), *values.get("contests", ())])
        neutral = self._neutral()
        options = self._options()
        order = self._order()
        if self.problems.errors or self.drawing is None:
            return None
        left_out: dict[str, None] = {}
        for member in self.members:
            if member.creature is not None:
                name = member.kind_name[:1].upper() + member.kind_name[1:]
                left_out |= {f"{name}: {what}": None for what in builder.left_out.get(id(member.creature), ())}
        return Scenario(
            title=str(values.get("title", Path(self.path).stem)),
            ruleset=self.reading.ruleset,
            map=self.drawing.terrain,
            sides=tuple(str(side) for side in values["sides"]),
            entries=tuple(entry for entry in entries if entry is not None),
            light=str(values.get("light") or (self.imported and self.imported.file.ambient) or "bright"),
            lights=tuple(lights),
            zones=tuple(zones),
            edges=tuple(self.edges),
            hazards=tuple(hazards),
            elevation=tuple(elevation),
            neutral=neutral,
            rulings=tuple(rulings),
            objects=tuple(objects),
            tasks=tuple(tasks),
            contests=tuple(contests),
            order=order,
            options=options,
            units=self.reading.units,
            source=self.path,
            code_folder=self.code_folder,
            not_simulated=(*left_out, *self.left_out),
        )

    def _entry_once(self, member: Member, builder: Builder) -> Entry | None:
        """The entry of a combatant; what is wrong with one of several alike is not told of the others again."""
        before = list(self.problems.errors)
        entry = self._entry(member, builder)
        if member.number > 0 and len(self.problems.errors) > len(before):
            told = {(problem.file, problem.line, problem.column, problem.code) for problem in before}
            more = self.problems.errors[len(before) :]
            more = [one for one in more if (one.file, one.line, one.column, one.code) not in told]
            self.problems.errors = before + more
        return entry

    def _entry(self, member: Member, builder: Builder) -> Entry | None:
        entry = member.entry
        targets = entry.get("targets", "")
        if isinstance(targets, list):
            named = [name for word in targets for name in self._preferred(word, member)]
            targets = tuple(dict.fromkeys(name for name in named if name != str(member.name)))
        state = self._state(member, builder)
        if "tactic" in entry and is_code(entry["tactic"]) and member.number == 0:
            self._check_code(entry["tactic"])
        if member.creature is None:
            return None
        return Entry(
            name=str(member.name),
            side=member.side,
            creature=member.creature,
            challenge=builder.challenge.get(id(member.creature), ""),
            level=builder.level.get(id(member.creature), 0),
            at=member.at,
            letter=str(entry.get("letter", "")),
            group=member.group,
            arrives=member.arrives,
            tactic=str(entry.get("tactic", "default")),
            targets=targets if isinstance(targets, tuple) else str(targets),
            roll_initiative=entry.get("roll_initiative"),
            state=state,
        )

    def _preferred(self, word: Word, member: Member) -> list[str]:
        """The enemies that a combatant prefers; naming nobody but itself and its own side is an error."""
        named = self._named(word, f"{member.name}.targets")
        own = {str(other.name) for other in self.members if other.side == member.side}
        if named and own.issuperset(named):
            who = "itself" if named == [str(member.name)] else f"of {member.side}, its own side"
            message = f"`{word}` is {who} (in {member.name}.targets)"
            enemies = [str(other.name) for other in self.members if other.side != member.side]
            self.problems.error(word.place, "bad-value", message, suggestion(word, enemies, "enemy"))
        return named

    def _check_code(self, tactic: Word) -> None:
        """A tactic of the user's own: only where code was allowed, and only one that can be loaded."""
        if not self.settings.allow_code:
            message = f"`{tactic}` is Python code, which a scenario runs only when it is told to"
            self.problems.error(tactic.place, "code-not-allowed", message, "add --allow-code if you trust the file")
            return
        self.code_folder = str(Path(os.path.realpath(self.path)).parent)
        try:
            tactic_class(str(tactic), self.code_folder)
        except CodeError as error:
            self.problems.error(tactic.place, "bad-code", str(error), error.hint)

    def _state(self, member: Member, builder: Builder) -> State:
        state = member.state
        now, most = state.get("hp", (None, None))
        limit = most if most is not None else (member.creature.hp.average if member.creature else None)
        if now is not None and limit is not None and now > limit:
            message = f"`{member.name}` has {now} hit points and a maximum of {limit}"
            self.problems.error(state.at("hp"), "bad-value", message, f"at most {limit}, or write {now} of {now}")
        conditions = tuple(
            found
            for phrase in state.get("conditions", ())
            if phrase.name != "stable" and (found := self._condition(phrase, member)) is not None
        )
        hidden = state.get("hidden")
        hidden_from: tuple[str, ...] | None = None
        if isinstance(hidden, Values):
            if "from" in hidden:
                hidden_from = tuple(
                    dict.fromkeys(
                        n for word in hidden["from"] for n in self._named(word, f"{member.name}.state.hidden.from")
                    )
                )
            hidden = hidden.get("total")
        used = state.get("used", {})
        saves = state.get("death_saves", {})
        stable = any(phrase.name == "stable" for phrase in state.get("conditions", ()))
        if (stable or saves) and (member.hp > 0 or member.is_dead):
            place = state.at("death_saves" if saves else "conditions")
            message = f"`{member.name}` is not dying: death saves and `stable` need a character at 0 hit points"
            self.problems.error(place, "bad-value", message, "write `hp: 0`, or leave it out")
        if member.creature is not None and member.number == 0:
            for word in state.get("hands", ()):
                builder.check_held(word, [attack.name for attack in member.creature.attacks])
        return State(
            hp=now,
            max_hp=most,
            temp_hp=state.get("temp_hp", 0),
            conditions=conditions,
            hidden=hidden,
            hidden_from=hidden_from,
            surprised=state.get("surprised", False),
            dodging=state.get("dodging", False),
            disengaged=state.get("disengaged", False),
            helped=tuple(
                helped for block in state.get("helped", ()) if (helped := self._helped(block, member)) is not None
            ),
            reaction_used="reaction" in state,
            action_used=used.get("action", False),
            bonus_used=used.get("bonus", False),
            loading_used=self._attack_names(member, used.get("loading", ())),
            death_saves=(saves.get("successes", 0), saves.get("failures", 0)),
            stable=stable,
            hands=tuple(map(str, state["hands"])) if "hands" in state else None,
            ammunition=self._ammunition(member, state.get("ammunition", {})),
            inspiration=state.get("inspiration", False),
            altitude_ft=state.get("altitude", 0),
            concentrating=self._concentration(state.get("concentrating"), member),
            squeezing=state.get("squeezing", False),
            mounted=str(member.mount.name) if member.mount is not None else None,
            mount_is_independent=state.get("mount") == "independent",
            readied=self._readied(state.get("readied"), member),
            carries=self.surroundings.carried(state),
            spent=self._spent(member, used),
            slots=self._slots(member, used),
        )

    def _spent(self, member: Member, used: Any) -> dict[str, int]:
        """The uses of its actions that a combatant has made before the fight."""
        made: dict[str, int] = {}
        if member.creature is None or not used:
            return made
        actions = {folded(action.name): action for action in member.creature.actions}
        for word in used.get("recharge", ()):
            action = actions.get(folded(word))
            if action is None or action.recharge == 0:
                known = [one.name for one in actions.values() if one.recharge > 0]
                message = f"`{word}` is no action of `{member.name}` that recharges"
                self.problems.error(word.place, "unknown-name", message, suggestion(word, known, "action"))
            else:
                made[action.name] = 1
        for word, number in used.get("actions", {}).items():
            action = actions.get(folded(word))
            if action is None or action.uses < 0:
                known = [one.name for one in actions.values() if one.uses >= 0]
                message = f"`{word}` is no action of `{member.name}` with a number of uses"
                self.problems.error(word.place, "unknown-name", message, suggestion(word, known, "action"))
            elif number > action.uses:
                message = f"`{action.name}` has {action.uses} uses"
                self.problems.error(word.place, "bad-value", message, f"at most {action.uses}")
            else:
                made[action.name] = number
        return made

    def _slots(self, member: Member, used: Any) -> dict[int, int]:
        """The spell slots that a combatant has spent before the fight, by level."""
        made: dict[int, int] = {}
        slots = member.creature.slots if member.creature is not None else ()
        for word, number in (used or {}).get("slots", {}).items():
            there = slots[int(word) - 1] if int(word) <= len(slots) else 0
            if number > there:
                message = f"`{member.name}` has {there} spell slots of level {word}"
                self.problems.error(word.place, "bad-value", message, f"at most {there}")
            made[int(word)] = min(number, there)
        return made

    def _readied(self, block: Values | None, member: Member) -> ReadiedState | None:
        """An attack that the creature has, or a move with a square and a trigger that a move can wait for."""
        if block is None:
            return None
        target = self._one(block["target"], f"{member.name}.state.readied.target") if "target" in block else None
        action: Word | None = block.get("action")
        if action is None or (folded(action) != "move" and member.creature is None):
            return None
        when = str(block.get("when", ""))
        if folded(action) == "move":
            if "to" in block.bad:
                return None
            if "to" not in block or when == TRIGGERS[IN_RANGE]:
                message = "a readied move goes to a square, and waits for something else than a range"
                hint = "write {action: move, to: C7, when: enemy enters reach}"
                self.problems.error(block.place, "missing-key", message, hint)
                return None
            self._on_map(block["to"], block.at("to"), "the readied move")
            return ReadiedState("move", when, target, block["to"])
        assert member.creature is not None
        uses = use_names(member.creature)
        if folded(action) not in uses:
            message = f"`{action}` is no attack of `{member.name}`, and not `move`"
            self.problems.error(action.place, "unknown-name", message, suggestion(action, [*uses.values(), "move"]))
            return None
        weapon = uses[folded(action)].removesuffix(" (thrown)")
        is_spell = any(one.name == weapon and "spell" in one.properties for one in member.creature.attacks)
        if is_spell and "concentrating" in member.state:
            message = f"a readied spell is held by concentration, and `{member.name}` concentrates on another"
            self.problems.error(action.place, "bad-value", message, "leave `concentrating` out")
        if "to" in block:
            self.problems.error(block.at("to"), "bad-value", "an attack goes to no square", "leave `to` out")
        return ReadiedState(uses[folded(action)], when, target)

    def _concentration(self, held: Held | None, member: Member) -> Concentration | None:
        if held is None:
            return None
        where = f"{member.name}.state.concentrating"
        names = [name for word in held.on for name in self._named(word, where)]
        spell = RULESETS_BY_NAME[self.reading.ruleset].spell(held.spell)
        if spell is None or not spell.bears:
            left_out = f"{member.name}: what {held.spell} does beyond concentration"
            self.left_out.append(left_out)
        return Concentration(held.spell, tuple(dict.fromkeys(names)))

    def _condition(self, phrase: Phrase, member: Member) -> ConditionState | None:
        source = None
        if phrase.source is not None:
            source = self._one(phrase.source, f"{member.name}.state.conditions")
            if source is None:
                return None
            if source == str(member.name):
                message = f"`{member.name}` cannot be {phrase.name} by itself"
                self.problems.error(phrase.source.place, "bad-value", message, "name who causes it")
        return ConditionState(phrase.name, source, phrase.rounds, phrase.level, phrase.escape_dc)

    def _helped(self, block: Values, member: Member) -> Helped | None:
        if not {"against", "check"} & block.bad and ("against" in block) == ("check" in block):
            message = "help is against an enemy or for a check"
            self.problems.error(
                block.place, "missing-key", message, "write {by: NAME, against: NAME} or {by: NAME, check: stealth}"
            )
        by = self._one(block["by"], f"{member.name}.state.helped.by") if "by" in block else None
        against = self._one(block["against"], f"{member.name}.state.helped.against") if "against" in block else None
        return None if by is None else Helped(by, against, block.get("check"))

    def _attack_names(self, member: Member, words: Many[Word]) -> tuple[str, ...]:
        if member.creature is None:
            return ()
        names = {folded(attack.name): attack.name for attack in member.creature.attacks}
        for word in words:
            if folded(word) not in names:
                message = f"`{word}` is no attack of `{member.name}`"
                hint = suggestion(word, names.values(), "attack")
                self.problems.error(word.place, "unknown-name", message, hint)
        return tuple(names[folded(word)] for word in words if folded(word) in names)

    def _ammunition(self, member: Member, written: Any) -> dict[str, int]:
        """Shots left by attack: an attack's own name, or a kind of ammunition for all attacks that shoot it."""
        made: dict[str, int] = {}
        if member.creature is None:
            return made
        ranged = [attack.name for attack in member.creature.attacks if attack.range_ft is not None]
        for word, number in written.items():
            form = folded(word)
            weapon = _AMMUNITION.get(form) or _AMMUNITION.get(f"{form}s")
            fits = [name for name in ranged if folded(name) == form or (weapon and _shoots(folded(name), weapon))]
            if not fits:
                message = f"`{member.name}` has nothing that shoots `{word}`"
                hint = suggestion(word, [*ranged, *_AMMUNITION], "ammunition")
                self.problems.error(word.place, "unknown-name", message, hint)
            made |= dict.fromkeys(fits, number)
        return made

    @property
    def surroundings(self) -> Surroundings:
        """What reads the lights and zones, once the map is read."""
        terrain = self.drawing.terrain if self.drawing is not None else None
        return Surroundings(self.problems, terrain, self._on_map, self._named)

    def _edge(self, block: Values) -> Edge | None:
        if block.bad or self.drawing is None or not self.drawing.whole:
            return None
        terrain = self.drawing.terrain
        x1, y1, x2, y2 = block["line"]
        if max(x1, x2) > terrain.width or max(y1, y2) > terrain.height:
            message = f"the line ({x1}, {y1}) to ({x2}, {y2}) leaves the map"
            hint = f"its bottom-right corner is ({terrain.width}, {terrain.height})"
            self.problems.error(block.at("line"), "off-map", message, hint)
            return None
        return Edge(str(block["kind"]), x1, y1, x2, y2)

    def _check_hazards(self, hazards: list[GroundHazard]) -> None:
        """One hazard for a kind of ground; ground that the map does not have is hardly meant."""
        blocks = self.values.get("hazards", ())
        seen: set[str] = set()
        for hazard, block in zip(hazards, blocks, strict=False) if len(hazards) == len(blocks) else ():
            if hazard.terrain in seen:
                message = f"there are two hazards of {hazard.terrain}"
                self.problems.error(block.at("terrain"), "duplicate-key", message, "write one with all it does")
            elif self.drawing is not None and TERRAIN_NAMES[hazard.terrain] not in self.drawing.terrain.terrain:
                message = f"the map has no {hazard.terrain}"
                hint = "draw it, with its sign in `legend`, or leave the hazard out"
                self.problems.warn(block.at("terrain"), "no-effect", message, hint)
            seen.add(hazard.terrain)

    def _elevation(self, block: Values) -> Elevation | None:
        inside = [key not in block or self._on_map(block[key], block.at(key), "the ground") for key in ("from", "to")]
        if block.bad or not all(inside):
            return None
        (ax, ay), (bx, by) = block["from"], block.get("to", block["from"])
        return Elevation((min(ax, bx), min(ay, by)), (max(ax, bx), max(ay, by)), block["height"])

    def _opened(self, block: Values, called: str) -> Door | None:
        """The door that `opens` of an object or a task means; noted where there is none."""
        if "opens" not in block or self.drawing is None or not self.drawing.whole:
            return None
        terrain = self.drawing.terrain
        doors = doors_of(terrain, self.edges)
        where = block["opens"]
        found = door_meant(doors, where, terrain)
        if found is None:
            place = f"at {_square_text(where)}" if len(where) == 2 else f"on the line {list(where)}"
            hint = f"doors and windows: {', '.join(door.name for door in doors[:8])}" if doors else "draw one: `+`"
            self.problems.error(block.at("opens"), "unknown-name", f"{called} opens no door {place}", hint)
        return found

    def _object(self, block: Values) -> Thing | None:
        called = _called("the object", block)
        door = self._opened(block, called)
        if not {"at", "opens"} & (set(block) | block.bad):
            message = f"nothing says where {called} is"
            self.problems.error(block.place, "missing-key", message, "write `at: C7`, or `opens:` for a door")
        on_map = "at" not in block or self._on_map(block["at"], block.at("at"), called)
        if block.bad or not on_map or self.drawing is None or ("opens" in block and door is None):
            return None
        width = self.drawing.terrain.width
        first = door.squares[0] if door is not None else 0
        types = {key: tuple(map(str, block.get(key, ()))) for key in ("resist", "vulnerable", "immune")}
        return Thing(
            name=str(block["name"]),
            at=block.get("at", (first % width, first // width)),
            ac=block["ac"],
            hp=block["hp"],
            threshold=block.get("threshold", 0),
            resist=types["resist"],
            vulnerable=types["vulnerable"],
            immune=types["immune"],
            opens=block.get("opens"),
        )

    def _task(self, block: Values) -> Task | None:
        called = _called("the task", block)
        if not {"skill", "ability"} & (set(block) | block.bad):
            message = f"{called} names neither a skill nor an ability"
            self.problems.error(block.place, "missing-key", message, "write skill: athletics or ability: str")
        by = self._those(block, "tasks.by")
        on_map = "at" not in block or self._on_map(block["at"], block.at("at"), called)
        door = self._opened(block, called)
        if "opens" in block and "ends" in block:
            message = f"{called} both opens a door and ends a condition"
            self.problems.error(block.at("ends"), "bad-value", message, "write two tasks")
        if block.bad or not on_map or ("opens" in block and door is None):
            return None
        return Task(
            name=str(block["name"]),
            dc=block["dc"],
            skill=_text(block.get("skill")),
            ability=_text(block.get("ability")),
            at=block.get("at"),
            by=by,
            ends=_text(block.get("ends")),
            needs=_text(block.get("needs")),
            opens=block.get("opens"),
        )

    def _contest(self, block: Values) -> Contest | None:
        brings = rider_of(block.get("win", []), block.at("win"), self.reading)
        by = self._those(block, "contests.by")
        if block.bad or brings is BAD:
            return None
        return Contest(
            name=str(block["name"]),
            skill=str(block["skill"]),
            against=tuple(map(str, block["against"])),
            brings=brings,
            ability=_text(block.get("ability")),
            range_ft=block.get("range", 5),
            by=by,
        )

    def _those(self, block: Values, where: str) -> tuple[str, ...]:
        """The combatants that `by` of a block names."""
        named = [name for word in block.get("by", ()) for name in self._named(word, where, sides=True)]
        return tuple(str(member.name) for member in self.members if str(member.name) in named or member.side in named)

    def _check_things(self, blocks: list[Values]) -> None:
        """Objects, tasks and contests are called by their names: no two alike, and none like a combatant."""
        seen = {folded(member.name) for member in self.members}
        for block in blocks:
            if "name" in block:
                name: Word = block["name"]
                if folded(name) in seen:
                    message = f"something else is named `{name}` already"
                    self.problems.error(name.place, "duplicate-name", message, "give it another `name`")
                seen.add(folded(name))
        for key, most in (("objects", 60), ("tasks", 60)):
            if len(self.values.get(key, ())) > most:
                self.problems.error(self.values.at(key), "bad-value", f"more than {most} {key}", f"at most {most}")

    def _rulings(self, block: Values) -> list[Ruling]:
        sides: list[list[str]] = []
        for key in ("by", "against"):
            sides.append(self._named(block[key], f"rulings.{key}", sides=True) if key in block else [""])
        if block.bad:
            return []
        give, amount, neutral = block["give"]
        roll, because = block.get("roll", "attack"), str(block.get("because", ""))
        return [Ruling(give, amount, neutral, roll, by, against, because) for by in sides[0] for against in sides[1]]

    def _options(self) -> Options:
        written = dict(self.values.get("options", {}))
        words = written.pop("knock_out", ())
        names = [name for word in words for name in self._named(word, "options.knock_out", sides=True)]
        return evolve(CONVERTER.structure(written, Options), knock_out=tuple(names))

    def _neutral(self) -> tuple[str, ...]:
        sides = {folded(side): str(side) for side in self.values.get("sides", ())}
        names: list[str] = []
        for word in self.values.get("neutral", ()):
            if folded(word) in sides:
                names.append(sides[folded(word)])
            else:
                hint = suggestion(word, sides.values(), "side")
                self.problems.error(word.place, "unknown-name", f"there is no side `{word}`", hint)
        if sides and set(names) >= set(sides.values()):
            message = "every side is neutral: there is nobody to fight"
            self.problems.error(self.values.at("neutral"), "bad-value", message, "leave two sides that are enemies")
        return tuple(names)

    def _order(self) -> tuple[str, ...]:
        words: list[Word] = self.values.get("order", [])
        names: list[str] = []
        for word in words:
            name = self._one(word, "order")
            if name is not None and name in names:
                message = f"`{word}` is in the order twice"
                self.problems.error(word.place, "duplicate-name", message, "name everybody once")
            elif name is not None:
                names.append(name)
        missing = [str(member.name) for member in self.members if str(member.name) not in names]
        if words and missing and len(names) == len(words):
            message = f"the order leaves out {', '.join(missing[:6])}"
            self.problems.error(self.values.at("order"), "missing-key", message, "name everybody once")
        return tuple(names)


def _called(what: str, block: Values) -> str:
    """What a message calls an object or a task, whose name may not have been readable."""
    return f"{what} `{block['name']}`" if "name" in block else what


def _text(word: Word | None) -> str | None:
    return None if word is None else str(word)


def use_names(creature: Creature) -> dict[str, str]:
    """The ways to attack of a creature by folded name: a weapon with a reach and a range has two."""
    names: list[str] = []
    for attack in creature.attacks:
        names.append(attack.name)
        if attack.reach_ft is not None and attack.range_ft is not None:
            names.append(f"{attack.name} (thrown)")
    if creature.has_unarmed_strike:
        names.append(UNARMED_STRIKE)
    return {folded(name): name for name in names}


def _count_is_set(entry: Values) -> bool:
    """Whether the count of an entry comes from the command line."""
    return "count" in entry and entry.at("count").source.name == "--set"


def _is_swarm(member: Member) -> bool:
    return member.creature is not None and any(trait.name == "swarm" for trait in member.creature.traits)


def _shoots(attack: str, weapon: str) -> bool:
    if weapon == "bow":
        return "bow" in attack and "crossbow" not in attack
    return weapon in attack


def _square_text(square: Square) -> str:
    return square_name(square[0] + 1, square[1] * (square[0] + 1) + square[0])


@define(eq=False)
class Trees:
    """The included files of a file as trees, before anything in them is read."""

    root: Mapping
    reading: Reading
    folder: Path  # of the scenario: what is included is in it or below it
    below: list["Trees"] = Factory(list)
    incomplete: bool = False  # something that it includes could not be read

    def include(self, root: Mapping, path: Path, source: Source, above: list[Path], problems: Problems) -> None:
        """Parse what `include:` names, and what that includes."""
        written = root.get("include")
        words = [] if written is None else INCLUDED.fields["include"].kind.read(written, Reading(Problems()))
        for word in words if words is not BAD else ():
            target = files.find(str(word), path.parent)
            if files.leaves(str(word), target, self.folder):
                message = f"`{word}` is outside of the scenario's folder"
                problems.error(word.place, "outside", message, "put the file beside the scenario, or in a folder there")
                self.incomplete = True
                continue
            if Path(os.path.realpath(target)) in above:
                message = f"`{word}` is already being read: files include each other"
                problems.error(word.place, "include-cycle", message, "leave one `include` out")
                self.incomplete = True
                continue
            shown = str(target)
            text = files.read_source(target, shown, problems, word.place)
            tree, broken = (None, set()) if text is None else parse(text, problems)
            self.incomplete |= tree is None or bool(broken)
            if tree is not None and not isinstance(tree, Mapping):
                hint = "an included file has a `creatures:` section"
                problems.error(tree.place, "wrong-type", f"{shown} is no mapping of keys", hint)
            elif text is not None and isinstance(tree, Mapping):
                below = Trees(tree, self.reading, self.folder)
                below.include(tree, target, text, [*above, Path(os.path.realpath(target))], problems)
                self.below.append(below)

    def creature_nodes(self) -> list[Node]:
        """The `creatures:` sections, this file's first."""
        own = self.root.get("creatures")
        nodes = [own] if own is not None else []
        for tree in self.below:
            nodes += tree.creature_nodes()
        return nodes

    def scope(self, reading: Reading, creatures: Values | None = None, top: bool = True) -> Scope:
        """The creatures of the file and of the files below; those of the top file have been read already."""
        if not top:
            quiet = Reading(Problems())
            units = INCLUDED.fields["units"].kind.read(self.root.get("units") or Scalar(self.root.place, "ft"), quiet)
            within = evolve(reading, units="ft" if units is BAD or str(units) not in UNITS else str(units))
            creatures = INCLUDED.read(self.root, within).get("creatures")
        own = {folded(name): (name, block) for name, block in (creatures or {}).items()}
        return Scope(own, [tree.scope(reading, top=False) for tree in self.below], self.incomplete)

    def every(self, scope: Scope) -> list[Scope]:
        """A scope and all below it."""
        return [scope] + [one for below in scope.included for one in self.every(below)]
