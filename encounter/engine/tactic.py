"""Tactics of one's own: what a tactic is shown, what it may answer, and what it must be.

A tactic is a class with `act` and `react`. A scenario names it as `tactic: module:Class`; one object of it is made for
each combatant of each fight, without arguments. On its turn a combatant's tactic is asked with a View what to do next,
again and again, until it answers `end()`; each answer is judged by the rules before anything is rolled. An answer that
the rules forbid changes nothing: the tactic is asked once more and finds the clause in `view.refused`; the third
refusal ends the turn.

The same seed must give the same fight: a tactic that wants chance asks `view.roll`, and nothing else.
"""

from mypy_extensions import i64, mypyc_attr

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
    END_TURN,
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
    OPEN_DOOR,
    OWN_CONTEST,
    READY,
    RELEASE,
    SEARCH,
    SHOVE_PRONE,
    SHOVE_PUSH,
    STABILISE,
    STAND,
    STRIKE_THING,
    USE_ACTION,
)


class Choice:
    """What a combatant is to do next; made by the functions of this module. Names as the scenario writes them."""

    def __init__(self, kind: i64, target: str, attack: str, path: list[str], is_whole_way: bool) -> None:
        self.kind = kind
        self.target = target
        self.attack = attack
        self.path = path  # of a move: every square of the way, or the last one alone; of a guess: the square aimed at
        self.is_whole_way = is_whole_way
        self.ally: str = ""
        self.as_bonus: bool = False
        self.drags: bool = True
        self.when: str = ""  # the trigger of what is readied
        self.what: str = ""  # the skill that is helped, the potion, the task, the contest, the object, the action
        self.targets: list[str] = []  # of an action of the stat block
        self.in_multiattack: bool = False

    @property
    def name(self) -> str:
        """What it is, in a word: attack, move, dash ..."""
        return INTENT_NAMES[self.kind]

    def __repr__(self) -> str:
        parts = (self.attack, self.target, self.ally, *self.path)
        if self.kind == USE_ACTION:
            parts = (self.what, *self.targets, *self.path)
        told = [part for part in parts if part != ""]
        if self.as_bonus:
            told.append("as a bonus action")
        return f"<{self.name}: {', '.join(told)}>" if len(told) > 0 else f"<{self.name}>"


def _plain(kind: i64, target: str) -> Choice:
    return Choice(kind, target, "", [], False)


def _cheap(kind: i64, as_bonus: bool) -> Choice:
    choice = _plain(kind, "")
    choice.as_bonus = as_bonus
    return choice


def end() -> Choice:
    """Nothing more this turn."""
    return _plain(END_TURN, "")


def attack(name: str, target: str) -> Choice:
    """One attack, by its name in the stat block, against a combatant.

    The first begins the Attack action or Multiattack, the next ones go on with it, with moves between them as one
    likes. A weapon that can be thrown makes two attacks: "javelin" and "javelin (thrown)".
    """
    return Choice(ATTACK_WITH, target, name, [], False)


def extra_attack(name: str, target: str) -> Choice:
    """The bonus attack of two-weapon fighting."""
    return Choice(EXTRA_ATTACK, target, name, [], False)


def aim(name: str, square: str) -> Choice:
    """One attack at a square, guessing that somebody unseen is there."""
    return Choice(AIM_AT_SQUARE, "", name, [square], False)


def grapple(target: str) -> Choice:
    """Grapple, in place of one attack of the Attack action."""
    return _plain(GRAPPLE, target)


def shove_prone(target: str) -> Choice:
    """Shove to the ground, in place of one attack of the Attack action."""
    return _plain(SHOVE_PRONE, target)


def shove_push(target: str) -> Choice:
    """Shove 5 ft away, in place of one attack of the Attack action."""
    return _plain(SHOVE_PUSH, target)


def move(square: str, drags: bool = True) -> Choice:
    """Walk to a square the cheapest way; whom the walker holds comes along unless `drags` is false.

    Where heights count, C7@30 is the place 30 ft above the ground of that square.
    """
    choice = Choice(MOVE, "", "", [square], False)
    choice.drags = drags
    return choice


def walk(path: list[str], drags: bool = True) -> Choice:
    """Walk a way of one's own: every square entered, in order."""
    choice = Choice(MOVE, "", "", path, True)
    choice.drags = drags
    return choice


def jump(square: str) -> Choice:
    """Jump in a straight line to a square that is no neighbour; a run-up are the moves just before."""
    return walk([square])


def stand() -> Choice:
    """Stand up."""
    return _plain(STAND, "")


def drop_prone() -> Choice:
    """Lie down."""
    return _plain(DROP_PRONE, "")


def dash(as_bonus: bool = False) -> Choice:
    """Dash; `as_bonus` where a trait allows it as a bonus action."""
    return _cheap(DASH, as_bonus)


def disengage(as_bonus: bool = False) -> Choice:
    """Disengage; `as_bonus` where a trait allows it as a bonus action."""
    return _cheap(DISENGAGE, as_bonus)


def hide(as_bonus: bool = False) -> Choice:
    """Hide; `as_bonus` where a trait allows it as a bonus action."""
    return _cheap(HIDE, as_bonus)


def dodge() -> Choice:
    """Dodge."""
    return _plain(DODGE, "")


def help_ally(ally: str, enemy: str) -> Choice:
    """Help an ally's next attack against an enemy within 5 ft; `ally` may be "" where the edition names nobody."""
    choice = _plain(HELP, enemy)
    choice.ally = ally
    return choice


def escape(holder: str) -> Choice:
    """Try to get out of somebody's grapple."""
    return _plain(ESCAPE, holder)


def release(held: str) -> Choice:
    """Let go of somebody."""
    return _plain(RELEASE, held)


def stabilise(target: str) -> Choice:
    """First aid for somebody dying within 5 ft."""
    return _plain(STABILISE, target)


def search(target: str = "") -> Choice:
    """Search for a hidden enemy; without a name for whoever is hidden."""
    return _plain(SEARCH, target)


def ready(attack: str, when: str, target: str = "") -> Choice:
    """Hold an attack back until an enemy does something, the one named or any.

    `when`: "enemy in range", "enemy moves", "enemy enters reach", "enemy leaves reach" or "I am hurt".
    """
    choice = Choice(READY, target, attack, [], False)
    choice.when = when
    return choice


def ready_move(square: str, when: str, target: str = "") -> Choice:
    """Hold a move back, as far towards a square as one's Speed allows; `when` as for `ready`, but for the range."""
    choice = Choice(READY, target, "", [square], False)
    choice.when = when
    return choice


def help_check(ally: str, skill: str) -> Choice:
    """Help an ally's next check with a skill."""
    choice = _plain(HELP_CHECK, "")
    choice.ally = ally
    choice.what = skill
    return choice


def drink(potion: str, target: str = "") -> Choice:
    """Drink a potion ("healing" ...) or give it to somebody within 5 ft."""
    choice = _plain(DRINK, target)
    choice.what = potion
    return choice


def light(lamp: str) -> Choice:
    """Light a lamp by its kind ("torch" ...), one's own or one within 5 ft: an action, in 5.2 a bonus action."""
    choice = _plain(KINDLE, "")
    choice.what = lamp
    return choice


def put_out(lamp: str) -> Choice:
    """Put out a lamp by its kind, one's own or one within 5 ft: the turn's free interaction, then an action."""
    choice = _plain(DOUSE, "")
    choice.what = lamp
    return choice


def attempt(task: str) -> Choice:
    """Try one of the scenario's tasks, by its name."""
    choice = _plain(ATTEMPT, "")
    choice.what = task
    return choice


def contest(name: str, target: str) -> Choice:
    """Begin one of the scenario's contests with somebody."""
    choice = _plain(OWN_CONTEST, target)
    choice.what = name
    return choice


def strike_object(attack: str, name: str) -> Choice:
    """One attack on an object of the scenario."""
    choice = Choice(STRIKE_THING, "", attack, [], False)
    choice.what = name
    return choice


def mount(name: str) -> Choice:
    """Get on a mount within 5 ft, an ally a size larger: half the Speed."""
    return _plain(MOUNT, name)


def dismount(square: str = "") -> Choice:
    """Get off, onto a square within 5 ft of the mount or the nearest that is free: half the Speed."""
    return Choice(DISMOUNT, "", "", [square] if square != "" else [], False)


def direct(what: str) -> Choice:
    """Let the mount that one rides "dash", "disengage", "dodge" or "stand"; a `move` of its rider is one of its."""
    choice = _plain(DIRECT, "")
    choice.what = what
    return choice


def open_door(door: str) -> Choice:
    """Open a door or window within 5 ft, by its name in `view.doors`.

    It is the free interaction of the turn, and the action once that is spent.
    """
    choice = _plain(OPEN_DOOR, "")
    choice.what = door
    return choice


def close_door(door: str) -> Choice:
    """Close one in which nobody stands."""
    choice = _plain(CLOSE_DOOR, "")
    choice.what = door
    return choice


def use(name: str, targets: list[str] | None = None, at: str = "", in_multiattack: bool = False) -> Choice:
    """Use an action of the stat block that is no attack.

    `targets` names whom it is aimed at; one with an area is aimed at the square `at`: a cone or line points there, what
    has a point of origin lies about it. An emanation and an action for oneself need neither. An action that teleports
    leads to `at`. `in_multiattack` takes its place in a Multiattack that names it, and leaves the attacks of that.
    """
    choice = Choice(USE_ACTION, "", "", [at] if at != "" else [], False)
    choice.what = name
    choice.targets = list(targets) if targets is not None else []
    choice.in_multiattack = in_multiattack
    return choice


class Figure:
    """A combatant as the one who looks at it knows it. Lengths in feet, measured between the nearest squares."""

    def __init__(self, name: str, side: str, creature: str) -> None:
        self.name = name
        self.side = side
        self.creature = creature
        self.square: str = ""
        self.altitude_ft: int = 0  # of its feet above the ground under it
        self.is_enemy: bool = False
        self.hp: int = 0
        self.max_hp: int = 0
        self.temp_hp: int = 0
        self.ac: int = 0
        self.speed_ft: int = 0
        self.reach_ft: int = 0  # of its longest melee attack
        self.distance_ft: int = 0
        self.conditions: list[str] = []
        self.is_seen: bool = False  # by the one who looks
        self.sees_me: bool = False
        self.can_act: bool = False
        self.has_reaction: bool = False
        self.is_dodging: bool = False
        self.mount: str = ""  # what it rides, or nothing
        self.rider: str = ""  # who rides it
        self.is_fallen: bool = False  # at 0 HP or knocked out

    def __repr__(self) -> str:
        return f"<{self.name} at {self.square}, {self.hp} of {self.max_hp} HP>"


class Attack:
    """One way to attack, as the stat block has it; `mean_damage` is that of an ordinary hit. Lengths in feet."""

    def __init__(self, name: str, is_melee: bool, to_hit: int, mean_damage: float) -> None:
        self.name = name
        self.is_melee = is_melee
        self.to_hit = to_hit
        self.mean_damage = mean_damage
        self.reach_ft: int = 0
        self.normal_ft: int = 0
        self.long_ft: int = 0

    def __repr__(self) -> str:
        return f"<{self.name} {self.to_hit:+d}>"


class Deed:
    """An action of the stat block that is no attack. `uses` are those left, -1 without an end; 0 or 1 where it
    recharges. `cost` is action, bonus, reaction, legendary or lair."""

    def __init__(self, name: str, cost: str, uses: int) -> None:
        self.name = name
        self.cost = cost
        self.uses = uses

    def __repr__(self) -> str:
        return f"<{self.name}, {self.cost}>"


class Way:
    """A square that can be reached now: what it costs, every square entered, and whose reach the way leaves."""

    def __init__(self, square: str, cost_ft: int, path: list[str], strikers: list[str]) -> None:
        self.square = square
        self.cost_ft = cost_ft
        self.path = path
        self.strikers = strikers

    def __repr__(self) -> str:
        return f"<way to {self.square}, {self.cost_ft} ft>"


class AttackOdds:
    """The true odds of one attack, with the advantage that would be derived.

    `illegal` is the clause that forbids it, "" when it is allowed; the rest says nothing when it is not.
    `expected_damage` is the mean over all rolls after resistances, not capped by the target's HP, without what
    a hit may bring beside its damage.
    """

    def __init__(self, illegal: str) -> None:
        self.illegal = illegal
        self.distance_ft: int = 0
        self.cover: str = "none"
        self.p_hit: float = 0.0
        self.p_critical: float = 0.0
        self.expected_damage: float = 0.0
        self.net: int = 0
        self.advantage: list[str] = []  # clause ids
        self.disadvantage: list[str] = []

    @property
    def is_legal(self) -> bool:
        return self.illegal == ""

    @property
    def mode(self) -> str:
        """advantage, disadvantage or normal."""
        return "advantage" if self.net > 0 else "disadvantage" if self.net < 0 else "normal"


class Doorway:
    """A door or a window as a tactic sees it.

    `name` is its square, or the first two squares on both sides of its edge: "C3", "C3-D3". `state` is closed, open,
    locked or broken; `distance_ft` is from the combatant to the nearest of its squares.
    """

    def __init__(self, name: str, is_window: bool, state: str, distance_ft: int) -> None:
        self.name = name
        self.is_window = is_window
        self.state = state
        self.distance_ft = distance_ft

    def __repr__(self) -> str:
        return f"<{'window' if self.is_window else 'door'} {self.name}, {self.state}>"


class View:
    """What one combatant may know when it decides. It is true at that moment, and a new one comes with every question.

    Enemies that are hidden and not found are not among `enemies`; `last_seen` has the squares where they were known to
    be. Hit points and armour class of everybody else are known, as they are to the built-in tactics.
    """

    def __init__(self, me: Figure) -> None:
        self.me = me
        self.round: int = 0
        self.ruleset: str = ""
        self.allies: list[Figure] = []  # standing, in file order, without `me`
        self.enemies: list[Figure] = []  # standing and located, in file order
        self.others: list[Figure] = []  # of neutral sides
        self.fallen: list[Figure] = []  # of any side
        self.last_seen: dict[str, str] = {}  # the enemies that are hidden: square by name
        self.movement_ft: int = 0  # left this turn
        self.has_action: bool = False
        self.has_bonus_action: bool = False
        self.attacks: list[Attack] = []  # those it can still make with its action, in the order of the block
        self.extra_attacks: list[Attack] = []  # those it can make as the bonus attack of two-weapon fighting
        self.actions: list[Deed] = []  # its actions that are no attack, in the order of the block
        self.doors: list[Doorway] = []  # every door and window that opens
        self.refused: str = ""  # the clause that forbade the last answer of this turn

    def odds(self, attack: str, target: str) -> AttackOdds:
        """The odds of an attack from where the combatant stands."""
        raise NotImplementedError

    def odds_from(self, square: str, attack: str, target: str) -> AttackOdds:
        """The odds of an attack if it stood on another square and everybody else where they are."""
        raise NotImplementedError

    def ways(self) -> list[Way]:
        """Every square it can reach with the movement left and may stop on, its own first, cheapest next."""
        raise NotImplementedError

    def way_towards(self, name: str) -> Way:
        """Of those, the one from which the shortest walk to somebody is left; of equals the cheapest."""
        raise NotImplementedError

    def roll(self, sides: int) -> int:
        """A die of the tactics' own: 1 to `sides`. It moves no die of the rules."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Tactic:
    """A tactic to derive one's own from; it does nothing on its turn and strikes at whoever leaves its reach."""

    def act(self, view: View) -> Choice:
        """What to do next; `end()` when the turn is over."""
        return end()

    def react(self, view: View, mover: Figure, strikes: list[str]) -> str:
        """The attack to spend the reaction on, or "" to let the mover go.

        An enemy is about to leave the combatant's reach and still stands inside. `strikes` are the attacks that the
        step allows, the hardest first; where the edition has them, "grapple", "shove prone" and "shove push" come last.
        """
        return strikes[0]

    def spend_inspiration(self, view: View, roll: str) -> bool:
        """Whether to spend inspiration on a roll: "attack", "save", "death save", "check" ...

        Asked in 5.1 before a roll that it would better, in 5.2 before any roll, on which it is spent if that fails. A
        tactic without a will of its own spends it on the first attack, in 5.2 also on a saving throw that fails.
        """
        raise NotImplementedError

    def take_legendary(self, view: View, after: str) -> Choice:
        """The legendary action to take at the end of somebody's turn, `use(...)`, or `end()` for none.

        One that makes attacks is named alone; `act` is asked for its moves and attacks then.
        """
        return end()

    def take_lair(self, view: View) -> Choice:
        """The lair action to take on initiative count 20, or `end()` for none."""
        return end()

    def use_reaction(self, view: View, action: str, other: str) -> bool:
        """Whether to use a reaction of the stat block that something another creature did has triggered."""
        return True

    def choose_to_fail(self, view: View, ability: str, dc: int, by: str) -> bool:
        """Whether to fail a saving throw without rolling; `by` is behind the effect, "" for nobody.

        It is asked whenever the save is weighed, not once, and must answer the same each time.
        """
        return False
