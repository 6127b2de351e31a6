"""A value for what sums up nothing."""

from mindspore import ops


def filled(x, value=0):
    """``x``, or one row of ``value`` where it has none: of nothing, MindSpore's sums on a CPU are what stood in memory."""
    return x if x.size else ops.full(tuple(max(size, 1) for size in x.shape), value, dtype=x.dtype)
