"""Eigenvalues and eigenvectors of symmetric matrices."""

import numpy as np
from mindspore import Tensor, ops
from mindspore.common._grad_function import _Function


class _Eigh(_Function):
    @staticmethod
    def forward(ctx, matrix, triangle):
        values, vectors = (Tensor(found) for found in np.linalg.eigh(matrix.asnumpy(), triangle))
        ctx.save_for_backward(values, vectors)
        return values, vectors

    @staticmethod
    def backward(ctx, of_values, of_vectors):
        values, vectors = ctx.saved_tensors
        if vectors.is_complex():
            raise RuntimeError("linalg_eigh has no gradient of complex matrices")
        one = ops.eye(values.shape[-1], values.shape[-1], values.dtype)
        gaps = values.expand_dims(-2) - values.expand_dims(-1) + one
        inner = ops.matmul(vectors.swapaxes(-1, -2), of_vectors) / gaps * (1 - one) + one * of_values.expand_dims(-1)
        return ops.matmul(ops.matmul(vectors, inner), vectors.swapaxes(-1, -2)), None


def linalg_eigh(input, UPLO="L", *, out=None):
    """As ``torch.linalg.eigh``: ``(values, vectors)``; computed on the host, with torch's gradient."""
    return _Eigh.apply(input, UPLO)
