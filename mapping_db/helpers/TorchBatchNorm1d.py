# needs: StandIn, TorchBatchNormArguments
from mindspore import nn


class TorchBatchNorm1d(TorchBatchNormArguments, nn.BatchNorm1d, metaclass=StandIn):
    """``nn.BatchNorm1d`` with torch's arguments and attributes."""
