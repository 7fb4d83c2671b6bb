"""The keys of a file that say where light falls and what lies over the map: lights, what is carried, zones."""

import re
from typing import Any, Final

from attrs import frozen

from encounter.scenario.nodes import Node, Scalar
from encounter.scenario.phrases import NAME
from encounter.scenario.source import folded
from encounter.scenario.values import Boolean, Choice, Custom, Either, Field, Length, ListOf, Reading, Record, Square

LEVELS: Final = ("sunlight", "bright", "dim", "dark")
LIGHT_RADII: Final = {  # bright, then dim beyond it, in feet
    "candle": (5, 5),
    "torch": (20, 20),
    "lamp": (15, 30),
    "hooded lantern": (30, 30),
    "bullseye lantern": (60, 60),
}
CONES: Final = ("bullseye lantern",)
FLAMES: Final = ("candle", "torch")  # open ones, which a strong wind blows out
GO_OUT: Final = ("candle", "lamp")  # when they are dropped
UNDERWATER: Final = "underwater"
ZONES: Final = (
    "fog",
    "foliage",
    "smoke",
    "light fog",
    "light smoke",
    "magical darkness",
    "wind",
    "silence",
    "light",
    UNDERWATER,
)


@frozen
class Carried:
    """A light by its kind alone, as somebody carries it: `lit torch`, `torch`."""

    kind: str
    is_lit: bool


def round_number(node: Node, reading: Reading, kind: Custom) -> Any:
    """The number in `round 2`, or a bare number."""
    found = re.fullmatch(r"(?:round )?(\d{1,5})", folded(node.text), re.ASCII) if isinstance(node, Scalar) else None
    if found is None or int(found.group(1)) < 1:
        return kind.wrong(node, reading)
    return int(found.group(1))


def _carried(node: Node, reading: Reading, kind: Custom) -> Any:
    if not isinstance(node, Scalar) or not node.text.strip():
        return kind.wrong(node, reading, "write lit torch, torch, lit hooded lantern ...")
    word = folded(node.text)
    read = Choice("light", tuple(LIGHT_RADII)).read(Scalar(node.place, word.removeprefix("lit ")), reading)
    return Carried(str(read), word.startswith("lit ")) if isinstance(read, str) else read


ROUND: Final = Custom("a round such as round 2", round_number, {"type": ["integer", "string"]})
_UNTIL: Final = Field(ROUND, "the round that ends it as it begins: round 3")
_KIND: Final = Field(Choice("light", tuple(LIGHT_RADII)), "what it is; otherwise write `bright` and `dim`")
_RADII: Final = {
    "bright": Field(Length(), "how far bright light reaches"),
    "dim": Field(Length(), "how far dim light reaches beyond the bright"),
}
LIGHT: Final = Record(
    "a light",
    {
        "kind": _KIND,
        **_RADII,
        "at": Field(ListOf(Square(), or_one=True, least=1), "its square", required=True),
        "towards": Field(Square(), "the square that a bullseye lantern shines at"),
        "until": _UNTIL,
    },
)
CARRIED: Final = Either(
    Custom("a light such as lit torch or torch", _carried, {"type": "string"}),
    Record(
        "a light that is carried",
        {"kind": _KIND, **_RADII, "lit": Field(Boolean(), "whether it burns; usually true"), "until": _UNTIL},
    ),
)
ZONE: Final = Record(
    "a zone",
    {
        "kind": Field(
            Choice("zone", ZONES),
            "fog, foliage, smoke and magical darkness hide and block sight, light fog and light smoke hide lightly, "
            "silence lets nothing be heard, light sets the level of light, underwater is swum through",
            required=True,
        ),
        "level": Field(Choice("level of light", LEVELS), "of a zone of light"),
        "from": Field(Square(), "one corner"),
        "to": Field(Square(), "the opposite corner"),
        "around": Field(NAME, "in place of corners: the combatant that it follows"),
        "radius": Field(Length(), "how far it reaches around who it follows"),
        "until": _UNTIL,
    },
)
