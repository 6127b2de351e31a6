"""What a scan costs after edits, and whether it gives what a full scan gives: ``python bench/rescan.py FOLDER [--check]``.

Copies the Python files of FOLDER, scans them, scans again, then edits files one after the other (a line of a function doubled,
changed or added) and scans after each edit. With ``--check`` each result is compared with that of a scan without a cache.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import processes

_RETURN = re.compile(r"( +)return .*")


def edit(files: list[Path], dice: random.Random) -> Path:
    """Changes one file; gives it."""
    while True:
        file = dice.choice(files)
        lines = file.read_text("utf-8", "replace").split("\n")
        places = [place for place, line in enumerate(lines) if _RETURN.fullmatch(line)]
        if not places:
            continue
        place = dice.choice(places)
        found = _RETURN.fullmatch(lines[place])
        indent = found.group(1) if found is not None else ""
        kind = dice.randrange(3)
        if kind == 0:
            lines.insert(place, lines[place])
        elif kind == 1:
            lines[place] = f"{indent}return None"
        else:
            lines.insert(place, f"{indent}value = torch.ones(2).view(-1)")
        file.write_text("\n".join(lines), "utf-8")
        return file


def scan(folder: Path, cache: Path, *options: str) -> tuple[float, float, object]:
    """Seconds of processor time and of the clock, and the files of the result."""
    out = cache / "out.json"
    environment = {
        **processes.environment(),
        "PYTHONPATH": str(processes.ROOT / "server"),
        "XDG_CACHE_HOME": str(cache),
    }
    command = processes.mindport("scan", "--format", "json", "-o", str(out), *options, str(folder))
    before, start = processes.children_cpu(), time.perf_counter()
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    costs = processes.children_cpu() - before, time.perf_counter() - start
    return *costs, json.loads(out.read_text("utf-8"))["files"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--edits", type=int, default=10, help="edits, each with a scan (10)")
    parser.add_argument("--check", action="store_true", help="compare each result with that of a full scan")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    dice = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as place:
        folder, cache = Path(place, options.folder.resolve().name), Path(place, ".cache")
        cache.mkdir()
        for path in sorted(options.folder.rglob("*.py")):
            target = folder / path.relative_to(options.folder)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
        files = [path for path in sorted(folder.rglob("*.py")) if "torch" in path.read_text("utf-8", "replace")]
        cpu, wall, _ = scan(folder, cache)
        print(f"cold: {cpu:.2f} s of processor time, {wall:.2f} s")
        again = [scan(folder, cache)[:2] for _ in range(3)]
        print("unchanged: " + _median(again))
        kept = sum(os.path.getsize(path) for path in cache.rglob("*.files"))  # noqa: PTH202
        print(f"kept of each file: {kept / 1e6:.1f} MB for {len(files)} files that name torch")
        costs, wrong = [], 0
        for _ in range(options.edits):
            changed = edit(files, dice)
            cpu, wall, found = scan(folder, cache)
            costs.append((cpu, wall))
            if options.check and found != scan(folder, cache, "--no-cache")[2]:
                wrong += 1
                print(f"DIFFERENT after an edit of {changed.relative_to(folder)}")
        print(f"after one edit: {_median(costs)}; at most {max(cpu for cpu, _ in costs):.2f} s of processor time")
        if options.check:
            print(f"{options.edits} edits compared with full scans: {wrong} different")
            sys.exit(bool(wrong))


def _median(costs: list[tuple[float, float]]) -> str:
    cpu, wall = (statistics.median(values) for values in zip(*costs))
    return f"{cpu:.2f} s of processor time, {wall:.2f} s (median)"


if __name__ == "__main__":
    main()
