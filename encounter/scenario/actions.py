"""Actions that are no attack, as a file writes them: the keys, what each may hold, and the frozen Action."""

import re
from itertools import product
from typing import Any, Final

from attrs import evolve

from encounter.engine.creature import COSTS, DEED_TRIGGERS, DOES, SHAPES, SPURS, Action, Area, Damage, Rider
from encounter.engine.dice import Formula
from encounter.engine.rules.editions import RULESETS
from encounter.scenario.moments import WHEN, Moment, wrong_moment
from encounter.scenario.nodes import Node, Scalar
from encounter.scenario.phrases import DAMAGE, NAME, RIDER, SAVE
from encounter.scenario.source import folded, suggestion
from encounter.scenario.spell_keys import SPELL
from encounter.scenario.values import (
    BAD,
    MOST_ATTACK,
    Boolean,
    Choice,
    Custom,
    Field,
    Integer,
    Length,
    ListOf,
    Reading,
    Record,
    Values,
    Word,
    parse_length,
    read_rolled,
)
from encounter.scenario.whom import ONLY

OF: Final = ("enemies", "allies", "all", "self", "grapplers", "grappling")
MOVES: Final = ("no", "half speed", "speed")
AFTER_REST: Final = 7  # no d6 shows it: only a rest recharges the action
_MOST_TARGETS: Final = 20

# ------------------------------------------------------------------------------------------------ area and targets

_SHAPE: Final = "|".join(SHAPES)
_AREA: Final = re.compile(rf"(?P<shape>{_SHAPE})s? (?P<size>\S.*)|(?P<size2>\S.*?)[ -](?P<shape2>{_SHAPE})")
_BY: Final = re.compile(r" ?(?:x|by|\u00d7) ?")


def _area(node: Node, reading: Reading, kind: Custom) -> Any:
    """An Area: `cone 15 ft`, `line 60 x 10 ft`, `cylinder 10 x 40 ft`; the shape may stand behind."""
    if not isinstance(node, Scalar) or not node.text.strip():
        return kind.wrong(node, reading)
    found = _AREA.fullmatch(folded(node.text))
    if found is None:
        first = folded(node.text).split(" ")[0]
        return kind.wrong(node, reading, suggestion(first, SHAPES, "shape") if first.isalpha() else "")
    shape = found.group("shape") or found.group("shape2")
    parts = _BY.split((found.group("size") or found.group("size2")).replace("-", " "))
    if len(parts) > (2 if shape in ("line", "cylinder") else 1):
        hint = f"write {shape} 20 ft" if shape not in ("line", "cylinder") else f"write {shape} 20 x 10 ft"
        return reading.error(node.place, "bad-length", f"`{node.text[:60]}` has too many sizes", hint)
    unit = "".join(re.findall(r"[a-z]+$", parts[-1]))
    try:
        feet = [parse_length(part if re.search("[a-z]", part) else f"{part} {unit}", reading.units) for part in parts]
    except ValueError as error:
        message, _, hint = str(error).partition("|")
        return reading.error(node.place, "bad-length", message, hint)
    if min(feet) < 5:
        return reading.error(node.place, "bad-length", f"`{node.text[:60]}` is no size", "at least 5 ft")
    if max(feet) > 500:
        return reading.error(node.place, "bad-length", f"`{node.text[:60]}` is too large", "at most 500 ft")
    made = Area(shape, feet[0])
    if len(feet) == 2:
        made = evolve(made, width_ft=feet[1]) if shape == "line" else evolve(made, height_ft=feet[1])
    return made


AREA: Final = Custom("an area such as cone 15 ft", _area, {"type": "string"})

_NUMBERS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def _target(node: Node, reading: Reading, kind: Custom) -> Any:
    """How many creatures at the most: one, or up to 3."""
    found = re.fullmatch(r"(?:up to )?(\w+)", folded(node.text)) if isinstance(node, Scalar) else None
    word = found.group(1) if found else ""
    number = _NUMBERS.index(word) + 1 if word in _NUMBERS else int(word) if re.fullmatch(r"\d{1,3}", word) else 0
    if not 1 <= number <= _MOST_TARGETS:
        return kind.wrong(node, reading)
    return number


# ------------------------------------------------------------------------------------------------ cost and limits


def _cost(node: Node, reading: Reading, kind: Custom) -> Any:
    """(cost, legendary actions it takes)."""
    found = (
        re.fullmatch(r"([a-z]+)(?: actions?)?(?: ([1-5]))?", folded(node.text)) if isinstance(node, Scalar) else None
    )
    word = found.group(1) if found else ""
    if found is None or (found.group(2) and word != "legendary"):
        return kind.wrong(node, reading)
    if word not in COSTS:
        return reading.error(node.place, "unknown-name", f"`{word}` is no cost", suggestion(word, COSTS, "cost"))
    return (word, int(found.group(2) or 1))


def _recharge(node: Node, reading: Reading, kind: Custom) -> Any:
    """The lowest number of the d6 that recharges: 5 of 5-6; AFTER_REST."""
    text = folded(node.text).replace("\u2013", "-") if isinstance(node, Scalar) else ""
    if text in ("rest", "short rest", "long rest", "short or long rest", "after a rest"):
        return AFTER_REST
    found = re.fullmatch(r"([2-6])(?: ?- ?6)?", text)
    if found is None or (text != "6" and "-" not in text):
        return kind.wrong(node, reading)
    return int(found.group(1))


def _moves(node: Node, reading: Reading, kind: Custom) -> Any:
    """1 for half the Speed, 2 for all of it, feet for a length."""
    if isinstance(node, Scalar) and folded(node.text) in MOVES[1:]:
        return MOVES.index(folded(node.text))
    return Length(5).read(node, reading)


def _uses(node: Node, reading: Reading, kind: Custom) -> Any:
    text = folded(node.text) if isinstance(node, Scalar) else ""
    found = re.fullmatch(r"(\d{1,2})(?: ?(?:/|per|a) ?(?:day|rest|fight))?", text)
    if found is None or int(found.group(1)) < 1:
        return kind.wrong(node, reading)
    return int(found.group(1))


def _formula(node: Node, reading: Reading, kind: Custom) -> Any:
    if not isinstance(node, Scalar) or not node.text.strip():
        return kind.wrong(node, reading)
    formula = read_rolled(node.text, node.place, reading)
    return formula if isinstance(formula, Formula) else BAD


_DICE: Final = Custom("an amount such as 2d8+3", _formula, {"type": ["string", "integer"]})
_RIDERS: Final = ListOf(RIDER, or_one=True)

ACTION: Final = Record(
    "an action",
    {
        "cost": Field(
            Custom("a cost: action, bonus, reaction, legendary 2, lair, trait or free", _cost, {"type": "string"}),
            "action (usual), bonus, reaction, legendary (legendary 2 takes two), lair (count 20), trait: by itself, "
            "free: nothing",
        ),
        "area": Field(
            AREA,
            "cone 15 ft, line 60 ft, line 60 x 10 ft, sphere 20 ft, cube 10 ft, cylinder 10 x 40 ft, emanation 10 ft",
        ),
        "range": Field(Length(5), "how far its targets, or the point an area begins at, may be: 120 ft"),
        "target": Field(
            Custom("a number of targets such as up to 3", _target, {"type": ["string", "integer"]}),
            "one, or up to 3, creatures within range instead of an area",
        ),
        "of": Field(
            Choice("kind of target", OF),
            "enemies, allies (itself included), all, self, grapplers (that hold it), grappling (or are held by it)",
        ),
        "needs": Field(Choice("sense", ("sight", "hearing")), "it affects only who sees, or hears, the creature"),
        "only": Field(
            ONLY,
            "it affects only who has one of these conditions, or is of one of these types: prone, [grappled by me, "
            "charmed by me], humanoid, [not undead, not construct]",
        ),
        "save": Field(SAVE, "ability and DC of the saving throw: dex 12; without it nobody saves"),
        "damage": Field(ListOf(DAMAGE, or_one=True), "dice and type, or a list of parts"),
        "half": Field(Boolean(), "a successful save halves the damage"),
        "damage_once": Field(Boolean(), "false: the damage is rolled for each creature, not once for all"),
        "fail": Field(_RIDERS, "what a failed save brings: prone, poisoned for 1 minute, push 10 ft ..."),
        "success": Field(_RIDERS, "what a successful save brings"),
        "repeats": Field(Boolean(), "the save is made again at the end of each of the target's turns"),
        "fails_again": Field(
            RIDER, "what whoever fails the repeated save gets instead, with no further save: petrified"
        ),
        "fail_by_5": Field(_RIDERS, "what else befalls whoever fails the save by 5 or more"),
        "wakes": Field(Boolean(), "damage ends unconsciousness that it brings"),
        "immune_after": Field(
            Choice("moment", ("success",)), "success: whoever saves, at once or later, is immune to it from then on"
        ),
        "gives": Field(_RIDERS, "what everybody it reaches gets without a save: invisible for 1 minute"),
        "heal": Field(_DICE, "hit points regained by those it reaches"),
        "temp_hp": Field(_DICE, "temporary hit points of those it reaches"),
        "attacks": Field(
            ListOf(NAME, or_one=True, least=1), "attacks that it makes: [bite, claw], [claw, claw or bite]"
        ),
        "moves": Field(
            Custom("half speed, speed or a length", _moves, {"type": ["string", "integer"]}),
            "half speed, speed or a length: it may move so far as part of it",
        ),
        "provokes": Field(Boolean(), "false: that movement provokes no opportunity attacks"),
        "teleport": Field(Length(5), "it may teleport so far as part of it"),
        "casts": Field(
            ListOf(SPELL, or_one=True, least=1),
            "a spell that it casts without a slot, or one of several: [bless, sanctuary]",
        ),
        "spell_dc": Field(Integer(1, 40), "of `casts`: DC of saves against the spell, where it is not the usual one"),
        "does": Field(
            ListOf(Choice("action", DOES), or_one=True, least=1),
            "actions that it is: dash, disengage or hide as a bonus one, search as a legendary one, another action",
        ),
        "recharge": Field(
            Custom("a recharge such as 5-6", _recharge, {"type": ["string", "integer"]}),
            "5-6 or 6: a d6 at the start of its turn that recharges it; rest: once a fight",
        ),
        "uses": Field(Custom("a number of uses such as 3/day", _uses, {"type": ["string", "integer"]}), "3/day"),
        "when": Field(
            WHEN,
            "what a reaction answers: hit by melee attack, damaged, ally hit ...; when a trait acts: a creature starts "
            "its turn within 5 ft, its turn starts, its turn ends, dies, touched, hit in melee; of a bonus action, "
            "what must have happened on the turn: hurts the bloodied, drops somebody in melee",
        ),
        "unless": Field(
            Choice("state", ("incapacitated",)), "of a trait: incapacitated, it does not act while its owner is so"
        ),
        "ac": Field(
            Custom("a bonus such as 3", _uses, {"type": "integer"}), "of a reaction: bonus to AC against the attack"
        ),
        "redirects": Field(Boolean(), "of a reaction: an ally beside it swaps places with it and is the target"),
        "halves": Field(Boolean(), "of a reaction: the damage of the attack is halved"),
        "concentration": Field(Boolean(), "it is concentrated on"),
        "once_a_round": Field(Boolean(), "it is not used again before the start of the creature's next turn"),
        "magical": Field(Boolean(), "it is magic, as spells are: Magic Resistance helps against it"),
    },
    {
        "dc": "write the ability with it: `save: dex 12`",
        "once": "did you mean `immune_after: success`, or `uses: 1/day`?",
        "trigger": "did you mean `when`?",
        "hit": "did you mean `fail`, or `gives` without a save?",
        "condition": "did you mean `fail`, or `gives` without a save?",
    },
)

# ------------------------------------------------------------------------------------------- from keys to a record

_NEED_SAVE: Final = ("half", "fail", "success", "fail_by_5", "repeats", "immune_after")
_EFFECTS: Final = (
    *(
        "damage",
        "fail",
        "success",
        "gives",
        "heal",
        "temp_hp",
        "attacks",
        "moves",
        "teleport",
        "ac",
        "halves",
        "redirects",
        "does",
        "casts",
    ),
)
_REACTION_ONLY: Final = ("ac", "halves", "redirects")
_BY_ITSELF_NOT: Final = ("attacks", "moves", "teleport", "concentration", "target", "range")
CASTING_KEYS: Final = frozenset(("casts", "spell_dc", "cost", "of", "uses", "recharge", "once_a_round"))


def action_of(name: Word, block: Values, attacks: dict[str, str], reading: Reading) -> Action | None:
    """The Action that a block writes, None when something is wrong with it, which is then noted.

    `attacks` are the creature's attacks by folded name.
    """
    if block.bad:
        return None
    wrong = _nonsense(str(name), block)
    if wrong is not None:
        key, message, hint = wrong
        reading.error(block.at(key) if key in block else name.place, "bad-value", message, hint)
        return None
    made = _attacks(block, attacks, reading)
    if made is None:
        return None
    cost, price = block.get("cost", ("action", 1))
    ability, dc = block.get("save", (-1, 0))
    area, targets = block.get("area"), block.get("target", 0)
    helps = {"heal", "temp_hp"} & set(block) and not {"damage", "save"} & set(block)
    gives_only = "gives" in block and not {"damage", "save", "heal"} & set(block)
    reaches_self = helps or (gives_only and not area and not targets and "range" not in block)
    reaches_self = reaches_self or "does" in block
    usual = "all" if area is not None else "self" if reaches_self and not targets else "allies" if helps else "enemies"
    fail = [_repeated(rider, block, (ability, dc)) for rider in block.get("fail", ())]
    if block.get("wakes", False):
        fail = [evolve(rider, wakes=True) for rider in fail]
    when = block.get("when", "")
    moment = when if isinstance(when, Moment) else Moment("")
    usual = moment.of if moment.name and not helps else usual
    return Action(
        name=str(name),
        cost=cost,
        price=price,
        area=area,
        range_ft=moment.within_ft or block.get("range", 0 if area is not None else 5),
        targets=0 if area is not None else targets or 1,
        of=str(block.get("of", usual)),
        needs=str(block.get("needs", "")),
        save=ability,
        dc=dc,
        damage=tuple(block.get("damage", ())),
        half=block.get("half", False),
        damage_each=not block.get("damage_once", True),
        fail=tuple(fail),
        success=tuple(block.get("success", ())),
        worse=tuple(evolve(rider, wakes=block.get("wakes", False)) for rider in block.get("fail_by_5", ())),
        gives=tuple(block.get("gives", ())),
        heal=block.get("heal"),
        temp_hp=block.get("temp_hp"),
        attacks=made,
        moves=block.get("moves", 0),
        provokes=block.get("provokes", True),
        teleport_ft=block.get("teleport", 0),
        recharge=block.get("recharge", 0),
        uses=block.get("uses", -1),
        immune_after="immune_after" in block,
        trigger="" if moment.name or when in SPURS else str(when),
        spur=str(when) if when in SPURS else "",
        moment=moment.name,
        needs_wits="unless" in block,
        ac_bonus=block.get("ac", 0),
        halves=block.get("halves", False),
        redirects=block.get("redirects", False),
        concentration=block.get("concentration", False),
        magical=block.get("magical", False),
        once_a_round=block.get("once_a_round", False),
        only=tuple(block.get("only", ())),
        does=tuple(map(str, block.get("does", ()))),
    )


def _repeated(rider: Rider, block: Values, save: tuple[int, int]) -> Rider:
    """A rider of a failed save, with the save that ends it where the action says that it is made again."""
    if not block.get("repeats", False) or rider.save >= 0 or not (rider.conditions or rider.each_turn):
        return rider
    if rider.conditions == ("prone",):
        return rider
    again = block["fails_again"].conditions if "fails_again" in block else ()
    return evolve(rider, save=save[0], dc=save[1], repeats=True, is_failed=True, again=again)


def _nonsense(name: str, block: Values) -> tuple[str, str, str] | None:
    """(key, message, hint) of keys that make no sense together."""
    cost = block.get("cost", ("action", 1))[0]
    written = set(block)
    if not written & set(_EFFECTS):
        return ("cost", f"the action `{name}` does nothing", "write damage, fail, gives, heal, attacks or moves")
    for key in _NEED_SAVE:
        if key in block and "save" not in block:
            return (key, f"`{key}` of `{name}` needs a `save`", "write save: dex 12, or `gives` where nobody saves")
    if "save" in block and not written & {"damage", "fail", "success"}:
        return ("save", f"the save of `{name}` decides nothing", "write damage or fail")
    if block.get("half") and "damage" not in block:
        return ("half", f"`{name}` has no damage to halve", "write `damage: 3d6 cold`")
    if "fails_again" in block and not block.get("repeats"):
        return ("fails_again", "without `repeats` no save is failed again", "write repeats: true")
    if "repeats" in block and "fail" not in block:
        return (
            "repeats",
            f"a failed save of `{name}` brings nothing that lasts",
            "write fail: [poisoned for 1 minute]",
        )
    if "area" in block and "target" in block:
        return ("target", f"`{name}` has an area and targets", "an area reaches everybody in it; keep one of the two")
    for key in _BY_ITSELF_NOT if cost == "trait" else ():
        if key in block:
            return (key, f"the trait `{name}` acts by itself, and has no `{key}`", "leave it out, or give it a cost")
    wrong = wrong_moment(name, cost, block.get("when", ""), "area" in block, str(block.get("of", "")))
    if wrong is not None:
        return wrong
    if cost == "trait" and "area" in block and block["area"].shape != "emanation":
        return ("area", f"the trait `{name}` reaches those about its owner", "write area: emanation 5 ft")
    if "unless" in block and cost != "trait":
        return ("unless", "whoever is incapacitated takes no action anyway", "leave it out")
    if block.get("when") in SPURS and cost != "bonus":
        return ("when", f"`{name}` is no bonus action", "write cost: bonus")
    if "when" in block and cost not in ("reaction", "trait") and block["when"] not in SPURS:
        return ("when", "`when` belongs to a reaction or a trait", "write cost: reaction")
    for key in _REACTION_ONLY:
        if key in block and cost != "reaction":
            return (key, f"`{key}` belongs to a reaction", "write cost: reaction")
    if cost == "reaction" and "when" not in block and "casts" not in block:
        return ("cost", f"the reaction `{name}` does not say what it answers", f"write when: {DEED_TRIGGERS[0]}")
    if block.get("redirects", False) != (block.get("when") == "attacked"):
        return (
            "when",
            "what answers an attack roll before it is made redirects it",
            "write when: attacked, redirects: true",
        )
    if "ac" in block and block["when"] not in ("hit by melee attack", "hit by attack", "ally hit"):
        return ("ac", "a bonus to AC answers a hit", "write when: hit by melee attack")
    if "casts" in block and written - CASTING_KEYS:
        wrong = next(key for key in block if key not in CASTING_KEYS)
        return (wrong, f"`{wrong}` of `{name}` is the spell's to say", "keep `casts`, cost and limits")
    if "spell_dc" in block and "casts" not in block:
        return ("spell_dc", f"`{name}` casts nothing", "write save: dex 12, or casts: fireball")
    if cost == "free" and "another action" not in block.get("does", ()):
        return ("cost", f"`{name}` costs something", "write cost: action, or does: another action")
    for does in block.get("does", ()):
        wanted = "legendary" if does == "search" else "free" if does == "another action" else "bonus"
        if cost != wanted:
            return ("does", f"`{does}` of `{name}` costs a {wanted} action", f"write cost: {wanted}")
    beside = {"does", "cost", "uses"} if cost == "free" else {"does", "cost"}
    if "does" in block and written - beside:
        return ("does", f"`{name}` is an action and something else", "keep `does` and `cost`, or leave `does` out")
    if "only" in block and block.get("of") == "self":
        return ("only", f"`{name}` reaches itself alone", "leave `only` out")
    if "provokes" in block and "moves" not in block:
        return ("provokes", f"`{name}` moves nobody", "write moves: half speed")
    if block.get("of") == "self" and "area" in block:
        return ("of", f"`{name}` reaches itself alone and has an area", "leave `area` out")
    if sum(part.formula.largest for part in block.get("damage", ())) > MOST_ATTACK:
        return ("damage", f"the damage of an action comes to {MOST_ATTACK} at most", "write fewer dice, or fewer parts")
    return None


def _attacks(block: Values, attacks: dict[str, str], reading: Reading) -> tuple[tuple[str, ...], ...] | None:
    """The attacks that the action makes, by the names of the stat block: one alternative or more."""
    places = [named(word, attacks, "attack", reading) for word in block.get("attacks", ())]
    if None in places:
        return None
    return tuple(combined([place for place in places if place is not None])) if places else ()


def named(word: Word, known: dict[str, str], what: str, reading: Reading) -> list[str] | None:
    """The attacks or actions that one place of a list allows: `claw`, `claw or bite`; None when one is unknown.

    `known` has their names by folded form. Either use of a weapon will do: `dagger (thrown)` is `dagger`.
    """
    form = folded(word)
    if form.removesuffix(" (thrown)") in known:
        return [known[form.removesuffix(" (thrown)")]]
    found: list[str] = []
    for part in form.split(" or "):
        plain = part.strip().removesuffix(" (thrown)")
        if plain not in known:
            hint = suggestion(plain, known.values(), what)
            reading.error(word.place, "unknown-name", f"`{word}` is no {what} of this creature", hint)
            return None
        found.append(known[plain])
    return found


def combined(places: list[list[str]]) -> list[tuple[str, ...]]:
    """The alternatives that places with a choice allow, each once whatever the order.

    >>> combined([["claw", "bite"], ["claw", "bite"]])
    [('claw', 'claw'), ('claw', 'bite'), ('bite', 'bite')]
    """
    made: list[tuple[str, ...]] = []
    seen: set[tuple[str, ...]] = set()
    for choice in product(*places):
        form = tuple(sorted(choice))
        if form not in seen:
            seen.add(form)
            made.append(choice)
    return made


def is_damaging(action: Action) -> bool:
    """Whether it deals damage by itself.

    >>> is_damaging(Action("roar"))
    False
    """
    riders = (*action.fail, *action.gives)
    return bool(action.damage or any(isinstance(part, Damage) for rider in riders for part in rider.damage))


def _only_teleports(action: Action) -> bool:
    """Whether the teleport of an action is all that it does, or as a legendary one all beside attacks."""
    if action.save >= 0 or action.damage or action.gives or action.heal or action.temp_hp or action.moves:
        return False
    return action.cost == "legendary" or (action.cost in ("action", "bonus") and not action.attacks)


def left_out(action: Action, ruleset: str) -> list[str]:
    """What of an action is not played out, in the words of a result; none where all of it is."""
    left: list[str] = []
    if action.cost == "lair" and "lair" not in RULESETS[ruleset].clauses:
        left.append(f"lair action {action.name}")
    if action.trigger == "enemy enters reach":
        left.append(f"reaction {action.name}")
    elif action.cost == "reaction" and action.area is not None:
        left.append(f"area of reaction {action.name}")
    if action.teleport_ft and not _only_teleports(action):
        left.append(f"teleport of action {action.name}")
    if action.moves and not action.attacks and action.cost not in ("action", "bonus"):
        left.append(f"movement of {action.cost} action {action.name}")
    return left
