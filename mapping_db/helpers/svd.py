"""The singular value decomposition, reduced unless ``some`` is false."""

from mindspore import ops


def svd(input, some=True, compute_uv=True, *, out=None):
    """As ``torch.svd``: ``(U, S, V)``; ``ops.svd`` gives ``(S, U, V)``."""
    values, left, right = ops.svd(input, not some, True)
    return left, values, right
