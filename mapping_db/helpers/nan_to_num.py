"""Numbers in place of NaN and infinities, for every type."""

import mindspore as ms
import numpy as np
from mindspore import ops


def nan_to_num(input, nan=None, posinf=None, neginf=None):
    """As ``torch.nan_to_num``: MindSpore's has no kernel for whole and double numbers on a CPU."""
    if not input.is_floating_point():
        return input.copy()
    if input.dtype != ms.float64:
        return ops.nan_to_num(input, nan, posinf, neginf)
    largest = np.finfo(np.float64).max
    result = input
    for place, value in (
        (ops.isnan(input), 0.0 if nan is None else nan),
        (input == np.inf, largest if posinf is None else posinf),
        (input == -np.inf, -largest if neginf is None else neginf),
    ):
        result = ops.where(place, ms.Tensor(np.array(value, np.float64)), result)
    return result
