# needs: pad
from mindspore import nn


class TorchConstantPad(nn.Cell):
    """Torch's ``ConstantPad1d`` and its like for widths some of which are negative."""

    def __init__(self, padding, value=0.0):
        super().__init__()
        self.padding = padding
        self.value = value

    def construct(self, x):
        return pad(x, self.padding, value=self.value)
