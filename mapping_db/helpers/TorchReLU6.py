# needs: StandIn
from mindspore import nn


class TorchReLU6(nn.ReLU6, metaclass=StandIn):
    """``nn.ReLU6`` with torch's argument; the result is what counts, so ``inplace`` changes nothing."""

    def __init__(self, inplace=False):
        super().__init__()
