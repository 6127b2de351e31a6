# needs: InceptionConv2d, avg_pool2d
from mindspore import nn, ops


class InceptionA(nn.Cell):
    """The blocks 5b to 5d of Inception V3, by torchvision's names."""

    def __init__(self, in_channels, pool_features, conv_block=None):
        super().__init__()
        conv = conv_block or InceptionConv2d
        self.branch1x1 = conv(in_channels, 64, kernel_size=1)
        self.branch5x5_1 = conv(in_channels, 48, kernel_size=1)
        self.branch5x5_2 = conv(48, 64, kernel_size=5, padding=2)
        self.branch3x3dbl_1 = conv(in_channels, 64, kernel_size=1)
        self.branch3x3dbl_2 = conv(64, 96, kernel_size=3, padding=1)
        self.branch3x3dbl_3 = conv(96, 96, kernel_size=3, padding=1)
        self.branch_pool = conv(in_channels, pool_features, kernel_size=1)

    def _forward(self, x):
        small = self.branch5x5_2(self.branch5x5_1(x))
        wide = self.branch3x3dbl_3(self.branch3x3dbl_2(self.branch3x3dbl_1(x)))
        return [self.branch1x1(x), small, wide, self.branch_pool(avg_pool2d(x, 3, stride=1, padding=1))]

    def construct(self, x):
        return ops.cat(self._forward(x), 1)
