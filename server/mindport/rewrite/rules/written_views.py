"""``flat = x.view(-1)``, then ``flat[i] = y``: what is written into a view is put back into the tensor.

MindSpore writes into the view alone where it records gradients, or where a tensor is the index.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite import held_names as names
from mindport.rewrite import indices, statements
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
import torch


def marked(x: torch.Tensor, places: torch.Tensor, n: int):
    flat = x.view(-1)
    flat[places] = 1.0
    for i in range(n):
        flat[i] += i
    rows = x.reshape(2, 3)
    rows[0] = 5
    x.view(-1)[places] = 0
    return x


def new(x: torch.Tensor):
    y = x.reshape(-1)
    y[0] = 1
    z = (x * 2).view(-1)
    z[0] = 1
    x = x.view(2, 3)
    x[0] = 2
    return x, y, z
""",
        """
from mindspore import Tensor
from mindport_helpers import put_through


def marked(x: Tensor, places: Tensor, n: int):
    flat = x.view(-1)
    flat[places] = 1.0
    x[...] = flat.reshape(x.shape)
    for i in range(n):
        flat[i] += i
        x[...] = flat.reshape(x.shape)
    rows = x.reshape(2, 3)
    rows[0] = 5
    x[...] = rows.reshape(x.shape)
    put_through(x, x.view(-1), places, 0)
    return x


def new(x: Tensor):
    y = x.reshape(-1)
    y[0] = 1
    z = (x * 2).view(-1)
    z[0] = 1
    x = x.view(2, 3)
    x[0] = 2
    return x, y, z
""",
    ),
]
EXAMPLES += [
    (
        """
import torch


class Grid:
    def __init__(self):
        self.cells = torch.zeros(2, 3)

    def put(self, places, value):
        line = self.cells.view(-1)
        line[places] = value


def put(x: torch.Tensor, value):
    x.view(-1)[0] = value
    line = x.view(-1)
    line[1] = value
""",
        """
from mindspore import mint, Tensor
from mindport_helpers import put_through


class Grid:
    def __init__(self):
        self.cells = mint.zeros((2, 3))

    def put(self, places, value):
        line = self.cells.view(-1)
        line[places] = value
        self.cells[...] = line.reshape(self.cells.shape)


def put(x: Tensor, value):
    put_through(x, x.view(-1), 0, value)
    line = x.view(-1)
    line[1] = value
    x[...] = line.reshape(x.shape)
""",
    ),
]
NOOPS = [
    "import numpy as np\n\n\ndef marked(x: np.ndarray):\n    flat = x.reshape(-1)\n    flat[0] = 1\n    return x\n",
]

_VIEWS = frozenset(["view", "reshape", "view_as", "reshape_as", "flatten", "ravel", "unsqueeze", "squeeze"])
_COPIES_OTHERS = frozenset(["reshape", "reshape_as", "flatten", "ravel"])
_TURNED = frozenset(["t", "transpose", "permute", "T", "mT", "swapaxes", "movedim", "expand", "expand_as"])


def matches(module: Module) -> Iterator[Match]:
    for node in module.source.each(ast.Assign, ast.AugAssign):
        target = node.target if isinstance(node, ast.AugAssign) else node.targets[0]
        if not isinstance(target, ast.Subscript) or isinstance(node, ast.Assign) and len(node.targets) > 1:
            continue
        if isinstance(target.value, ast.Call) and isinstance(node, ast.Assign):
            seen = _seen(module, target.value)
            if seen is not None and not _is_parameter(module, seen):
                name = module.spelling.helper("put_through")
                view, value = module.source.span(target.value), module.source.span(node.value)
                index = indices.as_argument(module.source, target.slice)
                parts = (name, "(", module.source.span(seen), ", ", view, ", ", *index, ", ", value, ")")
                yield Match((Edit(module.source.span(node), parts, 1),))
        elif isinstance(target.value, ast.Name) and statements.alone_on_lines(module.source, node):
            base = _viewed(module, target.value, node)
            if base is not None:
                yield Match((_put_back(module, node, base, target.value.id),))


def _viewed(module: Module, view: ast.Name, node: ast.stmt) -> ast.expr | None:
    """The tensor that the name is a view of, where it is read again and still has its name."""
    scope = names.scope_of(module.source, view)
    if scope is None or module.analysis.kind_of(view) != "tensor":
        return None
    values, _ = names.values_at(module.source, scope, view.id, node)
    if len(values) != 1 or not isinstance(values[0], ast.Call):
        return None
    base = _seen(module, values[0])
    if base is None or _is_parameter(module, base):
        return None
    if not isinstance(base, ast.Name):
        return base
    if base.id == view.id:
        return None
    bound = [place for place, _ in names.bindings_of(module.source, scope, base.id)]
    if any(names.place_of(place) >= names.place_of(values[0]) or place in _around(module, node) for place in bound):
        return None
    given = isinstance(scope, (ast.FunctionDef, ast.AsyncFunctionDef)) and any(
        n.arg == base.id for n in ast.walk(scope.args) if isinstance(n, ast.arg)
    )
    if given and not bound and not _may_copy(values[0]):
        return base  # who gives it sees what is written
    return base if names.is_read_again(module.source, scope, base.id, target_of(node)) else None


def _may_copy(call: ast.Call) -> bool:
    return any(isinstance(n, ast.Attribute) and n.attr in _COPIES_OTHERS for n in ast.walk(call))


def target_of(node: ast.stmt) -> ast.expr:
    assert isinstance(node, (ast.Assign, ast.AugAssign))
    return node.targets[0] if isinstance(node, ast.Assign) else node.target


def _around(module: Module, node: ast.AST) -> list[ast.AST]:
    found: list[ast.AST] = []
    current = module.source.parent(node)
    while current is not None and not isinstance(current, (ast.FunctionDef, ast.AsyncFunctionDef)):
        found.append(current)
        current = module.source.parent(current)
    return found


def _seen(module: Module, call: ast.Call) -> ast.expr | None:
    """``x`` of ``x.view(2, -1).squeeze(0)``."""
    current: ast.expr = call
    copies = False
    while isinstance(current, ast.Call) and isinstance(current.func, ast.Attribute):
        if module.certain_api(current) != f"torch.Tensor.{current.func.attr}" or current.func.attr not in _VIEWS:
            return None
        copies |= current.func.attr in _COPIES_OTHERS
        current = current.func.value
    if not isinstance(current, (ast.Name, ast.Attribute)) or module.analysis.kind_of(current) != "tensor":
        return None
    if isinstance(current, ast.Attribute) and current.attr in ("data", "grad", "T", "mT"):
        return None
    return None if copies and isinstance(current, ast.Name) and _may_be_turned(module, current) else current


def _may_be_turned(module: Module, name: ast.Name) -> bool:
    """Whether the elements may lie in another order: ``reshape`` copies these."""
    scope = names.scope_of(module.source, name)
    values = names.values_at(module.source, scope, name.id, name)[0] if scope is not None else []
    return any(
        isinstance(n, ast.Attribute) and n.attr in _TURNED
        for value in values
        if value is not None
        for n in ast.walk(value)
    )


def _is_parameter(module: Module, base: ast.expr) -> bool:
    return module.parameters.has(base)


def _put_back(module: Module, node: ast.stmt, base: ast.expr, view: str) -> Edit:
    end = statements.line_span(module.source, node).end
    newline = module.source.newline
    lead = "" if module.source.text[:end].endswith("\n") else newline
    written = module.source.span(base)
    parts: list[str | Span] = [
        f"{lead}{statements.indentation(module.source, node)}",
        written,
        f"[...] = {view}.reshape(",
    ]
    return Edit(Span(end, end), (*parts, written, ".shape)", "" if lead else newline), 1)
