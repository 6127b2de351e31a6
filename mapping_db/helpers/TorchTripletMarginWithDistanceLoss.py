# needs: triplet_margin_with_distance_loss
from mindspore import nn


class TorchTripletMarginWithDistanceLoss(nn.Cell):
    """Torch's ``TripletMarginWithDistanceLoss``: distances are those of vectors along the last axis unless told otherwise."""

    def __init__(self, *, distance_function=None, margin=1.0, swap=False, reduction="mean"):
        super().__init__()
        self.distance_function = distance_function
        self.margin = margin
        self.swap = swap
        self.reduction = reduction

    def construct(self, anchor, positive, negative):
        return triplet_margin_with_distance_loss(
            anchor,
            positive,
            negative,
            distance_function=self.distance_function,
            margin=self.margin,
            swap=self.swap,
            reduction=self.reduction,
        )
