"""Where the words go: a console that suits the terminal, the pipe or the file behind a stream.

A stream that cannot show a character shows a replacement mark in its place. Colours are left out where nobody sees
them: NO_COLOR, a pipe, a dumb terminal.
"""

from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.console import Console


def forgive(stream: TextIO) -> None:
    """Let the stream print a replacement mark for what its encoding lacks, instead of raising."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")


def console_on(stream: TextIO, no_color: bool = False, width: int | None = None) -> "Console":
    """A console on a stream; it neither reads markup nor colours words by itself."""
    from rich.console import Console

    forgive(stream)
    return Console(
        file=stream,
        no_color=True if no_color else None,  # None: as NO_COLOR says
        width=width,
        markup=False,
        emoji=False,
        highlight=False,
    )


def is_ascii(console: "Console") -> bool:
    """Whether the console is better served with plain characters: its encoding is none of Unicode's."""
    return not console.encoding.casefold().startswith("utf")
