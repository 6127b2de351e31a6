# needs: masked_softmax
from mindspore import nn


class TorchMaskedSoftmax(nn.Cell):
    """``nn.Softmax`` of scores, all of which a mask may hide."""

    def __init__(self, dim=None):
        super().__init__()
        self.dim = dim

    def construct(self, x):
        return masked_softmax(x, self.dim)
