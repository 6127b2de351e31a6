"""``x = f(x)``: what an unknown function makes of a tensor, and is called as the tensor was, is likely one."""

from __future__ import annotations

import ast
import re
import sys
from typing import TYPE_CHECKING, Final

from mindport.semantics import done_with
from mindport.semantics.types import OUTPUT, UNKNOWN, Type, tuple_of
from mindport.semantics.word_sets import words
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
_OF_TENSORS: Final = re.compile(
    r"(?:.*_)?(?:tensors?|torch)_?(?:to|2)_?(?!device|cuda|gpu|cpu|half|dense|sparse)[a-z]+"
)
"""Names of functions that make something else of a tensor: ``tensor_to_graph``."""


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
        if target.id not in given or done_with.is_another(flow, target):  # type: ignore[attr-defined]
            return value  # ``x = wrap(x)``, ``x.inputs``, which no tensor has
        return OUTPUT
    found = [OUTPUT if type(one) is Name and one.id in given else UNKNOWN for one in names]
    return value if OUTPUT not in found or any(type(one) is Starred for one in names) else tuple_of(*found)


def prepared(flow: Flow, call: ast.Call, value: Type, targets: list[ast.expr]) -> Type:
    """``model, optimizer = accelerator.prepare(model, optimizer)``: what other libraries make of Modules, optimizers and
    loaders, to be called as before, is used as they are. ``value``: what the call gives as far as is known."""
    target = targets[0]
    several = type(target) is Tuple
    if len(targets) != 1 or not (several or isinstance(target, (Name, Attribute)) and _prepares(call.func)):
        return value
    given: dict[str, Type] = {}
    for one in (*call.args, *(keyword.value for keyword in call.keywords)):
        key = _key(one)
        if key:
            found = flow.types.get(id(one), UNKNOWN)
            given[key] = found.present() if found.kind in _PREPARED else UNKNOWN
    if not any(one.kind in _PREPARED for one in given.values()):
        return value
    names = target.elts if type(target) is Tuple else [target]
    kept = [given[key] for key in map(_key, names) if key in given]
    if len(kept) != len(names) or not any(one.kind in _PREPARED for one in kept):
        return value
    return tuple_of(*kept) if several else kept[0]


def _key(node: ast.expr) -> str:
    """``model``, ``self.model``; empty for what is written otherwise."""
    if type(node) is Attribute and type(node.value) is Name:
        return f"{node.value.id}.{node.attr}"
    return node.id if type(node) is Name else ""


_PREPARED: Final = frozenset(["module", "optimizer", "scheduler", "dataloader"])
_PREPARING: Final = re.compile(r"_?(?:prepare|setup|initialize|wrap|parallelize|distribute)(?:_\w+)?|Distributed\w+")


def _prepares(callee: ast.expr) -> bool:
    """Whether a function's name says that it makes something ready for use, as it is."""
    leaf = callee.attr if type(callee) is Attribute else callee.id if type(callee) is Name else ""
    return _PREPARING.fullmatch(leaf) is not None


def _is_tensor(value: Type) -> bool:
    return value.kind == "tensor" and not value.optional or value == OUTPUT or value.kind == "never"


def _keeps_kind(flow: Flow, callee: ast.expr) -> bool:
    known = flow.types.get(id(callee), UNKNOWN)
    if known.kind == "namespace" and known.name.partition(".")[0] in sys.stdlib_module_names | {"numpy"}:
        return False
    if known.kind not in ("function", "unknown", "namespace") or known.name.startswith("builtins."):
        return False
    leaf = callee.attr if type(callee) is Attribute else callee.id if type(callee) is Name else ""
    words = {word.lower() for word in _WORDS.findall(leaf)}
    return bool(words) and not words & _ELSE and _OF_TENSORS.fullmatch(leaf) is None
