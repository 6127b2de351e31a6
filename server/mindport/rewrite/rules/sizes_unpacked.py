"""``x.new(n, *x.size()[1:])``, ``torch.FloatTensor(2, *shape)``: several sizes, some of them unpacked, as one tuple.

A row cannot tell how many arguments a ``*`` stands for; more than one are sizes in any case, and so is an unpacked shape.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
import torch


def padded(xs, value, shape):
    pad = xs[0].new(len(xs), 7, *xs[0].size()[1:]).fill_(value)
    same = pad.new(*pad.shape)
    rest = torch.LongTensor(2, *shape)
    return pad, same, torch.Tensor(*shape, 3), rest
""",
        """
import mindspore as ms
from mindspore import mint, ops


def padded(xs, value, shape):
    pad = ops.full_like(xs[0].new_zeros((len(xs), 7, *xs[0].shape[1:])), value)
    same = pad.new_zeros((*pad.shape,))
    rest = mint.zeros((2, *shape), dtype=ms.int64)
    return pad, same, mint.zeros((*shape, 3), dtype=ms.float32), rest
""",
    ),
]
NOOPS = ["def made(kind, shop, sizes):\n    return kind(2, *sizes), shop.order(2, *sizes)\n"]

_NEW = "torch.Tensor.new"
_TYPES = {
    "torch.Tensor": "float32",
    "torch.FloatTensor": "float32",
    "torch.DoubleTensor": "float64",
    "torch.HalfTensor": "float16",
    "torch.LongTensor": "int64",
    "torch.IntTensor": "int32",
    "torch.ShortTensor": "int16",
    "torch.CharTensor": "int8",
    "torch.ByteTensor": "uint8",
    "torch.BoolTensor": "bool_",
}


def matches(module: Module) -> Iterator[Match]:
    for call in module.source.each(ast.Call):
        if not any(isinstance(argument, ast.Starred) for argument in call.args):
            continue
        api = module.api(call.func) or ""
        if (api == _NEW or api in _TYPES) and _gives_sizes(call):
            first, last = module.source.span(call.args[0]), module.source.span(call.args[-1])
            sizes: list[str | Span] = ["((", Span(first.start, last.end), ",)" if len(call.args) == 1 else ")"]
            edit = Edit(module.source.span(call), tuple(_made(module, call, api, sizes)))
            yield Match((edit,), frozenset([id(call.func)]))


def _made(module: Module, call: ast.Call, api: str, sizes: list[str | Span]) -> Iterator[str | Span]:
    if api == _NEW:
        assert isinstance(call.func, ast.Attribute)
        yield from (module.source.span(call.func.value), ".new_zeros", *sizes, ")")
    else:
        zeros = module.spelling.name("mindspore.mint.zeros")
        yield from (zeros, *sizes, ", dtype=", module.spelling.name(f"mindspore.{_TYPES[api]}"), ")")


def _gives_sizes(call: ast.Call) -> bool:
    if any(keyword.arg != "device" for keyword in call.keywords):
        return False
    return len(call.args) > 1 or _is_shape(call.args[0])


def _is_shape(node: ast.expr) -> bool:
    """``*x.shape``, ``*x.size()[1:]``: a shape, or a part of one."""
    value = node.value if isinstance(node, ast.Starred) else node
    if isinstance(value, ast.Subscript):
        value = value.value
    if isinstance(value, ast.Call) and not value.args:
        return isinstance(value.func, ast.Attribute) and value.func.attr == "size"
    return isinstance(value, ast.Attribute) and value.attr == "shape"
