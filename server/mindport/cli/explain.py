"""``mindport explain``."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from mindport.cli.command import Command, Failure
from mindport.cli.options import config_for, engine_for, engine_options


@click.command("explain", cls=Command)
@click.argument("name", metavar="NAME")
@engine_options
def command(name: str, target: str | None, mindspore: str | None) -> None:
    """Shows the row of an API as the hover does."""
    engine = engine_for(config_for((Path.cwd(),)), target, mindspore)
    markdown = engine.explain(name)
    if markdown is None:
        raise Failure("cli.unknown-api", name=name)
    if not sys.stdout.isatty():
        click.echo(markdown)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console().print(Markdown(markdown))
