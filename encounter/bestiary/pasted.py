"""Several stat blocks in one pasted text, taken apart."""

import re
from typing import Final

from encounter.bestiary.languages import guess, to_english
from encounter.bestiary.reading import size_of
from encounter.bestiary.statblock import MOST_LINES, NoStatBlock
from encounter.bestiary.text import plain, untagged

_ARMOUR: Final = re.compile(r"(?:Armor Class|AC)\b ?:? ?\d", re.IGNORECASE)

_HIT_POINTS: Final = re.compile(r"\b(?:Hit Points|HP)\b ?:? ?\d", re.IGNORECASE)  # soon below: no wrapped prose


def blocks(text: str) -> list[str]:
    """The stat blocks of a text. Each begins with a name and a line that tells the size, over its armour class.

    Raises NoStatBlock where an armour class has no such lines over it: nobody would know whose it is.

    >>> blocks("Cat\\nTiny Beast\\nAC 12\\nHP 2\\n\\nRat\\nTiny Beast\\nAC 10\\nHP 1")
    ['Cat\\nTiny Beast\\nAC 12\\nHP 2\\n', 'Rat\\nTiny Beast\\nAC 10\\nHP 1']
    """
    lines = text.split("\n")
    if len(lines) > MOST_LINES:
        return [text]  # refused as a whole, with that as the reason
    language = guess(untagged(text))
    bare = [plain(untagged(line)).lstrip(">|#-• ").strip(" |") for line in lines]
    told = [
        (number, to_english(line, language))
        for number, line in enumerate(bare)
        if not re.fullmatch(r"[-_|: ]*", line)  # neither empty nor a rule
    ]
    starts = [
        at
        for at, (_, line) in enumerate(told)
        if _ARMOUR.match(line) and any(_HIT_POINTS.search(one) for _, one in told[at : at + 4])
    ]
    cuts = [0]
    for at in starts[1:]:
        if at < 2 or not any(size_of(word) for word in re.findall(r"[A-Za-z]+", told[at - 1][1]) if len(word) > 1):
            raise NoStatBlock(
                f"a second armour class in line {told[at][0] + 1} without a name and a size over it: paste one stat "
                "block at a time"
            )
        cuts.append(told[at - 2][0])
    return ["\n".join(lines[a:b]) for a, b in zip(cuts, [*cuts[1:], len(lines)], strict=True)]
