"""What MindSpore 2.10 does not let a forward function take or give: lists that grow meanwhile, a lone number beside the loss."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindport.rewrite.rule import Module
from mindport.rewrite.training import names
from mindport.rewrite.training.forward import scope_of
from mindport.text import Edit, Span

_GROWING = frozenset(["append", "appendleft", "extend", "insert", "add", "update", "setdefault"])
_ACCEPTED = frozenset(["tensor", "tuple", "list", "dict", "shape"])


def grown_within(module: Module, forward: Sequence[ast.stmt]) -> set[str]:
    """Collections that the statements change and never bind anew: the function has them from around it. Of a list that it is
    given and that grows, MindSpore says that an input was changed."""
    found: set[str] = set()
    bound: set[str] = set()
    for statement in forward:
        for node in ast.walk(statement):
            if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name) and _extends(module, node):
                found.add(node.target.id)
            elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                parent = module.source.parent(node)
                if not (isinstance(parent, ast.AugAssign) and _extends(module, parent)):
                    bound.add(node.id)
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _GROWING:
                # Of an object of another class, or a tensor, nothing is asked for.
                held = node.func.value
                while isinstance(held, ast.Subscript):
                    held = held.value
                if isinstance(held, ast.Name) and _kind(module, held) in ("list", "dict", "unknown"):
                    found.add(held.id)
            elif isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
                if isinstance(node.value, ast.Name) and _kind(module, node.value) in ("list", "dict"):
                    found.add(node.value.id)
    return found - bound


def extensions(module: Module, forward: Sequence[ast.stmt], grown: set[str]) -> Iterator[Edit]:
    """``kept += [x]`` as ``kept.extend([x])``, which binds no name."""
    for node in (node for statement in forward for node in ast.walk(statement)):
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name) and node.target.id in grown:
            value = module.source.span(node.value)
            yield Edit(Span(module.source.span(node.target).end, value.start), (".extend(",))
            yield Edit(Span(value.end, value.end), (")",))


def may_be_plain(module: Module, forward: Sequence[ast.stmt], name: str) -> bool:
    """Whether ``name`` may hold something other than tensors when the statements end: a number, a text, None, an array."""
    last = next((s for s in reversed(forward) if name in names.stored(s)), None)
    if isinstance(last, (ast.Assign, ast.AugAssign)):
        return any(_plain(module, value) for value in _values(module, last, name))
    # What a branch leaves may be what was there before: ``best = None``.
    around = scope_of(module, forward[0])
    nodes = [node for node in ast.walk(around) if isinstance(node, (ast.Assign, ast.AugAssign))]
    return any(_plain(module, value) for node in nodes for value in _values(module, node, name))


def _values(module: Module, node: ast.Assign | ast.AugAssign, name: str) -> Iterator[ast.expr]:
    """What the statement has ``name`` hold, as far as it is written there."""
    for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
        if isinstance(target, ast.Name) and target.id == name:
            yield node.value
        elif isinstance(target, (ast.Tuple, ast.List)):
            places = [i for i, one in enumerate(target.elts) if isinstance(one, ast.Name) and one.id == name]
            if places:
                several = isinstance(node.value, ast.Tuple) and len(node.value.elts) == len(target.elts)
                one = target.elts[places[0]]
                whole = one if not module.analysis.type_of(one).is_unknown else node.value
                yield node.value.elts[places[0]] if several and isinstance(node.value, ast.Tuple) else whole


def _plain(module: Module, value: ast.expr) -> bool:
    found = module.analysis.type_of(value)
    given = isinstance(value, ast.Call) and found.kind == "tuple"  # of which one is asked for, and nothing known
    if not found.is_unknown and not given:
        return found.optional or found.kind not in _ACCEPTED
    if isinstance(value, ast.BinOp):
        return _plain(module, value.left) and _plain(module, value.right)
    if isinstance(value, ast.IfExp):
        return _plain(module, value.body) or _plain(module, value.orelse)
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
        return value.func.attr == "item" or module.analysis.type_of(value.func).kind == "function"
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
        # A function that counts (``accuracy(outputs, labels)``), not a network.
        return module.analysis.type_of(value.func).kind == "function" or value.func.id in _imported(module)
    return False


def _imported(module: Module) -> frozenset[str]:
    nodes = module.source.each(ast.ImportFrom)
    return frozenset(one.asname or one.name for node in nodes for one in node.names)


def _extends(module: Module, node: ast.AugAssign) -> bool:
    if not isinstance(node.op, ast.Add) or not isinstance(node.value, (ast.List, ast.ListComp)):
        return False
    source = module.source
    between = source.text[source.span(node.target).end : source.span(node.value).start]
    return between.strip() == "+=" and "\n" not in between and _kind(module, node.target) in ("list", "unknown")


def _kind(module: Module, node: ast.expr) -> str:
    return module.analysis.type_of(node).kind
