"""``p.data = …``, ``p.data[mask] = …`` and ``p[mask] = …`` change a Parameter in place.

An optimizer that has run once goes on with the tensor that it knows, and writes through ``.data`` reach a Parameter by numbers
and slices only, and none while gradients are recorded. What was kept of ``p.data`` beside that is a copy then, for torch's
``p.data = …`` leaves it alone. Two Parameters of which one is given the other's ``data`` are one to torch, and become so
here, but not in a loop or behind ``backward``: an optimizer may have run by then.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.analysis.places import PLACES
from mindport.rewrite import held_names, operators
from mindport.rewrite.indices import Parts, as_argument
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
import torch
from torch import nn


class Swapped:
    def __init__(self, net: nn.Module):
        self.net, self.kept = net, {}

    def swap(self, shadow):
        for name, p in self.net.named_parameters():
            self.kept[name] = p.data
            p.data = shadow[name]

    def blend(self, other, share):
        for p, q in zip(self.net.parameters(), other):
            p.data = share * p.data + (1 - share) * q
            p.data /= 2


def prune(layer: nn.Linear, rows: torch.Tensor):
    mask = layer.weight.data.abs() < 0.1
    layer.weight.data[mask] = 0
    layer.weight.data[0] = 1
    layer.weight.data[rows, 1:] *= 2
    layer.bias.data[1:].fill_(1)
    layer.bias.data[:1].copy_(layer.bias[1:2])
    with torch.no_grad():
        layer.bias[rows] = 0
        layer.bias[0] = 1
""",
        """
import mindspore as ms
from mindspore import mint, nn, ops, Tensor
from mindport_helpers import (
    module_named_parameters,
    module_parameters,
    set_data,
    set_items,
)


class Swapped:
    def __init__(self, net: nn.Cell):
        self.net, self.kept = net, {}

    def swap(self, shadow):
        for name, p in module_named_parameters(self.net):
            self.kept[name] = p.data.copy()
            set_data(p, shadow[name])

    def blend(self, other, share):
        for p, q in zip(module_parameters(self.net), other):
            ops.assign(p, share * p.data + (1 - share) * q)
            ops.assign(p, p.data / 2)


def prune(layer: mint.nn.Linear, rows: Tensor):
    mask = layer.weight.data.abs() < 0.1
    set_items(layer.weight, mask, 0)
    set_items(layer.weight, 0, 1)
    set_items(layer.weight, (rows, slice(1, None)), layer.weight.data[rows, 1:] * 2)
    set_items(layer.bias, slice(1, None), ops.full_like(layer.bias.data[1:], 1))
    set_items(layer.bias, slice(None, 1), layer.bias[1:2])
    with ms._no_grad():
        set_items(layer.bias, rows, 0)
        layer.bias[0] = 1
""",
    ),
]
_SHARED = (
    """
import torch
from torch import nn


def tie(a: nn.Linear, b: nn.Linear, share: float):
    b.weight.data = a.weight.data
    a.bias.data = share * a.bias.data + b.bias.data


def sync(net: nn.Module, target: nn.Module):
    for p, q in zip(target.parameters(), net.parameters()):
        p.data = q.data
""",
    """
from mindspore import mint, nn
from mindport_helpers import module_parameters, own_data, share_data


def tie(a: mint.nn.Linear, b: mint.nn.Linear, share: float):
    share_data(b.weight, a.weight)
    own_data(a.bias, share * a.bias.data + b.bias.data)


def sync(net: nn.Cell, target: nn.Cell):
    for p, q in zip(module_parameters(target), module_parameters(net)):
        own_data(p, q.data)
""",
)
EXAMPLES.append(_SHARED)
NOOPS = [
    "class Node:\n    def __init__(self, data):\n        self.data = data\n        self.data[0] += 1\n",
    "import mindspore as ms\n\n\ndef fill(x: ms.Tensor, mask):\n    x[mask] = 0\n",
]

_DATA = "torch.Tensor.data"
_ELEMENTWISE = (ast.BinOp, ast.UnaryOp)


def matches(module: Module) -> Iterator[Match]:
    if module.source.tree is None or not module.findings:
        return
    replaced: set[int] = set()
    shares: bool | None = None
    for node in module.source.nodes:
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            target: ast.expr = node.targets[0]
        elif operators.is_change(node):
            target = node.target
        else:
            continue
        if isinstance(target, ast.Attribute) and target.attr == "data":
            if module.certain_api(target) == _DATA:
                scope = held_names.scope_of(module.source, node)
                if isinstance(scope, ast.FunctionDef) and scope.name == "__init__":
                    continue  # no optimizer knows what is being built
                if scope is not None and isinstance(node, ast.Assign):
                    replaced.add(id(scope))
                shares = _shares(module) if shares is None else shares
                edit = Edit(module.source.span(node), _whole(module, node, target, shares))
                yield Match((edit,), frozenset([id(target)]))
        elif isinstance(target, ast.Subscript):
            held = _held(module, target)
            if held is not None and (held is not target.value or not _by_numbers(module, target.slice)):
                handled = frozenset(id(n) for n in ast.walk(target) if module.api(n) == _DATA)
                yield Match((Edit(module.source.span(node), _items(module, node, target, held)),), handled)
    if replaced:
        yield from _kept(module, replaced)


def _shares(module: Module) -> bool:
    """Whether the file gives a Parameter another one's ``data``."""
    return any(_of_another(module, node) is not None for node in module.source.each(ast.Assign))


def _of_another(module: Module, node: ast.Assign) -> ast.expr | None:
    """The Parameter of which another one is given the ``data``."""
    target, value = node.targets[0], node.value
    if not isinstance(value, ast.Attribute) or value.attr != "data" or len(node.targets) != 1:
        return None
    if not isinstance(target, ast.Attribute) or target.attr != "data" or module.certain_api(target) != _DATA:
        return None
    if PLACES["data-given-late"](value, module.source.holders(value)):
        return None  # the row says that values are copied
    both = module.parameters.has(value.value) and module.parameters.has(target.value)
    return value.value if both else None


def _whole(module: Module, node: ast.Assign | ast.AugAssign, target: ast.Attribute, shares: bool) -> Parts:
    source = module.source
    value, tensor = source.span(node.value), source.span(target.value)
    if isinstance(node, ast.AugAssign):
        assign = module.spelling.name("mindspore.ops.assign")
        return (f"{assign}(", tensor, ", ", *_changed(module, node, target), ")")
    other = _of_another(module, node)
    if other is not None:
        return (f"{module.spelling.helper('share_data')}(", tensor, ", ", source.span(other), ")")
    if not shares and isinstance(node.value, _ELEMENTWISE) and _has(node.value, ast.unparse(target)):
        return (f"{module.spelling.name('mindspore.ops.assign')}(", tensor, ", ", value, ")")
    helper = module.spelling.helper("own_data" if shares else "set_data")
    return (f"{helper}(", tensor, ", ", value, ")")


def _has(value: ast.expr, text: str) -> bool:
    """Whether a value is made of what ``text`` stands for, element by element, so that it has its form."""
    if isinstance(value, ast.BinOp):
        return not isinstance(value.op, ast.MatMult) and (_has(value.left, text) or _has(value.right, text))
    if isinstance(value, ast.UnaryOp):
        return _has(value.operand, text)
    return ast.unparse(value) == text


def _changed(module: Module, node: ast.AugAssign, target: ast.expr) -> Parts:
    return (module.source.span(target), " ", *operators.with_value(module.source, node))


def _held(module: Module, target: ast.Subscript) -> ast.expr | None:
    """The tensor whose items are set, without ``.data``."""
    value = target.value
    if isinstance(value, ast.Attribute) and value.attr == "data" and module.certain_api(value) == _DATA:
        return value.value
    return value if module.parameters.has(value) else None


def _by_numbers(module: Module, index: ast.expr) -> bool:
    """Whether an index consists of numbers and slices, which write through to the tensor itself."""
    if isinstance(index, ast.Tuple):
        return all(isinstance(one, ast.Slice) or _by_numbers(module, one) for one in index.elts)
    whole = isinstance(index, ast.Slice) and index.lower is index.upper is index.step is None
    if whole or isinstance(index, ast.Constant) and index.value is ...:
        return False  # what is assigned to the whole takes the Parameter's place, or makes a view of it
    if isinstance(index, (ast.Slice, ast.Constant, ast.UnaryOp)) and not _inverts(index):
        return True
    return module.analysis.type_of(index).kind in ("int", "none")


def _inverts(index: ast.expr) -> bool:
    return isinstance(index, ast.UnaryOp) and isinstance(index.op, ast.Invert)


def _items(module: Module, node: ast.Assign | ast.AugAssign, target: ast.Subscript, held: ast.expr) -> Parts:
    value: Parts = (module.source.span(node.value),)
    if isinstance(node, ast.AugAssign):
        value = _changed(module, node, target)
    helper = module.spelling.helper("set_items")
    return (f"{helper}(", module.source.span(held), ", ", *as_argument(module.source, target.slice), ", ", *value, ")")


def _kept(module: Module, scopes: set[int]) -> Iterator[Match]:
    """``p.data`` that a function keeps and sets anew."""
    for node in module.source.each(ast.Attribute):
        if node.attr != "data" or not isinstance(node.ctx, ast.Load):
            continue
        scope = held_names.scope_of(module.source, node)
        if id(scope) not in scopes or module.certain_api(node) != _DATA or not module.parameters.has(node.value):
            continue
        holder = module.source.parent(node)
        if isinstance(holder, ast.Assign) and holder.value is node:
            kept = not any(isinstance(one, ast.Attribute) and one.attr == "data" for one in holder.targets)
        else:
            kept = isinstance(holder, (ast.ListComp, ast.DictComp, ast.List, ast.Dict))
            kept = (
                kept
                or isinstance(holder, ast.Call)
                and isinstance(holder.func, ast.Attribute)
                and holder.func.attr == "append"
            )
        if kept:
            end = module.source.span(node).end
            yield Match((Edit(Span(end, end), (".copy()",)),))
