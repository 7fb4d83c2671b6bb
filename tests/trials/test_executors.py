"""A batch comes out the same whoever fights it and however it is cut up, and says so when it could not be finished."""

import itertools
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from encounter.trials import BatchError, FightFailed, WorkersLost, batch, executors
from encounter.trials.estimate import Tally
from fake_fights import (
    Mixed,
    MixedSource,
    die_in_a_worker,
    fail_from_37_on,
    fail_unspeakably,
)

TESTS = Path(__file__).resolve().parent.parent


def summed(fights: int, seed: int = 0) -> Tally:
    """The fights of Mixed, counted one by one."""
    mixed = Mixed()
    tally = Tally(mixed.side_of, 2)
    for index in range(fights):
        tally.add(index, mixed.fight(seed, index))
    return tally


def send(source: MixedSource, fights: int, workers: int, executor=None, progress=None, seed: int = 0):
    return executors.fight_all(source, fights, seed, executor, workers, progress)


@pytest.fixture(autouse=True)
def heard_ctrl_c():
    """Ctrl-C is heard, though a shell without job control lets what it starts in the background ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def eager(monkeypatch):
    """Workers are called at once, however little there is to do, and take small chunks."""
    monkeypatch.setattr(executors, "WARM_UP_S", 0.0)
    monkeypatch.setattr(executors, "WORTH_S", 1e-9)
    monkeypatch.setattr(executors, "CHUNK_S", 0.001)
    monkeypatch.setattr(executors, "LEAST_CHUNK_S", 0.0)


def test_alone_every_fight_from_0_to_n_is_fought_once_in_order():
    fought = []

    result = batch(Mixed(fought.append), fights=300, seed=4, workers=1)

    assert list(range(300)) == fought
    assert summed(300, seed=4) == result.tally
    assert (300, 300, False) == (result.fights, result.asked, result.interrupted)


@pytest.mark.parametrize("chunk", [1, 2, 7, 300])
def test_the_size_of_the_chunks_leaves_no_trace(monkeypatch, chunk):
    def next_chunk(work, seconds, workers=1):
        first, work.handed_out = work.handed_out, min(work.fights, work.handed_out + chunk)
        return range(first, work.handed_out)

    monkeypatch.setattr(executors.Work, "next_chunk", next_chunk)

    assert summed(300) == batch(Mixed(), fights=300, workers=1).tally
    with ThreadPoolExecutor(2) as threads:
        assert summed(300) == batch(Mixed(), fights=300, executor=threads).tally


def test_chunks_grow_with_the_pace_and_shrink_towards_the_end():
    work = executors.Work(Mixed(), None, 1000, 0, None, executors.Interruption())
    sizes = []
    while work.left:
        sizes.append(len(work.next_chunk(0.4, 2)))
        tally = Tally(work.encounter.side_of, 2)
        tally.fights = sizes[-1]
        work.done(tally, sizes[-1] / 500)  # 500 fights a second: 200 in a chunk, 10 at least

    assert [1, 4, 16, 64, 200, 179, 134, 101, 76] == sizes[:9]
    assert 10 == sizes[-2]
    assert 1000 == sum(sizes)


@pytest.mark.parametrize("workers", [2, 3])
def test_an_encounter_is_shared_by_threads(eager, workers):
    threads = set()

    result = batch(Mixed(lambda _: threads.add(threading.get_ident())), fights=400, workers=workers)

    assert summed(400) == result.tally
    assert len(threads) > 1


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_processes_give_what_one_gives_and_compile_what_they_are_sent_once(eager, tmp_path, workers):
    log = tmp_path / "compiled.txt"

    result = send(MixedSource(log=str(log)), fights=400, workers=workers)

    assert summed(400) == result.tally
    assert "Mixed company" == result.scenario
    compilers = log.read_text(encoding="utf-8").split()
    assert len(set(compilers)) == len(compilers) <= 1 + workers
    assert str(os.getpid()) == compilers[0]
    assert (len(compilers) == 1) == (workers == 1)


def test_a_short_batch_calls_nobody(monkeypatch):
    monkeypatch.setattr(executors, "ProcessPoolExecutor", None)

    assert summed(50) == send(MixedSource(), fights=50, workers=8).tally


def test_without_a_number_of_workers_there_is_one_for_each_core(monkeypatch):
    hired = []
    monkeypatch.setattr(executors, "WARM_UP_S", 0.0)
    monkeypatch.setattr(executors, "WORTH_S", 1e-9)
    monkeypatch.setattr(executors, "cores", lambda: 5)
    monkeypatch.setattr(executors, "ProcessPoolExecutor", lambda workers, **_: ThreadPoolExecutor(workers))
    monkeypatch.setattr(executors, "hire", lambda work, executor, workers, starting: hired.append(workers))

    executors.fight_all(MixedSource(), 400, 0, None, None, None)

    assert [5] == hired


@pytest.mark.parametrize("source", [Mixed(), MixedSource()])
def test_any_executor_will_do_and_stays_open(source):
    with ThreadPoolExecutor(3) as threads:
        assert summed(200) == executors.fight_all(source, 200, 0, threads, None, None).tally
        assert 4 == threads.submit(pow, 2, 2).result()


def test_threads_share_what_was_compiled(tmp_path):
    log = tmp_path / "compiled.txt"
    with ThreadPoolExecutor(3) as threads:
        send(MixedSource(log=str(log)), fights=200, workers=3, executor=threads)

    assert 1 == len(log.read_text(encoding="utf-8").split())
    assert {} == executors.COMPILED


def test_a_process_pool_of_the_callers_will_do(tmp_path):
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as processes:
        assert summed(200) == send(MixedSource(), fights=200, workers=1, executor=processes).tally
        with pytest.raises(TypeError, match="hand the Scenario over"):
            batch(Mixed(), fights=200, executor=processes)


def test_progress_tells_how_many_are_done_and_who_won_them():
    told = []

    batch(Mixed(), fights=300, workers=1, progress=lambda done, wins: told.append((done, wins)))

    assert 300 == told[-1][0]
    assert all(before < after for (before, _), (after, _) in itertools.pairwise(told))
    for done, wins in told:
        counted = summed(done).wins()
        assert {"heroes": counted.get(0, 0), "goblins": counted.get(1, 0)} == wins


def test_what_progress_raises_reaches_the_caller(eager):
    def give_up(done, wins):
        raise LookupError("enough")

    for workers in (1, 2):
        with pytest.raises(LookupError, match="enough"):
            batch(Mixed(), fights=300, workers=workers, progress=give_up)


def test_ctrl_c_counts_the_fights_already_fought_and_the_one_under_way():
    def press_ctrl_c(index):
        if index == 123:
            signal.raise_signal(signal.SIGINT)

    result = batch(Mixed(press_ctrl_c), fights=100_000, workers=1)

    assert result.interrupted
    assert 123 < result.fights < 100_000
    assert summed(result.fights) == result.tally
    assert result.as_json(engine="pure", version="0")["interrupted"] is True
    assert result.fights == result.as_json(engine="pure", version="0")["fights"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_ctrl_c_stops_threads_and_keeps_whole_chunks():
    pressed = []

    def press_ctrl_c(done, wins):
        if done > 100 and not pressed:
            pressed.append(done)
            signal.raise_signal(signal.SIGINT)

    fought = set()
    with ThreadPoolExecutor(2) as threads:
        result = batch(Mixed(fought.add), fights=10_000_000, executor=threads, progress=press_ctrl_c)

    assert result.interrupted
    assert 100 < result.fights == len(fought) < 10_000_000


def test_ctrl_c_that_somebody_else_handles_loses_the_chunk_under_way_only(monkeypatch):
    monkeypatch.setattr(executors, "OWN_CHUNK_S", 0.0)  # chunks of one fight

    def interrupt(index):
        if index == 40:
            raise KeyboardInterrupt

    result = batch(Mixed(interrupt), fights=100, workers=1)

    assert (True, 40) == (result.interrupted, result.fights)
    assert summed(40) == result.tally


def test_an_executor_with_a_cancelled_future_ends_quietly_when_its_processes_are_killed(monkeypatch):
    """More is handed over than the executor passes on to its worker, so that the last stays with it, cancelled."""
    complaints = []
    monkeypatch.setattr(threading, "excepthook", complaints.append)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as processes:
        futures = [processes.submit(time.sleep, 60) for _ in range(6)]
        while not processes._processes:
            time.sleep(0.01)
        assert futures[-1].cancel()
        executors.forget_cancelled(processes)
        for process in list(processes._processes.values()):
            process.kill()

    assert [] == complaints
    assert futures[-1].cancelled()
    assert all(future.done() for future in futures)


def test_a_second_ctrl_c_does_not_wait_for_the_fight_under_way(monkeypatch):
    monkeypatch.setattr(executors, "OWN_CHUNK_S", 0.0)

    def press_twice(index):
        if index == 40:
            signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGINT)

    assert summed(40) == batch(Mixed(press_twice), fights=100, workers=1).tally


def test_a_batch_interrupted_before_its_first_fight_knows_nothing():
    def interrupt(index):
        raise KeyboardInterrupt

    result = batch(Mixed(interrupt), fights=100, workers=1).as_json(engine="pure", version="0")

    assert 0 == result["fights"]
    assert {"count": 0, "rate": None, "low": 0.0, "high": 1.0} == result["outcomes"]["heroes"]
    assert {"mean": None, "p10": None, "p50": None, "p90": None} == result["rounds"]
    assert {"any_dead": None, "all_out": None, "hp_left": None} == result["sides"]["heroes"]
    assert [None] == list({one["survival"] for one in result["combatants"]})
    assert {"typical": None, "closest": None, "worst": {"heroes": None, "goblins": None}} == result["examples"]


def test_another_thread_leaves_ctrl_c_to_the_main_one():
    before = signal.getsignal(signal.SIGINT)
    with ThreadPoolExecutor(1) as threads:
        result = threads.submit(batch, Mixed(), 50).result()

    assert summed(50) == result.tally
    assert signal.getsignal(signal.SIGINT) is before


def run_in_a_terminal(body: str, tmp_path: Path) -> subprocess.Popen[str]:
    """A script in a process group of its own, so that Ctrl-C can be sent to all its processes at once."""
    script = tmp_path / "script.py"
    script.write_text(textwrap.dedent(body), encoding="utf-8")
    path = os.pathsep.join([str(TESTS), *filter(None, sys.path)])
    return subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": path},
    )


def everybody_ends(group: int) -> bool:
    """Whether no process of the group is left, ten seconds granted."""
    for _ in range(100):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False


SLOW_BATCH = """
    import sys
    from fake_fights import MixedSource, take_a_millisecond
    from encounter.trials import executors

    def tell(done, wins):
        print("done", done, flush=True)

    executors.WARM_UP_S, executors.WORTH_S = 0.01, 0.01
    result = executors.fight_all(MixedSource(before=take_a_millisecond), 1_000_000, 0, None, 2, tell)
    print("end", result.fights, result.interrupted, sum(result.tally.combatants[0][:5]), flush=True)
"""


@pytest.mark.skipif(os.name == "nt", reason="process groups are sent Ctrl-C another way")
def test_ctrl_c_of_a_terminal_ends_the_processes_without_a_murmur(tmp_path):
    script = run_in_a_terminal(SLOW_BATCH, tmp_path)
    lines = [script.stdout.readline() for _ in range(8)]  # by then workers report
    os.killpg(script.pid, signal.SIGINT)
    rest, errors = script.communicate(timeout=30)

    assert "" == errors
    word, fights, interrupted, counted = rest.split("\n")[-2].split()
    assert ("end", "True", fights) == (word, interrupted, counted)
    assert int(lines[-1].split()[1]) <= int(fights) < 1_000_000
    assert everybody_ends(script.pid)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signal")
def test_workers_end_with_their_parent(tmp_path):
    script = run_in_a_terminal(SLOW_BATCH, tmp_path)
    for _ in range(8):
        script.stdout.readline()
    script.kill()
    script.wait()
    script.stdout.close()
    script.stderr.close()

    assert everybody_ends(script.pid)


@pytest.mark.parametrize("how", ["as a script", "from standard input", "as an argument"])
def test_a_script_needs_no_guard(tmp_path, how):
    body = textwrap.dedent("""
        from fake_fights import MixedSource, take_a_millisecond
        from encounter.trials import executors
        executors.WARM_UP_S = executors.WORTH_S = 0.01
        result = executors.fight_all(MixedSource(before=take_a_millisecond), 400, 0, None, 2, None)
        print("end", result.fights, flush=True)
    """)
    script = tmp_path / "script.py"
    script.write_text(body, encoding="utf-8")
    arguments = {"as a script": [str(script)], "from standard input": ["-"], "as an argument": ["-c", body]}[how]
    path = os.pathsep.join([str(TESTS), *filter(None, sys.path)])

    done = subprocess.run(
        [sys.executable, *arguments],
        input=body,
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "PYTHONPATH": path},
    )

    assert ("end 400\n", "") == (done.stdout, done.stderr)


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_a_fight_that_raises_is_named_and_is_the_first_that_does(eager, workers):
    with pytest.raises(FightFailed) as raised:
        send(MixedSource(before=fail_from_37_on), fights=400, workers=workers, seed=9)

    assert (9, 37) == (raised.value.seed, raised.value.index)
    assert "fight 37 (seed 9) failed: ZeroDivisionError: no such die; `run --seed 9 --fight 37` replays it" == str(
        raised.value
    )


def test_a_fight_that_raises_in_a_process_shows_where(monkeypatch):
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as processes:
        with pytest.raises(FightFailed) as raised:
            send(MixedSource(before=fail_from_37_on), fights=100, workers=1, executor=processes)
        assert 37 == raised.value.index
        assert "in fail_from_37_on" in str(raised.value.__cause__)

        with pytest.raises(FightFailed, match=r"fight 0 .*: Local: "):  # though its exception cannot be sent
            send(MixedSource(before=fail_unspeakably), fights=100, workers=1, executor=processes)


def test_a_worker_that_is_killed_is_reported_in_words(eager):
    with (
        ProcessPoolExecutor(1, mp_context=get_context("spawn")) as processes,
        pytest.raises(WorkersLost, match=r"died after \d+ of 100 fights .*memory.*one worker"),
    ):
        send(MixedSource(before=die_in_a_worker), fights=100, workers=1, executor=processes)


def test_both_failures_are_errors_of_the_batch():
    assert [BatchError, BatchError] == [FightFailed.__base__, WorkersLost.__base__]


@pytest.mark.parametrize("figures", [{"fights": 0}, {"fights": -1}, {"workers": 0}])
def test_nothing_to_fight_or_nobody_to_fight_it_is_refused(figures):
    with pytest.raises(ValueError, match="at least one"):
        batch(Mixed(), **figures)


def test_cores_are_those_this_process_may_use():
    assert 1 <= executors.cores() <= os.cpu_count()
