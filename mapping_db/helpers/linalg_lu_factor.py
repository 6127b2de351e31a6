"""The LU decomposition in one matrix, with its pivots."""

import numpy as np
from mindspore import Tensor


def linalg_lu_factor(A, *, pivot=True, out=None):
    """As ``torch.linalg.lu_factor``: ``(LU, pivots)``, pivots from 1. Computed on the host: no gradient."""
    factors = A.asnumpy().copy()
    rows, columns = factors.shape[-2:]
    steps = min(rows, columns)
    pivots = np.zeros((*factors.shape[:-2], steps), np.int32)
    for place in np.ndindex(factors.shape[:-2]):
        matrix = factors[place]
        for k in range(steps):
            best = k + int(np.abs(matrix[k:, k]).argmax()) if pivot else k
            pivots[(*place, k)] = best + 1
            matrix[[k, best]] = matrix[[best, k]]
            matrix[k + 1 :, k] /= matrix[k, k]
            matrix[k + 1 :, k + 1 :] -= np.outer(matrix[k + 1 :, k], matrix[k, k + 1 :])
    return Tensor(factors), Tensor(pivots)
