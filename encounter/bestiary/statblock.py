"""Stat blocks pasted as text, of both editions, in five languages: to drafts."""

import re
from typing import Final

from encounter.bestiary.draft import Draft, Feature
from encounter.bestiary.languages import ability_names, guess, to_english, types_and_conditions
from encounter.bestiary.names import TYPE_WORDS
from encounter.bestiary.reading import (
    SKILL_NAMES,
    XP_BY_CR,
    challenge,
    defences,
    proficiency_of,
    senses,
    signed_list,
    size_of,
    speeds,
)
from encounter.bestiary.text import plain, untagged

MOST_LINES: Final = 5_000
HEADINGS: Final = {
    "traits": "trait",
    "special traits": "trait",
    "actions": "action",
    "bonus actions": "bonus action",
    "reactions": "reaction",
    "legendary actions": "legendary action",
    "lair actions": "lair action",
}
_LABEL: Final = re.compile(
    r"(Armor Class|AC|Hit Points|HP|Speed|Saving Throws|Skills|Damage Resistances|Resistances|Damage Vulnerabilities|"
    r"Vulnerabilities|Damage Immunities|Condition Immunities|Immunities|Senses|Languages|Challenge(?: Rating)?|CR|"
    r"Proficiency Bonus|Initiative|Gear)\b ?:? ?(.*)",
    re.IGNORECASE,
)
_SMALL: Final = {
    "of",
    "the",
    "and",
    "in",
    "with",
    "to",
    "a",
    "an",
    "or",
    "from",
    "for",
    "on",
    "vs",
    "per",
    "only",
    "costs",
}
_NAME: Final = re.compile(r"([A-ZÀ-Ý][^.:!?]{0,60}?(?: ?\([^)]*\))?)\. +(\S.*)")
_SIZE_LINE: Final = re.compile(r"^(Tiny|Small|Medium|Large|Huge|Gargantuan)\b", re.IGNORECASE)


class NoStatBlock(ValueError):
    """A text in which no stat block was recognised."""


def from_text(text: str) -> Draft:
    """The creature of a pasted stat block.

    Raises NoStatBlock when it has neither an armour class nor an ability score to be recognised by.
    """
    if text.count("\n") > MOST_LINES:
        raise NoStatBlock(f"more than {MOST_LINES} lines are no stat block")
    language = guess(untagged(text))
    lines = [plain(untagged(line)).lstrip(">|#-• ").strip(" |") for line in text.splitlines()]
    lines = [to_english(line, language) for line in lines if line.strip() and not re.fullmatch(r"[-_|: ]*", line)]
    if not lines:
        raise NoStatBlock("the text is empty")
    draft = Draft(_title(lines[0], text))
    body = _head(draft, lines[1:], language)
    if draft.ac is None and not draft.abilities:
        raise NoStatBlock("no stat block was recognised: neither an armour class nor ability scores")
    _features(draft, body)
    if draft.proficiency is None:
        draft.proficiency = proficiency_of(draft.cr)
    return draft


def _title(line: str, text: str) -> str:
    """The name of the creature: the first line as it was written."""
    first = next(one for one in text.splitlines() if one.strip())
    name = plain(untagged(first)).lstrip(">|#-• ").strip(" |.:")
    return (name.title() if name.isupper() else name) or line


def _head(draft: Draft, lines: list[str], language: str) -> list[str]:
    """Read the figures; what follows them is given back, headings included."""
    names = ability_names(language)
    number = 0
    while number < len(lines):
        line = lines[number]
        if line.lower().strip(":") in HEADINGS or (_NAME.match(line) and _is_name(_NAME.match(line).group(1))):  # type: ignore[union-attr]
            break
        number += 1
        found = _LABEL.match(line)
        if found and not _abilities_in(line, names):
            _label(draft, found.group(1).lower(), found.group(2).strip(), language, names)
        elif _SIZE_LINE.match(line) or (not draft.size and size_of(_last_word(line))):
            _kind(draft, line)
    _scores(draft, lines[:number], names)
    return lines[number:]


def _last_word(line: str) -> str:
    """A size that stands behind the type: `Bestia Media, senza allineamento`."""
    found = re.search(r"\b(Tiny|Small|Medium|Large|Huge|Gargantuan)\b", line)
    return found.group(1) if found else ""


def _kind(draft: Draft, line: str) -> None:
    """`Medium beast, unaligned`."""
    word = _last_word(line) or line.split()[0]
    draft.size = draft.size or size_of(word)
    rest = re.sub(r"\b(?:Tiny|Small|Medium|Large|Huge|Gargantuan|or)\b", " ", line.split(",")[0])
    told = " ".join(rest.split()).lower()
    draft.type = draft.type or TYPE_WORDS.get(told, told)


def _label(draft: Draft, label: str, rest: str, language: str, names: dict[str, str]) -> None:
    """One labelled line of the head; several labels may share it, as AC and Initiative do in 5.2."""
    number = re.search(r"\d+", rest)
    if label in ("armor class", "ac"):
        draft.ac = int(number.group()) if number else None
        start = re.search(r"Initiative ?:? ?([+-] ?\d+)", rest)
        if start:
            draft.initiative = int(start.group(1).replace(" ", ""))
    elif label == "initiative":
        start = re.search(r"[+-] ?\d+", rest)
        draft.initiative = int(start.group().replace(" ", "")) if start else None
        armour = re.search(r"(?:AC|Armor Class) ?:? ?(\d+)", rest)
        draft.ac = int(armour.group(1)) if armour else draft.ac
    elif label in ("hit points", "hp"):
        draft.hp = int(number.group()) if number else None
        rolled = re.search(r"\(([^)]*\d[dw]\d[^)]*)\)", rest, re.IGNORECASE)
        draft.hp_dice = rolled.group(1) if rolled else ""
    elif label == "speed":
        draft.speed, draft.hovers = speeds(rest)
    elif label == "saving throws":
        draft.saves = signed_list(rest, names)
    elif label == "skills":
        draft.skills = signed_list(rest, SKILL_NAMES)
        if len(draft.skills) < len(re.findall(r"[+-] ?\d+", rest)):
            draft.ignored.append(f"skills: {rest[:60]}")
    elif label == "senses":
        draft.senses, draft.blind_beyond = senses(rest)
    elif label in ("challenge", "challenge rating", "cr"):
        draft.cr = challenge(rest)
        draft.xp = XP_BY_CR.get(draft.cr)
        bonus = re.search(r"PB \+(\d+)", rest)
        draft.proficiency = int(bonus.group(1)) if bonus else draft.proficiency
    elif label == "proficiency bonus":
        draft.proficiency = int(number.group()) if number else None
    elif label in ("languages", "gear"):
        pass
    else:
        key = "resist" if "resist" in label else "vulnerable" if "vulner" in label else "immune"
        known, left = defences(types_and_conditions(rest, language).replace(",", ", "))
        getattr(draft, key).extend(known)
        draft.ignored += [f"{label}: {what}" for what in left]


def _abilities_in(line: str, names: dict[str, str]) -> list[str]:
    """The abilities that a line names, in order, when it names little else."""
    words = re.findall(r"[A-Za-zÀ-ÿ]+", line)
    found = [names[word.lower()] for word in words if word.lower() in names]
    return (
        found
        if found and len(found) >= len([w for w in words if w.lower() not in ("mod", "save", "score")]) * 0.8
        else []
    )


def _scores(draft: Draft, lines: list[str], names: dict[str, str]) -> None:
    """Ability scores: in a row below their names, or each behind its name, in 5.2 with modifier and save."""
    text = " \n ".join(lines)
    alone = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    pattern = rf"\b({alone})\b\W{{0,4}}(\d{{1,2}})\b(?:\W{{0,3}}([+-] ?\d+)\)?(?:\W{{1,3}}([+-] ?\d+))?)?"
    for found in re.finditer(pattern, text, re.IGNORECASE):
        short = names[found.group(1).lower()]
        if short in draft.abilities:
            continue
        draft.abilities[short] = int(found.group(2))
        if found.group(4):
            save = int(found.group(4).replace(" ", ""))
            if save != (int(found.group(2)) - 10) // 2:
                draft.saves[short] = save
    if len(draft.abilities) == 6:
        return
    for number, line in enumerate(lines[:-1]):
        order = _abilities_in(line, names)
        if len(order) >= 3 and not re.search(r"\d", line):
            values = re.findall(r"(\d{1,2})(?: ?\([+-] ?\d+\))", lines[number + 1]) or re.findall(
                r"\b(\d{1,2})\b", lines[number + 1]
            )
            draft.abilities |= dict(zip(order, map(int, values), strict=False))


def _is_name(text: str) -> bool:
    """Whether the beginning of a line looks like the name of a feature: few words, the longer ones with capitals."""
    bare = re.sub(r"\([^)]*\)", "", text).strip()
    words = bare.split()
    if not words or len(words) > 7 or re.match(r"(?:Hit|Failure|Success|If|The|Each|On|While|Until|It|A|An)\b", bare):
        return False
    return all(word[0].isupper() or word[0].isdigit() or word.lower() in _SMALL for word in words) or len(words) <= 3


def _features(draft: Draft, lines: list[str]) -> None:
    """Named paragraphs under their headings; a line without a name goes on with the one before."""
    section = "trait"
    open_name, open_text = "", ""

    def close() -> None:
        if open_name:
            draft.features.append(Feature(section_of, open_name, open_text.strip()))

    section_of = section
    for line in lines:
        heading = line.lower().strip(" :")
        if heading in HEADINGS:
            close()
            open_name, open_text = "", ""
            section = HEADINGS[heading]
            continue
        found = _NAME.match(line)
        ended = not open_text or open_text.rstrip().endswith((".", ")", '"'))
        if found and ended and _is_name(found.group(1)):
            close()
            open_name, open_text, section_of = found.group(1).strip(), found.group(2), section
        elif open_name:
            open_text += " " + line
        elif section == "legendary action":
            uses = re.search(r"(?:Uses: (\d)|can take (\d))", line)
            draft.legendary = int(uses.group(1) or uses.group(2)) if uses else 3
        else:
            draft.ignored.append(line[:60])
    close()
    if not draft.legendary and any(feature.section == "legendary action" for feature in draft.features):
        draft.legendary = 3
