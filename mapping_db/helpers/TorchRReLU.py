# needs: rrelu
from mindspore import nn


class TorchRReLU(nn.Cell):
    """Torch's ``RReLU``: out of training its slope is the middle of the two, where ``nn.RReLU`` goes on drawing."""

    def __init__(self, lower=1.0 / 8, upper=1.0 / 3, inplace=False):
        super().__init__()
        self.lower = lower
        self.upper = upper

    def construct(self, x):
        return rrelu(x, self.lower, self.upper, self.training)
