"""Sorted values and their int64 positions."""

import mindspore as ms
from mindspore import ops


def sort(input, dim=-1, descending=False, stable=False):
    """``(values, indices)``; ``ops.sort`` gives int32 indices, which do not mix with int64 tensors, and wants an axis."""
    if input.dtype == ms.bool_:  # which it does not sort
        values, indices = sort(input.astype(ms.int32), dim, descending)
        return values.astype(ms.bool_), indices
    x = input if input.ndim else input.reshape(1)
    values, indices = ops.sort(x, dim, descending)
    return values.reshape(input.shape), indices.long().reshape(input.shape)
