"""Slices of a tensor scaled down to a largest norm."""

from mindspore import ops


def renorm(input, p, dim, maxnorm, *, out=None):
    """As ``torch.renorm``: each slice along ``dim`` gets a p-norm of at most ``maxnorm``."""
    axes = tuple(axis for axis in range(input.ndim) if axis != dim % input.ndim)
    if p == float("inf"):
        size = ops.amax(ops.abs(input), axes, True)
    else:
        size = ops.pow(ops.pow(ops.abs(input), p).sum(axes, keepdims=True), 1.0 / p)
    return ops.where(size > maxnorm, input * (maxnorm / (size + 1e-7)), input)
