# needs: StandIn, TorchBatchNormArguments
from mindspore import nn


class TorchBatchNormBase(TorchBatchNormArguments, nn.layer.normalization._BatchNorm, metaclass=StandIn):
    """The base class of ``nn.BatchNorm1d`` to ``nn.BatchNorm3d`` with torch's arguments and attributes."""
