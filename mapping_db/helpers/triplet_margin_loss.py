# needs: pairwise_distance, reduced
"""How much closer a sample is to its like than to another."""

from mindspore import ops


def triplet_margin_loss(
    anchor, positive, negative, margin=1.0, p=2, eps=1e-6, swap=False, size_average=None, reduce=None, reduction="mean"
):
    """As ``torch.nn.functional.triplet_margin_loss``."""
    near = pairwise_distance(anchor, positive, p, eps)
    far = pairwise_distance(anchor, negative, p, eps)
    if swap:
        far = ops.minimum(far, pairwise_distance(positive, negative, p, eps))
    return reduced(ops.maximum(0.0, near - far + margin), reduction)
