# needs: softmax
"""Attention of queries to keys, out of plain operations."""

import math

from mindspore import Tensor, ops


def scaled_dot_product_attention(
    query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False
):
    """As ``torch.nn.functional.scaled_dot_product_attention``; a boolean mask says who takes part."""
    if enable_gqa:
        key = key.repeat_interleave(query.shape[-3] // key.shape[-3], -3)
        value = value.repeat_interleave(query.shape[-3] // value.shape[-3], -3)
    scale = 1.0 / math.sqrt(query.shape[-1]) if scale is None else scale
    scores = ops.matmul(query * scale, key.swapaxes(-2, -1))
    if is_causal:
        seen = ops.tril(ops.ones(scores.shape[-2:], scores.dtype)) > 0
        scores = scores.masked_fill(ops.logical_not(seen), Tensor(float("-inf"), scores.dtype))
    if attn_mask is not None:
        if attn_mask.dtype.__class__.__name__ == "Bool":
            scores = scores.masked_fill(ops.logical_not(attn_mask), Tensor(float("-inf"), scores.dtype))
        else:
            scores = scores + attn_mask
    if attn_mask is None:
        weights = softmax(scores, -1)
    else:  # a query that may see nothing gets nothing; of minus infinities alone a CPU makes what stood in memory
        blind = ops.stop_gradient(scores.amax(-1, True)) == float("-inf")
        weights = softmax(scores.masked_fill(blind, Tensor(0, scores.dtype)), -1)
        weights = weights.masked_fill(blind, Tensor(0, scores.dtype))
    if dropout_p > 0.0:
        weights = ops.dropout(weights, p=dropout_p)
    return ops.matmul(weights, value)
