"""Differences of neighbours along an axis, several times over."""

from mindspore import ops


def diff(input, n=1, dim=-1, prepend=None, append=None, out=None):
    """As ``torch.diff``; ``ops.diff`` takes no ``n`` but 1, and nothing that has run out of elements."""
    if n == 0:
        return input
    parts = [part for part in (prepend, input, append) if part is not None]
    x = parts[0] if len(parts) == 1 else ops.cat(parts, dim)
    if n >= x.shape[dim] > 0:
        return ops.zeros([0 if axis == dim % x.ndim else size for axis, size in enumerate(x.shape)], x.dtype)
    for _ in range(n):
        x = ops.diff(x, axis=dim)
    return x
