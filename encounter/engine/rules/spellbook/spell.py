"""What a spell is: one record of figures, from which a stat block's actions and attacks are made."""

from attrs import evolve, frozen

from encounter.engine.creature import Area
from encounter.engine.effect import Effect


@frozen
class Zone:
    """What a spell leaves on its area, and whom it befalls when.

    `damage`, `save`, `half` and `conditions` are as in Spell. `follows`: it moves with the caster.
    """

    does: str = ""  # a kind of zones.KINDS
    difficult: bool = False
    damage: tuple[str, ...] = ()
    more: tuple[str, ...] = ()  # damage for each level of the slot above the spell's
    save: int = -1
    half: bool = False
    conditions: tuple[str, ...] = ()
    rounds: int = -1  # how long the conditions last
    until: str = ""
    breaks_with: str = ""
    on_enter: bool = True
    on_start: bool = False
    on_end: bool = False
    follows: bool = False
    each_step: bool = False  # it falls on whoever moves there, for every 5 ft
    spares_allies: bool = False


@frozen
class Spell:
    """A spell. Dice are written as in files; distances are feet, durations rounds (-1: as long as the fight).

    `effect` is a row of its own and `conditions` are conditions: what befalls whoever fails the `save` (an index into
    effect.ABILITIES, -1 none), whoever an `attack` ("melee", "ranged") hits, or without either whoever it is cast on.
    `save_ends`: that save is made again at the end of each of the bearer's turns. `more`, `more_heal`, `more_pool`,
    `more_targets`, `more_darts` and `more_rays` come for each level of the slot above the spell's own. A cantrip's
    dice grow with its caster's level, or its `beams` do. `darts` share its damage out among the targets; `pool` is
    how many hit points it affects. `again` is what its caster may do on later turns while it lasts, where that is
    something else than the same once more (`recurs`); `left` names what of it is not played out.
    """

    name: str
    level: int = 0
    cost: str = "action"  # action | bonus | reaction
    trigger: str = ""  # of a reaction: what it answers
    range_ft: int = 0
    area: Area | None = None
    targets: int = 1
    of: str = "enemies"
    only: tuple[tuple[str, bool], ...] = ()  # whom it is for alone, as in creature.Action
    eased: bool = False  # the save has advantage, since its caster and the target are fighting
    needs: str = ""
    attack: str = ""
    rays: int = 1
    beams: bool = False
    save: int = -1
    damage: tuple[str, ...] = ()
    half: bool = False
    darts: int = 0
    pool: str = ""
    heal: str = ""
    temp_hp: str = ""
    adds_modifier: bool = False  # the caster's ability modifier comes on top of the healing or of the damage
    more: tuple[str, ...] = ()
    more_heal: str = ""
    more_temp_hp: int = 0
    more_pool: str = ""
    more_targets: int = 0
    more_darts: int = 0
    more_rays: int = 0
    effect: Effect | None = None
    conditions: tuple[str, ...] = ()
    rounds: int = -1
    until: str = ""  # one of creature.UNTIL, instead of rounds
    save_ends: bool = False
    breaks_with: str = ""  # the check against the spell save DC that ends it as an action
    ends_with_attack: bool = False  # it ends for a bearer that attacks
    ends_with_harm: bool = False  # and for one that takes damage
    up_to_hp: int = -1  # it affects only those with so many hit points or fewer
    kills: bool = False
    each_turn: tuple[str, ...] = ()
    each_at_end: bool = False
    each_on_failure: bool = False  # that damage falls when the save at the end of a turn fails
    more_each: tuple[str, ...] = ()
    misses_half: bool = False  # an attack that misses deals half its damage
    burst: tuple[str, ...] = ()  # damage about the target of an attack, hit or miss, against the save
    more_burst: tuple[str, ...] = ()
    burst_ft: int = 0
    dispels: bool = False  # it ends spells on its target
    raises: int = 0  # the maximum of hit points rises, and the hit points with it
    more_raises: int = 0
    push_ft: int = 0
    drinks: bool = False
    ac: int = 0  # of a reaction, against the attack it answers
    teleport_ft: int = 0
    goes_unseen: bool = False  # that teleport may lead where its caster sees nothing
    zone: Zone | None = None
    again: "Spell | None" = None
    recurs: bool = False
    concentration: bool = False
    left: tuple[str, ...] = ()
    more_every: int = 1  # levels of the slot for one step more
    more_size_ft: int = 0  # of the area
    counter_save: int = -1  # of a spell that stops others: the save of the other caster
    past_cover: bool = False  # cover is of no use against it
    at_once: bool = False  # the save is not made at first, only again
    only_in_zone: bool = False  # conditions come from the zone, not from being cast
    cures: tuple[str, ...] = ()  # conditions that it ends, one of them
    lasts: Effect | None = None  # what is in force on its caster while it goes on
    fails_again: tuple[str, ...] = ()  # conditions of whoever fails the repeated save, in place of the first ones
    more_rows: tuple[Effect, ...] = ()  # others that a zone or another row of it names
    can_be_cast: bool = True  # else it is only known what it does to those it is on

    def on_later_turns(self) -> "Spell | None":
        """What its caster may do on later turns while it lasts."""
        if not self.recurs:
            return self.again
        return evolve(
            self, name=f"{self.name} (again)", rounds=-1, concentration=False, lasts=None, left=(), recurs=False
        )

    def rows(self) -> tuple[Effect, ...]:
        """The rows of its own that it brings."""
        made = [row for row in (self.effect, self.lasts, *self.more_rows) if row is not None]
        return tuple(made)

    def without(self, clause_id: str) -> "Spell":
        """The spell with one clause taken out of its rows."""
        if not any(clause_id in row.clause_ids() for row in self.rows()):
            return self
        return evolve(
            self,
            effect=None if self.effect is None else self.effect.without(clause_id),
            lasts=None if self.lasts is None else self.lasts.without(clause_id),
            more_rows=tuple(row.without(clause_id) for row in self.more_rows),
        )

    @property
    def bears(self) -> bool:
        """Whether there is something that lies on creatures."""
        return self.effect is not None or len(self.conditions) > 0
