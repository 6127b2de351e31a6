"""The largest (or smallest) elements and their int64 positions."""

from mindspore import ops


def topk(input, k, dim=-1, largest=True, sorted=True):
    """``(values, indices)``; ``ops.topk`` gives int32 indices, which do not mix with int64 tensors, and wants an axis."""
    if not input.ndim:
        values, indices = topk(input.reshape(1), k, 0, largest)
        return values.reshape(()), indices.reshape(())
    if not k:  # which MindSpore refuses
        values = input.swapaxes(dim, -1)[..., :0].swapaxes(dim, -1)
        return values, values.long()
    values, indices = ops.topk(input, k, dim, largest, sorted)
    return values, indices.long()
