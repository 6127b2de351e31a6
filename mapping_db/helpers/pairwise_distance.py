# needs: norm
"""The distance of vectors, pair by pair."""


def pairwise_distance(x1, x2, p=2.0, eps=1e-6, keepdim=False):
    """As ``torch.nn.functional.pairwise_distance``: the p-norm of the difference along the last axis."""
    return norm(x1 - x2 + eps, p, -1, keepdim)
