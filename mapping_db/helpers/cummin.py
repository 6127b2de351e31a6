"""The smallest element so far along an axis, and where it stands."""

from mindspore import ops


def cummin(input, dim, *, out=None):
    """As ``torch.cummin``: ``(values, indices)``; the values are picked by the indices, so that they have a gradient."""
    x = input if input.ndim else input.reshape(1)
    indices = ops.cummin(ops.stop_gradient(x), dim)[1].long()
    return ops.gather_elements(x, dim, indices).reshape(input.shape), indices.reshape(input.shape)
