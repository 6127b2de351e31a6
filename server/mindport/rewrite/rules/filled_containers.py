"""``self.blocks = nn.ModuleList()``, then ``self.blocks.append(…)``: the parameters get the names that they have in torch.

MindSpore names parameters when a Cell takes a layer. A list that is filled afterwards does not know its own name by then: its
first layer's weight is called ``0.weight``, and so is that of the next list. An optimizer refuses two of one name, and a
checkpoint keeps one of them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module
from mindport.rewrite.statements import alone_on_lines, indentation
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
from torch import nn


class Net(nn.Module):
    def __init__(self, sizes):
        super().__init__()
        self.downs = nn.ModuleList()
        self.ups = nn.ModuleList()
        for size in sizes:
            self.downs.append(nn.Linear(size, size))  # a step down
            self.ups.append(nn.Linear(size, size))
        self.last = nn.Linear(1, 1)
""",
        """
from mindspore import mint, nn


class Net(nn.Cell):
    def __init__(self, sizes):
        super().__init__()
        self.downs = nn.CellList()
        self.ups = nn.CellList()
        for size in sizes:
            self.downs.append(mint.nn.Linear(size, size))  # a step down
            self.ups.append(mint.nn.Linear(size, size))
        self.update_parameters_name()
        self.last = mint.nn.Linear(1, 1)
""",
    ),
    (
        """
from torch import nn


class Net(nn.Module):
    def __init__(self, names):
        super().__init__()
        self.heads = nn.ModuleDict()
        self._fill(names)

    def _fill(self, names):
        for name in names:
            self.heads[name] = nn.Linear(2, 2)
""",
        """
from mindspore import mint, nn
from mindport_helpers import ModuleDict


class Net(nn.Cell):
    def __init__(self, names):
        super().__init__()
        self.heads = ModuleDict()
        self._fill(names)
        self.update_parameters_name()

    def _fill(self, names):
        for name in names:
            self.heads[name] = mint.nn.Linear(2, 2)
""",
    ),
]
NOOPS = [
    "class Shelf:\n    def __init__(self):\n        self.books = []\n        self.books.append(1)\n",
]

_CONTAINERS = tuple(
    f"torch.nn.{name}" for name in ("ModuleList", "ModuleDict", "Sequential", "ParameterList", "ParameterDict")
)
_FILLING = frozenset(["append", "extend", "insert", "add_module", "update", "register_module"])
_NAMING = "self.update_parameters_name()"


def matches(module: Module) -> Iterator[Match]:
    if not any(container.rpartition(".")[2] in module.source.text for container in _CONTAINERS):
        return
    for found in module.analysis.modules:
        methods = {s.name: s for s in found.node.body if isinstance(s, ast.FunctionDef)}
        start = methods.pop("__init__", None)
        if start is None or not start.args.args or start.args.args[0].arg != "self":
            continue
        filling = {
            name for name, method in methods.items() if any(_fills(module, n) for n in module.source.within(method))
        }
        last = next((s for s in reversed(start.body) if _has_filled(module, s, filling)), None)
        if last is not None and alone_on_lines(module.source, last):
            yield Match((_after(module, last),))


def _after(module: Module, statement: ast.stmt) -> Edit:
    """At the end of the statement's last line, behind a remark."""
    source = module.source
    end = source.span(statement).end
    line = source.text.find("\n", end)
    end = len(source.text) if line < 0 else line - (source.text[line - 1] == "\r")
    return Edit(Span(end, end), (f"{source.newline}{indentation(source, statement)}{_NAMING}",), 1)


def _has_filled(module: Module, statement: ast.stmt, filling: set[str]) -> bool:
    for node in ast.walk(statement):
        if _fills(module, node):
            return True
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in filling:
            if isinstance(node.func.value, ast.Name) and node.func.value.id == "self":
                return True
    return False


def _fills(module: Module, node: ast.AST) -> bool:
    """Whether a container that the object already holds is given a layer."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _FILLING:
        return _is_held(module, node.func.value)
    if isinstance(node, ast.AugAssign):
        return isinstance(node.target, ast.Attribute) and _is_held(module, node.target)
    if isinstance(node, ast.Assign):
        return any(isinstance(t, ast.Subscript) and _is_held(module, t.value) for t in node.targets)
    return False


def _is_held(module: Module, node: ast.expr) -> bool:
    root = node
    while isinstance(root, (ast.Attribute, ast.Subscript)):
        root = root.value
    if root is node or not isinstance(root, ast.Name) or root.id != "self":
        return False
    name = module.analysis.type_of(node).name
    return any(container in name for container in _CONTAINERS)
