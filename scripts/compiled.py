"""MindPort as a wheel with compiled modules, unpacked: ``python scripts/compiled.py`` prints its folder.

For what measures or tests the compiled code beside the checkout's own: ``PYTHONPATH=$(python scripts/compiled.py) …``. Built once
for each state of the sources, in the environment that runs this (it needs what the extra ``test`` installs, and a C compiler).
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from compile import OPTIMIZED

ROOT = Path(__file__).resolve().parents[1]
PLACE = ROOT / "build" / "compiled"
SOURCES = (
    "server/mindport/**/*.py",
    "mapping_db/**/*.yaml",
    "mapping_db/**/*.py",
    "hatch_build.py",
    "scripts/compile.py",
)


def site() -> Path:
    """The folder that holds the package. Effect: builds it, where the sources have changed. Raises ``SystemExit``."""
    state = hashlib.sha256(f"{sys.version} {os.environ.get(OPTIMIZED, '')}".encode())
    for path in sorted(one for pattern in SOURCES for one in ROOT.glob(pattern)):
        state.update(path.read_bytes())
    folder = PLACE / state.hexdigest()[:16]
    if folder.is_dir():
        return folder
    shutil.rmtree(PLACE, ignore_errors=True)
    wheels = PLACE / "wheel"
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(wheels)]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(build, cwd=ROOT, env={**environment, "MINDPORT_COMPILE": "1"}, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"cannot compile MindPort:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    (wheel,) = wheels.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(wheels / "site")
    (wheels / "site").rename(folder)
    return folder


if __name__ == "__main__":
    print(site())
