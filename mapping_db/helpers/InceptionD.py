# needs: InceptionConv2d, max_pool2d
from mindspore import nn, ops


class InceptionD(nn.Cell):
    """The block 7a of Inception V3, by torchvision's names."""

    def __init__(self, in_channels, conv_block=None):
        super().__init__()
        conv = conv_block or InceptionConv2d
        self.branch3x3_1 = conv(in_channels, 192, kernel_size=1)
        self.branch3x3_2 = conv(192, 320, kernel_size=3, stride=2)
        self.branch7x7x3_1 = conv(in_channels, 192, kernel_size=1)
        self.branch7x7x3_2 = conv(192, 192, kernel_size=(1, 7), padding=(0, 3))
        self.branch7x7x3_3 = conv(192, 192, kernel_size=(7, 1), padding=(3, 0))
        self.branch7x7x3_4 = conv(192, 192, kernel_size=3, stride=2)

    def _forward(self, x):
        wide = self.branch7x7x3_2(self.branch7x7x3_1(x))
        wide = self.branch7x7x3_4(self.branch7x7x3_3(wide))
        return [self.branch3x3_2(self.branch3x3_1(x)), wide, max_pool2d(x, 3, stride=2)]

    def construct(self, x):
        return ops.cat(self._forward(x), 1)
