"""Names in statements that nest too deeply for the walk: imports are still followed, types are not."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from mindport.semantics.imports import IMPORTED
from mindport.semantics.knowledge import family
from mindport.syntax.nodes import AsyncFunctionDef, Attribute, Call, ClassDef, FunctionDef, Lambda, Name

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow


def record_names(flow: Flow, statement: ast.stmt) -> None:
    """Records what import chains in ``statement`` stand for, without recursion."""
    stack: list[tuple[ast.AST, ast.Call | None]] = [(statement, None)]
    while stack:
        node, call = stack.pop()
        if isinstance(node, (FunctionDef, AsyncFunctionDef, ClassDef, Lambda)):
            continue  # scopes of their own
        if type(node) is Name:
            found = flow.lookup(node.id)
            if found is not None and found.definition is IMPORTED:
                flow.record(found.name, node, "imported", call, why=(f"import|{found.name}",))
            continue
        if type(node) is Attribute:
            root = _chain(flow, node, call)
            if root is not None:
                stack.append((root, None))
            continue
        for name in node._fields:
            value = getattr(node, name, None)
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    stack.append((child, node if type(node) is Call and child is node.func else None))


def _chain(flow: Flow, node: ast.Attribute, call: ast.Call | None) -> ast.expr | None:
    """Records ``torch.a.b``; gives back the expression at the root of a chain that is none of torch's."""
    attributes = [node.attr]
    root = node.value
    while type(root) is Attribute:
        attributes.append(root.attr)
        root = root.value
    found = flow.lookup(root.id) if type(root) is Name else None
    if found is None or found.kind != "namespace" or not family(found.name):
        return None if type(root) is Name else root
    qualified = ".".join([found.name, *reversed(attributes)])
    if not flow.knowledge.is_namespace(qualified):
        flow.record(flow.knowledge.canonical(qualified), node, "imported", call, why=(f"import|{qualified}",))
    return None
