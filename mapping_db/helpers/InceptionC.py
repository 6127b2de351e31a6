# needs: InceptionConv2d, avg_pool2d
from mindspore import nn, ops


class InceptionC(nn.Cell):
    """The blocks 6b to 6e of Inception V3, by torchvision's names."""

    def __init__(self, in_channels, channels_7x7, conv_block=None):
        super().__init__()
        conv, width = conv_block or InceptionConv2d, channels_7x7
        lying = {"kernel_size": (1, 7), "padding": (0, 3)}
        standing = {"kernel_size": (7, 1), "padding": (3, 0)}
        self.branch1x1 = conv(in_channels, 192, kernel_size=1)
        self.branch7x7_1 = conv(in_channels, width, kernel_size=1)
        self.branch7x7_2 = conv(width, width, **lying)
        self.branch7x7_3 = conv(width, 192, **standing)
        self.branch7x7dbl_1 = conv(in_channels, width, kernel_size=1)
        self.branch7x7dbl_2 = conv(width, width, **standing)
        self.branch7x7dbl_3 = conv(width, width, **lying)
        self.branch7x7dbl_4 = conv(width, width, **standing)
        self.branch7x7dbl_5 = conv(width, 192, **lying)
        self.branch_pool = conv(in_channels, 192, kernel_size=1)

    def _forward(self, x):
        once = self.branch7x7_3(self.branch7x7_2(self.branch7x7_1(x)))
        twice = self.branch7x7dbl_3(self.branch7x7dbl_2(self.branch7x7dbl_1(x)))
        twice = self.branch7x7dbl_5(self.branch7x7dbl_4(twice))
        return [self.branch1x1(x), once, twice, self.branch_pool(avg_pool2d(x, 3, stride=1, padding=1))]

    def construct(self, x):
        return ops.cat(self._forward(x), 1)
