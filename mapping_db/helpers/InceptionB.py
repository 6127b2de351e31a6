# needs: InceptionConv2d, max_pool2d
from mindspore import nn, ops


class InceptionB(nn.Cell):
    """The block 6a of Inception V3, by torchvision's names."""

    def __init__(self, in_channels, conv_block=None):
        super().__init__()
        conv = conv_block or InceptionConv2d
        self.branch3x3 = conv(in_channels, 384, kernel_size=3, stride=2)
        self.branch3x3dbl_1 = conv(in_channels, 64, kernel_size=1)
        self.branch3x3dbl_2 = conv(64, 96, kernel_size=3, padding=1)
        self.branch3x3dbl_3 = conv(96, 96, kernel_size=3, stride=2)

    def _forward(self, x):
        wide = self.branch3x3dbl_3(self.branch3x3dbl_2(self.branch3x3dbl_1(x)))
        return [self.branch3x3(x), wide, max_pool2d(x, 3, stride=2)]

    def construct(self, x):
        return ops.cat(self._forward(x), 1)
