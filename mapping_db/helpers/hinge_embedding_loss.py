# needs: reduced
"""Distances of like samples, and what unlike ones lack of a margin."""

from mindspore import ops


def hinge_embedding_loss(input, target, margin=1.0, size_average=None, reduce=None, reduction="mean"):
    """As ``torch.nn.functional.hinge_embedding_loss``: label 1 for like, -1 for unlike samples."""
    unlike = ops.where(target == 1, ops.zeros_like(input), ops.relu(margin - input))
    like = ops.where(target == -1, ops.zeros_like(input), input)
    return reduced(unlike + like, reduction)
