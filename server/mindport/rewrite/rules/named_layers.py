"""``getattr(nn, name)`` picks a class by name: MindSpore's of the same name, or a table of those that are meant.

The code must say which names there may be: in a test around it, in an assertion, or as a literal.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.mapping import choosing
from mindport.mapping import translate as translation
from mindport.mapping.row import Equivalent
from mindport.rewrite.rule import Match, Module
from mindport.syntax import signature as signatures
from mindport.text import Edit

EXAMPLES = [
    (
        """
from torch import nn


class Model(nn.Module):
    def __init__(self, kind, size):
        super().__init__()
        if kind in ["LSTM", "GRU"]:
            self.rnn = getattr(nn, kind)(size, size, 2)
        if kind in ("BatchNorm2d", "InstanceNorm2d"):
            self.norm = getattr(nn, kind)(size)
""",
        """
from mindspore import nn
from mindport_helpers import TorchBatchNorm2d, TorchInstanceNorm2d


class Model(nn.Cell):
    def __init__(self, kind, size):
        super().__init__()
        if kind in ["LSTM", "GRU"]:
            self.rnn = getattr(nn, kind)(size, size, 2)
        if kind in ("BatchNorm2d", "InstanceNorm2d"):
            self.norm = {"BatchNorm2d": TorchBatchNorm2d, "InstanceNorm2d": TorchInstanceNorm2d}[kind](size)
""",
    ),
]
NOOPS = ["class Table:\n    rows = 1\n\n\nprint(getattr(Table, 'rows'))\n"]


def matches(module: Module) -> Iterator[Match]:
    for node in module.source.each(ast.Call):
        if isinstance(node.func, ast.Name) and node.func.id == "getattr":
            found = counterparts(module, node)
            if found:
                yield _match(module, node, found)


def counterparts(module: Module, call: ast.Call) -> dict[str, str]:
    """What the names that ``getattr(nn, name)`` may be given stand for in MindSpore; empty where not all are known."""
    if len(call.args) != 2:
        return {}
    namespace = module.analysis.type_of(call.args[0])
    if namespace.kind != "namespace" or not namespace.name.startswith("torch"):
        return {}
    parent = module.source.parent(call)
    outer = parent if isinstance(parent, ast.Call) and parent.func is call else None
    names = _names(module, call, call.args[1])
    found = {name: _reference(module, f"{namespace.name}.{name}", outer) for name in names}
    return {name: text for name, text in found.items() if text} if all(found.values()) else {}


def _match(module: Module, node: ast.Call, found: dict[str, str]) -> Match:
    inside = frozenset(id(n) for n in ast.walk(node.args[0]))
    owners = {dotted.rpartition(".")[0] for dotted in found.values()}
    key = node.args[1]
    if isinstance(key, ast.Constant):
        return Match((Edit(module.source.span(node), (_spelled(module, found[str(key.value)]),)),), inside)
    if len(owners) == 1 and owners != {""} and all(d.rpartition(".")[2] == name for name, d in found.items()):
        return Match((Edit(module.source.span(node.args[0]), (module.spelling.name(owners.pop()),)),), inside)
    table = ", ".join(f'"{name}": {_spelled(module, dotted)}' for name, dotted in found.items())
    parts = ("{" + table + "}[", module.source.span(key), "]")
    return Match((Edit(module.source.span(node), parts),), inside)


def _spelled(module: Module, dotted: str) -> str:
    return module.spelling.name(dotted) if "." in dotted else module.spelling.helper(dotted)


def _reference(module: Module, api: str, call: ast.Call | None) -> str | None:
    """What takes torch's arguments in MindSpore: a dotted name, or a helper's; None where nothing is known to."""
    row = module.context.rows.get(api)
    if row is None:
        return None
    context = module.context
    serving = [e for e in row.equivalents if choosing.serves(e, context.target, context.mindspore)]
    for equivalent in serving:
        if equivalent.mindspore and not equivalent.template and not equivalent.helper:
            if call is not None and _as_it_stands(module, equivalent, row.signatures, call):
                return equivalent.mindspore
            if equivalent.signature is None:
                return equivalent.mindspore
        helper = equivalent.helper or equivalent.reference
        if helper and equivalent.template is None and not equivalent.known:
            return helper
    return None


def _as_it_stands(module: Module, equivalent: Equivalent, torch: tuple[str, ...], call: ast.Call) -> bool:
    """Whether the call's arguments mean the same there, as they are written."""
    bound = signatures.bind_first(call, tuple(torch))
    if bound is None or bound.open:
        return False
    moved = translation.translate(equivalent, bound, module.context.general, module.context.type_of)
    target = signatures.parse(equivalent.signature) if equivalent.signature else bound.signature
    order = [p.name for p in target.positional]
    same_places = all(
        i < len(order) and order[i] == p.name for i, p in enumerate(bound.signature.positional[: len(call.args)])
    )
    return same_places and not moved.changed


def _names(module: Module, node: ast.Call, key: ast.expr) -> list[str]:
    """The names that ``key`` may hold at ``node``."""
    if isinstance(key, ast.Constant):
        return [key.value] if isinstance(key.value, str) else []
    if not isinstance(key, (ast.Name, ast.Attribute)):
        return []
    wanted = ast.unparse(key)
    child: ast.AST = node
    current = module.source.parent(node)
    while current is not None:
        if isinstance(current, ast.If) and any(child is statement for statement in current.body):
            if names := _allowed(current.test, wanted):
                return names
        if isinstance(current, (ast.FunctionDef, ast.AsyncFunctionDef)):
            for one in ast.walk(current):
                if isinstance(one, ast.Assert) and one.lineno < node.lineno and (names := _allowed(one.test, wanted)):
                    return names
            return []
        child, current = current, module.source.parent(current)
    return []


def _allowed(test: ast.expr, wanted: str) -> list[str]:
    if not isinstance(test, ast.Compare) or len(test.ops) != 1 or ast.unparse(test.left) != wanted:
        return []
    right = test.comparators[0]
    if isinstance(test.ops[0], ast.Eq):
        items = [right]
    elif isinstance(test.ops[0], ast.In) and isinstance(right, (ast.List, ast.Tuple, ast.Set)):
        items = right.elts
    else:
        return []
    values = [item.value for item in items if isinstance(item, ast.Constant) and isinstance(item.value, str)]
    return values if len(values) == len(items) else []
