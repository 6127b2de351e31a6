"""What a function keeps for the next time it is asked for it, it gives then.

if size in _masks:
    return _masks[size]
mask = torch.ones(size, size).tril()
_masks[size] = mask
return mask
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final

from mindport.semantics.joining import join_all
from mindport.semantics.types import ITSELF, OPEN, UNKNOWN, Type
from mindport.syntax.nodes import Assign, Attribute, Name, Return, Subscript

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow


def returned(flow: Flow, node: ast.Subscript, value: Type) -> Type:
    """What ``return masks[size]`` gives, of which nothing is known otherwise: what the function has put there before, or what it
    gives where it puts that there. Effect: notes the latter."""
    function = flow.frame.function
    if value.kind != "unknown" or value.name not in OPEN or function is None:
        return value
    if type(node.value) not in (Name, Attribute, Subscript):
        return value
    nodes = flow.frame.all_nodes(function)
    holder, key = ast.dump(node.value), ast.dump(node.slice)
    stored = [
        one
        for one in nodes
        if type(one) is Assign and type(one.targets[0]) is Subscript and ast.dump(one.targets[0].value) == holder
    ]
    if not stored:
        return value
    before = [one for one in stored if one.lineno < node.lineno and ast.dump(one.targets[0].slice) == key]  # type: ignore[attr-defined]
    if before:
        kept = join_all([flow.types.get(id(one.value), UNKNOWN) for one in before])
        return kept if kept.kind in _KEPT else value
    given = {
        ast.dump(one.value) for one in nodes if type(one) is Return and one.value is not None and one.value is not node
    }
    if any(ast.dump(one.value) not in given for one in stored):
        return value
    flow.frame.calls_itself = True
    return ITSELF


_KEPT: Final = frozenset(["tensor", "module", "list", "tuple"])
