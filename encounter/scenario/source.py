"""Where something stands in a file, and what is wrong with it there."""

import re
import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches
from itertools import islice
from typing import Final

from attrs import Factory, define, frozen

TRAPS: Final = ("tab", "legend-comment", "map-space")
_BREAK: Final = re.compile("\r\n|[\n\r\x85\u2028\u2029]")


@frozen(eq=False)
class Source:
    """A text with a name: a file, or an argument of the command line."""

    name: str
    text: str
    lines: tuple[str, ...] = Factory(lambda self: tuple(_BREAK.split(self.text)), takes_self=True)

    def line(self, line: int) -> str:
        """The text of a line, counted from 0; empty beyond the end."""
        return self.lines[line] if 0 <= line < len(self.lines) else ""


@frozen
class Place:
    """A position in a source; line and column count from 0 here and from 1 in what people read."""

    source: Source
    line: int = 0
    column: int = 0


@frozen
class Problem:
    """One thing wrong with a file. Line and column count from 1; `excerpt` is the line with a caret under the place."""

    file: str
    line: int
    column: int
    code: str
    message: str
    hint: str = ""
    excerpt: str = ""

    def __str__(self) -> str:
        text = f"{self.file}:{self.line}:{self.column}: {self.message}"
        if self.hint:
            text += f"; {self.hint}"
        return f"{text}\n{self.excerpt}" if self.excerpt else text

    def as_json(self) -> dict[str, object]:
        """The keys of `check --json`; a hint that there is not is null."""
        return {
            "file": self.file,
            "line": self.line,
            "column": self.column,
            "code": self.code,
            "message": self.message,
            "hint": self.hint or None,
        }


class ScenarioErrors(ValueError):
    """A file that cannot be used. `problems` holds everything that is wrong with it, in the order of the file."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: list[Problem] = list(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))

    def __reduce__(self) -> tuple[type["ScenarioErrors"], tuple[list[Problem]]]:
        return (ScenarioErrors, (self.problems,))


def _excerpt(place: Place) -> str:
    line = place.source.line(place.line)
    if not line.strip():
        return ""
    start = max(0, place.column - 60)
    piece = line[start : start + 100]
    shown = "".join(" " if unicodedata.category(letter) in ("Cc", "Cf") else letter for letter in piece)
    before = shown[: place.column - start]
    pad = "".join("  " if unicodedata.east_asian_width(letter) in "WF" else " " for letter in before)
    return f"    {shown}\n    {pad}^"


@define
class Problems:
    """Collects what is wrong while a scenario is read; nothing is said twice."""

    errors: list[Problem] = Factory(list)
    warnings: list[Problem] = Factory(list)
    _sources: list[Source] = Factory(list)
    _said: set[Problem] = Factory(set)

    def error(self, place: Place, code: str, message: str, hint: str = "") -> None:
        """Note an error; the file cannot be used."""
        self._note(self.errors, place, code, message, hint)

    def warn(self, place: Place, code: str, message: str, hint: str = "") -> None:
        """Note something that is allowed but hardly meant."""
        self._note(self.warnings, place, code, message, hint)

    def _note(self, into: list[Problem], place: Place, code: str, message: str, hint: str) -> None:
        problem = Problem(place.source.name, place.line + 1, place.column + 1, code, message, hint, _excerpt(place))
        if problem not in self._said:
            self._said.add(problem)
            into.append(problem)
        if place.source not in self._sources:
            self._sources.append(place.source)

    def explain_by_traps(self) -> None:
        """Leave out what is said of a line whose trap (a tab, a `#`, a space) already explains it."""
        traps = {(p.file, p.line) for p in self.errors if p.code in TRAPS}
        self.errors = [p for p in self.errors if p.code in TRAPS or (p.file, p.line) not in traps]

    def adopt(self, other: "Problems") -> None:
        """Know the sources of another collection, for the order of what is told, and what it said."""
        self._said |= other._said
        self._sources += [source for source in other._sources if source not in self._sources]

    def sorted(self, problems: list[Problem]) -> list[Problem]:
        """Problems in the order of the files and their lines."""
        order = {source.name: number for number, source in enumerate(self._sources)}
        return sorted(problems, key=lambda problem: (order[problem.file], problem.line, problem.column))


def folded(name: str) -> str:
    """The form in which names are compared: Unicode-composed, without case, single spaces.

    >>> folded("E\\u0301lodie  Noire") == folded("\\u00c9LODIE noire")
    True
    """
    return unicodedata.normalize("NFC", " ".join(unicodedata.normalize("NFC", name).casefold().split()))


class Patience:
    """How many names may still be compared with what was written, for all hints of one file together.

    To look for the nearest of thousands of names takes long, and thousands of hints are read by nobody.
    """

    COMPARISONS: Final = 20_000

    def __init__(self) -> None:
        self.left = self.COMPARISONS

    def renew(self) -> None:
        """Another file is read."""
        self.left = self.COMPARISONS

    def takes(self, names: int) -> bool:
        """Whether so many names may still be looked through; then they have been."""
        self.left -= names
        return self.left >= 0


PATIENCE: Final = Patience()


def nearest(name: str, valid: Iterable[str]) -> str | None:
    """The valid name nearest to what was written, or None when none is near or too many were looked for already.

    >>> nearest("stuned", ["prone", "stunned"]), nearest("xyz", ["prone"])
    ('stunned', None)
    """
    candidates = list(valid)
    if not PATIENCE.takes(len(candidates)):
        return None
    by_form: dict[str, str] = {}
    for candidate in candidates:
        by_form.setdefault(folded(candidate), candidate)
    close = get_close_matches(folded(name)[:80], list(by_form), 1, 0.6)
    return by_form[close[0]] if close else None


def suggestion(name: str, valid: Iterable[str], what: str = "") -> str:
    """The hint for a wrong name: the nearest valid one, or all of them when they are few."""
    if PATIENCE.left <= 0:
        some = list(islice(valid, 20))
        return f"valid: {', '.join(some)} ..." if some else f"there is no {what or 'name'} to choose from"
    names = list({folded(one): one for one in reversed(list(valid))}.values())[::-1]
    near = nearest(name, names)
    if near is not None:
        return f"did you mean `{near}`?"
    if not names:
        return f"there is no {what or 'name'} to choose from"
    shown = ", ".join(names[:20])
    more = f" and {len(names) - 20} more" if len(names) > 20 else ""
    return f"valid: {shown}{more}"
