"""Tensors expanded to the shape that they have together."""

import numpy as np
from mindspore import ops


def broadcast_tensors(*tensors):
    """As ``torch.broadcast_tensors``, as a tuple."""
    shape = np.broadcast_shapes(*(tensor.shape for tensor in tensors))
    return tuple(ops.broadcast_to(tensor, shape) for tensor in tensors)
