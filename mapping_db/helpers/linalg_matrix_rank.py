"""The rank of matrices."""

import numpy as np
from mindspore import Tensor


def linalg_matrix_rank(input, tol=None, *, atol=None, rtol=None, hermitian=False, out=None):
    """As ``torch.linalg.matrix_rank``: how many singular values are above the tolerance. Computed on the host."""
    values = input.asnumpy()
    sizes = np.linalg.svd(values, compute_uv=False)
    if tol is None:
        relative = rtol if rtol is not None else 0.0 if atol else max(values.shape[-2:]) * np.finfo(values.dtype).eps
        tol = np.maximum(atol or 0.0, relative * sizes.max(-1, keepdims=True))
    return Tensor((sizes > tol).sum(-1).astype(np.int64))
