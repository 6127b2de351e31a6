"""Migrates many real files and checks every result without running it.

usage: migrated_files.py FOLDER... [--limit N] [--of-project N] [--seed N] [--jobs N] [--target cpu|ascend] [--keep DIR]

Takes N files (2,000 unless told) that name torch, by chance but the same for a seed, no text twice, and at most `--of-project`
of one project, which is what stands directly below a FOLDER. Of each: migrating raises nothing; the result parses and
compiles; it has no undefined name and no unused import that the source had not (ruff, F821 and F401); no comment is lost; what
has no use of torch keeps every byte, and so does what lies outside the edits; migrating the result changes nothing.
Prints each failure, the totals, and lines per second of one core. A file has `--seconds` (300). With `--keep`, sources and
results stay there, and a run that was cut short goes on where it stopped.
"""

from __future__ import annotations

import argparse
import collections
import dataclasses
import hashlib
import json
import random
import re
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from migrated_checks import CHECKS, Checked, check, linted, parses

from mindport.engine import Engine, Settings
from mindport.mapping.row import Target
from mindport.project import files

AT_ONCE = 40  # files of one project that one engine sees: it remembers what they import


def main(arguments: Sequence[str] | None = None) -> int:
    """Effect: prints failures and totals."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--limit", type=int, default=2000)
    parser.add_argument("--of-project", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--target", default="cpu")
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--show", type=int, default=400, help="failures printed")
    options = parser.parse_args(arguments)
    chosen = sample(options.folders, options.limit, options.of_project, options.seed)
    projects = {project for _, project in chosen}
    print(f"{len(chosen)} files of {len(projects)} projects for {options.target}", flush=True)
    with tempfile.TemporaryDirectory() as scratch:
        keep = options.keep or Path(scratch)
        keep.mkdir(parents=True, exist_ok=True)
        journal = keep / "results.jsonl"
        known = _known(journal)
        rest = [item for item in chosen if str(item[0]) not in known]
        work = [(paths, options.target, options.seconds) for paths in _packets(rest)]
        with ProcessPoolExecutor(options.jobs) as pool, journal.open("a", encoding="utf-8") as log:
            for results in pool.map(_packet, work):
                for result in results:
                    known[result.path] = result
                    log.write(json.dumps(dataclasses.asdict(result)) + "\n")
                log.flush()
                failed = sum(bool(result.failures) for result in known.values())
                print(f"{len(known)} of {len(chosen)}, {failed} with failures", file=sys.stderr, flush=True)
        results = [known[str(path)] for path, _ in chosen]
        _compare_names(results, keep)
    return _report(results, options.show)


def sample(folders: Iterable[Path], count: int, of_project: int, seed: int) -> list[tuple[Path, Path]]:
    """Files that name torch and parse, each with its project."""
    found = sorted(
        {(path, folder / path.relative_to(folder).parts[0]) for folder in folders for path in folder.rglob("*.py")}
    )
    random.Random(seed).shuffle(found)
    return list(_usable(found, count, of_project))


def _usable(found: Iterable[tuple[Path, Path]], count: int, of_project: int) -> Iterator[tuple[Path, Path]]:
    texts: set[bytes] = set()
    taken: collections.Counter[Path] = collections.Counter()
    for path, project in found:
        if count <= 0:
            return
        source = files.read_source(path) if taken[project] < of_project else None
        if isinstance(source, files.SourceText) and "torch" in source.text and parses(source.text):
            digest = hashlib.sha256(re.sub(r"\s+", " ", source.text).encode()).digest()
            if digest not in texts:
                texts.add(digest)
                taken[project] += 1
                count -= 1
                yield path, project


def _packets(chosen: Iterable[tuple[Path, Path]]) -> list[list[Path]]:
    """Files of one project together, the largest packets first."""
    by_project: dict[Path, list[Path]] = collections.defaultdict(list)
    for path, project in chosen:
        by_project[project].append(path)
    packets = [sorted(paths)[i : i + AT_ONCE] for paths in by_project.values() for i in range(0, len(paths), AT_ONCE)]
    return sorted(packets, key=len, reverse=True)


def _packet(work: tuple[list[Path], str, float]) -> list[Checked]:
    paths, target, seconds = work
    engine = _engine(target)
    results = []
    for path in paths:
        results.append(check(engine, path, seconds))
        if any(kind == "takes too long" for kind, _ in results[-1].failures):
            engine = _engine(target)  # what was cut short may be half done
    return results


def _engine(target: str) -> Engine:
    engine = Engine(Settings(Target(target)), snapshot=True)  # as the command does
    engine.migrate_text("import torch\nx = torch.ones(1)\n")
    return engine


def _known(journal: Path) -> dict[str, Checked]:
    """What an earlier run has found."""
    if not journal.exists():
        return {}
    entries = (json.loads(line) for line in journal.read_text(encoding="utf-8").splitlines())
    return {
        entry["path"]: Checked(**{**entry, "failures": [(kind, what) for kind, what in entry["failures"]]})
        for entry in entries
    }


def _compare_names(results: Sequence[Checked], keep: Path) -> None:
    """Effect: writes both versions below ``keep`` and adds what ruff says of the second only."""
    for side in ("before", "after"):
        shutil.rmtree(keep / side, ignore_errors=True)
        (keep / side).mkdir(parents=True)
    for number, result in enumerate(results):
        source = files.read_source(Path(result.path))
        assert isinstance(source, files.SourceText)
        (keep / "before" / f"{number:05}.py").write_text(source.text, encoding="utf-8")
        (keep / "after" / f"{number:05}.py").write_text(result.text or source.text, encoding="utf-8")
    before, after = linted(keep / "before"), linted(keep / "after")
    for number, result in enumerate(results):
        new = after[number] - before[number]
        for (code, message), count in sorted(new.items()):
            kind = "undefined name" if code == "F821" else "unused import"
            result.failures.append((kind, f"{message} ({count}) [{number:05}]"))


def _report(results: Sequence[Checked], show: int) -> int:
    totals: collections.Counter[str] = collections.Counter()
    shown = 0
    for result in results:
        for kind in {kind for kind, _ in result.failures}:
            totals[kind] += 1
        for kind, what in result.failures:
            shown += 1
            if shown <= show:
                print(f"{result.path}: {kind}: {what}")
    lines, seconds = sum(r.lines for r in results), sum(r.seconds for r in results)
    uses, converted = sum(r.uses for r in results), sum(r.converted for r in results)
    print(
        f"{len(results)} files, {lines} lines, {uses} uses of torch, {converted} converted ({converted / max(uses, 1):.1%})"
    )
    print("most often left:")
    for reason, count in collections.Counter(reason for r in results for reason in r.left).most_common(25):
        print(f"  {count:5}  {reason}")
    print(f"{lines / max(seconds, 1e-9):,.0f} lines per second of one core (first run alone)")
    for kind in CHECKS:
        print(f"  {kind}: {totals[kind]} files")
    return 1 if totals else 0


if __name__ == "__main__":
    sys.exit(main())
