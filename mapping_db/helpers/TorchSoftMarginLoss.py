# needs: StandIn, reduced_loss
from mindspore import nn, ops


class TorchSoftMarginLoss(nn.Cell, metaclass=StandIn):
    """Torch's ``SoftMarginLoss``."""

    def __init__(self, size_average=None, reduce=None, reduction="mean"):
        super().__init__()
        self.reduction = reduction

    def construct(self, input, target):
        z = -target * input
        return reduced_loss(ops.maximum(0.0, z) + ops.log1p(ops.exp(-ops.abs(z))), self.reduction)
