# needs: StandIn
from mindspore import nn


class TorchSiLU(nn.SiLU, metaclass=StandIn):
    """``nn.SiLU`` with torch's argument; the result is what counts, so ``inplace`` changes nothing."""

    def __init__(self, inplace=False):
        super().__init__()
