"""Slices of a tensor replaced at positions of one axis."""

from mindspore import ops


def index_copy(input, dim, index, source, *, out=None):
    """As ``torch.index_copy``: slice ``i`` of ``source`` takes the place of slice ``index[i]`` along ``dim``."""
    if not input.ndim:
        source = source.reshape(1)
        return index_copy(input.reshape(1), 0, index.reshape(1), source).reshape(())
    shape = [1] * source.ndim
    shape[dim] = -1
    positions = ops.broadcast_to(index.reshape(shape), source.shape)
    return ops.tensor_scatter_elements(input, positions, source, dim)
