# needs: StandIn, binary_cross_entropy
from mindspore import nn


class TorchBCELoss(nn.Cell, metaclass=StandIn):
    """Torch's ``BCELoss``: the weight may have fewer axes than the input, logarithms end at -100."""

    def __init__(self, weight=None, size_average=None, reduce=None, reduction="mean"):
        super().__init__()
        self.weight = weight
        self.old = (size_average, reduce)
        self.reduction = reduction

    def construct(self, input, target):
        return binary_cross_entropy(input, target, self.weight, *self.old, self.reduction)
