# needs: StandIn
from mindspore import nn


class TorchReLU(nn.ReLU, metaclass=StandIn):
    """``nn.ReLU`` with torch's argument; the result is what counts, so ``inplace`` changes nothing."""

    def __init__(self, inplace=False):
        super().__init__()
