# needs: pairwise_distance, reduced
"""How much closer a sample is to its like than to another, by a distance of one's own."""

from mindspore import ops


def triplet_margin_with_distance_loss(
    anchor, positive, negative, *, distance_function=None, margin=1.0, swap=False, reduction="mean"
):
    """As ``torch.nn.functional.triplet_margin_with_distance_loss``."""
    distance = distance_function or pairwise_distance
    near, far = distance(anchor, positive), distance(anchor, negative)
    if swap:
        far = ops.minimum(far, distance(positive, negative))
    return reduced(ops.maximum(0.0, near - far + margin), reduction)
