"""The smaller of two elements; a number wins over NaN."""

from mindspore import ops


def fmin(input, other, *, out=None):
    """As ``torch.fmin``."""
    smaller = ops.minimum(input, other)
    return ops.where(ops.isnan(input), other, ops.where(ops.isnan(other), input, smaller))
