"""The exponential of square matrices."""

from mindspore import ops


def linalg_matrix_exp(input):
    """As ``torch.linalg.matrix_exp``: a Taylor series of the matrix halved eight times, then squared eight times."""
    scaled = input / 256
    term = ops.broadcast_to(ops.eye(input.shape[-1], input.shape[-1], input.dtype), input.shape)
    total = term
    for order in range(1, 10):
        term = ops.matmul(term, scaled) / order
        total = total + term
    for _ in range(8):
        total = ops.matmul(total, total)
    return total
