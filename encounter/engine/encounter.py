"""An encounter, compiled once and fought many times."""

from collections.abc import Callable

from encounter.engine.board import Board
from encounter.engine.dice import Dice, SeededDice, mix_seed
from encounter.engine.fight import Decider, Fight, Outcome
from encounter.engine.journal import Journal
from encounter.engine.rules.turn import play
from encounter.engine.tables import STILL, Setup
from encounter.engine.tactics.deed_planner import DeedPlanner
from encounter.engine.tactics.own import Own
from encounter.engine.tactics.still import Still

RULES_STREAM = 1
TACTICS_STREAM = 2


class Encounter:
    """Everything of a scenario that does not change from fight to fight. Read-only; threads may share it.

    A fight is (scenario, ruleset, seed, index): the same four give the same fight to the die.
    """

    def __init__(self, setup: Setup, ruleset: str, title: str) -> None:
        self.setup: Setup = setup
        self.ruleset: str = ruleset
        self.title: str = title
        self.names: list[str] = [start.name for start in setup.starts]
        self.sides: list[str] = setup.side_names
        self.side_of: list[int] = [start.side for start in setup.starts]
        self.letters: list[str] = [start.letter for start in setup.starts]
        self.rows: list[str] = []
        self.not_simulated: list[str] = []
        self.board: Board = setup.board
        self.width: int = setup.board.width
        self.deciders: list[Decider | None] = [None] * len(setup.starts)  # who decides in place of a tactic
        self.tactics: list[Callable[[], object] | None] = [None] * len(setup.starts)  # what makes each one's own tactic
        self.planner_is_exhaustive: bool = False
        self._spare: list[Fight] = []

    def new_fight(self) -> Fight:
        """A fight with everybody's decider, not yet reset to its start."""
        fight = Fight(self.setup)
        planner = DeedPlanner(self.setup, self.planner_is_exhaustive)
        still = Still()
        for start in self.setup.starts:
            decider = self.deciders[start.index]
            own = self.tactics[start.index]
            if decider is not None:
                fight.deciders.append(decider)
            elif own is not None:
                fight.deciders.append(Own(own()))
            elif start.tactic == STILL:
                fight.deciders.append(still)
            else:
                fight.deciders.append(planner)
        return fight

    def fight(self, seed: int, index: int, journal: Journal | None = None, dice: Dice | None = None) -> Outcome:
        """Play one fight and say how it ended; its events go to the journal. `dice` replaces the rules' dice."""
        fight = self._spare_fight() if len(self._spare) > 0 else self.new_fight()
        rules_dice: Dice = dice if dice is not None else SeededDice(mix_seed(seed, index, RULES_STREAM))
        fight.reset(rules_dice, SeededDice(mix_seed(seed, index, TACTICS_STREAM)), journal)
        outcome = play(fight)
        self._spare.append(fight)
        return outcome

    def _spare_fight(self) -> Fight:
        """A fight that was fought before; tactics of one's own begin anew, whatever they have remembered."""
        fight = self._spare.pop()
        for place, own in enumerate(self.tactics):
            if own is not None and self.deciders[place] is None:
                fight.deciders[place] = Own(own())
        return fight
