"""``mindport explain``."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import click

from mindport.cli.command import Command, Failure
from mindport.cli.options import config_for, engine_for, engine_options, format_option
from mindport.cli.output import as_json, emit

_PLACE = re.compile(r"(?P<file>.+?):(?P<line>\d+):(?P<column>\d+)$")


@click.command("explain", cls=Command)
@click.argument("name", metavar="NAME|FILE:LINE:COLUMN")
@format_option("text", "json")
@engine_options
def command(name: str, form: str, target: str | None, mindspore: str | None) -> None:
    """Shows the row of an API as the hover does, or why the use at a place is what it is said to be."""
    place = _PLACE.match(name)
    if place is not None:
        _explain_place(Path(place["file"]), int(place["line"]), int(place["column"]), form, target, mindspore)
        return
    engine = engine_for(config_for((Path.cwd(),)), target, mindspore)
    markdown = engine.explain(name)
    if markdown is None:
        raise Failure("cli.unknown-api", name=name)
    if form == "json":
        emit(as_json({"schema": 1, "name": name, "markdown": markdown}))
        return
    if not sys.stdout.isatty():
        click.echo(markdown)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console().print(Markdown(markdown))


def _explain_place(path: Path, line: int, column: int, form: str, target: str | None, mindspore: str | None) -> None:
    from mindport.explaining import explain_place

    if not path.is_file():
        raise Failure("cli.missing", path=path)
    found = explain_place(engine_for(config_for((path,)), target, mindspore), path, line, column)
    if form == "json":
        reasons = [{"kind": s.kind, "line": s.line, "column": s.column, "message": s.message} for s in found.steps]
        place = {"file": path.as_posix(), "line": line, "column": column, "text": found.text}
        use = {"api": found.api, "role": found.role or None, "certainty": found.certainty or None}
        emit(as_json({"schema": 1, **place, **use, "title": found.title, "reasons": reasons}))
        return
    emit("\n".join([found.title, *(f"  {path}:{s.line}:{s.column}: {s.message}" for s in found.steps)]))
