# needs: reduced_loss
from mindspore import nn, ops


class TorchMarginRankingLoss(nn.Cell):
    """Torch's ``MarginRankingLoss``."""

    def __init__(self, margin=0.0, size_average=None, reduce=None, reduction="mean"):
        super().__init__()
        self.margin = margin
        self.reduction = reduction

    def construct(self, input1, input2, target):
        return reduced_loss(ops.maximum(0.0, -target * (input1 - input2) + self.margin), self.reduction)
