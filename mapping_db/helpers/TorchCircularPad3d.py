# needs: pad_circular
from mindspore import nn


class TorchCircularPad3d(nn.Cell):
    """Torch's ``CircularPad3d``."""

    def __init__(self, padding):
        super().__init__()
        self.padding = (padding,) * 6 if isinstance(padding, int) else tuple(padding)

    def construct(self, input):
        return pad_circular(input, self.padding)
