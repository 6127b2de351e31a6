"""Where a class is named for what it is, not to make an object: what stands there must be the class of what calls make."""

from __future__ import annotations

import ast
from typing import Final

from mindport.syntax.source import SourceFile

_ASKING: Final = ("isinstance", "issubclass")
_DISPATCH: Final = "register"  # of a function for each type: ``@move.register(torch.Tensor)``
_CAST: Final = "cast"


def names_a_type(node: ast.expr, source: SourceFile) -> bool:
    """Whether a class is only compared with (``isinstance(m, nn.Linear)``, ``type(m) is nn.Linear``), looked up by
    (``{nn.Linear: count}``), or part of a type (``Optional[torch.Tensor]``)."""
    child: ast.AST = node
    parent: ast.AST | None = None
    for parent in source.holders(node):
        if not isinstance(parent, (ast.Tuple, ast.List, ast.Set)) and not _is_either(parent):
            break
        child = parent
    if isinstance(parent, ast.Call):
        return _asks(parent, child)
    if isinstance(parent, ast.Subscript):
        return parent.slice is child and not isinstance(child, (ast.List, ast.Set))
    if isinstance(parent, ast.Dict):
        return child in parent.keys
    # ``whitelist = (nn.Linear, nn.Conv2d)``: a tuple of classes that a name is given serves isinstance, not construction.
    of_name = isinstance(child, ast.Tuple) and isinstance(parent, ast.Assign)
    return of_name or isinstance(parent, (ast.Compare, ast.ExceptHandler))


def _is_either(node: ast.AST | None) -> bool:
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr)


def _asks(call: ast.Call, argument: ast.AST) -> bool:
    callee = call.func
    name = callee.id if isinstance(callee, ast.Name) else callee.attr if isinstance(callee, ast.Attribute) else ""
    if name in _ASKING:
        return isinstance(callee, ast.Name) and call.args[1:2] == [argument]
    return name in (_CAST, _DISPATCH) and call.args[:1] == [argument]
