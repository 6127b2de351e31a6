# needs: init_fill
import math

import numpy as np


def init_sparse_(tensor, sparsity, std=0.01, generator=None):
    """Fills a matrix with normal values, a share of each column being zero."""
    rows, columns = tensor.shape
    values = np.random.normal(0.0, std, (rows, columns)).astype(np.float32)
    for column in range(columns):
        values[np.random.permutation(rows)[: math.ceil(sparsity * rows)], column] = 0
    return init_fill(tensor, values)
