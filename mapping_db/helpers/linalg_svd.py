"""The singular value decomposition."""

from mindspore import ops


def linalg_svd(A, full_matrices=True, *, driver=None, out=None):
    """As ``torch.linalg.svd``: ``(U, S, Vh)``; ``ops.svd`` gives ``(S, U, V)``."""
    values, left, right = ops.svd(A, full_matrices, True)
    return left, values, right.swapaxes(-1, -2)
