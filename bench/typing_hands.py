"""Edits as a typist makes them, at places chosen by a seed: the same sequence for every tool."""

from __future__ import annotations

import io
import keyword
import random
import re
import tokenize
from dataclasses import dataclass

_USE = re.compile(r"\b(?:torch|nn|F|nn\.init)\.(\w+)")


@dataclass(frozen=True)
class Keystroke:
    """Columns ``start`` to ``end`` of a line become ``text``."""

    kind: str
    line: int
    start: int
    end: int
    text: str


class Typist:
    """Every edit is taken back by the next one, so places in the first text stay right."""

    def __init__(self, text: str, seed: int = 0) -> None:
        if any(ord(char) > 0xFFFF for char in text):
            raise ValueError("columns would not be UTF-16")
        self._random = random.Random(seed)
        tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
        self._numbers = [t.end for t in tokens if t.type == tokenize.NUMBER and t.string.isdigit()]
        self._names = [t.end for t in tokens if t.type == tokenize.NAME and not keyword.iskeyword(t.string)]
        # An import has nothing to explain at the name that it gives.
        lines = [(number, line) for number, line in enumerate(text.splitlines()) if not line.startswith("import ")]
        self._uses = [(number, match.start(1) + 1) for number, line in lines for match in _USE.finditer(line)]

    def edits(self, rounds: int) -> list[Keystroke]:
        """``valid``: a digit comes or goes; ``name``: a letter at the end of a name does; ``breaking``: a bracket is opened;
        ``repairing``: it is gone again."""
        out = []
        for _ in range(rounds):
            (row, column), (row_2, column_2) = self._random.choice(self._numbers), self._random.choice(self._names)
            out += [
                Keystroke("valid", row - 1, column, column, "0"),
                Keystroke("valid", row - 1, column, column + 1, ""),
                Keystroke("name", row_2 - 1, column_2, column_2, "x"),
                Keystroke("name", row_2 - 1, column_2, column_2 + 1, ""),
                Keystroke("breaking", row_2 - 1, column_2, column_2, "("),
                Keystroke("repairing", row_2 - 1, column_2, column_2 + 1, ""),
            ]
        return out

    @staticmethod
    def typed(text: str, edit: Keystroke) -> str:
        """The text after an edit."""
        start = 0
        for _ in range(edit.line):
            start = text.index("\n", start) + 1
        return text[: start + edit.start] + edit.text + text[start + edit.end :]

    def burst(self, length: int) -> list[Keystroke]:
        """Digits typed one after the other, and one edit that takes all of them back."""
        row, column = self._random.choice(self._numbers)
        typed = [Keystroke("burst", row - 1, column + i, column + i, "1") for i in range(length)]
        return [*typed, Keystroke("undo", row - 1, column, column + length, "")]

    def uses(self, number: int) -> list[tuple[int, int]]:
        """Places (line, column, zero-based) within names of torch's API."""
        return [self._random.choice(self._uses) for _ in range(number)]
