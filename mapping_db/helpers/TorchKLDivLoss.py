# needs: xlogy
from mindspore import nn, ops


class TorchKLDivLoss(nn.Cell):
    """Torch's ``KLDivLoss``: the input holds logarithms, the target too with ``log_target``."""

    def __init__(self, size_average=None, reduce=None, reduction="mean", log_target=False):
        super().__init__()
        self.reduction = reduction
        self.log_target = log_target

    def construct(self, input, target):
        if self.log_target:
            loss = ops.exp(target) * (target - input)
        else:
            loss = xlogy(target, target) - target * input
        if self.reduction == "mean":
            return loss.mean()
        if self.reduction == "batchmean" and input.ndim:
            return loss.sum() / input.shape[0]
        return loss if self.reduction == "none" else loss.sum()
