"""What a container that begins empty is filled with, for explanations."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.analysis.bindings import scope_of
from mindport.analysis.tracing import Trace
from mindport.semantics.word_sets import words

_FILLING = words("append appendleft add insert setdefault extend extendleft update")
_CONTAINERS = words("list dict set deque OrderedDict defaultdict")


def begins_empty(node: ast.expr) -> bool:
    """Whether an expression makes a container with nothing in it: ``[]``, ``{}``, ``dict()``, ``defaultdict(list)``."""
    if isinstance(node, (ast.List, ast.Tuple)):
        return not node.elts
    if isinstance(node, ast.Dict):
        return not node.values
    if not isinstance(node, ast.Call) or node.keywords:
        return False
    made = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    return made in _CONTAINERS and (not node.args or made == "defaultdict")


def filled_with(trace: Trace, container: ast.expr) -> Iterator[ast.expr]:
    """What the code puts into a variable or an attribute, in the order of the text: the function around, for an attribute the
    class."""
    name = trace.text(container)
    for node in _in_order(_around(trace, container)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            if node.func.attr in _FILLING and trace.text(node.func.value) == name:
                yield node.args[-1]
        elif isinstance(node, ast.Assign):
            if any(isinstance(one, ast.Subscript) and trace.text(one.value) == name for one in node.targets):
                yield node.value
        elif isinstance(node, ast.AugAssign) and trace.text(node.target) == name:
            yield node.value


def _around(trace: Trace, container: ast.expr) -> ast.AST:
    found = scope_of(trace.parents, container)
    if isinstance(container, ast.Attribute):
        inner = found
        while inner is not None and not isinstance(inner, ast.ClassDef):
            inner = trace.parents.get(id(inner))
        found = inner or found
    return found if found is not None else container


def _in_order(node: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        yield child
        yield from _in_order(child)
