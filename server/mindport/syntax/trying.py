"""Code that tries what a value can do, and does something else where it cannot."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from mindport.syntax.below import nodes_of
from mindport.syntax.nodes import Attribute, Name, Tuple

_MOST: Final = 2  # statements that are tried; in a longer block, who knows which is meant


def tried(node: ast.Try) -> Iterator[ast.Name]:
    """``y`` of ``try: return y.ndim`` and ``except AttributeError``: what has members that it may as well not have."""
    if len(node.body) > _MOST or not any(map(_is_of_attributes, node.handlers)):
        return
    for one in nodes_of(node.body):
        if type(one) is Attribute and type(one.value) is Name:
            yield one.value


def _is_of_attributes(handler: ast.ExceptHandler) -> bool:
    kinds = handler.type.elts if type(handler.type) is Tuple else [handler.type]
    return any(type(one) is Name and one.id == "AttributeError" for one in kinds)
