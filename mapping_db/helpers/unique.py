"""The distinct values of a tensor, sorted."""

import numpy as np
from mindspore import Tensor


def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    """As ``torch.unique``; computed on the host, so it takes no part in differentiation."""
    values, inverse, counts = np.unique(input.asnumpy(), return_inverse=True, return_counts=True, axis=dim)
    out = [Tensor(values)]
    if return_inverse:
        shape = input.shape if dim is None else (-1,)
        out.append(Tensor(inverse.reshape(shape).astype(np.int64)))
    if return_counts:
        out.append(Tensor(counts.astype(np.int64)))
    return out[0] if len(out) == 1 else tuple(out)
