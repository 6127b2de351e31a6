# needs: renormed_rows
"""Rows of a table, gathered bag by bag into their sum, mean or largest elements."""

import numpy as np
from mindspore import Tensor, ops


def embedding_bag(
    input,
    weight,
    offsets=None,
    max_norm=None,
    norm_type=2,
    scale_grad_by_freq=False,
    mode="mean",
    sparse=False,
    per_sample_weights=None,
    include_last_offset=False,
    padding_idx=None,
):
    """As ``torch.nn.functional.embedding_bag``; rows longer than ``max_norm`` are shortened in place."""
    indices = input.reshape(-1).asnumpy()
    if max_norm is not None:
        renormed_rows(weight, indices, max_norm, norm_type)
    if offsets is None:
        firsts = np.arange(input.shape[0]) * input.shape[1]
    else:
        firsts = offsets.asnumpy()[:-1] if include_last_offset else offsets.asnumpy()
    inside = np.zeros((len(firsts), len(indices)), bool)
    for bag, (first, end) in enumerate(zip(firsts, [*firsts[1:], len(indices)])):
        inside[bag, first:end] = True
    if padding_idx is not None:
        inside &= indices != padding_idx % weight.shape[0]
    rows = ops.gather(weight, Tensor(indices), 0)
    if per_sample_weights is not None:
        rows = rows * per_sample_weights.reshape(-1, 1)
    if mode == "max":
        lowest = ops.where(Tensor(inside).expand_dims(2), rows.expand_dims(0), ops.full((1, 1, 1), float("-inf")))
        return ops.where(Tensor(inside.any(1)[:, None]), ops.amax(lowest, 1), ops.zeros((1, 1)))
    total = ops.matmul(Tensor(inside.astype(np.float32)), rows)
    return total / Tensor(np.maximum(inside.sum(1, keepdims=True), 1).astype(np.float32)) if mode == "mean" else total
