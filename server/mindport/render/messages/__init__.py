"""The catalogue of everything the user reads: ``en.yaml`` and ``zh-CN.yaml`` beside this file, and the command
line's ``cli.en.yaml`` and ``cli.zh-CN.yaml``, ``row.en.yaml`` and ``row.zh-CN.yaml`` for ``mindport row``, ``why.…`` for reasons,
``said.…`` (``messages.said``) for what lower layers say.

Each line of a catalogue is ``key: "text"`` with a JSON string, which is a small part of YAML: it is read without a YAML
library, so that the server starts quickly. Placeholders are ``{name}``; ``{count?file|files}`` is a word that goes by a number.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mindport.analysis.findings import Note

LANGUAGES = ("en", "zh-CN")
_PLACEHOLDER = re.compile(r"\{(\w+)(?:\?([^|{}]*)\|([^|{}]*))?\}")
_NOTE = "note."


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """Key → text in a language; English for a language that has no catalogue."""
    name = language if language in LANGUAGES else "en"
    out: dict[str, str] = {}
    for file in (f"{name}.yaml", f"cli.{name}.yaml", f"row.{name}.yaml", f"why.{name}.yaml"):
        out.update(read((Path(__file__).parent / file).read_text(encoding="utf-8")))
    return out


def read(source: str) -> dict[str, str]:
    """The texts of a catalogue's file."""
    out: dict[str, str] = {}
    for line in source.splitlines():
        key, colon, value = line.partition(": ")
        if colon and not key.startswith("#"):
            out[key] = json.loads(value)
    return out


def placeholders(text: str) -> frozenset[str]:
    """Names of the placeholders in a text."""
    return frozenset(match.group(1) for match in _PLACEHOLDER.finditer(text))


def text(key: str, language: str, **arguments: object) -> str:
    """The text of ``key`` with its placeholders filled; a placeholder without an argument stays as it is."""
    return filled(catalogue(language)[key], arguments)


def filled(template: str, arguments: Mapping[str, object]) -> str:
    """A template with its placeholders filled."""
    return _PLACEHOLDER.sub(lambda match: _value(match, arguments), template)


def _value(match: re.Match[str], arguments: Mapping[str, object]) -> str:
    name, one, many = match.groups()
    if name not in arguments:
        return match.group(0)
    value = str(arguments[name])
    return value if one is None else one if value == "1" else many


@cache
def kinds() -> frozenset[str]:
    """Every kind of note that the catalogue can put into words."""
    return frozenset(key[len(_NOTE) :].partition(".")[0] for key in catalogue("en") if key.startswith(_NOTE))


def note(item: Note, language: str) -> str:
    """A note in words: the row's own if it has some, else the catalogue's fullest wording that its arguments fill."""
    own = dict(item.text)
    if own:
        return own.get(language) or own.get("en") or next(iter(own.values()))
    arguments = dict(item.arguments)
    for key in _wordings(item.kind):
        if placeholders(catalogue(language)[key]) <= arguments.keys():
            return text(key, language, **arguments)
    return item.kind


@cache
def _wordings(kind: str) -> tuple[str, ...]:
    english = catalogue("en")
    keys = [key for key in english if key == _NOTE + kind or key.startswith(f"{_NOTE}{kind}.")]
    return tuple(sorted(keys, key=lambda key: (-len(placeholders(english[key])), key)))


def join(items: Iterable[str], language: str) -> str:
    """Clauses joined as the language does it."""
    return ("；" if language == "zh-CN" else "; ").join(items)


def listed(items: Iterable[str], language: str) -> str:
    """Names one after the other as the language does it."""
    return ("、" if language == "zh-CN" else ", ").join(items)


def language_of(locale: str | None) -> str:
    """The catalogue that serves a locale such as ``zh-cn``, ``zh_CN.UTF-8`` or ``en-GB``."""
    return "zh-CN" if (locale or "").lower().startswith("zh") else "en"
