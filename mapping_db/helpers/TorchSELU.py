# needs: StandIn, selu
from mindspore import nn


class TorchSELU(nn.Cell, metaclass=StandIn):
    """Torch's ``SELU``; the gradient of ``nn.SeLU`` is wrong on a CPU."""

    def __init__(self, inplace=False):
        super().__init__()

    def construct(self, x):
        return selu(x)
