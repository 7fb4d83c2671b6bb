"""The bestiary of the ruleset behind the creatures of the files: who is in no file is looked for there."""

from attrs import Factory, define

from encounter.scenario.source import Place, Source, folded
from encounter.scenario.values import Reading, Values, Word


@define
class Shelf:
    """Creatures of the bestiary as the files' own are known: by name, with their checked keys, each read once."""

    reading: Reading
    left_out: dict[int, list[str]] = Factory(dict)  # by id(values): what of the creature cannot be played
    _read: dict[str, tuple[Word, Values] | None] = Factory(dict)

    def find(self, name: str) -> tuple[Word, Values] | None:
        """A creature by name or alias; it keeps the name that it is asked for by."""
        form = folded(name)
        if form not in self._read:
            self._read[form] = self._found(name)
        return self._read[form]

    def names(self) -> list[str]:
        """Every name that is understood."""
        from encounter.bestiary.shelf import names

        return names(self.reading.ruleset)

    def _found(self, name: str) -> tuple[Word, Values] | None:
        from encounter.bestiary.fitting import read_fitted
        from encounter.bestiary.shelf import find

        beast = find(name, self.reading.ruleset)
        if beast is None:
            return None
        place = Place(Source(beast.source, ""))
        fitted, values = read_fitted(beast.keys, self.reading.ruleset, place, self.reading.problems)
        self.left_out[id(values)] = fitted.left
        called = beast.entry.name if folded(beast.entry.name) == folded(name) else str(name)
        return Word(called, place), values
