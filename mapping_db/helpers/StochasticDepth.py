# needs: stochastic_depth
from mindspore import nn


class StochasticDepth(nn.Cell):
    """Torchvision's layer of that name."""

    def __init__(self, p, mode):
        super().__init__()
        self.p = p
        self.mode = mode

    def construct(self, input):
        return stochastic_depth(input, self.p, self.mode, self.training)
