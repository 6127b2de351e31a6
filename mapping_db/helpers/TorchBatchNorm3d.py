# needs: TorchBatchNormArguments
from mindspore import nn


class TorchBatchNorm3d(TorchBatchNormArguments, nn.BatchNorm3d):
    """``nn.BatchNorm3d`` with torch's arguments and attributes."""
