# needs: TorchBatchNormArguments
from mindspore import nn


class TorchBatchNorm2d(TorchBatchNormArguments, nn.BatchNorm2d):
    """``nn.BatchNorm2d`` with torch's arguments and attributes."""
