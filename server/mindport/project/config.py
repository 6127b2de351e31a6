"""A project's settings: ``mindport.toml`` or ``[tool.mindport]`` of ``pyproject.toml``, in the nearest folder with one."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from mindport.mapping import own_files
from mindport.mapping.own_files import OwnRows

NEWEST_MINDSPORE = "2.10.0"
TARGETS = ("ascend", "cpu", "gpu")
LANGUAGES = ("en", "zh-CN")
_INSTALLED = "mindspore-"


class ConfigError(Exception):
    """A settings file that cannot be used; the text is one line for the user."""


class Config(NamedTuple):
    """What a project says about itself. ``None``: it does not say."""

    target: str | None = None
    mindspore: str | None = None
    language: str | None = None
    jobs: int | None = None
    exclude: tuple[str, ...] = ()
    source: Path | None = None
    rows: OwnRows | None = None  # the project's own rows, whatever its settings say


def load(start: Path) -> Config:
    """Settings and rows that hold for ``start`` (a file or a folder); defaults when no folder above it has any."""
    return _settings(start)._replace(rows=own_files.find(start))


def _settings(start: Path) -> Config:
    folder = start if start.is_dir() else start.parent
    for candidate in (folder.resolve(), *folder.resolve().parents):
        own = candidate / "mindport.toml"
        if own.is_file():
            return parse(_read(own), own)
        shared = candidate / "pyproject.toml"
        if shared.is_file():
            tool = _read(shared).get("tool")
            table = tool.get("mindport") if isinstance(tool, Mapping) else None
            if isinstance(table, Mapping):
                return parse(table, shared)
    return Config()


def parse(table: Mapping[str, object], source: Path | None = None) -> Config:
    """Validates a table of settings; raises ``ConfigError`` that names the first bad one."""
    known = {*Config._fields} - {"source", "rows"}
    for key in table:
        if key not in known:
            raise ConfigError(f"{source or 'settings'}: unknown setting '{key}' (known: {', '.join(sorted(known))})")
    return Config(
        target=_choice(table, "target", TARGETS, source),
        mindspore=_text(table, "mindspore", source),
        language=_choice(table, "language", LANGUAGES, source),
        jobs=_count(table, "jobs", source),
        exclude=_texts(table, "exclude", source),
        source=source,
    )


def aim(config: Config, target: str | None, mindspore: str | None) -> tuple[str, str]:
    """Target and MindSpore version that a user asked for, else the project's settings, else the defaults."""
    version = mindspore or config.mindspore or installed_mindspore() or NEWEST_MINDSPORE
    return target or config.target or TARGETS[0], version


def installed_mindspore() -> str | None:
    """Version of the MindSpore in this environment, read without importing it."""
    for folder in sys.path:
        # As ``importlib.metadata`` does, whose import would take a fifth of the start of a command.
        try:
            names = os.listdir(folder or ".")  # noqa: PTH208
        except OSError:
            continue
        found = next((name for name in names if name.startswith(_INSTALLED) and name.endswith(".dist-info")), None)
        if found is not None:
            return found.removeprefix(_INSTALLED).removesuffix(".dist-info")
    return None


def _read(path: Path) -> Mapping[str, object]:
    if sys.version_info >= (3, 11):  # most folders have no such file
        import tomllib
    else:
        import tomli as tomllib
    try:
        table: Mapping[str, object] = tomllib.loads(path.read_text(encoding="utf-8"))
        return table
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: cannot be read ({error})") from error
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path}: not valid TOML ({error})") from error


def _choice(table: Mapping[str, object], key: str, allowed: tuple[str, ...], source: Path | None) -> str | None:
    value = _text(table, key, source)
    if value is not None and value not in allowed:
        raise ConfigError(f"{source or 'settings'}: {key} must be one of {', '.join(allowed)}, not '{value}'")
    return value


def _text(table: Mapping[str, object], key: str, source: Path | None) -> str | None:
    value = table.get(key)
    if value is not None and not isinstance(value, str):
        raise ConfigError(f"{source or 'settings'}: {key} must be a string")
    return value


def _count(table: Mapping[str, object], key: str, source: Path | None) -> int | None:
    value = table.get(key)
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise ConfigError(f"{source or 'settings'}: {key} must be a positive whole number")
    return value


def _texts(table: Mapping[str, object], key: str, source: Path | None) -> tuple[str, ...]:
    value = table.get(key, [])
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise ConfigError(f"{source or 'settings'}: {key} must be a list of strings")
    return tuple(value)
