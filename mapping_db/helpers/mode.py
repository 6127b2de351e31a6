"""The most frequent element along an axis, and where it stands last."""

from mindspore import ops


def mode(input, dim=-1, keepdim=False, *, out=None):
    """As ``torch.mode``: ``(values, indices)``; among equally frequent elements the smallest."""
    if not input.ndim:
        values, indices = mode(input.reshape(1))
        return values.reshape(()), indices.reshape(())
    x = ops.moveaxis(input, dim, -1)
    same = x.expand_dims(-1) == x.expand_dims(-2)
    count = same.to(input.dtype).sum(-1)
    most = count == ops.amax(count, -1, True)
    largest = ops.amax(x, -1, True)
    values = ops.amin(ops.where(most, x, ops.broadcast_to(largest, x.shape)), -1, True)
    places = ops.arange(x.shape[-1])
    indices = ops.amax(ops.where(x == values, places, ops.full_like(places, -1)), -1, True)
    values, indices = ops.moveaxis(values, -1, dim), ops.moveaxis(indices, -1, dim).long()
    return (values, indices) if keepdim else (values.squeeze(dim), indices.squeeze(dim))
