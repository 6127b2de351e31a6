"""The distance of vectors, pair by pair."""

from mindspore import ops


def pairwise_distance(x1, x2, p=2.0, eps=1e-6, keepdim=False):
    """As ``torch.nn.functional.pairwise_distance``: the p-norm of the difference along the last axis."""
    size = ops.abs(x1 - x2 + eps)
    if p == float("inf"):
        return ops.amax(size, -1, keepdim)
    if p == 1:
        return size.sum(-1, keepdims=keepdim)
    return ops.pow(ops.pow(size, p).sum(-1, keepdims=keepdim), 1.0 / p)
