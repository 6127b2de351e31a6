"""Time of scans and analyses beside ``ast.parse`` on the same files: ``python bench/cost.py FOLDER… [--scan] [--compiled]``.

Of a full analysis of single files, and with ``--scan`` of a cold scan on two processes and of the same from the cache. With
``--compiled`` the package whose analysis is compiled (``scripts/compiled.py``) takes turns with this checkout's; so does, with
``--installed FOLDER``, what ``pip install --no-deps --target FOLDER .`` put there.
"""

from __future__ import annotations

import argparse
import ast
import gc
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import processes

_ROUNDS = 3
# One line for each file that stands in the input: seconds of a full analysis, what it imports known before, and of parsing alone.
_ANALYSES = """
import ast, gc, sys, time
from pathlib import Path
from mindport.engine import Engine, Settings

gc.disable()
engine = Engine(Settings(), snapshot=True, callers=False)
for line in sys.stdin:
    path = Path(line.rstrip("\\n"))
    text = path.read_text("utf-8", "replace")
    engine.analyze(text, path).discard()
    start = time.process_time()
    analysis = engine.analyze(text, path)
    middle = time.process_time()
    analysis.discard()
    begin = time.process_time()
    ast.parse(text)
    print(middle - start, time.process_time() - begin, flush=True)
    gc.collect(0)
"""


def parses(text: str) -> bool:
    """Whether the text parses; the tree goes at once."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(text)
    except (SyntaxError, ValueError):
        return False
    return True


def ratios(packages: Sequence[Path], files: Sequence[Path]) -> list[list[float]]:
    """For each package, of each file: a full analysis over parsing alone; the best of a few rounds, in turns."""
    children = []
    for package in packages:
        environment = {**processes.environment(), "PYTHONPATH": str(package)}
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "env": environment}
        children.append(subprocess.Popen([sys.executable, "-c", _ANALYSES], **pipes))  # type: ignore[call-overload]
    found: list[list[float]] = [[] for _ in packages]
    for path in files:
        best = [float("inf")] * len(packages)
        parse = float("inf")
        for _ in range(_ROUNDS):
            for number, child in enumerate(children):
                child.stdin.write(f"{path}\n")
                child.stdin.flush()
                whole, alone = map(float, child.stdout.readline().split())
                best[number], parse = min(best[number], whole), min(parse, alone)
        for number, seconds in enumerate(best):
            found[number].append(seconds / max(parse, 1e-4))
    for child in children:
        child.stdin.close()
        child.wait()
    return found


def cpu_and_wall(work: Callable[[], object]) -> tuple[float, float]:
    """Seconds of processor time of this process, and of the clock."""
    start, begin = time.perf_counter(), time.process_time()
    work()
    return time.process_time() - begin, time.perf_counter() - start


def scans(packages: Sequence[Path], names: Sequence[str], folders: Sequence[Path], texts: Sequence[str]) -> None:
    """Prints what parsing, a cold scan and one from the cache take, in turns."""
    parse = [cpu_and_wall(lambda: [parses(text) for text in texts]) for _ in range(2)]
    cpu, wall = (statistics.median(values) for values in zip(*parse))
    with ProcessPoolExecutor(2) as pool:
        start = time.perf_counter()
        list(pool.map(parses, texts, chunksize=16))
        both = time.perf_counter() - start
    print(
        f"ast.parse of {len(texts)} files: {cpu:.1f} s of processor time, {wall:.1f} s; on two processes {both:.1f} s"
    )
    for package, name in zip(packages, names):
        with tempfile.TemporaryDirectory() as cache:
            environment = {**processes.environment(), "PYTHONPATH": str(package), "XDG_CACHE_HOME": cache}
            command = processes.mindport(
                "scan", "--jobs", "2", "--format", "json", "-o", os.devnull, *map(str, folders)
            )
            costs = []
            for _ in range(6):
                before, start = processes.children_cpu(), time.perf_counter()
                subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                costs.append((processes.children_cpu() - before, time.perf_counter() - start))
        (cold, cold_wall), warm = costs[0], costs[1:]
        print(
            f"{name}: cold scan on two processes {cold:.1f} s of processor time ({cold / cpu:.1f} x), {cold_wall:.1f} s "
            f"({cold_wall / wall:.1f} x parsing on one process, {cold_wall / both:.1f} x on two); from the cache "
            f"{statistics.median(c for c, _ in warm):.2f} s of processor time, {statistics.median(w for _, w in warm):.2f} s"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--files", type=int, default=500, help="files of the full analysis (500)")
    parser.add_argument("--scan", action="store_true", help="scan the folders as well")
    parser.add_argument("--compiled", action="store_true", help="measure the compiled package, too")
    parser.add_argument("--installed", type=Path, help="a folder with an installed package, measured, too")
    options = parser.parse_args()
    gc.disable()
    packages, names = [processes.ROOT / "server"], ["Python"]
    if options.compiled:
        compiled = [sys.executable, str(processes.ROOT / "scripts" / "compiled.py")]
        packages.append(Path(subprocess.run(compiled, check=True, capture_output=True, text=True).stdout.strip()))
        names.append("compiled")
    if options.installed:
        packages.append(options.installed.resolve())
        names.append("installed")
    files = sorted({path for folder in options.folders for path in folder.rglob("*.py")})
    texts = {path: path.read_text("utf-8", "replace") for path in files}
    if options.scan:
        scans(packages, names, options.folders, list(texts.values()))
    random.Random(5).shuffle(files)
    chosen = [path for path in files if "import torch" in texts[path] and parses(texts[path])][: options.files]
    for name, found in zip(names, ratios(packages, chosen)):
        found.sort()
        print(
            f"{name}: full analysis of {len(found)} files: median {statistics.median(found):.2f} x ast.parse, "
            f"90th percentile {found[int(0.9 * len(found))]:.2f}"
        )


if __name__ == "__main__":
    main()
