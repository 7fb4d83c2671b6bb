"""A table at which scripted turns are played on a real fight.

    t = scene("Ada A1, longsword | Gob B1, ac 13").table()
    done = t.attack("Ada", "Gob", "longsword", dice=[17, 6])
    assert "HIT 22" == done.summary

Every intent goes through `rules.act.perform`, the door that tactics use, and what is returned holds the events that it
wrote. An intent that the rules refuse raises `Illegal`; `t.refusal("attack", "Ada", "Gob", "longsword")` gives the
clause instead. Dice are scripted, with the table or with each thing done; those given with a thing must all fall in it,
and every die must have fallen when the test is over.

Nobody's turn has to begin: everyone starts with its whole turn left, less what its `state` says, and `begin_turn` gives
a new one. An enemy that is provoked makes its best strike unless `reacts` says otherwise.
"""

from collections.abc import Callable, Sequence
from typing import Any

from attrs import frozen

from clauses import hear
from encounter.engine.areas import Template, place_at
from encounter.engine.board import parse_square, square_name
from encounter.engine.combatant import Combatant
from encounter.engine.creature import DAMAGE_TYPES
from encounter.engine.dice import Dice, ScriptedDice
from encounter.engine.effect import ABILITIES, Ongoing, Threat
from encounter.engine.encounter import Encounter
from encounter.engine.fight import Decider, Fight
from encounter.engine.intent import (
    AIM_AT_SQUARE,
    ATTACK_WITH,
    ATTEMPT,
    CLOSE_DOOR,
    DASH,
    DIRECT,
    DISENGAGE,
    DISMOUNT,
    DODGE,
    DOUSE,
    DRINK,
    DROP_PRONE,
    ESCAPE,
    EXTRA_ATTACK,
    GRAPPLE,
    HELP,
    HELP_CHECK,
    HIDE,
    INTENT_NAMES,
    KINDLE,
    MOUNT,
    MOVE,
    NO_REACTION,
    OPEN_DOOR,
    OWN_CONTEST,
    REACT_GRAPPLE,
    REACT_SHOVE_PRONE,
    REACT_SHOVE_PUSH,
    READY,
    RELEASE,
    SEARCH,
    SHOVE_PRONE,
    SHOVE_PUSH,
    STABILISE,
    STAND,
    STRIKE_THING,
    TRIGGERS,
    USE_ACTION,
    Intent,
)
from encounter.engine.journal import Event, Journal
from encounter.engine.rules import turn
from encounter.engine.rules.act import judge_place, perform
from encounter.engine.rules.damage import Dealt, take
from encounter.engine.rules.death import death_save
from encounter.engine.rules.falling import settle_falls
from encounter.engine.rules.initiative import settle_order
from encounter.engine.rules.legal import ILLEGAL_NAMES, LEGAL
from encounter.engine.rules.legendary import after_turn
from encounter.engine.rules.saves import check, save
from encounter.engine.sight import NONE
from encounter.engine.tables import POTION_NAMES
from encounter.engine.tactics.own import lamp_near
from encounter.engine.tactics.still import best_strike

REACTIONS = {
    "none": NO_REACTION,
    "grapple": REACT_GRAPPLE,
    "shove prone": REACT_SHOVE_PRONE,
    "shove push": REACT_SHOVE_PUSH,
}
OPEN: list["Table"] = []  # whose dice are still to be looked at


class Illegal(Exception):
    """The rules refuse an intent; `clause` says why."""

    def __init__(self, clause: str) -> None:
        super().__init__(clause)
        self.clause = clause


@frozen
class Done:
    """What something did: the events it wrote, in order."""

    events: list[Event]

    def all(self, type: str) -> list[dict[str, Any]]:
        """The events of a type, as JSON."""
        return [event.as_json() for event in self.events if event.type == type]

    def one(self, type: str) -> dict[str, Any]:
        """The only event of a type."""
        found = self.all(type)
        assert len(found) == 1, f"{len(found)} events {type!r} among {self.types}"
        return found[0]

    @property
    def types(self) -> list[str]:
        return [event.type for event in self.events]

    @property
    def roll(self) -> dict[str, Any]:
        """The first event with a roll."""
        for event in self.events:
            if "degree" in event.data:
                return event.as_json()
        raise AssertionError(f"nothing was rolled: {self.types}")

    @property
    def advantage(self) -> list[str]:
        """Clause ids for advantage on the first roll."""
        return [reason["clause"] for reason in self.roll["advantage"]]

    @property
    def disadvantage(self) -> list[str]:
        return [reason["clause"] for reason in self.roll["disadvantage"]]

    @property
    def suppressed(self) -> list[str]:
        return [reason["clause"] for reason in self.roll["suppressed"]]

    @property
    def net(self) -> int:
        return int(self.roll["net"])

    @property
    def mode(self) -> str:
        return str(self.roll["mode"])

    @property
    def summary(self) -> str:
        """HIT, MISS, CRITICAL, MINOR, MAJOR or FUMBLE with the total of the first roll."""
        roll = self.roll
        word = {"success": "HIT", "failure": "MISS"}.get(roll["degree"], roll["degree"].upper())
        return f"{word} {roll['total']}"

    @property
    def damage(self) -> int:
        """All damage dealt."""
        return sum(int(event["amount"]) for event in self.all("damage"))

    @property
    def gained(self) -> list[str]:
        """The conditions that began, in order."""
        return [str(event["condition"]) for event in self.all("condition-on")]

    @property
    def lost(self) -> list[str]:
        return [str(event["condition"]) for event in self.all("condition-off")]


class Scripted(Decider):
    """Acts as its own tactic does, and reacts as the test says."""

    def __init__(self, own: Decider, choices: dict[int, Any]) -> None:
        self.own = own
        self.choices = choices

    def decide(self, fight: Fight, me: int, intent: Intent) -> None:
        self.own.decide(fight, me, intent)

    def legend(self, fight: Fight, me: int, whose: int, intent: Intent) -> None:
        self.own.legend(fight, me, whose, intent)

    def is_reckless(self, fight: Fight, me: int) -> bool:
        return self.own.is_reckless(fight, me)

    def lair(self, fight: Fight, me: int, intent: Intent) -> None:
        self.own.lair(fight, me, intent)

    def answer(self, fight: Fight, me: int, mover: int, start: int, to: int) -> int:
        if me in self.choices:
            return int(self.choices[me])
        return best_strike(fight, fight.combatants[me], fight.combatants[mover], start, to)


class Table:
    """One fight under the test's hand. `fight` is the engine's own; a combatant is `t["Ada"]`."""

    def __init__(self, encounter: Encounter, dice: Sequence[int] = ()) -> None:
        self.encounter = encounter
        self.fight = encounter.new_fight()
        self.dice = ScriptedDice(list(dice))
        self.journal = Journal()
        self.choices: dict[int, Any] = {}
        self.fight.reset(self.dice, Dice(), self.journal)
        self.fight.round = 1
        own = list(self.fight.deciders)
        self.fight.deciders[:] = [Scripted(decider, self.choices) for decider in own]
        if self.fight.setup.rules.surprise_costs_turn:
            for c in self.fight.combatants:
                if c.is_surprised:
                    c.has_reaction = False
        OPEN.append(self)

    def finish(self) -> None:
        """Fail when scripted dice are left over."""
        self.dice.finish()

    # ---------------------------------------------------------------------------------------------- looking at it

    def __getitem__(self, name: str) -> Combatant:
        return self.fight.combatants[self.encounter.names.index(name)]

    def hp(self, name: str) -> int:
        return int(self[name].hp)

    def square(self, name: str) -> str | None:
        """Its top-left square, None off the map."""
        c = self[name]
        return square_name(self.encounter.width, c.square) if c.is_on_map else None

    def altitude(self, name: str) -> int:
        """How many feet it is above the ground under it."""
        return int(self.fight.altitude_ft(self[name]))

    def conditions(self, name: str) -> list[str]:
        """The conditions in force, in the order they began."""
        return list(dict.fromkeys(str(effect.row.name) for effect in self[name].ongoing))

    def status(self, name: str) -> str:
        """up, down (at 0 HP or knocked out), dead, left or waiting."""
        return ("up", "down", "dead", "left", "waiting")[self[name].status]

    # ------------------------------------------------------------------------------------------------- what is done

    def does(self, act: Callable[[], object], dice: Sequence[int] = ()) -> Done:
        """Let anything happen with these dice, and gather what it wrote."""
        if dice:
            self.dice.finish()
            self.dice.values.extend(dice)
        before = len(self.journal.events)
        act()
        done = Done(self.journal.events[before:])
        hear(self.encounter.ruleset, [event.as_json() for event in done.events])
        if dice:
            self.dice.finish()
        return done

    def refusal(self, deed: str, *args: Any, **more: Any) -> str:
        """The clause that forbids it, such as `t.refusal("attack", "Ada", "Gob", "bow")`; fails when it is allowed."""
        try:
            getattr(self, deed)(*args, **more)
        except Illegal as refused:
            return refused.clause
        raise AssertionError(f"{deed} {args} is allowed")

    def attack(self, who: str, target: str, use: str, *, multiattack: bool = False, dice: Sequence[int] = ()) -> Done:
        """One attack of the Attack action, or of the (first fitting) Multiattack."""
        c = self[who]
        intent = self.intent(ATTACK_WITH, target)
        intent.use = self.use(who, use)
        intent.option = self._option(c, int(c.stat.uses[intent.use].weapon_index), multiattack)
        return self._perform(c, intent, dice)

    def extra_attack(self, who: str, target: str, use: str, *, dice: Sequence[int] = ()) -> Done:
        """The bonus attack of two-weapon fighting."""
        intent = self.intent(EXTRA_ATTACK, target)
        intent.use = self.use(who, use)
        return self._perform(self[who], intent, dice)

    def aim(self, who: str, square: str, use: str, *, dice: Sequence[int] = ()) -> Done:
        """An attack at a square where somebody unseen may be."""
        c = self[who]
        intent = self.intent(AIM_AT_SQUARE)
        intent.square = self.place(square)
        intent.use = self.use(who, use)
        intent.option = self._option(c, int(c.stat.uses[intent.use].weapon_index), False)
        return self._perform(c, intent, dice)

    def move(self, who: str, squares: str, *, drags: bool = True, dice: Sequence[int] = ()) -> Done:
        """A way, square by square: `t.move("Ada", "B1 C1 D2")`, or through the air: "B1@5 C1@10"."""
        intent = self.intent(MOVE)
        for length, name in enumerate(squares.split()):
            intent.path[length] = self.place(name, who)
            intent.length = length + 1
        intent.drags = drags
        return self._perform(self[who], intent, dice)

    def grapple(self, who: str, target: str, *, dice: Sequence[int] = ()) -> Done:
        return self._grip(GRAPPLE, who, target, dice)

    def shove(self, who: str, target: str, how: str = "prone", *, dice: Sequence[int] = ()) -> Done:
        """`how`: prone or push."""
        return self._grip({"prone": SHOVE_PRONE, "push": SHOVE_PUSH}[how], who, target, dice)

    def escape(self, who: str, target: str, *, dice: Sequence[int] = ()) -> Done:
        """Out of the grip of `target`."""
        return self._perform(self[who], self.intent(ESCAPE, target), dice)

    def release(self, who: str, target: str, *, dice: Sequence[int] = ()) -> Done:
        return self._perform(self[who], self.intent(RELEASE, target), dice)

    def stand(self, who: str, *, dice: Sequence[int] = ()) -> Done:
        return self._perform(self[who], self.intent(STAND), dice)

    def drop_prone(self, who: str) -> Done:
        return self._perform(self[who], self.intent(DROP_PRONE), ())

    def dash(self, who: str, *, bonus: bool = False) -> Done:
        return self._perform(self[who], self.intent(DASH, bonus=bonus), ())

    def disengage(self, who: str, *, bonus: bool = False) -> Done:
        return self._perform(self[who], self.intent(DISENGAGE, bonus=bonus), ())

    def dodge(self, who: str) -> Done:
        return self._perform(self[who], self.intent(DODGE), ())

    def hide(self, who: str, *, bonus: bool = False, dice: Sequence[int] = ()) -> Done:
        return self._perform(self[who], self.intent(HIDE, bonus=bonus), dice)

    def help(self, who: str, ally: str, against: str) -> Done:
        """Help an ally's attack against an enemy."""
        intent = self.intent(HELP, against)
        intent.ally = self[ally].index
        return self._perform(self[who], intent, ())

    def mount(self, who: str, on: str) -> Done:
        """Get on a mount."""
        return self._perform(self[who], self.intent(MOUNT, on), ())

    def dismount(self, who: str, to: str | None = None) -> Done:
        """Get off, onto a square or the nearest that is free."""
        intent = self.intent(DISMOUNT)
        intent.square = -1 if to is None else self.place(to)
        return self._perform(self[who], intent, ())

    def direct(self, who: str, what: str) -> Done:
        """Let the mount of a rider do something, by the name of the intent: dash, disengage, dodge, stand."""
        intent = self.intent(DIRECT)
        intent.item = INTENT_NAMES.index(what)
        return self._perform(self[who], intent, ())

    def stabilise(self, who: str, target: str, *, dice: Sequence[int] = ()) -> Done:
        return self._perform(self[who], self.intent(STABILISE, target), dice)

    def search(self, who: str, target: str | None = None, *, dice: Sequence[int] = ()) -> Done:
        """Search for somebody hidden, or for whoever is."""
        return self._perform(self[who], self.intent(SEARCH, target), dice)

    def ready(self, who: str, use: str, when: str, target: str | None = None, *, to: str | None = None) -> Done:
        """Ready an attack, or with `to` a move: `t.ready("Ada", "move", "enemy moves", to="C7")`."""
        intent = self.intent(READY, target)
        intent.when = TRIGGERS.index(when)
        if to is None:
            intent.use = self.use(who, use)
        else:
            intent.square = self.place(to)
        return self._perform(self[who], intent, ())

    def help_check(self, who: str, ally: str, skill: str) -> Done:
        intent = self.intent(HELP_CHECK)
        intent.ally = self[ally].index
        intent.skill = skill
        return self._perform(self[who], intent, ())

    def drink(self, who: str, potion: str, target: str | None = None, *, dice: Sequence[int] = ()) -> Done:
        """Drink a potion, or give it to somebody."""
        intent = self.intent(DRINK, target)
        intent.item = POTION_NAMES.index(potion)
        return self._perform(self[who], intent, dice)

    def attempt(self, who: str, task: str, *, dice: Sequence[int] = ()) -> Done:
        """Try one of the scenario's tasks."""
        intent = self.intent(ATTEMPT)
        intent.item = [row.name for row in self.fight.setup.tasks].index(task)
        return self._perform(self[who], intent, dice)

    def contest(self, who: str, target: str, name: str, *, dice: Sequence[int] = ()) -> Done:
        """Begin one of the scenario's contests with somebody."""
        intent = self.intent(OWN_CONTEST, target)
        intent.item = [row.name for row in self.fight.setup.contests].index(name)
        return self._perform(self[who], intent, dice)

    def open(self, who: str, door: str) -> Done:
        """Open a door or a window by its name."""
        return self._door(OPEN_DOOR, who, door)

    def close(self, who: str, door: str) -> Done:
        """Close a door or a window."""
        return self._door(CLOSE_DOOR, who, door)

    def _door(self, kind: int, who: str, door: str) -> Done:
        intent = self.intent(kind)
        intent.item = [row.name for row in self.fight.setup.doors].index(door)
        return self._perform(self[who], intent, ())

    def tend(self, who: str, lamp: str, *, lights: bool) -> Done:
        """Light a lamp or put one out, by its kind."""
        intent = self.intent(KINDLE if lights else DOUSE)
        intent.item = lamp_near(self.fight, self[who], lamp, lights)
        return self._perform(self[who], intent, ())

    def strike(self, who: str, thing: str, use: str, *, dice: Sequence[int] = ()) -> Done:
        """One attack on an object."""
        c = self[who]
        intent = self.intent(STRIKE_THING)
        intent.item = [row.name for row in self.fight.setup.things].index(thing)
        intent.use = self.use(who, use)
        intent.option = self._option(c, int(c.stat.uses[intent.use].weapon_index), False)
        return self._perform(c, intent, dice)

    def use_action(
        self,
        who: str,
        name: str,
        *targets: str,
        at: str | None = None,
        to: str | None = None,
        multiattack: bool = False,
        dice: Sequence[int] = (),
    ) -> Done:
        """An action of the stat block: on `targets`, or with its area aimed `at` a square (an emanation needs none).

        One that teleports leads `to` a square.
        """
        c = self[who]
        intent = self.intent(USE_ACTION)
        deed = next(deed for deed in c.stat.deeds if deed.name == name)
        intent.item = deed.place
        intent.mask = sum(self[target].bit for target in targets)
        intent.square = -1 if to is None else self.place(to, who)
        if deed.shape >= 0:
            template = Template(deed.shape, deed.size_ft, deed.width_ft, deed.height_ft)
            square = self.place(at) if at is not None else c.square
            intent.placement = place_at(self.fight, c, template, square, deed.range_ft)
        if multiattack:
            intent.option = next(place for place, one in enumerate(c.stat.sequences) if one.has_deeds)
        return self._perform(c, intent, dice)

    def cast(
        self, who: str, name: str, *targets: str, at: str | None = None, to: str | None = None, dice: Sequence[int] = ()
    ) -> Done:
        """A spell: on `targets`, with its area aimed `at` a square, `to` where it leads, or as an attack on the one."""
        c = self[who]
        deed = next(deed for deed in c.stat.deeds if deed.name == name)
        if not deed.options:
            return self.use_action(who, name, *targets, at=at, to=to, dice=dice)
        intent = self.intent(ATTACK_WITH, targets[0])
        intent.use = self.use(who, name)
        intent.option = deed.options[0]
        return self._perform(c, intent, dice)

    # ------------------------------------------------------------------------------------------ turns, and what befalls

    def begin_turn(self, who: str, *, dice: Sequence[int] = ()) -> Done:
        """The start of its turn: a new budget, its reaction back, effects that end, its death save."""

        def begin() -> None:
            self.fight.turn += 1
            turn.begin_turn(self.fight, self[who])

        return self.does(begin, dice)

    def end_turn(self, who: str, *, dice: Sequence[int] = ()) -> Done:
        return self.does(lambda: turn.end_turn(self.fight, self[who]), dice)

    def take_turn(self, who: str, *, dice: Sequence[int] = ()) -> Done:
        """A whole turn as its tactic plays it."""
        return self.does(lambda: turn.take_turn(self.fight, self[who]), dice)

    def initiative(self, *, dice: Sequence[int] = ()) -> list[str]:
        """Settle the order of turns; the names in order."""
        self.does(lambda: settle_order(self.fight), dice)
        return [str(c.name) for c in self.fight.order]

    def order(self, *names: str) -> None:
        """The order of turns is this."""
        self.fight.order[:] = [self[name] for name in names]

    def reacts(self, who: str, how: str) -> None:
        """From now on it answers every provocation with this use, or with grapple, shove prone, shove push or none."""
        self.choices[int(self[who].index)] = REACTIONS[how] if how in REACTIONS else self.use(who, how)

    def after_turn(self, whose: str, *, dice: Sequence[int] = ()) -> Done:
        """What others do at the end of somebody's turn: legendary actions, as their tactics choose."""
        return self.does(lambda: after_turn(self.fight, self[whose]), dice)

    def round(self, *, dice: Sequence[int] = ()) -> Done:
        """A whole round as the tactics play it, in the order that `order` or `initiative` has set."""
        return self.does(lambda: turn.play_round(self.fight), dice)

    def death_save(self, who: str, *, dice: Sequence[int] = ()) -> Done:
        return self.does(lambda: death_save(self.fight, self[who]), dice)

    def save(
        self,
        who: str,
        ability: str,
        dc: int,
        *,
        by: str | None = None,
        cover: int = NONE,
        against: str = "",
        dice: Sequence[int] = (),
    ) -> Done:
        """A saving throw against an effect of `by`; `cover` is the degree (sight.HALF ...) from where it comes.

        `against` is `magic`, or the condition that a failure brings.
        """
        source = self[by] if by is not None else None
        place = ABILITIES.index(ability)
        rows = self.fight.setup.effect_named
        threat = Threat(against == "magic", rows[against].threat.effects if against in rows else 0)
        return self.does(lambda: save(self.fight, self[who], place, dc, source, "an effect", cover, threat), dice)

    def check(self, who: str, skill: str, dc: int, *, ability: str = "str", dice: Sequence[int] = ()) -> Done:
        """An ability check with a skill."""
        c = self[who]
        place, bonus = ABILITIES.index(ability), c.stat.skills[skill]
        return self.does(lambda: check(self.fight, c, place, skill, bonus, dc, "a test"), dice)

    def hurt(
        self,
        who: str,
        *amounts: tuple[int, str],
        by: str | None = None,
        critical: bool = False,
        spares: bool = False,
        dice: Sequence[int] = (),
    ) -> Done:
        """Damage of one blow, part by part: `t.hurt("Gob", (7, "fire"), (3, "cold"))`."""
        t = self[who]
        dealt = Dealt()
        for amount, type in amounts:
            dealt.add(t, DAMAGE_TYPES.index(type), amount)
        source = self[by] if by is not None else None

        def strike() -> None:
            take(self.fight, t, dealt, source, "a blow", critical, spares)
            settle_falls(self.fight)

        return self.does(strike, dice)

    def heal(self, who: str, amount: int) -> Done:
        return self.does(lambda: self.fight.gain_hp(self[who], amount))

    def impose(
        self,
        who: str,
        condition: str,
        *,
        source: str | None = None,
        rounds: int = -1,
        level: int = 0,
        dice: Sequence[int] = (),
        **more: Any,
    ) -> Done:
        """Give it a condition; `more` are fields of Ongoing (save_dc ...). Turns of the bearer measure `rounds`.

        Whoever then falls out of the air does.
        """
        row = self.fight.setup.effect_named[condition]
        effect = Ongoing(row, self[source].index if source is not None else -1, level or (1 if row.levels else 0))
        effect.rounds = rounds
        effect.clock = self[who].index
        effect.ends_at_end = True
        effect.hold_ft = 5
        for key, value in more.items():
            setattr(effect, key, value)

        def impose() -> None:
            self.fight.impose(self[who], effect)
            settle_falls(self.fight)

        return self.does(impose, dice)

    # ------------------------------------------------------------------------------------------------------ inside

    def intent(self, kind: int, target: str | None = None, *, bonus: bool = False) -> Intent:
        intent = Intent()
        intent.kind = kind
        intent.as_bonus = bonus
        if target is not None:
            intent.target = self[target].index
        return intent

    def use(self, who: str, name: str) -> int:
        """The place of a use, such as `dagger (thrown)`, in the stat block."""
        names = [use.name for use in self[who].stat.uses]
        return names.index(name)

    def place(self, square: str, who: str | None = None) -> int:
        """The number of a square named as C7; C7@30 is the place 30 ft above the ground that `who` would stand on."""
        square, _, altitude = square.partition("@")
        x, y = parse_square(square)
        number = y * self.encounter.width + x
        if not altitude or who is None:
            return number
        board = self.encounter.board
        ground = self.fight.relief.grounds(self[who].n)[number]
        return int(number + (ground + int(altitude) // 5) * board.size)

    def _option(self, c: Combatant, weapon: int, multiattack: bool) -> int:
        if c.sequence >= 0:
            return int(c.sequence)
        options = [at for at, one in enumerate(c.stat.sequences) if one.is_attack_action != multiattack]
        return next((at for at in options if judge_place(c, at, weapon) >= 0), options[0])

    def _grip(self, kind: int, who: str, target: str, dice: Sequence[int]) -> Done:
        intent = self.intent(kind, target)
        intent.option = self._option(self[who], -1, False)
        return self._perform(self[who], intent, dice)

    def _perform(self, c: Combatant, intent: Intent, dice: Sequence[int]) -> Done:
        judged = LEGAL

        def act() -> None:
            nonlocal judged
            judged = perform(self.fight, c, intent)
            if judged != LEGAL:
                hear(self.encounter.ruleset, ILLEGAL_NAMES[judged])
                raise Illegal(ILLEGAL_NAMES[judged])

        return self.does(act, dice)


def finish_tables() -> None:
    """Look at the dice of every table of the test that is over."""
    tables = list(OPEN)
    OPEN.clear()
    for table in tables:
        table.finish()
