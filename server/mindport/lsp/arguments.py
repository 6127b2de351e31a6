"""The arguments of a command: one table, or the plain value that matters most in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mindport.lsp import guard
from mindport.lsp.session import Session


def table(session: Session, command: str, arguments: Sequence[Any], plain: str) -> Mapping[str, Any]:
    """The command's one argument; a plain string stands for its ``plain`` entry."""
    if not arguments:
        return {}
    first = arguments[0]
    if isinstance(first, str):
        return {plain: first}
    if not isinstance(first, Mapping):
        raise guard.Refusal(session.say("error.arguments", command=command, reason=f"{first!r}"[:80]))
    return first


def required(session: Session, command: str, given: Mapping[str, Any], key: str) -> str:
    """A text that the command cannot do without."""
    value = given.get(key)
    if not isinstance(value, str) or not value:
        raise guard.Refusal(session.say("error.arguments", command=command, reason=f"{key}?"))
    return value
