"""Where a command's results and progress go."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click

from mindport.cli import kept
from mindport.cli.command import Failure

Progress = Callable[[int, int], None]


def emit(text: str, file: Path | None = None) -> None:
    """Prints ``text``, or writes it to ``file``."""
    if file is None:
        click.echo(text, nl=not text.endswith("\n"))
        return
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text if text.endswith("\n") else text + "\n", encoding="utf-8")
    except OSError as error:
        raise Failure("cli.not-written", path=file, reason=error.strerror or error) from error


def emit_bytes(parts: Sequence[bytes | memoryview], file: Path | None = None) -> None:
    """As ``emit``, for what is UTF-8 already; a large report is not copied once more."""
    if file is None:
        emit(b"".join(parts).decode())
        return
    try:
        kept.write(parts, file)
    except OSError as error:
        raise Failure("cli.not-written", path=file, reason=error.strerror or error) from error


def as_json(document: object) -> str:
    """One JSON document, readable by people."""
    return json.dumps(document, ensure_ascii=False, indent=1)


@contextmanager
def progress_bar(title: str) -> Iterator[Progress]:
    """A bar on stderr when that is a terminal; nothing otherwise."""
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


@contextmanager
def status_line(title: str) -> Iterator[Callable[[str], None]]:
    """A spinner with the current step on stderr when that is a terminal; nothing otherwise."""
    if not sys.stderr.isatty():
        yield lambda step: None
        return
    from rich.console import Console

    with Console(stderr=True).status(title) as status:
        yield lambda step: status.update(f"{title}: {step}")
