"""A chain of matrix products."""

from mindspore import ops


def linalg_multi_dot(tensors, *, out=None):
    """As ``torch.linalg.multi_dot``, multiplied from the left; the first and the last may be vectors."""
    product = tensors[0]
    for tensor in tensors[1:]:
        product = ops.matmul(product, tensor)
    return product
