"""Which engine the tests see, and that it is the right one.

In the project root `pytest` tests the installed package and `python -m pytest` the source: the second puts the current
folder on the path, the first does not, and no setting of ours may. Doctests join in where the source is tested.
"""

from collections.abc import Iterator
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "encounter"
PACKAGE = pytest.StashKey[Path]()  # the folder that the tested package was loaded from


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--engine",
        choices=["compiled", "pure"],
        help="fail unless this form of the engine is the one loaded",
    )


def stale(module: Path, source: Path) -> bool:
    """Whether the file `module`, Python or compiled from it, no longer is what `source` says.

    An installation has its own copy of the source beside each compiled module: the two texts are compared, since a
    fresh checkout is younger than any installation. Where the source itself lies beside, the two dates are.
    """
    own_source = module.with_name(source.name)
    if not source.is_file() or not own_source.is_file():
        return True
    if own_source.samefile(source):
        return module.stat().st_mtime < source.stat().st_mtime
    return own_source.read_bytes() != source.read_bytes()


def stale_modules(package: Path) -> list[Path]:
    """The modules of the package folder `package` that are not those of this source tree."""
    modules = [file for suffix in (".py", *EXTENSION_SUFFIXES) for file in package.rglob(f"*{suffix}")]
    return [
        file
        for file in sorted(set(modules))
        if stale(file, SOURCE / file.relative_to(package).parent / f"{file.name.split('.')[0]}.py")
    ]


def pytest_configure(config: pytest.Config) -> None:
    try:
        import encounter
        from encounter.engine import form
    except ModuleNotFoundError as error:
        raise pytest.UsageError(
            f"{error}. Install the package (pip install '.[test]'), or test the source: python -m pytest"
        ) from error
    package = Path(str(encounter.__file__)).resolve().parent
    if old := stale_modules(package):
        raise pytest.UsageError(
            "built before the source was last changed; install again, or remove:\n" + "\n".join(map(str, old))
        )
    wanted = config.getoption("engine")
    if wanted not in (None, form()):
        raise pytest.UsageError(f"--engine {wanted}, but the {form()} engine is loaded from {package}")
    config.stash[PACKAGE] = package
    if package == SOURCE and form() == "pure":  # compiled modules have no docstrings
        config.option.doctestmodules = True
        if config.args_source is pytest.Config.ArgsSource.TESTPATHS:
            config.args.append(str(SOURCE))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that claims clauses and takes `rules` runs under each edition of its claims (see clauses.py)."""
    claimant = getattr(metafunc.function, "claimant", None)
    if claimant is not None and "rules" in metafunc.fixturenames:
        metafunc.parametrize("rules", claimant.editions)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Scripted dice must all have fallen when a test is over (see table.py)."""
    from table import OPEN, finish_tables

    OPEN.clear()
    yield
    finish_tables()


def pytest_report_header(config: pytest.Config) -> str:
    from encounter.engine import form

    package = config.stash[PACKAGE]
    kind = "source" if package == SOURCE else "installed"
    return f"encounter: {kind}, {form()} engine, {package}"
