# needs: StandIn, TorchBatchNormArguments
from mindspore import nn


class TorchBatchNorm2d(TorchBatchNormArguments, nn.BatchNorm2d, metaclass=StandIn):
    """``nn.BatchNorm2d`` with torch's arguments and attributes."""
