"""Tactics that a scenario names as `module:Class`: finding the class, wherever the scenario is compiled."""

import importlib
import importlib.util
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Final
from zlib import crc32

from encounter.scenario.source import nearest

CODE_NAME: Final = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*:[A-Za-z_]\w*", re.ASCII)


class CodeError(ValueError):
    """A tactic that cannot be loaded: the message says why, `hint` what would do."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


def is_code(tactic: str) -> bool:
    """Whether a tactic's name is that of a class."""
    return ":" in tactic


def tactic_class(name: str, folder: str) -> Callable[[], object]:
    """The class that `module:Class` names; the module is looked for in `folder`, then on Python's path.

    Importing runs the module. CodeError when there is no such module or class, when the module fails, and for a class
    without `act` and `react` or one that wants arguments.
    """
    module_name, _, class_name = name.partition(":")
    module = _module(module_name, folder)
    found = getattr(module, class_name, None)
    tactics = [key for key, value in vars(module).items() if _is_tactic(value) and value.__module__ == module.__name__]
    if found is None:
        near = nearest(class_name, tactics)
        hint = f"did you mean `{module_name}:{near}`?" if near else f"it has: {', '.join(tactics) or 'no tactics'}"
        raise CodeError(f"`{module_name}` has no class `{class_name}`", hint)
    if not _is_tactic(found):
        raise CodeError(f"`{name}` is no tactic", "a tactic is a class with `act` and `react`")
    make: Callable[[], object] = found
    try:
        make()
    except Exception as error:
        message = f"`{name}` cannot be made: {type(error).__name__}: {error}"
        raise CodeError(message, "a tactic is made without arguments") from error
    return make


def _is_tactic(found: object) -> bool:
    return isinstance(found, type) and all(callable(getattr(found, method, None)) for method in ("act", "react"))


def _module(name: str, folder: str) -> ModuleType:
    """Import a module: the file of that name in the folder first, so that two folders may each have their own."""
    beside = Path(folder) / f"{name}.py" if folder else None
    with _on_path(folder):
        try:
            if beside is not None and beside.is_file():
                return _from_file(name, beside)
            return importlib.import_module(name)
        except ModuleNotFoundError as error:
            if error.name is not None and (name == error.name or name.startswith(f"{error.name}.")):
                raise CodeError(f"there is no module `{name}`", _where(name, folder)) from error
            raise CodeError(f"`{name}` cannot be imported: {error}", "install what it needs") from error
        except Exception as error:
            message = f"`{name}` cannot be imported: {type(error).__name__}: {error}"
            raise CodeError(message, "run it with Python alone to see where it fails") from error


def _from_file(name: str, file: Path) -> ModuleType:
    """The module in a file, imported once for each state of the file."""
    state = file.stat()
    known = f"{name}@{crc32(f'{file}|{state.st_mtime_ns}|{state.st_size}'.encode()):08x}"
    if known in sys.modules:
        return sys.modules[known]
    spec = importlib.util.spec_from_file_location(known, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[known] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[known]
        raise
    return module


def _where(name: str, folder: str) -> str:
    files = sorted(file.stem for file in Path(folder).glob("*.py")) if folder else []
    near = nearest(name, files)
    return f"did you mean `{near}`?" if near else f"put {name.replace('.', '/')}.py beside the scenario file"


@contextmanager
def _on_path(folder: str) -> Iterator[None]:
    """With the folder first on Python's path, for what a module beside the scenario imports from there itself."""
    if folder:
        sys.path.insert(0, folder)
    try:
        yield
    finally:
        if folder and folder in sys.path:
            sys.path.remove(folder)
