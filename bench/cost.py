"""Processor time of a full analysis and a cold scan beside ``ast.parse`` on the same files: ``python bench/cost.py FOLDER``."""

from __future__ import annotations

import argparse
import ast
import functools
import gc
import random
import statistics
import time
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path

import processes

from mindport.engine import Engine, Settings


def _seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def _parses(text: str) -> bool:
    try:
        ast.parse(text)
    except (SyntaxError, ValueError):
        return False
    return True


def ratios(files: Sequence[Path], most: int) -> list[float]:
    """Of each file that imports torch: a full analysis, what it imports known before, over parsing alone; the better of two."""
    engine = Engine(Settings(), snapshot=True, callers=False)
    found: list[float] = []
    for path in files:
        text = path.read_text("utf-8", "replace")
        if "import torch" not in text or not _parses(text):
            continue
        engine.analyze(text, path).discard()
        parse = min(_seconds(functools.partial(ast.parse, text)) for _ in range(2))
        whole = []
        for _ in range(2):
            start = time.process_time()
            analysis = engine.analyze(text, path)
            whole.append(time.process_time() - start)
            analysis.discard()
        found.append(min(whole) / max(parse, 1e-4))
        if len(found) == most:
            break
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--files", type=int, default=500, help="files of the full analysis (500)")
    parser.add_argument("--scan", action="store_true", help="scan the folders as well, on two processes")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    gc.disable()
    files = sorted({path for folder in options.folders for path in folder.rglob("*.py")})
    if options.scan:
        texts = [path.read_text("utf-8", "replace") for path in files]
        parse = _seconds(lambda: [_parses(text) for text in texts])
        cost = processes.run(
            processes.mindport("scan", "--no-cache", "--jobs", "2", "--format", "json", *map(str, options.folders)),
            (0, 1),
        )
        print(f"cold scan of {len(files)} files: {cost.cpu:.1f} s of processor time, {cost.wall:.1f} s wall; "
              f"ast.parse {parse:.1f} s; {cost.cpu / parse:.1f} x")  # fmt: skip
    random.Random(5).shuffle(files)
    found = sorted(ratios(files, options.files))
    if found:
        print(f"full analysis of {len(found)} files: median {statistics.median(found):.2f} x ast.parse, "
              f"90th percentile {found[int(0.9 * len(found))]:.2f}")  # fmt: skip


if __name__ == "__main__":
    main()
