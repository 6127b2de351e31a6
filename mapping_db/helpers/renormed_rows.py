"""Rows of a table that are too long."""

import numpy as np
from mindspore import Tensor


def renormed_rows(weight, indices, max_norm, norm_type):
    """Shortens, in place, the rows of ``weight`` at ``indices`` (NumPy) whose norm exceeds ``max_norm``, as torch does."""
    table = weight.asnumpy().copy()
    used = np.unique(indices)
    norms = np.linalg.norm(table[used], ord=norm_type, axis=1)
    long = norms > max_norm
    if long.any():
        table[used[long]] *= (max_norm / (norms[long] + 1e-7))[:, None]
        weight[...] = Tensor(table)
