"""The tree of a text. A long one is parsed in pieces: the parser keeps all that it has looked at until it is through, which for
a file of some thousand lines is more than half of what the tree itself takes."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mindport.syntax import type_comments
from mindport.syntax.lasting import Lasting

_PIECE = 32_000
# Behind an empty line, what stands at the margin and can only begin a statement of the module, unless it is in a string or
# brackets; then the piece before it does not parse.
_BEGIN = re.compile(r"\n\n(?=(?:def|class|async|@)[ \t\w])")


def parse(text: str, *, lasting: bool = False) -> ast.Module:
    """As ``ast.parse``, with less memory; ``lasting``: also of the tree, for a little more time. Raises what that raises."""
    parts = Lasting() if lasting else None
    if len(text) > 2 * _PIECE and "\r" not in text:
        tree = _in_pieces(text, parts)
        if tree is not None:
            return tree
    tree = type_comments.parse(text)
    if parts is not None:
        parts.settle(tree)
    return tree


def _in_pieces(text: str, parts: Lasting | None = None) -> ast.Module | None:
    """The tree; None where a piece does not parse alone."""
    whole: ast.Module | None = None
    line = 0
    try:
        for piece in _pieces(text):
            tree = type_comments.parse("\n" * line + piece)
            if parts is not None:  # before the next piece, which takes the room that this one leaves
                parts.settle(tree)
            line += piece.count("\n")
            if whole is None:
                whole = tree
            else:
                whole.body += tree.body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return whole


def _pieces(text: str) -> Iterator[str]:
    start = 0
    while len(text) - start > 2 * _PIECE:
        found = _BEGIN.search(text, start + _PIECE)
        if found is None:
            break
        yield text[start : found.end()]
        start = found.end()
    yield text[start:]
