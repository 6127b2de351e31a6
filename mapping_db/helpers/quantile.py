"""Quantiles by linear interpolation between sorted values."""

import math

from mindspore import Tensor, ops


def quantile(input, q, dim=None, keepdim=False, interpolation="linear", out=None):
    """As ``torch.quantile`` with linear interpolation."""
    if interpolation != "linear":
        raise NotImplementedError("only linear interpolation")
    if dim is None:
        found = quantile(input.flatten(), q, 0)
        return found.reshape(tuple(found.shape) + (1,) * input.ndim) if keepdim else found
    single = not isinstance(q, Tensor) or q.ndim == 0
    ordered = ops.sort(input, dim)[0]
    results = []
    for level in [float(q)] if single else q.tolist():
        place = level * (input.shape[dim] - 1)
        low, high = math.floor(place), math.ceil(place)
        low, high = ops.narrow(ordered, dim, low, 1), ops.narrow(ordered, dim, high, 1)
        value = low + (high - low) * (place - math.floor(place))
        results.append(value if keepdim else value.squeeze(dim))
    return results[0] if single else ops.stack(results, 0)
