"""Compile encounter/engine with mypyc, whole or not at all; everything else is said in pyproject.toml."""

import atexit
import os
import shutil
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from textwrap import shorten
from typing import Any

from setuptools import find_packages, setup
from setuptools.command.build_ext import build_ext

BUILDING = {"build", "build_ext", "bdist_wheel", "install"}


def say_pure(why: object) -> None:
    reason = shorten(str(why), 300)
    print(f"encounter: engine not compiled, the pure engine is installed ({reason})", file=sys.stderr)


class AllOrNothing(build_ext):
    """Half a compiled engine cannot be imported, so one failed extension discards all of them."""

    def run(self) -> None:
        try:
            super().run()
        except Exception as error:
            say_pure(error)
            for name in self.get_outputs():
                Path(name).unlink(missing_ok=True)
            self.extensions = []

    def build_extensions(self) -> None:
        """Compile the C files of an extension side by side; setuptools alone takes them one after the other."""
        compile_in_order = self.compiler.compile

        def compile_side_by_side(sources: list[str], **options: Any) -> list[str]:
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                compiled = pool.map(lambda source: compile_in_order([source], **options), sources)
                return [file for files in compiled for file in files]

        self.compiler.compile = compile_side_by_side
        super().build_extensions()


def extensions(build: Path) -> list[Any]:
    """The engine's modules as C extensions, their C files written under `build`; none where it is to stay pure."""
    if not BUILDING & set(sys.argv):  # metadata, sdist and development installs
        return []
    if os.environ.get("ENCOUNTER_PURE") == "1":
        say_pure("ENCOUNTER_PURE=1")
        return []
    try:
        from mypyc.build import mypycify

        modules = sorted(map(str, Path("encounter/engine").rglob("*.py")))
        built = mypycify(modules, opt_level="3", multi_file=True, target_dir=str(build / "c"))
    except (Exception, SystemExit) as error:
        say_pure("mypyc stopped, see above" if isinstance(error, SystemExit) else error)
        return []
    for extension in built:
        # Warnings of a newer C compiler are no reason to lose the engine; a fused multiply-add would change results.
        flags = [flag for flag in extension.extra_compile_args if flag != "-Werror"]
        extension.extra_compile_args = [*flags, "-ffp-contract=off"]
    return built


# A build/ left in the tree keeps modules that have since been deleted, and setuptools would pack them: every build
# gets an empty one of its own.
build = Path(tempfile.mkdtemp(prefix="encounter-build-"))
atexit.register(shutil.rmtree, build, ignore_errors=True)

setup(
    packages=[*find_packages(include=["encounter", "encounter.*"]), "encounter.scenarios"],
    package_dir={"encounter.scenarios": "scenarios"},
    package_data={
        "encounter": ["py.typed"],
        "encounter.scenarios": ["*.yaml", "*.dd2vtt", "*.tmj"],
        "encounter.bestiary": ["data/*/*.yaml", "data/*/*.csv"],
    },
    ext_modules=extensions(build),
    cmdclass={"build_ext": AllOrNothing},
    options={"build": {"build_base": str(build)}},
)
