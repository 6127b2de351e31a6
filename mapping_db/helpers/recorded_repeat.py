import numpy as np
from mindspore import Tensor, ops


def recorded_repeat(input, *repeats):
    """As ``x.repeat``, for gradients of gradients."""
    counts = tuple(repeats[0]) if len(repeats) == 1 and not isinstance(repeats[0], int) else repeats
    out = input.reshape((1,) * (len(counts) - input.ndim) + tuple(input.shape))
    for axis, count in enumerate(counts):
        if count != 1:
            out = ops.gather(out, Tensor(np.tile(np.arange(out.shape[axis]), int(count))), axis)
    return out
