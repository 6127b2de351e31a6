"""The largest element so far along an axis, and where it stands."""

from mindspore import ops


def cummax(input, dim, *, out=None):
    """As ``torch.cummax``: ``(values, indices)``; the values are picked by the indices, so that they have a gradient."""
    x = input if input.ndim else input.reshape(1)
    indices = ops.cummax(ops.stop_gradient(x), dim)[1].long()
    return ops.gather_elements(x, dim, indices).reshape(input.shape), indices.reshape(input.shape)
