"""``mindport scan``."""

from __future__ import annotations

from pathlib import Path

import click

from mindport.cli.command import LEFT, Command, Failure, language, option, say
from mindport.cli.options import config_for, engine_for, engine_options, existing, format_option, output_option
from mindport.cli.output import as_json, emit, progress_bar

_LEVELS = ("consistent", "adjusted", "divergent", "unsupported", "unmapped")


@click.command("scan", cls=Command)
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="PATH...")
@format_option("text", "json", "csv", "sarif", "html")
@output_option
@option("--jobs", type=click.IntRange(min=1), help="help.option.jobs")
@option("--fail-on", type=click.Choice(_LEVELS), help="help.option.fail-on")
@engine_options
def command(
    paths: tuple[Path, ...],
    form: str,
    output: Path | None,
    jobs: int | None,
    fail_on: str | None,
    target: str | None,
    mindspore: str | None,
) -> int:
    """Finds every torch API use."""
    existing(paths)
    config = config_for(paths)
    engine = engine_for(config, target, mindspore)
    with progress_bar(say("progress.scanning")) as progress:
        report = engine.scan(paths, jobs=jobs or config.jobs, progress=progress, exclude=config.exclude)
    document = report.to_json()
    if not report.files:
        raise Failure("cli.nothing", path=", ".join(map(str, paths)))
    emit(_render(document, form), output)
    worse = _LEVELS[_LEVELS.index(fail_on) :] if fail_on else ()
    return LEFT if any(report.by_compatibility().get(level) for level in worse) else 0


def _render(document: dict[str, object], form: str) -> str:
    from mindport.render.report import html, scan

    if form == "json":
        return as_json(document)
    if form == "csv":
        return scan.as_csv(document)
    if form == "sarif":
        return scan.as_sarif(document, language())
    return html.scan(document, language()) if form == "html" else scan.as_text(document, language())
