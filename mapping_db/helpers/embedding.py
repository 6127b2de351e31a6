# needs: renormed_rows
"""Rows of a table."""

import numpy as np
from mindspore import Tensor, ops


def embedding(input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False):
    """As ``torch.nn.functional.embedding``: the padding row gets no gradient, long rows are shortened in place."""
    if max_norm is not None:
        renormed_rows(weight, input.asnumpy(), max_norm, norm_type)
    rows = ops.gather(weight, input, 0)
    if padding_idx is None and not scale_grad_by_freq:
        return rows
    indices = input.asnumpy()
    share = np.ones(indices.shape, np.float32)
    if scale_grad_by_freq:
        share /= np.bincount(indices.reshape(-1), minlength=weight.shape[0])[indices]
    if padding_idx is not None:
        share *= indices != padding_idx % weight.shape[0]
    share = Tensor(share[..., None], rows.dtype)
    return rows * share + ops.stop_gradient(rows * (1 - share))
