"""The rank of matrices."""

import numpy as np
from mindspore import Tensor


def linalg_matrix_rank(input, tol=None, *, atol=None, rtol=None, hermitian=False, out=None):
    """As ``torch.linalg.matrix_rank``: how many singular values are above the tolerance. Computed on the host."""
    values = input.asnumpy()
    sizes = np.linalg.svd(values, compute_uv=False)
    largest = sizes.max(-1, initial=0)
    atol, rtol = (
        each.asnumpy() if isinstance(each, Tensor) else each for each in (tol if tol is not None else atol, rtol)
    )
    if rtol is None:
        precise = np.asarray(atol is None) | (np.asarray(atol or 0.0 if np.ndim(atol) == 0 else atol) <= 0)
        rtol = np.where(precise & (tol is None), max(values.shape[-2:]) * np.finfo(values.dtype).eps, 0.0)
    limit = np.maximum(0.0 if atol is None else atol, rtol * largest)
    return Tensor((sizes > limit[..., None]).sum(-1).astype(np.int64))
