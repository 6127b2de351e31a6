# needs: recorded_unbind
"""The cross product of vectors of three elements."""

import numpy as np
from mindspore import ops


def cross(input, other, dim=None, *, out=None):
    """As ``torch.cross``: along ``dim``, or along the first axis of size 3. MindSpore's own is wrong where shapes broadcast."""
    shape = np.broadcast_shapes(input.shape, other.shape)
    if dim is None:
        dim = shape.index(3)
    a0, a1, a2 = recorded_unbind(ops.broadcast_to(input, shape), dim)
    b0, b1, b2 = recorded_unbind(ops.broadcast_to(other, shape), dim)
    return ops.stack([a1 * b2 - a2 * b1, a2 * b0 - a0 * b2, a0 * b1 - a1 * b0], dim)
