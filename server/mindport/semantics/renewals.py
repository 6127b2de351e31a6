"""``x = f(x)``: what an unknown function makes of a tensor, and is called as the tensor was, is likely one."""

from __future__ import annotations

import ast
import re
import sys
from typing import TYPE_CHECKING, Final

from mindport.semantics.torch_names import words
from mindport.semantics.types import OUTPUT, UNKNOWN, Type, tuple_of
from mindport.syntax.nodes import Attribute, Name, Starred, Tuple

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

_WORDS: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|\d+")
_ELSE: Final = words("""
    np numpy array arrays ndarray list tuple dict str string text int float bool number numbers num scalar item items
    value values image images img imgs pil bytes json format repr size sizes shape shapes len length dim dims count name
    names key keys set fig figure plot path file module model layer net device dtype type cv cv2 tf jax onnx df frame
    pandas sample samples data batch tokens decode parse load
""")
"""Words in a function's name that promise something else."""


def renewed(flow: Flow, call: ast.Call, value: Type, targets: list[ast.expr]) -> Type:
    """``value``, what the call gives as far as is known, or what its targets' names say of it."""
    if len(targets) != 1:
        return value
    target = targets[0]
    names = [target] if type(target) is Name else target.elts if type(target) is Tuple else []
    given = {
        one.id
        for one in (*call.args, *(keyword.value for keyword in call.keywords))
        if type(one) is Name and _is_tensor(flow.types.get(id(one), UNKNOWN))
    }
    if not given or not names or not _keeps_kind(flow, call.func):
        return value
    if names[0] is target:
        return OUTPUT if target.id in given else value  # type: ignore[attr-defined]
    found = [OUTPUT if type(one) is Name and one.id in given else UNKNOWN for one in names]
    return value if OUTPUT not in found or any(type(one) is Starred for one in names) else tuple_of(*found)


def _is_tensor(value: Type) -> bool:
    return value.kind == "tensor" and not value.optional or value == OUTPUT


def _keeps_kind(flow: Flow, callee: ast.expr) -> bool:
    known = flow.types.get(id(callee), UNKNOWN)
    if known.kind == "namespace" and known.name.partition(".")[0] in sys.stdlib_module_names | {"numpy"}:
        return False
    if known.kind not in ("function", "unknown", "namespace") or known.name.startswith("builtins."):
        return False
    leaf = callee.attr if type(callee) is Attribute else callee.id if type(callee) is Name else ""
    words = {word.lower() for word in _WORDS.findall(leaf)}
    return bool(words) and not words & _ELSE
