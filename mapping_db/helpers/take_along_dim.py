"""Elements picked along an axis by indices that broadcast."""

import numpy as np
from mindspore import ops


def take_along_dim(input, indices, dim=None, *, out=None):
    """As ``torch.take_along_dim``; without ``dim`` both are flattened."""
    if dim is None:
        return ops.gather_elements(input.reshape(-1), 0, indices.reshape(-1))
    dim = dim % input.ndim
    ours, theirs = list(input.shape), list(indices.shape)
    ours[dim] = theirs[dim] = 1
    shape = np.broadcast_shapes(tuple(ours), tuple(theirs))
    ours, theirs = list(shape), list(shape)
    ours[dim], theirs[dim] = input.shape[dim], indices.shape[dim]
    return ops.gather_elements(ops.broadcast_to(input, tuple(ours)), dim, ops.broadcast_to(indices, tuple(theirs)))
