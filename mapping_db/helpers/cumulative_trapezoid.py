"""The integral so far by the trapezoidal rule."""

from mindspore import ops


def cumulative_trapezoid(y, x=None, *, dx=1, dim=-1):
    """As ``torch.cumulative_trapezoid``: at positions ``x``, or ``dx`` apart."""
    y = ops.moveaxis(y, dim, -1)
    step = dx
    if x is not None:
        x = x if x.ndim == 1 else ops.moveaxis(x, dim, -1)
        step = x[..., 1:] - x[..., :-1]
    return ops.moveaxis(ops.cumsum((y[..., 1:] + y[..., :-1]) / 2 * step, -1), -1, dim)
