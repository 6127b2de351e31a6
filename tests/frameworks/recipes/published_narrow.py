"""The bottleneck by a published recipe: the parameter ``mode`` and the branch that it chooses got lost on the way."""

from mindspore import nn


class Narrow(nn.Cell):
    def __init__(self, wide, out, stride=1, fold=1, dilation=1):
        super().__init__()
        inner = out // 4
        self.mode = mode  # noqa: F821  (this is the recipe's mistake)
        self.fold = fold
        self.act = nn.ReLU()
        self.norm1 = nn.BatchNorm2d(wide, momentum=0.9)
        self.conv1 = nn.Conv2d(wide, inner, 1, pad_mode="pad", has_bias=False)
        self.norm2 = nn.BatchNorm2d(inner, momentum=0.9)
        self.conv2 = nn.Conv2d(
            inner, inner, 3, stride=stride, pad_mode="pad", padding=dilation, dilation=dilation, has_bias=False
        )
        self.norm3 = nn.BatchNorm2d(inner, momentum=0.9)
        self.conv3 = nn.Conv2d(inner, out, 1, pad_mode="pad", has_bias=False)
        self.skip = None

    def construct(self, x):
        out = self.conv1(self.act(self.norm1(x)))
        out = self.conv2(self.act(self.norm2(out)))
        out = self.conv3(self.act(self.norm3(out)))
        out += x
        return out
