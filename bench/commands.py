"""What commands cost: scanning and migrating a project, starting up, importing."""

from __future__ import annotations

import re
import shutil
import statistics
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import processes
import sources
from figures import Figures
from lsp_client import Client

Say = Callable[[str], None]
_PARSE = "import ast, pathlib, sys\nfor p in pathlib.Path(sys.argv[1]).rglob('*.py'): ast.parse(p.read_bytes())"
_LOAD = """
import time
from mindport.mapping import index
start = time.perf_counter()
rows = index.load()
rows.get("torch.nn.Conv2d")
print((time.perf_counter() - start) * 1e3)
"""
_IMPORT = re.compile(r"import time:\s+(\d+) \|\s+(\d+) \| (\s*)(\S+)")


@dataclass(frozen=True)
class Plan:
    """How often and on how much."""

    scan_lines: int
    migrate_lines: int
    rounds: int
    starts: int
    imports: int


FULL = Plan(scan_lines=100_000, migrate_lines=10_000, rounds=5, starts=9, imports=5)
QUICK = Plan(scan_lines=20_000, migrate_lines=3_000, rounds=2, starts=3, imports=1)


def measure_scan(figures: Figures, folder: Path, plan: Plan, say: Say) -> None:
    """A whole project: every use of torch found; beside it the nearest thing that ruff does, and only parsing."""
    project = folder / "project"
    files, lines = sources.project(project, plan.scan_lines)
    report = str(folder / "scan.json")
    scan = processes.mindport("scan", str(project), "--format", "json", "-o", report, "--jobs")
    commands = {"mindport, 1 process": [*scan, "1"], "mindport, 2 processes": [*scan, "2"]}
    if ruff := processes.installed("ruff"):
        commands["ruff NPY201"] = [ruff, "check", "--isolated", "--no-cache", "--select", "NPY201", str(project)]
    commands["ast.parse alone"] = [sys.executable, "-c", _PARSE, str(project)]
    group = f"Scan of {files} files, {lines:,} lines"
    _throughput(figures, group, commands, (files, lines), plan.rounds, say)
    say("scan, memory")
    for tool, command in commands.items():
        figures.add(group, "peak memory, all processes", "MB", tool, processes.peak_of_run(command))


def measure_migrate(figures: Figures, folder: Path, plan: Plan, say: Say) -> None:
    """A whole project rewritten for the CPU."""
    project, out = folder / "to_migrate", folder / "migrated"
    files, lines = sources.project(project, plan.migrate_lines)
    migrate = processes.mindport("migrate", str(project), "-o", str(out), "--target", "cpu", "--format", "json")
    commands = {"mindport": migrate, "ast.parse alone": [sys.executable, "-c", _PARSE, str(project)]}

    def clear() -> None:
        shutil.rmtree(out, ignore_errors=True)

    group = f"Migration of {files} files, {lines:,} lines"
    _throughput(figures, group, commands, (files, lines), plan.rounds, say, clear)
    clear()
    figures.add(group, "peak memory, all processes", "MB", "mindport", processes.peak_of_run(migrate))


def _throughput(
    figures: Figures,
    group: str,
    commands: dict[str, list[str]],
    amount: tuple[int, int],
    rounds: int,
    say: Say,
    before: Callable[[], None] = lambda: None,
) -> None:
    files, lines = amount
    for number in range(rounds):
        say(f"{group}, round {number + 1} of {rounds}")
        for tool, command in commands.items():
            before()
            # 1: something is left, or something was found.
            cost = processes.run(command, expected=(0, 1))
            figures.add(group, "wall", "s", tool, cost.wall)
            figures.add(group, "processor", "s", tool, cost.cpu)
            figures.add(group, "lines", "1/s", tool, lines / cost.wall)
            figures.add(group, "files", "1/s", tool, files / cost.wall)


def measure_startup(figures: Figures, folder: Path, plan: Plan, say: Say) -> None:
    """Small commands, whole processes; and how long the index of rows takes to load."""
    small = folder / "small.py"
    small.write_text(sources.model(100), encoding="utf-8")
    commands = {
        "python -c pass": [sys.executable, "-c", "pass"],
        "mindport --version": processes.mindport("--version"),
        "mindport explain torch.nn.Conv2d": processes.mindport("explain", "torch.nn.Conv2d"),
        "mindport scan, one file of 100 lines": processes.mindport("scan", str(small)),
        "mindport scan --format json, the same": processes.mindport("scan", str(small), "--format", "json"),
    }
    if ruff := processes.installed("ruff"):
        commands["ruff check, the same"] = [ruff, "check", "--isolated", "--no-cache", str(small)]
    for number in range(plan.starts):
        say(f"small commands, round {number + 1} of {plan.starts}")
        for name, command in commands.items():
            cost = processes.run(command, expected=(0, 1))
            figures.add("Small commands", name, "ms", "wall", cost.wall * 1e3)
            figures.add("Small commands", name, "ms", "processor", cost.cpu * 1e3)
        loaded = subprocess.run(
            [sys.executable, "-c", _LOAD], env=processes.environment(), stdout=subprocess.PIPE, check=True
        )
        figures.add("Small commands", "loading the index, one row", "ms", "wall", float(loaded.stdout))


def measure_imports(figures: Figures, folder: Path, plan: Plan, say: Say) -> None:
    """Which imports a server's start is made of, up to its first diagnostics and hover; tracing slows all of them."""
    own: dict[str, list[float]] = defaultdict(list)
    packages: dict[str, list[float]] = defaultdict(list)
    for number in range(plan.imports):
        say(f"imports, round {number + 1} of {plan.imports}")
        totals: dict[str, float] = defaultdict(float)
        for name, spent in _imports(folder).items():
            own[name].append(spent)
            totals[name.partition(".")[0]] += spent
        for name, spent in totals.items():
            packages[name].append(spent)
        packages["all together"].append(sum(totals.values()))
    for group, spent_by in (("Imports of the server", own), ("Imports of the server, by package", packages)):
        ranked = sorted(spent_by, key=lambda name: -statistics.median(spent_by[name]))
        for name in ranked[:10]:
            figures.add(group, name, "ms", "itself", *spent_by[name])


def _imports(folder: Path) -> dict[str, float]:
    """Milliseconds that each module took, without those it imports in its turn."""
    path, log = folder / "imports.py", folder / "imports.log"
    path.write_text(sources.model(300), encoding="utf-8")
    command = [sys.executable, "-X", "importtime", "-m", "mindport", "lsp"]
    with log.open("wb") as errors:
        client = Client(command, folder, processes.environment(), errors)
        client.initialize(pull=True)
        client.open(path, path.read_text(encoding="utf-8"))
        client.diagnostics()
        client.close()
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    found = (_IMPORT.match(line) for line in lines)
    return {match[4]: int(match[1]) / 1e3 for match in found if match}
