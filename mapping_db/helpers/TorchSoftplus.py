# needs: softplus
from mindspore import nn


class TorchSoftplus(nn.Cell):
    """Torch's ``Softplus``: linear above the threshold."""

    def __init__(self, beta=1.0, threshold=20.0):
        super().__init__()
        self.beta = beta
        self.threshold = threshold

    def construct(self, x):
        return softplus(x, self.beta, self.threshold)
