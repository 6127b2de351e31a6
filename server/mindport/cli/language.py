"""Which language the command line speaks."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextvars import ContextVar

from mindport.render import messages

VARIABLE = "MINDPORT_LANG"
ASKED: ContextVar[str | None] = ContextVar("asked", default=None)  # until a command has a context that knows
_SYSTEM = ("LC_ALL", "LC_MESSAGES", "LANG")


def chosen(arguments: Sequence[str], environment: Mapping[str, str] = os.environ) -> str | None:
    """The language asked for by ``--language`` or ``MINDPORT_LANG``; ``None`` when neither says."""
    for index, argument in enumerate(arguments):
        if argument.startswith("--language="):
            return messages.language_of(argument.partition("=")[2])
        if argument == "--language" and index + 1 < len(arguments):
            return messages.language_of(arguments[index + 1])
    asked = environment.get(VARIABLE)
    return messages.language_of(asked) if asked else None


def of_system(environment: Mapping[str, str] = os.environ) -> str:
    """The language of the terminal's locale."""
    for name in _SYSTEM:
        if environment.get(name):
            return messages.language_of(environment[name])
    return "en"
