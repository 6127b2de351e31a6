"""Options that several commands share, and the engine that they make."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mindport.cli.command import Failure, language, option
from mindport.project import config as configs

if TYPE_CHECKING:
    from mindport.engine import Engine

Function = Callable[..., Any]
_VERSION = re.compile(r"\d+(\.\d+){0,3}(rc\d+|[.-]?\w+)?$")


def _version(ctx: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    if value is not None and not _VERSION.match(value):
        raise click.BadParameter(f"'{value}' is not a version such as {configs.NEWEST_MINDSPORE}.", ctx, parameter)
    return value


def language_option(function: Function) -> Function:
    """``--language``; its value is read before anything else (``cli.language``)."""
    choice = click.Choice(configs.LANGUAGES)
    return option("--language", type=choice, expose_value=False, help="help.option.language")(function)


def engine_options(function: Function) -> Function:
    """``--target``, ``--mindspore`` and ``--language``."""
    wrapped = language_option(function)
    wrapped = option("--mindspore", metavar="VERSION", callback=_version, help="help.option.mindspore")(wrapped)
    return option("--target", type=click.Choice(configs.TARGETS), help="help.option.target")(wrapped)


def format_option(*formats: str) -> Callable[[Function], Function]:
    """``--format``, the first being the default."""
    return option("--format", "form", type=click.Choice(formats), default=formats[0], help="help.option.format")


def output_option(function: Function) -> Function:
    """``-o FILE``."""
    path = click.Path(dir_okay=False, path_type=Path)
    return option("-o", "--output", type=path, help="help.option.output")(function)


def config_for(paths: Sequence[Path]) -> configs.Config:
    """Settings of the project that ``paths`` belong to; they also choose the language when the user did not."""
    try:
        config = configs.load(paths[0] if paths else Path.cwd())
    except configs.ConfigError as error:
        raise click.ClickException(str(error)) from error
    root = click.get_current_context().find_root()
    if config.language and not root.meta.get("mindport.language-asked"):
        root.meta["mindport.language"] = config.language
    return config


def engine_for(config: configs.Config, target: str | None, mindspore: str | None) -> Engine:
    """The engine for the options, else the project's settings, else the defaults."""
    from mindport.engine import Engine, Settings
    from mindport.mapping.row import Target

    chosen, version = configs.aim(config, target, mindspore)
    engine = Engine(Settings(Target(chosen), version, language(), config.rows), snapshot=True)
    if config.rows is not None:
        for line in engine.row_errors:
            click.echo(f"mindport: {line}", err=True)
    return engine


def existing(paths: Sequence[Path]) -> tuple[Path, ...]:
    """The paths as files of a project name each other, without ``..``. Raises ``Failure`` for the first that does not exist."""
    for path in paths:
        if not path.exists():
            raise Failure("cli.missing", path=path)
    return tuple(path.resolve() if ".." in path.parts else path for path in paths)
