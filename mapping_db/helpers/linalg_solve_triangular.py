# needs: inverse
"""Systems of linear equations with a triangular matrix."""

from mindspore import ops


def linalg_solve_triangular(input, B, *, upper, left=True, unitriangular=False, out=None):
    """As ``torch.linalg.solve_triangular``; only the triangle that ``upper`` names is read."""
    triangle = ops.triu(input) if upper else ops.tril(input)
    if unitriangular:
        one = ops.eye(input.shape[-1], input.shape[-1], input.dtype)
        triangle = triangle * (1 - one) + one
    found = inverse(triangle)
    return ops.matmul(found, B) if left else ops.matmul(B, found)
