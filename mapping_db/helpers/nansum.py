"""Sums of what is a number."""

from mindspore import ops


def nansum(input, dim=None, keepdim=False, *, dtype=None, out=None):
    """As ``torch.nansum`` with a data type: elements are cast before they are added, ``ops.nansum`` casts their sum."""
    numbers = ops.where(ops.isnan(input), ops.zeros_like(input), input) if input.is_floating_point() else input
    return ops.sum(numbers if dtype is None else numbers.to(dtype), dim, keepdim)
