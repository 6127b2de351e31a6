"""Slices added to a tensor at positions of one axis."""

from mindspore import ops


def index_add(input, dim, index, source, *, alpha=1, out=None):
    """As ``torch.index_add``: slice ``i`` of ``source``, times ``alpha``, is added at position ``index[i]`` along ``dim``."""
    shape = [1] * source.ndim
    shape[dim] = -1
    positions = ops.broadcast_to(index.reshape(shape), source.shape)
    if alpha != 1:
        source = source * alpha
    return ops.tensor_scatter_elements(input, positions, source.to(input.dtype), dim, "add")
