"""Elements of a source added at places along one axis."""

from mindspore import ops


def scatter_add(input, dim, index, src, *, out=None):
    """As ``torch.scatter_add``, for tensors without axes too: ``src`` is added where ``index`` says along ``dim``."""
    if not input.ndim:
        return scatter_add(input.reshape(1), 0, index.reshape(-1), src.reshape(-1)).reshape(())
    if src.shape != index.shape:
        src = src[tuple(slice(0, size) for size in index.shape)]
    return ops.tensor_scatter_elements(input, index, src, dim, "add")
