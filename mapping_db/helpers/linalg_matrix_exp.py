"""The exponential of square matrices."""

from mindspore import ops


def linalg_matrix_exp(input):
    """As ``torch.linalg.matrix_exp``: a Taylor series of the matrix halved six times, then squared six times."""
    scaled = input / 64
    term = ops.broadcast_to(ops.eye(input.shape[-1], input.shape[-1], input.dtype), input.shape)
    total = term
    for order in range(1, 15):
        term = ops.matmul(term, scaled) / order
        total = total + term
    for _ in range(6):
        total = ops.matmul(total, total)
    return total
