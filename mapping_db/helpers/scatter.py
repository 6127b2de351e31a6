# needs: scatter_reduce
"""Elements of a source, or a number, put at places along one axis."""

from mindspore import Tensor, ops


def scatter(input, dim, index, src=None, *, value=None, reduce=None, out=None):
    """As ``torch.scatter``: put there, or with ``reduce`` added to or multiplied with what stands there."""
    src = value if src is None else src
    if not isinstance(src, Tensor):
        src = ops.full(index.shape, src, dtype=input.dtype)
    if not input.ndim:
        return scatter(input.reshape(1), 0, index.reshape(-1), src.reshape(-1), reduce=reduce).reshape(())
    if src.shape != index.shape:
        src = src[tuple(slice(0, size) for size in index.shape)]
    if reduce == "multiply":
        return scatter_reduce(input, dim, index, src, "prod")
    return ops.tensor_scatter_elements(input, index, src, dim, "none" if reduce is None else reduce)
