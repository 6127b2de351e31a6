"""``mindport migrate``."""

from __future__ import annotations

import difflib
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mindport.cli.command import LEFT, Command, Failure, language, option, say
from mindport.cli.options import config_for, engine_for, engine_options, existing, format_option
from mindport.cli.output import as_json, emit, progress_bar
from mindport.project import files
from mindport.project.walk import root_of
from mindport.render.report import Document, migrated, migration, number, rows, text

if TYPE_CHECKING:
    from mindport.engine import Engine

REPORT_FILE = "MINDPORT.md"


@click.command("migrate", cls=Command)
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="PATH...")
@option("-o", "--output", "out", type=click.Path(file_okay=False, path_type=Path), help="help.option.out")
@option("--diff", is_flag=True, help="help.option.diff")
@option("--safe-only", is_flag=True, help="help.option.safe-only")
@option("--report", type=click.Path(dir_okay=False, path_type=Path), help="help.option.report")
@format_option("text", "json")
@engine_options
def command(
    paths: tuple[Path, ...],
    out: Path | None,
    diff: bool,
    safe_only: bool,
    report: Path | None,
    form: str,
    target: str | None,
    mindspore: str | None,
) -> int:
    """Writes the MindSpore version of files or a project."""
    paths = existing(paths)
    config = config_for(paths)
    engine = engine_for(config, target, mindspore)
    if diff:
        with tempfile.TemporaryDirectory(prefix="mindport-") as folder:
            document = _migrate(engine, paths, Path(folder), safe_only, config.exclude)
            emit("".join(_differences(document, root_of(paths), Path(folder))) if form == "text" else as_json(document))
        return _status(document)
    if out is None:
        raise Failure("cli.need-option", option="-o DIR")
    if out.resolve() in {root_of(paths).resolve(), *(path.resolve() for path in paths)}:
        raise Failure("cli.output-inside", path=out)
    try:
        document = _migrate(engine, paths, out, safe_only, config.exclude)
        report = _write_report(document, report, out, any(path.is_dir() for path in paths))
    except OSError as error:
        raise Failure("cli.not-written", path=error.filename or out, reason=error.strerror or error) from error
    if form == "json":
        emit(as_json(document))
    else:
        told = say("migrate.reported", path=report) + "\n" if report is not None else ""
        emit(migration.as_text(document, language()) + told + say("migrate.written", path=out))
    return _status(document)


def _write_report(document: Document, wanted: Path | None, out: Path, is_project: bool) -> Path | None:
    """A project gets a report unless nothing was done: what had been migrated before keeps its first one."""
    done = any(number(file, "converted") for file in rows(document, "files")) or rows(document, "requirements")
    path = wanted or (out / REPORT_FILE if is_project and done else None)
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(migrated.as_markdown(document, language()), encoding="utf-8")
    return path


def _migrate(
    engine: Engine, paths: Sequence[Path], out: Path, safe_only: bool, exclude: Sequence[str]
) -> dict[str, object]:
    with progress_bar(say("progress.migrating")) as progress:
        return engine.migrate(paths, out, safe_only, progress, exclude).to_json()


def _status(document: Document) -> int:
    return LEFT if any(rows(file, "left") or file.get("problem") for file in rows(document, "files")) else 0


def _differences(document: Document, root: Path, out: Path) -> Iterator[str]:
    for file in rows(document, "files"):
        path = text(file, "path")
        before, after = _lines(root / path), _lines(out / path)
        for line in difflib.unified_diff(before, after, f"a/{path}", f"b/{path}"):
            yield line if line.endswith("\n") else line + "\n\\ No newline at end of file\n"


def _lines(path: Path) -> list[str]:
    source = files.read_source(path)
    return source.text.splitlines(keepends=True) if isinstance(source, files.SourceText) else []
