"""``x.type(torch.FloatTensor)`` becomes ``x.to(ms.float32)``: the tensor classes of old stand for data types."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.arguments import attribute_name
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

EXAMPLES = [
    (
        """
import torch


def cast(x: torch.Tensor):
    return x.type(torch.FloatTensor) + x.type("torch.cuda.LongTensor")
""",
        """
import mindspore as ms
from mindspore import Tensor


def cast(x: Tensor):
    return x.to(ms.float32) + x.to(ms.int64)
""",
    ),
]
NOOPS = ["kind = type(print)\n"]

_TYPES = {
    "FloatTensor": "float32",
    "DoubleTensor": "float64",
    "HalfTensor": "float16",
    "BFloat16Tensor": "bfloat16",
    "LongTensor": "int64",
    "IntTensor": "int32",
    "ShortTensor": "int16",
    "CharTensor": "int8",
    "ByteTensor": "uint8",
    "BoolTensor": "bool_",
}


def matches(module: Module) -> Iterator[Match]:
    if module.source.tree is None:
        return
    for node in ast.walk(module.source.tree):
        if not isinstance(node, ast.Call) or len(node.args) != 1 or node.keywords:
            continue
        if not isinstance(node.func, ast.Attribute) or module.api(node) != "torch.Tensor.type":
            continue
        dtype = _dtype(module, node.args[0])
        if dtype is None:
            continue
        edits = (
            Edit(attribute_name(module.source, node.func), ("to",)),
            Edit(module.source.span(node.args[0]), (module.spelling.name(f"mindspore.{dtype}"),)),
        )
        yield Match(edits, frozenset([id(node.func), *(id(part) for part in ast.walk(node.args[0]))]))


def _dtype(module: Module, node: ast.expr) -> str | None:
    """The data type that a class, or the text that names one, stands for."""
    name = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else module.api(node)
    if name is None or not name.startswith("torch."):
        return None
    return _TYPES.get(name.removeprefix("torch.").removeprefix("cuda."))
