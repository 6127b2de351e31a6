"""``x[i] = value`` where ``value`` has leading axes of one that the item has not: torch drops them, MindSpore 2.10 refuses them.

Only where the function shows such an axis: ``.reshape(1, -1)``, ``.unsqueeze(0)``, ``[None]``, ``[[i]]``, or what
is computed from that.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mindport.rewrite import statements
from mindport.rewrite.rule import Match, Module
from mindport.syntax.source import SourceFile
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
import torch


def advantages_of(critic, rewards: torch.Tensor, values: torch.Tensor, last: torch.Tensor, gamma, steps):
    with torch.no_grad():
        next_value = critic(last).reshape(1, -1)
        advantages = torch.zeros_like(rewards)
        gathered = 0
        for t in reversed(range(steps)):
            if t == steps - 1:
                next_values = next_value
            else:
                next_values = values[t + 1]
            delta = rewards[t] + gamma * next_values - values[t]
            advantages[t] = gathered = delta + gamma * gathered  # of all environments
    return advantages


def features_of(model: torch.nn.Module, images, rows: torch.Tensor):
    for i, image in enumerate(images):
        rows[i] = model(image.unsqueeze(0)).detach()
        rows[i] = image.mean()
    listed = [rows[0]]
    listed[0] = rows.unsqueeze(0)
    return rows, listed


class Doubled:
    def __call__(self, x):
        return 2 * x


doubled = Doubled()
images, found = torch.rand(4, 3), torch.zeros(2, 3)
for i in range(2):
    found[i] = doubled(images[[i + 1]])
""",
        """
import mindspore as ms
from mindspore import mint, nn, ops, Tensor
from mindport_helpers import without_leading_axes


def advantages_of(critic, rewards: Tensor, values: Tensor, last: Tensor, gamma, steps):
    with ms._no_grad():
        next_value = critic(last).reshape(1, -1)
        advantages = ops.zeros_like(rewards)
        gathered = 0
        for t in reversed(range(steps)):
            if t == steps - 1:
                next_values = next_value
            else:
                next_values = values[t + 1]
            delta = rewards[t] + gamma * next_values - values[t]
            gathered = delta + gamma * gathered
            advantages[t] = without_leading_axes(gathered, advantages[t].ndim)  # of all environments
    return advantages


def features_of(model: nn.Cell, images, rows: Tensor):
    for i, image in enumerate(images):
        rows[i] = without_leading_axes(ops.stop_gradient(model(image.unsqueeze(0))), rows[i].ndim)
        rows[i] = image.mean()
    listed = [rows[0]]
    listed[0] = rows.unsqueeze(0)
    return rows, listed


class Doubled:
    def __call__(self, x):
        return 2 * x


doubled = Doubled()
images, found = ops.rand(4, 3), mint.zeros((2, 3))
for i in range(2):
    found[i] = without_leading_axes(doubled(images[[i + 1]]), found[i].ndim)
""",
    ),
]
NOOPS = [
    "import numpy as np\n\n\ndef fill(rows, row):\n    row = row.reshape(1, -1)\n    rows[0] = row\n    return np.sum(rows)\n",
    "def fill(rows, row):\n    rows[0] = row[None]\n",
]

# What keeps the axes of what it is given.
_KEEPING = re.compile(
    "abs|add|clamp|clip|clone|contiguous|cpu|cuda|detach|div|double|exp|float|half|log|long|maximum|minimum|mul|neg|pow|relu|"
    "sigmoid|sqrt|square|sub|tanh|to|where"
)


def matches(module: Module) -> Iterator[Match]:
    source = module.source
    if not source.imports_torch:
        return
    shown: dict[int, frozenset[str]] = {}
    for node in source.each(ast.Assign):
        target = next((t for t in node.targets if isinstance(t, ast.Subscript)), None)
        if target is None or len(node.targets) > 2 or not _plain(target) or not _is_tensor(module, target.value):
            continue
        scope = _scope(source, node)
        names = shown.get(id(scope))
        if names is None:
            names = shown[id(scope)] = _names(module, scope)
        if _leading(module, node.value, names):
            edits = _edits(module, node, target)
            if edits:
                yield Match(edits)


def _is_tensor(module: Module, base: ast.expr) -> bool:
    return module.analysis.kind_of(base) == "tensor"


def _edits(module: Module, node: ast.Assign, target: ast.Subscript) -> tuple[Edit, ...]:
    source = module.source
    value = source.span(node.value)
    item, helper = source.text_of(target), module.spelling.helper("without_leading_axes")
    if len(node.targets) == 1:
        return (Edit(value, (f"{helper}(", value, f", {item}.ndim)"), 1),)
    other = next(t for t in node.targets if t is not target)
    if not isinstance(other, ast.Name) or not statements.alone_on_lines(source, node):
        return ()
    if other.id in statements.loaded(target):
        return ()
    start = source.span(node).start
    after = f"{source.newline}{statements.indentation(source, node)}{item} = {helper}({other.id}, {item}.ndim)"
    end = source.span(node).end
    return (
        Edit(Span(start, source.span(node.targets[-1]).end), (other.id,), 1),
        Edit(Span(end, end), (after,)),
    )


def _plain(target: ast.Subscript) -> bool:
    """Whether the item can be written twice."""
    return all(
        isinstance(
            part, (ast.Name, ast.Attribute, ast.Constant, ast.Slice, ast.Tuple, ast.BinOp, ast.UnaryOp, ast.Subscript)
        )
        for part in ast.walk(target)
        if isinstance(part, ast.expr)
    )


def _scope(source: SourceFile, node: ast.AST) -> ast.AST:
    found = source.around(node, ast.FunctionDef, ast.AsyncFunctionDef, ast.Module)
    assert found is not None
    return found


def _names(module: Module, scope: ast.AST) -> frozenset[str]:
    """Names that hold something with a leading axis of one, at some place of the function."""
    bound: list[tuple[str, ast.expr]] = []
    for node in ast.walk(scope):
        if isinstance(node, ast.Assign):
            bound += [(target.id, node.value) for target in node.targets if isinstance(target, ast.Name)]
    names: frozenset[str] = frozenset()
    while True:
        more = names | {name for name, value in bound if name not in names and _leading(module, value, names)}
        if more == names:
            return names
        names = more


def _leading(module: Module, node: ast.expr, names: frozenset[str]) -> bool:
    if isinstance(node, ast.Name):
        return node.id in names
    if isinstance(node, ast.BinOp):
        return _leading(module, node.left, names) or _leading(module, node.right, names)
    if isinstance(node, ast.UnaryOp):
        return _leading(module, node.operand, names)
    if isinstance(node, ast.IfExp):
        return _leading(module, node.body, names) or _leading(module, node.orelse, names)
    if isinstance(node, ast.Subscript):
        first = node.slice.elts[0] if isinstance(node.slice, ast.Tuple) and node.slice.elts else node.slice
        if isinstance(first, ast.List):
            return len(first.elts) == 1
        return isinstance(first, ast.Constant) and first.value is None
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Attribute):
        name, given = node.func.attr, node.args
        if name in ("reshape", "view", "unsqueeze"):
            sizes = given[1:] if module.certain_api(node) == f"torch.{name}" else given
            if sizes and isinstance(sizes[0], (ast.Tuple, ast.List)):
                sizes = sizes[0].elts
            several = len(sizes) > 1
            return (
                bool(sizes)
                and _is_number(sizes[0], 0 if name == "unsqueeze" else 1)
                and (several or name == "unsqueeze")
            )
        if _KEEPING.fullmatch(name):
            return any(_leading(module, part, names) for part in (node.func.value, *given))
    # A batch of one gives a batch of one.
    made = module.analysis.type_of(node.func)
    return made.kind in ("module", "other") and bool(node.args) and _leading(module, node.args[0], names)


def _is_number(node: ast.expr, number: int) -> bool:
    return isinstance(node, ast.Constant) and node.value == number and node.value is not True
