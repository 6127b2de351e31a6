# needs: InceptionConv2d, avg_pool2d
from mindspore import nn, ops


class InceptionE(nn.Cell):
    """The blocks 7b and 7c of Inception V3, by torchvision's names."""

    def __init__(self, in_channels, conv_block=None):
        super().__init__()
        conv = conv_block or InceptionConv2d
        lying = {"kernel_size": (1, 3), "padding": (0, 1)}
        standing = {"kernel_size": (3, 1), "padding": (1, 0)}
        self.branch1x1 = conv(in_channels, 320, kernel_size=1)
        self.branch3x3_1 = conv(in_channels, 384, kernel_size=1)
        self.branch3x3_2a = conv(384, 384, **lying)
        self.branch3x3_2b = conv(384, 384, **standing)
        self.branch3x3dbl_1 = conv(in_channels, 448, kernel_size=1)
        self.branch3x3dbl_2 = conv(448, 384, kernel_size=3, padding=1)
        self.branch3x3dbl_3a = conv(384, 384, **lying)
        self.branch3x3dbl_3b = conv(384, 384, **standing)
        self.branch_pool = conv(in_channels, 192, kernel_size=1)

    def _forward(self, x):
        once = self.branch3x3_1(x)
        once = ops.cat([self.branch3x3_2a(once), self.branch3x3_2b(once)], 1)
        twice = self.branch3x3dbl_2(self.branch3x3dbl_1(x))
        twice = ops.cat([self.branch3x3dbl_3a(twice), self.branch3x3dbl_3b(twice)], 1)
        return [self.branch1x1(x), once, twice, self.branch_pool(avg_pool2d(x, 3, stride=1, padding=1))]

    def construct(self, x):
        return ops.cat(self._forward(x), 1)
