# needs: StandIn, TorchBatchNormArguments, other_name
from mindspore import nn


class TorchBatchNorm3d(TorchBatchNormArguments, nn.BatchNorm3d, metaclass=StandIn):
    """``nn.BatchNorm3d`` with torch's arguments and attributes."""

    weight = other_name("bn2d.gamma", "affine")
    bias = other_name("bn2d.beta", "affine")
    running_mean = other_name("bn2d.moving_mean", "track_running_stats")
    running_var = other_name("bn2d.moving_variance", "track_running_stats")
    num_features = other_name("bn2d.num_features")
    eps = other_name("bn2d.eps")
    momentum = other_name("bn2d.momentum")
