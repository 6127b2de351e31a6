"""``mindport scan``."""

from __future__ import annotations

import time
from pathlib import Path

import click

from mindport.cli import kept
from mindport.cli.command import Command, Failure, language, option, say
from mindport.cli.options import config_for, engine_for, engine_options, existing, format_option, output_option
from mindport.cli.output import emit_bytes, progress_bar
from mindport.project import scan_cache


@click.command("scan", cls=Command)
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="PATH...")
@format_option(*kept.FORMATS)
@output_option
@option("--jobs", type=click.IntRange(min=1), help="help.option.jobs")
@option("--cache/--no-cache", default=True, help="help.option.cache")
@option("--fail-on", type=click.Choice(kept.LEVELS), help="help.option.fail-on")
@engine_options
def command(
    paths: tuple[Path, ...],
    form: str,
    output: Path | None,
    jobs: int | None,
    cache: bool,
    fail_on: str | None,
    target: str | None,
    mindspore: str | None,
) -> int:
    """Finds every torch API use."""
    paths = existing(paths)
    config = config_for(paths)
    # It names what is wrong in the project's own rows.
    engine = engine_for(config, target, mindspore) if config.rows is not None else None
    begin = time.perf_counter()
    slot = None
    if cache:
        slot = kept.slot(paths, config, target, mindspore, language(), form)
        with slot.read() as entry:
            if entry is not None:
                return _tell(entry, form, output, fail_on, time.perf_counter() - begin)
    from mindport.project.disk import uncollected
    from mindport.project.earlier import Earlier  # which is slow to import

    engine = engine or engine_for(config, target, mindspore)
    earlier = Earlier(slot.apart, slot.rules) if slot is not None else None
    with progress_bar(say("progress.scanning")) as progress:
        report = engine.scan(paths, jobs or config.jobs, progress, config.exclude, earlier)
    if not report.files:
        raise Failure("cli.nothing", path=", ".join(map(str, paths)))
    with uncollected():  # a report's rows are as many as the project's uses
        text = report.files_json() if form == "json" else _render(report.to_json(), form)
    entry = scan_cache.Entry({"head": report.head()}, text.encode("utf-8", "replace"))
    if slot is not None and earlier is not None and not report.ended:
        slot.write(entry, earlier.read(), report.folders, earlier.digest)
    return _tell(entry, form, output, fail_on, report.seconds)


def _tell(entry: scan_cache.Entry, form: str, output: Path | None, fail_on: str | None, seconds: float) -> int:
    emit_bytes(kept.pieces(entry, form, seconds), output)
    return kept.status(entry, fail_on)


def _render(document: dict[str, object], form: str) -> str:
    from mindport.render.report import html, scan

    if form == "csv":
        return scan.as_csv(document)
    if form == "sarif":
        return scan.as_sarif(document, language())
    return html.scan(document, language()) if form == "html" else scan.as_text(document, language())
