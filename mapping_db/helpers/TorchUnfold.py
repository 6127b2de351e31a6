# needs: StandIn
from mindspore import nn, ops


class TorchUnfold(nn.Cell, metaclass=StandIn):
    """Torch's ``Unfold``: sliding blocks of an image as columns."""

    def __init__(self, kernel_size, dilation=1, padding=0, stride=1):
        super().__init__()
        self.kernel_size = kernel_size
        self.dilation = dilation
        self.padding = padding
        self.stride = stride

    def construct(self, input):
        return ops.unfold(input, self.kernel_size, self.dilation, self.padding, self.stride)
