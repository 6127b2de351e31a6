# needs: StandIn
from mindspore import nn, ops


class TorchDropout(nn.Dropout, metaclass=StandIn):
    """``nn.Dropout`` with torch's arguments: the first is the share that is dropped, which may be all."""

    def __init__(self, p=0.5, inplace=False):
        super().__init__(p=0.5 if p == 1 else p)
        self.p = p

    def construct(self, x):
        return ops.zeros_like(x) if self.training and self.p == 1 else super().construct(x)
