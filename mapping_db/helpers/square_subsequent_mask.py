"""The mask by which a position attends to none that follow."""

import mindspore as ms
from mindspore import ops


def square_subsequent_mask(sz, dtype=None):
    """Zero on and below the diagonal, minus infinity above it."""
    mask = ops.triu(ops.ones((sz, sz)), 1).bool()
    return ops.zeros((sz, sz), dtype or ms.float32).masked_fill(mask, float("-inf"))
