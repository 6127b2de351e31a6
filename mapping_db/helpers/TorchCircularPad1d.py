# needs: pad_circular
from mindspore import nn


class TorchCircularPad1d(nn.Cell):
    """Torch's ``CircularPad1d``."""

    def __init__(self, padding):
        super().__init__()
        self.padding = (padding,) * 2 if isinstance(padding, int) else tuple(padding)

    def construct(self, input):
        return pad_circular(input, self.padding)
