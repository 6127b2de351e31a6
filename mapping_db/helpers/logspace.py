# needs: linspace
"""Powers of a base whose exponents are at equal distances."""

import mindspore as ms
from mindspore import Parameter, Tensor, ops


def logspace(start, end, steps, base=10.0, *, dtype=None, device=None, layout=None, requires_grad=False):
    """As ``torch.logspace``."""
    kind = ms.float64 if dtype == ms.float64 else ms.float32
    found = ops.pow(Tensor(base, kind), linspace(start, end, steps, dtype=kind))
    found = found if dtype is None else found.to(dtype)
    return Parameter(found) if requires_grad else found
