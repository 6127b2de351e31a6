# needs: StandIn
from mindspore import nn


class TorchLeakyReLU(nn.LeakyReLU, metaclass=StandIn):
    """``nn.LeakyReLU`` with torch's arguments."""

    def __init__(self, negative_slope=0.01, inplace=False):
        super().__init__(alpha=negative_slope)
