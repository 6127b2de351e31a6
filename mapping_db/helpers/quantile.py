# needs: nanquantile
"""Quantiles, by interpolation between sorted values."""

from mindspore import ops


def quantile(input, q, dim=None, keepdim=False, *, interpolation="linear", out=None):
    """As ``torch.quantile``: where an element is NaN, so is the quantile."""
    found = nanquantile(input, q, dim, keepdim, interpolation=interpolation)
    missing = ops.isnan(input)
    if dim is not None and input.ndim:
        missing = ops.any(missing, dim, keepdim)
    else:
        missing = ops.any(missing)
    return ops.where(missing, ops.full_like(found, float("nan")), found)
