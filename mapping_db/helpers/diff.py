"""Differences of neighbours along an axis, several times over."""

from mindspore import ops


def diff(input, n=1, dim=-1, prepend=None, append=None, out=None):
    """As ``torch.diff``; ``ops.diff`` takes no ``n`` but 1."""
    parts = [part for part in (prepend, input, append) if part is not None]
    x = parts[0] if len(parts) == 1 else ops.cat(parts, dim)
    for _ in range(n):
        x = ops.diff(x, axis=dim)
    return x
