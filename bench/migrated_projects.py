"""What migrating whole projects costs, as users run it, beside another converter in the same run.

usage: migrated_projects.py FOLDER... [--target cpu|ascend] [--peer PYTHON] [--rounds N]

Runs `mindport migrate FOLDER -o …` (start, report and all) and prints processor seconds and lines per second of one core.
PEER is a Python that has paconvert; it converts the same files in the same run, with and without formatting what it writes.
`ast.parse` alone is the floor.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import processes

from mindport.project import files, walk

_PARSE = """
import ast, pathlib, sys, warnings
warnings.simplefilter("ignore")
for path in pathlib.Path(sys.argv[1]).rglob("*.py"):
    try:
        ast.parse(path.read_bytes())
    except (SyntaxError, ValueError):
        pass
"""


@dataclass(frozen=True)
class Amount:
    """What a project holds: Python files and their lines."""

    files: int
    lines: int


def main(arguments: Sequence[str] | None = None) -> int:
    """Effect: prints a table for each project. 1 where a tool failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--target", default="cpu")
    parser.add_argument("--peer", help="a Python with paconvert")
    parser.add_argument("--rounds", type=int, default=1)
    options = parser.parse_args(arguments)
    good = True
    for folder in options.folders:
        good = _project(folder.resolve(), options.target, options.peer, options.rounds) and good
    return 0 if good else 1


def _project(folder: Path, target: str, peer: str | None, rounds: int) -> bool:
    with tempfile.TemporaryDirectory(prefix="bench-") as name:
        scratch = Path(name)
        copy = scratch / "in" / folder.name
        amount = _copied(folder, copy)
        print(f"{folder.name}: {amount.files} files, {amount.lines:,} lines", flush=True)
        out = scratch / "out"
        commands = {"mindport migrate": processes.mindport("migrate", str(copy), "-o", str(out), "--target", target)}
        if peer is not None:
            convert = [peer, "-m", "paconvert.main", "--in_dir", str(copy), "--out_dir", str(out)]
            convert += ["--log_dir", str(scratch / "peer.log"), "--log_level", "WARNING"]
            commands["paconvert --no_format"] = [*convert, "--no_format"]
            commands["paconvert"] = convert
        commands["ast.parse alone"] = [sys.executable, "-c", _PARSE, str(copy)]
        return _table(commands, out, amount, rounds)


def _table(commands: dict[str, list[str]], out: Path, amount: Amount, rounds: int) -> bool:
    """Effect: runs the commands in turn and prints what each cost."""
    costs: dict[str, list[float]] = {}
    made: dict[str, int] = {}
    failed: dict[str, str] = {}
    for _ in range(rounds):
        for tool, command in commands.items():
            shutil.rmtree(out, ignore_errors=True)
            try:
                costs.setdefault(tool, []).append(processes.run(command, expected=(0, 1)).cpu)
            except RuntimeError as error:
                failed[tool] = str(error)
            made[tool] = sum(1 for _ in out.rglob("*.py"))
    print(f"  {'':24} {'processor s':>12} {'lines/s':>10} {'files out':>10}")
    for tool in commands:
        if tool in failed:
            print(f"  {tool:24} failed: {failed[tool][-300:]}")
            continue
        seconds = statistics.median(costs[tool])
        print(f"  {tool:24} {seconds:12.2f} {amount.lines / seconds:10,.0f} {made[tool] or '':>10}", flush=True)
    return not failed


def _copied(folder: Path, copy: Path) -> Amount:
    """Effect: copies the Python files that `migrate` takes, so that all tools see the same."""
    project = walk.walk([folder])
    count = lines = 0
    for file in project.sources:
        source = files.read_source(file.path)
        if not isinstance(source, files.SourceText):
            continue
        count += 1
        lines += source.text.count("\n")
        target = copy / file.relative
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file.path, target)
    return Amount(count, lines)


if __name__ == "__main__":
    sys.exit(main())
