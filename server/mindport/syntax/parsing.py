"""The tree of a text. A long one is parsed in pieces: the parser keeps all that it has looked at until it is through, which for
a file of some thousand lines is more than half of what the tree itself takes."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mindport.syntax import type_comments
from mindport.syntax.below import INNER

_PIECE = 32_000
# Behind an empty line, what stands at the margin and can only begin a statement of the module, unless it is in a string or
# brackets; then the piece before it does not parse.
_BEGIN = re.compile(r"\n\n(?=(?:def|class|async|@)[ \t\w])")


def parse(text: str) -> ast.Module:
    """As ``ast.parse``, with less memory. Raises what that raises."""
    if len(text) > 2 * _PIECE and "\r" not in text:
        tree = _in_pieces(text)
        if tree is not None:
            return tree
    return type_comments.parse(text)


def share_parts(tree: ast.Module, lines: int) -> None:
    """Has the nodes of a line have one number for it, and empty lists be the same: of a tree that is kept, these take a sixth.
    Nothing adds to a node's list, then."""
    nothing: list[ast.AST] = []
    numbers = list(range(lines + 2))
    stack: list[ast.AST] = [tree]
    while stack:
        node = stack.pop()
        if isinstance(node, (ast.expr, ast.stmt, ast.arg, ast.keyword)):
            line, end = node.lineno, node.end_lineno
            if line > _SMALL_NUMBER and end is not None:
                node.lineno, node.end_lineno = numbers[line], numbers[end]
        for name in INNER[type(node)]:
            value = getattr(node, name, None)
            if type(value) is list:
                if value:
                    stack += [one for one in value if isinstance(one, ast.AST)]
                else:
                    setattr(node, name, nothing)
            elif isinstance(value, ast.AST):
                stack.append(value)


_SMALL_NUMBER = 256  # up to this Python shares them itself


def _in_pieces(text: str) -> ast.Module | None:
    """The tree; None where a piece does not parse alone."""
    whole: ast.Module | None = None
    line = 0
    try:
        for piece in _pieces(text):
            tree = type_comments.parse("\n" * line + piece)
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
