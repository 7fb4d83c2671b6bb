"""All claims of the whole suite, and claimants run without pytest.

`load()` imports every test module that claims anything, under the name that pytest gives it, so that neither imports a
module twice. `fails(claimant, edition)` plays one claimant through, its dice looked at, and says how it failed.
"""

import importlib.util
import inspect
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

from clauses import CLAIMANTS, CLAIMS, Claimant
from table import OPEN, finish_tables

TESTS = Path(__file__).resolve().parent


def load() -> None:
    """Import the test modules that use the decorators of clauses.py."""
    for path in sorted(TESTS.rglob("test_*.py")):
        if "benchmarks" in path.parts or "from clauses import" not in path.read_text(encoding="utf-8"):
            continue
        name = ".".join(("tests", *path.relative_to(TESTS).with_suffix("").parts))
        if name not in sys.modules:
            spec = importlib.util.spec_from_file_location(name, path)
            assert spec is not None
            assert spec.loader is not None
            module = importlib.util.module_from_spec(spec)
            sys.modules[name] = module
            spec.loader.exec_module(module)


def file_of(claimant: Claimant) -> str:
    """The file of a test, below tests/."""
    source = inspect.getsourcefile(inspect.unwrap(claimant.test))
    assert source is not None
    return Path(source).resolve().relative_to(TESTS).as_posix()


def claimants(id: str, edition: str) -> list[Claimant]:
    """The tests that claim a clause under an edition."""
    return [
        claimant
        for claimant in CLAIMS.get(id, [])
        if any(claim.id == id and edition in claim.editions for claim in claimant.claims)
    ]


def about(name: str, edition: str) -> list[Claimant]:
    """The tests that run under an edition and speak of a condition or trait by its name."""
    return [
        claimant
        for claimant in CLAIMANTS.values()
        if claimant.takes_rules and edition in claimant.editions and name in _source(claimant)
    ]


@cache
def _source_of(test: Callable[..., None]) -> str:
    return inspect.getsource(test)


def _source(claimant: Claimant) -> str:
    """The text of a test, what parametrizes it included."""
    return _source_of(inspect.unwrap(claimant.test))


def fails(claimant: Claimant, edition: str) -> str | None:
    """Why a test fails under an edition, None when it passes: by what it asserts itself, not by what was reported."""
    OPEN.clear()
    try:
        for arguments in claimant.arguments():
            if arguments.get("rules", edition) == edition:
                inspect.unwrap(claimant.test)(**arguments)
                finish_tables()
    except Exception as failure:
        return f"{type(failure).__name__}: {failure}".splitlines()[0]
    finally:
        OPEN.clear()
    return None
