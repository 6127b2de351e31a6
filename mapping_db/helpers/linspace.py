"""Numbers at equal distances."""

import mindspore as ms
from mindspore import Parameter, Tensor, ops


def linspace(start, end, steps, *, dtype=None, device=None, layout=None, requires_grad=False):
    """As ``torch.linspace``: the ends may be tensors, and ``steps`` 0."""
    dtype = ms.float32 if dtype is None else dtype
    if steps == 0:
        return ops.zeros((0,), dtype)
    start, end = (
        ends.to(ms.float32) if isinstance(ends, Tensor) else Tensor(ends, ms.float32) for ends in (start, end)
    )
    found = ops.linspace(start, end, steps).to(dtype)
    return Parameter(found) if requires_grad else found
