"""Edits as they come up while code is written, broken and repaired, chosen by a seed."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from mindport.text import LineIndex, Span

_CHARS = "abcx019_ .,()[]=:'\"\n#-+*@\\"
_WORD = re.compile(r"\b[A-Za-z_]\w*\b")
_REMEMBERED = 6


def edits(text: str, seed: object, undo: float = 0.4) -> Iterator[str]:
    """The text after each of endless random edits; by the chance of ``undo``, one goes back to an earlier text."""
    hand = random.Random(str(seed))
    history: list[str] = []
    original = text
    while True:
        if history and hand.random() < undo:
            text = history.pop()
        else:
            history = [*history[1 - _REMEMBERED :], text]
            span, new = _edit(hand, text)
            text = text[: span.start] + new + text[span.end :]
        if len(text) > 2 * len(original) + 1000:
            text, history = original, []
        yield text


def _edit(hand: random.Random, text: str) -> tuple[Span, str]:
    """A character, line, name or import that comes, goes, or changes."""
    place = hand.randrange(len(text) + 1)
    kind = hand.random()
    if kind < 0.3:
        return Span(place, place), hand.choice(_CHARS)
    if kind < 0.5:
        return Span(place, min(place + 1, len(text))), ""
    if kind < 0.6:
        return _line(hand, text), ""
    if kind < 0.72:
        line, at = _line(hand, text), _line(hand, text).start
        return Span(at, at), text[line.start : line.end]
    if kind < 0.76:
        # A digit in a number changes no type.
        numbers = list(re.finditer(r"\b\d+\b", text))
        return (Span(*hand.choice(numbers).span()), "77") if numbers else (Span(0, 0), "")
    if kind < 0.8:
        imports = list(re.finditer(r"^(?:import|from) .*\n", text, re.MULTILINE))
        return (Span(*hand.choice(imports).span()), "") if imports else (Span(0, 0), "import torch\n")
    words = list(_WORD.finditer(text))
    if not words:
        return Span(place, place), "torch"
    word, other = hand.choice(words), hand.choice(words)
    return Span(*word.span()), other.group() if hand.random() < 0.6 else f"{word.group()}1"


def _line(hand: random.Random, text: str) -> Span:
    starts = LineIndex(text).starts
    index = hand.randrange(len(starts))
    return Span(starts[index], starts[index + 1] if index + 1 < len(starts) else len(text))
