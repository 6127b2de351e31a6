"""Compiles the modules that an analysis spends its time in, with mypyc: ``python scripts/compile.py FOLDER``.

FOLDER gets the extension modules, laid out as the package is; Python prefers them to the ``.py`` files beside which a wheel puts
them, and everything works without them. Building a wheel calls this when ``MINDPORT_COMPILE`` is set (``hatch_build.py``).
Needs mypy, setuptools and a C compiler with Python's headers.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SERVER = ROOT / "server"

# Whole rooms of the inference, and what is done for each use or file. A class with ``cached_property`` stays Python's: mypyc's
# classes have no ``__dict__``.
PATTERNS = (
    "semantics/**/*.py",
    "analysis/analyze.py",
    "analysis/judge.py",
    "analysis/places.py",
    "analysis/type_tests.py",
    "analysis/unpacked.py",
    "mapping/choosing.py",
    "mapping/conditions.py",
    "mapping/decode.py",
    "mapping/index.py",
    "mapping/literals.py",
    "mapping/translate.py",
    "project/files.py",
    "project/order.py",
    "project/staleness.py",
    "project/written.py",
    "syntax/below.py",
    "syntax/bodies.py",
    "syntax/import_statements.py",
    "syntax/nodes.py",
    "syntax/outline.py",
    "syntax/own_names.py",
    "syntax/signature.py",
    "syntax/words.py",
)
LEFT_OUT = frozenset(["__init__", "folders"])
OPTIMIZED = "MINDPORT_COMPILE_LEVEL"  # what the C compiler does for speed: 0 to 3


def modules() -> list[str]:
    """The modules to be compiled, as paths below ``server``."""
    package = SERVER / "mindport"
    found = [path for pattern in PATTERNS for path in sorted(package.glob(pattern))]
    return [path.relative_to(SERVER).as_posix() for path in found if path.stem not in LEFT_OUT]


def compile_into(folder: Path) -> None:
    """Effect: writes the extension modules into ``folder``. Raises ``SystemExit`` where they cannot be compiled."""
    os.chdir(SERVER)  # mypy names modules by their place below the current folder
    # Imported late: neither is there where nothing is compiled.
    from mypyc.build import mypycify
    from setuptools import setup

    folder = folder.absolute()
    with tempfile.TemporaryDirectory() as place:
        work = Path(place)
        options = [f"--cache-dir={work / 'cache'}", "--config-file=", "--ignore-missing-imports"]
        level = os.environ.get(OPTIMIZED, "2")
        extensions = mypycify(
            [*options, *modules()], opt_level=level, debug_level="0", multi_file=True, target_dir=str(work / "c")
        )
        setup(
            name="mindport",
            packages=[],
            py_modules=[],
            ext_modules=extensions,
            script_args=["--quiet", "build_ext", "--build-lib", str(work / "lib"), "--build-temp", str(work / "o")],
        )
        shutil.copytree(work / "lib", folder, dirs_exist_ok=True)


if __name__ == "__main__":
    compile_into(Path(sys.argv[1]))
