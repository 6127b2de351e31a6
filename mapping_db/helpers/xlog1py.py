# needs: result_type
"""A product with ``log(1 + y)``, 0 where the factor is."""

import math

from mindspore import Tensor, ops


def xlog1py(input, other, *, out=None):
    """As ``torch.special.xlog1py``; one of the two may be a number."""
    if isinstance(other, Tensor):
        other = other if other.is_floating_point() else other.float()
        if isinstance(input, Tensor) and input.is_floating_point() and input.dtype != other.dtype:
            kind = result_type(input, other)
            input, other = input.to(kind), other.to(kind)
        product = input * ops.log1p(other)
    else:
        product = input * (math.log1p(other) if other > -1 else -math.inf if other == -1 else math.nan)
    return ops.where(input == 0, ops.zeros_like(product), product) if isinstance(input, Tensor) else product
