"""Code that tries what a value can do, and does something else where it cannot."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from mindport.syntax.below import nodes_of
from mindport.syntax.nodes import Attribute, Name, Tuple

_MOST: Final = 2  # statements that are tried; in a longer block, who knows which is meant


def tried(node: ast.Try) -> Iterator[ast.Name]:
    """``y`` of ``try: return y.ndim`` and ``except AttributeError``: what has members that it may as well not have. A member that
    is read again where the error is met is not what was missing."""
    if len(node.body) > _MOST:
        return
    handlers = [one for one in node.handlers if _is_of_attributes(one)]
    if not handlers:
        return
    again = {(one.value.id, one.attr) for one in _members(handlers[0].body)}  # type: ignore[attr-defined]
    for one in _members(node.body):
        if (one.value.id, one.attr) not in again:  # type: ignore[attr-defined]
            yield one.value  # type: ignore[misc]


def _members(body: list[ast.stmt]) -> Iterator[ast.Attribute]:
    """Members that statements read of variables."""
    for one in nodes_of(body):
        if type(one) is Attribute and type(one.value) is Name:
            yield one


def _is_of_attributes(handler: ast.ExceptHandler) -> bool:
    kinds = handler.type.elts if type(handler.type) is Tuple else [handler.type]
    return any(type(one) is Name and one.id == "AttributeError" for one in kinds)
