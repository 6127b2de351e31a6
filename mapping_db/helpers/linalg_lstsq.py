# needs: pinv_with_gradient
"""Least squares."""

from collections import namedtuple

import numpy as np
from mindspore import Tensor, ops

_Result = namedtuple("_Result", "solution residuals rank singular_values")


def linalg_lstsq(input, b, rcond=None, *, driver=None):
    """As ``torch.linalg.lstsq``; computed on the host. Only the solution has a gradient."""
    driver = "gelsy" if driver is None else driver
    left, right = input.asnumpy(), b.asnumpy()
    vector = right.ndim == left.ndim - 1
    right = right[..., None] if vector else right
    rows, columns = left.shape[-2:]
    batch = np.broadcast_shapes(left.shape[:-2], right.shape[:-2])
    lefts = np.broadcast_to(left, (*batch, rows, columns)).reshape(-1, rows, columns)
    rights = np.broadcast_to(right, (*batch, *right.shape[-2:])).reshape(-1, *right.shape[-2:])
    found = [np.linalg.lstsq(one, other, rcond) for one, other in zip(lefts, rights)]
    solution = np.stack([each[0] for each in found]).reshape(*batch, columns, -1)
    ranks = np.array([each[2] for each in found], np.int64).reshape(batch)
    residuals = np.zeros((0,), left.dtype)
    if rows > columns and driver != "gelsy" and (driver == "gels" or (ranks == columns).all()):
        residuals = np.square(np.matmul(left, solution) - right).sum(-2)
        residuals = residuals[..., 0] if vector else residuals
    inverse = Tensor(np.linalg.pinv(left, max(rows, columns) * np.finfo(left.dtype).eps))
    several = b.expand_dims(-1) if vector else b
    by_matrix = ops.matmul(pinv_with_gradient(input, inverse) - inverse, ops.stop_gradient(several))
    solved = Tensor(solution) + by_matrix + ops.matmul(inverse, several - ops.stop_gradient(several))
    nothing = (0,)
    sizes = np.stack([each[3] for each in found]).reshape(*batch, -1)
    return _Result(
        solved[..., 0] if vector else solved,
        Tensor(residuals),
        Tensor(np.zeros(nothing, np.int64) if driver == "gels" else ranks),
        Tensor(sizes if driver in ("gelsd", "gelss") else np.zeros(nothing, left.dtype)),
    )
