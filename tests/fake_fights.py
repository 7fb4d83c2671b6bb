"""Fights that come out as they are told to, for the tests of batches; importable by worker processes."""

import os
import signal
import threading
import time
from collections.abc import Callable, Sequence

from attrs import field, frozen

from encounter.trials.executors import Source


@frozen
class End:
    """How one combatant came out, as an engine's tally says it; up and whole unless said otherwise."""

    status: int = 0
    hp: int = 10
    max_hp: int = 10
    damage_dealt: int = 0
    damage_taken: int = 0
    attacks: int = 0
    hits: int = 0
    criticals: int = 0


@frozen
class Fought:
    """How a fight came out."""

    winner: int
    rounds: int
    turns: int
    tallies: Sequence[End]


@frozen
class Scripted:
    """An encounter whose fights are written down: fight number i is `fights[i]`. Two heroes against one ogre."""

    fights: Sequence[Fought]
    names: Sequence[str] = ("Ada", "Bram", "Ogre")
    sides: Sequence[str] = ("heroes", "ogres")
    side_of: Sequence[int] = (0, 0, 1)
    ruleset: str = "srd-5.2"
    not_simulated: Sequence[str] = ("Ogre: trait keen smell",)

    def fight(self, seed: int, index: int) -> Fought:
        return self.fights[index]


@frozen
class Mixed:
    """An encounter whose fights are made up from seed and index; `before` is called with each index first."""

    before: Callable[[int], object] | None = None
    names: Sequence[str] = ("Ada", "Bram", "Goblin 1", "Goblin 2", "Goblin 3")
    sides: Sequence[str] = ("heroes", "goblins")
    side_of: Sequence[int] = (0, 0, 1, 1, 1)
    ruleset: str = "srd-5.1"
    not_simulated: Sequence[str] = ()

    def fight(self, seed: int, index: int) -> Fought:
        if self.before is not None:
            self.before(index)
        state = (seed * 1_000_003 + index * 7919 + 12345) & 0xFFFFFFFF
        ends = []
        for _ in self.names:
            state = (state * 1_664_525 + 1_013_904_223) & 0xFFFFFFFF
            hp = max(0, (state >> 8) % 20 - 7)
            status = 0 if hp else (1, 2, 2, 3)[state >> 30]
            ends.append(End(status, hp, 12, state >> 20 & 63, 12 - hp, state >> 12 & 7, state >> 16 & 3, state >> 29))
        return Fought((0, 0, 1, -1, -2)[(state >> 4) % 5], 1 + (state >> 9) % 7, 3 + (state >> 10) % 40, ends)


@frozen
class MixedSource(Source):
    """What Mixed is compiled from, wherever it is sent; writes a line to `log` for each time."""

    title: str = "Mixed company"
    log: str = ""
    before: Callable[[int], object] | None = field(default=None)

    def compiled(self) -> Mixed:
        if self.log:
            with open(self.log, "a", encoding="utf-8") as log:
                log.write(f"{os.getpid()}\n")
        return Mixed(self.before)


def fail_from_37_on(index: int) -> None:
    if index >= 37:
        raise ZeroDivisionError("no such die")


def fail_unspeakably(index: int) -> None:
    class Local(Exception):
        """Cannot be pickled: nobody else can import it."""

    raise Local(threading.Lock())


def die_in_a_worker(index: int) -> None:
    if index == 50:
        os.kill(os.getpid(), signal.SIGKILL)


def take_a_millisecond(index: int) -> None:
    time.sleep(0.001)
