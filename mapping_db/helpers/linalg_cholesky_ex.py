# needs: cholesky
"""The Cholesky decomposition, and whether it failed."""

import mindspore as ms
from mindspore import ops


def linalg_cholesky_ex(input, *, upper=False, check_errors=False, out=None):
    """As ``torch.linalg.cholesky_ex``: ``(L, info)``. ``info`` is 0 or, where the result is not finite, 1."""
    factor = cholesky(input, upper)
    failed = ops.logical_not(ops.isfinite(factor).all((-2, -1)))
    return factor, failed.to(ms.int32)
