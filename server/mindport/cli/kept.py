"""A scan whose result is kept, told without the library that reads command lines: importing that takes a fifth of the time.

Whatever is not plain here (an option that is not known, a value that may be wrong, no kept result) is left to ``cli.scan``.
"""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from mindport import __version__
from mindport.cli import language as languages
from mindport.project import config as configs
from mindport.project import scan_cache
from mindport.render.report import table

FORMATS = ("text", "json", "csv", "sarif", "html")
LEVELS = ("consistent", "adjusted", "divergent", "unsupported", "unmapped")
LEFT = 1
_NAMES = {"-o": "--output", "--cache": ""}
_VALUES: Mapping[str, Sequence[str] | None] = {
    "--format": FORMATS,
    "--fail-on": LEVELS,
    "--target": configs.TARGETS,
    "--language": configs.LANGUAGES,
    "--output": None,
    "--mindspore": None,
    "--jobs": None,  # of no account here: a kept result is there, or is not
}
_PLAIN = {"--mindspore": re.compile(r"\d+(\.\d+){0,3}"), "--jobs": re.compile(r"[1-9]\d{0,2}")}


def answer(arguments: Sequence[str]) -> int | None:
    """Prints the kept result of ``mindport scan`` with ``arguments``; the exit status, or None where there is none to print."""
    try:
        return _answer(arguments)
    except BrokenPipeError:
        raise
    except (OSError, ValueError, configs.ConfigError):
        return None  # what is wrong is said by the command itself


def _answer(arguments: Sequence[str]) -> int | None:
    given = _options(arguments)
    if given is None:
        return None
    options, names = given
    paths = [Path(name) for name in names]
    if not paths or not all(path.exists() for path in paths):
        return None
    config = configs.load(paths[0])
    if config.rows is not None:
        return None  # what is wrong in them is to be told
    begin = time.perf_counter()
    asked = languages.chosen(arguments)
    language = asked or config.language or languages.of_system()
    form = options.get("--format", FORMATS[0])
    where = slot(paths, config, options.get("--target"), options.get("--mindspore"), language, form)
    with where.read() as entry:
        if entry is None:
            return None
        text = pieces(entry, form, time.perf_counter() - begin)
        if "--output" in options:
            write(text, Path(options["--output"]))
        else:
            shown = b"".join(text).decode()
            sys.stdout.write(shown if shown.endswith("\n") else shown + "\n")
            sys.stdout.flush()
        return status(entry, options.get("--fail-on"))


def _options(arguments: Sequence[str]) -> tuple[dict[str, str], list[str]] | None:
    """Options and paths; None where they are not plain."""
    options: dict[str, str] = {}
    paths: list[str] = []
    rest = iter(arguments)
    for argument in rest:
        if not argument.startswith("-"):
            paths.append(argument)
            continue
        name, equals, value = argument.partition("=")
        name = _NAMES.get(name, name) if not equals or name.startswith("--") else name
        if not name and not equals:
            continue
        if name not in _VALUES:
            return None
        if not equals:
            value = next(rest, "")
        allowed = _VALUES[name]
        if not value or value.startswith("-") or (allowed is not None and value not in allowed):
            return None
        if name in _PLAIN and not _PLAIN[name].fullmatch(value):
            return None
        options[name] = value
    return options, paths


def slot(
    paths: Sequence[Path], config: configs.Config, target: str | None, mindspore: str | None, language: str, form: str
) -> scan_cache.Slot:
    """Where the result of a scan is kept. Effect: looks at all of its files."""
    shape = (__version__, *configs.aim(config, target, mindspore), language)
    return scan_cache.slot(paths, config.exclude, shape, form)


def pieces(entry: scan_cache.Entry, form: str, seconds: float) -> list[bytes | memoryview]:
    """What is printed of a result."""
    if form != "json":
        return [entry.text]
    head = table(entry.facts, "head")
    shown = {**head, "summary": {**table(head, "summary"), "seconds": round(seconds, 3)}}
    begin = json.dumps(shown, ensure_ascii=False, indent=1)[: -len("\n}")] + ',\n "files": '
    return [begin.encode(), entry.text, b"\n}\n"]


def status(entry: scan_cache.Entry, fail_on: str | None) -> int:
    """The exit status: whether something is as bad as ``fail_on``, or worse."""
    counts = table(table(table(entry.facts, "head"), "summary"), "by_compatibility")
    worse = LEVELS[LEVELS.index(fail_on) :] if fail_on else ()
    return LEFT if any(counts.get(level) for level in worse) else 0


def write(parts: Sequence[bytes | memoryview], file: Path) -> None:
    """Effect: writes a result, which ends with a line end. Raises ``OSError``."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("wb") as stream:
        stream.writelines(parts)
        if bytes(parts[-1][-1:]) != b"\n":
            stream.write(b"\n")
