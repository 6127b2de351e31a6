"""Sets everything up and runs all checks and tests: `python3 scripts/test.py` (`--fast`: without frameworks and editors).

Fast things come first: style, types, layers, quick tests; then what takes long (both frameworks, the compiled analysis, servers,
wheels) and, beside it, the extension; then real editors, which have time limits of their own and so run alone.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from environment import BIN, ROOT, ensure, say

RESULTS = ROOT / "build" / "test-results"
DEBIAN = {"chromium": "chromium", "nvim": "neovim"}


def main() -> int:
    fast = "--fast" in sys.argv[1:]
    ensure("test") if fast else ensure("test", "verify", "libraries")
    start = time.monotonic()
    failed = [name for name, command in CHECKS.items() if not _step(name, *command)]
    shutil.rmtree(RESULTS, ignore_errors=True)
    # One process for each core; what a file's tests share is made once. Files in their order: the last ones are short, while
    # those with the fewest tests, which would be last otherwise, take longest.
    together = ("-n", "auto", "--dist", "loadfile", "--no-loadscope-reorder")
    _pytest("quick", "not (frameworks or compiled or slow or editor)", *together)
    if not fast:
        with ThreadPoolExecutor(max_workers=1) as beside:
            extension = beside.submit(_extension)
            _pytest("long", "(frameworks or compiled or slow) and not editor", *together)
            failed += extension.result()
        _install_editors()
        _pytest("editors", "editor")
    passed, wrong, skipped = _totals()
    say(f"{time.monotonic() - start:.0f} s; checks that failed: {', '.join(failed) or 'none'}")
    print(f"{passed} passed, {wrong + len(failed)} failed" + (f", {skipped} skipped" if skipped else ""), flush=True)
    return 1 if wrong or failed or not passed else 0


CHECKS: dict[str, tuple[str | Path, ...]] = {
    "style": (BIN / "ruff", "check", "."),
    "format": (BIN / "ruff", "format", "--check", "."),
    "types": (BIN / "mypy",),
    "layers": (BIN / "lint-imports",),
}


def _step(name: str, *command: str | Path, aside: bool = False) -> bool:
    """Whether the command did well. ``aside``: while another runs; what it prints comes in one piece at its end."""
    say(f"{name} (beside what follows)" if aside else name)
    begin = time.monotonic()
    output = subprocess.PIPE if aside else None
    parts = [str(part) for part in command]
    # Tests start dozens of processes: what Python compiles for the first is kept for the others, whatever is set outside.
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run(parts, cwd=ROOT, stdout=output, stderr=subprocess.STDOUT if aside else None, env=kept)
    said = (done.stdout or b"").decode(errors="replace")
    good = done.returncode == 0
    print(f"{said}    {name}: {'ok' if good else 'FAILED'} in {time.monotonic() - begin:.0f} s", flush=True)
    return good


def _pytest(name: str, markers: str, *options: str) -> None:
    report = RESULTS / f"{name}.xml"
    python = (BIN / "python", "-m", "pytest", "-q", "-m", markers, f"--junitxml={report}", *options)
    _step(f"{name} tests", *python)
    if not report.is_file():
        # The run broke down before it could report; that counts as a failure.
        RESULTS.mkdir(parents=True, exist_ok=True)
        report.write_text('<testsuites><testsuite errors="1" failures="0" skipped="0" tests="1"/></testsuites>')


def _totals() -> tuple[int, int, int]:
    tests = wrong = skipped = 0
    for report in sorted(RESULTS.glob("*.xml")):
        for suite in ET.parse(report).getroot().iter("testsuite"):
            tests += int(suite.get("tests", 0))
            wrong += int(suite.get("failures", 0)) + int(suite.get("errors", 0))
            skipped += int(suite.get("skipped", 0))
    return tests - wrong - skipped, wrong, skipped


def _extension() -> list[str]:
    """The VS Code extension: types, style, unit tests, package."""
    # Not `npm ci`: it refuses a lock file that leaves out what only other platforms need.
    install = ("npm", "install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund")
    steps = {"npm packages": install, "extension": ("npm", "run", "check")}
    return [name for name, command in steps.items() if not _step(name, *command, aside=True)]


def _install_editors() -> None:
    missing = [package for program, package in DEBIAN.items() if shutil.which(program) is None]
    if not missing:
        return
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        say(f"the editor tests need {', '.join(missing)}: install them with your system's package manager")
        return
    say(f"installing {', '.join(missing)}")
    quiet = {"cwd": ROOT, "stdout": subprocess.DEVNULL}
    subprocess.run(["apt-get", "update", "-q"], **quiet)  # type: ignore[call-overload]
    command = ["apt-get", "install", "-y", "-q", "--no-install-recommends", *missing]
    subprocess.run(command, **quiet, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"})  # type: ignore[call-overload]


if __name__ == "__main__":
    sys.exit(main())
