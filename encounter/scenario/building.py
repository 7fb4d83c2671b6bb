"""Stat blocks: what `like` brings in, what is not written, and the frozen Creature that comes out."""

from collections.abc import Iterable, Iterator, Sequence
from math import prod
from typing import Any, Final

from attrs import Factory, define
from cattrs import Converter
from cattrs.gen import make_dict_structure_fn

from encounter.engine.creature import Action, Attack, Charge, Creature, Damage, Senses, SkillKind, Speeds
from encounter.engine.dice import parse_formula
from encounter.engine.effect import ABILITIES, STR
from encounter.engine.rules.editions import RULESETS
from encounter.scenario import traits
from encounter.scenario.actions import action_of, combined, left_out, named
from encounter.scenario.armour import armour_class
from encounter.scenario.beasts import Shelf
from encounter.scenario.casting import Casting, casting_of
from encounter.scenario.champions import champion
from encounter.scenario.gullets import gullet_of
from encounter.scenario.model import Helped, Options
from encounter.scenario.source import Place, folded, nearest, suggestion
from encounter.scenario.specials import EFFECT_FIELDS, SPECIAL_FIELDS, specials_of
from encounter.scenario.values import BAD, MOST_ATTACK, Reading, Values, Word


def _converter() -> Converter:
    """Structures checked values into records; a key that a record does not have is a bug, not the author's error."""
    made = Converter(forbid_extra_keys=True)
    for record in (Options, Helped):  # the engine's own records have no annotations once compiled
        made.register_structure_hook(record, make_dict_structure_fn(record, made, _cattrs_forbid_extra_keys=True))
    return made


CONVERTER: Final = _converter()
READ_APART: Final = (  # keys of an attack that are no field of the record by themselves
    *("range", "mastery", "reach", "total", "hit"),
    *(*EFFECT_FIELDS, *SPECIAL_FIELDS),
)
UNARMED_STRIKE: Final = "unarmed strike"
LIGHTS: Final = ("torch", "candle", "lamp", "lantern", "hooded lantern", "bullseye lantern")
WEAPONS: Final = (  # of the SRD: whoever has no attack with one may hold it all the same
    *("club", "dagger", "greatclub", "handaxe", "javelin", "light hammer", "mace", "quarterstaff", "sickle", "spear"),
    *("light crossbow", "dart", "shortbow", "sling", "battleaxe", "flail", "glaive", "greataxe", "greatsword"),
    *("halberd", "lance", "longsword", "maul", "morningstar", "pike", "rapier", "scimitar", "shortsword", "trident"),
    *("war pick", "warhammer", "whip", "blowgun", "hand crossbow", "heavy crossbow", "longbow", "musket", "pistol"),
)
HELD: Final = (  # what hands may hold beside what the creature attacks with
    *WEAPONS,
    *("shield", "bouclier", "scudo", "escudo"),
    *(prefix + light for light in LIGHTS for prefix in ("", "lit ")),
    *("arcane focus", "component pouch", "druidic focus", "holy symbol", "instrument", "orb", "rod", "staff", "wand"),
    *("ammunition", "bag", "book", "bottle", "chest", "crate", "flask", "item", "key", "potion", "rope", "sack"),
    *("healer's kit", "net", "pole", "scroll", "tool", "tools", "unconscious ally", "weapon"),
)
WORN: Final = ("armour", "shield", "ac_from")  # what AC is worked out from when it is not written
USUAL_LEGENDARY: Final = 3  # legendary actions a round of a creature that has any
MOST_CHOICES: Final = 64  # combinations of one Multiattack
MOST_ACTIONS: Final = 30  # of one creature
MASTERY: Final = "weapon mastery"  # the trait without which a weapon's mastery is of no use


@define
class Scope:
    """The creatures of one file: its own, then those of the files it includes, then those of the bestiary."""

    own: dict[str, tuple[Word, Values]] = Factory(dict)
    included: list["Scope"] = Factory(list)
    incomplete: bool = False  # a file it includes could not be read
    shelf: Shelf | None = None  # the bestiary

    def find(self, name: str, skip: Values | None = None) -> "tuple[Scope, Word, Values] | None":
        """A creature by name, with the scope it was found in; `skip` is a block that may not find itself."""
        found = self._in_files(name, skip)
        if found is None and self.shelf is not None and self.knows_all():
            beast = self.shelf.find(name)
            return None if beast is None else (self, *beast)
        return found

    def _in_files(self, name: str, skip: Values | None) -> "tuple[Scope, Word, Values] | None":
        here = self.own.get(folded(name))
        if here is not None and here[1] is not skip:
            return self, here[0], here[1]
        for scope in self.included:
            found = scope._in_files(name, skip)
            if found is not None:
                return found
        return None

    def knows_all(self) -> bool:
        """Whether everything that could be found here has been read."""
        return not self.incomplete and all(scope.knows_all() for scope in self.included)

    def names(self) -> Iterator[str]:
        """Every name that can be found here, each once, those of the bestiary last, as far as anybody asks."""
        seen: set[str] = set()
        for name in self._all_names():
            if name not in seen:
                seen.add(name)
                yield name

    def _all_names(self) -> Iterator[str]:
        yield from self._names_in_files()
        if self.shelf is not None:
            yield from self.shelf.names()

    def _names_in_files(self) -> Iterator[str]:
        for word, _ in self.own.values():
            yield str(word)
        for scope in self.included:
            yield from scope._names_in_files()


class Builder:
    """Builds creatures once each; what is wrong with a block is noted once."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self._built: dict[int, Creature | None] = {}
        self._merged: dict[int, Values | None] = {}
        self._heroes: list[Values] = []
        self.left_out: dict[int, list[str]] = {}  # by id(creature): what of it is not simulated
        self.challenge: dict[int, str] = {}  # by id(creature): its challenge rating, "" where none is written
        self.level: dict[int, int] = {}  # by id(creature): its level, 0 where none is written

    def creature(self, scope: Scope, name: Word, values: Values) -> Creature | None:
        """The stat block of a creature, None when something is wrong with it."""
        key = id(values)
        if key not in self._built:
            merged = self._merge(scope, values, [])
            if merged is not None and "hands" in values:  # what `like` brings in is checked where it is written
                self._check_hands(merged)
            made = None if merged is None else self._build(name, merged)
            self._built[key] = made
            if made is not None and merged is not None and scope.shelf is not None:
                self.left_out[id(made)] += scope.shelf.left_out.get(id(merged), [])
        return self._built[key]

    def hero(self, called: Word, hero: Word, changes: Values | None) -> Creature | None:
        """The stat block of a hero of a class and level; None when something is wrong with what is changed."""
        made = champion(hero, changes, self.reading, _over)
        if made is None:
            return None
        values, left = made
        if changes is not None and "hands" in changes:
            self._check_hands(values)
        creature = self._build(called, values)
        if creature is not None:
            self.left_out[id(creature)] += left
            self._heroes.append(values)  # it is known by its identity, which must stay its own
        return creature

    def _merge(self, scope: Scope, values: Values, above: list[Values]) -> Values | None:
        """The block with what `like` brings in; None when that cannot be found."""
        if id(values) in self._merged:
            return self._merged[id(values)]
        like = values.get("like")
        merged: Values | None = values
        if like is not None:
            found = scope.find(like, values)
            if found is None and scope.own.get(folded(like), (None, None))[1] is values:
                message = f"`{like}` cannot be like itself"
                self.reading.error(like.place, "like-cycle", message, "name another creature, or leave `like` out")
                merged = None
            elif found is None:
                names = (name for name in scope.names() if scope.own.get(folded(name), (None, None))[1] is not values)
                message = f"there is no creature `{like}` to be like"
                if scope.knows_all():
                    self.reading.error(like.place, "unknown-name", message, suggestion(like, names, "creature"))
                merged = None
            elif any(found[2] is block for block in [*above, values]):
                message = f"`like: {like}` leads back to itself"
                self.reading.error(like.place, "like-cycle", message, "write one of the blocks out")
                merged = None
            else:
                base = self._merge(found[0], found[2], [*above, values])
                merged = None if base is None else _over(base, values)
                if base is not None and merged is not None and scope.shelf is not None:
                    scope.shelf.left_out[id(merged)] = scope.shelf.left_out.get(id(base), [])
        elif "like" in values.bad:
            merged = None
        self._merged[id(values)] = merged
        return merged

    def _build(self, name: Word, values: Values) -> Creature | None:
        missing = [key for key in ("ac", "hp") if key not in values and key not in values.bad]
        if set(WORN) & (set(values) | values.bad) and "ac" in missing:
            missing.remove("ac")
        for key in missing:
            hint = "write `ac: 15`" if key == "ac" else "write `hp: 7`"
            self.reading.error(name.place, "missing-key", f"the creature `{name}` has no `{key}`", hint)
        for place, rerolls in self._astray(values):
            hint = "write {n: 1, sign: positive, roll: stealth check}"
            self.reading.error(place, "missing-key", f"a re-roll {rerolls}", hint)
        scores = tuple(values.get("abilities", {}).get(ability, 10) for ability in ABILITIES)
        modifiers = [(score - 10) // 2 for score in scores]
        written = values.get("saves", {})
        known = self._has_mastery(values.get("traits", ()))
        attacks = self._attacks(values.get("attacks"), known, modifiers[STR])
        actions = None if "attacks" in values.bad else self._actions(values)
        casting = casting_of(values, modifiers, self.reading.ruleset)
        multiattack = self._multiattack(values, casting)
        if missing or values.bad or len(attacks) < len(values.get("attacks", {})):
            return None
        if multiattack is None or actions is None:
            return None
        gullet = self._gullet(name, values, attacks, actions)
        if gullet is BAD:
            return None
        if casting is not None:
            taken = {*(folded(one.name) for one in attacks), *(folded(one.name) for one in actions)}
            kept = [action for action in casting.actions if folded(action.name) not in taken]
            used = {name for action in kept for way in action.attacks for name in way}
            attacks += [attack for attack in casting.attacks if attack.name in used]
            actions = (*actions, *kept)
        has_legendary = any(action.cost == "legendary" for action in actions)
        speed = values.get("speed", 30)
        made = Creature(
            name=str(name),
            ac=values["ac"] if "ac" in values else self._armour_class(values, modifiers),
            armour=values.get("armour", ""),
            has_shield=values.get("shield", False),
            untrained=frozenset(map(str, values.get("untrained", ()))),
            hp=values["hp"],
            kind=str(values.get("kind", "monster")),
            types=values.get("type", ("humanoid",) if values.get("kind") == "character" else ()),
            size=str(values.get("size", "medium")),
            speeds=Speeds(walk=speed) if isinstance(speed, int) else Speeds(**{"walk": 30, **speed}),
            abilities=scores,
            proficiency=values.get("proficiency", 2),
            saves=tuple(written.get(a, modifiers[i]) for i, a in enumerate(ABILITIES)),
            skills={str(skill): _total(told) for skill, told in values.get("skills", {}).items()},
            skill_kinds={
                str(skill): _skill_kind(told)
                for skill, told in values.get("skills", {}).items()
                if isinstance(told, Values)
            },
            specials=specials_of(values),
            tools=frozenset(folded(tool) for tool in values.get("tools", ())),
            rerolls=tuple(values.get("rerolls", ())),
            initiative=values.get("initiative", modifiers[1]),
            senses=Senses(**values.get("senses", {})),
            resist=frozenset(map(str, values.get("resist", ()))),
            vulnerable=frozenset(map(str, values.get("vulnerable", ()))),
            immune=frozenset(map(str, values.get("immune", ()))),
            traits=tuple(values.get("traits", ())),
            attacks=tuple(attacks),
            attacks_per_action=values.get("attacks_per_action", 1),
            multiattack=multiattack,
            actions=actions,
            slots=() if casting is None else casting.caster.slots,
            legendary=values.get("legendary", USUAL_LEGENDARY if has_legendary else 0),
            gullet=gullet,
            legendary_resistance=values.get("legendary_resistance", 0),
            hands=tuple(map(str, values.get("hands", ()))),
            has_unarmed_strike=values.get("unarmed", True),
            potions={str(name): number for name, number in values.get("potions", {}).items()},
            healers_kit=values.get("healers_kit", 0),
            spell_dc=values.get("spell_dc", None if casting is None else casting.caster.dc),
            ignores=frozenset(map(str, values.get("ignores", ()))),
        )
        self.left_out[id(made)] = self._not_simulated(made, values)
        if casting is not None:
            self.left_out[id(made)] += casting.left
        self.challenge[id(made)] = str(values.get("cr", ""))
        self.level[id(made)] = values.get("level", 0)
        return made

    def _astray(self, values: Values) -> list[tuple[Place, str]]:
        """Re-rolls that name no roll where they must, or another than the attack they stand at."""
        found = [(values.at("rerolls"), "names its rolls") for one in values.get("rerolls", ()) if not one.roll]
        for blocks, usual in ((values.get("attacks", {}), "attack"), (values.get("skills", {}), "check")):
            for block in blocks.values():
                for one in block.get("rerolls", ()) if isinstance(block, Values) else ():
                    if one.roll not in ("", usual):
                        found.append((block.at("rerolls"), f"on a {one.roll} belongs to the creature"))
        return found

    def _armour_class(self, values: Values, modifiers: list[int]) -> int:
        """AC from what is worn and known. Where an untrained shield hinders nobody, it helps nobody either."""
        shield = values.get("shield", False)
        if "shield" in values.get("untrained", ()) and not RULESETS[self.reading.ruleset].untrained_shield_hinders:
            shield = False
        worn = values.get("armour", "")
        return armour_class(worn, shield, values.get("ac_from", []), values.get("ac_bonus", 0), modifiers)

    def _has_mastery(self, own: Any) -> bool:
        """Whether the traits of a block let it use the masteries of its weapons."""
        return any(trait.name == MASTERY for trait in own) and traits.is_simulated(MASTERY, self.reading.ruleset)

    def _attacks(self, blocks: Values | None, has_mastery: bool, strength: int) -> list[Attack]:
        made: list[Attack] = []
        for name, block in (blocks or {}).items():
            keys = {key: value for key, value in block.items() if key not in READ_APART}
            if "to_hit" in block and "total" in block:
                message = f"`{name}` has both `to_hit` and `total`"
                self.reading.error(block.at("total"), "duplicate-key", message, "they mean the same; keep one")
                continue
            keys["to_hit"] = block.get("to_hit", block.get("total"))
            keys |= {"specials": specials_of(block), "rerolls": tuple(block.get("rerolls", ()))}
            if "net" in block.get("properties", ()):
                saved_against = RULESETS[self.reading.ruleset].net_is_save
                block = _with_defaults(block, {"range": (15, None) if saved_against else (5, 15)})
                keys["to_hit"] = 0 if saved_against and keys["to_hit"] is None else keys["to_hit"]
            if "improvised" in block.get("properties", ()):
                block = _improvised(block, strength)
                keys["to_hit"] = strength if keys["to_hit"] is None else keys["to_hit"]
            if keys["to_hit"] is None:
                if not {"to_hit", "total", "properties"} & block.bad:
                    message = f"the attack `{name}` has no `to_hit`"
                    self.reading.error(name.place, "missing-key", message, "write `to_hit: 4`")
                continue
            normal, long = block.get("range", (None, None))
            keys |= {"name": str(name), "range_ft": normal, "long_ft": long, "riders": tuple(block.get("hit", ()))}
            thrown = "thrown" in block.get("properties", ())
            keys["reach_ft"] = block.get("reach", 5 if normal is None or thrown else None)
            if thrown and normal is None and "range" not in block.bad:
                message = f"`{name}` is thrown but has no `range`"
                self.reading.error(name.place, "missing-key", message, "write `range: 20/60 ft`")
                continue
            keys["properties"] = frozenset(map(str, block.get("properties", ())))
            keys["damage"] = tuple(block.get("damage", ()))
            keys["versatile"] = tuple(block.get("versatile", ()))
            keys["with_advantage"] = tuple(block.get("with_advantage", ()))
            keys["at_half"] = tuple(block.get("at_half", ()))
            keys["only"] = tuple(block.get("only", ()))
            keys["advantage"] = tuple(block.get("advantage", ()))
            keys["masteries"] = frozenset(map(str, block.get("mastery", ()) if has_mastery else ()))
            for key in ("damage", "versatile", "with_advantage", "at_half"):
                self._check_amount(keys[key], block.at(key))
            if "charge" in block and not self._may_charge(block, keys["reach_ft"], blocks):
                continue
            if block.bad:
                continue
            if not {"damage", "versatile", "with_advantage", "hit", *EFFECT_FIELDS, "mastery"} & set(block) and (
                "net" not in keys["properties"]
            ):
                message = f"the attack `{name}` does nothing: it has neither damage nor anything else that a hit does"
                self.reading.problems.warn(name.place, "no-effect", message, "write `damage: 1d6+2 slashing`")
            made.append(_attack(keys))
        return made

    def _may_charge(self, block: Values, reach_ft: int | None, attacks: Values | None) -> bool:
        """Whether a charge belongs to a melee attack, and the attack that follows it is there."""
        charge: Charge = block["charge"]
        place = block.at("charge")
        if reach_ft is None:
            self.reading.error(place, "bad-value", "nobody charges with a ranged attack", "write `reach: 5 ft`")
            return False
        names = {folded(str(name)): str(name) for name in attacks or {}}
        if charge.then and charge.then not in names.values():
            hint = suggestion(charge.then, names.values(), "attack")
            self.reading.error(place, "unknown-name", f"`{charge.then}` is no attack of this creature", hint)
            return False
        return True

    def _check_amount(self, parts: Iterable[Damage], place: Place) -> None:
        """All parts of an attack's damage together are few enough dice, too."""
        if sum(part.formula.largest for part in parts) > MOST_ATTACK:
            message = f"the damage of an attack comes to {MOST_ATTACK} at most"
            self.reading.error(place, "bad-dice", message, "write fewer dice, or fewer parts")

    def _check_hands(self, values: Values) -> None:
        """Hands hold what the creature attacks with, another weapon, a shield, or what people carry."""
        if "attacks" not in values.bad:
            attacks = values.get("attacks", Values(values.place))
            for word in values.get("hands", ()):
                self.check_held(word, [*map(str, attacks), *map(str, attacks.bad)])

    def check_held(self, word: Word, attacks: list[str]) -> None:
        """Note what no hand can hold; `attacks` are the names of the creature's attacks."""
        if folded(word) not in {*map(folded, attacks), *HELD}:
            message = f"`{word}` is neither an attack of this creature nor anything to hold"
            near = nearest(word, [*attacks, *HELD])
            hint = f"did you mean `{near}`?" if near else "name an attack, a weapon, shield, torch, wand ..."
            self.reading.error(word.place, "unknown-name", message, hint)

    def _gullet(self, name: Word, values: Values, attacks: Sequence[Attack], actions: Sequence[Action]) -> Any:
        """What it swallows with, None without; BAD when that is wrong, or when it swallows and nothing says how."""
        if "swallows" in values:
            made = gullet_of(values["swallows"], {folded(one.name): one.name for one in attacks}, self.reading)
            return BAD if made is None else made
        riders = [rider for one in attacks for rider in one.riders]
        riders += [rider for one in actions for rider in (*one.fail, *one.success, *one.gives)]
        if any("swallowed" in rider.conditions for rider in riders):
            hint = "write swallows: {damage: 6d6 acid, conditions: [blinded, restrained]}"
            return self.reading.error(name.place, "missing-key", f"`{name}` swallows, and has no `swallows`", hint)
        return None

    def _multiattack(self, values: Values, casting: Casting | None) -> tuple[tuple[str, ...], ...] | None:
        """The alternatives of a Multiattack; a place that leaves a choice (`claw or breath`) makes several.

        One with a spell that is not played out is left out, as that spell is.
        """
        if {"attacks", "actions"} & values.bad:
            return ()  # which attacks and actions there are is not known
        by_form = self._attack_names(values)
        actions = values.get("actions", Values(values.place))
        by_form |= {
            folded(name): str(name) for name in (*actions, *actions.bad) if "casts" not in actions.get(name, ())
        }
        spells = {} if casting is None else casting.for_multiattack()
        by_form = {**{folded(name): name for name in spells}, **by_form}
        made: list[tuple[str, ...]] = []
        right = True
        for alternative in values.get("multiattack", ()):
            if casting is not None and any(folded(word) in casting.unplayed for word in alternative):
                continue
            places = [named(word, by_form, "attack or action", self.reading) for word in alternative]
            right = right and None not in places
            choices = [place for place in places if place is not None]
            if prod(len(place) for place in choices) > MOST_CHOICES:
                hint = "write the usual alternatives one by one: [[bite, claw], [claw, claw]]"
                self.reading.error(values.at("multiattack"), "bad-value", "too many combinations", hint)
                return None
            for way in combined(choices):
                whole = tuple(attack for name in way for attack in spells.get(name, (name,)))
                if whole not in made:
                    made.append(whole)
        return tuple(made) if right else None

    def _attack_names(self, values: Values) -> dict[str, str]:
        """The attacks of a block by folded name."""
        attacks = values.get("attacks", Values(values.place))
        by_form = {folded(name): str(name) for name in (*attacks, *attacks.bad)}
        if values.get("unarmed", True):
            by_form.setdefault(UNARMED_STRIKE, UNARMED_STRIKE)
        return by_form

    def _actions(self, values: Values) -> tuple[Action, ...] | None:
        """The actions of a block that are no attack; None when something is wrong with one."""
        blocks = values.get("actions", Values(values.place))
        attacks = self._attack_names(values)
        made: list[Action] = []
        right = not blocks.bad
        for name, block in blocks.items():
            if folded(name) in attacks:
                message = f"an attack and an action are both named `{name}`"
                self.reading.error(name.place, "duplicate-name", message, "call the action otherwise")
                right = False
                continue
            action = action_of(name, block, attacks, self.reading)
            right = right and action is not None
            made += [] if action is None or "casts" in block else [action]
        if len(made) > MOST_ACTIONS:
            self.reading.error(values.at("actions"), "bad-value", f"{len(made)} actions", f"at most {MOST_ACTIONS}")
            return None
        return tuple(made) if right else None

    def _not_simulated(self, made: Creature, values: Values) -> list[str]:
        left = [f"trait {trait.name}" for trait in made.traits if traits.is_left_out(trait.name, self.reading.ruleset)]
        left += ["burrow speed"] if made.speeds.burrow else []
        if any(trait.name == "incorporeal movement" for trait in made.traits):
            left.append("incorporeal movement: through objects and walls")
        left += [what for action in made.actions for what in left_out(action, self.reading.ruleset)]
        if made.untrained and any("spell" in attack.properties for attack in made.attacks):
            left.append("that nobody casts spells in armour without training")
        if any("net" in attack.properties for attack in made.attacks):
            left.append("that others free whoever is in a net, or destroy it")
        if not self._has_mastery(values.get("traits", ())):
            for name, block in values.get("attacks", {}).items():
                left += [f"mastery {mastery} of {name}" for mastery in block.get("mastery", ())]
        return left


def _total(told: Any) -> int:
    """The total of a skill, written alone or in a mapping."""
    return int(told["total"] if isinstance(told, Values) else told)


def _skill_kind(told: Values) -> SkillKind:
    """What a mapping says of a skill beside its total."""
    return SkillKind(
        str(told.get("kind", "secundaria")), told.get("dice"), specials_of(told), tuple(told.get("rerolls", ()))
    )


def _improvised(block: Values, strength: int) -> Values:
    """An attack with whatever lies about: 1d4, no proficiency, thrown 20/60 ft, where nothing else is written."""
    damage = [Damage(parse_formula(f"1d4{strength:+}"), "bludgeoning")]
    return _with_defaults(block, {"damage": damage, "range": (20, 60), "reach": 5})


def _with_defaults(block: Values, usual: dict[str, Any]) -> Values:
    """A block with what is usual where it says nothing."""
    made = Values(block.place)
    made.update(usual)
    made.update(block)
    return made


def _attack(keys: dict[str, Any]) -> Attack:
    """An Attack from checked values: parts that are records already pass through, the rest is structured."""
    whole = ("damage", "versatile", "with_advantage", "at_half", "riders", "properties", "only", "advantage")
    ready = {key: keys.pop(key) for key in whole}
    ready["charge"] = keys.pop("charge", None)
    return Attack(**keys, **ready)


def _over(base: Values, own: Values) -> Values:
    """A block over the one it is like: what is written replaces, ability scores one by one."""
    merged = Values(own.place)
    merged.update(base)
    merged.places.update(base.places)
    merged.update(own)
    merged.places.update(own.places)
    if "abilities" in base and "abilities" in own:
        abilities = Values(own["abilities"].place)
        abilities.update(base["abilities"])
        abilities.update(own["abilities"])
        merged["abilities"] = abilities
    if {"armour", "ac_from"} & set(own) and "ac" not in own:
        merged.pop("ac", None)  # the AC of the other block was that of what it wears
    merged.bad = (base.bad - set(own)) | own.bad
    return merged
