"""Networks that a function gives back beside other things: ``net, optimizer = build()``."""

from __future__ import annotations

import ast

from mindport.rewrite.rule import Module
from mindport.rewrite.training import put_out
from mindport.semantics.definitions import FunctionInfo


def networks(module: Module, node: ast.Assign, in_functions: bool) -> list[ast.expr]:
    """The names that get networks which a function of another file makes, or one that makes them where it gives them back.

    ``in_functions``: what functions of this file make trains from there on.
    """
    target, call = node.targets[0], node.value
    if len(node.targets) != 1 or not isinstance(target, (ast.Tuple, ast.List)) or not isinstance(call, ast.Call):
        return []
    if not isinstance(module.analysis.type_of(call.func).definition, FunctionInfo):
        return []
    if in_functions and put_out.is_set_where_made(module, call):
        return []
    return [
        one
        for one in target.elts
        if isinstance(one, (ast.Name, ast.Attribute))
        and module.analysis.type_of(one).kind == "module"
        and not any(word in ast.unparse(one).lower() for word in ("loss", "criteri"))
    ]
