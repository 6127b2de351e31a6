"""Eigenvalues and eigenvectors of symmetric matrices."""

import numpy as np
from mindspore import Tensor


def detached_eigh(input, UPLO="L", *, out=None):
    """As ``torch.linalg.eigh``: ``(values, vectors)``; computed on the host, so it takes no part in differentiation."""
    values, vectors = np.linalg.eigh(input.asnumpy(), UPLO)
    return Tensor(values), Tensor(vectors)
