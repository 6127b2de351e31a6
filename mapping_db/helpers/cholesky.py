# needs: inverse
from mindspore import ops
from mindspore.common._grad_function import _Function


class _Cholesky(_Function):
    @staticmethod
    def forward(ctx, matrix):
        lower = ops.cholesky(matrix)
        ctx.save_for_backward(lower)
        return lower

    @staticmethod
    def backward(ctx, gradient):
        (lower,) = ctx.saved_tensors
        inverted = inverse(lower)
        inner = ops.tril(ops.matmul(lower.swapaxes(-1, -2), gradient))
        inner = inner - 0.5 * inner * ops.eye(lower.shape[-1], lower.shape[-1], lower.dtype)
        found = ops.matmul(ops.matmul(inverted.swapaxes(-1, -2), inner), inverted)
        return 0.5 * (found + found.swapaxes(-1, -2))


def cholesky(input, upper=False):
    """As ``torch.linalg.cholesky``; MindSpore's own has no gradient on a CPU."""
    lower = _Cholesky.apply(input)
    return lower.swapaxes(-1, -2) if upper else lower
