"""Loading a scenario, and checking files without playing them."""

from collections.abc import Iterable
from os import PathLike, fspath

from attrs import Factory, frozen

from encounter.scenario.loader import Loader
from encounter.scenario.model import Scenario
from encounter.scenario.settings import Settings
from encounter.scenario.source import Problem, ScenarioErrors


@frozen
class Report:
    """What `check` found in some files."""

    errors: list[Problem] = Factory(list)
    warnings: list[Problem] = Factory(list)
    scenarios: list[Scenario] = Factory(list)  # of the files without errors

    @property
    def ok(self) -> bool:
        """Whether every file can be played."""
        return not self.errors


def load(
    path: str | PathLike[str],
    *,
    rules: str | None = None,
    sets: Iterable[str] = (),
    places: Iterable[str] = (),
    states: Iterable[str] = (),
    allow_code: bool = False,
) -> Scenario:
    """Read a scenario file; ScenarioErrors holds everything that is wrong with it.

    `rules` overrides the file's ruleset, `sets` are `PATH=VALUE`, `places` `NAME=C7`, `states` `NAME: {hp: 3}` as YAML.
    """
    return load_with_warnings(path, Settings(rules, tuple(sets), tuple(places), tuple(states), allow_code))[0]


def load_with_warnings(path: str | PathLike[str], settings: Settings) -> tuple[Scenario, list[Problem]]:
    """`load`, and what `check` would warn of."""
    loader = Loader(fspath(path), settings)
    scenario = loader.load()
    if scenario is None:
        raise ScenarioErrors(loader.problems.sorted(loader.problems.errors))
    return scenario, loader.problems.sorted(loader.problems.warnings)


def check(
    paths: Iterable[str | PathLike[str]],
    *,
    rules: str | None = None,
    sets: Iterable[str] = (),
    places: Iterable[str] = (),
    states: Iterable[str] = (),
    allow_code: bool = False,
) -> Report:
    """Everything that is wrong with some files, and what in them is allowed but hardly meant."""
    settings = Settings(rules, tuple(sets), tuple(places), tuple(states), allow_code)
    report = Report()
    for path in paths:
        loader = Loader(fspath(path), settings)
        scenario = loader.load()
        if scenario is not None:
            report.scenarios.append(scenario)
        report.errors.extend(loader.problems.sorted(loader.problems.errors))
        report.warnings.extend(loader.problems.sorted(loader.problems.warnings))
    return report
