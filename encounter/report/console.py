"""Where the words go: a console that suits the terminal, the pipe or the file behind a stream.

A stream that cannot show a character shows a plain one or a replacement mark in its place. Colours are left out where
nobody sees them: NO_COLOR, a pipe, a dumb terminal.
"""

import codecs
import re
from typing import TYPE_CHECKING, Final, TextIO, cast

if TYPE_CHECKING:
    from rich.console import Console


# What the program itself prints beyond ASCII, and what does as well. Names of the file get the mark.
PLAIN: Final = {"\u00a0": " ", "×": "x", "█": "#", "░": "-", "─": "-", "━": "-", "╸": "-", "╺": "-"}
MARK: Final = "?"
TRAILING: Final = re.compile("[ ]+$", re.MULTILINE)
HANDLER: Final = "encounter.mark"


def mark(error: UnicodeError) -> tuple[str, int]:
    """The error handler of a stream: a plain character where one does as well, else the replacement mark.

    >>> codecs.register_error(HANDLER, mark)
    >>> "Prix\u00a0: 3 × Zoë".encode("ascii", HANDLER)
    b'Prix : 3 x Zo?'
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(PLAIN.get(one, MARK) for one in error.object[error.start : error.end]), error.end


def forgive(stream: TextIO) -> None:
    """Let the stream print a mark for what its encoding lacks, instead of raising."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        codecs.register_error(HANDLER, mark)
        reconfigure(errors=HANDLER)


class Trimmed:
    """A stream that leaves out the spaces at the ends of lines, with which a table fills up its cells."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write all lines of a text, each of them whole."""
        return self._stream.write(TRAILING.sub("", text))

    def __getattr__(self, name: str) -> object:
        return getattr(self._stream, name)


def console_on(stream: TextIO, no_color: bool = False, width: int | None = None) -> "Console":
    """A console on a stream; it neither reads markup nor colours words by itself."""
    from rich.console import Console

    class Quiet(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # rich would leave the program; what a closed pipe means is for the command to say

    forgive(stream)
    return Quiet(
        file=stream if stream.isatty() else cast(TextIO, Trimmed(stream)),
        no_color=True if no_color else None,  # None: as NO_COLOR says
        width=width,
        markup=False,
        emoji=False,
        highlight=False,
    )


def is_ascii(console: "Console") -> bool:
    """Whether the console is better served with plain characters: its encoding is none of Unicode's."""
    return not console.encoding.casefold().startswith("utf")
