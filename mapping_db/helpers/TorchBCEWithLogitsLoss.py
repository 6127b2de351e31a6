# needs: StandIn, binary_cross_entropy_with_logits
from mindspore import nn


class TorchBCEWithLogitsLoss(nn.Cell, metaclass=StandIn):
    """Torch's ``BCEWithLogitsLoss``: the gradient of a mean is right for batches of any size."""

    def __init__(self, weight=None, size_average=None, reduce=None, reduction="mean", pos_weight=None):
        super().__init__()
        self.weight, self.pos_weight = weight, pos_weight
        self.old = (size_average, reduce)
        self.reduction = reduction

    def construct(self, input, target):
        return binary_cross_entropy_with_logits(input, target, self.weight, *self.old, self.reduction, self.pos_weight)
