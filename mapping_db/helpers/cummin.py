"""The smallest element so far along an axis, and where it stands."""

from mindspore import ops


def cummin(input, dim, *, out=None):
    """As ``torch.cummin``: ``(values, indices)``; ``ops.cummin`` gives int32 indices."""
    values, indices = ops.cummin(input, dim)
    return values, indices.long()
