"""The journal: what happened, event by event, for whoever wants to know.

Every change of a fight's state writes one event, so that folding the journal over the start gives the end. A batch
fights without a journal: the same dice fall, nothing is written. Events speak in names, square names and clause ids,
ready for JSON; the words for an id are the business of the report.
"""

from typing import Final

from mypy_extensions import i64, mypyc_attr

Data = dict[str, object]

TYPES: Final = (
    "initiative",
    "turn",
    "move",
    "stand",
    "jump",
    "fall",
    "mount",
    "attack",
    "opportunity-attack",
    "damage",
    "heal",
    "save",
    "check",
    "contest",
    "condition-on",
    "condition-off",
    "concentration",
    "down",
    "death-save",
    "stable",
    "dead",
    "action",
    "zone",
    "door",
    "light",
    "arrive",
    "leave",
    "end",
)


class Event:
    """One thing that happened: its type, when, who did it, to whom, and its particulars."""

    def __init__(self, type: str, round: i64, turn: i64, actor: str | None, target: str | None, data: Data) -> None:
        self.type = type
        self.round = round
        self.turn = turn
        self.actor = actor
        self.target = target
        self.data = data

    def as_json(self) -> Data:
        """The event as one flat mapping, common keys first."""
        head: Data = {
            "type": self.type,
            "round": self.round,
            "turn": self.turn,
            "actor": self.actor,
            "target": self.target,
        }
        head.update(self.data)
        return head


@mypyc_attr(allow_interpreted_subclasses=True)
class Journal:
    """Takes events as they happen. This one keeps them all in `events`."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def write(self, event: Event) -> None:
        """Take one event."""
        self.events.append(event)
