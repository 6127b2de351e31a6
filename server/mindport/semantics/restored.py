"""What an object is given back of what it once kept: ``self.total = state["total"].clone()`` in ``load_state_dict``."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Final

from mindport.semantics import hindsight
from mindport.semantics.definitions import ClassInfo
from mindport.semantics.types import OPEN, UNKNOWN
from mindport.syntax.nodes import Attribute, Constant, Subscript

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

_NAMES: Final = re.compile(r"__setstate__$|restore|_?(?:load|set|recover)_(?:\w+_)?state(?:_dict|s)?$")


def restores(flow: Flow) -> bool:
    """Whether the running function gives an object back what it held before, or another one like it."""
    function = flow.frame.function
    return function is not None and _NAMES.match(function.name) is not None


def told(flow: Flow, target: ast.Attribute, source: ast.Call) -> None:
    """Effect: what a copy is made of that comes back out of a dict is a tensor where the attribute is one otherwise."""
    callee = source.func
    if type(callee) is not Attribute or type(callee.value) is not Subscript or not restores(flow):
        return
    part = callee.value
    if type(part.slice) is not Constant or not isinstance(part.slice.value, str):
        return
    value = flow.types.get(id(part), UNKNOWN)
    cls = flow.evaluate(target.value).definition
    if value.kind != "unknown" or value.name not in OPEN or not isinstance(cls, ClassInfo):
        return
    held = flow.own_attribute(cls, target.attr)
    if held is not None and held.kind == "tensor":
        hindsight.made_by_tensor(flow, source)
