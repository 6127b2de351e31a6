"""Products of the elements so far along an axis."""

from mindspore import int64, ops


def cumprod(input, dim, *, dtype=None, out=None):
    """As ``torch.cumprod``; ``ops.cumprod`` takes no tensor without axes, and multiplies small integers as what they are."""
    if dtype is None and not input.is_floating_point() and not input.is_complex():
        dtype = int64
    if input.ndim:
        return ops.cumprod(input, dim, dtype)
    return input if dtype is None else input.to(dtype)
