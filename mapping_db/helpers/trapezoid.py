"""The integral by the trapezoidal rule."""

import mindspore as ms
from mindspore import ops


def trapezoid(y, x=None, *, dx=1, dim=-1):
    """As ``torch.trapezoid``: at positions ``x``, or ``dx`` apart; ``ops.trapz`` computes in float32."""
    y = ops.moveaxis(y, dim, -1)
    if y.shape[-1] < 2:  # a sum of nothing is what stood in memory
        return ops.zeros(y.shape[:-1], y.dtype if y.is_floating_point() else ms.float32)
    if x is None:
        return (y[..., 1:] + y[..., :-1]).sum(-1) * (dx / 2)
    x = x if x.ndim == 1 else ops.moveaxis(x, dim, -1)
    return ((y[..., 1:] + y[..., :-1]) / 2 * (x[..., 1:] - x[..., :-1])).sum(-1)
