"""``half.add_(single)``: torch keeps the type of the tensor that is changed, MindSpore's operators promote it."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from mindport.rewrite.element_types import FLOATS, NARROW, WHOLE, ElementTypes, promoted

_SEVERAL = re.compile(r"half|Half|double|Double|float16|float64|int8|int16|int32|\.(?:short|int|char|byte)\(|IntTensor")

METHODS = frozenset(
    f"torch.Tensor.{one}_"
    for one in (
        *("add", "sub", "subtract", "mul", "multiply", "div", "divide", "true_divide", "remainder", "fmod", "pow"),
        *("atan2", "arctan2", "xlogy", "copysign", "addcmul", "addcdiv", "lerp", "hypot"),
        *("floor_divide", "bitwise_and", "bitwise_or", "bitwise_xor", "gcd", "lcm", "ldexp"),
    )
)
"""Those that a template makes operations of."""


def speaks_of_several(text: str) -> bool:
    """Whether the file names any type but the usual ones."""
    return _SEVERAL.search(text) is not None


def widens(types: ElementTypes, tensor: ast.expr, others: Sequence[ast.expr]) -> bool:
    """Whether the file shows that the result of an operation of ``tensor`` and ``others`` is of a wider type than ``tensor``, or
    that ``tensor`` is of half precision and not all the others are."""
    own = types.of(tensor)
    return any(_widens(own, types.kind(one)) for one in others)


def _widens(own: str, other: str) -> bool:
    if other.startswith("number:"):
        return False
    if not own:
        return other == "float64"
    if not other:
        return own in NARROW
    wider = promoted(own, other)
    # Torch refuses to put real numbers into whole ones, and complex ones into real ones.
    return wider != own and any(own in kind and wider in kind for kind in (FLOATS, WHOLE))
