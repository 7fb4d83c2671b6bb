"""What a value of a scenario file may be: how it is read, and how JSON Schema says it.

Every kind reads a node to a plain value or notes what is wrong with it and answers BAD; nothing is raised, so that all
errors of a file are found in one go. The same kinds print the schema, so that the two cannot disagree.
"""

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

from attrs import Factory, define, evolve, frozen

from encounter.engine.board import parse_square
from encounter.engine.dice import Formula, parse_formula
from encounter.scenario.nodes import Mapping, Node, Scalar, Sequence, is_null
from encounter.scenario.source import Place, Problems, folded, suggestion

Json = dict[str, Any]


class _Bad:
    """The value of what could not be read; why has been noted."""

    def __repr__(self) -> str:
        return "BAD"


BAD: Final = _Bad()


class Word(str):
    """A piece of text that knows where it was written."""

    place: Place

    def __new__(cls, text: str, place: Place) -> "Word":
        word = super().__new__(cls, text)
        word.place = place
        return word

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        """A worker that is sent a scenario gets plain text: where it was written is of no use there."""
        return str, (str(self),)


class Values(dict[Any, Any]):
    """What a mapping said. `places` has the place of each value, `bad` names the keys that could not be read.

    The keys are Words where the file names things (creatures, sides, attacks), known words elsewhere.
    """

    def __init__(self, place: Place) -> None:
        super().__init__()
        self.place = place
        self.places: dict[str, Place] = {}
        self.bad: set[str] = set()

    def at(self, key: str) -> Place:
        """Where the value of a key stands, or the mapping when the key is not there."""
        return self.places.get(key, self.place)


@define
class Reading:
    """What reading a file depends on beside its text."""

    problems: Problems
    ruleset: str = "srd-5.2"
    units: str = "ft"
    path: list[str] = Factory(list)  # of the value being read, in the form of `--set`

    def error(self, place: Place, code: str, message: str, hint: str = "") -> _Bad:
        """Note an error; the answer stands for the value that is not there."""
        where = f" (in {'.'.join(self.path)})" if self.path else ""
        self.problems.error(place, code, f"{message}{where}", hint)
        return BAD

    def not_yet(self, place: Place, what: str) -> _Bad:
        """Refuse, by name, what the rules know and the simulation does not."""
        message = f"{what} is not simulated yet"
        return self.error(place, "not-simulated", message, "leave it out to simulate the rest without it")


def shown(node: Node) -> str:
    """A node in the words of an error message."""
    if isinstance(node, Scalar):
        return "nothing" if node.plain and not node.text else f"`{node.text[:60]}`"
    if isinstance(node, Sequence):
        return "a list" if node.items else "an empty list"
    return "a mapping"


class Kind:
    """A kind of value."""

    wanted = "a value"

    def read(self, node: Node, reading: Reading) -> Any:
        """The value, or BAD with the reason noted."""
        raise NotImplementedError

    def schema(self) -> Json:
        """The kind as JSON Schema, draft 7."""
        raise NotImplementedError

    def wrong(self, node: Node, reading: Reading, hint: str = "") -> _Bad:
        """The usual error: something else was written."""
        example = self.wanted.partition(" such as ")[2]
        hint = hint or f"write {example or self.wanted}"
        return reading.error(node.place, "wrong-type", f"expected {self.wanted}, read {shown(node)}", hint)


class Text(Kind):
    """Text as written, whatever YAML would make of it; `null` and `12` are text here."""

    def __init__(self, wanted: str = "text", most: int = 0) -> None:
        self.wanted = wanted
        self.most = most  # letters; 0: as many as one likes

    def read(self, node: Node, reading: Reading) -> Any:
        if not isinstance(node, Scalar) or not node.text.strip():
            return self.wrong(node, reading)
        text = " ".join(node.text.split())
        if self.most and len(text) > self.most:
            return _too_long(text, self.most, node.place, reading)
        return Word(text, node.place)

    def schema(self) -> Json:
        made: Json = {"type": ["string", "number", "boolean"]}
        return {**made, "maxLength": self.most} if self.most else made


MAX_NAME: Final = 80  # letters of whatever has a name


def _too_long(text: str, most: int, place: Place, reading: Reading) -> _Bad:
    message = f"`{text[:30]}...` is a name of {len(text)} letters"
    return reading.error(place, "bad-value", message, f"at most {most}")


class Integer(Kind):
    """A whole number between two bounds, both included."""

    def __init__(self, least: int, most: int) -> None:
        self.least = least
        self.most = most
        self.wanted = f"a whole number from {least} to {most}"

    def read(self, node: Node, reading: Reading) -> Any:
        if not isinstance(node, Scalar) or not re.fullmatch(r"[-+]?[0-9]{1,18}", node.text, re.ASCII):
            return self.wrong(node, reading)
        number = int(node.text)
        if not self.least <= number <= self.most:
            message = f"expected {self.wanted}, read `{node.text}`"
            return reading.error(node.place, "bad-value", message, f"write {min(max(number, self.least), self.most)}")
        return number

    def schema(self) -> Json:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


_BOOLEANS: Final = {"true": True, "yes": True, "false": False, "no": False}


class Boolean(Kind):
    """True or false, yes or no."""

    wanted = "true or false"

    def read(self, node: Node, reading: Reading) -> Any:
        value = _BOOLEANS.get(node.text.lower()) if isinstance(node, Scalar) else None
        return self.wrong(node, reading, "yes and no will do, too") if value is None else value

    def schema(self) -> Json:
        return {"enum": [True, False, "yes", "no"]}


class Choice(Kind):
    """One of some words. `later` are words the format knows and the simulation does not; `also` maps spellings."""

    def __init__(
        self, what: str, words: tuple[str, ...], later: tuple[str, ...] = (), also: dict[str, str] | None = None
    ) -> None:
        self.what = what
        self.words = words
        self.later = later
        self.also = also or {}
        self.wanted = what

    def read(self, node: Node, reading: Reading) -> Any:
        if not isinstance(node, Scalar) or not node.text.strip():
            return self.wrong(node, reading, f"valid: {', '.join(self.words[:20])}")
        word = folded(node.text)
        word = self.also.get(word, word)
        if word in self.words:
            return Word(word, node.place)
        if word in self.later:
            return reading.not_yet(node.place, f"{self.what} `{word}`")
        message = f"`{node.text[:60]}` is no {self.what}"
        return reading.error(
            node.place, "unknown-name", message, suggestion(word, [*self.words, *self.later], self.what)
        )

    def schema(self) -> Json:
        return {"enum": [*self.words, *self.also]}


# ---------------------------------------------------------------------------------------------------------- lengths

_LENGTH: Final = re.compile(r"([-+]?)(\d{1,6})(?:[.,](\d{1,3}))?\s*([^\W\d_]*)")
_UNITS: Final = {
    "": "",
    "ft": "ft",
    "feet": "ft",
    "foot": "ft",
    "m": "m",
    "metre": "m",
    "metres": "m",
    "meter": "m",
    "meters": "m",
    "square": "squares",
    "squares": "squares",
}
_SQUARE: Final = {"ft": Fraction(5), "m": Fraction(3, 2), "squares": Fraction(1)}


def plain_number(value: Fraction) -> str:
    """A length without its unit, as people write it.

    >>> plain_number(Fraction(9, 2)), plain_number(Fraction(3))
    ('4.5', '3')
    """
    return f"{float(value):g}"


MOST_HEIGHT: Final = 600  # of ground above or below the level of the map, in feet


def parse_length(text: str, units: str) -> int:
    """A length in feet; a bare number is in `units`. ValueError says what is wrong.

    >>> parse_length("9 m", "ft"), parse_length("1,5 m", "ft"), parse_length("6 squares", "ft"), parse_length("6", "m")
    (30, 5, 30, 20)
    """
    found = _LENGTH.fullmatch(text.strip())
    if found is None:
        raise ValueError(f"`{text}` is no length|write it like 30 ft, 9 m or 6 squares")
    sign, whole, part, unit = found.groups()
    if sign == "-":
        raise ValueError(f"`{text}` is less than nothing|a length is 0 or more")
    known = _UNITS.get(unit.lower())
    if known is None:
        raise ValueError(f"`{unit}` is no unit of length|valid: ft, m, squares")
    chosen = known or units
    value = Fraction(f"{whole}.{part}" if part else whole)
    squares = value / _SQUARE[chosen]
    if squares.denominator != 1:
        below, above = (Fraction(int(squares) + more) * _SQUARE[chosen] for more in (0, 1))
        measure = f"{plain_number(value)} {chosen}"
        each = "1.5 m" if chosen == "m" else "5 ft" if chosen == "ft" else "1"
        raise ValueError(
            f"{measure} is neither {plain_number(below)} {chosen} nor {plain_number(above)} {chosen}"
            f"|a square is {each}; lengths are whole squares"
        )
    feet = int(squares) * 5
    if feet > 10_000:
        raise ValueError(f"`{text}` is longer than any map|a length is at most 10000 ft")
    return feet


class Length(Kind):
    """A length in feet, whole squares."""

    wanted = "a length such as 30 ft, 9 m or 6 squares"

    def __init__(self, least: int = 0) -> None:
        self.least = least

    def read(self, node: Node, reading: Reading) -> Any:
        if not isinstance(node, Scalar) or not node.text.strip():
            return self.wrong(node, reading)
        try:
            feet = parse_length(node.text, reading.units)
        except ValueError as error:
            message, _, hint = str(error).partition("|")
            return reading.error(node.place, "bad-length", message, hint)
        if feet < self.least:
            return reading.error(node.place, "bad-length", f"`{node.text}` is too short", f"at least {self.least} ft")
        return feet

    def schema(self) -> Json:
        return {
            "anyOf": [
                {"type": "number", "minimum": 0},
                {"type": "string", "pattern": r"^\s*\d+([.,]\d+)?\s*(ft|feet|foot|m|met(re|er)s?|squares?)?\s*$"},
            ]
        }


class Height(Kind):
    """A height in feet, whole squares; less than 0 below the level of the map."""

    wanted = "a height such as 15 ft, or -20 ft for a pit"

    def read(self, node: Node, reading: Reading) -> Any:
        if not isinstance(node, Scalar) or not node.text.strip():
            return self.wrong(node, reading)
        text = node.text.strip()
        is_below = text.startswith("-")
        try:
            feet = parse_length(text.removeprefix("-").strip(), reading.units)
        except ValueError as error:
            message, _, hint = str(error).partition("|")
            return reading.error(node.place, "bad-length", message, hint)
        if feet > MOST_HEIGHT:
            return reading.error(node.place, "bad-length", f"`{text}` is too much", f"at most {MOST_HEIGHT} ft")
        return -feet if is_below else feet

    def schema(self) -> Json:
        return {
            "anyOf": [
                {"type": "number"},
                {"type": "string", "pattern": r"^\s*-?\s*\d+([.,]\d+)?\s*(ft|feet|foot|m|met(re|er)s?|squares?)?\s*$"},
            ]
        }


class Range(Kind):
    """One or two ranges: (normal, long) in feet, long None when there is one only."""

    wanted = "a range such as 80/320 ft, 24/96 m or 60 ft"

    def read(self, node: Node, reading: Reading) -> Any:
        if not isinstance(node, Scalar) or not node.text.strip():
            return self.wrong(node, reading)
        parts = node.text.split("/")
        if len(parts) > 2:
            return self.wrong(node, reading, "a normal range and a long range")
        unit = _LENGTH.fullmatch(parts[-1].strip())
        units = _UNITS.get(unit.group(4).lower()) if unit else None
        try:
            feet = [parse_length(part, units or reading.units) for part in parts]
        except ValueError as error:
            message, _, hint = str(error).partition("|")
            return reading.error(node.place, "bad-length", message, hint)
        if feet[0] < 5 or feet[-1] < feet[0]:
            return reading.error(
                node.place, "bad-length", f"`{node.text}`: the long range is the larger one", self.wanted
            )
        return (feet[0], feet[1] if len(feet) == 2 and feet[1] > feet[0] else None)

    def schema(self) -> Json:
        one = r"\d+([.,]\d+)?\s*(ft|feet|foot|m|met(re|er)s?|squares?)?"
        return {
            "anyOf": [{"type": "number", "minimum": 1}, {"type": "string", "pattern": rf"^\s*{one}\s*(/\s*{one}\s*)?$"}]
        }


# ---------------------------------------------------------------------------------------------- squares and dice


class Square(Kind):
    """A square, as (column, row) from 0."""

    wanted = "a square such as C7"

    def read(self, node: Node, reading: Reading) -> Any:
        if not isinstance(node, Scalar):
            return self.wrong(node, reading)
        try:
            return parse_square(node.text.strip()[:12])
        except ValueError:
            hint = "column letters, then the row number: A1 is the top-left square"
            return reading.error(node.place, "bad-square", f"`{node.text[:60]}` is no square", hint)

    def schema(self) -> Json:
        return {"type": "string", "pattern": "^\\s*[A-Za-z]+[1-9][0-9]*\\s*$"}


def read_formula(text: str, place: Place, reading: Reading) -> Formula | _Bad:
    """Dice, or BAD with the reason noted."""
    try:
        return parse_formula(text)
    except ValueError as error:
        message = str(error).partition(";")[0]
        return reading.error(place, "bad-dice", message, "write dice like 2d6+3")


MOST_DICE: Final = 40
MOST_SIDES: Final = 100
MOST_TOTAL: Final = 500  # of one formula
MOST_ATTACK: Final = 1000  # of all the damage of an attack


def read_rolled(text: str, place: Place, reading: Reading) -> Formula | _Bad:
    """Dice that a fight rolls, few enough for their exact odds to be worked out; else BAD with the reason noted."""
    formula = read_formula(text, place, reading)
    if not isinstance(formula, Formula):
        return formula
    if any(term.keep for term in formula.terms):
        hint = "every die counts: write 3d6, not 4d6kh3"
    elif sum(term.count for term in formula.terms) > MOST_DICE:
        hint = f"at most {MOST_DICE} dice in one formula"
    elif any(term.sides > MOST_SIDES for term in formula.terms):
        hint = f"dice of at most {MOST_SIDES} sides"
    elif formula.largest > MOST_TOTAL or formula.bonus < -MOST_TOTAL:
        hint = f"one formula comes to {MOST_TOTAL} at most"
    else:
        return formula
    return reading.error(place, "bad-dice", f"`{text[:60]}` is more than is simulated", hint)


# ------------------------------------------------------------------------------------------------------- containers


class ListOf(Kind):
    """A list of one kind; `or_one` allows a single value without the brackets."""

    def __init__(self, item: Kind, or_one: bool = False, least: int = 0) -> None:
        self.item = item
        self.or_one = or_one
        self.least = least
        self.wanted = f"a list [...], each {item.wanted}"

    def read(self, node: Node, reading: Reading) -> Any:
        if is_null(node) and not self.least:
            return []
        if not isinstance(node, Sequence):
            if self.or_one and not is_null(node):
                value = self.item.read(node, reading)
                return BAD if value is BAD else [value]
            hint = f"write [{node.text}]" if isinstance(node, Scalar) and node.text else "write [one, another]"
            return self.wrong(node, reading, hint)
        if len(node.items) < self.least:
            return self.wrong(node, reading, f"at least {self.least}")
        values = []
        for number, item in enumerate(node.items):
            if isinstance(item, Mapping):
                reading.path.append(str(number + 1))
            values.append(self.item.read(item, reading))
            if isinstance(item, Mapping):
                reading.path.pop()
        return [value for value in values if value is not BAD]

    def schema(self) -> Json:
        many: Json = {"type": "array", "items": self.item.schema()}
        if self.least:
            many["minItems"] = self.least
        alternatives = [many, self.item.schema()] if self.or_one else [many]
        if not self.least and not self.or_one:
            many["type"] = ["array", "null"]
        return alternatives[0] if len(alternatives) == 1 else {"anyOf": alternatives}


class MapOf(Kind):
    """A mapping with free or listed names as keys, all values of one kind: Values keyed by Words."""

    def __init__(self, what: str, value: Kind, names: tuple[str, ...] = ()) -> None:
        self.what = what
        self.value = value
        self.names = names
        self.wanted = f"a mapping of {what}s"

    def read(self, node: Node, reading: Reading) -> Any:
        if is_null(node):
            return Values(node.place)
        if not isinstance(node, Mapping):
            return self.wrong(node, reading)
        values = Values(node.place)
        seen: set[str] = set()
        for key, value in node.pairs:
            name = Word(" ".join(key.text.split()), key.place)
            if self.names:
                name = Word(folded(name), key.place)
            if not name:
                reading.error(key.place, "wrong-type", f"a {self.what} without a name", "write its name before the `:`")
                continue
            if not self.names and len(name) > MAX_NAME:
                _too_long(name, MAX_NAME, key.place, reading)
                values.bad.add(name)
                continue
            if self.names and name not in self.names:
                message = f"`{key.text[:60]}` is no {self.what}"
                reading.error(key.place, "unknown-name", message, suggestion(name, self.names))
                continue
            if folded(name) in seen:
                reading.error(
                    key.place, "duplicate-key", f"the {self.what} `{name}` is there twice", "names ignore case"
                )
                continue
            seen.add(folded(name))
            values.places[name] = value.place
            reading.path.append(str(name))
            read = self.value.read(value, reading)
            reading.path.pop()
            if read is BAD:
                values.bad.add(name)
            else:
                values[name] = read
        return values

    def schema(self) -> Json:
        made: Json = {"type": ["object", "null"], "additionalProperties": self.value.schema()}
        made["propertyNames"] = {"enum": list(self.names)} if self.names else {"maxLength": MAX_NAME}
        return made


class NotYet(Kind):
    """A key of the format whose feature is not simulated yet."""

    def __init__(self, what: str = "") -> None:
        self.what = what

    def read(self, node: Node, reading: Reading) -> Any:
        return reading.not_yet(node.place, self.what)

    def schema(self) -> Json:
        return {"description": "not simulated yet", "not": {}}


@frozen
class Field:
    """A key of a record."""

    kind: Kind
    about: str = ""
    required: bool = False


class Record(Kind):
    """A mapping with known keys. `also` maps other spellings of a key, `hints` says more about a wrong one."""

    def __init__(self, what: str, fields: dict[str, Field], hints: dict[str, str] | None = None) -> None:
        self.what = what
        self.fields = fields
        self.hints = hints or {}
        self.wanted = f"a mapping of the keys of {what}"

    def read(self, node: Node, reading: Reading) -> Any:
        if is_null(node) and not any(field.required for field in self.fields.values()):
            return Values(node.place)
        if not isinstance(node, Mapping):
            first = next(iter(self.fields))
            return self.wrong(node, reading, f"write {{{first}: ...}}; keys: {', '.join(list(self.fields)[:12])}")
        values = Values(node.place)
        for key, value in node.pairs:
            self._read_key(key, value, values, reading)
        for name, field in self.fields.items():
            if field.required and name not in values and name not in values.bad:
                hint = field.about or f"write `{name}: ...`"
                reading.error(node.place, "missing-key", f"{self.what} needs `{name}`", hint)
                values.bad.add(name)
        return values

    def _read_key(self, key: Scalar, value: Node, values: Values, reading: Reading) -> None:
        field = self.fields.get(key.text)
        if field is None:
            message = f"`{key.text[:60]}` is no key of {self.what}"
            hint = self.hints.get(key.text) or suggestion(key.text, self.fields)
            meant = [name for name in self.fields if hint == f"did you mean `{name}`?"]
            values.bad.update(meant or [key.text])
            if re.fullmatch(r"\d+\s*\w*", key.text) and is_null(value):
                hint = "a comma inside {...} begins the next key: write 1.5, or put the value in quotes"
            reading.error(key.place, "unknown-key", message, hint)
            return
        values.places[key.text] = value.place
        reading.path.append(key.text)
        if isinstance(field.kind, NotYet):
            read: Any = reading.not_yet(key.place, field.kind.what or f"`{key.text}`")
        else:
            read = field.kind.read(value, reading)
        reading.path.pop()
        if read is BAD:
            values.bad.add(key.text)
        else:
            values[key.text] = read

    def schema(self) -> Json:
        properties: Json = {}
        for name, field in self.fields.items():
            properties[name] = field.kind.schema()
            if field.about:
                properties[name] = {**properties[name], "description": field.about}
                if isinstance(field.kind, NotYet):
                    properties[name]["description"] += " (not simulated yet)"
        made: Json = {"type": "object", "additionalProperties": False, "properties": properties}
        required = [name for name, field in self.fields.items() if field.required]
        if required:
            made["required"] = required
        else:
            made["type"] = ["object", "null"]
        return made


class Custom(Kind):
    """A kind of its own: a function that reads a node, and its schema."""

    def __init__(self, wanted: str, read: Callable[[Node, Reading, "Custom"], Any], schema: Json) -> None:
        self.wanted = wanted
        self._read = read
        self._schema = schema

    def read(self, node: Node, reading: Reading) -> Any:
        return self._read(node, reading, self)

    def schema(self) -> Json:
        return self._schema


class Either(Kind):
    """A mapping is read as the record, anything else as the other kind."""

    def __init__(self, other: Kind, record: Kind) -> None:
        self.other = other
        self.record = record
        self.wanted = f"{other.wanted}, or {record.wanted}"

    def read(self, node: Node, reading: Reading) -> Any:
        return (self.record if isinstance(node, Mapping) else self.other).read(node, reading)

    def schema(self) -> Json:
        return {"anyOf": [self.other.schema(), self.record.schema()]}


def with_units(reading: Reading, units: str) -> Reading:
    """The same reading with bare numbers in other units."""
    return evolve(reading, units=units)
