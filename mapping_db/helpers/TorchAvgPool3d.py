# needs: StandIn, avg_pool3d
from mindspore import nn


class TorchAvgPool3d(nn.Cell, metaclass=StandIn):
    """Torch's ``AvgPool3d``, with a divisor of one's own."""

    def __init__(
        self, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None
    ):
        super().__init__()
        self.options = (kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)

    def construct(self, input):
        return avg_pool3d(input, *self.options)
