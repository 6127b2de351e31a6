"""Commands and options whose help is in the user's language, and the errors that end a command."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable
from typing import Any

import click

from mindport.cli import language as languages
from mindport.render import messages
from mindport.render.messages import said

USAGE = 2
LEFT = 1


class Failure(click.ClickException):
    """Wrong usage or environment: one line on stderr, exit status 2. ``key`` is a message of the catalogue."""

    exit_code = USAGE

    def __init__(self, key: str, **arguments: object) -> None:
        super().__init__(say(key, **arguments))


def language(ctx: click.Context | None = None) -> str:
    """The language of the running command."""
    context = ctx or click.get_current_context(silent=True)
    found = context.find_root().meta.get("mindport.language") if context else None
    return str(found or languages.ASKED.get() or languages.chosen(()) or languages.of_system())


def say(key: str, **arguments: object) -> str:
    """A message of the catalogue in the language of the running command. A reason that a lower layer gave is put into it, too."""
    spoken = language()
    if spoken != "en" and "reason" in arguments:
        arguments["reason"] = said.in_language(str(arguments["reason"]), spoken)
    return messages.text(key, spoken, **arguments)


class Formatter(click.HelpFormatter):
    """Help whose headings and the library's own lines are in the language of the command."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        heading = said.in_language(prefix or "Usage:", language())
        super().write_usage(prog, args, heading if heading.endswith("：") else f"{heading} ")

    def write_heading(self, heading: str) -> None:
        colon = messages.text("colon", language()).rstrip()
        self.write(f"{'':>{self.current_indent}}{said.in_language(heading, language())}{colon}\n")

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        super().write_dl([(name, said.in_language(text, language())) for name, text in rows], col_max, col_spacing)


class Context(click.Context):
    formatter_class = Formatter


class Option(click.Option):
    """An option whose ``help`` is a key of the catalogue."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        key, self.help = self.help, messages.text(self.help, language(ctx)) if self.help else self.help
        try:
            return super().get_help_record(ctx)
        finally:
            self.help = key


class Command(click.Command):
    """A command whose help is the catalogue's ``help.<name>``."""

    context_class = Context

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        self.help = messages.text(f"help.{self.name}", language(ctx))
        super().format_help_text(ctx, formatter)


class LazyGroup(click.Group):
    """A group that imports a command's module only when that command runs, so that every command starts quickly."""

    context_class = Context

    def __init__(self, *args: Any, lazy: dict[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.lazy = lazy

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*self.lazy, *self.commands]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.lazy:
            return self.commands.get(cmd_name)
        command = getattr(importlib.import_module(self.lazy[cmd_name]), "command", None)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        rows = [(name, messages.text(f"help.{name}", language(ctx))) for name in self.list_commands(ctx)]
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        self.help = messages.text(f"help.{self.name}", language(ctx))
        super().format_help_text(ctx, formatter)


def option(*names: str, help: str, **settings: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A click option whose ``help`` is a key of the catalogue."""
    return click.option(*names, cls=Option, help=help, **settings)
