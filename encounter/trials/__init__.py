"""Many fights at once: the odds of a scenario, how sure they are, and which of its fights to look at."""

from encounter.trials.estimate import Estimate, Tally
from encounter.trials.executors import BatchError, FightFailed, WorkersLost, batch

__all__ = ["batch", "Estimate", "Tally", "BatchError", "FightFailed", "WorkersLost"]
