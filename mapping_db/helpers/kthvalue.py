"""The k-th smallest element along an axis, and where it stands."""

from mindspore import ops


def kthvalue(input, k, dim=-1, keepdim=False, *, out=None):
    """As ``torch.kthvalue``: ``(values, indices)``."""
    if not input.ndim:
        values, indices = kthvalue(input.reshape(1), k)
        return values.reshape(()), indices.reshape(())
    values, indices = ops.sort(input, dim)
    places = [slice(None)] * input.ndim
    places[dim] = slice(k - 1, k)
    values, indices = values[tuple(places)], indices.long()[tuple(places)]
    return (values, indices) if keepdim else (values.squeeze(dim), indices.squeeze(dim))
