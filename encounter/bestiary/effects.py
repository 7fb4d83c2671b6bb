"""What a hit or a failed save does, from prose to the words of `hit:` and `fail:` in a scenario file.

Sentences of both editions are read: "the target is grappled (escape DC 14)", "it has the Prone condition". What is not
understood is handed back as a short label, so that it can be listed by name.
"""

import re
from typing import Any, Final

from attrs import Factory, define

from encounter.bestiary.text import ABILITIES, CONDITIONS, TYPES, dice
from encounter.engine.rules.afflictions import NAMES as AFFLICTIONS

AMOUNT: Final = rf"(\d+)(?: ?\(([^()]*\d[^()]*)\))? ({'|'.join(TYPES)})(?: damage)?"
_CONDITION: Final = rf"(?:{'|'.join(CONDITIONS)})"
_LIST: Final = rf"{_CONDITION}(?:(?:,? and |, ){_CONDITION})*"
_WHO: Final = (
    r"(?:(?:(?:each|any|the|that|a) )?(?:target|creature|poisoned target|affected target|frightened target)|it|they)"
)
SIZES: Final = ("tiny", "small", "medium", "large", "huge", "gargantuan")

# What a label says of prose that was not understood: the first pattern that is found in it gives the name.
_LABELS: Final = tuple(
    (re.compile(pattern, re.IGNORECASE), label)
    for pattern, label in (
        (r"can't regain hit points", "no healing"),
        (r"reduce[sd]? (?:the target )?to 0|reduced to 0", "what happens at 0 hit points"),
        (r"swallow", "swallowing"),
        (r"engulf", "engulfing"),
        (r"years older", "age"),
        (r"moves with it", "being carried along"),
        (r"only one creature grappled", "one target at a time"),
        (r"attach", "attaching"),
        (r"hit point maximum", "maximum hit points"),
        (r"regains? (?:a number of )?hit points|regains \d", "healing of the attacker"),
        (r"lycanthropy|werewolf|curse", "curse"),
        (r"disease", "disease"),
        (r"starts? burning|ignites?|catch(?:es)? fire", "burning"),
        (r"armou?r (?:worn|is partly)|penalty to the ac|corrode", "damage to armour"),
        (r"score (?:is reduced|decreases)", "reduced ability score"),
        (r"speed (?:decreases|is reduced|is halved)", "reduced speed"),
        (r"unconscious|wakes?", "falling unconscious"),
        (r"escape this grapple|grappl|tentacle|pincer|claws?, each", "details of the grapple"),
        (r"stable but poisoned", "poison at 0 hit points"),
        (r"reactions?\b|bonus action", "lost actions"),
        (r"flung|thrown|random direction", "throwing"),
        (r"magically returns", "returning weapon"),
        (r"web", "web"),
        (r"disadvantage", "disadvantage"),
        (r"advantage", "advantage"),
        (r"straight toward|moved", "effect of a charge"),
        (r"immune", "immunity after a success"),
        (r"dies|slain|killed", "death"),
        (r"teleport", "teleport"),
        (r"petrif", "petrification"),
        (r"charm", "charm"),
        (r"conditions?|poison", "further condition"),
        (r"damage", "further damage"),
    )
)


def label(text: str) -> str:
    """A short name for prose that was not understood."""
    return next((name for pattern, name in _LABELS if pattern.search(text)), "further effect")


@define
class Effects:
    """What was read: consequences in the words of a scenario file, and labels of what was not understood."""

    brings: list[str] = Factory(list)
    left: list[str] = Factory(list)
    repeats: bool = False
    again: list[str] = Factory(list)
    immune_after: bool = False
    up_to: str = ""  # the largest size that suffers them
    wakes: bool = False  # damage ends unconsciousness among them
    by_5: list[str] = Factory(list)  # what else befalls whoever fails the save by 5 or more


def amount(found: re.Match[str], first: int = 1) -> str:
    """Dice and type of three groups of AMOUNT: `2d6+3 slashing`, or a fixed number."""
    written, type_ = found.group(first + 1), found.group(first + 2).lower()
    read = dice(written) if written else ""
    return f"{read or found.group(first)} {type_}"


_UNTIL: Final = (
    (
        re.compile(
            r"until the (start|end) of (?:its|their|the target's|the creature's|that creature's) next turn", re.I
        ),
        "its",
    ),
    (re.compile(r"until the (start|end) of (?:the |her |his )?[\w' -]+?'s? next turn", re.I), "my"),
    (re.compile(r"until the end of its turn", re.I), "its"),
)
_TIMED: Final = re.compile(r"for (?:up to )?(?:the next )?(\d+|one|a) (round|minute|hour|day)s?", re.I)
_GRAPPLE_ENDS: Final = re.compile(r"until (?:the|this) grapple ends", re.I)


def _end(text: str) -> tuple[str, bool]:
    """How long, in our words, and whether the whole of a text was understood."""
    text = text.strip(" ,")
    if not text or _GRAPPLE_ENDS.fullmatch(text):
        return "", True
    for pattern, whose in _UNTIL:
        found = pattern.fullmatch(text)
        if found:
            edge = found.group(1).lower() if found.groups() else "end"
            return f" until the {edge} of {whose} next turn", True
    timed = _TIMED.fullmatch(text)
    if timed:
        number = "1" if timed.group(1).lower() in ("one", "a") else timed.group(1)
        return f" for {number} {timed.group(2).lower()}" + ("s" if number != "1" else ""), True
    return "", False


_HAS: Final = re.compile(
    rf"(?:{_WHO} )?(?:also )?(?:has|have|is|are|becomes?|be|falls?|suffers|gains?|is knocked|be knocked|fall)?"
    rf" ?(?:also |magically |knocked )?"
    rf"(?:the )?({_LIST})(?: conditions?)?(?: \(escape dc (\d+)\))?((?:,? (?:until|for) [^.,;]*)?)"
    r"((?: by the [\w ]+| from (?:one of|both|all)[^.,;]*| instead of dealing damage)?)",
    re.I,
)
_TAKES: Final = re.compile(rf"(?:{_WHO} )?(?:also )?(?:takes?|taking|loses?) (?:an extra )?{AMOUNT}", re.I)
_EACH_TURN: Final = re.compile(
    rf"(?:{_WHO} )?(?:takes|loses) {AMOUNT}? ?(?:hit points )?at the (start|end) of each of its turns", re.I
)
_PUSH: Final = re.compile(
    rf"(?:the [\w' -]+? (?:pushes|can push) (?:{_WHO}) |(?:{_WHO} )?(?:is |be )?(?:also )?(?:pushed|flung) )"
    rf"(?:up to )?(\d+) ft\.? "
    r"(?:straight )?away(?: from [\w' -]+)?",
    re.I,
)
_PULL: Final = re.compile(
    rf"(?:the [\w' -]+? (?:pulls|moves) (?:{_WHO}) |(?:{_WHO} )?(?:is |be )?pulled )(?:up to )?(\d+) ft\.? "
    r"(?:straight )?towards?(?: [\w' -]+)?",
    re.I,
)
_DRAIN: Final = re.compile(
    r"(?:(?:the target's|its|have its) hit point maximum (?:is )?(?:decreases|reduced|decreased) by an amount"
    r" equal to the "
    r"(?:(\w+) )?damage (?:taken|it took|dealt))",
    re.I,
)
_REPEAT: Final = re.compile(
    rf"(?:(?:{_WHO}|the poisoned creature|a frightened creature|a (?:\w+ )?target) )?(?:can repeat|repeats|must"
    rf" repeat) the (?:saving throw|save) at the end of each "
    r"of its turns(?:, ending the (?:effect|\w+ condition) on itself (?:on a success|with a successful save)|"
    r" and ends the effect on itself on a success)?",
    re.I,
)
_AFTER_A_MINUTE: Final = re.compile(r"after (?:1|one) minute, it succeeds automatically", re.I)
_IMMUNE: Final = re.compile(
    r"(?:if (?:a creature's|the target's|the) saving throw is successful(?: or the effect ends for it)?, |the"
    r" target is immune|"
    r"if the saving throw is successful).*immune.*|the target is immune to .*",
    re.I,
)
_WHILE: Final = re.compile(
    rf"while (?:{_CONDITION}|(?:poisoned )?in this way|it has the \w+ condition), (?:the target |it )?", re.I
)
_UNTIL_ENDS: Final = re.compile(
    r"until (?:this|the) (?:grapple|poison|effect) ends, (?:the target|the creature|it) ", re.I
)
_TIRES: Final = re.compile(rf"{_WHO} gains (?:1|one) (?:exhaustion level|level of exhaustion)", re.I)
_DIES: Final = re.compile(rf"(?:{_WHO} )?(?:dies|die)", re.I)
# Said to people, or of what lies outside of a fight: nothing is lost when it is not simulated.
_INTO: Final = re.compile(r"is pulled into the [\w' -]+ space and ", re.I)
_SILENT: Final = re.compile(
    r"(?:hit or miss: |the reduction lasts|this reduction lasts|the target dies if this|a humanoid slain|if a"
    r" humanoid is slain|"
    r"if a non-evil humanoid|on a success, the effect ends|failure or success: the \w+ gains the target's memories|"
    r"being underwater doesn't|the effect ends if the webbing).*",
    re.I,
)


_NOT_BOTH: Final = r"either an action or a bonus action on its turn,(?: but)? not both"
_LASTS: Final = r"\.?(?: (?:This effect lasts|These effects last) ((?:until|for) [^.]*)(?:\.|$))?"
_PASSAGES: Final = (  # that are one row of rules.afflictions, perhaps with dice behind the name, and how long it lasts
    (
        re.compile(
            rf"{_WHO} can't (?:take|use) reactions[,;] its speed is halved[,;] and it can(?: take {_NOT_BOTH}|'t make"
            rf" more than one attack on its turn\. In addition, {_WHO} can (?:take|use) {_NOT_BOTH}){_LASTS}",
            re.I,
        ),
        "sluggish",
    ),
    (
        re.compile(
            rf"(?:While poisoned(?: in this way)?, )?{_WHO} can take {_NOT_BOTH}, and (?:it )?can't take reactions"
            rf"{_LASTS}",
            re.I,
        ),
        "dazed",
    ),
    (
        re.compile(
            rf"(?:{_WHO} )?ha(?:s|ve) disadvantage on strength-based d20 tests and subtracts \d+ \((?P<dice>1d\d+)\)"
            rf" from its damage rolls{_LASTS}",
            re.I,
        ),
        "weakened",
    ),
    (
        re.compile(
            r"(?:or )?have disadvantage on strength-based attack rolls, strength checks,? and strength saving throws"
            r"(?: (for 1 minute))?",
            re.I,
        ),
        "weakened",
    ),
)
_SENTENCES: Final = (  # the same of one clause
    (re.compile(rf"(?:{_WHO} )?can't (?:take|use) reactions(?: (until .*))?", re.I), "flustered"),
    (re.compile(rf"(?:{_WHO} )?can't regain hit points(?: (until .*))?", re.I), "festering"),
    (re.compile(rf"(?:its|the target's|{_WHO}'s) speed is halved(?: (until .*))?", re.I), "half speed"),
    (
        re.compile(
            r"(?:its|the target's) speed (?:decreases|is reduced) by (?P<dice>5|10|15|20) ft\.?(?: (until .*))?", re.I
        ),
        "slowed",
    ),
)


def _afflictions(text: str, made: Effects) -> str:
    """Enter those rows that take whole passages; the rest of the text is given back."""
    for pattern, name in _PASSAGES:
        found = pattern.search(text)
        if found and _afflicted(found, name, made):
            text = text[: found.start()] + text[found.end() :]
    return text


def _afflicted(found: re.Match[str], name: str, made: Effects) -> bool:
    """Enter a row that was read, with its end; False where that is not understood."""
    last = [group for key, group in enumerate(found.groups(), 1) if key != found.re.groupindex.get("dice")][-1]
    end, understood = _end(last or "")
    if not understood:
        return False
    dice_ = found["dice"] if "dice" in found.re.groupindex else ""
    word = f"{name} {dice_}".strip() + (" ft" if name == "slowed" else "")
    made.brings.append(word + end)
    return True


def clauses(text: str) -> list[str]:
    """A passage cut into sentences, and sentences into the parts between commas that begin a new statement.

    >>> clauses("The target is prone. It is also poisoned, and it can't speak.")
    ['The target is prone', 'It is also poisoned', "it can't speak"]
    """
    text = re.sub(r"\bft\.(?= [A-Z]|$)", "ft .", text.strip())
    made: list[str] = []
    for sentence in re.split(r"(?<=[^A-Z0-9])\. ?(?=[A-Z]|$)|(?<=\d)\. (?=[A-Z])|\.$|//", text):
        pieces = re.split(
            r",? and (?=(?:the (?:target|creature|giant|balor|tough|satyr|merrow|shambling|devil)|it (?:has|is"
            r"|repeats|can|takes)|its |be |is |has |"
            r"takes? \d|become|have its|knocked|restrained until|pushed|pulled|can't)[\w' ]*)",
            sentence.strip(" ,;"),
        )
        made += [piece.strip(" ,;.") for piece in pieces if piece.strip(" ,;.")]
    return made


def consequences(text: str) -> Effects:
    """Everything that a passage says happens to the target.

    >>> consequences("The target has the Grappled condition (escape DC 14), and it has the Restrained condition").brings
    ['grappled (escape dc 14)', 'restrained']
    >>> consequences("be poisoned for 1 minute").brings, consequences("turn blue").left
    (['poisoned for 1 minute'], ['further effect'])
    """
    made = Effects()
    text = _wakes(text, made)
    text = _by_5(text, made)
    inside = _INTO.search(text)
    if inside:
        made.left.append("being in its space")
        text = text[: inside.start()] + text[inside.end() :]
    text = _afflictions(text, made)
    for clause in clauses(text):
        _one(clause, made)
    _last_alike(made)
    made.by_5 = lasting_alike(made.by_5, made.brings)
    if made.wakes and not any("unconscious" in word for word in (*made.brings, *made.by_5)):
        made.wakes = False  # the sentence that tells of it was not understood
        made.left = [what for what in made.left if what != "being shaken awake"]
    made.brings = [
        word for number, word in enumerate(made.brings) if word not in CONDITIONS or word not in made.brings[:number]
    ]
    return made


_WAKES: Final = re.compile(
    r"(?:, which ends early if the target takes (?:any )?damage|, (?:or )?until it takes damage"
    r"|\.? ?The target wakes up if it takes damage"
    r"|\.? ?This effect ends for (?:the target|a creature) if (?:it|the creature) takes damage)"
    r"(?P<shaken>,? or (?:if |until )?(?:another creature|a creature within 5 (?:feet|ft\.?) of it|someone) "
    r"(?:takes|uses) an action to (?:wake it|shake it awake))?",
    re.I,
)
_BY_5: Final = re.compile(
    r"\.? ?If (?:the|its) (?:saving throw|save) fails by 5 or more, ([^.]*)|"
    r"\.? ?If the target fails the saving throw by 5 or more, ([^.]*)",
    re.I,
)
_WORSE: Final = re.compile(r"\b(unconscious|paralyzed|petrified)\b", re.I)


def _wakes(text: str, made: Effects) -> str:
    """Take out what ends unconsciousness; being shaken awake, which nobody does here, is named."""
    found = _WAKES.search(text)
    if found is None or "nconscious" not in text:
        return text
    made.wakes = True
    if found["shaken"]:
        made.left.append("being shaken awake")
    return text[: found.start()] + text[found.end() :]


def _by_5(text: str, made: Effects) -> str:
    """Take out what a save failed by 5 or more brings, where that is one of a few conditions.

    >>> made = consequences("be poisoned for 1 hour. If the saving throw fails by 5 or more, the target is also "
    ...     "unconscious while poisoned in this way")
    >>> made.brings, made.by_5
    (['poisoned for 1 hour'], ['unconscious for 1 hour'])
    """
    found = _BY_5.search(text)
    worse = _WORSE.search(found.group(1) or found.group(2)) if found else None
    if found is None or worse is None:
        return text
    text = text[: found.start()] + text[found.end() :]
    made.by_5 = [worse.group(1).lower()]
    return text


def lasting_alike(worse: list[str], brings: list[str]) -> list[str]:
    """Conditions with the duration of those that they come with, where they have none of their own.

    >>> lasting_alike(["unconscious"], ["poisoned for 1 hour"])
    ['unconscious for 1 hour']
    """
    timed = next((word for word in brings if re.search(r" (?:for|until) ", word)), "")
    end = re.sub(r"^.*?(?= (?:for|until) )", "", timed) if timed else ""
    return [word + end if word in CONDITIONS and word != "petrified" else word for word in worse]


def _last_alike(made: Effects) -> None:
    """A row without an end of its own lasts as long as the condition that it came with."""
    ends = [found.group() for word in made.brings if (found := re.search(r" (?:for|until) .*$", word))]
    if ends:
        made.brings = [word + ends[0] if word in AFFLICTIONS else word for word in made.brings]


def _one(clause: str, made: Effects) -> None:
    """What one clause says, added to what was read."""
    clause = _UNTIL_ENDS.sub("", _WHILE.sub("", clause.strip()))
    clause = re.sub(r"^(?:or|instead|also|and|magically|on a failed save,?) ", "", clause, flags=re.I)
    repeat = _REPEAT.search(clause)
    if repeat:
        made.repeats = True
        clause = (clause[: repeat.start()] + clause[repeat.end() :]).strip(" ,")
        if not clause or re.fullmatch(r"(?:and )?(?:the target|it)?", clause, re.I):
            return
    if _AFTER_A_MINUTE.fullmatch(clause) or _SILENT.fullmatch(clause):
        if _AFTER_A_MINUTE.fullmatch(clause):
            made.brings = [
                f"{word} for 1 minute" if word in (*CONDITIONS, *AFFLICTIONS) and word != "prone" else word
                for word in made.brings
            ]
        return
    each = _EACH_TURN.fullmatch(clause)
    if each:
        if each.group(3):
            made.brings.append(
                f"{amount(each)} each turn"
                if each.group(4) == "start"
                else f"{amount(each)} at the end of each of its turns"
            )
        else:
            made.left.append(label(clause))
        return
    if not _plain(clause, made) and not _condition(clause, made):
        made.left.append(label(clause))


def _plain(clause: str, made: Effects) -> bool:
    """A push or pull, damage, a drained maximum, death or immunity; False when a clause says something else."""
    for pattern, word in ((_PUSH, "push"), (_PULL, "pull")):
        found = pattern.fullmatch(clause)
        if found:
            made.brings.append(f"{word} {found.group(1)} ft")
            return True
    takes = _TAKES.fullmatch(clause)
    if takes:
        made.brings.append(amount(takes))
        return True
    for pattern, name in _SENTENCES:
        found = pattern.fullmatch(clause)
        if found and _afflicted(found, name, made):
            return True
    drain = _DRAIN.fullmatch(clause)
    if drain:
        type_ = (drain.group(1) or "").lower()
        made.brings.append(f"maximum reduced by {type_}" if type_ in TYPES else "maximum reduced")
        return True
    for pattern, name in _PLAIN:
        if pattern.fullmatch(clause):
            made.brings.append(name)
            return True
    if _IMMUNE.fullmatch(clause):
        made.immune_after = True
        return True
    return False


_OFF_BALANCE: Final = re.compile(
    rf"(?:{_WHO} )?(?:has|have) disadvantage on the next attack roll (?:it makes|they make) before the end of "
    r"(?:its|their) next turn",
    re.I,
)
_EXPOSED: Final = re.compile(
    r"the next attack roll made against (?:the target|it) before the start of [\w' -]+?'s next turn has advantage", re.I
)
_PLAIN: Final = (  # what a whole clause of the prose brings
    (_OFF_BALANCE, "off balance until the end of its next turn"),
    (_EXPOSED, "exposed until the start of my next turn"),
    (_TIRES, "exhaustion"),
    (_DIES, "dies"),
)


def _condition(clause: str, made: Effects) -> bool:
    """Conditions that a clause imposes; False when it says something else."""
    found = _HAS.match(clause)
    if found is None:
        return False
    rest = clause[found.end() :].strip(" ,")
    end, understood = _end(found.group(3))
    names = re.findall(_CONDITION, found.group(1).lower())
    for name in names:
        word = name
        if name == "grappled" and found.group(2):
            word = f"grappled (escape dc {found.group(2)})"
        elif name != "prone":
            word += end
        made.brings.append(word)
    if not understood:
        made.left.append("its end")
    if rest:
        inner = consequences(re.sub(r"^(?:and|or) ", "", rest))
        made.brings += inner.brings
        made.left += inner.left
        made.repeats |= inner.repeats
    return True


SAVING: Final = re.compile(
    rf"dc (\d+) ({'|'.join(ABILITIES)}) (?:saving throw|save)|({'|'.join(ABILITIES)}) (?:saving throw|save)(?:"
    rf" roll)?:? ?dc (\d+)",
    re.I,
)


def save_in(text: str) -> tuple[str, re.Match[str]] | None:
    """The first saving throw that a text names, as `con 11`, with the match."""
    found = SAVING.search(text)
    if found is None:
        return None
    ability = ABILITIES[(found.group(2) or found.group(3)).lower()]
    return f"{ability} {found.group(1) or found.group(4)}", found


def tidy(rider: dict[str, Any]) -> Any:
    """A rider in the shortest form: a single consequence without a save stands alone."""
    if set(rider) == {"fail"} and len(rider["fail"]) == 1:
        return rider["fail"][0]
    return rider
