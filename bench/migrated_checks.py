"""What is looked at when one file is migrated, without running it: see ``CHECKS``."""

from __future__ import annotations

import collections
import io
import json
import re
import signal
import subprocess
import sys
import time
import tokenize
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from mindport.engine import Engine
from mindport.project import files
from mindport.text import apply

NAMES = ("F821", "F401")
CHECKS = (
    "raises",
    "takes too long",
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


class TooLong(Exception):
    """A file has had its time."""


def check(engine: Engine, path: Path, seconds: float) -> Checked:
    """Migrates a file twice and looks at the results; ``seconds`` is the most that may take."""
    source = files.read_source(path)
    assert isinstance(source, files.SourceText)
    result = Checked(str(path), source.text.count("\n"))

    def late(number: int, frame: FrameType | None) -> None:
        raise TooLong

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        _look(engine, path, source.text, result)
    except TooLong:
        result.failures.append(("takes too long", f"more than {seconds:.0f} s"))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    return result


def _look(engine: Engine, path: Path, text: str, result: Checked) -> None:
    begin = time.process_time()
    try:
        migrated = engine.migrate_text(text, path)
    except TooLong:
        raise
    except Exception:
        result.failures.append(("raises", traceback.format_exc(limit=-3)))
        return
    result.seconds = time.process_time() - begin
    result.uses, result.converted, result.text = migrated.uses, migrated.converted, migrated.text
    result.left = [item.reason for item in migrated.left]
    if migrated.problem:
        result.failures.append(("problem", migrated.problem))
    if not parses(migrated.text):
        result.failures.append(("does not parse", ""))
        return
    analysis = engine.analyze(text, path)
    silent = not migrated.uses and not _imports_torch(text)
    if silent and migrated.text != text and not analysis.modules:
        result.failures.append(("changed without a use", _first_difference(text, migrated.text)))
    result.failures += [("comment lost", comment) for comment in _lost_comments(text, migrated.text)]
    # the edits alone, applied to the source one by one, make the result; so all else is as it was
    edited = apply(text, engine.fix_all(analysis, unsafe=True).edits)
    if edited != migrated.text:
        result.failures.append(("bytes outside edits", _first_difference(edited, migrated.text)))
    try:
        again = engine.migrate_text(migrated.text, path)
    except TooLong:
        raise
    except Exception:
        result.failures.append(("second run raises", traceback.format_exc(limit=-3)))
        return
    if again.text != migrated.text:
        result.failures.append(("second run changes", _first_difference(migrated.text, again.text)))


def parses(text: str) -> bool:
    """Whether Python compiles ``text``."""
    try:
        compile(text, "<file>", "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError):
        return False
    return True


def _imports_torch(text: str) -> bool:
    """An import of torch that nothing needs is a use, too."""
    return re.search(r"^[ \t]*(?:import|from)[ \t]+torch", text, re.MULTILINE) is not None


def _lost_comments(before: str, after: str) -> Iterator[str]:
    there = collections.Counter(_comments(after))
    for comment, count in collections.Counter(_comments(before)).items():
        # several comments may have become one line
        if there[comment] < count and after.count(comment.lstrip("# ")) < count:
            yield comment


def _comments(text: str) -> Iterator[str]:
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                yield token.string.strip()
    except (tokenize.TokenError, IndentationError):
        return


def _first_difference(before: str, after: str) -> str:
    for number, (one, other) in enumerate(zip(before.splitlines(), after.splitlines()), 1):
        if one != other:
            return f"line {number}: {one.strip()[:90]!r} -> {other.strip()[:90]!r}"
    return "its length"


def linted(folder: Path) -> dict[int, collections.Counter[tuple[str, str]]]:
    """What ruff says of numbered files: (code, message) and how often, by number."""
    command = [sys.executable, "-m", "ruff", "check", "--isolated", "--no-cache", "--exit-zero"]
    # what a comment hides in the source counts on both sides
    command += ["--output-format", "json", "--ignore-noqa", "--preview", "--config", "lint.allowed-confusables=[]"]
    done = subprocess.run(
        [*command, "--select", ",".join(NAMES), str(folder)], capture_output=True, text=True, check=True
    )
    found: dict[int, collections.Counter[tuple[str, str]]] = collections.defaultdict(collections.Counter)
    for item in json.loads(done.stdout):
        message = item["message"]
        if item["code"] == "F401":
            # an unused name that was einops's or torch's is no new one when it comes from elsewhere
            message = re.sub(r"`(?:[\w.]+\.)?(\w+)(?: as \w+)?`", r"`\1`", message)
        found[int(Path(item["filename"]).stem)][item["code"], message] += 1
    return found
