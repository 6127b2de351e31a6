"""Positions in a flattened tensor as positions along its axes."""

import numpy as np
from mindspore import Tensor


def unravel_index(indices, shape):
    """As ``torch.unravel_index``: one tensor of positions for each axis. Computed on the host, in whole numbers."""
    places = np.asarray(indices.asnumpy(), np.int64)
    sizes = (shape,) if isinstance(shape, int) else tuple(shape.tolist() if isinstance(shape, Tensor) else shape)
    out = []
    for size in reversed(sizes):
        out.append(Tensor(places % size))
        places = places // size
    return tuple(reversed(out))
