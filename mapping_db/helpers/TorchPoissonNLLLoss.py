# needs: StandIn, poisson_nll_loss
from mindspore import nn


class TorchPoissonNLLLoss(nn.Cell, metaclass=StandIn):
    """Torch's ``PoissonNLLLoss``; of Stirling's term (``full``) MindSpore's own has another gradient."""

    def __init__(self, log_input=True, full=False, size_average=None, eps=1e-8, reduce=None, reduction="mean"):
        super().__init__()
        self.options = {"log_input": log_input, "full": full, "eps": eps, "reduction": reduction}

    def construct(self, input, target):
        return poisson_nll_loss(input, target, **self.options)
