# needs: linalg_lu_factor
"""The LU decomposition with a matrix of permutations."""

import numpy as np
from mindspore import Tensor


def linalg_lu(A, *, pivot=True, out=None):
    """As ``torch.linalg.lu``: ``(P, L, U)``. Computed on the host: no gradient."""
    packed, pivots = (part.asnumpy() for part in linalg_lu_factor(A, pivot=pivot))
    rows, columns = packed.shape[-2:]
    steps = min(rows, columns)
    lower = np.tril(packed[..., :steps], -1) + np.eye(rows, steps, dtype=packed.dtype)
    orders = np.broadcast_to(np.eye(rows, dtype=packed.dtype), (*packed.shape[:-2], rows, rows)).copy()
    for place in np.ndindex(packed.shape[:-2]):
        for k in reversed(range(steps)):
            other = int(pivots[(*place, k)]) - 1
            orders[place][[k, other]] = orders[place][[other, k]]
    return Tensor(orders), Tensor(lower), Tensor(np.triu(packed)[..., :steps, :])
