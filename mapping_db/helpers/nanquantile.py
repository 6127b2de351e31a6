"""Quantiles of what is not NaN."""

from mindspore import Tensor, ops


def nanquantile(input, q, dim=None, keepdim=False, *, interpolation="linear", out=None):
    """As ``torch.nanquantile``: ``linear``, ``lower``, ``higher``, ``midpoint`` or ``nearest`` between sorted values."""
    if dim is None or not input.ndim:
        found = _nanquantile(input.reshape(-1), q, 0, False, interpolation)
        return found.reshape(tuple(found.shape) + (1,) * input.ndim) if keepdim else found
    return _nanquantile(input, q, dim, keepdim, interpolation)


def _nanquantile(input, q, dim, keepdim, interpolation):
    x = ops.moveaxis(input, dim, -1)
    missing = ops.isnan(x)
    ordered = ops.sort(ops.where(missing, ops.full_like(x, float("inf")), x), -1)[0]
    last = (~missing).to(x.dtype).sum(-1, keepdims=True) - 1
    levels = q.reshape(-1) if isinstance(q, Tensor) else Tensor([q], x.dtype)
    place = ops.relu(last) * levels
    low, high = ops.floor(place), ops.ceil(place)
    share = {"linear": place - low, "lower": 0.0, "higher": 1.0, "midpoint": 0.5}.get(interpolation, 0.0)
    if interpolation == "nearest":
        low = high = ops.round(place)
    if interpolation == "midpoint":
        share = 0.5 * (high - low)
    low, high = ops.gather_elements(ordered, -1, low.long()), ops.gather_elements(ordered, -1, high.long())
    found = ops.where(last < 0, ops.full_like(low, float("nan")), low + (high - low) * share)
    if isinstance(q, Tensor) and q.ndim:
        found = ops.moveaxis(found, -1, 0)
        return found.expand_dims(dim % input.ndim + 1) if keepdim else found
    return ops.moveaxis(found, -1, dim) if keepdim else found.squeeze(-1)
