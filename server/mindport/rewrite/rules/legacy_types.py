"""``x.type(torch.FloatTensor)`` becomes ``x.to(ms.float32)``: the tensor classes of old stand for data types, and so do what
another tensor's ``type()`` gives, and the texts that it is compared with."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.arguments import attribute_name
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
import torch


def cast(x: torch.Tensor):
    return x.type(torch.FloatTensor) + x.type("torch.cuda.LongTensor")


def cast_like(x: torch.Tensor, other: torch.Tensor):
    return x.type(other.type())


def is_half(x: torch.Tensor):
    return x.type() == "torch.cuda.HalfTensor" or x.type() in ("torch.ByteTensor", "torch.BoolTensor")


def cast_all(batch: list[torch.Tensor], fast):
    Kind = torch.cuda.FloatTensor if fast else torch.FloatTensor
    Same = Kind
    return [x.type(Kind).type(Same) for x in batch]
""",
        """
import mindspore as ms
from mindspore import Tensor
from mindport_helpers import float_tensor


def cast(x: Tensor):
    return x.to(ms.float32) + x.to(ms.int64)


def cast_like(x: Tensor, other: Tensor):
    return x.to(other.dtype)


def is_half(x: Tensor):
    return x.dtype == ms.float16 or x.dtype in (ms.uint8, ms.bool_)


def cast_all(batch: list[Tensor], fast):
    Kind = float_tensor if fast else float_tensor
    Same = Kind
    return [x.to(ms.float32).to(ms.float32) for x in batch]
""",
    ),
]
NOOPS = ["kind = type(print)\n"]

_TYPE = "torch.Tensor.type"
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
    for node in module.source.nodes:
        if isinstance(node, ast.Compare) and (compared := _compared(module, node)) is not None:
            yield compared
        if not isinstance(node, ast.Call) or len(node.args) != 1 or node.keywords:
            continue
        if not isinstance(node.func, ast.Attribute) or module.api(node) != _TYPE:
            continue
        given = node.args[0]
        if isinstance(given, ast.Call) and module.api(given) == _TYPE and not given.args and not given.keywords:
            yield _as_another(module, node.func, given)
            continue
        dtype = _dtype(module, given)
        if dtype is None:
            continue
        edits = (
            Edit(attribute_name(module.source, node.func), ("to",)),
            Edit(module.source.span(given), (module.spelling.name(f"mindspore.{dtype}"),)),
        )
        yield Match(edits, frozenset([id(node.func), *(id(part) for part in ast.walk(given))]))


def _compared(module: Module, node: ast.Compare) -> Match | None:
    """``x.type() == "torch.cuda.HalfTensor"``"""
    asked, others = node.left, node.comparators
    if not isinstance(asked, ast.Call) or not isinstance(asked.func, ast.Attribute) or asked.args or asked.keywords:
        return None
    if module.api(asked.func) != _TYPE or len(others) != 1:
        return None
    texts = others[0].elts if isinstance(others[0], (ast.Tuple, ast.List, ast.Set)) else others
    kinds = [_dtype(module, one) if isinstance(one, ast.Constant) else None for one in texts]
    if not kinds or None in kinds:
        return None
    source = module.source
    edits = [
        Edit(attribute_name(source, asked.func), ("dtype",)),
        Edit(Span(source.end(asked.func), source.end(asked)), ("",)),
        *(Edit(source.span(one), (module.spelling.name(f"mindspore.{kind}"),)) for one, kind in zip(texts, kinds)),
    ]
    return Match(tuple(edits), frozenset([id(asked.func)]))


def _as_another(module: Module, name: ast.Attribute, given: ast.Call) -> Match:
    """``x.type(other.type())``"""
    source, asked = module.source, given.func
    assert isinstance(asked, ast.Attribute)
    edits = (
        Edit(attribute_name(source, name), ("to",)),
        Edit(attribute_name(source, asked), ("dtype",)),
        Edit(Span(source.end(asked), source.end(given)), ("",)),
    )
    return Match(edits, frozenset([id(name), id(asked)]))


def _dtype(module: Module, node: ast.expr) -> str | None:
    """The data type that a class, or the text that names one, stands for."""
    name = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else module.api(node)
    if name is None and isinstance(node, ast.Name):
        return _of_variable(module, node.id)
    if name is None or not name.startswith("torch."):
        return None
    return _TYPES.get(name.removeprefix("torch.").removeprefix("cuda."))


def _of_variable(module: Module, name: str, seen: frozenset[str] = frozenset()) -> str | None:
    """What every assignment to the variable agrees on: ``Float = torch.cuda.FloatTensor if fast else torch.FloatTensor``."""
    found: set[str | None] = set()
    for node in module.source.nodes:
        if isinstance(node, ast.Name) and node.id == name and not isinstance(node.ctx, ast.Load):
            parent = module.source.parent(node)
            value = parent.value if isinstance(parent, ast.Assign) else None
            branches = [value.body, value.orelse] if isinstance(value, ast.IfExp) else [value]
            for one in branches:
                if isinstance(one, ast.Name) and module.api(one) is None:  # ``Tensor = FloatTensor``
                    other = one.id not in seen | {name}
                    found.add(_of_variable(module, one.id, seen | {name}) if other else None)
                else:
                    found.add(_dtype(module, one) if one is not None else None)
        elif isinstance(node, ast.arg) and node.arg == name:
            found.add(None)
    return found.pop() if len(found) == 1 else None
