"""Which of the game master's rulings stand behind a roll: the log names the clause, the file has the reason."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final
from unicodedata import normalize

if TYPE_CHECKING:
    from encounter.scenario.model import Ruling, Scenario

# The kinds of roll that a ruling's kind covers. Initiative and contests are checks.
COVERS: Final = {
    "attack": ("attack",),
    "check": ("check", "contest", "initiative"),
    "save": ("save", "death save"),
    "saving throw": ("save", "death save"),
    "initiative": ("initiative",),
    "death save": ("death save",),
    "contest": ("contest",),
}


class Rulings:
    """The rulings of a scenario, to be asked for their words."""

    def __init__(self, scenario: "Scenario") -> None:
        self._rulings = [ruling for ruling in scenario.rulings if ruling.because]
        self._side_of = {_plain(entry.name): _plain(entry.side) for entry in scenario.entries}

    def because(self, clause: str, roll: Mapping[str, Any], actor: str, target: str) -> list[str]:
        """Why the game master ruled so on this roll of `actor`, in the words of the file."""
        return [
            ruling.because
            for ruling in self._rulings
            if clause in _clauses(ruling)
            and self._is_for(ruling.by, actor)
            and self._is_for(ruling.against, target)
            and _is_on(ruling.roll, roll)
        ]

    def _is_for(self, named: str, who: str) -> bool:
        """Whether a ruling that names a combatant, a side or nobody holds for this one."""
        return not named or (bool(who) and _plain(named) in (_plain(who), self._side_of.get(_plain(who))))


def _plain(name: str) -> str:
    return normalize("NFC", name).casefold()


def _clauses(ruling: "Ruling") -> tuple[str, ...]:
    """The clauses under which the ruling shows in a roll."""
    if ruling.give == "re-roll":
        return ("gm.advantage",) if ruling.amount > 0 else ("gm.disadvantage",) if ruling.amount < 0 else ()
    return (f"gm.{ruling.give}",)


def _is_on(kind: str, roll: Mapping[str, Any]) -> bool:
    """Whether a ruling on this kind of roll ("stealth check") is on that roll."""
    if kind in COVERS:
        return roll.get("roll") in COVERS[kind]
    narrower, _, wider = kind.rpartition(" ")
    return roll.get("roll") in COVERS.get(wider, ()) and narrower in (roll.get("skill"), roll.get("ability"))
