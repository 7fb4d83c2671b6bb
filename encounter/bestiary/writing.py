"""Creatures as text: the YAML that `import` and the bestiary write, one short line for each key."""

import re
from collections.abc import Mapping
from typing import Any, Final

_SAFE: Final = re.compile(r"[A-Za-z0-9+(][A-Za-z0-9_ '+/().;%-]*", re.ASCII)
_WORDS: Final = ("yes", "no", "on", "off", "true", "false", "null", "y", "n")
WIDTH: Final = 110


def scalar(value: Any) -> str:
    """One value, in quotes where YAML would take it for something else.

    >>> scalar("5 ft"), scalar(True), scalar("no"), scalar("a: b"), scalar("(none)")
    ('5 ft', 'true', "'no'", "'a: b'", '(none)')
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    text = str(value)
    if _SAFE.fullmatch(text) and text.lower() not in _WORDS and text == text.strip() and ": " not in text:
        return text
    if any(ord(letter) < 32 for letter in text):
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t") + '"'
    return "'" + text.replace("'", "''") + "'"


def flow(value: Any) -> str:
    """A value on one line.

    >>> flow({"save": "con 11", "fail": ["2d6 poison"], "half": True})
    '{save: con 11, fail: [2d6 poison], half: true}'
    """
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{scalar(key)}: {flow(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(flow(one) for one in value) + "]"
    return scalar(value)


def block(name: str, keys: Mapping[str, Any], indent: int = 0) -> list[str]:
    """The lines of one creature: attacks and actions one a line, lists that are too long one entry a line."""
    pad = " " * indent
    lines = [f"{pad}{scalar(name)}:"]
    for key, value in keys.items():
        if key in ("attacks", "actions") and isinstance(value, Mapping):
            lines.append(f"{pad}  {key}:")
            lines += [f"{pad}    {scalar(one)}: {flow(told)}" for one, told in value.items()]
            continue
        line = f"{pad}  {key}: {flow(value)}"
        if len(line) > WIDTH and isinstance(value, list):
            lines.append(f"{pad}  {key}:")
            lines += [f"{pad}    - {flow(one)}" for one in value]
        else:
            lines.append(line)
    return lines


def creatures_file(blocks: Mapping[str, Mapping[str, Any]], comments: Mapping[str, list[str]]) -> str:
    """A file with a `creatures:` section; the comments of a creature stand above it."""
    lines = ["creatures:"]
    for name, keys in blocks.items():
        lines += [f"  # {comment}" for comment in comments.get(name, ())]
        lines += block(name, keys, 2)
    return "\n".join(lines) + "\n"


def canonical(value: Any) -> Any:
    """Keys as JSON has them: what was written as a whole number is one, yes and no are true and false.

    >>> canonical({"ac": "15", "attacks": {"bite": {"to_hit": "4", "damage": "1d6+2 piercing"}}, "half": "true"})
    {'ac': 15, 'attacks': {'bite': {'to_hit': 4, 'damage': '1d6+2 piercing'}}, 'half': True}
    """
    if isinstance(value, Mapping):
        return {str(key): one if key == "cr" else canonical(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [canonical(one) for one in value]
    if isinstance(value, str):
        if re.fullmatch(r"[+-]?\d{1,9}", value, re.ASCII):
            return int(value)
        return {"true": True, "false": False}.get(value, value)
    return value
