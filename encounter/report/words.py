"""Words for ids: clauses, conditions, damage types, skills, and the sentences that hold them together.

The engine speaks in ids; here they become English, Italian, French or Spanish. An id that no catalogue knows (the
trait of somebody's own creature) is spelled out as it stands. Lengths arrive in feet and are told in feet, metres or
squares.
"""

from collections.abc import Iterable, Mapping
from importlib import import_module
from string import Formatter
from typing import Final

from encounter.report.catalogue import LANGUAGES

UNITS: Final = ("ft", "m", "squares")
FEET_A_SQUARE: Final = 5

Table = Mapping[str, str]

# The re-roll system has its own words; where it has none the common ones hold.
REROLL: Final = "reroll"


def spelled(id: str) -> str:
    """An id as words, for want of better ones.

    >>> spelled("keen-smell.checks")
    'keen smell checks'
    """
    return id.replace(".", " ").replace("-", " ").replace("_", " ")


def printable(text: str) -> str:
    """The text without control characters, which a name must not bring to a terminal.

    >>> printable("Skrit" + chr(27) + "[2J")
    'Skrit?[2J'
    """
    return "".join(
        "?" if character != "\n" and (ord(character) < 32 or 127 <= ord(character) < 160) else character
        for character in text
    )


class Words:
    """One language, one unit of length, one ruleset.

    >>> Words().clause("unseen.attacker", actor="Ada", target="Skrit")
    'Skrit cannot see Ada'
    >>> Words("it", units="m").clause("prone.near", target="Skrit")
    'Skrit: Prono, entro 1,5 m'
    >>> Words("de")
    Traceback (most recent call last):
    ...
    ValueError: no words for the language 'de' (there are en, it, fr, es)
    """

    def __init__(self, lang: str = "en", units: str = "ft", ruleset: str = "srd-5.2") -> None:
        if lang not in LANGUAGES:
            raise ValueError(f"no words for the language {lang!r} (there are {', '.join(LANGUAGES)})")
        if units not in UNITS:
            raise ValueError(f"no such unit of length: {units!r} (there are {', '.join(UNITS)})")
        self.lang = lang
        self.units = units
        self.ruleset = ruleset
        self._catalogue = import_module(f"encounter.report.catalogue.{lang}")
        self._sentences: Table = self._catalogue.SENTENCES
        self._labels: Table = self._catalogue.LABELS
        self._clauses: Table = self._catalogue.CLAUSES

    @property
    def counts_rerolls(self) -> bool:
        """Whether the ruleset counts re-rolls instead of speaking of advantage."""
        return self.ruleset == REROLL

    # ------------------------------------------------------------------------------------------------ single words

    def _look_up(self, table: str, id: str) -> str:
        words: Table = getattr(self._catalogue, table)
        return words.get(id.casefold(), spelled(id))

    def condition(self, id: str) -> str:
        """A condition, or another state a combatant is in."""
        return self._look_up("CONDITIONS", id)

    def knows_condition(self, id: str) -> bool:
        """Whether there is a word for a condition; what a spell brings by itself has none."""
        return id in self._catalogue.CONDITIONS

    def damage_type(self, id: str) -> str:
        """A damage type."""
        return self._look_up("DAMAGE", id)

    def skill(self, id: str) -> str:
        """A skill, or an ability where a check is made with one."""
        name = id.casefold()
        table = "ABILITIES" if name in self._catalogue.ABILITIES else "SKILLS"
        return self._look_up(table, id)

    def ability(self, id: str) -> str:
        """An ability by its three letters."""
        return self._look_up("ABILITIES", id)

    def action(self, id: str) -> str:
        """An action."""
        return self._look_up("ACTIONS", id)

    def degree(self, id: str) -> str:
        """A degree of success."""
        return self._look_up("DEGREES", id)

    def cover(self, id: str) -> str:
        """A degree of cover."""
        return self._look_up("COVER", id)

    def band(self, id: str) -> str:
        """A range band."""
        return self._look_up("BANDS", id)

    def because(self, id: str) -> str:
        """Why something ended or somebody died."""
        return self._look_up("BECAUSE", id)

    def lamp(self, id: str) -> str:
        """A source of light, with its article."""
        return self._look_up("LAMPS", id)

    def zone(self, id: str) -> str:
        """What a zone is of."""
        return self._look_up("ZONES", id)

    def unseen(self, id: str) -> str:
        """Why somebody is not seen."""
        return self._look_up("UNSEEN", id)

    def attack(self, name: str) -> str:
        """An attack as its file names it; the one that everybody has is translated."""
        words: Table = self._catalogue.ATTACKS
        return words.get(name.casefold(), name)

    # ----------------------------------------------------------------------------------------------------- clauses

    def knows_clause(self, id: str) -> bool:
        """Whether the catalogue has words for the clause."""
        return id in self._clauses

    def clause(self, id: str, actor: str = "", target: str = "", source: str | None = None) -> str:
        """The words for a clause: `actor` rolls or moves, `target` is whom it concerns, `source` is behind it.

        A sentence about somebody who is not named is cut down to the id, so that it never has a hole.
        """
        template = self._clauses.get(id, "")
        if source and id in ("unseen.attacker", "unseen.target"):
            source = self.unseen(source)
        if source:
            template = self._clauses.get(f"{id}:source", template)
        given = {"actor": actor, "target": target, "source": source or "", "near": self.distance(FEET_A_SQUARE)}
        wanted = {field for _, field, _, _ in Formatter().parse(template) if field}
        if not template or any(not given[field] for field in wanted):
            return spelled(id)
        return template.format(**given)

    # --------------------------------------------------------------------------------------------------- sentences

    def say(self, key: str, **fields: object) -> str:
        """A sentence of a fight with its fields filled in."""
        return self._sentences[key].format(**fields)

    def has(self, key: str) -> bool:
        """Whether there is a sentence of this key."""
        return key in self._sentences

    def label(self, key: str, **fields: object) -> str:
        """A heading or a line of a table with its fields filled in."""
        return self._labels[key].format(**fields)

    def listed(self, items: Iterable[str]) -> str:
        """Names one after the other, the last one with "and".

        >>> Words().listed(["Ada", "Bram", "Cleo"]), Words("es").listed(["Ada", "Bram"])
        ('Ada, Bram and Cleo', 'Ada y Bram')
        """
        names = list(items)
        if len(names) < 2:
            return "".join(names)
        return self.say("comma").join(names[:-1]) + self.say("and") + names[-1]

    # ---------------------------------------------------------------------------------------------------- numbers

    def number(self, value: float, digits: int = 1) -> str:
        """A number with the language's decimal mark, without idle zeros.

        >>> Words("fr").number(4.5), Words().number(4.0), Words().number(0.66667, 3)
        ('4,5', '4', '0.667')
        """
        text = f"{value:.{digits}f}"
        if "." in text:
            text = text.rstrip("0").rstrip(".")
        return text.replace(".", str(self._catalogue.DECIMAL))

    def percent(self, share: float) -> str:
        """A share of one in percent, always with one digit after the mark.

        >>> Words().percent(0.6345), Words("it").percent(1.0)
        ('63.5%', '100,0%')
        """
        tenths = int(share * 1000 + 0.5)  # halves upwards, on every platform
        return f"{tenths // 10}{self._catalogue.DECIMAL}{tenths % 10}%"

    def distance(self, feet: float) -> str:
        """A length given in feet.

        >>> Words().distance(30), Words("it", "m").distance(30), Words("es", "squares").distance(5)
        ('30 ft', '9 m', '1 casilla')
        """
        if self.units == "m":
            return self.say("m", n=self.number(feet * 3 / 10, 2))
        if self.units == "squares":
            squares = feet / FEET_A_SQUARE
            return self.say("square" if squares == 1 else "squares", n=self.number(squares, 2))
        return self.say("ft", n=self.number(feet))
