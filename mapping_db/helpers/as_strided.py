"""Elements of a tensor's row of elements, at strides."""

import numpy as np
from mindspore import Tensor, ops


def as_strided(input, size, stride, storage_offset=0):
    """As ``torch.as_strided`` of a contiguous tensor, but a new tensor and not a view."""
    places = np.full(tuple(size), storage_offset or 0, np.int64)
    for axis, (count, step) in enumerate(zip(size, stride)):
        shape = [1] * len(size)
        shape[axis] = count
        places = places + (np.arange(count) * step).reshape(shape)
    return ops.gather(input.reshape(-1), Tensor(places), 0)
