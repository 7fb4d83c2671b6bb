"""From spells to what a stat block does with them: for each spell and slot an action, and the attacks it makes."""

from typing import Any, Final

from attrs import evolve, frozen

from encounter.engine.creature import Action, Area, Attack, Damage, Laid, Rider
from encounter.engine.dice import Formula, Term, parse_formula
from encounter.engine.effect import ABILITIES
from encounter.engine.rules.editions import RULESETS
from encounter.engine.rules.spellbook.spell import Spell, Zone
from encounter.engine.tables import MOST_SLOT
from encounter.scenario.idle_spells import IDLE_SPELLS
from encounter.scenario.source import folded
from encounter.scenario.spell_keys import Known, known_spell
from encounter.scenario.values import Values, Word

GROWS_AT: Final = (5, 11, 17)  # the levels at which cantrips grow


@frozen
class Caster:
    """Who casts: the DC and the bonus of its spells, their ability and its modifier, its level, its slots."""

    dc: int
    attack: int
    ability: str
    modifier: int
    level: int
    slots: tuple[int, ...]


@frozen
class Cast:
    """One way to cast a spell: the level it is cast at, the slot that takes, how often a fight (-1: as one likes)."""

    spell: Spell
    at_level: int
    slot: int = 0
    uses: int = -1

    @property
    def name(self) -> str:
        """What it is called: the spell, with the level where that is higher than its own."""
        return f"{self.spell.name} at level {self.at_level}" if self.at_level > self.spell.level else self.spell.name

    @property
    def above(self) -> int:
        """How many steps above the spell's own level it is cast."""
        return (self.at_level - self.spell.level) // self.spell.more_every


class Casting:
    """The actions and attacks that the spells of a creature come to, and what of them is not played out."""

    def __init__(self, block: Values, modifiers: list[int], proficiency: int, level: int, ruleset: str) -> None:
        self.ruleset = ruleset
        best = max((3, 4, 5), key=lambda ability: modifiers[ability])
        ability = str(block.get("ability", ABILITIES[best]))
        modifier = modifiers[ABILITIES.index(ability)]
        written = block.get("slots", {})
        slots = tuple(int(written.get(str(at), 0)) for at in range(1, MOST_SLOT + 1))
        self.caster = Caster(
            dc=block.get("dc", 8 + proficiency + modifier),
            attack=block.get("attack", proficiency + modifier),
            ability=ability,
            modifier=modifier,
            level=block.get("level", level or 1),
            slots=slots,
        )
        self.actions: list[Action] = []
        self.attacks: list[Attack] = []
        self.left: list[str] = []
        self.unplayed: set[str] = set()  # spells that it has and nobody casts here, as they are written, folded
        for known in block.get("at_will", ()):
            self._cast(known, -1)
        for known in block.get("prepared", ()):
            self._prepared(known)
        for word, uses in block.get("daily", {}).items():
            found = known_spell(word, ruleset)
            if found is not None:
                self._cast(Known(found[0], found[1], word), uses)
        self.left = list(dict.fromkeys(self.left))

    def _spell(self, known: Known) -> Spell | None:
        """The record of a spell; one that nobody casts here is named as left out."""
        spell = RULESETS[self.ruleset].spell(known.name)
        if spell is None or not spell.can_be_cast:
            if known.name not in IDLE_SPELLS:
                self.left.append(f"spell {known.name}")
            self.unplayed.add(folded(known.word))
            return None
        self.left += [f"spell {known.name}: {what}" for what in spell.left]
        return spell

    def _cast(self, known: Known, uses: int) -> None:
        spell = self._spell(known)
        if spell is not None:
            self._make(Cast(spell, known.at_level or spell.level, 0, uses))

    def _prepared(self, known: Known) -> None:
        """A spell for every slot that there is: at levels above its own only where it gains by that."""
        spell = self._spell(known)
        if spell is None:
            return
        if spell.level == 0:
            self._make(Cast(spell, 0))
            return
        for slot in range(max(spell.level, known.at_level), MOST_SLOT + 1):
            if self.caster.slots[slot - 1] > 0:
                self._make(Cast(spell, slot, slot))

    def _make(self, cast: Cast) -> None:
        if any(action.name == cast.name for action in self.actions):
            return
        self.actions.append(self._action(cast, cast.spell, cast.name))
        self._go_on(cast)

    def _go_on(self, cast: Cast) -> None:
        """What its caster may do on later turns while a spell lasts."""
        again = cast.spell.on_later_turns()
        if again is not None:
            name = cast.name.replace(cast.spell.name, again.name, 1)
            if all(action.name != name for action in self.actions):
                made = self._action(evolve(cast, slot=0, uses=-1), again, name)
                assert cast.spell.lasts is not None  # the row that says that the spell goes on
                self.actions.append(evolve(made, spell=cast.spell.name, while_effect=cast.spell.lasts.name))

    def for_multiattack(self) -> dict[str, tuple[str, ...]]:
        """The spells that may stand in a Multiattack, with what takes a place there: each attack of theirs, or they."""
        spells = [action for action in self.actions if action.cost == "action" and not action.while_effect]
        return {action.name: action.attacks[0] if action.attacks else (action.name,) for action in spells}

    def cast_by(self, name: Word, block: Values) -> None:
        """An action that is the casting of a spell, or of one of several, which then share its uses."""
        usual = self.caster
        if "spell_dc" in block:
            self.caster = evolve(usual, dc=block["spell_dc"], attack=block["spell_dc"] - 8)
        cost, price = block.get("cost", ("action", 1))
        first, lacking = "", []
        for known in block["casts"]:
            spell = RULESETS[self.ruleset].spell(known.name)
            if spell is None or not spell.can_be_cast or (cost == "reaction") != (spell.cost == "reaction"):
                lacking.append(known.name)
                continue
            title = str(name) if len(block["casts"]) == 1 else f"{name} ({known.name})"
            cast = Cast(spell, known.at_level or spell.level)
            made = self._action(cast, spell, title)
            first = first or title
            made = evolve(
                made,
                cost=cost,
                price=price,
                uses=block.get("uses", -1),
                recharge=block.get("recharge", 0),
                once_a_round=block.get("once_a_round", False),
                shares=first,
            )
            if block.get("of") == "self":
                made = evolve(made, of="self", targets=1)
            self.actions.append(made)
            self._go_on(cast)
            self.left += [f"{name}: {what}" for what in spell.left]
        lacking = [one for one in lacking if one not in IDLE_SPELLS]
        self.left += [f"{name}: spell {one}" for one in lacking] if first else [f"action {name}"]
        self.caster = usual

    # ------------------------------------------------------------------------------------------------ one action

    def _action(self, cast: Cast, spell: Spell, name: str) -> Action:
        caster = self.caster
        damage = self._damage(spell.damage, spell.more, cast, spell)
        attacks: tuple[tuple[str, ...], ...] = ()
        fail: tuple[Rider, ...] = ()
        gives: tuple[Rider, ...] = ()
        rider = self._rider(spell, cast)
        if spell.attack:
            burst: Rider | None = None
            if spell.burst:
                dealt = self._damage(spell.burst, spell.more_burst, cast, spell)
                burst = Rider(damage=dealt, save=spell.save, dc=caster.dc)
            self.attacks.append(self._attack(spell, name, damage, rider, burst))
            rays = spell.rays + spell.more_rays * cast.above
            if spell.beams:
                rays = cantrip_dice(caster.level)
            attacks = ((name,) * rays,)
            damage = ()
        elif rider is not None and spell.save >= 0 and not spell.at_once:
            fail = (rider,)
        elif rider is not None:
            gives = (rider,)
        heal = self._amount(spell.heal, spell.more_heal, cast, spell.adds_modifier)
        temp_hp = self._amount(spell.temp_hp, "", cast, spell.adds_modifier)
        if temp_hp is not None and spell.more_temp_hp:
            temp_hp = evolve(temp_hp, bonus=temp_hp.bonus + spell.more_temp_hp * cast.above)
        return Action(
            name=name,
            cost=spell.cost,
            area=self._area(spell, cast),
            range_ft=spell.range_ft,
            targets=0 if spell.area is not None else spell.targets + spell.more_targets * cast.above,
            of=spell.of,
            only=spell.only,
            eased=spell.eased,
            needs=spell.needs,
            save=spell.save if not spell.attack and not spell.at_once else -1,
            dc=caster.dc if spell.save >= 0 or spell.counter_save >= 0 else 0,
            past_cover=spell.past_cover,
            counter_save=spell.counter_save,
            counter_ability=ABILITIES.index(caster.ability),
            damage=damage,
            half=spell.half,
            fail=fail,
            gives=gives,
            heal=heal,
            temp_hp=temp_hp,
            attacks=attacks,
            teleport_ft=spell.teleport_ft,
            goes_unseen=spell.goes_unseen,
            uses=cast.uses,
            trigger=spell.trigger,
            ac_bonus=spell.ac,
            concentration=spell.concentration,
            magical=True,
            spell=spell.name,
            spell_level=spell.level,
            slot=cast.slot,
            darts=spell.darts + spell.more_darts * cast.above if spell.darts else 0,
            pool=self._amount(spell.pool, spell.more_pool, cast, False),
            drinks=spell.drinks,
            raises=spell.raises + spell.more_raises * cast.above,
            dispels=spell.dispels,
            cures=spell.cures,
            lasts="" if spell.lasts is None else spell.lasts.name,
            lasts_rounds=spell.rounds,
            lays=self._laid(spell.zone, cast, spell) if spell.zone is not None else None,
        )

    def _area(self, spell: Spell, cast: Cast) -> Area | None:
        if spell.area is None or not spell.more_size_ft:
            return spell.area
        return evolve(spell.area, size_ft=spell.area.size_ft + spell.more_size_ft * cast.above)

    def _attack(
        self, spell: Spell, name: str, damage: tuple[Damage, ...], rider: Rider | None, burst: Rider | None
    ) -> Attack:
        is_melee = spell.attack == "melee"
        return Attack(
            name=name,
            to_hit=self.caster.attack,
            reach_ft=max(5, spell.range_ft) if is_melee else None,
            range_ft=None if is_melee else spell.range_ft,
            damage=damage,
            properties=frozenset(("spell",)),
            riders=() if rider is None else (rider,),
            ability=self.caster.ability,
            bound=True,
            drinks=spell.drinks,
            misses_half=spell.misses_half,
            burst=burst,
            burst_ft=spell.burst_ft,
        )

    def _rider(self, spell: Spell, cast: Cast) -> Rider | None:
        """What befalls those whom a spell reaches, beside damage at once."""
        if spell.only_in_zone or not (spell.bears or spell.kills or spell.each_turn or spell.push_ft):
            return None
        conditions = (*spell.conditions, *((spell.effect.name,) if spell.effect is not None else ()))
        is_saved = spell.save >= 0 and (spell.save_ends or not spell.attack)
        saves = spell.save >= 0  # else an attack that hits may allow a save of its own
        return Rider(
            conditions=conditions,
            save=spell.save if saves else -1,
            dc=self.caster.dc if saves else 0,
            rounds=spell.rounds,
            repeats=spell.save_ends,
            is_failed=is_saved,
            until=spell.until,
            again=spell.fails_again,
            escape_dc=self.caster.dc if spell.breaks_with else 0,
            breaks_with=spell.breaks_with,
            push_ft=spell.push_ft,
            kills=spell.kills,
            up_to_hp=spell.up_to_hp,
            each_turn=self._damage(spell.each_turn, spell.more_each, cast, spell),
            each_at_end=spell.each_at_end,
            each_on_failure=spell.each_on_failure,
            ends_with_attack=spell.ends_with_attack,
            ends_with_harm=spell.ends_with_harm,
        )

    def _laid(self, zone: Zone, cast: Cast, spell: Spell) -> Laid:
        rider: Rider | None = None
        if zone.damage or zone.conditions:
            rider = Rider(
                conditions=zone.conditions,
                damage=self._damage(zone.damage, zone.more, cast, spell),
                save=zone.save,
                dc=self.caster.dc if zone.save >= 0 else 0,
                half=zone.half,
                rounds=zone.rounds,
                until=zone.until,
                escape_dc=self.caster.dc if zone.breaks_with else 0,
                breaks_with=zone.breaks_with,
            )
        return Laid(
            kind=spell.name,
            does=zone.does,
            difficult=zone.difficult,
            rider=rider,
            on_enter=zone.on_enter,
            on_start=zone.on_start,
            on_end=zone.on_end,
            follows=zone.follows,
            each_step=zone.each_step,
            spares_allies=zone.spares_allies,
            rounds=-1 if spell.concentration else spell.rounds,
        )

    def _damage(self, parts: tuple[str, ...], more: tuple[str, ...], cast: Cast, spell: Spell) -> tuple[Damage, ...]:
        """Damage at a level: a cantrip's dice by that of its caster, a spell's with what its slot adds."""
        made = [damage_of(text) for text in parts]
        if spell.level == 0 and not spell.beams:
            dice = cantrip_dice(self.caster.level)
            made = [evolve(damage, formula=times(damage.formula, dice)) for damage in made]
        for text in more:
            extra = damage_of(text)
            for place, damage in enumerate(made):
                if damage.type == extra.type:
                    made[place] = evolve(damage, formula=plus(damage.formula, times(extra.formula, cast.above)))
                    break
        if spell.adds_modifier and made:
            made[0] = evolve(made[0], formula=plus(made[0].formula, Formula((), self.caster.modifier)))
        return tuple(made)

    def _amount(self, text: str, more: str, cast: Cast, adds_modifier: bool) -> Formula | None:
        if not text:
            return None
        made = parse_formula(text)
        if more:
            made = plus(made, times(parse_formula(more), cast.above))
        return plus(made, Formula((), self.caster.modifier)) if adds_modifier else made


def cantrip_dice(level: int) -> int:
    """How many times over a cantrip's dice are rolled, or how many beams it has, at a level.

    >>> [cantrip_dice(level) for level in (1, 5, 11, 17)]
    [1, 2, 3, 4]
    """
    return 1 + sum(1 for at in GROWS_AT if at <= level)


def damage_of(text: str) -> Damage:
    """Damage as the spellbook writes it: `8d6 fire`."""
    dice, _, type = text.rpartition(" ")
    return Damage(parse_formula(dice), type)


def times(formula: Formula, number: int) -> Formula:
    """Dice and bonus so many times over; none of either for 0."""
    if number <= 0:
        return Formula(())
    return Formula(tuple(evolve(term, count=term.count * number) for term in formula.terms), formula.bonus * number)


def plus(one: Formula, other: Formula) -> Formula:
    """Two amounts together; dice of the same sides are counted together.

    >>> str(plus(parse_formula("8d6"), parse_formula("1d6+1")))
    '9d6+1'
    """
    terms: list[Term] = list(one.terms)
    for term in other.terms:
        for place, own in enumerate(terms):
            if own.sides == term.sides:
                terms[place] = evolve(own, count=own.count + term.count)
                break
        else:
            terms.append(term)
    return Formula(tuple(terms), one.bonus + other.bonus)


def casting_of(values: Values, modifiers: list[int], ruleset: str) -> Casting | None:
    """What the `spells:` of a creature's block come to, and its actions that cast; None where it has neither."""
    block: Any = values.get("spells")
    casts = [(name, one) for name, one in values.get("actions", {}).items() if "casts" in one and not one.bad]
    if (block is None or block.bad) and not casts:
        return None
    written = Values(values.place) if block is None or block.bad else block
    made = Casting(written, modifiers, values.get("proficiency", 2), values.get("level", 0), ruleset)
    for name, one in casts:
        made.cast_by(name, one)
    return made
