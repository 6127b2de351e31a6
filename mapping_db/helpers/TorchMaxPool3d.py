# needs: StandIn
from mindspore import nn


class TorchMaxPool3d(nn.MaxPool3d, metaclass=StandIn):
    """``nn.MaxPool3d`` with torch's arguments: the stride is the kernel size unless given."""

    def __init__(self, kernel_size, stride=None, padding=0, dilation=1, return_indices=False, ceil_mode=False):
        super().__init__(
            kernel_size,
            kernel_size if stride is None else stride,
            pad_mode="pad",
            padding=padding,
            dilation=dilation,
            return_indices=return_indices,
            ceil_mode=ceil_mode,
        )
