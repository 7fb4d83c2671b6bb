"""What the benchmarks share: a yardstick for the machine, and a place for their figures at the end of the report.

Run with `pytest tests/benchmarks` (the installed engine) or `python -m pytest tests/benchmarks` (the source). Nothing
here is collected otherwise. Times are process times, so that other programs on the machine show less.
"""

from collections.abc import Callable
from time import process_time

import pytest

FIGURES = pytest.StashKey[list[str]]()


def fixed_loop_s() -> float:
    """The process time of a fixed loop of plain Python: how fast this machine is just now."""
    began = process_time()
    number = 1
    for _ in range(2_000_000):
        number = (number * 1_103_515_245 + 12_345) & 0x7FFFFFFF
    assert 357_615_489 == number
    return process_time() - began


def pytest_configure(config: pytest.Config) -> None:
    config.stash[FIGURES] = []


@pytest.fixture
def calibration_s() -> Callable[[], float]:
    """Times the fixed loop."""
    return fixed_loop_s


@pytest.fixture
def figure(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """Takes a line for the end of the report."""
    return request.config.stash[FIGURES].append


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if lines := config.stash[FIGURES]:
        terminalreporter.section("figures")
        for line in lines:
            terminalreporter.write_line(line)
