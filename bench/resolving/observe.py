"""Runs the cases and keeps what was seen, one file for each run."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

_HERE = Path(__file__).resolve().parent
_SECONDS = 240


@dataclass(frozen=True)
class Run:
    """One run of a project's code. ``training``: a script, reported apart."""

    project: str
    name: str
    holdout: bool
    training: bool
    case: dict[str, Any]


def runs(cases: Path | None = None) -> Iterator[Run]:
    """All runs of ``cases.yaml``, or of another file like it."""
    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    given = yaml.load((cases or _HERE / "cases.yaml").read_text("utf-8"), loader)
    for project in given["projects"]:
        holdout = project["set"] == "holdout"
        if "each" in project:
            code = given.get("before", "") + project.get("code", "")
            case = {"code": code, "each": project["each"], "seconds": _SECONDS}
            training = bool(project.get("training")) and "scripts" not in project
            yield Run(project["name"], "training" if training else "models", holdout, training, case)
        for number, script in enumerate(project.get("scripts", [])):
            yield Run(project["name"], f"{number:02}-{Path(script['script']).stem}", holdout, True, script)


def observe(run: Run, projects: Path, packages: list[str], out: Path) -> dict[str, Any] | None:
    """What was seen in a run, from ``out`` where it was run before; None when the project is not there."""
    folder = projects / run.project
    target = out / run.project / f"{run.name}.json"
    if not target.exists():
        if not folder.is_dir():
            return None
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory() as scratch:
            given = Path(scratch) / "case.json"
            given.write_text(json.dumps({**run.case, "folder": str(folder.absolute()), "path": packages}), "utf-8")
            _start(given, target, int(run.case.get("seconds", 120)) + 60)
    if not target.exists():
        target.write_text(json.dumps({"errors": ["the process ended early"], "files": []}), "utf-8")
    found: dict[str, Any] = json.loads(target.read_text("utf-8"))
    return found


def _start(given: Path, target: Path, seconds: int) -> None:
    environment = {
        **os.environ,
        "PYTHONPATH": str(_HERE.parent),
        "MPLBACKEND": "agg",
        "HF_HUB_OFFLINE": "1",
        "OMP_NUM_THREADS": "1",
    }
    command = [sys.executable, "-m", "resolving.recorder", str(given.absolute()), str(target.absolute())]
    try:
        subprocess.run(command, env=environment, timeout=seconds, capture_output=True, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        print(f"{target}: time is up", file=sys.stderr)
