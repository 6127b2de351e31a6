"""Numbers at equal distances."""

import mindspore as ms
import numpy as np
from mindspore import Parameter, Tensor, ops


def linspace(start, end, steps, *, dtype=None, device=None, layout=None, requires_grad=False):
    """As ``torch.linspace``: the ends may be tensors, ``steps`` 0, and float64 is exact."""
    dtype = ms.float32 if dtype is None else dtype
    if steps == 0:
        return ops.zeros((0,), dtype)
    exact = dtype in (ms.float64, ms.complex128)
    kind = ms.float64 if exact else ms.float32
    start, end = (ends.to(kind) if isinstance(ends, Tensor) else Tensor(ends, kind) for ends in (start, end))
    if exact:  # ``ops.linspace`` computes in float32
        steps = int(steps)
        found = (start + (end - start) * Tensor(np.arange(steps) / max(steps - 1, 1))).to(dtype)
    else:
        found = ops.linspace(start, end, steps).to(dtype)
    return Parameter(found) if requires_grad else found
