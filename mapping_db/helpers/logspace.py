# needs: linspace
"""Powers of a base whose exponents are at equal distances."""

from mindspore import ops


def logspace(start, end, steps, base=10.0, *, dtype=None, device=None, layout=None):
    """As ``torch.logspace``."""
    found = ops.pow(base, linspace(start, end, steps))
    return found if dtype is None else found.to(dtype)
