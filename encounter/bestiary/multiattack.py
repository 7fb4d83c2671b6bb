"""Multiattack in prose: to a list of alternatives, each the attacks and actions of one turn."""

import re
from collections.abc import Iterable, Sequence
from itertools import combinations_with_replacement
from typing import Final

from encounter.bestiary.deeds import nearest_attack
from encounter.bestiary.spells import spell_name
from encounter.bestiary.text import plain

NUMBERS: Final = {
    "one": 1,
    "a": 1,
    "an": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "twice": 2,
    "both": 2,
}
MOST: Final = 24  # alternatives kept; more are no help to anybody
_NUMBER: Final = "(?:one|two|three|four|five|six|seven|eight|a|an)"


def _known(words: Iterable[str], names: dict[str, str]) -> list[str]:
    found = [nearest_attack(word, names) for word in words]
    return list(dict.fromkeys(name for name in found if name))


def _choices(text: str) -> list[str]:
    return [piece for piece in re.split(r",? (?:or|and) |, ", text) if piece]


def read_multiattack(
    text: str,
    names: dict[str, str],
    actions: dict[str, str],
    kinds: dict[str, str] | None = None,
    spells: Sequence[str] = (),
) -> tuple[list[list[str]], list[str]]:
    """The alternatives, and labels of what was not understood.

    `names` are attacks and `actions` other actions, each by folded name; `kinds` says which attacks are `melee`,
    `ranged` or `both`, for the sentences that name no attack. `spells` are those that it can cast with an action.

    >>> known = {"claw": "claw", "bite": "bite"}
    >>> read_multiattack("The bear makes two attacks: one with its bite and one with its claw.", known, {})
    ([['bite', 'claw']], [])
    >>> read_multiattack("The thing makes two attacks, using Claw or Bite in any combination.", known, {})
    ([['claw', 'claw'], ['claw', 'bite'], ['bite', 'bite']], [])
    """
    text = _named_spells(plain(text), spells)
    text = re.sub(r"\([^)]*\)", "", text).replace(" -- ", ", ").replace("--", ": ")
    reader = _Reader(names, {**{name: name for name in spells}, **actions}, kinds or {})
    opening = _OPENING.match(text)
    if opening:
        text = text[opening.end() :]
    for sentence in (part for part in _SENTENCES.split(text) if part.strip()):
        reader.sentence(sentence)
    if opening:
        reader.open_with(opening.group(2), may=opening.group(1) == "can ")
    if "if it used" in text:
        reader.left.append("its condition")
    return reader.made[:MOST], list(dict.fromkeys(reader.left))


_SPELL: Final = re.compile(
    r"\bSpellcasting(?: to cast ([A-Z][\w' -]*?(?: \(level \d version\))?)(?=\.| or | and |,|$))?"
)


def _named_spells(text: str, spells: Sequence[str]) -> str:
    """The text with the spells themselves in place of `Spellcasting to cast Shatter`, and all where it names none.

    >>> _named_spells("a use of Spellcasting to cast Mind Spike (level 3 version).", ["mind spike at level 3"])
    'a use of mind spike at level 3.'
    """

    def named(found: re.Match[str]) -> str:
        if found.group(1):
            name = spell_name(found.group(1))
            return name if name in spells else found.group()
        return " or ".join(spells) or found.group()

    return _SPELL.sub(named, text)


# A replacement that is told in the same sentence is one of its own.
_SENTENCES: Final = re.compile(
    r"\. |\.$|[,;]? (?:and|but|or) (?=(?:(?:it|he|she|the [\w' -]+?) )?(?:can|may) replace )|[,;]? (?:and|but) "
    r"(?=(?:one|two|any) [\w' -]*?(?:can|may) be replaced )"
    r"|[,;]? (?=(?:each|any|one|two) of which [\w' -]*?replaced? )",
    re.I,
)
_OPENING: Final = re.compile(r"[\w' -]+? (can )?uses? (?:its )?([A-Z][\w' -]+?)(?: if it can)?\. It then ")
_ASIDE: Final = re.compile(
    r"^(?:While|If (?!both)|In [\w ]+ form, it can attack|It can't|It also|When)|only one of which|each one"
    r" with a different|each of which",
    re.I,
)
_OR_ELSE: Final = re.compile(
    r",? or (?:it |the [\w' -]+ )?(?=makes|uses)|(?:; |\. |, )?Alternatively, |, or (?=\w+ melee|\w+ ranged|"
    r"(?:two|three|one) with)"
    r"|\bor (?=(?:two|three) (?:ranged|with|[\w' -]+ attacks))"
)


def _in_place(use: str, of: str, made: list[list[str]], both: dict[str, str]) -> list[list[str]]:
    """`It can use its Life Drain in place of one longsword attack`: each alternative with one of those exchanged."""
    new = nearest_attack(use, both)
    if new is None:
        return []
    olds = _known(re.split(r" or (?:its )?", re.sub(r"^(?:attacks?)$", "", of.strip())), both)
    answer = []
    for way in made:
        for old in olds or dict.fromkeys(way):
            if old in way:
                copy = list(way)
                copy[copy.index(old)] = new
                answer.append(copy)
    return answer


class _Reader:
    """Reads the sentences of one Multiattack after the other."""

    def __init__(self, names: dict[str, str], actions: dict[str, str], kinds: dict[str, str]) -> None:
        self.names = names
        self.actions = actions
        self.both = {**actions, **names}
        self.kinds = kinds
        self.made: list[list[str]] = []
        self.left: list[str] = []

    def add(self, ways: list[list[str]]) -> None:
        self.made += [way for way in ways if way and way not in self.made]

    def sentence(self, sentence: str) -> None:
        """What one sentence adds: alternatives, a replacement, or a label of what it says."""
        replaced = _replacement(sentence, self.made, self.both)
        if replaced is not None:
            self.add(replaced)
            if not replaced or "Spellcasting" in sentence:
                self.left.append("a spell in place of an attack" if "Spellcasting" in sentence else "a replacement")
            return
        if _ASIDE.search(sentence.strip()) and (self.made or "attack" not in sentence):
            self.left.append("its conditions")
            return
        if _ASIDE.search(sentence.strip()):
            self.left.append("its conditions")
        for way in _OR_ELSE.split(sentence):
            self.add(self.way(way))

    def open_with(self, word: str, may: bool) -> None:
        """An action that every alternative begins with; where it only may, the alternatives without it stay."""
        action = nearest_attack(word, self.both)
        if action is None:
            self.left.append("part of the multiattack")
            return
        opened = [[action, *way] for way in self.made]
        self.made = [*opened, *self.made] if may else opened

    def way(self, text: str) -> list[list[str]]:
        """The alternatives in one part of a sentence: usually one."""
        combined = re.search(
            rf"(?:makes? )?(?:({_NUMBER}) ([\w' -]+?) attacks? and )?({_NUMBER}) (?:other )?attacks?,? using "
            rf"(.*?) in any combination",
            text,
            re.I,
        )
        if combined:
            first = (
                [nearest_attack(combined.group(2), self.names)] * NUMBERS[combined.group(1).lower()]
                if combined.group(1)
                else []
            )
            uses = _known(_choices(combined.group(4)), self.names)
            kept = [name for name in first if name]
            return [[*kept, *way] for way in combinations_with_replacement(uses, NUMBERS[combined.group(3).lower()])]
        if re.search(r"as many [\w' ]+? attacks as", text, re.I):
            self.left.append("as many attacks as it has heads")
            return []
        ways: list[list[str]] = [[]]
        said = False
        for found in _PART.finditer(text):
            words = next(group for group in found.group(2, 3, 4, 5, 6) if group)
            number = NUMBERS["twice"] if found.group(7) else NUMBERS[(found.group(1) or "one").lower()]
            if re.fullmatch(r"(?:melee|ranged|other|weapon|spell)?", words.strip(), re.I):
                continue
            known = _known(_choices(words.removeprefix("with its ").removeprefix("with ")), self.both)
            if known:
                said = True
                ways = [[*way, *one] for way in ways for one in combinations_with_replacement(known, number)]
            else:
                self.left.append("spell" if "pellcasting" in words else "part of the multiattack")
        return ways if said else self.bare(text)

    def bare(self, text: str) -> list[list[str]]:
        """`The knight makes two melee attacks`: as often each attack of the kind; which one is for the tactic."""
        found = re.search(rf"\b({_NUMBER}) (?:(melee|ranged) )?(?:weapon )?attacks?\b", text, re.I)
        if found and self.names:
            kind = (found.group(2) or "").lower()
            fits = [
                name
                for name in dict.fromkeys(self.names.values())
                if self.kinds.get(name, kind) in (kind, "both") or not kind
            ]
            if fits:
                return [[name] * NUMBERS[found.group(1).lower()] for name in fits]
        if re.search(r"attack|\buse", text, re.I):
            self.left.append("part of the multiattack")
        return []


_PART: Final = re.compile(
    rf"\b({_NUMBER}) (?:(?:melee |ranged )?attacks? with (?:its |a |an |his |her )?([\w' -]+?)(?=,| and\b|$)"
    rf"|(?:with|from|using) (?:its |a |an |his |her |the )?([\w' -]+?(?: or [A-Z][\w' -]+?)?)(?=,| and | or |$)"
    rf"|to (\w+)"
    rf"|([\w' -]+?(?:(?:, | or |, or )[\w' -]+?)*?) attacks?\b)"
    r"|\buses? (?:either |its |his |her )?([\w' -]+?(?:(?:, or | or |, )[\w' -]+?)*?)( twice)?(?: if"
    r" available)?(?=,| and |$)",
    re.I,
)


def _replacement(sentence: str, made: list[list[str]], both: dict[str, str]) -> list[list[str]] | None:
    """`It can replace one attack with a use of Sleep Breath`: the ways with that in; None when it says nothing such."""
    found = _OF_WHICH.search(sentence) or _REPLACES.search(sentence) or _REPLACED.search(sentence)
    if found is None:
        found = re.search(
            r"can use (?:its |the )?()()([\w' ]+?) (?:in place of|instead of) (any|one|its)? ?(?:other |melee )*"
            r"([\w' ]+?)$",
            sentence,
            re.I,
        )
    if found is None or not made:
        return [] if re.search(r"\breplac", sentence, re.I) else None
    if found.re.groups == 5:
        return _in_place(found.group(3), found.group(5), made, both)
    words = re.sub(r"\([AB]\) ?", "", found["uses"])
    words = re.sub(r"\b(?:a use of|an?|one|its|attack|if available)\b", " ", words)
    uses = _known([" ".join(word.split()) for word in _choices(words)], both)
    return _exchanged(found["number"].lower(), found["old"] or "", uses, made, both)


def _exchanged(number: str, old: str, uses: list[str], made: list[list[str]], both: dict[str, str]) -> list[list[str]]:
    """Each way with so many attacks less, those called `old` where it names them, and with one of the uses more."""
    named = nearest_attack(old, both) if old.strip() else None
    if old.strip() and named is None:
        return []
    answer: list[list[str]] = []
    for way in list(made):
        for use in uses:
            copy = list(way)
            for _ in range(NUMBERS.get(number, 1)):
                if not copy or (named is not None and named not in copy):
                    copy = []
                    break
                del copy[copy.index(named) if named is not None else -1]
            else:
                if [*copy, use] not in answer:
                    answer.append([*copy, use])
    return answer


_WHICH: Final = (
    rf"(?P<number>the|any|both|{_NUMBER})(?: of (?:its|his|her|the|those|these|them))?"
    r"(?: (?P<old>(?!attacks?\b|with\b|for\b|can\b|by\b|may\b)[\w' -]+?))??(?: attacks?)?"
)
_REPLACES: Final = re.compile(rf"\b(?:can|may) replace {_WHICH} (?:with|for|by) (?P<uses>.*)", re.I)
_OF_WHICH: Final = re.compile(
    r"^(?P<number>each|any|one|two)(?P<old>) of which [\w' -]*?(?:can|may) (?:replace|be replaced) "
    r"(?:with|for|by) (?P<uses>.*)",
    re.I,
)
_REPLACED: Final = re.compile(rf"\b{_WHICH} (?:can|may) be replaced (?:with|by) (?P<uses>.*)", re.I)
