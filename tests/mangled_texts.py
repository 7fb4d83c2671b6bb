"""Texts broken in random ways, the same ones for the same seed."""

from random import Random

TOKENS = (
    *("", "~", "null", "yes", "-1", "0", "999999999999", "1e3", "1.5", "12:30", "0x1F", "é", "e\u0301", "\U0001f409"),
    *(
        ".",
        "#",
        "# ",
        ":",
        ": ",
        "- ",
        "{",
        "}",
        "[",
        "]",
        "[]",
        "{}",
        ",",
        "'",
        '"',
        "|",
        ">",
        "%",
        "@",
        "`",
        "?",
        "? ",
    ),
    *("&a ", "*a", "!!int 3", "<<: *a", "---\n", "...\n", "\t", "\n", "\n\n", "  ", "\\n"),
    *("\u2028", "\x85", "\x07", "\ufeff", "A1", "Z99", "AAAAAAAA9", "4 m", "1,5 m", "include: [.]", "goblin"),
    *("2d", "0d6", "1d0", "5000d6", "4d6kh3", "like: goblin", "count: 0", "count: 200", "size: huge", "hp: 0 of 10"),
    *("prone", "exhaustion 9", "grappled by ", "level: dim"),
)


def mangled(text: str, random: Random) -> str:
    """A text with one to four random changes: characters, words or lines lost, doubled, moved, put in."""
    for _ in range(1 + int(random.random() * 4)):
        at = int(random.random() * (len(text) + 1))
        to = min(len(text), at + int(random.random() * 12))
        token = TOKENS[int(random.random() * len(TOKENS))]
        lines = text.split("\n")
        line = int(random.random() * len(lines))
        way = int(random.random() * 8)
        if way == 0:
            text = text[:at] + text[to:]
        elif way in (1, 2):
            text = text[:at] + token + text[at:]
        elif way == 3:
            text = text[:at] + token + text[to:]
        elif way == 4:
            text = "\n".join([*lines[:line], *lines[line + 1 :]])
        elif way == 5:
            text = "\n".join([*lines[:line], lines[line], *lines[line:]])
        elif way == 6:
            text = "\n".join([*lines[:line], " " * int(random.random() * 3) + lines[line], *lines[line + 1 :]])
        else:
            words = lines[line].split(" ")
            words[int(random.random() * len(words))] = token
            lines[line] = " ".join(words)
            text = "\n".join(lines)
    return text
