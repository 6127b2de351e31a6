"""The commands, and how a command line ends."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any

import click

from mindport import __version__
from mindport.cli import language as languages
from mindport.cli.command import USAGE, LazyGroup, say
from mindport.cli.options import language_option
from mindport.render.messages import said

_COMMANDS = ("scan", "migrate", "verify", "weights", "explain", "search", "row", "lsp", "doctor")


@click.group(
    "mindport",
    cls=LazyGroup,
    lazy={name: f"mindport.cli.{name}" for name in _COMMANDS},
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, "-V", "--version", prog_name="mindport")
@language_option
def cli() -> None:
    """Replaced by the catalogue's ``help.mindport``."""


def run(arguments: Sequence[str]) -> int:
    """Runs a command line and returns its exit status: 0 done, 1 something is left, 2 wrong usage or environment."""
    asked = languages.chosen(arguments)
    languages.ASKED.set(asked)
    spoken: dict[str, Any] = {"mindport.language": asked or languages.of_system()}
    try:
        with cli.make_context("mindport", list(arguments)) as ctx:
            ctx.meta.update(spoken)
            spoken = ctx.meta  # a project's settings may choose another
            ctx.meta["mindport.language-asked"] = asked
            result = cli.invoke(ctx)
            return result if isinstance(result, int) else 0
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.message or "", err=True)
        return USAGE
    except click.ClickException as error:
        line = said.in_language(" ".join(error.format_message().split()), str(spoken["mindport.language"]))
        click.echo(f"mindport: {line}", err=True)
        return USAGE
    except (click.Abort, KeyboardInterrupt):
        click.echo("mindport: " + say("cli.interrupted"), err=True)
        return USAGE
    except BrokenPipeError:
        # The reader (`| head`) has gone; what it wanted it got.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        if os.environ.get("MINDPORT_DEBUG"):
            raise
        line = " ".join(f"{type(error).__name__}: {error}".split())
        click.echo("mindport: " + say("cli.internal", error=line), err=True)
        return USAGE
