"""Who fights the fights of a batch: this process, processes of its own, or any executor the caller brings.

The indices 0 to n-1 are cut into chunks, each is fought and summed where there is room, and the sums are added up. The
chunks grow until one takes some tenths of a second; where they are cut and who fights them leaves no trace in the
result. The loop over the fights is interpreted, also where the engine is compiled, so that Ctrl-C is heard.
"""

import gc
import multiprocessing
import multiprocessing.connection
import os
import pickle
import signal
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from contextlib import AbstractContextManager, contextmanager, nullcontext
from math import ceil
from time import perf_counter
from types import ModuleType
from typing import Final, cast

from attrs import frozen

from encounter.scenario.model import Scenario
from encounter.trials.estimate import Estimate, Fights, Tally

Progress = Callable[[int, dict[str, int]], object]

# Processes inherit nothing by accident and the start is the same on every platform; the 0.2 s that each needs to
# import the engine is why a batch that is nearly done stays in this process.
START_METHOD: Final = "spawn"
CHUNK_S: Final = 0.4  # the length of a chunk in another process or thread: short enough to stop soon
LEAST_CHUNK_S: Final = 0.02  # towards the end of a batch; below that the sending would show
OWN_CHUNK_S: Final = 0.1  # in this process, where every chunk ends in a look at Ctrl-C
WARM_UP_S: Final = 0.25  # how long this process fights alone before it knows whether others would help
WORTH_S: Final = 0.5  # what must be left to do, in seconds, for others to be called
MOST_WORKERS: Final = 61  # Windows waits for no more


class BatchError(Exception):
    """A batch that could not be fought."""


class FightFailed(BatchError):
    """A fight ended in an exception, which is a bug: `seed` and `index` replay it; the cause stands in the message."""

    def __init__(self, seed: int, index: int, cause: str) -> None:
        super().__init__(f"fight {index} (seed {seed}) failed: {cause}; `run --seed {seed} --fight {index}` replays it")
        self.seed = seed
        self.index = index
        self.cause = cause

    def __reduce__(self) -> tuple[type["FightFailed"], tuple[int, int, str]]:
        return FightFailed, (self.seed, self.index, self.cause)


class WorkersLost(BatchError):
    """A worker process died without a word."""


def batch(
    encounter: Scenario | Fights,
    fights: int = 2000,
    seed: int = 0,
    executor: Executor | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Estimate:
    """Fight the fights 0 to `fights` - 1 of this seed and say how they came out.

    A Scenario is fought by `workers` processes (None: one for each core), which are sent the scenario and compile it
    once. An Encounter cannot be sent to another process: it is fought in this one, by `workers` threads where more
    than one is asked for. `executor` is anything that follows `concurrent.futures.Executor` and is not shut down;
    `workers` then says how many chunks it can take at once, where it does not say so itself. The result is the same in
    every case.

    `progress` is called in this thread after every chunk with the number of fights done so far and the wins of each
    side. Ctrl-C ends the batch after the fights under way: the estimate says `interrupted` and counts what was done.

    Raises FightFailed when a fight raises, the one of the lowest index; WorkersLost when a process dies; ValueError for
    fewer than one fight or worker, and what `compile` raises for a scenario that cannot be.
    """
    if fights < 1:
        raise ValueError(f"a batch has at least one fight, not {fights}")
    if workers is not None and workers < 1:
        raise ValueError(f"a batch needs at least one worker, not {workers}")
    if isinstance(encounter, Scenario):
        return fight_all(
            FromScenario(encounter.title or encounter.source, encounter), fights, seed, executor, workers, progress
        )
    return fight_all(encounter, fights, seed, executor, workers, progress)


class Source(ABC):
    """What can be sent to a process and compiled to an Encounter there."""

    title: str

    @abstractmethod
    def compiled(self) -> Fights:
        """The Encounter."""


@frozen
class FromScenario(Source):
    """A scenario as a Source."""

    title: str
    scenario: Scenario

    def compiled(self) -> Fights:
        from encounter.scenario.compiler import compile

        return compile(self.scenario)


def fight_all(
    source: Source | Fights,
    fights: int,
    seed: int,
    executor: Executor | None,
    workers: int | None,
    progress: Progress | None,
) -> Estimate:
    """`batch` for anything that is an Encounter or can be compiled to one."""
    began = perf_counter()
    with compiled(source) as (encounter, payload), Interruption() as interruption:
        work = Work(encounter, payload, fights, seed, progress, interruption)
        if executor is not None:
            if payload is None and isinstance(executor, ProcessPoolExecutor):
                raise TypeError("an Encounter cannot be sent to another process; hand the Scenario over instead")
            hire(work, executor, workers or getattr(executor, "_max_workers", None) or cores())
        else:
            fight_with_own_workers(work, workers)
    return Estimate(
        scenario=cast(str | None, getattr(source, "title", None)),
        ruleset=encounter.ruleset,
        seed=seed,
        asked=fights,
        names=tuple(encounter.names),
        side_names=tuple(encounter.sides),
        not_simulated=tuple(encounter.not_simulated),
        tally=work.tally,
        interrupted=work.tally.fights < fights,
        elapsed_s=perf_counter() - began,
    )


class Work:
    """A batch under way: what there is to fight, what has been handed out, and the sums of what is done."""

    def __init__(
        self,
        encounter: Fights,
        payload: bytes | None,
        fights: int,
        seed: int,
        progress: Progress | None,
        interruption: "Interruption",
    ) -> None:
        self.encounter = encounter
        self.payload = payload
        self.fights = fights
        self.seed = seed
        self.progress = progress
        self.interruption = interruption
        self.handed_out = 0
        self.tally = empty_tally(encounter)
        self.pace = 0.0  # fights a second of one worker
        self.largest_yet = 0

    @property
    def left(self) -> int:
        """Fights not handed out yet."""
        return self.fights - self.handed_out

    def next_chunk(self, seconds: float, workers: int = 1) -> range:
        """Hand out the next indices: about `seconds` of work, less towards the end so that all workers end together."""
        size = min(int(self.pace * seconds), 4 * self.largest_yet)
        if workers > 1:
            size = min(size, max(ceil(self.left / (2 * workers)), int(self.pace * LEAST_CHUNK_S)))
        size = min(max(1, size), self.left)
        first, self.handed_out = self.handed_out, self.handed_out + size
        return range(first, self.handed_out)

    def done(self, tally: Tally, seconds: float) -> None:
        """Add the sums of one chunk, fought in `seconds`."""
        self.pace = tally.fights / max(seconds, 1e-9)
        self.largest_yet = max(self.largest_yet, tally.fights)
        self.tally = self.tally.plus(tally)
        if self.progress is not None:
            wins = self.tally.wins()
            self.progress(
                self.tally.fights, {name: wins.get(side, 0) for side, name in enumerate(self.encounter.sides)}
            )


def fight_with_own_workers(work: Work, workers: int | None) -> None:
    """Begin alone; call workers when there is more than one to have and enough left for them to do."""
    if workers is None:
        workers = 1 if work.payload is None or multiprocessing.current_process().daemon else cores()
    workers = min(workers, MOST_WORKERS)
    if workers == 1:
        fight_alone(work, None)
        return
    fight_alone(work, WARM_UP_S)
    left_s = work.left / work.pace if work.pace else 0.0
    if left_s < WORTH_S:
        fight_alone(work, None)
        return
    workers = min(workers, max(2, ceil(left_s / WORTH_S)))
    if work.payload is None:
        with ThreadPoolExecutor(workers) as threads:
            hire(work, threads, workers)
        return
    context = multiprocessing.get_context(START_METHOD)
    with ProcessPoolExecutor(workers, mp_context=context, initializer=be_a_worker) as processes:
        try:
            hire(work, processes, workers, starting_workers)
        except KeyboardInterrupt:  # the second: not even the fights under way are waited for
            forget_cancelled(processes)
            for process in list(processes._processes.values()):
                process.kill()


def forget_cancelled(processes: ProcessPoolExecutor) -> None:
    """Let the executor keep no cancelled future, before its processes are killed.

    When its processes die it fails every future that it still has; in Python 3.11 it does not ask whether one has been
    cancelled meanwhile, and ends in an InvalidStateError. It gets futures that nobody looks at instead.
    """
    for item in list(processes._pending_work_items.values()):
        if item.future.cancelled():
            item.future = Future()


def fight_alone(work: Work, seconds: float | None) -> None:
    """Fight in this process, for about so many seconds or to the end."""
    began = perf_counter()
    try:
        while work.left and not work.interruption.seen:
            chunk = work.next_chunk(OWN_CHUNK_S)
            with uncollected():
                done = fight_chunk(work.encounter, work.seed, chunk)
            work.done(*done)
            if seconds is not None and perf_counter() - began >= seconds:
                return
    except KeyboardInterrupt:  # where Ctrl-C is not ours to handle; the chunk under way is lost
        work.interruption.seen = True


@contextmanager
def uncollected() -> Iterator[None]:
    """Meanwhile the garbage collector leaves alone what is there already, which no fight changes."""
    if gc.get_freeze_count() > 0:  # somebody else's choice
        yield
        return
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


def hire(
    work: Work,
    executor: Executor,
    workers: int,
    starting: Callable[[], AbstractContextManager[None]] = nullcontext,
) -> None:
    """Hand chunks to an executor, a few ahead of its workers, and add up what comes back.

    `starting` is entered for every handing over, which may start a worker.
    """
    under_way: dict[Future[tuple[Tally, float]], range] = {}
    failures: list[FightFailed] = []
    try:
        while under_way or (work.left and not work.interruption.seen and not failures):
            try:
                while work.left and len(under_way) < 2 * workers and not work.interruption.seen and not failures:
                    chunk = work.next_chunk(CHUNK_S, workers)
                    with starting():
                        under_way[submit(work, executor, chunk)] = chunk
                # Handlers of signals run between waits on some platforms, hence the timeout.
                ended, _ = wait(under_way, timeout=0.5, return_when=FIRST_COMPLETED)
                for future in ended:
                    del under_way[future]
                    if future.cancelled():
                        continue
                    error = future.exception()
                    if isinstance(error, FightFailed):
                        failures.append(error)
                    elif isinstance(error, KeyboardInterrupt):  # a worker that is not ours heard the same Ctrl-C
                        work.interruption.seen = True
                    else:
                        work.done(*future.result())
            except KeyboardInterrupt:
                if work.interruption.seen:
                    raise
                work.interruption.seen = True
            if work.interruption.seen:
                cancel(under_way, 0)
            elif failures:  # fights of a lower index may fail too, and are to be the ones reported
                cancel(under_way, min(failure.index for failure in failures))
    except BrokenExecutor as error:
        if not work.interruption.seen:
            raise WorkersLost(
                f"a worker process died after {work.tally.fights} of {work.fights} fights without saying why: killed, "
                f"perhaps, for want of memory, or unable to start. With one worker no other process is needed"
            ) from error
    finally:
        cancel(under_way, 0)
    if failures:
        raise min(failures, key=lambda failure: failure.index)


def submit(work: Work, executor: Executor, chunk: range) -> Future[tuple[Tally, float]]:
    if work.payload is None:
        return executor.submit(fight_chunk, work.encounter, work.seed, chunk)
    return executor.submit(fight_chunk_of, work.payload, work.seed, chunk)


def cancel(under_way: Mapping[Future[tuple[Tally, float]], range], above: int) -> None:
    """Cancel the chunks that begin at this index or above, where they have not been begun."""
    for future, chunk in under_way.items():
        if chunk.start >= above:
            future.cancel()


def fight_chunk(encounter: Fights, seed: int, chunk: range) -> tuple[Tally, float]:
    """Fight these indices; their sums, and the seconds it took."""
    began = perf_counter()
    tally = empty_tally(encounter)
    fight, add = encounter.fight, tally.add
    index = chunk.start
    try:
        for index in chunk:
            add(index, fight(seed, index))
    except Exception as error:
        raise FightFailed(seed, index, f"{type(error).__name__}: {error}") from error
    return tally, perf_counter() - began


def fight_chunk_of(payload: bytes, seed: int, chunk: range) -> tuple[Tally, float]:
    """`fight_chunk` in a worker, which compiles what it is sent when it sees it for the first time."""
    with COMPILING:
        encounter = COMPILED.get(payload)
        if encounter is None:
            COMPILED.clear()  # a worker that serves many batches keeps the last one only
            encounter = COMPILED[payload] = cast(Source, pickle.loads(payload)).compiled()
            if multiprocessing.parent_process() is not None:
                gc.unfreeze()
                gc.freeze()  # no fight changes it: the collector need not look through it again and again
    return fight_chunk(encounter, seed, chunk)


# What this process compiled, by the pickled source: in a worker the encounter it was sent, in the process that called
# `batch` the one it compiled itself, which its threads share.
COMPILED: dict[bytes, Fights] = {}
COMPILING = threading.Lock()


@contextmanager
def compiled(source: Source | Fights) -> Iterator[tuple[Fights, bytes | None]]:
    """The encounter to fight, and what to send to a process for it: nothing when it came compiled."""
    if not isinstance(source, Source):
        yield source, None
        return
    encounter = source.compiled()
    payload = pickle.dumps(source, pickle.HIGHEST_PROTOCOL)
    with COMPILING:
        COMPILED[payload] = encounter
    try:
        yield encounter, payload
    finally:
        with COMPILING:
            COMPILED.pop(payload, None)


def empty_tally(encounter: Fights) -> Tally:
    return Tally(encounter.side_of, len(encounter.sides))


def cores() -> int:
    """The cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return max(1, len(os.sched_getaffinity(0)))
    return os.cpu_count() or 1


class Interruption:
    """Within `with`, Ctrl-C is only noted in `seen`; a second one interrupts as usual.

    Where Ctrl-C is somebody else's (another handler than Python's own, another thread than the main one) it stays so.
    """

    def __init__(self) -> None:
        self.seen = False
        self.is_ours = False

    def __enter__(self) -> "Interruption":
        self.is_ours = (
            threading.current_thread() is threading.main_thread()
            and signal.getsignal(signal.SIGINT) is signal.default_int_handler
        )
        if self.is_ours:
            signal.signal(signal.SIGINT, self.note)
        return self

    def __exit__(self, *_: object) -> None:
        if self.is_ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)

    def note(self, *_: object) -> None:
        self.seen = True
        signal.signal(signal.SIGINT, signal.default_int_handler)


def be_a_worker() -> None:
    """Begin a worker process of our own.

    Ctrl-C reaches every process of the terminal, and the parent decides what it means. When the parent dies without a
    word nobody else would tell the worker to end.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(1)


@contextmanager
def starting_workers() -> Iterator[None]:
    """Processes started within do not hear Ctrl-C from their first instruction on; this one hears it afterwards.

    Nor do they run the caller's script, as spawned processes do to find what was defined in it: a worker is sent a
    scenario, and needs nothing of it. So `batch` may be called from a script without `if __name__ == "__main__":`, and
    from one that is no file at all.
    """
    with STARTING:
        main = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if CAN_BLOCK else ()
        try:
            yield
        finally:
            sys.modules["__main__"] = main
            if CAN_BLOCK:
                signal.pthread_sigmask(signal.SIG_SETMASK, before)


STARTING = threading.Lock()
CAN_BLOCK: Final = hasattr(signal, "pthread_sigmask")
