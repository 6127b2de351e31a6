"""Elements of a source put where a mask is true."""

import numpy as np
from mindspore import ops


def masked_scatter(input, mask, source):
    """As ``torch.masked_scatter``; ``Tensor.masked_scatter`` takes no mask that is larger than the tensor."""
    shape = np.broadcast_shapes(input.shape, mask.shape)
    return ops.broadcast_to(input, shape).masked_scatter(ops.broadcast_to(mask, shape), source)
