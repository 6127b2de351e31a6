"""Sums of the elements so far along an axis."""

from mindspore import ops


def cumsum(input, dim, *, dtype=None, out=None):
    """As ``torch.cumsum``; ``ops.cumsum`` takes no tensor without axes."""
    if input.ndim:
        return ops.cumsum(input, dim, dtype)
    return input if dtype is None else input.to(dtype)
