"""Makes the project's own Python environment, `.venv`, once; used by the other scripts. Needs nothing but Python and pip."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
OLDEST, NEWEST = (3, 10), (3, 12)


def say(text: str) -> None:
    """Prints a step at once, also when the output goes into a file."""
    print(f"==> {text}", flush=True)


def run(*command: str | Path, **settings: object) -> None:
    """Runs a command in the project's folder; ends this script with its status when it fails."""
    done = subprocess.run([str(part) for part in command], cwd=ROOT, **settings)  # type: ignore[call-overload]
    if done.returncode:
        sys.exit(done.returncode)


def ensure(*extras: str) -> Path:
    """The environment's Python, with MindPort and ``extras`` installed from exact versions."""
    stamp = VENV / f".installed-{'-'.join(sorted(extras))}"
    wanted = hashlib.sha256(
        b"".join((ROOT / name).read_bytes() for name in ("pyproject.toml", "constraints.txt"))
    ).hexdigest()
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted and PYTHON.exists():
        return PYTHON
    start = time.monotonic()
    if not PYTHON.exists():
        base = _base_python()
        say(f"making {VENV.relative_to(ROOT)} with {base}")
        run(base, "-m", "venv", VENV)
    say(f"installing MindPort with {', '.join(extras)} (the two frameworks are large; this happens once)")
    run(
        PYTHON, "-m", "pip", "install", "--disable-pip-version-check", "--progress-bar", _bar(),
        "-c", "constraints.txt", "-e", f".[{','.join(extras)}]",
    )  # fmt: skip
    stamp.write_text(wanted, encoding="utf-8")
    say(f"installed in {time.monotonic() - start:.0f} s")
    return PYTHON


def _bar() -> str:
    return "on" if sys.stdout.isatty() else "off"


def _base_python() -> str:
    """A Python that both frameworks support: this one, or one on the path."""
    if OLDEST <= sys.version_info[:2] <= NEWEST:
        return sys.executable
    for name in ("python3.11", "python3.12", "python3.10"):
        found = shutil.which(name)
        if found:
            return found
    have = ".".join(map(str, sys.version_info[:2]))
    sys.exit(f"Python 3.10, 3.11 or 3.12 is needed (torch and MindSpore have no build for {have}); none was found.")
