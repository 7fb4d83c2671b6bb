"""Short phrases inside values: conditions, damage, saves, what a hit does, traits, hit points."""

import re
from typing import Any, Final

from attrs import evolve, frozen

from encounter.engine.creature import DAMAGE_TYPES, FROM_NONMAGICAL, SIZES, SKILLS, Damage, HitPoints, Rider, Trait
from encounter.engine.dice import Formula, parse_formula
from encounter.engine.effect import ABILITIES, CONDITION_NAMES
from encounter.engine.rules.editions import RULESETS
from encounter.scenario import traits
from encounter.scenario.nodes import Mapping, Node, Scalar
from encounter.scenario.source import Place, folded, suggestion
from encounter.scenario.values import (
    BAD,
    MAX_NAME,
    Boolean,
    Choice,
    Custom,
    Field,
    Kind,
    ListOf,
    Reading,
    Record,
    Text,
    Word,
    parse_length,
    read_formula,
    read_rolled,
)
from encounter.scenario.whom import ONLY

CONDITIONS: Final = CONDITION_NAMES
NEED_SOURCE: Final = ("charmed", "frightened", "grappled", "vex")
ABILITY_WORDS: Final = ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")
ROUNDS_IN: Final = {"round": 1, "minute": 10, "hour": 600, "day": 14400}

_CONDITION: Final = re.compile(
    r"(?P<name>[^()]+?)(?: (?P<level>\d{1,2}))?"
    r"(?: (?:by|of|from) (?P<source>.+?))?"
    r"(?: for (?P<number>\d{1,5}) (?P<unit>round|minute|hour|day)s?)?"
    r"(?: ?\( ?escape dc (?P<escape>\d{1,2}) ?\))?",
    re.IGNORECASE,
)


@frozen
class Phrase:
    """A condition as written: its name, who caused it, how many rounds it lasts (-1: no end is written), its level."""

    name: str
    place: Place
    source: Word | None = None
    rounds: int = -1
    level: int = 1
    escape_dc: int = 0
    until: str = ""  # one of creature.UNTIL


def read_condition(text: str, place: Place, reading: Reading, extra: tuple[str, ...] = ()) -> Any:
    """A Phrase, or BAD with the reason noted. `extra` are further names that are valid here."""
    found = _CONDITION.fullmatch(" ".join(text.split()))
    name = folded(found.group("name")) if found else ""
    if found is None or name not in (*CONDITIONS, *extra):
        first = folded(text).split(" ")[0] if text.strip() else ""
        written = name or text
        message = f"`{text[:60]}` is no condition"
        known = [*CONDITIONS, *extra]
        hint = suggestion(written, known, "condition")
        if hint.startswith("valid") and first:
            hint = suggestion(first, known, "condition")
        return reading.error(place, "unknown-name", message, hint)
    level = int(found.group("level") or 1)
    if found.group("level") and (name != "exhaustion" or not 1 <= level <= 5):
        return reading.error(place, "bad-value", f"`{text}` has no such level", "only exhaustion has levels, 1 to 5")
    source = None
    if found.group("source"):
        source = Word(found.group("source"), place)
    number, unit = found.group("number"), found.group("unit")
    rounds = int(number) * ROUNDS_IN[unit.lower()] if number else -1
    if rounds == 0:
        return reading.error(place, "bad-value", f"`{text}` has already ended", "at least 1 round")
    return Phrase(name, place, source, rounds, level, int(found.group("escape") or 0))


# ------------------------------------------------------------------------------------------------- damage and saves

_SAVE: Final = re.compile(
    r"(?P<a>[a-z]+)(?: save)? (?:dc )?(?P<dc>\d{1,2})|(?:dc )?(?P<dc2>\d{1,2}) (?P<a2>[a-z]+)(?: save)?"
)


def ability_number(word: str) -> int:
    """The index of an ability from its short or long name, -1 when it is none."""
    plain = folded(word)
    if plain in ABILITIES:
        return ABILITIES.index(plain)
    return ABILITY_WORDS.index(plain) if plain in ABILITY_WORDS else -1


def read_damage(text: str, place: Place, reading: Reading) -> Any:
    """Dice and their type, `2d6+3 slashing`; a Damage or BAD."""
    dice, _, type_ = " ".join(text.split()).rpartition(" ")
    kind = folded(type_)
    if not dice or not kind.isalpha():
        try:
            parse_formula(text)
        except ValueError:
            hint = "write dice and a type: 2d6+3 slashing"
            return reading.error(place, "bad-dice", f"`{text[:60]}` is no damage", hint)
        hint = f"valid: {', '.join(DAMAGE_TYPES)}"
        return reading.error(place, "bad-value", f"`{text}` has no damage type", hint)
    formula = read_rolled(dice, place, reading)
    if kind not in DAMAGE_TYPES:
        hint = suggestion(kind, DAMAGE_TYPES, "damage type")
        return reading.error(place, "unknown-name", f"`{type_}` is no damage type", hint)
    return BAD if not isinstance(formula, Formula) else Damage(formula, kind)


def _damage(node: Node, reading: Reading, kind: Custom) -> Any:
    if not isinstance(node, Scalar) or not node.text.strip():
        return kind.wrong(node, reading)
    return read_damage(node.text, node.place, reading)


DAMAGE: Final = Custom("damage such as 2d6+3 slashing", _damage, {"type": "string"})


def _save(node: Node, reading: Reading, kind: Custom) -> Any:
    found = _SAVE.fullmatch(folded(node.text)) if isinstance(node, Scalar) else None
    if found is None:
        return kind.wrong(node, reading)
    word = found.group("a") or found.group("a2")
    ability = ability_number(word)
    if ability < 0:
        hint = suggestion(word, ABILITIES, "ability")
        return reading.error(node.place, "unknown-name", f"`{word}` is no ability", hint)
    return (ability, int(found.group("dc") or found.group("dc2")))


SAVE: Final = Custom("a save such as con 12", _save, {"type": "string"})

# ------------------------------------------------------------------------------------------------- what a hit does

_PUSH: Final = re.compile(r"(pushe?d?|pull(?:ed)?) (.+)", re.IGNORECASE)
_DICE_FIRST: Final = re.compile(r"\d|d\d")
_UNTIL: Final = re.compile(
    r"(?P<what>.+?) until (?:the )?(?P<until>(?:start|end) of (?:its|my) next turn)", re.IGNORECASE
)
_EACH_TURN: Final = re.compile(
    r"(?P<damage>\S.*?) (?:each turn|at (?:the )?(?P<when>start|end) of each of its turns)"
    r"(?: for (?P<number>\d{1,5}) (?P<unit>round|minute|hour|day)s?)?",
    re.IGNORECASE,
)
_DRAINS: Final = re.compile(
    r"(?:hp |hit point )?maximum (?:hit points )?reduced(?: by (?:the )?(?P<type>\w+)(?: damage)?)?", re.IGNORECASE
)
_KILLS: Final = ("dies", "dead")
LEFT_BY_HITS: Final = ("off balance", "exposed")  # no conditions, and over with the next attack roll by or against them


def brought(reading: Reading) -> tuple[str, ...]:
    """What an action or a hit may bring beside conditions under the ruleset of a file."""
    return (*LEFT_BY_HITS, *traits.GIVEN, *(row.name for row in RULESETS[reading.ruleset].afflictions))


@frozen
class Push:
    """How far a hit pushes, in feet; negative: how far it pulls."""

    feet: int


@frozen
class EachTurn:
    """Damage that comes back on each of the target's turns; `rounds` -1: as long as what stands beside it."""

    damage: Damage
    at_end: bool
    rounds: int = -1


@frozen
class Drain:
    """The maximum of hit points falls by the damage of a type that was just taken; "all": of any type."""

    type: str


def _each_turn(found: re.Match[str], node: Scalar, reading: Reading) -> Any:
    damage = read_damage(found.group("damage"), node.place, reading)
    if damage is BAD:
        return BAD
    number = found.group("number")
    rounds = int(number) * ROUNDS_IN[found.group("unit").lower()] if number else -1
    if rounds == 0:
        return reading.error(node.place, "bad-value", f"`{node.text}` has already ended", "at least 1 round")
    return EachTurn(damage, (found.group("when") or "start").lower() == "end", rounds)


def _consequence(node: Node, reading: Reading, kind: Custom) -> Any:
    """One thing that a hit or a failed save does: a Phrase, Damage, Push, EachTurn or Drain, "dies" as plain text."""
    if not isinstance(node, Scalar) or not node.text.strip():
        return kind.wrong(node, reading)
    text = " ".join(node.text.split())
    drains = _DRAINS.fullmatch(text)
    if drains:
        kind_of = folded(drains.group("type") or "all")
        if kind_of not in (*DAMAGE_TYPES, "all"):
            hint = suggestion(kind_of, DAMAGE_TYPES, "damage type")
            return reading.error(node.place, "unknown-name", f"`{kind_of}` is no damage type", hint)
        return Drain(kind_of)
    if folded(text) in _KILLS:
        return _KILLS[0]
    each = _EACH_TURN.fullmatch(text)
    if each:
        return _each_turn(each, node, reading)
    until = _UNTIL.fullmatch(text)
    if until:
        phrase = read_condition(until.group("what"), node.place, reading, brought(reading))
        if not isinstance(phrase, Phrase):
            return phrase
        if phrase.rounds >= 0:
            return reading.error(node.place, "bad-value", f"`{text}` has two ends", "keep one")
        if phrase.source is None:
            return evolve(phrase, until=folded(until.group("until")))
    push = _PUSH.fullmatch(text)
    if push:
        try:
            feet = parse_length(push.group(2), reading.units)
            return Push(-feet if push.group(1).lower().startswith("pull") else feet)
        except ValueError as error:
            message, _, hint = str(error).partition("|")
            return reading.error(node.place, "bad-length", message, hint)
    if _DICE_FIRST.match(text):
        return read_damage(text, node.place, reading)
    phrase = read_condition(text, node.place, reading, ("push", "pull", *brought(reading)))
    if isinstance(phrase, Phrase) and phrase.name in ("push", "pull"):
        return reading.error(node.place, "bad-length", f"`{text}` does not say how far", f"write {phrase.name} 10 ft")
    if isinstance(phrase, Phrase) and phrase.source is not None:
        return reading.error(node.place, "bad-value", f"`{text}`: a hit's source is the attacker", "leave `by ...` out")
    return phrase


CONSEQUENCE: Final = Custom(
    "a condition, damage, 2d6 fire each turn, push 10 ft, pull 10 ft, maximum reduced, or dies",
    _consequence,
    {"type": "string"},
)

RIDER_KEYS: Final = Record(
    "what a hit does",
    {
        "save": Field(SAVE, "ability and DC of the saving throw: con 12"),
        "fail": Field(ListOf(CONSEQUENCE, or_one=True, least=1), "what happens on a failed save", required=True),
        "half": Field(Boolean(), "a success halves the damage"),
        "repeats": Field(Boolean(), "the save is made again at the end of each of the target's turns"),
        "fails_again": Field(
            ListOf(CONSEQUENCE, or_one=True, least=1),
            "conditions of whoever fails the repeated save, in place of the first ones; no further save follows",
        ),
        "fail_by_5": Field(
            ListOf(CONSEQUENCE, or_one=True, least=1), "what else befalls whoever fails the save by 5 or more"
        ),
        "wakes": Field(Boolean(), "damage ends unconsciousness that it brings"),
        "only": Field(ONLY, "whom it befalls alone: humanoid, [not undead, not elf], grappled by me"),
        "up_to": Field(Choice("size", SIZES), "the largest size of creature that suffers it: large"),
    },
)


def _rider_of(consequences: list[Any], place: Place, reading: Reading, saving: tuple[int, int], **more: Any) -> Any:
    phrases = [item for item in consequences if isinstance(item, Phrase)]
    each = [item for item in consequences if isinstance(item, EachTurn)]
    timed = {(phrase.rounds, phrase.until) for phrase in phrases if phrase.name != "prone"}
    timed |= {(item.rounds, "") for item in each if item.rounds >= 0}
    if len(timed) > 1:
        hint = "write an entry for each; being prone needs no duration"
        return reading.error(place, "bad-value", "the conditions of one save last equally long", hint)
    if len({item.at_end for item in each}) > 1:
        hint = "write an entry for each"
        return reading.error(place, "bad-value", "damage at the start and at the end of turns", hint)
    rounds, until = timed.pop() if timed else (max((phrase.rounds for phrase in phrases), default=-1), "")
    return Rider(
        conditions=tuple(phrase.name for phrase in phrases),
        damage=tuple(item for item in consequences if isinstance(item, Damage)),
        save=saving[0],
        dc=saving[1],
        half=more.get("half", False),
        rounds=rounds,
        repeats=more.get("repeats", False),
        escape_dc=max((phrase.escape_dc for phrase in phrases), default=0),
        push_ft=sum(item.feet for item in consequences if isinstance(item, Push)),
        until=until,
        each_turn=tuple(item.damage for item in each),
        each_at_end=any(item.at_end for item in each),
        up_to=str(more.get("up_to", "")),
        only=tuple(more.get("only", ())),
        drains=next((item.type for item in consequences if isinstance(item, Drain)), ""),
        wakes=more.get("wakes", False),
        worse=more.get("worse"),
        kills=_KILLS[0] in consequences,
        again=tuple(item.name for item in more.get("fails_again", ()) if isinstance(item, Phrase)),
    )


def rider_of(consequences: list[Any], place: Place, reading: Reading) -> Any:
    """A Rider without a save from what was read as consequences, or BAD."""
    return _rider_of(consequences, place, reading, (-1, 0))


def _rider(node: Node, reading: Reading, kind: Custom) -> Any:
    if not isinstance(node, Mapping):
        consequence = CONSEQUENCE.read(node, reading)
        return BAD if consequence is BAD else _rider_of([consequence], node.place, reading, (-1, 0))
    values = RIDER_KEYS.read(node, reading)
    if values.bad:
        return BAD
    if "save" not in values and ("half" in values or "repeats" in values):
        return reading.error(
            node.place, "missing-key", "without `save` nothing is halved or repeated", "write save: con 12"
        )
    if "fails_again" in values and not values.get("repeats"):
        return reading.error(
            values.at("fails_again"), "missing-key", "without `repeats` no save is failed again", "write repeats: true"
        )
    if "fail_by_5" in values and "save" not in values:
        return reading.error(
            values.at("fail_by_5"), "missing-key", "without `save` nothing is failed by 5", "write save: con 12"
        )
    more = {key: values[key] for key in ("half", "repeats", "fails_again", "up_to", "only", "wakes") if key in values}
    if "fail_by_5" in values:
        wakes = values.get("wakes", False)
        more["worse"] = _rider_of(values["fail_by_5"], node.place, reading, (-1, 0), wakes=wakes)
        if more["worse"] is BAD:
            return BAD
    return _rider_of(values["fail"], node.place, reading, values.get("save", (-1, 0)), **more)


RIDER: Final = Custom(
    "a condition, or {save: con 12, fail: [poisoned for 1 minute]}",
    _rider,
    {"anyOf": [{"type": "string"}, {**RIDER_KEYS.schema(), "type": "object"}]},
)

# --------------------------------------------------------------------------------------------------------- defences

_NONMAGICAL: Final = re.compile(r"(?P<types>.+?)(?: damage)? from nonmagical (?:attacks|weapons)(?P<but>.*)")


class Defences(Kind):
    """What a creature resists or is immune to: damage types, whatever else is allowed, and the printed sentence
    "bludgeoning, piercing, and slashing from nonmagical attacks", in one entry or spread over several."""

    def __init__(self, what: str, more: tuple[str, ...]) -> None:
        self.plain = Choice(what, DAMAGE_TYPES + more)
        self.type = Choice("damage type", DAMAGE_TYPES)
        self.list = ListOf(Custom(what, self._read_one, {"type": "string"}))
        self.wanted = self.list.wanted

    def read(self, node: Node, reading: Reading) -> Any:
        read = self.list.read(node, reading)
        return read if read is BAD else [word for words in read for word in words]

    def _read_one(self, node: Node, reading: Reading, kind: Custom) -> Any:
        found = _NONMAGICAL.fullmatch(folded(node.text)) if isinstance(node, Scalar) else None
        if found is None:
            word = self.plain.read(node, reading)
            return word if word is BAD else [word]
        if found.group("but"):
            return reading.not_yet(node.place, f"`nonmagical attacks{found.group('but')}`")
        types = [self.type.read(Scalar(node.place, name), reading) for name in _names(found.group("types"))]
        return BAD if BAD in types else [Word(f"{type}{FROM_NONMAGICAL}", node.place) for type in types]

    def schema(self) -> dict[str, Any]:
        return {"type": ["array", "null"], "items": {"type": "string"}}


def _names(text: str) -> list[str]:
    """The names in `bludgeoning, piercing, and slashing`."""
    return [name for name in re.split(r",? and |, ?", text) if name]


# ------------------------------------------------------------------------------------------- figures of a stat block

_NUMBER_AND_WORDS: Final = re.compile(r"(\d{1,3})\s*(\([^()]*\))?", re.ASCII)
_PRINTED: Final = re.compile(r"(\d{1,6})\s*\(([^()]*)\)", re.ASCII)


def _armour_class(node: Node, reading: Reading, kind: Custom) -> Any:
    found = _NUMBER_AND_WORDS.fullmatch(node.text.strip()) if isinstance(node, Scalar) else None
    if found is None or not 1 <= int(found.group(1)) <= 60:
        return kind.wrong(node, reading)
    return int(found.group(1))


ARMOUR_CLASS: Final = Custom(
    "an AC from 1 to 60",
    _armour_class,
    {
        "anyOf": [
            {"type": "integer", "minimum": 1, "maximum": 60},
            {"type": "string", "pattern": r"^\s*\d+\s*(\(.*\))?\s*$"},
        ]
    },
)


def _challenge(node: Node, reading: Reading, kind: Custom) -> Any:
    text = folded(node.text) if isinstance(node, Scalar) else ""
    whole = re.fullmatch(r"\d{1,2}", text, re.ASCII) is not None and int(text) <= 30
    return Word(text, node.place) if whole or text in ("1/8", "1/4", "1/2") else kind.wrong(node, reading)


CHALLENGE: Final = Custom(
    "a challenge rating: 0, 1/8, 1/4, 1/2, or 1 to 30",
    _challenge,
    {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 30}, {"enum": ["1/8", "1/4", "1/2"]}, {"type": "string"}]},
)


def _hit_points(node: Node, reading: Reading, kind: Custom) -> Any:
    if not isinstance(node, Scalar) or not node.text.strip():
        return kind.wrong(node, reading)
    text = node.text.strip()
    if not re.match(r"[-+]?\d|d\d", text):
        return kind.wrong(node, reading)
    printed = _PRINTED.fullmatch(text)
    if re.fullmatch(r"[-+]?\d+", text, re.ASCII):
        made = HitPoints(int(text)) if len(text) < 9 else HitPoints(0)
    else:
        formula = read_formula(printed.group(2) if printed else text, node.place, reading)
        if not isinstance(formula, Formula):
            return BAD
        if any(term.keep for term in formula.terms):
            return reading.error(node.place, "bad-dice", f"`{text}` keeps some dice; hit points add all", "write 2d6+2")
        made = HitPoints(int(printed.group(1)) if printed else formula.mean_floor, formula)
    if not 1 <= made.average <= 100_000:
        return reading.error(node.place, "bad-value", f"`{text}` hit points", "from 1 to 100000")
    return made


HIT_POINTS: Final = Custom(
    "hit points such as 7, 2d6 or 7 (2d6)",
    _hit_points,
    {"anyOf": [{"type": "integer", "minimum": 1}, {"type": "string", "pattern": "^\\s*[+]?[0-9dDwW]"}]},
)

_TRAIT: Final = re.compile(r"(.+?)(?: (\d{0,3}[dw]\d{1,3}.*))?")
_NUMBERED: Final = re.compile(
    r"(regeneration|relentless|reactive heads|rage|brutal critical) (\d{1,3})( at 0)?(?: unless (.+))?"
)


_LEAP: Final = re.compile(
    r"(?:(standing leap|(?:variable |ignited )?illumination) (\d{1,3})/(\d{1,3})|(running leap) (\d{1,3}))(?: ?ft\.?)?"
)


_AURA: Final = re.compile(r"(aura of protection) (\d{1,2})(?:/(\d{1,2}) ?ft\.?)?")
_INDOMITABLE: Final = re.compile(r"(indomitable) (\d)(?: level (\d{1,2}))?")


def _trait(node: Node, reading: Reading, kind: Custom) -> Any:
    if not isinstance(node, Scalar) or not node.text.strip():
        return kind.wrong(node, reading)
    text = folded(node.text).replace("\u2019", "'")
    leap = _LEAP.fullmatch(text)
    if leap is not None:
        if leap.group(4):
            return Trait(leap.group(4), None, int(leap.group(5)))
        return Trait(leap.group(1), None, int(leap.group(2)), int(leap.group(3)))
    steady = _INDOMITABLE.fullmatch(text)
    if steady is not None:
        return Trait(steady.group(1), None, int(steady.group(2)), int(steady.group(3) or 0))
    aura = _AURA.fullmatch(text)
    if aura is not None:
        return Trait(aura.group(1), None, int(aura.group(2)), int(aura.group(3) or 10))
    numbered = _NUMBERED.fullmatch(text)
    if numbered is not None:
        return _numbered_trait(numbered, node, reading)
    found = _TRAIT.fullmatch(text)
    name, dice = (found.group(1), found.group(2)) if found else ("", None)
    known = traits.names_of(reading.ruleset)
    if name not in known:
        message = f"`{node.text.strip()[:60]}` is no trait of {reading.ruleset}"
        return reading.error(node.place, "unknown-name", message, suggestion(name, known, "trait"))
    formula = None
    if dice is not None:
        if name not in traits.WITH_DICE:
            hint = f"write {name}"
            return reading.error(node.place, "bad-value", f"the trait `{name}` has no dice", hint)
        read = read_rolled(dice, node.place, reading)
        if not isinstance(read, Formula):
            return BAD
        formula = read
    elif name in traits.NEED_FIGURES:
        hint = f"write {name} {traits.NEED_FIGURES[name]}"
        return reading.error(node.place, "bad-value", f"`{name}` without its figures", hint)
    return Trait(name, formula)


def _numbered_trait(found: re.Match[str], node: Scalar, reading: Reading) -> Any:
    """`regeneration 10 at 0 unless acid or fire`, `relentless 10`."""
    name, number = found.group(1), int(found.group(2))
    types = [word for word in re.split(r",? (?:or|and) |, ", found.group(4) or "") if word]
    unknown = [word for word in types if word not in DAMAGE_TYPES]
    if unknown:
        hint = suggestion(unknown[0], DAMAGE_TYPES, "damage type")
        return reading.error(node.place, "unknown-name", f"`{unknown[0]}` is no damage type", hint)
    if (name != "regeneration" and (types or found.group(3))) or number < 1:
        return reading.error(node.place, "bad-value", f"`{node.text.strip()}` is no trait", f"write {name} 10")
    return Trait(name, None, number, 0, tuple(types), found.group(3) is not None)


TRAIT: Final = Custom("a trait such as nimble escape", _trait, {"type": "string"})

# ---------------------------------------------------------------------------------------------------- rolls, amounts


def is_roll(text: str) -> bool:
    """Whether a text names a kind of roll: attack, check, save, stealth check, dex save ..."""
    if text in ("attack", "check", "save", "initiative", "death save", "contest"):
        return True
    word, _, kind = text.rpartition(" ")
    if kind == "check":
        return word in SKILLS or ability_number(word) >= 0
    return kind == "save" and ability_number(word) >= 0


def _roll(node: Node, reading: Reading, kind: Custom) -> Any:
    if not isinstance(node, Scalar) or not node.text.strip():
        return kind.wrong(node, reading)
    text = folded(node.text)
    if not is_roll(text):
        known = ["attack", "check", "save", "initiative", "death save", "contest"]
        known += [f"{skill} check" for skill in SKILLS] + [f"{ability} save" for ability in ABILITIES]
        message = f"`{node.text[:60]}` is no roll"
        return reading.error(node.place, "unknown-name", message, suggestion(text, known, "roll"))
    word, _, end = text.rpartition(" ")
    number = ability_number(word)
    return f"{ABILITIES[number]} {end}" if number >= 0 else text


ROLL: Final = Custom("a roll such as attack, stealth check or dex save", _roll, {"type": "string"})

_REROLL: Final = re.compile(r"re-?roll (?:([+-]\d{1,2})|neutral (\d{1,2}))")


def _give(node: Node, reading: Reading, kind: Custom) -> Any:
    """(give, amount, neutral) of a ruling."""
    if not isinstance(node, Scalar) or not node.text.strip():
        return kind.wrong(node, reading)
    text = folded(node.text)
    if text in ("advantage", "disadvantage"):
        return (text, 1, 0)
    if re.fullmatch(r"[+-]?\d{1,2}", text, re.ASCII):
        return ("modifier", int(text), 0)
    if re.fullmatch(r"[+-]?\d+", text, re.ASCII):
        message = f"`{text[:60]}` is no modifier of a roll"
        return reading.error(node.place, "bad-value", message, "a whole number from -99 to 99")
    found = _REROLL.fullmatch(text)
    if found is None:
        return kind.wrong(node, reading, suggestion(text, ["advantage", "disadvantage", "re-roll +1", "re-roll -1"]))
    if reading.ruleset != "reroll":
        return reading.error(
            node.place, "bad-value", f"{reading.ruleset} has no re-rolls", "give advantage or disadvantage"
        )
    return ("re-roll", int(found.group(1) or 0), int(found.group(2) or 0))


GIVE: Final = Custom(
    "advantage, disadvantage, a number, or re-roll +1", _give, {"anyOf": [{"type": "integer"}, {"type": "string"}]}
)

NAME: Final = Text("a name", MAX_NAME)


@frozen
class Held:
    """A spell held by concentration as written, and those it is on."""

    spell: str
    on: tuple[Word, ...]


def _concentrating(node: Node, reading: Reading, kind: Custom) -> Any:
    if not isinstance(node, Scalar) or not node.text.strip():
        return kind.wrong(node, reading)
    spell, on, names = " ".join(node.text.split()).partition(" on ")
    words = [name.strip() for name in re.split(r",| and ", names)]
    if on and not all(words):
        return reading.error(node.place, "bad-value", f"`{node.text[:60]}` names nobody", "write bless on Ada and Bram")
    return Held(folded(spell), tuple(Word(word, node.place) for word in words if word))


CONCENTRATING: Final = Custom("a spell such as bless on Ada and Bram", _concentrating, {"type": "string"})
