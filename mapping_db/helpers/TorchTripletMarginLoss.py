# needs: pairwise_distance, reduced_loss
from mindspore import nn, ops


class TorchTripletMarginLoss(nn.Cell):
    """Torch's ``TripletMarginLoss``: the anchor is to be nearer to the positive than to the negative by a margin."""

    def __init__(self, margin=1.0, p=2.0, eps=1e-6, swap=False, size_average=None, reduce=None, reduction="mean"):
        super().__init__()
        self.margin = margin
        self.p = p
        self.eps = eps
        self.swap = swap
        self.reduction = reduction

    def construct(self, anchor, positive, negative):
        near = pairwise_distance(anchor, positive, self.p, self.eps)
        far = pairwise_distance(anchor, negative, self.p, self.eps)
        if self.swap:
            far = ops.minimum(far, pairwise_distance(positive, negative, self.p, self.eps))
        return reduced_loss(ops.maximum(0.0, near - far + self.margin), self.reduction)
