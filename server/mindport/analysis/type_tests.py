"""Where a class is named for what it is, not to make an object: what stands there must be the class of what calls make."""

from __future__ import annotations

import ast
from typing import Final

from mindport.syntax.source import SourceFile

_ASKING: Final = ("isinstance", "issubclass")
_DISPATCH: Final = "register"  # of a function for each type: ``@move.register(torch.Tensor)``
_CAST: Final = "cast"
_LOOPS: Final = (ast.For, ast.comprehension)


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
    if isinstance(parent, ast.Assign):
        return isinstance(child, ast.Tuple) and not _takes_one(parent, source)
    return isinstance(parent, (ast.Compare, ast.ExceptHandler))


def _takes_one(assignment: ast.Assign, source: SourceFile) -> bool:
    """Whether one of the classes is taken: ``types[dim - 1]``, ``for kind in types``, ``conv, norm = nn.Conv2d, nn.BatchNorm2d``.
    Else a tuple of classes that a name is given (``whitelist = (nn.Linear, nn.Conv2d)``) serves isinstance, not construction."""
    target = assignment.targets[0]
    if isinstance(target, (ast.Tuple, ast.List)):
        return True
    if not isinstance(target, ast.Name):
        return False
    function = source.around(assignment, ast.FunctionDef)
    for read in source.within(function) if function is not None else source.each(ast.Name):
        if isinstance(read, ast.Name) and read.id == target.id and isinstance(read.ctx, ast.Load):
            parent = source.parent(read)
            if isinstance(parent, ast.Subscript) or isinstance(parent, _LOOPS) and _makes(parent, source):
                return True
    return False


def _makes(loop: ast.For | ast.comprehension, source: SourceFile) -> bool:
    """Whether what a loop takes of the classes is called in it."""
    around = loop if isinstance(loop, ast.For) else source.parent(loop)
    name = loop.target.id if isinstance(loop.target, ast.Name) else ""
    calls = (one for one in ast.walk(around) if isinstance(one, ast.Call)) if around is not None else ()
    return any(isinstance(call.func, ast.Name) and call.func.id == name for call in calls)


def _is_either(node: ast.AST | None) -> bool:
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr)


def _asks(call: ast.Call, argument: ast.AST) -> bool:
    callee = call.func
    name = callee.id if isinstance(callee, ast.Name) else callee.attr if isinstance(callee, ast.Attribute) else ""
    if name in _ASKING:
        return isinstance(callee, ast.Name) and call.args[1:2] == [argument]
    return name in (_CAST, _DISPATCH) and call.args[:1] == [argument]
