"""Eigenvalues and eigenvectors of square matrices, complex ones."""

import numpy as np
from mindspore import Tensor


def linalg_eig(input, *, out=None):
    """As ``torch.linalg.eig``: ``(values, vectors)``; computed on the host, so it takes no part in differentiation."""
    values, vectors = np.linalg.eig(input.asnumpy())
    kind = np.result_type(input.asnumpy().dtype, np.complex64)
    return Tensor(values.astype(kind)), Tensor(vectors.astype(kind))
