# needs: pinv_with_gradient
"""The pseudo-inverse."""

import numpy as np
from mindspore import Tensor


def linalg_pinv(input, rcond=None, *, atol=None, rtol=None, hermitian=False, out=None):
    """As ``torch.linalg.pinv``; computed on the host, with torch's gradient."""
    values = input.asnumpy()
    limit = rtol if rtol is not None else rcond
    if limit is None:
        limit = max(values.shape[-2:]) * np.finfo(values.dtype).eps if atol is None else 0.0
    if atol:
        limit = np.maximum(limit, atol / np.linalg.norm(values, 2, (-2, -1)))
    return pinv_with_gradient(input, Tensor(np.linalg.pinv(values, limit, hermitian)))
