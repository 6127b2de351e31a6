# needs: TorchRecurrentArguments
from mindspore import nn


class TorchGRU(TorchRecurrentArguments, nn.GRU):
    """``nn.GRU`` with torch's arguments."""
