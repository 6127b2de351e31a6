"""Windows of a tensor along one axis."""

from mindspore import ops


def tensor_unfold(input, dimension, size, step):
    """As ``Tensor.unfold``: the windows' elements stand in a new last axis."""
    if not input.ndim:
        return input.reshape(1)
    dimension = dimension % input.ndim
    starts = range(0, input.shape[dimension] - size + 1, step)
    index = (slice(None),) * dimension
    windows = [input[(*index, slice(start, start + size))] for start in starts]
    return ops.movedim(ops.stack(windows, dimension), dimension + 1, -1)
