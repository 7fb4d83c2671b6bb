"""A fight on the console: a heading and the board for every round, a paragraph for every turn."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from encounter.report.board import SIDE_STYLES, Stage, draw
from encounter.report.console import is_ascii
from encounter.report.narration import Narrator, Paragraph
from encounter.report.words import Words, printable

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from encounter.scenario.model import Scenario

Event = Mapping[str, Any]


class Story:
    """Tells the events of a fight on a console, and draws the board where it has changed."""

    def __init__(self, console: "Console", scenario: "Scenario", words: Words, with_board: bool = True) -> None:
        self.console = console
        self.words = words
        self.with_board = with_board
        self.stage = Stage.of(scenario)
        self.narrator = Narrator(words)
        self._drawn: list[str] = []
        self._names = [
            (piece.name, SIDE_STYLES[piece.side % len(SIDE_STYLES)].replace(" underline", ""))
            for piece in sorted(self.stage.pieces.values(), key=lambda piece: -len(piece.name))
        ]

    def say(self, text: str, style: str = "") -> None:
        """One paragraph; a pipe gets it on one line."""
        from rich.text import Text

        self._print(Text(printable(text), style=style))

    def tell(self, events: Sequence[Event]) -> None:
        """The whole fight, round by round, and the board as it stands at the end."""
        for number, group in groupby(events, key=lambda event: int(event["round"])):
            happened = list(group)
            if number > 0 or self.with_board:
                self.console.print()
                heading = self.words.label("round", n=number) if number > 0 else self.words.label("start")
                self.say(heading, "bold reverse")
            self.show_board()
            for paragraph in self.narrator.tell(happened):
                self._print(self._coloured(paragraph))
            for event in happened:
                self.stage.take(event)
        if self.with_board:
            self.console.print()
            self.show_board()

    def show_board(self) -> None:
        """Draw the board, unless nothing on it has changed since it was drawn."""
        if not self.with_board:
            return
        lines = draw(self.stage, self.words, self.console.width, is_ascii(self.console))
        picture = [line.plain for line in lines]
        if picture != self._drawn:
            for line in lines:
                self.console.print(line, no_wrap=True)
        self._drawn = picture

    def _coloured(self, paragraph: Paragraph) -> "Text":
        """A paragraph with the names in the colours of their sides."""
        from rich.text import Text

        text = Text(paragraph.text)
        for name, style in self._names:
            text.highlight_words([name], style=style)
        return text

    def _print(self, text: "Text") -> None:
        self.console.print(text, soft_wrap=not self.console.is_terminal)
