"""Products of the elements so far along an axis."""

from mindspore import ops


def cumprod(input, dim, *, dtype=None, out=None):
    """As ``torch.cumprod``; ``ops.cumprod`` takes no tensor without axes."""
    if input.ndim:
        return ops.cumprod(input, dim, dtype)
    return input if dtype is None else input.to(dtype)
