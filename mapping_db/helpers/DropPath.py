# needs: drop_path
from mindspore import nn


class DropPath(nn.Cell):
    """Stochastic depth: leaves out the residual branch of whole samples while training."""

    def __init__(self, drop_prob=0.0, scale_by_keep=True):
        super().__init__()
        self.drop_prob = drop_prob
        self.scale_by_keep = scale_by_keep

    def construct(self, x):
        return drop_path(x, self.drop_prob or 0.0, self.training, self.scale_by_keep)
