"""How often each number occurs."""

import mindspore as ms
from mindspore import ops


def bincount(input, weights=None, minlength=0):
    """As ``torch.bincount``: int64 counts, or the sums of ``weights``."""
    if not input.size:
        return ops.zeros(minlength, ms.int64 if weights is None else weights.dtype)
    if weights is None:
        return ops.bincount(input, minlength=minlength).long()
    single = weights.dtype == ms.float32
    return ops.bincount(input, weights.to(ms.float32), minlength).to(ms.float32 if single else ms.float64)
