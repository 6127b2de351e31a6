"""The logarithm of a sum of two exponentials."""

from mindspore import ops


def logaddexp(input, other, *, out=None):
    """As ``torch.logaddexp``: of two minus infinities one, where MindSpore's is ``nan``."""
    apart = ops.where(input == other, ops.zeros_like(input), input - other)
    return ops.maximum(input, other) + ops.log1p(ops.exp(-ops.abs(apart)))
