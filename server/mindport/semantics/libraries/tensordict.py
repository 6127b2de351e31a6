"""Dicts of tensors that have the methods of one: ``TensorDict`` of tensordict, in which torchrl keeps what it computes with
(facts of version 0.15)."""

from __future__ import annotations

import ast
from typing import Final

from mindport.semantics.libraries.objects import TENSOR_DICT
from mindport.semantics.types import (
    DEVICE,
    INT,
    OUTPUT,
    SHAPE,
    STR,
    UNKNOWN,
    Type,
    callable_to,
    iterator_of,
    list_of,
    tuple_of,
)
from mindport.semantics.word_sets import words
from mindport.syntax.nodes import Attribute, Constant, Name, Tuple

_SAME: Final = words("""
    abs add apply apply_ bfloat16 bool clone consolidate contiguous copy copy_ cpu cuda densify detach detach_ div
    double empty exclude expand expand_as fill_ flatten flatten_keys float gather half index_select int lock_ long
    masked_fill masked_select memmap memmap_ mul named_apply neg new_empty new_full new_ones new_zeros permute
    pin_memory pow refine_names rename_key_ repeat repeat_interleave replace requires_grad_ reshape roll select set set_
    set_non_tensor share_memory_ squeeze sub to to_tensordict transpose type unflatten unflatten_keys unlock_ unsqueeze
    update update_ view where zero_
""")
_SEVERAL: Final = words("chunk split unbind")
_PARTS: Final = words("get get_at pop")
_SIZES: Final = words("batch_dims ndim")
_COUNTED: Final = words("dim numel ndimension")


def member(name: str) -> Type:
    """A member of such a dict."""
    if name in _SAME:
        return callable_to(TENSOR_DICT)
    if name in _SEVERAL:
        return callable_to(list_of(TENSOR_DICT))
    if name in _PARTS:
        return callable_to(OUTPUT)
    if name in ("items", "values"):
        return callable_to(iterator_of(tuple_of(STR, OUTPUT) if name == "items" else OUTPUT))
    if name in ("shape", "batch_size"):
        return SHAPE
    if name in _SIZES:
        return INT
    if name in _COUNTED:
        return callable_to(INT)
    if name == "size":
        return callable_to(UNKNOWN)
    return TENSOR_DICT if name in ("data", "grad") else DEVICE if name == "device" else UNKNOWN


def item(index: ast.expr, known: Type) -> Type:
    """``td["action"]``, ``td["next", "reward"]``, ``td[self.done_key]``, ``td[name]``, where that is known to be a str; or again
    such a dict: ``td["next"]``, ``td[0]``."""
    key = index.elts[-1] if type(index) is Tuple and index.elts else index
    if type(key) is Constant and isinstance(key.value, str):
        return OUTPUT if key.value != "next" else TENSOR_DICT
    name = key.attr if type(key) is Attribute else key.id if type(key) is Name else ""
    return OUTPUT if known.kind == "str" or name.endswith("key") else TENSOR_DICT
