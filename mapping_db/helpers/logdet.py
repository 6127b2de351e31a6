# needs: linalg_det
"""The logarithm of the determinant of square matrices."""

from mindspore import ops


def logdet(input):
    """As ``torch.logdet``: NaN where the determinant is negative."""
    return ops.log(linalg_det(input))
