"""The scenario as a record: what a file says, read, resolved and checked, before it becomes an Encounter.

Squares are (column, row) pairs, (0, 0) is A1. Distances are feet. Names are as written in the file.
"""

from attrs import field, frozen

from encounter.engine.creature import Creature, Rider

Square = tuple[int, int]


@frozen
class Light:
    """A light source on a square: bright for `bright_ft`, dim for `dim_ft` beyond that.

    It burns until the round `until` begins (0: for good); one that shines one way shines `towards` a square.
    """

    kind: str
    at: Square
    bright_ft: int
    dim_ft: int
    until: int = 0
    towards: Square | None = None


@frozen
class CarriedLight:
    """A light that a combatant carries, lit or not."""

    kind: str
    bright_ft: int
    dim_ft: int
    is_lit: bool = True
    until: int = 0


@frozen
class Zone:
    """A zone of one kind: a rectangle of squares, both corners included, or what lies `around` a combatant."""

    kind: str
    start: Square
    end: Square
    level: str = ""  # of a zone of light: sunlight, bright, dim or dark
    until: int = 0  # the round that ends it as it begins; 0 lasts
    around: str = ""  # whom it follows
    radius_ft: int = 0


@frozen
class Elevation:
    """A rectangle of squares, both corners included, whose ground is so high; 0 is the level of the map."""

    start: Square
    end: Square
    height_ft: int


@frozen
class Terrain:
    """The map: one engine terrain number a square, row by row (board.TERRAIN_NAMES)."""

    width: int
    height: int
    terrain: bytes
    glyphs: tuple[str, ...]  # the rows as drawn, letters of combatants replaced by floor


@frozen
class Edge:
    """What stands on a line between squares: its kind (board.EDGE_NAMES) and two points of the grid, (0, 0) top left.

    The line runs along the grid; the squares of the map are 1 by 1, so (2, 0) to (2, 5) is between columns B and C.
    """

    kind: str
    x1: int
    y1: int
    x2: int
    y2: int


@frozen
class ConditionState:
    """A condition in force at the start: `source` is a combatant's name, `rounds` -1 while nothing ends it."""

    name: str
    source: str | None = None
    rounds: int = -1
    level: int = 1
    escape_dc: int = 0  # of a hold with a DC of its own, 0: the holder's usual one


@frozen
class Helped:
    """Help in force: against an enemy's next attack, or (`check`) on a check with a skill."""

    by: str
    against: str | None = None
    check: str | None = None


@frozen
class ReadiedState:
    """What is held back: an attack by name, or a move to a square; `target` None waits for any enemy."""

    action: str
    when: str
    target: str | None = None
    to: Square | None = None


@frozen
class Concentration:
    """A spell held by concentration, and the combatants it is on."""

    spell: str
    on: tuple[str, ...] = ()


@frozen
class State:
    """What holds for a combatant when the fight, or an explanation, starts (contracts.md `state:`)."""

    hp: int | None = None
    max_hp: int | None = None
    temp_hp: int = 0
    conditions: tuple[ConditionState, ...] = ()
    hidden: int | None = None  # Stealth total
    hidden_from: tuple[str, ...] | None = None  # None: from every enemy
    surprised: bool = False
    dodging: bool = False
    disengaged: bool = False
    helped: tuple[Helped, ...] = ()
    reaction_used: bool = False
    action_used: bool = False
    bonus_used: bool = False
    loading_used: tuple[str, ...] = ()
    death_saves: tuple[int, int] = (0, 0)  # successes, failures
    stable: bool = False
    hands: tuple[str, ...] | None = None
    ammunition: dict[str, int] = field(factory=dict)
    inspiration: bool = False
    altitude_ft: int = 0  # above the ground under it
    concentrating: Concentration | None = None
    readied: ReadiedState | None = None
    carries: tuple[CarriedLight, ...] = ()
    spent: dict[str, int] = field(factory=dict)  # uses that are gone, by action; 1 of one that is not recharged
    slots: dict[int, int] = field(factory=dict)  # spell slots that are gone, by level
    squeezing: bool = False
    mounted: str | None = None  # what it rides
    mount_is_independent: bool = False


@frozen
class Entry:
    """One combatant of the fight, in file order.

    `group` numbers the scenario entry it came from: its members roll initiative together. `arrives` is the round at
    whose start it appears, 1 for who is there from the beginning.
    """

    name: str
    side: str
    creature: Creature
    at: Square | None
    letter: str = ""
    group: int = 0
    arrives: int = 1
    tactic: str = "default"
    targets: str | tuple[str, ...] = ""  # nearest | weakest | strongest | names in order; "" leaves it to the tactic
    roll_initiative: int | None = None
    state: State = State()
    challenge: str = ""  # its challenge rating as printed: 1/4, 17; "" where none is written
    level: int = 0  # of a character; 0 where none is written


@frozen
class Ruling:
    """What the GM grants: advantage, disadvantage, a modifier, or re-rolls of one kind, on a kind of roll.

    `roll` is attack, check, save, initiative, death save, or a skill or ability before check or save; `by` and
    `against` name combatants or sides, empty for anybody.
    """

    give: str  # advantage | disadvantage | modifier | re-roll
    amount: int = 1  # of a modifier or of re-rolls: positive, negative
    neutral: int = 0
    roll: str = "attack"
    by: str = ""
    against: str = ""
    because: str = ""


@frozen
class Thing:
    """An object that can be struck. `threshold` is the damage below which a blow does nothing to it."""

    name: str
    at: Square
    ac: int
    hp: int
    threshold: int = 0
    resist: tuple[str, ...] = ()
    vulnerable: tuple[str, ...] = ()
    immune: tuple[str, ...] = ()  # poison and psychic apart, which no object minds
    opens: tuple[int, ...] | None = None  # the door that it is, as of a task


@frozen
class Task:
    """A check against a fixed difficulty, an action for those it names. `ends` is a condition that a success ends."""

    name: str
    dc: int
    skill: str | None = None
    ability: str | None = None
    at: Square | None = None  # tried within 5 ft of it
    by: tuple[str, ...] = ()  # combatants; empty for anybody
    ends: str | None = None
    needs: str | None = None  # sight or hearing
    opens: tuple[int, ...] | None = None  # the door that a success opens: its square (x, y) or line (x1, y1, x2, y2)


@frozen
class Contest:
    """A contest of the scenario's own: skills on both sides, what winning brings."""

    name: str
    skill: str
    against: tuple[str, ...]
    brings: Rider
    ability: str | None = None
    range_ft: int = 5
    by: tuple[str, ...] = ()


@frozen
class Options:
    """`options:` of a scenario, defaults as in contracts.md; None leaves the ruleset's own choice."""

    diagonals: str = "5-5-5"
    ties: str = "roll-off"
    group_initiative: bool = True
    flanking: bool = False
    monster_hp: str = "average"
    round_limit: int = 100
    fallen: str = "ignore"
    invisible_needs_unseen: bool | None = None
    bodies_cover: bool = False
    running_water: bool = False  # the water of the map is a stream
    knock_out: tuple[str, ...] = ()  # sides and combatants that knock out instead of killing, in melee


@frozen
class GroundHazard:
    """What a kind of ground does to whoever enters it, or starts a turn on it: once a turn."""

    terrain: str
    rider: Rider
    on_enter: bool = True
    on_start: bool = True


@frozen
class Scenario:
    """A whole scenario file."""

    title: str
    ruleset: str
    map: Terrain
    sides: tuple[str, ...]
    entries: tuple[Entry, ...]
    light: str = "bright"
    lights: tuple[Light, ...] = ()
    zones: tuple[Zone, ...] = ()
    edges: tuple[Edge, ...] = ()  # of those on the same line the last one counts
    hazards: tuple[GroundHazard, ...] = ()
    elevation: tuple[Elevation, ...] = ()  # a later one replaces what an earlier one says of a square
    neutral: tuple[str, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    objects: tuple[Thing, ...] = ()
    tasks: tuple[Task, ...] = ()
    contests: tuple[Contest, ...] = ()
    order: tuple[str, ...] = ()
    options: Options = Options()
    units: str = "ft"
    source: str = ""  # the file it came from
    code_folder: str = ""  # where the modules of its own tactics are looked for first, absolute; "" without any
    not_simulated: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()  # what is allowed in the file but hardly meant
