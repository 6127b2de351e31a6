"""``group["lr"]`` of an optimizer's groups: a Parameter in MindSpore, where torch has a number.

Read, it is made a number. Written, the Parameter takes the value (``ops.assign``): that is what the schedulers go on from, and
what is saved. A ``float`` in its place would have every later ``scheduler.step()`` do nothing, without a word; an ``int``, or the
Tensor that ``*=`` leaves, would be ignored itself.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite import operators
from mindport.rewrite.rule import Match, Module
from mindport.syntax.source import SourceFile
from mindport.text import Edit

EXAMPLES = [
    (
        """
import torch

net = torch.nn.Linear(2, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
print("{:.2e}".format(optimizer.param_groups[0]["lr"]))


def decay(optimizer, rate, epoch):
    for group in optimizer.param_groups:
        group["lr"] *= 0.5
    for group in optimizer.param_groups:
        group["lr"] = rate
        group["lr"] = 0.1 * (0.5 ** epoch)
        group["lr"] = group["lr"] * 0.1
        group["lr"] = last = 0.1  # the rate


def follow(optimizer, scheduler):
    for i, (group, rate) in enumerate(zip(optimizer.param_groups, scheduler.rates())):
        group["lr"] = rate
    groups = optimizer.param_groups
    groups[0]["lr"] = rate


class Bounded(torch.optim.Optimizer):
    def __init__(self, params, lr):
        super().__init__(params, dict(lr=lr))
        self.base_lrs = list(map(lambda group: group["lr"], self.param_groups))

    def bound(self):
        return [group["lr"] / base for group, base in zip(self.param_groups, self.base_lrs)]
""",
        """
from mindspore import mint, ops
from mindspore.experimental import optim

net = mint.nn.Linear(2, 2)
optimizer = optim.SGD(net.trainable_params(), lr=0.1)
print("{:.2e}".format(float(optimizer.param_groups[0]["lr"])))


def decay(optimizer, rate, epoch):
    for group in optimizer.param_groups:
        ops.assign(group["lr"], float(group["lr"]) * 0.5)
    for group in optimizer.param_groups:
        ops.assign(group["lr"], float(rate))
        ops.assign(group["lr"], 0.1 * (0.5 ** epoch))
        ops.assign(group["lr"], float(group["lr"]) * 0.1)
        group["lr"] = last = 0.1  # the rate


def follow(optimizer, scheduler):
    for i, (group, rate) in enumerate(zip(optimizer.param_groups, scheduler.rates())):
        ops.assign(group["lr"], float(rate))
    groups = optimizer.param_groups
    ops.assign(groups[0]["lr"], float(rate))


class Bounded(optim.Optimizer):
    def __init__(self, params, lr):
        super().__init__(params, dict(lr=lr))
        self.base_lrs = list(map(lambda group: float(group["lr"]), self.param_groups))

    def bound(self):
        return [group["lr"] / base for group, base in zip(self.param_groups, self.base_lrs)]
""",
    ),
]
NOOPS = ["for group in groups:\n    group['lr'] *= 0.5\n"]


def matches(module: Module) -> Iterator[Match]:
    source = module.source
    if source.tree is None:
        return
    rates = list(_rates(source))
    read = {id(node) for node in rates if isinstance(node.ctx, ast.Load)}
    for node in rates:
        parent = source.parent(node)
        span = source.span(node)
        if not _stands_at(source.text[span.start : span.end], node):
            continue
        if operators.is_change(parent) and parent.target is node:
            assign = module.spelling.name("mindspore.ops.assign")
            right = operators.with_value(source, parent)
            yield Match((Edit(source.span(parent), (f"{assign}(", span, ", float(", span, ") ", *right, ")"), 0),))
        elif isinstance(node.ctx, ast.Store):
            if isinstance(parent, ast.Assign) and len(parent.targets) == 1:
                value = source.span(parent.value)
                number = (value,) if _is_float(parent.value, read) else ("float(", value, ")")
                assign = module.spelling.name("mindspore.ops.assign")
                yield Match((Edit(source.span(parent), (f"{assign}(", span, ", ", *number, ")"), 0),))
            elif isinstance(parent, ast.Assign) and not _is_float(parent.value, read):
                yield Match((Edit(source.span(parent.value), ("float(", source.span(parent.value), ")"), 0),))
        elif isinstance(node.ctx, ast.Load) and not _is_number(parent) and not _is_assigned(parent, node):
            yield Match((Edit(span, ("float(", span, ")"), 0),))


def _rates(source: SourceFile) -> Iterator[ast.Subscript]:
    """``optimizer.param_groups[0]["lr"]``, and ``group["lr"]`` in a loop over the groups."""
    groups = _held_groups(source)
    for node in source.nodes:
        if isinstance(node, ast.Subscript) and _is_lr(node) and isinstance(node.value, ast.Subscript):
            if _groups(source, node.value.value) or _held(source, node.value.value, groups):
                yield node
        elif isinstance(node, ast.Subscript) and _is_lr(node) and _held(source, node.value, groups, one=True):
            yield node
        elif isinstance(node, (ast.For, ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.DictComp)):
            generators = [node] if isinstance(node, ast.For) else node.generators
            names = {name for g in generators for name in _group_variable(source, g.target, g.iter, groups)}
            yield from _of_variables(node, names)
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == "map"
            and len(node.args) == 2
        ):
            given = node.args[0]
            if isinstance(given, ast.Lambda) and len(given.args.args) == 1 and _groups(source, node.args[1]):
                yield from _of_variables(given, {given.args.args[0].arg})


def _held_groups(source: SourceFile) -> dict[tuple[int, str], bool]:
    """Variables of functions that hold an optimizer's groups, or one of them."""
    held: dict[tuple[int, str], bool] = {}
    for node in source.each(ast.Assign):
        if not isinstance(node, ast.Assign) or len(node.targets) != 1 or not isinstance(node.targets[0], ast.Name):
            continue
        value = node.value
        one = isinstance(value, ast.Subscript) and not isinstance(value.slice, ast.Slice)
        if _groups(source, value.value if isinstance(value, ast.Subscript) else value):
            held[_scope(source, node), node.targets[0].id] = one
    return held


def _held(source: SourceFile, node: ast.expr, groups: dict[tuple[int, str], bool], one: bool = False) -> bool:
    if not groups or not isinstance(node, ast.Name):
        return False
    return groups.get((_scope(source, node), node.id)) is one


def _scope(source: SourceFile, node: ast.AST) -> int:
    return id(source.function_around(node))


def _of_variables(node: ast.AST, names: set[str]) -> Iterator[ast.Subscript]:
    for inner in ast.walk(node) if names else ():
        if isinstance(inner, ast.Subscript) and isinstance(inner.value, ast.Name):
            if inner.value.id in names and _is_lr(inner):
                yield inner


def _is_lr(node: ast.Subscript) -> bool:
    return isinstance(node.slice, ast.Constant) and node.slice.value == "lr"


def _groups(source: SourceFile, node: ast.expr) -> bool:
    """An optimizer's groups; of an optimizer's own code, what its constructor keeps for later."""
    if not isinstance(node, ast.Attribute) or node.attr != "param_groups":
        return False
    if not isinstance(node.value, ast.Name) or node.value.id != "self":
        return True
    around = source.function_around(node)
    return around is not None and around.name == "__init__"


def _group_variable(
    source: SourceFile, target: ast.expr, values: ast.expr, groups: dict[tuple[int, str], bool]
) -> Iterator[str]:
    if isinstance(values, ast.Call) and isinstance(values.func, ast.Name) and values.func.id == "enumerate":
        if values.args and isinstance(target, ast.Tuple) and len(target.elts) == 2:
            yield from _group_variable(source, target.elts[1], values.args[0], groups)
    elif isinstance(values, ast.Call) and isinstance(values.func, ast.Name) and values.func.id in ("zip", "reversed"):
        targets = target.elts if isinstance(target, ast.Tuple) else [target]
        for one, given in zip(targets, values.args, strict=False):
            yield from _group_variable(source, one, given, groups)
    elif isinstance(target, ast.Name) and (_groups(source, values) or _held(source, values, groups)):
        yield target.id


def _is_number(parent: ast.AST | None) -> bool:
    """``float(…)`` around it, which an earlier pass or the author wrote."""
    return isinstance(parent, ast.Call) and isinstance(parent.func, ast.Name) and parent.func.id == "float"


def _is_assigned(parent: ast.AST | None, node: ast.AST) -> bool:
    """``ops.assign(group["lr"], …)``, which an earlier pass wrote."""
    if not isinstance(parent, ast.Call) or not parent.args or parent.args[0] is not node:
        return False
    return isinstance(parent.func, ast.Attribute) and parent.func.attr == "assign"


def _is_float(value: ast.expr, read: set[int]) -> bool:
    """Whether arithmetic shows that the value is a ``float``."""
    if isinstance(value, ast.Constant):
        return isinstance(value.value, float)
    if isinstance(value, ast.Call):
        return isinstance(value.func, ast.Name) and value.func.id == "float"
    if isinstance(value, ast.Subscript):
        return id(value) in read  # made a number where it stands
    if isinstance(value, ast.UnaryOp):
        return _is_float(value.operand, read)
    if isinstance(value, ast.BinOp):
        return isinstance(value.op, ast.Div) or any(_is_float(side, read) for side in (value.left, value.right))
    return False


def _stands_at(text: str, value: ast.expr) -> bool:
    """Whether ``text`` is the value: before Python 3.12, places in formatted strings are not always known."""
    try:
        found = ast.parse(text.strip(), mode="eval").body
    except SyntaxError:
        return False
    return ast.unparse(found) == ast.unparse(value)
