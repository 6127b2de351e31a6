"""Slices added to a tensor at positions of one axis."""

from mindspore import ops


def index_add(input, dim, index, source, *, alpha=1, out=None):
    """As ``torch.index_add``: slice ``i`` of ``source``, times ``alpha``, is added at position ``index[i]`` along ``dim``."""
    if not input.ndim:
        source = source.reshape(1)
        return index_add(input.reshape(1), 0, index.reshape(1), source, alpha=alpha).reshape(())
    shape = [1] * source.ndim
    shape[dim] = -1
    positions = ops.broadcast_to(index.reshape(shape), source.shape)
    if isinstance(alpha, float) and not (input.is_floating_point() or input.is_complex()):
        alpha = int(alpha)  # of whole numbers torch takes the factor's whole part
    if alpha != 1:
        source = source * alpha
    return ops.tensor_scatter_elements(input, positions, source.to(input.dtype), dim, "add")
