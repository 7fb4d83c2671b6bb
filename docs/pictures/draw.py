"""Draw the README's picture: the first round of a shipped fight, as `encounter run` shows it.

    python docs/pictures/draw.py

writes run.svg beside this file. The SVG names fonts that every system has and loads nothing.
"""

import io
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.terminal_theme import MONOKAI

import encounter
from encounter.engine.journal import Journal
from encounter.report.story import Story
from encounter.report.words import Words

HERE: Final = Path(__file__).resolve().parent
FRAME: Final = """<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{
font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace;
font-size: {char_height}px; line-height: {line_height}px; font-variant-east-asian: full-width;
}}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
</clipPath>{lines}</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}<g class="{unique_id}-matrix">{matrix}</g></g></svg>
"""


def picture(scenario: str, seed: int, fight: int, rounds: int, width: int) -> str:
    """The SVG of the beginning of a fight."""
    loaded = encounter.load(HERE.parents[1] / "scenarios" / f"{scenario}.yaml")
    journal = Journal()
    encounter.compile(loaded).fight(seed, fight, journal)
    console = Console(record=True, file=io.StringIO(), width=width, force_terminal=True, color_system="truecolor")
    story = Story(console, loaded, Words("en"), True)
    story.tell([event.as_json() for event in journal.events if event.round <= rounds])
    title = f"encounter run scenarios/{scenario}.yaml --seed {seed} --fight {fight}"
    return console.export_svg(title=title, theme=MONOKAI, code_format=FRAME, unique_id="run")


if __name__ == "__main__":
    (HERE / "run.svg").write_text(picture("bridge", 1, 349, 1, 104), encoding="utf-8")
