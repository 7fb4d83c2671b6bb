"""The layers only look down: each module's imports, read from its text, against the order that the design gives."""

import ast
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parent.parent / "encounter"

# From the ground up; a module may use its own row and the rows under it. A package stands for all that is in it.
ENGINE = [
    ["d20", "dice", "bits"],
    [
        "tables",
        "effect",
        "creature",
        "relief",
        "sight",
        "lines",
        "walls",
        "doors",
        "fog",
        "light",
        "zones",
        "ground",
        "leaps",
        "board",
    ],
    ["tactic", "chance", "fight", "combatant", "intent", "facts", "paths", "journal", "place"],
    ["areas", "templates"],
    ["rules", "tactics"],
    ["encounter"],
]
LAYERS = [
    *[[f"encounter.engine.{name}" for name in row] for row in ENGINE],
    ["encounter.engine"],
    [
        "encounter.scenario",
        "encounter.bestiary",
        "encounter.heroes",
        "encounter.maps",
        "encounter.odds",
        "encounter.explaining",
    ],
    ["encounter.cli", "encounter.report", "encounter.trials"],
    ["encounter", "encounter.__main__"],
]
RANKS = {name: rank for rank, row in enumerate(LAYERS) for name in row}

# What the engine may use beside Python itself: little enough to be compiled, and to be there while it is.
ENGINE_MAY_USE = {"attr", "attrs", "librt", "mypy_extensions"} | sys.stdlib_module_names


def module_name(file: Path, source: Path = SOURCE) -> str:
    parts = file.relative_to(source.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(file): file for file in sorted(SOURCE.rglob("*.py"))}


def home(name: str) -> str:
    """The entry of LAYERS that `name`, a module or a name inside one, belongs to.

    >>> home("encounter.engine.rules.attack")
    'encounter.engine.rules'
    >>> home("encounter.engine.form")
    'encounter.engine'
    """
    while name not in RANKS:
        name = name.rpartition(".")[0]
    return name


def imported_names(module: str, text: str, is_package: bool = False) -> list[str]:
    """Every name that `text` imports, in functions and for type checkers too, relative ones made absolute.

    >>> imported_names("encounter.engine.rules.attack", "from ..d20 import Reason\\nimport random")
    ['encounter.engine.d20.Reason', 'random']
    """
    names = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            parents = module.split(".")[: None if not node.level else len(module.split(".")) - node.level + is_package]
            origin = ".".join([*(parents if node.level else []), *([node.module] if node.module else [])])
            names += [f"{origin}.{alias.name}" for alias in node.names]
    return names


def faults(module: str, text: str, is_package: bool = False) -> list[str]:
    """What `text`, standing as `module`, imports and may not."""
    found = []
    in_engine = module.split(".")[:2] == ["encounter", "engine"]
    for name in imported_names(module, text, is_package):
        if name.split(".")[0] != "encounter":
            if in_engine and name.split(".")[0] not in ENGINE_MAY_USE:
                found.append(f"{module} imports {name}, which the engine may not use")
        elif name == "encounter.__version__" and not in_engine:
            continue  # a constant of the front door, which is imported before any module in any case
        elif RANKS[home(name)] > RANKS[home(module)]:
            found.append(f"{module} imports {name}, which lies above it")
    return found


@pytest.mark.parametrize("module", MODULES)
def test_a_module_imports_only_its_own_layer_and_those_below(module):
    file = MODULES[module]
    assert [] == faults(module, file.read_text(encoding="utf-8"), file.name == "__init__.py")


@pytest.mark.parametrize("module", MODULES)
def test_every_module_has_a_place_in_the_order(module):
    place = home(module)
    # The two packages that hold others have places for each of these, so that a newcomer must be given one.
    assert place == module or place not in ("encounter", "encounter.engine")


@pytest.mark.parametrize(
    ("module", "text"),
    [
        ("encounter.engine.dice", "from encounter.engine.d20 import Degree\nfrom encounter.engine import fight"),
        ("encounter.engine.d20", "import encounter.engine.effect"),
        ("encounter.engine.board", "from .fight import Fight"),
        ("encounter.engine.effect", "from encounter.engine.journal import Event"),
        ("encounter.engine.fight", "from encounter.engine.rules.attack import resolve_attack"),
        ("encounter.engine.tactic", "from encounter.engine.tactics import brute"),
        ("encounter.engine.rules.turn", "from encounter.engine import form"),
        ("encounter.engine.rules.turn", "from ... import scenario"),
        ("encounter.engine.rules.turn", "def late():\n    from encounter.odds import explain"),
        ("encounter.engine.rules.turn", "from encounter import __version__"),
        ("encounter.engine.chance", "import networkx"),
        ("encounter.engine.dice", "if TYPE_CHECKING:\n    import rich.console"),
        ("encounter.scenario.loader", "from encounter.trials import batch"),
        ("encounter.bestiary", "import encounter.cli"),
        ("encounter.odds", "from encounter.report import board"),
        ("encounter.maps.ascii", "from encounter import load"),
        ("encounter.trials.estimate", "import encounter"),
    ],
)
def test_an_import_from_above_is_caught(module, text):
    assert 1 == len(faults(module, text))


@pytest.mark.parametrize(
    ("module", "text"),
    [
        ("encounter.engine.rules.attack", "from encounter.engine.rules import damage\nfrom ..tactic import Intent"),
        ("encounter.engine.tactics.brute", "from encounter.engine.rules.attack import resolve_attack"),
        ("encounter.engine.fight", "from encounter.engine import board\nfrom encounter.engine.dice import Dice"),
        ("encounter.engine.board", "import random\nfrom librt.vecs import vec\nfrom mypy_extensions import i64"),
        ("encounter.scenario.model", "import networkx\nfrom encounter.engine import form\nimport encounter.bestiary"),
        ("encounter.cli.batch", "from encounter import __version__\nfrom encounter.trials import batch"),
        ("encounter", "from encounter.trials import batch"),
    ],
)
def test_an_import_from_the_own_layer_or_below_is_not(module, text):
    assert [] == faults(module, text)


def test_a_relative_import_in_a_package_starts_at_the_package():
    assert ["encounter.engine.dice.Dice"] == imported_names("encounter.engine", "from .dice import Dice", True)
    assert ["encounter.engine.dice"] == imported_names("encounter.engine.rules", "from .. import dice", True)
