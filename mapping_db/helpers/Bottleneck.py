# needs: ReLUInPlace, vision_layer
from mindspore import nn


class Bottleneck(nn.Cell):
    """A convolution of 3 by 3 between two of one point, with a shortcut (He et al., 2015), by torchvision's names.

    The convolution in the middle has the stride.
    """

    expansion = 4

    def __init__(
        self, inplanes, planes, stride=1, downsample=None, groups=1, base_width=64, dilation=1, norm_layer=None
    ):
        super().__init__()
        conv, norm = vision_layer("Conv2d"), norm_layer or vision_layer("BatchNorm2d")
        inner, outer = int(planes * base_width / 64) * groups, planes * self.expansion
        self.conv1 = conv(inplanes, inner, 1, bias=False)
        self.bn1 = norm(inner)
        self.conv2 = conv(
            inner, inner, 3, stride=stride, padding=dilation, dilation=dilation, groups=groups, bias=False
        )
        self.bn2 = norm(inner)
        self.conv3 = conv(inner, outer, 1, bias=False)
        self.bn3 = norm(outer)
        self.relu = ReLUInPlace()
        self.downsample = downsample
        self.stride = stride

    def construct(self, x):
        shortcut = x if self.downsample is None else self.downsample(x)
        x = self.relu(self.bn1(self.conv1(x)))
        x = self.relu(self.bn2(self.conv2(x)))
        return self.relu(self.bn3(self.conv3(x)) + shortcut)
