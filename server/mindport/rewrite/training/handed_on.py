"""Networks that a script makes and others train: a Module starts training, a Cell does not, and nobody puts it there later."""

from __future__ import annotations

import ast
import re

from mindport.rewrite.held_names import names_in
from mindport.rewrite.rule import Module
from mindport.semantics.definitions import ClassInfo, FunctionInfo
from mindport.syntax.source import SourceFile

_TRAINS = re.compile(r"\.backward\(|\boptim\b")


def leaves(module: Module, target: ast.expr) -> bool:
    """Whether the network of that name goes on from where it is made, as itself: given, given back, or kept for others."""
    return isinstance(target, ast.Attribute) or any(
        isinstance(node.ctx, ast.Load) and not _is_asked(module, node) and not _averages(module, node)
        for node in of_name(module, target)
    )


def goes_to_training(module: Module, target: ast.expr) -> bool:
    """Whether a call hands the network of that name to a function or class of a file that trains."""
    return any(
        isinstance(call, ast.Call) and has_trained(module, call)
        for call in (call_around(module, node) for node in of_name(module, target))
    )


def any_has_trained(module: Module) -> bool:
    return any(has_trained(module, call) for call in module.source.each(ast.Call))


def has_trained(module: Module, call: ast.Call) -> bool:
    """Whether what is called is the project's own, in a file that trains networks."""
    if module.api(call):
        return False
    found = module.analysis.type_of(call.func).definition
    if isinstance(found, ClassInfo):
        return any(_trains(cls.flow.source) for cls in found.lineage())
    return isinstance(found, FunctionInfo) and _trains(found.flow.source)


def _trains(source: SourceFile) -> bool:
    return source.kept(("trains",), lambda: _TRAINS.search(source.text) is not None)


def of_name(module: Module, target: ast.expr) -> list[ast.Name | ast.Attribute]:
    """Where the file names the variable or attribute."""
    source = module.source
    if isinstance(target, ast.Name):
        return list(names_in(source, source.tree, target.id)) if source.tree is not None else []
    if not isinstance(target, ast.Attribute):
        return []
    name = ast.unparse(target)
    return [
        node
        for node in source.each(ast.Attribute)
        if node is target or node.attr == target.attr and ast.unparse(node) == name
    ]


def _is_asked(module: Module, node: ast.AST) -> bool:
    """``net.parameters()``, ``net[0]``, ``net(x)``."""
    parent = module.source.parent(node)
    return isinstance(parent, (ast.Attribute, ast.Subscript)) or isinstance(parent, ast.Call) and parent.func is node


def _averages(module: Module, node: ast.AST) -> bool:
    """``AveragedModel(net)``, ``averaged.update_parameters(net)``: torch's own, which trains nothing."""
    call = call_around(module, node)
    if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "update_parameters":
        return True
    return (module.api(call) or "").startswith("torch.optim.")


def call_around(module: Module, node: ast.AST) -> ast.AST | None:
    """The call that the node is an argument of, itself or in a list, a tuple or a dict."""
    parent = module.source.parent(node)
    while isinstance(parent, (ast.keyword, ast.List, ast.Tuple, ast.Dict, ast.Starred)):
        node, parent = parent, module.source.parent(parent)
    return parent if isinstance(parent, ast.Call) and parent.func is not node else None
