"""Means of what is a number."""

from mindspore import ops


def nanmean(input, dim=None, keepdim=False, *, dtype=None, out=None):
    """As ``torch.nanmean``; ``ops.nanmean`` of MindSpore 2.10 runs only while gradients are recorded."""
    x = input if dtype is None else input.to(dtype)
    known, axes = ops.isfinite(x) | ops.isinf(x), tuple(range(x.ndim)) if dim is None else dim
    numbers = ops.where(known, x, ops.zeros_like(x))
    return numbers.sum(axes, keepdims=keepdim) / known.to(x.dtype).sum(axes, keepdims=keepdim)
