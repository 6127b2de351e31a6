"""Quantiles of what is not NaN."""

import numpy as np
from mindspore import Tensor


def nanquantile(input, q, dim=None, keepdim=False, *, interpolation="linear", out=None):
    """As ``torch.nanquantile``; computed on the host, so it takes no part in differentiation."""
    values = input.asnumpy()
    share = q.asnumpy() if isinstance(q, Tensor) else q
    found = np.nanquantile(values, share, axis=dim, keepdims=keepdim, method=interpolation)
    return Tensor(np.asarray(found).astype(values.dtype))
