"""What functions of einops give: tensors of tensors, arrays of arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mindport.semantics import hindsight
from mindport.semantics.joining import element
from mindport.semantics.likelihood import ARRAYS, OTHER_TENSORS, among_arrays, inside_module
from mindport.semantics.types import (
    INT,
    NUMPY,
    OPEN,
    OTHER,
    OUTPUT,
    STR,
    TENSOR,
    UNKNOWN,
    Type,
    callable_to,
    dict_of,
    list_of,
    tuple_of,
)
from mindport.syntax.nodes import Name

if TYPE_CHECKING:
    from mindport.semantics.arguments import Arguments
    from mindport.semantics.flow import Flow

_GIVING_ALIKE: Final = frozenset(["rearrange", "repeat", "reduce", "einsum"])
_LAYERS: Final = "layers.torch."


def library(flow: Flow, name: str, given: Arguments) -> Type:
    """Result of a function of einops, or an instance of one of its layers, by its name within the package."""
    if name in _GIVING_ALIKE:
        return _alike(flow, given)
    if name.startswith(_LAYERS):
        return callable_to(TENSOR)
    if name == "parse_shape":
        return dict_of(STR, INT)
    if name == "pack":
        return tuple_of(TENSOR, list_of(OTHER))
    return list_of(TENSOR) if name == "unpack" else UNKNOWN


def _alike(flow: Flow, given: Arguments) -> Type:
    """What is of the kind of the first argument; of what nothing is known of, likely a tensor where arrays are not at home."""
    first = given.first
    if first.kind == "tensor" or (first.kind in ("list", "tuple") and element(first).kind == "tensor"):
        return TENSOR
    if first == NUMPY or first.kind == "ndarray":
        return NUMPY
    if first == OUTPUT:
        return OUTPUT
    if first.kind != "unknown" or first.name not in OPEN or not flow.judges or _are_arrays_at_hand(flow):
        return UNKNOWN
    if given.call.args and type(given.call.args[0]) is Name:
        hindsight.likely(flow, given.call.args[0])
    return OUTPUT


def _are_arrays_at_hand(flow: Flow) -> bool:
    """Whether what is given may be another library's: in a Module's own code, not NumPy's for its being imported."""
    if inside_module(flow):
        return among_arrays(flow) or flow.knows(OTHER_TENSORS)
    return flow.knows(ARRAYS)
