# needs: StandIn
from mindspore import nn


class TorchHardswish(nn.HSwish, metaclass=StandIn):
    """``nn.HSwish`` with torch's argument; the result is what counts, so ``inplace`` changes nothing."""

    def __init__(self, inplace=False):
        super().__init__()
