"""Principal components of a matrix."""

from mindspore import ops


def pca_lowrank(A, q=None, center=True, niter=2, M=None):
    """As ``torch.pca_lowrank``: ``(U, S, V)`` of the ``q`` largest, found exactly and not at random."""
    if M is not None:
        A = A - M
    if center:
        A = A - A.mean(-2, keep_dims=True)
    count = min(6, *A.shape[-2:]) if q is None else q
    values, left, right = ops.svd(A, False, True)
    return left[..., :count], values[..., :count], right[..., :count]
