"""What a combatant can want to do next, and what it can answer when an enemy leaves its reach."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from encounter.engine.paths import MAX_UNITS

# What an intent asks for.
END_TURN: Final = 0


MOVE: Final = 1


STAND: Final = 2


ATTACK_WITH: Final = 3  # `use` against `target`; begins or goes on with the sequence `option`


GRAPPLE: Final = 4


SHOVE_PRONE: Final = 5


SHOVE_PUSH: Final = 6


ESCAPE: Final = 7  # from `target`


DASH: Final = 8


DISENGAGE: Final = 9


DODGE: Final = 10


HELP: Final = 11  # `ally` against `target`


HIDE: Final = 12


EXTRA_ATTACK: Final = 13  # the bonus attack of two-weapon fighting: `use` against `target`


RELEASE: Final = 14  # `target`


DROP_PRONE: Final = 15


AIM_AT_SQUARE: Final = 16  # `use` at `square`, guessing that somebody unseen is there


STABILISE: Final = 17  # first aid for `target`


SEARCH: Final = 18  # for `target`, or -1 for whoever is hidden


READY: Final = 19  # the attack `use`, or without one a move to `square`, for the trigger `when` about `target` (-1 any)


HELP_CHECK: Final = 20  # `ally` on its next check with `skill`


DRINK: Final = 21  # the potion `item`, by `target` (-1 oneself)


ATTEMPT: Final = 22  # the task `item`


OWN_CONTEST: Final = 23  # the contest `item` of the scenario, with `target`


STRIKE_THING: Final = 24  # `use` against the object `item`; begins or goes on with the sequence `option`


OPEN_DOOR: Final = 25  # the door `item`


CLOSE_DOOR: Final = 26


USE_ACTION: Final = 27  # the action `item` of the stat block; in the sequence `option`, or by itself with -1


KINDLE: Final = 28  # light the lamp `item`, in hand or within 5 ft


DOUSE: Final = 29  # put it out


MOUNT: Final = 30  # get on the mount `target`


DISMOUNT: Final = 31  # get off, onto `square`, or with -1 the nearest that is free


DIRECT: Final = 32  # let the mount that it rides stand up, dash, disengage or dodge: the kind `item`


INTENT_NAMES: Final = (
    "end",
    "move",
    "stand",
    "attack",
    "grapple",
    "shove prone",
    "shove push",
    "escape",
    "dash",
    "disengage",
    "dodge",
    "help",
    "hide",
    "extra attack",
    "release",
    "drop prone",
    "aim at square",
    "stabilise",
    "search",
    "ready",
    "help check",
    "potion",
    "task",
    "own contest",
    "strike object",
    "open door",
    "close door",
    "use",
    "light",
    "put out",
    "mount",
    "dismount",
    "direct",
)


# What a readied action waits for.
IN_RANGE: Final = 0  # an enemy comes to stand within the range of the readied attack


MOVES: Final = 1


ENTERS_REACH: Final = 2


LEAVES_REACH: Final = 3


IS_HURT: Final = 4


TRIGGERS: Final = ("enemy in range", "enemy moves", "enemy enters reach", "enemy leaves reach", "i am hurt")


NO_REACTION: Final = -1


REACT_GRAPPLE: Final = -2


REACT_SHOVE_PRONE: Final = -3


REACT_SHOVE_PUSH: Final = -4


class Intent:
    """What a combatant wants to do next. Only the fields that its kind names are read.

    A move reads its way from `path[:length]`, squares in the order entered; `drags` says whether those it holds come
    along. `option` is the sequence (Multiattack alternative or Attack) that an attack belongs to; `as_bonus` spends
    the bonus action on what a trait allows there. `refused` is written by the rules: the number of the clause that
    forbade the intent before, 0 for none. An action of the stat block reaches the combatants in `mask`, or whoever is
    in `placement`, an areas.Placement; `square` is where it teleports to, where it does.
    """

    def __init__(self) -> None:
        self.kind: i64 = END_TURN
        self.target: i64 = -1
        self.ally: i64 = -1
        self.square: i64 = -1
        self.use: i64 = -1  # place in Stat.uses
        self.option: i64 = -1
        self.as_bonus: bool = False
        self.drags: bool = True
        self.path: vec[i64] = vec[i64]([0] * (MAX_UNITS + 1))
        self.length: i64 = 0
        self.item: i64 = -1
        self.when: i64 = 0
        self.skill: str = ""
        self.mask: i64 = 0
        self.placement: object = None
        self.refused: i64 = 0
