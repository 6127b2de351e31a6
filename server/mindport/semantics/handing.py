"""Functions that are given to something that calls them."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from mindport.semantics.arguments import Arguments
from mindport.semantics.types import Type

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow


def handed(
    flow: Flow,
    at: ast.Call,
    function: Type,
    types: Sequence[Type],
    keywords: dict[str, Type] | None = None,
    nodes: Sequence[ast.expr] = (),
) -> Type:
    """What a function gives that the call ``at`` hands over, to be called with values of these types. ``nodes``: where the
    positional ones are written out."""
    from mindport.semantics.calls import result

    named = [ast.keyword(name, ast.Constant(None)) for name in keywords or ()]
    call = ast.copy_location(ast.Call(at.func, list(nodes) or [ast.Constant(None)] * len(types), named), at)
    return result(flow, call, function, Arguments(call, list(types), keywords or {}))
