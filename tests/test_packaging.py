"""What an installation consists of, and what the front door of the package promises."""

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

import encounter
from conftest import stale
from encounter.engine import form

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = Path(encounter.__file__).resolve().parent
SUFFIX = EXTENSION_SUFFIXES[0]


def python(*arguments: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run this Python, without whatever the test run itself was told to import."""
    inherited = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "ENCOUNTER_PURE")}
    return subprocess.run(
        [sys.executable, *arguments], cwd=cwd, env=inherited | environment, capture_output=True, text=True, check=False
    )


# The front door


def test_the_public_names_are_those_of_the_contract():
    names = "load compile batch explain Scenario Encounter Outcome Estimate ScriptedDice __version__"
    assert names.split() == encounter.__all__
    assert set(names.split()) <= set(dir(encounter))


def test_a_name_that_is_not_public_is_an_attribute_error():
    with pytest.raises(AttributeError, match="module 'encounter' has no attribute 'fireball'"):
        encounter.fireball  # noqa: B018


def test_a_public_name_is_the_one_of_its_home_and_is_looked_up_once():
    from encounter.engine.dice import ScriptedDice

    assert ScriptedDice is encounter.ScriptedDice
    assert ScriptedDice is vars(encounter)["ScriptedDice"]


def test_importing_the_package_imports_nothing_else():
    ran = python(
        "-c",
        "import sys; before = set(sys.modules); import encounter; encounter.__version__, dir(encounter);"
        "print(*sorted({name.split('.')[0] for name in set(sys.modules) - before} - set(sys.stdlib_module_names)));"
        "print(*sorted(name for name in sys.modules if name.startswith('encounter.')))",
        cwd=PACKAGE.parent,
    )
    assert "encounter\n\n" == ran.stdout


# What is installed


def test_the_engine_is_compiled_whole_or_not_at_all():
    sources = {file.with_suffix("") for file in (PACKAGE / "engine").rglob("*.py")}
    compiled = {Path(str(file).removesuffix(SUFFIX)) for file in (PACKAGE / "engine").rglob(f"*{SUFFIX}")}
    assert {"compiled": sources, "pure": set()}[form()] == compiled


def test_the_shipped_scenarios_are_where_the_program_looks_for_them():
    """In an installation they lie in the package, in the source tree beside it; the files are the same."""
    installed = PACKAGE / "scenarios"
    shipped = installed if installed.is_dir() else PACKAGE.parent / "scenarios"
    in_the_tree = {file.name: file.read_bytes() for file in (ROOT / "scenarios").glob("*.*")}
    assert in_the_tree == {file.name: file.read_bytes() for file in shipped.glob("*.*") if file.suffix != ".pyc"}


def test_type_checkers_are_told_that_the_package_is_typed():
    assert (PACKAGE / "py.typed").is_file()


# A compiled module that is no longer its source


def test_an_installed_module_is_stale_when_its_source_reads_differently(tmp_path):
    module = tmp_path / f"dice{SUFFIX}"
    module.touch()
    shutil.copy(ROOT / "encounter/engine/dice.py", tmp_path)
    assert not stale(module, ROOT / "encounter/engine/dice.py")

    (tmp_path / "dice.py").write_text("SIDES = 20\n", encoding="utf-8")
    assert stale(module, ROOT / "encounter/engine/dice.py")


def test_a_module_compiled_in_place_is_stale_when_its_source_is_younger(tmp_path):
    module, source = tmp_path / f"dice{SUFFIX}", tmp_path / "dice.py"
    module.touch()
    source.touch()
    os.utime(module, (2000, 2000))
    os.utime(source, (1000, 1000))
    assert not stale(module, source)

    os.utime(source, (3000, 3000))
    assert stale(module, source)


def test_a_module_whose_source_is_gone_is_stale(tmp_path):
    (tmp_path / "ghost.py").touch()
    assert stale(tmp_path / f"ghost{SUFFIX}", ROOT / "encounter/engine/ghost.py")


# The build


@pytest.fixture
def tree(tmp_path):
    """A small source tree with our own setup.py, and a stand-in for mypyc that finds two C files beside the modules."""
    pytest.importorskip("setuptools", minversion="77")
    tree = tmp_path / "tree"
    for name in ("setup.py", "pyproject.toml", "LICENSE", "NOTICE", "README.md"):
        tree.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tree)
    for name, text in {
        "encounter/__init__.py": '__version__ = "0.1.0"\n',
        "encounter/engine/__init__.py": "",
        "encounter/engine/dice.py": "SIDES = 20\n",
        "scenarios/duel.yaml": "title: A duel\n",
        "mypyc/__init__.py": "",
        "mypyc/build.py": "from setuptools import Extension\n"
        "def mypycify(modules, **options):\n"
        "    return [Extension(f'encounter.engine.{name}', [f'{name}.c']) for name in ('first', 'second')]\n",
        "first.c": '#include <Python.h>\nstatic struct PyModuleDef it = {PyModuleDef_HEAD_INIT, "first"};\n'
        "PyMODINIT_FUNC PyInit_first(void) { return PyModule_Create(&it); }\n",
        "second.c": "#error this unit does not compile\n",
    }.items():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text(text, encoding="utf-8")
    return tree


def build_wheel(tree: Path, **environment: str) -> tuple[list[str], str]:
    """The files of the encounter package in the wheel that `tree` gives, and what the build said on stderr."""
    ran = python("setup.py", "-q", "bdist_wheel", "-d", "dist", cwd=tree, PYTHONPATH=str(tree), **environment)
    assert 0 == ran.returncode, ran.stderr
    (wheel,) = (tree / "dist").glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    return sorted(name for name in names if ".dist-info/" not in name), ran.stderr


PURE_WHEEL = [
    "encounter/__init__.py",
    "encounter/engine/__init__.py",
    "encounter/engine/dice.py",
    "encounter/scenarios/duel.yaml",
]


def test_one_unit_that_fails_leaves_the_pure_engine_and_says_so(tree):
    files, said = build_wheel(tree)
    assert PURE_WHEEL == files
    assert "encounter: engine not compiled, the pure engine is installed (" in said


def test_units_that_all_compile_are_all_in_the_wheel(tree):
    if shutil.which((sysconfig.get_config_var("CC") or "cc").split()[0]) is None:
        pytest.skip("no C compiler here")
    (tree / "second.c").write_text((tree / "first.c").read_text().replace("first", "second"), encoding="utf-8")

    files, said = build_wheel(tree)

    assert sorted([*PURE_WHEEL, f"encounter/engine/first{SUFFIX}", f"encounter/engine/second{SUFFIX}"]) == files
    assert "engine not compiled" not in said


def test_no_c_compiler_leaves_the_pure_engine_and_says_so(tree):
    files, said = build_wheel(tree, CC="no-such-compiler")
    assert PURE_WHEEL == files
    assert "encounter: engine not compiled, the pure engine is installed (" in said


def test_a_type_error_leaves_the_pure_engine_and_says_so(tree):
    (tree / "mypyc/build.py").write_text("def mypycify(modules, **options):\n    raise SystemExit(1)\n")
    files, said = build_wheel(tree)
    assert PURE_WHEEL == files
    assert "encounter: engine not compiled, the pure engine is installed (mypyc stopped, see above)" in said


def test_the_pure_engine_can_be_asked_for(tree):
    files, said = build_wheel(tree, ENCOUNTER_PURE="1")
    assert PURE_WHEEL == files
    assert "encounter: engine not compiled, the pure engine is installed (ENCOUNTER_PURE=1)" in said


def test_modules_deleted_since_the_last_build_are_not_packed(tree):
    for left_over in ("build/lib", f"build/lib.{sysconfig.get_platform()}-{sys.implementation.cache_tag}"):
        (tree / left_over / "encounter/engine").mkdir(parents=True)
        (tree / left_over / "encounter/engine/ghost.py").touch()

    files, _ = build_wheel(tree, ENCOUNTER_PURE="1")

    assert PURE_WHEEL == files
