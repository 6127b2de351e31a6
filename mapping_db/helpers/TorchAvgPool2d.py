# needs: StandIn
from mindspore import nn


class TorchAvgPool2d(nn.AvgPool2d, metaclass=StandIn):
    """``nn.AvgPool2d`` with torch's arguments: the stride is the kernel size unless given."""

    def __init__(
        self, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None
    ):
        super().__init__(
            kernel_size,
            kernel_size if stride is None else stride,
            pad_mode="pad",
            padding=padding,
            ceil_mode=ceil_mode,
            count_include_pad=count_include_pad or divisor_override is not None,
            divisor_override=divisor_override,
        )
