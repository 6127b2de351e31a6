# needs: linspace
"""Powers of a base whose exponents are at equal distances."""

from mindspore import Parameter, ops


def logspace(start, end, steps, base=10.0, *, dtype=None, device=None, layout=None, requires_grad=False):
    """As ``torch.logspace``."""
    found = ops.pow(base, linspace(start, end, steps))
    found = found if dtype is None else found.to(dtype)
    return Parameter(found) if requires_grad else found
