"""Variance and mean of all elements or along axes."""

import numpy as np
from mindspore import Tensor, float16, float32, ops


def var_mean(input, dim=None, unbiased=True, keepdim=False, *, correction=None, out=None):
    """As ``torch.var_mean``; ``correction`` is what is taken off the number of elements, 1 unless ``unbiased`` is false."""
    if isinstance(dim, bool):
        dim, unbiased = None, dim
    if input.dtype == float16:  # squares become too large for it
        both = var_mean(input.to(float32), dim, unbiased, keepdim, correction=correction)
        return both[0].to(float16), both[1].to(float16)
    axes = tuple(range(input.ndim)) if dim is None else (dim,) if isinstance(dim, int) else tuple(dim)
    count = 1
    for axis in axes:
        count *= input.shape[axis]
    if not count:  # what MindSpore adds up of nothing is what stood in memory
        sizes = [1 if axis in axes or axis - input.ndim in axes else n for axis, n in enumerate(input.shape)]
        kept = [n for axis, n in enumerate(sizes) if keepdim or axis not in axes and axis - input.ndim not in axes]
        return (Tensor(np.full(kept, np.nan), input.dtype),) * 2
    off = int(unbiased) if correction is None else correction
    mean = input.mean(axes, keep_dims=True)
    variance = ops.square(input - mean).sum(axes, keepdims=True) / max(count - off, 0)
    if keepdim:
        return variance, mean
    return variance.squeeze(axes), mean.squeeze(axes)
