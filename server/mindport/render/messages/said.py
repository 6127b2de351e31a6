"""What lower layers, the workers and libraries say in English, in the user's language.

They know no catalogue: a worker runs in a process of its own, and a setting is read before anything is known of a
language. So their texts are told by their form, as ``gettext`` tells texts: ``said.en.yaml`` has a template for each.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from mindport.render import messages

_ITSELF = "reason"  # the placeholder of a text that is told by its form, too


def in_language(text: str, language: str) -> str:
    """A text that was said in English, in ``language``; as it is where no template fits it."""
    translated = templates(language)
    if language == "en" or not translated:
        return text
    for key, pattern in _patterns():
        match = pattern.fullmatch(text)
        if match is not None:
            given = match.groupdict()
            if _ITSELF in given:
                given[_ITSELF] = in_language(given[_ITSELF], language)
            return messages.filled(translated[key], given)
    return text


def report_in_language(report: Mapping[str, object], language: str) -> dict[str, object]:
    """The report of a check whose remarks (``detail``, ``notes``, the notes on tensors) are in ``language``."""
    out = dict(report)
    for key, value in report.items():
        if key == "detail" and isinstance(value, str):
            out[key] = in_language(value, language)
        elif key == "notes" and isinstance(value, (list, tuple)):
            out[key] = [in_language(str(note), language) for note in value]
        elif isinstance(value, (list, tuple)) and all(isinstance(line, dict) for line in value):
            out[key] = [_of_a_tensor(line, language) for line in value]
    return out


def _of_a_tensor(line: dict[str, object], language: str) -> dict[str, object]:
    note = line.get("note")
    return {**line, "note": in_language(note, language)} if isinstance(note, str) else line


@cache
def templates(language: str) -> Mapping[str, str]:
    """Key → template in a language; English for a language that has no catalogue."""
    name = language if language in messages.LANGUAGES else "en"
    return messages.read((Path(__file__).parent / f"said.{name}.yaml").read_text(encoding="utf-8"))


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((key, re.compile(_pattern(template), re.DOTALL)) for key, template in templates("en").items())


def _pattern(template: str) -> str:
    parts = re.split(r"\{([a-z_]+)\}", template)
    return "".join(f"(?P<{part}>.+?)" if index % 2 else re.escape(part) for index, part in enumerate(parts))
