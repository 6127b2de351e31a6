"""Expressions that are a tensor's by the way they are written, where nothing else is known of what they are made of."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final

from mindport.semantics import hindsight, likelihood
from mindport.semantics.types import OPEN, OUTPUT, SHAPE, Type
from mindport.syntax.nodes import Attribute, BinOp, Call, Compare, Name, Subscript

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

_FRAMES: Final = ("pandas", "polars", "pyspark", "sqlalchemy", "sympy", "xarray")
_OF_COMPARED: Final = frozenset(
    ["float", "long", "int", "to", "double", "half", "bfloat16", "byte", "type", "type_as", "cpu", "cuda"]
)
_OF_SUMS: Final = frozenset(["mean", "sum", "std", "var"])


def sized(flow: Flow, node: ast.Call, found: Type) -> Type:
    """``x.size()[0]``, ``n, c = x.size()``, ``f(*x.size())``: a size that has parts is a tensor's."""
    callee = node.func
    if not flow.judges or type(callee) is not Attribute or callee.attr != "size" or node.args or node.keywords:
        return found
    owner = flow.types.get(id(callee.value), OUTPUT)
    if owner.kind != "unknown" or owner.name not in OPEN or not likelihood.is_open(flow, callee.value):
        return found
    hindsight.likely(flow, callee.value)
    flow.record("torch.Tensor.size", callee, "inferred", node, callee.value, why=("receiver|output",))
    return SHAPE


def masked(flow: Flow, node: ast.Subscript, owner: Type) -> bool:
    """``x[x > 0]``, where neither arrays nor tables are at work: only these and tensors are asked so."""
    index, value = node.slice, node.value
    if not flow.judges or type(index) is not Compare or type(value) is not Name or owner.kind != "unknown":
        return False
    if owner.name not in OPEN or type(index.left) is not Name or index.left.id != value.id:
        return False
    return (
        not flow.knows((*_STRANGERS, "numpy"))
        and not likelihood.among_arrays(flow)
        and likelihood.is_variable(flow, value)
    )


def speaks(flow: Flow, node: ast.Attribute, call: ast.Call) -> bool:
    """Whether a method is called as only a tensor's is: on what was brought to the CPU, ``x.cpu().tolist()``, or on the places of
    what is not zero, ``x.nonzero().squeeze()``, where NumPy gives a tuple; on a comparison,
    ``(a == b).float()``; or on a sum in a Module's own code, ``((a - b) ** 2).mean()``, where no arrays are at work."""
    value = node.value
    if type(value) is Call:
        return _is_fetched(flow, value, node.attr) or _is_found(flow, value, node.attr)
    if type(value) not in (Compare, BinOp) or flow.frame.function is None or flow.knows(_STRANGERS):
        return False
    if type(value) is Compare:
        plain = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)
        return node.attr in _OF_COMPARED and len(value.ops) == 1 and isinstance(value.ops[0], plain)
    if type(value) is not BinOp or node.attr not in _OF_SUMS or call.args or call.keywords:
        return False
    return likelihood.inside_module(flow) and not likelihood.among_arrays(flow)


def _is_fetched(flow: Flow, value: ast.Call, name: str) -> bool:
    """Whether a method is called on what ``cpu()`` gives, ``x.cpu().tolist()``: one that Tensors have and Modules have not."""
    callee = value.func
    if type(callee) is not Attribute or callee.attr != "cpu" or value.args or value.keywords or flow.knows(_STRANGERS):
        return False
    if type(callee.value) not in (Name, Attribute, Subscript, Call):
        return False
    if type(callee.value) is Name and likelihood.is_tried(flow, callee.value):
        return False
    known = flow.knowledge.member("torch.Tensor", name)
    return known is not None and flow.knowledge.member("torch.nn.Module", name) is None


def _is_found(flow: Flow, value: ast.Call, name: str) -> bool:
    callee = value.func
    if (
        type(callee) is not Attribute
        or callee.attr != "nonzero"
        or value.args
        or value.keywords
        or flow.knows(_STRANGERS)
    ):
        return False
    return flow.knowledge.member("torch.Tensor", name) is not None and not hasattr(tuple, name)


_STRANGERS: Final = (*_FRAMES, *likelihood.OTHER_TENSORS)
