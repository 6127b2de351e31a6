"""``mindport search``."""

from __future__ import annotations

from pathlib import Path

import click

from mindport.cli.command import Command, Failure, option
from mindport.cli.options import config_for, engine_for, engine_options, format_option
from mindport.cli.output import as_json, emit
from mindport.render.report.columns import lay_out


@click.command("search", cls=Command)
@click.argument("words", nargs=-1, required=True, metavar="TEXT")
@option("--limit", type=click.IntRange(min=1), default=20, help="help.option.limit")
@format_option("text", "json")
@engine_options
def command(words: tuple[str, ...], limit: int, form: str, target: str | None, mindspore: str | None) -> None:
    """Finds APIs by a part of their torch or MindSpore name."""
    engine = engine_for(config_for((Path.cwd(),)), target, mindspore)
    hits = engine.search(" ".join(words), limit)
    if form == "json":
        emit(as_json([{"torch": hit.torch, "mindspore": hit.mindspore} for hit in hits]))
        return
    if not hits:
        raise Failure("cli.no-match", text=" ".join(words))
    emit("\n".join(lay_out([hit.torch, "→", hit.mindspore or "-"] for hit in hits)))
