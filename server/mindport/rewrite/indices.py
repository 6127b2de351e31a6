"""Indices of tensors, written where they are no index."""

from __future__ import annotations

import ast

from mindport.syntax.source import SourceFile
from mindport.text import Span

Parts = tuple[str | Span, ...]


def as_argument(source: SourceFile, index: ast.expr) -> Parts:
    """The index as an argument, in which there is no ``a:b``: ``(rows, slice(1, None))``."""
    if isinstance(index, ast.Slice):
        bounds = [index.lower, index.upper, *([index.step] if index.step is not None else [])]
        parts: list[str | Span] = []
        for bound in bounds:
            parts += [", ", "None" if bound is None else source.span(bound)]
        return ("slice(", *parts[1:], ")")
    if isinstance(index, ast.Tuple):
        inner = [part for one in index.elts for part in (", ", *as_argument(source, one))]
        return ("(", *inner[1:], ",)" if len(index.elts) == 1 else ")")
    return (source.span(index),)


def data_of(target: ast.expr) -> ast.Attribute | None:
    """``p.data`` of ``p.data[index]``."""
    held = target.value if isinstance(target, ast.Subscript) else None
    return held if isinstance(held, ast.Attribute) and held.attr == "data" else None
