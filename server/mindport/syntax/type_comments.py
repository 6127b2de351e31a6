"""Signatures in comments, as before Python had annotations and as TorchScript still reads them (PEP 484):

``# type: (Tensor, int) -> Tensor`` behind a function's header or below it, and ``x,  # type: Tensor`` behind a parameter where
the signature is ``(...) -> Tensor``. They become annotations in quotes, at the places of the comments.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from typing import Final

from mindport.syntax import quiet
from mindport.syntax.below import parameters_of

SIGNATURE: Final = "# type: ("
"""Stands in a text that has such a comment."""

_LINE_END: Final = re.compile(r"\r\n|\r|\n")
_SIGNATURE: Final = re.compile(r"# type: (\([^#]*\)[ \t]*->[ \t]*[^#]*[^#\s])")
_OF_PARAMETER: Final = re.compile(r"# type: ([^#]*[^#\s])")


def parse(text: str) -> ast.Module:
    """The tree of a text, in which such signatures count. Raises what ``ast.parse`` raises."""
    tree = quiet.parse(text)
    if SIGNATURE in text:
        _annotate_all(tree, text)
    return tree


def _annotate_all(tree: ast.Module, text: str) -> None:
    """Has functions of ``tree``, which is that of ``text``, say what their comments say. What is annotated stays so, and what
    does not fit the parameters is passed over."""
    lines = _LINE_END.split(text)
    owners: dict[ast.stmt, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            owners.update(dict.fromkeys(node.body, node.name))
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            _annotate(node, lines, owners.get(node))


def _annotate(node: ast.FunctionDef | ast.AsyncFunctionDef, lines: Sequence[str], owner: str | None) -> None:
    first = node.body[0]
    decorators: list[ast.expr] = getattr(first, "decorator_list", [])
    for line in range(node.lineno, min([first.lineno, *(one.lineno for one in decorators)])):
        found = _SIGNATURE.search(lines[line - 1])
        if found is not None:
            break
    else:
        return
    try:
        said = ast.parse(found.group(1), mode="func_type")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    parts = [_quoted(one, found, line) for one in said.argtypes]
    every = list(parameters_of(node.args))
    if [one.value for one in said.argtypes if isinstance(one, ast.Constant)] == [...]:
        for end, parameter in {one.end_lineno: one for one in every}.items():  # a line's last
            if parameter.annotation is None and end is not None:
                parameter.annotation = _behind(end, lines[end - 1])
    elif len(parts) == len(every) or owner is not None and _leaves_out_self(parts, every, owner):
        for parameter, part in zip(every[len(every) - len(parts) :], parts):
            parameter.annotation = parameter.annotation or part
    else:
        return
    node.returns = node.returns or _quoted(said.returns, found, line)


def _leaves_out_self(parts: Sequence[ast.Constant], every: Sequence[ast.arg], owner: str) -> bool:
    return len(parts) == len(every) - 1 and not (parts and parts[0].value == owner)


def _quoted(part: ast.expr, found: re.Match[str], line: int) -> ast.Constant:
    """A part of the signature that ``found`` is in a line."""
    code = found.group(1).encode()[part.col_offset : part.end_col_offset].decode()
    return _text(code, line, len(found.string[: found.start(1)].encode()) + part.col_offset)


def _behind(line: int, code: str) -> ast.Constant | None:
    """What a comment at the end of a line says."""
    found = _OF_PARAMETER.search(code)
    return _text(found.group(1), line, len(code[: found.start(1)].encode())) if found is not None else None


def _text(code: str, line: int, column: int) -> ast.Constant:
    end = column + len(code.encode())
    return ast.Constant(code, lineno=line, col_offset=column, end_lineno=line, end_col_offset=end)
