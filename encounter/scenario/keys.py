"""The keys of a scenario file: what each may hold, what it is for. Loader and JSON Schema are both made from this."""

import re
import unicodedata
from typing import Any, Final

from encounter.engine.board import EDGE_NAMES, NOT_SIMULATED_TERRAIN, TERRAIN_NAMES
from encounter.engine.creature import DAMAGE_TYPES, MASTERIES, PROPERTIES, SIZES, SKILLS
from encounter.engine.effect import ABILITIES
from encounter.engine.intent import TRIGGERS
from encounter.engine.tables import MAX_COMBATANTS, POTION_NAMES
from encounter.scenario.actions import ACTION
from encounter.scenario.armour import AC_FROM, ARMOUR_NAME
from encounter.scenario.charges import CHARGES
from encounter.scenario.code import CODE_NAME, is_code
from encounter.scenario.gaits import ALL_DIFFICULT, IGNORED
from encounter.scenario.gullets import GULLET
from encounter.scenario.hazards import HAZARD
from encounter.scenario.light_keys import CARRIED, LEVELS, LIGHT, ROUND, ZONE
from encounter.scenario.nodes import Mapping, Node, Scalar, Sequence
from encounter.scenario.phrases import (
    ARMOUR_CLASS,
    CHALLENGE,
    CONCENTRATING,
    CONDITIONS,
    CONSEQUENCE,
    DAMAGE,
    GIVE,
    HIT_POINTS,
    NAME,
    NEED_SOURCE,
    RIDER,
    ROLL,
    SAVE,
    TRAIT,
    Defences,
    Phrase,
    read_condition,
)
from encounter.scenario.source import folded, suggestion
from encounter.scenario.specials import EFFECT_FIELDS, SKILL, SPECIAL_FIELDS, RerollOnly
from encounter.scenario.spell_keys import LEVELS as LEVELS_OF_SLOTS
from encounter.scenario.spell_keys import SPELLS
from encounter.scenario.terrain import MAX_EDGE
from encounter.scenario.traits import marks_of
from encounter.scenario.values import (
    BAD,
    MAX_NAME,
    Boolean,
    Choice,
    Custom,
    Either,
    Field,
    Height,
    Integer,
    Kind,
    Length,
    ListOf,
    MapOf,
    Range,
    Reading,
    Record,
    Square,
    Text,
    Word,
)
from encounter.scenario.whom import ONLY, TYPE

RULESETS: Final = ("srd-5.1", "srd-5.2", "reroll")
UNITS: Final = ("ft", "m", "squares")
TACTICS: Final = ("default", "brute", "archer", "skirmisher", "guard", "still")
PREFERENCES: Final = ("nearest", "weakest", "strongest")

_BONUS: Final = Integer(-30, 60)
_FEW: Final = Integer(0, 100_000)
_NAMES: Final = ListOf(NAME)

# ---------------------------------------------------------------------------------------------------------- attacks


ATTACK: Final = Record(
    "an attack",
    {
        "to_hit": Field(_BONUS, "the bonus to the attack roll"),
        "total": Field(RerollOnly(_BONUS, "write to_hit"), "reroll: the same as to_hit"),
        "reach": Field(Length(), "melee reach; the property `reach` is included; 0 ft: the own space only"),
        "range": Field(Range(), "normal and long range: 80/320 ft"),
        "damage": Field(ListOf(DAMAGE, or_one=True), "dice and type, or a list of parts"),
        "with_advantage": Field(ListOf(DAMAGE, or_one=True), "more damage of a hit whose roll has advantage"),
        "at_half": Field(
            ListOf(DAMAGE, or_one=True), "its damage while the attacker has half its hit points or fewer, as of a swarm"
        ),
        "properties": Field(ListOf(Choice("property", PROPERTIES)), "weapon properties"),
        "hit": Field(ListOf(RIDER), "what a hit does beside the damage"),
        "charge": Field(CHARGES, "what a hit does more after a run straight toward the target"),
        "only": Field(ONLY, "whom it can be made against alone: [grappled by me, incapacitated], humanoid"),
        "advantage": Field(ONLY, "against whom it has advantage: grappled by me, hurt, or in the first round"),
        "ammunition": Field(_FEW, "how many shots; unlimited when not written"),
        "ability": Field(Choice("ability", ABILITIES), "the ability behind it, when it is not the usual one"),
        "versatile": Field(ListOf(DAMAGE, or_one=True), "its damage in two hands: 1d10+3 slashing"),
        "mastery": Field(
            ListOf(Choice("mastery property", MASTERIES)),
            "5.2: masteries of the weapon; needs the trait weapon mastery",
        ),
        **EFFECT_FIELDS,
        **SPECIAL_FIELDS,
    },
    {"hit_bonus": "did you mean `to_hit`?", "bonus": "did you mean `to_hit`?", "dmg": "did you mean `damage`?"},
)

# --------------------------------------------------------------------------------------------------------- creatures


class _Skills(Kind):
    """Skill: total modifier; under `reroll` a mapping is a skill with a kind, of whatever name."""

    def __init__(self) -> None:
        self.plain = MapOf("skill", _BONUS, tuple(SKILLS))
        self.wanted = self.plain.wanted

    def read(self, node: Node, reading: Reading) -> Any:
        if not isinstance(node, Mapping) or not any(isinstance(value, Mapping) for _, value in node.pairs):
            return self.plain.read(node, reading)
        plain = [pair for pair in node.pairs if not isinstance(pair[1], Mapping)]
        kinds = [pair for pair in node.pairs if isinstance(pair[1], Mapping)]
        if reading.ruleset != "reroll":
            hint = "write the total alone, or choose `rules: reroll`"
            return reading.error(kinds[0][1].place, "wrong-type", "only under `reroll` is a skill a mapping", hint)
        read = self.plain.read(Mapping(node.place, plain), reading)
        special = MapOf("skill", SKILL).read(Mapping(node.place, kinds), reading)
        for word, block in special.items():
            known = Word(folded(word), word.place) if folded(word) in SKILLS else word
            if block.bad:
                special.bad.add(word)
            elif known in read:
                reading.error(word.place, "duplicate-key", f"the skill `{word}` is there twice", "names ignore case")
            else:
                read[known] = block
        read.bad |= special.bad
        return read

    def schema(self) -> dict[str, Any]:
        return {
            "type": ["object", "null"],
            "additionalProperties": {"anyOf": [_BONUS.schema(), {**SKILL.schema(), "type": "object"}]},
        }


def _multiattack(node: Node, reading: Reading, kind: Custom) -> Any:
    """A list of alternatives, each a list of Words."""
    if not isinstance(node, Sequence) or not node.items:
        return kind.wrong(node, reading, "write [bite, claw or sting], or [[hook, chain], [spit, spit]]")
    nested = [isinstance(item, Sequence) for item in node.items]
    if any(nested) and not all(nested):
        return reading.error(
            node.place, "wrong-type", "alternatives and attacks are mixed", "write [[bite], [claw, claw]]"
        )
    lists = node.items if all(nested) else [node]
    read = [ListOf(NAME, least=1).read(item, reading) for item in lists]
    return BAD if any(item is BAD for item in read) else read


_MULTIATTACK: Final = Custom(
    "a list of attacks and actions, or a list of such lists",
    _multiattack,
    {"type": "array", "minItems": 1, "items": {"anyOf": [{"type": "string"}, {"type": "array", "minItems": 1}]}},
)

SPEEDS: Final = Record(
    "a speed",
    {
        "walk": Field(Length(), "on foot; usually 30 ft"),
        "fly": Field(Length(), "in the air"),
        "swim": Field(Length(), "through water, which then costs no more than its length"),
        "climb": Field(Length(), "up and down walls of higher ground, which then costs no more than its length"),
        "burrow": Field(Length(), "not simulated, which every result says"),
        "hover": Field(Boolean(), "it stays in the air when it is prone, stopped or incapacitated"),
    },
)
SENSES: Final = Record(
    "the senses",
    {
        "darkvision": Field(Length(), "sees in darkness so far"),
        "blindsight": Field(Length(), "perceives without sight so far"),
        "tremorsense": Field(Length(), "knows where whatever touches the ground is so far, without seeing it"),
        "truesight": Field(Length(), "sees the invisible and in darkness so far"),
        "blind_beyond": Field(Boolean(), "blind beyond its blindsight"),
    },
)

CREATURE: Final = Record(
    "a creature",
    {
        "like": Field(NAME, "another creature to start from; what is written here replaces"),
        "kind": Field(Choice("kind", ("monster", "character")), "a monster dies at 0 hit points, a character falls"),
        "type": Field(
            TYPE, "humanoid, undead, fiend (devil) ...: what some attacks and spells ask; a character is humanoid"
        ),
        "size": Field(
            Choice("size", SIZES), "usually medium; a large one stands on 2 x 2 squares, huge 3, gargantuan 4"
        ),
        "level": Field(Integer(1, 20), "a character's level, for the difficulty of the fight"),
        "cr": Field(CHALLENGE, "challenge rating, for the experience points of the fight: 1/4, 17"),
        "ac": Field(ARMOUR_CLASS, "armour class; without it, from what is worn and known"),
        "armour": Field(ARMOUR_NAME, "the armour it wears, by its SRD name"),
        "shield": Field(Boolean(), "it bears a shield"),
        "ac_from": Field(
            ListOf(AC_FROM, or_one=True),
            "other ways to work out its AC: unarmored defense con or wis, mage armor, natural 13; the best one counts",
        ),
        "ac_bonus": Field(Integer(-10, 10), "what comes on top of the AC that is worked out, such as magic"),
        "untrained": Field(
            ListOf(Choice("piece of armour", ("armour", "shield"), also={"armor": "armour"}), or_one=True),
            "what it wears without training",
        ),
        "hp": Field(HIT_POINTS, "hit points: 7, 2d6 or 7 (2d6)"),
        "speed": Field(Either(Length(), SPEEDS), "30 ft, or {walk: 30 ft, fly: 60 ft}"),
        "ignores": Field(
            ListOf(Choice("kind of ground", (ALL_DIFFICULT, *IGNORED)), or_one=True),
            "kinds of ground that neither slow nor harm it: undergrowth, ice, or all difficult terrain",
        ),
        "abilities": Field(MapOf("ability", Integer(1, 30), ABILITIES), "ability scores"),
        "proficiency": Field(Integer(0, 12), "proficiency bonus"),
        "saves": Field(MapOf("ability", _BONUS, ABILITIES), "total modifiers of saving throws"),
        "skills": Field(_Skills(), "total modifiers of skills"),
        "tools": Field(_NAMES, "tools it is proficient with"),
        "initiative": Field(_BONUS, "modifier of initiative"),
        "senses": Field(SENSES, "ranges of special senses"),
        "resist": Field(Defences("damage type", ()), "damage types; bludgeoning from nonmagical attacks"),
        "vulnerable": Field(ListOf(Choice("damage type", DAMAGE_TYPES)), "damage types"),
        "immune": Field(Defences("damage type or condition", CONDITIONS), "damage and conditions"),
        "traits": Field(ListOf(TRAIT), "SRD traits by name"),
        "attacks": Field(MapOf("attack", ATTACK), "attacks by name"),
        "attacks_per_action": Field(Integer(1, 9), "Extra Attack"),
        "multiattack": Field(_MULTIATTACK, "the monster's Multiattack"),
        "unarmed": Field(Boolean(), "false: no unarmed strike"),
        "potions": Field(MapOf("potion", _FEW, POTION_NAMES), "potions it carries: {healing: 2}"),
        "healers_kit": Field(_FEW, "uses of a healer's kit: each stabilises without a check"),
        "spell_dc": Field(
            Integer(1, 40), "DC of saves against its spells; usually 8, proficiency and its best of mind"
        ),
        "spells": Field(
            SPELLS, "what it casts: {dc: 15, attack: 7, at_will: [fire bolt], slots: {1: 4}, prepared: [bless]}"
        ),
        "hands": Field(_NAMES, "what it holds: attacks by name, shield, torch ..."),
        "actions": Field(
            MapOf("action", ACTION), "actions that are no attack: breath weapons, healing, reactions, legendary actions"
        ),
        "swallows": Field(GULLET, "what befalls those whom it has swallowed; `fail: swallowed` swallows them"),
        "legendary": Field(Integer(0, 9), "legendary actions a round; 3 where the block has any and does not say"),
        "legendary_resistance": Field(Integer(0, 9), "failed saves that it may turn into successes"),
        **SPECIAL_FIELDS,
    },
    {
        "armor": "did you mean `armour`, or `ac`?",
        "armor_class": "did you mean `ac`?",
        "armour_class": "did you mean `ac`?",
        "hitpoints": "did you mean `hp`?",
        "hit_points": "did you mean `hp`?",
        "name": "the name is the key above: `goblin: {ac: 15}`",
    },
)

# ------------------------------------------------------------------------------------------------------------- state

_HP: Final = re.compile(r"(\d{1,6})(?: ?(?:of|/) ?(\d{1,6}))?", re.ASCII)


def _current_hp(node: Node, reading: Reading, kind: Custom) -> Any:
    """(hit points, maximum or None)."""
    found = _HP.fullmatch(folded(node.text)) if isinstance(node, Scalar) else None
    if found is None:
        return kind.wrong(node, reading)
    now, most = int(found.group(1)), int(found.group(2)) if found.group(2) else None
    if most is not None and not now <= most <= 100_000:
        return reading.error(node.place, "bad-value", f"{now} is more than {most}", "write 17 of 24")
    if most == 0:
        return reading.error(node.place, "bad-value", "a maximum of 0 hit points", "at least 1")
    return (now, most)


def _state_condition(node: Node, reading: Reading, kind: Custom) -> Any:
    if not isinstance(node, Scalar) or not node.text.strip():
        return kind.wrong(node, reading)
    phrase = read_condition(node.text, node.place, reading, ("stable", *marks_of(reading.ruleset)))
    if isinstance(phrase, Phrase) and phrase.source is None and phrase.name in NEED_SOURCE:
        word = "of" if phrase.name == "frightened" else "by"
        hint = f"write {phrase.name} {word} NAME"
        return reading.error(node.place, "bad-value", f"`{phrase.name}` does not say by whom", hint)
    return phrase


def _check_helped(node: Node, reading: Reading, kind: Custom) -> Any:
    if not isinstance(node, Scalar) or not node.text.strip():
        return kind.wrong(node, reading)
    word = folded(node.text).removesuffix(" check")
    if word not in SKILLS and word not in ABILITIES:
        return reading.error(
            node.place, "unknown-name", f"`{word}` is no check", suggestion(word, [*SKILLS, *ABILITIES])
        )
    return word


_HELPED: Final = Record(
    "help",
    {
        "by": Field(NAME, "who helps", required=True),
        "against": Field(NAME, "the enemy whose defence is distracted"),
        "check": Field(Custom("a skill or an ability", _check_helped, {"type": "string"}), "the check that is helped"),
    },
)
READIED: Final = Record(
    "what is readied",
    {
        "action": Field(NAME, "an attack of its own, or move", required=True),
        "when": Field(Choice("trigger", TRIGGERS), "what it waits for", required=True),
        "target": Field(NAME, "whom the trigger speaks of; without it any enemy"),
        "to": Field(Square(), "of a move: the square it goes to, as far as its Speed allows"),
    },
)
STATE_CONDITION: Final = Custom("a condition such as prone or grappled by NAME", _state_condition, {"type": "string"})
STATE: Final = Record(
    "a state",
    {
        "hp": Field(
            Custom("hit points such as 17 or 17 of 24", _current_hp, {"type": ["integer", "string"]}), "17 of 24"
        ),
        "temp_hp": Field(_FEW, "temporary hit points"),
        "conditions": Field(
            ListOf(STATE_CONDITION),
            "conditions in force, with their source and rounds",
        ),
        "hidden": Field(
            Either(
                Integer(0, 60),
                Record(
                    "hidden",
                    {
                        "total": Field(Integer(0, 60), "the Stealth total", required=True),
                        "from": Field(_NAMES, "those enemies"),
                    },
                ),
            ),
            "the Stealth total, from every enemy or from some",
        ),
        "surprised": Field(Boolean(), "it did not see the fight coming"),
        "dodging": Field(Boolean(), "the Dodge of an earlier turn is in force"),
        "disengaged": Field(Boolean(), "it may move without provoking"),
        "helped": Field(ListOf(_HELPED, or_one=True), "help in force: {by: NAME, against: NAME}"),
        "readied": Field(READIED, "an action held back: {action: shortbow, when: enemy in range}"),
        "concentrating": Field(CONCENTRATING, "the spell it holds, and whom it is on: bless on Ada and Bram"),
        "reaction": Field(Choice("reaction", ("used",)), "its reaction is spent until its turn"),
        "death_saves": Field(
            Record(
                "death saves",
                {
                    "successes": Field(Integer(0, 2), "made so far"),
                    "failures": Field(Integer(0, 2), "made so far"),
                },
            ),
            "of a character at 0 HP",
        ),
        "mounted": Field(NAME, "what it rides: an ally a size larger, whose space it shares"),
        "mount": Field(
            Choice("kind of mount", ("controlled", "independent")),
            "usually controlled: it goes where its rider wants; an independent one has a turn and a will of its own",
        ),
        "altitude": Field(Length(), "how high it is above the ground under it: 30 ft"),
        "carries": Field(ListOf(CARRIED, or_one=True), "lights it carries: lit torch, hooded lantern ..."),
        "squeezing": Field(Boolean(), "in a space for one size smaller, whose footprint a big creature then has"),
        "hands": Field(_NAMES, "what it holds: attacks by name, shield, torch ..."),
        "ammunition": Field(MapOf("ammunition", _FEW), "shots left, by attack or kind: {arrows: 12}"),
        "inspiration": Field(Boolean(), "it has inspiration to spend"),
        "used": Field(
            Record(
                "what is used",
                {
                    "action": Field(Boolean(), "the action of its first turn"),
                    "bonus": Field(Boolean(), "the bonus action of its first turn"),
                    "loading": Field(_NAMES, "weapons with the loading property that were shot this turn"),
                    "recharge": Field(_NAMES, "actions that are not recharged: [breath]"),
                    "actions": Field(MapOf("action", _FEW), "uses that are gone of actions that have some: {roar: 1}"),
                    "slots": Field(MapOf("level", _FEW, LEVELS_OF_SLOTS), "spell slots that are gone: {1: 2}"),
                },
            ),
            "what is spent of its first turn",
        ),
    },
)

# ----------------------------------------------------------------------------------------------------- combatants


class _Targets(Kind):
    """nearest, weakest, strongest, or a list of names."""

    wanted = "nearest, weakest, strongest or a list of names"

    def read(self, node: Node, reading: Reading) -> Any:
        kind: Kind = ListOf(NAME, least=1) if isinstance(node, Sequence) else Choice("order of targets", PREFERENCES)
        return kind.read(node, reading)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [{"enum": list(PREFERENCES)}, ListOf(NAME, least=1).schema()]}


class _Tactic(Choice):
    """A built-in tactic, or a class of one's own; whether that may be loaded is for the loader to say."""

    def read(self, node: Node, reading: Reading) -> Any:
        if isinstance(node, Scalar) and is_code(node.text):
            if CODE_NAME.fullmatch(node.text.strip()):
                return Word(node.text.strip(), node.place)
            message = f"`{node.text[:60]}` names no Python class"
            return reading.error(node.place, "bad-value", message, "write module:Class, such as wolves:PackHunter")
        return super().read(node, reading)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [super().schema(), {"type": "string", "pattern": f"^{CODE_NAME.pattern}$"}]}


def _letter(node: Node, reading: Reading, kind: Custom) -> Any:
    text = unicodedata.normalize("NFC", node.text.strip()) if isinstance(node, Scalar) else ""
    return Word(text, node.place) if len(text) == 1 else kind.wrong(node, reading)


def _hero(node: Node, reading: Reading, kind: Custom) -> Any:
    """A class and a level as a Word, in the form `fighter 5`."""
    from encounter.heroes.building import parse

    if not isinstance(node, Scalar) or not node.text.strip():
        return kind.wrong(node, reading)
    try:
        name, level = parse(node.text)
    except ValueError as error:
        message, _, hint = str(error).partition("|")
        return reading.error(node.place, "unknown-name", message, hint)
    return Word(f"{name} {level}", node.place)


HERO: Final = Custom("a class and a level such as fighter 5", _hero, {"type": "string"})
CHANGES: Final = Record(
    "what is different about a hero",
    {
        "weapon": Field(NAME, "the weapon in hand, by its SRD name"),
        **{key: field for key, field in CREATURE.fields.items() if key != "like"},
    },
    CREATURE.hints,
)
ENTRY: Final = Record(
    "a combatant",
    {
        "creature": Field(NAME, "a creature of `creatures:`, of an included file or of the bestiary"),
        "hero": Field(HERO, "a typical hero of a class and level: fighter 5"),
        "with": Field(CHANGES, "what is different about the hero: {ac: 18, weapon: glaive}"),
        "name": Field(NAME, "its own name"),
        "count": Field(Integer(1, MAX_COMBATANTS), "how many of them"),
        "letter": Field(
            Custom("a single letter", _letter, {"type": ["string", "integer"], "maxLength": 1}), "its letter on the map"
        ),
        "at": Field(ListOf(Square(), or_one=True, least=1), "its square, or a list, one a member"),
        "arrives": Field(ROUND, "round 2"),
        "tactic": Field(_Tactic("tactic", TACTICS), "how it fights; module:Class with --allow-code"),
        "targets": Field(_Targets(), "whom it prefers"),
        "roll_initiative": Field(_BONUS, "its initiative total, not rolled"),
        "state": Field(STATE, "what holds when the fight starts"),
    },
    {"hp": "hit points belong to the creature, or to `state: {hp: 17 of 24}`", "position": "did you mean `at`?"},
)


def _called(node: Node) -> list[str]:
    """The name of a combatant as the beginning of a path: its own, else that of its creature."""
    for key in ("name", "creature", "hero"):
        called = node.get(key) if isinstance(node, Mapping) else None
        text = " ".join(called.text.split()) if isinstance(called, Scalar) else ""
        if text and len(text) <= MAX_NAME:
            return [text if key == "name" else text[0].upper() + text[1:]]
    return []


class _Entry(Kind):
    """A combatant; a bare name is a frequent slip."""

    wanted = "a combatant {creature: NAME, letter: A}"

    def read(self, node: Node, reading: Reading) -> Any:
        if isinstance(node, Scalar):
            name = node.text.strip() or "NAME"
            return self.wrong(node, reading, f"write {{creature: {name}, letter: A}}")
        outer = reading.path
        reading.path = _called(node) or list(outer)
        values = ENTRY.read(node, reading)
        reading.path = outer
        if values is BAD:
            return values
        if not {"creature", "hero"} & ({*values} | values.bad):
            hint = "write {creature: NAME, letter: A} or {hero: fighter 5, letter: A}"
            reading.error(node.place, "missing-key", "a combatant needs `creature` or `hero`", hint)
        elif "creature" in values and "hero" in values:
            message = "a combatant is a `creature` or a `hero`, not both"
            reading.error(values.at("hero"), "bad-value", message, "leave one of them out")
        elif "with" in values and "hero" not in ({*values} | values.bad):
            hint = "write a creature of your own: `like: goblin` and what is different"
            reading.error(values.at("with"), "bad-value", "`with` changes a `hero`", hint)
        return values

    def schema(self) -> dict[str, Any]:
        return {**ENTRY.schema(), "type": "object", "anyOf": [{"required": ["creature"]}, {"required": ["hero"]}]}


# -------------------------------------------------------------------------------------------------- the whole file


class _OnlyFalse(Boolean):
    """A switch whose feature is not simulated yet: it may be written, and be off."""

    def __init__(self, what: str) -> None:
        self.what = what

    def read(self, node: Node, reading: Reading) -> Any:
        read = super().read(node, reading)
        return reading.not_yet(node.place, self.what) if read is True else read

    def schema(self) -> dict[str, Any]:
        return {"enum": [False, "no"]}


OPTIONS: Final = Record(
    "the options",
    {
        "diagonals": Field(
            Choice("way to count diagonals", ("5-5-5", "5-10-5")),
            "feet of the first, second ... diagonal; usually 5-5-5",
        ),
        "ties": Field(
            Choice("way to settle ties", ("roll-off", "reroll", "modifier")),
            "of initiative: a plain d20 (usual), the whole roll again, or the modifier and then a d20",
        ),
        "group_initiative": Field(Boolean(), "the members of an entry share one initiative roll; usually true"),
        "flanking": Field(Boolean(), "allies on opposite sides of an enemy have advantage in melee; usually false"),
        "monster_hp": Field(
            Choice("way to set hit points", ("average", "rolled")), "where a block has dice; usually average"
        ),
        "round_limit": Field(Integer(1, 10_000), "rounds after which a fight is undecided; usually 100"),
        "fallen": Field(
            Choice("treatment of the fallen", ("ignore", "opportunist", "finish")),
            "what enemies do to whoever lies at 0 HP: leave them (usual), strike when nothing better offers, or kill",
        ),
        "invisible_needs_unseen": Field(Boolean(), "whether Invisible helps only against who cannot see it"),
        "running_water": Field(Boolean(), "the water of the map is a stream: running water, which some cannot bear"),
        "bodies_cover": Field(_OnlyFalse("`bodies_cover`"), "whether the dead give cover"),
        "knock_out": Field(
            ListOf(NAME, or_one=True), "sides and combatants that knock out instead of killing, in melee"
        ),
    },
)


def _line(node: Node, reading: Reading, kind: Custom) -> Any:
    """Two points of the grid as (x1, y1, x2, y2), on a line along the grid."""
    if not isinstance(node, Sequence) or len(node.items) != 4:
        return kind.wrong(node, reading, "write [2, 0, 2, 5]: from (2, 0) to (2, 5), between columns B and C")
    read = [Integer(0, MAX_EDGE).read(item, reading) for item in node.items]
    if any(number is BAD for number in read):
        return BAD
    x1, y1, x2, y2 = read
    if (x1 == x2) == (y1 == y2):
        message = f"({x1}, {y1}) to ({x2}, {y2}) is no line along the grid"
        return reading.error(node.place, "bad-value", message, "keep x or y and change the other: [2, 0, 2, 5]")
    return (x1, y1, x2, y2)


LINE: Final = Custom(
    "a line [x1, y1, x2, y2] along the grid",
    _line,
    {"type": "array", "minItems": 4, "maxItems": 4, "items": {"type": "integer", "minimum": 0, "maximum": MAX_EDGE}},
)


def _doorway(node: Node, reading: Reading, kind: Custom) -> Any:
    """A door by its square (x, y) or its line (x1, y1, x2, y2)."""
    return (LINE if isinstance(node, Sequence) else Square()).read(node, reading)


DOORWAY: Final = Custom(
    "the square of a door such as C7, or its line [x1, y1, x2, y2]",
    _doorway,
    {"anyOf": [Square().schema(), LINE.schema()]},
)
EDGE: Final = Record(
    "an edge",
    {
        "kind": Field(Choice("edge", tuple(EDGE_NAMES)), "what stands there", required=True),
        "line": Field(
            LINE, "where, in lines of the grid: [2, 0, 2, 5] is between columns B and C, rows 1 to 5", required=True
        ),
    },
)
ELEVATION: Final = Record(
    "ground of some height",
    {
        "from": Field(Square(), "one corner", required=True),
        "to": Field(Square(), "the opposite corner; without it, the one square"),
        "height": Field(Height(), "how high its ground is: 15 ft; a pit's is less than 0: -20 ft", required=True),
    },
    {"altitude": "did you mean `height`?", "elevation": "did you mean `height`?"},
)
RULING: Final = Record(
    "a ruling",
    {
        "give": Field(GIVE, "advantage, disadvantage, -2, re-roll +1", required=True),
        "roll": Field(ROLL, "attack, check, save, stealth check, dex save ..."),
        "by": Field(NAME, "who rolls: a combatant, a creature or a side"),
        "against": Field(NAME, "against whom"),
        "because": Field(Text(), "the reason shown"),
    },
)


_DAMAGE_TYPES: Final = ListOf(Choice("damage type", DAMAGE_TYPES))
_SKILL: Final = Choice("skill", tuple(SKILLS))
OBJECT: Final = Record(
    "an object",
    {
        "name": Field(NAME, "what it is called", required=True),
        "at": Field(Square(), "its square; not needed with `opens`"),
        "ac": Field(Integer(1, 60), "armour class", required=True),
        "hp": Field(Integer(1, 100_000), "hit points", required=True),
        "threshold": Field(_FEW, "a blow of less damage does nothing to it"),
        "resist": Field(_DAMAGE_TYPES, "damage types"),
        "vulnerable": Field(_DAMAGE_TYPES, "damage types"),
        "immune": Field(_DAMAGE_TYPES, "damage types beside poison and psychic"),
        "opens": Field(DOORWAY, "the door or window that it is, which breaks open with it: its square or its line"),
    },
)
TASK: Final = Record(
    "a task",
    {
        "name": Field(NAME, "what is to be done", required=True),
        "dc": Field(Integer(1, 60), "the difficulty", required=True),
        "skill": Field(_SKILL, "the skill of the check"),
        "ability": Field(Choice("ability", ABILITIES), "the ability, where it is not the skill's own"),
        "at": Field(Square(), "where: it is tried within 5 ft of this square"),
        "by": Field(_NAMES, "who may try; usually everybody"),
        "ends": Field(Choice("condition", CONDITIONS), "a condition of whoever tries that a success ends"),
        "needs": Field(Choice("sense", ("sight", "hearing")), "without this sense the check fails"),
        "opens": Field(DOORWAY, "the door or window that a success opens: its square or its line"),
    },
)
CONTEST: Final = Record(
    "a contest",
    {
        "name": Field(NAME, "what it is called", required=True),
        "skill": Field(_SKILL, "the skill of whoever begins it", required=True),
        "ability": Field(Choice("ability", ABILITIES), "its ability, where that is not the skill's own"),
        "against": Field(ListOf(_SKILL, or_one=True, least=1), "the skills the other may answer with", required=True),
        "range": Field(Length(), "how far it reaches; usually 5 ft"),
        "by": Field(_NAMES, "who may begin it; usually everybody"),
        "win": Field(ListOf(CONSEQUENCE, or_one=True, least=1), "what winning brings on the other", required=True),
    },
)


class MapRows(Kind):
    """The rows of a drawn map: Words, each with its place."""

    wanted = "a map drawn under `map: |`"

    def read(self, node: Node, reading: Reading) -> Any:
        if not isinstance(node, Scalar) or node.block == ">" or (node.plain and node.text.strip()):
            return self.wrong(node, reading, "write `map: |` and the rows below, indented")
        if not node.text.strip():
            return self.wrong(node, reading, "draw at least one row: `.` is floor, `#` a wall")
        return self._rows(node)

    def _rows(self, node: Scalar) -> list[Word]:
        place = type(node.place)
        if node.block != "|":
            return [Word(row.rstrip(), node.place) for row in node.text.strip("\n").split("\n")]
        source = node.place.source
        rows: list[Word] = []
        lines: list[int] = []
        for number in range(node.place.line + 1, len(source.lines)):
            line = source.line(number)
            if line.strip() and not line[0].isspace():
                break
            if line.strip():
                lines.append(number)
        indent = min((len(source.line(n)) - len(source.line(n).lstrip()) for n in lines), default=0)
        for number in range(lines[0], lines[-1] + 1) if lines else ():
            row = source.line(number)
            rows.append(Word(row[indent:].rstrip(), place(source, number, min(indent, len(row)))))
        return rows

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "minLength": 1}


MAP_FILE: Final = Record(
    "a map from a file",
    {
        "file": Field(
            Text("a file name"),
            "a Universal VTT map (.dd2vtt, .uvtt, .df2vtt) or one made with Tiled (.tmj, .tmx), beside this file",
            required=True,
        ),
        "rows": Field(MapRows(), "rows of the same size, drawn over the map: letters, terrain; `.` leaves it as it is"),
    },
)


class _Creatures(MapOf):
    """The stat blocks; in what is said of them a path begins with the creature's name."""

    def __init__(self) -> None:
        super().__init__("creature", CREATURE)

    def read(self, node: Node, reading: Reading) -> Any:
        outer = reading.path
        reading.path = []
        values = super().read(node, reading)
        reading.path = outer
        return values


_TERRAINS: Final = tuple(TERRAIN_NAMES)
CRATES: Final = {"crates": "furniture"}


class _Legend(Kind):
    """Terrain name: glyph."""

    wanted = "a mapping of terrain names to glyphs"

    def read(self, node: Node, reading: Reading) -> Any:
        glyph = Custom("a single sign", _letter, {})
        values = MapOf("terrain", glyph).read(node, reading)
        if values is BAD:
            return BAD
        made: list[tuple[str, Word]] = []
        choice = Choice("terrain", _TERRAINS, tuple(sorted(NOT_SIMULATED_TERRAIN)), CRATES)
        for name, sign in values.items():
            terrain = choice.read(Scalar(name.place, str(name)), reading)
            if terrain is not BAD:
                made.append((str(terrain), sign))
        return made

    def schema(self) -> dict[str, Any]:
        names = [*_TERRAINS, *CRATES]
        return {
            "type": ["object", "null"],
            "propertyNames": {"enum": names},
            "additionalProperties": {"type": "string"},
        }


SCENARIO: Final = Record(
    "a scenario",
    {
        "title": Field(Text("a title"), "what the fight is called; without one, the file's name"),
        "rules": Field(Choice("ruleset", RULESETS), "without it srd-5.2; --rules wins"),
        "units": Field(Choice("unit of length", UNITS), "the unit of bare numbers"),
        "include": Field(
            ListOf(Text("a file name")), "files with a `creatures:` section, beside this one or in a folder there"
        ),
        "options": Field(OPTIONS, "house rules and settings"),
        "light": Field(Choice("level of light", LEVELS), "the light everywhere; usually bright, which is no sunlight"),
        "map": Field(Either(MapRows(), MAP_FILE), "the map, a row a line; or {file: cave.dd2vtt}", required=True),
        "legend": Field(_Legend(), "terrain name: glyph, for what has none"),
        "lights": Field(ListOf(LIGHT), "sources of light on squares"),
        "edges": Field(ListOf(EDGE), "walls, doors and windows on the lines between squares"),
        "hazards": Field(ListOf(HAZARD), "what kinds of ground do to whoever enters them or starts a turn there"),
        "zones": Field(
            ListOf(ZONE), "fog, foliage, smoke, darkness, wind, silence, light on some squares or around somebody"
        ),
        "elevation": Field(ListOf(ELEVATION), "rectangles of ground that is higher or lower; a later one replaces"),
        "creatures": Field(_Creatures(), "stat blocks by name"),
        "sides": Field(MapOf("side", ListOf(_Entry())), "who fights: two sides or more", required=True),
        "neutral": Field(_NAMES, "sides hostile to nobody"),
        "order": Field(_NAMES, "the order of initiative, everybody once"),
        "rulings": Field(ListOf(RULING), "what the GM grants"),
        "objects": Field(ListOf(OBJECT), "objects that can be struck"),
        "tasks": Field(ListOf(TASK), "checks against a fixed difficulty, tried as an action"),
        "contests": Field(ListOf(CONTEST), "contests of the scenario's own, begun as an action"),
    },
    {"terrain": "draw the map under `map: |`", "monsters": "did you mean `creatures`?"},
)
INCLUDED: Final = Record(
    "an included file",
    {
        "title": Field(Text("a title"), "what the file is called"),
        "units": Field(Choice("unit of length", UNITS), "the unit of its bare numbers"),
        "include": Field(ListOf(Text("a file name")), "files that it needs itself"),
        "creatures": Field(_Creatures(), "stat blocks by name"),
    },
)
__all__ = ["ATTACK", "CREATURE", "ENTRY", "INCLUDED", "OPTIONS", "SAVE", "SCENARIO", "STATE"]
