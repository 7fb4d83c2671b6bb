"""Which engine the tests see, and that it is the right one.

In the project root `pytest` tests the installed package and `python -m pytest` the source: the second puts the current
folder on the path, the first does not, and no setting of ours may. Doctests join in where the source is tested.
"""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "encounter"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--engine",
        choices=["compiled", "pure"],
        help="fail unless this form of the engine is the one loaded",
    )


def stale(module_file: Path, source_file: Path) -> bool:
    """Whether the compiled `module_file` no longer is what `source_file` says.

    An installed module carries the source it was compiled from beside it: the two texts are compared, since a fresh
    checkout is younger than any installation. In the source folder the two dates are.
    """
    installed_source = module_file.with_name(source_file.name)
    if not source_file.is_file() or not installed_source.is_file():
        return True
    if installed_source.samefile(source_file):
        return module_file.stat().st_mtime < source_file.stat().st_mtime
    return installed_source.read_bytes() != source_file.read_bytes()


def stale_modules(package: Path) -> list[str]:
    """The compiled engine modules of the package folder `package` that are not those of this source tree."""
    from importlib.machinery import EXTENSION_SUFFIXES

    compiled = {file for suffix in EXTENSION_SUFFIXES for file in (package / "engine").rglob(f"*{suffix}")}
    return [
        str(file)
        for file in sorted(compiled)
        if stale(file, (SOURCE / file.relative_to(package)).with_name(file.name.split(".")[0] + ".py"))
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
            "compiled before its source was last changed; install again, or remove:\n" + "\n".join(old)
        )
    wanted = config.getoption("engine")
    if wanted not in (None, form()):
        raise pytest.UsageError(f"--engine {wanted}, but the {form()} engine is loaded from {package}")
    config.stash[PACKAGE] = package
    if package == SOURCE and form() == "pure":  # compiled modules have no docstrings
        config.option.doctestmodules = True
        if config.args_source is pytest.Config.ArgsSource.TESTPATHS:
            config.args.append(str(SOURCE))


PACKAGE = pytest.StashKey[Path]()


def pytest_report_header(config: pytest.Config) -> str:
    from encounter.engine import form

    package = config.stash[PACKAGE]
    kind = "source" if package == SOURCE else "installed"
    return f"encounter: {kind}, {form()} engine, {package}"
