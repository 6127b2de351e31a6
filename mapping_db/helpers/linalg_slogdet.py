"""Sign and logarithm of the determinant of square matrices."""

from mindspore import ops


def linalg_slogdet(A, *, out=None):
    """As ``torch.linalg.slogdet``: ``(sign, logabsdet)``; ``ops.slogdet`` takes no matrix of one element."""
    if A.shape[-1] > 1:
        return ops.slogdet(A)
    value = A[..., 0, 0]
    return ops.sign(value), ops.log(ops.abs(value))
