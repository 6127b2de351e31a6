"""The gradient of a pseudo-inverse that is computed on the host."""

from mindspore import ops
from mindspore.common._grad_function import _Function


class _WithoutGradient(_Function):
    @staticmethod
    def forward(ctx, matrix, found):
        return found * 1

    @staticmethod
    def backward(ctx, of_found):
        raise RuntimeError("pinv has no gradient of complex matrices")


def pinv_with_gradient(matrix, found):
    """``found``, the pseudo-inverse of ``matrix``, with the gradient that it has while the rank stays as it is. What is added is
    zero. Of complex matrices none is given: to ask for it is an error."""
    if matrix.is_complex():
        return _WithoutGradient.apply(matrix, found)
    fixed = ops.stop_gradient(matrix)
    change = matrix - fixed
    turned, flipped = change.swapaxes(-1, -2), found.swapaxes(-1, -2)
    rows, columns = matrix.shape[-2:]
    beside = ops.eye(rows, rows, matrix.dtype) - ops.matmul(fixed, found)
    below = ops.eye(columns, columns, matrix.dtype) - ops.matmul(found, fixed)
    moved = ops.matmul(ops.matmul(found, change), found)
    outer = ops.matmul(ops.matmul(ops.matmul(found, flipped), turned), beside)
    inner = ops.matmul(ops.matmul(ops.matmul(below, turned), flipped), found)
    return found - moved + outer + inner
