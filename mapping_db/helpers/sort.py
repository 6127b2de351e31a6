"""Sorted values and their int64 positions."""

from mindspore import ops


def sort(input, dim=-1, descending=False, stable=False):
    """``(values, indices)``; ``ops.sort`` gives int32 indices, which do not mix with int64 tensors, and wants an axis."""
    x = input if input.ndim else input.reshape(1)
    values, indices = ops.sort(x, dim, descending)
    return values.reshape(input.shape), indices.long().reshape(input.shape)
