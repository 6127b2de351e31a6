# needs: TorchBatchNormArguments
from mindspore import nn


class TorchBatchNorm1d(TorchBatchNormArguments, nn.BatchNorm1d):
    """``nn.BatchNorm1d`` with torch's arguments and attributes."""
