"""The exponential of square matrices."""

import math

from mindspore import ops


def linalg_matrix_exp(input):
    """As ``torch.linalg.matrix_exp``: a Taylor series of the matrix, halved until it is small, then squared as often."""
    size = float(ops.stop_gradient(ops.abs(input)).sum(-1).max())
    halvings = max(0, math.ceil(math.log2(size / 3))) if 0 < size < float("inf") else 0
    scaled = input / 2**halvings
    term = ops.broadcast_to(ops.eye(input.shape[-1], input.shape[-1], input.dtype), input.shape)
    total = term
    for order in range(1, 24):
        term = ops.matmul(term, scaled) / order
        total = total + term
    for _ in range(halvings):
        total = ops.matmul(total, total)
    return total
