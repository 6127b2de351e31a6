"""Functions of the project's other files that read gradients, or change them: ``clip_grad_value_(net.parameters(), 1)``."""

from __future__ import annotations

import ast
import re

from mindport.rewrite.rule import Module
from mindport.semantics.definitions import FunctionInfo
from mindport.syntax.below import nodes_of

_MOST_CALLS = 3  # functions, one called by the other
_NAMED = re.compile(r"clip|grad", re.IGNORECASE)


def reads_gradients(module: Module, call: ast.Call) -> bool:
    """Whether what is called is defined in another file and reads gradients, itself or by functions that it calls there."""
    if module.api(call) or module.source.tree is None:
        return False
    function = module.analysis.type_of(call.func).definition
    if not isinstance(function, FunctionInfo) or function.flow.source.path == module.source.path:
        return False
    return ".grad" in function.flow.source.text and _reads(function, _MOST_CALLS)


def may_read_gradients(module: Module, call: ast.Call) -> bool:
    """The same of what is called between ``backward`` and ``step``, where a name may say it that is not the project's."""
    if reads_gradients(module, call):
        return True
    func = call.func
    name = func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""
    found = module.analysis.type_of(func)
    known = found.kind == "function" and found.definition is not None
    return not known and not module.api(call) and _NAMED.search(name) is not None


def _reads(function: FunctionInfo, most: int) -> bool:
    nodes = nodes_of(function.flow.body_of(function.node))
    for node in nodes:
        if isinstance(node, ast.Attribute) and node.attr == "grad":
            if not (isinstance(node.value, ast.Attribute) and node.value.attr == "autograd"):
                return True
    if not most:
        return False
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            found = function.flow.lookup(node.func.id)
            other = found.definition if found is not None else None
            if isinstance(other, FunctionInfo) and other is not function and _reads(other, most - 1):
                return True
    return False
