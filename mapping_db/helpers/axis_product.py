from mindspore import Tensor, ops


def axis_product(input, axis, matrix):
    """Each element along ``axis`` is a sum of those of ``input``, weighed by a row of ``matrix``."""
    moved = ops.matmul(input.swapaxes(axis, -1), Tensor(matrix.T, input.dtype))
    return moved.swapaxes(axis, -1)
