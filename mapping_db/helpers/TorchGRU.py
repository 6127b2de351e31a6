# needs: StandIn, TorchRecurrentArguments
from mindspore import nn


class TorchGRU(TorchRecurrentArguments, nn.GRU, metaclass=StandIn):
    """``nn.GRU`` with torch's arguments."""
