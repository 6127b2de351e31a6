# needs: inverse
"""The inverse of square matrices, and whether it failed."""

import mindspore as ms
from mindspore import ops


def linalg_inv_ex(A, *, check_errors=False, out=None):
    """As ``torch.linalg.inv_ex``: ``(inverse, info)``. ``info`` is 0 or, where the result is not finite, 1."""
    found = inverse(A)
    failed = ops.logical_not(ops.isfinite(found).all((-2, -1)))
    return found, failed.to(ms.int32)
