from mindspore import nn, ops


class TorchLogSoftmax(nn.Cell):
    """``nn.LogSoftmax`` that, as torch's, takes an axis by the rank where none is given."""

    def __init__(self, dim=None):
        super().__init__()
        self.dim = dim

    def construct(self, x):
        return ops.log_softmax(x, (0 if x.ndim in (0, 1, 3) else 1) if self.dim is None else self.dim)
