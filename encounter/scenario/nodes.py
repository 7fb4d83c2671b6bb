"""YAML text as a tree of nodes that know where they stand.

Scalars stay the text that was written: whoever reads a node knows whether it wants a name, a number or a yes or no.
The tree is built from PyYAML's events without recursion, so that no file, however deep, breaks it.
"""

import re
from typing import Any, Final

import yaml
from attrs import Factory, define

from encounter.scenario.source import Place, Problems, Source

MAX_BYTES: Final = 2_000_000
MAX_DEPTH: Final = 24
MAX_NODES: Final = 100_000  # with every alias counted as what it stands for

_NULLS: Final = ("", "~", "null", "Null", "NULL")


@define(eq=False)
class Scalar:
    """A single value as written. `plain` is without quotes; `block` is `|` for a literal block and `>` for a folded."""

    place: Place
    text: str
    plain: bool = True
    block: str = ""
    last_line: int = 0
    weight: int = 1

    @property
    def is_null(self) -> bool:
        """Whether nothing is written, or null."""
        return self.plain and self.text in _NULLS


@define(eq=False)
class Sequence:
    """A list."""

    place: Place
    items: list["Node"] = Factory(list)
    weight: int = 1


@define(eq=False)
class Mapping:
    """Keys with their values, in the order of the file; no key is there twice."""

    place: Place
    pairs: list[tuple[Scalar, "Node"]] = Factory(list)
    weight: int = 1

    def get(self, key: str) -> "Node | None":
        """The value of a key, None when it is not there."""
        for name, value in self.pairs:
            if name.text == key:
                return value
        return None


Node = Scalar | Sequence | Mapping


def is_null(node: "Node | None") -> bool:
    """Whether a value is not there or null."""
    return node is None or (isinstance(node, Scalar) and node.is_null)


class _Composer:
    """Builds one tree from events; the first thing that cannot be is an error and ends the tree."""

    def __init__(self, source: Source, text: str, problems: Problems) -> None:
        self.source = source
        self.text = text
        self.problems = problems
        self.anchors: dict[str, Node] = {}
        self.keys: dict[int, dict[str, Scalar]] = {}  # of the mappings that are open, by id
        self.open: list[tuple[Sequence | Mapping, Scalar | None, bool]] = []  # container, key in hand, skip its value
        self.root: Node | None = None
        self.documents = 0

    def place(self, mark: Any) -> Place:
        return Place(self.source) if mark is None else Place(self.source, mark.line, mark.column)

    def refuse(self, place: Place, code: str, message: str, hint: str = "") -> None:
        self.problems.error(place, code, message, hint)
        raise _Stop

    def compose(self) -> Node | None:
        for event in yaml.parse(self.text, Loader=yaml.SafeLoader):
            place = self.place(event.start_mark)
            if isinstance(event, yaml.DocumentStartEvent):
                self.documents += 1
                if self.documents > 1:
                    self.refuse(place, "bad-yaml", "a second document begins here", "keep one scenario a file")
            elif isinstance(event, yaml.AliasEvent):
                self.alias(event.anchor, place)
            elif isinstance(event, yaml.NodeEvent):
                self.node(event, place)
            elif isinstance(event, yaml.SequenceEndEvent | yaml.MappingEndEvent):
                done = self.open.pop()[0]
                self.keys.pop(id(done), None)
                self.attach(done)
        return self.root

    def alias(self, anchor: str | None, place: Place) -> None:
        known = self.anchors.get(anchor or "")
        if known is None:
            self.refuse(place, "bad-yaml", f"nothing is marked &{anchor}", "an alias * repeats what an anchor & marked")
        elif any(known is container for container, _, _ in self.open):
            self.refuse(place, "bad-yaml", f"*{anchor} would contain itself", "repeat something that is complete")
        else:
            self.attach(known, place)

    def node(self, event: yaml.NodeEvent, place: Place) -> None:
        tag = getattr(event, "tag", None)
        if tag is not None and tag != "!":
            self.refuse(place, "bad-yaml", f"tags such as {tag} are not read", "write the value without it")
        made: Node
        if isinstance(event, yaml.ScalarEvent):
            style = event.style or ""
            block = style if style in ("|", ">") else ""
            end = event.end_mark.line if event.end_mark else place.line
            made = Scalar(place, event.value, plain=not style, block=block, last_line=end)
        elif isinstance(event, yaml.SequenceStartEvent):
            made = Sequence(place)
        else:
            made = Mapping(place)
        if event.anchor is not None:
            self.anchors[event.anchor] = made
        if isinstance(made, Scalar):
            self.attach(made)
            return
        if len(self.open) >= MAX_DEPTH:
            self.refuse(place, "too-deep", f"more than {MAX_DEPTH} levels inside each other", "write it flatter")
        self.open.append((made, None, False))

    def attach(self, made: Node, place: Place | None = None) -> None:
        """Put a finished node where it belongs; `place` is that of the alias that repeats it."""
        if not self.open:
            self.root = made
            return
        container, key, skip = self.open[-1]
        if isinstance(container, Sequence):
            container.items.append(made)
        elif key is None:
            self.key(container, made, place)
            return
        else:
            if not skip:
                container.pairs.append((key, made))
            self.open[-1] = (container, None, False)
        container.weight += made.weight
        if container.weight > MAX_NODES:
            where = place or made.place
            self.refuse(where, "alias-limit", f"more than {MAX_NODES} values, aliases counted", "repeat less with *")

    def key(self, container: Mapping, made: Node, place: Place | None) -> None:
        where = place or made.place
        if not isinstance(made, Scalar):
            self.refuse(
                where, "bad-yaml", "a key must be one word or a few", "put text in quotes if it begins with [ or {"
            )
            return
        first = self.keys.setdefault(id(container), {}).setdefault(made.text, made)
        if first is not made:
            message = f"`{made.text}` is written twice; the first is in line {first.place.line + 1}"
            self.problems.error(where, "duplicate-key", message, "keep one of them")
        self.open[-1] = (container, made, first is not made)


class _Stop(Exception):
    """The tree cannot be completed; why has been noted."""


# ------------------------------------------------------------------------------------- traps seen in the bare text

_TOP_KEY: Final = re.compile(r"^(?:[^\s#\-\[\]{}\"'][^:]*|\"[^\"]*\"|'[^']*'):(?:\s|$)")
_HASH_KEY: Final = re.compile(r"(?:^|[{,])\s*(#)\s*:(?:\s|$)")
_HASH_VALUE: Final = re.compile(r":\s+(#)\s*(?:[,}]|$)")
_BLOCK: Final = re.compile(r"^(map|\"map\"|'map')\s*:\s*[|>][-+0-9]*\s*(?:#.*)?$")


def _blocks(source: Source) -> list[tuple[str, int, int]]:
    """The top-level keys with their first line and the line after their last."""
    starts = [number for number, line in enumerate(source.lines) if _TOP_KEY.match(line)]
    ends = [*starts[1:], len(source.lines)][: len(starts)]
    return [(source.lines[a].split(":")[0].strip("\"' "), a, b) for a, b in zip(starts, ends, strict=True)]


def _look_for_tabs(source: Source, problems: Problems) -> None:
    for number, line in enumerate(source.lines):
        indent = line[: len(line) - len(line.lstrip(" \t"))]
        if "\t" in indent and line.strip():
            place = Place(source, number, indent.index("\t"))
            problems.error(place, "tab", "a tab at the beginning of a line", "YAML is indented with spaces only")


def _look_at_legend(source: Source, start: int, end: int, problems: Problems) -> None:
    for number in range(start, end):
        line = source.lines[number]
        found = _HASH_KEY.search(line) or _HASH_VALUE.search(line)
        if found:
            place = Place(source, number, found.start(1))
            hint = "put it in quotes; a wall is `#` without a legend"
            problems.error(place, "legend-comment", "to YAML `#` begins a comment here", hint)


def _look_at_map(source: Source, start: int, end: int, problems: Problems) -> None:
    """Rows of a literal block that do not begin in one column: YAML would cut the block short or move them."""
    rows: list[tuple[int, int]] = []
    for number in range(start + 1, end):
        line = source.lines[number]
        if line.strip() and not line[0].isspace() and line[0] != "#":
            break
        if line.strip() and line[0].isspace() and "\t" not in line[: len(line) - len(line.lstrip())]:
            rows.append((number, len(line) - len(line.lstrip(" "))))  # a tab is told of by itself
    if not rows:
        return
    indents = [indent for _, indent in rows]
    usual = max(sorted(set(indents)), key=indents.count)
    for number, indent in rows:
        if indent > usual:
            hint = "floor is `.`; every row begins in the same column"
            problems.error(Place(source, number, usual), "map-space", "a map row begins with a space", hint)
        elif indent < usual:
            hint = f"every row begins in the same column, here column {usual + 1}"
            problems.error(Place(source, number, indent), "map-space", "a map row begins left of the others", hint)


def _look_for_traps(source: Source, problems: Problems) -> None:
    _look_for_tabs(source, problems)
    for key, start, end in _blocks(source):
        if key == "legend":
            _look_at_legend(source, start, end, problems)
        elif _BLOCK.match(source.lines[start]):
            _look_at_map(source, start, end, problems)


# ------------------------------------------------------------------------------------------------------- a document

_CONTROL: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x80-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")


def _words_for(error: yaml.MarkedYAMLError) -> tuple[str, str]:
    """What PyYAML found, in words for the author of a file, and a hint."""
    said = f"{error.context or ''} {error.problem or ''}"
    if "'\\t'" in said:
        return "a tab where YAML wants spaces", "indent with spaces only"
    if "flow sequence" in said:
        return "a list [...] is not closed here", "close it with ] and separate its values with commas"
    if "flow mapping" in said:
        return "a mapping {...} is not closed here", "close it with }, and write `key: value` pairs with commas between"
    if "expected the node content" in said or "expected the node" in said:
        return "a value or a closing bracket is missing here", "close what is open with ] or }"
    if "quoted scalar" in said:
        return (
            "a quoted text is not closed, or has an unknown escape",
            "close the quotes; a backslash wants 'single quotes'",
        )
    if "mapping values are not allowed" in said:
        return "a second `:` in this line, or a wrong indentation", "put text that contains `: ` in quotes"
    if "could not find expected ':'" in said or "simple key" in said:
        return "a key without its `:`", "write `key: value`"
    if "cannot start any token" in said:
        return "this sign cannot begin a value", "put the text in quotes"
    if "block mapping" in said or "block collection" in said or "document start" in said:
        return "the indentation does not fit what stands above", "align keys of one level in one column"
    return f"broken YAML: {(error.problem or 'it cannot be read').strip()}", "look at the line above, too"


def _mark(error: yaml.MarkedYAMLError) -> Any:
    """Where the mistake is: what is not closed is shown where it was opened when that is in another line."""
    noticed, opened = error.problem_mark, error.context_mark
    if noticed is None or opened is None:
        return noticed or opened
    unclosed = "flow" in (error.context or "") or "quoted" in (error.context or "")
    return opened if unclosed and opened.line != noticed.line else noticed


def parse(source: Source, problems: Problems) -> tuple[Node | None, set[str]]:
    """The tree of a source, and the top-level keys whose text is broken; every problem is noted.

    A top-level section that cannot be read is left out and the others are read all the same, so that one broken line
    does not hide the errors of the rest.
    """
    control = _CONTROL.search(source.text)
    if control is not None:
        before = source.text[: control.start()]
        line = len(Source("", before).lines) - 1
        column = len(Source("", before).lines[-1])
        code = "not-text" if control.group() == "\x00" else "bad-yaml"
        message = f"the control character U+{ord(control.group()):04X}"
        problems.error(
            Place(source, line, column), code, f"{message} is no text", "save the file as plain text in UTF-8"
        )
        return None, set()
    before_traps = len(problems.errors)
    _look_for_traps(source, problems)
    trapped = {problem.line - 1 for problem in problems.errors[before_traps:]}
    broken: set[str] = set()
    text = source
    for _ in range(20):
        composer = _Composer(source, text.text, Problems())
        at: int
        try:
            tree = composer.compose()
        except _Stop:
            at = composer.problems.errors[-1].line - 1
            if composer.documents > 1:  # the first one is complete; the others are not looked at
                _pass_on(composer.problems, problems, source, trapped, ())
                return composer.root, broken
        except yaml.MarkedYAMLError as error:
            message, hint = _words_for(error)
            place = composer.place(_mark(error))
            at = min(place.line, len(source.lines) - 1)
            composer.problems.error(Place(source, place.line, place.column), "bad-yaml", message, hint)
        except (yaml.YAMLError, ValueError, RecursionError) as error:
            problems.error(Place(source), "bad-yaml", f"broken YAML: {str(error).splitlines()[0]}", "look at the file")
            return None, broken
        else:
            _pass_on(composer.problems, problems, source, trapped, ())
            return tree, broken
        block = next(((key, a, b) for key, a, b in _blocks(text) if a <= at < b), None)
        if block is None or text.lines[block[1]] == "":
            _pass_on(composer.problems, problems, source, trapped, ())
            return None, broken
        key, start, end = block
        explained = trapped & set(range(start, end))
        _pass_on(composer.problems, problems, source, trapped, range(start, end) if explained else ())
        broken.add(key)
        lines = [*text.lines[:start], *[""] * (end - start), *text.lines[end:]]
        text = Source(source.name, "\n".join(lines))
    return None, broken


def _pass_on(found: Problems, to: Problems, source: Source, trapped: set[int], explained: range | tuple[()]) -> None:
    """Hand over what was found, unless a trap of the same section is already the explanation."""
    for problem in found.errors:
        if problem.line - 1 not in explained and problem.line - 1 not in trapped:
            place = Place(source, problem.line - 1, problem.column - 1)
            to.error(place, problem.code, problem.message, problem.hint)
