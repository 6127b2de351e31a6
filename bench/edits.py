"""Random edits of real files: does the incremental analysis equal the full one, and what does it cost?

    python bench/edits.py FOLDER… [--files 40] [--edits 60] [--seed 0] [--lines 6000]

Exits with 1 when a difference was found.
"""

from __future__ import annotations

import argparse
import ast
import itertools
import random
import statistics
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path

import random_edits

from mindport.analysis.findings import Finding
from mindport.engine import Engine, FileAnalysis
from mindport.syntax.source import decode


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--files", type=int, default=40, help="files, chosen at random")
    parser.add_argument("--edits", type=int, default=60, help="edits of each file")
    parser.add_argument("--lines", type=int, default=6000, help="longest file")
    parser.add_argument("--seed", default="0")
    arguments = parser.parse_args()
    found = [p for folder in arguments.folders for p in sorted(folder.rglob("*.py"))]
    random.Random(arguments.seed).shuffle(found)
    engine, counts, costs = Engine(), Counter[str](), defaultdict[str, list[float]](list)
    for path in found:
        text = decode(path.read_bytes())
        if counts["files"] == arguments.files:
            break
        if isinstance(text, str) and "torch" in text and 20 < text.count("\n") < arguments.lines:
            counts["files"] += 1
            seed = f"{path.name}{arguments.seed}"
            _try(engine, path, text, itertools.islice(random_edits.edits(text, seed), arguments.edits), counts, costs)
    print(", ".join(f"{count} {what}" for what, count in counts.items()))
    for what, spent in costs.items():
        ordered = sorted(spent)
        late = ordered[int(len(ordered) * 0.95)]
        print(f"{what:28} {len(spent):6}   median {statistics.median(spent):7.2f} ms   95 % {late:7.2f} ms")
    return 1 if counts["different"] else 0


def _try(
    engine: Engine,
    path: Path,
    text: str,
    edits: itertools.islice[str],
    counts: Counter[str],
    costs: dict[str, list[float]],
) -> None:
    found = engine.analyze(text, follow=True)
    for number, edited in enumerate(edits):
        begin = time.process_time()
        found = engine.analyze(edited, None, found)
        middle = time.process_time()
        if found.provisional and number % 3:
            costs["settled later"].append((middle - begin) * 1e3)
            continue
        found = engine.settle(found)
        settled = time.process_time()
        fresh = engine.analyze(edited)
        end = time.process_time()
        parses = fresh.source.tree is not None and not fresh.problems  # old Python is read, and reported
        counts["texts that parse" if parses else "broken texts"] += 1
        costs["edit to a text that parses" if parses else "edit to a broken text"].append((middle - begin) * 1e3)
        if parses:
            costs["the same, settled"].append((settled - begin) * 1e3)
            costs["full analysis of the same"].append((end - settled) * 1e3)
            if not _same(found, fresh):
                counts["different"] += 1
                print(f"DIFFERENT: {path}, edit {number}")
                found = engine.analyze(edited, follow=True)
        elif found.problems != fresh.problems:
            counts["broken texts with another message"] += 1
        elif not _placed(found):
            counts["different"] += 1
            print(f"MISPLACED: {path}, edit {number}")


def _same(found: FileAnalysis, fresh: FileAnalysis) -> bool:
    if found.stale or found.source.tree is None or fresh.source.tree is None:
        return False
    if [_what(f) for f in found.findings] != [_what(f) for f in fresh.findings]:
        return False
    return ast.dump(found.source.tree, include_attributes=True) == ast.dump(fresh.source.tree, include_attributes=True)


def _what(finding: Finding) -> object:
    use = finding.use
    return (use.span, use.api, use.role, use.certainty, use.why, finding.compatibility, finding.fix, finding.notes)


def _placed(found: FileAnalysis) -> bool:
    for finding in found.findings:
        node = finding.use.node
        leaf = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else "?"
        if not found.text[finding.use.span.start : finding.use.span.end].endswith(leaf):
            return False
    return True


if __name__ == "__main__":
    sys.exit(main())
