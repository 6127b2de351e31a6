"""Sorted values and their int64 positions."""

from mindspore import ops


def sort(input, dim=-1, descending=False, stable=False):
    """``(values, indices)``; ``ops.sort`` gives int32 indices, which do not mix with int64 tensors."""
    values, indices = ops.sort(input, dim, descending)
    return values, indices.long()
