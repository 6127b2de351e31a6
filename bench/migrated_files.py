"""Migrates many real files and checks every result without running it.

usage: migrated_files.py FOLDER... [--limit N] [--seed N] [--jobs N] [--target cpu|ascend] [--keep DIR] [--show N] [--peer PYTHON]

Takes N files (2,000 unless told) that name torch, by chance but the same for a seed. Of each: migrating raises nothing; the
result parses and compiles; it has no undefined name and no unused import that the source had not (ruff, F821 and F401); no
comment is lost; what has no use of torch keeps every byte, and so does what lies outside the edits; migrating the result
changes nothing.
Prints each failure, the totals, and lines per second of one core. PEER is a Python that has another converter (paconvert); it
converts the same files, for its throughput.
"""

from __future__ import annotations

import argparse
import collections
import io
import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tokenize
import traceback
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from mindport.engine import Engine, Settings
from mindport.mapping.row import Target
from mindport.project import files
from mindport.text import apply

NAMES = ("F821", "F401")
CHECKS = (
    "raises",
    "problem",
    "does not parse",
    "undefined name",
    "unused import",
    "comment lost",
    "changed without a use",
    "bytes outside edits",
    "second run raises",
    "second run changes",
)


@dataclass
class Checked:
    """What one file showed; ``failures`` are (check, what)."""

    path: str
    lines: int = 0
    uses: int = 0
    converted: int = 0
    seconds: float = 0.0
    text: str = ""
    left: list[str] = field(default_factory=list)
    failures: list[tuple[str, str]] = field(default_factory=list)


def main(arguments: Sequence[str] | None = None) -> int:
    """Effect: prints failures and totals."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--limit", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--target", default="cpu")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--show", type=int, default=400, help="failures printed")
    parser.add_argument("--peer", help="a Python with paconvert")
    options = parser.parse_args(arguments)
    chosen = sample(options.folders, options.limit, options.seed)
    with ProcessPoolExecutor(options.jobs, initializer=_start, initargs=(options.target,)) as pool:
        results = list(_progress(pool.map(check, chosen, chunksize=4), len(chosen)))
    with tempfile.TemporaryDirectory() as scratch:
        keep = options.keep or Path(scratch)
        _compare_names(chosen, results, keep)
        if options.peer:
            print(peer(options.peer, keep / "before", sum(result.lines for result in results)))
    return _report(results, options.show)


def sample(folders: Iterable[Path], count: int, seed: int) -> list[Path]:
    """Files that name torch and parse."""
    found = sorted({path for folder in folders for path in folder.rglob("*.py")})
    random.Random(seed).shuffle(found)
    return list(_usable(found, count))


def _usable(found: Iterable[Path], count: int) -> Iterator[Path]:
    for path in found:
        if count <= 0:
            return
        source = files.read_source(path)
        if isinstance(source, files.SourceText) and "torch" in source.text and _parses(source.text):
            count -= 1
            yield path


def _parses(text: str) -> bool:
    try:
        compile(text, "<file>", "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError):
        return False
    return True


def _progress(results: Iterable[Checked], total: int) -> Iterator[Checked]:
    for number, result in enumerate(results, 1):
        if number % 100 == 0:
            print(f"{number} of {total}", file=sys.stderr, flush=True)
        yield result


_engine: Engine


def _start(target: str) -> None:
    global _engine
    _engine = Engine(Settings(Target(target)), snapshot=True)  # as the command does
    _engine.migrate_text("import torch\nx = torch.ones(1)\n")


def check(path: Path) -> Checked:
    """Migrates a file twice and looks at the results."""
    source = files.read_source(path)
    assert isinstance(source, files.SourceText)
    result = Checked(str(path), source.text.count("\n"))
    begin = time.process_time()
    try:
        migrated = _engine.migrate_text(source.text, path)
    except Exception:
        result.failures.append(("raises", traceback.format_exc(limit=-3)))
        return result
    result.seconds = time.process_time() - begin
    result.uses, result.converted, result.text = migrated.uses, migrated.converted, migrated.text
    result.left = [item.reason for item in migrated.left]
    if migrated.problem:
        result.failures.append(("problem", migrated.problem))
    if not _parses(migrated.text):
        result.failures.append(("does not parse", ""))
        return result
    silent = not migrated.uses and not _imports_torch(source.text)
    if silent and migrated.text != source.text and not _engine.analyze(source.text, path).modules:
        result.failures.append(("changed without a use", ""))
    result.failures += [("comment lost", comment) for comment in _lost_comments(source.text, migrated.text)]
    result.failures += [("bytes outside edits", what) for what in _outside(source.text, path, migrated.text)]
    try:
        again = _engine.migrate_text(migrated.text, path)
    except Exception:
        result.failures.append(("second run raises", traceback.format_exc(limit=-3)))
        return result
    if again.text != migrated.text:
        result.failures.append(("second run changes", _first_difference(migrated.text, again.text)))
    return result


def _imports_torch(text: str) -> bool:
    """An import of torch that nothing needs is a use, too."""
    return re.search(r"^[ \t]*(?:import|from)[ \t]+torch", text, re.MULTILINE) is not None


def _lost_comments(before: str, after: str) -> Iterator[str]:
    there = collections.Counter(_comments(after))
    text = after
    for comment, count in collections.Counter(_comments(before)).items():
        # several comments may have become one line
        if there[comment] < count and text.count(comment.lstrip("# ")) < count:
            yield comment


def _comments(text: str) -> Iterator[str]:
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                yield token.string.strip()
    except (tokenize.TokenError, IndentationError):
        return


def _outside(before: str, path: Path, after: str) -> Iterator[str]:
    """The edits alone, applied to the source one by one, make the result; so all else is as it was."""
    edits = _engine.fix_all(_engine.analyze(before, path), unsafe=True).edits
    if apply(before, edits) != after:
        yield _first_difference(apply(before, edits), after)


def _first_difference(before: str, after: str) -> str:
    for number, (one, other) in enumerate(zip(before.splitlines(), after.splitlines()), 1):
        if one != other:
            return f"line {number}: {one.strip()[:90]!r} -> {other.strip()[:90]!r}"
    return "its length"


def _compare_names(chosen: Sequence[Path], results: Sequence[Checked], keep: Path) -> None:
    """Effect: writes both versions below ``keep`` and adds what ruff says of the second only."""
    for side in ("before", "after"):
        shutil.rmtree(keep / side, ignore_errors=True)
        (keep / side).mkdir(parents=True)
    for number, (path, result) in enumerate(zip(chosen, results)):
        source = files.read_source(path)
        assert isinstance(source, files.SourceText)
        (keep / "before" / f"{number:05}.py").write_text(source.text, encoding="utf-8")
        (keep / "after" / f"{number:05}.py").write_text(result.text or source.text, encoding="utf-8")
    before, after = _ruff(keep / "before"), _ruff(keep / "after")
    for number, result in enumerate(results):
        new = after[number] - before[number]
        for (code, message), count in sorted(new.items()):
            kind = "undefined name" if code == "F821" else "unused import"
            result.failures.append((kind, f"{message} ({count}) [{number:05}]"))


def _ruff(folder: Path) -> dict[int, collections.Counter[tuple[str, str]]]:
    command = [
        sys.executable,
        "-m",
        "ruff",
        "check",
        "--isolated",
        "--no-cache",
        "--exit-zero",
        "--output-format",
        "json",
    ]
    # what a comment hides in the source counts on both sides
    command += [
        "--ignore-noqa",
        "--preview",
        "--config",
        "lint.allowed-confusables=[]",
        "--select",
        ",".join(NAMES),
        str(folder),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found: dict[int, collections.Counter[tuple[str, str]]] = collections.defaultdict(collections.Counter)
    for item in json.loads(done.stdout):
        message = item["message"]
        if item["code"] == "F401":
            # an unused name that was einops's or torch's is no new one when it comes from elsewhere
            message = re.sub(r"`(?:[\w.]+\.)?(\w+)(?: as \w+)?`", r"`\1`", message)
        found[int(Path(item["filename"]).stem)][item["code"], message] += 1
    return found


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


def peer(python: str, folder: Path, lines: int) -> str:
    """Throughput of the peer on the same files, its start included."""
    with tempfile.TemporaryDirectory() as out:
        command = [python, "-m", "paconvert.main", "--in_dir", str(folder), "--out_dir", out, "--no_format"]
        command += ["--log_dir", str(Path(out) / "log"), "--log_level", "WARNING"]
        timed = ["/usr/bin/env", "bash", "-c", 'TIMEFORMAT="%U %S"; time "$@" >/dev/null 2>&1', "_", *command]
        done = subprocess.run(timed, capture_output=True, text=True, check=False)
        made = len(list(Path(out).rglob("*.py")))
    seconds = sum(map(float, done.stderr.split()[-2:]))
    if done.returncode or not made:
        return f"paconvert: failed ({done.returncode}, {made} files)"
    return f"paconvert: {made} files, {lines / max(seconds, 1e-9):,.0f} lines a second of processor time"


if __name__ == "__main__":
    sys.exit(main())
