"""Least squares."""

from collections import namedtuple

import numpy as np
from mindspore import Tensor

_Result = namedtuple("_Result", "solution residuals rank singular_values")


def linalg_lstsq(input, b, rcond=None, *, driver=None):
    """As ``torch.linalg.lstsq``; computed on the host, so it takes no part in differentiation."""
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
    nothing = (0,)
    sizes = np.stack([each[3] for each in found]).reshape(*batch, -1)
    return _Result(
        Tensor(solution[..., 0] if vector else solution),
        Tensor(residuals),
        Tensor(np.zeros(nothing, np.int64) if driver == "gels" else ranks),
        Tensor(sizes if driver in ("gelsd", "gelss") else np.zeros(nothing, left.dtype)),
    )
