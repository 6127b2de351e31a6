# needs: TorchLoss
class TorchWeightedLoss(TorchLoss):
    """Torch's base class of losses with a weight of each class."""

    def __init__(self, weight=None, size_average=None, reduce=None, reduction="mean"):
        super().__init__(size_average, reduce, reduction)
        self.weight = weight
