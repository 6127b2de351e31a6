"""What stands between the brackets of a subscript."""

from __future__ import annotations

import ast

from mindport.syntax.nodes import Slice, Tuple


def slices_dimensions(index: ast.expr) -> bool:
    """``[:, 1:]``: slices of several dimensions, which lists do not take."""
    return type(index) is Tuple and any(type(one) is Slice for one in index.elts)


def takes_stretch(index: ast.expr) -> bool:
    """``[1:4]``, ``[:, 1:]``: what gives a value of the same kind."""
    return type(index) is Slice or slices_dimensions(index)
