# needs: pairwise_distance
from mindspore import nn


class TorchPairwiseDistance(nn.Cell):
    """Torch's ``PairwiseDistance``."""

    def __init__(self, p=2.0, eps=1e-6, keepdim=False):
        super().__init__()
        self.p = p
        self.eps = eps
        self.keepdim = keepdim

    def construct(self, x1, x2):
        return pairwise_distance(x1, x2, self.p, self.eps, self.keepdim)
