"""Distances between the rows of matrices."""

import numpy as np
from mindspore import ops


def cdist(x1, x2, p=2.0, compute_mode="use_mm_for_euclid_dist_if_necessary"):
    """As ``torch.cdist``; ``ops.cdist`` takes one batch axis, the same for both."""
    p = float(p)
    if x1.ndim == x2.ndim <= 3 and x1.shape[:-2] == x2.shape[:-2]:
        return ops.cdist(x1, x2, p)
    batch = np.broadcast_shapes(x1.shape[:-2], x2.shape[:-2])
    one, other = (ops.broadcast_to(x, (*batch, *x.shape[-2:])).reshape((-1, *x.shape[-2:])) for x in (x1, x2))
    return ops.cdist(one, other, p).reshape((*batch, x1.shape[-2], x2.shape[-2]))
