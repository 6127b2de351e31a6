# needs: inverse
"""Systems of linear equations."""

from mindspore import ops


def linalg_solve(A, B, *, left=True, out=None):
    """As ``torch.linalg.solve``: what ``A`` (from the right unless ``left``) multiplies to ``B``, a matrix or a vector."""
    vector = B.ndim == 1 or tuple(B.shape) == tuple(A.shape[:-1])
    right = B.expand_dims(-1) if vector else B
    if not left:
        return ops.matmul(right, inverse(A))
    solution = ops.matmul(inverse(A), right)
    return solution.squeeze(-1) if vector else solution
