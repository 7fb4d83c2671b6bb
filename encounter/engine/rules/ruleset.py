"""What a ruleset is: one record. An edition's file holds only what differs from its parent."""

from attrs import evolve, frozen

from encounter.engine.effect import Effect
from encounter.engine.rules.spellbook.spell import Spell


@frozen
class Ruleset:
    """Everything in which the rulesets differ, as values that procedures ask. rules.md gives the rows in brackets.

    `effects` are the conditions, `traits` the traits, `afflictions` what monsters bring beside conditions and `spells`
    those held by concentration, as rows; `clauses` are the ids that procedures apply themselves (range, sight,
    help ...). A clause that is taken out (`without`) is no longer applied.
    """

    name: str
    title: str
    parent: str
    effects: tuple[Effect, ...]
    traits: tuple[Effect, ...]
    afflictions: tuple[Effect, ...]
    spells: tuple[Spell, ...]
    clauses: frozenset[str]

    # The d20 (7 to 17)
    rerolls_stack: bool  # causes are counted and cancel one for one
    natural_20_hits: bool
    natural_1_misses: bool
    critical_on: int  # an attack that hits with this natural number or a higher one is critical, 0 never
    minor_on: int  # natural number of a minor critical effect, 0 none
    major_on: int
    fumbles_on: int
    passive_step: int  # what advantage or disadvantage is worth to a passive score
    tie_to_actor: bool  # an opposed roll that ties goes to the actor; a passive score is a Difficulty

    # Start of the fight (27 to 29)
    surprise_costs_turn: bool  # else: disadvantage on initiative

    # Acting (39 to 52)
    help_names_ally: bool  # Help serves one named ally; else the next attack of any ally
    help_needs_proficiency: bool  # Help for a check: the helper is proficient in the skill
    search_tie_finds: bool  # a Search that equals the Stealth total finds; else it must be higher
    passive_finds: bool  # whoever is hidden is found by a passive Perception that reaches its total
    potion_is_bonus: bool  # drinking or giving a potion is a bonus action; else an action
    kindling_is_bonus: bool  # lighting a candle, lamp or torch is a bonus action; else an action
    hide_dc: int  # 0: against the passive Perception of each enemy
    hide_needs_cover: bool  # heavily obscured, or behind three-quarters or total cover
    hidden_is_invisible: bool  # a hidden creature has the Invisible condition
    grapple_is_save: bool  # the target saves against 8 + STR + PB; else a contest of Athletics
    opportunity_unarmed_options: bool  # an opportunity attack may grapple or shove
    multiattack_is_attack: bool  # Multiattack is used within the Attack action (161); else it is an action of its own
    light_needs_melee: bool  # both weapons of two-weapon fighting are light melee weapons
    draws_with_attack: bool  # each attack may draw its weapon (36); else one free interaction a turn does

    # Attacks (61 to 76)
    heavy_asks_size: bool  # Small and Tiny creatures; else a score below 13
    lance_near: bool  # the lance has disadvantage within 5 ft
    net_is_save: bool  # the target of a net makes a Dexterity save; else it is an attack roll, one an action (74)
    untrained_shield_hinders: bool  # as armour does (24); else it adds nothing

    # Movement (129 to 140)
    drag_halves_speed: bool  # else one more foot a foot
    drag_free_tiny: bool
    ally_space_slows: bool
    tiny_space_free: bool  # a Tiny creature's space is neither difficult nor closed
    pass_incapacitated: bool
    end_in_space_prone: bool
    run_is_on_foot: bool  # the run-up of a long jump; else any movement will do
    mounts_once: bool  # getting on or off a mount is done once a turn
    squeezing_costs: bool  # squeezing into a space costs as much again by itself; else the space is difficult ground

    # Under water (145)
    wet_weapons: tuple[str, ...]  # melee weapons that water does not hamper; () those that pierce
    wet_shots: tuple[str, ...]  # ranged weapons that it does not hamper within their normal range
    suffocation_exhausts: bool  # a level of exhaustion a turn; else 0 hit points after CON rounds
    wet_unarmed: bool  # it hampers unarmed strikes too

    # Life and death (152 to 160)
    knock_out_hp: int  # HP that a knocked-out creature keeps
    concentration_cap: int  # 0 none

    # Spells (51)
    one_slot_a_turn: bool
    counter_is_save: bool  # Counterspell: the other caster saves; else slots are compared, or an ability check made
    images_by_d6: bool  # Mirror Image: a d6 an image when the target is hit; else a d20 for each attack
    rage_is_fed_by_bonus: bool  # an attack, or a bonus action, feeds a rage; else an attack or damage taken
    rage_adds_to_throws: bool  # to whatever is made with Strength; else in melee alone
    smite_is_a_spell: bool  # a bonus action after a hit, without a limit of dice; else a part of the hit, 5d8 at most
    indomitable_adds_level: bool  # a save rolled again by Indomitable adds the level
    surge_bars_magic: bool  # the action of an Action Surge casts no spell
    bonus_spell_alone: bool  # beside a spell as a bonus action only cantrips as actions

    invisible_needs_unseen: bool  # D-14

    def without(self, clause_id: str) -> "Ruleset":
        """The ruleset with one clause taken out of its rows and procedures."""
        return evolve(
            self,
            effects=tuple(effect.without(clause_id) for effect in self.effects),
            traits=tuple(trait.without(clause_id) for trait in self.traits),
            afflictions=tuple(row.without(clause_id) for row in self.afflictions),
            spells=tuple(spell.without(clause_id) for spell in self.spells),
            clauses=self.clauses - {clause_id},
        )

    def effect(self, name: str) -> Effect:
        """A condition or trait by name; KeyError when the ruleset has none of that name."""
        for effect in self.effects + self.traits:
            if effect.name == name:
                return effect
        raise KeyError(name)

    def rows(self) -> tuple[Effect, ...]:
        """Every row: conditions, traits, and what spells bring."""
        brought = tuple(trait.brings for trait in self.traits if trait.brings is not None)
        by_spells = tuple(row for spell in self.spells for row in spell.rows())
        return self.effects + self.traits + self.afflictions + brought + by_spells

    def spell(self, name: str) -> Spell | None:
        """A spell that the engine plays out, None for any other."""
        for spell in self.spells:
            if spell.name == name:
                return spell
        return None

    def condition_names(self) -> list[str]:
        """The conditions of the ruleset, in order."""
        return [effect.name for effect in self.effects]

    def trait_names(self) -> list[str]:
        """The traits the engine simulates under this ruleset."""
        return [trait.name for trait in self.traits]


def replaced(rows: tuple[Effect, ...], *changed: Effect) -> tuple[Effect, ...]:
    """Rows of the parent with those of the same name replaced and new ones added behind."""
    by_name = {effect.name: effect for effect in changed}
    kept = tuple(by_name.pop(effect.name, effect) for effect in rows)
    return kept + tuple(by_name.values())
